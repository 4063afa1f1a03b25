//! Cut connections: spectators resume from their last state and end up with exactly the server's
//! game.
//!
//! A proxy between the spectators and the server cuts each connection after a random number of
//! bytes from the server, possibly in the middle of a frame, or after a random time. The players
//! connect directly and are not affected.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Load, NodePlan, Random, TIMEOUT, assert_nothing_lost, rounds, tell};

/// The number of spectators, each watching a different game.
const SPECTATORS: usize = 16;
/// The maximum number of bytes before a connection is cut: a few views.
const MAX_BYTES: u64 = 12_000;
/// The maximum time before a connection is cut, in milliseconds.
const MAX_MILLIS: u64 = 300;

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// Starts a proxy that cuts every connection after a random number of bytes from the server.
async fn cutting_proxy(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let mut random = Random::new(7);
        loop {
            let (client, _) = listener.accept().await.expect("a connection");
            let bytes = 1 + random.below(MAX_BYTES);
            let time = Duration::from_millis(1 + random.below(MAX_MILLIS));
            tokio::spawn(async move {
                // The connection is dropped here, whether it timed out, failed or was cut.
                let _cut = tokio::time::timeout(time, forward(client, server, bytes)).await;
            });
        }
    });
    address
}

async fn forward(client: TcpStream, server: SocketAddr, mut remaining: u64) -> std::io::Result<()> {
    let server = TcpStream::connect(server).await?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let up = async {
        tokio::io::copy(&mut from_client, &mut to_server)
            .await
            .map(drop)
    };
    let down = async {
        let mut chunk = [0; 4096];
        while remaining > 0 {
            let limit = chunk
                .len()
                .min(usize::try_from(remaining).unwrap_or(usize::MAX));
            let read = from_server.read(&mut chunk[..limit]).await?;
            if read == 0 {
                break;
            }
            to_client.write_all(&chunk[..read]).await?;
            remaining -= read as u64;
        }
        Ok(())
    };
    tokio::select! {
        done = up => done,
        done = down => done,
    }
}

/// A spectator's copy of a game.
#[derive(Clone, Default)]
struct Replica {
    ply: u64,
    hash: String,
    /// All steps received, by ply.
    steps: BTreeMap<u64, Value>,
}

impl Replica {
    /// Applies a frame. Returns true for the whole game, false for an incremental update, and
    /// `None` for other frames.
    fn apply(&mut self, frame: &Value) -> Option<bool> {
        let whole = match frame["t"].as_str() {
            Some("game") => true,
            Some("update") => false,
            _ => return None,
        };
        let (view, steps) = (&frame["view"], &frame[if whole { "log" } else { "steps" }]);
        let ply = view["ply"].as_u64().expect("a view has a ply");
        assert!(ply >= self.ply, "ply {ply} after ply {}", self.ply);
        for step in steps.as_array().expect("steps are a list") {
            let at = step["ply"].as_u64().expect("a step has a ply");
            let before = self.steps.insert(at, step.clone());
            assert!(
                before.is_none_or(|before| before == *step),
                "conflicting steps at ply {at}"
            );
        }
        self.ply = ply;
        self.hash = view["hash"].as_str().expect("a view has a hash").to_owned();
        Some(whole)
    }
}

async fn connect(address: SocketAddr) -> Option<Socket> {
    let stream = TcpStream::connect(address).await.ok()?;
    let url = format!("ws://{address}/api/v1/socket");
    client_async(url, stream)
        .await
        .ok()
        .map(|(socket, _)| socket)
}

async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let frame = tokio::time::timeout(TIMEOUT, socket.next()).await;
        match frame.expect("a frame before the timeout")? {
            Ok(Message::Text(text)) => {
                return Some(serde_json::from_str(&text).expect("a frame is JSON"));
            }
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Watches a game, optionally resuming from the replica's state.
async fn watch(socket: &mut Socket, game: &str, replica: &Replica, resume: bool) -> Option<()> {
    let mut frame = json!({ "t": "watch", "game": game });
    if resume && replica.ply > 0 {
        frame["from"] = replica.ply.into();
        frame["hash"] = replica.hash.as_str().into();
    }
    let sent = socket.send(Message::text(frame.to_string())).await;
    sent.ok()
}

/// Counters of cuts and of how spectators resumed.
#[derive(Default)]
struct Counts {
    cuts: AtomicU64,
    /// Reconnections that received only the missing steps.
    resumed: AtomicU64,
    /// Reconnections that received the whole game.
    whole: AtomicU64,
    /// The longest time from a new connection to its first view, in microseconds.
    slowest: AtomicU64,
}

/// Watches a game over cut connections, until the total number of cuts is reached.
async fn spectate(proxy: SocketAddr, game: String, counts: Arc<Counts>, target: u64) -> Replica {
    let mut replica = Replica::default();
    while counts.cuts.load(Ordering::Relaxed) < target {
        let begun = Instant::now();
        let mut first = replica.ply > 0;
        if let Some(mut socket) = connect(proxy).await
            && watch(&mut socket, &game, &replica, true).await.is_some()
        {
            while let Some(frame) = next(&mut socket).await {
                let Some(whole) = replica.apply(&frame) else {
                    continue;
                };
                if std::mem::take(&mut first) {
                    let which = if whole {
                        &counts.whole
                    } else {
                        &counts.resumed
                    };
                    which.fetch_add(1, Ordering::Relaxed);
                    let took = begun.elapsed().as_micros() as u64;
                    counts.slowest.fetch_max(took, Ordering::Relaxed);
                }
            }
        }
        counts.cuts.fetch_add(1, Ordering::Relaxed);
    }
    replica
}

/// Compares a replica with the server's game.
async fn compare(server: SocketAddr, game: &str, replica: &Replica) -> Result<(), String> {
    let mut socket = connect(server).await.expect("a socket");
    let mut server_state = Replica::default();
    watch(&mut socket, game, &server_state, false)
        .await
        .expect("sent");
    while server_state.ply == 0 {
        server_state.apply(&next(&mut socket).await.expect("a view"));
    }
    if (replica.ply, &replica.hash) != (server_state.ply, &server_state.hash) {
        return Err(format!(
            "at ply {} instead of {}",
            replica.ply, server_state.ply
        ));
    }
    // The server keeps only the latest steps; compare those since the spectator joined.
    let joined = replica.steps.keys().next().copied().unwrap_or(u64::MAX);
    for (ply, step) in server_state.steps.range(joined..) {
        if replica.steps.get(ply) != Some(step) {
            return Err(format!("ply {ply} is missing or different"));
        }
    }
    Ok(())
}

/// Resumes once to bring the replica up to date. No moves are being played any more.
async fn catch_up(server: SocketAddr, game: &str, replica: &mut Replica) {
    let mut socket = connect(server).await.expect("a socket");
    watch(&mut socket, game, replica, true).await.expect("sent");
    loop {
        let frame = next(&mut socket).await.expect("a view");
        if replica.apply(&frame).is_some() {
            return;
        }
    }
}

/// Waits for acknowledged moves in this many games, and returns the games' ids.
fn games_in(ledger: &std::path::Path, wanted: usize) -> Vec<String> {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(ledger).unwrap_or_default();
        let acks = text.lines().filter_map(|line| line.strip_prefix("ack\t"));
        let ids = acks.filter_map(|line| Some(line.split_once('\t')?.0.to_owned()));
        let mut games: Vec<_> = ids.collect();
        games.sort();
        games.dedup();
        if games.len() >= wanted {
            games.truncate(wanted);
            return games;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out waiting for games");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn cut_spectators_resume_to_the_server_state() {
    let cuts = rounds("AZULEJO_CUTS", 150);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let node = plan.start();
    let ledger = folder.path().join("ledger");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let address = SocketAddr::from(([127, 0, 0, 1], plan.port));
    let proxy = runtime.block_on(cutting_proxy(address));
    let counts = Arc::new(Counts::default());
    let mut found = Vec::new();
    let mut round = 0;
    // Each batch of cuts watches new games, as games end.
    while counts.cuts.load(Ordering::Relaxed) < cuts {
        round += 1;
        let ledger = ledger.with_extension(round.to_string());
        let load = Load::start(&[plan.url()], &ledger, &["--games", "16", "--rate", "200"]);
        let games = games_in(&ledger, SPECTATORS);
        let target = cuts.min(counts.cuts.load(Ordering::Relaxed) + 400);
        let spectators: Vec<_> = games
            .iter()
            .map(|game| {
                let (game, counts) = (game.clone(), Arc::clone(&counts));
                runtime.spawn(spectate(proxy, game, counts, target))
            })
            .collect();
        let replica: Vec<_> = spectators
            .into_iter()
            .map(|task| runtime.block_on(task).expect("the spectator succeeds"))
            .collect();
        load.stop();
        assert_nothing_lost(&ledger, &plan.database);
        found = games.into_iter().zip(replica).collect();
        for (game, replica) in &mut found {
            runtime.block_on(catch_up(address, game, replica));
            // A last move may arrive between catching up and comparing: retry only in that case.
            while let Err(difference) = runtime.block_on(compare(address, game, replica)) {
                let before = replica.ply;
                runtime.block_on(catch_up(address, game, replica));
                assert!(replica.ply > before, "game {game}: {difference}");
            }
        }
    }
    let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (resumed, whole) = (number(&counts.resumed), number(&counts.whole));
    tell(&format!(
        "cuts: {} connections cut; {resumed} resumed incrementally, {whole} with the whole game; \
         the slowest first view took {:.1} ms",
        number(&counts.cuts),
        number(&counts.slowest) as f64 / 1e3
    ));
    assert!(resumed > 0, "no spectator resumed");

    // Negative control: a missing step or a stale ply is detected.
    let (game, replica) = &found[0];
    let mut behind = replica.clone();
    let last = *behind.steps.keys().next_back().expect("steps");
    behind.steps.remove(&last);
    assert!(runtime.block_on(compare(address, game, &behind)).is_err());
    let mut behind = replica.clone();
    behind.ply -= 1;
    assert!(runtime.block_on(compare(address, game, &behind)).is_err());
    // A spectator with a different hash gets the whole game.
    for ply in [replica.ply, replica.ply - 1] {
        let forged = Replica {
            ply,
            hash: "0000000000000000".to_owned(),
            ..replica.clone()
        };
        let whole = runtime.block_on(async {
            let mut socket = connect(address).await.expect("a socket");
            watch(&mut socket, game, &forged, true).await.expect("sent");
            loop {
                let frame = next(&mut socket).await.expect("a view");
                if let Some(whole) = Replica::default().apply(&frame) {
                    return whole;
                }
            }
        });
        assert!(whole, "received only an incremental update");
    }
    drop(node);
}
