//! Watchers: the sockets that follow a game, and the frames they are sent.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Phrase, Problem, ServerFrame};
use azulejo_store::{GameId, PlayerId};
use tokio::time::Instant;

use super::live_game::LiveGame;
use super::outbox::Outbox;
use super::presence::Location;
use super::presence_throttle::PresenceThrottle;
use super::{CommandError, CommandResult};
use crate::app::lock;
use crate::http::rate_limits::Key;
use crate::live::bot_pool::Payer;
use crate::ws::ForcedClose;
use azulejo_game::{Person, SeatNumber, Table, frames};

thread_local! {
    /// A reused buffer, because growing one for each frame would copy long frames repeatedly.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The most memory that the buffer keeps between frames.
const MAX_BUFFER: usize = 1 << 18;

pub(crate) fn encode(frame: &ServerFrame) -> Utf8Bytes {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.shrink_to(MAX_BUFFER);
        serde_json::to_writer(&mut *buffer, frame).expect("a frame has a JSON form");
        let text = std::str::from_utf8(buffer).expect("JSON is UTF-8");
        text.to_owned().into()
    })
}

/// The games that a socket follows.
pub(crate) type WatchedGames = Arc<Mutex<HashSet<GameId>>>;

/// A socket that follows a game.
pub(crate) struct Watcher {
    pub(crate) socket: u64,
    pub(crate) address: IpAddr,
    pub(crate) player: Option<PlayerId>,
    pub(crate) outbox: Outbox,
    pub(crate) watched: WatchedGames,
}

impl Watcher {
    /// Answers for a game that cannot be watched.
    pub(super) fn refuse(self, game: GameId, problem: &Problem) {
        lock(&self.watched).remove(&game);
        self.outbox.send(encode(&ServerFrame::Refused {
            game: Some(game.to_string()),
            id: None,
            error: problem.clone(),
        }));
    }
}

/// Owns the sockets that follow a game, and the throttle of the presence updates they get.
#[derive(Default)]
pub(super) struct Watchers {
    /// By id; ordered, so that a simulation is deterministic.
    sockets: BTreeMap<u64, Watcher>,
    throttle: PresenceThrottle,
}

impl Watchers {
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// The time at which a withheld presence update is due.
    pub(super) fn presence_due(&self) -> Option<Instant> {
        self.throttle.due()
    }

    /// Returns whether a player follows the game.
    pub(super) fn has(&self, person: impl Into<Person>) -> bool {
        let person = person.into();
        let mut watchers = self.sockets.values();
        watchers.any(|watcher| watcher.player.is_some_and(|own| person == own.into()))
    }

    fn broadcast(&self, frame: &Utf8Bytes) {
        for watcher in self.sockets.values() {
            watcher.outbox.send(frame.clone());
        }
    }

    /// Returns the watchers who have a seat at the table, with their player ids.
    fn seated<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = (&'a Watcher, PlayerId)> {
        self.sockets.values().filter_map(|watcher| {
            let player = watcher.player?;
            table.seats_of(player).next().map(|_| (watcher, player))
        })
    }

    /// Returns the number of watchers who have no seat at the table.
    fn spectators(&self, table: &Table) -> u32 {
        (self.sockets.len() - self.seated(table).count()) as u32
    }

    /// The account that the bots of a table are charged to: a player who is connected, or the
    /// host.
    pub(super) fn payer(&self, table: &Table) -> Payer {
        let first = self.seated(table).min_by_key(|(watcher, _)| watcher.socket);
        match first {
            Some((watcher, player)) => Payer {
                address: Some(Key::of_client(watcher.address)),
                player: player.into(),
            },
            None => Payer {
                address: None,
                player: table.host,
            },
        }
    }
}

/// Sends the outcome of a command to the socket that it came from. The socket does not wait for it,
/// so a slow game holds up nothing but itself.
pub(crate) struct SocketReply {
    /// `None` once it was answered.
    outbox: Option<Outbox>,
    game: GameId,
    id: Option<String>,
    /// The kind of the command, as in the metrics.
    kind: &'static str,
    received: Instant,
}

impl SocketReply {
    pub(crate) fn new(
        outbox: Outbox,
        game: GameId,
        id: Option<String>,
        kind: &'static str,
    ) -> Self {
        Self {
            outbox: Some(outbox),
            game,
            id,
            kind,
            received: Instant::now(),
        }
    }

    pub(super) fn send(mut self, done: CommandResult) {
        let Some(outbox) = self.outbox.take() else {
            return;
        };
        let (game, id) = (self.game.to_string(), self.id.take());
        match (done, id) {
            (Ok(ply), Some(id)) => {
                metrics::histogram!("azulejo_command_duration_seconds", "kind" => self.kind)
                    .record(self.received.elapsed());
                outbox.send(encode(&ServerFrame::Ack { game, id, ply }));
            }
            (Ok(_), None) => {}
            (Err(CommandError::Refused(error)), id) => {
                outbox.send(encode(&ServerFrame::Refused {
                    game: Some(game),
                    id,
                    error,
                }));
            }
            (Err(CommandError::Unknown), _) => outbox.close(ForcedClose::Unknown),
        }
    }
}

impl Drop for SocketReply {
    /// A command that was lost has an unknown outcome: the client asks again on a new connection.
    fn drop(&mut self) {
        if let Some(outbox) = &self.outbox {
            outbox.close(ForcedClose::Unknown);
        }
    }
}

/// Adds a watcher: greets it with the game, or with the steps since the state it knows.
pub(super) fn watch(game: &mut LiveGame, watcher: Watcher, from: Option<u32>, hash: Option<&str>) {
    let greeting = encode(&frames::greeting(&game.table, &game.names, from, hash));
    if !watcher.outbox.send(greeting) {
        return;
    }
    if let Some(own) = own_frame(game, watcher.player) {
        watcher.outbox.send(own);
    }
    if let Some(player) = watcher.player {
        set_location(game, player, Location::Here);
    }
    game.watchers.sockets.insert(watcher.socket, watcher);
    game.presence.changed = true;
}

/// Removes a watcher. A player's last one leaves the player away.
pub(super) fn unwatch(game: &mut LiveGame, socket: u64) {
    let Some(watcher) = game.watchers.sockets.remove(&socket) else {
        return;
    };
    if let Some(player) = watcher.player
        && !game.watchers.has(player)
    {
        let since = game.registry.clock.now();
        set_location(game, player, Location::Away { since });
    }
    game.presence.changed = true;
}

fn set_location(game: &mut LiveGame, player: PlayerId, at: Location) {
    let person = Person::Player(player);
    let is_host = game.table.host == person;
    game.presence.set_location(person, at, is_host);
}

/// Sends the events since `before` to all watchers, encoded once, and to each player their own view.
pub(super) fn broadcast_update(game: &LiveGame, before: u32) {
    let frame = encode(&frames::update(&game.table, &game.names, before));
    for watcher in game.watchers.sockets.values() {
        if watcher.outbox.send(frame.clone())
            && let Some(own) = own_frame(game, watcher.player)
        {
            watcher.outbox.send(own);
        }
    }
}

pub(super) fn broadcast_phrase(game: &LiveGame, seat: SeatNumber, phrase: Phrase) {
    let frame = encode(&ServerFrame::Said {
        game: game.id.to_string(),
        seat: seat.get(),
        phrase,
    });
    game.watchers.broadcast(&frame);
}

/// Broadcasts presence, unless it is throttled.
pub(super) fn broadcast_presence(game: &mut LiveGame) {
    let spectators = game.watchers.spectators(&game.table);
    let presence = game.absences().view(spectators);
    if game.watchers.throttle.admits(&presence, Instant::now()) {
        let id = game.id.to_string();
        let frame = encode(&ServerFrame::Presence { game: id, presence });
        game.watchers.broadcast(&frame);
    }
}

/// Returns the frame with a player's own view; `None` for spectators.
fn own_frame(game: &LiveGame, player: Option<PlayerId>) -> Option<Utf8Bytes> {
    frames::own(&game.table, player).as_ref().map(encode)
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
    use azulejo_protocol::table::Wall;

    use super::super::Message;
    use super::*;
    use crate::live::actor::QueuedFrames;
    use crate::live::registry::Registry;
    use azulejo_game::decide::Command;
    use azulejo_game::event::SeatSetup;
    use azulejo_game::plan::Plan;
    use azulejo_game::view::SeatName;

    type Inbox = QueuedFrames;

    async fn watches(
        registry: &Registry,
        game: GameId,
        socket: u64,
        player: Option<PlayerId>,
    ) -> Inbox {
        let (outbox, inbox) = Outbox::new();
        let watcher = Watcher {
            socket,
            address: IpAddr::from([127, 0, 0, 1]),
            player,
            outbox,
            watched: WatchedGames::default(),
        };
        let (from, hash) = (None, None);
        let watch = Message::Watch {
            watcher,
            from,
            hash,
        };
        registry.send(game, watch).await;
        inbox
    }

    /// The next frame of a kind.
    async fn next(inbox: &mut Inbox, kind: &str) -> Utf8Bytes {
        loop {
            let frame = inbox.recv().await.expect("a frame");
            if frame.contains(&format!("\"t\":\"{kind}\"")) {
                return frame;
            }
        }
    }

    async fn carries_out(registry: &Registry, game: GameId, command: Command) {
        let done = registry.command(game, command, None).await;
        done.expect("it may be done");
    }

    #[tokio::test]
    async fn move_is_encoded_once_for_all_watchers() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("azulejo.db");
        let mut config = crate::Config::new(format!("sqlite:{}", path.display()));
        config.listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
        let server = crate::Server::start(config).await.expect("a server");
        let registry = &server.app.registry;
        let host = PlayerId::from_entropy([7; 16]);
        let made = registry.store.create_guest(
            host,
            crate::http::guest_names::generate(crate::http::language::Language::English),
            0,
        );
        made.await.expect("a guest");
        let seat = SeatSetup::Human {
            player: host.into(),
        };
        let plan = Plan {
            settings: Settings {
                wall: Wall::Coloured,
                clock: Clock::None,
                undo: UndoPolicy::Off,
                public: false,
                start: Some(1),
            },
            seats: vec![seat.clone(), seat],
            names: vec![SeatName::default(); 2],
            host: host.into(),
        };
        let game = registry.create(plan, None).await.expect("a game").game;
        let nonce = Command::Nonce {
            player: host,
            nonce: "00".repeat(16),
        };
        carries_out(registry, game, nonce).await;
        let mut inboxes = Vec::new();
        for socket in 0..20 {
            // Players get the same frame as spectators, and their own view.
            let seated = (socket == 0).then_some(host);
            let mut inbox = watches(registry, game, socket, seated).await;
            next(&mut inbox, "game").await;
            inboxes.push(inbox);
        }
        for seat in 1..=2 {
            let own = next(&mut inboxes[0], "own").await;
            let own: ServerFrame = serde_json::from_str(&own).expect("a frame");
            let ServerFrame::Own { own, .. } = own else {
                panic!("{own:?} is not for a player")
            };
            let offer = own.offer.expect("a turn");
            let command = Command::Move {
                player: host,
                seat: SeatNumber::new(seat),
                ply: own.ply,
                m: offer.moves[0].m,
            };
            carries_out(registry, game, command).await;
            let mut told = Vec::new();
            for inbox in &mut inboxes {
                told.push(next(inbox, "update").await);
            }
            // All are kept until here, so that two texts cannot lie in one place.
            let first = told[0].as_str();
            assert!(told.iter().all(|frame| std::ptr::eq(frame.as_str(), first)));
        }
        server.stop().await;
    }
}
