//! SQLite: one file, one process, one writer.

pub(crate) mod backup;
pub(crate) mod batch;
mod checkpoint;
pub(crate) mod hold;

use std::fs;
use std::io;
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
use crate::sql::{Connections, Health, Pool, Trouble, describe, sqlite_trouble};
use crate::writer::Writers;
use crate::{Bus, LocalBus, OpenError, OpenOptions};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// "azlj", written into the file's header by the first migration.
const APPLICATION_ID: i64 = 0x617a_6c6a;

/// How long a connection waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Earlier versions may damage a database in WAL mode when several connections write and
/// checkpoint at the same time.
const OLDEST: (u32, u32, u32) = (3, 51, 3);
const OLDEST_TEXT: &str = "3.51.3";

/// How often opening is tried again while other processes open the same new file.
const OPEN_TRIES: u32 = 50;

/// Opens the database at `path` and brings it up to date; creates it if it is not there.
pub(crate) async fn open(path: &Path, options: OpenOptions) -> Result<Database, OpenError> {
    create_file(path)?;
    let connect = connect_options(path, options.synchronous);
    // With one connection for all that is written, writers queue here and not in the file.
    let writing = SqlitePoolOptions::new()
        .max_connections(1)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(30))
        .test_before_acquire(false);
    let changes = prepare(path, &connect, writing, options.accept_loss).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(options.readers)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(connect.clone().read_only(true))
        .await
        .map_err(|error| open_error(path, &error))?;

    let health = Arc::new(Health::default());
    let folding = checkpoint::start(connect.clone(), Arc::clone(&health))
        .await
        .map_err(|error| open_error(path, &error))?;
    let pool = |pool| Pool {
        connections: Connections::Sqlite(pool),
        health: Arc::clone(&health),
    };
    let (readers, changes, folding) = (pool(readers), pool(changes), pool(folding));
    let bus = options
        .bus
        .unwrap_or_else(|| Arc::new(LocalBus::new()) as Arc<dyn Bus>);
    let writers = Writers::start(&changes, &bus, 1, options.queue, options.batch);
    Ok(Database {
        readers,
        changes,
        writers: Arc::new(writers),
        bus,
        path: Some(path.to_owned()),
        others: vec![folding],
    })
}

/// Creates folder and file, readable by their owner alone, unless they exist.
///
/// A file that exists is not touched: opening and closing it here would take away the locks that
/// SQLite holds on it elsewhere in this process.
fn create_file(path: &Path) -> Result<(), OpenError> {
    let failed = failed_to_create;
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed(folder))?;
    }
    let mut file = fs::OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    match file.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if path.is_dir() {
                let source = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(OpenError::Create {
                    path: path.to_owned(),
                    source,
                });
            }
            Ok(())
        }
        Err(error) => Err(failed(path)(error)),
    }
}

fn failed_to_create(path: &Path) -> impl FnOnce(io::Error) -> OpenError + use<> {
    let path = path.to_owned();
    move |source| OpenError::Create { path, source }
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
        // On systems where it makes a difference, a sync is one that reaches the medium.
        .pragma("fullfsync", "1")
        .pragma("checkpoint_fullfsync", "1")
        // Whoever deletes their data is not to be found in the file either.
        .pragma("secure_delete", "1")
        .pragma("temp_store", "memory")
        .pragma("cache_size", "-16384")
        .pragma("wal_autocheckpoint", checkpoint::WRITERS_PAGES)
        // Keeps the log from staying as long as it once had to be.
        .pragma("journal_size_limit", "67108864")
}

/// Checks the file, brings it up to date and returns the connection that writes.
async fn prepare(
    path: &Path,
    connect: &SqliteConnectOptions,
    writing: SqlitePoolOptions,
    accept_loss: bool,
) -> Result<SqlitePool, OpenError> {
    let mut tries = 0;
    loop {
        match prepare_once(path, connect, writing.clone(), accept_loss).await {
            // Switching to WAL does not wait for other processes that do the same.
            Err(Preparation::Busy) if tries < OPEN_TRIES => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(20 * u64::from(tries))).await;
            }
            Err(Preparation::Busy) => {
                let reason = format!("{} is locked by another program", path.display());
                return Err(OpenError::Connect(reason));
            }
            Err(Preparation::Failed(error)) => return Err(error),
            Ok(pool) => return Ok(pool),
        }
    }
}

enum Preparation {
    Busy,
    Failed(OpenError),
}

async fn prepare_once(
    path: &Path,
    connect: &SqliteConnectOptions,
    writing: SqlitePoolOptions,
    accept_loss: bool,
) -> Result<SqlitePool, Preparation> {
    let trouble = |error: &sqlx::Error| match sqlite_trouble(error) {
        Some(Trouble::Busy) => Preparation::Busy,
        _ => Preparation::Failed(open_error(path, error)),
    };
    // Before anything is changed: is this ours, and not from the future?
    let mut conn = SqliteConnection::connect_with(connect)
        .await
        .map_err(|error| trouble(&error))?;
    check_version(&mut conn)
        .await
        .map_err(|error| trouble(&error))?
        .map_err(Preparation::Failed)?;
    let ours = is_ours(&mut conn).await.map_err(|error| trouble(&error))?;
    if !ours {
        let hint = " (it holds somebody else's tables)";
        let error = OpenError::NotADatabase {
            path: path.to_owned(),
            hint,
        };
        return Err(Preparation::Failed(error));
    }
    conn.close().await.map_err(|error| trouble(&error))?;

    let wal = connect.clone().journal_mode(SqliteJournalMode::Wal);
    let pool = writing
        .connect_with(wal)
        .await
        .map_err(|error| trouble(&error))?;
    let mut conn = pool.acquire().await.map_err(|error| trouble(&error))?;
    if !accept_loss {
        let durable = check_durable(&mut conn)
            .await
            .map_err(|error| trouble(&error))?;
        durable.map_err(Preparation::Failed)?;
    }
    match migrate(&mut conn).await {
        Ok(()) => {}
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _))
            if matches!(sqlite_trouble(&error), Some(Trouble::Busy)) =>
        {
            return Err(Preparation::Busy);
        }
        Err(error) => return Err(Preparation::Failed(migrate_error(&error, &MIGRATIONS))),
    }
    drop(conn);
    Ok(pool)
}

/// Brings the tables up to date in one transaction: whoever comes second waits and finds it done.
async fn migrate(conn: &mut SqliteConnection) -> Result<(), MigrateError> {
    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
    MIGRATIONS.run_direct(None, &mut *tx, false).await?;
    Ok(tx.commit().await?)
}

async fn check_version(conn: &mut SqliteConnection) -> Result<Result<(), OpenError>, sqlx::Error> {
    let found: String = sqlx::query("SELECT sqlite_version()")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    let mut parts = found.split('.').map(|part| part.parse().unwrap_or(0));
    let mut part = || parts.next().unwrap_or(0);
    if (part(), part(), part()) < OLDEST {
        return Ok(Err(OpenError::Version {
            software: "SQLite",
            found,
            needed: OLDEST_TEXT,
        }));
    }
    Ok(Ok(()))
}

/// Whether the file is empty or was made by this program.
async fn is_ours(conn: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Tables and mark come with one commit, so whoever sees tables sees the mark after them. In
    // the other order somebody else's first start could come between.
    let sql = "SELECT COUNT(*) FROM sqlite_schema";
    let tables: i64 = sqlx::query(sql).fetch_one(&mut *conn).await?.try_get(0)?;
    let id: i64 = sqlx::query("PRAGMA application_id")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    Ok(id == APPLICATION_ID || (id == 0 && tables == 0))
}

/// Reads back what was asked for: a commit must not return before the disk has it.
async fn check_durable(conn: &mut SqliteConnection) -> Result<Result<(), OpenError>, sqlx::Error> {
    let synchronous: i64 = sqlx::query("PRAGMA synchronous")
        .fetch_one(&mut *conn)
        .await?
        .try_get(0)?;
    if synchronous < 2 {
        let value = match synchronous {
            0 => "OFF".to_owned(),
            1 => "NORMAL".to_owned(),
            other => other.to_string(),
        };
        let (setting, needed) = ("synchronous", "FULL");
        return Ok(Err(OpenError::NotDurable {
            setting,
            value,
            needed,
        }));
    }
    let value: String = sqlx::query("PRAGMA journal_mode")
        .fetch_one(conn)
        .await?
        .try_get(0)?;
    if !value.eq_ignore_ascii_case("wal") {
        let (setting, needed) = ("journal_mode", "WAL");
        return Ok(Err(OpenError::NotDurable {
            setting,
            value,
            needed,
        }));
    }
    Ok(Ok(()))
}

/// What a database's migrations say about this program.
pub(crate) fn migrate_error(error: &MigrateError, known: &Migrator) -> OpenError {
    let newest = known
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0);
    match error {
        MigrateError::VersionMissing(found) if *found > newest => OpenError::NewerSchema {
            found: *found,
            known: newest,
        },
        MigrateError::Execute(error) => OpenError::Migration(describe(error)),
        MigrateError::ExecuteMigration(error, version) => {
            OpenError::Migration(format!("step {version}: {}", describe(error)))
        }
        other => OpenError::Migration(other.to_string()),
    }
}

pub(crate) fn open_error(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match sqlite_trouble(error) {
        Some(Trouble::NotADatabase) => OpenError::NotADatabase { path, hint: "" },
        Some(Trouble::Permission) => OpenError::Permission {
            path,
            reason: describe(error),
        },
        _ => OpenError::Connect(format!("{}: {}", path.display(), describe(error))),
    }
}
