//! The connection: a thread that keeps a socket open, connects again by itself, and sends what was
//! asked for until it is answered.

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

use super::api::{Answer, Api, Ask, Entered, innermost};
use super::identity::Identify;
use super::trouble::{Remark, Trouble};
use super::{Address, random_hex};

/// Silence after which the server is asked whether it is there, and after which it is given up.
const PING_AFTER: Duration = Duration::from_secs(20);
const GIVE_UP_AFTER: Duration = Duration::from_secs(10);
/// The first and the longest pause before another attempt; in between each doubles.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(20);

/// What the connection is to do.
#[derive(Debug)]
pub(crate) enum Order {
    /// Follow this game, and no other.
    Follow(Option<String>),
    /// What came does not fit what we have: get the whole game again.
    Resync,
    /// Follow the lobby, or no longer.
    Lobby(bool),
    /// Something that is done once, however often it is sent: kept until it is answered.
    Command(Box<ClientFrame>),
    /// Something that is not worth keeping.
    Say(Box<ClientFrame>),
    Ask(Ask),
}

/// What the connection tells.
#[derive(Debug)]
pub(crate) enum News {
    /// It stands; the server's clock is so many milliseconds before ours.
    Up {
        offset: i64,
    },
    /// It broke; another attempt follows by itself.
    Down,
    Frame(Box<ServerFrame>),
    Answer(Box<Answer>),
    /// The server forgot us, and we are somebody new.
    NewIdentity(Me),
    /// There is nothing that another attempt could mend.
    Fatal(Trouble),
}

/// The near end of a connection.
pub(crate) struct Link {
    orders: Option<UnboundedSender<Order>>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    pub(crate) address: Address,
    name: RefCell<String>,
    /// What the latest news said.
    is_up: Cell<bool>,
    offset: Cell<i64>,
    failure: RefCell<Option<Trouble>>,
}

/// A server that we are connected to.
pub(crate) struct Connected {
    pub(crate) link: Link,
    /// The game that the address names.
    pub(crate) entered: Option<Box<Entered>>,
    pub(crate) remarks: Vec<Remark>,
}

/// Finds out who we are, goes to the game that the address names, and connects.
pub(crate) fn connect(address: Address, identify: Identify) -> Result<Connected, Trouble> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Trouble::Unreachable(error.to_string()))?;
    let api = Api::new(&address.origin)?;
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
        let (orders, inbox) = unbounded_channel();
        let (outbox, news) = channel();
        let far = Far {
            api,
            socket: address.socket(),
            identify,
            orders: inbox,
            news: outbox,
            followed: None,
            lobby: false,
            outbox: Vec::new(),
        };
        let thread = thread::Builder::new()
            .name("online".to_owned())
            .spawn(move || runtime.block_on(far.run()))
            .ok();
        Self {
            orders: Some(orders),
            news,
            thread,
            address,
            name: RefCell::new(me.name),
            // A connection that is being made is not a broken one.
            is_up: Cell::new(true),
            offset: Cell::new(0),
            failure: RefCell::new(None),
        }
    }

    /// A connection whose far end is a test.
    #[cfg(test)]
    pub(crate) fn to_test(
        address: Address,
        name: &str,
    ) -> (Self, UnboundedReceiver<Order>, Sender<News>) {
        let (orders, inbox) = unbounded_channel();
        let (outbox, news) = channel();
        let link = Self {
            orders: Some(orders),
            news,
            thread: None,
            address,
            name: RefCell::new(name.to_owned()),
            is_up: Cell::new(true),
            offset: Cell::new(0),
            failure: RefCell::new(None),
        };
        (link, inbox, outbox)
    }

    /// What we are called.
    pub(crate) fn name(&self) -> String {
        self.name.borrow().clone()
    }

    pub(crate) fn is_up(&self) -> bool {
        self.is_up.get()
    }

    /// The server's time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        unix_ms() + self.offset.get()
    }

    /// Why nothing more can come, if so.
    pub(crate) fn failure(&self) -> Option<Trouble> {
        self.failure.borrow().clone()
    }

    pub(crate) fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // Where the thread is gone, its last news say so.
            let _whether_heard = orders.send(order);
        }
    }

    pub(crate) fn ask(&self, ask: Ask) {
        self.order(Order::Ask(ask));
    }

    /// What is new, one by one.
    pub(crate) fn news(&self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        match &news {
            News::Up { offset } => {
                self.is_up.set(true);
                self.offset.set(*offset);
            }
            News::Down => self.is_up.set(false),
            News::Fatal(trouble) => *self.failure.borrow_mut() = Some(trouble.clone()),
            News::NewIdentity(me) => self.name.borrow_mut().clone_from(&me.name),
            News::Frame(_) | News::Answer(_) => {}
        }
        Some(news)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // The thread ends when nobody can ask it for anything any more.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _how_it_ended = thread.join();
        }
    }
}

/// A game that is followed, and how far it is known.
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

/// Why a conversation ended.
enum End {
    /// Nobody listens any more.
    Quit,
    /// It broke; whether it ever stood.
    Broken {
        greeted: bool,
    },
    Fatal(Trouble),
}

/// Why a socket could not be opened.
enum Closed {
    /// Another attempt may help.
    Later,
    /// The server does not know us any more.
    Unknown,
    Fatal(Trouble),
}

/// The far end: it lives on its own thread.
struct Far {
    api: Api,
    socket: String,
    identify: Identify,
    orders: UnboundedReceiver<Order>,
    news: Sender<News>,
    followed: Option<Followed>,
    lobby: bool,
    /// Commands without an answer, in order.
    outbox: Vec<(String, ClientFrame)>,
}

impl Far {
    async fn run(mut self) {
        let mut attempt = 0;
        loop {
            match self.attempt().await {
                End::Quit => return,
                End::Fatal(trouble) => {
                    self.tell(News::Fatal(trouble));
                    return;
                }
                End::Broken { greeted } => {
                    self.tell(News::Down);
                    attempt = if greeted { 0 } else { attempt + 1 };
                }
            }
            if !self.rest(back_off(attempt)).await {
                return;
            }
        }
    }

    fn tell(&self, news: News) {
        // Where nobody listens any more, the orders have ended as well.
        let _whether_heard = self.news.send(news);
    }

    /// Takes orders while there is no connection; gives whether to go on.
    async fn rest(&mut self, delay: Duration) -> bool {
        let until = Instant::now() + delay;
        loop {
            tokio::select! {
                () = sleep_until(until) => return true,
                order = self.orders.recv() => match order {
                    Some(order) => drop(self.take(order)),
                    None => return false,
                },
            }
        }
    }

    /// Opens a socket and talks until it ends.
    async fn attempt(&mut self) -> End {
        let opening = open(self.socket.clone(), self.api.token());
        tokio::pin!(opening);
        let opened = loop {
            tokio::select! {
                opened = &mut opening => break opened,
                order = self.orders.recv() => match order {
                    Some(order) => drop(self.take(order)),
                    None => return End::Quit,
                },
            }
        };
        match opened {
            Ok(socket) => self.talk(socket).await,
            Err(Closed::Later) => End::Broken { greeted: false },
            Err(Closed::Fatal(trouble)) => End::Fatal(trouble),
            Err(Closed::Unknown) => match self.identify.run(&self.api).await {
                Ok((me, _)) => {
                    self.tell(News::NewIdentity(me));
                    End::Broken { greeted: false }
                }
                Err(Trouble::Unreachable(_)) => End::Broken { greeted: false },
                Err(trouble) => End::Fatal(trouble),
            },
        }
    }

    async fn talk(&mut self, mut socket: Socket) -> End {
        let mut greeted = false;
        let mut asked = false;
        let mut deadline = Instant::now() + GIVE_UP_AFTER;
        loop {
            tokio::select! {
                received = socket.next() => {
                    let text = match received {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => {
                            return End::Broken { greeted };
                        }
                        // Pings are answered by the library.
                        Some(Ok(_)) => continue,
                    };
                    deadline = Instant::now() + PING_AFTER;
                    asked = false;
                    let frame = match serde_json::from_str::<ServerFrame>(&text) {
                        Ok(frame) => frame,
                        Err(error) => return End::Fatal(Trouble::Strange(error.to_string())),
                    };
                    match frame {
                        ServerFrame::Hello { version, .. } if version != VERSION => {
                            return End::Fatal(Trouble::Version(version));
                        }
                        ServerFrame::Hello { now, .. } => {
                            greeted = true;
                            self.tell(News::Up { offset: now - unix_ms() });
                            for frame in self.greeting() {
                                if !send(&mut socket, &frame).await {
                                    return End::Broken { greeted };
                                }
                            }
                        }
                        ServerFrame::Pong => {}
                        ServerFrame::Closing => return End::Broken { greeted },
                        frame => self.hear(frame),
                    }
                }
                order = self.orders.recv() => {
                    let Some(order) = order else {
                        // Whoever is on the other side may be gone already.
                        let _whether_heard = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return End::Quit;
                    };
                    for frame in self.take(order) {
                        // What is kept is sent with the greeting.
                        if greeted && !send(&mut socket, &frame).await {
                            return End::Broken { greeted };
                        }
                    }
                }
                () = sleep_until(deadline) => {
                    if asked || !greeted || !send(&mut socket, &ClientFrame::Ping).await {
                        return End::Broken { greeted };
                    }
                    asked = true;
                    deadline = Instant::now() + GIVE_UP_AFTER;
                }
            }
        }
    }

    /// What is said first on every connection.
    fn greeting(&self) -> Vec<ClientFrame> {
        let mut frames = Vec::new();
        frames.extend(self.lobby.then_some(ClientFrame::Lobby { on: true }));
        frames.extend(self.followed.as_ref().map(Followed::watch));
        frames.extend(self.outbox.iter().map(|(_, frame)| frame.clone()));
        frames
    }

    /// Follows an order; gives what is to be sent where there is a connection.
    fn take(&mut self, order: Order) -> Vec<ClientFrame> {
        match order {
            Order::Follow(game) => {
                let mut frames = Vec::new();
                if let Some(before) = self.followed.take() {
                    frames.push(ClientFrame::Unwatch { game: before.game });
                }
                // What was asked for in another game is not wanted in this one.
                self.outbox.clear();
                if let Some(game) = game {
                    let followed = Followed { game, known: None };
                    frames.push(followed.watch());
                    self.followed = Some(followed);
                }
                frames
            }
            Order::Resync => match &mut self.followed {
                Some(followed) => {
                    followed.known = None;
                    vec![followed.watch()]
                }
                None => Vec::new(),
            },
            Order::Lobby(on) => {
                self.lobby = on;
                vec![ClientFrame::Lobby { on }]
            }
            Order::Command(frame) => {
                if let Some(id) = command_id(&frame) {
                    self.outbox.push((id, (*frame).clone()));
                }
                vec![*frame]
            }
            Order::Say(frame) => vec![*frame],
            Order::Ask(ask) => {
                let (api, news) = (self.api.clone(), self.news.clone());
                tokio::spawn(async move {
                    let answer = api.ask(ask).await;
                    let _whether_heard = news.send(News::Answer(Box::new(answer)));
                });
                Vec::new()
            }
        }
    }

    fn hear(&mut self, frame: ServerFrame) {
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
        self.tell(News::Frame(Box::new(frame)));
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

async fn open(url: String, token: Option<String>) -> Result<Socket, Closed> {
    let strange = |error: String| Closed::Fatal(Trouble::Strange(error));
    let mut request = url
        .into_client_request()
        .map_err(|error| strange(innermost(&error)))?;
    if let Some(token) = token {
        let bearer = HeaderValue::try_from(format!("Bearer {token}"))
            .map_err(|error| strange(error.to_string()))?;
        request.headers_mut().insert("authorization", bearer);
    }
    match timeout(GIVE_UP_AFTER, connect_async(request)).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(tungstenite::Error::Http(answer))) => match answer.status() {
            StatusCode::UNAUTHORIZED => Err(Closed::Unknown),
            StatusCode::NOT_FOUND => Err(Closed::Fatal(Trouble::NotAzulejo)),
            _ => Err(Closed::Later),
        },
        Ok(Err(_)) | Err(_) => Err(Closed::Later),
    }
}

async fn send(socket: &mut Socket, frame: &ClientFrame) -> bool {
    let Ok(text) = serde_json::to_string(frame) else {
        return true;
    };
    let sent = timeout(GIVE_UP_AFTER, socket.send(Message::text(text))).await;
    matches!(sent, Ok(Ok(())))
}

/// The pause before an attempt: it doubles, and chance spreads those who come back together.
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
    fn pauses_double_up_to_a_limit() {
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
