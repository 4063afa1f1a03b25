//! The bot pool: a fixed number of threads that search for bots and hints, behind a fair queue.
//!
//! The queue is bounded in all, per address and per player. The next request is the one whose
//! address, then player, has used the least search time lately, its own expected cost included:
//! weighted fair queueing. A flood of expensive games delays the flooder, not the others. A request
//! whose caller has gone leaves the queue, and its search stops.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_ai::{Bot, BotId, Decision};
use azulejo_game::Person;
use azulejo_protocol::game::Level;
use azulejo_rules::{Move, Placement, Position, Seat};
use tokio::sync::{RwLock, oneshot};

use crate::app::lock;
use crate::http::rate_limits::Key;

/// The most requests that wait at once.
const QUEUE: usize = 1_024;
/// The most requests of one address that wait at once; a club plays behind one address.
const QUEUE_PER_ADDRESS: usize = 256;
/// The most requests of one player that wait at once.
const QUEUE_PER_PLAYER: usize = 16;
/// Search time used longer ago counts for less: half of it after this long.
const USAGE_HALF_LIFE: Duration = Duration::from_secs(60);
/// Usage below this many seconds is forgotten.
const NEGLIGIBLE_USAGE: f64 = 0.001;
/// The number of usage entries above which negligible ones are removed.
const USAGE_ENTRIES: usize = 1_024;
/// Levels are defined in nodes; this only bounds a search on a slow machine.
const TIME_CEILING: Duration = Duration::from_secs(4);
/// The node limit of a hint.
const HINT_NODES: u64 = 300_000;

/// The account of search time that a request is charged to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Payer {
    /// The address of a player who is connected; games without one share an account.
    pub(crate) address: Option<Key>,
    pub(crate) player: Person,
}

/// The queue is full for this payer: try again later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

/// What a request costs is estimated by its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Move(Level),
    Tiling,
    Hint,
}

impl Kind {
    /// The expected search time in seconds before any request of this kind was measured.
    const fn first_estimate(self) -> f64 {
        match self {
            Self::Move(Level::Beginner | Level::Apprentice | Level::Tiler) | Self::Tiling => 0.001,
            Self::Move(Level::Artisan) => 0.02,
            Self::Move(Level::Master) => 0.1,
            Self::Move(Level::Legend) | Self::Hint => 0.4,
        }
    }
}

type Job = Box<dyn FnOnce(&mut Engines, &AtomicBool) + Send>;

struct Request {
    payer: Payer,
    kind: Kind,
    job: Job,
    cancelled: Arc<AtomicBool>,
}

/// A handle to the pool.
#[derive(Clone)]
pub(crate) struct BotPool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
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
    /// Starts the threads. A test pauses them by holding `paused` for writing.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(threads: usize, paused: &Arc<RwLock<()>>) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
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
            queue: Mutex::default(),
            ready: Condvar::new(),
            inline: true,
        }))
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
                time: Some(TIME_CEILING),
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
        let request = Request {
            payer,
            kind,
            job: Box::new(move |engines, stop| {
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
    let begun = Instant::now();
    (request.job)(engines, &request.cancelled);
    let now = Instant::now();
    shared
        .queue()
        .charge(&request.payer, request.kind, now - begun, now);
}

/// The requests that wait, and the search time used lately.
#[derive(Default)]
struct Queue {
    /// In order of arrival.
    waiting: Vec<Request>,
    by_address: Usage<Option<Key>>,
    by_player: Usage<Person>,
    /// The mean search time in seconds of each kind of request.
    costs: HashMap<Kind, f64>,
}

impl Queue {
    fn push(&mut self, request: Request) -> Result<(), QueueFull> {
        self.waiting
            .retain(|waiting| !waiting.cancelled.load(Ordering::Acquire));
        let address = request.payer.address;
        let of_address = self.waiting.iter().filter(|w| w.payer.address == address);
        let of_player = self
            .waiting
            .iter()
            .filter(|w| w.payer.player == request.payer.player);
        if self.waiting.len() >= QUEUE
            || of_address.count() >= QUEUE_PER_ADDRESS
            || of_player.count() >= QUEUE_PER_PLAYER
        {
            return Err(QueueFull);
        }
        self.waiting.push(request);
        Ok(())
    }

    fn pop(&mut self, now: Instant) -> Option<Request> {
        self.waiting
            .retain(|waiting| !waiting.cancelled.load(Ordering::Acquire));
        let cost = |request: &Request| {
            let cost = self.cost(request.kind);
            let Payer { address, player } = &request.payer;
            (
                self.by_address.seconds(address, now) + cost,
                self.by_player.seconds(player, now) + cost,
            )
        };
        let (next, _) = self
            .waiting
            .iter()
            .map(cost)
            .enumerate()
            // The first of equals is the one that came first.
            .min_by(|(_, a), (_, b)| a.partial_cmp(b).expect("search times are numbers"))?;
        Some(self.waiting.remove(next))
    }

    fn cost(&self, kind: Kind) -> f64 {
        let measured = self.costs.get(&kind).copied();
        measured.unwrap_or_else(|| kind.first_estimate())
    }

    fn charge(&mut self, payer: &Payer, kind: Kind, used: Duration, now: Instant) {
        let used = used.as_secs_f64();
        let mean = self.cost(kind);
        self.costs.insert(kind, mean + (used - mean) / 8.0);
        self.by_address.add(payer.address, used, now);
        self.by_player.add(payer.player, used, now);
    }
}

/// Seconds used by each account, decaying with time.
struct Usage<K>(HashMap<K, (f64, Instant)>);

impl<K> Default for Usage<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq> Usage<K> {
    fn seconds(&self, key: &K, now: Instant) -> f64 {
        self.0.get(key).map_or(0.0, |entry| decayed(*entry, now))
    }

    fn add(&mut self, key: K, seconds: f64, now: Instant) {
        if self.0.len() >= USAGE_ENTRIES {
            self.0
                .retain(|_, entry| decayed(*entry, now) > NEGLIGIBLE_USAGE);
        }
        let entry = self.0.entry(key).or_insert((0.0, now));
        *entry = (decayed(*entry, now) + seconds, now);
    }
}

fn decayed((seconds, since): (f64, Instant), now: Instant) -> f64 {
    let age = now.saturating_duration_since(since).as_secs_f64();
    seconds * (-age / USAGE_HALF_LIFE.as_secs_f64()).exp2()
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
            .or_insert_with(|| Bot::new(bot_id(level), seed).with_time_ceiling(TIME_CEILING));
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
mod tests {
    use std::net::IpAddr;

    use azulejo_store::PlayerId;

    use super::*;

    /// Returns the player with this name, spelt in Base58 and padded to a player id.
    fn person(name: &str) -> Person {
        let spelt: String = name
            .chars()
            .map(|c| match c {
                ' ' => 'x',
                '0' => 'z',
                'l' => 'L',
                other => other,
            })
            .collect();
        let id: PlayerId = format!("{spelt:1<16}").parse().expect("a player id");
        id.into()
    }

    fn payer(address: u8, player: &str) -> Payer {
        Payer {
            address: Some(Key::from(IpAddr::from([10, 0, 0, address]))),
            player: person(player),
        }
    }

    fn request(payer: Payer, kind: Kind) -> (Request, CancelOnDrop) {
        let guard = CancelOnDrop(Arc::default());
        let request = Request {
            payer,
            kind,
            job: Box::new(|_, _| {}),
            cancelled: Arc::clone(&guard.0),
        };
        (request, guard)
    }

    /// Pushes a request for each payer and returns the order in which they are served, if each
    /// search takes `used`.
    fn order(requests: Vec<(Payer, Kind)>, used: Duration) -> Vec<Person> {
        let mut queue = Queue::default();
        let mut guards = Vec::new();
        for (payer, kind) in requests {
            let (request, guard) = request(payer, kind);
            queue.push(request).expect("room in the queue");
            guards.push(guard);
        }
        let now = Instant::now();
        std::iter::from_fn(|| {
            let request = queue.pop(now)?;
            queue.charge(&request.payer, request.kind, used, now);
            Some(request.payer.player)
        })
        .collect()
    }

    const LEGEND: Kind = Kind::Move(Level::Legend);
    const BEGINNER: Kind = Kind::Move(Level::Beginner);

    #[test]
    fn cheap_request_overtakes_expensive_flood() {
        let mut requests: Vec<_> = (0..240)
            .map(|n| (payer(n % 32, &format!("flooder {n}")), LEGEND))
            .collect();
        requests.push((payer(100, "honest"), BEGINNER));
        let order = order(requests, Duration::from_millis(500));
        assert_eq!(order.len(), 241);
        assert_eq!(order[0], person("honest"));
    }

    #[test]
    fn players_of_one_address_take_turns() {
        let requests = ["ana", "ana", "ana", "ben", "ben", "cleo"]
            .map(|player| (payer(1, player), LEGEND))
            .to_vec();
        let order = order(requests, Duration::from_secs(1));
        assert_eq!(
            order,
            ["ana", "ben", "cleo", "ana", "ben", "ana"].map(person)
        );
    }

    #[test]
    fn addresses_take_turns_however_many_players_they_have() {
        let mut requests: Vec<_> = (0..8)
            .map(|n| (payer(1, &format!("one {n}")), LEGEND))
            .collect();
        requests.extend([(payer(2, "two"), LEGEND), (payer(2, "two"), LEGEND)]);
        let order = order(requests, Duration::from_secs(1));
        assert_eq!(order[..4], ["one 0", "two", "one 1", "two"].map(person));
    }

    #[test]
    fn usage_is_forgotten() {
        let mut usage = Usage::default();
        let now = Instant::now();
        usage.add("ana", 8.0, now);
        let later = now + 3 * USAGE_HALF_LIFE;
        assert!((usage.seconds(&"ana", later) - 1.0).abs() < 1e-9);
        for number in 0..USAGE_ENTRIES {
            usage.add(Box::leak(number.to_string().into_boxed_str()), 1.0, now);
        }
        usage.add("ben", 1.0, now + 60 * USAGE_HALF_LIFE);
        assert_eq!(usage.0.len(), 1);
    }

    #[test]
    fn queue_is_bounded_per_player_address_and_in_all() {
        let fill = |payers: &mut dyn Iterator<Item = Payer>| {
            let (mut queue, mut guards, mut accepted) = (Queue::default(), Vec::new(), 0);
            for payer in payers {
                let (request, guard) = request(payer, BEGINNER);
                accepted += usize::from(queue.push(request).is_ok());
                guards.push(guard);
            }
            accepted
        };
        let one_player = &mut (0..100).map(|_| payer(1, "ana"));
        assert_eq!(fill(one_player), QUEUE_PER_PLAYER);
        let one_address = &mut (0..1_000).map(|n| payer(1, &n.to_string()));
        assert_eq!(fill(one_address), QUEUE_PER_ADDRESS);
        let all = &mut (0..2_000).map(|n| payer((n % 20) as u8, &n.to_string()));
        assert_eq!(fill(all), QUEUE);
    }

    #[test]
    fn cancelled_requests_leave_the_queue() {
        let mut queue = Queue::default();
        for _ in 0..10 * QUEUE_PER_PLAYER {
            let (request, guard) = request(payer(1, "ana"), LEGEND);
            drop(guard);
            queue
                .push(request)
                .expect("cancelled requests take no room");
        }
        assert!(queue.pop(Instant::now()).is_none());
    }

    #[tokio::test]
    async fn dropping_the_caller_stops_the_search() {
        let pool = BotPool::start(1, &Arc::default()).expect("a pool");
        let (begun, has_begun) = oneshot::channel();
        let endless = pool.run(payer(1, "ana"), LEGEND, move |_, stop| {
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
        let next = pool.run(payer(1, "ana"), BEGINNER, |_, _| Some(7));
        assert_eq!(next.await, Ok(Some(7)), "the thread is free again");
    }
}
