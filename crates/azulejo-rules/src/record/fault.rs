//! Where and why a record does not follow the rules.

use core::fmt;

use crate::{DealError, IllegalMove, IllegalPlacement, Line, Move, Placement, Seat};

/// A place in a record's game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordPlace {
    /// The record as a whole, or its end.
    Game,
    /// The start player of the game.
    Start,
    /// How the game ended.
    Result,
    /// A takeover, from 1.
    Takeover(usize),
    /// A round, from 1.
    Round(usize),
    /// A move of a round, both from 1.
    Move(usize, usize, Move),
    /// A player's placement in a round.
    Tiling(usize, Seat, Placement),
}

impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("the game"),
            Self::Start => f.write_str("the start player"),
            Self::Result => f.write_str("the result"),
            Self::Takeover(number) => write!(f, "takeover {number}"),
            Self::Round(round) => write!(f, "round {round}"),
            Self::Move(round, number, m) => write!(f, "round {round}, move {number} ({m})"),
            Self::Tiling(round, seat, placement) => {
                write!(f, "round {round}, tiling of player {seat} ({placement})")
            }
        }
    }
}

/// Why a record does not follow the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordReason {
    /// A move is not legal.
    Move(IllegalMove),
    /// A placement is not legal.
    Placement(IllegalPlacement),
    /// A deal is not possible.
    Deal(DealError),
    /// Another player starts.
    Start {
        /// Who starts by the rules.
        expected: Seat,
        /// Who starts by the record.
        found: Seat,
    },
    /// A player who does not play is named.
    NoSuchSeat(Seat),
    /// A list does not have one entry a player.
    PerPlayer {
        /// What the list holds.
        what: &'static str,
        /// How many play.
        expected: usize,
        /// How many entries it has.
        found: usize,
    },
    /// A complete line was not tiled although the round has its scores.
    NotTiled(Seat, Line),
    /// Scores, bonuses or winners are not what the rules give.
    Differs {
        /// What differs.
        what: &'static str,
        /// What the rules give.
        expected: String,
        /// What the record has.
        found: String,
    },
    /// The record does not hang together.
    Incomplete(&'static str),
}

impl fmt::Display for RecordReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(reason) => reason.fmt(f),
            Self::Placement(reason) => reason.fmt(f),
            Self::Deal(reason) => write!(f, "the deal is not possible: {reason}"),
            Self::Start { expected, found } => {
                write!(f, "player {expected} starts, not player {found}")
            }
            Self::NoSuchSeat(seat) => write!(f, "player {seat} does not play"),
            Self::PerPlayer {
                what,
                expected,
                found,
            } => {
                write!(
                    f,
                    "{what}: one entry for each of {expected} players is needed, not {found}"
                )
            }
            Self::NotTiled(seat, line) => {
                write!(
                    f,
                    "line {line} of player {seat} is complete but was not tiled"
                )
            }
            Self::Differs {
                what,
                expected,
                found,
            } => {
                write!(f, "the {what} are {expected}, not {found}")
            }
            Self::Incomplete(reason) => f.write_str(reason),
        }
    }
}

/// The first place at which a record does not follow the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// Where.
    pub place: RecordPlace,
    /// Why.
    pub reason: RecordReason,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl core::error::Error for RecordFault {}
