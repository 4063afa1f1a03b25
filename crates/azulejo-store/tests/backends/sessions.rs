//! Sessions: lookup, renewal and end.

use std::sync::Arc;

use azulejo_store::{
    BusMessage, Credential, NEVER_MS, PasswordEpoch, PasswordHash, SessionRow, StoreError,
};

use crate::fixtures::{
    TestDatabase, account, backend_tests, concurrently, name, player_id, session, token,
};

backend_tests! {
    session_is_found_until_it_expires,
    session_renewal_is_throttled,
    unused_session_is_not_renewed,
    session_requires_the_current_password,
    session_of_a_session_requires_that_it_has_not_ended,
    no_session_survives_a_concurrent_password_change,
    sessions_are_listed_and_ended_individually,
    all_other_sessions_end,
    expired_sessions_are_removed,
    token_is_unique,
}

async fn open_with_players(db: &TestDatabase) -> Arc<dyn azulejo_store::Store> {
    let store = db.open().await;
    store
        .create_guest(player_id(1), name("Ana"), 1)
        .await
        .unwrap();
    store
        .create_guest(player_id(2), name("Bea"), 1)
        .await
        .unwrap();
    store
}

async fn session_is_found_until_it_expires(db: TestDatabase) {
    let store = open_with_players(&db).await;
    let cookie = session(1, player_id(1));
    store
        .create_session(cookie.clone(), Credential::NewPlayer)
        .await
        .unwrap();
    assert_eq!(
        store.find_session(&token(1), 99_999, None).await,
        Ok(Some(cookie))
    );
    assert_eq!(store.find_session(&token(1), 100_000, None).await, Ok(None));
    assert_eq!(store.find_session(&token(2), 1_000, None).await, Ok(None));
    let missing = store
        .create_session(session(3, player_id(9)), Credential::NewPlayer)
        .await;
    assert_eq!(missing, Err(StoreError::NoSuchPlayer(player_id(9))));
}

async fn session_renewal_is_throttled(db: TestDatabase) {
    let store = open_with_players(&db).await;
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let find = async |now_ms| {
        let found = store
            .find_session(&token(1), now_ms, Some(500))
            .await
            .unwrap();
        found.map(|session| (session.used_ms, session.expires_ms))
    };
    assert_eq!(find(1_499).await, Some((1_000, 100_000)));
    assert_eq!(find(1_500).await, Some((1_500, 201_500)));
    assert_eq!(find(1_999).await, Some((1_500, 201_500)));
    assert_eq!(find(150_000).await, Some((150_000, 350_000)));
    assert_eq!(find(349_000).await, Some((349_000, 400_000)), "its end");
    assert_eq!(find(399_999).await, Some((399_999, 400_000)));
    assert_eq!(find(400_000).await, None, "ended in spite of its use");
}

async fn unused_session_is_not_renewed(db: TestDatabase) {
    let store = open_with_players(&db).await;
    let row = session(1, player_id(1));
    store
        .create_session(row, Credential::NewPlayer)
        .await
        .unwrap();
    let found = store.find_session(&token(1), 100_000, Some(500)).await;
    assert_eq!(found, Ok(None), "expired before the renewal");
    let forever = SessionRow {
        expires_ms: NEVER_MS,
        idle_ms: NEVER_MS,
        ends_ms: NEVER_MS,
        ..session(2, player_id(1))
    };
    store
        .create_session(forever, Credential::NewPlayer)
        .await
        .unwrap();
    let found = store
        .find_session(&token(2), NEVER_MS - 1, Some(500))
        .await
        .unwrap();
    assert_eq!(found.map(|row| row.expires_ms), Some(NEVER_MS));
}

async fn session_requires_the_current_password(db: TestDatabase) {
    let store = db.open().await;
    let ana = player_id(1);
    store.create_account(ana, account("Ana"), 1).await.unwrap();
    let first = store.account(ana).await.unwrap().unwrap().epoch;
    store
        .create_session(session(1, ana), Credential::Password(first))
        .await
        .unwrap();
    let mut notices = store.subscribe();
    let new = PasswordHash::new("new");
    let second = store.set_password(ana, new, Some(first)).await.unwrap();
    let notice = notices.recv().await.unwrap();
    assert_eq!(notice.message, BusMessage::SessionEnded(token(1).prefix()));
    assert_eq!(store.find_session(&token(1), 2_000, None).await, Ok(None));
    let row = store.account(ana).await.unwrap().unwrap();
    assert_eq!((row.password.as_str(), row.epoch), ("new", second));
    // Operations authorised by the old password are refused.
    let stale = Err(StoreError::PasswordChanged);
    let login = Credential::Password(first);
    assert_eq!(store.create_session(session(2, ana), login).await, stale);
    let codes = vec![[77; 32]];
    assert_eq!(
        store.set_recovery_codes(ana, codes, Some(first)).await,
        stale
    );
    let newer = PasswordHash::new("newer");
    assert_eq!(
        store.rehash_password(ana, newer.clone(), first).await,
        stale
    );
    assert_eq!(
        store.set_password(ana, newer.clone(), Some(first)).await,
        Err(StoreError::PasswordChanged)
    );
    let guest = player_id(2);
    store.create_guest(guest, name("Bea"), 1).await.unwrap();
    assert_eq!(
        store.merge_guest(guest, ana, first, 2).await,
        Err(StoreError::PasswordChanged)
    );
    assert!(store.player(guest).await.unwrap().is_some());
    // A new hash of the same password changes neither the epoch nor the sessions.
    let login = Credential::Password(second);
    store.create_session(session(2, ana), login).await.unwrap();
    store.rehash_password(ana, newer, second).await.unwrap();
    let row = store.account(ana).await.unwrap().unwrap();
    assert_eq!((row.password.as_str(), row.epoch), ("newer", second));
    let found = store.find_session(&token(2), 2_000, None).await.unwrap();
    assert!(found.is_some());
    // Recovery ends the sessions, and what the forgotten password was verified for.
    let recovered = store
        .recover(ana, [1; 32], PasswordHash::new("third"))
        .await;
    assert_eq!(recovered, Ok(true));
    assert_eq!(store.find_session(&token(2), 2_000, None).await, Ok(None));
    assert_eq!(store.create_session(session(3, ana), login).await, stale);
    // A guest has no password.
    let guests = Credential::Password(PasswordEpoch::default());
    assert_eq!(store.create_session(session(3, guest), guests).await, stale);
}

async fn session_of_a_session_requires_that_it_has_not_ended(db: TestDatabase) {
    let store = open_with_players(&db).await;
    let (ana, bea) = (player_id(1), player_id(2));
    store
        .create_session(session(1, ana), Credential::NewPlayer)
        .await
        .unwrap();
    let browser = Credential::Session(token(1));
    store
        .create_session(session(2, ana), browser)
        .await
        .unwrap();
    let ended = Err(StoreError::SessionEnded);
    assert_eq!(store.create_session(session(3, bea), browser).await, ended);
    store.end_session(ana, &token(1)).await.unwrap();
    assert_eq!(store.create_session(session(3, ana), browser).await, ended);
}

async fn no_session_survives_a_concurrent_password_change(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    let ana = player_id(1);
    nodes[0]
        .create_account(ana, account("Ana"), 1)
        .await
        .unwrap();
    for round in 0..5_u8 {
        let epoch = nodes[0].account(ana).await.unwrap().unwrap().epoch;
        concurrently(8, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                if number == 4 {
                    let new = PasswordHash::new(format!("password {round}"));
                    store.set_password(ana, new, Some(epoch)).await.unwrap();
                    return;
                }
                let row = session(round * 8 + number as u8 + 1, ana);
                let login = Credential::Password(epoch);
                match store.create_session(row, login).await {
                    Ok(()) | Err(StoreError::PasswordChanged) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        })
        .await;
        assert_eq!(nodes[0].sessions_of(ana, 2_000).await, Ok(vec![]));
    }
}

async fn sessions_are_listed_and_ended_individually(db: TestDatabase) {
    let store = open_with_players(&db).await;
    for number in 1..=4 {
        let mut row = session(number, player_id(1));
        row.used_ms = 1_000 + i64::from(number);
        store
            .create_session(row, Credential::NewPlayer)
            .await
            .unwrap();
    }
    store
        .create_session(session(9, player_id(2)), Credential::NewPlayer)
        .await
        .unwrap();
    let tokens = |rows: Vec<SessionRow>| rows.iter().map(|row| row.token).collect::<Vec<_>>();
    let listed = store.sessions_of(player_id(1), 2_000).await.unwrap();
    assert_eq!(tokens(listed), [token(4), token(3), token(2), token(1)]);
    assert_eq!(store.sessions_of(player_id(1), 100_000).await, Ok(vec![]));

    let mut notices = store.subscribe();
    assert_eq!(
        store.end_session(player_id(1), &token(9)).await,
        Ok(false),
        "another player's session"
    );
    assert_eq!(store.end_session(player_id(1), &token(3)).await, Ok(true));
    assert_eq!(store.end_session(player_id(1), &token(3)).await, Ok(false));
    assert_eq!(store.find_session(&token(3), 2_000, None).await, Ok(None));
    assert!(
        store
            .find_session(&token(9), 2_000, None)
            .await
            .unwrap()
            .is_some()
    );
    let notice = notices.recv().await.unwrap();
    assert_eq!(notice.message, BusMessage::SessionEnded(token(3).prefix()));
    assert!(notice.own);
}

async fn all_other_sessions_end(db: TestDatabase) {
    let store = open_with_players(&db).await;
    for number in 1..=4 {
        store
            .create_session(session(number, player_id(1)), Credential::NewPlayer)
            .await
            .unwrap();
    }
    store
        .create_session(session(9, player_id(2)), Credential::NewPlayer)
        .await
        .unwrap();
    let mut notices = store.subscribe();
    assert_eq!(
        store
            .end_other_sessions(player_id(1), Some(&token(2)))
            .await,
        Ok(3)
    );
    let mut ended = Vec::new();
    for _ in 0..3 {
        ended.push(notices.recv().await.unwrap().message.clone());
    }
    for number in [1, 3, 4] {
        assert!(ended.contains(&BusMessage::SessionEnded(token(number).prefix())));
    }
    assert_eq!(
        store.sessions_of(player_id(1), 2_000).await.unwrap().len(),
        1
    );
    assert_eq!(store.end_other_sessions(player_id(1), None).await, Ok(1));
    assert_eq!(store.end_other_sessions(player_id(1), None).await, Ok(0));
    assert_eq!(
        store.sessions_of(player_id(2), 2_000).await.unwrap().len(),
        1
    );
}

async fn expired_sessions_are_removed(db: TestDatabase) {
    let store = open_with_players(&db).await;
    for (number, expires_ms) in [(1, 2_000), (2, 3_000), (3, 4_000)] {
        let row = SessionRow {
            expires_ms,
            ..session(number, player_id(1))
        };
        store
            .create_session(row, Credential::NewPlayer)
            .await
            .unwrap();
    }
    assert_eq!(store.remove_expired_sessions(1_999).await, Ok(0));
    assert_eq!(store.remove_expired_sessions(3_000).await, Ok(2));
    assert_eq!(store.sessions_of(player_id(1), 0).await.unwrap().len(), 1);
}

async fn token_is_unique(db: TestDatabase) {
    let store = open_with_players(&db).await;
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    let again = store
        .create_session(session(1, player_id(2)), Credential::NewPlayer)
        .await;
    assert!(
        matches!(again, Err(StoreError::Invalid { .. })),
        "{again:?}"
    );
    let found = store
        .find_session(&token(1), 2_000, None)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found.player, player_id(1));
    let mut long = session(2, player_id(1));
    long.label = "x".repeat(1_000);
    assert!(matches!(
        store.create_session(long, Credential::NewPlayer).await,
        Err(StoreError::Invalid { .. })
    ));
}
