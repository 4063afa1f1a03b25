//! Opening: whatever is there is used, brought up to date, or refused with a reason.

use std::path::Path;
use std::sync::Arc;

use azulejo_store::{Append, Appended, OpenError, OpenOptions, Store, Synchronous};
use sqlx::{Connection as _, Row as _, SqliteConnection};

use crate::house::{House, append, at_once, bodies, command, event, game_id, new_game, stories};
use crate::postgres::PostgresServer;

stories! {
    several_who_open_a_new_database_at_once_all_succeed,
    what_was_written_is_there_after_reopening,
    a_newer_schema_is_refused_and_left_alone,
    a_changed_migration_is_refused,
    commands_of_the_first_schema_come_into_the_log,
}

/// The message of an error, since a store cannot be printed.
async fn refusal(url: &str) -> OpenError {
    match azulejo_store::open(url).await {
        Ok(_) => panic!("it was opened"),
        Err(error) => error,
    }
}

async fn several_who_open_a_new_database_at_once_all_succeed(house: House) {
    let url: &'static str = house.url().to_owned().leak();
    let stores: Vec<Arc<dyn Store>> =
        at_once(
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
    ];
    assert_eq!(
        house.raw_rows(sql).await,
        steps.map(|(version, name)| (version, name.to_owned()))
    );
}

async fn what_was_written_is_there_after_reopening(house: House) {
    for ply in 1..=4 {
        let store = house.open().await;
        if ply == 1 {
            store.create_game(new_game(1)).await.unwrap();
        }
        let outcome = store
            .append(append(game_id(1), ply, &ply.to_string()))
            .await;
        assert_eq!(outcome, Ok(Appended::Committed { next: ply + 1 }));
        // Every other time the store is left without closing it.
        if ply % 2 == 0 {
            store.close().await;
        }
    }
    let store = house.open().await;
    assert_eq!(
        bodies(&store, game_id(1)).await,
        ["created", "1", "2", "3", "4"]
    );
}

async fn a_newer_schema_is_refused_and_left_alone(house: House) {
    house.open().await.close().await;
    house
        .raw_each(
            "INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, x'00', 0)",
            "INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, '', 0)",
        )
        .await;
    let error = refusal(house.url()).await;
    assert!(
        matches!(
            error,
            OpenError::NewerSchema {
                found: 900,
                known: 5
            }
        ),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        "the database was made by a newer version of this program: \
         its schema is 900, this program knows 5"
    );
    let sql = "SELECT version, description FROM _sqlx_migrations ORDER BY version";
    assert_eq!(house.raw_rows(sql).await.len(), 6);
}

async fn a_changed_migration_is_refused(house: House) {
    house.open().await.close().await;
    house
        .raw_each(
            "UPDATE _sqlx_migrations SET checksum = x'00'",
            "UPDATE _sqlx_migrations SET checksum = ''",
        )
        .await;
    let error = refusal(house.url()).await;
    assert!(
        matches!(&error, OpenError::Migration(why) if why.contains("modified")),
        "{error}"
    );
}

async fn commands_of_the_first_schema_come_into_the_log(house: House) {
    let store = house.open().await;
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

    // Back to how it was kept before: an answer was the ply after the last event.
    house
        .raw_each(
            "CREATE TABLE command (game_id TEXT, scope TEXT, cmd_id BLOB, answer TEXT)",
            "CREATE TABLE command (game_id TEXT, scope TEXT, cmd_id BYTEA, answer TEXT)",
        )
        .await;
    house
        .raw(
            "INSERT INTO command SELECT game_id, commander, command, CAST(ply + 1 AS TEXT) \
             FROM event WHERE command IS NOT NULL; \
             ALTER TABLE event DROP COLUMN commander; ALTER TABLE event DROP COLUMN command; \
             DELETE FROM _sqlx_migrations WHERE version = 2",
        )
        .await;
    let store = house.open().await;
    assert_eq!(store.events(game_id(1), 0).await.unwrap(), expected);
    assert_eq!(expected[2].command, Some(command(7)));
}

#[tokio::test]
async fn less_than_full_synchronous_is_refused() {
    for (synchronous, word) in [(Synchronous::Off, "OFF"), (Synchronous::Normal, "NORMAL")] {
        let house = House::sqlite();
        let options = OpenOptions::default().synchronous(synchronous);
        let error = match options.open(house.url()).await {
            Ok(_) => panic!("{word} was accepted"),
            Err(error) => error.to_string(),
        };
        assert!(
            error.starts_with(&format!("the database setting synchronous is {word}")),
            "{error}"
        );
    }
    // Control: the same way with the right setting works.
    let full = OpenOptions::default().synchronous(Synchronous::Full);
    full.open(House::sqlite().url()).await.unwrap();
}

#[tokio::test]
async fn a_postgres_that_may_lose_moves_is_refused() {
    let start = || PostgresServer::start(&["fsync=off"]);
    let Some(server) = tokio::task::spawn_blocking(start).await.unwrap() else {
        return;
    };
    let house = House::on(&server).await;
    let error = refusal(house.url()).await.to_string();
    assert!(
        error.starts_with("the database setting fsync is off"),
        "{error}"
    );

    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&["full_page_writes=off"]));
    let server = server.await.unwrap().expect("the other one was found");
    let house = House::on(&server).await;
    let error = refusal(house.url()).await.to_string();
    assert!(
        error.starts_with("the database setting full_page_writes is off"),
        "{error}"
    );

    let house = House::postgres().await.expect("the other one was found");
    let url = format!("{}?options=-c%20synchronous_commit%3Doff", house.url());
    let error = refusal(&url).await.to_string();
    assert!(
        error.starts_with("the database setting synchronous_commit is off"),
        "{error}"
    );
    // Control: without that setting the same database is opened.
    house.open().await;
}

#[tokio::test]
async fn what_is_not_our_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();

    let text = path("text.db");
    let content = "this is a letter and no database; ".repeat(100);
    std::fs::write(&text, &content).unwrap();
    let error = refusal(&text).await;
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
    let error = refusal(&other).await.to_string();
    assert!(
        error.ends_with("(it holds somebody else's tables)"),
        "{error}"
    );
    assert_eq!(std::fs::read(&other).unwrap(), before);

    std::fs::create_dir(path("folder.db")).unwrap();
    let error = refusal(&path("folder.db")).await;
    assert!(matches!(error, OpenError::Create { .. }), "{error}");
    let error = refusal(&format!("{text}/below/a/file.db")).await;
    assert!(matches!(error, OpenError::Create { .. }), "{error}");
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_named_without_the_password() {
    // A port that nobody listens on, and that no other test is given.
    let error = refusal("postgres://club:hunter2@127.0.0.1:1/games").await;
    assert!(matches!(error, OpenError::Connect(_)), "{error}");
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );
    let error = refusal("postgres://club:hunter2@host:port/games").await;
    assert!(matches!(error, OpenError::Url(_)), "{error}");
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_what_is_created() {
    use std::os::unix::fs::PermissionsExt as _;

    let house = House::sqlite();
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = Path::new(house.url());
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(&file.with_extension("db-wal")), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
}

/// The tests that must see moves get lost need a store that loses them.
#[cfg(feature = "negative-control")]
#[tokio::test]
async fn a_control_may_open_what_is_not_durable() {
    let house = House::sqlite();
    let options = OpenOptions::default()
        .synchronous(Synchronous::Off)
        .accept_loss();
    let store = options.open(house.url()).await.unwrap();
    store.create_game(new_game(1)).await.unwrap();
    let outcome = store.append(append(game_id(1), 1, "a")).await;
    assert_eq!(outcome, Ok(Appended::Committed { next: 2 }));
}

#[tokio::test]
async fn the_log_is_folded_in_beside_the_writer() {
    let house = House::sqlite();
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    // More pages than are left in the log, and fewer than the writer waits for.
    let body = "x".repeat(1 << 19);
    for ply in 1..=20 {
        store.append(append(game_id(1), ply, &body)).await.unwrap();
    }
    let mut patience = 3_000;
    loop {
        let mut conn = SqliteConnection::connect(house.url()).await.unwrap();
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
        patience -= 1;
        assert!(patience > 0, "{done} of {pages} pages are folded in");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
