//! How fast moves are acknowledged, beside what is possible at all on the same machine in the same
//! minute: a server that knows no rules and no JSON, writes every frame that it gets as one bare
//! event, and answers when it is on disk.
//!
//! `cargo xtask reliability speed --times SECONDS` measures the program as it is shipped. In the
//! suite it only shows that both still run; nothing here depends on the speed of a machine.

use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_store::{
    Append, Appended, GameId, GameStatus, GameSummary, NewEvent, NewGame, Pace, SeatKind, SeatRow,
    SeatSet, Secret, Store,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, accept_async, client_async};

use crate::kill::postgres::PostgresServer;
use crate::rig::{Load, NodePlan, assert_nothing_lost, rounds, tell};

/// How many games are played, and how many bare sockets send, at once.
const AT_ONCE: usize = 256;

/// A frame as long as a move's.
const FRAME: &str = r#"{"t":"move","game":"7hKq2mPd","id":"0123456789abcdef0123456789abcdef","ply":17,"seat":1,"move":"2B3"}"#;

/// What was acknowledged.
struct Speed {
    a_second: f64,
    p50: f64,
    p99: f64,
}

impl Speed {
    fn of(mut times: Vec<Duration>, elapsed: Duration) -> Self {
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            let time = times.get(place.min(times.len().saturating_sub(1)));
            time.map_or(0.0, |time| 1e3 * time.as_secs_f64())
        };
        Self {
            a_second: times.len() as f64 / elapsed.as_secs_f64(),
            p50: at(0.5),
            p99: at(0.99),
        }
    }
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { a_second, p50, p99 } = self;
        write!(
            f,
            "{a_second:.0} a second, p50 {p50:.1} ms, p99 {p99:.1} ms"
        )
    }
}

/// One node of the bare server. It ends with its runtime.
async fn bare_node(url: &str) -> (SocketAddr, Arc<dyn Store>) {
    let store = azulejo_store::open(url).await.expect("a store");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let kept = Arc::clone(&store);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            tokio::spawn(answer(stream, Arc::clone(&kept)));
        }
    });
    (address, store)
}

/// Writes every frame to a game of the connection's own, and answers when it is on disk.
async fn answer(stream: TcpStream, store: Arc<dyn Store>) {
    stream.set_nodelay(true).expect("an open connection");
    let mut socket = accept_async(stream).await.expect("a socket");
    let game = new_game(&*store).await;
    socket.send(Message::text("ready")).await.expect("sent");
    let mut ply = 0;
    while let Some(Ok(Message::Text(frame))) = socket.next().await {
        let event = NewEvent {
            kind: "moved".to_owned(),
            body: frame.to_string(),
            rules_version: 1,
            state_hash: "0123456789abcdef".to_owned(),
            at_ms: 0,
        };
        let append = Append {
            game,
            expect: ply,
            events: vec![event],
            command: None,
            summary: None,
            seats: None,
        };
        match store.append(append).await.expect("written") {
            Appended::Committed { next } => ply = next,
            other => panic!("nobody else writes to this game: {other:?}"),
        }
        if socket.send(Message::text("ok")).await.is_err() {
            return;
        }
    }
}

async fn new_game(store: &dyn Store) -> GameId {
    let mut entropy = [0; 16];
    getrandom::fill(&mut entropy).expect("random bytes");
    let id = GameId::from_entropy(entropy);
    let seat = |seat| SeatRow {
        seat,
        kind: SeatKind::Open,
        player: None,
        bot: None,
        detail: String::new(),
    };
    let game = NewGame {
        id,
        host: None,
        created_ms: 0,
        settings: "{}".to_owned(),
        secret: Secret::new(&mut [1; 32]),
        commitment: [2; 32],
        invitation: None,
        events: Vec::new(),
        summary: GameSummary {
            status: GameStatus::Running,
            public: false,
            pace: Pace::Untimed,
            waiting: SeatSet::EMPTY,
            deadline_ms: None,
            expires_ms: None,
            ended_ms: None,
            detail: "{}".to_owned(),
        },
        seats: vec![seat(0), seat(1)],
        request: None,
    };
    store.create_game(game).await.expect("a game");
    id
}

/// Sends one frame after the other over each of many sockets, each when the one before was
/// answered; on one thread, as the load of the real server does.
fn send_all(nodes: &[SocketAddr], seconds: u64) -> Speed {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let load = async {
        let stop = Rc::new(AtomicBool::new(false));
        let mut sockets = Vec::with_capacity(AT_ONCE);
        for number in 0..AT_ONCE {
            let address = nodes[number % nodes.len()];
            let stream = TcpStream::connect(address).await.expect("a connection");
            stream.set_nodelay(true).expect("an open connection");
            let url = format!("ws://{address}/");
            let (socket, _) = client_async(url, MaybeTlsStream::Plain(stream))
                .await
                .expect("a socket");
            sockets.push(socket);
        }
        for socket in &mut sockets {
            let ready = socket.next().await.expect("a frame").expect("a frame");
            assert!(ready.is_text(), "{ready:?}");
        }
        let begun = Instant::now();
        let mut senders = tokio::task::JoinSet::new();
        for mut socket in sockets {
            let stop = Rc::clone(&stop);
            senders.spawn_local(async move {
                let mut times = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let sent = Instant::now();
                    socket.send(Message::text(FRAME)).await.expect("sent");
                    let answer = socket.next().await.expect("an answer").expect("an answer");
                    assert!(answer.is_text(), "{answer:?}");
                    times.push(sent.elapsed());
                }
                times
            });
        }
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        while let Some(more) = senders.join_next().await {
            times.extend(more.expect("a sender does not panic"));
        }
        Speed::of(times, begun.elapsed())
    };
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// The bare server, with so many nodes on one database.
fn bare(url: &str, nodes: usize, seconds: u64) -> Speed {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut addresses, mut stores) = (Vec::new(), Vec::new());
    for _ in 0..nodes {
        let (address, store) = runtime.block_on(bare_node(url));
        addresses.push(address);
        stores.push(store);
    }
    let speed = send_all(&addresses, seconds);
    for store in stores {
        runtime.block_on(store.close());
    }
    speed
}

/// The server itself: real rules, JSON, views and legal moves for both players.
fn real(plans: &[NodePlan], seconds: u64, folder: &std::path::Path) -> Speed {
    let nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let urls: Vec<_> = plans.iter().map(NodePlan::url).collect();
    let ledger = folder.join("ledger");
    let games = AT_ONCE.to_string();
    let mut load = Load::start(&urls, &ledger, &["--games", &games]);
    load.wait_for_moves(1);
    std::thread::sleep(Duration::from_secs(seconds));
    let measured = load.stop();
    drop(nodes);
    assert_nothing_lost(&ledger, &plans[0].database);
    let number = |path: &str| {
        let found = measured.pointer(path).and_then(serde_json::Value::as_f64);
        found.unwrap_or_else(|| panic!("{path} is no number in {measured}"))
    };
    Speed {
        a_second: number("/acked_per_second"),
        p50: number("/ack_ms/p50"),
        p99: number("/ack_ms/p99"),
    }
}

/// Measures both by turns, so that neither has the better minute.
fn compare(name: &str, url: &str, plans: &[NodePlan], folder: &std::path::Path) {
    let seconds = rounds("AZULEJO_SPEED_SECONDS", 1);
    let (mut moves, mut inserts) = (0.0, 0.0);
    let turns = if seconds > 1 { 3 } else { 1 };
    for _ in 0..turns {
        let lower = bare(url, plans.len(), seconds);
        let speed = real(plans, seconds, folder);
        tell(&format!("{name}: moves {speed}; bare inserts {lower}"));
        assert!(lower.a_second > 0.0 && speed.a_second > 0.0);
        moves += speed.a_second;
        inserts += lower.a_second;
    }
    let share = 100.0 * moves / inserts;
    tell(&format!("{name}: moves reach {share:.0} % of bare inserts"));
}

#[test]
fn moves_beside_bare_inserts_on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let bare_file = folder.path().join("bare.db");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let url = bare_file.display().to_string();
    compare("SQLite", &url, &[plan], folder.path());
}

#[test]
fn moves_beside_bare_inserts_on_postgresql() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    compare("PostgreSQL, two nodes", &url, &plans, folder.path());
}
