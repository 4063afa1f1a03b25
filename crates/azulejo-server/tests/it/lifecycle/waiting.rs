//! Games that have not started: who waits, and for how long.

use std::sync::atomic::AtomicI64;
use std::time::Duration;

use azulejo_protocol::game::{Clock, EndedBy, Status};
use azulejo_protocol::http::{GameAnswer, MyGames};
use azulejo_store::{GameHead, Store};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{
    MINUTE_MS, REAL_TIME, ahead_by, away_view, leaves, on_store, open_game, pass, two_people,
};
use crate::support::open_store;

on_every_database! {
    whoever_was_away_before_the_start_has_a_minute_from_then_on,
    a_real_time_game_expires_without_its_host_whoever_else_comes,
    a_host_who_is_there_keeps_the_game_open,
    other_games_expire_after_seven_days,
    a_full_game_starts_by_itself_after_a_restart,
}

async fn a_full_game_starts_by_itself_after_a_restart(database: TestDatabase) {
    let (server, _) = ahead_by(0, &database).await;
    let (ana, ben) = two_people(&server).await;
    let game = ana.create(&open_game(2, None)).await.view.id;
    assert_eq!(ben.join(&game, None).await.view.status, Status::Waiting);
    server.stop().await;
    let (server, ahead) = ahead_by(0, &database).await;
    let ana = ana.at(server.address());
    pass(&ahead, MINUTE_MS);
    // A list of games wakes up none of them.
    loop {
        let mine: MyGames = ana.get("/me/games").await.expect("her games");
        if mine.games[0].status == Status::Running {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let started: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("a game");
    assert_eq!(started.view.draw.nonces, [None, Some("ab".repeat(16))]);
    server.stop().await;
}

async fn whoever_was_away_before_the_start_has_a_minute_from_then_on(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let (ana, ben) = two_people(&server).await;
    let game = ana.create(&open_game(2, Some(REAL_TIME))).await.view.id;
    ana.send_nonce(&game).await;
    let host = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    leaves(host, 1, &mut other).await;
    let before = away_view(&other, 1).expect("away");
    assert_eq!(before.until, None, "nothing is lost before the start");
    pass(&ahead, 10 * MINUTE_MS);
    let started = ben.join(&game, None).await;
    assert_eq!(started.view.status, Status::Running);
    let counted = |me: &GameClient| away_view(me, 1).is_some_and(|away| away.until.is_some());
    assert!(other.wait_until(counted).await);
    let away = away_view(&other, 1).expect("away");
    assert_eq!(away.since, before.since);
    let until = away.until.expect("a countdown");
    assert!(
        until >= before.since + 11 * MINUTE_MS,
        "it counts from the start: {} ms",
        until - before.since
    );
    pass(&ahead, 2 * MINUTE_MS);
    let _shown: Result<GameAnswer, _> = ben.get(&format!("/games/{game}")).await;
    assert!(other.wait_until(GameClient::is_over).await);
    let result = other.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(1)));
    let ended = other.view.clock.as_ref().expect("a clock").at;
    assert!(
        ended >= until,
        "the countdown that was shown is the one that counts"
    );
    server.stop().await;
}

async fn is_cancelled(witness: &mut GameClient) {
    let cancelled = |me: &GameClient| me.view.status == Status::Cancelled;
    assert!(witness.wait_until(cancelled).await);
    assert!(witness.view.draw.secret.is_some(), "the secret is revealed");
}

async fn a_real_time_game_expires_without_its_host_whoever_else_comes(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let (ana, ben) = two_people(&server).await;
    let game = ana.create(&open_game(3, Some(REAL_TIME))).await.view.id;
    let mut other = ben.follow(&game).await;
    pass(&ahead, 20 * MINUTE_MS);
    ben.join(&game, None).await;
    assert!(other.wait_until(|me| me.view.ply > 1).await);
    assert_eq!(other.view.status, Status::Waiting);
    // Ben is there, but it is Ana's game.
    pass(&ahead, 11 * MINUTE_MS);
    is_cancelled(&mut other).await;
    server.stop().await;
}

async fn head(store: &dyn Store, game: &str) -> GameHead {
    let game = game.parse().expect("an id");
    let heads = store.heads(&[game]).await.expect("an answer");
    heads[0]
}

/// Waits until a game expires later than at a time.
async fn expires_after(store: &dyn Store, game: &str, at: i64) -> i64 {
    loop {
        let expires = head(store, game).await.expires_ms.expect("it waits");
        if expires > at {
            return expires;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn a_host_who_is_there_keeps_the_game_open(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead) = on_store(&database, &store).await;
    let (ana, ben) = two_people(&server).await;
    let created = ana.create(&open_game(2, Some(REAL_TIME))).await.view;
    let game = created.id;
    let first = head(&*store, &game).await.expires_ms.expect("a time");
    assert_eq!(first, created.created + 30 * MINUTE_MS);
    let mut host = ana.follow(&game).await;
    // Her coming counts, and so does her staying, whatever else the table is told meanwhile.
    let came = expires_after(&*store, &game, first).await;
    let asking = asks_again_and_again(ben.clone(), game.clone());
    listening(&mut host, expires_after(&*store, &game, came)).await;
    asking.abort();
    // A game of the same kind whose host is not there: it expires, and with it this one would.
    let control = ben.create(&open_game(2, Some(REAL_TIME))).await.view.id;
    let mut witness = ana.follow(&control).await;
    pass(&ahead, 31 * MINUTE_MS);
    listening(&mut host, is_cancelled(&mut witness)).await;
    let shown: GameAnswer = ben.get(&format!("/games/{game}")).await.expect("a game");
    assert_eq!(shown.view.status, Status::Waiting);
    // From the moment at which she leaves she has half an hour.
    let mut other = ben.follow(&game).await;
    leaves(host, 1, &mut other).await;
    let gone = away_view(&other, 1).expect("away").since;
    expires_after(&*store, &game, gone + 30 * MINUTE_MS - 1).await;
    pass(&ahead, 31 * MINUTE_MS);
    is_cancelled(&mut other).await;
    server.stop().await;
}

/// Does something while somebody else goes on listening: whoever answers no pings is not there.
async fn listening<T>(who: &mut GameClient, something: impl Future<Output = T>) -> T {
    let mut something = std::pin::pin!(something);
    loop {
        tokio::select! {
            done = &mut something => return done,
            heard = who.receive() => assert!(heard.is_some(), "the socket stays open"),
        }
    }
}

/// Messages that come faster than the table looks around by itself.
fn asks_again_and_again(person: Client, game: String) -> tokio::task::JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            let _shown: Result<GameAnswer, _> = person.get(&format!("/games/{game}")).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
}

const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

async fn other_games_expire_after_seven_days(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead): (_, std::sync::Arc<AtomicI64>) = on_store(&database, &store).await;
    let (ana, ben) = two_people(&server).await;
    for clock in [None, Some(Clock::Days { days: 3 })] {
        let created = ana.create(&open_game(3, clock)).await.view;
        let game = created.id;
        let expires = head(&*store, &game).await.expires_ms;
        assert_eq!(expires, Some(created.created + 7 * DAY_MS));
        pass(&ahead, 6 * DAY_MS);
        let mut other = ben.follow(&game).await;
        ben.join(&game, None).await;
        // The game has changed, so it waits for another week.
        let expires = head(&*store, &game).await.expires_ms;
        assert!(
            expires >= Some(created.created + 13 * DAY_MS),
            "{expires:?}"
        );
        pass(&ahead, 7 * DAY_MS + MINUTE_MS);
        is_cancelled(&mut other).await;
    }
    server.stop().await;
}
