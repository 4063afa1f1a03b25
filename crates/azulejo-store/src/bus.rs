//! Hints between nodes: something has changed, look at the log.
//!
//! A hint may come late, twice or never. Whoever needs to be right reads the store;
//! [`Store::heads`](crate::Store::heads) is the slow poll behind a bus that has gone quiet.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast;

use crate::{GameId, TokenPrefix};

/// How many notices wait for a receiver that is slow, before it is told that it missed some.
const BACKLOG: usize = 4096;

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusMessage {
    /// These games have new events; the number is the next free ply.
    Appended(Vec<(GameId, u32)>),
    /// Seats of these games have changed hands without an event, by merging or deleting a player.
    SeatsChanged(Vec<GameId>),
    /// This session has ended; its sockets must be closed.
    SessionEnded(TokenPrefix),
    /// Somebody says something at a table. Nothing keeps it: what is lost was not heard.
    Said {
        /// The game.
        game: GameId,
        /// Who says it, from 1 on.
        seat: u8,
        /// The key of a phrase: lower-case letters and underscores.
        phrase: String,
    },
    /// Notices have been lost; whatever could have been told must be looked up.
    Missed,
}

/// A message and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether this very store sent it.
    pub own: bool,
    /// What is told.
    pub message: BusMessage,
}

/// The way hints travel between nodes.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Tells every node, this one included. Failing is logged and costs only time.
    async fn publish(&self, messages: Vec<BusMessage>);

    /// Listens from now on.
    fn subscribe(&self) -> BusReceiver;
}

/// The listening end of a [`Bus`].
#[derive(Debug)]
pub struct BusReceiver(broadcast::Receiver<Arc<Notice>>);

impl BusReceiver {
    /// The next notice; none when the bus is gone.
    pub async fn recv(&mut self) -> Option<Arc<Notice>> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Arc::new(Notice {
                own: false,
                message: BusMessage::Missed,
            })),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// A notice that waits already, if there is one.
    pub fn try_recv(&mut self) -> Option<Arc<Notice>> {
        match self.0.try_recv() {
            Ok(notice) => Some(notice),
            Err(broadcast::error::TryRecvError::Lagged(_)) => Some(Arc::new(Notice {
                own: false,
                message: BusMessage::Missed,
            })),
            Err(broadcast::error::TryRecvError::Empty | broadcast::error::TryRecvError::Closed) => {
                None
            }
        }
    }
}

/// The receivers of one process. A [`Bus`] hands on to it what it hears.
#[derive(Clone, Debug)]
pub struct Receivers(broadcast::Sender<Arc<Notice>>);

impl Receivers {
    /// No receivers yet.
    pub fn new() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }

    /// One more receiver.
    pub fn subscribe(&self) -> BusReceiver {
        BusReceiver(self.0.subscribe())
    }

    /// Tells all receivers.
    pub fn tell(&self, notice: Notice) {
        // Without receivers nobody wants to know.
        let _no_receivers = self.0.send(Arc::new(notice));
    }
}

impl Default for Receivers {
    fn default() -> Self {
        Self::new()
    }
}

/// The bus of a server that is alone with its database.
#[derive(Clone, Debug, Default)]
pub struct LocalBus(Receivers);

impl LocalBus {
    /// A bus without receivers.
    pub fn new() -> Self {
        Self::default()
    }
}

#[async_trait]
impl Bus for LocalBus {
    async fn publish(&self, messages: Vec<BusMessage>) {
        for message in messages {
            self.0.tell(Notice { own: true, message });
        }
    }

    fn subscribe(&self) -> BusReceiver {
        self.0.subscribe()
    }
}
