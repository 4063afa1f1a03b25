//! Background WAL checkpointing.
//!
//! By default SQLite checkpoints within a commit, which delays that commit and all others behind
//! it. Here a separate connection does most of the work concurrently. The WAL restarts from its
//! beginning only when it is checkpointed completely and idle, so the writer still checkpoints the
//! remainder itself, rarely and with little left to do.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, Row as _};

use crate::sql::{Health, SqliteErrorKind, describe, sqlite_error_kind};

/// The interval between looks at the length of the WAL.
const INTERVAL: Duration = Duration::from_millis(200);
/// The interval while nothing is written.
const IDLE_INTERVAL: Duration = Duration::from_secs(1);
/// The number of WAL pages after which the task checkpoints.
const TASK_PAGES: i64 = 1_000;
/// The number of WAL pages after which the writer checkpoints.
pub(crate) const WRITER_PAGES: &str = "8000";

/// Starts the task, which ends when the returned pool is closed.
pub(crate) async fn start(
    connect: SqliteConnectOptions,
    health: Arc<Health>,
) -> Result<SqlitePool, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // If the database is busy, the next interval is soon enough.
        .connect_with(connect.busy_timeout(Duration::ZERO))
        .await?;
    tokio::spawn(run(pool.clone(), health));
    Ok(pool)
}

async fn run(pool: SqlitePool, health: Arc<Health>) {
    let mut last_pending = None;
    while !pool.is_closed() && health.check().is_ok() {
        let result = match checkpoint(&pool, "NOOP").await {
            Ok(pending) if pending >= TASK_PAGES => checkpoint(&pool, "PASSIVE").await,
            result => result,
        };
        match result
            .as_ref()
            .map_err(|error| (error, sqlite_error_kind(error)))
        {
            Ok(_) | Err((sqlx::Error::PoolClosed, _) | (_, Some(SqliteErrorKind::Busy))) => {}
            Err((error, Some(SqliteErrorKind::Disk))) => health.fail(&describe(error)),
            Err((error, _)) => tracing::warn!(%error, "WAL checkpoint failed"),
        }
        let pending = result.ok();
        let interval = if pending.is_some() && pending == last_pending {
            IDLE_INTERVAL
        } else {
            INTERVAL
        };
        last_pending = pending;
        tokio::select! {
            () = pool.close_event() => return,
            () = tokio::time::sleep(interval) => {}
        }
    }
}

/// Returns the number of WAL pages that are not checkpointed afterwards.
async fn checkpoint(pool: &SqlitePool, mode: &'static str) -> Result<i64, sqlx::Error> {
    let sql = AssertSqlSafe(format!("PRAGMA wal_checkpoint({mode})"));
    let row = sqlx::query(sql).fetch_one(pool).await?;
    let (pages, done): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    Ok(pages - done)
}
