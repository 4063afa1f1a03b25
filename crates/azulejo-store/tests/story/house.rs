//! A database of one's own for each story, and things to put into it.

use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use azulejo_store::{
    Append, CommandKey, GameId, GameStatus, GameSummary, NewAccount, NewEvent, NewGame,
    OpenOptions, Pace, PasswordHash, PlayerId, PlayerName, SeatKind, SeatRow, SeatSet, Secret,
    SessionKind, SessionRow, Store, TokenHash,
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};
use tempfile::TempDir;

use crate::postgres::PostgresServer;

/// A database, which can be opened as often as wanted.
pub(crate) struct House {
    url: String,
    kind: Kind,
}

enum Kind {
    Sqlite(TempDir),
    Postgres,
}

/// One server for all stories; each has its own database there.
static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
static NUMBER: AtomicU32 = AtomicU32::new(1);

impl House {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = folder
            .path()
            .join("data")
            .join("azulejo.db")
            .to_str()
            .unwrap()
            .to_owned();
        Self {
            url,
            kind: Kind::Sqlite(folder),
        }
    }

    /// None where there is no PostgreSQL.
    pub(crate) async fn postgres() -> Option<Self> {
        let start = || SERVER.get_or_init(|| PostgresServer::start(&[])).as_ref();
        let server = tokio::task::spawn_blocking(start).await.unwrap()?;
        Some(Self::on(server).await)
    }

    /// A new database on a server.
    pub(crate) async fn on(server: &PostgresServer) -> Self {
        let name = format!("story_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut conn = PgConnection::connect(&server.url("postgres"))
            .await
            .unwrap();
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        Self {
            url: server.url(&name),
            kind: Kind::Postgres,
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.kind, Kind::Sqlite(_))
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The folder around the database's folder.
    pub(crate) fn folder(&self) -> PathBuf {
        match &self.kind {
            Kind::Sqlite(folder) => folder.path().to_owned(),
            Kind::Postgres => panic!("a database on a server has no folder"),
        }
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        azulejo_store::open(&self.url).await.unwrap()
    }

    pub(crate) async fn open_with(&self, options: OpenOptions) -> Arc<dyn Store> {
        options.open(&self.url).await.unwrap()
    }

    /// Does something to the database behind the store's back.
    pub(crate) async fn raw(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.is_sqlite() {
            let mut conn = SqliteConnection::connect(&self.url).await.unwrap();
            sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        } else {
            let mut conn = PgConnection::connect(&self.url).await.unwrap();
            sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        }
    }

    /// Does the one to SQLite, the other to PostgreSQL.
    pub(crate) async fn raw_each(&self, sqlite: &str, postgres: &str) {
        self.raw(if self.is_sqlite() { sqlite } else { postgres })
            .await;
    }

    /// Numbers and texts behind the store's back: a column of each.
    pub(crate) async fn raw_rows(&self, sql: &'static str) -> Vec<(i64, String)> {
        if self.is_sqlite() {
            let mut conn = SqliteConnection::connect(&self.url).await.unwrap();
            let rows = sqlx::query(sql).fetch_all(&mut conn).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        } else {
            let mut conn = PgConnection::connect(&self.url).await.unwrap();
            let rows = sqlx::query(sql).fetch_all(&mut conn).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
    }
}

/// Each story twice, as a test on SQLite and as one on PostgreSQL.
macro_rules! stories {
    ($($story:ident,)*) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $story() {
                    super::$story(crate::house::House::sqlite()).await;
                }
            )*
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $story() {
                    if let Some(house) = crate::house::House::postgres().await {
                        super::$story(house).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use stories;

/// Runs `number` tasks at once and returns what they return, in order.
pub(crate) async fn at_once<T, F, Fut>(number: u32, task: F) -> Vec<T>
where
    T: Send + 'static,
    F: Fn(u32) -> Fut,
    Fut: Future<Output = T> + Send + 'static,
{
    let tasks: Vec<_> = (0..number)
        .map(|number| tokio::spawn(task(number)))
        .collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.unwrap());
    }
    results
}

pub(crate) fn game_id(number: u32) -> GameId {
    GameId::from_entropy(u128::from(number).to_le_bytes())
}

pub(crate) fn player_id(number: u32) -> PlayerId {
    PlayerId::from_entropy((u128::from(number) << 64).to_le_bytes())
}

pub(crate) fn token(number: u8) -> TokenHash {
    TokenHash::new([number; 32])
}

pub(crate) fn name(shown: &str) -> PlayerName {
    PlayerName {
        shown: shown.to_owned(),
        folded: shown.to_lowercase(),
    }
}

pub(crate) fn account(shown: &str) -> NewAccount {
    NewAccount {
        name: name(shown),
        password: PasswordHash::new(format!("$argon2id$of-{shown}")),
        recovery: (1..=8).map(|code| [code; 32]).collect(),
    }
}

pub(crate) fn session(number: u8, player: PlayerId) -> SessionRow {
    SessionRow {
        token: token(number),
        player,
        kind: if number.is_multiple_of(2) {
            SessionKind::Bearer
        } else {
            SessionKind::Cookie
        },
        label: format!("browser {number}"),
        created_ms: 1_000,
        used_ms: 1_000,
        expires_ms: 100_000,
    }
}

pub(crate) fn event(body: &str) -> NewEvent {
    NewEvent {
        kind: "move".to_owned(),
        body: body.to_owned(),
        rules_version: 1,
        state_hash: format!("hash of {}", body.len()),
        at_ms: 1_000,
    }
}

pub(crate) fn summary(status: GameStatus) -> GameSummary {
    GameSummary {
        status,
        public: true,
        pace: Pace::Untimed,
        waiting: SeatSet::EMPTY,
        deadline_ms: None,
        expires_ms: None,
        ended_ms: None,
        detail: "{}".to_owned(),
    }
}

pub(crate) fn seat(seat: u8, kind: SeatKind, player: Option<PlayerId>) -> SeatRow {
    SeatRow {
        seat,
        kind,
        player,
        bot: None,
        detail: "{}".to_owned(),
    }
}

pub(crate) fn person(number: u8, player: PlayerId) -> SeatRow {
    seat(number, SeatKind::Person, Some(player))
}

/// A running game of two open seats, with one event.
pub(crate) fn new_game(number: u32) -> NewGame {
    NewGame {
        id: game_id(number),
        host: None,
        created_ms: 500,
        settings: "{\"seats\":2}".to_owned(),
        secret: Secret::new(&mut [0xa7; 32]),
        commitment: [0xc0; 32],
        invitation: None,
        events: vec![event("created")],
        summary: summary(GameStatus::Running),
        seats: vec![seat(0, SeatKind::Open, None), seat(1, SeatKind::Open, None)],
        request: None,
    }
}

pub(crate) fn append(game: GameId, expect: u32, body: &str) -> Append {
    Append {
        game,
        expect,
        events: vec![event(body)],
        command: None,
        summary: None,
        seats: None,
    }
}

pub(crate) fn command(number: u128) -> CommandKey {
    CommandKey {
        player: player_id(1),
        number: number.to_le_bytes(),
    }
}

/// The bodies of a game's events.
pub(crate) async fn bodies(store: &Arc<dyn Store>, game: GameId) -> Vec<String> {
    let events = store.events(game, 0).await.unwrap();
    for (ply, event) in (0_u32..).zip(&events) {
        assert_eq!(event.ply, ply, "plies count up from 0 without a gap");
    }
    events.into_iter().map(|event| event.body).collect()
}
