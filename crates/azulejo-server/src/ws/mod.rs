//! The socket: one for each tab or program, following any number of games.

mod close;
pub mod frames;

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as WsMessage, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use azulejo_protocol::frame::{
    ClientFrame, MAX_INBOUND_BYTES, Problem, ProblemCode, ServerFrame, VERSION,
};
use azulejo_store::{CommandKey, GameId};
use futures_util::SinkExt as _;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use self::close::Close;
pub(crate) use self::close::{Cut, CutReason};
use crate::app::App;
use crate::draws::from_hex;
use crate::http::problem::ApiResult;
use crate::http::rate_limits::{Action, FrameBucket, Key};
use crate::http::sessions::{Identity, OptionalIdentity};
use crate::live::actor::{Failed, Message, Outbox, Watcher, encode};
use azulejo_game::decide::Command;

/// How many frames wait for a socket before it is cut.
const OUTBOX: usize = 64;
/// How many bytes of frames are gathered before they are sent.
const SENT_AT_ONCE: usize = 32 * 1024;
/// How often the server asks whether the client is there.
const PING_EVERY: Duration = Duration::from_secs(20);
/// How long a client may be silent, its answers to pings included.
const SILENCE: Duration = Duration::from_secs(70);
/// How many games one socket may follow.
const MAX_WATCHED: usize = 32;
/// How many refused frames a socket may send before it is closed.
const MAX_MALFORMED: u32 = 20;

/// Opens a socket.
pub(crate) async fn open(
    State(app): State<App>,
    client: crate::http::Client,
    identity: OptionalIdentity,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    app.limits.check(Action::OpenSocket, client.address)?;
    let open = app.sockets.open(client.address)?;
    Ok(upgrade
        .max_message_size(MAX_INBOUND_BYTES)
        // What a client may send fits; the library's own size would be wiped for every frame and
        // held by every socket.
        .read_buffer_size(MAX_INBOUND_BYTES)
        .max_frame_size(MAX_INBOUND_BYTES)
        .on_upgrade(move |socket| async move {
            let id = app.hub.next_socket();
            metrics::gauge!("azulejo_sockets").increment(1.0);
            Connection::new(app, client.address, identity.0, id)
                .run(socket)
                .await;
            metrics::gauge!("azulejo_sockets").decrement(1.0);
            drop(open);
        }))
}

struct Connection {
    app: App,
    address: IpAddr,
    identity: Option<Identity>,
    id: u64,
    outbox: Outbox,
    frames: mpsc::Receiver<Utf8Bytes>,
    watched: HashSet<GameId>,
    lobby: Option<watch::Receiver<Utf8Bytes>>,
    bucket: FrameBucket,
    malformed: u32,
}

impl Connection {
    fn new(app: App, address: IpAddr, identity: Option<Identity>, id: u64) -> Self {
        let (sender, frames) = mpsc::channel(OUTBOX);
        let bucket = app.limits.frames();
        Self {
            app,
            address,
            identity,
            id,
            outbox: Outbox {
                frames: sender,
                cut: Arc::new(Cut::new()),
            },
            frames,
            watched: HashSet::new(),
            lobby: None,
            bucket,
            malformed: 0,
        }
    }

    fn player(&self) -> Option<String> {
        self.identity
            .as_ref()
            .map(|identity| identity.player.to_string())
    }

    /// Takes a token for an action. Whoever has many sockets is still one person, and those
    /// without a session are one with all others at their address.
    fn check(&self, action: Action) -> Result<(), Problem> {
        let key = match &self.identity {
            Some(identity) => Key::from(identity.player),
            None => Key::from(self.address),
        };
        let checked = self.app.limits.check(action, key);
        checked.map_err(|too_fast| too_fast.problem)
    }

    async fn run(mut self, mut socket: WebSocket) {
        let session = self
            .identity
            .as_ref()
            .map(|identity| identity.session.prefix());
        if let Some(session) = session {
            let cut = Arc::clone(&self.outbox.cut);
            self.app.hub.add_socket(session, self.id, cut);
        }
        let close = self.talk(&mut socket).await;
        if let Some(session) = session {
            self.app.hub.remove_socket(session, self.id);
        }
        if let Some(close) = close {
            close.count();
        }
        // When the server stops, nobody has left: they all come back to it.
        let stops = matches!(close, Some(Close::GOING_AWAY));
        let watched = std::mem::take(&mut self.watched);
        for game in watched.into_iter().filter(|_| !stops) {
            self.app
                .hub
                .tell(game, Message::Unwatch { socket: self.id })
                .await;
        }
        close::say_goodbye(&mut socket, close).await;
    }

    /// Speaks with the other side until there is a reason to close; without one, it has closed.
    async fn talk(&mut self, socket: &mut WebSocket) -> Option<Close> {
        // Other nodes see from now on that this person is there.
        if let Some(identity) = &self.identity
            && self.app.hub.is_shared()
            && !crate::http::sessions::still_valid(&self.app, identity).await
        {
            return Some(Close::SESSION_ENDED);
        }
        let hello = encode(&ServerFrame::Hello {
            version: VERSION,
            now: self.app.hub.now(),
        });
        self.outbox.send(hello);
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(PING_EVERY);
        ping.tick().await;
        let mut stopping = self.app.stopping();
        loop {
            tokio::select! {
                received = socket.recv() => {
                    heard = Instant::now();
                    match received? {
                        Ok(WsMessage::Text(text)) => {
                            if let Err(close) = self.hear(&text).await {
                                return Some(close);
                            }
                        }
                        Ok(WsMessage::Binary(_)) => {
                            return Some(Close::NO_TEXT);
                        }
                        Ok(WsMessage::Ping(_) | WsMessage::Pong(_)) => {
                            if !self.bucket.take() {
                                return Some(Close::TOO_FAST);
                            }
                        }
                        Ok(WsMessage::Close(_)) => return None,
                        Err(error) => return Close::for_unreadable(error),
                    }
                }
                Some(frame) = self.frames.recv() => {
                    if let Err(close) = self.send_waiting(socket, frame).await {
                        return Some(close);
                    }
                }
                changed = lobby_change(&mut self.lobby) => {
                    let Some(frame) = changed else {
                        self.lobby = None;
                        continue;
                    };
                    if let Err(close) = self.send(socket, WsMessage::Text(frame)).await {
                        return Some(close);
                    }
                }
                close = close::when_cut(&self.outbox.cut) => return Some(close),
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Some(Close::SILENCE);
                    }
                    if let Some(identity) = &self.identity
                        && !crate::http::sessions::still_valid(&self.app, identity).await
                    {
                        return Some(Close::SESSION_ENDED);
                    }
                    let ping = WsMessage::Ping(Default::default());
                    if let Err(close) = self.send(socket, ping).await {
                        return Some(close);
                    }
                }
                () = stopped(&mut stopping) => {
                    let closing = encode(&ServerFrame::Closing);
                    // Whether it was heard or not, the server stops.
                    let _unheard = self.send(socket, WsMessage::Text(closing)).await;
                    return Some(Close::GOING_AWAY);
                }
            }
        }
    }

    async fn send(&self, socket: &mut WebSocket, message: WsMessage) -> Result<(), Close> {
        tokio::select! {
            sent = timeout(self.app.config.send_timeout, socket.send(message)) => {
                close::unless_sent(&sent)
            }
            close = close::when_cut(&self.outbox.cut) => Err(close),
        }
    }

    /// Sends a frame and those that wait behind it at once: a move's view, options and
    /// acknowledgement are one way through the system, not three.
    async fn send_waiting(
        &mut self,
        socket: &mut WebSocket,
        first: Utf8Bytes,
    ) -> Result<(), Close> {
        let frames = &mut self.frames;
        let sending = async {
            let mut length = first.len();
            socket.feed(WsMessage::Text(first)).await?;
            while length < SENT_AT_ONCE
                && let Ok(frame) = frames.try_recv()
            {
                length += frame.len();
                socket.feed(WsMessage::Text(frame)).await?;
            }
            socket.flush().await
        };
        tokio::select! {
            sent = timeout(self.app.config.send_timeout, sending) => close::unless_sent(&sent),
            close = close::when_cut(&self.outbox.cut) => Err(close),
        }
    }

    fn refuse(&self, game: Option<String>, id: Option<String>, error: Problem) {
        self.outbox
            .send(encode(&ServerFrame::Refused { game, id, error }));
    }

    async fn hear(&mut self, text: &str) -> Result<(), Close> {
        if !self.bucket.take() {
            return Err(Close::TOO_FAST);
        }
        metrics::counter!("azulejo_frames_in_total").increment(1);
        let frame = match frames::read(text) {
            Ok(frame) => frame,
            Err(problem) => {
                self.malformed += 1;
                self.refuse(None, None, problem);
                return if self.malformed > MAX_MALFORMED {
                    Err(Close::TOO_MALFORMED)
                } else {
                    Ok(())
                };
            }
        };
        self.obey(frame).await
    }

    async fn obey(&mut self, frame: ClientFrame) -> Result<(), Close> {
        match frame {
            ClientFrame::Ping => {
                self.outbox.send(encode(&ServerFrame::Pong));
            }
            ClientFrame::Lobby { on } => {
                self.lobby = on.then(|| {
                    let mut lobby = self.app.hub.follow_lobby();
                    lobby.mark_changed();
                    lobby
                });
            }
            ClientFrame::Watch { game, from, hash } => self.watch(&game, from, hash).await,
            ClientFrame::Unwatch { game } => {
                if let Ok(id) = game.parse::<GameId>()
                    && self.watched.remove(&id)
                {
                    self.app
                        .hub
                        .tell(id, Message::Unwatch { socket: self.id })
                        .await;
                }
            }
            ClientFrame::Say { game, seat, phrase } => self.say(game, seat, phrase).await,
            command => return self.command(command).await,
        }
        Ok(())
    }

    async fn watch(&mut self, game: &str, from: Option<u32>, hash: Option<String>) {
        if let Err(too_fast) = self.check(Action::Watch) {
            return self.refuse(Some(game.to_owned()), None, too_fast);
        }
        let Ok(id) = game.parse::<GameId>() else {
            let problem = Problem::at(ProblemCode::NotFound, "game", "there is no such game");
            return self.refuse(Some(game.to_owned()), None, problem);
        };
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains(&id) {
            let problem = Problem::new(ProblemCode::TooMany);
            return self.refuse(Some(game.to_owned()), None, problem);
        }
        // Whether it is there at all is asked first: the refusal must name the game.
        let player = self.player();
        let there = self
            .app
            .hub
            .ask(id, |reply| Message::View {
                player: None,
                reply,
            })
            .await;
        if let Err(problem) = there {
            return self.refuse(Some(game.to_owned()), None, problem);
        }
        self.watched.insert(id);
        let watcher = Watcher {
            socket: self.id,
            player,
            outbox: self.outbox.clone(),
        };
        self.app
            .hub
            .tell(
                id,
                Message::Watch {
                    watcher,
                    from,
                    hash,
                },
            )
            .await;
    }

    async fn say(&mut self, game: String, seat: u8, phrase: azulejo_protocol::frame::Phrase) {
        let refused = match (self.identity.clone(), game.parse::<GameId>()) {
            (None, _) => Some(Problem::new(ProblemCode::NoSession)),
            (_, Err(_)) => Some(Problem::new(ProblemCode::NotFound)),
            (Some(identity), Ok(id)) => {
                let player = identity.player.to_string();
                match self.check(Action::Say) {
                    Ok(()) => {
                        let said = self.app.hub.ask(id, |reply| Message::Say {
                            player,
                            seat,
                            phrase,
                            reply,
                        });
                        said.await.err()
                    }
                    Err(too_fast) => Some(too_fast),
                }
            }
        };
        if let Some(problem) = refused {
            self.refuse(Some(game), None, problem);
        }
    }

    async fn command(&mut self, frame: ClientFrame) -> Result<(), Close> {
        let Some(identity) = self.identity.clone() else {
            self.refuse(None, None, Problem::new(ProblemCode::NoSession));
            return Ok(());
        };
        let (game, id, command) = match to_command(frame, identity.player.to_string()) {
            Ok(parts) => parts,
            Err((game, id, problem)) => {
                self.refuse(Some(game), id, problem);
                return Ok(());
            }
        };
        if let Err(too_fast) = self.check(Action::Act) {
            self.refuse(Some(game), id, too_fast);
            return Ok(());
        }
        let parsed_game = game.parse::<GameId>();
        let key = match &id {
            None => Ok(None),
            Some(text) => match from_hex(text).and_then(|bytes| bytes.try_into().ok()) {
                Some(number) => Ok(Some(CommandKey {
                    player: identity.player,
                    number,
                })),
                None => Err(Problem::at(
                    ProblemCode::Malformed,
                    "id",
                    "32 lower-case hex digits",
                )),
            },
        };
        let (Ok(game_id), Ok(key)) = (parsed_game, &key) else {
            let problem = key
                .err()
                .unwrap_or_else(|| Problem::new(ProblemCode::NotFound));
            self.refuse(Some(game), id, problem);
            return Ok(());
        };
        let start = std::time::Instant::now();
        match self.app.hub.command(game_id, command, *key).await {
            Ok(ply) => {
                metrics::histogram!("azulejo_command_seconds").record(start.elapsed());
                if let Some(id) = id {
                    self.outbox
                        .send(encode(&ServerFrame::Ack { game, id, ply }));
                }
            }
            Err(Failed::Refused(problem)) => self.refuse(Some(game), id, problem),
            // Neither yes nor no would be true: the client asks again on a new connection.
            Err(Failed::Unknown) => return Err(Close::UNKNOWN),
        }
        Ok(())
    }
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A server that is gone has stopped as well.
    let _stopped = stopping.wait_for(|stopping| *stopping).await;
}

async fn lobby_change(lobby: &mut Option<watch::Receiver<Utf8Bytes>>) -> Option<Utf8Bytes> {
    match lobby {
        Some(receiver) => match receiver.changed().await {
            Ok(()) => Some(receiver.borrow_and_update().clone()),
            Err(_) => None,
        },
        None => std::future::pending().await,
    }
}

type Refused = (String, Option<String>, Problem);

/// A frame that acts on a game, as a command of a person.
fn to_command(
    frame: ClientFrame,
    player: String,
) -> Result<(String, Option<String>, Command), Refused> {
    Ok(match frame {
        ClientFrame::Move {
            game,
            id,
            ply,
            seat,
            text,
        } => {
            let command = Command::Move {
                player,
                seat,
                ply,
                text,
            };
            (game, Some(id), command)
        }
        ClientFrame::Choose {
            game,
            id,
            seat,
            placements,
        } => {
            let command = Command::Choose {
                player,
                seat,
                placements,
            };
            (game, Some(id), command)
        }
        ClientFrame::Undo { game, id, seat, to } => {
            (game, Some(id), Command::Undo { player, seat, to })
        }
        ClientFrame::AnswerUndo {
            game,
            id,
            seat,
            agree,
        } => {
            let command = Command::AnswerUndo {
                player,
                seat,
                agree,
            };
            (game, Some(id), command)
        }
        ClientFrame::Resign { game, id, seat } => {
            (game, Some(id), Command::Resign { player, seat })
        }
        ClientFrame::Vote {
            game,
            id,
            seat,
            away,
        } => {
            let command = Command::Vote {
                player,
                seat,
                away,
                // The game itself knows who is there.
                absent: Vec::new(),
            };
            (game, Some(id), command)
        }
        ClientFrame::TakeBack { game, id, seat } => {
            (game, Some(id), Command::TakeBack { player, seat })
        }
        ClientFrame::Rematch { game, id, agree } => {
            (game, Some(id), Command::Rematch { player, agree })
        }
        ClientFrame::Nonce { game, nonce } => match check_nonce(&nonce) {
            Ok(()) => (game, None, Command::Nonce { player, nonce }),
            Err(problem) => return Err((game, None, problem)),
        },
        ClientFrame::Watch { game, .. }
        | ClientFrame::Unwatch { game }
        | ClientFrame::Say { game, .. } => {
            return Err((game, None, Problem::new(ProblemCode::Malformed)));
        }
        ClientFrame::Lobby { .. } | ClientFrame::Ping => {
            return Err((String::new(), None, Problem::new(ProblemCode::Malformed)));
        }
    })
}

/// A nonce is 16 to 32 bytes in lower-case hex.
pub(crate) fn check_nonce(nonce: &str) -> Result<(), Problem> {
    match from_hex(nonce) {
        Some(bytes) if (16..=32).contains(&bytes.len()) => Ok(()),
        _ => Err(Problem::at(
            ProblemCode::Malformed,
            "nonce",
            "16 to 32 bytes as lower-case hex digits",
        )),
    }
}
