//! Bus messages: published after the commit, to this node and to others.

use std::sync::Arc;

use azulejo_store::{BusMessage, Credential, LocalBus, OpenOptions};
use azulejo_testkit_postgres::PostgresServer;

use crate::fixtures::{
    TestDatabase, append, backend_tests, concurrently, game_id, name, new_game, player_id, session,
    sql_tests, token,
};

backend_tests! {
    append_is_announced_after_it_is_readable,
    stale_append_is_not_announced,
}

sql_tests! {
    custom_bus_is_used,
}

async fn append_is_announced_after_it_is_readable(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut notices = store.subscribe();
    let writer = Arc::clone(&store);
    tokio::spawn(async move {
        for ply in 1..=50 {
            writer.append(append(game_id(1), ply, "x")).await.unwrap();
        }
    });
    let mut announced = 1;
    while announced < 51 {
        let notice = notices.recv().await.unwrap();
        assert!(notice.own);
        let BusMessage::Appended(games) = &notice.message else {
            panic!("{notice:?}")
        };
        for (game, next) in games {
            assert_eq!((*game, *next), (game_id(1), announced + 1), "in order");
            announced = *next;
            let read = store.events(game_id(1), 0).await.unwrap();
            assert!(
                read.len() as u32 >= announced,
                "announced {announced}, but {} are readable",
                read.len()
            );
        }
    }
}

async fn stale_append_is_not_announced(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut notices = store.subscribe();
    store.append(append(game_id(1), 9, "stale")).await.unwrap();
    store.append(append(game_id(1), 1, "good")).await.unwrap();
    let first = notices.recv().await.unwrap();
    assert_eq!(first.message, BusMessage::Appended(vec![(game_id(1), 2)]));
}

async fn custom_bus_is_used(db: TestDatabase) {
    let bus = Arc::new(LocalBus::new());
    let mut notices = azulejo_store::Bus::subscribe(&*bus);
    let store = db.open_with(OpenOptions::default().bus(bus)).await;
    store.create_game(new_game(1)).await.unwrap();
    store.append(append(game_id(1), 1, "a")).await.unwrap();
    let first = notices.recv().await.unwrap();
    assert_eq!(first.message, BusMessage::Appended(vec![(game_id(1), 2)]));
}

/// Returns the messages of other nodes up to and including `until`.
async fn receive_until(
    notices: &mut azulejo_store::BusReceiver,
    until: &BusMessage,
) -> Vec<BusMessage> {
    let mut received = Vec::new();
    loop {
        let notice = notices.recv().await.unwrap();
        assert!(!notice.own, "{notice:?}");
        received.push(notice.message.clone());
        if received.last() == Some(until) {
            return received;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_postgres_nodes_receive_appends_and_ended_sessions() {
    if let Some(db) = TestDatabase::postgres().await {
        other_nodes_receive_appends_and_ended_sessions(db).await;
    }
}

#[tokio::test]
async fn other_memory_nodes_receive_appends_and_ended_sessions() {
    other_nodes_receive_appends_and_ended_sessions(TestDatabase::memory()).await;
}

async fn other_nodes_receive_appends_and_ended_sessions(db: TestDatabase) {
    let (here, there) = (db.open().await, db.open().await);
    let mut notices = there.subscribe();
    for number in 0..200 {
        here.create_game(new_game(number)).await.unwrap();
    }
    concurrently(200, |number| {
        let here = Arc::clone(&here);
        async move { here.append(append(game_id(number), 1, "x")).await.unwrap() }
    })
    .await;
    let mut missing: std::collections::BTreeSet<_> = (0..200).map(game_id).collect();
    while !missing.is_empty() {
        match &notices.recv().await.unwrap().message {
            BusMessage::Appended(games) => {
                for (game, next) in games {
                    assert_eq!(*next, 2);
                    missing.remove(game);
                }
            }
            other => panic!("{other:?}"),
        }
    }
    here.create_guest(player_id(1), name("Ana"), 1)
        .await
        .unwrap();
    here.create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let ended = BusMessage::SessionEnded(token(1).prefix());
    assert!(here.end_session(player_id(1), &token(1)).await.unwrap());
    assert_eq!(
        receive_until(&mut notices, &ended).await,
        std::slice::from_ref(&ended)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnected_node_is_told_that_it_lagged() {
    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&[]))
        .await
        .unwrap();
    let Some(server) = server else { return };
    let db = TestDatabase::on(&server).await;
    let (here, there) = (db.open().await, db.open().await);
    here.create_game(new_game(1)).await.unwrap();
    let mut notices = there.subscribe();
    server.stop();
    server.restart();
    let received = receive_until(&mut notices, &BusMessage::Lagged).await;
    assert_eq!(received, [BusMessage::Lagged]);
    // Then it receives messages again. The writer may have to reconnect first.
    while here.append(append(game_id(1), 1, "a")).await.is_err() {
        tokio::task::yield_now().await;
    }
    receive_until(&mut notices, &BusMessage::Appended(vec![(game_id(1), 2)])).await;
}
