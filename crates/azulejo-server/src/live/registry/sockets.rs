//! The open sockets of each session, which close when the session ends.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use azulejo_store::{TokenHash, TokenPrefix};

use crate::app::lock;
use crate::ws::{CloseSignal, ForcedClose};

/// The open sockets that belong to a session, with their close signals.
#[derive(Default)]
pub(crate) struct Sockets {
    last_id: AtomicU64,
    open: Mutex<HashMap<u64, (TokenHash, Arc<CloseSignal>)>>,
}

impl Sockets {
    /// Returns a new id for a socket.
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn add(&self, socket: u64, session: TokenHash, close: Arc<CloseSignal>) {
        lock(&self.open).insert(socket, (session, close));
    }

    pub(crate) fn remove(&self, socket: u64) {
        lock(&self.open).remove(&socket);
    }

    /// Returns the sessions with an open socket.
    pub(crate) fn sessions(&self) -> BTreeSet<TokenHash> {
        lock(&self.open).values().map(|(of, _)| *of).collect()
    }

    /// Closes all sockets of an ended session.
    pub(crate) fn close(&self, session: TokenPrefix) {
        for (of, close) in lock(&self.open).values() {
            if of.prefix() == session {
                // The first reason counts.
                let _ = close.set(ForcedClose::SessionEnded);
            }
        }
    }
}
