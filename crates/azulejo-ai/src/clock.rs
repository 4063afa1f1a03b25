//! The clock by which searches are timed.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A clock: time since some moment, never running backwards.
///
/// It is a seam. Matches on a machine that does other work too are timed by the processor time of
/// their own thread, so that a bot gets what its limit says; and where the system has no clock at
/// all, as in a browser, somebody else can tell the time.
pub type Clock = fn() -> Duration;

/// Time as it passes on the wall.
#[must_use]
pub fn wall_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A moment after which a search is to end.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    clock: Clock,
    at: Duration,
}

impl Deadline {
    pub(crate) fn after(time: Duration, clock: Clock) -> Self {
        Self {
            clock,
            at: clock().saturating_add(time),
        }
    }

    pub(crate) fn has_passed(self) -> bool {
        (self.clock)() >= self.at
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use azulejo_rules::rng::FastRng;
    use azulejo_rules::{PlayerCount, Position, Seat, Wall};

    use super::*;
    use crate::search::{Ask, Engine, Limits};
    use crate::value::Value;

    /// A clock that moves on by a millisecond whenever somebody looks.
    fn looked_at() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn a_search_ends_by_the_clock_it_was_given() {
        let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
        position.deal_at_random(&mut FastRng::new(3));
        let mut engine = Engine::new(Value::Hand).with_clock(looked_at);
        let mut nodes = |ms| {
            let limits = Limits {
                time: Some(Duration::from_millis(ms)),
                ..Limits::default()
            };
            engine.forget();
            let found = engine.search(&position, limits, Ask::BEST, &AtomicBool::new(false));
            found.expect("an offer").nodes
        };
        let (short, long) = (nodes(10), nodes(40));
        // It looks every so many nodes, so that four times the looks are four times the nodes.
        assert!(long > 3 * short && long < 5 * short, "{short} {long}");
    }
}
