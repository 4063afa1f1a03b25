//! Simulated faults of the in-memory store.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use azulejo_store::memory::{Failure, Fault, MemoryDatabase, Operation};
use azulejo_store::{Appended, BusMessage, StoreError};

use crate::fixtures::{append, bodies, game_id, new_game};

#[tokio::test]
async fn failure_before_the_commit_changes_nothing() {
    let appends = AtomicU32::new(0);
    let db = MemoryDatabase::with_faults(
        || 0,
        move |operation| match operation.name {
            "append" if appends.fetch_add(1, Ordering::Relaxed) == 0 => {
                Fault::failure(Failure::BeforeCommit)
            }
            _ => Fault::default(),
        },
    );
    let (here, there) = (db.open(), db.open());
    here.create_game(new_game(1)).await.unwrap();
    let mut notices = there.subscribe();
    let failed = here.append(append(game_id(1), 1, "a")).await;
    assert!(
        matches!(failed, Err(StoreError::Unavailable(_))),
        "{failed:?}"
    );
    assert_eq!(bodies(&here, game_id(1)).await, ["created"]);
    assert_eq!(notices.try_recv(), None);
    let retried = here.append(append(game_id(1), 1, "a")).await;
    assert_eq!(retried, Ok(Appended::Committed { next: 2 }));
}

#[tokio::test]
async fn failure_after_the_commit_is_an_unknown_outcome() {
    let db = MemoryDatabase::with_faults(
        || 0,
        |operation| match operation.name {
            "append" => Fault::failure(Failure::AfterCommit),
            _ => Fault::default(),
        },
    );
    let (here, there) = (db.open(), db.open());
    here.create_game(new_game(1)).await.unwrap();
    let mut notices = there.subscribe();
    let unknown = here.append(append(game_id(1), 1, "a")).await;
    assert!(
        matches!(unknown, Err(StoreError::Unknown(_))),
        "{unknown:?}"
    );
    assert_eq!(bodies(&here, game_id(1)).await, ["created", "a"]);
    let announced = notices.try_recv().unwrap();
    assert_eq!(
        announced.message,
        BusMessage::Appended(vec![(game_id(1), 2)])
    );
}

#[tokio::test(start_paused = true)]
async fn delays_postpone_the_effect_and_the_reply() {
    let db = MemoryDatabase::with_faults(
        || 0,
        |operation| match operation.name {
            "append" => Fault {
                delay: Duration::from_secs(2),
                reply_delay: Duration::from_secs(3),
                ..Fault::default()
            },
            _ => Fault::default(),
        },
    );
    let store = db.open();
    store.create_game(new_game(1)).await.unwrap();
    let writer = Arc::clone(&store);
    let write = tokio::spawn(async move { writer.append(append(game_id(1), 1, "a")).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(bodies(&store, game_id(1)).await, ["created"]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(bodies(&store, game_id(1)).await, ["created", "a"]);
    assert!(!write.is_finished());
    assert_eq!(write.await.unwrap(), Ok(Appended::Committed { next: 2 }));
}

#[tokio::test]
async fn messages_to_other_nodes_can_be_lost() {
    let operations = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&operations);
    let db = MemoryDatabase::with_faults(
        || 0,
        move |operation| {
            log.lock().unwrap().push(*operation);
            match operation.name {
                "deliver" => Fault::failure(Failure::BeforeCommit),
                _ => Fault::default(),
            }
        },
    );
    let (here, there) = (db.open(), db.open());
    let (mut own, mut other) = (here.subscribe(), there.subscribe());
    here.broadcast_phrase(game_id(1), 1, "hello").await;
    assert!(own.try_recv().is_some_and(|notice| notice.own));
    assert_eq!(other.try_recv(), None);
    let deliver = Operation {
        node: 1,
        name: "deliver",
    };
    assert_eq!(*operations.lock().unwrap(), [deliver]);
}
