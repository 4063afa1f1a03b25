//! The clock of a node, which follows the store's, so that all nodes share it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use azulejo_game::{Millis, Timestamp};
use azulejo_store::{Store, StoreError};

use crate::config::TestHooks;
use crate::live::environment::Environment;

/// The most readings of the store's clock at the start.
const START_READINGS: u32 = 5;
/// The round trip of a reading that is precise enough to start with.
const QUICK_READING: Millis = Millis::new(50);

/// Returns the offset of the store's clock from ours that is nearest to the known one and agrees
/// with an answer: the store's time `theirs` lies between the times of request and answer.
fn adjusted_offset(
    known: Millis,
    asked: Timestamp,
    theirs: Timestamp,
    answered: Timestamp,
) -> Millis {
    if answered < asked {
        // Our clock was set back meanwhile: the answer says nothing.
        return known;
    }
    known.clamp(theirs - answered, theirs - asked)
}

/// The clock of a node.
pub(crate) struct NodeClock {
    environment: Environment,
    /// The offset of the store's clock from this machine's.
    offset_ms: AtomicI64,
    ahead_ms: Arc<AtomicI64>,
    stalled_ms: Arc<AtomicI64>,
}

impl NodeClock {
    /// Adopts the store's clock, by the quickest of a few readings: a reading may be off by half of
    /// its round trip.
    pub(super) async fn of(
        store: &dyn Store,
        environment: Environment,
        test: &TestHooks,
    ) -> Result<Self, StoreError> {
        let mut quickest: Option<Millis> = None;
        let mut offset = Millis::ZERO;
        for _ in 0..START_READINGS {
            let asked = environment.now();
            let theirs = Timestamp::from_unix_ms(store.now_ms().await?);
            let answered = environment.now();
            // Negative if our clock was set back meanwhile.
            let round_trip = (answered - asked).abs();
            if quickest.is_none_or(|quickest| round_trip < quickest) {
                quickest = Some(round_trip);
                offset = theirs - asked.midpoint(answered);
            }
            if round_trip <= QUICK_READING {
                break;
            }
        }
        Ok(Self {
            environment,
            offset_ms: AtomicI64::new(offset.get()),
            ahead_ms: Arc::clone(&test.ahead_ms),
            stalled_ms: Arc::clone(&test.stalled_ms),
        })
    }

    /// Follows the store's clock. A slow answer, which says little, changes nothing.
    pub(super) async fn follow(&self, store: &dyn Store) -> Result<(), StoreError> {
        let asked = self.environment.now();
        let theirs = Timestamp::from_unix_ms(store.now_ms().await?);
        let known = Millis::new(self.offset_ms.load(Ordering::Relaxed));
        let offset = adjusted_offset(known, asked, theirs, self.environment.now());
        self.offset_ms.store(offset.get(), Ordering::Relaxed);
        Ok(())
    }

    /// The time of all games.
    pub(crate) fn now(&self) -> Timestamp {
        self.unshifted() + self.ahead()
    }

    /// The time without what tests set it ahead.
    pub(super) fn unshifted(&self) -> Timestamp {
        self.environment.now()
            + Millis::new(self.offset_ms.load(Ordering::Relaxed))
            + Millis::new(self.stalled_ms.load(Ordering::Relaxed))
    }

    /// The time by which a test set the clock ahead.
    pub(super) fn ahead(&self) -> Millis {
        Millis::new(self.ahead_ms.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [`adjusted_offset`] in milliseconds.
    fn adjusted(known: i64, asked: i64, theirs: i64, answered: i64) -> i64 {
        let [asked, theirs, answered] = [asked, theirs, answered].map(Timestamp::from_unix_ms);
        adjusted_offset(Millis::new(known), asked, theirs, answered).get()
    }

    #[test]
    fn answer_that_agrees_with_the_known_offset_changes_nothing() {
        for known in [486, 493, 500] {
            assert_eq!(adjusted(known, 1_000, 1_500, 1_014), known);
        }
        // The store paused for two seconds before or after reading its clock.
        assert_eq!(adjusted(500, 1_000, 1_501, 3_000), 500);
        assert_eq!(adjusted(500, 1_000, 3_499, 3_000), 500);
    }

    #[test]
    fn clock_that_was_set_is_followed_as_far_as_the_answer_proves() {
        assert_eq!(adjusted(0, 1_000, 4_600_007, 1_014), 4_598_993);
        assert_eq!(adjusted(0, 1_000, 900, 1_014), -100);
    }

    #[test]
    fn answer_is_ignored_if_our_clock_was_set_back_meanwhile() {
        assert_eq!(adjusted(14, 3_600_000, 3_600_001, 2), 14);
    }
}
