//! Errors of replaying a record.

use alloc::string::String;

use core::fmt;

use crate::{DealError, IllegalMove, IllegalPlacement, Line, Move, Placement, Seat};

/// A place in a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RecordPlace {
    /// The record as a whole, or its end.
    Game,
    /// The start player of the game.
    Start,
    /// The result.
    Result,
    /// A takeover, counted from 1.
    Takeover(usize),
    /// A round, counted from 1.
    Round(usize),
    /// A round and a move of it, both counted from 1.
    Move(usize, usize, Move),
    /// A round and a player's placement in it.
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

/// The reason why a record does not follow the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// A move is not legal.
    Move(IllegalMove),
    /// A placement is not legal.
    Placement(IllegalPlacement),
    /// A deal is not possible.
    Deal(DealError),
    /// The wrong player starts.
    Start {
        /// The start player by the rules.
        expected: Seat,
        /// The start player in the record.
        found: Seat,
    },
    /// A seat is not occupied.
    NoSuchSeat(Seat),
    /// A list does not have one entry for each player.
    PerPlayer {
        /// The name of the list.
        what: &'static str,
        /// The number of players.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// A complete line was not tiled although the round has scores.
    NotTiled(Seat, Line),
    /// Scores, bonuses or winners differ from those by the rules.
    Differs {
        /// The name of the values.
        what: &'static str,
        /// The values by the rules.
        expected: String,
        /// The values in the record.
        found: String,
    },
    /// The record is incomplete or inconsistent.
    Incomplete(&'static str),
}

impl fmt::Display for ReplayErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(reason) => reason.fmt(f),
            Self::Placement(reason) => reason.fmt(f),
            Self::Deal(reason) => write!(f, "the deal is not possible: {reason}"),
            Self::Start { expected, found } => {
                write!(f, "player {expected} starts, not player {found}")
            }
            Self::NoSuchSeat(seat) => write!(f, "player {seat} is not in the game"),
            Self::PerPlayer {
                what,
                expected,
                found,
            } => {
                write!(
                    f,
                    "{what}: expected one entry for each of {expected} players, found {found}"
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

/// The error for a record that does not follow the rules: the first such place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReplayError {
    /// The place.
    pub place: RecordPlace,
    /// The reason.
    pub reason: ReplayErrorKind,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl core::error::Error for ReplayError {}
