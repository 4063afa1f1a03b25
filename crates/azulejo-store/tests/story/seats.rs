//! Marks of seats: whoever missed the hint sees by them that seats have changed. And seats whose
//! people are gone.

use std::sync::Arc;

use azulejo_store::{Append, GameId, GameStatus, GameSummary, SeatsMark, Store};

use crate::house::{
    House, account, append, game_id, name, new_game, person, player_id, stories, summary,
};

stories! {
    a_mark_changes_with_players_names_and_details_and_with_nothing_else,
    deleted_players_are_found_in_games_that_wait_and_in_no_others,
}

/// The mark of the first game, which must be what its row says.
async fn mark(store: &Arc<dyn Store>) -> SeatsMark {
    let wanted: Vec<GameId> = vec![game_id(2), game_id(9), game_id(1)];
    let marks = store.seat_marks(&wanted).await.unwrap();
    assert_eq!(marks.len(), 2, "one for each game that exists: {marks:?}");
    for (game, mark) in &marks {
        let row = store.game(*game).await.unwrap().unwrap();
        assert_eq!(row.seats_mark(), *mark, "{game}");
    }
    let of_first = marks.iter().find(|(game, _)| *game == game_id(1));
    of_first.unwrap().1
}

async fn a_mark_changes_with_players_names_and_details_and_with_nothing_else(house: House) {
    let store = house.open().await;
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
    let mut marks = vec![mark(&store).await];
    store.append(append(game_id(1), 1, "a")).await.unwrap();
    store.rename(player_id(3), name("Else")).await.unwrap();
    assert_eq!(mark(&store).await, marks[0], "no seat has changed");

    store.rename(player_id(1), name("Gast")).await.unwrap();
    marks.push(mark(&store).await);
    let mut away = person(1, player_id(1));
    away.detail = "{\"away\":7}".to_owned();
    let away = Append {
        events: Vec::new(),
        seats: Some(vec![away]),
        ..append(game_id(1), 2, "")
    };
    store.append(away).await.unwrap();
    marks.push(mark(&store).await);
    store
        .merge_guest(player_id(1), player_id(2), 77)
        .await
        .unwrap();
    marks.push(mark(&store).await);
    store.delete_player(player_id(2)).await.unwrap();
    marks.push(mark(&store).await);
    for (index, one) in marks.iter().enumerate() {
        assert!(!marks[..index].contains(one), "change {index} was not seen");
    }
    assert_eq!(store.seat_marks(&[]).await, Ok(vec![]));
}

async fn deleted_players_are_found_in_games_that_wait_and_in_no_others(house: House) {
    let store = house.open().await;
    for (number, shown) in [(1, "Gone"), (2, "Here")] {
        let guest = store.create_guest(player_id(number), name(shown), 1).await;
        guest.unwrap();
    }
    let waits = |expires_ms| GameSummary {
        expires_ms: Some(expires_ms),
        ..summary(GameStatus::Open)
    };
    for (number, sits, stands) in [
        (1, 1, waits(900)),
        (2, 2, waits(900)),
        (3, 1, summary(GameStatus::Running)),
        (4, 1, summary(GameStatus::Aborted)),
        (5, 1, waits(800)),
    ] {
        let mut game = new_game(number);
        game.summary = stands;
        game.seats[1] = person(1, player_id(sits));
        store.create_game(game).await.unwrap();
    }
    assert_eq!(store.unstarted_with_ghosts(9).await, Ok(vec![]));
    store.delete_player(player_id(1)).await.unwrap();
    let found = vec![game_id(5), game_id(1)];
    assert_eq!(store.unstarted_with_ghosts(9).await, Ok(found.clone()));
    assert_eq!(
        store.unstarted_with_ghosts(1).await,
        Ok(found[..1].to_vec())
    );
    // Somebody sits down who is gone by then.
    let late = Append {
        seats: Some(vec![person(0, player_id(1))]),
        ..append(game_id(2), 1, "seated")
    };
    store.append(late).await.unwrap();
    let found = store.unstarted_with_ghosts(9).await.unwrap();
    assert_eq!(found, [game_id(5), game_id(1), game_id(2)]);
}
