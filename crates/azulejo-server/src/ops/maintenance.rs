//! What a host does beside the server: copies, restoring, helping people back in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use azulejo_store::DatabaseLock;
pub use azulejo_store::{BackupError, BackupSummary};
use azulejo_store::{GameId, OpenError, Store, StoreError};

use azulejo_game::Table;
use azulejo_game::event::Event;

pub use crate::http::passwords::{Reset, ResetError};

/// Copies a database while a server uses it.
///
/// # Errors
/// Why it could not be copied.
pub async fn backup(url: &str, file: &Path) -> Result<BackupSummary, BackupError> {
    let store = azulejo_store::open(url).await?;
    let copied = store.backup(file).await;
    store.close().await;
    copied?;
    azulejo_store::check_backup(file).await
}

/// Looks whether a copy is whole.
///
/// # Errors
/// What is wrong with it.
pub async fn check_backup(file: &Path) -> Result<BackupSummary, BackupError> {
    azulejo_store::check_backup(file).await
}

/// Keeps servers away from a database that is about to be replaced.
///
/// # Errors
/// [`OpenError::InUse`] if one is running there.
pub fn hold(database: &Path) -> Result<DatabaseLock, OpenError> {
    DatabaseLock::acquire(database)
}

/// Puts a copy where a database is to be.
///
/// # Errors
/// Why it could not be restored.
pub async fn restore(file: &Path, to: &DatabaseLock) -> Result<BackupSummary, BackupError> {
    azulejo_store::restore(file, to.database()).await
}

/// Renames a database and what belongs to it; gives its new name.
///
/// # Errors
/// The system's reason.
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
    // The log belongs to the file: both move, the log first, so that neither is read alone.
    for suffix in ["-wal", "-shm"] {
        let part = beside(file, suffix);
        if part.exists() {
            std::fs::rename(&part, beside(&kept, suffix))?;
        }
    }
    std::fs::rename(file, &kept)?;
    Ok(kept)
}

/// Gives an account a new password and new recovery codes, and ends its sessions.
///
/// # Errors
/// Why not.
pub async fn reset_account(url: &str, name: &str) -> Result<Reset, ResetFailure> {
    let store = azulejo_store::open(url).await?;
    let reset = crate::http::passwords::reset_account(&*store, name).await;
    store.close().await;
    Ok(reset?)
}

/// Why an account could not be reset.
#[derive(Debug, thiserror::Error)]
pub enum ResetFailure {
    /// The database could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It could not be done there.
    #[error(transparent)]
    Reset(#[from] ResetError),
}

/// The logs of a database, to compare with what others know of them.
pub struct Logs {
    store: Arc<dyn Store>,
}

/// One event of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Its number in the game.
    pub ply: u32,
    /// What it is.
    pub what: Logged,
}

/// What an event is, as far as somebody sent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Logged {
    /// A move.
    Moved {
        /// Whose.
        seat: u8,
        /// In notation.
        text: String,
    },
    /// Columns that a player chose.
    Chosen {
        /// Who.
        seat: u8,
        /// In notation.
        placements: Vec<String>,
    },
    /// Anything else.
    Other,
}

/// What is wrong with a log.
#[derive(Debug, thiserror::Error)]
pub enum LogFault {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// It could not be read.
    #[error("the log could not be read: {0}")]
    Store(#[from] StoreError),
    /// An event is missing.
    #[error("event {expected} is missing: {found} follows")]
    Gap {
        /// The ply that should be there.
        expected: u32,
        /// The ply that is there.
        found: u32,
    },
    /// An event does not follow from those before.
    #[error("event {ply}: {reason}")]
    Fold {
        /// Which.
        ply: u32,
        /// Why.
        reason: String,
    },
    /// The state after an event is not the one that was written down.
    #[error("event {ply} leads to state {found}, and {written} was written down")]
    Hash {
        /// Which.
        ply: u32,
        /// What it leads to.
        found: String,
        /// What the store says.
        written: String,
    },
}

impl Logs {
    /// Opens a database.
    ///
    /// # Errors
    /// Why it could not be opened.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let store = azulejo_store::open(url).await?;
        Ok(Self { store })
    }

    /// The log of a game, played through: every event must follow from those before and lead to
    /// the state that was written down with it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub async fn of(&self, game: &str) -> Result<Vec<LogEntry>, LogFault> {
        let id: GameId = game.parse().map_err(|_| LogFault::NotFound)?;
        let mut table: Option<Table> = None;
        let mut entries = Vec::new();
        for (expected, row) in (0..).zip(self.store.events(id, 0).await?) {
            let ply = row.ply;
            if ply != expected {
                return Err(LogFault::Gap {
                    expected,
                    found: ply,
                });
            }
            let fault = |reason: String| LogFault::Fold { ply, reason };
            let event: Event =
                serde_json::from_str(&row.body).map_err(|error| fault(error.to_string()))?;
            match &mut table {
                None => {
                    let first = Table::new(id.as_str(), &event, row.at_ms);
                    table = Some(first.map_err(|error| fault(error.to_string()))?);
                }
                Some(table) => table
                    .apply(&event, row.at_ms)
                    .map_err(|error| fault(error.to_string()))?,
            }
            let found = table.as_ref().map(Table::hash).unwrap_or_default();
            // The first events of a game are written without a table to hash.
            if !row.state_hash.is_empty() && found != row.state_hash {
                return Err(LogFault::Hash {
                    ply,
                    found: found.to_owned(),
                    written: row.state_hash,
                });
            }
            let what = match event {
                Event::Moved { seat, text } => Logged::Moved { seat, text },
                Event::Chosen { seat, placements } => Logged::Chosen { seat, placements },
                _ => Logged::Other,
            };
            entries.push(LogEntry { ply, what });
        }
        if entries.is_empty() {
            return Err(LogFault::NotFound);
        }
        Ok(entries)
    }

    /// Lets go of the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}
