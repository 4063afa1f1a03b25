//! What all parts of a simulation share: time, chance, faults, the trace and the first violation.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use azulejo_game::{Millis, Timestamp};
use azulejo_rules::rng::rand_core::Rng as _;
use azulejo_rules::rng::{FastRng, below};
use azulejo_store::memory::{Failure, Fault, Operation};
use tokio::time::Instant;

/// The time at which every simulation begins, in milliseconds since 1970.
const BEGIN: Timestamp = Timestamp::from_unix_ms(1_700_000_000_000);
/// The number of the store that the checker reads with, which has no faults.
pub(super) const OBSERVER: usize = 0;
/// The number of trace lines printed with a violation.
const TRACE_LINES: usize = 60;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The probabilities of faults, in thousandths. Each seed has its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// A store operation fails, before or after its commit.
    store_failures: u32,
    /// A store operation takes long.
    slow_operations: u32,
    /// A bus message is lost.
    lost_notices: u32,
    /// A frame is lost on its way to a node.
    pub(super) lost_frames: u32,
    /// A frame reaches its node twice.
    pub(super) duplicated_frames: u32,
    /// A frame takes long.
    slow_frames: u32,
    /// A step of the simulation begins a fault of a node.
    pub(super) node_faults: u32,
    /// A client drops its connection, per action.
    pub(super) dropped_connections: u32,
}

impl Profile {
    /// Returns whether the store always answers quickly, unless a node cannot reach it.
    pub(super) const fn has_good_store(&self) -> bool {
        self.store_failures == 0 && self.slow_operations == 0
    }

    fn random(dice: &mut FastRng) -> Self {
        // Some seeds have no fault of a kind at all, others many.
        let mut rate = |most: u32| match below(dice, 4) {
            0 => 0,
            _ => below(dice, most + 1),
        };
        Self {
            store_failures: rate(60),
            slow_operations: rate(40),
            lost_notices: rate(600),
            lost_frames: rate(60),
            duplicated_frames: rate(150),
            slow_frames: rate(60),
            node_faults: rate(250),
            dropped_connections: rate(120),
        }
    }
}

/// The kinds of trace entries with up to three numbers each.
type Entry = (i64, &'static str, [u64; 3]);

struct Trace {
    hash: u64,
    recent: VecDeque<Entry>,
}

/// The state that all parts of a simulation share.
pub(super) struct World {
    begun: Instant,
    dice: Mutex<FastRng>,
    profile: Profile,
    /// Faults happen; false while games are set up and at the end.
    faulty: AtomicBool,
    /// The stores that cannot reach the database.
    unreachable: Mutex<BTreeSet<usize>>,
    /// Clients begin nothing new.
    ending: AtomicBool,
    trace: Mutex<Trace>,
    violation: Mutex<Option<String>>,
}

impl World {
    pub(super) fn new(seed: u64) -> Arc<Self> {
        let mut dice = FastRng::for_game(seed, 0);
        let profile = Profile::random(&mut dice);
        Arc::new(Self {
            begun: Instant::now(),
            dice: Mutex::new(dice),
            profile,
            faulty: AtomicBool::new(false),
            unreachable: Mutex::default(),
            ending: AtomicBool::new(false),
            trace: Mutex::new(Trace {
                hash: seed,
                recent: VecDeque::new(),
            }),
            violation: Mutex::default(),
        })
    }

    pub(super) fn now(&self) -> Timestamp {
        BEGIN + Millis::new(self.begun.elapsed().as_millis() as i64)
    }

    pub(super) const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns a random number below `bound`.
    pub(super) fn below(&self, bound: usize) -> usize {
        below(&mut *lock(&self.dice), bound as u32) as usize
    }

    /// Returns a random number of milliseconds within a range.
    pub(super) fn between(&self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.below((most - least + 1) as usize) as u64)
    }

    /// Returns true with a probability in thousandths.
    pub(super) fn chance(&self, thousandths: u32) -> bool {
        thousandths > 0 && self.below(1_000) < thousandths as usize
    }

    /// Returns true with a probability in thousandths while faults happen.
    pub(super) fn fault(&self, thousandths: u32) -> bool {
        self.faulty.load(Ordering::Relaxed) && self.chance(thousandths)
    }

    pub(super) fn fill_random(&self, bytes: &mut [u8]) {
        lock(&self.dice).fill_bytes(bytes);
    }

    pub(super) fn set_faulty(&self, faulty: bool) {
        self.faulty.store(faulty, Ordering::Relaxed);
    }

    /// Returns the time that a frame takes to its destination.
    pub(super) fn latency(&self) -> Duration {
        if self.fault(self.profile.slow_frames) {
            self.between(200, 3_000)
        } else {
            self.between(1, 40)
        }
    }

    /// Returns the fault of a store operation.
    pub(super) fn store_fault(&self, operation: &Operation) -> Fault {
        if operation.node == OBSERVER {
            return Fault::default();
        }
        let is_unreachable = lock(&self.unreachable).contains(&operation.node);
        if operation.name == "deliver" {
            let lost = is_unreachable || self.fault(self.profile.lost_notices);
            return Fault {
                failure: lost.then_some(Failure::BeforeCommit),
                ..Fault::default()
            };
        }
        let failure = if is_unreachable || self.fault(self.profile.store_failures / 2) {
            Some(Failure::BeforeCommit)
        } else if self.fault(self.profile.store_failures / 2) {
            Some(Failure::AfterCommit)
        } else {
            None
        };
        let delay = || {
            if self.fault(self.profile.slow_operations) {
                self.between(20, 800)
            } else {
                self.between(0, 3)
            }
        };
        Fault {
            delay: delay(),
            failure,
            reply_delay: delay(),
        }
    }

    pub(super) fn set_reachable(&self, store: usize, reachable: bool) {
        let mut unreachable = lock(&self.unreachable);
        if reachable {
            unreachable.remove(&store);
        } else {
            unreachable.insert(store);
        }
    }

    pub(super) fn is_reachable(&self, store: usize) -> bool {
        !lock(&self.unreachable).contains(&store)
    }

    pub(super) fn end(&self) {
        self.set_faulty(false);
        lock(&self.unreachable).clear();
        self.ending.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    /// Adds an entry to the trace.
    pub(super) fn note(&self, kind: &'static str, numbers: [u64; 3]) {
        let at = (self.now() - BEGIN).get();
        let mut trace = lock(&self.trace);
        let words = [at as u64, kind.len() as u64].into_iter().chain(numbers);
        trace.hash = words.fold(trace.hash, |hash, word| {
            FastRng::new(hash ^ word).next_u64()
        });
        if trace.recent.len() == TRACE_LINES {
            trace.recent.pop_front();
        }
        trace.recent.push_back((at, kind, numbers));
    }

    /// Records a violated invariant; the first one counts.
    pub(super) fn violated(&self, invariant: String) {
        lock(&self.violation).get_or_insert(invariant);
    }

    /// Returns the violated invariant with the last entries of the trace, if there is one.
    pub(super) fn violation(&self) -> Option<String> {
        let violation = lock(&self.violation).clone()?;
        let trace = lock(&self.trace);
        let mut text = format!(
            "{violation}\n{:?}\nlast entries of the trace:\n",
            self.profile
        );
        for (at, kind, numbers) in &trace.recent {
            text.push_str(&format!("{at:>8} ms  {kind} {numbers:?}\n"));
        }
        Some(text)
    }

    /// Returns the hash of the whole trace.
    pub(super) fn trace_hash(&self) -> u64 {
        lock(&self.trace).hash
    }
}
