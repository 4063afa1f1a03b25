//! The last downtime of all nodes.

use std::sync::{Arc, Mutex};

use azulejo_game::decide::Command;
use azulejo_game::{Millis, Timestamp};
use azulejo_store::{Downtime as StoredDowntime, Store, StoreError};

use crate::app::lock;
use crate::live::rows::REALTIME_EXPIRY;

/// A time during which no node was up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Downtime {
    pub(crate) since: Timestamp,
    pub(crate) until: Timestamp,
}

impl Downtime {
    /// The length of its part after `from`.
    pub(crate) fn after(self, from: Timestamp) -> Millis {
        (self.until - self.since.max(from)).or_zero()
    }

    /// The command that gives it back.
    pub(crate) const fn resumed(self) -> Command {
        let Self { since, until } = self;
        Command::Resumed { since, until }
    }
}

impl From<StoredDowntime> for Downtime {
    fn from(stored: StoredDowntime) -> Self {
        Self {
            since: Timestamp::from_unix_ms(stored.since_ms),
            until: Timestamp::from_unix_ms(stored.until_ms),
        }
    }
}

impl From<Downtime> for StoredDowntime {
    fn from(downtime: Downtime) -> Self {
        Self {
            since_ms: downtime.since.unix_ms(),
            until_ms: downtime.until.unix_ms(),
        }
    }
}

/// The last time during which no node was up, cached from the store.
pub(crate) struct LastDowntime {
    store: Arc<dyn Store>,
    cached: Mutex<Option<Downtime>>,
}

impl LastDowntime {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            cached: Mutex::default(),
        }
    }

    /// The last downtime, if there was any.
    pub(crate) fn get(&self) -> Option<Downtime> {
        *lock(&self.cached)
    }

    /// Sets the last downtime here and, for other nodes, in the store.
    pub(super) async fn set(&self, downtime: Downtime) -> Result<(), StoreError> {
        *lock(&self.cached) = Some(downtime);
        self.store.record_downtime(downtime.into()).await
    }

    /// Reads the last downtime, which another node may have found.
    pub(super) async fn read(&self) -> Result<(), StoreError> {
        if let Some(downtime) = self.store.last_downtime().await? {
            *lock(&self.cached) = Some(downtime.into());
        }
        Ok(())
    }

    /// Returns `now` less the last downtime, for games that wait for their start: the downtime
    /// does not count for as long as a real-time game waits.
    pub(super) fn subtract_from(&self, now: Timestamp) -> Timestamp {
        match self.get() {
            Some(down) if now - down.until < REALTIME_EXPIRY => now - (down.until - down.since),
            _ => now,
        }
    }
}
