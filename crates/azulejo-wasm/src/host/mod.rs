//! The host of a game that is played on this device.

mod entropy;
mod game;
mod saved;

use azulejo_game::Timestamp;
use azulejo_game::hex::from_hex;
use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::http::{GameCard, HintAnswer, NewGame, ReplayView};
use azulejo_protocol::replay::expand;
use azulejo_rules::Phase;
use azulejo_rules::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::entropy::{Entropy, MIN_BYTES};
use self::game::{BotDecision, BotTurn, LocalGame, malformed};
use self::saved::SavedGame;

/// The most steps of a record that are expanded, as on a server.
const MAX_STEPS: usize = 4096;

/// Keeps one game, and answers requests about it in JSON.
///
/// Time and randomness come in with the requests.
#[derive(Default)]
pub struct Host {
    game: Option<LocalGame>,
}

/// A request.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Request {
    /// Creates a game and opens it.
    Create {
        game: NewGame,
        /// The name of the person who sets it up.
        name: String,
        #[serde(flatten)]
        circumstances: Circumstances,
    },
    /// Opens a saved game.
    Open { saved: Value },
    /// Answers a frame of the client.
    Frame {
        frame: ClientFrame,
        #[serde(flatten)]
        circumstances: Circumstances,
    },
    /// Carries out the decision of a bot.
    Decided {
        seat: u8,
        ply: u32,
        #[serde(default, rename = "move")]
        text: Option<String>,
        #[serde(default)]
        placements: Option<Vec<String>>,
        #[serde(flatten)]
        circumstances: Circumstances,
    },
    /// Asks which position a hint needs.
    Hint { seat: u8 },
    /// Explains the best move or columns, found by the engine for a hint.
    Explain {
        seat: u8,
        ply: u32,
        #[serde(default, rename = "move")]
        text: Option<String>,
        #[serde(default)]
        placements: Option<Vec<String>>,
        #[serde(default)]
        exact: bool,
    },
    /// Returns the record of the game.
    Record {},
    /// Expands a record into tables and events.
    Expand { record: String },
}

/// The time and the random bytes of a request.
#[derive(Deserialize)]
struct Circumstances {
    /// Milliseconds since 1970.
    now: i64,
    /// Random bytes in hex.
    entropy: String,
}

/// A response. Absent members do not apply to the request.
#[derive(Default, Serialize)]
struct Response {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames: Vec<ServerFrame>,
    /// The bots that must decide now; absent if the game is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<Vec<BotTurn>>,
    /// The game to save, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    save: Option<SavedRow>,
    /// A new game to save: the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<SavedRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<Question>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<ReplayView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Problem>,
}

/// A game as it is saved, with its card in lists.
#[derive(Serialize)]
struct SavedRow {
    card: GameCard,
    saved: SavedGame,
}

/// The position that a hint is asked for.
#[derive(Serialize)]
struct Question {
    ply: u32,
    position: String,
    /// Whether columns are asked for.
    tiles: bool,
    /// The node limit of the search.
    nodes: u64,
}

impl Host {
    /// Answers a request with the JSON text of the response.
    pub fn request(&mut self, text: &str) -> String {
        let response = serde_json::from_str(text)
            .map_err(|error| malformed("request", &error.to_string()))
            .and_then(|request| self.answer(request))
            .unwrap_or_else(|problem| Response {
                error: Some(problem),
                ..Response::default()
            });
        serde_json::to_string(&response).expect("views are maps, lists, texts and numbers")
    }

    fn answer(&mut self, request: Request) -> Result<Response, Problem> {
        Ok(match request {
            Request::Create {
                game,
                name,
                circumstances,
            } => {
                let (now, entropy) = circumstances.read()?;
                let game = self
                    .game
                    .insert(LocalGame::create(&game, &name, now, &entropy)?);
                Response {
                    bots: Some(game.bots()),
                    save: Some(row(game)),
                    ..Response::default()
                }
            }
            Request::Open { saved } => {
                self.game = None;
                let saved: SavedGame = serde_json::from_value(saved)
                    .map_err(|error| malformed("saved", &error.to_string()))?;
                let game = LocalGame::restore(saved).map_err(|why| malformed("saved", &why))?;
                let game = self.game.insert(game);
                Response {
                    bots: Some(game.bots()),
                    ..Response::default()
                }
            }
            Request::Frame {
                frame,
                circumstances,
            } => {
                let (now, entropy) = circumstances.read()?;
                let game = self.open_game()?;
                let before = game.ply();
                let (frames, rematch) = game.frame(frame, now, &entropy);
                Response {
                    frames,
                    rematch: rematch.as_ref().map(row),
                    ..changes(game, before)
                }
            }
            Request::Decided {
                seat,
                ply,
                text,
                placements,
                circumstances,
            } => {
                let (now, entropy) = circumstances.read()?;
                let decision = match (text, placements) {
                    (Some(text), None) => BotDecision::Move(text),
                    (None, Some(placements)) => BotDecision::Columns(placements),
                    _ => return Err(malformed("move", "a bot moves or places tiles")),
                };
                let game = self.open_game()?;
                let before = game.ply();
                let frames = game.bot_decided(seat, ply, &decision, now, &entropy)?;
                Response {
                    frames,
                    ..changes(game, before)
                }
            }
            Request::Hint { seat } => {
                let question = self.open_game()?.hint_question(seat)?;
                Response {
                    question: Some(Question {
                        ply: question.ply,
                        position: question.position.to_string(),
                        tiles: question.position.phase() == Phase::Tiling,
                        nodes: azulejo_game::hint::HINT_NODES,
                    }),
                    ..Response::default()
                }
            }
            Request::Explain {
                seat,
                ply,
                text,
                placements,
                exact,
            } => {
                let question = self.open_game()?.hint_question(seat)?;
                if question.ply != ply {
                    return Err(Problem::new(ProblemCode::Stale));
                }
                let hint = match (text, placements) {
                    (Some(text), None) => {
                        let best = azulejo_game::frames::from_notation("move", &text)?;
                        question
                            .position
                            .check(best)
                            .map_err(|reason| malformed("move", &reason.to_string()))?;
                        question.answer_move(best, exact)
                    }
                    (None, Some(placements)) => {
                        let placements: Vec<_> = placements
                            .iter()
                            .map(|text| azulejo_game::frames::from_notation("placements", text))
                            .collect::<Result<_, _>>()?;
                        question.answer_columns(&placements)
                    }
                    _ => return Err(malformed("move", "a hint is a move or placements")),
                };
                Response {
                    hint: Some(hint),
                    ..Response::default()
                }
            }
            Request::Record {} => Response {
                record: Some(self.open_game()?.record()?),
                ..Response::default()
            },
            Request::Expand { record } => Response {
                replay: Some(expand_record(&record)?),
                ..Response::default()
            },
        })
    }

    fn open_game(&mut self) -> Result<&mut LocalGame, Problem> {
        let game = self.game.as_mut();
        game.ok_or_else(|| Problem::at(ProblemCode::NotFound, "game", "no game is open"))
    }
}

impl Circumstances {
    fn read(&self) -> Result<(Timestamp, Entropy), Problem> {
        let entropy = from_hex(&self.entropy).and_then(Entropy::new);
        let few = || malformed("entropy", &format!("at least {MIN_BYTES} bytes in hex"));
        Ok((Timestamp::from_unix_ms(self.now), entropy.ok_or_else(few)?))
    }
}

fn row(game: &LocalGame) -> SavedRow {
    SavedRow {
        card: game.card(),
        saved: game.saved(),
    }
}

/// Returns what has changed since `before` events.
fn changes(game: &LocalGame, before: u32) -> Response {
    let changed = game.ply() != before;
    Response {
        bots: changed.then(|| game.bots()),
        save: changed.then(|| row(game)),
        ..Response::default()
    }
}

fn expand_record(text: &str) -> Result<ReplayView, Problem> {
    let record: Record = text.trim().parse().map_err(|error| Problem::from(&error))?;
    // A deal and a tiling for each round beside its moves.
    let rounds = record.rounds.iter();
    let steps: usize = rounds.map(|round| round.moves.len() + 2).sum();
    if steps > MAX_STEPS {
        let detail = format!("{steps} steps, but at most {MAX_STEPS} are expanded");
        return Err(Problem::at(ProblemCode::TooMany, "steps", detail));
    }
    expand(&record).map_err(|fault| Problem::from(&fault))
}
