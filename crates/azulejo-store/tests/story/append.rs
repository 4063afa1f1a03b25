//! Appending: exactly one wins, nothing is written twice, nobody suffers for a neighbour.

use std::sync::Arc;

use azulejo_store::{
    Append, Appended, GameStatus, OpenOptions, SeatKind, SeatSet, Store, StoreError,
};

use crate::house::{
    House, append, at_once, bodies, command, event, game_id, new_game, person, player_id, seat,
    stories, summary,
};

stories! {
    of_many_who_want_one_ply_exactly_one_gets_it,
    a_race_between_two_nodes_has_one_winner_each_time,
    a_repeated_command_is_written_once_and_answered_alike,
    repetitions_that_race_are_written_once,
    appends_that_wait_together_share_a_commit,
    a_bad_row_does_not_fail_its_neighbours,
    several_appends_to_one_game_in_a_batch_follow_each_other,
    what_cannot_be_stored_is_refused_before_it_meets_others,
    an_append_changes_summary_and_seats_with_its_events,
    without_events_an_append_is_a_compare_and_set,
    texts_come_back_byte_for_byte,
    commands_of_games_long_over_are_forgotten,
    after_closing_nothing_more_is_taken,
}

async fn of_many_who_want_one_ply_exactly_one_gets_it(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    for round in 1..=5 {
        let outcomes = at_once(64, |number| {
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

async fn a_race_between_two_nodes_has_one_winner_each_time(house: House) {
    let nodes = [house.open().await, house.open().await];
    nodes[0].create_game(new_game(1)).await.unwrap();
    nodes[0].create_game(new_game(2)).await.unwrap();
    for round in 1..=10 {
        // Two games in opposite order on the two nodes: whoever locks carelessly waits for ever.
        let outcomes = at_once(32, |number| {
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

async fn a_repeated_command_is_written_once_and_answered_alike(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let first = Append {
        command: Some(command(7, "taken")),
        ..append(game_id(1), 1, "a")
    };
    assert_eq!(
        store.append(first.clone()).await.unwrap(),
        Appended::Committed { next: 2 }
    );
    let repeated = Appended::Repeated {
        answer: "taken".to_owned(),
    };
    // With its old ply, with the new one, and with another answer and event than before.
    for retry in [
        first.clone(),
        Append {
            expect: 2,
            ..first.clone()
        },
        Append {
            command: Some(command(7, "other")),
            ..append(game_id(1), 2, "b")
        },
    ] {
        assert_eq!(store.append(retry).await.unwrap(), repeated);
    }
    assert_eq!(bodies(&store, game_id(1)).await, ["created", "a"]);
    let answer = store
        .command_answer(game_id(1), "session", 7_u128.to_le_bytes())
        .await
        .unwrap();
    assert_eq!(answer.as_deref(), Some("taken"));

    // Another scope, another number and another game are other commands.
    let mut other = Append {
        expect: 2,
        ..first.clone()
    };
    other.command.as_mut().unwrap().scope = "another".to_owned();
    assert_eq!(
        store.append(other).await.unwrap(),
        Appended::Committed { next: 3 }
    );
    assert_eq!(
        store
            .command_answer(game_id(1), "session", [8; 16])
            .await
            .unwrap(),
        None
    );
    store.create_game(new_game(2)).await.unwrap();
    let other = Append {
        game: game_id(2),
        ..first.clone()
    };
    assert_eq!(
        store.append(other).await.unwrap(),
        Appended::Committed { next: 2 }
    );

    // A command that came too late is not remembered: it was not carried out.
    let late = Append {
        command: Some(command(9, "late")),
        ..append(game_id(1), 1, "late")
    };
    assert_eq!(
        store.append(late.clone()).await.unwrap(),
        Appended::Stale { next: 3 }
    );
    let again = Append { expect: 3, ..late };
    assert_eq!(
        store.append(again).await.unwrap(),
        Appended::Committed { next: 4 }
    );

    // The answer survives a restart.
    store.close().await;
    let store = house.open().await;
    assert_eq!(store.append(first).await.unwrap(), repeated);
}

async fn repetitions_that_race_are_written_once(house: House) {
    let nodes = [house.open().await, house.open().await];
    nodes[0].create_game(new_game(1)).await.unwrap();
    for round in 1..=10 {
        let outcomes = at_once(16, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                let command = Some(command(round.into(), &format!("answer {round}")));
                let body = format!("round {round}");
                store
                    .append(Append {
                        command,
                        ..append(game_id(1), round, &body)
                    })
                    .await
                    .unwrap()
            }
        })
        .await;
        let committed = outcomes
            .iter()
            .filter(|o| **o == Appended::Committed { next: round + 1 });
        let repeated = Appended::Repeated {
            answer: format!("answer {round}"),
        };
        let repeated = outcomes.iter().filter(|outcome| **outcome == repeated);
        assert_eq!(
            (committed.count(), repeated.count()),
            (1, 15),
            "{outcomes:?}"
        );
    }
    assert_eq!(bodies(&nodes[0], game_id(1)).await.len(), 11);
}

async fn appends_that_wait_together_share_a_commit(house: House) {
    let store = house.open_with(OpenOptions::default().writers(1)).await;
    for number in 0..40 {
        store.create_game(new_game(number)).await.unwrap();
    }
    for round in 1..=20 {
        let outcomes = at_once(40, |number| {
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
        (stats.appends, stats.queued, stats.taken_apart),
        (800, 0, 0)
    );
    // While one batch is written, the next one gathers.
    assert!(stats.batches < 800 && stats.largest_batch > 1, "{stats:?}");
}

async fn a_bad_row_does_not_fail_its_neighbours(house: House) {
    let store = house.open_with(OpenOptions::default().writers(1)).await;
    for number in 0..32 {
        store.create_game(new_game(number)).await.unwrap();
    }
    // The database itself refuses one row, as it would for a reason that nobody thought of.
    house
        .raw_each(
            "CREATE TRIGGER poison BEFORE INSERT ON event WHEN NEW.body = 'poison' \
             BEGIN SELECT RAISE(ABORT, 'poisoned'); END",
            "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF NEW.body = 'poison' THEN RAISE 'poisoned'; END IF; RETURN NEW; END $$; \
             CREATE TRIGGER poison BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION poison()",
        )
        .await;
    for round in 1..=10 {
        let outcomes = at_once(32, |number| {
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
                (13, other) => panic!("the bad one: {other:?}"),
                (_, outcome) => assert_eq!(outcome, Ok(Appended::Committed { next: round + 1 })),
            }
        }
    }
    // Otherwise the bad row was always alone and nothing was shown.
    assert!(store.stats().taken_apart > 0, "{:?}", store.stats());
    assert_eq!(bodies(&store, game_id(13)).await, ["created"]);
    assert_eq!(store.game(game_id(13)).await.unwrap().unwrap().next_ply, 1);
    assert_eq!(store.failure(), None);
}

async fn several_appends_to_one_game_in_a_batch_follow_each_other(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let plies = 50;
    // Each knows its own ply; those that come too early try again.
    at_once(plies, |number| {
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
                        assert!(next <= number, "ply {next} was given away");
                    }
                    Appended::Repeated { .. } => panic!("there was no command"),
                }
                tokio::task::yield_now().await;
            }
        }
    })
    .await;
    let expected: Vec<_> = (0..plies).map(|number| number.to_string()).collect();
    assert_eq!(bodies(&store, game_id(1)).await[1..], expected);
}

async fn what_cannot_be_stored_is_refused_before_it_meets_others(house: House) {
    let store = house.open().await;
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
        Append {
            command: Some(command(1, "nul \0 in an answer")),
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
    let nowhere = store.append(append(game_id(99), 0, "a")).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchGame(game_id(99))));
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

async fn an_append_changes_summary_and_seats_with_its_events(house: House) {
    let store = house.open().await;
    store
        .create_guest(player_id(1), crate::house::name("Ana"), 5)
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
        "a seat that is not named stays"
    );
    assert_eq!(game.seats[1].row, person(1, player_id(1)));

    // What is stale changes nothing at all.
    let stale = Append {
        summary: Some(summary(GameStatus::Open)),
        ..change
    };
    assert_eq!(store.append(stale).await, Ok(Appended::Stale { next: 3 }));
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(game.summary.status, GameStatus::Finished);
}

async fn without_events_an_append_is_a_compare_and_set(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut set = append(game_id(1), 1, "");
    set.events.clear();
    set.summary = Some(summary(GameStatus::Aborted));
    set.command = Some(command(1, "set"));
    assert_eq!(
        store.append(set.clone()).await,
        Ok(Appended::Committed { next: 1 })
    );
    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!(
        (game.summary.status, game.next_ply),
        (GameStatus::Aborted, 1)
    );
    assert_eq!(game.changed_ms, 1_000, "nothing has happened in the game");
    let repeated = Appended::Repeated {
        answer: "set".to_owned(),
    };
    assert_eq!(store.append(set.clone()).await, Ok(repeated));
    let stale = Append {
        command: None,
        expect: 0,
        ..set
    };
    assert_eq!(store.append(stale).await, Ok(Appended::Stale { next: 1 }));
}

async fn texts_come_back_byte_for_byte(house: House) {
    let store = house.open().await;
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
        append.command = Some(command(ply.into(), body));
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
        let answer = store
            .command_answer(game_id(1), "session", u128::from(ply).to_le_bytes())
            .await
            .unwrap();
        assert_eq!(answer.as_deref(), Some(body));
    }
}

async fn commands_of_games_long_over_are_forgotten(house: House) {
    let store = house.open().await;
    // Three games that ended at 100, at 200 and not yet.
    for (number, ended_ms) in [(1, Some(100)), (2, Some(200)), (3, None)] {
        store.create_game(new_game(number)).await.unwrap();
        let mut append = append(game_id(number), 1, "a");
        let mut summary = summary(GameStatus::Running);
        summary.ended_ms = ended_ms;
        (append.summary, append.command) = (Some(summary), Some(command(1, "x")));
        store.append(append).await.unwrap();
    }
    let known = async || {
        let mut known = Vec::new();
        for number in 1..=3 {
            let answer = store.command_answer(game_id(number), "session", 1_u128.to_le_bytes());
            known.push(answer.await.unwrap().is_some());
        }
        known
    };
    assert_eq!(store.forget_commands(100).await, Ok(0));
    assert_eq!(known().await, [true, true, true]);
    assert_eq!(store.forget_commands(150).await, Ok(1));
    assert_eq!(known().await, [false, true, true]);
    assert_eq!(store.forget_commands(150).await, Ok(0));
    assert_eq!(store.forget_commands(1_000).await, Ok(1));
    assert_eq!(known().await, [false, false, true]);
    assert_eq!(
        bodies(&store, game_id(1)).await,
        ["created", "a"],
        "the log stays"
    );
}

async fn after_closing_nothing_more_is_taken(house: House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    // What was sent before is still written.
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = Arc::clone(&store);
            let mut append = append(game_id(1), 1, "x");
            append.command = Some(command(number, "done"));
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
    let store: Arc<dyn Store> = house.open().await;
    assert_eq!(bodies(&store, game_id(1)).await.len(), 1 + committed);
}
