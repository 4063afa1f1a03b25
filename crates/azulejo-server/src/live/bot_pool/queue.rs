//! The queue of the bot pool, and the search time that players have used.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_game::Person;
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Level;

use super::Engines;
use crate::http::bounds::BOTS;
use crate::http::rate_limits::Key;

/// Search time used longer ago counts for less: half of it after this long.
const USAGE_HALF_LIFE: Duration = Duration::from_secs(60);
/// Usage below this many seconds is forgotten.
const NEGLIGIBLE_USAGE: f64 = 0.001;
const MINUTE: Duration = Duration::from_secs(60);
/// The number of usage entries above which negligible ones are removed.
const USAGE_ENTRIES: usize = 1_024;

/// The account of search time that a request is charged to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Payer {
    /// The address of a player who is connected; games without one share an account.
    pub(crate) address: Option<Key>,
    pub(crate) player: Person,
}

/// A player's bots have used their thinking time for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfThinkingTime {
    /// The time until there is some again.
    pub(crate) wait: Duration,
}

impl From<OutOfThinkingTime> for Problem {
    fn from(out: OutOfThinkingTime) -> Self {
        let detail = format!("again in {} s", out.wait.as_secs() + 1);
        Self::at(ProblemCode::ThinkingTime, "bots", detail)
    }
}

/// The queue is full for this payer: try again later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

/// The kind of a request, by which its cost is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Move(Level),
    Tiling,
    Hint,
}

impl Kind {
    /// The name in the metrics.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Move(level) => super::bot_id(level).name(),
            Self::Tiling => "tiling",
            Self::Hint => "hint",
        }
    }

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

pub(super) type Job = Box<dyn FnOnce(&mut Engines, &AtomicBool) + Send>;

pub(super) struct Request {
    pub(super) payer: Payer,
    pub(super) kind: Kind,
    pub(super) job: Job,
    pub(super) cancelled: Arc<AtomicBool>,
}

/// The requests that wait, and the search time used lately.
pub(super) struct Queue {
    /// In order of arrival.
    pub(super) waiting: Vec<Request>,
    by_address: Usage<Option<Key>>,
    by_player: Usage<Person>,
    thinking: Thinking,
    /// The mean search time in seconds of each kind of request.
    costs: HashMap<Kind, f64>,
}

impl Queue {
    /// Creates a queue with a multiplier of the thinking time; 0 means unlimited.
    pub(super) fn new(times: u32) -> Self {
        Self {
            waiting: Vec::new(),
            by_address: Usage::default(),
            by_player: Usage::default(),
            thinking: Thinking::new(times),
            costs: HashMap::new(),
        }
    }

    pub(super) fn push(&mut self, request: Request) -> Result<(), QueueFull> {
        self.waiting
            .retain(|waiting| !waiting.cancelled.load(Ordering::Acquire));
        let address = request.payer.address;
        let of_address = self.waiting.iter().filter(|w| w.payer.address == address);
        let of_player = self
            .waiting
            .iter()
            .filter(|w| w.payer.player == request.payer.player);
        if self.waiting.len() >= BOTS.queue
            || of_address.count() >= BOTS.queue_per_address
            || of_player.count() >= BOTS.queue_per_player
        {
            return Err(QueueFull);
        }
        self.waiting.push(request);
        Ok(())
    }

    pub(super) fn pop(&mut self, now: Instant) -> Option<Request> {
        self.waiting
            .retain(|waiting| !waiting.cancelled.load(Ordering::Acquire));
        let cost = |request: &Request| {
            let cost = self.cost(request.kind);
            let Payer { address, player } = &request.payer;
            (
                self.thinking.excess(*player, now).is_some(),
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

    /// Checks whether a player has thinking time left.
    ///
    /// # Errors
    /// The time until there is some again.
    pub(super) fn check_thinking_time(
        &self,
        player: Person,
        now: Instant,
    ) -> Result<(), OutOfThinkingTime> {
        match self.thinking.excess(player, now) {
            None => Ok(()),
            Some(wait) => Err(OutOfThinkingTime { wait }),
        }
    }

    fn cost(&self, kind: Kind) -> f64 {
        let measured = self.costs.get(&kind).copied();
        measured.unwrap_or_else(|| kind.first_estimate())
    }

    pub(super) fn charge(&mut self, payer: &Payer, kind: Kind, used: Duration, now: Instant) {
        let used = used.as_secs_f64();
        let mean = self.cost(kind);
        self.costs.insert(kind, mean + (used - mean) / 8.0);
        self.by_address.add(payer.address, used, now);
        self.by_player.add(payer.player, used, now);
        self.thinking.add(payer.player, used, now);
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

/// The thinking time that each player has used: a leaky bucket, which empties within a minute.
///
/// One game cannot fill it, because its bots think one after another and its bucket leaks as fast.
struct Thinking {
    /// The most seconds; `None` if unlimited.
    most: Option<f64>,
    used: HashMap<Person, (f64, Instant)>,
}

impl Thinking {
    fn new(times: u32) -> Self {
        let most = BOTS.thinking_time.as_secs_f64() * f64::from(times);
        Self {
            most: (times > 0).then_some(most),
            used: HashMap::new(),
        }
    }

    fn add(&mut self, player: Person, seconds: f64, now: Instant) {
        let Some(most) = self.most else {
            return;
        };
        if self.used.len() >= USAGE_ENTRIES {
            self.used.retain(|_, entry| leaked(*entry, most, now) > 0.0);
        }
        let entry = self.used.entry(player).or_insert((0.0, now));
        *entry = (leaked(*entry, most, now) + seconds, now);
    }

    /// Returns how long a player must wait for more thinking time, if it is used up.
    fn excess(&self, player: Person, now: Instant) -> Option<Duration> {
        let most = self.most?;
        let used = leaked(*self.used.get(&player)?, most, now);
        let wait = (used - most) / most * MINUTE.as_secs_f64();
        (used >= most).then(|| Duration::from_secs_f64(wait))
    }
}

fn leaked((seconds, since): (f64, Instant), most: f64, now: Instant) -> f64 {
    let age = now.saturating_duration_since(since).as_secs_f64();
    (seconds - age * most / MINUTE.as_secs_f64()).max(0.0)
}

#[cfg(test)]
mod tests;
