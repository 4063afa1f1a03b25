//! The clock that search time limits are measured with.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A monotonic clock: the time since an arbitrary epoch.
///
/// Injectable, so that matches on a busy machine can be timed by the CPU time of the searching
/// thread, and so that platforms without a system clock, such as a browser, can supply one.
pub type Clock = fn() -> Duration;

/// The system's monotonic clock.
#[must_use]
pub fn system_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The moment at which a search must stop.
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
    use crate::eval::Evaluator;
    use crate::search::{Engine, Limits, MultiPv};

    /// A clock that advances by one millisecond per call.
    fn ticking_clock() -> Duration {
        static TICKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(TICKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn search_time_follows_the_injected_clock() {
        let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
        position.deal_at_random(&mut FastRng::new(3));
        let mut engine = Engine::new(Evaluator::HandCrafted).with_clock(ticking_clock);
        let mut nodes = |ms| {
            let limits = Limits {
                time: Some(Duration::from_millis(ms)),
                ..Limits::default()
            };
            engine.new_game();
            let found = engine.search(&position, limits, MultiPv::BEST, &AtomicBool::new(false));
            found.expect("a position in the offer").nodes
        };
        let (short, long) = (nodes(10), nodes(40));
        // The clock is read at a fixed node interval, so four times the time means four times the
        // nodes.
        assert!(long > 3 * short && long < 5 * short, "{short} {long}");
    }
}
