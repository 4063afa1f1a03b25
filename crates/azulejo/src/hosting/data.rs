//! The location of a server's data.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::DatabaseArgs;

/// The file name of the database in the data folder.
const FILE: &str = "azulejo.db";

impl DatabaseArgs {
    /// The URL of the configured database.
    pub(crate) fn url(&self) -> Result<String> {
        if let Some(url) = &self.database_url {
            return Ok(url.clone());
        }
        Ok(format!("sqlite:{}", self.folder()?.join(FILE).display()))
    }

    fn folder(&self) -> Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => crate::local::games_folder()
                .and_then(|games| games.parent().map(PathBuf::from))
                .ok_or_else(|| anyhow!("the user's data folder is unknown; pass --data FOLDER")),
        }
    }

    /// The file of an SQLite database; `None` for other databases.
    pub(super) fn file(&self) -> Result<Option<PathBuf>> {
        let url = self.url()?;
        if url.starts_with("postgres") {
            return Ok(None);
        }
        Ok(Some(PathBuf::from(
            url.strip_prefix("sqlite:").unwrap_or(&url),
        )))
    }
}
