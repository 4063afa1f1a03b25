//! Idempotent game creation: a repeated request returns the same game.

use std::sync::Arc;

use azulejo_store::{
    CommandKey, Created, ExistingGame, GameRequest, Merged, NewGame, PasswordEpoch, PlayerId,
    StoreError,
};

use crate::fixtures::{
    TestDatabase, account, backend_tests, concurrently, game_id, name, new_game, player_id,
};

backend_tests! {
    repeated_request_creates_one_game,
    failed_request_can_be_retried,
    concurrent_requests_create_one_game,
    merge_transfers_requests,
    deleting_a_player_deletes_requests,
}

fn key(player: PlayerId, number: u8) -> CommandKey {
    CommandKey {
        player,
        number: [number; 16],
    }
}

/// A game that a player requests under a number.
fn requested(game: u32, player: PlayerId, number: u8, digest: u8) -> NewGame {
    NewGame {
        host: Some(player),
        request: Some(GameRequest {
            key: key(player, number),
            digest: [digest; 32],
        }),
        ..new_game(game)
    }
}

fn existing(game: u32, digest: u8) -> ExistingGame {
    ExistingGame {
        game: game_id(game),
        digest: [digest; 32],
    }
}

fn repeated(game: u32, digest: u8) -> Result<Created, StoreError> {
    Ok(Created::Existing(existing(game, digest)))
}

const NEW: Result<Created, StoreError> = Ok(Created::New);

async fn repeated_request_creates_one_game(db: TestDatabase) {
    let (ana, ben) = (player_id(1), player_id(2));
    let store = db.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    store.create_guest(ben, name("Ben"), 1).await.unwrap();
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    assert_eq!(store.create_game(requested(1, ana, 7, 40)).await, NEW);
    // Repeated, with another body, and after reopening.
    assert_eq!(
        store.create_game(requested(2, ana, 7, 40)).await,
        repeated(1, 40)
    );
    assert_eq!(
        store.create_game(requested(2, ana, 7, 41)).await,
        repeated(1, 40)
    );
    store.close().await;
    let store = db.open().await;
    assert_eq!(
        store.create_game(requested(2, ana, 7, 40)).await,
        repeated(1, 40)
    );
    let found = store.requested_game(key(ana, 7)).await;
    assert_eq!(found, Ok(Some(existing(1, 40))));
    assert_eq!(store.game(game_id(2)).await, Ok(None));
    let secret = store.draw_secret(game_id(2)).await.map(|_| ());
    assert_eq!(secret, Err(StoreError::NoSuchGame(game_id(2))));
    // Another number, or the same number of another player, is another request.
    assert_eq!(store.create_game(requested(2, ana, 8, 40)).await, NEW);
    assert_eq!(store.create_game(requested(3, ben, 7, 40)).await, NEW);
    // Without a key, every request creates a game.
    for game in 4..6 {
        assert_eq!(store.create_game(new_game(game)).await, NEW);
    }
}

async fn failed_request_can_be_retried(db: TestDatabase) {
    let ana = player_id(1);
    let store = db.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    store.create_game(new_game(1)).await.unwrap();
    let taken = store.create_game(requested(1, ana, 7, 40)).await;
    assert_eq!(taken, Err(StoreError::GameExists(game_id(1))));
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    assert_eq!(store.create_game(requested(2, ana, 7, 40)).await, NEW);
}

async fn concurrent_requests_create_one_game(db: TestDatabase) {
    let ana = player_id(1);
    let stores = [db.open().await, db.open().await];
    stores[0].create_guest(ana, name("Ana"), 1).await.unwrap();
    for round in 0..10_u8 {
        let first = 1 + u32::from(round) * 16;
        let made = concurrently(16, |number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            let game = requested(first + number, ana, round, 40);
            async move { store.create_game(game).await.unwrap() }
        })
        .await;
        let new: Vec<_> = (first..)
            .zip(&made)
            .filter(|(_, made)| **made == Created::New)
            .collect();
        let [(game, _)] = new[..] else {
            panic!("{} new games", new.len());
        };
        for (number, made) in (first..).zip(&made) {
            let exists = stores[0].game(game_id(number)).await.unwrap().is_some();
            assert_eq!(exists, number == game);
            if number != game {
                assert_eq!(Ok(*made), repeated(game, 40));
            }
        }
    }
    // Control: without a key, each creates a game.
    let made = concurrently(16, |number| {
        let store = Arc::clone(&stores[number as usize % 2]);
        async move { store.create_game(new_game(1_000 + number)).await }
    });
    assert!(made.await.iter().all(|made| *made == NEW));
}

async fn merge_transfers_requests(db: TestDatabase) {
    let (guest, owner) = (player_id(1), player_id(2));
    let store = db.open().await;
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    let ana = account("Ana");
    store.create_account(owner, ana, 1).await.unwrap();
    assert_eq!(store.create_game(requested(1, guest, 7, 40)).await, NEW);
    assert_eq!(store.create_game(requested(2, guest, 8, 40)).await, NEW);
    assert_eq!(store.create_game(requested(3, owner, 8, 41)).await, NEW);
    let merged = store
        .merge_guest(guest, owner, PasswordEpoch::default(), 2)
        .await
        .unwrap();
    assert!(matches!(merged, Merged::Done { .. }), "{merged:?}");
    // Under the account's id and, from a node with stale data, under the guest's.
    for player in [owner, guest] {
        assert_eq!(
            store.create_game(requested(9, player, 7, 40)).await,
            repeated(1, 40)
        );
        // If both have used a number, the account's request counts.
        let found = store.requested_game(key(player, 8)).await;
        assert_eq!(found, Ok(Some(existing(3, 41))));
    }
    let late = store.create_game(requested(4, guest, 9, 40)).await;
    assert_eq!(late, NEW);
    assert_eq!(
        store.create_game(requested(5, owner, 9, 40)).await,
        repeated(4, 40)
    );
}

async fn deleting_a_player_deletes_requests(db: TestDatabase) {
    let ana = player_id(1);
    let store = db.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    assert_eq!(store.create_game(requested(1, ana, 7, 40)).await, NEW);
    store.delete_player(ana).await.unwrap();
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    let sql = "SELECT CAST(COUNT(*) AS BIGINT), 'requests' FROM request";
    if let Some(rows) = db.query_sql(sql).await {
        assert_eq!(rows, [(0, "requests".to_owned())]);
    }
    // A request still in flight creates a game without a host.
    assert_eq!(store.create_game(requested(2, ana, 7, 40)).await, NEW);
    let game = store.game(game_id(2)).await.unwrap().unwrap();
    assert_eq!(game.host, None);
    assert_eq!(store.create_game(requested(3, ana, 7, 40)).await, NEW);
}
