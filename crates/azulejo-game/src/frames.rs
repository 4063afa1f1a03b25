//! The frames of a game: converts client frames into commands and builds server frames.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::happening::Step;
use azulejo_protocol::id::PlayerId;

use crate::decide::Command;
use crate::hex::from_hex;
use crate::view::{SeatName, game_view, named_steps, own_view};
use crate::{SeatNumber, Table};

/// Returns the first frame for a client that knows the state after `from` events, with the checksum
/// `hash`: the steps since, if they are still kept, otherwise the whole game.
pub fn greeting(
    table: &Table,
    names: &[SeatName],
    from: Option<u32>,
    hash: Option<&str>,
) -> ServerFrame {
    let current = from == Some(table.ply()) && hash == Some(table.hash());
    let log = table.steps();
    let known = from.filter(|&from| {
        // Only if all steps since are still kept and the client's state was ours at that ply.
        let first = log.first().map_or(0, |step| step.ply);
        let is_past = from >= first && from < table.ply();
        is_past && hash.is_some_and(|hash| table.had_hash(from, hash))
    });
    let game = table.id.to_string();
    let view = game_view(table, names);
    match known {
        Some(from) => update(table, names, from),
        None if current => ServerFrame::Update {
            game,
            steps: Vec::new(),
            view,
        },
        None => ServerFrame::Game {
            game,
            log: named_steps(log, names),
            view,
        },
    }
}

/// Returns the frame with the steps from event `before` on.
pub fn update(table: &Table, names: &[SeatName], before: u32) -> ServerFrame {
    ServerFrame::Update {
        game: table.id.to_string(),
        steps: named_steps(steps_from(table.steps(), before), names),
        view: game_view(table, names),
    }
}

/// Returns the frame with a player's own view; `None` for spectators.
pub fn own(table: &Table, player: Option<PlayerId>) -> Option<ServerFrame> {
    let person = player?;
    let concerned = table.host == person.into() || table.seats_of(person).next().is_some();
    concerned.then(|| ServerFrame::Own {
        game: table.id.to_string(),
        own: own_view(table, player),
    })
}

/// Returns the steps from an event on. They are sorted by ply.
fn steps_from(steps: &[Arc<Step>], from: u32) -> &[Arc<Step>] {
    let known = steps.partition_point(|step| step.ply < from);
    &steps[known..]
}

/// Returns the game and the idempotency key that a frame names.
pub fn subject(frame: ClientFrame) -> (Option<String>, Option<String>) {
    match frame {
        ClientFrame::Move { game, id, .. }
        | ClientFrame::Choose { game, id, .. }
        | ClientFrame::Undo { game, id, .. }
        | ClientFrame::AnswerUndo { game, id, .. }
        | ClientFrame::Resign { game, id, .. }
        | ClientFrame::Vote { game, id, .. }
        | ClientFrame::TakeBack { game, id, .. }
        | ClientFrame::Rematch { game, id, .. } => (Some(game), Some(id)),
        ClientFrame::Watch { game, .. }
        | ClientFrame::Unwatch { game }
        | ClientFrame::NonceCommitment { game, .. }
        | ClientFrame::Nonce { game, .. }
        | ClientFrame::Say { game, .. } => (Some(game), None),
        ClientFrame::Lobby { .. } | ClientFrame::Ping => (None, None),
    }
}

/// A refused frame: the game, the idempotency key and the reason.
pub type Refused = (String, Option<String>, Problem);

/// Converts a frame that acts on a game into a command of a player, with the game and the
/// idempotency key.
///
/// # Errors
/// If the frame acts on no game, or names no valid move.
pub fn to_command(
    frame: ClientFrame,
    player: PlayerId,
) -> Result<(String, Option<String>, Command), Refused> {
    Ok(match frame {
        ClientFrame::Move {
            game,
            id,
            ply,
            seat,
            text,
        } => match from_notation("move", &text) {
            Ok(m) => {
                let command = Command::Move {
                    player,
                    seat: SeatNumber::new(seat),
                    ply,
                    m,
                };
                (game, Some(id), command)
            }
            Err(problem) => return Err((game, Some(id), problem)),
        },
        ClientFrame::Choose {
            game,
            id,
            seat,
            placements,
        } => match placements
            .iter()
            .map(|text| from_notation("placements", text))
            .collect()
        {
            Ok(placements) => {
                let command = Command::Choose {
                    player,
                    seat: SeatNumber::new(seat),
                    placements,
                };
                (game, Some(id), command)
            }
            Err(problem) => return Err((game, Some(id), problem)),
        },
        ClientFrame::Undo { game, id, seat, to } => (
            game,
            Some(id),
            Command::Undo {
                player,
                seat: SeatNumber::new(seat),
                to,
            },
        ),
        ClientFrame::AnswerUndo {
            game,
            id,
            seat,
            agree,
        } => {
            let command = Command::AnswerUndo {
                player,
                seat: SeatNumber::new(seat),
                agree,
            };
            (game, Some(id), command)
        }
        ClientFrame::Resign { game, id, seat } => (
            game,
            Some(id),
            Command::Resign {
                player,
                seat: SeatNumber::new(seat),
            },
        ),
        ClientFrame::Vote {
            game,
            id,
            seat,
            away,
        } => {
            let command = Command::Vote {
                player,
                seat: SeatNumber::new(seat),
                away: SeatNumber::new(away),
                // Filled in by the game, which knows who is present.
                absent: Vec::new(),
            };
            (game, Some(id), command)
        }
        ClientFrame::TakeBack { game, id, seat } => (
            game,
            Some(id),
            Command::TakeBack {
                player,
                seat: SeatNumber::new(seat),
            },
        ),
        ClientFrame::Rematch { game, id, agree } => {
            (game, Some(id), Command::Rematch { player, agree })
        }
        ClientFrame::NonceCommitment { game, commitment } => {
            match check_nonce_commitment(&commitment) {
                Ok(()) => (game, None, Command::CommitNonce { player, commitment }),
                Err(problem) => return Err((game, None, problem)),
            }
        }
        ClientFrame::Nonce { game, nonce } => match check_nonce(&nonce) {
            Ok(()) => (game, None, Command::Nonce { player, nonce }),
            Err(problem) => return Err((game, None, problem)),
        },
        ClientFrame::Watch { game, .. }
        | ClientFrame::Unwatch { game }
        | ClientFrame::Say { game, .. } => {
            return Err((game, None, Problem::new(ProblemCode::Malformed)));
        }
        ClientFrame::Lobby { .. } | ClientFrame::Ping => {
            return Err((String::new(), None, Problem::new(ProblemCode::Malformed)));
        }
    })
}

/// Parses a move or a placement.
///
/// # Errors
/// If the text is not in notation.
pub fn from_notation<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Problem> {
    text.parse()
        .map_err(|error: T::Err| Problem::at(ProblemCode::Malformed, field, error.to_string()))
}

/// Checks that the commitment of a nonce is 32 bytes in lower-case hex.
pub fn check_nonce_commitment(commitment: &str) -> Result<(), Problem> {
    match from_hex(commitment) {
        Some(bytes) if bytes.len() == 32 => Ok(()),
        _ => Err(Problem::at(
            ProblemCode::Malformed,
            "commitment",
            "32 bytes as lower-case hex digits",
        )),
    }
}

/// Checks that a nonce is 16 to 32 bytes in lower-case hex.
pub fn check_nonce(nonce: &str) -> Result<(), Problem> {
    match from_hex(nonce) {
        Some(bytes) if (16..=32).contains(&bytes.len()) => Ok(()),
        _ => Err(Problem::at(
            ProblemCode::Malformed,
            "nonce",
            "16 to 32 bytes as lower-case hex digits",
        )),
    }
}
