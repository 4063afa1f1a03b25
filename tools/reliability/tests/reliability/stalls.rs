//! Stalled servers and databases: a pause of a second or more is given back in full, and a shorter one
//! costs at most its length minus the lag allowance. No player loses on time because of a pause.
//!
//! The server process is paused with SIGSTOP. PostgreSQL is paused in the same way, so that it does
//! not respond, or shut down, so that it refuses connections. All times are measured from outside.
//! The machine may be slow between pauses, so the time charged is compared with the time that passed
//! outside the pause.

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use azulejo_protocol::game::{Clock, EndedBy, Status};
use azulejo_protocol::http::{GameAnswer, JoinGame, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, GameClient};
use azulejo_testkit_postgres::PostgresServer;

use crate::harness::{NodePlan, Random, TIMEOUT, rounds, tell};

/// The shortest time control, which keeps pauses longer than the remaining time short.
const SECONDS: u32 = 30;
/// The shortest server pause that is given back: a heartbeat gap of a second.
const SERVER_PAUSE_MS: i64 = 1_000;
/// The shortest database pause that is certainly given back: a heartbeat may be in flight when it
/// begins.
const DATABASE_PAUSE_MS: i64 = SERVER_PAUSE_MS + 300;
/// The lag allowance per move.
const LAG_MS: i64 = 250;
/// The tolerance for rounding to milliseconds.
const ROUNDING_MS: i64 = 50;

/// Returns the maximum charge for a turn of `awake` and `paused` milliseconds, if pauses of at least
/// `given_back_from` are given back.
const fn max_charge(awake: i64, paused: i64, given_back_from: i64) -> i64 {
    let total = if paused >= given_back_from {
        awake
    } else {
        awake + paused - LAG_MS
    };
    (if total > 0 { total } else { 0 }) + ROUNDING_MS
}

fn ms(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).expect("a short duration")
}

/// A running real-time game of two players, each on its own server; the first is to move.
struct Game {
    id: String,
    clients: [Client; 2],
    players: [GameClient; 2],
    /// A time not later than the start of the current turn.
    turn_start: Instant,
    moves: usize,
}

/// The number of moves per game: few enough that no round ends, so that players alternate.
const MOVES: usize = 4;
/// The remaining time below which a new game is started, as slow machines use up time.
const MIN_LEFT_MS: i64 = 10_000;

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
        // With her nonce sent first, the game starts as soon as it is full.
        ana.send_nonce(&id).await;
        let turn_start = Instant::now();
        let joined: Result<GameAnswer, _> = ben.post(&format!("/games/{id}/join"), &join).await;
        assert_eq!(joined.expect("a seat").view.status, Status::Running);
        let players = [ana.follow(&id).await, ben.follow(&id).await];
        let clients = [ana, ben];
        let mut game = Self {
            id,
            clients,
            players,
            turn_start,
            moves: 0,
        };
        game.wait_for_turn().await;
        game
    }

    /// Returns this game, or a new one if it has too few moves or too little time left.
    async fn or_new_game(mut self, more: usize, servers: [SocketAddr; 2]) -> Self {
        self.wait_for_turn().await;
        let clocks = [0, 1].map(|seat| left(&self.players[self.mover()], seat));
        if self.moves + more > MOVES || clocks.into_iter().any(|left| left < MIN_LEFT_MS) {
            return Self::start(servers).await;
        }
        self
    }

    const fn mover(&self) -> usize {
        self.moves % 2
    }

    /// Waits for the mover's turn and returns their remaining time.
    async fn wait_for_turn(&mut self) -> i64 {
        let seat = self.mover();
        let me = &mut self.players[seat];
        let ready = |me: &GameClient| me.must_act() || me.is_over();
        assert!(me.wait_until(ready).await);
        assert_eq!(me.view.status, Status::Running, "{:?}", me.view.result);
        left(me, seat)
    }

    /// Makes a move and returns the mover's remaining time.
    async fn make_move(&mut self) -> Result<i64, String> {
        let seat = self.mover();
        let me = &mut self.players[seat];
        let sent = Instant::now();
        let ply = match me.act().await {
            Ok(ply) => ply,
            Err(problem) => return Err(format!("{problem:?}")),
        };
        self.turn_start = sent;
        self.moves += 1;
        assert!(me.wait_until(|me| me.view.ply >= ply).await);
        Ok(left(me, seat))
    }

    /// Reconnects both players once their servers respond.
    async fn reconnect(&mut self) {
        for (client, player) in self.clients.iter().zip(&mut self.players) {
            let start = Instant::now();
            let path = format!("/games/{}", self.id);
            while client.get::<GameAnswer>(&path).await.is_err() {
                assert!(
                    start.elapsed() < TIMEOUT,
                    "timed out waiting for the server"
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            *player = client.follow(&self.id).await;
        }
    }
}

fn left(me: &GameClient, seat: usize) -> i64 {
    let clock = me.view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a player's clock")
}

/// A process paused with SIGSTOP.
struct PausedProcess {
    pid: u32,
    since: Instant,
}

impl PausedProcess {
    /// Pauses a process and waits until all its threads have stopped.
    fn new(pid: u32) -> Self {
        signal(pid, "-STOP");
        let start = Instant::now();
        while !is_stopped(pid) {
            assert!(start.elapsed() < TIMEOUT, "process {pid} does not stop");
            std::thread::sleep(Duration::from_millis(1));
        }
        let since = Instant::now();
        Self { pid, since }
    }

    /// Resumes the process and returns the minimum length of the pause.
    fn resume(self) -> i64 {
        let lasted = ms(self.since.elapsed());
        signal(self.pid, "-CONT");
        lasted
    }
}

fn signal(pid: u32, signal: &str) {
    let signalled = Command::new("kill")
        .args([signal, &pid.to_string()])
        .status();
    assert!(
        signalled.expect("kill runs").success(),
        "process {pid} has exited"
    );
}

fn is_stopped(pid: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("the process exists");
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        // The thread may have ended.
        stat.map_or(true, |stat| {
            let state = stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned());
            state.is_some_and(|state| state.starts_with('T'))
        })
    })
}

fn address(plan: &NodePlan) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], plan.port))
}

/// Lets the first player's time run out on a running server, and returns the opponent's view.
async fn let_time_run_out(server: SocketAddr) -> GameClient {
    let game = Game::start([server, server]).await;
    let [_, mut other] = game.players;
    assert!(other.wait_until(GameClient::is_over).await);
    // The flag does not fall early.
    assert!(ms(game.turn_start.elapsed()) >= i64::from(SECONDS) * 1_000);
    other
}

#[test]
fn long_server_pauses_are_given_back() {
    let stops = rounds("AZULEJO_STALLS", 2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let control = NodePlan::on_folder(&folder.path().join("control"));
    let (node, _control) = (plan.start(), control.start());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    // The control: on a running server, time is charged.
    let flagged = runtime.spawn(let_time_run_out(address(&control)));
    let mut random = Random::new(stops);
    let (mut paused_ms, mut charged) = (0, 0);
    runtime.block_on(async {
        let servers = [address(&plan); 2];
        let mut game = Game::start(servers).await;
        for stop in 1..=stops {
            game = game.or_new_game(1, servers).await;
            let before = game.wait_for_turn().await;
            let start = game.turn_start;
            let stopped = PausedProcess::new(node.pid());
            random.wait(100, 2_500);
            let stop_ms = stopped.resume();
            let after = game.make_move().await.expect("a move in time");
            let (spent, awake) = (before - after, ms(start.elapsed()) - stop_ms);
            assert!(
                spent <= max_charge(awake, stop_ms, SERVER_PAUSE_MS),
                "pause {stop}: {spent} ms were charged; the server was up for {awake} ms and \
                 paused for {stop_ms} ms"
            );
            paused_ms += stop_ms;
            charged += spent;
        }
        // A pause longer than the remaining time.
        game = game.or_new_game(1, servers).await;
        loop {
            let before = game.wait_for_turn().await;
            let start = game.turn_start;
            let stopped = PausedProcess::new(node.pid());
            std::thread::sleep(Duration::from_millis(before.unsigned_abs() + 1_500));
            let stop_ms = stopped.resume();
            let moved = game.make_move().await;
            let awake = ms(start.elapsed()) - stop_ms;
            paused_ms += stop_ms;
            match moved {
                Ok(after) => {
                    let spent = before - after;
                    let max = max_charge(awake, stop_ms, SERVER_PAUSE_MS);
                    assert!(spent <= max, "{spent} ms were charged of {awake} ms");
                    charged += before - after;
                    break;
                }
                // On a slow machine the time ran out outside the pause: retry.
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
        "stalls, SQLite: {stops} pauses of up to 2.5 s and one longer than the remaining time, \
         {paused_ms} ms in total; {charged} ms were charged"
    ));
}

#[test]
fn long_database_pauses_are_given_back() {
    let stops = rounds("AZULEJO_STALLS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    let _nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let servers = [address(&plans[0]), address(&plans[1])];
    let mut random = Random::new(stops);
    let (mut down_ms, mut charged) = (0, 0);
    runtime.block_on(async {
        let mut game = Game::start(servers).await;
        for stop in 1..=stops {
            game = game.or_new_game(2, servers).await;
            // Ana moves while the database is paused; Ben receives the move after it resumes.
            let (paused_at, pause_ms) = (Instant::now(), 100 + random.below(2_400));
            database.pause();
            let acting = game.players[0].act();
            let resuming = async {
                tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                let resumed_at = Instant::now();
                database.resume();
                (resumed_at, ms(resumed_at - paused_at))
            };
            let (acted, (resumed_at, paused)) = tokio::join!(acting, resuming);
            acted.expect("Ana moved in time");
            game.moves += 1;
            let before = game.wait_for_turn().await;
            let after = game.make_move().await.expect("a move in time");
            let (spent, awake) = (before - after, ms(resumed_at.elapsed()));
            assert!(
                spent <= max_charge(awake, paused, DATABASE_PAUSE_MS),
                "pause {stop}: {spent} ms were charged; Ben's turn lasted {awake} ms after a database \
                 pause of {paused} ms"
            );
            down_ms += paused;
            charged += spent;
        }
        // A shutdown longer than the remaining time, without moves meanwhile.
        game = game.or_new_game(2, servers).await;
        loop {
            let before = game.wait_for_turn().await;
            let start = game.turn_start;
            database.stop();
            let stopped = Instant::now();
            std::thread::sleep(Duration::from_millis(before.unsigned_abs() + 1_500));
            let stop_ms = ms(stopped.elapsed());
            database.restart();
            game.reconnect().await;
            let [one, other] = &mut game.players;
            let is_current = |me: &GameClient| me.own.is_some() || me.is_over();
            assert!(one.wait_until(is_current).await && other.wait_until(is_current).await);
            let moved = if one.is_over() {
                Err(format!("{:?}", one.view.result))
            } else {
                game.make_move().await
            };
            let awake = ms(start.elapsed()) - stop_ms;
            down_ms += stop_ms;
            match moved {
                Ok(after) => {
                    let spent = before - after;
                    let max = max_charge(awake, stop_ms, DATABASE_PAUSE_MS);
                    assert!(spent <= max, "{spent} ms were charged of {awake} ms");
                    charged += before - after;
                    // Both nodes agree at the same ply. A node may skip plies by receiving several
                    // events at once.
                    let [one, other] = &mut game.players;
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
                    assert!(awake >= before, "{problem} after {awake} of {before} ms");
                    game = Game::start(servers).await;
                }
            }
        }
    });
    tell(&format!(
        "stalls, PostgreSQL, two nodes: {stops} pauses of up to 2.5 s and one shutdown longer than \
         the remaining time, {down_ms} ms in total; {charged} ms were charged"
    ));
}
