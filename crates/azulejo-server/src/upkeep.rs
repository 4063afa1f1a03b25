//! What a host does beside the server: copies, restoring, helping people back in.

use std::path::{Path, PathBuf};

use azulejo_store::OpenError;
pub use azulejo_store::{BackupError, BackupSummary};

pub use crate::password::{Reset, ResetError};

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

/// Puts a copy where a database is to be.
///
/// # Errors
/// Why it could not be restored.
pub async fn restore(file: &Path, to: &Path) -> Result<BackupSummary, BackupError> {
    azulejo_store::restore(file, to).await
}

/// Renames a database and what belongs to it; gives its new name.
///
/// # Errors
/// The system's reason.
pub fn set_aside(file: &Path) -> std::io::Result<PathBuf> {
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
    let reset = crate::password::reset_account(&*store, name).await;
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
