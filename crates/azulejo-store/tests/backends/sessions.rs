//! Sessions: lookup, renewal and end.

use std::sync::Arc;

use azulejo_store::{BusMessage, Renewal, SessionRow, StoreError};

use crate::fixtures::{TestDatabase, backend_tests, name, player_id, session, token};

backend_tests! {
    session_is_found_until_it_expires,
    session_renewal_is_throttled,
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
    store.create_session(cookie.clone()).await.unwrap();
    assert_eq!(
        store.find_session(&token(1), 99_999, None).await,
        Ok(Some(cookie))
    );
    assert_eq!(store.find_session(&token(1), 100_000, None).await, Ok(None));
    assert_eq!(store.find_session(&token(2), 1_000, None).await, Ok(None));
    let missing = store.create_session(session(3, player_id(9))).await;
    assert_eq!(missing, Err(StoreError::NoSuchPlayer(player_id(9))));
}

async fn session_renewal_is_throttled(db: TestDatabase) {
    let store = open_with_players(&db).await;
    store
        .create_session(session(1, player_id(1)))
        .await
        .unwrap();
    let renewal = Some(Renewal {
        every_ms: 500,
        lifetime_ms: 200_000,
    });
    let find = async |now_ms| {
        let found = store
            .find_session(&token(1), now_ms, renewal)
            .await
            .unwrap();
        found.map(|session| (session.used_ms, session.expires_ms))
    };
    assert_eq!(find(1_499).await, Some((1_000, 100_000)));
    assert_eq!(find(1_500).await, Some((1_500, 201_500)));
    assert_eq!(find(1_999).await, Some((1_500, 201_500)));
    assert_eq!(find(150_000).await, Some((150_000, 350_000)));
    assert_eq!(find(350_000).await, None, "expired before the renewal");
}

async fn sessions_are_listed_and_ended_individually(db: TestDatabase) {
    let store = open_with_players(&db).await;
    for number in 1..=4 {
        let mut row = session(number, player_id(1));
        row.used_ms = 1_000 + i64::from(number);
        store.create_session(row).await.unwrap();
    }
    store
        .create_session(session(9, player_id(2)))
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
            .create_session(session(number, player_id(1)))
            .await
            .unwrap();
    }
    store
        .create_session(session(9, player_id(2)))
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
        store.create_session(row).await.unwrap();
    }
    assert_eq!(store.remove_expired_sessions(1_999).await, Ok(0));
    assert_eq!(store.remove_expired_sessions(3_000).await, Ok(2));
    assert_eq!(store.sessions_of(player_id(1), 0).await.unwrap().len(), 1);
}

async fn token_is_unique(db: TestDatabase) {
    let store = open_with_players(&db).await;
    store
        .create_session(session(1, player_id(1)))
        .await
        .unwrap();
    let again = store.create_session(session(1, player_id(2))).await;
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
        store.create_session(long).await,
        Err(StoreError::Invalid { .. })
    ));
}
