//! A bare relay: stores frames and forwards them to the opponent, without game logic. A frame begins
//! with its ply; the rest is opaque.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use azulejo_store::{BusMessage, GameId, Store};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::bare::{Socket, connect, insert, new_game};
use super::{CONCURRENCY, FRAME, Speed};

/// The number of digits of the ply at the start of a frame.
const PLY_DIGITS: usize = 6;

fn frame(ply: u32) -> String {
    format!("{ply:0PLY_DIGITS$} {FRAME}")
}

fn ply_of(frame: &str) -> u32 {
    let digits = frame.get(..PLY_DIGITS).expect("a frame with a ply");
    digits.parse().expect("a number")
}

/// One node of the relay.
struct Node {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<GameId, Table>>,
}

/// A game's state at one node.
#[derive(Default)]
struct Table {
    /// The next ply known to this node.
    ply: u32,
    /// The players connected to this node, with their seats.
    players: Vec<(u8, mpsc::UnboundedSender<Utf8Bytes>)>,
}

impl Node {
    async fn start(url: &str) -> (SocketAddr, Arc<Self>) {
        let store = azulejo_store::open(url).await.expect("a store");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let node = Arc::new(Self {
            store,
            tables: Mutex::default(),
        });
        tokio::spawn(Arc::clone(&node).follow_other_nodes());
        let accepting = Arc::clone(&node);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                tokio::spawn(Arc::clone(&accepting).serve(stream));
            }
        });
        (address, node)
    }

    fn with_table<T>(&self, game: GameId, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        change(tables.entry(game).or_default())
    }

    fn all_tables(&self) -> Vec<GameId> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.keys().copied().collect()
    }

    /// Forwards a stored frame to the opponent if at this node, unless it was forwarded already. An
    /// own event may be read back from the store before it is forwarded, so its ply decides who sent
    /// it: the players alternate.
    fn forward(&self, game: GameId, next: u32, frame: &Utf8Bytes) {
        self.with_table(game, |table| {
            if table.ply >= next {
                return;
            }
            table.ply = next;
            for (seat, player) in &table.players {
                if u32::from(*seat) % 2 == next % 2 {
                    // The player may have disconnected.
                    let _disconnected = player.send(frame.clone());
                }
            }
        });
    }

    /// Serves a player: the first frame names the game and the seat; all others are stored.
    async fn serve(self: Arc<Self>, stream: TcpStream) {
        stream.set_nodelay(true).expect("an open connection");
        let mut socket = accept_async(stream).await.expect("a socket");
        let first = socket.next().await.expect("a frame").expect("a frame");
        let first = first.into_text().expect("a text");
        let (game, seat) = first.split_once(' ').expect("a game and a seat");
        let game: GameId = game.parse().expect("an id");
        let seat: u8 = seat.parse().expect("a seat");
        let (sender, mut outbox) = mpsc::unbounded_channel();
        self.with_table(game, |table| table.players.push((seat, sender)));
        socket.send(Message::text("ready")).await.expect("sent");
        loop {
            let outgoing = tokio::select! {
                frame = socket.next() => {
                    let Some(Ok(Message::Text(frame))) = frame else { return };
                    let next = insert(&*self.store, game, ply_of(&frame), &frame).await;
                    self.forward(game, next, &frame);
                    Message::text("ok")
                }
                Some(frame) = outbox.recv() => Message::Text(frame),
            };
            if socket.send(outgoing).await.is_err() {
                return;
            }
        }
    }

    /// Forwards events of other nodes, as announced on the bus.
    async fn follow_other_nodes(self: Arc<Self>) {
        let mut bus = self.store.subscribe();
        while let Some(notice) = bus.recv().await {
            let mut behind = HashMap::new();
            let mut notice = Some(notice);
            while let Some(received) = notice {
                let grown = match &received.message {
                    BusMessage::Appended(games) if !received.own => {
                        games.iter().map(|(game, _)| *game).collect()
                    }
                    BusMessage::Lagged => self.all_tables(),
                    _ => Vec::new(),
                };
                for game in grown {
                    behind.insert(game, self.with_table(game, |table| table.ply));
                }
                notice = bus.try_recv();
            }
            if behind.is_empty() {
                continue;
            }
            let behind: Vec<_> = behind.into_iter().collect();
            let events = self.store.events_of(&behind).await.expect("events");
            for (game, event) in events {
                self.forward(game, event.ply + 1, &event.body.into());
            }
        }
    }
}

/// Runs a player, who sends on their turn until stopped. Returns the acknowledgement latencies.
async fn play(mut socket: Socket, begins: bool, stop: Rc<AtomicBool>) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut turn = begins.then_some(0);
    loop {
        if stop.load(Ordering::Relaxed) {
            return times;
        }
        let sent = Instant::now();
        if let Some(ply) = turn.take() {
            let sent = socket.send(Message::text(frame(ply))).await;
            sent.expect("sent");
        }
        // Once the players stop, no frame may arrive.
        let Ok(received) = tokio::time::timeout(Duration::from_secs(1), socket.next()).await else {
            continue;
        };
        let received = received.expect("a frame").expect("a frame");
        let received = received.into_text().expect("a text");
        if received == "ok" {
            times.push(sent.elapsed());
        } else {
            turn = Some(ply_of(&received) + 1);
        }
    }
}

/// Runs pairs of players who alternate; the two of a pair use different nodes if possible.
fn send_all(nodes: &[SocketAddr], games: &[GameId], seconds: u64) -> Speed {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let load = async {
        let stop = Rc::new(AtomicBool::new(false));
        let mut sockets = Vec::with_capacity(2 * games.len());
        for (number, game) in games.iter().enumerate() {
            for seat in 0..2 {
                let mut socket = connect(nodes[(number + seat) % nodes.len()]).await;
                let hello = Message::text(format!("{game} {seat}"));
                socket.send(hello).await.expect("sent");
                sockets.push((seat == 0, socket));
            }
        }
        for (_, socket) in &mut sockets {
            let ready = socket.next().await.expect("a frame").expect("a frame");
            assert!(ready.is_text(), "{ready:?}");
        }
        let begun = Instant::now();
        let mut players = tokio::task::JoinSet::new();
        for (begins, socket) in sockets {
            players.spawn_local(play(socket, begins, Rc::clone(&stop)));
        }
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        stop.store(true, Ordering::Relaxed);
        let elapsed = begun.elapsed();
        let mut times = Vec::new();
        while let Some(more) = players.join_next().await {
            times.extend(more.expect("the player succeeds"));
        }
        Speed::of(times, elapsed)
    };
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// Measures the relay with this many nodes on one database.
pub(super) fn measure(url: &str, nodes: usize, seconds: u64) -> Speed {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut addresses, mut started) = (Vec::new(), Vec::new());
    for _ in 0..nodes {
        let (address, node) = runtime.block_on(Node::start(url));
        addresses.push(address);
        started.push(node);
    }
    let games: Vec<_> = (0..CONCURRENCY)
        .map(|_| runtime.block_on(new_game(&*started[0].store)))
        .collect();
    let speed = send_all(&addresses, &games, seconds);
    for node in started {
        runtime.block_on(node.store.close());
    }
    speed
}
