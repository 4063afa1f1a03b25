//! The live games of a node, by id.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use azulejo_store::GameId;
use futures_util::StreamExt as _;
use tokio::sync::mpsc;

use super::progress::Progress;
use crate::app::lock;
use crate::live::actor::Message;

/// The concurrency of broadcasts.
const BROADCAST_CONCURRENCY: usize = 64;

/// The entry of a live game.
pub(super) struct Live {
    pub(super) mailbox: mpsc::Sender<Message>,
    pub(super) progress: Progress,
}

/// The live games, ordered so that a simulation is deterministic.
#[derive(Default)]
pub(crate) struct Games(Mutex<BTreeMap<GameId, Live>>);

impl Games {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, Live>> {
        lock(&self.0)
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn ids(&self) -> Vec<GameId> {
        self.lock().keys().copied().collect()
    }

    pub(crate) fn progress(&self, game: GameId) -> Option<Progress> {
        self.lock().get(&game).map(|live| live.progress.clone())
    }

    /// Removes an idle game, unless its mailbox has a message. Returns whether it did.
    pub(crate) fn release(&self, game: GameId, mailbox: &mpsc::Receiver<Message>) -> bool {
        let mut games = self.lock();
        let is_idle = mailbox.is_empty();
        if is_idle {
            games.remove(&game);
        }
        is_idle
    }

    /// Sends a message to a game if it is live.
    pub(crate) fn notify(&self, game: GameId, message: impl FnOnce() -> Message) {
        let mailbox = self.lock().get(&game).map(|live| live.mailbox.clone());
        if let Some(mailbox) = mailbox {
            // A full mailbox loses the notification; reconciliation makes up for it.
            let _ = mailbox.try_send(message());
        }
    }

    /// Sends a message to all live games, waiting for room in their mailboxes.
    pub(super) async fn broadcast(&self, message: impl Fn() -> Message) {
        let mailboxes: Vec<_> = {
            let games = self.lock();
            games.values().map(|live| live.mailbox.clone()).collect()
        };
        let sends = mailboxes.into_iter().map(|mailbox| {
            let message = message();
            async move {
                // An unloaded game need not know.
                let _ = mailbox.send(message).await;
            }
        });
        futures_util::stream::iter(sends)
            .buffer_unordered(BROADCAST_CONCURRENCY)
            .collect::<()>()
            .await;
    }
}
