//! The WebSocket: one per tab or program, following any number of games.

mod close;
pub mod frames;

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as WsMessage, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use azulejo_protocol::frame::{
    ClientFrame, MAX_INBOUND_BYTES, Problem, ProblemCode, ServerFrame, VERSION,
};
use azulejo_store::{CommandKey, GameId};
use futures_util::SinkExt as _;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use self::close::Close;
pub(crate) use self::close::{CloseSignal, ForcedClose, reasons as close_reasons};
use crate::app::{App, lock};
use crate::draws::from_hex;
use crate::http::bounds::{FrameKind, SOCKET};
use crate::http::problem::ApiResult;
use crate::http::rate_limits::{Action, FrameBucket, Key};
use crate::http::sessions::{Identity, OptionalIdentity};
use crate::live::actor::{
    Message, Outbox, QueuedFrames, Reply, SocketReply, WatchedGames, Watcher, encode,
};
use azulejo_game::SeatNumber;
use azulejo_game::frames::{subject, to_command};

/// Frames are gathered up to this many bytes per write.
const WRITE_BATCH: usize = 32 * 1024;
/// The interval of pings.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Opens a socket.
pub(crate) async fn open(
    State(app): State<App>,
    client: crate::http::Client,
    identity: OptionalIdentity,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let open = app.sockets.open(client.address)?;
    Ok(upgrade
        .max_message_size(MAX_INBOUND_BYTES)
        // Large enough for every frame; the library's default costs memory per socket and time per
        // frame.
        .read_buffer_size(MAX_INBOUND_BYTES)
        .max_frame_size(MAX_INBOUND_BYTES)
        .on_upgrade(move |socket| async move {
            let id = app.registry.sockets.next_id();
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
    frames: QueuedFrames,
    watched: WatchedGames,
    lobby: Option<watch::Receiver<Utf8Bytes>>,
    bucket: FrameBucket,
    malformed: u32,
}

impl Connection {
    fn new(app: App, address: IpAddr, identity: Option<Identity>, id: u64) -> Self {
        let (outbox, frames) = Outbox::new();
        let bucket = app.limits.frames();
        Self {
            app,
            address,
            identity,
            id,
            outbox,
            frames,
            watched: WatchedGames::default(),
            lobby: None,
            bucket,
            malformed: 0,
        }
    }

    /// Takes a token from the rate limit of the player, or of the address without a session.
    fn check(&self, action: Action) -> Result<(), Problem> {
        let key = match &self.identity {
            Some(identity) => Key::from(identity.player),
            None => Key::from(self.address),
        };
        let checked = self.app.limits.check(action, key);
        checked.map_err(|too_fast| too_fast.problem)
    }

    async fn run(mut self, mut socket: WebSocket) {
        let app = self.app.clone();
        let sockets = &app.registry.sockets;
        if let Some(identity) = &self.identity {
            let close = Arc::clone(&self.outbox.close);
            sockets.add(self.id, identity.session, close);
        }
        let close = self.serve(&mut socket).await;
        sockets.remove(self.id);
        if let Some(close) = close {
            close.count();
        }
        // During shutdown no player counts as absent: clients reconnect.
        let stops = matches!(close, Some(Close::GOING_AWAY));
        let watched = std::mem::take(&mut *self.watched());
        for game in watched.into_iter().filter(|_| !stops) {
            self.app
                .registry
                .send(game, Message::Unwatch { socket: self.id })
                .await;
        }
        close::handshake(&mut socket, close).await;
    }

    /// Serves the socket until there is a reason to close it; `None` if the peer closed it.
    async fn serve(&mut self, socket: &mut WebSocket) -> Option<Close> {
        // Also marks the session as used, by which other nodes see that the player is present.
        if let Some(identity) = &self.identity
            && self.app.registry.shared
            && !crate::http::sessions::still_valid(&self.app, identity).await
        {
            return Some(Close::SESSION_ENDED);
        }
        let hello = encode(&ServerFrame::Hello {
            version: VERSION,
            now: self.app.registry.clock.now().unix_ms(),
        });
        self.outbox.send(hello);
        let mut last_received = Instant::now();
        let mut ping = tokio::time::interval(PING_EVERY);
        ping.tick().await;
        let mut stopping = self.app.stopping();
        loop {
            tokio::select! {
                received = socket.recv() => {
                    last_received = Instant::now();
                    match received? {
                        Ok(WsMessage::Text(text)) => {
                            if let Err(close) = self.handle_text(&text).await {
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
                        Err(error) => return Close::for_read_error(error),
                    }
                }
                Some(frame) = self.frames.recv() => {
                    if let Err(close) = self.send_queued(socket, frame).await {
                        return Some(close);
                    }
                }
                changed = lobby_update(&mut self.lobby) => {
                    let Some(frame) = changed else {
                        self.lobby = None;
                        continue;
                    };
                    if let Err(close) = self.send(socket, WsMessage::Text(frame)).await {
                        return Some(close);
                    }
                }
                close = close::signalled(&self.outbox.close) => return Some(close),
                _ = ping.tick() => {
                    if last_received.elapsed() > SOCKET.silence {
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
                    // The server stops whether or not this arrives.
                    let _ = self.send(socket, WsMessage::Text(closing)).await;
                    return Some(Close::GOING_AWAY);
                }
            }
        }
    }

    fn send_timeout(&self) -> Duration {
        self.app
            .config
            .test
            .send_timeout
            .unwrap_or(SOCKET.send_time)
    }

    async fn send(&self, socket: &mut WebSocket, message: WsMessage) -> Result<(), Close> {
        tokio::select! {
            sent = timeout(self.send_timeout(), socket.send(message)) => close::check_sent(&sent),
            close = close::signalled(&self.outbox.close) => Err(close),
        }
    }

    /// Sends a frame and those queued behind it in one write: a move's view, options and
    /// acknowledgement go out together.
    async fn send_queued(&mut self, socket: &mut WebSocket, first: Utf8Bytes) -> Result<(), Close> {
        let limit = self.send_timeout();
        let frames = &mut self.frames;
        let sending = async {
            let mut length = first.len();
            socket.feed(WsMessage::Text(first)).await?;
            while length < WRITE_BATCH
                && let Some(frame) = frames.try_recv()
            {
                length += frame.len();
                socket.feed(WsMessage::Text(frame)).await?;
            }
            socket.flush().await
        };
        tokio::select! {
            sent = timeout(limit, sending) => close::check_sent(&sent),
            close = close::signalled(&self.outbox.close) => Err(close),
        }
    }

    fn refuse(&self, game: Option<String>, id: Option<String>, error: Problem) {
        self.outbox
            .send(encode(&ServerFrame::Refused { game, id, error }));
    }

    async fn handle_text(&mut self, text: &str) -> Result<(), Close> {
        if !self.bucket.take() {
            return Err(Close::TOO_FAST);
        }
        metrics::counter!("azulejo_frames_received_total").increment(1);
        let frame = match frames::read(text) {
            Ok(frame) => frame,
            Err(problem) => {
                self.malformed += 1;
                self.refuse(None, None, problem);
                return if self.malformed > SOCKET.malformed {
                    Err(Close::TOO_MALFORMED)
                } else {
                    Ok(())
                };
            }
        };
        self.handle_frame(frame).await
    }

    fn watched(&self) -> MutexGuard<'_, HashSet<GameId>> {
        lock(&self.watched)
    }

    async fn handle_frame(&mut self, frame: ClientFrame) -> Result<(), Close> {
        if let Some(action) = FrameKind::from(&frame).bounds().rate
            && let Err(too_fast) = self.check(action)
        {
            let (game, id) = subject(frame);
            self.refuse(game, id, too_fast);
            return Ok(());
        }
        match frame {
            ClientFrame::Ping => {
                self.outbox.send(encode(&ServerFrame::Pong));
            }
            ClientFrame::Lobby { on } => {
                self.lobby = on.then(|| {
                    let mut lobby = self.app.registry.lobby.subscribe();
                    lobby.mark_changed();
                    lobby
                });
            }
            ClientFrame::Watch { game, from, hash } => self.watch(&game, from, hash),
            ClientFrame::Unwatch { game } => {
                if let Ok(id) = game.parse::<GameId>()
                    && self.watched().remove(&id)
                {
                    self.app
                        .registry
                        .send(id, Message::Unwatch { socket: self.id })
                        .await;
                }
            }
            ClientFrame::Say { game, seat, phrase } => self.say(game, seat, phrase),
            command => self.command(command),
        }
        Ok(())
    }

    fn watch(&self, game: &str, from: Option<u32>, hash: Option<String>) {
        let Ok(id) = game.parse::<GameId>() else {
            let problem = Problem::at(ProblemCode::NotFound, "game", "there is no such game");
            return self.refuse(Some(game.to_owned()), None, problem);
        };
        {
            let mut watched = self.watched();
            if watched.len() >= SOCKET.watched && !watched.contains(&id) {
                let problem = Problem::new(ProblemCode::TooMany);
                return self.refuse(Some(game.to_owned()), None, problem);
            }
            watched.insert(id);
        }
        let watcher = Watcher {
            socket: self.id,
            address: self.address,
            player: self.identity.as_ref().map(|identity| identity.player),
            outbox: self.outbox.clone(),
            watched: Arc::clone(&self.watched),
        };
        let message = Message::Watch {
            watcher,
            from,
            hash,
        };
        self.app.registry.try_send(id, message);
    }

    fn say(&self, game: String, seat: u8, phrase: azulejo_protocol::frame::Phrase) {
        let problem = match (&self.identity, game.parse::<GameId>()) {
            (None, _) => Problem::new(ProblemCode::NoSession),
            (_, Err(_)) => Problem::new(ProblemCode::NotFound),
            (Some(identity), Ok(id)) => {
                let message = Message::Say {
                    player: identity.player,
                    seat: SeatNumber::new(seat),
                    phrase,
                    reply: self.reply(id, None, "say"),
                };
                return self.app.registry.try_send(id, message);
            }
        };
        self.refuse(Some(game), None, problem);
    }

    fn reply(&self, game: GameId, id: Option<String>, kind: &'static str) -> Reply {
        Reply::Socket(SocketReply::new(self.outbox.clone(), game, id, kind))
    }

    fn command(&self, frame: ClientFrame) {
        let Some(identity) = &self.identity else {
            return self.refuse(None, None, Problem::new(ProblemCode::NoSession));
        };
        let kind = frames::kind(&frame);
        let (game, id, command) = match to_command(frame, identity.player) {
            Ok(parts) => parts,
            Err((game, id, problem)) => return self.refuse(Some(game), id, problem),
        };
        let key = match id
            .as_deref()
            .map(|id| idempotency_key(identity, id))
            .transpose()
        {
            Ok(key) => key,
            Err(problem) => return self.refuse(Some(game), id, problem),
        };
        let Ok(game_id) = game.parse::<GameId>() else {
            return self.refuse(Some(game), id, Problem::new(ProblemCode::NotFound));
        };
        let message = Message::Command {
            command,
            key,
            at: self.app.registry.clock.now(),
            reply: self.reply(game_id, id, kind),
        };
        self.app.registry.try_send(game_id, message);
    }
}

/// Parses a command's id, which makes it idempotent.
fn idempotency_key(identity: &Identity, id: &str) -> Result<CommandKey, Problem> {
    let number = from_hex(id).and_then(|bytes| bytes.try_into().ok());
    let number = number
        .ok_or_else(|| Problem::at(ProblemCode::Malformed, "id", "32 lower-case hex digits"))?;
    Ok(CommandKey {
        player: identity.player,
        number,
    })
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A dropped sender means that the server has stopped.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

async fn lobby_update(lobby: &mut Option<watch::Receiver<Utf8Bytes>>) -> Option<Utf8Bytes> {
    match lobby {
        Some(receiver) => match receiver.changed().await {
            Ok(()) => Some(receiver.borrow_and_update().clone()),
            Err(_) => None,
        },
        None => std::future::pending().await,
    }
}
