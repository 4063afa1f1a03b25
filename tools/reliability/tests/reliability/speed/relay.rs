//! A bare relay: what a server of games does, without knowing what a game is. A frame begins with
//! the ply that it is meant for; the rest means nothing here.

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
use super::{AT_ONCE, FRAME, Speed};

/// The digits of a ply at the beginning of a frame.
const PLY: usize = 6;

fn frame(ply: u32) -> String {
    format!("{ply:0PLY$} {FRAME}")
}

fn ply_of(frame: &str) -> u32 {
    let digits = frame.get(..PLY).expect("a frame with a ply");
    digits.parse().expect("a number")
}

/// One node of the relay.
struct Node {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<GameId, Table>>,
}

/// A game at one node.
#[derive(Default)]
struct Table {
    /// How far it is known here.
    ply: u32,
    /// The players who are at this node, with their seats.
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
        tokio::spawn(Arc::clone(&node).hear_of_others());
        let attending = Arc::clone(&node);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                tokio::spawn(Arc::clone(&attending).attend(stream));
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

    /// Tells the players here what was written, unless they know.
    fn tell(&self, game: GameId, next: u32, by: Option<u8>, frame: &Utf8Bytes) {
        self.with_table(game, |table| {
            if table.ply >= next {
                return;
            }
            table.ply = next;
            for (seat, player) in &table.players {
                if Some(*seat) != by {
                    // Whoever is gone need not know.
                    let _gone = player.send(frame.clone());
                }
            }
        });
    }

    /// A player says first at which game and on which seat; then every frame is written.
    async fn attend(self: Arc<Self>, stream: TcpStream) {
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
            let answer = tokio::select! {
                frame = socket.next() => {
                    let Some(Ok(Message::Text(frame))) = frame else { return };
                    let next = insert(&*self.store, game, ply_of(&frame), &frame).await;
                    self.tell(game, next, Some(seat), &frame);
                    Message::text("ok")
                }
                Some(frame) = outbox.recv() => Message::Text(frame),
            };
            if socket.send(answer).await.is_err() {
                return;
            }
        }
    }

    /// Reads what the other nodes wrote, when they say that they did.
    async fn hear_of_others(self: Arc<Self>) {
        let mut bus = self.store.subscribe();
        while let Some(notice) = bus.recv().await {
            let mut behind = HashMap::new();
            let mut notice = Some(notice);
            while let Some(heard) = notice {
                let grown = match &heard.message {
                    BusMessage::Appended(games) if !heard.own => {
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
                self.tell(game, event.ply + 1, None, &event.body.into());
            }
        }
    }
}

/// One player: sends when it is their turn, until told to stop. Gives how long the answers took.
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
        // Once all have stopped there may be nothing to come.
        let Ok(heard) = tokio::time::timeout(Duration::from_secs(1), socket.next()).await else {
            continue;
        };
        let heard = heard.expect("an answer").expect("an answer");
        let heard = heard.into_text().expect("a text");
        if heard == "ok" {
            times.push(sent.elapsed());
        } else {
            turn = Some(ply_of(&heard) + 1);
        }
    }
}

/// Lets many pairs of players send by turns, the two of a pair at different nodes if there are.
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
            times.extend(more.expect("a player does not panic"));
        }
        Speed::of(times, elapsed)
    };
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// The relay, with so many nodes on one database.
pub(super) fn frames(url: &str, nodes: usize, seconds: u64) -> Speed {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut addresses, mut started) = (Vec::new(), Vec::new());
    for _ in 0..nodes {
        let (address, node) = runtime.block_on(Node::start(url));
        addresses.push(address);
        started.push(node);
    }
    let games: Vec<_> = (0..AT_ONCE)
        .map(|_| runtime.block_on(new_game(&*started[0].store)))
        .collect();
    let speed = send_all(&addresses, &games, seconds);
    for node in started {
        runtime.block_on(node.store.close());
    }
    speed
}
