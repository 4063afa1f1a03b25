//! The last downtime of all nodes.

use std::sync::{Arc, Mutex};

use azulejo_store::{Downtime, Store, StoreError};

use crate::app::lock;
use crate::live::rows::REALTIME_EXPIRY_MS;

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
        self.store.record_downtime(downtime).await
    }

    /// Reads the last downtime, which another node may have found.
    pub(super) async fn read(&self) -> Result<(), StoreError> {
        if let Some(downtime) = self.store.last_downtime().await? {
            *lock(&self.cached) = Some(downtime);
        }
        Ok(())
    }

    /// Returns `now` less the last downtime, for games that wait for their start: the downtime
    /// does not count for as long as a real-time game waits.
    pub(super) fn subtract_from(&self, now: i64) -> i64 {
        match self.get() {
            Some(down) if now - down.until_ms < REALTIME_EXPIRY_MS => {
                now - (down.until_ms - down.since_ms)
            }
            _ => now,
        }
    }
}
