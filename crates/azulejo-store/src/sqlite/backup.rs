//! Backups of a SQLite database: made while it is in use, checked, and restored.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{Connection as _, Row as _};

use super::files::{beside, create_private, inherit_owner, sync_directory};
use super::{APPLICATION_ID, newest_version, open_error};
use crate::migrations;
use crate::sql::{SqliteErrorKind, describe, sqlite_error_kind};
use crate::{BackupError, OpenError};

/// The content of a backup in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The schema version.
    pub schema: i64,
    /// The number of games.
    pub games: u64,
    /// The number of events.
    pub events: u64,
    /// The time of the latest event, which tells the age of the backup.
    pub latest_ms: Option<i64>,
}

/// Copies a consistent snapshot of the database to `to`.
pub(crate) async fn copy(pool: &SqlitePool, own: &Path, to: PathBuf) -> Result<(), BackupError> {
    if to.exists() || to == own {
        return Err(BackupError::Exists(to));
    }
    write_atomically(&to, async |partial| {
        let target = partial.to_str().ok_or_else(|| {
            let source = io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8");
            io_error(partial)(source)
        })?;
        // On a read-only connection, which sees one snapshot and does not block the writer.
        let copied = sqlx::query("VACUUM INTO $1")
            .bind(target)
            .execute(pool)
            .await;
        copied
            .map(|_| ())
            .map_err(|error| BackupError::Database(describe(&error)))
    })
    .await
}

/// Writes a temporary file, syncs it and renames it to `to`, which must not exist.
async fn write_atomically(
    to: &Path,
    write: impl AsyncFnOnce(&Path) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let partial = beside(to, ".partial");
    if !create_private(&partial)? {
        return Err(BackupError::Exists(partial));
    }
    let finished = match write(&partial).await {
        Ok(()) => publish(partial.clone(), to.to_owned()).await,
        Err(error) => Err(error),
    };
    if finished.is_err() {
        let _left_behind = fs::remove_file(&partial);
    }
    finished
}

/// Syncs a file, moves it to its final name and syncs the directory.
async fn publish(partial: PathBuf, to: PathBuf) -> Result<(), BackupError> {
    blocking(move || {
        File::options()
            .write(true)
            .open(&partial)
            .and_then(|file| file.sync_all())
            .map_err(io_error(&to))?;
        // Unlike a rename, a hard link cannot replace a file that has appeared meanwhile.
        fs::hard_link(&partial, &to).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(to.clone()),
            _ => io_error(&to)(source),
        })?;
        fs::remove_file(&partial)
            .and_then(|()| sync_directory(&to))
            .map_err(io_error(&to))
    })
    .await
}

/// Checks that a backup is intact and supported by this version.
///
/// # Errors
/// [`BackupError::Damaged`], or an error opening it.
pub async fn check_backup(path: &Path) -> Result<BackupSummary, BackupError> {
    fs::metadata(path).map_err(io_error(path))?;
    // Immutable: nothing writes to a backup, and SQLite must create no files beside it.
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(true);
    let failed = |error: sqlx::Error| BackupError::Open(open_error(path, &error));
    let mut conn = SqliteConnection::connect_with(&options)
        .await
        .map_err(failed)?;
    let checked = check_open(path, &mut conn).await;
    let closed = conn.close().await.map_err(failed);
    checked.and_then(|summary| closed.map(|()| summary))
}

async fn check_open(
    path: &Path,
    conn: &mut SqliteConnection,
) -> Result<BackupSummary, BackupError> {
    let damaged = |reason| BackupError::Damaged {
        path: path.to_owned(),
        reason,
    };
    let mut number = async |sql: &'static str| {
        let row = sqlx::query(sql).fetch_one(&mut *conn).await;
        let value = row.and_then(|row| row.try_get::<Option<i64>, _>(0));
        value.map_err(|error| match sqlite_error_kind(&error) {
            Some(SqliteErrorKind::Disk) => damaged(describe(&error)),
            _ => BackupError::Open(open_error(path, &error)),
        })
    };
    if number("PRAGMA application_id").await? != Some(APPLICATION_ID) {
        return Err(BackupError::Open(OpenError::NotADatabase {
            path: path.to_owned(),
            hint: " (wrong application id)",
        }));
    }
    let sql = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
    let schema = number(sql).await?.unwrap_or(0);
    let known = newest_version(&migrations::SQLITE);
    if schema > known {
        let found = schema;
        return Err(BackupError::Open(OpenError::NewerSchema { found, known }));
    }
    let games = number("SELECT COUNT(*) FROM game").await;
    let events = number("SELECT COUNT(*) FROM event").await;
    let latest_ms = number("SELECT MAX(changed_ms) FROM game").await;
    let rows = sqlx::query("PRAGMA integrity_check")
        .fetch_all(&mut *conn)
        .await;
    let findings: Vec<String> = rows
        .and_then(|rows| rows.iter().map(|row| row.try_get(0)).collect())
        .map_err(|error| damaged(describe(&error)))?;
    if findings != ["ok"] {
        return Err(damaged(findings.join("; ")));
    }
    Ok(BackupSummary {
        schema,
        games: games?.unwrap_or(0).unsigned_abs(),
        events: events?.unwrap_or(0).unsigned_abs(),
        latest_ms: latest_ms?,
    })
}

/// Checks a backup and copies it to `to`, which must not exist.
///
/// # Errors
/// [`BackupError::Exists`] if a database or its WAL is there already; see [`check_backup`].
pub async fn restore(from: &Path, to: &Path) -> Result<BackupSummary, BackupError> {
    // SQLite would replay a leftover WAL of another database into this one.
    for path in [to.to_owned(), beside(to, "-wal"), beside(to, "-shm")] {
        if path.exists() {
            return Err(BackupError::Exists(path));
        }
    }
    let summary = check_backup(from).await?;
    write_atomically(to, async |partial| {
        let (from, partial) = (from.to_owned(), partial.to_owned());
        blocking(move || {
            let mut source = File::open(&from).map_err(io_error(&from))?;
            let target = File::options().write(true).open(&partial);
            target
                .and_then(|mut target| io::copy(&mut source, &mut target))
                .and_then(|_| inherit_owner(&partial))
                .map_err(io_error(&partial))
        })
        .await
    })
    .await?;
    Ok(summary)
}

async fn blocking(
    work: impl FnOnce() -> Result<(), BackupError> + Send + 'static,
) -> Result<(), BackupError> {
    let task = tokio::task::spawn_blocking(work);
    task.await
        .unwrap_or_else(|error| Err(BackupError::Database(error.to_string())))
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> BackupError + use<> {
    let path = path.to_owned();
    move |source| BackupError::Io { path, source }
}
