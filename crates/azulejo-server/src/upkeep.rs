//! What a host does beside the server: copies, restoring, helping people back in.

use std::path::{Path, PathBuf};

pub use azulejo_store::{BackupError, BackupSummary};
use azulejo_store::{OpenError, StoreError};

use crate::app::random_bytes;

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

/// Why a password could not be reset.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// The database could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database did not do its work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such account.
    #[error("there is no account {0:?} on this server")]
    NoAccount(String),
    /// The password could not be hashed.
    #[error("the password could not be hashed: {0}")]
    Hash(String),
}

/// Gives an account a new password and ends its sessions; gives the password.
///
/// # Errors
/// Why not.
pub async fn reset_password(url: &str, name: &str) -> Result<String, ResetError> {
    let store = azulejo_store::open(url).await?;
    let reset = async {
        let account = store
            .account_by_name(&crate::names::fold(name))
            .await?
            .ok_or_else(|| ResetError::NoAccount(name.to_owned()))?;
        let password = crate::draw::to_hex(&random_bytes::<8>());
        let typed = crate::password::Password::typed(password.clone());
        let hash = crate::password::HASHER.hash(typed).await;
        let hash = hash.map_err(|problem| ResetError::Hash(format!("{:?}", problem.code)))?;
        store.set_password(account.player.id, hash).await?;
        store.end_other_sessions(account.player.id, None).await?;
        Ok(password)
    };
    let password = reset.await;
    store.close().await;
    password
}
