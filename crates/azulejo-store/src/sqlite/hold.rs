//! Who may use a database: one server at a time, and none while it is replaced.
//!
//! The hold is a lock on a file beside the database, which the system lets go of when the process
//! ends, however it ends. The database itself is not locked: copies are made of it while a server
//! has it. The file stays where it is, because whoever removes it could remove another one's.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::backup::beside;
use super::{create_file, failed_to_create};
use crate::OpenError;

/// A database that nobody else serves or replaces, as long as this is kept.
#[derive(Debug)]
pub struct Hold {
    database: PathBuf,
    /// Closed with the hold, which ends the lock.
    _locked: File,
}

impl Hold {
    /// The file of the database.
    #[must_use]
    pub fn database(&self) -> &Path {
        &self.database
    }
}

/// Takes hold of a database, which need not be there yet.
///
/// # Errors
/// [`OpenError::InUse`] if somebody else has it; otherwise the system's reason.
pub fn hold(database: &Path) -> Result<Hold, OpenError> {
    let path = beside(database, ".lock");
    create_file(&path)?;
    let file = File::options()
        .write(true)
        .open(&path)
        .map_err(failed_to_create(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(Hold {
            database: database.to_owned(),
            _locked: file,
        }),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(database.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed_to_create(&path)(source)),
    }
}
