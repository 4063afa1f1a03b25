//! Seat fingerprints, and seats of deleted players.

use std::sync::Arc;

use azulejo_store::{
    Append, GameId, GameStatus, GameSummary, PasswordEpoch, SeatsFingerprint, Store,
};

use crate::fixtures::{
    TestDatabase, account, append, backend_tests, game_id, name, new_game, person, player_id,
    summary,
};

backend_tests! {
    fingerprint_changes_with_players_names_and_details_only,
    deleted_players_are_found_in_open_games_only,
}

/// Returns the fingerprint of the first game. All fingerprints must match their rows.
async fn fingerprint(store: &Arc<dyn Store>) -> SeatsFingerprint {
    let wanted: Vec<GameId> = vec![game_id(2), game_id(9), game_id(1)];
    let found = store.seat_fingerprints(&wanted).await.unwrap();
    assert_eq!(found.len(), 2, "one per existing game: {found:?}");
    for (game, fingerprint) in &found {
        let row = store.game(*game).await.unwrap().unwrap();
        assert_eq!(row.seats_fingerprint(), *fingerprint, "{game}");
    }
    let first = found.iter().find(|(game, _)| *game == game_id(1));
    first.unwrap().1
}

async fn fingerprint_changes_with_players_names_and_details_only(db: TestDatabase) {
    let store = db.open().await;
    for (number, shown) in [(1, "Guest"), (3, "Other")] {
        store
            .create_guest(player_id(number), name(shown), 1)
            .await
            .unwrap();
    }
    store
        .create_account(player_id(2), account("Ana"), 1)
        .await
        .unwrap();
    for number in [1, 2] {
        let mut game = new_game(number);
        game.seats[1] = person(1, player_id(1));
        store.create_game(game).await.unwrap();
    }
    let mut seen = vec![fingerprint(&store).await];
    store.append(append(game_id(1), 1, "a")).await.unwrap();
    store.rename(player_id(3), name("Else")).await.unwrap();
    assert_eq!(fingerprint(&store).await, seen[0], "no seat has changed");

    store.rename(player_id(1), name("Gast")).await.unwrap();
    seen.push(fingerprint(&store).await);
    let mut away = person(1, player_id(1));
    away.detail = "{\"away\":7}".to_owned();
    let away = Append {
        events: Vec::new(),
        seats: Some(vec![away]),
        ..append(game_id(1), 2, "")
    };
    store.append(away).await.unwrap();
    seen.push(fingerprint(&store).await);
    store
        .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 77)
        .await
        .unwrap();
    seen.push(fingerprint(&store).await);
    store.delete_player(player_id(2)).await.unwrap();
    seen.push(fingerprint(&store).await);
    for (index, fingerprint) in seen.iter().enumerate() {
        assert!(
            !seen[..index].contains(fingerprint),
            "change {index} was not detected"
        );
    }
    assert_eq!(store.seat_fingerprints(&[]).await, Ok(vec![]));
}

async fn deleted_players_are_found_in_open_games_only(db: TestDatabase) {
    let store = db.open().await;
    for (number, shown) in [(1, "Gone"), (2, "Here")] {
        let guest = store.create_guest(player_id(number), name(shown), 1).await;
        guest.unwrap();
    }
    let open = |expires_ms| GameSummary {
        expires_ms: Some(expires_ms),
        ..summary(GameStatus::Open)
    };
    for (number, player, summary) in [
        (1, 1, open(900)),
        (2, 2, open(900)),
        (3, 1, summary(GameStatus::Running)),
        (4, 1, summary(GameStatus::Aborted)),
        (5, 1, open(800)),
    ] {
        let mut game = new_game(number);
        game.summary = summary;
        game.seats[1] = person(1, player_id(player));
        store.create_game(game).await.unwrap();
    }
    assert_eq!(store.open_games_with_deleted_players(9).await, Ok(vec![]));
    store.delete_player(player_id(1)).await.unwrap();
    let found = vec![game_id(5), game_id(1)];
    assert_eq!(
        store.open_games_with_deleted_players(9).await,
        Ok(found.clone())
    );
    assert_eq!(
        store.open_games_with_deleted_players(1).await,
        Ok(found[..1].to_vec())
    );
    // A deleted player is seated late.
    let late = Append {
        seats: Some(vec![person(0, player_id(1))]),
        ..append(game_id(2), 1, "seated")
    };
    store.append(late).await.unwrap();
    let found = store.open_games_with_deleted_players(9).await.unwrap();
    assert_eq!(found, [game_id(5), game_id(1), game_id(2)]);
}
