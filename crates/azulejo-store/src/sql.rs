//! A thin layer over both databases: statements with integers, texts and bytes.
//!
//! Most statements are shared, with `$1` for the first parameter.

use std::sync::{Arc, OnceLock};

use sqlx::postgres::{PgArguments, PgDatabaseError, PgRow, PgSeverity, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{PgPool, Row as _, SqlitePool, Transaction};

use crate::{CodeSecret, GameId, PlayerId, StoreError, TokenHash, measure};

/// A statement parameter.
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
    &CodeSecret => |value| Bytes(value.expose().to_vec()),
}

/// Builds the parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::sql::Value::from($value)),*]
    };
}
pub(crate) use values;

/// Encodes ids as one text parameter, separated by commas, which no id contains.
pub(crate) fn list<T: ToString>(ids: impl IntoIterator<Item = T>) -> String {
    let ids: Vec<_> = ids.into_iter().map(|id| id.to_string()).collect();
    ids.join(",")
}

/// Builds a statement for the backend from its parts. Between two parts it inserts the condition
/// that the preceding column is in the list `$1`, as encoded by [`list`].
macro_rules! with_list {
    ($connections:expr, $first:expr $(, $rest:expr)*) => {
        match $connections {
            $crate::sql::Connections::Sqlite(_) => concat!(
                $first
                $(, " IN (SELECT value FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]'))", $rest)*
            ),
            $crate::sql::Connections::Postgres(_) => concat!(
                $first
                $(, " = ANY (string_to_array($1, ','))", $rest)*
            ),
        }
    };
}
pub(crate) use with_list;

/// A result row.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(crate) fn flag(&self, idx: usize) -> Result<bool, StoreError> {
        Ok(self.get::<i64>(idx)? != 0)
    }

    /// An integer that fits into a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self, idx: usize) -> Result<T, StoreError> {
        let number: i64 = self.get(idx)?;
        T::try_from(number).map_err(|_| corrupt(idx, &format!("{number} is out of range")))
    }

    /// A text to parse, such as an id.
    pub(crate) fn parsed<T>(&self, idx: usize) -> Result<T, StoreError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        self.get::<String>(idx)?
            .parse()
            .map_err(|error| corrupt(idx, &format!("{error}")))
    }

    /// An optional text to parse.
    pub(crate) fn maybe_parsed<T>(&self, idx: usize) -> Result<Option<T>, StoreError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let text: Option<String> = self.get(idx)?;
        text.map(|text| {
            text.parse()
                .map_err(|error| corrupt(idx, &format!("{error}")))
        })
        .transpose()
    }

    /// Exactly `N` bytes.
    pub(crate) fn array<const N: usize>(&self, idx: usize) -> Result<[u8; N], StoreError> {
        let bytes: Vec<u8> = self.get(idx)?;
        let found = bytes.len();
        bytes
            .try_into()
            .map_err(|_| corrupt(idx, &format!("expected {N} bytes, found {found}")))
    }

    /// An optional token hash.
    pub(crate) fn maybe_hash(&self, idx: usize) -> Result<Option<TokenHash>, StoreError> {
        let Some(bytes) = self.get::<Option<Vec<u8>>>(idx)? else {
            return Ok(None);
        };
        let found = bytes.len();
        let hash = bytes
            .try_into()
            .map_err(|_| corrupt(idx, &format!("expected 32 bytes, found {found}")))?;
        Ok(Some(TokenHash::new(hash)))
    }

    pub(crate) fn get<T>(&self, idx: usize) -> Result<T, StoreError>
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

fn corrupt(idx: usize, reason: &str) -> StoreError {
    StoreError::Corrupt(format!("column {}: {reason}", idx + 1))
}

/// The health of the store. A failure is permanent.
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
            tracing::error!(reason, "store failed permanently; the process must exit");
        }
    }
}

/// A connection pool of one of the databases.
#[derive(Clone)]
pub(crate) enum Connections {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A connection pool and the health of its database.
#[derive(Clone)]
pub(crate) struct Pool {
    pub(crate) connections: Connections,
    pub(crate) health: Arc<Health>,
}

/// The access mode of a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// A consistent snapshot for several statements.
    Read,
    /// Writes; concurrent writers of the same rows wait.
    Write,
}

impl Pool {
    /// Returns the rows of a read-only statement.
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
            .inspect_err(measure::count)
    }

    /// Returns the row of a read-only statement, if any.
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
                // Upgrading a read transaction fails if another connection has written meanwhile.
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

/// A transaction. Dropping it rolls it back.
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
        rows.map_err(|error| self.statement_error(&error))
    }

    pub(crate) async fn row(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.pop())
    }

    /// Executes a statement. Returns the number of affected rows.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        self.try_execute(sql, values)
            .await
            .map_err(|error| self.statement_error(&error))
    }

    /// Executes a statement. Returns `None` on a unique violation.
    pub(crate) async fn execute_unique(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<u64>, StoreError> {
        match self.try_execute(sql, values).await {
            Ok(changed) => Ok(Some(changed)),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(None),
            Err(error) => Err(self.statement_error(&error)),
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

    /// Commits. On success the changes are durable.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await.map_err(|error| {
                if let Some(SqliteErrorKind::Busy) = sqlite_error_kind(&error) {
                    return StoreError::Busy(describe(&error));
                }
                // The kernel may have dropped pages that it failed to write and report success for
                // the next fsync. Only a new process that reads the disk can know.
                let reason = format!("commit failed: {}", describe(&error));
                self.health.fail(&reason);
                StoreError::Unknown(reason)
            }),
            Inner::Postgres(tx) => tx.commit().await.map_err(|error| {
                if rolled_back(&error) {
                    return before_commit(&error);
                }
                StoreError::Unknown(format!("commit failed: {}", describe(&error)))
            }),
        }
    }

    /// Maps an error within the transaction.
    pub(crate) fn statement_error(&self, error: &sqlx::Error) -> StoreError {
        if let Some(SqliteErrorKind::Disk) = sqlite_error_kind(error) {
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

/// The class of a SQLite error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SqliteErrorKind {
    /// Another connection holds the lock.
    Busy,
    /// An I/O error or a corrupt file.
    Disk,
    /// The disk is full.
    Full,
    /// The file cannot be opened or written.
    Permission,
    /// The file is not a database.
    NotADatabase,
    Other,
}

pub(crate) fn sqlite_error_kind(error: &sqlx::Error) -> Option<SqliteErrorKind> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    let extended: u32 = error.code()?.parse().ok()?;
    // The lowest byte of an extended code is the primary code.
    Some(match extended & 0xff {
        5 | 6 => SqliteErrorKind::Busy,
        10 | 11 => SqliteErrorKind::Disk,
        13 => SqliteErrorKind::Full,
        3 | 8 | 14 => SqliteErrorKind::Permission,
        26 => SqliteErrorKind::NotADatabase,
        _ => SqliteErrorKind::Other,
    })
}

/// Maps an error before any commit was attempted: nothing was written.
pub(crate) fn before_commit(error: &sqlx::Error) -> StoreError {
    let reason = describe(error);
    match error {
        sqlx::Error::PoolClosed => StoreError::Closed,
        sqlx::Error::PoolTimedOut => {
            StoreError::Busy("timed out waiting for a connection".to_owned())
        }
        sqlx::Error::Database(database) => {
            if let Some(kind) = sqlite_error_kind(error) {
                return match kind {
                    SqliteErrorKind::Busy => StoreError::Busy(reason),
                    SqliteErrorKind::Full => StoreError::Unavailable(reason),
                    _ => StoreError::Refused(reason),
                };
            }
            match database.code().as_deref() {
                // Deadlock, serialisation failure, lock and statement timeouts.
                Some("40P01" | "40001" | "55P03" | "57014") => StoreError::Busy(reason),
                // Shutting down, starting up, out of connections, or idle timeout.
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

/// Maps an error of an auto-committed statement on PostgreSQL. Only if the server itself reports a
/// non-fatal error, the statement was certainly not committed.
pub(crate) fn auto_commit_error(error: &sqlx::Error) -> StoreError {
    let reported = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    if reported.is_some_and(|error| error.severity() == PgSeverity::Error) {
        return before_commit(error);
    }
    StoreError::Unknown(format!("commit failed: {}", describe(error)))
}

/// Returns `true` if PostgreSQL itself reports that the commit was rolled back.
fn rolled_back(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    // Class 23: integrity constraint violation. Class 40: transaction rollback.
    code.is_some_and(|code| code.starts_with("23") || code.starts_with("40"))
}

/// Describes an error without the values of the row concerned.
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
    fn first_failure_is_permanent() {
        let health = Health::default();
        assert_eq!(health.check(), Ok(()));
        health.fail("disk");
        health.fail("later");
        assert_eq!(health.check(), Err(StoreError::Failed("disk".to_owned())));
        assert_eq!(health.failure().as_deref(), Some("disk"));
    }

    #[test]
    fn connection_errors_are_not_rejections() {
        let lost = sqlx::Error::Io(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert!(matches!(before_commit(&lost), StoreError::Unavailable(_)));
        assert!(!rolled_back(&lost));
        assert!(matches!(auto_commit_error(&lost), StoreError::Unknown(_)));
        assert_eq!(before_commit(&sqlx::Error::PoolClosed), StoreError::Closed);
        assert!(matches!(
            before_commit(&sqlx::Error::PoolTimedOut),
            StoreError::Busy(_)
        ));
    }
}
