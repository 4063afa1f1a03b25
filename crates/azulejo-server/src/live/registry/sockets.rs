//! The open sockets of each session, which close when the session ends.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use azulejo_store::{PlayerId, StoreError, TokenPrefix};

use super::Registry;
use crate::ws::{CloseSignal, ForcedClose};

/// The open sockets of each session, with their close signals.
pub(super) type SocketsBySession = HashMap<TokenPrefix, Vec<(u64, Arc<CloseSignal>)>>;

impl Registry {
    pub(crate) fn next_socket(&self) -> u64 {
        self.0.next_socket.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn add_socket(&self, session: TokenPrefix, socket: u64, close: Arc<CloseSignal>) {
        let mut sessions = self.sessions();
        sessions.entry(session).or_default().push((socket, close));
    }

    pub(crate) fn remove_socket(&self, session: TokenPrefix, socket: u64) {
        let mut sessions = self.sessions();
        if let Some(sockets) = sessions.get_mut(&session) {
            sockets.retain(|(other, _)| *other != socket);
            if sockets.is_empty() {
                sessions.remove(&session);
            }
        }
    }

    /// Closes all sockets of an ended session.
    pub(crate) fn close_sockets(&self, session: TokenPrefix) {
        let sockets = self.sessions().remove(&session).unwrap_or_default();
        for (_, close) in sockets {
            // The first reason counts.
            let _ = close.set(ForcedClose::SessionEnded);
        }
    }

    fn sessions(&self) -> MutexGuard<'_, SocketsBySession> {
        self.0
            .sessions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The time at which any session of a player was last used, on any node.
    pub(crate) async fn last_seen(&self, player: PlayerId) -> Result<Option<i64>, StoreError> {
        let sessions = self.store().sessions_of(player, self.now()).await?;
        Ok(sessions.iter().map(|session| session.used_ms).max())
    }
}
