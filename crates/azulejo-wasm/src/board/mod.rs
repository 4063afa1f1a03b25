//! The rules for the analysis board: positions to views, steps to positions.
//!
//! Requests and responses are JSON; [`answer`] needs no network. A step is a move (`2B3`), a deal
//! (`BRKK/BYYW/…`) or a tiling (`=` and the placements of the player to move, such as `=2:3,4:1`).
//! A tiling also takes every forced step after it, so `=` alone ends a round on the coloured wall.

mod fault;
mod steps;
#[cfg(test)]
mod tests;

use azulejo_protocol::happening::{Happening, TableEvent};
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_protocol::record::RecordProblem;
use azulejo_protocol::table::{TableView, Wall};
use azulejo_rules::record::Record;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{
    ByColour, Colour, ParsePositionError, Phase, PlayerCount, Position, Seat, Setup,
    TILES_PER_COLOUR,
};
use serde::{Deserialize, Serialize};

use fault::Fault;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The position of a new game.
    New { players: usize, wall: Wall },
    /// The view of a position and the choices of the player to move.
    Show { position: String },
    /// The positions after each of some steps.
    Play {
        position: String,
        steps: Vec<String>,
    },
    /// A random deal; the seed is sixteen hexadecimal digits.
    Deal { position: String, seed: String },
    /// The first position and the steps of a record.
    Record { text: String },
    /// The record of a game from its first position, with names by seat.
    Write {
        position: String,
        steps: Vec<String>,
        players: Vec<String>,
    },
    /// A position whose missing tiles are put into the bag.
    Repair { position: String },
}

/// A response.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Response {
    Position {
        position: String,
    },
    Shown(Box<Shown>),
    Played {
        steps: Vec<Played>,
        /// The first step that is not possible; the steps before it are played.
        rejected: Option<Rejected>,
    },
    Deal {
        deal: String,
    },
    Record {
        players: Vec<String>,
        first: String,
        steps: Vec<String>,
        /// False if the game was not played to its end.
        ended: bool,
    },
    Text {
        text: String,
    },
    /// The position is well formed but not legal.
    Illegal {
        faults: Vec<Fault>,
    },
    /// The position is malformed.
    Malformed {
        column: usize,
        reason: &'static str,
    },
    /// The record is rejected.
    BadRecord {
        problem: RecordProblem,
    },
    /// The request is invalid.
    Error {
        message: String,
    },
}

#[derive(Serialize, Debug)]
struct Shown {
    table: TableView,
    offer: Option<OfferOptions>,
    /// The columns to choose; null if every placement of the player to move is forced.
    tiling: Option<TilingOptions>,
}

#[derive(Serialize, Debug)]
struct Played {
    /// The step in its canonical form.
    step: String,
    position: String,
    /// The player to move before the step.
    seat: u8,
    round: u16,
    /// The phase after the step.
    phase: azulejo_protocol::table::Phase,
    /// True if the next step is a tiling without a choice.
    forced: bool,
    what: Happening,
    events: Vec<TableEvent>,
}

#[derive(Serialize, Debug, PartialEq, Eq)]
struct Rejected {
    index: usize,
    step: String,
    reason: String,
}

/// The longest sequence of steps in one request.
const MAX_STEPS: usize = 20_000;

/// Answers a request. Every input has an answer; an invalid one names the reason.
#[must_use]
pub fn answer(request: &str) -> String {
    let response = match serde_json::from_str::<Request>(request) {
        Ok(request) => respond(request).unwrap_or_else(|rejection| rejection),
        Err(error) => Response::Error {
            message: error.to_string(),
        },
    };
    serde_json::to_string(&response)
        .unwrap_or_else(|error| format!(r#"{{"kind":"error","message":"{error}"}}"#))
}

fn respond(request: Request) -> Result<Response, Response> {
    Ok(match request {
        Request::New { players, wall } => {
            let players =
                PlayerCount::new(players).ok_or_else(|| invalid("2 to 4 players play"))?;
            let position = Position::new(wall.into(), players, Seat::ONE);
            Response::Position {
                position: position.to_string(),
            }
        }
        Request::Show { position } => Response::Shown(Box::new(show(&parse(&position)?))),
        Request::Play { position, steps } => {
            let (played, rejected, _) = play(parse(&position)?, &steps)?;
            Response::Played {
                steps: played,
                rejected,
            }
        }
        Request::Deal { position, seed } => {
            let position = parse(&position)?;
            let seed = u64::from_str_radix(&seed, 16)
                .map_err(|_| invalid("the seed must be sixteen hexadecimal digits"))?;
            if position.phase() != Phase::Refill {
                return Err(invalid("the factories do not await a deal"));
            }
            Response::Deal {
                deal: position.sample_deal(&mut FastRng::new(seed)).to_string(),
            }
        }
        Request::Record { text } => read_record(&text)?,
        Request::Write {
            position,
            steps,
            players,
        } => write_record(&parse(&position)?, &steps, players)?,
        Request::Repair { position } => {
            let mut setup: Setup = position.parse().map_err(rejection)?;
            fill_bag(&mut setup);
            Response::Position {
                position: setup.to_string(),
            }
        }
    })
}

fn show(position: &Position) -> Shown {
    let seat = position.to_move();
    let tiling = position
        .has_choice(seat)
        .then(|| TilingOptions::of(position, seat))
        .flatten();
    Shown {
        table: TableView::of(position),
        offer: OfferOptions::of(position),
        tiling,
    }
}

type PlayedSteps = (
    Vec<Played>,
    Option<Rejected>,
    Vec<azulejo_rules::record::Step>,
);

/// Plays steps until the first that is not possible.
fn play(mut position: Position, texts: &[String]) -> Result<PlayedSteps, Response> {
    if texts.len() > MAX_STEPS {
        return Err(invalid("there are too many steps"));
    }
    let mut played = Vec::new();
    let mut parts = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let before = position;
        match steps::apply(&mut position, text) {
            Ok(applied) => {
                played.push(Played {
                    step: applied.text,
                    position: position.to_string(),
                    seat: before.to_move().number() as u8,
                    round: before.round(),
                    phase: position.phase().into(),
                    forced: steps::is_forced(&position),
                    what: applied.what,
                    events: applied.events,
                });
                parts.extend(applied.parts);
            }
            Err(reason) => {
                let rejected = Rejected {
                    index,
                    step: text.chars().take(40).collect(),
                    reason,
                };
                return Ok((played, Some(rejected), parts));
            }
        }
    }
    Ok((played, None, parts))
}

fn read_record(text: &str) -> Result<Response, Response> {
    let bad = |problem: RecordProblem| Response::BadRecord { problem };
    let parsed = text.trim().parse::<Record>();
    let record = parsed.map_err(|error| bad((&error).into()))?;
    let mut first = None;
    let mut list = steps::StepList::default();
    let replayed = record
        .walk(|before, step, _| {
            first.get_or_insert(*before);
            list.add(before, step);
        })
        .map_err(|error| bad((&error).into()))?;
    Ok(Response::Record {
        first: first.unwrap_or(replayed.position).to_string(),
        steps: list.finish(),
        players: record.players,
        ended: replayed.ended_by.is_some(),
    })
}

fn write_record(
    first: &Position,
    texts: &[String],
    players: Vec<String>,
) -> Result<Response, Response> {
    let new = Position::new(first.wall(), first.players(), first.start());
    if *first != new {
        return Err(invalid("a record starts with a new game"));
    }
    let (_, rejected, parts) = play(*first, texts)?;
    if let Some(Rejected { reason, .. }) = rejected {
        return Err(invalid(&reason));
    }
    let mut game = azulejo_rules::Game::new(players, first.wall(), first.start())
        .map_err(|e| invalid(&e.to_string()))?;
    for step in parts {
        game.step_explained(step)
            .map_err(|e| invalid(&e.to_string()))?;
    }
    Ok(Response::Text {
        text: game.into_record().to_json(),
    })
}

/// Puts missing tiles into the bag; takes surplus ones out of the bag, then out of the lid.
fn fill_bag(setup: &mut Setup) {
    for colour in Colour::ALL {
        let on_boards = setup.boards.iter().map(|board| {
            let lines = board.lines.iter().flatten().filter(|&&c| c == colour);
            let wall = board.wall.iter().flatten().filter(|&&c| c == Some(colour));
            let tile = azulejo_rules::FloorTile::Tile(colour);
            let floor = board.floor.iter().filter(|&&t| t == tile);
            lines.count() + wall.count() + floor.count()
        });
        let count = |tiles: &ByColour<u8>| usize::from(tiles[colour]);
        let elsewhere = on_boards.sum::<usize>()
            + setup.factories.iter().map(count).sum::<usize>()
            + count(&setup.centre);
        let left = usize::from(TILES_PER_COLOUR).saturating_sub(elsewhere);
        let lid = count(&setup.lid).min(left);
        setup.lid[colour] = lid as u8;
        setup.bag[colour] = (left - lid) as u8;
    }
}

fn parse(text: &str) -> Result<Position, Response> {
    text.parse().map_err(rejection)
}

fn rejection(error: ParsePositionError) -> Response {
    match error {
        ParsePositionError::Syntax { column, reason } => Response::Malformed { column, reason },
        ParsePositionError::Illegal(error) => Response::Illegal {
            faults: error.0.iter().map(Fault::from).collect(),
        },
        error => invalid(&error.to_string()),
    }
}

fn invalid(message: &str) -> Response {
    Response::Error {
        message: message.to_owned(),
    }
}
