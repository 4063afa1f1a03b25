//! What nobody needs any more goes by itself: sessions that have expired, with what their browsers
//! called themselves, guests who came, did nothing and cannot come back, and seats of deleted
//! players in games that have not started.

use std::time::Duration;

use azulejo_store::StoreError;

use super::Hub;
use crate::actor::Message;
use crate::app::random_bytes;

/// How soon after the start it is done first.
const FIRST_WITHIN: Duration = Duration::from_secs(5);
const EVERY: Duration = Duration::from_secs(60 * 60);
/// By how much later at most: nodes that started together need not do it together.
const LATER_BY: Duration = Duration::from_secs(10 * 60);
/// How old a guest is at least who goes: whoever has just come has no session for a moment.
const GUEST_AGE_MS: i64 = 24 * 60 * 60 * 1_000;
/// How many games with a deleted player are looked after at a time.
const GHOSTS_AT_ONCE: u32 = 200;

impl Hub {
    /// Puts things in order soon after the start and then every hour. Ends with the runtime.
    pub(super) async fn keep_house(self) {
        tokio::time::sleep(some_of(FIRST_WITHIN)).await;
        loop {
            if let Err(error) = self.put_in_order().await {
                tracing::warn!(%error, "old sessions and guests could not be removed");
            }
            if let Err(error) = self.look_after_ghosts().await {
                tracing::warn!(%error, "could not look for the seats of deleted players");
            }
            tokio::time::sleep(EVERY + some_of(LATER_BY)).await;
        }
    }

    async fn put_in_order(&self) -> Result<(), StoreError> {
        let now = self.now();
        let sessions = self.store().remove_expired_sessions(now).await?;
        let guests = self.store().remove_idle_guests(now - GUEST_AGE_MS).await?;
        if sessions + guests > 0 {
            tracing::info!(sessions, guests, "old sessions and guests were removed");
        }
        Ok(())
    }

    /// Wakes up games that have not started and in which a deleted player sits: each of them frees
    /// the seat by itself. Those that are live have heard of it, but a node may have died before.
    async fn look_after_ghosts(&self) -> Result<(), StoreError> {
        for game in self
            .store()
            .open_games_with_deleted_players(GHOSTS_AT_ONCE)
            .await?
        {
            self.tell(game, Message::SeatsChanged).await;
        }
        Ok(())
    }
}

/// Anything from none to nearly all of a time.
fn some_of(time: Duration) -> Duration {
    time.mul_f64(f64::from(u16::from_le_bytes(random_bytes())) / 65_536.0)
}
