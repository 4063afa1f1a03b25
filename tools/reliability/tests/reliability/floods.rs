//! Floods: whoever asks for too much costs a bounded amount of memory, and honest players play on.
//!
//! The flood comes from other addresses than the players, and the limits are the usual ones. What
//! it does itself takes nobody's processor time, for in earnest it would not come from here.
//! Memory and lost sockets are asserted; times are told, for they depend on the machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::harness::{Load, NodePlan, TIMEOUT, assert_nothing_lost, rounds, tell};

/// How long everything is measured in the suite.
const SHORT_SECONDS: u64 = 3;
/// What a ledger grows by with some twenty moves.
const MOVES: u64 = 2_500;
/// By how much a flood may let the server's memory grow.
const MOST_GROWTH_KIB: u64 = 64 * 1024;
/// How many files this program needs beside the connections of a flood.
const SPARE_FILES: usize = 200;
/// How long to wait after a connection that did not come about.
const PAUSE: Duration = Duration::from_millis(20);
/// Few enough for the usual limits on guests and games of one address, twice.
const HONEST: [&str; 4] = ["--games", "12", "--rate", "24"];

/// What a flood has done, and how often it was held back.
#[derive(Clone, Copy, Default)]
struct Done {
    times: u64,
    held_back: u64,
    /// How many connections the server has closed because there was no room for them.
    thrown_out: u64,
}

type Stop = Arc<AtomicBool>;

fn goes_on(stop: &Stop) -> bool {
    !stop.load(Ordering::Relaxed)
}

/// However slow the machine is, a flood is held back in the end.
fn not_held_back_yet(done: &Done, begun: Instant) -> bool {
    done.held_back == 0 && begun.elapsed() < TIMEOUT
}

async fn connect(server: SocketAddr) -> std::io::Result<TcpStream> {
    connect_from(2, server).await
}

/// Connects from one of the many addresses of this machine.
async fn connect_from(host: u8, server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, host), 0)))?;
    socket.connect(server).await
}

/// Whether the server has closed a connection over which nothing was to come.
fn is_closed(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0]);
    !read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Sends a request and gives the status of the answer, 0 for none, and the answer.
async fn post(server: SocketAddr, path: &str, token: Option<&str>, body: &str) -> (u16, String) {
    let bearer = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let request = format!(
        "POST /api/v1/{path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{bearer}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut answer = Vec::new();
    let asked = async {
        let mut stream = connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        stream.read_to_end(&mut answer).await
    };
    // A connection that breaks off has said what it has said.
    let _broken = asked.await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.unwrap_or(0), answer)
}

/// How many connections a server has closed because there was no room for them.
async fn thrown_out(server: SocketAddr) -> u64 {
    let mut stream = TcpStream::connect(server).await.expect("a connection");
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer).await;
    read.expect("an answer");
    let lines = answer.lines().filter_map(|line| {
        let rest = line.strip_prefix("azulejo_connections_closed_total{")?;
        let (_room, number) = rest.split_once(' ')?;
        number.parse::<u64>().ok()
    });
    lines.sum()
}

/// Requests that never come to their end, a byte at a time.
async fn slow_requests(server: SocketAddr, stop: Stop) -> Done {
    held_open(1_000, true, stop, move |_number| async move {
        begin(connect(server).await?, 0).await
    })
    .await
}

/// Heads as long as they may be, without an end, from many addresses.
async fn long_heads(server: SocketAddr, stop: Stop) -> Done {
    held_open(4_000, true, stop, move |number| async move {
        let host = 2 + u8::try_from(number % 32).expect("a small number");
        begin(connect_from(host, server).await?, 15_000).await
    })
    .await
}

/// Connections over which nothing comes.
async fn silent_connections(server: SocketAddr, stop: Stop) -> Done {
    held_open(10_000, false, stop, move |_number| connect(server)).await
}

/// Sends the beginning of a request.
async fn begin(mut stream: TcpStream, length: usize) -> std::io::Result<TcpStream> {
    let begun = format!(
        "GET /api/v1/lobby HTTP/1.1\r\nx-slow: {}",
        "x".repeat(length)
    );
    stream.write_all(begun.as_bytes()).await?;
    Ok(stream)
}

/// Holds so many connections, and opens another one for each that the server closes.
async fn held_open<F>(number: usize, drips: bool, stop: Stop, open_one: impl Fn(u64) -> F) -> Done
where
    F: Future<Output = std::io::Result<TcpStream>>,
{
    let most = usize::try_from(most_files()).unwrap_or(usize::MAX);
    let number = if number + SPARE_FILES > most {
        tell(&format!(
            "the system allows {most} files: fewer than {number} connections"
        ));
        most.saturating_sub(SPARE_FILES)
    } else {
        number
    };
    let mut done = Done::default();
    let mut open = Vec::new();
    // However slow the machine is, all of them are opened.
    let begun = Instant::now();
    let goes_on =
        |done: &Done| goes_on(&stop) || (done.times < number as u64 && begun.elapsed() < TIMEOUT);
    while goes_on(&done) {
        while open.len() < number && goes_on(&done) {
            let Ok(stream) = open_one(done.times).await else {
                break;
            };
            open.push(stream);
            done.times += 1;
        }
        let mut still_open = Vec::with_capacity(open.len());
        for stream in open {
            if is_closed(&stream) || (drips && stream.try_write(b"x").is_err()) {
                done.held_back += 1;
            } else {
                still_open.push(stream);
            }
        }
        open = still_open;
        tokio::time::sleep(PAUSE).await;
    }
    done
}

/// Sockets that send pings as fast as they are taken.
async fn pings(server: SocketAddr, stop: Stop) -> Done {
    at_once(16, &stop, |stop| async move {
        let mut done = Done::default();
        let upgrade = format!(
            "GET /api/v1/socket HTTP/1.1\r\nhost: {server}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        // A hundred masked pings without a payload.
        let many = [0x89, 0x80, 0, 0, 0, 0].repeat(100);
        while goes_on(&stop) {
            tokio::time::sleep(PAUSE).await;
            let Ok(mut stream) = connect(server).await else {
                continue;
            };
            let mut answer = [0; 12];
            let opened = stream.write_all(upgrade.as_bytes()).await.is_ok()
                && stream.read_exact(&mut answer).await.is_ok()
                && answer.ends_with(b"101");
            if !opened {
                done.held_back += 1;
                continue;
            }
            while goes_on(&stop) && stream.write_all(&many).await.is_ok() {
                done.times += 100;
            }
            done.held_back += 1;
        }
        done
    })
    .await
}

/// Wrong passwords.
async fn logins(server: SocketAddr, stop: Stop) -> Done {
    at_once(16, &stop, |stop| async move {
        let mut done = Done::default();
        let body = r#"{"name":"Nobody","password":"not this one"}"#;
        let begun = Instant::now();
        while goes_on(&stop) || not_held_back_yet(&done, begun) {
            match post(server, "login", None, body).await {
                // Told to wait, or turned away at the door.
                (429 | 0, _) => done.held_back += 1,
                _ => done.times += 1,
            }
        }
        done
    })
    .await
}

/// Games that nobody will play.
async fn tables(server: SocketAddr, stop: Stop) -> Done {
    let (status, answer) = post(server, "guest", None, "{}").await;
    assert_eq!(status, 200, "{answer}");
    let (_, rest) = answer.split_once("\"token\":\"").expect("a token");
    let token = rest.split('"').next().expect("its end").to_owned();
    at_once(16, &stop, |stop| {
        let token = token.clone();
        async move {
            let mut done = Done::default();
            let body = r#"{"seats":[{"kind":"me"},{"kind":"open"}],"wall":"coloured"}"#;
            let begun = Instant::now();
            while goes_on(&stop) || not_held_back_yet(&done, begun) {
                match post(server, "games", Some(&token), body).await {
                    (201, _) => done.times += 1,
                    _ => done.held_back += 1,
                }
            }
            done
        }
    })
    .await
}

/// Does something in several tasks, and adds up what they did.
async fn at_once<F>(tasks: usize, stop: &Stop, work: impl Fn(Stop) -> F) -> Done
where
    F: Future<Output = Done> + Send + 'static,
{
    let mut set = JoinSet::new();
    for _ in 0..tasks {
        set.spawn(work(Arc::clone(stop)));
    }
    set.join_all()
        .await
        .into_iter()
        .fold(Done::default(), |sum, done| Done {
            times: sum.times + done.times,
            held_back: sum.held_back + done.held_back,
            thrown_out: 0,
        })
}

fn most_files() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Fewer connections are a smaller flood, and still one.
    let _as_before = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(2_200)
}

/// Asks a server something when nothing else goes on.
fn asked_alone<T>(asking: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(asking)
}

/// Whoever floods a server has a machine of their own. Here they have what others leave of this
/// one, which is nearly all of it.
fn stand_back() {
    let me = rustix::thread::gettid();
    rustix::process::setpriority_process(Some(me), 19).expect("whoever wants less may have it");
}

/// The memory of a process, in KiB.
fn memory_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("its state");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("its memory");
    let number = line.split_whitespace().next().expect("a number");
    number.parse().expect("a number")
}

/// Honest players for a while; gives what was measured and the most memory seen meanwhile.
fn honest(plan: &NodePlan, pid: u32, ledger: &Path, span: Duration) -> (Value, u64) {
    let mut load = Load::start(&[plan.url()], ledger, &HONEST);
    load.wait_for_moves(MOVES);
    let mut most = 0;
    let end = Instant::now() + span;
    while Instant::now() < end {
        most = most.max(memory_kib(pid));
        std::thread::sleep(Duration::from_millis(50));
    }
    let measured = load.stop();
    assert_eq!(measured["lost_sockets"], 0, "{measured}");
    assert_eq!(measured["refused"], serde_json::json!({}), "{measured}");
    assert_nothing_lost(ledger, &plan.database);
    (measured, most)
}

/// A flood that goes on until it is told to stop.
struct Flooding {
    runtime: tokio::runtime::Runtime,
    task: tokio::task::JoinHandle<Done>,
    stop: Stop,
}

impl Flooding {
    fn begin<F>(server: SocketAddr, flood: impl FnOnce(SocketAddr, Stop) -> F) -> Self
    where
        F: Future<Output = Done> + Send + 'static,
    {
        let stop = Stop::default();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .on_thread_start(stand_back)
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

    /// Lets it come to its end, and `look`s until then.
    fn end(self, mut look: impl FnMut()) -> Done {
        self.stop.store(true, Ordering::Relaxed);
        while !self.task.is_finished() {
            look();
            std::thread::sleep(PAUSE);
        }
        let done = self.runtime.block_on(self.task);
        done.expect("the flood ends")
    }
}

/// What honest players notice of a flood that another server on this machine is under, of which
/// nobody but the flood knows and which has only what others leave: they share the processors with
/// it, and nothing else.
fn beside<F>(
    plan: &NodePlan,
    pid: u32,
    folder: &Path,
    flood: impl FnOnce(SocketAddr, Stop) -> F,
) -> Value
where
    F: Future<Output = Done> + Send + 'static,
{
    let other = NodePlan {
        limits: plan.limits,
        ..NodePlan::on_folder(&folder.join("other"))
    };
    let node = other.start();
    let threads = std::fs::read_dir(format!("/proc/{}/task", node.pid())).expect("its threads");
    for thread in threads {
        let name = thread.expect("a thread").file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        let thread = rustix::process::Pid::from_raw(number.expect("a number"));
        // One that has just ended needs nothing any more.
        let _gone = rustix::process::setpriority_process(thread, 19);
    }
    let server = SocketAddr::from(([127, 0, 0, 1], other.port));
    let flooding = Flooding::begin(server, flood);
    let (measured, _) = honest(plan, pid, &folder.join("beside"), span());
    flooding.end(|| {});
    measured
}

fn span() -> Duration {
    Duration::from_secs(rounds("AZULEJO_FLOOD_SECONDS", SHORT_SECONDS))
}

/// A flood of a server with the usual limits.
fn flooded<F>(name: &str, flood: impl Fn(SocketAddr, Stop) -> F) -> Done
where
    F: Future<Output = Done> + Send + 'static,
{
    flooded_with(true, name, flood)
}

fn flooded_with<F>(limits: bool, name: &str, flood: impl Fn(SocketAddr, Stop) -> F) -> Done
where
    F: Future<Output = Done> + Send + 'static,
{
    let span = span();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan {
        limits,
        ..NodePlan::on_folder(&folder.path().join("data"))
    };
    let node = plan.start();
    let pid = node.pid();
    let (calm, _) = honest(&plan, pid, &folder.path().join("calm"), span);
    // It says nothing that a short run could show.
    let beside = (span > Duration::from_secs(SHORT_SECONDS))
        .then(|| beside(&plan, pid, folder.path(), &flood));
    let before = memory_kib(pid);
    let server = SocketAddr::from(([127, 0, 0, 1], plan.port));
    let flooding = Flooding::begin(server, flood);
    let (flooded, mut most) = honest(&plan, pid, &folder.path().join("flooded"), span);
    let mut done = flooding.end(|| most = most.max(memory_kib(pid)));
    done.thrown_out = asked_alone(thrown_out(server));
    let growth = most.saturating_sub(before);
    tell(&format!(
        "flood of {name}: {} in {} s, held back {} times, thrown out {} times; \
         memory {:.1} MiB, at most {:.1} more; \
         honest players' p99 {} ms without it, {} ms with it (p50 {} and {}), \
         {} ms beside the same flood of another server",
        done.times,
        span.as_secs(),
        done.held_back,
        done.thrown_out,
        before as f64 / 1024.0,
        growth as f64 / 1024.0,
        calm["ack_ms"]["p99"],
        flooded["ack_ms"]["p99"],
        calm["ack_ms"]["p50"],
        flooded["ack_ms"]["p50"],
        beside.map_or(Value::Null, |beside| beside["ack_ms"]["p99"].clone()),
    ));
    assert!(done.times > 0, "there was no flood of {name}");
    assert!(growth <= MOST_GROWTH_KIB, "{name}: {growth} KiB more");
    done
}

#[test]
fn requests_that_never_end() {
    let done = flooded("slow requests", slow_requests);
    assert!(done.thrown_out > 0, "nobody was thrown out");
}

#[test]
fn long_heads_from_many_addresses() {
    let done = flooded("long heads", long_heads);
    assert!(done.thrown_out > 0, "nobody was thrown out");
}

#[test]
fn connections_that_say_nothing() {
    let done = flooded("silent connections", silent_connections);
    assert!(done.thrown_out > 0, "nobody was thrown out");
}

/// The control: where nobody counts, nobody is thrown out. Silence is cheap all the same.
#[test]
fn connections_that_say_nothing_to_a_server_without_limits() {
    let name = "silent connections without limits";
    let done = flooded_with(false, name, silent_connections);
    assert_eq!(done.thrown_out, 0, "somebody was thrown out");
}

#[test]
fn sockets_full_of_pings() {
    let done = flooded("pings", pings);
    assert!(done.held_back > 0, "nobody was cut off");
}

#[test]
fn wrong_passwords() {
    let done = flooded("wrong passwords", logins);
    assert!(done.held_back > 0, "nobody was told to wait");
}

#[test]
fn games_that_nobody_plays() {
    let done = flooded("new games", tables);
    assert!(done.held_back > 0, "nobody was told to wait");
}
