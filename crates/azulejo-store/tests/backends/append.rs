//! Appending: compare-and-set, idempotency and isolation between appends of a batch.

use std::sync::Arc;

use azulejo_store::{
    Append, Appended, GameStatus, OpenOptions, SeatKind, SeatSet, Store, StoreError,
};

use crate::fixtures::{
    TestDatabase, append, backend_tests, bodies, command, concurrently, event, game_id, new_game,
    person, player_id, seat, sql_tests, summary,
};

backend_tests! {
    one_of_many_concurrent_appends_wins,
    race_between_two_nodes_has_one_winner,
    command_is_stored_with_its_last_event,
    concurrent_retries_are_written_once,
    mixed_batch_has_individual_outcomes,
    concurrent_appends_to_one_game_are_serialised,
    invalid_appends_are_rejected,
    append_updates_summary_and_seats,
    append_without_events_is_a_compare_and_set,
    texts_round_trip_byte_for_byte,
    closed_store_rejects_everything,
}

sql_tests! {
    concurrent_appends_share_a_commit,
    rejected_row_does_not_fail_its_batch,
}

async fn one_of_many_concurrent_appends_wins(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    for round in 1..=5 {
        let outcomes = concurrently(64, |number| {
            let store = Arc::clone(&store);
            async move {
                let body = format!("round {round} of {number}");
                store
                    .append(append(game_id(1), round, &body))
                    .await
                    .unwrap()
            }
        })
        .await;
        let (won, lost): (Vec<_>, Vec<_>) = outcomes
            .iter()
            .enumerate()
            .partition(|(_, outcome)| matches!(outcome, Appended::Committed { .. }));
        assert_eq!((won.len(), lost.len()), (1, 63));
        assert_eq!(won[0].1, &Appended::Committed { next: round + 1 });
        assert!(
            lost.iter()
                .all(|(_, lost)| **lost == Appended::Stale { next: round + 1 })
        );
        let written = bodies(&store, game_id(1)).await;
        assert_eq!(written.len() as u32, round + 1);
        assert_eq!(
            written[round as usize],
            format!("round {round} of {}", won[0].0)
        );
    }
}

async fn race_between_two_nodes_has_one_winner(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    nodes[0].create_game(new_game(1)).await.unwrap();
    nodes[0].create_game(new_game(2)).await.unwrap();
    for round in 1..=10 {
        // Two games in opposite order on the two nodes would deadlock without a lock order.
        let outcomes = concurrently(32, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                let game = game_id(1 + (number / 2 + number) % 2);
                let outcome = store.append(append(game, round, &number.to_string())).await;
                (game, outcome.unwrap())
            }
        })
        .await;
        for game in [game_id(1), game_id(2)] {
            let of_game: Vec<_> = outcomes.iter().filter(|(id, _)| *id == game).collect();
            let won = of_game
                .iter()
                .filter(|(_, o)| *o == Appended::Committed { next: round + 1 });
            let lost = of_game
                .iter()
                .filter(|(_, o)| *o == Appended::Stale { next: round + 1 });
            assert_eq!((won.count(), lost.count()), (1, 15));
        }
    }
    for game in [game_id(1), game_id(2)] {
        assert_eq!(bodies(&nodes[0], game).await, bodies(&nodes[1], game).await);
        assert_eq!(nodes[1].events(game, 0).await.unwrap().len(), 11);
    }
}

async fn command_is_stored_with_its_last_event(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let first = Append {
        command: Some(command(7)),
        events: vec![event("a"), event("b")],
        ..append(game_id(1), 1, "")
    };
    let committed = Ok(Appended::Committed { next: 3 });
    assert_eq!(store.append(first.clone()).await, committed);
    // A retry is stale, and so is a late command; neither is stored.
    let late = Append {
        command: Some(command(9)),
        ..append(game_id(1), 1, "late")
    };
    for stale in [first, late] {
        assert_eq!(store.append(stale).await, Ok(Appended::Stale { next: 3 }));
    }
    let without_command = append(game_id(1), 3, "c");
    let committed = Ok(Appended::Committed { next: 4 });
    assert_eq!(store.append(without_command).await, committed);
    let commands = async |store: &Arc<dyn Store>| {
        let events = store.events(game_id(1), 0).await.unwrap();
        let of_several = store.events_of(&[(game_id(1), 0)]).await.unwrap();
        let of_several: Vec<_> = of_several.into_iter().map(|(_, event)| event).collect();
        assert_eq!(events, of_several);
        let commands = events.into_iter().map(|event| event.command);
        commands.collect::<Vec<_>>()
    };
    let expected = [None, None, Some(command(7)), None];
    assert_eq!(commands(&store).await, expected);
    // The commands survive a restart.
    store.close().await;
    assert_eq!(commands(&db.open().await).await, expected);
}

async fn concurrent_retries_are_written_once(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    nodes[0].create_game(new_game(1)).await.unwrap();
    for round in 1..=10 {
        let outcomes = concurrently(16, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                let body = format!("round {round}");
                let append = Append {
                    command: Some(command(round.into())),
                    ..append(game_id(1), round, &body)
                };
                store.append(append).await.unwrap()
            }
        })
        .await;
        let count = |wanted| outcomes.iter().filter(|o| **o == wanted).count();
        let next = round + 1;
        let counts = (
            count(Appended::Committed { next }),
            count(Appended::Stale { next }),
        );
        assert_eq!(counts, (1, 15), "{outcomes:?}");
        let kept = nodes[1].events(game_id(1), round).await.unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].command, Some(command(round.into())));
    }
}

async fn concurrent_appends_share_a_commit(db: TestDatabase) {
    let store = db.open_with(OpenOptions::default().writers(1)).await;
    for number in 0..40 {
        store.create_game(new_game(number)).await.unwrap();
    }
    for round in 1..=20 {
        let outcomes = concurrently(40, |number| {
            let store = Arc::clone(&store);
            async move {
                store
                    .append(append(game_id(number), round, "x"))
                    .await
                    .unwrap()
            }
        })
        .await;
        assert_eq!(outcomes, vec![Appended::Committed { next: round + 1 }; 40]);
    }
    let stats = store.stats();
    assert_eq!(
        (stats.appends, stats.queued, stats.split_batches),
        (800, 0, 0)
    );
    // While one batch is written, the next one fills.
    assert!(stats.batches < 800 && stats.largest_batch > 1, "{stats:?}");
}

async fn rejected_row_does_not_fail_its_batch(db: TestDatabase) {
    let store = db.open_with(OpenOptions::default().writers(1)).await;
    for number in 0..32 {
        store.create_game(new_game(number)).await.unwrap();
    }
    // A trigger rejects one row, standing for any unforeseen reason.
    db.execute_sql_per_backend(
        "CREATE TRIGGER poison BEFORE INSERT ON event WHEN NEW.body = 'poison' \
             BEGIN SELECT RAISE(ABORT, 'poisoned'); END",
        "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF NEW.body = 'poison' THEN RAISE 'poisoned'; END IF; RETURN NEW; END $$; \
             CREATE TRIGGER poison BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION poison()",
    )
    .await;
    for round in 1..=10 {
        let outcomes = concurrently(32, |number| {
            let store = Arc::clone(&store);
            async move {
                let body = if number == 13 { "poison" } else { "good" };
                let ply = if number == 13 { 1 } else { round };
                store.append(append(game_id(number), ply, body)).await
            }
        })
        .await;
        for (number, outcome) in outcomes.into_iter().enumerate() {
            match (number, outcome) {
                (13, Err(StoreError::Refused(reason))) => {
                    assert!(reason.contains("poisoned"), "{reason}");
                }
                (13, other) => panic!("the poisoned append: {other:?}"),
                (_, outcome) => assert_eq!(outcome, Ok(Appended::Committed { next: round + 1 })),
            }
        }
    }
    // Otherwise the row was always alone in its batch, which proves nothing.
    assert!(store.stats().split_batches > 0, "{:?}", store.stats());
    assert_eq!(bodies(&store, game_id(13)).await, ["created"]);
    assert_eq!(store.game(game_id(13)).await.unwrap().unwrap().next_ply, 1);
    assert_eq!(store.failure(), None);
}

async fn mixed_batch_has_individual_outcomes(db: TestDatabase) {
    let store = db.open_with(OpenOptions::default().writers(1)).await;
    let games = || (0..48).filter(|number| number % 6 != 4);
    for number in games() {
        store.create_game(new_game(number)).await.unwrap();
    }
    for round in 1..=10 {
        let outcomes = concurrently(48, |number| {
            let store = Arc::clone(&store);
            async move {
                let mut wanted = append(game_id(number), round, "x");
                match number % 6 {
                    0 => {}
                    1 => {
                        let mut after = summary(GameStatus::Running);
                        after.detail = format!("{{\"round\":{round},\"of\":{number}}}");
                        (wanted.summary, wanted.command) =
                            (Some(after), Some(command(round.into())));
                    }
                    2 => wanted.seats = Some(vec![seat(1, SeatKind::Invited, None)]),
                    3 => wanted.expect = round + 1,
                    5 => {
                        wanted.seats = Some(vec![seat(1, SeatKind::Invited, None)]);
                        wanted.summary = Some(summary(GameStatus::Running));
                        wanted.command = Some(command(round.into()));
                        // Every other one expects too high a ply, and changes nothing.
                        wanted.expect += number / 6 % 2;
                    }
                    _ => {}
                }
                store.append(wanted).await
            }
        })
        .await;
        for (number, outcome) in (0..).zip(outcomes) {
            let expected = match number % 6 {
                3 => Ok(Appended::Stale { next: 1 }),
                5 if number / 6 % 2 == 1 => Ok(Appended::Stale { next: 1 }),
                4 => Err(StoreError::NoSuchGame(game_id(number))),
                _ => Ok(Appended::Committed { next: round + 1 }),
            };
            assert_eq!(outcome, expected, "{number} in round {round}");
        }
    }
    if db.has_sql() {
        assert!(store.stats().largest_batch > 1, "{:?}", store.stats());
    }
    for number in games() {
        let game = store.game(game_id(number)).await.unwrap().unwrap();
        let events = store.events(game_id(number), 0).await.unwrap();
        let early = number % 6 == 3 || (number % 6 == 5 && number / 6 % 2 == 1);
        let written = if early { 1 } else { 11 };
        assert_eq!((game.next_ply, events.len()), (written, written as usize));
        let detail = match number % 6 {
            1 => format!("{{\"round\":10,\"of\":{number}}}"),
            5 if !early => summary(GameStatus::Running).detail,
            _ => summary(GameStatus::Open).detail,
        };
        assert_eq!(game.summary.detail, detail, "{number}");
        let commands = events.iter().filter(|event| event.command.is_some());
        let with_commands = number % 6 == 1 || (number % 6 == 5 && !early);
        assert_eq!(commands.count(), if with_commands { 10 } else { 0 });
        let kind = game.seats[1].row.kind;
        let invited = number % 6 == 2 || (number % 6 == 5 && !early);
        assert_eq!(kind == SeatKind::Invited, invited, "{number}: {kind:?}");
    }
}

async fn concurrent_appends_to_one_game_are_serialised(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let plies = 50;
    // Each waits for its ply.
    concurrently(plies, |number| {
        let store = Arc::clone(&store);
        async move {
            let body = number.to_string();
            loop {
                match store
                    .append(append(game_id(1), number + 1, &body))
                    .await
                    .unwrap()
                {
                    Appended::Committed { .. } => return,
                    Appended::Stale { next } => {
                        assert!(next <= number, "ply {next} was taken");
                    }
                }
                tokio::task::yield_now().await;
            }
        }
    })
    .await;
    let expected: Vec<_> = (0..plies).map(|number| number.to_string()).collect();
    assert_eq!(bodies(&store, game_id(1)).await[1..], expected);
}

async fn invalid_appends_are_rejected(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let good = append(game_id(1), 1, "a");
    let with_seats = |seats: &[u8]| Append {
        seats: Some(
            seats
                .iter()
                .map(|number| seat(*number, SeatKind::Open, None))
                .collect(),
        ),
        ..good.clone()
    };
    let bad = [
        append(game_id(1), 1, "nul \0 in a body"),
        // A command without an event to store it with.
        Append {
            command: Some(command(1)),
            events: Vec::new(),
            ..good.clone()
        },
        append(game_id(1), 1, &"long ".repeat(1 << 20)),
        append(game_id(1), u32::MAX, "ply"),
        Append {
            events: vec![event("many"); 1_000],
            ..good.clone()
        },
        with_seats(&[8]),
        with_seats(&[1, 1]),
    ];
    for bad in bad {
        let outcome = store.append(bad).await;
        assert!(
            matches!(outcome, Err(StoreError::Invalid { .. })),
            "{outcome:?}"
        );
    }
    let missing = store.append(append(game_id(99), 0, "a")).await;
    assert_eq!(missing, Err(StoreError::NoSuchGame(game_id(99))));
    for wrong in [0, 2, 100] {
        let outcome = store.append(append(game_id(1), wrong, "a")).await;
        assert_eq!(outcome, Ok(Appended::Stale { next: 1 }));
    }
    assert_eq!(
        store.append(good).await,
        Ok(Appended::Committed { next: 2 })
    );
    assert_eq!(bodies(&store, game_id(1)).await, ["created", "a"]);
}

async fn append_updates_summary_and_seats(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), crate::fixtures::name("Ana"), 5)
        .await
        .unwrap();
    store.create_game(new_game(1)).await.unwrap();
    let mut after = summary(GameStatus::Finished);
    after.waiting = SeatSet::EMPTY.with(1);
    (after.deadline_ms, after.ended_ms) = (Some(77), Some(99));
    after.detail = "{\"round\":5}".to_owned();
    let mut late = event("b");
    late.at_ms = 2_000;
    let change = Append {
        events: vec![event("a"), late],
        summary: Some(after.clone()),
        seats: Some(vec![person(1, player_id(1))]),
        ..append(game_id(1), 1, "")
    };
    assert_eq!(
        store.append(change.clone()).await,
        Ok(Appended::Committed { next: 3 })
    );
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(
        (game.summary, game.next_ply, game.changed_ms),
        (after, 3, 2_000)
    );
    assert_eq!(
        game.seats[0].row.kind,
        SeatKind::Open,
        "other seats are unchanged"
    );
    assert_eq!(game.seats[1].row, person(1, player_id(1)));

    // A stale append changes nothing.
    let stale = Append {
        summary: Some(summary(GameStatus::Open)),
        ..change
    };
    assert_eq!(store.append(stale).await, Ok(Appended::Stale { next: 3 }));
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(game.summary.status, GameStatus::Finished);
}

async fn append_without_events_is_a_compare_and_set(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut set = append(game_id(1), 1, "");
    set.events.clear();
    set.summary = Some(summary(GameStatus::Aborted));
    assert_eq!(
        store.append(set.clone()).await,
        Ok(Appended::Committed { next: 1 })
    );
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(
        (game.summary.status, game.next_ply),
        (GameStatus::Aborted, 1)
    );
    assert_eq!(game.changed_ms, 1_000, "there is no new event");
    let stale = Append { expect: 0, ..set };
    assert_eq!(store.append(stale).await, Ok(Appended::Stale { next: 1 }));
}

async fn texts_round_trip_byte_for_byte(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let bodies_in = [
        "",
        "{\"move\": \"2B3\",  \"spaces\":   1.50, \"esc\": \"\\u0041\\n\"}",
        "quotes ' \" and \\ and \u{7f} and \t\r\n",
        "żółć 🀄 \u{202e}right to left\u{2028}",
        "[\"nested\", [\"array\"], null, 9007199254740993]",
        "$1 ?1 :name %s {} ; DROP TABLE event; --",
    ];
    for (ply, body) in (1..).zip(bodies_in) {
        let mut append = append(game_id(1), ply, body);
        append.command = Some(command(u128::MAX - u128::from(ply)));
        append.events[0].kind = "kind 'x'".to_owned();
        append.events[0].state_hash = body.chars().rev().take(20).collect();
        append.events[0].at_ms = i64::MAX - i64::from(ply);
        append.events[0].rules_version = u32::MAX;
        let event = append.events[0].clone();
        assert_eq!(
            store.append(append).await,
            Ok(Appended::Committed { next: ply + 1 })
        );
        let read = store.events(game_id(1), ply).await.unwrap().pop().unwrap();
        assert_eq!(read.body, event.body);
        assert_eq!(read.kind, event.kind);
        assert_eq!(read.state_hash, event.state_hash);
        assert_eq!(read.at_ms, event.at_ms);
        assert_eq!(read.rules_version, event.rules_version);
        assert_eq!(read.command, Some(command(u128::MAX - u128::from(ply))));
    }
}

async fn closed_store_rejects_everything(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    // Appends queued before closing are still written.
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = Arc::clone(&store);
            let mut append = append(game_id(1), 1, "x");
            append.command = Some(command(number));
            tokio::spawn(async move { store.append(append).await })
        })
        .collect();
    store.close().await;
    let mut committed = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(Appended::Committed { .. }) => committed += 1,
            Ok(Appended::Stale { .. }) | Err(StoreError::Closed) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        store.append(append(game_id(1), 1, "x")).await,
        Err(StoreError::Closed)
    );
    assert_eq!(store.game(game_id(1)).await, Err(StoreError::Closed));
    let store: Arc<dyn Store> = db.open().await;
    assert_eq!(bodies(&store, game_id(1)).await.len(), 1 + committed);
}
