//! Where a store is and how it is opened.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Bus, OpenError, Store, postgres, sqlite};

/// Opens the store at `url`, which is a path, `sqlite:PATH` or `postgres://…`.
///
/// A file that does not exist is created, its folder too; tables are brought up to date.
///
/// # Errors
/// Whatever stands against it: see [`OpenError`].
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    OpenOptions::default().open(url).await
}

/// How a store is opened, where the defaults are not wanted.
#[derive(Clone)]
pub struct OpenOptions {
    pub(crate) bus: Option<Arc<dyn Bus>>,
    pub(crate) synchronous: Synchronous,
    pub(crate) accept_loss: bool,
    pub(crate) readers: u32,
    pub(crate) writers: u32,
    pub(crate) queue: usize,
    pub(crate) batch: usize,
}

/// How thoroughly SQLite writes to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synchronous {
    /// It does not wait for the disk at all.
    Off,
    /// It waits for the disk only when the log is folded into the database.
    Normal,
    /// It waits for the disk in every commit.
    Full,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            bus: None,
            synchronous: Synchronous::Full,
            accept_loss: false,
            readers: 4,
            // A batch is one way to the database and back; more than one at a time make the batches
            // smaller and each append dearer.
            writers: 1,
            queue: 1024,
            batch: 256,
        }
    }
}

impl OpenOptions {
    /// Sends hints over this bus, not over the back end's own.
    #[must_use]
    pub fn bus(mut self, bus: Arc<dyn Bus>) -> Self {
        self.bus = Some(bus);
        self
    }

    /// How SQLite is told to write. Everything but [`Synchronous::Full`] is refused when opening.
    #[must_use]
    pub fn synchronous(mut self, synchronous: Synchronous) -> Self {
        self.synchronous = synchronous;
        self
    }

    /// Opens a database whose settings let acknowledged moves be lost.
    #[cfg(feature = "negative-control")]
    #[must_use]
    pub fn accept_loss(mut self) -> Self {
        self.accept_loss = true;
        self
    }

    /// How many connections read, at least 1.
    #[must_use]
    pub fn readers(mut self, readers: u32) -> Self {
        self.readers = readers.max(1);
        self
    }

    /// How many connections append to PostgreSQL, at least 1. SQLite always has one.
    #[must_use]
    pub fn writers(mut self, writers: u32) -> Self {
        self.writers = writers.max(1);
        self
    }

    /// How many appends may wait for each writer, and how many share a commit; at least 1 each.
    #[must_use]
    pub fn queue(mut self, waiting: usize, batch: usize) -> Self {
        self.queue = waiting.max(1);
        self.batch = batch.max(1);
        self
    }

    /// Opens the store at `url`, as [`open`] does.
    ///
    /// # Errors
    /// Whatever stands against it: see [`OpenError`].
    pub async fn open(self, url: &str) -> Result<Arc<dyn Store>, OpenError> {
        match Target::parse(url)? {
            Target::Sqlite(path) => Ok(Arc::new(sqlite::open(&path, self).await?)),
            Target::Postgres(url) => Ok(Arc::new(postgres::open(&url, self).await?)),
        }
    }
}

impl fmt::Debug for OpenOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenOptions")
            .field("own_bus", &self.bus.is_some())
            .field("synchronous", &self.synchronous)
            .field("readers", &self.readers)
            .field("writers", &self.writers)
            .field("queue", &self.queue)
            .field("batch", &self.batch)
            .finish_non_exhaustive()
    }
}

/// Which database a text names. `Debug` is missing because a URL may hold a password.
#[derive(Clone, PartialEq, Eq)]
pub enum Target {
    /// A file.
    Sqlite(PathBuf),
    /// A server, by its URL.
    Postgres(String),
}

impl Target {
    /// Reads a path, `sqlite:PATH` or `postgres://…`.
    ///
    /// # Errors
    /// [`OpenError::Url`] for other schemes, for nothing, and for a database in memory.
    pub fn parse(text: &str) -> Result<Self, OpenError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = match text.strip_prefix("sqlite:") {
            Some(path) => path.strip_prefix("//").unwrap_or(path),
            None => match text.split_once("://") {
                // What follows the scheme may be a password and is not repeated.
                Some((scheme, _)) => {
                    return Err(OpenError::Url(format!(
                        "{scheme}:// is no database this program knows; \
                         give a path, sqlite:PATH or postgres://USER@HOST/DATABASE"
                    )));
                }
                None => text,
            },
        };
        match path {
            "" => Err(OpenError::Url(
                "the path of the database is empty".to_owned(),
            )),
            ":memory:" => Err(OpenError::Url(
                "a database in memory keeps nothing; give a path".to_owned(),
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
            Ok(Target::Postgres(_)) => panic!("{text} was taken for PostgreSQL"),
            Err(error) => panic!("{text}: {error}"),
        }
    }

    fn refusal(text: &str) -> String {
        match Target::parse(text) {
            Ok(_) => panic!("{text} was accepted"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn paths_and_urls_are_told_apart() {
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
    fn what_is_no_database_is_refused_without_its_password() {
        let message = refusal("mysql://root:hunter2@db/games");
        assert!(message.starts_with("mysql:// is no database"), "{message}");
        assert!(!message.contains("hunter2"), "{message}");
        assert!(refusal("").contains("empty"));
        assert!(refusal("sqlite:").contains("empty"));
        assert!(refusal("sqlite::memory:").contains("keeps nothing"));
    }
}
