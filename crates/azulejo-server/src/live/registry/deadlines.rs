//! What comes to pass by itself at some time: deadlines, and games that nobody started.

use std::sync::atomic::Ordering;
use std::time::Duration;

use azulejo_store::StoreError;

use super::Registry;
use crate::app::unix_ms;
use crate::live::actor::Message;
use azulejo_game::decide::Command;

/// How often what is due is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// How often the store's clock is looked at.
const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// An answer about the time that took longer says too little about it, unless the store is so far
/// away that none is quicker.
const QUICK_MS: i64 = 50;
/// How often it is asked for a quick one.
const READINGS: usize = 5;

/// What the store said about the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reading {
    /// How far its clock is ahead of ours, give or take half of what it took.
    ahead: i64,
    took: i64,
}

impl Reading {
    const fn new(asked: i64, theirs: i64, answered: i64) -> Self {
        let took = answered - asked;
        Self {
            ahead: theirs - (asked + took / 2),
            // A clock that was set back meanwhile is no quick answer.
            took: took.abs(),
        }
    }

    /// Whether it is to be believed where the quickest so far took so long.
    fn is_quick(self, quickest: i64) -> bool {
        self.took <= quickest.saturating_mul(2).max(QUICK_MS)
    }
}

impl Registry {
    /// Takes over the store's clock at the start, as well as it can be known.
    pub(super) async fn set_clock(&self) -> Result<(), StoreError> {
        let reading = self.read_clock(0).await?;
        self.0.clock_offset.store(reading.ahead, Ordering::Relaxed);
        Ok(())
    }

    /// Sees whether the store's clock has moved; gives whether that could be seen. A store that
    /// stands still would set this node's clock ahead by half the time it takes to answer.
    async fn keep_clock(&self, quickest: &mut Option<i64>) -> Result<bool, StoreError> {
        let reading = self.read_clock(quickest.unwrap_or(0)).await?;
        let believed = reading.is_quick(quickest.unwrap_or(0));
        if believed {
            self.0.clock_offset.store(reading.ahead, Ordering::Relaxed);
        }
        *quickest = Some(quickest.map_or(reading.took, |so_far| so_far.min(reading.took)));
        Ok(believed)
    }

    /// The first quick answer about the time, or the quickest of some.
    async fn read_clock(&self, quickest_so_far: i64) -> Result<Reading, StoreError> {
        let mut best: Option<Reading> = None;
        for _ in 0..READINGS {
            let asked = unix_ms();
            let theirs = self.store().now_ms().await?;
            let reading = Reading::new(asked, theirs, unix_ms());
            let quickest = best.map_or(reading, |best| {
                if reading.took < best.took {
                    reading
                } else {
                    best
                }
            });
            if quickest.is_quick(quickest_so_far) {
                return Ok(quickest);
            }
            best = Some(quickest);
        }
        Ok(best.expect("it was asked at least once"))
    }

    /// Looks for what is due, and now and then at the store's clock. Ends with the runtime.
    pub(super) async fn run_timers(self) {
        let mut last_clock = tokio::time::Instant::now();
        let mut quickest = None;
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            if let Err(error) = self.fire_due_timers().await {
                tracing::warn!(%error, "could not look for what is due");
            }
            if last_clock.elapsed() > CLOCK_EVERY {
                match self.keep_clock(&mut quickest).await {
                    Ok(true) => last_clock = tokio::time::Instant::now(),
                    // Once more with the next sweep.
                    Ok(false) => {}
                    Err(error) => {
                        tracing::warn!(%error, "could not ask the store for the time");
                    }
                }
            }
        }
    }

    async fn fire_due_timers(&self) -> Result<(), StoreError> {
        if self.is_stalled() {
            // Time may have to be given back first, and then less is due.
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
    use super::*;

    #[test]
    fn a_clock_is_believed_only_if_the_answer_was_quick() {
        let quick = Reading::new(1_000, 1_507, 1_014);
        assert_eq!(
            quick,
            Reading {
                ahead: 500,
                took: 14
            }
        );
        assert!(quick.is_quick(0));
        // A database that stood still tells the time at the end of the pause, not in its middle.
        let slow = Reading::new(1_000, 2_790, 2_790);
        assert_eq!(slow.ahead, 895);
        assert!(!slow.is_quick(0) && !slow.is_quick(14));
        // Our clock was set back by an hour while we waited.
        assert!(!Reading::new(3_600_000, 3_600_001, 2).is_quick(14));
        assert!(Reading::new(0, 0, QUICK_MS).is_quick(0));
        assert!(!Reading::new(0, 0, QUICK_MS + 1).is_quick(0));
        // A database far away never answers sooner.
        assert!(Reading::new(0, 0, 150).is_quick(120));
        assert!(!Reading::new(0, 0, 250).is_quick(120));
    }
}
