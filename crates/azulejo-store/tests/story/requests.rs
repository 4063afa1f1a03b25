//! Requests for games: sent again, they lead to the same game, wherever and whenever.

use std::sync::Arc;

use azulejo_store::{
    CommandKey, Created, EarlierGame, GameRequest, Merged, NewGame, PlayerId, StoreError,
};

use crate::house::{House, account, at_once, game_id, name, new_game, player_id, stories};

stories! {
    a_request_leads_to_one_game,
    a_request_that_failed_leads_to_a_game_later,
    of_many_requests_at_once_one_makes_a_game,
    a_guests_requests_go_to_the_account,
    a_deleted_players_requests_are_forgotten,
}

fn key(player: PlayerId, number: u8) -> CommandKey {
    CommandKey {
        player,
        number: [number; 16],
    }
}

/// A game that a player asks for under a number.
fn asked(game: u32, player: PlayerId, number: u8, digest: u8) -> NewGame {
    NewGame {
        host: Some(player),
        request: Some(GameRequest {
            key: key(player, number),
            digest: [digest; 32],
        }),
        ..new_game(game)
    }
}

fn earlier(game: u32, digest: u8) -> EarlierGame {
    EarlierGame {
        game: game_id(game),
        digest: [digest; 32],
    }
}

fn before(game: u32, digest: u8) -> Result<Created, StoreError> {
    Ok(Created::Before(earlier(game, digest)))
}

const NEW: Result<Created, StoreError> = Ok(Created::New);

async fn a_request_leads_to_one_game(house: House) {
    let (ana, ben) = (player_id(1), player_id(2));
    let store = house.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    store.create_guest(ben, name("Ben"), 1).await.unwrap();
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    assert_eq!(store.create_game(asked(1, ana, 7, 40)).await, NEW);
    // Again, with another body, and after the store was opened again.
    assert_eq!(store.create_game(asked(2, ana, 7, 40)).await, before(1, 40));
    assert_eq!(store.create_game(asked(2, ana, 7, 41)).await, before(1, 40));
    store.close().await;
    let store = house.open().await;
    assert_eq!(store.create_game(asked(2, ana, 7, 40)).await, before(1, 40));
    let found = store.requested_game(key(ana, 7)).await;
    assert_eq!(found, Ok(Some(earlier(1, 40))));
    assert_eq!(store.game(game_id(2)).await, Ok(None));
    let secret = store.draw_secret(game_id(2)).await.map(|_| ());
    assert_eq!(secret, Err(StoreError::NoSuchGame(game_id(2))));
    // Another number, and somebody else's same number, are other requests.
    assert_eq!(store.create_game(asked(2, ana, 8, 40)).await, NEW);
    assert_eq!(store.create_game(asked(3, ben, 7, 40)).await, NEW);
    // Without a number every request is a new one.
    for game in 4..6 {
        assert_eq!(store.create_game(new_game(game)).await, NEW);
    }
}

async fn a_request_that_failed_leads_to_a_game_later(house: House) {
    let ana = player_id(1);
    let store = house.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    store.create_game(new_game(1)).await.unwrap();
    let taken = store.create_game(asked(1, ana, 7, 40)).await;
    assert_eq!(taken, Err(StoreError::GameExists(game_id(1))));
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    assert_eq!(store.create_game(asked(2, ana, 7, 40)).await, NEW);
}

async fn of_many_requests_at_once_one_makes_a_game(house: House) {
    let ana = player_id(1);
    // Two nodes, as far as the back end can have them.
    let stores = [house.open().await, house.open().await];
    stores[0].create_guest(ana, name("Ana"), 1).await.unwrap();
    for round in 0..10_u8 {
        let first = 1 + u32::from(round) * 16;
        let made = at_once(16, |number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            let game = asked(first + number, ana, round, 40);
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
            let is_there = stores[0].game(game_id(number)).await.unwrap().is_some();
            assert_eq!(is_there, number == game);
            if number != game {
                assert_eq!(Ok(*made), before(game, 40));
            }
        }
    }
    // Control: what is no request makes a game each time.
    let made = at_once(16, |number| {
        let store = Arc::clone(&stores[number as usize % 2]);
        async move { store.create_game(new_game(1_000 + number)).await }
    });
    assert!(made.await.iter().all(|made| *made == NEW));
}

async fn a_guests_requests_go_to_the_account(house: House) {
    let (guest, owner) = (player_id(1), player_id(2));
    let store = house.open().await;
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    let ana = account("Ana");
    store.create_account(owner, ana, 1).await.unwrap();
    assert_eq!(store.create_game(asked(1, guest, 7, 40)).await, NEW);
    assert_eq!(store.create_game(asked(2, guest, 8, 40)).await, NEW);
    assert_eq!(store.create_game(asked(3, owner, 8, 41)).await, NEW);
    let merged = store.merge_guest(guest, owner, 2).await.unwrap();
    assert!(matches!(merged, Merged::Done { .. }), "{merged:?}");
    // Under the account's id and, from a node that is late, under the guest's.
    for player in [owner, guest] {
        assert_eq!(
            store.create_game(asked(9, player, 7, 40)).await,
            before(1, 40)
        );
        // Where both have used a number, it is the account's.
        let found = store.requested_game(key(player, 8)).await;
        assert_eq!(found, Ok(Some(earlier(3, 41))));
    }
    let late = store.create_game(asked(4, guest, 9, 40)).await;
    assert_eq!(late, NEW);
    assert_eq!(
        store.create_game(asked(5, owner, 9, 40)).await,
        before(4, 40)
    );
}

async fn a_deleted_players_requests_are_forgotten(house: House) {
    let ana = player_id(1);
    let store = house.open().await;
    store.create_guest(ana, name("Ana"), 1).await.unwrap();
    assert_eq!(store.create_game(asked(1, ana, 7, 40)).await, NEW);
    store.delete_player(ana).await.unwrap();
    assert_eq!(store.requested_game(key(ana, 7)).await, Ok(None));
    let rows = house
        .raw_rows("SELECT CAST(COUNT(*) AS BIGINT), 'requests' FROM request")
        .await;
    assert_eq!(rows, [(0, "requests".to_owned())]);
    // What is still on its way for them makes a game of nobody's.
    assert_eq!(store.create_game(asked(2, ana, 7, 40)).await, NEW);
    let game = store.game(game_id(2)).await.unwrap().unwrap();
    assert_eq!(game.host, None);
    assert_eq!(store.create_game(asked(3, ana, 7, 40)).await, NEW);
}
