//! Connections between clients and nodes: ordered, with latency, and lost as a whole.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_game::decide::Command;
use azulejo_store::{CommandKey, GameId, PlayerId, TokenHash};
use tokio::sync::{SetOnce, mpsc};
use tokio::time::{Instant, sleep_until};

use super::node::{Cluster, Node};
use super::world::{World, lock};
use crate::draws::to_hex;
use crate::http::sessions::PRESENCE_EVERY;
use crate::live::actor::{
    Message, Outbox, QueuedFrames, Reply, SocketReply, WatchedGames, Watcher,
};

/// The interval at which a socket refreshes its session.
const REFRESH_EVERY: Duration = Duration::from_secs(20);

/// A frame from a client.
#[derive(Clone)]
pub(super) enum Request {
    Watch(GameId),
    Command {
        game: GameId,
        key: Option<CommandKey>,
        command: Command,
    },
}

/// Something on its way, with the time at which it arrives.
type InTransit<T> = (Instant, T);

/// The sending end of one direction. Frames keep their order.
struct Sender<T> {
    world: Arc<World>,
    frames: mpsc::UnboundedSender<InTransit<T>>,
    last_arrival: Mutex<Instant>,
}

impl<T> Sender<T> {
    fn new(world: &Arc<World>) -> (Self, mpsc::UnboundedReceiver<InTransit<T>>) {
        let (frames, receiver) = mpsc::unbounded_channel();
        let sender = Self {
            world: Arc::clone(world),
            frames,
            last_arrival: Mutex::new(Instant::now()),
        };
        (sender, receiver)
    }

    fn send(&self, frame: T) {
        let arrival = {
            let mut last = lock(&self.last_arrival);
            *last = (*last).max(Instant::now() + self.world.latency());
            *last
        };
        // The other end may be gone.
        let _ = self.frames.send((arrival, frame));
    }
}

/// The client's end of a connection.
pub(super) struct Connection {
    world: Arc<World>,
    requests: Sender<Request>,
    replies: mpsc::UnboundedReceiver<InTransit<Utf8Bytes>>,
    next: Option<InTransit<Utf8Bytes>>,
    lost: Arc<SetOnce<()>>,
}

impl Connection {
    /// Sends a request, which may be lost or duplicated.
    pub(super) fn send(&self, request: &Request) {
        if self.world.fault(self.world.profile().lost_frames) {
            return;
        }
        if self.world.fault(self.world.profile().duplicated_frames) {
            self.requests.send(request.clone());
        }
        self.requests.send(request.clone());
    }

    /// Waits for the next frame; `None` once the connection is lost. Cancel safe.
    pub(super) async fn receive(&mut self) -> Option<Utf8Bytes> {
        let receiving = async {
            if self.next.is_none() {
                self.next = self.replies.recv().await;
            }
            sleep_until(self.next.as_ref()?.0).await;
            Some(self.next.take()?.1)
        };
        tokio::select! {
            biased;
            _ = self.lost.wait() => None,
            frame = receiving => frame,
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _already = self.lost.set(());
    }
}

/// Loses the connection when the node's end is dropped, at the latest with the node.
struct LostOnDrop(Arc<SetOnce<()>>);

impl Drop for LostOnDrop {
    fn drop(&mut self) {
        let _already = self.0.set(());
    }
}

/// Connects a player to a random node; `None` if that one is down.
pub(super) fn connect(
    cluster: &Cluster,
    player: PlayerId,
    session: TokenHash,
) -> Option<Connection> {
    let world = &cluster.world;
    let number = world.below(cluster.size());
    let node = cluster.node(number);
    if !node.accepts() {
        return None;
    }
    world.note("connect", [number as u64, 0, 0]);
    let lost = Arc::new(SetOnce::new());
    let (requests, inbound) = Sender::new(world);
    let (outbound, replies) = Sender::new(world);
    let (outbox, outgoing) = Outbox::new();
    let socket = Socket {
        node: Arc::clone(&node),
        id: node.registry().sockets.next_id(),
        player,
        session,
        outbox,
        watched: WatchedGames::default(),
    };
    let guard = LostOnDrop(Arc::clone(&lost));
    node.spawn(async move {
        socket.serve(inbound, outgoing, outbound, &guard.0).await;
        drop(guard);
    });
    Some(Connection {
        world: Arc::clone(world),
        requests,
        replies,
        next: None,
        lost,
    })
}

/// The node's end of a connection, which does what `ws` does with a real socket.
struct Socket {
    node: Arc<Node>,
    id: u64,
    player: PlayerId,
    session: TokenHash,
    outbox: Outbox,
    watched: WatchedGames,
}

impl Socket {
    async fn serve(
        &self,
        mut inbound: mpsc::UnboundedReceiver<InTransit<Request>>,
        mut outgoing: QueuedFrames,
        outbound: Sender<Utf8Bytes>,
        lost: &SetOnce<()>,
    ) {
        let reading = async {
            while let Some((arrival, request)) = inbound.recv().await {
                sleep_until(arrival).await;
                self.handle(request);
            }
        };
        let writing = async {
            while let Some(frame) = outgoing.recv().await {
                outbound.send(frame);
            }
        };
        tokio::select! {
            biased;
            _ = lost.wait() => {}
            _ = self.outbox.close.wait() => {}
            () = self.refresh_session() => {}
            () = reading => {}
            () = writing => {}
        }
        let watched: Vec<_> = lock(&self.watched).drain().collect();
        let mut watched = watched;
        watched.sort_unstable();
        for game in watched {
            let unwatch = Message::Unwatch { socket: self.id };
            self.node.registry().send(game, unwatch).await;
        }
    }

    /// Marks the session as used, by which other nodes see that the player is present.
    async fn refresh_session(&self) {
        loop {
            let now = self.node.registry().clock.now();
            let renewal = Some(PRESENCE_EVERY.get());
            // A failed look-up ends no session.
            let _ = self
                .node
                .store
                .find_session(&self.session, now.unix_ms(), renewal)
                .await;
            tokio::time::sleep(REFRESH_EVERY).await;
        }
    }

    fn handle(&self, request: Request) {
        let registry = self.node.registry();
        match request {
            Request::Watch(game) => {
                lock(&self.watched).insert(game);
                let watcher = Watcher {
                    socket: self.id,
                    address: IpAddr::from([10, 0, 0, 1]),
                    player: Some(self.player),
                    outbox: self.outbox.clone(),
                    watched: Arc::clone(&self.watched),
                };
                let (from, hash) = (None, None);
                registry.try_send(
                    game,
                    Message::Watch {
                        watcher,
                        from,
                        hash,
                    },
                );
            }
            Request::Command { game, key, command } => {
                let id = key.map(|key| to_hex(&key.number));
                let reply = SocketReply::new(self.outbox.clone(), game, id, "simulated");
                let message = Message::Command {
                    command,
                    key,
                    at: registry.clock.now(),
                    reply: Reply::Socket(reply),
                };
                registry.try_send(game, message);
            }
        }
    }
}
