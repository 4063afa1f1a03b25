//! Games that have not started: expiry and grace periods.

use std::sync::atomic::AtomicI64;
use std::time::Duration;

use azulejo_protocol::game::{Clock, EndedBy, Status};
use azulejo_protocol::http::{GameAnswer, MyGames};
use azulejo_store::{GameHead, Store};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{
    MINUTE_MS, REAL_TIME, advance, away_view, disconnect, open_game, start_ahead, start_on_store,
    two_guests,
};
use crate::support::open_store;

on_every_database! {
    grace_period_begins_at_the_start,
    real_time_game_without_its_host_expires,
    connected_host_keeps_the_game_open,
    other_games_expire_after_seven_days,
    full_game_starts_after_a_restart,
}

async fn full_game_starts_after_a_restart(database: TestDatabase) {
    let (server, _) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = ana.create(&open_game(2, None)).await.view.id;
    assert_eq!(ben.join(&game, None).await.view.status, Status::Waiting);
    server.stop().await;
    let (server, ahead) = start_ahead(0, &database).await;
    let ana = ana.at(server.address());
    advance(&ahead, MINUTE_MS);
    // Listing games does not load them.
    loop {
        let mine: MyGames = ana.get("/me/games").await.expect("Ana's games");
        if mine.games[0].status == Status::Running {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let started: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("a game");
    assert_eq!(started.view.draw.nonces, [None, Some("ab".repeat(16))]);
    server.stop().await;
}

async fn grace_period_begins_at_the_start(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = ana.create(&open_game(2, Some(REAL_TIME))).await.view.id;
    ana.send_nonce(&game).await;
    let host = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    disconnect(host, 1, &mut other).await;
    let before = away_view(&other, 1).expect("away");
    assert_eq!(before.until, None, "no countdown before the start");
    advance(&ahead, 10 * MINUTE_MS);
    let started = ben.join(&game, None).await;
    assert_eq!(started.view.status, Status::Running);
    let counted = |me: &GameClient| away_view(me, 1).is_some_and(|away| away.until.is_some());
    assert!(other.wait_until(counted).await);
    let away = away_view(&other, 1).expect("away");
    assert_eq!(away.since, before.since);
    let until = away.until.expect("a countdown");
    assert!(
        until >= before.since + 11 * MINUTE_MS,
        "the countdown begins at the start: {} ms",
        until - before.since
    );
    advance(&ahead, 2 * MINUTE_MS);
    let _shown: Result<GameAnswer, _> = ben.get(&format!("/games/{game}")).await;
    assert!(other.wait_until(GameClient::is_over).await);
    let result = other.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(1)));
    let ended = other.view.clock.as_ref().expect("a clock").at;
    assert!(ended >= until, "the game ended before the countdown");
    server.stop().await;
}

async fn wait_for_cancellation(witness: &mut GameClient) {
    let cancelled = |me: &GameClient| me.view.status == Status::Cancelled;
    assert!(witness.wait_until(cancelled).await);
    assert!(
        witness.view.draw.secret.is_some(),
        "the secret was not revealed"
    );
}

async fn real_time_game_without_its_host_expires(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = ana.create(&open_game(3, Some(REAL_TIME))).await.view.id;
    let mut other = ben.follow(&game).await;
    advance(&ahead, 20 * MINUTE_MS);
    ben.join(&game, None).await;
    assert!(other.wait_until(|me| me.view.ply > 1).await);
    assert_eq!(other.view.status, Status::Waiting);
    // Ben is connected, but Ana hosts the game.
    advance(&ahead, 11 * MINUTE_MS);
    wait_for_cancellation(&mut other).await;
    server.stop().await;
}

async fn head(store: &dyn Store, game: &str) -> GameHead {
    let game = game.parse().expect("an id");
    let heads = store.heads(&[game]).await.expect("a response");
    heads[0]
}

/// Waits until a game's expiry is later than `at`, and returns it.
async fn expires_after(store: &dyn Store, game: &str, at: i64) -> i64 {
    loop {
        let expires = head(store, game).await.expires_ms.expect("an expiry");
        if expires > at {
            return expires;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn connected_host_keeps_the_game_open(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let created = ana.create(&open_game(2, Some(REAL_TIME))).await.view;
    let game = created.id;
    let first = head(&*store, &game).await.expires_ms.expect("a time");
    assert_eq!(first, created.created + 30 * MINUTE_MS);
    let mut host = ana.follow(&game).await;
    // Connecting extends the expiry, and so does staying connected, despite frequent requests.
    let came = expires_after(&*store, &game, first).await;
    let requests = spawn_frequent_requests(ben.clone(), game.clone());
    while_receiving(&mut host, expires_after(&*store, &game, came)).await;
    requests.abort();
    // The control: a game without its host expires.
    let control = ben.create(&open_game(2, Some(REAL_TIME))).await.view.id;
    let mut witness = ana.follow(&control).await;
    advance(&ahead, 31 * MINUTE_MS);
    while_receiving(&mut host, wait_for_cancellation(&mut witness)).await;
    let shown: GameAnswer = ben.get(&format!("/games/{game}")).await.expect("a game");
    assert_eq!(shown.view.status, Status::Waiting);
    // After the host leaves, the game expires in half an hour.
    let mut other = ben.follow(&game).await;
    disconnect(host, 1, &mut other).await;
    let gone = away_view(&other, 1).expect("away").since;
    expires_after(&*store, &game, gone + 30 * MINUTE_MS - 1).await;
    advance(&ahead, 31 * MINUTE_MS);
    wait_for_cancellation(&mut other).await;
    server.stop().await;
}

/// Awaits a future while a client keeps answering pings.
async fn while_receiving<T>(client: &mut GameClient, future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        tokio::select! {
            output = &mut future => return output,
            frame = client.receive() => assert!(frame.is_some(), "the socket was closed"),
        }
    }
}

/// Sends requests more often than the game's own timer fires.
fn spawn_frequent_requests(client: Client, game: String) -> tokio::task::JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            let _shown: Result<GameAnswer, _> = client.get(&format!("/games/{game}")).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
}

const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

async fn other_games_expire_after_seven_days(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead): (_, std::sync::Arc<AtomicI64>) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    for clock in [None, Some(Clock::Days { days: 3 })] {
        let created = ana.create(&open_game(3, clock)).await.view;
        let game = created.id;
        let expires = head(&*store, &game).await.expires_ms;
        assert_eq!(expires, Some(created.created + 7 * DAY_MS));
        advance(&ahead, 6 * DAY_MS);
        let mut other = ben.follow(&game).await;
        ben.join(&game, None).await;
        // A change extends the expiry by another week.
        let expires = head(&*store, &game).await.expires_ms;
        assert!(
            expires >= Some(created.created + 13 * DAY_MS),
            "{expires:?}"
        );
        advance(&ahead, 7 * DAY_MS + MINUTE_MS);
        wait_for_cancellation(&mut other).await;
    }
    server.stop().await;
}
