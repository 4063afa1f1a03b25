//! Where and why a record is rejected, as codes and data for clients to localise.

use azulejo_rules::IllegalMove;
use azulejo_rules::record::{
    ParseRecordError, ParseRecordErrorKind, RecordPlace as RulesPlace, ReplayError,
    ReplayErrorKind as RulesReason,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::frame::{Problem, ProblemCode};
use crate::table::{Colour, number};

/// The rejection of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordProblem {
    /// The place.
    pub place: RecordPlace,
    /// The reason.
    pub reason: RecordReason,
}

/// A place in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum RecordPlace {
    /// A position in the text.
    Text {
        /// The column, in characters from 1.
        column: u32,
        /// The path in the document, such as `rounds[2].moves[5]`; empty at the top level.
        path: String,
    },
    /// The game as a whole, or its end.
    Game,
    /// The start player of the game.
    Start,
    /// The result.
    Result,
    /// A takeover.
    Takeover {
        /// The takeover, from 1.
        number: u32,
    },
    /// A round.
    Round {
        /// The round, from 1.
        round: u32,
    },
    /// A move.
    Move {
        /// The round, from 1.
        round: u32,
        /// The move within the round, from 1.
        number: u32,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A player's placement.
    Tiling {
        /// The round, from 1.
        round: u32,
        /// The seat.
        seat: u8,
        /// The placement in notation.
        placement: String,
    },
}

/// The reason why a record is rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum RecordReason {
    /// The text is not canonical JSON.
    Syntax,
    /// There is whitespace between tokens.
    Space,
    /// The text ends prematurely.
    EndsEarly,
    /// There are trailing characters.
    GoesOn,
    /// A key is missing, repeated, out of order or misplaced.
    Key,
    /// The value is invalid here.
    Value,
    /// The line is full.
    LineFull {
        /// The line.
        line: u8,
    },
    /// The line holds another colour.
    LineHolds {
        /// The line.
        line: u8,
        /// The colour that it holds.
        holds: Colour,
    },
    /// The colour is already on the line's wall row.
    OnWall {
        /// The row.
        line: u8,
        /// The colour.
        colour: Colour,
    },
    /// There are no such tiles on offer.
    NoTiles,
    /// No move is legal: the offer is over, or its tiles were not dealt.
    NoMove,
    /// The placement is illegal.
    Placement,
    /// The deal is impossible.
    Deal,
    /// The wrong player starts.
    Starts {
        /// The start player by the rules.
        expected: u8,
        /// The start player in the record.
        found: u8,
    },
    /// The seat is out of range.
    NoSuchSeat {
        /// The seat.
        seat: u8,
    },
    /// A list does not have one entry per player.
    PerPlayer {
        /// The number of players.
        expected: u32,
        /// The number of entries.
        found: u32,
    },
    /// A complete line was not tiled.
    NotTiled {
        /// The seat.
        seat: u8,
        /// The line.
        line: u8,
    },
    /// Numbers differ from those computed by the rules.
    Differs {
        /// The value computed by the rules.
        expected: String,
        /// The value in the record.
        found: String,
    },
    /// It contradicts the rest of the record.
    Incomplete,
}

impl From<&ParseRecordError> for RecordProblem {
    fn from(error: &ParseRecordError) -> Self {
        Self {
            place: RecordPlace::Text {
                column: saturating_u32(error.column),
                path: error.path.clone(),
            },
            reason: match error.kind {
                ParseRecordErrorKind::Whitespace => RecordReason::Space,
                ParseRecordErrorKind::UnexpectedEnd => RecordReason::EndsEarly,
                ParseRecordErrorKind::TrailingText => RecordReason::GoesOn,
                ParseRecordErrorKind::Key => RecordReason::Key,
                ParseRecordErrorKind::Value => RecordReason::Value,
                _ => RecordReason::Syntax,
            },
        }
    }
}

impl From<&ReplayError> for RecordProblem {
    fn from(fault: &ReplayError) -> Self {
        Self {
            place: place(fault.place),
            reason: reason(&fault.reason, fault.place),
        }
    }
}

impl From<&ParseRecordError> for Problem {
    fn from(error: &ParseRecordError) -> Self {
        Self {
            record: Some(Box::new(error.into())),
            ..Self::at(ProblemCode::Malformed, "record", error.to_string())
        }
    }
}

impl From<&ReplayError> for Problem {
    fn from(fault: &ReplayError) -> Self {
        Self {
            record: Some(Box::new(fault.into())),
            ..Self::at(ProblemCode::Illegal, "record", fault.to_string())
        }
    }
}

fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn place(place: RulesPlace) -> RecordPlace {
    match place {
        RulesPlace::Start => RecordPlace::Start,
        RulesPlace::Result => RecordPlace::Result,
        RulesPlace::Takeover(number) => RecordPlace::Takeover {
            number: saturating_u32(number),
        },
        RulesPlace::Round(round) => RecordPlace::Round {
            round: saturating_u32(round),
        },
        RulesPlace::Move(round, number, m) => RecordPlace::Move {
            round: saturating_u32(round),
            number: saturating_u32(number),
            text: m.to_string(),
        },
        RulesPlace::Tiling(round, seat, placement) => RecordPlace::Tiling {
            round: saturating_u32(round),
            seat: number(seat),
            placement: placement.to_string(),
        },
        _ => RecordPlace::Game,
    }
}

fn reason(reason: &RulesReason, place: RulesPlace) -> RecordReason {
    match reason {
        RulesReason::Move(IllegalMove::LineFull(line)) => RecordReason::LineFull {
            line: line.number() as u8,
        },
        RulesReason::Move(IllegalMove::LineHolds(line, holds)) => RecordReason::LineHolds {
            line: line.number() as u8,
            holds: (*holds).into(),
        },
        RulesReason::Move(IllegalMove::OnWall(line)) => match place {
            RulesPlace::Move(_, _, m) => RecordReason::OnWall {
                line: line.number() as u8,
                colour: m.colour().into(),
            },
            _ => RecordReason::NoMove,
        },
        RulesReason::Move(IllegalMove::NoSuchFactory | IllegalMove::NoSuchTiles) => {
            RecordReason::NoTiles
        }
        RulesReason::Move(IllegalMove::WrongPhase(_)) => RecordReason::NoMove,
        RulesReason::Placement(_) => RecordReason::Placement,
        RulesReason::Deal(_) => RecordReason::Deal,
        RulesReason::Start { expected, found } => RecordReason::Starts {
            expected: number(*expected),
            found: number(*found),
        },
        RulesReason::NoSuchSeat(seat) => RecordReason::NoSuchSeat {
            seat: number(*seat),
        },
        RulesReason::PerPlayer {
            expected, found, ..
        } => RecordReason::PerPlayer {
            expected: saturating_u32(*expected),
            found: saturating_u32(*found),
        },
        RulesReason::NotTiled(seat, line) => RecordReason::NotTiled {
            seat: number(*seat),
            line: line.number() as u8,
        },
        RulesReason::Differs {
            expected, found, ..
        } => RecordReason::Differs {
            expected: expected.clone(),
            found: found.clone(),
        },
        _ => RecordReason::Incomplete,
    }
}
