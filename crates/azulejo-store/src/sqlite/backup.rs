//! Copies of a SQLite database: made while it is in use, checked, and put back.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{Connection as _, Row as _};

use crate::sql::{Trouble, describe, sqlite_trouble};
use crate::sqlite::{APPLICATION_ID, MIGRATIONS, open_error};
use crate::{BackupError, OpenError};

/// What a copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The newest change of the tables that the copy has.
    pub schema: i64,
    /// How many games there are.
    pub games: u64,
    /// How many events there are.
    pub events: u64,
    /// When the latest event happened, in milliseconds since 1970: how old the copy is.
    pub latest_ms: Option<i64>,
}

/// Copies the database to `to`: one moment of it, whatever is written meanwhile.
pub(crate) async fn copy(pool: &SqlitePool, own: &Path, to: PathBuf) -> Result<(), BackupError> {
    if to.exists() || to == own {
        return Err(BackupError::Exists(to));
    }
    // Under its name it appears only when it is complete and on disk.
    let partial = beside(&to, ".partial");
    create_private(&partial)?;
    let copied = copy_into(pool, &partial).await;
    let finished = match copied {
        Ok(()) => publish(partial.clone(), to).await,
        Err(error) => Err(error),
    };
    if finished.is_err() {
        // What is left is useless; that it is left is not worth a second error.
        let _left_behind = fs::remove_file(&partial);
    }
    finished
}

async fn copy_into(pool: &SqlitePool, partial: &Path) -> Result<(), BackupError> {
    let target = partial.to_str().ok_or_else(|| {
        let source = io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8");
        BackupError::Io {
            path: partial.to_owned(),
            source,
        }
    })?;
    // A reader's connection: it sees one moment and keeps nobody from writing.
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(target)
        .execute(pool)
        .await;
    copied
        .map(|_| ())
        .map_err(|error| BackupError::Database(describe(&error)))
}

/// Syncs a file, gives it its final name and syncs its folder.
async fn publish(partial: PathBuf, to: PathBuf) -> Result<(), BackupError> {
    let task = tokio::task::spawn_blocking(move || {
        let failed = |source| BackupError::Io {
            path: to.clone(),
            source,
        };
        File::options()
            .write(true)
            .open(&partial)
            .and_then(|file| file.sync_all())
            .map_err(failed)?;
        // Unlike a rename, this cannot replace a file that has appeared meanwhile.
        fs::hard_link(&partial, &to).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(to.clone()),
            _ => failed(source),
        })?;
        fs::remove_file(&partial).map_err(failed)?;
        sync_folder(&to).map_err(failed)
    });
    task.await
        .unwrap_or_else(|error| Err(BackupError::Database(error.to_string())))
}

/// Checks that a file is a whole database that this program can use.
///
/// # Errors
/// [`BackupError::Damaged`], or what stands against opening it.
pub async fn check_backup(path: &Path) -> Result<BackupSummary, BackupError> {
    let metadata = fs::metadata(path);
    metadata.map_err(|source| BackupError::Io {
        path: path.to_owned(),
        source,
    })?;
    // Nobody writes to a copy, and nothing may be written beside it.
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(true);
    let refused = |error: sqlx::Error| BackupError::Open(open_error(path, &error));
    let mut conn = SqliteConnection::connect_with(&options)
        .await
        .map_err(refused)?;
    let checked = check_open(path, &mut conn).await;
    let closed = conn.close().await.map_err(refused);
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
    let refused = |error: sqlx::Error| match sqlite_trouble(&error) {
        Some(Trouble::Disk) => damaged(describe(&error)),
        _ => BackupError::Open(open_error(path, &error)),
    };
    let number = async |conn: &mut SqliteConnection, sql: &'static str| {
        let row = sqlx::query(sql).fetch_one(conn).await?;
        row.try_get::<Option<i64>, _>(0)
    };
    if number(conn, "PRAGMA application_id")
        .await
        .map_err(refused)?
        != Some(APPLICATION_ID)
    {
        let hint = " (it does not carry its mark)";
        return Err(OpenError::NotADatabase {
            path: path.to_owned(),
            hint,
        }
        .into());
    }
    let sql = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
    let schema = number(conn, sql).await.map_err(refused)?.unwrap_or(0);
    let known = MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0);
    if schema > known {
        return Err(OpenError::NewerSchema {
            found: schema,
            known,
        }
        .into());
    }
    let rows = sqlx::query("PRAGMA integrity_check")
        .fetch_all(&mut *conn)
        .await;
    let findings = rows
        .and_then(|rows| rows.iter().map(|row| row.try_get::<String, _>(0)).collect())
        .map_err(|error| damaged(describe(&error)))?;
    let findings: Vec<String> = findings;
    if findings != ["ok"] {
        return Err(damaged(findings.join("; ")));
    }
    let games = number(conn, "SELECT COUNT(*) FROM game")
        .await
        .map_err(refused)?;
    let events = number(conn, "SELECT COUNT(*) FROM event")
        .await
        .map_err(refused)?;
    let latest_ms = number(conn, "SELECT MAX(changed_ms) FROM game")
        .await
        .map_err(refused)?;
    Ok(BackupSummary {
        schema,
        games: games.unwrap_or(0).unsigned_abs(),
        events: events.unwrap_or(0).unsigned_abs(),
        latest_ms,
    })
}

/// Checks a copy and puts it where a server can use it, which must be an unused path.
///
/// # Errors
/// [`BackupError::Exists`] if a database or its log is there already; see [`check_backup`].
pub async fn restore(from: &Path, to: &Path) -> Result<BackupSummary, BackupError> {
    // A log that is left over from another database would be played into this one.
    for path in [to.to_owned(), beside(to, "-wal"), beside(to, "-shm")] {
        if path.exists() {
            return Err(BackupError::Exists(path));
        }
    }
    let summary = check_backup(from).await?;
    let partial = beside(to, ".partial");
    create_private(&partial)?;
    let copied = {
        let (from, partial) = (from.to_owned(), partial.clone());
        let copy = tokio::task::spawn_blocking(move || {
            let failed = |path: &Path| {
                let path = path.to_owned();
                move |source| BackupError::Io { path, source }
            };
            let mut source = File::open(&from).map_err(failed(&from))?;
            let mut target = File::options()
                .write(true)
                .open(&partial)
                .map_err(failed(&partial))?;
            io::copy(&mut source, &mut target).map_err(failed(&partial))?;
            Ok(())
        });
        copy.await
            .unwrap_or_else(|error| Err(BackupError::Database(error.to_string())))
    };
    let finished = match copied {
        Ok(()) => publish(partial.clone(), to.to_owned()).await,
        Err(error) => Err(error),
    };
    if finished.is_err() {
        let _left_behind = fs::remove_file(&partial);
    }
    finished.map(|()| summary)
}

/// Creates an empty file that only its owner may read, and its folder.
fn create_private(path: &Path) -> Result<(), BackupError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(path.to_owned()),
        _ => BackupError::Io {
            path: path.to_owned(),
            source,
        },
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ()).map_err(failed)
}

/// Makes a new name in a folder survive a loss of power.
fn sync_folder(file: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
