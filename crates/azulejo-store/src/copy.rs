//! Copying a whole database into another one, of the same kind or not.
//!
//! The target has a mark until the copy is verified; a database with the mark cannot be opened as a
//! store, and the next copy into it starts again. So an interrupted copy does no harm.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::database::Database;
use crate::sql::{Access, Row, Tx, Value, values};
use crate::{OpenError, OpenOptions, StoreError, Target, postgres, sqlite};

/// The mark of a database whose copy is not complete.
pub(crate) const UNFINISHED: &str = "copy_unfinished";

/// The rows per statement and transaction.
const BATCH: u32 = 500;

/// The type of a column.
#[derive(Clone, Copy)]
enum Kind {
    Int,
    Text,
    Bytes,
}

use Kind::{Bytes, Int, Text};

/// A table to copy.
struct Table {
    name: &'static str,
    /// The columns; the first ones are the primary key.
    columns: &'static [(&'static str, Kind)],
    key: usize,
}

/// All tables, those that others refer to first.
const TABLES: &[Table] = &[
    Table {
        name: "player",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("folded", Text),
            ("password", Text),
            ("created_ms", Int),
            ("password_epoch", Int),
            ("language", Text),
        ],
        key: 1,
    },
    Table {
        name: "recovery_code",
        columns: &[("player_id", Text), ("code", Bytes)],
        key: 2,
    },
    Table {
        name: "merged",
        columns: &[("guest", Text), ("account", Text), ("at_ms", Int)],
        key: 1,
    },
    Table {
        name: "session",
        columns: &[
            ("token", Bytes),
            ("player_id", Text),
            ("kind", Text),
            ("label", Text),
            ("created_ms", Int),
            ("used_ms", Int),
            ("expires_ms", Int),
            ("idle_ms", Int),
            ("ends_ms", Int),
        ],
        key: 1,
    },
    Table {
        name: "second_factor",
        columns: &[
            ("player_id", Text),
            ("secret", Bytes),
            ("enabled", Int),
            ("last_step", Int),
        ],
        key: 1,
    },
    Table {
        name: "game",
        columns: &[
            ("id", Text),
            ("host", Text),
            ("created_ms", Int),
            ("changed_ms", Int),
            ("settings", Text),
            ("commitment", Bytes),
            ("invitation", Bytes),
            ("next_ply", Int),
            ("status", Text),
            ("public", Int),
            ("pace", Text),
            ("waiting", Int),
            ("deadline_ms", Int),
            ("expires_ms", Int),
            ("ended_ms", Int),
            ("detail", Text),
        ],
        key: 1,
    },
    Table {
        name: "seat",
        columns: &[
            ("game_id", Text),
            ("seat", Int),
            ("kind", Text),
            ("player_id", Text),
            ("bot", Text),
            ("detail", Text),
        ],
        key: 2,
    },
    Table {
        name: "event",
        columns: &[
            ("game_id", Text),
            ("ply", Int),
            ("kind", Text),
            ("body", Text),
            ("rules_version", Int),
            ("state_hash", Text),
            ("at_ms", Int),
            ("commander", Text),
            ("command", Bytes),
        ],
        key: 2,
    },
    Table {
        name: "secret",
        columns: &[("game_id", Text), ("bytes", Bytes)],
        key: 1,
    },
    Table {
        name: "request",
        columns: &[
            ("player_id", Text),
            ("number", Bytes),
            ("digest", Bytes),
            ("game_id", Text),
        ],
        key: 2,
    },
    Table {
        name: "suspension",
        columns: &[
            ("player_id", Text),
            ("reason", Text),
            ("since_ms", Int),
            ("until_ms", Int),
        ],
        key: 1,
    },
    Table {
        name: "setting",
        columns: &[("name", Text), ("value", Text)],
        key: 1,
    },
    Table {
        name: "account_invitation",
        columns: &[
            ("code", Bytes),
            ("note", Text),
            ("created_ms", Int),
            ("expires_ms", Int),
        ],
        key: 1,
    },
    Table {
        name: "name_rule",
        columns: &[("folded", Text), ("shown", Text), ("kind", Text)],
        key: 1,
    },
    Table {
        name: "audit",
        columns: &[
            ("id", Bytes),
            ("at_ms", Int),
            ("actor", Text),
            ("action", Text),
            ("subject", Text),
            ("reason", Text),
        ],
        key: 1,
    },
    // Heartbeats, from which the server at the target computes the downtime of the move.
    Table {
        name: "node",
        columns: &[("name", Text), ("beat_ms", Int)],
        key: 1,
    },
    Table {
        name: "mark",
        columns: &[("name", Text), ("value", Int)],
        key: 1,
    },
];

/// A copy failed.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A database could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The target has data of its own.
    #[error("the target is not empty: it has {0}; name a new database")]
    NotEmpty(String),
    /// The source is an unfinished copy itself.
    #[error("the source is an unfinished copy")]
    UnfinishedSource,
    /// A server ran on the source shortly before.
    #[error("a server is running on the source: stop it first")]
    InUse,
    /// A table differs after the copy.
    #[error("table {table} differs: {from} rows at the source, {to} at the target{hint}")]
    Different {
        /// The table.
        table: &'static str,
        /// The number of rows at the source.
        from: u64,
        /// The number of rows at the target.
        to: u64,
        /// A hint, or an empty string.
        hint: &'static str,
    },
}

/// The rows of a copied table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// The table.
    pub name: &'static str,
    /// The number of rows.
    pub rows: u64,
}

/// Two open databases, of which the second is to become a copy of the first.
pub struct DatabaseCopy {
    from: Database,
    to: Database,
}

impl DatabaseCopy {
    /// Opens both databases and marks the target as unfinished. The caller holds the locks of files.
    ///
    /// # Errors
    /// If a database cannot be opened, the target has data, or a node runs on the source.
    pub async fn begin(from: &str, to: &str) -> Result<Self, CopyError> {
        let from = open_unchecked(from).await?;
        if is_unfinished(&from).await? {
            return Err(CopyError::UnfinishedSource);
        }
        if from.path.is_none() && has_running_node(&from).await? {
            return Err(CopyError::InUse);
        }
        let to = open_unchecked(to).await?;
        if is_unfinished(&to).await? {
            clear(&to).await?;
        } else {
            for (table, name) in [("player", "players"), ("game", "games")] {
                let table = TABLES.iter().find(|other| other.name == table);
                let rows = digest(&to, table.expect("a table")).await?.rows;
                if rows > 0 {
                    return Err(CopyError::NotEmpty(format!("{rows} {name}")));
                }
            }
            // Heartbeats and settings of a server that was started and stopped there.
            clear(&to).await?;
        }
        Ok(Self { from, to })
    }

    /// Copies all tables. Calls `progress` after every batch with the table and its rows so far.
    ///
    /// # Errors
    /// If a database fails.
    pub async fn copy(&self, mut progress: impl FnMut(&'static str, u64)) -> Result<(), CopyError> {
        for table in TABLES {
            let mut rows = 0;
            let mut last: Option<Vec<Value>> = None;
            loop {
                let batch = read_batch(&self.from, table, last.as_deref()).await?;
                let Some(end) = batch.last() else {
                    break;
                };
                last = Some(end[..table.key].to_vec());
                rows += batch.len() as u64;
                write_batch(&self.to, table, batch).await?;
                progress(table.name, rows);
            }
        }
        Ok(())
    }

    /// Compares all rows of both databases. Returns the copied tables.
    ///
    /// # Errors
    /// [`CopyError::Different`], or if a database fails.
    pub async fn compare(&self) -> Result<Vec<CopiedTable>, CopyError> {
        let mut tables = Vec::new();
        for table in TABLES {
            let (from, to) = (
                digest(&self.from, table).await?,
                digest(&self.to, table).await?,
            );
            if from != to {
                let hint = match from.rows == to.rows {
                    true => ", with other content",
                    false => "",
                };
                return Err(CopyError::Different {
                    table: table.name,
                    from: from.rows,
                    to: to.rows,
                    hint,
                });
            }
            let (name, rows) = (table.name, from.rows);
            tables.push(CopiedTable { name, rows });
        }
        Ok(tables)
    }

    /// Removes the mark: the target is a complete database from now on.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finish(self) -> Result<(), CopyError> {
        let mut tx = self.to.changes.begin(Access::Write).await?;
        let sql = "DELETE FROM mark WHERE name = $1";
        tx.execute(sql, values![UNFINISHED]).await?;
        tx.commit().await?;
        self.close().await;
        Ok(())
    }

    /// Closes both databases and leaves the mark.
    pub async fn close(self) {
        use crate::Maintenance as _;
        self.from.close().await;
        self.to.close().await;
    }

    /// Returns the target, to verify its logs.
    pub fn target(&self) -> &dyn crate::Store {
        &self.to
    }
}

async fn open_unchecked(url: &str) -> Result<Database, OpenError> {
    let options = OpenOptions::default();
    match Target::parse(url)? {
        Target::Sqlite(path) => sqlite::open(&path, options).await,
        Target::Postgres(url) => postgres::open(&url, options).await,
    }
}

/// Returns `true` if the database is an unfinished copy.
pub(crate) async fn is_unfinished(database: &Database) -> Result<bool, StoreError> {
    let sql = "SELECT value FROM mark WHERE name = $1";
    let row = database.readers.row(sql, values![UNFINISHED]).await?;
    Ok(row.is_some())
}

/// Returns `true` if a node that did not shut down has written a heartbeat within ten seconds.
async fn has_running_node(database: &Database) -> Result<bool, StoreError> {
    use crate::ClusterStore as _;
    let (beats, now) = (database.last_heartbeats().await?, database.now_ms().await?);
    Ok(beats.unstopped.is_some_and(|beat| now - beat < 10_000))
}

/// Removes all rows and sets the mark, in one transaction.
async fn clear(database: &Database) -> Result<(), StoreError> {
    let mut tx = database.changes.begin(Access::Write).await?;
    for table in TABLES.iter().rev() {
        let sql = format!("DELETE FROM {}", table.name);
        tx.execute(leak(sql), values![]).await?;
    }
    let sql = "INSERT INTO mark (name, value) VALUES ($1, 1)";
    tx.execute(sql, values![UNFINISHED]).await?;
    tx.commit().await
}

/// The statements are made from constants, and there are a few per table and process.
fn leak(sql: String) -> &'static str {
    use std::sync::{Mutex, PoisonError};
    static KNOWN: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(&sql) {
        Some(sql) => sql,
        None => {
            let leaked: &'static str = Box::leak(sql.clone().into_boxed_str());
            known.insert(sql, leaked);
            leaked
        }
    }
}

/// Reads the rows after a key, in the order of the key.
async fn read_batch(
    database: &Database,
    table: &Table,
    after: Option<&[Value]>,
) -> Result<Vec<Vec<Value>>, StoreError> {
    let columns: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    let key = columns[..table.key].join(", ");
    let condition = match after {
        None => String::new(),
        Some(_) => {
            let parameters: Vec<_> = (1..=table.key).map(|n| format!("${n}")).collect();
            format!("WHERE ({key}) > ({}) ", parameters.join(", "))
        }
    };
    let sql = format!(
        "SELECT {} FROM {} {condition}ORDER BY {key} LIMIT {BATCH}",
        columns.join(", "),
        table.name
    );
    let after = after.map(<[Value]>::to_vec).unwrap_or_default();
    let rows = database.readers.rows(leak(sql), after).await?;
    rows.iter()
        .filter(|row| !is_own_mark(table, row))
        .map(|row| read_row(row, table))
        .collect()
}

/// The mark of an unfinished copy is not part of the data.
fn is_own_mark(table: &Table, row: &Row) -> bool {
    table.name == "mark" && row.get::<String>(0).is_ok_and(|name| name == UNFINISHED)
}

fn read_row(row: &Row, table: &Table) -> Result<Vec<Value>, StoreError> {
    let kinds = table.columns.iter().enumerate();
    kinds
        .map(|(idx, (_, kind))| {
            Ok(match kind {
                Int => Value::Int(row.get(idx)?),
                Text => Value::Text(row.get(idx)?),
                Bytes => Value::Bytes(row.get(idx)?),
            })
        })
        .collect()
}

async fn write_batch(
    database: &Database,
    table: &Table,
    rows: Vec<Vec<Value>>,
) -> Result<(), StoreError> {
    let mut tx: Tx = database.changes.begin(Access::Write).await?;
    let columns: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    let parameters: Vec<_> = (1..=columns.len()).map(|n| format!("${n}")).collect();
    let sql = format!(
        "INSERT INTO {} ({}) VALUES ({})",
        table.name,
        columns.join(", "),
        parameters.join(", ")
    );
    let sql = leak(sql);
    for row in rows {
        tx.execute(sql, row).await?;
    }
    tx.commit().await
}

/// The content of a table, independent of the order of its rows: their number and the sum of their
/// hashes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct TableDigest {
    rows: u64,
    sum: [u64; 4],
}

async fn digest(database: &Database, table: &Table) -> Result<TableDigest, StoreError> {
    let mut digest = TableDigest::default();
    let mut last: Option<Vec<Value>> = None;
    loop {
        let batch = read_batch(database, table, last.as_deref()).await?;
        let Some(end) = batch.last() else {
            return Ok(digest);
        };
        last = Some(end[..table.key].to_vec());
        for row in &batch {
            digest.rows += 1;
            for (sum, part) in digest.sum.iter_mut().zip(hash_row(row)) {
                *sum = sum.wrapping_add(part);
            }
        }
    }
}

/// Hashes a row. Every value is preceded by its type and length, so that no two rows look alike.
fn hash_row(row: &[Value]) -> [u64; 4] {
    let mut hasher = Sha256::new();
    for value in row {
        let (tag, bytes): (u8, Vec<u8>) = match value {
            Value::Int(Some(number)) => (1, number.to_le_bytes().to_vec()),
            Value::Text(Some(text)) => (2, text.as_bytes().to_vec()),
            Value::Bytes(Some(bytes)) => (3, bytes.clone()),
            Value::Int(None) | Value::Text(None) | Value::Bytes(None) => (0, Vec::new()),
        };
        hasher.update([tag]);
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
    }
    let hash: [u8; 32] = hasher.finalize().into();
    let mut parts = [0; 4];
    for (part, bytes) in parts.iter_mut().zip(hash.chunks_exact(8)) {
        *part = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table or column that is missing in the list would be lost.
    #[tokio::test]
    async fn every_table_and_column_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.db");
        let database = open_unchecked(path.to_str().unwrap()).await.unwrap();
        let sql = "SELECT m.name || '.' || c.name FROM sqlite_schema m \
                   JOIN pragma_table_info(m.name) c WHERE m.type = 'table' \
                   AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%'";
        let rows = database.readers.rows(sql, values![]).await.unwrap();
        let mut found: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        let mut listed: Vec<String> = TABLES
            .iter()
            .flat_map(|table| {
                let columns = table.columns.iter();
                columns.map(|(column, _)| format!("{}.{column}", table.name))
            })
            .collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
    }
}
