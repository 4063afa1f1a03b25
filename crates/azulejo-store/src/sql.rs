//! The little that both databases are used for: statements with whole numbers, texts and bytes.
//!
//! Most statements are the same text for both, with `$1` for the first value.

use std::sync::{Arc, OnceLock};

use sqlx::postgres::{PgArguments, PgDatabaseError, PgRow, PgSeverity, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{PgPool, Row as _, SqlitePool, Transaction};

use crate::{GameId, PlayerId, StoreError, TokenHash};

/// Something that a statement is given.
#[derive(Clone)]
pub(crate) enum Value {
    Int(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! value_from {
    ($($from:ty => |$value:ident| $variant:ident($convert:expr),)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Self {
                Self::$variant(Some($convert))
            }
        }

        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Self {
                Self::$variant(value.map(|$value| $convert))
            }
        }
    )*};
}

value_from! {
    i64 => |value| Int(value),
    u32 => |value| Int(i64::from(value)),
    u8 => |value| Int(i64::from(value)),
    bool => |value| Int(i64::from(value)),
    String => |value| Text(value),
    &str => |value| Text(value.to_owned()),
    GameId => |value| Text(value.to_string()),
    PlayerId => |value| Text(value.to_string()),
    [u8; 16] => |value| Bytes(value.to_vec()),
    [u8; 32] => |value| Bytes(value.to_vec()),
    TokenHash => |value| Bytes(value.as_bytes().to_vec()),
}

/// The values of a statement, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::sql::Value::from($value)),*]
    };
}
pub(crate) use values;

/// A list for a statement: both databases take it as one text, since no id holds a comma.
pub(crate) fn list<T: ToString>(ids: impl IntoIterator<Item = T>) -> String {
    let ids: Vec<_> = ids.into_iter().map(|id| id.to_string()).collect();
    ids.join(",")
}

/// What a statement returns.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(crate) fn int(&self, idx: usize) -> Result<i64, StoreError> {
        self.get(idx)
    }

    pub(crate) fn maybe_int(&self, idx: usize) -> Result<Option<i64>, StoreError> {
        self.get(idx)
    }

    pub(crate) fn text(&self, idx: usize) -> Result<String, StoreError> {
        self.get(idx)
    }

    pub(crate) fn maybe_text(&self, idx: usize) -> Result<Option<String>, StoreError> {
        self.get(idx)
    }

    pub(crate) fn bytes(&self, idx: usize) -> Result<Vec<u8>, StoreError> {
        self.get(idx)
    }

    pub(crate) fn maybe_bytes(&self, idx: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.get(idx)
    }

    pub(crate) fn flag(&self, idx: usize) -> Result<bool, StoreError> {
        Ok(self.int(idx)? != 0)
    }

    /// A whole number that fits into a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self, idx: usize) -> Result<T, StoreError> {
        let number = self.int(idx)?;
        T::try_from(number).map_err(|_| corrupt(idx, &format!("{number} is out of range")))
    }

    /// A text that has a meaning, such as an id.
    pub(crate) fn parsed<T>(&self, idx: usize) -> Result<T, StoreError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        self.text(idx)?
            .parse()
            .map_err(|error| corrupt(idx, &format!("{error}")))
    }

    /// A text that has a meaning, or none.
    pub(crate) fn maybe_parsed<T>(&self, idx: usize) -> Result<Option<T>, StoreError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let text = self.maybe_text(idx)?;
        text.map(|text| {
            text.parse()
                .map_err(|error| corrupt(idx, &format!("{error}")))
        })
        .transpose()
    }

    /// Exactly so many bytes.
    pub(crate) fn array<const N: usize>(&self, idx: usize) -> Result<[u8; N], StoreError> {
        let bytes = self.bytes(idx)?;
        let found = bytes.len();
        bytes
            .try_into()
            .map_err(|_| corrupt(idx, &format!("{found} bytes, not {N}")))
    }

    /// The hash of a token, or none.
    pub(crate) fn maybe_hash(&self, idx: usize) -> Result<Option<TokenHash>, StoreError> {
        let Some(bytes) = self.maybe_bytes(idx)? else {
            return Ok(None);
        };
        let found = bytes.len();
        let hash = bytes
            .try_into()
            .map_err(|_| corrupt(idx, &format!("{found} bytes, not 32")))?;
        Ok(Some(TokenHash::new(hash)))
    }

    fn get<T>(&self, idx: usize) -> Result<T, StoreError>
    where
        T: for<'r> sqlx::Decode<'r, Sqlite>
            + sqlx::Type<Sqlite>
            + for<'r> sqlx::Decode<'r, Postgres>
            + sqlx::Type<Postgres>,
    {
        let value = match self {
            Self::Sqlite(row) => row.try_get(idx),
            Self::Postgres(row) => row.try_get(idx),
        };
        value.map_err(|error| corrupt(idx, &error.to_string()))
    }
}

fn corrupt(idx: usize, why: &str) -> StoreError {
    StoreError::Corrupt(format!("column {}: {why}", idx + 1))
}

/// Whether the store still works; once it has failed, it never works again.
#[derive(Debug, Default)]
pub(crate) struct Health(OnceLock<String>);

impl Health {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match self.0.get() {
            Some(reason) => Err(StoreError::Failed(reason.clone())),
            None => Ok(()),
        }
    }

    pub(crate) fn failure(&self) -> Option<String> {
        self.0.get().cloned()
    }

    pub(crate) fn fail(&self, reason: &str) {
        if self.0.set(reason.to_owned()).is_ok() {
            tracing::error!(reason, "the store has failed; the process must end");
        }
    }
}

/// Connections to one database.
#[derive(Clone)]
pub(crate) enum Connections {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A database, or one pool of its connections, and its health.
#[derive(Clone)]
pub(crate) struct Pool {
    pub(crate) connections: Connections,
    pub(crate) health: Arc<Health>,
}

/// What a transaction sees and does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// One unchanging view, for several statements.
    Read,
    /// Changes; other writers of the same rows wait.
    Write,
}

impl Pool {
    /// The rows of one statement that only reads.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        self.health.check()?;
        let rows = match &self.connections {
            Connections::Sqlite(pool) => {
                let rows = bind_sqlite(sql, values).fetch_all(pool).await;
                rows.map(|rows| rows.into_iter().map(Row::Sqlite).collect())
            }
            Connections::Postgres(pool) => {
                let rows = bind_postgres(sql, values).fetch_all(pool).await;
                rows.map(|rows| rows.into_iter().map(Row::Postgres).collect())
            }
        };
        rows.map_err(|error| before_commit(&error))
    }

    /// The only row of a statement that only reads, or none.
    pub(crate) async fn row(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.pop())
    }

    pub(crate) async fn begin(&self, access: Access) -> Result<Tx, StoreError> {
        self.health.check()?;
        let inner = match &self.connections {
            Connections::Sqlite(pool) => {
                // A writer that began as a reader could find the database changed under it.
                let begin = match access {
                    Access::Read => "BEGIN",
                    Access::Write => "BEGIN IMMEDIATE",
                };
                pool.begin_with(begin).await.map(Inner::Sqlite)
            }
            Connections::Postgres(pool) => {
                let begin = match access {
                    Access::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                    Access::Write => "BEGIN ISOLATION LEVEL READ COMMITTED",
                };
                pool.begin_with(begin).await.map(Inner::Postgres)
            }
        };
        match inner {
            Ok(inner) => Ok(Tx {
                inner,
                health: Arc::clone(&self.health),
            }),
            Err(error) => Err(before_commit(&error)),
        }
    }

    pub(crate) async fn close(&self) {
        match &self.connections {
            Connections::Sqlite(pool) => pool.close().await,
            Connections::Postgres(pool) => pool.close().await,
        }
    }
}

/// A transaction. Dropping it undoes it.
pub(crate) struct Tx {
    pub(crate) inner: Inner,
    health: Arc<Health>,
}

pub(crate) enum Inner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(crate) async fn rows(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = match &mut self.inner {
            Inner::Sqlite(tx) => {
                let rows = bind_sqlite(sql, values).fetch_all(&mut **tx).await;
                rows.map(|rows| rows.into_iter().map(Row::Sqlite).collect())
            }
            Inner::Postgres(tx) => {
                let rows = bind_postgres(sql, values).fetch_all(&mut **tx).await;
                rows.map(|rows| rows.into_iter().map(Row::Postgres).collect())
            }
        };
        rows.map_err(|error| self.refusal(&error))
    }

    pub(crate) async fn row(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.pop())
    }

    /// Carries out a statement. Returns how many rows it changed.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        self.try_execute(sql, values)
            .await
            .map_err(|error| self.refusal(&error))
    }

    /// Carries out a statement. None if a unique index stands against it.
    pub(crate) async fn execute_unique(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<u64>, StoreError> {
        match self.try_execute(sql, values).await {
            Ok(changed) => Ok(Some(changed)),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(None),
            Err(error) => Err(self.refusal(&error)),
        }
    }

    async fn try_execute(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, sqlx::Error> {
        match &mut self.inner {
            Inner::Sqlite(tx) => {
                let done = bind_sqlite(sql, values).execute(&mut **tx).await?;
                Ok(done.rows_affected())
            }
            Inner::Postgres(tx) => {
                let done = bind_postgres(sql, values).execute(&mut **tx).await?;
                Ok(done.rows_affected())
            }
        }
    }

    /// Keeps what was done. After this returns without an error, it is on disk.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await.map_err(|error| {
                if let Some(Trouble::Busy) = sqlite_trouble(&error) {
                    return StoreError::Busy(describe(&error));
                }
                // The kernel may have dropped pages that it could not write, and would report
                // the next sync as a success. Only a new process that reads the disk knows.
                let reason = format!("a commit failed: {}", describe(&error));
                self.health.fail(&reason);
                StoreError::Unknown(reason)
            }),
            Inner::Postgres(tx) => tx.commit().await.map_err(|error| {
                if rolled_back(&error) {
                    return before_commit(&error);
                }
                StoreError::Unknown(format!("a commit failed: {}", describe(&error)))
            }),
        }
    }

    /// What an error in the middle of a transaction means.
    pub(crate) fn refusal(&self, error: &sqlx::Error) -> StoreError {
        if let Some(Trouble::Disk) = sqlite_trouble(error) {
            self.health.fail(&describe(error));
        }
        before_commit(error)
    }
}

type SqliteQuery = Query<'static, Sqlite, SqliteArguments>;

fn bind_sqlite(sql: &'static str, values: Vec<Value>) -> SqliteQuery {
    values
        .into_iter()
        .fold(sqlx::query(sql), |query, value| match value {
            Value::Int(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
            Value::Bytes(value) => query.bind(value),
        })
}

fn bind_postgres(sql: &'static str, values: Vec<Value>) -> Query<'static, Postgres, PgArguments> {
    values
        .into_iter()
        .fold(sqlx::query(sql), |query, value| match value {
            Value::Int(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
            Value::Bytes(value) => query.bind(value),
        })
}

/// What SQLite complains about, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Another connection writes.
    Busy,
    /// The disk or the file is not in order.
    Disk,
    /// The disk is full.
    Full,
    /// The file may not be opened or written.
    Permission,
    /// The file is something else.
    NotADatabase,
    Other,
}

pub(crate) fn sqlite_trouble(error: &sqlx::Error) -> Option<Trouble> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    let extended: u32 = error.code()?.parse().ok()?;
    // The lowest byte is the kind, the others say more exactly where.
    Some(match extended & 0xff {
        5 | 6 => Trouble::Busy,
        10 | 11 => Trouble::Disk,
        13 => Trouble::Full,
        3 | 8 | 14 => Trouble::Permission,
        26 => Trouble::NotADatabase,
        _ => Trouble::Other,
    })
}

/// What an error means when no commit was asked for: nothing was written.
pub(crate) fn before_commit(error: &sqlx::Error) -> StoreError {
    let reason = describe(error);
    match error {
        sqlx::Error::PoolClosed => StoreError::Closed,
        sqlx::Error::PoolTimedOut => StoreError::Busy("no connection became free".to_owned()),
        sqlx::Error::Database(database) => {
            if let Some(trouble) = sqlite_trouble(error) {
                return match trouble {
                    Trouble::Busy => StoreError::Busy(reason),
                    Trouble::Full => StoreError::Unavailable(reason),
                    _ => StoreError::Refused(reason),
                };
            }
            match database.code().as_deref() {
                // Deadlock, serialisation, lock and statement timeouts.
                Some("40P01" | "40001" | "55P03" | "57014") => StoreError::Busy(reason),
                // The server stops, starts, has no connection left or ended ours for idling.
                Some(code)
                    if code.starts_with("57P") || code.starts_with("53") || code == "25P03" =>
                {
                    StoreError::Unavailable(reason)
                }
                _ => StoreError::Refused(reason),
            }
        }
        _ => StoreError::Unavailable(reason),
    }
}

/// What an error means of a statement that is a transaction by itself: only if PostgreSQL itself
/// says what stood in its way, and goes on, it was certainly not committed.
pub(crate) fn alone(error: &sqlx::Error) -> StoreError {
    let said = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    if said.is_some_and(|said| said.severity() == PgSeverity::Error) {
        return before_commit(error);
    }
    StoreError::Unknown(format!("a commit failed: {}", describe(error)))
}

/// Whether PostgreSQL says itself that a commit came to nothing.
fn rolled_back(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    // Classes 23 and 40: a constraint, or a transaction that had to give way.
    code.is_some_and(|code| code.starts_with("23") || code.starts_with("40"))
}

/// What a database says, without the values of the row that it says it about.
pub(crate) fn describe(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => match error.code() {
            Some(code) => format!("{} ({code})", error.message()),
            None => error.message().to_owned(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_final() {
        let health = Health::default();
        assert_eq!(health.check(), Ok(()));
        health.fail("disk");
        health.fail("later");
        assert_eq!(health.check(), Err(StoreError::Failed("disk".to_owned())));
        assert_eq!(health.failure().as_deref(), Some("disk"));
    }

    #[test]
    fn errors_of_the_connection_are_not_refusals() {
        let lost = sqlx::Error::Io(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert!(matches!(before_commit(&lost), StoreError::Unavailable(_)));
        assert!(!rolled_back(&lost));
        assert!(matches!(alone(&lost), StoreError::Unknown(_)));
        assert_eq!(before_commit(&sqlx::Error::PoolClosed), StoreError::Closed);
        assert!(matches!(
            before_commit(&sqlx::Error::PoolTimedOut),
            StoreError::Busy(_)
        ));
    }
}
