//! Sessions and guests that nobody needs any more.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use azulejo_store::{PlayerId, PlayerName, SessionKind, SessionRow, Store, TokenHash};

use crate::on_store;
use crate::support::{House, PATIENCE, stories};

stories! {
    expired_sessions_and_guests_who_left_no_trace_are_removed_by_themselves,
}

fn id(number: u8) -> PlayerId {
    PlayerId::from_entropy([number; 16])
}

async fn guest(store: &dyn Store, number: u8, created_ms: i64) {
    let name = PlayerName {
        shown: format!("Guest {number}"),
        folded: format!("guest {number}"),
    };
    let made = store.create_guest(id(number), name, created_ms).await;
    made.expect("a guest");
}

async fn session(store: &dyn Store, number: u8, expires_ms: i64) {
    let session = SessionRow {
        token: TokenHash::new([number; 32]),
        player: id(number),
        kind: SessionKind::Cookie,
        label: "a browser".to_owned(),
        created_ms: 1,
        used_ms: 1,
        expires_ms,
    };
    store.create_session(session).await.expect("a session");
}

async fn expired_sessions_and_guests_who_left_no_trace_are_removed_by_themselves(house: House) {
    let store = house.store().await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = i64::try_from(now.expect("a clock").as_millis()).expect("not so late");
    let (long_ago, later) = (now - 400 * 86_400_000, now + 86_400_000);
    // Nothing but their time tells the first two from the others.
    guest(&*store, 1, long_ago).await;
    guest(&*store, 2, long_ago).await;
    session(&*store, 2, now - 1).await;
    guest(&*store, 3, long_ago).await;
    session(&*store, 3, later).await;
    guest(&*store, 4, now).await;
    let (server, _ahead) = on_store(&house, &store).await;
    let begun = Instant::now();
    for gone in [1, 2] {
        while store.player(id(gone)).await.expect("an answer").is_some() {
            assert!(begun.elapsed() < PATIENCE, "guest {gone} is kept");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    for kept in [3, 4] {
        let player = store.player(id(kept)).await.expect("an answer");
        assert!(player.is_some(), "guest {kept} may come back");
    }
    let token = TokenHash::new([3; 32]);
    let session = store.find_session(&token, now, None).await;
    assert!(session.expect("an answer").is_some());
    server.stop().await;
}
