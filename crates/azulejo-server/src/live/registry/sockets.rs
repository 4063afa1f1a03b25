//! The sockets of each session, to be cut when it ends.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use azulejo_store::{PlayerId, StoreError, TokenPrefix};

use super::Hub;
use crate::ws::{Cut, CutReason};

/// The sockets of each session, and how to cut them.
pub(super) type SocketsBySession = HashMap<TokenPrefix, Vec<(u64, Arc<Cut>)>>;

impl Hub {
    pub(crate) fn next_socket(&self) -> u64 {
        self.0.next_socket.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn add_socket(&self, session: TokenPrefix, socket: u64, cut: Arc<Cut>) {
        let mut sessions = self.sessions();
        sessions.entry(session).or_default().push((socket, cut));
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

    /// Cuts all sockets of a session that has ended.
    pub(crate) fn cut_sockets(&self, session: TokenPrefix) {
        let sockets = self.sessions().remove(&session).unwrap_or_default();
        for (_, cut) in sockets {
            // The first reason counts.
            let _cut_already = cut.set(CutReason::SessionEnded);
        }
    }

    fn sessions(&self) -> MutexGuard<'_, SocketsBySession> {
        self.0
            .sessions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// When a session of a player was last used, on any node.
    pub(crate) async fn last_seen(&self, player: PlayerId) -> Result<Option<i64>, StoreError> {
        let sessions = self.store().sessions_of(player, self.now()).await?;
        Ok(sessions.iter().map(|session| session.used_ms).max())
    }
}
