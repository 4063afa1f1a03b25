//! Floods: whoever asks for too much costs a bounded amount of memory, and honest players play on.
//!
//! The flood comes from another address than the players, and the limits are the usual ones.
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

use crate::rig::{Load, NodePlan, assert_nothing_lost, rounds, tell};

/// What a ledger grows by with some twenty moves.
const MOVES: u64 = 2_500;
/// By how much a flood may let the server's memory grow.
const MOST_GROWTH_KIB: u64 = 64 * 1024;
/// How long to wait after a connection that did not come about.
const PAUSE: Duration = Duration::from_millis(20);
/// Few enough for the usual limits on guests and games of one address, twice.
const HONEST: [&str; 4] = ["--games", "12", "--rate", "24"];

/// What a flood has done, and how often it was held back.
#[derive(Clone, Copy, Default)]
struct Done {
    times: u64,
    held_back: u64,
}

type Stop = Arc<AtomicBool>;

fn goes_on(stop: &Stop) -> bool {
    !stop.load(Ordering::Relaxed)
}

async fn connect(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), 0)))?;
    socket.connect(server).await
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

/// Requests that never come to their end, a byte at a time.
async fn slow_requests(server: SocketAddr, stop: Stop) -> Done {
    let mut done = Done::default();
    let mut open = Vec::new();
    while goes_on(&stop) {
        while open.len() < 1_000 && goes_on(&stop) {
            let Ok(mut stream) = connect(server).await else {
                break;
            };
            let begun = b"GET /api/v1/lobby HTTP/1.1\r\nx-slow: ";
            if stream.write_all(begun).await.is_ok() {
                open.push(stream);
                done.times += 1;
            }
        }
        let mut still_open = Vec::with_capacity(open.len());
        for mut stream in open {
            if stream.write_all(b"x").await.is_ok() {
                still_open.push(stream);
            } else {
                done.held_back += 1;
            }
        }
        open = still_open;
        tokio::time::sleep(PAUSE).await;
    }
    done
}

/// Connections over which nothing comes.
async fn silent_connections(server: SocketAddr, stop: Stop) -> Done {
    let most = most_files().saturating_sub(200).min(2_000);
    let mut open = Vec::new();
    while goes_on(&stop) {
        match connect(server).await {
            Ok(stream) if (open.len() as u64) < most => open.push(stream),
            _ => tokio::time::sleep(PAUSE).await,
        }
    }
    Done {
        times: open.len() as u64,
        held_back: 0,
    }
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
        while goes_on(&stop) {
            match post(server, "login", None, body).await {
                (429, _) => done.held_back += 1,
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
            while goes_on(&stop) {
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

fn flooded<F>(name: &str, flood: impl FnOnce(SocketAddr, Stop) -> F) -> Done
where
    F: Future<Output = Done> + Send + 'static,
{
    let span = Duration::from_secs(rounds("AZULEJO_FLOOD_SECONDS", 3));
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan {
        limits: true,
        ..NodePlan::on_folder(&folder.path().join("data"))
    };
    let node = plan.start();
    let pid = node.pid();
    let (calm, _) = honest(&plan, pid, &folder.path().join("calm"), span);
    let before = memory_kib(pid);
    let stop = Stop::default();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let server = SocketAddr::from(([127, 0, 0, 1], plan.port));
    let flooding = runtime.spawn(flood(server, Arc::clone(&stop)));
    let (flooded, most) = honest(&plan, pid, &folder.path().join("flooded"), span);
    stop.store(true, Ordering::Relaxed);
    let done = runtime.block_on(flooding).expect("the flood ends");
    let growth = most.saturating_sub(before);
    tell(&format!(
        "flood of {name}: {} in {} s, held back {} times; memory {:.1} MiB, at most {:.1} more; \
         honest players' p99 {} ms without it, {} ms with it (p50 {} and {})",
        done.times,
        span.as_secs(),
        done.held_back,
        before as f64 / 1024.0,
        growth as f64 / 1024.0,
        calm["ack_ms"]["p99"],
        flooded["ack_ms"]["p99"],
        calm["ack_ms"]["p50"],
        flooded["ack_ms"]["p50"],
    ));
    assert!(done.times > 0, "there was no flood of {name}");
    assert!(growth <= MOST_GROWTH_KIB, "{name}: {growth} KiB more");
    done
}

#[test]
fn requests_that_never_end() {
    flooded("slow requests", slow_requests);
}

#[test]
fn connections_that_say_nothing() {
    flooded("silent connections", silent_connections);
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
