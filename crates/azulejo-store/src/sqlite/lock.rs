//! Exclusive use of a database: one server at a time, and none during a restore.
//!
//! The lock is on a file beside the database and is released when the process exits, however it
//! exits. The database itself stays readable, for backups of a running server. The lock file is
//! never removed: it could be another process's by then.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::files::{beside, create_private, inherit_owner};
use crate::OpenError;

/// An exclusive lock on a database file, held until dropped.
#[derive(Debug)]
pub struct DatabaseLock {
    database: PathBuf,
    _file: File,
}

impl DatabaseLock {
    /// Locks a database, which need not exist yet.
    ///
    /// # Errors
    /// [`OpenError::InUse`] if another process has the lock; [`OpenError::Create`].
    pub fn acquire(database: &Path) -> Result<Self, OpenError> {
        let path = beside(database, ".lock");
        let is_new = create_private(&path)?;
        let failed = |source| OpenError::Create {
            path: path.clone(),
            source,
        };
        if is_new {
            inherit_owner(&path).map_err(failed)?;
        }
        let file = File::options().write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self {
                database: database.to_owned(),
                _file: file,
            }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(database.to_owned())),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn database(&self) -> &Path {
        &self.database
    }
}
