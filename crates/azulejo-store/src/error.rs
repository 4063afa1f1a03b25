//! What can go wrong, told without secrets: no error holds a row's content or a database password.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::{GameId, PlayerId};

/// Why the store did not do what it was asked.
///
/// After every variant but [`Unknown`](StoreError::Unknown) nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// There is a game of this name already.
    #[error("there is a game {0} already")]
    GameExists(GameId),
    /// There is no such player, or it is not an account where one is needed.
    #[error("there is no such player {0}")]
    NoSuchPlayer(PlayerId),
    /// There is a player of this id already, or the guest is an account already.
    #[error("player {0} exists already")]
    PlayerExists(PlayerId),
    /// Two different people of this game have become one in the meantime.
    #[error("somebody would have two seats of game {0}")]
    TwoSeats(GameId),
    /// An account has a name with the same key.
    #[error("the name is taken")]
    NameTaken,
    /// The caller gave something that cannot be stored.
    #[error("{what} cannot be stored: {why}")]
    Invalid {
        /// Which value.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The database was too busy for too long; trying again may work.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The database cannot be reached; trying again later may work.
    #[error("the database cannot be reached: {0}")]
    Unavailable(String),
    /// Whether the change was kept is not known.
    ///
    /// Give no answer to the client and close its connection:
    /// its retry finds out by the command's number.
    #[error("it is not known whether the change was kept: {0}")]
    Unknown(String),
    /// Writing has failed for good; the process must end, and a new one finds what was kept.
    #[error("the store has failed and refuses everything: {0}")]
    Failed(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// A row does not mean anything to this program.
    #[error("the database holds something that cannot be understood: {0}")]
    Corrupt(String),
    /// The database refused a statement.
    #[error("the database refused: {0}")]
    Refused(String),
    /// The back end cannot do this.
    #[error("{0}")]
    Unsupported(&'static str),
}

/// Why a store could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The URL names no database that this program knows.
    #[error("{0}")]
    Url(String),
    /// The folder of the database could not be made, or the file not created in it.
    #[error("{path} cannot be created: {source}")]
    Create {
        /// The folder or file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A server uses the file, and it must be alone with it.
    #[error("a server is running on {0}: stop it first, or name another folder with --data")]
    InUse(PathBuf),
    /// The file may not be read or written.
    #[error("{path} cannot be opened: {reason}; check who may read and write it and its folder")]
    Permission {
        /// The file.
        path: PathBuf,
        /// The database's reason.
        reason: String,
    },
    /// The file is something else.
    #[error("{path} is not a database of this program{hint}")]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// What it seems to be, in brackets, or nothing.
        hint: &'static str,
    },
    /// A later version of the program has changed the tables.
    #[error(
        "the database was made by a newer version of this program: \
         its schema is {found}, this program knows {known}"
    )]
    NewerSchema {
        /// The newest change in the database.
        found: i64,
        /// The newest change that this program knows.
        known: i64,
    },
    /// The tables could not be brought up to date.
    #[error("the tables cannot be brought up to date: {0}")]
    Migration(String),
    /// The database software is too old.
    #[error("{software} is version {found}, but at least {needed} is needed")]
    Version {
        /// The software.
        software: &'static str,
        /// Its version.
        found: String,
        /// The least version that is known to be safe.
        needed: &'static str,
    },
    /// A setting would let moves be lost that were acknowledged.
    #[error(
        "the database setting {setting} is {value}: a move that was acknowledged could be lost; \
         it must be {needed}"
    )]
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// What it is.
        value: String,
        /// What it must be.
        needed: &'static str,
    },
    /// The database did not answer, or refused the connection.
    #[error("the database cannot be reached: {0}")]
    Connect(String),
}

/// Why a copy could not be made, checked or restored.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The back end has a better tool for it.
    #[error("{0}")]
    Unsupported(&'static str),
    /// Something is in the way.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The copy is damaged.
    #[error("{path} is damaged: {reason}")]
    Damaged {
        /// The copy.
        path: PathBuf,
        /// What the database found.
        reason: String,
    },
    /// The copy cannot be opened as a database of this program.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database refused to make the copy.
    #[error("the copy could not be made: {0}")]
    Database(String),
}
