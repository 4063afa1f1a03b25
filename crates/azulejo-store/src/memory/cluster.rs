//! Nodes and maintenance of the in-memory store.

use std::path::Path;
use std::sync::atomic::Ordering;

use async_trait::async_trait;

use super::{MemoryStore, lock};
use crate::database::NODE_RETENTION_MS;
use crate::{
    BackupError, BusMessage, BusReceiver, ClusterStore, Downtime, GameId, LastHeartbeats,
    Maintenance, StoreError, StoreStats, validate,
};

#[async_trait]
impl ClusterStore for MemoryStore {
    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.read("now_ms", |_| (self.shared.clock)()).await
    }

    async fn record_heartbeat(&self, node: &str, now_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        self.write("record_heartbeat", |data, _| {
            let oldest = now_ms.saturating_sub(NODE_RETENTION_MS);
            data.heartbeats.insert(node.to_owned(), now_ms);
            data.heartbeats.retain(|_, beat_ms| *beat_ms >= oldest);
            data.stopped_ms = data.stopped_ms.filter(|stopped| *stopped >= oldest);
            Ok(())
        })
        .await
    }

    async fn record_shutdown(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        self.write("record_shutdown", |data, _| {
            data.stopped_ms = data.stopped_ms.max(Some(stopped_ms));
            data.heartbeats.remove(node);
            Ok(())
        })
        .await
    }

    async fn last_heartbeats(&self) -> Result<LastHeartbeats, StoreError> {
        self.read("last_heartbeats", |data| {
            let unstopped = data.heartbeats.values().copied().max();
            LastHeartbeats {
                any: unstopped.max(data.stopped_ms),
                unstopped,
            }
        })
        .await
    }

    async fn record_downtime(&self, downtime: Downtime) -> Result<(), StoreError> {
        self.write("record_downtime", |data, _| {
            data.downtime = Some(downtime);
            Ok(())
        })
        .await
    }

    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError> {
        self.read("last_downtime", |data| data.downtime).await
    }

    async fn broadcast_phrase(&self, game: GameId, seat: u8, phrase: &str) {
        let phrase = phrase.to_owned();
        self.publish(&BusMessage::Phrase { game, seat, phrase });
    }

    fn subscribe(&self) -> BusReceiver {
        lock(&self.shared.nodes)[self.node].subscribe()
    }
}

#[async_trait]
impl Maintenance for MemoryStore {
    async fn check(&self) -> Result<(), StoreError> {
        self.read("check", |_| ()).await
    }

    fn failure(&self) -> Option<String> {
        None
    }

    fn stats(&self) -> StoreStats {
        let appends = self.appends.load(Ordering::Relaxed);
        StoreStats {
            appends,
            batches: appends,
            largest_batch: appends.min(1),
            ..StoreStats::default()
        }
    }

    async fn backup(&self, _path: &Path) -> Result<(), BackupError> {
        Err(BackupError::Unsupported("an in-memory store has no backup"))
    }

    async fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
