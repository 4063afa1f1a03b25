//! What comes to pass by itself at some time: deadlines, and games that nobody started.

use std::sync::atomic::Ordering;
use std::time::Duration;

use azulejo_store::StoreError;

use super::Hub;
use crate::actor::Message;
use crate::app::unix_ms;
use crate::table::decide::Command;

/// How often what is due is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

impl Hub {
    /// Takes over the store's clock.
    pub(super) async fn set_clock(&self) -> Result<(), StoreError> {
        let before = unix_ms();
        let theirs = self.store().now_ms().await?;
        let middle = before + (unix_ms() - before) / 2;
        self.0
            .clock_offset
            .store(theirs - middle, Ordering::Relaxed);
        Ok(())
    }

    /// Looks for what is due, and now and then at the store's clock. Ends with the runtime.
    pub(super) async fn sweep(self) {
        let mut last_clock = tokio::time::Instant::now();
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            if let Err(error) = self.sweep_once().await {
                tracing::warn!(%error, "could not look for what is due");
            }
            if last_clock.elapsed() > Duration::from_secs(10) {
                last_clock = tokio::time::Instant::now();
                if let Err(error) = self.set_clock().await {
                    tracing::warn!(%error, "could not ask the store for the time");
                }
            }
        }
    }

    async fn sweep_once(&self) -> Result<(), StoreError> {
        if self.is_stalled() {
            // Time may have to be given back first, and then less is due.
            return Ok(());
        }
        let now = self.now();
        for head in self.store().due(now, 200).await? {
            self.tell(head.game, Message::Tick).await;
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
