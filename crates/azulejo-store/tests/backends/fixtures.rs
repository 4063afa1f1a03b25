//! Test databases and sample data.

use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use azulejo_store::memory::MemoryDatabase;
use azulejo_store::{
    Append, CommandKey, GameId, GameStatus, GameSummary, NewAccount, NewEvent, NewGame,
    OpenOptions, Pace, PasswordHash, PlayerId, PlayerName, SeatKind, SeatRow, SeatSet, Secret,
    SessionKind, SessionRow, Store, TokenHash,
};
use azulejo_testkit_postgres::PostgresServer;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};
use tempfile::TempDir;

/// A database of its own for each test, which can be opened repeatedly.
pub(crate) struct TestDatabase {
    url: String,
    backend: Backend,
}

enum Backend {
    Memory(MemoryDatabase),
    Sqlite(TempDir),
    Postgres,
}

/// The server shared by all tests; each has its own database on it.
static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
static NEXT_DATABASE: AtomicU32 = AtomicU32::new(1);

impl TestDatabase {
    pub(crate) fn memory() -> Self {
        let clock = AtomicI64::new(1_700_000_000_000);
        let tick = move || clock.fetch_add(1, Ordering::Relaxed);
        Self {
            url: String::new(),
            backend: Backend::Memory(MemoryDatabase::new(tick)),
        }
    }

    pub(crate) fn sqlite() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("data").join("azulejo.db");
        Self {
            url: path.to_str().unwrap().to_owned(),
            backend: Backend::Sqlite(directory),
        }
    }

    /// `None` if PostgreSQL is not installed.
    pub(crate) async fn postgres() -> Option<Self> {
        let start = || SERVER.get_or_init(|| PostgresServer::start(&[])).as_ref();
        let server = tokio::task::spawn_blocking(start).await.unwrap()?;
        Some(Self::on(server).await)
    }

    /// Creates a database on a server.
    pub(crate) async fn on(server: &PostgresServer) -> Self {
        let name = format!("test_{}", NEXT_DATABASE.fetch_add(1, Ordering::Relaxed));
        let mut conn = PgConnection::connect(&server.url("postgres"))
            .await
            .unwrap();
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        Self {
            url: server.url(&name),
            backend: Backend::Postgres,
        }
    }

    pub(crate) fn has_sql(&self) -> bool {
        !matches!(self.backend, Backend::Memory(_))
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The parent of the SQLite database's directory.
    pub(crate) fn directory(&self) -> PathBuf {
        match &self.backend {
            Backend::Sqlite(directory) => directory.path().to_owned(),
            _ => panic!("only a SQLite database has a directory"),
        }
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        self.open_with(OpenOptions::default()).await
    }

    pub(crate) async fn open_with(&self, options: OpenOptions) -> Arc<dyn Store> {
        match &self.backend {
            Backend::Memory(database) => database.open(),
            _ => options.open(&self.url).await.unwrap(),
        }
    }

    /// Executes statements on the database directly.
    pub(crate) async fn execute_sql(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.backend {
            Backend::Memory(_) => panic!("an in-memory store has no SQL"),
            Backend::Sqlite(_) => {
                let mut conn = SqliteConnection::connect(&self.url).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
            Backend::Postgres => {
                let mut conn = PgConnection::connect(&self.url).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
        }
    }

    /// Executes the statements of the backend.
    pub(crate) async fn execute_sql_per_backend(&self, sqlite: &str, postgres: &str) {
        let sql = match &self.backend {
            Backend::Postgres => postgres,
            _ => sqlite,
        };
        self.execute_sql(sql).await;
    }

    /// Queries an integer and a text column directly; `None` without SQL.
    pub(crate) async fn query_sql(&self, sql: &'static str) -> Option<Vec<(i64, String)>> {
        match &self.backend {
            Backend::Memory(_) => None,
            Backend::Sqlite(_) => {
                let mut conn = SqliteConnection::connect(&self.url).await.unwrap();
                let rows = sqlx::query(sql).fetch_all(&mut conn).await.unwrap();
                Some(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
            }
            Backend::Postgres => {
                let mut conn = PgConnection::connect(&self.url).await.unwrap();
                let rows = sqlx::query(sql).fetch_all(&mut conn).await.unwrap();
                Some(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
            }
        }
    }
}

/// Runs each test in memory, on SQLite and on PostgreSQL.
macro_rules! backend_tests {
    ($($test:ident,)*) => {
        mod memory {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(crate::fixtures::TestDatabase::memory()).await;
                }
            )*
        }

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::fixtures::TestDatabase::sqlite()).await;
                }
            )*
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    if let Some(db) = crate::fixtures::TestDatabase::postgres().await {
                        super::$test(db).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use backend_tests;

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! sql_tests {
    ($($test:ident,)*) => {
        mod sql_on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::fixtures::TestDatabase::sqlite()).await;
                }
            )*
        }

        mod sql_on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    if let Some(db) = crate::fixtures::TestDatabase::postgres().await {
                        super::$test(db).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use sql_tests;

/// Runs `count` tasks concurrently and returns their results in order.
pub(crate) async fn concurrently<T, F, Fut>(count: u32, task: F) -> Vec<T>
where
    T: Send + 'static,
    F: Fn(u32) -> Fut,
    Fut: Future<Output = T> + Send + 'static,
{
    let tasks: Vec<_> = (0..count)
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
        invitation: None,
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
        idle_ms: 200_000,
        ends_ms: 400_000,
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

/// A running game with two open seats and one event.
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

/// Returns the bodies of a game's events.
pub(crate) async fn bodies(store: &Arc<dyn Store>, game: GameId) -> Vec<String> {
    let events = store.events(game, 0).await.unwrap();
    for (ply, event) in (0_u32..).zip(&events) {
        assert_eq!(event.ply, ply, "plies are consecutive from 0");
    }
    events.into_iter().map(|event| event.body).collect()
}
