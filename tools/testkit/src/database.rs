//! Databases for tests.

use azulejo_testkit_postgres::PostgresServer;
use tempfile::TempDir;

/// A temporary database.
#[derive(Debug)]
pub enum TestDatabase {
    /// A file in a temporary directory.
    Sqlite(TempDir),
    /// A server of its own.
    Postgres(PostgresServer),
}

impl TestDatabase {
    /// Creates a temporary directory for a SQLite file.
    pub fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().expect("a temporary directory"))
    }

    /// Starts a PostgreSQL server, or returns `None` if PostgreSQL is not installed.
    pub fn postgres() -> Option<Self> {
        PostgresServer::start(&[]).map(Self::Postgres)
    }

    /// The URL of the database.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(directory) => {
                format!("sqlite:{}", directory.path().join("azulejo.db").display())
            }
            Self::Postgres(server) => server.url("postgres"),
        }
    }
}

/// Runs each test on SQLite and, if it is installed, on PostgreSQL.
///
/// Each name is an async function that takes a [`TestDatabase`].
#[macro_export]
macro_rules! on_every_database {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name($crate::TestDatabase::sqlite()).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    if let Some(database) = $crate::TestDatabase::postgres() {
                        super::$name(database).await;
                    }
                }
            )*
        }
    };
}
