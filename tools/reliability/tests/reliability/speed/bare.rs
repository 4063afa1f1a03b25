//! Bare inserts: each frame is one event, acknowledged when it is on disk. Each event has its own
//! transaction, or waiting events share one.

use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_store::{
    Append, Appended, GameId, GameStatus, GameSummary, NewEvent, NewGame, OpenOptions, Pace,
    SeatKind, SeatRow, SeatSet, Secret, Store,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, client_async};

use super::{CONCURRENCY, FRAME, Speed};

/// The batching of inserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inserts {
    /// One transaction per event, over several connections.
    Single,
    /// Waiting events share a transaction, as in the server.
    Grouped,
}

/// The number of PostgreSQL connections per node for single inserts; SQLite has one writer.
const CONNECTIONS: u32 = 16;
/// The length of the insert queue.
const QUEUE_LENGTH: usize = 1024;

impl Inserts {
    async fn open(self, url: &str) -> Arc<dyn Store> {
        let options = OpenOptions::default();
        let options = match self {
            Self::Single if url.starts_with("postgres") => {
                options.writers(CONNECTIONS).queue(QUEUE_LENGTH, 1)
            }
            Self::Single => options.queue(QUEUE_LENGTH, 1),
            Self::Grouped => options,
        };
        options.open(url).await.expect("a store")
    }
}

/// Starts one node of the bare server, which runs until its runtime is dropped.
async fn start_node(url: &str, inserts: Inserts) -> (SocketAddr, Arc<dyn Store>) {
    let store = inserts.open(url).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let accept_store = Arc::clone(&store);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            tokio::spawn(serve(stream, Arc::clone(&accept_store)));
        }
    });
    (address, store)
}

/// Creates a game for the connection, appends each frame to it, and acknowledges when it is on disk.
async fn serve(stream: TcpStream, store: Arc<dyn Store>) {
    stream.set_nodelay(true).expect("an open connection");
    let mut socket = accept_async(stream).await.expect("a socket");
    let game = new_game(&*store).await;
    socket.send(Message::text("ready")).await.expect("sent");
    let mut ply = 0;
    while let Some(Ok(Message::Text(frame))) = socket.next().await {
        ply = insert(&*store, game, ply, &frame).await;
        if socket.send(Message::text("ok")).await.is_err() {
            return;
        }
    }
}

/// Appends a frame as one event, and returns the next ply when it is on disk.
pub(super) async fn insert(store: &dyn Store, game: GameId, ply: u32, frame: &str) -> u32 {
    let event = NewEvent {
        kind: "moved".to_owned(),
        body: frame.to_owned(),
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
        Appended::Committed { next } => next,
        other => panic!("unexpected concurrent append: {other:?}"),
    }
}

pub(super) async fn new_game(store: &dyn Store) -> GameId {
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

pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(super) async fn connect(address: SocketAddr) -> Socket {
    let stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("an open connection");
    let url = format!("ws://{address}/");
    let (socket, _) = client_async(url, MaybeTlsStream::Plain(stream))
        .await
        .expect("a socket");
    socket
}

/// Sends frames over many sockets, each waiting for the previous acknowledgement; single-threaded,
/// like the load generator.
fn send_all(nodes: &[SocketAddr], seconds: u64) -> Speed {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let load = async {
        let stop = Rc::new(AtomicBool::new(false));
        let mut sockets = Vec::with_capacity(CONCURRENCY);
        for number in 0..CONCURRENCY {
            let address = nodes[number % nodes.len()];
            sockets.push(connect(address).await);
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
                    let reply = socket.next().await.expect("a reply").expect("a reply");
                    assert!(reply.is_text(), "{reply:?}");
                    times.push(sent.elapsed());
                }
                times
            });
        }
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        while let Some(more) = senders.join_next().await {
            times.extend(more.expect("the sender succeeds"));
        }
        Speed::of(times, begun.elapsed())
    };
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// Measures bare inserts with this many nodes on one database.
pub(super) fn insert_all(url: &str, nodes: usize, inserts: Inserts, seconds: u64) -> Speed {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut addresses, mut stores) = (Vec::new(), Vec::new());
    for _ in 0..nodes {
        let (address, store) = runtime.block_on(start_node(url, inserts));
        addresses.push(address);
        stores.push(store);
    }
    let speed = send_all(&addresses, seconds);
    for store in stores {
        runtime.block_on(store.close());
    }
    speed
}
