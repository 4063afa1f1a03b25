//! Players: unique names, guests and accounts, export and deletion.

use std::sync::Arc;

use azulejo_store::{
    Append, BusMessage, Credential, DisplayName, GameRow, PasswordEpoch, PasswordHash, SeatKind,
    SessionKind, StoreError,
};

use crate::fixtures::{
    TestDatabase, account, append, backend_tests, concurrently, game_id, name, new_game, person,
    player_id, session, token,
};

backend_tests! {
    guests_are_renamed_for_an_account,
    guest_and_account_round_trip,
    account_names_are_unique,
    concurrent_claims_of_a_name_have_one_winner,
    upgraded_guest_keeps_everything,
    deleted_player_leaves_games_behind,
    export_is_complete_and_contains_no_hashes,
    recovery_code_works_once,
    concurrent_uses_of_a_recovery_code_have_one_winner,
    passwords_and_recovery_codes_are_replaced,
    idle_guests_are_removed,
    language_is_kept_and_exported,
}

/// Deleted data must not remain in free pages of the file either.
#[tokio::test]
async fn deleted_player_is_erased_from_the_file() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    for (number, shown) in [(1, "Secretive"), (2, "Beatriz")] {
        store
            .create_account(player_id(number), account(shown), 1)
            .await
            .unwrap();
    }
    let mut game = new_game(1);
    game.seats = vec![person(0, player_id(1)), person(1, player_id(2))];
    game.seats[0].detail = r#"{"alias":"Tia Rosa"}"#.to_owned();
    game.seats[1].detail = r#"{"alias":"Tio Rui"}"#.to_owned();
    store.create_game(game).await.unwrap();
    store.close().await;
    let in_file = |names: [&str; 4]| {
        let file = std::fs::read(db.url()).unwrap();
        names.map(|name| {
            file.windows(name.len())
                .any(|found| found == name.as_bytes())
        })
    };
    let names = ["Secretive", "Tia Rosa", "Beatriz", "Tio Rui"];
    assert_eq!(in_file(names), [true; 4]);
    let store = db.open().await;
    store.delete_player(player_id(1)).await.unwrap();
    store.close().await;
    assert_eq!(in_file(names), [false, false, true, true]);
}

async fn guest_and_account_round_trip(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Ana"), 11)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Bea"), 12)
        .await
        .unwrap();
    let guest = store.player(player_id(1)).await.unwrap().unwrap();
    assert_eq!((guest.id, guest.name.as_str()), (player_id(1), "Ana"));
    assert_eq!((guest.account, guest.created_ms), (false, 11));
    let found = store.account_by_name("bea").await.unwrap().unwrap();
    assert_eq!(
        store.player(player_id(2)).await.unwrap().as_ref(),
        Some(&found.player)
    );
    assert!(found.player.account);
    assert_eq!(found.password.as_str(), "$argon2id$of-Bea");
    assert_eq!(found.recovery_left, 8);
    assert_eq!(store.account(player_id(2)).await, Ok(Some(found)));
    assert_eq!(store.account(player_id(1)).await, Ok(None));
    assert_eq!(
        store.account_by_name("ana").await,
        Ok(None),
        "a guest is not an account"
    );
    assert_eq!(store.player(player_id(3)).await, Ok(None));
    let again = store.create_guest(player_id(1), name("Other"), 1).await;
    assert_eq!(again, Err(StoreError::PlayerExists(player_id(1))));
    let again = store
        .create_account(player_id(2), account("Other"), 1)
        .await;
    assert_eq!(again, Err(StoreError::PlayerExists(player_id(2))));
}

async fn account_names_are_unique(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_guest(player_id(2), name("Bea"), 1)
        .await
        .unwrap();
    assert_eq!(store.name_taken("ana").await, Ok(true));
    assert_eq!(
        store.name_taken("bea").await,
        Ok(false),
        "guests do not reserve names"
    );
    let taken = Err(StoreError::NameTaken);
    assert_eq!(
        store.create_account(player_id(3), account("ANA"), 1).await,
        taken
    );
    assert_eq!(
        store.create_guest(player_id(3), name("aNa"), 1).await,
        taken
    );
    assert_eq!(
        store.upgrade_guest(player_id(2), account("ana")).await,
        taken
    );
    assert_eq!(store.rename(player_id(2), name("Ana")).await, taken);
    assert_eq!(store.player(player_id(3)).await, Ok(None));
    // An invalid name belongs to no account.
    assert_eq!(store.name_taken("a\0na").await, Ok(false));
    assert_eq!(store.account_by_name("ana\0").await, Ok(None));
    let invalid = store.create_guest(player_id(3), name("a\0na"), 1).await;
    assert!(
        matches!(invalid, Err(StoreError::Invalid { .. })),
        "{invalid:?}"
    );
    // Guests can share a name, and an account can change the spelling of its own.
    store
        .create_guest(player_id(4), name("Bea"), 1)
        .await
        .unwrap();
    store.rename(player_id(1), name("ANA")).await.unwrap();
    assert_eq!(
        store.player(player_id(1)).await.unwrap().unwrap().name,
        "ANA"
    );
    // A former name is free.
    store.rename(player_id(1), name("Cleo")).await.unwrap();
    store.rename(player_id(2), name("Ana")).await.unwrap();
    store
        .create_account(player_id(5), account("Ana"), 1)
        .await
        .unwrap();
    let missing = store.rename(player_id(9), name("X")).await;
    assert_eq!(missing, Err(StoreError::NoSuchPlayer(player_id(9))));
}

async fn guests_are_renamed_for_an_account(db: TestDatabase) {
    let store = db.open().await;
    for (number, shown) in [(1, "Ana"), (2, "ANA"), (3, "Ben")] {
        let guest = player_id(number);
        store.create_guest(guest, name(shown), 1).await.unwrap();
    }
    let mut game = new_game(1);
    game.seats[0] = person(0, player_id(2));
    store.create_game(game).await.unwrap();
    let owner = player_id(4);
    let ana = account("Ana");
    store.create_account(owner, ana, 2).await.unwrap();
    let mut notices = store.subscribe();
    let key = name("Ana").folded;
    let new_name = name("Amber Arch 100");
    store.rename_guests(&key, new_name.clone()).await.unwrap();
    let notice = notices.recv().await.unwrap();
    assert_eq!(notice.message, BusMessage::SeatsChanged(vec![game_id(1)]));
    let mut names = Vec::new();
    for number in 1..=4 {
        names.push(store.player(player_id(number)).await.unwrap().unwrap().name);
    }
    let new = new_name.shown.as_str();
    assert_eq!(names, [new, new, "Ben", "Ana"]);
    // The new name must not be an account's either.
    let taken = store.rename_guests(&name("Ben").folded, name("Ana")).await;
    assert_eq!(taken, Err(StoreError::NameTaken));
    // Every rename is announced to the games in play.
    store.rename(player_id(2), name("Cid")).await.unwrap();
    let notice = notices.recv().await.unwrap();
    assert_eq!(notice.message, BusMessage::SeatsChanged(vec![game_id(1)]));
    let dea = account("Dea");
    store.upgrade_guest(player_id(2), dea).await.unwrap();
    let notice = notices.recv().await.unwrap();
    assert_eq!(notice.message, BusMessage::SeatsChanged(vec![game_id(1)]));
}

async fn concurrent_claims_of_a_name_have_one_winner(db: TestDatabase) {
    let store = db.open().await;
    for round in 0..5 {
        let wanted = format!("Name{round}");
        for number in 0..6 {
            let id = player_id(100 * round + number);
            store
                .create_guest(id, name(&format!("guest {round} {number}")), 1)
                .await
                .unwrap();
        }
        let outcomes = concurrently(12, |number| {
            let (store, wanted) = (Arc::clone(&store), wanted.clone());
            async move {
                let id = player_id(100 * round + number);
                match number < 6 {
                    true => store.upgrade_guest(id, account(&wanted)).await,
                    false => store.create_account(id, account(&wanted), 1).await,
                }
            }
        })
        .await;
        let won = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        let lost = outcomes
            .iter()
            .filter(|o| **o == Err(StoreError::NameTaken))
            .count();
        assert_eq!((won, lost), (1, 11), "{outcomes:?}");
    }
}

async fn upgraded_guest_keeps_everything(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Ana"), 1)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.seats[0] = person(0, player_id(1));
    store.create_game(game).await.unwrap();
    store
        .upgrade_guest(player_id(1), account("Anabel"))
        .await
        .unwrap();
    let row = store.player(player_id(1)).await.unwrap().unwrap();
    assert!(row.account && row.name == "Anabel" && row.created_ms == 1);
    assert!(
        store
            .find_session(&token(1), 2_000, None)
            .await
            .unwrap()
            .is_some()
    );
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(game.seats[0].row.player, Some(player_id(1)));
    assert_eq!(
        game.seats[0].name,
        Some(DisplayName {
            name: "Anabel".to_owned(),
            account: true
        })
    );
    let again = store.upgrade_guest(player_id(1), account("Else")).await;
    assert_eq!(again, Err(StoreError::PlayerExists(player_id(1))));
    let missing = store.upgrade_guest(player_id(7), account("Else")).await;
    assert_eq!(missing, Err(StoreError::NoSuchPlayer(player_id(7))));
}

async fn deleted_player_leaves_games_behind(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Secretive"), 1)
        .await
        .unwrap();
    store
        .create_guest(player_id(2), name("Bea"), 1)
        .await
        .unwrap();
    store
        .create_guest(player_id(3), name("Gone Guest"), 1)
        .await
        .unwrap();
    store
        .merge_guest(player_id(3), player_id(1), PasswordEpoch::default(), 2)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.host = Some(player_id(1));
    let mut named = person(0, player_id(1));
    named.detail = r#"{"alias":"Tia Rosa","away":7,"out":true}"#.to_owned();
    game.seats = vec![named.clone(), person(1, player_id(2))];
    store.create_game(game).await.unwrap();
    let events = store.events(game_id(1), 0).await.unwrap();
    let mut notices = store.subscribe();
    assert_eq!(
        store.delete_player(player_id(1)).await,
        Ok(vec![game_id(1)])
    );
    let ended = notices.recv().await.unwrap();
    assert_eq!(ended.message, BusMessage::SessionEnded(token(1).prefix()));
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(game.host, None);
    assert_eq!(game.seats[0].row.kind, SeatKind::Deleted);
    assert_eq!(
        (game.seats[0].row.player, game.seats[0].name.clone()),
        (None, None)
    );
    let rest = serde_json::json!({ "away": 7, "out": true });
    let detail = |game: &GameRow| {
        serde_json::from_str::<serde_json::Value>(&game.seats[0].row.detail).unwrap()
    };
    assert_eq!(detail(&game), rest, "without the alias");
    assert_eq!(game.seats[1].row, person(1, player_id(2)));
    assert_eq!(
        store.events(game_id(1), 0).await,
        Ok(events),
        "the log is unchanged"
    );
    assert_eq!(store.player(player_id(1)).await, Ok(None));
    assert_eq!(store.account_by_name("secretive").await, Ok(None));
    assert_eq!(store.find_session(&token(1), 2_000, None).await, Ok(None));
    assert_eq!(store.export_player(player_id(1)).await, Ok(None));
    assert_eq!(
        store.delete_player(player_id(1)).await,
        Err(StoreError::NoSuchPlayer(player_id(1)))
    );
    // A node that does not know of the deletion writes the old seat: the alias stays deleted.
    let late = Append {
        seats: Some(vec![named, person(1, player_id(2))]),
        ..append(game_id(1), 1, "late")
    };
    store.append(late).await.unwrap();
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(game.seats[0].row.kind, SeatKind::Deleted);
    assert_eq!(detail(&game), rest, "without the alias");
    // No table refers to the player or the merged guest.
    for sql in [
        "SELECT CAST(1 AS BIGINT), detail FROM seat WHERE detail LIKE '%Rosa%'",
        "SELECT CAST(1 AS BIGINT), name FROM player WHERE name = 'Secretive'",
        "SELECT CAST(1 AS BIGINT), guest FROM merged",
        "SELECT CAST(1 AS BIGINT), player_id FROM recovery_code",
        "SELECT CAST(1 AS BIGINT), player_id FROM session",
        "SELECT CAST(1 AS BIGINT), id FROM game WHERE host IS NOT NULL",
        "SELECT CAST(1 AS BIGINT), game_id FROM seat WHERE seat = 0 AND player_id IS NOT NULL",
    ] {
        if let Some(rows) = db.query_sql(sql).await {
            assert_eq!(rows, [], "{sql}");
        }
    }
    // The name is free again.
    store
        .create_account(player_id(5), account("Secretive"), 1)
        .await
        .unwrap();
}

async fn export_is_complete_and_contains_no_hashes(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 3)
        .await
        .unwrap();
    store
        .create_guest(player_id(2), name("Guest"), 1)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.seats[0] = person(0, player_id(2));
    store.create_game(game).await.unwrap();
    let mut hosted = new_game(2);
    (hosted.host, hosted.created_ms) = (Some(player_id(1)), 900);
    store.create_game(hosted).await.unwrap();
    store.create_game(new_game(3)).await.unwrap();
    store
        .merge_guest(player_id(2), player_id(1), PasswordEpoch::default(), 44)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    store
        .create_session(session(2, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let export = store.export_player(player_id(1)).await.unwrap().unwrap();
    assert_eq!(
        export.player,
        store.player(player_id(1)).await.unwrap().unwrap()
    );
    assert_eq!(export.recovery_left, Some(8));
    assert_eq!(export.merged_guests, [(player_id(2), 44)]);
    let kinds: Vec<_> = export.sessions.iter().map(|session| session.kind).collect();
    assert_eq!(kinds, [SessionKind::Cookie, SessionKind::Bearer]);
    let games: Vec<_> = export.games.iter().map(|game| game.id).collect();
    assert_eq!(games, [game_id(2), game_id(1)]);
    let output = format!("{export:?}");
    assert!(output.contains("Ana") && output.contains("browser 1"));
    for hidden in ["argon2id", "0101", "[1, 1, 1", "TokenHash"] {
        assert!(!output.contains(hidden), "{hidden} is in {output}");
    }
    assert_eq!(store.export_player(player_id(9)).await, Ok(None));
    let guest = player_id(4);
    store.create_guest(guest, name("Plain"), 1).await.unwrap();
    assert_eq!(
        store
            .export_player(guest)
            .await
            .unwrap()
            .unwrap()
            .recovery_left,
        None
    );
}

async fn recovery_code_works_once(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Bea"), 1)
        .await
        .unwrap();
    let new = |text: &str| PasswordHash::new(text);
    assert_eq!(
        store.recover(player_id(1), [99; 32], new("x")).await,
        Ok(false)
    );
    assert_eq!(
        store.recover(player_id(1), [3; 32], new("new")).await,
        Ok(true)
    );
    assert_eq!(
        store.recover(player_id(1), [3; 32], new("again")).await,
        Ok(false)
    );
    let row = store.account(player_id(1)).await.unwrap().unwrap();
    assert_eq!((row.password.as_str(), row.recovery_left), ("new", 7));
    let other = store.account(player_id(2)).await.unwrap().unwrap();
    assert_eq!(
        (other.password.as_str(), other.recovery_left),
        ("$argon2id$of-Bea", 8)
    );
    assert_eq!(
        store.recover(player_id(9), [3; 32], new("x")).await,
        Ok(false)
    );
}

async fn concurrent_uses_of_a_recovery_code_have_one_winner(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    nodes[0]
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    for code in 1..=8 {
        let outcomes = concurrently(8, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                let password = PasswordHash::new(format!("{code} by {number}"));
                store
                    .recover(player_id(1), [code; 32], password)
                    .await
                    .unwrap()
            }
        })
        .await;
        assert_eq!(outcomes.iter().filter(|worked| **worked).count(), 1);
        let winner = outcomes.iter().position(|worked| *worked).unwrap();
        let row = nodes[0].account(player_id(1)).await.unwrap().unwrap();
        assert_eq!(row.password.as_str(), format!("{code} by {winner}"));
        assert_eq!(row.recovery_left, u32::from(8 - code));
    }
}

async fn language_is_kept_and_exported(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Ana"), 1)
        .await
        .unwrap();
    assert_eq!(store.language(player_id(1)).await, Ok(None));
    for language in ["nl", "is"] {
        store.set_language(player_id(1), language).await.unwrap();
        let kept = store.language(player_id(1)).await.unwrap();
        assert_eq!(kept.as_deref(), Some(language));
    }
    let export = store.export_player(player_id(1)).await.unwrap().unwrap();
    assert_eq!(export.language.as_deref(), Some("is"));
    assert_eq!(store.language(player_id(2)).await, Ok(None));
    assert_eq!(
        store.set_language(player_id(2), "de").await,
        Err(StoreError::NoSuchPlayer(player_id(2)))
    );
    let invalid = store.set_language(player_id(1), "d\0e").await;
    assert!(
        matches!(invalid, Err(StoreError::Invalid { .. })),
        "{invalid:?}"
    );
}

async fn passwords_and_recovery_codes_are_replaced(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_guest(player_id(2), name("Guest"), 1)
        .await
        .unwrap();
    store
        .set_password(player_id(1), PasswordHash::new("next"), None)
        .await
        .unwrap();
    store
        .set_recovery_codes(player_id(1), vec![[50; 32], [51; 32]], None)
        .await
        .unwrap();
    let row = store.account(player_id(1)).await.unwrap().unwrap();
    assert_eq!((row.password.as_str(), row.recovery_left), ("next", 2));
    assert_eq!(
        store
            .recover(player_id(1), [1; 32], PasswordHash::new("x"))
            .await,
        Ok(false)
    );
    assert_eq!(
        store
            .recover(player_id(1), [50; 32], PasswordHash::new("x"))
            .await,
        Ok(true)
    );
    // A guest has no password to replace.
    assert_eq!(
        store
            .set_password(player_id(2), PasswordHash::new("x"), None)
            .await,
        Err(StoreError::NoSuchPlayer(player_id(2)))
    );
    assert_eq!(
        store
            .set_recovery_codes(player_id(2), vec![[1; 32]], None)
            .await,
        Err(StoreError::NoSuchPlayer(player_id(2)))
    );
    assert!(!store.player(player_id(2)).await.unwrap().unwrap().account);
}

async fn idle_guests_are_removed(db: TestDatabase) {
    let store = db.open().await;
    for number in 1..=5 {
        store
            .create_guest(player_id(number), name("Guest"), 100)
            .await
            .unwrap();
    }
    store
        .create_guest(player_id(6), name("Recent"), 900)
        .await
        .unwrap();
    store
        .create_account(player_id(7), account("Ana"), 100)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.seats[0] = person(0, player_id(2));
    game.host = Some(player_id(3));
    store.create_game(game).await.unwrap();
    assert_eq!(store.remove_idle_guests(500).await, Ok(2));
    for number in 1..=7 {
        let exists = store.player(player_id(number)).await.unwrap().is_some();
        assert_eq!(exists, ![4, 5].contains(&number), "player {number}");
    }
}
