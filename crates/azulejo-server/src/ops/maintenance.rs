//! Maintenance: backup, restore and verification of event logs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use azulejo_store::DatabaseLock;
pub use azulejo_store::{BackupError, BackupSummary};
use azulejo_store::{GameId, OpenError, Store, StoreError};

use azulejo_game::event::Event;
use azulejo_game::{Table, Timestamp};

/// Backs up a database that may be in use, and checks the copy.
///
/// # Errors
/// If the database cannot be copied.
pub async fn backup(url: &str, file: &Path) -> Result<BackupSummary, BackupError> {
    let store = azulejo_store::open(url).await?;
    let copied = store.backup(file).await;
    store.close().await;
    copied?;
    azulejo_store::check_backup(file).await
}

/// Checks that a backup is complete.
///
/// # Errors
/// If it is not.
pub async fn check_backup(file: &Path) -> Result<BackupSummary, BackupError> {
    azulejo_store::check_backup(file).await
}

/// Locks a database against servers.
///
/// # Errors
/// [`OpenError::InUse`] if a server uses it.
pub fn hold(database: &Path) -> Result<DatabaseLock, OpenError> {
    DatabaseLock::acquire(database)
}

/// Restores a backup.
///
/// # Errors
/// If it cannot be restored.
pub async fn restore(file: &Path, to: &DatabaseLock) -> Result<BackupSummary, BackupError> {
    azulejo_store::restore(file, to.database()).await
}

/// Moves a database and its WAL aside and returns the new path.
///
/// # Errors
/// If a file cannot be renamed.
pub fn set_aside(held: &DatabaseLock) -> std::io::Result<PathBuf> {
    let file = held.database();
    let beside = |path: &Path, suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let mut kept = beside(file, ".before-restore");
    let mut number = 2;
    while kept.exists() {
        kept = beside(file, &format!(".before-restore-{number}"));
        number += 1;
    }
    // The WAL moves first, so that neither is opened without the other.
    for suffix in ["-wal", "-shm"] {
        let part = beside(file, suffix);
        if part.exists() {
            std::fs::rename(&part, beside(&kept, suffix))?;
        }
    }
    std::fs::rename(file, &kept)?;
    Ok(kept)
}

/// The event logs of a database, for verification.
pub struct Logs {
    store: Arc<dyn Store>,
}

/// One event of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Its index in the game.
    pub ply: u32,
    /// Its content.
    pub what: Logged,
}

/// The content of an event that a client sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Logged {
    /// A move.
    Moved {
        /// The seat.
        seat: u8,
        /// The notation.
        text: String,
    },
    /// A choice of columns.
    Chosen {
        /// The seat.
        seat: u8,
        /// The notation.
        placements: Vec<String>,
    },
    /// Anything else.
    Other,
}

/// A log is missing or invalid.
#[derive(Debug, thiserror::Error)]
pub enum LogFault {
    /// The game does not exist.
    #[error("there is no such game")]
    NotFound,
    /// It could not be read.
    #[error("the log could not be read: {0}")]
    Store(#[from] StoreError),
    /// An event is missing.
    #[error("event {expected} is missing: {found} follows")]
    Gap {
        /// The expected ply.
        expected: u32,
        /// The ply found.
        found: u32,
    },
    /// An event cannot be applied to the state before it.
    #[error("event {ply}: {reason}")]
    Fold {
        /// The event's ply.
        ply: u32,
        /// The reason.
        reason: String,
    },
    /// The state hash after an event differs from the stored one.
    #[error("event {ply}: state hash is {found}, but {written} is stored")]
    Hash {
        /// The event's ply.
        ply: u32,
        /// The computed hash.
        found: String,
        /// The stored hash.
        written: String,
    },
}

impl Logs {
    /// Opens a database.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let store = azulejo_store::open(url).await?;
        Ok(Self { store })
    }

    /// Returns the log of a game after replaying it: every event must apply and lead to the stored
    /// state hash.
    ///
    /// # Errors
    /// If the log is missing or invalid.
    pub async fn of(&self, game: &str) -> Result<Vec<LogEntry>, LogFault> {
        let id: GameId = game.parse().map_err(|_| LogFault::NotFound)?;
        replay(&*self.store, id).await
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}

/// Replays the log of a game: every event must apply and lead to the stored state hash.
pub(super) async fn replay(store: &dyn Store, game: GameId) -> Result<Vec<LogEntry>, LogFault> {
    let mut table: Option<Table> = None;
    let mut entries = Vec::new();
    for (expected, row) in (0..).zip(store.events(game, 0).await?) {
        let ply = row.ply;
        if ply != expected {
            return Err(LogFault::Gap {
                expected,
                found: ply,
            });
        }
        let at = Timestamp::from_unix_ms(row.at_ms);
        let fault = |reason: String| LogFault::Fold { ply, reason };
        let event: Event =
            serde_json::from_str(&row.body).map_err(|error| fault(error.to_string()))?;
        match &mut table {
            None => {
                let first = Table::new(game, &event, at);
                table = Some(first.map_err(|error| fault(error.to_string()))?);
            }
            Some(table) => table
                .apply(&event, at)
                .map_err(|error| fault(error.to_string()))?,
        }
        let found = table.as_ref().map(Table::hash).unwrap_or_default();
        // The first events of a game have no state hash.
        if !row.state_hash.is_empty() && found != row.state_hash {
            return Err(LogFault::Hash {
                ply,
                found: found.to_owned(),
                written: row.state_hash,
            });
        }
        let what = match event {
            Event::Moved { seat, text } => Logged::Moved {
                seat: seat.get(),
                text,
            },
            Event::Chosen { seat, placements } => Logged::Chosen {
                seat: seat.get(),
                placements,
            },
            _ => Logged::Other,
        };
        entries.push(LogEntry { ply, what });
    }
    if entries.is_empty() {
        return Err(LogFault::NotFound);
    }
    Ok(entries)
}
