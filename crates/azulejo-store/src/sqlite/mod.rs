//! SQLite: one file, one process, one writer.

pub(crate) mod append;
pub(crate) mod backup;
mod checkpoint;
mod files;
pub(crate) mod lock;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection as _, Row as _};

use crate::database::Database;
use crate::options::Synchronous;
use crate::sql::{Connections, Health, Pool, SqliteErrorKind, describe, sqlite_error_kind};
use crate::writer::Writers;
use crate::{Bus, LocalBus, OpenError, OpenOptions, migrations};

/// "azlj", written into the file header by the first migration.
const APPLICATION_ID: i64 = 0x617a_6c6a;

const READERS: u32 = 4;

/// The time a connection waits for a lock held by another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Earlier versions can corrupt a database in WAL mode when several connections write and
/// checkpoint concurrently.
const OLDEST: (u32, u32, u32) = (3, 51, 3);
const OLDEST_TEXT: &str = "3.51.3";

/// The number of retries while other processes open the same new file.
const OPEN_RETRIES: u32 = 50;

/// Opens the database at `path` and migrates it; creates it if it does not exist.
pub(crate) async fn open(path: &Path, options: OpenOptions) -> Result<Database, OpenError> {
    if files::create_private(path)? {
        files::inherit_owner(path).map_err(|source| OpenError::Create {
            path: path.to_owned(),
            source,
        })?;
    }
    let connect = connect_options(path, options.synchronous);
    let failed = |error: sqlx::Error| open_error(path, &error);
    let changes = prepare(path, &connect, options.accept_loss).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(connect.clone().read_only(true))
        .await
        .map_err(failed)?;

    let health = Arc::new(Health::default());
    let checkpoints = checkpoint::start(connect, Arc::clone(&health))
        .await
        .map_err(failed)?;
    let pool = |pool| Pool {
        connections: Connections::Sqlite(pool),
        health: Arc::clone(&health),
    };
    let changes = pool(changes);
    let bus = options
        .bus
        .unwrap_or_else(|| Arc::new(LocalBus::new()) as Arc<dyn Bus>);
    let writers = Writers::start(&changes, &bus, 1, options.queue, options.batch);
    Ok(Database {
        readers: pool(readers),
        changes,
        writers: Arc::new(writers),
        bus,
        path: Some(path.to_owned()),
        others: vec![pool(checkpoints)],
    })
}

fn connect_options(path: &Path, synchronous: Synchronous) -> SqliteConnectOptions {
    let synchronous = match synchronous {
        Synchronous::Off => SqliteSynchronous::Off,
        Synchronous::Normal => SqliteSynchronous::Normal,
        Synchronous::Full => SqliteSynchronous::Full,
    };
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .synchronous(synchronous)
        // On macOS, only a full fsync reaches the medium.
        .pragma("fullfsync", "1")
        .pragma("checkpoint_fullfsync", "1")
        // Deleted data is overwritten in the file too.
        .pragma("secure_delete", "1")
        .pragma("temp_store", "memory")
        .pragma("cache_size", "-16384")
        .pragma("wal_autocheckpoint", checkpoint::WRITER_PAGES)
        // Truncates a WAL that had to grow longer.
        .pragma("journal_size_limit", "67108864")
}

/// An error preparing a file, some of which are worth a retry.
enum PrepareError {
    Sql(sqlx::Error),
    Open(OpenError),
}

impl From<sqlx::Error> for PrepareError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<OpenError> for PrepareError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<MigrateError> for PrepareError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)
                if is_busy(&error) =>
            {
                Self::Sql(error)
            }
            error => Self::Open(migrate_error(&error, &migrations::SQLITE)),
        }
    }
}

/// Checks and migrates the file. Returns the pool of the writing connection.
async fn prepare(
    path: &Path,
    connect: &SqliteConnectOptions,
    accept_loss: bool,
) -> Result<SqlitePool, OpenError> {
    for attempt in 0..=OPEN_RETRIES {
        match try_prepare(path, connect, accept_loss).await {
            Ok(pool) => return Ok(pool),
            // Switching to WAL mode does not wait for other processes that do the same.
            Err(PrepareError::Sql(error)) if is_busy(&error) => {
                tokio::time::sleep(Duration::from_millis(20 * u64::from(attempt))).await;
            }
            Err(PrepareError::Sql(error)) => return Err(open_error(path, &error)),
            Err(PrepareError::Open(error)) => return Err(error),
        }
    }
    let reason = format!("{} is locked by another program", path.display());
    Err(OpenError::Connect(reason))
}

async fn try_prepare(
    path: &Path,
    connect: &SqliteConnectOptions,
    accept_loss: bool,
) -> Result<SqlitePool, PrepareError> {
    // Before anything is changed: is this our database?
    let mut conn = SqliteConnection::connect_with(connect).await?;
    check_version(&mut conn).await?;
    if !is_ours(&mut conn).await? {
        return Err(PrepareError::Open(OpenError::NotADatabase {
            path: path.to_owned(),
            hint: " (it contains tables of another program)",
        }));
    }
    conn.close().await?;

    // A single connection for all writes, so that writers queue here and not for the file lock.
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(30))
        .test_before_acquire(false)
        .connect_with(connect.clone().journal_mode(SqliteJournalMode::Wal))
        .await?;
    let mut conn = pool.acquire().await?;
    if !accept_loss {
        check_durable(&mut conn).await?;
    }
    // In one transaction, so that concurrent processes wait and find the migrations done.
    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
    migrations::SQLITE.run_direct(None, &mut *tx, false).await?;
    tx.commit().await?;
    drop(conn);
    Ok(pool)
}

async fn check_version(conn: &mut SqliteConnection) -> Result<(), PrepareError> {
    let found: String = sqlx::query("SELECT sqlite_version()")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    let mut parts = found.split('.').map(|part| part.parse().unwrap_or(0));
    let mut part = || parts.next().unwrap_or(0);
    if (part(), part(), part()) < OLDEST {
        return Err(PrepareError::Open(OpenError::Version {
            software: "SQLite",
            found,
            needed: OLDEST_TEXT,
        }));
    }
    Ok(())
}

/// Returns `true` if the file is empty or has our application id.
async fn is_ours(conn: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Another process may be creating it. Tables and id are committed together, so the tables must
    // be read first: if they are seen, the id is seen too.
    let sql = "SELECT COUNT(*) FROM sqlite_schema";
    let tables: i64 = sqlx::query(sql).fetch_one(&mut *conn).await?.try_get(0)?;
    let id: i64 = sqlx::query("PRAGMA application_id")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    Ok(id == APPLICATION_ID || (id == 0 && tables == 0))
}

/// Reads the durability settings back.
async fn check_durable(conn: &mut SqliteConnection) -> Result<(), PrepareError> {
    let synchronous: i64 = sqlx::query("PRAGMA synchronous")
        .fetch_one(&mut *conn)
        .await?
        .try_get(0)?;
    let journal_mode: String = sqlx::query("PRAGMA journal_mode")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    let (setting, value, needed) = match synchronous {
        0 => ("synchronous", "OFF".to_owned(), "FULL"),
        1 => ("synchronous", "NORMAL".to_owned(), "FULL"),
        _ if !journal_mode.eq_ignore_ascii_case("wal") => ("journal_mode", journal_mode, "WAL"),
        _ => return Ok(()),
    };
    Err(PrepareError::Open(OpenError::NotDurable {
        setting,
        value,
        needed,
    }))
}

pub(crate) fn migrate_error(error: &MigrateError, known: &Migrator) -> OpenError {
    let known = newest_version(known);
    match error {
        MigrateError::VersionMissing(found) if *found > known => OpenError::NewerSchema {
            found: *found,
            known,
        },
        MigrateError::Execute(error) => OpenError::Migration(describe(error)),
        MigrateError::ExecuteMigration(error, version) => {
            OpenError::Migration(format!("step {version}: {}", describe(error)))
        }
        other => OpenError::Migration(other.to_string()),
    }
}

fn newest_version(migrations: &Migrator) -> i64 {
    let versions = migrations.iter().map(|migration| migration.version);
    versions.max().unwrap_or(0)
}

fn is_busy(error: &sqlx::Error) -> bool {
    sqlite_error_kind(error) == Some(SqliteErrorKind::Busy)
}

pub(crate) fn open_error(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match sqlite_error_kind(error) {
        Some(SqliteErrorKind::NotADatabase) => OpenError::NotADatabase { path, hint: "" },
        Some(SqliteErrorKind::Permission) => OpenError::Permission {
            path,
            reason: describe(error),
        },
        _ => OpenError::Connect(format!("{}: {}", path.display(), describe(error))),
    }
}
