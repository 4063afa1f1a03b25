//! Games: creation, queries and the confidentiality of the draw secret.

use azulejo_store::{
    Credential, DisplayName, Downtime, GameHead, GameStatus, HistoryGroup, LastHeartbeats,
    LobbyList, NewGame, Pace, SeatKind, SeatSet, Secret, StoreError,
};

use crate::fixtures::{
    TestDatabase, account, append, backend_tests, command, game_id, name, new_game, person,
    player_id, seat, session, summary, token,
};

backend_tests! {
    created_game_round_trips,
    game_id_is_unique,
    secret_does_not_leak,
    lobby_lists_public_games_newest_first,
    lobby_paginates_games_of_the_same_time,
    history_lists_unfinished_games_first_and_paginates,
    due_games_are_ordered_by_deadline,
    open_games_expire,
    running_timed_returns_games_to_credit_for_downtime,
    heads_return_next_plies,
    events_of_reads_several_games,
    last_heartbeats_distinguish_stopped_nodes,
    last_downtime_is_stored,
    clock_is_in_milliseconds_and_monotonic,
}

async fn created_game_round_trips(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Ana"), 5)
        .await
        .unwrap();
    store
        .create_account(player_id(2), account("Bea"), 5)
        .await
        .unwrap();
    let mut bot = seat(2, SeatKind::Bot, None);
    bot.bot = Some("artisan".to_owned());
    let game = NewGame {
        host: Some(player_id(2)),
        invitation: Some(token(9)),
        seats: vec![
            person(0, player_id(1)),
            person(1, player_id(2)),
            bot.clone(),
        ],
        ..new_game(1)
    };
    let (settings, summary) = (game.settings.clone(), game.summary.clone());
    store.create_game(game).await.unwrap();
    let read = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!((read.id, read.host), (game_id(1), Some(player_id(2))));
    assert_eq!(
        (read.created_ms, read.changed_ms, read.next_ply),
        (500, 1_000, 1)
    );
    assert_eq!((read.settings, read.summary), (settings, summary));
    assert_eq!(
        (read.commitment, read.invitation),
        ([0xc0; 32], Some(token(9)))
    );
    let shown = |name: &str, account| {
        Some(DisplayName {
            name: name.to_owned(),
            account,
        })
    };
    let rows: Vec<_> = read.seats.iter().map(|seat| seat.row.clone()).collect();
    assert_eq!(
        rows,
        [person(0, player_id(1)), person(1, player_id(2)), bot]
    );
    let names: Vec<_> = read.seats.iter().map(|seat| seat.name.clone()).collect();
    assert_eq!(names, [shown("Ana", false), shown("Bea", true), None]);
    assert_eq!(store.game(game_id(2)).await, Ok(None));
    assert_eq!(store.events(game_id(2), 0).await, Ok(vec![]));
    let tail = store.events(game_id(1), 1).await.unwrap();
    assert!(tail.is_empty());
}

async fn game_id_is_unique(db: TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    let mut second = new_game(1);
    second.secret = Secret::new(&mut [1; 32]);
    second.events[0].body = "second".to_owned();
    assert_eq!(
        store.create_game(second).await,
        Err(StoreError::GameExists(game_id(1)))
    );
    assert_eq!(
        store.draw_secret(game_id(1)).await.unwrap().expose(),
        &[0xa7; 32]
    );
    assert_eq!(
        crate::fixtures::bodies(&store, game_id(1)).await,
        ["created"]
    );
    let missing = store.draw_secret(game_id(2)).await.map(|_| ());
    assert_eq!(missing, Err(StoreError::NoSuchGame(game_id(2))));
}

/// Returns `true` if a text contains the secret in hexadecimal, as a list or raw.
fn leaks(text: &str, secret: &[u8; 32]) -> bool {
    let hex = const_hex::encode(secret);
    let list = format!("{secret:?}");
    // A few bytes in a row count as a leak.
    let list = list
        .trim_start_matches('[')
        .split(", ")
        .take(6)
        .collect::<Vec<_>>()
        .join(", ");
    let raw = String::from_utf8_lossy(secret).into_owned();
    text.to_lowercase().contains(&hex[..12]) || text.contains(&list) || text.contains(&raw[..6])
}

async fn secret_does_not_leak(db: TestDatabase) {
    let canary: [u8; 32] = *b"CANARY-secret-of-the-draws-01234";
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 5)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.secret = Secret::new(&mut canary.clone());
    game.host = Some(player_id(1));
    game.seats[0] = person(0, player_id(1));
    let mut output = format!("{game:?}");
    let mut notices = store.subscribe();
    store.create_game(game).await.unwrap();
    let mut change = append(game_id(1), 1, "a");
    change.command = Some(command(1));
    let again = change.clone();
    output += &format!("{:?}", store.append(change).await);
    output += &format!("{:?}", notices.recv().await);
    output += &format!("{:?}", store.append(again).await);
    output += &format!("{:?}", store.events(game_id(1), 0).await);
    output += &format!("{:?}", store.game(game_id(1)).await);
    output += &format!("{:?}", store.lobby(LobbyList::Open, None, 10).await);
    output += &format!("{:?}", store.games_of(player_id(1), None, 10).await);
    output += &format!("{:?}", store.export_player(player_id(1)).await);
    output += &format!("{:?}", store.heads(&[game_id(1)]).await);
    output += &format!(
        "{:?} {:?}",
        store.account(player_id(1)).await,
        store.stats()
    );
    let mut twice = new_game(1);
    twice.secret = Secret::new(&mut canary.clone());
    output += &format!("{:?}", store.create_game(twice).await);
    let secret = store.draw_secret(game_id(1)).await.unwrap();
    assert_eq!(secret.expose(), &canary);
    output += &format!("{secret:?}");
    // The output is not trivially empty.
    assert!(
        output.contains("GameExists") && output.contains("recovery_left"),
        "{output}"
    );
    assert!(!leaks(&output, &canary), "{output}");
    assert!(!output.contains("argon2id"), "{output}");

    // Control: each form of a leak is detected.
    let raw = String::from_utf8_lossy(&canary).into_owned();
    for leak in [
        format!("{canary:?}"),
        format!("x{raw}y"),
        "..43414e4152592d..".to_owned(),
    ] {
        assert!(leaks(&leak, &canary), "{leak}");
    }
    // No other table contains it either.
    for sql in [
        "SELECT ply, kind || body || state_hash || COALESCE(commander, '') FROM event",
        "SELECT next_ply, settings || status || pace || detail FROM game",
        "SELECT seat, kind || detail FROM seat",
        "SELECT used_ms, label FROM session",
        "SELECT created_ms, name || folded FROM player",
    ] {
        let Some(rows) = db.query_sql(sql).await else {
            break;
        };
        assert!(!rows.is_empty(), "{sql}");
        assert!(!leaks(&format!("{rows:?}"), &canary), "{sql}: {rows:?}");
    }
    assert_ne!(
        store.game(game_id(1)).await.unwrap().unwrap().commitment,
        canary
    );
}

async fn lobby_lists_public_games_newest_first(db: TestDatabase) {
    let store = db.open().await;
    let create = async |number: u32, status, public, created_ms, open: bool| {
        let mut game = new_game(number);
        (game.summary.status, game.summary.public) = (status, public);
        game.created_ms = created_ms;
        if !open {
            game.seats = vec![
                seat(0, SeatKind::Invited, None),
                seat(1, SeatKind::Bot, None),
            ];
        }
        store.create_game(game).await.unwrap();
    };
    create(1, GameStatus::Open, true, 10, true).await;
    create(2, GameStatus::Open, true, 30, true).await;
    create(3, GameStatus::Open, true, 20, true).await;
    create(4, GameStatus::Open, true, 40, false).await;
    create(5, GameStatus::Open, false, 50, true).await;
    create(6, GameStatus::Running, true, 60, true).await;
    create(7, GameStatus::Running, true, 70, false).await;
    create(8, GameStatus::Running, false, 80, true).await;
    for (number, status) in [(9, GameStatus::Finished), (10, GameStatus::Aborted)] {
        create(number, status, true, 90, true).await;
    }
    create(11, GameStatus::Expired, true, 95, true).await;
    let open = store.lobby(LobbyList::Open, None, 10).await.unwrap();
    let live = store.lobby(LobbyList::Live, None, 10).await.unwrap();
    let ids =
        |games: &[azulejo_store::GameRow]| games.iter().map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(ids(&open), [game_id(2), game_id(3), game_id(1)]);
    assert_eq!(ids(&live), [game_id(7), game_id(6)]);
    assert!(open.iter().all(|game| game.seats.len() == 2));
    for (list, expected) in [(LobbyList::Open, game_id(2)), (LobbyList::Live, game_id(7))] {
        assert_eq!(ids(&store.lobby(list, None, 1).await.unwrap()), [expected]);
    }
}

async fn lobby_paginates_games_of_the_same_time(db: TestDatabase) {
    let store = db.open().await;
    for number in 1..=14 {
        let mut game = new_game(number);
        game.summary.public = true;
        game.summary.status = match number {
            1..=7 => GameStatus::Open,
            _ => GameStatus::Running,
        };
        game.created_ms = i64::from(number % 3);
        store.create_game(game).await.unwrap();
    }
    for list in [LobbyList::Open, LobbyList::Live] {
        let all = store.lobby(list, None, 100).await.unwrap();
        assert_eq!(all.len(), 7, "{list:?}");
        let (mut pages, mut after) = (Vec::new(), None);
        loop {
            let page = store.lobby(list, after, 2).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.lobby_cursor());
            pages.extend(page);
        }
        assert_eq!(pages, all, "{list:?}");
    }
}

async fn history_lists_unfinished_games_first_and_paginates(db: TestDatabase) {
    let store = db.open().await;
    for number in [1, 2] {
        store
            .create_guest(player_id(number), name(&format!("P{number}")), 5)
            .await
            .unwrap();
    }
    for number in 0..12 {
        let mut game = new_game(number);
        game.seats = vec![person(0, player_id(1)), person(1, player_id(2))];
        // Every third game waits for player 1, the others for player 2. Pairs change simultaneously.
        let waits = if number % 3 == 0 { 0 } else { 1 };
        game.summary.waiting = SeatSet::EMPTY.with(waits);
        game.events[0].at_ms = i64::from(number / 2 * 10);
        // The newest four are over; those among them that waited for player 1 no longer do.
        if number >= 8 {
            game.summary.status = GameStatus::Finished;
            game.summary.waiting = SeatSet::EMPTY;
        }
        store.create_game(game).await.unwrap();
    }
    // A game with two seats of a player is listed once; a game of others is not listed.
    let mut both = new_game(20);
    both.seats = vec![person(0, player_id(1)), person(1, player_id(1))];
    both.summary.waiting = SeatSet::EMPTY.with(1);
    both.events[0].at_ms = 5;
    store.create_game(both).await.unwrap();
    store.create_game(new_game(21)).await.unwrap();

    let all = store.games_of(player_id(1), None, 100).await.unwrap();
    assert_eq!(all.len(), 13);
    let groups: Vec<_> = all
        .iter()
        .map(|game| game.history_cursor(player_id(1)).group)
        .collect();
    let expected = [
        vec![HistoryGroup::Waiting; 4],
        vec![HistoryGroup::Unfinished; 5],
        vec![HistoryGroup::Ended; 4],
    ];
    assert_eq!(groups, expected.concat());
    for group in [&all[..4], &all[4..9], &all[9..]] {
        let times: Vec<_> = group.iter().map(|game| game.changed_ms).collect();
        assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
    }
    for size in [1, 2, 3, 5, 8] {
        let mut pages = Vec::new();
        let mut cursor = None;
        loop {
            let page = store.games_of(player_id(1), cursor, size).await.unwrap();
            let Some(last) = page.last() else { break };
            assert!(page.len() <= size as usize);
            cursor = Some(last.history_cursor(player_id(1)));
            pages.extend(page);
        }
        assert_eq!(pages, all, "pages of {size}");
    }
    assert_eq!(
        store.games_of(player_id(2), None, 100).await.unwrap().len(),
        12
    );
    assert_eq!(store.games_of(player_id(9), None, 100).await, Ok(vec![]));
}

fn ids(heads: &[GameHead]) -> Vec<azulejo_store::GameId> {
    heads.iter().map(|head| head.game).collect()
}

async fn due_games_are_ordered_by_deadline(db: TestDatabase) {
    let store = db.open().await;
    for (number, status, deadline_ms) in [
        (1, GameStatus::Running, Some(300)),
        (2, GameStatus::Running, Some(100)),
        (3, GameStatus::Running, None),
        (4, GameStatus::Finished, Some(150)),
        (5, GameStatus::Running, Some(200)),
    ] {
        let mut game = new_game(number);
        (game.summary.status, game.summary.deadline_ms) = (status, deadline_ms);
        store.create_game(game).await.unwrap();
    }
    assert_eq!(store.due(99, 10).await, Ok(vec![]));
    let due = store.due(100, 10).await.unwrap();
    let head = GameHead {
        game: game_id(2),
        next_ply: 1,
        status: GameStatus::Running,
        deadline_ms: Some(100),
        expires_ms: None,
    };
    assert_eq!(due, [head]);
    assert_eq!(
        ids(&store.due(1_000, 10).await.unwrap()),
        [game_id(2), game_id(4), game_id(5), game_id(1)]
    );
    assert_eq!(
        ids(&store.due(1_000, 2).await.unwrap()),
        [game_id(2), game_id(4)]
    );
    // A move changes the deadline.
    let mut next = append(game_id(2), 1, "a");
    next.summary = Some(summary(GameStatus::Running));
    next.summary.as_mut().unwrap().deadline_ms = Some(5_000);
    store.append(next).await.unwrap();
    assert_eq!(
        ids(&store.due(1_000, 10).await.unwrap()),
        [game_id(4), game_id(5), game_id(1)]
    );
}

async fn open_games_expire(db: TestDatabase) {
    let store = db.open().await;
    for (number, status, expires_ms) in [
        (1, GameStatus::Open, Some(200)),
        (2, GameStatus::Open, Some(100)),
        (3, GameStatus::Running, Some(50)),
        (4, GameStatus::Open, None),
    ] {
        let mut game = new_game(number);
        (game.summary.status, game.summary.expires_ms) = (status, expires_ms);
        store.create_game(game).await.unwrap();
    }
    assert_eq!(store.expired_unstarted(99, 10).await, Ok(vec![]));
    let expired = store.expired_unstarted(200, 10).await.unwrap();
    assert_eq!(ids(&expired), [game_id(2), game_id(1)]);
    assert_eq!(
        ids(&store.expired_unstarted(200, 1).await.unwrap()),
        [game_id(2)]
    );
    // The host postpones the expiry.
    assert_eq!(store.set_expiry(game_id(2), 900).await, Ok(true));
    assert_eq!(
        store.set_expiry(game_id(3), 900).await,
        Ok(false),
        "the game has started"
    );
    // A player joins with an earlier expiry time, which has no effect.
    let mut joined = append(game_id(2), 1, "a");
    joined.summary = Some(summary(GameStatus::Open));
    joined.summary.as_mut().unwrap().expires_ms = Some(150);
    store.append(joined).await.unwrap();
    assert_eq!(
        store.heads(&[game_id(2)]).await.unwrap()[0].expires_ms,
        Some(900)
    );
    assert_eq!(
        ids(&store.expired_unstarted(200, 10).await.unwrap()),
        [game_id(1)]
    );
}

async fn running_timed_returns_games_to_credit_for_downtime(db: TestDatabase) {
    let store = db.open().await;
    for (number, status, pace, deadline_ms) in [
        (1, GameStatus::Running, Pace::Realtime, Some(1)),
        (2, GameStatus::Running, Pace::Days, Some(2)),
        // With an open takeback request.
        (3, GameStatus::Running, Pace::Untimed, Some(3)),
        (4, GameStatus::Open, Pace::Realtime, None),
        (5, GameStatus::Running, Pace::Realtime, Some(5)),
        // A bot is to move, so no clock is running.
        (6, GameStatus::Running, Pace::Realtime, None),
        (7, GameStatus::Running, Pace::Days, None),
        (8, GameStatus::Running, Pace::Untimed, None),
    ] {
        let mut game = new_game(number);
        (game.summary.status, game.summary.pace) = (status, pace);
        game.summary.deadline_ms = deadline_ms;
        store.create_game(game).await.unwrap();
    }
    let mut found = ids(&store.running_timed().await.unwrap());
    let mut expected = [1, 2, 3, 5, 6].map(game_id);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

async fn heads_return_next_plies(db: TestDatabase) {
    let (store, other) = (db.open().await, db.open().await);
    let all: Vec<_> = (0..1_000).map(game_id).collect();
    for number in 0..3 {
        store.create_game(new_game(number)).await.unwrap();
    }
    store.append(append(game_id(1), 1, "a")).await.unwrap();
    let heads = other.heads(&all).await.unwrap();
    let next = |game| {
        heads
            .iter()
            .find(|head| head.game == game)
            .map(|head| head.next_ply)
    };
    assert_eq!(heads.len(), 3);
    assert_eq!(
        [0, 1, 2].map(|number| next(game_id(number))),
        [Some(1), Some(2), Some(1)]
    );
    assert_eq!(other.heads(&[]).await, Ok(vec![]));
    assert_eq!(
        ids(&other.heads(&[game_id(2)]).await.unwrap()),
        [game_id(2)]
    );
}

async fn events_of_reads_several_games(db: TestDatabase) {
    let (store, other) = (db.open().await, db.open().await);
    for number in 0..4 {
        store.create_game(new_game(number)).await.unwrap();
        for ply in 1..=number {
            let body = format!("{number} at {ply}");
            store
                .append(append(game_id(number), ply, &body))
                .await
                .unwrap();
        }
    }
    // From the middle, the end, beyond the end, the beginning, and of an unknown game.
    let requested = [
        (game_id(3), 2),
        (game_id(2), 2),
        (game_id(1), 2),
        (game_id(0), 0),
        (game_id(9), 0),
    ];
    let found = other.events_of(&requested).await.unwrap();
    let mut expected = Vec::new();
    for (game, from) in requested {
        let events = store.events(game, from).await.unwrap();
        expected.extend(events.into_iter().map(|event| (game, event)));
    }
    expected.sort_by_key(|(game, event)| (*game, event.ply));
    assert_eq!(found, expected);
    assert_eq!(found.len(), 4);
    assert_eq!(other.events_of(&[]).await, Ok(vec![]));
}

async fn last_heartbeats_distinguish_stopped_nodes(db: TestDatabase) {
    let store = db.open().await;
    let beats = |any, unstopped| Ok(LastHeartbeats { any, unstopped });
    assert_eq!(store.last_heartbeats().await, beats(None, None));
    store.record_heartbeat("one", 1_000).await.unwrap();
    store.record_heartbeat("two", 3_000).await.unwrap();
    store.record_heartbeat("one", 2_000).await.unwrap();
    let seen = store.last_heartbeats().await;
    assert_eq!(seen, beats(Some(3_000), Some(3_000)));
    store.record_heartbeat("one", 4_000).await.unwrap();
    let seen = store.last_heartbeats().await;
    assert_eq!(seen, beats(Some(4_000), Some(4_000)));
    // A stopped node counts for `any` only.
    store.record_shutdown("one", 4_500).await.unwrap();
    let seen = store.last_heartbeats().await;
    assert_eq!(seen, beats(Some(4_500), Some(3_000)));
    store.record_shutdown("two", 4_100).await.unwrap();
    let seen = store.last_heartbeats().await;
    assert_eq!(seen, beats(Some(4_500), None));
    // Nodes without a heartbeat for a month are removed.
    store
        .record_heartbeat("three", 40 * 24 * 60 * 60 * 1_000)
        .await
        .unwrap();
    if let Some(rows) = db.query_sql("SELECT beat_ms, name FROM node").await {
        assert_eq!(rows.len(), 1);
    }
    store
        .record_shutdown("three", 40 * 24 * 60 * 60 * 1_000)
        .await
        .unwrap();
    assert_eq!(store.last_heartbeats().await.unwrap().unstopped, None);
}

async fn last_downtime_is_stored(db: TestDatabase) {
    let (store, other) = (db.open().await, db.open().await);
    assert_eq!(other.last_downtime().await, Ok(None));
    for (since_ms, until_ms) in [(1_000, 5_000), (9_000, 12_000)] {
        let downtime = Downtime { since_ms, until_ms };
        store.record_downtime(downtime).await.unwrap();
        assert_eq!(other.last_downtime().await, Ok(Some(downtime)));
    }
}

async fn clock_is_in_milliseconds_and_monotonic(db: TestDatabase) {
    let store = db.open().await;
    let first = store.now_ms().await.unwrap();
    let second = store.now_ms().await.unwrap();
    // After 2020, and not in microseconds.
    assert!(
        first > 1_577_836_800_000 && first < 10_000_000_000_000,
        "{first}"
    );
    assert!(second >= first);
    store.check().await.unwrap();
}
