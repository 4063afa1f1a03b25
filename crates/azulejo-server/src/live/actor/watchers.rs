//! Watchers: the sockets that follow a game, and the frames they are sent.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Phrase, Problem, ServerFrame};
use azulejo_protocol::happening::Step;
use azulejo_store::{GameId, PlayerId};
use tokio::time::Instant;

use super::outbox::Outbox;
use super::presence::Location;
use super::{Actor, CommandError, CommandResult};
use crate::app::lock;
use crate::http::rate_limits::Key;
use crate::live::bot_pool::Payer;
use crate::ws::ForcedClose;
use azulejo_game::view::{game_view, named_steps, own_view};
use azulejo_game::{Person, SeatNumber, Table};

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

/// The sockets that follow a game, by id; ordered, so that a simulation is deterministic.
#[derive(Default)]
pub(super) struct Watchers(BTreeMap<u64, Watcher>);

impl Watchers {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a player follows the game.
    pub(super) fn has(&self, person: impl Into<Person>) -> bool {
        let person = person.into();
        let mut watchers = self.0.values();
        watchers.any(|watcher| watcher.player.is_some_and(|own| person == own.into()))
    }

    fn broadcast(&self, frame: &Utf8Bytes) {
        for watcher in self.0.values() {
            watcher.outbox.send(frame.clone());
        }
    }

    /// Returns the watchers who have a seat at the table, with their player ids.
    fn seated<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = (&'a Watcher, PlayerId)> {
        self.0.values().filter_map(|watcher| {
            let player = watcher.player?;
            table.seats_of(player).next().map(|_| (watcher, player))
        })
    }

    /// Returns the number of watchers who have no seat at the table.
    fn spectators(&self, table: &Table) -> u32 {
        (self.0.len() - self.seated(table).count()) as u32
    }

    /// The account that the bots of a table are charged to: a player who is connected, or the
    /// host.
    pub(super) fn payer(&self, table: &Table) -> Payer {
        let first = self.seated(table).min_by_key(|(watcher, _)| watcher.socket);
        match first {
            Some((watcher, player)) => Payer {
                address: Some(Key::from(watcher.address)),
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
    received: Instant,
}

impl SocketReply {
    pub(crate) fn new(outbox: Outbox, game: GameId, id: Option<String>) -> Self {
        Self {
            outbox: Some(outbox),
            game,
            id,
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
                metrics::histogram!("azulejo_command_seconds").record(self.received.elapsed());
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

impl Actor {
    pub(super) fn broadcast_phrase(&self, seat: SeatNumber, phrase: Phrase) {
        let frame = encode(&ServerFrame::Said {
            game: self.id.to_string(),
            seat: seat.get(),
            phrase,
        });
        self.watchers.broadcast(&frame);
    }

    pub(super) fn watch(&mut self, watcher: Watcher, from: Option<u32>, hash: Option<&str>) {
        let current = from == Some(self.table.ply()) && hash == Some(self.table.hash());
        let log = self.table.steps();
        let known = from.filter(|&from| {
            // Only if all steps since are still kept and the client's state was ours at that ply.
            let first = log.first().map_or(0, |step| step.ply);
            let is_past = from >= first && from < self.table.ply();
            is_past && hash.is_some_and(|hash| self.table.had_hash(from, hash))
        });
        let game = self.id.to_string();
        let view = game_view(&self.table, &self.names);
        let frame = match known {
            Some(from) => ServerFrame::Update {
                game,
                steps: named_steps(steps_from(log, from), &self.names),
                view,
            },
            None if current => ServerFrame::Update {
                game,
                steps: Vec::new(),
                view,
            },
            None => ServerFrame::Game {
                game,
                log: named_steps(log, &self.names),
                view,
            },
        };
        if !watcher.outbox.send(encode(&frame)) {
            return;
        }
        self.send_own_view(&watcher);
        if let Some(player) = watcher.player {
            self.set_location(player, Location::Here);
        }
        self.watchers.0.insert(watcher.socket, watcher);
        self.presence.changed = true;
    }

    fn set_location(&mut self, player: PlayerId, at: Location) {
        let person = Person::Player(player);
        let is_host = self.table.host == person;
        self.presence.set_location(person, at, is_host);
    }

    pub(super) fn unwatch(&mut self, socket: u64) {
        let Some(watcher) = self.watchers.0.remove(&socket) else {
            return;
        };
        if let Some(player) = watcher.player
            && !self.watchers.has(player)
        {
            let since = self.registry.clock.now();
            self.set_location(player, Location::Away { since });
        }
        self.presence.changed = true;
    }

    /// Sends the update to all watchers, encoded once, and to each player their own view.
    pub(super) fn broadcast_update(&self, before: u32) {
        let frame = encode(&ServerFrame::Update {
            game: self.id.to_string(),
            steps: named_steps(steps_from(self.table.steps(), before), &self.names),
            view: game_view(&self.table, &self.names),
        });
        for watcher in self.watchers.0.values() {
            if watcher.outbox.send(frame.clone()) {
                self.send_own_view(watcher);
            }
        }
    }

    pub(super) fn send_own_view(&self, watcher: &Watcher) {
        let player = watcher.player;
        let concerned = player.is_some_and(|player| {
            self.table.host == player.into() || self.table.seats_of(player).next().is_some()
        });
        if concerned {
            watcher.outbox.send(encode(&ServerFrame::Own {
                game: self.id.to_string(),
                own: own_view(&self.table, player),
            }));
        }
    }

    /// Broadcasts presence, unless it is throttled.
    pub(super) fn broadcast_presence(&mut self) {
        let down = self.registry.last_downtime.get();
        let spectators = self.watchers.spectators(&self.table);
        let presence = self.presence.view(&self.table, down, spectators);
        if self.presence_throttle.admits(&presence, Instant::now()) {
            let game = self.id.to_string();
            let frame = encode(&ServerFrame::Presence { game, presence });
            self.watchers.broadcast(&frame);
        }
    }
}

/// Returns the steps from an event on. They are sorted by ply.
fn steps_from(steps: &[Arc<Step>], from: u32) -> &[Arc<Step>] {
    let known = steps.partition_point(|step| step.ply < from);
    &steps[known..]
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
    use azulejo_protocol::table::Wall;

    use super::super::Message;
    use super::*;
    use crate::live::actor::QueuedFrames;
    use crate::live::new_game::Plan;
    use crate::live::registry::Registry;
    use azulejo_game::decide::Command;
    use azulejo_game::event::SeatSetup;
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
        let made = registry
            .store
            .create_guest(host, crate::http::names::made_up(), 0);
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
