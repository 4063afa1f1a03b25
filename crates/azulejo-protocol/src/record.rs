//! Where and why a record is refused, as keys and data for the client's words.

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

/// Where and why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordProblem {
    /// Where.
    pub place: RecordPlace,
    /// Why.
    pub reason: RecordReason,
}

/// A place in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum RecordPlace {
    /// A place in the text.
    Text {
        /// The character, from 1.
        column: u32,
        /// The place in the object, as `rounds[2].moves[5]`; empty at the top.
        path: String,
    },
    /// The game as a whole, or its end.
    Game,
    /// The start player of the game.
    Start,
    /// How the game ended.
    Result,
    /// A takeover.
    Takeover {
        /// Which, from 1.
        number: u32,
    },
    /// A round.
    Round {
        /// Which, from 1.
        round: u32,
    },
    /// A move.
    Move {
        /// The round, from 1.
        round: u32,
        /// The move of the round, from 1.
        number: u32,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A player's placement.
    Tiling {
        /// The round, from 1.
        round: u32,
        /// Whose.
        seat: u8,
        /// The placement in notation.
        placement: String,
    },
}

/// Why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum RecordReason {
    /// The text is not JSON as records write it.
    Syntax,
    /// There is a space between two parts.
    Space,
    /// The text ends too early.
    EndsEarly,
    /// Something follows the record.
    GoesOn,
    /// A key is missing, repeated, out of order or not meant for this place.
    Key,
    /// The value is not one that may stand here.
    Value,
    /// The line takes nothing more.
    LineFull {
        /// The line.
        line: u8,
    },
    /// The line holds another colour.
    LineHolds {
        /// The line.
        line: u8,
        /// What it holds.
        holds: Colour,
    },
    /// The line's wall row shows the colour already.
    OnWall {
        /// The row.
        line: u8,
        /// The colour.
        colour: Colour,
    },
    /// There are no such tiles to take.
    NoTiles,
    /// The round has no more moves, or its tiles are not dealt.
    NoMove,
    /// The tile cannot go there.
    Placement,
    /// The tiles cannot be dealt like that.
    Deal,
    /// Another player starts.
    Starts {
        /// Who starts by the rules.
        expected: u8,
        /// Who starts by the record.
        found: u8,
    },
    /// A player who does not play is named.
    NoSuchSeat {
        /// Which.
        seat: u8,
    },
    /// A list does not have one entry a player.
    PerPlayer {
        /// How many play.
        expected: u32,
        /// How many entries it has.
        found: u32,
    },
    /// A complete line was not tiled.
    NotTiled {
        /// Whose.
        seat: u8,
        /// The line.
        line: u8,
    },
    /// Numbers are not what the rules give.
    Differs {
        /// What the rules give.
        expected: String,
        /// What the record has.
        found: String,
    },
    /// It does not fit the rest of the record.
    Incomplete,
}

impl From<&ParseRecordError> for RecordProblem {
    fn from(error: &ParseRecordError) -> Self {
        Self {
            place: RecordPlace::Text {
                column: size(error.column),
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

fn size(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn place(place: RulesPlace) -> RecordPlace {
    match place {
        RulesPlace::Start => RecordPlace::Start,
        RulesPlace::Result => RecordPlace::Result,
        RulesPlace::Takeover(number) => RecordPlace::Takeover {
            number: size(number),
        },
        RulesPlace::Round(round) => RecordPlace::Round { round: size(round) },
        RulesPlace::Move(round, number, m) => RecordPlace::Move {
            round: size(round),
            number: size(number),
            text: m.to_string(),
        },
        RulesPlace::Tiling(round, seat, placement) => RecordPlace::Tiling {
            round: size(round),
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
            expected: size(*expected),
            found: size(*found),
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
