//! Merging a guest into an account, also during play.

use std::sync::Arc;

use azulejo_store::{
    Append, Appended, BusMessage, Credential, GameStatus, Merged, PasswordEpoch, SeatKind,
    StoreError,
};

use crate::fixtures::{
    TestDatabase, account, append, backend_tests, concurrently, game_id, name, new_game, person,
    player_id, session, summary, token,
};

backend_tests! {
    guest_is_merged_into_account,
    merge_is_refused_if_both_have_a_seat,
    late_seat_goes_to_the_merged_account,
    merge_during_concurrent_seating_loses_no_seat,
    late_seat_does_not_duplicate_a_merged_player,
}

/// A node that does not know of a merge seats guest and account in the same game.
async fn late_seat_does_not_duplicate_a_merged_player(db: TestDatabase) {
    let store = db.open().await;
    let (guest, owner) = (player_id(1), player_id(2));
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    let ana = account("Ana");
    store.create_account(owner, ana, 1).await.unwrap();
    let mut game = new_game(1);
    game.seats[0] = person(0, guest);
    store.create_game(game).await.unwrap();
    store
        .merge_guest(guest, owner, PasswordEpoch::default(), 2)
        .await
        .unwrap();
    let join = |first, second| Append {
        seats: Some(vec![person(0, first), person(1, second)]),
        ..append(game_id(1), 1, "seated")
    };
    let and_summary = |append| Append {
        summary: Some(summary(GameStatus::Running)),
        ..append
    };
    let rejected = Err(StoreError::DuplicatePlayer(game_id(1)));
    assert_eq!(store.append(join(guest, owner)).await, rejected);
    let with_summary = and_summary(join(guest, owner));
    assert_eq!(store.append(with_summary).await, rejected);
    // In a batch, the other appends are unaffected.
    for number in 2..20 {
        store.create_game(new_game(number)).await.unwrap();
    }
    let outcomes = concurrently(20, |number| {
        let store = Arc::clone(&store);
        let wanted = match number {
            0 => join(owner, guest),
            1 => and_summary(join(owner, guest)),
            _ if number % 2 == 0 => Append {
                seats: Some(vec![person(0, owner)]),
                ..and_summary(append(game_id(number), 1, "x"))
            },
            _ => append(game_id(number), 1, "x"),
        };
        async move { store.append(wanted).await }
    })
    .await;
    for (number, outcome) in outcomes.iter().enumerate() {
        match number {
            0 | 1 => assert_eq!(*outcome, rejected),
            _ => assert!(outcome.is_ok(), "{outcome:?}"),
        }
    }
    let kept = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!((kept.next_ply, kept.seats[1].row.player), (1, None));
    // A player with two seats on one screen keeps them.
    let appended = store.append(join(owner, owner)).await;
    assert_eq!(appended, Ok(Appended::Committed { next: 2 }));
    // The same holds for a new game.
    let mut rematch = new_game(30);
    rematch.seats = vec![person(0, guest), person(1, owner)];
    let rejected = Err(StoreError::DuplicatePlayer(game_id(30)));
    assert_eq!(store.create_game(rematch).await, rejected);
    assert_eq!(store.game(game_id(30)).await, Ok(None));
}

async fn guest_is_merged_into_account(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Guest"), 1)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    store
        .create_session(session(2, player_id(2)), Credential::NewPlayer)
        .await
        .unwrap();
    for (number, owner) in [(1, 1), (2, 1), (3, 2), (4, 9)] {
        let mut game = new_game(number);
        game.host = Some(player_id(owner));
        game.seats[1] = person(1, player_id(owner));
        store.create_game(game).await.unwrap();
    }
    let mut notices = store.subscribe();
    let merged = store
        .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 77)
        .await
        .unwrap();
    let Merged::Done { mut games } = merged else {
        panic!("{merged:?}")
    };
    games.sort();
    let mut expected = vec![game_id(1), game_id(2)];
    expected.sort();
    assert_eq!(games, expected);
    for number in 1..=3 {
        let game = store.game(game_id(number)).await.unwrap().unwrap();
        assert_eq!(game.seats[1].row, person(1, player_id(2)));
        assert_eq!(game.host, Some(player_id(2)));
    }
    assert_eq!(store.player(player_id(1)).await, Ok(None));
    assert_eq!(
        store.games_of(player_id(2), None, 10).await.unwrap().len(),
        3
    );
    // The guest's token must not open the account; its end is announced.
    assert_eq!(store.find_session(&token(1), 2_000, None).await, Ok(None));
    assert!(
        store
            .find_session(&token(2), 2_000, None)
            .await
            .unwrap()
            .is_some()
    );
    let ended = notices.recv().await.unwrap();
    assert_eq!(ended.message, BusMessage::SessionEnded(token(1).prefix()));
    let seats = notices.recv().await.unwrap();
    assert_eq!(seats.message, BusMessage::SeatsChanged(expected));

    let again = store
        .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 78)
        .await;
    assert_eq!(again, Err(StoreError::NoSuchPlayer(player_id(1))));
    // Only a guest can be merged, and only into an account.
    store
        .create_guest(player_id(3), name("Guest"), 1)
        .await
        .unwrap();
    let wrong = store
        .merge_guest(player_id(2), player_id(3), PasswordEpoch::default(), 78)
        .await;
    assert_eq!(wrong, Err(StoreError::NoSuchPlayer(player_id(2))));
    let wrong = store
        .merge_guest(player_id(3), player_id(3), PasswordEpoch::default(), 78)
        .await;
    assert_eq!(wrong, Err(StoreError::NoSuchPlayer(player_id(3))));
}

async fn merge_is_refused_if_both_have_a_seat(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Guest"), 1)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Ana"), 1)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.seats = vec![person(0, player_id(1)), person(1, player_id(2))];
    store.create_game(game).await.unwrap();
    let refused = Ok(Merged::SharedGame(game_id(1)));
    assert_eq!(
        store
            .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 5)
            .await,
        refused
    );
    assert!(
        store.player(player_id(1)).await.unwrap().is_some(),
        "nothing has changed"
    );
    // Once the game is over, both seats may belong to one player.
    let mut end = append(game_id(1), 1, "end");
    end.summary = Some(summary(GameStatus::Finished));
    store.append(end).await.unwrap();
    let merged = store
        .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 5)
        .await;
    assert_eq!(
        merged,
        Ok(Merged::Done {
            games: vec![game_id(1)]
        })
    );
}

async fn late_seat_goes_to_the_merged_account(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Guest"), 1)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Ana"), 1)
        .await
        .unwrap();
    store.create_game(new_game(1)).await.unwrap();
    store
        .merge_guest(player_id(1), player_id(2), PasswordEpoch::default(), 5)
        .await
        .unwrap();
    // A node that does not know of the merge writes stale seats.
    let seats = Some(vec![person(0, player_id(1)), person(1, player_id(8))]);
    let late = Append {
        seats,
        ..append(game_id(1), 1, "a")
    };
    store.append(late.clone()).await.unwrap();
    // The same with a summary.
    store.create_game(new_game(3)).await.unwrap();
    let late = Append {
        game: game_id(3),
        summary: Some(summary(GameStatus::Running)),
        ..late
    };
    store.append(late).await.unwrap();
    let mut game = new_game(2);
    game.host = Some(player_id(1));
    game.seats = vec![person(0, player_id(1)), person(1, player_id(8))];
    store.create_game(game).await.unwrap();
    for number in [1, 2, 3] {
        let game = store.game(game_id(number)).await.unwrap().unwrap();
        assert_eq!(game.seats[0].row, person(0, player_id(2)));
        assert_eq!(
            game.seats[1].row.kind,
            SeatKind::Deleted,
            "the player does not exist"
        );
        assert_eq!(game.seats[1].row.player, None);
    }
    assert_eq!(
        store.game(game_id(2)).await.unwrap().unwrap().host,
        Some(player_id(2))
    );
}

async fn merge_during_concurrent_seating_loses_no_seat(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    nodes[0]
        .create_account(player_id(2), account("Ana"), 1)
        .await
        .unwrap();
    for round in 0..10_u32 {
        let guest = player_id(1_000 + round);
        nodes[0]
            .create_guest(guest, name("Guest"), 1)
            .await
            .unwrap();
        for number in 0..8 {
            nodes[0]
                .create_game(new_game(round * 8 + number))
                .await
                .unwrap();
        }
        // Eight games seat the guest during the merge, on both nodes, half of them with a summary.
        concurrently(9, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                if number == 8 {
                    let merged = store
                        .merge_guest(guest, player_id(2), PasswordEpoch::default(), 5)
                        .await
                        .unwrap();
                    assert!(matches!(merged, Merged::Done { .. }), "{merged:?}");
                } else {
                    let game = game_id(round * 8 + number);
                    let seats = Some(vec![person(0, guest)]);
                    let taken = Append {
                        seats,
                        summary: (number < 4).then(|| summary(GameStatus::Open)),
                        ..append(game, 1, "taken")
                    };
                    store.append(taken).await.unwrap();
                }
            }
        })
        .await;
        for number in 0..8 {
            let game = nodes[0]
                .game(game_id(round * 8 + number))
                .await
                .unwrap()
                .unwrap();
            assert_eq!(
                game.seats[0].row,
                person(0, player_id(2)),
                "game {number} in round {round}"
            );
        }
    }
    assert_eq!(
        nodes[1]
            .games_of(player_id(2), None, 500)
            .await
            .unwrap()
            .len(),
        80
    );
}
