//! Moving a server to another database.

use azulejo_server::Server;
use azulejo_server::maintenance::Logs;
use azulejo_server::migrate::{MigrateError, migrate};
use azulejo_store::{Append, CopyError, NewEvent, OpenError};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use super::start_game;
use crate::support::{config, open_store, start};

on_every_database! {
    game_goes_on_at_another_database,
    game_with_a_forged_event_is_not_moved,
}

/// Plays some moves of a game, on a server that is stopped afterwards.
async fn play(database: &TestDatabase) -> (String, [Client; 2]) {
    let server = start(database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let bea = Client::guest(server.address(), "Bea").await;
    let game = start_game(&[&ana, &bea], None).await;
    for player in [&ana, &bea] {
        let mut player = player.follow(&game).await;
        assert!(player.wait_until(GameClient::must_act).await);
        player.act().await.expect("a move");
    }
    // A server that runs is not moved.
    let elsewhere = TestDatabase::sqlite();
    let busy = migrate(&database.url(), &elsewhere.url(), |_, _| {}).await;
    let busy = busy.expect_err("the server runs");
    assert!(
        matches!(
            busy,
            MigrateError::Copy(CopyError::InUse | CopyError::Open(OpenError::InUse(_)))
        ),
        "{busy}"
    );
    server.stop().await;
    (game, [ana, bea])
}

async fn game_goes_on_at_another_database(database: TestDatabase) {
    let (game, [ana, _]) = play(&database).await;
    for target in [Some(TestDatabase::sqlite()), TestDatabase::postgres()]
        .into_iter()
        .flatten()
    {
        let moved = migrate(&database.url(), &target.url(), |_, _| {}).await;
        let moved = moved.expect("moved");
        assert_eq!(moved.games, 1);
        let again = migrate(&database.url(), &target.url(), |_, _| {}).await;
        assert!(matches!(
            again,
            Err(MigrateError::Copy(CopyError::NotEmpty(_)))
        ));
        let server = Server::start(config(&target))
            .await
            .expect("the server starts");
        let mut player = ana.at(server.address()).follow(&game).await;
        assert!(player.wait_until(GameClient::must_act).await);
        player.act().await.expect("a move");
        server.stop().await;
        let logs = Logs::open(&target.url()).await.expect("a database");
        let log = logs.of(&game).await.expect("a valid log");
        assert!(log.len() as u64 > moved.events);
        logs.close().await;
    }
}

async fn game_with_a_forged_event_is_not_moved(database: TestDatabase) {
    let (game, _) = play(&database).await;
    let store = open_store(&database).await;
    let id = game.parse().expect("an id");
    let next = store
        .game(id)
        .await
        .expect("a row")
        .expect("a game")
        .next_ply;
    let forged = NewEvent {
        kind: "resigned".to_owned(),
        body: "{\"kind\":\"resigned\",\"seat\":1}".to_owned(),
        rules_version: 1,
        state_hash: "0000000000000000".to_owned(),
        at_ms: 1,
    };
    let append = Append {
        game: id,
        expect: next,
        events: vec![forged],
        command: None,
        summary: None,
        seats: None,
    };
    store.append(append).await.expect("appended");
    store.close().await;
    let target = TestDatabase::sqlite();
    let failed = migrate(&database.url(), &target.url(), |_, _| {}).await;
    let failed = failed.expect_err("the log is invalid").to_string();
    assert!(
        failed.starts_with(&format!("game {game}: event {next}: ")),
        "{failed}"
    );
    let opened = azulejo_store::open(&target.url()).await;
    assert!(matches!(opened.err(), Some(OpenError::UnfinishedCopy)));
}
