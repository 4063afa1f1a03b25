//! Folding SQLite's log into the database beside the connection that writes.
//!
//! By itself SQLite lets whoever commits do it now and then, and everybody else waits for that
//! commit. Here another connection does most of it while the writer goes on. The log starts again
//! from its beginning only when all of it is folded in and nobody writes, so the writer still does
//! the last bit itself, rarely and with little left to do.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, Row as _};

use crate::sql::{Health, Trouble, describe, sqlite_trouble};

/// How often it is looked how long the log is.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// After how many pages of the log they are folded in.
const PAGES: i64 = 1_000;
/// After how many pages of the log the writer does it itself.
pub(crate) const WRITERS_PAGES: &str = "8000";

/// Starts the task, which ends when the pool that it returns is closed.
pub(crate) async fn start(
    connect: SqliteConnectOptions,
    health: Arc<Health>,
) -> Result<SqlitePool, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // Nobody waits for it, and it waits for nobody: it comes again soon.
        .connect_with(connect.busy_timeout(Duration::ZERO))
        .await?;
    tokio::spawn(fold_in(pool.clone(), health));
    Ok(pool)
}

async fn fold_in(pool: SqlitePool, health: Arc<Health>) {
    while !pool.is_closed() && health.check().is_ok() {
        match checkpoint(&pool, "NOOP").await {
            Ok(left) if left < PAGES => {}
            Ok(_) => {
                if let Err(error) = checkpoint(&pool, "PASSIVE").await {
                    told(&error, &health);
                }
            }
            Err(error) => told(&error, &health),
        }
        tokio::select! {
            () = pool.close_event() => return,
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

/// How many pages of the log are not folded in afterwards.
async fn checkpoint(pool: &SqlitePool, how: &'static str) -> Result<i64, sqlx::Error> {
    let sql = AssertSqlSafe(format!("PRAGMA wal_checkpoint({how})"));
    let row = sqlx::query(sql).fetch_one(pool).await?;
    let (pages, done): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    Ok(pages - done)
}

fn told(error: &sqlx::Error, health: &Health) {
    match sqlite_trouble(error) {
        // Somebody else does it just now.
        Some(Trouble::Busy) => {}
        Some(Trouble::Disk) => health.fail(&describe(error)),
        _ if matches!(error, sqlx::Error::PoolClosed) => {}
        _ => tracing::warn!(%error, "the log could not be folded in"),
    }
}
