//! Those who follow a game, and what they are told.

use std::cell::RefCell;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{AwayView, PresenceView};
use azulejo_protocol::happening::Step;
use tokio::sync::mpsc;

use super::Actor;
use super::presence::Whereabouts;
use crate::ws::{Cut, CutReason};
use azulejo_game::view::{game_view, named_steps, own_view};

/// The outgoing side of a socket.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub(crate) frames: mpsc::Sender<Utf8Bytes>,
    /// Closes the socket, for instance because it reads too slowly.
    pub(crate) cut: Arc<Cut>,
}

impl Outbox {
    /// Sends, or cuts a socket that does not keep up; gives whether it was sent.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        let sent = self.frames.try_send(frame).is_ok();
        if !sent {
            // The first reason counts.
            let _cut_already = self.cut.set(CutReason::TooSlow);
        }
        sent
    }
}

thread_local! {
    /// Where frames are written before their length is known: long ones would otherwise be copied
    /// again and again while they grow.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// How much room is kept for the next frame.
const MOST_ROOM: usize = 1 << 18;

pub(crate) fn encode(frame: &ServerFrame) -> Utf8Bytes {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.shrink_to(MOST_ROOM);
        serde_json::to_writer(&mut *room, frame).expect("a frame has a JSON form");
        let text = std::str::from_utf8(room).expect("JSON is UTF-8");
        text.to_owned().into()
    })
}

/// Somebody who follows a game.
pub(crate) struct Watcher {
    pub(crate) socket: u64,
    pub(crate) player: Option<String>,
    pub(crate) outbox: Outbox,
}

impl Actor {
    pub(super) fn say(&self, player: &str, seat: u8, phrase: Phrase) -> Result<(), Problem> {
        let index = usize::from(seat).wrapping_sub(1);
        if !self.table.seats_of(player).any(|own| own == index) {
            return Err(Problem::new(ProblemCode::NotYourSeat));
        }
        self.tell_said(seat, phrase);
        Ok(())
    }

    pub(super) fn tell_said(&self, seat: u8, phrase: Phrase) {
        let frame = encode(&ServerFrame::Said {
            game: self.id.to_string(),
            seat,
            phrase,
        });
        for watcher in self.watchers.values() {
            watcher.outbox.send(frame.clone());
        }
    }

    pub(super) fn watch(&mut self, watcher: Watcher, from: Option<u32>, hash: Option<&str>) {
        let current = from == Some(self.table.ply()) && hash == Some(self.table.hash());
        let log = self.table.steps();
        let known = from.filter(|&from| {
            // Only where nothing between was forgotten, and the client's own past is ours.
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
        self.tell_own(&watcher);
        if let Some(player) = &watcher.player {
            self.came(player);
        }
        self.watchers.insert(watcher.socket, watcher);
        self.presence_dirty = true;
    }

    pub(super) fn unwatch(&mut self, socket: u64) {
        let Some(watcher) = self.watchers.remove(&socket) else {
            return;
        };
        if let Some(player) = &watcher.player {
            self.went(player);
        }
        self.presence_dirty = true;
    }

    /// The public frame is encoded once for all; what is private goes to those it belongs to.
    pub(super) fn tell_update(&mut self, before: u32) {
        let frame = encode(&ServerFrame::Update {
            game: self.id.to_string(),
            steps: named_steps(steps_from(self.table.steps(), before), &self.names),
            view: game_view(&self.table, &self.names),
        });
        let mut cut = Vec::new();
        for (socket, watcher) in &self.watchers {
            if watcher.outbox.send(frame.clone()) {
                self.tell_own(watcher);
            } else {
                cut.push(*socket);
            }
        }
        for socket in cut {
            self.unwatch(socket);
        }
    }

    pub(super) fn tell_own(&self, watcher: &Watcher) {
        let player = watcher.player.as_deref();
        let concerned = player.is_some_and(|player| {
            self.table.host == player || self.table.seats_of(player).next().is_some()
        });
        if concerned {
            watcher.outbox.send(encode(&ServerFrame::Own {
                game: self.id.to_string(),
                own: own_view(&self.table, player),
            }));
        }
    }

    /// Tells everybody who is there, or leaves it for a little later.
    pub(super) fn tell_presence(&mut self) {
        let mut presence = PresenceView {
            here: Vec::new(),
            away: Vec::new(),
            watchers: 0,
        };
        for (index, seat) in self.table.seats.iter().enumerate() {
            if seat.person().is_none() {
                continue;
            }
            let number = index as u8 + 1;
            match self.presence.of(index) {
                Some(Whereabouts::Away { since }) => presence.away.push(AwayView {
                    seat: number,
                    since,
                    until: self.lost_at(index),
                    vote_from: self.vote_from(index),
                }),
                _ => presence.here.push(number),
            }
        }
        let seated = |player: &Option<String>| {
            player
                .as_deref()
                .is_some_and(|player| self.table.seats_of(player).next().is_some())
        };
        let spectators = self.watchers.values().filter(|w| !seated(&w.player));
        presence.watchers = u32::try_from(spectators.count()).unwrap_or(u32::MAX);
        if !self.pace.is_time(&presence, tokio::time::Instant::now()) {
            return;
        }
        let frame = encode(&ServerFrame::Presence {
            game: self.id.to_string(),
            presence,
        });
        for watcher in self.watchers.values() {
            watcher.outbox.send(frame.clone());
        }
    }
}

/// The steps from an event on. They are in order, and the latest are wanted most often.
fn steps_from(steps: &[Arc<Step>], from: u32) -> &[Arc<Step>] {
    let known = steps.partition_point(|step| step.ply < from);
    &steps[known..]
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
    use azulejo_protocol::table::Wall;
    use azulejo_store::{GameId, PlayerId};

    use super::super::Message;
    use super::*;
    use crate::live::new_game::Plan;
    use crate::live::registry::Hub;
    use azulejo_game::decide::Command;
    use azulejo_game::event::FirstHolder;
    use azulejo_game::view::SeatName;

    #[test]
    fn a_socket_is_cut_when_one_frame_more_waits_than_there_is_room_for() {
        let (frames, mut waiting) = mpsc::channel(64);
        let cut = Arc::new(Cut::new());
        let outbox = Outbox {
            frames,
            cut: Arc::clone(&cut),
        };
        assert!((0..64).all(|_| outbox.send("frame".into())));
        assert_eq!(cut.get(), None);
        assert!(!outbox.send("frame".into()));
        assert_eq!(cut.get(), Some(&CutReason::TooSlow));
        // It stays cut, and for the first reason, whatever happens afterwards.
        assert!(waiting.try_recv().is_ok());
        assert!(outbox.send("frame".into()));
        assert!(cut.set(CutReason::SessionEnded).is_err());
        assert_eq!(cut.get(), Some(&CutReason::TooSlow));
    }

    type Inbox = mpsc::Receiver<Utf8Bytes>;

    async fn watches(hub: &Hub, game: GameId, socket: u64, player: Option<String>) -> Inbox {
        let (frames, inbox) = mpsc::channel(64);
        let cut = Arc::new(Cut::new());
        let watcher = Watcher {
            socket,
            player,
            outbox: Outbox { frames, cut },
        };
        let (from, hash) = (None, None);
        let watch = Message::Watch {
            watcher,
            from,
            hash,
        };
        hub.tell(game, watch).await;
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

    async fn carries_out(hub: &Hub, game: GameId, command: Command) {
        let done = hub.command(game, command, None).await;
        done.expect("it may be done");
    }

    #[tokio::test]
    async fn a_move_is_encoded_once_however_many_watch() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("azulejo.db");
        let mut config = crate::Config::new(format!("sqlite:{}", path.display()));
        config.listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
        let server = crate::Server::start(config).await.expect("a server");
        let hub = &server.app.hub;
        let host = PlayerId::from_entropy([7; 16]);
        let made = hub
            .store()
            .create_guest(host, crate::http::names::made_up(), 0);
        made.await.expect("a guest");
        let player = host.to_string();
        let seat = FirstHolder::Human {
            player: player.clone(),
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
            host: player.clone(),
        };
        let game = hub.create(plan, None).await.expect("a game").game;
        let nonce = Command::Nonce {
            player: player.clone(),
            nonce: "00".repeat(16),
        };
        carries_out(hub, game, nonce).await;
        let mut inboxes = Vec::new();
        for socket in 0..20 {
            // Those who play are told the same as those who look on, and something else as well.
            let seated = (socket == 0).then(|| player.clone());
            let mut inbox = watches(hub, game, socket, seated).await;
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
                player: player.clone(),
                seat,
                ply: own.ply,
                text: offer.moves[0].m.to_string(),
            };
            carries_out(hub, game, command).await;
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
