//! Floods: excess requests and connections cost a bounded amount of memory, and players are not
//! affected.
//!
//! Floods come from other addresses than the players, against the default limits. They run at the
//! lowest priority, because a real flood would not use this machine's processors. The tests assert
//! memory and lost sockets; they only report times, which depend on the machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_rules::record::Record;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Destination, Game, Phase, Seat, Wall};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::harness::{Load, NodePlan, TIMEOUT, assert_nothing_lost, rounds, tell};

/// The duration of each measurement in the suite.
const SHORT_SECONDS: u64 = 3;
/// The size of about twenty moves in a ledger.
const MOVES: u64 = 2_500;
/// The maximum growth of the server's memory during a flood.
const MAX_GROWTH_KIB: u64 = 64 * 1024;
/// The number of files that this process needs in addition to a flood's connections.
const SPARE_FILES: usize = 200;
/// The delay between attempts.
const PAUSE: Duration = Duration::from_millis(20);
/// A load that stays within the limits on guests and games per address, even twice.
const PLAYERS: [&str; 4] = ["--games", "12", "--rate", "24"];

/// Counters of a flood.
#[derive(Clone, Copy, Default)]
struct FloodCounts {
    accepted: u64,
    refused: u64,
    /// Connections that the server refused because of a connection limit.
    over_limit: u64,
}

type Stop = Arc<AtomicBool>;

fn is_running(stop: &Stop) -> bool {
    !stop.load(Ordering::Relaxed)
}

/// Returns true until a request is refused, so that even on a slow machine the limit is reached.
fn needs_refusal(counts: &FloodCounts, start: Instant) -> bool {
    counts.refused == 0 && start.elapsed() < TIMEOUT
}

async fn connect(server: SocketAddr) -> std::io::Result<TcpStream> {
    connect_from(2, server).await
}

/// Connects from a loopback address.
async fn connect_from(host: u8, server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, host), 0)))?;
    socket.connect(server).await
}

/// Returns true if the server has closed a connection on which no data is expected.
fn is_closed(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0]);
    !read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Sends a request. Returns the status, or 0 without a response, and the response.
async fn post(server: SocketAddr, path: &str, token: Option<&str>, body: &str) -> (u16, String) {
    let bearer = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let request = format!(
        "POST /api/v1/{path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{bearer}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut response = Vec::new();
    let exchange = async {
        let mut stream = connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        stream.read_to_end(&mut response).await
    };
    // The connection may be reset; the response so far counts.
    let _reset = exchange.await;
    let response = String::from_utf8_lossy(&response).into_owned();
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok());
    (status.unwrap_or(0), response)
}

/// Returns how many connections a server has refused because of a connection limit.
async fn connections_over_limit(server: SocketAddr) -> u64 {
    let mut stream = TcpStream::connect(server).await.expect("a connection");
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut response = String::new();
    let read = stream.read_to_string(&mut response).await;
    read.expect("a response");
    let lines = response.lines().filter_map(|line| {
        let rest = line.strip_prefix("azulejo_connections_refused_total{")?;
        let (_label, number) = rest.split_once(' ')?;
        number.parse::<u64>().ok()
    });
    lines.sum()
}

/// Slowloris: request headers that arrive byte by byte and never end.
async fn slow_requests(server: SocketAddr, stop: Stop) -> FloodCounts {
    hold_open(1_000, true, stop, move |_number| async move {
        send_partial_header(connect(server).await?, 0).await
    })
    .await
}

/// Unfinished request headers of nearly the maximum length, from many addresses.
async fn long_headers(server: SocketAddr, stop: Stop) -> FloodCounts {
    hold_open(4_000, true, stop, move |number| async move {
        let host = 2 + u8::try_from(number % 32).expect("a small number");
        send_partial_header(connect_from(host, server).await?, 15_000).await
    })
    .await
}

/// Connections that send nothing.
async fn silent_connections(server: SocketAddr, stop: Stop) -> FloodCounts {
    hold_open(10_000, false, stop, move |_number| connect(server)).await
}

/// Sends an unfinished request header.
async fn send_partial_header(mut stream: TcpStream, length: usize) -> std::io::Result<TcpStream> {
    let header = format!(
        "GET /api/v1/lobby HTTP/1.1\r\nx-slow: {}",
        "x".repeat(length)
    );
    stream.write_all(header.as_bytes()).await?;
    Ok(stream)
}

/// Keeps connections open and replaces those that the server closes. With `drip`, each sends a byte
/// from time to time.
async fn hold_open<F>(
    number: usize,
    drip: bool,
    stop: Stop,
    open_one: impl Fn(u64) -> F,
) -> FloodCounts
where
    F: Future<Output = std::io::Result<TcpStream>>,
{
    let max_files = usize::try_from(raise_file_limit()).unwrap_or(usize::MAX);
    let number = if number + SPARE_FILES > max_files {
        tell(&format!(
            "the system allows {max_files} open files: fewer than {number} connections"
        ));
        max_files.saturating_sub(SPARE_FILES)
    } else {
        number
    };
    let mut counts = FloodCounts::default();
    let mut open = Vec::new();
    // Even on a slow machine, all of them are opened.
    let start = Instant::now();
    let continues = |counts: &FloodCounts| {
        is_running(&stop) || (counts.accepted < number as u64 && start.elapsed() < TIMEOUT)
    };
    while continues(&counts) {
        while open.len() < number && continues(&counts) {
            let Ok(stream) = open_one(counts.accepted).await else {
                break;
            };
            open.push(stream);
            counts.accepted += 1;
        }
        let mut still_open = Vec::with_capacity(open.len());
        for stream in open {
            if is_closed(&stream) || (drip && stream.try_write(b"x").is_err()) {
                counts.refused += 1;
            } else {
                still_open.push(stream);
            }
        }
        open = still_open;
        tokio::time::sleep(PAUSE).await;
    }
    counts
}

/// Sockets that send pings as fast as possible.
async fn pings(server: SocketAddr, stop: Stop) -> FloodCounts {
    run_concurrently(16, &stop, |stop| async move {
        let mut counts = FloodCounts::default();
        let upgrade = format!(
            "GET /api/v1/socket HTTP/1.1\r\nhost: {server}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        // A hundred masked pings without a payload.
        let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(100);
        while is_running(&stop) {
            tokio::time::sleep(PAUSE).await;
            let Ok(mut stream) = connect(server).await else {
                continue;
            };
            let mut response = [0; 12];
            let opened = stream.write_all(upgrade.as_bytes()).await.is_ok()
                && stream.read_exact(&mut response).await.is_ok()
                && response.ends_with(b"101");
            if !opened {
                counts.refused += 1;
                continue;
            }
            while is_running(&stop) && stream.write_all(&pings).await.is_ok() {
                counts.accepted += 100;
            }
            counts.refused += 1;
        }
        counts
    })
    .await
}

/// Logins with a wrong password.
async fn logins(server: SocketAddr, stop: Stop) -> FloodCounts {
    run_concurrently(16, &stop, |stop| async move {
        let mut counts = FloodCounts::default();
        let body = r#"{"name":"Unknown","password":"not this one"}"#;
        let start = Instant::now();
        while is_running(&stop) || needs_refusal(&counts, start) {
            match post(server, "login", None, body).await {
                // Rate-limited, or refused as a connection.
                (429 | 0, _) => counts.refused += 1,
                _ => counts.accepted += 1,
            }
        }
        counts
    })
    .await
}

/// New games.
async fn new_games(server: SocketAddr, stop: Stop) -> FloodCounts {
    let (status, response) = post(server, "guest", None, "{}").await;
    assert_eq!(status, 200, "{response}");
    let (_, rest) = response.split_once("\"token\":\"").expect("a token");
    let token = rest.split('"').next().expect("a token").to_owned();
    run_concurrently(16, &stop, |stop| {
        let token = token.clone();
        async move {
            let mut counts = FloodCounts::default();
            let body = r#"{"seats":[{"kind":"me"},{"kind":"open"}],"wall":"coloured"}"#;
            let start = Instant::now();
            while is_running(&stop) || needs_refusal(&counts, start) {
                match post(server, "games", Some(&token), body).await {
                    (201, _) => counts.accepted += 1,
                    _ => counts.refused += 1,
                }
            }
            counts
        }
    })
    .await
}

/// Replays of a long game whose answers are never read, as many as four addresses may hold open
/// and more.
async fn unread_replays(server: SocketAddr, stop: Stop) -> FloodCounts {
    let body = serde_json::json!({ "record": endless_game(250).to_json() }).to_string();
    let request = format!(
        "POST /api/v1/replay HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut counts = FloodCounts::default();
    let mut unread = Vec::new();
    for number in 0..40 {
        let mut stream = connect_from(2 + number % 4, server)
            .await
            .expect("a stream");
        let mut status = [0; 12];
        let sent = stream.write_all(request.as_bytes()).await.is_ok()
            && stream.read_exact(&mut status).await.is_ok();
        if sent && status.ends_with(b"200") {
            counts.accepted += 1;
            unread.push(stream);
        } else {
            counts.refused += 1;
        }
    }
    while is_running(&stop) {
        tokio::time::sleep(PAUSE).await;
    }
    counts
}

/// A game of four in which every tile goes to the floor, so that it never ends.
fn endless_game(rounds: usize) -> Record {
    let names = ["Ana", "Bea", "Cid", "Dan"].map(str::to_owned).to_vec();
    let start = Seat::new(1).expect("a seat");
    let mut game = Game::new(names, Wall::Coloured, start).expect("four players");
    let mut rng = FastRng::new(1);
    for _ in 0..rounds {
        let deal = game.position().sample_deal(&mut rng);
        game.deal(&deal).expect("a legal deal");
        while game.position().phase() == Phase::Offer {
            let moves = game.position().legal_moves();
            let mut to_floor = moves
                .iter()
                .filter(|m| m.destination() == Destination::Floor);
            let to_floor = *to_floor.next().expect("the floor takes any tile");
            game.play(to_floor).expect("a legal move");
        }
        game.take_forced_steps();
    }
    game.into_record()
}

/// Runs several tasks and adds up their counts.
async fn run_concurrently<F>(tasks: usize, stop: &Stop, work: impl Fn(Stop) -> F) -> FloodCounts
where
    F: Future<Output = FloodCounts> + Send + 'static,
{
    let mut set = JoinSet::new();
    for _ in 0..tasks {
        set.spawn(work(Arc::clone(stop)));
    }
    set.join_all()
        .await
        .into_iter()
        .fold(FloodCounts::default(), |sum, counts| FloodCounts {
            accepted: sum.accepted + counts.accepted,
            refused: sum.refused + counts.refused,
            over_limit: 0,
        })
}

/// Raises the limit on open files as far as possible and returns it.
fn raise_file_limit() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Otherwise the flood is smaller.
    let _unchanged = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(2_200)
}

/// Runs a future on a new runtime.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

/// Gives the current thread the lowest priority.
fn lower_priority() {
    let thread = rustix::thread::gettid();
    rustix::process::setpriority_process(Some(thread), 19).expect("a lower priority is allowed");
}

/// Returns the resident memory of a process in KiB.
fn memory_kib(pid: u32) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process status");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("VmRSS");
    let number = line.split_whitespace().next().expect("a number");
    number.parse().expect("a number")
}

/// Runs players for a while. Returns their statistics and the maximum memory of the server.
fn run_players(plan: &NodePlan, pid: u32, ledger: &Path, span: Duration) -> (Value, u64) {
    let mut load = Load::start(&[plan.url()], ledger, &PLAYERS);
    load.wait_for_moves(MOVES);
    let mut max_kib = 0;
    let end = Instant::now() + span;
    while Instant::now() < end {
        max_kib = max_kib.max(memory_kib(pid));
        std::thread::sleep(Duration::from_millis(50));
    }
    let measured = load.stop();
    assert_eq!(measured["lost_sockets"], 0, "{measured}");
    assert_eq!(measured["refused"], serde_json::json!({}), "{measured}");
    assert_nothing_lost(ledger, &plan.database);
    (measured, max_kib)
}

/// A running flood.
struct Flood {
    runtime: tokio::runtime::Runtime,
    task: tokio::task::JoinHandle<FloodCounts>,
    stop: Stop,
}

impl Flood {
    fn start<F>(server: SocketAddr, flood: impl FnOnce(SocketAddr, Stop) -> F) -> Self
    where
        F: Future<Output = FloodCounts> + Send + 'static,
    {
        let stop = Stop::default();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .on_thread_start(lower_priority)
            .enable_all()
            .build()
            .expect("a runtime");
        let task = runtime.spawn(flood(server, Arc::clone(&stop)));
        Self {
            runtime,
            task,
            stop,
        }
    }

    /// Stops the flood, and calls `poll` until it has ended.
    fn stop(self, mut poll: impl FnMut()) -> FloodCounts {
        self.stop.store(true, Ordering::Relaxed);
        while !self.task.is_finished() {
            poll();
            std::thread::sleep(PAUSE);
        }
        let counts = self.runtime.block_on(self.task);
        counts.expect("the flood task succeeds")
    }
}

/// Measures players while another server on this machine is flooded, at the lowest priority. They
/// share only the processors with it.
fn measure_beside<F>(
    plan: &NodePlan,
    pid: u32,
    folder: &Path,
    flood: impl FnOnce(SocketAddr, Stop) -> F,
) -> Value
where
    F: Future<Output = FloodCounts> + Send + 'static,
{
    let other = NodePlan {
        limits: plan.limits,
        ..NodePlan::on_folder(&folder.join("other"))
    };
    let node = other.start();
    let threads = std::fs::read_dir(format!("/proc/{}/task", node.pid())).expect("the threads");
    for thread in threads {
        let name = thread.expect("a thread").file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        let thread = rustix::process::Pid::from_raw(number.expect("a number"));
        // The thread may have ended.
        let _ended = rustix::process::setpriority_process(thread, 19);
    }
    let server = SocketAddr::from(([127, 0, 0, 1], other.port));
    let flooding = Flood::start(server, flood);
    let (measured, _) = run_players(plan, pid, &folder.join("beside"), span());
    flooding.stop(|| {});
    measured
}

fn span() -> Duration {
    Duration::from_secs(rounds("AZULEJO_FLOOD_SECONDS", SHORT_SECONDS))
}

/// Floods a server with the default limits.
fn flood_server<F>(name: &str, flood: impl Fn(SocketAddr, Stop) -> F) -> FloodCounts
where
    F: Future<Output = FloodCounts> + Send + 'static,
{
    flood_with(true, name, flood)
}

/// Floods a server, asserts that players and memory are not affected, and returns the counts.
fn flood_with<F>(limits: bool, name: &str, flood: impl Fn(SocketAddr, Stop) -> F) -> FloodCounts
where
    F: Future<Output = FloodCounts> + Send + 'static,
{
    let span = span();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan {
        limits,
        ..NodePlan::on_folder(&folder.path().join("data"))
    };
    let node = plan.start();
    let pid = node.pid();
    let (calm, _) = run_players(&plan, pid, &folder.path().join("calm"), span);
    // Too noisy in a short run.
    let beside = (span > Duration::from_secs(SHORT_SECONDS))
        .then(|| measure_beside(&plan, pid, folder.path(), &flood));
    let before = memory_kib(pid);
    let server = SocketAddr::from(([127, 0, 0, 1], plan.port));
    let flooding = Flood::start(server, flood);
    let (flooded, mut max_kib) = run_players(&plan, pid, &folder.path().join("flooded"), span);
    let mut counts = flooding.stop(|| max_kib = max_kib.max(memory_kib(pid)));
    counts.over_limit = block_on(connections_over_limit(server));
    let growth = max_kib.saturating_sub(before);
    tell(&format!(
        "flood of {name}: {} accepted in {} s, {} refused, {} connections over the limit; \
         memory {:.1} MiB, growth at most {:.1} MiB; \
         players' p99 {} ms before, {} ms during the flood (p50 {} and {}), \
         {} ms beside a flood of another server",
        counts.accepted,
        span.as_secs(),
        counts.refused,
        counts.over_limit,
        before as f64 / 1024.0,
        growth as f64 / 1024.0,
        calm["ack_ms"]["p99"],
        flooded["ack_ms"]["p99"],
        calm["ack_ms"]["p50"],
        flooded["ack_ms"]["p50"],
        beside.map_or(Value::Null, |beside| beside["ack_ms"]["p99"].clone()),
    ));
    assert!(counts.accepted > 0, "no {name} were accepted");
    assert!(
        growth <= MAX_GROWTH_KIB,
        "{name}: memory grew by {growth} KiB"
    );
    counts
}

#[test]
fn slowloris_is_limited() {
    let counts = flood_server("slow requests", slow_requests);
    assert!(counts.over_limit > 0, "no connection was refused");
}

#[test]
fn long_headers_from_many_addresses_are_limited() {
    let counts = flood_server("long headers", long_headers);
    assert!(counts.over_limit > 0, "no connection was refused");
}

#[test]
fn silent_connections_are_limited() {
    let counts = flood_server("silent connections", silent_connections);
    assert!(counts.over_limit > 0, "no connection was refused");
}

/// The control: without limits no connection is refused, and silent ones still cost little memory.
#[test]
fn silent_connections_without_limits_stay_open() {
    let name = "silent connections without limits";
    let counts = flood_with(false, name, silent_connections);
    assert_eq!(counts.over_limit, 0, "a connection was refused");
}

#[test]
fn ping_flood_is_cut_off() {
    let counts = flood_server("pings", pings);
    assert!(counts.refused > 0, "no socket was closed");
}

#[test]
fn login_flood_is_rate_limited() {
    let counts = flood_server("wrong passwords", logins);
    assert!(counts.refused > 0, "no request was refused");
}

#[test]
fn game_flood_is_rate_limited() {
    let counts = flood_server("new games", new_games);
    assert!(counts.refused > 0, "no request was refused");
}

#[test]
fn unread_replays_hold_bounded_memory() {
    let counts = flood_server("unread replays", unread_replays);
    assert!(counts.accepted >= 30, "{} were accepted", counts.accepted);
    assert!(counts.refused > 0, "no replay was refused");
}
