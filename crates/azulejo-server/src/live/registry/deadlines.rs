//! Deadlines of all games, the expiry of unstarted ones, and the clock that they depend on.

use std::sync::atomic::Ordering;
use std::time::Duration;

use azulejo_store::StoreError;

use super::Registry;
use crate::live::actor::Message;
use azulejo_game::decide::Command;

/// The interval at which passed deadlines are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// The interval at which the store's clock is read.
const CLOCK_EVERY: Duration = Duration::from_secs(10);

/// The most readings of the store's clock at the start.
const START_READINGS: u32 = 5;

/// The round trip of a reading that is precise enough to start with, in milliseconds.
const QUICK_READING_MS: u64 = 50;

/// Returns the offset of the store's clock from ours that is nearest to the known one and agrees
/// with an answer: the store's time `theirs` lies between the times of request and answer.
fn adjusted_offset(known: i64, asked: i64, theirs: i64, answered: i64) -> i64 {
    if answered < asked {
        // Our clock was set back meanwhile: the answer says nothing.
        return known;
    }
    known.clamp(theirs - answered, theirs - asked)
}

impl Registry {
    /// Adopts the store's clock at the start, by the quickest of a few readings: a reading may be
    /// off by half of its round trip.
    pub(super) async fn set_clock(&self) -> Result<(), StoreError> {
        let mut quickest = None;
        for _ in 0..START_READINGS {
            let asked = self.environment().unix_ms();
            let theirs = self.store().now_ms().await?;
            let answered = self.environment().unix_ms();
            // Negative if our clock was set back meanwhile.
            let round_trip = (answered - asked).unsigned_abs();
            if quickest.is_none_or(|quickest| round_trip < quickest) {
                quickest = Some(round_trip);
                let offset = theirs - (asked + answered) / 2;
                self.0.clock_offset.store(offset, Ordering::Relaxed);
            }
            if round_trip <= QUICK_READING_MS {
                break;
            }
        }
        Ok(())
    }

    /// Follows the store's clock. A slow answer, which says little, changes nothing.
    async fn keep_clock(&self) -> Result<(), StoreError> {
        let asked = self.environment().unix_ms();
        let theirs = self.store().now_ms().await?;
        let known = self.0.clock_offset.load(Ordering::Relaxed);
        let offset = adjusted_offset(known, asked, theirs, self.environment().unix_ms());
        self.0.clock_offset.store(offset, Ordering::Relaxed);
        Ok(())
    }

    /// Looks for passed deadlines, and follows the store's clock. Ends with the runtime.
    pub(super) async fn run_timers(self) {
        let mut last_clock = tokio::time::Instant::now();
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            if let Err(error) = self.fire_due_timers().await {
                tracing::warn!(%error, "deadline sweep failed");
            }
            if last_clock.elapsed() > CLOCK_EVERY {
                last_clock = tokio::time::Instant::now();
                if let Err(error) = self.keep_clock().await {
                    tracing::warn!(%error, "could not read the store's clock");
                }
            }
        }
    }

    async fn fire_due_timers(&self) -> Result<(), StoreError> {
        if self.has_heartbeat_gap() {
            // Downtime is given back first, which moves deadlines.
            return Ok(());
        }
        let now = self.now();
        for head in self.store().due(now, 200).await? {
            self.send(head.game, Message::Tick).await;
        }
        let waited = self.without_downtime(now);
        for head in self.store().expired_unstarted(waited, 200).await? {
            if let Err(error) = self.command(head.game, Command::Expire, None).await {
                tracing::info!(game = %head.game, ?error, "a game did not expire");
            }
        }
        metrics::gauge!("azulejo_live_games").set(self.live_games() as f64);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::adjusted_offset;

    #[test]
    fn an_answer_that_agrees_with_the_known_offset_changes_nothing() {
        for known in [486, 493, 500] {
            assert_eq!(adjusted_offset(known, 1_000, 1_500, 1_014), known);
        }
        // A store that stood still for two seconds before or after it read its clock.
        assert_eq!(adjusted_offset(500, 1_000, 1_501, 3_000), 500);
        assert_eq!(adjusted_offset(500, 1_000, 3_499, 3_000), 500);
    }

    #[test]
    fn a_clock_that_was_set_is_followed_as_far_as_the_answer_proves() {
        assert_eq!(adjusted_offset(0, 1_000, 4_600_007, 1_014), 4_598_993);
        assert_eq!(adjusted_offset(0, 1_000, 900, 1_014), -100);
    }

    #[test]
    fn an_answer_during_which_our_clock_was_set_back_is_ignored() {
        assert_eq!(adjusted_offset(14, 3_600_000, 3_600_001, 2), 14);
    }
}
