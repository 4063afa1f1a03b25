//! Hints: they come after the commit, to this node and to the others.

use std::sync::Arc;

use azulejo_store::{BusMessage, LocalBus, OpenOptions};

use crate::house::{
    House, append, at_once, game_id, name, new_game, player_id, session, stories, token,
};
use crate::postgres::PostgresServer;

stories! {
    an_append_is_told_after_it_can_be_read,
    what_is_stale_is_not_told,
    a_bus_from_outside_is_used,
}

async fn an_append_is_told_after_it_can_be_read(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut notices = store.subscribe();
    let writer = Arc::clone(&store);
    tokio::spawn(async move {
        for ply in 1..=50 {
            writer.append(append(game_id(1), ply, "x")).await.unwrap();
        }
    });
    let mut told = 1;
    while told < 51 {
        let notice = notices.recv().await.unwrap();
        assert!(notice.own);
        let BusMessage::Appended(games) = &notice.message else {
            panic!("{notice:?}")
        };
        for (game, next) in games {
            assert_eq!((*game, *next), (game_id(1), told + 1), "in order");
            told = *next;
            let read = store.events(game_id(1), 0).await.unwrap();
            assert!(
                read.len() as u32 >= told,
                "told of {told}, but {} are there",
                read.len()
            );
        }
    }
}

async fn what_is_stale_is_not_told(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut notices = store.subscribe();
    store.append(append(game_id(1), 9, "stale")).await.unwrap();
    store.append(append(game_id(1), 1, "good")).await.unwrap();
    let first = notices.recv().await.unwrap();
    assert_eq!(first.message, BusMessage::Appended(vec![(game_id(1), 2)]));
}

async fn a_bus_from_outside_is_used(house: House) {
    let bus = Arc::new(LocalBus::new());
    let mut notices = azulejo_store::Bus::subscribe(&*bus);
    let store = house.open_with(OpenOptions::default().bus(bus)).await;
    store.create_game(new_game(1)).await.unwrap();
    store.append(append(game_id(1), 1, "a")).await.unwrap();
    let first = notices.recv().await.unwrap();
    assert_eq!(first.message, BusMessage::Appended(vec![(game_id(1), 2)]));
}

/// What another node is told, in the order in which it comes.
async fn heard(notices: &mut azulejo_store::BusReceiver, until: &BusMessage) -> Vec<BusMessage> {
    let mut heard = Vec::new();
    loop {
        let notice = notices.recv().await.unwrap();
        assert!(!notice.own, "{notice:?}");
        heard.push(notice.message.clone());
        if heard.last() == Some(until) {
            return heard;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_nodes_hear_of_appends_seats_and_ended_sessions() {
    let Some(house) = House::postgres().await else {
        return;
    };
    let (here, there) = (house.open().await, house.open().await);
    let mut notices = there.subscribe();
    for number in 0..200 {
        here.create_game(new_game(number)).await.unwrap();
    }
    at_once(200, |number| {
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
    here.create_session(session(1, player_id(1))).await.unwrap();
    let ended = BusMessage::SessionEnded(token(1).prefix());
    assert!(here.end_session(player_id(1), &token(1)).await.unwrap());
    assert_eq!(
        heard(&mut notices, &ended).await,
        std::slice::from_ref(&ended)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_break_a_node_is_told_that_it_missed_something() {
    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&[]))
        .await
        .unwrap();
    let Some(server) = server else { return };
    let house = House::on(&server).await;
    let (here, there) = (house.open().await, house.open().await);
    here.create_game(new_game(1)).await.unwrap();
    let mut notices = there.subscribe();
    server.stop();
    server.start_again();
    let missed = heard(&mut notices, &BusMessage::Missed).await;
    assert_eq!(missed, [BusMessage::Missed]);
    // And then it hears again. The connections of the writer may have to be made anew first.
    while here.append(append(game_id(1), 1, "a")).await.is_err() {
        tokio::task::yield_now().await;
    }
    heard(&mut notices, &BusMessage::Appended(vec![(game_id(1), 2)])).await;
}
