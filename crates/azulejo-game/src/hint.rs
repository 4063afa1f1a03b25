//! Hints: the best move with its reasons, as data that clients put into words.

use azulejo_ai::hint::{self, CompletedSet};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_protocol::http::{HintAnswer, HintReason};
use azulejo_protocol::id::PlayerId;
use azulejo_rules::{Move, Placement, Position, Seat};

use crate::view::may_have_hints;
use crate::{SeatNumber, Table};

/// The node limit of a hint.
pub const HINT_NODES: u64 = 300_000;

/// The position that a hint is requested for.
pub struct HintQuestion {
    /// The seat.
    pub seat: Seat,
    /// The number of events in the log.
    pub ply: u32,
    /// The position.
    pub position: Position,
}

impl HintQuestion {
    /// Returns the position of a table, if a player may have a hint for a seat now.
    ///
    /// # Errors
    /// If they may not, with the reason.
    pub fn new(table: &Table, player: PlayerId, seat: SeatNumber) -> Result<Self, Problem> {
        let position = table.position().copied();
        let code = match table.seat(seat).zip(position) {
            _ if !table.is_seated(player, seat) => ProblemCode::NotYourSeat,
            _ if table.status != Status::Running => ProblemCode::WrongPhase,
            _ if !may_have_hints(table) => ProblemCode::NoHints,
            Some((seat, position)) if table.waits_for().contains(&seat) => {
                let ply = table.ply();
                return Ok(Self {
                    seat,
                    ply,
                    position,
                });
            }
            _ => ProblemCode::NotYourTurn,
        };
        Err(Problem::new(code))
    }

    /// Returns the answer with the best move; `exact` if the rest of the round was solved.
    pub fn answer_move(&self, best: Move, exact: bool) -> HintAnswer {
        HintAnswer {
            ply: self.ply,
            text: Some(best.to_string()),
            placements: Vec::new(),
            reasons: reasons(&self.position, best),
            exact,
        }
    }

    /// Returns the answer with the best columns.
    pub fn answer_columns(&self, placements: &[Placement]) -> HintAnswer {
        HintAnswer {
            ply: self.ply,
            text: None,
            placements: placements.iter().map(ToString::to_string).collect(),
            reasons: Vec::new(),
            exact: false,
        }
    }
}

/// Returns the reasons for a move in the form of the protocol, the most important first.
fn reasons(position: &Position, m: Move) -> Vec<HintReason> {
    hint::reasons(position, m)
        .into_iter()
        .filter_map(protocol_reason)
        .collect()
}

/// Converts a reason to the form of the protocol; `None` if the protocol lacks it.
fn protocol_reason(reason: hint::HintReason) -> Option<HintReason> {
    Some(match reason {
        hint::HintReason::Fills { line, points } => HintReason::Fills {
            line: line.number() as u8,
            points,
        },
        hint::HintReason::Adds { line, count } => HintReason::Adds {
            line: line.number() as u8,
            count,
        },
        hint::HintReason::Needs {
            line,
            colour,
            missing,
            on_offer,
        } => HintReason::Needs {
            line: line.number() as u8,
            colour: colour.into(),
            missing,
            on_offer,
        },
        hint::HintReason::CompletesSet(CompletedSet::Row(line)) => HintReason::CompletesRow {
            row: line.number() as u8,
        },
        hint::HintReason::CompletesSet(CompletedSet::Column(column)) => {
            HintReason::CompletesColumn {
                column: column.number() as u8,
            }
        }
        hint::HintReason::CompletesSet(CompletedSet::Colour(colour)) => {
            HintReason::CompletesColour {
                colour: colour.into(),
            }
        }
        hint::HintReason::Builds { column, count } => HintReason::Builds {
            column: column.number() as u8,
            count,
        },
        hint::HintReason::EndsGame => HintReason::EndsGame,
        hint::HintReason::Clean => HintReason::Clean,
        hint::HintReason::Spills { count, cost } => HintReason::Spills { count, cost },
        hint::HintReason::TakesMarker => HintReason::Starts,
        hint::HintReason::Denies { seat, line, points } => HintReason::Denies {
            seat: seat.number() as u8,
            line: line.number() as u8,
            points,
        },
        _ => return None,
    })
}
