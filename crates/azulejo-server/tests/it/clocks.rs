//! Clocks over real sockets: deadlines, the lag allowance, and downtime, which is given back.
//!
//! Real time passes during a test, more of it on a slow machine. So the time that was given back is
//! compared with the time by which the test moved the clocks, give or take the test's own length.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::{Clock, EndedBy, GameView, Status};
use azulejo_protocol::happening::Happening;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_server::Server;
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::support::config;

on_every_database! {
    correspondence_game_is_flagged_at_its_deadline,
    days_of_downtime_are_given_back,
    short_downtime_is_given_back,
    stall_is_given_back_and_flags_no_player,
    heartbeat_gap_of_two_seconds_is_given_back,
    new_games_have_a_lag_allowance,
    takeback_request_survives_downtime,
    rematch_offer_survives_downtime,
    full_game_survives_downtime,
    downtime_does_not_count_as_absence,
    downtime_is_given_back_once_by_concurrent_servers,
}

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
const REAL_TIME: Clock = Clock::RealTime {
    seconds: 300,
    increment: 0,
};

/// A server whose clock the test shifts.
struct ShiftedServer {
    server: Server,
    /// Sets the clock ahead, as if time had passed.
    ahead: Arc<AtomicI64>,
    /// Opens a gap in the heartbeat, as if the server had been stopped.
    stalled: Arc<AtomicI64>,
}

impl ShiftedServer {
    /// Starts a server whose clock is ahead.
    async fn start(database: &TestDatabase, ahead_ms: i64) -> Self {
        let config = config(database);
        let (ahead, stalled) = (config.test.ahead_ms.clone(), config.test.stalled_ms.clone());
        ahead.store(ahead_ms, Ordering::Relaxed);
        let server = Server::start(config).await.expect("the server starts");
        Self {
            server,
            ahead,
            stalled,
        }
    }

    fn advance(&self, ms: i64) {
        self.ahead.fetch_add(ms, Ordering::Relaxed);
    }

    fn stall(&self, ms: i64) {
        self.stalled.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Starts a game of two players, of whom the first is to move.
async fn start_game(server: &Server, clock: Clock) -> (Client, Client, String) {
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let wanted = NewGame {
        id: None,
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Coloured,
        start: Some(1),
        clock: Some(clock),
        public: Some(true),
        undo: None,
    };
    let game = ana.create(&wanted).await.view.id;
    ben.join(&game, None).await;
    let started = ana.send_nonce(&game).await;
    assert_eq!(started.view.status, Status::Running);
    (ana, ben, game)
}

/// Waits for the turn and makes a move.
async fn make_move(client: &mut GameClient) {
    let ready = |me: &GameClient| me.must_act() || me.is_over();
    assert!(client.wait_until(ready).await);
    client.act().await.expect("a legal move in time");
}

fn left(view: &GameView, seat: usize) -> i64 {
    let clock = view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a player's clock")
}

/// Returns the downtimes that were given back.
async fn given_back(client: &Client, game: &str) -> Vec<i64> {
    let mut socket = client.socket().await;
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: None,
        hash: None,
    };
    socket.send(&watch).await;
    let log = socket
        .wait_for(|frame| match frame {
            ServerFrame::Game { log, .. } => Some(log.clone()),
            _ => None,
        })
        .await;
    let resumed = log.iter().filter_map(|step| match step.what {
        Happening::Resumed { down } => Some(down),
        _ => None,
    });
    resumed.collect()
}

/// Asserts that the downtime was given back, give or take the length of the test.
#[track_caller]
fn check_given_back(given: &[i64], downtime: i64, start: Instant) {
    assert!(!given.is_empty(), "nothing was given back");
    let lasted = i64::try_from(start.elapsed().as_millis()).expect("a short test");
    let difference = given.iter().sum::<i64>() - downtime;
    assert!(
        difference.abs() <= lasted,
        "{given:?} ms were given back for {downtime} ms of downtime, and the test took {lasted} ms"
    );
}

async fn correspondence_game_is_flagged_at_its_deadline(database: TestDatabase) {
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, Clock::Days { days: 1 }).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    // Each move starts a new day.
    for client in [&mut one, &mut other] {
        node.advance(DAY_MS - 10 * MINUTE_MS);
        make_move(client).await;
    }
    node.advance(DAY_MS);
    assert!(one.wait_until(GameClient::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Time, Some(1)));
    assert_eq!(result.winners, [2]);
    node.server.stop().await;
}

async fn days_of_downtime_are_given_back(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, _ben, game) = start_game(&node.server, Clock::Days { days: 1 }).await;
    node.server.stop().await;
    let node = ShiftedServer::start(&database, 2 * DAY_MS).await;
    let ana = ana.at(node.server.address());
    check_given_back(&given_back(&ana, &game).await, 2 * DAY_MS, start);
    let mut one = ana.follow(&game).await;
    assert_eq!(one.view.status, Status::Running);
    let spent = DAY_MS - left(&one.view, 0);
    let lasted = i64::try_from(start.elapsed().as_millis()).expect("a short test");
    assert!(spent <= lasted, "{spent} ms were charged");
    make_move(&mut one).await;
    node.server.stop().await;
}

async fn short_downtime_is_given_back(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, _ben, game) = start_game(&node.server, REAL_TIME).await;
    node.server.stop().await;
    let node = ShiftedServer::start(&database, 2_000).await;
    let ana = ana.at(node.server.address());
    check_given_back(&given_back(&ana, &game).await, 2_000, start);
    node.server.stop().await;
}

async fn stall_is_given_back_and_flags_no_player(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    assert!(one.wait_until(GameClient::must_act).await);
    // Ana has five minutes, and moves as soon as the server wakes up.
    node.stall(10 * MINUTE_MS);
    one.act().await.expect("a move in time");
    // Ben waits for the `resumed` event.
    assert!(other.wait_until(GameClient::must_act).await);
    let before = other.view.ply;
    node.stall(20 * MINUTE_MS);
    assert!(other.wait_until(|me| me.view.ply > before).await);
    assert_eq!(other.view.status, Status::Running);
    make_move(&mut other).await;
    check_given_back(&given_back(&ana, &game).await, 30 * MINUTE_MS, start);
    // Time that passes while the server is up is charged.
    node.advance(10 * MINUTE_MS);
    assert!(other.wait_until(GameClient::is_over).await);
    let result = other.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Time, Some(1)));
    node.server.stop().await;
}

async fn heartbeat_gap_of_two_seconds_is_given_back(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    for client in [&mut one, &mut other] {
        assert!(client.wait_until(GameClient::must_act).await);
        node.stall(2_000);
        client.act().await.expect("a move in time");
    }
    check_given_back(&given_back(&ana, &game).await, 4_000, start);
    node.server.stop().await;
}

async fn new_games_have_a_lag_allowance(database: TestDatabase) {
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, _ben, game) = start_game(&node.server, REAL_TIME).await;
    let one = ana.follow(&game).await;
    let clock = one.view.clock.as_ref().expect("a clock");
    assert_eq!(clock.lag, Some(250));
    node.server.stop().await;
}

/// Restarts the server after ten minutes of downtime.
async fn restart_after_ten_minutes(node: ShiftedServer, database: &TestDatabase) -> ShiftedServer {
    let ahead = node.ahead.load(Ordering::Relaxed) + 10 * MINUTE_MS;
    node.server.stop().await;
    ShiftedServer::start(database, ahead).await
}

async fn takeback_request_survives_downtime(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, Clock::None).await;
    let mut one = ana.follow(&game).await;
    assert!(one.wait_until(GameClient::must_act).await);
    let to = one.view.ply;
    make_move(&mut one).await;
    let requested = one.command(|game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    });
    requested.await.expect("a takeback request");
    assert!(one.wait_until(|me| me.view.undo.is_some()).await);
    let until = one.view.undo.as_ref().expect("a takeback request").until;
    let node = restart_after_ten_minutes(node, &database).await;
    let (ana, ben) = (ana.at(node.server.address()), ben.at(node.server.address()));
    check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, start);
    let mut other = ben.follow(&game).await;
    // The 30 seconds themselves keep running, and may be over on a slow machine.
    if let Some(request) = &other.view.undo {
        assert!(request.until >= until + 10 * MINUTE_MS);
        let answered = other.command(|game, id| ClientFrame::AnswerUndo {
            game,
            id,
            seat: 2,
            agree: true,
        });
        let answered = answered.await;
        assert!(
            answered.is_ok() || start.elapsed().as_secs() >= 30,
            "{answered:?}"
        );
    } else {
        assert!(start.elapsed().as_secs() >= 30, "the request has expired");
    }
    node.server.stop().await;
}

async fn rematch_offer_survives_downtime(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, Clock::None).await;
    let mut one = ana.follow(&game).await;
    let resigned = one.command(|game, id| ClientFrame::Resign { game, id, seat: 1 });
    resigned.await.expect("a resignation");
    let agree = |game, id| ClientFrame::Rematch {
        game,
        id,
        agree: true,
    };
    one.command(agree).await.expect("Ana agrees");
    let node = restart_after_ten_minutes(node, &database).await;
    let (ana, ben) = (ana.at(node.server.address()), ben.at(node.server.address()));
    let mut other = ben.follow(&game).await;
    other.command(agree).await.expect("Ben agrees");
    check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, start);
    let next = |me: &GameClient| me.view.rematch.as_ref().and_then(|r| r.game.clone());
    assert!(other.wait_until(|me| next(me).is_some()).await);
    let next = next(&other).expect("a game");
    let shown: GameAnswer = ben.get(&format!("/games/{next}")).await.expect("the game");
    assert_eq!(shown.own.seats, [2], "the seat is not open to others");
    node.server.stop().await;
}

async fn full_game_survives_downtime(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let ana = Client::guest(node.server.address(), "Ana").await;
    let ben = Client::guest(node.server.address(), "Ben").await;
    let wanted = NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: Some(true),
        undo: None,
        id: None,
    };
    let game = ana.create(&wanted).await.view.id;
    let joined = ben.join(&game, None).await;
    assert_eq!(joined.view.status, Status::Waiting);
    let node = restart_after_ten_minutes(node, &database).await;
    let ana = ana.at(node.server.address());
    // The game still waits for Ana's nonce, unless the ten seconds are over on a slow machine.
    let one = ana.follow(&game).await;
    let late = start.elapsed().as_secs() >= 10;
    assert!(one.view.status == Status::Waiting || late);
    if one.view.status == Status::Waiting {
        check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, start);
    }
    node.server.stop().await;
}

async fn downtime_does_not_count_as_absence(database: TestDatabase) {
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, ben, game) = start_game(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let since = |me: &GameClient| {
        let presence = me.presence.as_ref()?;
        let away = presence.away.iter().find(|away| away.seat == 2)?;
        Some(away.since)
    };
    let bens = ben.follow(&game).await;
    let present = |me: &GameClient| {
        let presence = me.presence.as_ref();
        presence.is_some_and(|presence| presence.here.contains(&2))
    };
    assert!(one.wait_until(present).await);
    bens.socket.disconnect();
    assert!(one.wait_until(|me| since(me).is_some()).await);
    let before = since(&one).expect("Ben is away");
    node.stall(10 * MINUTE_MS);
    let shifted = |me: &GameClient| {
        let later = since(me).is_some_and(|since| since >= before + 9 * MINUTE_MS);
        later || me.is_over()
    };
    assert!(one.wait_until(shifted).await);
    assert_eq!(one.view.status, Status::Running);
    // Absence while the server is up counts.
    node.advance(2 * MINUTE_MS);
    assert!(one.wait_until(GameClient::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    node.server.stop().await;
}

async fn downtime_is_given_back_once_by_concurrent_servers(database: TestDatabase) {
    let start = Instant::now();
    let node = ShiftedServer::start(&database, 0).await;
    let (ana, _ben, game) = start_game(&node.server, REAL_TIME).await;
    node.server.stop().await;
    let start_node = || async {
        let config = config(&database);
        config.test.ahead_ms.store(4 * MINUTE_MS, Ordering::Relaxed);
        Server::start(config).await
    };
    let (first, second) = tokio::join!(start_node(), start_node());
    let mut servers = Vec::new();
    for started in [first, second] {
        match (started, &database) {
            (Ok(server), _) => servers.push(server),
            // Two servers cannot share a SQLite file.
            (Err(error), TestDatabase::Sqlite(_)) => assert!(
                error.to_string().contains("stop it first"),
                "{error} says what to do"
            ),
            (Err(error), TestDatabase::Postgres(_)) => panic!("{error}"),
        }
    }
    let expected = match &database {
        TestDatabase::Sqlite(_) => 1,
        TestDatabase::Postgres(_) => 2,
    };
    assert_eq!(servers.len(), expected);
    // Another node finds nothing to give back.
    if expected == 2 {
        servers.push(start_node().await.expect("the server starts"));
    }
    for server in &servers {
        let ana = ana.at(server.address());
        check_given_back(&given_back(&ana, &game).await, 4 * MINUTE_MS, start);
    }
    for server in servers {
        server.stop().await;
    }
}
