//! Errors. None contains the content of a row or a database password.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::{GameId, PlayerId};

/// An error of a store operation.
///
/// Nothing was written, except possibly after [`Unknown`](StoreError::Unknown).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The game does not exist.
    #[error("no such game: {0}")]
    NoSuchGame(GameId),
    /// The game id is taken.
    #[error("game {0} already exists")]
    GameExists(GameId),
    /// The player does not exist, or is a guest where an account is required or vice versa.
    #[error("no such player: {0}")]
    NoSuchPlayer(PlayerId),
    /// The player id is taken, or the player already is an account.
    #[error("player {0} already exists")]
    PlayerExists(PlayerId),
    /// Two players of this game were merged meanwhile and would occupy two seats.
    #[error("a merged player would have two seats in game {0}")]
    DuplicatePlayer(GameId),
    /// An account has a name with the same key.
    #[error("the name is taken")]
    NameTaken,
    /// The invitation to create an account does not exist, or was used.
    #[error("no such invitation")]
    NoSuchInvitation,
    /// The password was changed after the caller verified it.
    #[error("the password was changed meanwhile")]
    PasswordChanged,
    /// The session that authorised the request has ended.
    #[error("the session has ended")]
    SessionEnded,
    /// A value cannot be stored.
    #[error("invalid {field}: {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The reason.
        reason: String,
    },
    /// The database timed out or had to abort the transaction; a retry can succeed.
    #[error("database busy: {0}")]
    Busy(String),
    /// The database is unreachable; a later retry can succeed.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The outcome of the commit is unknown.
    ///
    /// Close the client's connection without a response: its retry, under the same idempotency
    /// key, finds out.
    #[error("commit outcome unknown: {0}")]
    Unknown(String),
    /// A write failed permanently; the process must exit, and a new one finds what was written.
    #[error("store failed permanently: {0}")]
    Failed(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A row cannot be decoded.
    #[error("corrupt database: {0}")]
    Corrupt(String),
    /// The database rejected a statement.
    #[error("database error: {0}")]
    Refused(String),
}

impl StoreError {
    /// The kinds of database errors, as in the metrics.
    pub const DATABASE_KINDS: [&'static str; 6] = [
        "busy",
        "unavailable",
        "unknown",
        "failed",
        "corrupt",
        "refused",
    ];

    /// Returns the kind of a database error; `None` for other errors, such as an invalid field.
    pub(crate) const fn database_kind(&self) -> Option<&'static str> {
        match self {
            Self::Busy(_) => Some("busy"),
            Self::Unavailable(_) => Some("unavailable"),
            Self::Unknown(_) => Some("unknown"),
            Self::Failed(_) => Some("failed"),
            Self::Corrupt(_) => Some("corrupt"),
            Self::Refused(_) => Some("refused"),
            _ => None,
        }
    }
}

/// An error opening a store.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The URL is malformed or names an unsupported database.
    #[error("{0}")]
    Url(String),
    /// The database file or its directory could not be created.
    #[error("cannot create {path}: {source}")]
    Create {
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another server holds the lock on the database.
    #[error("a server is running on {0}: stop it first, or name another folder with --data")]
    InUse(PathBuf),
    /// The file is not readable or writable.
    #[error("cannot open {path}: {reason}; check the permissions of the file and its directory")]
    Permission {
        /// The file.
        path: PathBuf,
        /// The database's message.
        reason: String,
    },
    /// The file is not a database of this program.
    #[error("{path} is not an Azulejo database{hint}")]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// A hint in parentheses, or an empty string.
        hint: &'static str,
    },
    /// A newer version of the program has migrated the schema.
    #[error(
        "the database has schema version {found}, but this version of Azulejo supports only {known}: \
         use a newer version"
    )]
    NewerSchema {
        /// The schema version of the database.
        found: i64,
        /// The newest supported schema version.
        known: i64,
    },
    /// A migration failed.
    #[error("schema migration failed: {0}")]
    Migration(String),
    /// The database software is too old.
    #[error("{software} {found} is too old: version {needed} or later is required")]
    Version {
        /// The software.
        software: &'static str,
        /// Its version.
        found: String,
        /// The oldest supported version.
        needed: &'static str,
    },
    /// A database setting would allow acknowledged moves to be lost.
    #[error(
        "database setting {setting} is {value}, but must be {needed}: \
         acknowledged moves could be lost"
    )]
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// The required value.
        needed: &'static str,
    },
    /// A copy into the database was interrupted.
    #[error("the database is an unfinished copy: repeat azulejo migrate")]
    UnfinishedCopy,
    /// The connection failed.
    #[error("cannot connect to the database: {0}")]
    Connect(String),
}

/// An error making, checking or restoring a backup.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The backend has its own backup tools.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The target already exists.
    #[error("{0} already exists")]
    Exists(PathBuf),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The backup is damaged.
    #[error("{path} is damaged: {reason}")]
    Damaged {
        /// The backup.
        path: PathBuf,
        /// The finding of the integrity check.
        reason: String,
    },
    /// The backup cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database could not write the backup.
    #[error("backup failed: {0}")]
    Database(String),
}
