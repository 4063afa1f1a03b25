//! Housekeeping: removes expired sessions and idle guests, and frees seats of deleted accounts.

use std::time::Duration;

use azulejo_game::Millis;
use azulejo_store::StoreError;

use super::Registry;
use crate::live::actor::Message;
use crate::live::environment::Environment;

/// The longest delay of the first run after start-up.
const FIRST_WITHIN: Duration = Duration::from_secs(5);
/// The interval between runs.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// Random jitter, so that nodes that started together do not run together.
const JITTER: Duration = Duration::from_secs(10 * 60);
/// The minimum age of a guest to be removed: a new guest has no session for a moment.
const GUEST_AGE: Millis = Millis::from_days(1);
/// The number of games with deleted players handled per run.
const GAMES_PER_RUN: u32 = 200;

/// Runs soon after start-up and then every hour, until the runtime ends.
pub(super) async fn run(registry: Registry) {
    tokio::time::sleep(random_part_of(FIRST_WITHIN, &registry.seams.environment)).await;
    loop {
        if let Err(error) = remove_expired(&registry).await {
            tracing::warn!(%error, "cannot remove expired sessions and guests");
        }
        if let Err(error) = wake_games_with_deleted_players(&registry).await {
            tracing::warn!(%error, "cannot find seats of deleted accounts");
        }
        tokio::time::sleep(EVERY + random_part_of(JITTER, &registry.seams.environment)).await;
    }
}

async fn remove_expired(registry: &Registry) -> Result<(), StoreError> {
    let now = registry.clock.now();
    let sessions = registry
        .store
        .remove_expired_sessions(now.unix_ms())
        .await?;
    let guests = registry
        .store
        .remove_idle_guests((now - GUEST_AGE).unix_ms())
        .await?;
    if sessions + guests > 0 {
        tracing::info!(sessions, guests, "removed expired sessions and guests");
    }
    Ok(())
}

/// Loads unstarted games with a seat of a deleted account; each frees the seat itself. Live games
/// already know, unless a node died at the wrong moment.
async fn wake_games_with_deleted_players(registry: &Registry) -> Result<(), StoreError> {
    for game in registry
        .store
        .open_games_with_deleted_players(GAMES_PER_RUN)
        .await?
    {
        registry.send(game, Message::SeatsChanged).await;
    }
    Ok(())
}

/// Returns a random fraction of a duration.
fn random_part_of(time: Duration, environment: &Environment) -> Duration {
    time.mul_f64(f64::from(u16::from_le_bytes(environment.random_bytes())) / 65_536.0)
}
