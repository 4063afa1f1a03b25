//! The connection: a thread that keeps a WebSocket open, reconnects automatically, and resends
//! commands until they are acknowledged.

use std::cell::{Cell, RefCell};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use azulejo_protocol::frame::{ClientFrame, ServerFrame, VERSION};
use azulejo_protocol::http::Me;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::api::{Api, ApiRequest, ApiResponse, Entered, root_cause};
use super::error::{OnlineError, Remark};
use super::identity::Identify;
use super::witness::WitnessStore;
use super::{Address, random_hex};
use crate::i18n::Lang;

/// The idle time before a ping, and the timeout of its answer and of other operations.
const PING_AFTER: Duration = Duration::from_secs(20);
const IO_TIMEOUT: Duration = Duration::from_secs(10);
/// The first and the longest delay before reconnecting; it doubles in between.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(20);

/// A command to the connection thread.
#[derive(Debug)]
pub(crate) enum LinkCommand {
    /// Watch this game, and no other.
    Follow(Option<String>),
    /// The local state is inconsistent: fetch the whole game again.
    Resync,
    /// Subscribe to the lobby, or unsubscribe.
    Lobby(bool),
    /// An idempotent command: resent until it is acknowledged.
    Reliable(Box<ClientFrame>),
    /// A frame that is not resent.
    BestEffort(Box<ClientFrame>),
    Request(ApiRequest),
}

/// An event from the connection thread.
#[derive(Debug)]
pub(crate) enum LinkEvent {
    /// Connected; `offset` is the server's clock minus ours, in milliseconds.
    Up {
        offset: i64,
    },
    /// Disconnected; it reconnects automatically.
    Down,
    Frame(Box<ServerFrame>),
    Response(Box<ApiResponse>),
    /// The server no longer knew us; this is our new identity.
    NewIdentity(Me),
    /// An error that reconnecting cannot fix.
    Fatal(OnlineError),
}

/// The handle of a connection.
pub(crate) struct Link {
    commands: Option<UnboundedSender<LinkCommand>>,
    events: Receiver<LinkEvent>,
    thread: Option<JoinHandle<()>>,
    pub(crate) address: Address,
    /// What this device stored about the draws of the server's games.
    pub(crate) witnesses: WitnessStore,
    name: RefCell<String>,
    /// The state according to the latest event.
    is_up: Cell<bool>,
    offset: Cell<i64>,
    failure: RefCell<Option<OnlineError>>,
}

/// An established connection.
pub(crate) struct Connected {
    pub(crate) link: Link,
    /// The game named by the address.
    pub(crate) entered: Option<Box<Entered>>,
    pub(crate) remarks: Vec<Remark>,
}

/// Obtains an identity, enters the game named by the address, and connects.
pub(crate) fn connect(
    address: Address,
    identify: Identify,
    lang: Lang,
) -> Result<Connected, OnlineError> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| OnlineError::Unreachable(error.to_string()))?;
    let api = Api::new(&address.origin, lang)?;
    let (me, remarks) = runtime.block_on(identify.run(&api))?;
    let entered = match &address.game {
        Some(game) => {
            let entered = runtime.block_on(api.enter(game, address.invitation.clone()))?;
            Some(Box::new(entered))
        }
        None => None,
    };
    let link = Link::start(runtime, api, address, identify, me);
    Ok(Connected {
        link,
        entered,
        remarks,
    })
}

impl Link {
    fn start(runtime: Runtime, api: Api, address: Address, identify: Identify, me: Me) -> Self {
        let (commands, inbox) = unbounded_channel();
        let (outbox, events) = channel();
        let connection = Connection {
            api,
            socket: address.socket(),
            identify,
            commands: inbox,
            events: outbox,
            followed: None,
            lobby: false,
            outbox: Vec::new(),
        };
        let thread = thread::Builder::new()
            .name("online".to_owned())
            .spawn(move || runtime.block_on(connection.run()))
            .ok();
        Self {
            commands: Some(commands),
            events,
            thread,
            witnesses: WitnessStore::open(&address.origin),
            address,
            name: RefCell::new(me.name),
            // Connecting does not count as disconnected.
            is_up: Cell::new(true),
            offset: Cell::new(0),
            failure: RefCell::new(None),
        }
    }

    /// A connection whose other end is a test.
    #[cfg(test)]
    pub(crate) fn to_test(
        address: Address,
        name: &str,
    ) -> (Self, UnboundedReceiver<LinkCommand>, Sender<LinkEvent>) {
        let (commands, inbox) = unbounded_channel();
        let (outbox, events) = channel();
        let link = Self {
            commands: Some(commands),
            events,
            thread: None,
            witnesses: WitnessStore::in_memory(),
            address,
            name: RefCell::new(name.to_owned()),
            is_up: Cell::new(true),
            offset: Cell::new(0),
            failure: RefCell::new(None),
        };
        (link, inbox, outbox)
    }

    /// Our name on the server.
    pub(crate) fn name(&self) -> String {
        self.name.borrow().clone()
    }

    pub(crate) fn is_up(&self) -> bool {
        self.is_up.get()
    }

    /// The server's time, in milliseconds since the Unix epoch.
    pub(crate) fn now(&self) -> i64 {
        unix_ms() + self.offset.get()
    }

    /// The error that ended the connection, if any.
    pub(crate) fn failure(&self) -> Option<OnlineError> {
        self.failure.borrow().clone()
    }

    pub(crate) fn command(&self, command: LinkCommand) {
        if let Some(commands) = &self.commands {
            // If the thread has ended, its last event says why.
            let _ignored = commands.send(command);
        }
    }

    pub(crate) fn request(&self, request: ApiRequest) {
        self.command(LinkCommand::Request(request));
    }

    /// Returns the next event, if any.
    pub(crate) fn next_event(&self) -> Option<LinkEvent> {
        let events = self.events.try_recv().ok()?;
        match &events {
            LinkEvent::Up { offset } => {
                self.is_up.set(true);
                self.offset.set(*offset);
            }
            LinkEvent::Down => self.is_up.set(false),
            LinkEvent::Fatal(error) => *self.failure.borrow_mut() = Some(error.clone()),
            LinkEvent::NewIdentity(me) => self.name.borrow_mut().clone_from(&me.name),
            LinkEvent::Frame(_) | LinkEvent::Response(_) => {}
        }
        Some(events)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Closing the channel ends the thread.
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            let _ignored = thread.join();
        }
    }
}

/// A watched game and the last known state.
struct Followed {
    game: String,
    known: Option<(u32, String)>,
}

impl Followed {
    fn watch(&self) -> ClientFrame {
        let (from, hash) = self.known.clone().unzip();
        ClientFrame::Watch {
            game: self.game.clone(),
            from,
            hash,
        }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The reason why a connection ended.
enum ConnectionEnd {
    /// The handle was dropped.
    Quit,
    /// The connection broke, possibly before the greeting.
    Broken {
        greeted: bool,
    },
    Fatal(OnlineError),
}

/// The reason why a socket could not be opened.
enum OpenError {
    /// Retrying may help.
    Later,
    /// The server no longer knows us.
    Unknown,
    Fatal(OnlineError),
}

/// The connection thread.
struct Connection {
    api: Api,
    socket: String,
    identify: Identify,
    commands: UnboundedReceiver<LinkCommand>,
    events: Sender<LinkEvent>,
    followed: Option<Followed>,
    lobby: bool,
    /// Unacknowledged commands, in order.
    outbox: Vec<(String, ClientFrame)>,
}

impl Connection {
    async fn run(mut self) {
        let mut attempt = 0;
        loop {
            match self.attempt().await {
                ConnectionEnd::Quit => return,
                ConnectionEnd::Fatal(error) => {
                    self.emit(LinkEvent::Fatal(error));
                    return;
                }
                ConnectionEnd::Broken { greeted } => {
                    self.emit(LinkEvent::Down);
                    attempt = if greeted { 0 } else { attempt + 1 };
                }
            }
            if !self.wait(back_off(attempt)).await {
                return;
            }
        }
    }

    fn emit(&self, events: LinkEvent) {
        // If the receiver is gone, the command channel is closed as well.
        let _ignored = self.events.send(events);
    }

    /// Handles commands while disconnected; returns whether to continue.
    async fn wait(&mut self, delay: Duration) -> bool {
        let until = Instant::now() + delay;
        loop {
            tokio::select! {
                () = sleep_until(until) => return true,
                command = self.commands.recv() => match command {
                    Some(command) => drop(self.take(command)),
                    None => return false,
                },
            }
        }
    }

    /// Opens a socket and runs the connection until it ends.
    async fn attempt(&mut self) -> ConnectionEnd {
        let opening = open(self.socket.clone(), self.api.token());
        tokio::pin!(opening);
        let opened = loop {
            tokio::select! {
                opened = &mut opening => break opened,
                command = self.commands.recv() => match command {
                    Some(command) => drop(self.take(command)),
                    None => return ConnectionEnd::Quit,
                },
            }
        };
        match opened {
            Ok(socket) => self.converse(socket).await,
            Err(OpenError::Later) => ConnectionEnd::Broken { greeted: false },
            Err(OpenError::Fatal(error)) => ConnectionEnd::Fatal(error),
            Err(OpenError::Unknown) => match self.identify.run(&self.api).await {
                Ok((me, _)) => {
                    self.emit(LinkEvent::NewIdentity(me));
                    ConnectionEnd::Broken { greeted: false }
                }
                Err(OnlineError::Unreachable(_)) => ConnectionEnd::Broken { greeted: false },
                Err(error) => ConnectionEnd::Fatal(error),
            },
        }
    }

    async fn converse(&mut self, mut socket: Socket) -> ConnectionEnd {
        let mut greeted = false;
        let mut pinged = false;
        let mut deadline = Instant::now() + IO_TIMEOUT;
        loop {
            tokio::select! {
                received = socket.next() => {
                    let text = match received {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => {
                            return ConnectionEnd::Broken { greeted };
                        }
                        // The library answers pings.
                        Some(Ok(_)) => continue,
                    };
                    deadline = Instant::now() + PING_AFTER;
                    pinged = false;
                    let frame = match serde_json::from_str::<ServerFrame>(&text) {
                        Ok(frame) => frame,
                        Err(error) => return ConnectionEnd::Fatal(OnlineError::InvalidResponse(error.to_string())),
                    };
                    match frame {
                        ServerFrame::Hello { version, .. } if version != VERSION => {
                            return ConnectionEnd::Fatal(OnlineError::Version(version));
                        }
                        ServerFrame::Hello { now, .. } => {
                            greeted = true;
                            self.emit(LinkEvent::Up { offset: now - unix_ms() });
                            for frame in self.greeting() {
                                if !send(&mut socket, &frame).await {
                                    return ConnectionEnd::Broken { greeted };
                                }
                            }
                        }
                        ServerFrame::Pong => {}
                        ServerFrame::Closing => return ConnectionEnd::Broken { greeted },
                        frame => self.receive(frame),
                    }
                }
                command = self.commands.recv() => {
                    let Some(command) = command else {
                        // The server may be gone already.
                        let _ignored = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return ConnectionEnd::Quit;
                    };
                    for frame in self.take(command) {
                        // Before the greeting, commands stay queued.
                        if greeted && !send(&mut socket, &frame).await {
                            return ConnectionEnd::Broken { greeted };
                        }
                    }
                }
                () = sleep_until(deadline) => {
                    if pinged || !greeted || !send(&mut socket, &ClientFrame::Ping).await {
                        return ConnectionEnd::Broken { greeted };
                    }
                    pinged = true;
                    deadline = Instant::now() + IO_TIMEOUT;
                }
            }
        }
    }

    /// The first frames of every connection.
    fn greeting(&self) -> Vec<ClientFrame> {
        let mut frames = Vec::new();
        frames.extend(self.lobby.then_some(ClientFrame::Lobby { on: true }));
        frames.extend(self.followed.as_ref().map(Followed::watch));
        frames.extend(self.outbox.iter().map(|(_, frame)| frame.clone()));
        frames
    }

    /// Handles a command; returns the frames to send if connected.
    fn take(&mut self, command: LinkCommand) -> Vec<ClientFrame> {
        match command {
            LinkCommand::Follow(game) => {
                let mut frames = Vec::new();
                if let Some(before) = self.followed.take() {
                    frames.push(ClientFrame::Unwatch { game: before.game });
                }
                // Commands of another game are dropped.
                self.outbox.clear();
                if let Some(game) = game {
                    let followed = Followed { game, known: None };
                    frames.push(followed.watch());
                    self.followed = Some(followed);
                }
                frames
            }
            LinkCommand::Resync => match &mut self.followed {
                Some(followed) => {
                    followed.known = None;
                    vec![followed.watch()]
                }
                None => Vec::new(),
            },
            LinkCommand::Lobby(on) => {
                self.lobby = on;
                vec![ClientFrame::Lobby { on }]
            }
            LinkCommand::Reliable(frame) => {
                if let Some(id) = command_id(&frame) {
                    self.outbox.push((id, (*frame).clone()));
                }
                vec![*frame]
            }
            LinkCommand::BestEffort(frame) => vec![*frame],
            LinkCommand::Request(request) => {
                let (api, events) = (self.api.clone(), self.events.clone());
                tokio::spawn(async move {
                    let answer = api.perform(request).await;
                    let _ignored = events.send(LinkEvent::Response(Box::new(answer)));
                });
                Vec::new()
            }
        }
    }

    fn receive(&mut self, frame: ServerFrame) {
        match &frame {
            ServerFrame::Ack { id, .. } | ServerFrame::Refused { id: Some(id), .. } => {
                self.outbox.retain(|(kept, _)| kept != id);
            }
            ServerFrame::Game { game, view, .. } | ServerFrame::Update { game, view, .. } => {
                if let Some(followed) = self.followed.as_mut().filter(|f| f.game == *game) {
                    followed.known = Some((view.ply, view.hash.clone()));
                }
            }
            _ => {}
        }
        self.emit(LinkEvent::Frame(Box::new(frame)));
    }
}

fn command_id(frame: &ClientFrame) -> Option<String> {
    match frame {
        ClientFrame::Move { id, .. }
        | ClientFrame::Choose { id, .. }
        | ClientFrame::Undo { id, .. }
        | ClientFrame::AnswerUndo { id, .. }
        | ClientFrame::Resign { id, .. }
        | ClientFrame::Vote { id, .. }
        | ClientFrame::TakeBack { id, .. }
        | ClientFrame::Rematch { id, .. } => Some(id.clone()),
        _ => None,
    }
}

async fn open(url: String, token: Option<String>) -> Result<Socket, OpenError> {
    let strange = |error: String| OpenError::Fatal(OnlineError::InvalidResponse(error));
    let mut request = url
        .into_client_request()
        .map_err(|error| strange(root_cause(&error)))?;
    if let Some(token) = token {
        let bearer = HeaderValue::try_from(format!("Bearer {token}"))
            .map_err(|error| strange(error.to_string()))?;
        request.headers_mut().insert("authorization", bearer);
    }
    match timeout(IO_TIMEOUT, connect_async(request)).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(tungstenite::Error::Http(answer))) => match answer.status() {
            StatusCode::UNAUTHORIZED => Err(OpenError::Unknown),
            StatusCode::NOT_FOUND => Err(OpenError::Fatal(OnlineError::NotAzulejo)),
            _ => Err(OpenError::Later),
        },
        Ok(Err(_)) | Err(_) => Err(OpenError::Later),
    }
}

async fn send(socket: &mut Socket, frame: &ClientFrame) -> bool {
    let Ok(text) = serde_json::to_string(frame) else {
        return true;
    };
    let sent = timeout(IO_TIMEOUT, socket.send(Message::text(text))).await;
    matches!(sent, Ok(Ok(())))
}

/// The delay before an attempt: exponential backoff with jitter.
fn back_off(attempt: u32) -> Duration {
    let full = FIRST_DELAY
        .saturating_mul(1 << attempt.min(8))
        .min(LONGEST_DELAY);
    let share = random_hex::<1>()
        .ok()
        .and_then(|hex| u32::from_str_radix(&hex, 16).ok())
        .unwrap_or(255);
    full / 2 + full / 2 * share / 255
}

fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_a_limit() {
        for (attempt, least, most) in [(0, 250, 500), (1, 500, 1000), (3, 2000, 4000)] {
            for _ in 0..100 {
                let delay = back_off(attempt).as_millis();
                assert!((least..=most).contains(&delay), "{attempt}: {delay}");
            }
        }
        for attempt in [6, 40, u32::MAX] {
            assert!(back_off(attempt) <= LONGEST_DELAY);
            assert!(back_off(attempt) >= LONGEST_DELAY / 2);
        }
    }
}
