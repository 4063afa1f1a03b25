//! Reasons why a position is not legal, as data that clients translate and locate.

use azulejo_protocol::table::Colour;
use azulejo_rules::{Seat, SetupFault};
use serde::Serialize;

/// A fault with its place. Seats, lines, columns and factories count from 1.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub(super) enum Fault {
    TileCount {
        colour: Colour,
        count: usize,
    },
    FactoryCount {
        count: usize,
    },
    BoardCount {
        count: usize,
    },
    FactoryOverfull {
        factory: u8,
    },
    Round {
        round: u16,
    },
    Score {
        seat: u8,
    },
    Start {
        seat: u8,
    },
    ToMove {
        seat: u8,
    },
    LineOverfull {
        seat: u8,
        line: u8,
    },
    LineMixed {
        seat: u8,
        line: u8,
    },
    LineOnWall {
        seat: u8,
        line: u8,
    },
    WrongColumn {
        seat: u8,
        line: u8,
        column: u8,
    },
    RowRepeats {
        seat: u8,
        line: u8,
        colour: Colour,
    },
    ColumnRepeats {
        seat: u8,
        column: u8,
        colour: Colour,
    },
    FloorOverfull {
        seat: u8,
    },
    MarkerCount {
        count: usize,
    },
    MarkerWhenOver,
    RowCompleteInOffer {
        seat: u8,
    },
    NotToMove {
        seat: u8,
    },
    NoPhase,
    /// A fault that this version cannot describe.
    Other,
}

impl From<&SetupFault> for Fault {
    fn from(fault: &SetupFault) -> Self {
        let seat_of = |seat: Seat| seat.number() as u8;
        match *fault {
            SetupFault::TileCount(colour, count) => Self::TileCount {
                colour: colour.into(),
                count,
            },
            SetupFault::FactoryCount(count) => Self::FactoryCount { count },
            SetupFault::BoardCount(count) => Self::BoardCount { count },
            SetupFault::FactoryOverfull(factory) => Self::FactoryOverfull {
                factory: factory.number() as u8,
            },
            SetupFault::Round(round) => Self::Round { round },
            SetupFault::Score(seat) => Self::Score {
                seat: seat_of(seat),
            },
            SetupFault::Start(seat) => Self::Start {
                seat: seat_of(seat),
            },
            SetupFault::ToMove(seat) => Self::ToMove {
                seat: seat_of(seat),
            },
            SetupFault::LineOverfull(seat, line) => Self::LineOverfull {
                seat: seat_of(seat),
                line: line.number() as u8,
            },
            SetupFault::LineMixed(seat, line) => Self::LineMixed {
                seat: seat_of(seat),
                line: line.number() as u8,
            },
            SetupFault::LineOnWall(seat, line) => Self::LineOnWall {
                seat: seat_of(seat),
                line: line.number() as u8,
            },
            SetupFault::WrongColumn(seat, line, column) => Self::WrongColumn {
                seat: seat_of(seat),
                line: line.number() as u8,
                column: column.number() as u8,
            },
            SetupFault::RowRepeats(seat, line, colour) => Self::RowRepeats {
                seat: seat_of(seat),
                line: line.number() as u8,
                colour: colour.into(),
            },
            SetupFault::ColumnRepeats(seat, column, colour) => Self::ColumnRepeats {
                seat: seat_of(seat),
                column: column.number() as u8,
                colour: colour.into(),
            },
            SetupFault::FloorOverfull(seat) => Self::FloorOverfull {
                seat: seat_of(seat),
            },
            SetupFault::MarkerCount(count) => Self::MarkerCount { count },
            SetupFault::MarkerWhenOver => Self::MarkerWhenOver,
            SetupFault::RowCompleteInOffer(seat) => Self::RowCompleteInOffer {
                seat: seat_of(seat),
            },
            SetupFault::NotToMove(seat) => Self::NotToMove {
                seat: seat_of(seat),
            },
            SetupFault::NoPhase => Self::NoPhase,
            _ => Self::Other,
        }
    }
}
