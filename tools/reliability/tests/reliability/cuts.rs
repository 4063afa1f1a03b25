//! Connections that are cut after any number of bytes: spectators resume where they were, and end
//! up with exactly the game that the server has.
//!
//! A proxy stands between the spectators and the server. It cuts each connection after a random
//! number of bytes from the server, in the middle of whatever goes through, or, where nothing
//! does, after a while. The players are not cut and go on.

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

use crate::rig::{Load, NodePlan, PATIENCE, Random, assert_nothing_lost, rounds, tell};

/// How many spectators are cut again and again, each at a game of its own.
const SPECTATORS: usize = 16;
/// After how many bytes at most a connection is cut: some views long.
const MOST_BYTES: u64 = 12_000;
/// After how many milliseconds at most it is cut.
const LONGEST: u64 = 300;

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// Cuts every connection after a random number of bytes from the server.
async fn cutting_proxy(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let mut random = Random::new(7);
        loop {
            let (client, _) = listener.accept().await.expect("a connection");
            let bytes = 1 + random.below(MOST_BYTES);
            let time = Duration::from_millis(1 + random.below(LONGEST));
            tokio::spawn(async move {
                // However it ends, it has ended: that is what this is for.
                let _cut = tokio::time::timeout(time, pass_on(client, server, bytes)).await;
            });
        }
    });
    address
}

async fn pass_on(client: TcpStream, server: SocketAddr, mut left: u64) -> std::io::Result<()> {
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
        while left > 0 {
            let most = chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = from_server.read(&mut chunk[..most]).await?;
            if read == 0 {
                break;
            }
            to_client.write_all(&chunk[..read]).await?;
            left -= read as u64;
        }
        Ok(())
    };
    tokio::select! {
        done = up => done,
        done = down => done,
    }
}

/// What a spectator knows of a game.
#[derive(Clone, Default)]
struct Known {
    ply: u64,
    hash: String,
    /// Everything that it was told, by ply.
    steps: BTreeMap<u64, Value>,
}

impl Known {
    /// Takes in a frame; gives whether it was the whole game and not what was missing.
    fn hear(&mut self, frame: &Value) -> Option<bool> {
        let whole = match frame["t"].as_str() {
            Some("game") => true,
            Some("update") => false,
            _ => return None,
        };
        let (view, steps) = (&frame["view"], &frame[if whole { "log" } else { "steps" }]);
        let ply = view["ply"].as_u64().expect("a view has a ply");
        assert!(ply >= self.ply, "{ply} comes after {}", self.ply);
        for step in steps.as_array().expect("steps are a list") {
            let at = step["ply"].as_u64().expect("a step has a ply");
            let before = self.steps.insert(at, step.clone());
            assert!(
                before.is_none_or(|before| before == *step),
                "ply {at} was told in two ways"
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
        let frame = tokio::time::timeout(PATIENCE, socket.next()).await;
        match frame.expect("something comes in time")? {
            Ok(Message::Text(text)) => {
                return Some(serde_json::from_str(&text).expect("a frame is JSON"));
            }
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Asks to follow a game from what is known of it.
async fn watch(socket: &mut Socket, game: &str, known: &Known, resume: bool) -> Option<()> {
    let mut frame = json!({ "t": "watch", "game": game });
    if resume && known.ply > 0 {
        frame["from"] = known.ply.into();
        frame["hash"] = known.hash.as_str().into();
    }
    let sent = socket.send(Message::text(frame.to_string())).await;
    sent.ok()
}

/// How often spectators were cut, and how they came back.
#[derive(Default)]
struct Counts {
    cuts: AtomicU64,
    /// Came back and got what was missing; came back and got the whole game.
    resumed: AtomicU64,
    whole: AtomicU64,
    /// From the new connection to the first view, in microseconds.
    slowest: AtomicU64,
}

/// Follows a game over connections that are cut, until there were enough cuts in all.
async fn spectate(proxy: SocketAddr, game: String, counts: Arc<Counts>, enough: u64) -> Known {
    let mut known = Known::default();
    while counts.cuts.load(Ordering::Relaxed) < enough {
        let begun = Instant::now();
        let mut first = known.ply > 0;
        if let Some(mut socket) = connect(proxy).await
            && watch(&mut socket, &game, &known, true).await.is_some()
        {
            while let Some(frame) = next(&mut socket).await {
                let Some(whole) = known.hear(&frame) else {
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
    known
}

/// The game as the server has it, and what is known after resuming once more.
async fn compare(server: SocketAddr, game: &str, known: &Known) -> Result<(), String> {
    let mut socket = connect(server).await.expect("a socket");
    let mut truth = Known::default();
    watch(&mut socket, game, &truth, false).await.expect("sent");
    while truth.ply == 0 {
        truth.hear(&next(&mut socket).await.expect("a view"));
    }
    if (known.ply, &known.hash) != (truth.ply, &truth.hash) {
        return Err(format!("at ply {} and not {}", known.ply, truth.ply));
    }
    // The server remembers the latest steps: whatever of them came after the spectator did.
    let came = known.steps.keys().next().copied().unwrap_or(u64::MAX);
    for (ply, step) in truth.steps.range(came..) {
        if known.steps.get(ply) != Some(step) {
            return Err(format!("ply {ply} is missing or told otherwise"));
        }
    }
    Ok(())
}

/// Resumes until nothing more comes: the game stands still now.
async fn catch_up(server: SocketAddr, game: &str, known: &mut Known) {
    let mut socket = connect(server).await.expect("a socket");
    watch(&mut socket, game, known, true).await.expect("sent");
    loop {
        let frame = next(&mut socket).await.expect("a view");
        if known.hear(&frame).is_some() {
            return;
        }
    }
}

/// The ids of games that are being played.
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
        assert!(begun.elapsed() < PATIENCE, "no games are played");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn spectators_who_are_cut_anywhere_end_up_with_the_servers_game() {
    let cuts = rounds("AZULEJO_CUTS", 150);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let node = plan.start();
    let ledger = folder.path().join("ledger");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let address = SocketAddr::from(([127, 0, 0, 1], plan.port));
    let proxy = runtime.block_on(cutting_proxy(address));
    let counts = Arc::new(Counts::default());
    let mut found = Vec::new();
    let mut round = 0;
    // Games come to their end; then others are watched.
    while counts.cuts.load(Ordering::Relaxed) < cuts {
        round += 1;
        let ledger = ledger.with_extension(round.to_string());
        let load = Load::start(&[plan.url()], &ledger, &["--games", "16", "--rate", "200"]);
        let games = games_in(&ledger, SPECTATORS);
        let enough = cuts.min(counts.cuts.load(Ordering::Relaxed) + 400);
        let spectators: Vec<_> = games
            .iter()
            .map(|game| {
                let (game, counts) = (game.clone(), Arc::clone(&counts));
                runtime.spawn(spectate(proxy, game, counts, enough))
            })
            .collect();
        let known: Vec<_> = spectators
            .into_iter()
            .map(|task| runtime.block_on(task).expect("a spectator does not panic"))
            .collect();
        load.stop();
        assert_nothing_lost(&ledger, &plan.database);
        found = games.into_iter().zip(known).collect();
        for (game, known) in &mut found {
            runtime.block_on(catch_up(address, game, known));
            // A player's last move may have come in between: then, and only then, once more.
            while let Err(difference) = runtime.block_on(compare(address, game, known)) {
                let before = known.ply;
                runtime.block_on(catch_up(address, game, known));
                assert!(known.ply > before, "game {game}: {difference}");
            }
        }
    }
    let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (resumed, whole) = (number(&counts.resumed), number(&counts.whole));
    tell(&format!(
        "cuts: {} connections were cut; {resumed} came back and got what was missing, {whole} the \
         whole game; the slowest view after a new connection took {:.1} ms",
        number(&counts.cuts),
        number(&counts.slowest) as f64 / 1e3
    ));
    assert!(resumed > 0, "somebody has resumed");

    // The control: who has missed a step, or the end, is found out.
    let (game, known) = &found[0];
    let mut behind = known.clone();
    let last = *behind.steps.keys().next_back().expect("steps");
    behind.steps.remove(&last);
    assert!(runtime.block_on(compare(address, game, &behind)).is_err());
    let mut behind = known.clone();
    behind.ply -= 1;
    assert!(runtime.block_on(compare(address, game, &behind)).is_err());
    // Who remembers another game, at the same ply or before, gets the whole one.
    for ply in [known.ply, known.ply - 1] {
        let forged = Known {
            ply,
            hash: "0000000000000000".to_owned(),
            ..known.clone()
        };
        let whole = runtime.block_on(async {
            let mut socket = connect(address).await.expect("a socket");
            watch(&mut socket, game, &forged, true).await.expect("sent");
            loop {
                let frame = next(&mut socket).await.expect("a view");
                if let Some(whole) = Known::default().hear(&frame) {
                    return whole;
                }
            }
        });
        assert!(whole, "it was told only what was missing");
    }
    drop(node);
}
