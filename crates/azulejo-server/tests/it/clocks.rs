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

use crate::support::{House, Person, Seatholder, stories};

stories! {
    a_game_by_days_is_flagged_at_its_deadline,
    days_of_downtime_are_given_back,
    a_short_downtime_is_given_back,
    a_stopped_server_gives_its_downtime_back_and_flags_nobody,
    a_heartbeat_gap_of_two_seconds_is_given_back,
    new_games_have_a_lag_allowance,
    an_undo_question_outlives_the_server,
    a_rematch_outlives_the_server,
    a_full_table_outlives_the_server,
    downtime_does_not_count_as_absence,
    two_servers_that_start_together_give_downtime_back_once,
}

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
const REAL_TIME: Clock = Clock::RealTime {
    seconds: 300,
    increment: 0,
};

/// A server whose clock the test moves.
struct Moved {
    server: Server,
    /// Sets the clock ahead, as if time had passed.
    ahead: Arc<AtomicI64>,
    /// Opens a gap in the heartbeat, as if the server had been stopped.
    stalled: Arc<AtomicI64>,
}

impl Moved {
    /// Starts a server so many milliseconds ahead.
    async fn start(house: &House, ahead_ms: i64) -> Self {
        let config = house.config();
        let (ahead, stalled) = (config.test.ahead_ms.clone(), config.test.stalled_ms.clone());
        ahead.store(ahead_ms, Ordering::Relaxed);
        let server = Server::start(config).await.expect("a server");
        Self {
            server,
            ahead,
            stalled,
        }
    }

    fn pass(&self, ms: i64) {
        self.ahead.fetch_add(ms, Ordering::Relaxed);
    }

    fn stand_still(&self, ms: i64) {
        self.stalled.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Two people at a running game; the first is to move.
async fn two_at(server: &Server, clock: Clock) -> (Person, Person, String) {
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
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

/// Makes a move as soon as it is one's turn.
async fn moves(who: &mut Seatholder) {
    let ready = |me: &Seatholder| me.must_act() || me.is_over();
    assert!(who.hear_until(ready).await);
    who.act().await.expect("a legal move in time");
}

fn left(view: &GameView, seat: usize) -> i64 {
    let clock = view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a person's clock")
}

/// Returns the downtimes that were given back.
async fn given_back(person: &Person, game: &str) -> Vec<i64> {
    let mut socket = person.socket().await;
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: None,
        hash: None,
    };
    socket.send(&watch).await;
    let log = socket
        .until(|frame| match frame {
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

/// Asserts that as much was given back as was taken, give or take the length of the test.
#[track_caller]
fn check_given_back(given: &[i64], taken: i64, story: Instant) {
    assert!(!given.is_empty(), "nothing was given back");
    let lasted = i64::try_from(story.elapsed().as_millis()).expect("a short story");
    let difference = given.iter().sum::<i64>() - taken;
    assert!(
        difference.abs() <= lasted,
        "{given:?} ms were given back for {taken} ms, and the story took {lasted} ms"
    );
}

async fn a_game_by_days_is_flagged_at_its_deadline(house: House) {
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, Clock::Days { days: 1 }).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    // Each has a whole day again.
    for who in [&mut one, &mut other] {
        node.pass(DAY_MS - 10 * MINUTE_MS);
        moves(who).await;
    }
    node.pass(DAY_MS);
    assert!(one.hear_until(Seatholder::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Time, Some(1)));
    assert_eq!(result.winners, [2]);
    node.server.stop().await;
}

async fn days_of_downtime_are_given_back(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, _ben, game) = two_at(&node.server, Clock::Days { days: 1 }).await;
    node.server.stop().await;
    let node = Moved::start(&house, 2 * DAY_MS).await;
    let ana = ana.at(node.server.address());
    check_given_back(&given_back(&ana, &game).await, 2 * DAY_MS, story);
    let mut one = ana.follow(&game).await;
    assert_eq!(one.view.status, Status::Running);
    let spent = DAY_MS - left(&one.view, 0);
    let lasted = i64::try_from(story.elapsed().as_millis()).expect("a short story");
    assert!(spent <= lasted, "{spent} ms were charged");
    moves(&mut one).await;
    node.server.stop().await;
}

async fn a_short_downtime_is_given_back(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, _ben, game) = two_at(&node.server, REAL_TIME).await;
    node.server.stop().await;
    let node = Moved::start(&house, 2_000).await;
    let ana = ana.at(node.server.address());
    check_given_back(&given_back(&ana, &game).await, 2_000, story);
    node.server.stop().await;
}

async fn a_stopped_server_gives_its_downtime_back_and_flags_nobody(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    assert!(one.hear_until(Seatholder::must_act).await);
    // Ana has five minutes, and moves at the very moment at which the server wakes up.
    node.stand_still(10 * MINUTE_MS);
    one.act().await.expect("downtime makes nobody late");
    // Ben waits until he hears of it.
    assert!(other.hear_until(Seatholder::must_act).await);
    let before = other.view.ply;
    node.stand_still(20 * MINUTE_MS);
    assert!(other.hear_until(|me| me.view.ply > before).await);
    assert_eq!(other.view.status, Status::Running);
    moves(&mut other).await;
    check_given_back(&given_back(&ana, &game).await, 30 * MINUTE_MS, story);
    // Time that passes while the server is up is charged.
    node.pass(10 * MINUTE_MS);
    assert!(other.hear_until(Seatholder::is_over).await);
    let result = other.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Time, Some(1)));
    node.server.stop().await;
}

async fn a_heartbeat_gap_of_two_seconds_is_given_back(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    for who in [&mut one, &mut other] {
        assert!(who.hear_until(Seatholder::must_act).await);
        node.stand_still(2_000);
        who.act().await.expect("a move in time");
    }
    check_given_back(&given_back(&ana, &game).await, 4_000, story);
    node.server.stop().await;
}

async fn new_games_have_a_lag_allowance(house: House) {
    let node = Moved::start(&house, 0).await;
    let (ana, _ben, game) = two_at(&node.server, REAL_TIME).await;
    let one = ana.follow(&game).await;
    let clock = one.view.clock.as_ref().expect("a clock");
    assert_eq!(clock.lag, Some(250));
    node.server.stop().await;
}

/// Stops the server and starts it again ten minutes later.
async fn ten_minutes_without(node: Moved, house: &House) -> Moved {
    let ahead = node.ahead.load(Ordering::Relaxed) + 10 * MINUTE_MS;
    node.server.stop().await;
    Moved::start(house, ahead).await
}

async fn an_undo_question_outlives_the_server(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, Clock::None).await;
    let mut one = ana.follow(&game).await;
    assert!(one.hear_until(Seatholder::must_act).await);
    let to = one.view.ply;
    moves(&mut one).await;
    let asked = one.command(|game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    });
    asked.await.expect("a question");
    assert!(one.hear_until(|me| me.view.undo.is_some()).await);
    let until = one.view.undo.as_ref().expect("a question").until;
    let node = ten_minutes_without(node, &house).await;
    let (ana, ben) = (ana.at(node.server.address()), ben.at(node.server.address()));
    check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, story);
    let mut other = ben.follow(&game).await;
    // The half minute itself goes on; a machine may take as long for the way here.
    if let Some(asked) = &other.view.undo {
        assert!(asked.until >= until + 10 * MINUTE_MS);
        let answered = other.command(|game, id| ClientFrame::AnswerUndo {
            game,
            id,
            seat: 2,
            agree: true,
        });
        let answered = answered.await;
        assert!(
            answered.is_ok() || story.elapsed().as_secs() >= 30,
            "{answered:?}"
        );
    } else {
        assert!(story.elapsed().as_secs() >= 30, "the question has lapsed");
    }
    node.server.stop().await;
}

async fn a_rematch_outlives_the_server(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, Clock::None).await;
    let mut one = ana.follow(&game).await;
    let resigned = one.command(|game, id| ClientFrame::Resign { game, id, seat: 1 });
    resigned.await.expect("whoever sits there may");
    let agree = |game, id| ClientFrame::Rematch {
        game,
        id,
        agree: true,
    };
    one.command(agree).await.expect("Ana agrees");
    let node = ten_minutes_without(node, &house).await;
    let (ana, ben) = (ana.at(node.server.address()), ben.at(node.server.address()));
    let mut other = ben.follow(&game).await;
    other.command(agree).await.expect("Ben agrees");
    check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, story);
    let next = |me: &Seatholder| me.view.rematch.as_ref().and_then(|r| r.game.clone());
    assert!(other.hear_until(|me| next(me).is_some()).await);
    let next = next(&other).expect("a game");
    let shown: GameAnswer = ben.get(&format!("/games/{next}")).await.expect("the game");
    assert_eq!(shown.own.seats, [2], "the seat is not open to others");
    node.server.stop().await;
}

async fn a_full_table_outlives_the_server(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let ana = Person::new(node.server.address(), "Ana").await;
    let ben = Person::new(node.server.address(), "Ben").await;
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
    let node = ten_minutes_without(node, &house).await;
    let ana = ana.at(node.server.address());
    // Ana's bytes are still waited for, unless the way here took as long as they may.
    let one = ana.follow(&game).await;
    let late = story.elapsed().as_secs() >= 10;
    assert!(one.view.status == Status::Waiting || late);
    if one.view.status == Status::Waiting {
        check_given_back(&given_back(&ana, &game).await, 10 * MINUTE_MS, story);
    }
    node.server.stop().await;
}

async fn downtime_does_not_count_as_absence(house: House) {
    let node = Moved::start(&house, 0).await;
    let (ana, ben, game) = two_at(&node.server, REAL_TIME).await;
    let mut one = ana.follow(&game).await;
    let since = |me: &Seatholder| {
        let presence = me.presence.as_ref()?;
        let away = presence.away.iter().find(|away| away.seat == 2)?;
        Some(away.since)
    };
    let gone = ben.follow(&game).await;
    let here = |me: &Seatholder| {
        let presence = me.presence.as_ref();
        presence.is_some_and(|presence| presence.here.contains(&2))
    };
    assert!(one.hear_until(here).await);
    gone.socket.drop_dead();
    assert!(one.hear_until(|me| since(me).is_some()).await);
    let before = since(&one).expect("Ben is away");
    node.stand_still(10 * MINUTE_MS);
    let told = |me: &Seatholder| {
        let later = since(me).is_some_and(|since| since >= before + 9 * MINUTE_MS);
        later || me.is_over()
    };
    assert!(one.hear_until(told).await);
    assert_eq!(one.view.status, Status::Running);
    // But away is away.
    node.pass(2 * MINUTE_MS);
    assert!(one.hear_until(Seatholder::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    node.server.stop().await;
}

async fn two_servers_that_start_together_give_downtime_back_once(house: House) {
    let story = Instant::now();
    let node = Moved::start(&house, 0).await;
    let (ana, _ben, game) = two_at(&node.server, REAL_TIME).await;
    node.server.stop().await;
    let start = || async {
        let config = house.config();
        config.test.ahead_ms.store(4 * MINUTE_MS, Ordering::Relaxed);
        Server::start(config).await
    };
    let (first, second) = tokio::join!(start(), start());
    let mut servers = Vec::new();
    for started in [first, second] {
        match (started, &house) {
            (Ok(server), _) => servers.push(server),
            // Two servers do not share a file.
            (Err(error), House::Sqlite(_)) => assert!(
                error.to_string().contains("stop it first"),
                "{error} says what to do"
            ),
            (Err(error), House::Postgres(_)) => panic!("{error}"),
        }
    }
    let expected = match &house {
        House::Sqlite(_) => 1,
        House::Postgres(_) => 2,
    };
    assert_eq!(servers.len(), expected);
    // One more, beside those that live, finds nothing to give back.
    if expected == 2 {
        servers.push(start().await.expect("a server"));
    }
    for server in &servers {
        let ana = ana.at(server.address());
        check_given_back(&given_back(&ana, &game).await, 4 * MINUTE_MS, story);
    }
    for server in servers {
        server.stop().await;
    }
}
