//! Stalled servers and databases: a pause of a second or more is given back whole, and a shorter one
//! costs at most its own length less the lag allowance. Nobody loses on time by a long one.
//!
//! The server is the program itself, stopped by SIGSTOP; PostgreSQL is stopped in the same way, so
//! that it does not answer, or shut down, so that it refuses. All times are measured from outside.
//! A machine may be slow between the pauses, so the time charged is only compared with the time
//! that passed outside the pause.

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use azulejo_protocol::game::{Clock, EndedBy, Status};
use azulejo_protocol::http::{GameAnswer, JoinGame, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, GameClient};
use azulejo_testkit_postgres::PostgresServer;

use crate::harness::{NodePlan, Random, TIMEOUT, rounds, tell};

/// The shortest time control: a pause that is longer than the time left takes as long.
const SECONDS: u32 = 30;
/// The shortest pause of a server that is given back: a heartbeat gap of at least a second.
const SERVER_PAUSE_MS: i64 = 1_000;
/// The shortest pause of a database that is given back for certain: a heartbeat may already be in
/// flight when it begins, and counts from when it was sent.
const DATABASE_PAUSE_MS: i64 = SERVER_PAUSE_MS + 300;
/// The uncharged beginning of each turn.
const LAG_MS: i64 = 250;
/// A little for times that are whole milliseconds.
const ROUNDING_MS: i64 = 50;

/// The most that a turn may cost with a pause that is given back from some length on, if its other
/// time was `awake`.
const fn most_charged(awake: i64, paused: i64, given_back_from: i64) -> i64 {
    let total = if paused >= given_back_from {
        awake
    } else {
        awake + paused - LAG_MS
    };
    (if total > 0 { total } else { 0 }) + ROUNDING_MS
}

fn ms(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).expect("a short time")
}

/// Two people at a running game in real time, each at a server; the first is to move.
struct Game {
    id: String,
    people: [Client; 2],
    at_table: [GameClient; 2],
    /// Not later than the clock of whoever is to move began to run.
    turn: Instant,
    moves: usize,
}

/// So many moves are made in one game: within them no round ends, and people move by turns.
const MOVES: usize = 4;
/// With less on a clock another game is begun: what a slow machine takes is charged.
const ENOUGH_MS: i64 = 10_000;

impl Game {
    async fn start(servers: [SocketAddr; 2]) -> Self {
        let ana = Client::guest(servers[0], "Ana").await;
        let ben = Client::guest(servers[1], "Ben").await;
        let wanted = NewGame {
            seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
            wall: Wall::Coloured,
            start: Some(1),
            clock: Some(Clock::RealTime {
                seconds: SECONDS,
                increment: 0,
            }),
            public: Some(true),
            undo: None,
            id: None,
        };
        let id = ana.create(&wanted).await.view.id;
        let join = JoinGame {
            seat: None,
            invitation: None,
            nonce: Some("ab".repeat(16)),
        };
        // Her bytes come first: a full table would wait for them, but not for ever.
        ana.send_nonce(&id).await;
        let turn = Instant::now();
        let joined: Result<GameAnswer, _> = ben.post(&format!("/games/{id}/join"), &join).await;
        assert_eq!(joined.expect("a seat").view.status, Status::Running);
        let at_table = [ana.follow(&id).await, ben.follow(&id).await];
        let people = [ana, ben];
        let mut game = Self {
            id,
            people,
            at_table,
            turn,
            moves: 0,
        };
        game.hear_of_turn().await;
        game
    }

    /// The same game as long as it is good for some more moves, or else another one.
    async fn for_moves(mut self, more: usize, servers: [SocketAddr; 2]) -> Self {
        self.hear_of_turn().await;
        let clocks = [0, 1].map(|seat| left(&self.at_table[self.mover()], seat));
        if self.moves + more > MOVES || clocks.into_iter().any(|left| left < ENOUGH_MS) {
            return Self::start(servers).await;
        }
        self
    }

    const fn mover(&self) -> usize {
        self.moves % 2
    }

    /// Waits until the mover knows that they are to move, and gives what they have left.
    async fn hear_of_turn(&mut self) -> i64 {
        let seat = self.mover();
        let me = &mut self.at_table[seat];
        let ready = |me: &GameClient| me.must_act() || me.is_over();
        assert!(me.wait_until(ready).await);
        assert_eq!(me.view.status, Status::Running, "{:?}", me.view.result);
        left(me, seat)
    }

    /// Makes a move, and gives what the mover has left after it.
    async fn moves(&mut self) -> Result<i64, String> {
        let seat = self.mover();
        let me = &mut self.at_table[seat];
        let sent = Instant::now();
        let ply = match me.act().await {
            Ok(ply) => ply,
            Err(problem) => return Err(format!("{problem:?}")),
        };
        self.turn = sent;
        self.moves += 1;
        assert!(me.wait_until(|me| me.view.ply >= ply).await);
        Ok(left(me, seat))
    }

    /// Both follow the game anew, once their servers answer.
    async fn come_back(&mut self) {
        for (person, at_table) in self.people.iter().zip(&mut self.at_table) {
            let begun = Instant::now();
            let path = format!("/games/{}", self.id);
            while person.get::<GameAnswer>(&path).await.is_err() {
                assert!(begun.elapsed() < TIMEOUT, "the server does not come back");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            *at_table = person.follow(&self.id).await;
        }
    }
}

fn left(me: &GameClient, seat: usize) -> i64 {
    let clock = me.view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a person's clock")
}

/// A process that stands still.
struct Stopped {
    pid: u32,
    since: Instant,
}

impl Stopped {
    /// Stops a process, and waits until all of it stands still.
    fn new(pid: u32) -> Self {
        signal(pid, "-STOP");
        let begun = Instant::now();
        while !stands_still(pid) {
            assert!(begun.elapsed() < TIMEOUT, "{pid} does not stop");
            std::thread::sleep(Duration::from_millis(1));
        }
        let since = Instant::now();
        Self { pid, since }
    }

    /// Lets it go on, and gives for how long it stood still at least.
    fn go_on(self) -> i64 {
        let lasted = ms(self.since.elapsed());
        signal(self.pid, "-CONT");
        lasted
    }
}

fn signal(pid: u32, which: &str) {
    let told = Command::new("kill")
        .args([which, &pid.to_string()])
        .status();
    assert!(told.expect("kill runs").success(), "{pid} is gone");
}

fn stands_still(pid: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("it is there");
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        // A thread that has just ended does not go on either.
        stat.map_or(true, |stat| {
            let state = stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned());
            state.is_some_and(|state| state.starts_with('T'))
        })
    })
}

fn address(plan: &NodePlan) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], plan.port))
}

/// A mover who lets the time pass while everything goes on.
async fn lets_time_pass(server: SocketAddr) -> GameClient {
    let mut game = Game::start([server, server]).await;
    let [_, mut other] = game.at_table;
    assert!(other.wait_until(GameClient::is_over).await);
    // Nobody is flagged early.
    assert!(ms(game.turn.elapsed()) >= i64::from(SECONDS) * 1_000);
    game.turn = Instant::now();
    other
}

#[test]
fn server_pauses_of_a_second_or_more_are_given_back() {
    let stops = rounds("AZULEJO_STALLS", 2);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let control = NodePlan::on_folder(&folder.path().join("control"));
    let (node, _control) = (plan.start(), control.start());
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    // The control: at a server that goes on, the time that passes is charged.
    let flagged = runtime.spawn(lets_time_pass(address(&control)));
    let mut random = Random::new(stops);
    let (mut stood_still, mut charged) = (0, 0);
    runtime.block_on(async {
        let servers = [address(&plan); 2];
        let mut game = Game::start(servers).await;
        for stop in 1..=stops {
            game = game.for_moves(1, servers).await;
            let before = game.hear_of_turn().await;
            let begun = game.turn;
            let stopped = Stopped::new(node.pid());
            random.wait(100, 2_500);
            let stop_ms = stopped.go_on();
            let after = game.moves().await.expect("there was time enough");
            let (spent, awake) = (before - after, ms(begun.elapsed()) - stop_ms);
            assert!(
                spent <= most_charged(awake, stop_ms, SERVER_PAUSE_MS),
                "stop {stop}: {spent} ms were charged; the server was up for {awake} ms and \
                 stopped for {stop_ms} ms"
            );
            stood_still += stop_ms;
            charged += spent;
        }
        // Longer than all that is left.
        game = game.for_moves(1, servers).await;
        loop {
            let before = game.hear_of_turn().await;
            let begun = game.turn;
            let stopped = Stopped::new(node.pid());
            std::thread::sleep(Duration::from_millis(before.unsigned_abs() + 1_500));
            let stop_ms = stopped.go_on();
            let moved = game.moves().await;
            let awake = ms(begun.elapsed()) - stop_ms;
            stood_still += stop_ms;
            match moved {
                Ok(after) => {
                    let spent = before - after;
                    let most = most_charged(awake, stop_ms, SERVER_PAUSE_MS);
                    assert!(spent <= most, "{spent} ms were charged of {awake} ms");
                    charged += before - after;
                    break;
                }
                // A machine so slow that the time was over all the same: once more.
                Err(problem) => {
                    assert!(awake >= before, "{problem} after {awake} of {before} ms");
                    game = Game::start(servers).await;
                }
            }
        }
    });
    let control = runtime.block_on(flagged).expect("the control is flagged");
    let result = control.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Time, Some(1)));
    tell(&format!(
        "stalls, SQLite: {stops} stops of up to 2.5 s and one longer than the time left, \
         {stood_still} ms in all; {charged} ms were charged"
    ));
}

#[test]
fn database_pauses_of_a_second_or_more_are_given_back() {
    let stops = rounds("AZULEJO_STALLS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    let _nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let servers = [address(&plans[0]), address(&plans[1])];
    let mut random = Random::new(stops);
    let (mut away, mut charged) = (0, 0);
    runtime.block_on(async {
        let mut game = Game::start(servers).await;
        for stop in 1..=stops {
            game = game.for_moves(2, servers).await;
            // Ana moves while the database does not answer: Ben hears of it when it does again.
            let (at_pause, go_on) = (Instant::now(), 100 + random.below(2_400));
            database.pause();
            let acting = game.at_table[0].act();
            let answering = async {
                tokio::time::sleep(Duration::from_millis(go_on)).await;
                let again = Instant::now();
                database.resume();
                (again, ms(again - at_pause))
            };
            let (acted, (again, paused)) = tokio::join!(acting, answering);
            acted.expect("Ana moved in time");
            game.moves += 1;
            let before = game.hear_of_turn().await;
            let after = game.moves().await.expect("there was time enough");
            let (spent, knew) = (before - after, ms(again.elapsed()));
            assert!(
                spent <= most_charged(knew, paused, DATABASE_PAUSE_MS),
                "stop {stop}: {spent} ms were charged, and Ben could know of his turn for {knew} \
                 ms; the database was away for {paused} ms"
            );
            away += paused;
            charged += spent;
        }
        // It is shut down for longer than all that is left, and nobody moves meanwhile.
        game = game.for_moves(2, servers).await;
        loop {
            let before = game.hear_of_turn().await;
            let begun = game.turn;
            database.stop();
            let stopped = Instant::now();
            std::thread::sleep(Duration::from_millis(before.unsigned_abs() + 1_500));
            let stop_ms = ms(stopped.elapsed());
            database.restart();
            game.come_back().await;
            let [one, other] = &mut game.at_table;
            let known = |me: &GameClient| me.own.is_some() || me.is_over();
            assert!(one.wait_until(known).await && other.wait_until(known).await);
            let moved = if one.is_over() {
                Err(format!("{:?}", one.view.result))
            } else {
                game.moves().await
            };
            let there = ms(begun.elapsed()) - stop_ms;
            away += stop_ms;
            match moved {
                Ok(after) => {
                    let spent = before - after;
                    let most = most_charged(there, stop_ms, DATABASE_PAUSE_MS);
                    assert!(spent <= most, "{spent} ms were charged of {there} ms");
                    charged += before - after;
                    // Both nodes know the same, once both have heard of as much: one may have
                    // heard of several events at once, and not of each by itself.
                    let [one, other] = &mut game.at_table;
                    while one.view.ply != other.view.ply {
                        let ply = one.view.ply.max(other.view.ply);
                        assert!(one.wait_until(|me| me.view.ply >= ply).await);
                        assert!(other.wait_until(|me| me.view.ply >= ply).await);
                    }
                    assert_eq!(left(other, 0), left(one, 0));
                    assert_eq!(other.view.hash, one.view.hash);
                    break;
                }
                Err(problem) => {
                    assert!(there >= before, "{problem} after {there} of {before} ms");
                    game = Game::start(servers).await;
                }
            }
        }
    });
    tell(&format!(
        "stalls, PostgreSQL, two nodes: {stops} pauses of up to 2.5 s and one shutdown longer than \
         what was left, {away} ms in all; {charged} ms were charged"
    ));
}
