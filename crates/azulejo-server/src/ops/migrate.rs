//! Moving a server's data to another database.

use std::path::Path;

use azulejo_store::{
    CopyError, DatabaseCopy, DatabaseLock, GameId, GameRow, LobbyCursor, MAX_LIST, OpenError,
    Store, StoreError, Target,
};

use super::maintenance::{LogFault, replay};

/// The data could not be moved. The target is unusable until the move is repeated.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The source does not exist.
    #[error("there is no database at {0}")]
    NoSource(String),
    /// The rows could not be copied, or differ.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The log of a game is invalid.
    #[error("game {game}: {fault}")]
    Game {
        /// The game.
        game: GameId,
        /// The fault.
        fault: LogFault,
    },
}

impl From<OpenError> for MigrateError {
    fn from(error: OpenError) -> Self {
        Self::Copy(error.into())
    }
}

impl From<StoreError> for MigrateError {
    fn from(error: StoreError) -> Self {
        Self::Copy(error.into())
    }
}

/// What was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The games, all of which were replayed at the target.
    pub games: u64,
    /// The events of the games.
    pub events: u64,
    /// The rows of all tables, all of which were compared.
    pub rows: u64,
}

/// Copies all data to an empty database, compares all rows and replays all games there.
///
/// No server may run on either. If it fails or is interrupted, the source is unchanged, and the
/// target cannot be opened until the move is repeated. Calls `progress` with a table and the number
/// of rows copied so far.
///
/// # Errors
/// If a database is in use, the target has data, a row differs, or a log is invalid.
pub async fn migrate(
    from: &str,
    to: &str,
    progress: impl FnMut(&'static str, u64),
) -> Result<Migrated, MigrateError> {
    let _source = lock(from, true)?;
    let _target = lock(to, false)?;
    let copy = DatabaseCopy::begin(from, to).await?;
    match copy_and_verify(&copy, progress).await {
        Ok(migrated) => {
            copy.finish().await?;
            Ok(migrated)
        }
        Err(error) => {
            copy.close().await;
            Err(error)
        }
    }
}

async fn copy_and_verify(
    copy: &DatabaseCopy,
    progress: impl FnMut(&'static str, u64),
) -> Result<Migrated, MigrateError> {
    copy.copy(progress).await?;
    let tables = copy.compare().await?;
    let (games, events) = replay_all(copy.target()).await?;
    Ok(Migrated {
        games,
        events,
        rows: tables.iter().map(|table| table.rows).sum(),
    })
}

/// Replays every game. Returns the numbers of games and events.
async fn replay_all(store: &dyn Store) -> Result<(u64, u64), MigrateError> {
    let (mut games, mut events) = (0, 0);
    let mut after: Option<LobbyCursor> = None;
    loop {
        let page = store.all_games(None, after, MAX_LIST).await?;
        for row in &page {
            let log = replay(store, row.id).await;
            let log = log.map_err(|fault| MigrateError::Game {
                game: row.id,
                fault,
            })?;
            games += 1;
            events += log.len() as u64;
        }
        after = page.last().map(GameRow::lobby_cursor);
        if after.is_none() {
            return Ok((games, events));
        }
    }
}

/// Locks the file of a SQLite database against servers.
fn lock(url: &str, must_exist: bool) -> Result<Option<DatabaseLock>, MigrateError> {
    match Target::parse(url)? {
        Target::Postgres(_) => Ok(None),
        Target::Sqlite(path) if must_exist && !Path::new(&path).exists() => {
            Err(MigrateError::NoSource(path.display().to_string()))
        }
        Target::Sqlite(path) => Ok(Some(DatabaseLock::acquire(&path)?)),
    }
}
