//! Sessions and guests that nobody needs any more.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use azulejo_protocol::http::Me;
use azulejo_server::draws::from_hex;
use azulejo_store::{
    Credential, NEVER_MS, PlayerId, PlayerName, SessionKind, SessionRow, Store, TokenHash,
};
use sha2::{Digest as _, Sha256};

use crate::absence::on_store;
use crate::support::{House, PATIENCE, Person, stories};

stories! {
    expired_sessions_and_guests_who_left_no_trace_are_removed_by_themselves,
    guests_session_lives_for_a_year_after_its_last_use,
}

fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(now.expect("a clock").as_millis()).expect("not so late")
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

async fn expired_sessions_and_guests_who_left_no_trace_are_removed_by_themselves(house: House) {
    let store = house.store().await;
    let now = now_ms();
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

/// What the store has of the session of a token.
async fn stored(store: &dyn Store, token: &str) -> SessionRow {
    let token = from_hex(token).expect("hex digits");
    let hash = TokenHash::new(Sha256::digest(token).into());
    let found = store.find_session(&hash, now_ms(), None).await;
    found.expect("an answer").expect("a session")
}

async fn guests_session_lives_for_a_year_after_its_last_use(house: House) {
    const LIFETIME_MS: i64 = 365 * 86_400_000;
    let store = house.store().await;
    let (server, _ahead) = on_store(&house, &store).await;
    let ana = Person::new(server.address(), "Ana").await;
    let new = stored(&*store, &ana.token).await;
    assert_eq!(new.expires_ms, new.created_ms + LIFETIME_MS);
    // A use on the last day of a session extends it by the whole lifetime.
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
    let me: Me = back.get("/me").await.expect("she is known");
    assert_eq!(me.name, ana.name);
    let used = stored(&*store, &back.token).await;
    assert!(
        used.used_ms >= begun,
        "{} ms too early",
        begun - used.used_ms
    );
    assert_eq!(used.expires_ms, used.used_ms + LIFETIME_MS);
    server.stop().await;
}
