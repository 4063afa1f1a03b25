//! The [`Store`] on top of a database, whichever it is.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use sqlx::Row as _;

use crate::queries::{games, players, seats, sessions};
use crate::sql::{Access, Connections, Pool, Row, before_commit, values};
use crate::writer::Writers;
use crate::{
    AccountRow, Append, Appended, BackupError, Bus, BusMessage, BusReceiver, CommandKey, Created,
    Downtime, EarlierGame, EventRow, GameHead, GameId, GameRow, HistoryPlace, Lobby, Merged,
    NewAccount, NewGame, PasswordHash, PlayerExport, PlayerId, PlayerName, PlayerRow, Renewal,
    SeatsMark, Secret, SessionRow, SignsOfLife, Store, StoreError, StoreStats, TokenHash,
    TokenPrefix, check, sqlite,
};

/// A node whose last sign of life is older than this is forgotten.
const NODE_MEMORY_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Under this name all nodes are remembered that stopped of their own accord.
const STOPPED: &str = "stopped";

/// The marks of the last time in which no node was there.
const DOWN_SINCE: &str = "down_since_ms";
const DOWN_UNTIL: &str = "down_until_ms";

/// An open database.
#[derive(Clone)]
pub(crate) struct Database {
    /// Connections that only read.
    pub(crate) readers: Pool,
    /// Connections for everything that is written apart from appends.
    pub(crate) changes: Pool,
    pub(crate) writers: Arc<Writers>,
    pub(crate) bus: Arc<dyn Bus>,
    /// The file of SQLite.
    pub(crate) path: Option<PathBuf>,
    /// What else is to be closed.
    pub(crate) others: Vec<Pool>,
}

impl Database {
    /// Does something to the end, even if the caller stops waiting.
    ///
    /// A request may be given up at any moment, and its future with it.
    /// A transaction that is cut off in the middle would be undone, but a notice that belongs to
    /// it would be missing, and a connection could be left in a state that nobody expects.
    async fn to_the_end<T, F, Fut>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(Self) -> Fut,
        Fut: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let task = tokio::spawn(work(self.clone()));
        task.await
            .unwrap_or_else(|error| Err(StoreError::Unknown(error.to_string())))
    }

    async fn tell_ended(&self, ended: Vec<TokenPrefix>) {
        if !ended.is_empty() {
            self.bus
                .publish(ended.into_iter().map(BusMessage::SessionEnded).collect())
                .await;
        }
    }

    async fn tell_seats(&self, games: &[GameId]) {
        if !games.is_empty() {
            self.bus
                .publish(vec![BusMessage::SeatsChanged(games.to_vec())])
                .await;
        }
    }
}

#[async_trait]
impl Store for Database {
    async fn create_game(&self, game: NewGame) -> Result<Created, StoreError> {
        check::game(&game)?;
        self.to_the_end(|db| async move { games::create(&db.changes, game).await })
            .await
    }

    async fn requested_game(&self, key: CommandKey) -> Result<Option<EarlierGame>, StoreError> {
        games::requested(&self.readers, key).await
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.readers.health.check()?;
        check::append(&append)?;
        self.writers.append(append).await
    }

    async fn events(&self, game: GameId, from_ply: u32) -> Result<Vec<EventRow>, StoreError> {
        games::events(&self.readers, game, from_ply).await
    }

    async fn events_of(
        &self,
        games: &[(GameId, u32)],
    ) -> Result<Vec<(GameId, EventRow)>, StoreError> {
        games::events_of(&self.readers, games).await
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        games::game(&self.readers, game).await
    }

    async fn draw_secret(&self, game: GameId) -> Result<Secret, StoreError> {
        games::draw_secret(&self.readers, game).await
    }

    async fn set_expiry(&self, game: GameId, expires_ms: i64) -> Result<bool, StoreError> {
        self.to_the_end(|db| async move { games::set_expiry(&db.changes, game, expires_ms).await })
            .await
    }

    async fn lobby(&self, limit: u32) -> Result<Lobby, StoreError> {
        games::lobby(&self.readers, limit).await
    }

    async fn games_of(
        &self,
        player: PlayerId,
        after: Option<HistoryPlace>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        games::games_of(&self.readers, player, after, limit).await
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError> {
        games::due(&self.readers, now_ms, limit).await
    }

    async fn expired_unstarted(
        &self,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<GameHead>, StoreError> {
        games::expired_unstarted(&self.readers, now_ms, limit).await
    }

    async fn running_timed(&self) -> Result<Vec<GameHead>, StoreError> {
        games::running_timed(&self.readers).await
    }

    async fn heads(&self, games: &[GameId]) -> Result<Vec<GameHead>, StoreError> {
        games::heads(&self.readers, games).await
    }

    async fn seat_marks(&self, games: &[GameId]) -> Result<Vec<(GameId, SeatsMark)>, StoreError> {
        seats::marks(&self.readers, games).await
    }

    async fn unstarted_with_ghosts(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        seats::unstarted_with_ghosts(&self.readers, limit).await
    }

    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        check::name(&name)?;
        self.to_the_end(|db| async move {
            players::create_guest(&db.changes, player, &name, now_ms).await
        })
        .await
    }

    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        check::name(&account.name)?;
        self.to_the_end(|db| async move {
            players::create_account(&db.changes, player, &account, now_ms).await
        })
        .await
    }

    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError> {
        check::name(&account.name)?;
        self.to_the_end(|db| async move {
            let games = players::upgrade_guest(&db.changes, player, &account).await?;
            db.tell_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn merge_guest(
        &self,
        guest: PlayerId,
        account: PlayerId,
        now_ms: i64,
    ) -> Result<Merged, StoreError> {
        self.to_the_end(|db| async move {
            let (merged, ended) = players::merge_guest(&db.changes, guest, account, now_ms).await?;
            db.tell_ended(ended).await;
            if let Merged::Done { games } = &merged {
                db.tell_seats(games).await;
            }
            Ok(merged)
        })
        .await
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
        players::player(&self.readers, player).await
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError> {
        players::account_by_name(&self.readers, folded).await
    }

    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError> {
        players::account(&self.readers, player).await
    }

    async fn name_taken(&self, folded: &str) -> Result<bool, StoreError> {
        players::name_taken(&self.readers, folded).await
    }

    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError> {
        check::name(&name)?;
        self.to_the_end(|db| async move {
            let games = players::rename(&db.changes, player, &name).await?;
            db.tell_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn rename_guests(&self, folded: &str, instead: PlayerName) -> Result<(), StoreError> {
        check::name(&instead)?;
        let folded = folded.to_owned();
        self.to_the_end(|db| async move {
            let games = players::rename_guests(&db.changes, &folded, &instead).await?;
            db.tell_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
    ) -> Result<(), StoreError> {
        self.to_the_end(
            |db| async move { players::set_password(&db.changes, player, &password).await },
        )
        .await
    }

    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
    ) -> Result<(), StoreError> {
        self.to_the_end(|db| async move {
            players::set_recovery_codes(&db.changes, player, &codes).await
        })
        .await
    }

    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.to_the_end(
            |db| async move { players::recover(&db.changes, player, code, &password).await },
        )
        .await
    }

    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError> {
        self.to_the_end(|db| async move { players::export(&db.readers, player).await })
            .await
    }

    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        self.to_the_end(|db| async move {
            let (games, ended) = players::delete(&db.changes, player).await?;
            db.tell_ended(ended).await;
            db.tell_seats(&games).await;
            Ok(games)
        })
        .await
    }

    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError> {
        self.to_the_end(|db| async move {
            players::remove_idle_guests(&db.changes, created_before_ms).await
        })
        .await
    }

    async fn create_session(&self, session: SessionRow) -> Result<(), StoreError> {
        check::session(&session)?;
        self.to_the_end(|db| async move { sessions::create(&db.changes, &session).await })
            .await
    }

    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renewal: Option<Renewal>,
    ) -> Result<Option<SessionRow>, StoreError> {
        let found = sessions::find(&self.readers, token, now_ms, renewal).await?;
        match (found, renewal) {
            (Some((_, true)), Some(renewal)) => {
                let token = *token;
                self.to_the_end(|db| async move {
                    sessions::renew(&db.changes, &token, now_ms, renewal).await
                })
                .await
            }
            (found, _) => Ok(found.map(|(session, _)| session)),
        }
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError> {
        sessions::of_player(&self.readers, player, now_ms).await
    }

    async fn rotate_session(
        &self,
        old: &TokenHash,
        new: &TokenHash,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        let (old, new) = (*old, *new);
        self.to_the_end(|db| async move { sessions::rotate(&db.changes, &old, &new, now_ms).await })
            .await
    }

    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError> {
        let token = *token;
        self.to_the_end(|db| async move {
            let ended = sessions::end(&db.changes, player, &token).await?;
            if ended {
                db.tell_ended(vec![token.prefix()]).await;
            }
            Ok(ended)
        })
        .await
    }

    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError> {
        let keep = keep.copied();
        self.to_the_end(|db| async move {
            let ended = sessions::end_others(&db.changes, player, keep).await?;
            let number = ended.len() as u64;
            db.tell_ended(ended).await;
            Ok(number)
        })
        .await
    }

    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.to_the_end(|db| async move { sessions::remove_expired(&db.changes, now_ms).await })
            .await
    }

    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.readers.health.check()?;
        match &self.readers.connections {
            Connections::Sqlite(_) => process_clock_ms(),
            Connections::Postgres(pool) => {
                let sql = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
                let row = sqlx::query(sql).fetch_one(pool).await;
                let now = row.and_then(|row| row.try_get(0));
                now.map_err(|error| before_commit(&error))
            }
        }
    }

    async fn beat(&self, node: &str, now_ms: i64) -> Result<(), StoreError> {
        check::node(node)?;
        let node = node.to_owned();
        self.to_the_end(|db| async move {
            let mut tx = db.changes.begin(Access::Write).await?;
            let sql = "INSERT INTO node (name, beat_ms) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET beat_ms = excluded.beat_ms";
            tx.execute(sql, values![node, now_ms]).await?;
            let sql = "DELETE FROM node WHERE beat_ms < $1";
            tx.execute(sql, values![now_ms.saturating_sub(NODE_MEMORY_MS)])
                .await?;
            tx.commit().await
        })
        .await
    }

    async fn stop_beating(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError> {
        check::node(node)?;
        let node = node.to_owned();
        self.to_the_end(|db| async move {
            let mut tx = db.changes.begin(Access::Write).await?;
            let sql = "INSERT INTO node (name, beat_ms) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET beat_ms = excluded.beat_ms \
                       WHERE excluded.beat_ms > node.beat_ms";
            tx.execute(sql, values![STOPPED, stopped_ms]).await?;
            let sql = "DELETE FROM node WHERE name = $1";
            tx.execute(sql, values![node]).await?;
            tx.commit().await
        })
        .await
    }

    async fn signs_of_life(&self) -> Result<SignsOfLife, StoreError> {
        let sql = "SELECT MAX(beat_ms), MAX(CASE WHEN name <> $1 THEN beat_ms END) FROM node";
        let row = self.readers.row(sql, values![STOPPED]).await?;
        row.map_or(Ok(SignsOfLife::default()), |row| {
            Ok(SignsOfLife {
                any: row.maybe_int(0)?,
                unstopped: row.maybe_int(1)?,
            })
        })
    }

    async fn note_downtime(&self, downtime: Downtime) -> Result<(), StoreError> {
        self.to_the_end(|db| async move {
            let mut tx = db.changes.begin(Access::Write).await?;
            // Of two nodes that find the same, each may be first.
            let sql = "INSERT INTO mark (name, value) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            tx.execute(sql, values![DOWN_SINCE, downtime.since_ms])
                .await?;
            tx.execute(sql, values![DOWN_UNTIL, downtime.until_ms])
                .await?;
            tx.commit().await
        })
        .await
    }

    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError> {
        let sql = "SELECT s.value, u.value FROM mark s, mark u WHERE s.name = $1 AND u.name = $2";
        let row = self
            .readers
            .row(sql, values![DOWN_SINCE, DOWN_UNTIL])
            .await?;
        let read = |row: Row| {
            Ok(Downtime {
                since_ms: row.int(0)?,
                until_ms: row.int(1)?,
            })
        };
        row.map(read).transpose()
    }

    async fn say(&self, game: GameId, seat: u8, phrase: &str) {
        let phrase = phrase.to_owned();
        let said = BusMessage::Said { game, seat, phrase };
        self.bus.publish(vec![said]).await;
    }

    fn subscribe(&self) -> BusReceiver {
        self.bus.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.readers
            .rows("SELECT name FROM mark LIMIT 1", values![])
            .await
            .map(|_| ())
    }

    fn failure(&self) -> Option<String> {
        self.readers.health.failure()
    }

    fn stats(&self) -> StoreStats {
        self.writers.stats()
    }

    async fn backup(&self, path: &Path) -> Result<(), BackupError> {
        match (&self.readers.connections, &self.path) {
            (Connections::Sqlite(pool), Some(own)) => {
                sqlite::backup::copy(pool, own, path.to_owned()).await
            }
            _ => Err(BackupError::Unsupported(
                "a PostgreSQL database is copied with its own tools: \
                 pg_dump --format=custom, or pg_basebackup with WAL archiving",
            )),
        }
    }

    async fn close(&self) {
        self.writers.close().await;
        for pool in &self.others {
            pool.close().await;
        }
        self.readers.close().await;
        self.changes.close().await;
    }
}

fn process_clock_ms() -> Result<i64, StoreError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .ok_or_else(|| StoreError::Unavailable("the clock of this machine is not set".to_owned()))
}
