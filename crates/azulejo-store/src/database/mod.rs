//! The store on top of either database.

mod admin;
mod games;
pub(crate) mod players;
mod second_factor;
mod sessions;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;

use crate::sql::{Access, Connections, Pool, Row, Tx, values};
use crate::writer::Writers;
use crate::{
    BackupError, Bus, BusMessage, BusReceiver, ClusterStore, Downtime, GameId, LastHeartbeats,
    Maintenance, StoreError, StoreStats, TokenPrefix, measure, sqlite, validate,
};

/// A node without a heartbeat for this long is removed.
pub(crate) const NODE_RETENTION_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// The name under which the latest graceful shutdown of any node is stored.
const STOPPED: &str = "stopped";

/// The marks of the latest downtime.
const DOWN_SINCE: &str = "down_since_ms";
const DOWN_UNTIL: &str = "down_until_ms";

/// An open database.
#[derive(Clone)]
pub(crate) struct Database {
    /// Read-only connections.
    pub(crate) readers: Pool,
    /// Connections for all writes except appends.
    pub(crate) changes: Pool,
    pub(crate) writers: Arc<Writers>,
    pub(crate) bus: Arc<dyn Bus>,
    /// The SQLite file.
    pub(crate) path: Option<PathBuf>,
    /// Further pools to close.
    pub(crate) others: Vec<Pool>,
}

impl Database {
    /// Runs a write to completion even if the caller is cancelled. `kind` names it in the metrics.
    ///
    /// A cancelled transaction would be rolled back, but its bus message could be lost, and its
    /// connection be left in an undefined state.
    async fn uncancellable<T, F, Fut>(&self, kind: &'static str, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(Self) -> Fut,
        Fut: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let work = work(self.clone());
        let task = tokio::spawn(async move {
            let begun = Instant::now();
            let outcome = work.await;
            measure::write(kind, begun, &outcome);
            outcome
        });
        task.await
            .unwrap_or_else(|error| Err(StoreError::Unknown(error.to_string())))
    }

    async fn begin_write(&self) -> Result<Tx, StoreError> {
        self.changes.begin(Access::Write).await
    }

    async fn publish_ended_sessions(&self, ended: Vec<TokenPrefix>) {
        let messages = ended.into_iter().map(BusMessage::SessionEnded);
        self.bus.publish(messages.collect()).await;
    }

    async fn publish_changed_seats(&self, games: &[GameId]) {
        if !games.is_empty() {
            let message = BusMessage::SeatsChanged(games.to_vec());
            self.bus.publish(vec![message]).await;
        }
    }
}

#[async_trait]
impl ClusterStore for Database {
    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.readers.health.check()?;
        match &self.readers.connections {
            Connections::Sqlite(_) => process_clock_ms(),
            Connections::Postgres(_) => {
                let sql = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
                let row = self.readers.row(sql, values![]).await?;
                row.expect("one row").get(0)
            }
        }
    }

    async fn record_heartbeat(&self, node: &str, now_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        let node = node.to_owned();
        self.uncancellable("heartbeat", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO node (name, beat_ms) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET beat_ms = excluded.beat_ms";
            tx.execute(sql, values![node, now_ms]).await?;
            let sql = "DELETE FROM node WHERE beat_ms < $1";
            tx.execute(sql, values![now_ms.saturating_sub(NODE_RETENTION_MS)])
                .await?;
            tx.commit().await
        })
        .await
    }

    async fn record_shutdown(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        let node = node.to_owned();
        self.uncancellable("heartbeat", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO node (name, beat_ms) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET beat_ms = excluded.beat_ms \
                       WHERE excluded.beat_ms > node.beat_ms";
            tx.execute(sql, values![STOPPED, stopped_ms]).await?;
            let sql = "DELETE FROM node WHERE name = $1";
            tx.execute(sql, values![node]).await?;
            tx.commit().await
        })
        .await
    }

    async fn last_heartbeats(&self) -> Result<LastHeartbeats, StoreError> {
        let sql = "SELECT MAX(beat_ms), MAX(CASE WHEN name <> $1 THEN beat_ms END) FROM node";
        let row = self.readers.row(sql, values![STOPPED]).await?;
        row.map_or(Ok(LastHeartbeats::default()), |row| {
            Ok(LastHeartbeats {
                any: row.get(0)?,
                unstopped: row.get(1)?,
            })
        })
    }

    async fn record_downtime(&self, downtime: Downtime) -> Result<(), StoreError> {
        self.uncancellable("heartbeat", |db| async move {
            let mut tx = db.begin_write().await?;
            // An upsert, because two nodes can record the same downtime concurrently.
            let sql = "INSERT INTO mark (name, value) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            tx.execute(sql, values![DOWN_SINCE, downtime.since_ms])
                .await?;
            tx.execute(sql, values![DOWN_UNTIL, downtime.until_ms])
                .await?;
            tx.commit().await
        })
        .await
    }

    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError> {
        let sql = "SELECT s.value, u.value FROM mark s, mark u WHERE s.name = $1 AND u.name = $2";
        let values = values![DOWN_SINCE, DOWN_UNTIL];
        let read = |row: Row| {
            Ok(Downtime {
                since_ms: row.get(0)?,
                until_ms: row.get(1)?,
            })
        };
        self.readers.row(sql, values).await?.map(read).transpose()
    }

    async fn broadcast_phrase(&self, game: GameId, seat: u8, phrase: &str) {
        let phrase = phrase.to_owned();
        let message = BusMessage::Phrase { game, seat, phrase };
        self.bus.publish(vec![message]).await;
    }

    fn subscribe(&self) -> BusReceiver {
        self.bus.subscribe()
    }
}

#[async_trait]
impl Maintenance for Database {
    async fn check(&self) -> Result<(), StoreError> {
        let sql = "SELECT name FROM mark LIMIT 1";
        self.readers.row(sql, values![]).await.map(|_| ())
    }

    fn failure(&self) -> Option<String> {
        self.readers.health.failure()
    }

    fn stats(&self) -> StoreStats {
        self.writers.stats()
    }

    async fn backup(&self, path: &Path) -> Result<(), BackupError> {
        match (&self.readers.connections, &self.path) {
            (Connections::Sqlite(pool), Some(own)) => {
                sqlite::backup::copy(pool, own, path.to_owned()).await
            }
            _ => Err(BackupError::Unsupported(
                "back up PostgreSQL with its own tools: \
                 pg_dump --format=custom, or pg_basebackup with WAL archiving",
            )),
        }
    }

    async fn close(&self) {
        self.writers.close().await;
        for pool in &self.others {
            pool.close().await;
        }
        self.readers.close().await;
        self.changes.close().await;
    }
}

fn process_clock_ms() -> Result<i64, StoreError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .ok_or_else(|| StoreError::Unavailable("the system clock is not set".to_owned()))
}
