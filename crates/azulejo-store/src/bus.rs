//! Change notifications between nodes.
//!
//! Messages are hints: they can arrive late, twice or never. Correctness depends on the store
//! alone; [`GameQueries::heads`](crate::GameQueries::heads) is the slow poll behind a silent bus.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast;

use crate::{GameId, TokenPrefix};

/// The number of notices buffered for a slow receiver.
const BACKLOG: usize = 4096;

/// A change that other nodes may care about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusMessage {
    /// These games have new events; the number is the next ply.
    Appended(Vec<(GameId, u32)>),
    /// Seats of these games changed without an event: a player was merged, renamed or deleted.
    SeatsChanged(Vec<GameId>),
    /// This session has ended; its sockets must be closed.
    SessionEnded(TokenPrefix),
    /// A player sent a chat phrase. It is not stored.
    Phrase {
        /// The game.
        game: GameId,
        /// The sender's seat, counted from 1.
        seat: u8,
        /// The key of the phrase: lower-case letters and underscores.
        phrase: String,
    },
    /// Messages were lost; everything they could have announced must be read from the store.
    Lagged,
}

/// A message and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// `true` if this store published it.
    pub own: bool,
    /// The message.
    pub message: BusMessage,
}

impl Notice {
    fn lagged() -> Arc<Self> {
        Arc::new(Self {
            own: false,
            message: BusMessage::Lagged,
        })
    }
}

/// A transport for messages between nodes.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Publishes messages to all nodes, including this one. Failures are logged and only delay
    /// other nodes.
    async fn publish(&self, messages: Vec<BusMessage>);

    /// Subscribes to messages published from now on.
    fn subscribe(&self) -> BusReceiver;
}

/// The receiving end of a [`Bus`].
#[derive(Debug)]
pub struct BusReceiver(broadcast::Receiver<Arc<Notice>>);

impl BusReceiver {
    /// Waits for the next notice; `None` if the bus is closed.
    pub async fn recv(&mut self) -> Option<Arc<Notice>> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Notice::lagged()),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// Returns the next notice if one is buffered.
    pub fn try_recv(&mut self) -> Option<Arc<Notice>> {
        use broadcast::error::TryRecvError::{Closed, Empty, Lagged};
        match self.0.try_recv() {
            Ok(notice) => Some(notice),
            Err(Lagged(_)) => Some(Notice::lagged()),
            Err(Empty | Closed) => None,
        }
    }
}

/// The bus of a single process. Other buses use it to deliver what they receive.
#[derive(Clone, Debug)]
pub struct LocalBus(broadcast::Sender<Arc<Notice>>);

impl LocalBus {
    /// Creates a bus without receivers.
    pub fn new() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }

    /// Delivers a notice to all receivers of this process.
    pub fn deliver(&self, notice: Notice) {
        // Fails only without receivers.
        let _no_receivers = self.0.send(Arc::new(notice));
    }

    /// Adds a receiver.
    pub fn subscribe(&self) -> BusReceiver {
        BusReceiver(self.0.subscribe())
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Bus for LocalBus {
    async fn publish(&self, messages: Vec<BusMessage>) {
        for message in messages {
            self.deliver(Notice { own: true, message });
        }
    }

    fn subscribe(&self) -> BusReceiver {
        self.subscribe()
    }
}
