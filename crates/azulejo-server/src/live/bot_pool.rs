//! The bot pool: a fixed number of threads that search for bots and hints, behind a fair queue.
//!
//! The queue is bounded in all, per address and per player. The next request is the one whose
//! address, then player, has used the least search time lately, its own expected cost included:
//! weighted fair queueing. A flood of expensive games delays the flooder, not the others. A request
//! whose caller has gone leaves the queue, and its search stops.
//!
//! A player's bots have a thinking time per minute. Once it is used up, they wait for the bots of
//! everyone else, and what would ask for more (another game with bots, an undo, a hint) is refused.

mod queue;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_ai::{Bot, BotId, Decision};
use azulejo_game::Person;
use azulejo_game::hint::HINT_NODES;
use azulejo_protocol::game::Level;
use azulejo_rules::{Move, Placement, Position, Seat};
use tokio::sync::{RwLock, oneshot};

use self::queue::{Kind, Queue, Request};
pub(crate) use self::queue::{OutOfThinkingTime, Payer, QueueFull};
use crate::app::lock;
use crate::http::bounds::BOTS;

/// A handle to the pool.
#[derive(Clone)]
pub(crate) struct BotPool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    /// The searches that ran, except those whose callers had gone before.
    n_searches: AtomicU64,
    /// Every bot answers within the caller's task, as a beginner.
    #[cfg(test)]
    inline: bool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }
}

impl BotPool {
    /// Starts the threads. A test pauses them by holding `paused` for writing. `times` multiplies
    /// the thinking time of players; 0 means unlimited.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(
        threads: usize,
        times: u32,
        paused: &Arc<RwLock<()>>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new(times)),
            ready: Condvar::new(),
            n_searches: AtomicU64::new(0),
            #[cfg(test)]
            inline: false,
        });
        for number in 0..threads.max(1) {
            let (shared, paused) = (Arc::downgrade(&shared), Arc::clone(paused));
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || {
                    let mut engines = Engines::default();
                    while let Some(shared) = shared.upgrade() {
                        serve_next(&shared, &mut engines, &paused);
                    }
                })?;
        }
        Ok(Self(shared))
    }

    /// A pool without threads: every bot answers within the caller's task, as a beginner, so that
    /// a simulation is quick and deterministic.
    #[cfg(test)]
    pub(crate) fn inline() -> Self {
        Self(Arc::new(Shared {
            queue: Mutex::new(Queue::new(0)),
            ready: Condvar::new(),
            n_searches: AtomicU64::new(0),
            inline: true,
        }))
    }

    /// Returns the number of requests that wait for a thread.
    pub(crate) fn queue_length(&self) -> usize {
        self.0.queue().waiting.len()
    }

    /// Checks whether a player's bots may think about more than the games that are under way, whose
    /// bots always get their turn.
    ///
    /// # Errors
    /// If their thinking time is used up for now.
    pub(crate) fn check_thinking_time(
        &self,
        player: impl Into<Person>,
    ) -> Result<(), OutOfThinkingTime> {
        let queue = self.0.queue();
        queue.check_thinking_time(player.into(), Instant::now())
    }

    /// Returns the move that a bot of this level plays; `None` if the position asks for none.
    ///
    /// Dropping the future cancels the request.
    ///
    /// # Errors
    /// If the queue is full for this payer.
    pub(crate) async fn choose_move(
        &self,
        payer: Payer,
        level: Level,
        seed: u64,
        position: Position,
    ) -> Result<Option<Move>, QueueFull> {
        self.run(payer, Kind::Move(level), move |engines, stop| match engines
            .bot(level, seed)
            .decide_until(&position, stop)
        {
            Ok(Decision::Move(m)) => Some(m),
            _ => None,
        })
        .await
    }

    /// Returns the columns that a bot of this level chooses for a seat.
    ///
    /// # Errors
    /// If the queue is full for this payer.
    pub(crate) async fn choose_columns(
        &self,
        payer: Payer,
        level: Level,
        seed: u64,
        position: Position,
        seat: Seat,
    ) -> Result<Option<Vec<Placement>>, QueueFull> {
        self.run(payer, Kind::Tiling, move |engines, _| {
            Some(engines.bot(level, seed).tile(&position, seat).to_vec())
        })
        .await
    }

    /// Returns the best move, and whether the rest of the round was solved.
    ///
    /// # Errors
    /// If the queue is full for this payer.
    pub(crate) async fn hint(
        &self,
        payer: Payer,
        position: Position,
    ) -> Result<Option<(Move, bool)>, QueueFull> {
        self.run(payer, Kind::Hint, move |engines, stop| {
            let limits = Limits {
                time: Some(BOTS.search_time),
                nodes: Some(HINT_NODES),
                depth: None,
            };
            let found = engines
                .adviser()
                .search(&position, limits, MultiPv::BEST, stop)
                .ok()?;
            Some((found.best(), found.solved))
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        payer: Payer,
        kind: Kind,
        job: impl FnOnce(&mut Engines, &AtomicBool) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>, QueueFull> {
        #[cfg(test)]
        if self.0.inline {
            let mut engines = Engines {
                level: Some(Level::Beginner),
                ..Engines::default()
            };
            return Ok(job(&mut engines, &AtomicBool::new(false)));
        }
        let (answer, answered) = oneshot::channel();
        let guard = CancelOnDrop(Arc::default());
        let queued = Instant::now();
        let request = Request {
            payer,
            kind,
            job: Box::new(move |engines, stop| {
                metrics::histogram!("azulejo_bot_wait_seconds").record(queued.elapsed());
                if let Some(result) = job(engines, stop) {
                    // The caller may have gone meanwhile.
                    let _ = answer.send(result);
                }
            }),
            cancelled: Arc::clone(&guard.0),
        };
        self.0.queue().push(request)?;
        self.0.ready.notify_one();
        Ok(answered.await.ok())
    }
}

/// Cancels a request when its caller stops waiting.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Waits a moment for a request and serves it. Returns now and then, so that a thread of a dropped
/// pool ends.
fn serve_next(shared: &Shared, engines: &mut Engines, paused: &RwLock<()>) {
    const LOOK_UP: Duration = Duration::from_secs(1);
    let request = {
        let queue = shared.queue();
        let (mut queue, _) = shared
            .ready
            .wait_timeout_while(queue, LOOK_UP, |queue| queue.waiting.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        queue.pop(Instant::now())
    };
    let Some(request) = request else {
        return;
    };
    drop(paused.blocking_read());
    if request.cancelled.load(Ordering::Acquire) {
        return;
    }
    shared.n_searches.fetch_add(1, Ordering::AcqRel);
    let begun = Instant::now();
    (request.job)(engines, &request.cancelled);
    let now = Instant::now();
    metrics::histogram!("azulejo_bot_thinking_seconds", "kind" => request.kind.name())
        .record(now - begun);
    shared
        .queue()
        .charge(&request.payer, request.kind, now - begun, now);
}

/// The engines of one thread, created when first used.
#[derive(Default)]
struct Engines {
    bots: HashMap<Level, Bot>,
    adviser: Option<Engine>,
    /// Overrides the requested level of every bot.
    #[cfg(test)]
    level: Option<Level>,
}

impl Engines {
    /// A bot without memory of earlier games, so that its choice follows from position and seed.
    fn bot(&mut self, level: Level, seed: u64) -> &mut Bot {
        #[cfg(test)]
        let level = self.level.unwrap_or(level);
        let bot = self
            .bots
            .entry(level)
            .or_insert_with(|| Bot::new(bot_id(level), seed).with_time_ceiling(BOTS.search_time));
        bot.new_game(seed);
        bot
    }

    fn adviser(&mut self) -> &mut Engine {
        self.adviser
            .get_or_insert_with(|| Engine::new(Evaluator::shipped()))
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

#[cfg(test)]
mod attacks;

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use azulejo_store::PlayerId;

    use super::*;
    use crate::http::rate_limits::Key;

    /// The protocol and the engine each have a list of the levels.
    #[test]
    fn levels_are_those_of_the_engine() {
        assert_eq!(Level::ALL.map(bot_id), BotId::LEVELS);
        for level in Level::ALL {
            assert_eq!(level.id(), bot_id(level).name());
        }
    }

    fn payer() -> Payer {
        Payer {
            address: Some(Key::from(IpAddr::from([10, 0, 0, 1]))),
            player: PlayerId::from_entropy([1; 16]).into(),
        }
    }

    #[tokio::test]
    async fn dropping_the_caller_stops_the_search() {
        let pool = BotPool::start(1, 1, &Arc::default()).expect("a pool");
        let (begun, has_begun) = oneshot::channel();
        let endless = pool.run(payer(), Kind::Move(Level::Legend), move |_, stop| {
            begun.send(()).expect("the test waits for it");
            while !stop.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
            Some(())
        });
        tokio::select! {
            _ = endless => panic!("the search does not end by itself"),
            begun = has_begun => begun.expect("the search has begun"),
        }
        let next = pool.run(payer(), Kind::Move(Level::Beginner), |_, _| Some(7));
        assert_eq!(next.await, Ok(Some(7)), "the thread is free again");
    }
}
