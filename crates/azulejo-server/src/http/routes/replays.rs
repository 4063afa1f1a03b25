//! Replays: a game or a pasted record, expanded into tables and events.
//!
//! Every step carries a whole table, so an answer is a few hundred times as long as its record.
//! Answers are therefore streamed: a response holds the moves of its game and one chunk of text.
//! Expanding is work for the blocking pool, a few at a time. The bounds of the routes limit the
//! number of open responses, because a client may be slow to read them.

use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{ErrorAnswer, ReplayRequest, ReplayView};
use azulejo_protocol::replay::Expansion;
use azulejo_rules::record::Record;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::games::record_of;
use crate::app::App;
use crate::http::bounds::REPLAYS;
use crate::http::problem::{ApiError, ApiResult};
use crate::http::{Path, StrictJson};

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(replay))
        .routes(routes!(replay_pasted))
}

/// Get a game expanded into tables and events.
#[utoipa::path(
    get, path = "/api/v1/games/{game}/replay", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = ReplayView), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn replay(
    State(app): State<App>,
    Path(game): Path<String>,
) -> ApiResult<Response> {
    let record = record_of(&app, &game).await?;
    respond(&app, move || Ok(record)).await
}

/// Expand a pasted record into tables and events.
#[utoipa::path(
    post, path = "/api/v1/replay", tag = "games", request_body = ReplayRequest,
    responses((status = 200, body = ReplayView), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn replay_pasted(
    State(app): State<App>,
    StrictJson(pasted): StrictJson<ReplayRequest>,
) -> ApiResult<Response> {
    let parse = move || {
        let record: Result<Record, _> = pasted.record.trim().parse();
        record.map_err(|error| Problem::from(&error))
    };
    respond(&app, parse).await
}

/// Checks a record and starts to stream it.
async fn respond(
    app: &App,
    record: impl FnOnce() -> Result<Record, Problem> + Send + 'static,
) -> ApiResult<Response> {
    let workers = Arc::clone(&app.replay_workers);
    let encoder = on_blocking_pool(&workers, move || Encoder::new(&record()?)).await;
    let encoder = encoder.map_err(|error| {
        tracing::error!(%error, "replay failed");
        ApiError::from(ProblemCode::Unavailable)
    })??;
    let replay = OpenReplay { encoder, workers };
    let body = Body::from_stream(stream::unfold(Some(replay), |replay| async {
        match replay?.next_chunk().await {
            Ok((chunk, replay)) => Some((Ok(chunk?), Some(replay))),
            Err(error) => Some((Err(error), None)),
        }
    }));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn on_blocking_pool<T: Send + 'static>(
    workers: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let worker = Arc::clone(workers).acquire_owned().await;
    let worker = worker.map_err(io::Error::other)?;
    let work = move || {
        let _worker = worker;
        work()
    };
    Ok(tokio::task::spawn_blocking(work).await?)
}

/// A response that is being sent.
struct OpenReplay {
    encoder: Encoder,
    workers: Arc<Semaphore>,
}

impl OpenReplay {
    /// Encodes the next chunk. A worker is occupied only while it encodes, not while the client
    /// reads.
    async fn next_chunk(mut self) -> io::Result<(Option<Bytes>, Self)> {
        let workers = Arc::clone(&self.workers);
        on_blocking_pool(&workers, move || (self.encoder.next_chunk(), self)).await
    }
}

/// Writes a [`ReplayView`] as JSON, chunk by chunk.
struct Encoder {
    expansion: Expansion,
    n_written: usize,
    state: EncoderState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EncoderState {
    Start,
    Steps,
    Done,
}

impl Encoder {
    /// Checks the record against the rules and the limit on steps.
    fn new(record: &Record) -> Result<Self, Problem> {
        // A deal and a tiling for each round beside its moves.
        let n_steps: usize = record
            .rounds
            .iter()
            .map(|round| round.moves.len() + 2)
            .sum();
        if n_steps > REPLAYS.steps {
            let most = REPLAYS.steps;
            let detail = format!("{n_steps} steps, but at most {most} are expanded");
            return Err(Problem::at(ProblemCode::TooMany, "steps", detail));
        }
        Ok(Self {
            expansion: Expansion::new(record).map_err(|fault| Problem::from(&fault))?,
            n_written: 0,
            state: EncoderState::Start,
        })
    }

    fn next_chunk(&mut self) -> Option<Bytes> {
        let mut text = Vec::with_capacity(REPLAYS.chunk_bytes + REPLAYS.chunk_bytes / 8);
        match self.state {
            EncoderState::Start => {
                let Expansion {
                    players,
                    wall,
                    first,
                    ..
                } = &self.expansion;
                push(&mut text, "{\"players\":", players);
                push(&mut text, ",\"wall\":", wall);
                push(&mut text, ",\"first\":", first);
                text.extend_from_slice(b",\"steps\":[");
                self.state = EncoderState::Steps;
            }
            EncoderState::Steps => {}
            EncoderState::Done => return None,
        }
        while text.len() < REPLAYS.chunk_bytes {
            let Some(step) = self.expansion.next() else {
                push(&mut text, "],\"result\":", &self.expansion.result());
                push(&mut text, ",\"has_proof\":", &self.expansion.has_proof);
                text.push(b'}');
                self.state = EncoderState::Done;
                break;
            };
            let separator = if self.n_written == 0 { "" } else { "," };
            push(&mut text, separator, &step);
            self.n_written += 1;
        }
        Some(text.into())
    }
}

fn push(text: &mut Vec<u8>, before: &str, value: &impl Serialize) {
    text.extend_from_slice(before.as_bytes());
    serde_json::to_writer(text, value).expect("views are maps, lists, texts and numbers");
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::replay::expand;
    use azulejo_rules::rng::FastRng;
    use azulejo_rules::{Game, Phase, Seat, Wall};

    use super::*;

    /// Returns a random game of at most `rounds` rounds.
    fn game(wall: Wall, n_players: usize, rounds: u16) -> Record {
        let names = (1..=n_players).map(|n| format!("bot:{n}")).collect();
        let start = Seat::new(1).expect("a seat");
        let mut game = Game::new(names, wall, start).expect("a game");
        let mut rng = FastRng::new(7);
        loop {
            let position = *game.position();
            match position.phase() {
                Phase::Offer => {
                    let m = position.legal_moves().choose(&mut rng);
                    game.play(m).expect("a legal move");
                }
                Phase::Tiling => match position.placements(position.to_move()).first() {
                    Some(&placement) => game
                        .tile(position.to_move(), placement)
                        .expect("a legal placement"),
                    None => game.settle().expect("only floors are left to charge"),
                },
                Phase::Refill if position.round() <= rounds => {
                    let deal = position.sample_deal(&mut rng);
                    game.deal(&deal).expect("a legal deal");
                }
                Phase::Refill | Phase::Over => return game.into_record(),
            }
        }
    }

    #[test]
    fn chunks_are_the_json_of_the_whole_view_and_small() {
        for (wall, n_players, rounds) in [
            (Wall::Coloured, 2, 99),
            (Wall::Grey, 4, 99),
            (Wall::Coloured, 3, 1),
            (Wall::Coloured, 4, 0),
        ] {
            let record = game(wall, n_players, rounds);
            let mut encoder = Encoder::new(&record).expect("a legal game");
            let mut text = Vec::new();
            while let Some(chunk) = encoder.next_chunk() {
                assert!(
                    chunk.len() < 2 * REPLAYS.chunk_bytes,
                    "{} bytes",
                    chunk.len()
                );
                text.extend_from_slice(&chunk);
            }
            let whole = expand(&record).expect("a legal game");
            let whole = serde_json::to_string(&whole).expect("JSON");
            assert_eq!(String::from_utf8(text).expect("text"), whole);
        }
    }
}
