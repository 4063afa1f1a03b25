//! Opening a store.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Bus, Maintenance as _, OpenError, Store, copy, postgres, sqlite};

/// Opens the store at `url`, which is a path, `sqlite:PATH` or `postgres://…`.
///
/// Creates a missing file and its directory, and migrates the schema.
///
/// # Errors
/// See [`OpenError`].
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    OpenOptions::default().open(url).await
}

/// Options for opening a store.
#[derive(Clone)]
pub struct OpenOptions {
    pub(crate) bus: Option<Arc<dyn Bus>>,
    pub(crate) synchronous: Synchronous,
    pub(crate) accept_loss: bool,
    pub(crate) writers: u32,
    pub(crate) queue: usize,
    pub(crate) batch: usize,
}

/// SQLite's `synchronous` setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synchronous {
    /// Never syncs.
    Off,
    /// Syncs only at WAL checkpoints.
    Normal,
    /// Syncs at every commit.
    Full,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            bus: None,
            synchronous: Synchronous::Full,
            accept_loss: false,
            // A batch is one round trip; concurrent batches would be smaller, and each append dearer.
            writers: 1,
            queue: 1024,
            batch: 256,
        }
    }
}

impl OpenOptions {
    /// Uses this bus instead of the backend's own.
    #[must_use]
    pub fn bus(mut self, bus: Arc<dyn Bus>) -> Self {
        self.bus = Some(bus);
        self
    }

    /// Sets SQLite's `synchronous`. Opening fails with anything but [`Synchronous::Full`].
    #[must_use]
    pub fn synchronous(mut self, synchronous: Synchronous) -> Self {
        self.synchronous = synchronous;
        self
    }

    /// Allows a database whose settings can lose acknowledged moves.
    #[cfg(feature = "negative-control")]
    #[must_use]
    pub fn accept_loss(mut self) -> Self {
        self.accept_loss = true;
        self
    }

    /// Sets the number of connections that append to PostgreSQL, at least 1. SQLite has one.
    #[must_use]
    pub fn writers(mut self, writers: u32) -> Self {
        self.writers = writers.max(1);
        self
    }

    /// Sets the queue length per writer and the maximum number of appends per commit, at least 1
    /// each.
    #[must_use]
    pub fn queue(mut self, waiting: usize, batch: usize) -> Self {
        self.queue = waiting.max(1);
        self.batch = batch.max(1);
        self
    }

    /// Opens the store at `url`, like [`open`].
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(self, url: &str) -> Result<Arc<dyn Store>, OpenError> {
        let database = match Target::parse(url)? {
            Target::Sqlite(path) => sqlite::open(&path, self).await?,
            Target::Postgres(url) => postgres::open(&url, self).await?,
        };
        let unfinished = copy::is_unfinished(&database).await;
        if !unfinished.map_err(|error| OpenError::Connect(error.to_string()))? {
            return Ok(Arc::new(database));
        }
        database.close().await;
        Err(OpenError::UnfinishedCopy)
    }
}

impl fmt::Debug for OpenOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenOptions")
            .field("custom_bus", &self.bus.is_some())
            .field("synchronous", &self.synchronous)
            .field("writers", &self.writers)
            .field("queue", &self.queue)
            .field("batch", &self.batch)
            .finish_non_exhaustive()
    }
}

/// The database that a URL names. Not `Debug`: a URL can contain a password.
#[derive(Clone, PartialEq, Eq)]
pub enum Target {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL URL.
    Postgres(String),
}

impl Target {
    /// Parses a path, `sqlite:PATH` or `postgres://…`.
    ///
    /// # Errors
    /// [`OpenError::Url`] for other schemes, an empty path, `:memory:`, and a malformed URL.
    pub fn parse(text: &str) -> Result<Self, OpenError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            postgres::parse_url(text)?;
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = match text.strip_prefix("sqlite:") {
            Some(path) => path.strip_prefix("//").unwrap_or(path),
            None => match text.split_once("://") {
                // The rest may contain a password and is left out.
                Some((scheme, _)) => {
                    return Err(OpenError::Url(format!(
                        "unsupported database {scheme}://; \
                         use a path, sqlite:PATH or postgres://USER@HOST/DATABASE"
                    )));
                }
                None => text,
            },
        };
        match path {
            "" => Err(OpenError::Url("the database path is empty".to_owned())),
            ":memory:" => Err(OpenError::Url(
                "an in-memory database is not durable; use a path".to_owned(),
            )),
            path => Ok(Self::Sqlite(Path::new(path).to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite(text: &str) -> String {
        match Target::parse(text) {
            Ok(Target::Sqlite(path)) => path.display().to_string(),
            Ok(Target::Postgres(_)) => panic!("{text} parsed as PostgreSQL"),
            Err(error) => panic!("{text}: {error}"),
        }
    }

    fn parse_error(text: &str) -> String {
        match Target::parse(text) {
            Ok(_) => panic!("{text} was accepted"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn parses_paths_and_urls() {
        assert_eq!(sqlite("games.db"), "games.db");
        assert_eq!(sqlite("sqlite:games.db"), "games.db");
        assert_eq!(sqlite("sqlite:///srv/games.db"), "/srv/games.db");
        assert_eq!(sqlite("sqlite:/srv/games.db"), "/srv/games.db");
        assert_eq!(sqlite("a:b"), "a:b");
        for url in ["postgres://club@db/games", "postgresql://db/games"] {
            assert!(matches!(Target::parse(url), Ok(Target::Postgres(same)) if same == url));
        }
    }

    #[test]
    fn rejects_unsupported_urls_without_leaking_the_password() {
        let message = parse_error("mysql://root:hunter2@db/games");
        assert!(
            message.starts_with("unsupported database mysql://"),
            "{message}"
        );
        assert!(!message.contains("hunter2"), "{message}");
        let message = parse_error("postgres://club:hunter2@db:many/games");
        assert!(
            message.starts_with("invalid database URL: ") && !message.contains("hunter2"),
            "{message}"
        );
        assert!(parse_error("").contains("empty"));
        assert!(parse_error("sqlite:").contains("empty"));
        assert!(parse_error("sqlite::memory:").contains("not durable"));
    }
}
