//! The threads on which bots think: a bounded queue, away from everything that people wait for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_ai::{Bot, BotId, Decision};
use azulejo_protocol::game::Level;
use azulejo_rules::{Move, Placement, Position, Seat};
use tokio::sync::{RwLock, oneshot};

/// How many questions may wait.
const QUEUE: usize = 256;
/// Levels are defined in nodes; this is only the ceiling of live play.
const CEILING: Duration = Duration::from_secs(4);
/// How long a hint may be thought about.
const HINT_NODES: u64 = 300_000;

/// What a bot is asked. It sees what a player sees: the position, not the bag's order.
pub(crate) enum Question {
    /// A move for the player to move.
    Move {
        level: Level,
        seed: u64,
        position: Position,
        answer: oneshot::Sender<Move>,
    },
    /// Columns for a seat.
    Tile {
        level: Level,
        seed: u64,
        position: Position,
        seat: Seat,
        answer: oneshot::Sender<Vec<Placement>>,
    },
    /// The best move, for a person who asks for a hint.
    Hint {
        position: Position,
        answer: oneshot::Sender<(Move, bool)>,
    },
}

/// The threads.
#[derive(Clone)]
pub(crate) struct BotThreads {
    queue: SyncSender<Question>,
}

impl BotThreads {
    /// Starts so many threads, which think while nobody holds them.
    pub(crate) fn start(threads: usize, held: &Arc<RwLock<()>>) -> std::io::Result<Self> {
        let (queue, questions) = sync_channel(QUEUE);
        let questions = Arc::new(Mutex::new(questions));
        for number in 0..threads.max(1) {
            let (questions, held) = (Arc::clone(&questions), Arc::clone(held));
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || think(&questions, &held))?;
        }
        Ok(Self { queue })
    }

    /// Asks; gives whether there was room for the question.
    pub(crate) fn ask(&self, question: Question) -> bool {
        self.queue.try_send(question).is_ok()
    }
}

const fn bot_id(level: Level) -> BotId {
    match level {
        Level::Beginner => BotId::Beginner,
        Level::Apprentice => BotId::Apprentice,
        Level::Tiler => BotId::Tiler,
        Level::Artisan => BotId::Artisan,
        Level::Master => BotId::Master,
        Level::Legend => BotId::Legend,
    }
}

fn think(questions: &Mutex<Receiver<Question>>, held: &RwLock<()>) {
    let mut bots: HashMap<Level, Bot> = HashMap::new();
    let mut adviser: Option<Engine> = None;
    loop {
        let next = questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(question) = next else {
            return;
        };
        drop(held.blocking_read());
        match question {
            Question::Move {
                level,
                seed,
                position,
                answer,
            } => {
                let bot = bot_at(&mut bots, level, seed);
                let decision = with_ceiling(|stop| bot.decide_until(&position, stop));
                if let Ok(Decision::Move(m)) = decision {
                    // Whoever asked may be gone: the game was unloaded.
                    let _gone = answer.send(m);
                }
            }
            Question::Tile {
                level,
                seed,
                position,
                seat,
                answer,
            } => {
                let placements = bot_at(&mut bots, level, seed).tile(&position, seat);
                let _gone = answer.send(placements.to_vec());
            }
            Question::Hint { position, answer } => {
                let engine = adviser.get_or_insert_with(|| Engine::new(Evaluator::shipped()));
                let limits = Limits {
                    time: None,
                    nodes: Some(HINT_NODES),
                    depth: None,
                };
                let found =
                    with_ceiling(|stop| engine.search(&position, limits, MultiPv::BEST, stop));
                if let Ok(found) = found {
                    let _gone = answer.send((found.best(), found.solved));
                }
            }
        }
    }
}

/// A bot that starts anew, so that what it does hangs on nothing but position and seed.
fn bot_at(bots: &mut HashMap<Level, Bot>, level: Level, seed: u64) -> &mut Bot {
    let bot = bots
        .entry(level)
        .or_insert_with(|| Bot::new(bot_id(level), seed));
    bot.new_game(seed);
    bot
}

/// Lets a search run until it ends by itself or the ceiling is reached.
fn with_ceiling<T>(search: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = AtomicBool::new(false);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let start = Instant::now();
            while !done.load(Ordering::Acquire) && start.elapsed() < CEILING {
                std::thread::park_timeout(CEILING.saturating_sub(start.elapsed()));
            }
            stop.store(true, Ordering::Release);
        });
        let found = search(&stop);
        done.store(true, Ordering::Release);
        watch.thread().unpark();
        found
    })
}
