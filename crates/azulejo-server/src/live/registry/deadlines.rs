//! The deadlines of all games, and the expiry of unstarted ones.

use std::time::Duration;

use azulejo_store::StoreError;

use super::Registry;
use crate::live::actor::Message;
use azulejo_game::decide::Command;

/// The interval at which passed deadlines are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// The interval at which the store's clock is read.
const CLOCK_EVERY: Duration = Duration::from_secs(10);

/// Looks for passed deadlines, and follows the store's clock. Ends with the runtime.
pub(super) async fn run(registry: Registry) {
    let mut last_clock = tokio::time::Instant::now();
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        if let Err(error) = fire_due_timers(&registry).await {
            tracing::warn!(%error, "deadline sweep failed");
        }
        if last_clock.elapsed() > CLOCK_EVERY {
            last_clock = tokio::time::Instant::now();
            if let Err(error) = registry.clock.follow(&*registry.store).await {
                tracing::warn!(%error, "could not read the store's clock");
            }
        }
    }
}

async fn fire_due_timers(registry: &Registry) -> Result<(), StoreError> {
    if registry.heartbeat.has_gap() {
        // Downtime is given back first, which moves deadlines.
        return Ok(());
    }
    let now = registry.clock.now();
    for head in registry.store.due(now.unix_ms(), 200).await? {
        registry.send(head.game, Message::Tick).await;
    }
    let waited = registry.last_downtime.subtract_from(now);
    let expired = registry.store.expired_unstarted(waited.unix_ms(), 200);
    for head in expired.await? {
        if let Err(error) = registry.command(head.game, Command::Expire, None).await {
            tracing::info!(game = %head.game, ?error, "a game did not expire");
        }
    }
    metrics::gauge!("azulejo_live_games").set(registry.games.len() as f64);
    Ok(())
}
