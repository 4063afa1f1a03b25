//! Opening a database: creation, migration and rejection.

use std::path::Path;
use std::sync::Arc;

use azulejo_store::{Append, Appended, OpenError, OpenOptions, Store, Synchronous};
use azulejo_testkit_postgres::PostgresServer;
use sqlx::{Connection as _, Row as _, SqliteConnection};

use crate::fixtures::{
    TestDatabase, append, backend_tests, bodies, command, concurrently, event, game_id, new_game,
    sql_tests,
};

backend_tests! {
    data_survives_reopening,
}

sql_tests! {
    concurrent_opens_of_a_new_database_succeed,
    newer_schema_is_rejected_unchanged,
    modified_migration_is_rejected,
    migration_moves_commands_into_the_log,
}

/// Opens a database, which must fail.
async fn open_error(url: &str) -> OpenError {
    match azulejo_store::open(url).await {
        Ok(_) => panic!("the database was opened"),
        Err(error) => error,
    }
}

async fn concurrent_opens_of_a_new_database_succeed(db: TestDatabase) {
    let url: &'static str = db.url().to_owned().leak();
    let stores: Vec<Arc<dyn Store>> =
        concurrently(
            8,
            |_| async move { azulejo_store::open(url).await.unwrap() },
        )
        .await;
    for (number, store) in (0..).zip(&stores) {
        store.create_game(new_game(number)).await.unwrap();
    }
    for number in 0..8 {
        assert!(stores[0].game(game_id(number)).await.unwrap().is_some());
    }
    let sql = "SELECT version, description FROM _sqlx_migrations ORDER BY version";
    let steps = [
        (1, "first"),
        (2, "commands in the log"),
        (3, "guests by name"),
        (4, "requests for games"),
        (5, "deadlines of all games"),
        (6, "session lifetimes"),
        (7, "second factor"),
        (8, "administration"),
    ];
    assert_eq!(
        db.query_sql(sql).await.unwrap(),
        steps.map(|(version, name)| (version, name.to_owned()))
    );
}

async fn data_survives_reopening(db: TestDatabase) {
    for ply in 1..=4 {
        let store = db.open().await;
        if ply == 1 {
            store.create_game(new_game(1)).await.unwrap();
        }
        let outcome = store
            .append(append(game_id(1), ply, &ply.to_string()))
            .await;
        assert_eq!(outcome, Ok(Appended::Committed { next: ply + 1 }));
        // Every other store is dropped without closing it.
        if ply % 2 == 0 {
            store.close().await;
        }
    }
    let store = db.open().await;
    assert_eq!(
        bodies(&store, game_id(1)).await,
        ["created", "1", "2", "3", "4"]
    );
}

async fn newer_schema_is_rejected_unchanged(db: TestDatabase) {
    db.open().await.close().await;
    db.execute_sql_per_backend(
        "INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, x'00', 0)",
        "INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, '', 0)",
    )
    .await;
    let error = open_error(db.url()).await;
    assert!(
        matches!(
            error,
            OpenError::NewerSchema {
                found: 900,
                known: 8
            }
        ),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        "the database has schema version 900, but this version of Azulejo supports only 8: \
         use a newer version"
    );
    let sql = "SELECT version, description FROM _sqlx_migrations ORDER BY version";
    assert_eq!(db.query_sql(sql).await.unwrap().len(), 9);
}

async fn modified_migration_is_rejected(db: TestDatabase) {
    db.open().await.close().await;
    db.execute_sql_per_backend(
        "UPDATE _sqlx_migrations SET checksum = x'00'",
        "UPDATE _sqlx_migrations SET checksum = ''",
    )
    .await;
    let error = open_error(db.url()).await;
    assert!(
        matches!(&error, OpenError::Migration(reason) if reason.contains("modified")),
        "{error}"
    );
}

async fn migration_moves_commands_into_the_log(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let written = Append {
        command: Some(command(7)),
        events: vec![event("a"), event("b")],
        ..append(game_id(1), 1, "")
    };
    store.append(written).await.unwrap();
    store.append(append(game_id(1), 3, "c")).await.unwrap();
    let expected = store.events(game_id(1), 0).await.unwrap();
    store.close().await;

    // Restores the first schema, whose answers were the ply after the last event.
    db.execute_sql_per_backend(
        "CREATE TABLE command (game_id TEXT, scope TEXT, cmd_id BLOB, answer TEXT)",
        "CREATE TABLE command (game_id TEXT, scope TEXT, cmd_id BYTEA, answer TEXT)",
    )
    .await;
    db.execute_sql(
        "INSERT INTO command SELECT game_id, commander, command, CAST(ply + 1 AS TEXT) \
             FROM event WHERE command IS NOT NULL; \
             ALTER TABLE event DROP COLUMN commander; ALTER TABLE event DROP COLUMN command; \
             DELETE FROM _sqlx_migrations WHERE version = 2",
    )
    .await;
    let store = db.open().await;
    assert_eq!(store.events(game_id(1), 0).await.unwrap(), expected);
    assert_eq!(expected[2].command, Some(command(7)));
}

#[tokio::test]
async fn synchronous_below_full_is_rejected() {
    for (synchronous, word) in [(Synchronous::Off, "OFF"), (Synchronous::Normal, "NORMAL")] {
        let db = TestDatabase::sqlite();
        let options = OpenOptions::default().synchronous(synchronous);
        let error = match options.open(db.url()).await {
            Ok(_) => panic!("{word} was accepted"),
            Err(error) => error.to_string(),
        };
        assert!(
            error.starts_with(&format!("database setting synchronous is {word}")),
            "{error}"
        );
    }
    // Control: the right setting works.
    let full = OpenOptions::default().synchronous(Synchronous::Full);
    full.open(TestDatabase::sqlite().url()).await.unwrap();
}

#[tokio::test]
async fn postgres_with_unsafe_settings_is_rejected() {
    let start = || PostgresServer::start(&["fsync=off"]);
    let Some(server) = tokio::task::spawn_blocking(start).await.unwrap() else {
        return;
    };
    let db = TestDatabase::on(&server).await;
    let error = open_error(db.url()).await.to_string();
    assert!(
        error.starts_with("database setting fsync is off"),
        "{error}"
    );

    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&["full_page_writes=off"]));
    let server = server.await.unwrap().expect("PostgreSQL is installed");
    let db = TestDatabase::on(&server).await;
    let error = open_error(db.url()).await.to_string();
    assert!(
        error.starts_with("database setting full_page_writes is off"),
        "{error}"
    );

    let db = TestDatabase::postgres()
        .await
        .expect("PostgreSQL is installed");
    let url = format!("{}?options=-c%20synchronous_commit%3Doff", db.url());
    let error = open_error(&url).await.to_string();
    assert!(
        error.starts_with("database setting synchronous_commit is off"),
        "{error}"
    );
    // Control: without that setting the database opens.
    db.open().await;
}

#[tokio::test]
async fn foreign_file_is_rejected_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();

    let text = path("text.db");
    let content = "plain text, not a database; ".repeat(100);
    std::fs::write(&text, &content).unwrap();
    let error = open_error(&text).await;
    assert!(matches!(error, OpenError::NotADatabase { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&text).unwrap(), content);

    let other = path("other.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&other)
        .create_if_missing(true);
    let mut conn = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::raw_sql("CREATE TABLE recipes (name text)")
        .execute(&mut conn)
        .await
        .unwrap();
    sqlx::Connection::close(conn).await.unwrap();
    let before = std::fs::read(&other).unwrap();
    let error = open_error(&other).await.to_string();
    assert!(
        error.ends_with("(it contains tables of another program)"),
        "{error}"
    );
    assert_eq!(std::fs::read(&other).unwrap(), before);

    std::fs::create_dir(path("directory.db")).unwrap();
    let error = open_error(&path("directory.db")).await;
    assert!(matches!(error, OpenError::Create { .. }), "{error}");
    let error = open_error(&format!("{text}/below/a/file.db")).await;
    assert!(matches!(error, OpenError::Create { .. }), "{error}");
}

#[tokio::test]
async fn connection_error_does_not_leak_the_password() {
    // A port without a listener, which no other test uses.
    let error = open_error("postgres://club:hunter2@127.0.0.1:1/games").await;
    assert!(matches!(error, OpenError::Connect(_)), "{error}");
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );
    let error = open_error("postgres://club:hunter2@host:port/games").await;
    assert!(matches!(error, OpenError::Url(_)), "{error}");
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn created_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let db = TestDatabase::sqlite();
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = Path::new(db.url());
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(&file.with_extension("db-wal")), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
}

/// The negative controls need a store that loses data.
#[cfg(feature = "negative-control")]
#[tokio::test]
async fn negative_control_opens_unsafe_database() {
    let db = TestDatabase::sqlite();
    let options = OpenOptions::default()
        .synchronous(Synchronous::Off)
        .accept_loss();
    let store = options.open(db.url()).await.unwrap();
    store.create_game(new_game(1)).await.unwrap();
    let outcome = store.append(append(game_id(1), 1, "a")).await;
    assert_eq!(outcome, Ok(Appended::Committed { next: 2 }));
}

#[tokio::test]
async fn wal_is_checkpointed_in_the_background() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    // More pages than trigger the background task, and fewer than trigger the writer.
    let body = "x".repeat(1 << 19);
    for ply in 1..=20 {
        store.append(append(game_id(1), ply, &body)).await.unwrap();
    }
    let mut attempts = 3_000;
    loop {
        let mut conn = SqliteConnection::connect(db.url()).await.unwrap();
        let row = sqlx::query("PRAGMA wal_checkpoint(NOOP)")
            .fetch_one(&mut conn)
            .await
            .unwrap();
        conn.close().await.unwrap();
        let (pages, done): (i64, i64) = (row.get(1), row.get(2));
        assert!((2_000..8_000).contains(&pages), "{pages} pages");
        if pages - done < 1_000 {
            return;
        }
        attempts -= 1;
        assert!(attempts > 0, "{done} of {pages} pages are checkpointed");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn reopening_postgres_logs_no_notices() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    db.open().await.close().await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .finish();
    let logging = tracing::subscriber::set_default(subscriber);
    db.open().await.close().await;
    drop(logging);
    let log = log.0.lock().unwrap();
    assert_eq!(String::from_utf8_lossy(&log), "");
}

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
