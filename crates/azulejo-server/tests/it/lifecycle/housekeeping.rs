//! Removal of expired sessions and unused guests.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use azulejo_protocol::http::Me;
use azulejo_server::draws::from_hex;
use azulejo_store::{
    Credential, NEVER_MS, PlayerId, PlayerName, SessionKind, SessionRow, Store, TokenHash,
};
use azulejo_testkit::{Client, TIMEOUT, TestDatabase, on_every_database};
use sha2::{Digest as _, Sha256};

use crate::lifecycle::start_on_store;
use crate::support::open_store;

on_every_database! {
    expired_sessions_and_unused_guests_are_removed,
    guest_session_expires_a_year_after_its_last_use,
}

fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(now.expect("a clock").as_millis()).expect("a representable time")
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
        idle_ms: 86_400_000,
        ends_ms: NEVER_MS,
    };
    let credential = Credential::NewPlayer;
    store
        .create_session(session, credential)
        .await
        .expect("a session");
}

async fn expired_sessions_and_unused_guests_are_removed(database: TestDatabase) {
    let store = open_store(&database).await;
    let now = now_ms();
    let (long_ago, later) = (now - 400 * 86_400_000, now + 86_400_000);
    // The guests differ only in their times.
    guest(&*store, 1, long_ago).await;
    guest(&*store, 2, long_ago).await;
    session(&*store, 2, now - 1).await;
    guest(&*store, 3, long_ago).await;
    session(&*store, 3, later).await;
    guest(&*store, 4, now).await;
    let (server, _ahead) = start_on_store(&database, &store).await;
    let start = Instant::now();
    for gone in [1, 2] {
        while store.player(id(gone)).await.expect("a response").is_some() {
            assert!(start.elapsed() < TIMEOUT, "guest {gone} was not removed");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    for kept in [3, 4] {
        let player = store.player(id(kept)).await.expect("a response");
        assert!(player.is_some(), "guest {kept} was removed");
    }
    let token = TokenHash::new([3; 32]);
    let session = store.find_session(&token, now, None).await;
    assert!(session.expect("a response").is_some());
    server.stop().await;
}

/// Returns the stored session of a token.
async fn stored_session(store: &dyn Store, token: &str) -> SessionRow {
    let token = from_hex(token).expect("hex digits");
    let hash = TokenHash::new(Sha256::digest(token).into());
    let found = store.find_session(&hash, now_ms(), None).await;
    found.expect("a response").expect("a session")
}

async fn guest_session_expires_a_year_after_its_last_use(database: TestDatabase) {
    const LIFETIME_MS: i64 = 365 * 86_400_000;
    let store = open_store(&database).await;
    let (server, _ahead) = start_on_store(&database, &store).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let new = stored_session(&*store, &ana.token).await;
    assert_eq!(new.expires_ms, new.created_ms + LIFETIME_MS);
    // Use on the last day of a session extends it by the full lifetime.
    let mut back = ana.clone();
    back.token = "5a".repeat(32);
    let begun = now_ms();
    let old = SessionRow {
        token: TokenHash::new(Sha256::digest([0x5a; 32]).into()),
        created_ms: begun - LIFETIME_MS,
        used_ms: begun - LIFETIME_MS + 86_400_000,
        expires_ms: begun + 86_400_000,
        ..new
    };
    let credential = Credential::NewPlayer;
    store
        .create_session(old, credential)
        .await
        .expect("a session");
    let me: Me = back.get("/me").await.expect("a valid session");
    assert_eq!(me.name, ana.name);
    let used = stored_session(&*store, &back.token).await;
    assert!(
        used.used_ms >= begun,
        "{} ms too early",
        begun - used.used_ms
    );
    assert_eq!(used.expires_ms, used.used_ms + LIFETIME_MS);
    server.stop().await;
}
