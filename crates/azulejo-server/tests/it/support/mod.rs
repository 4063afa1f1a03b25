//! Servers and clients for the stories: real sockets, real files, nobody pretending.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "every story uses another part"
)]

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{GameView, OwnView, PresenceView, Status};
use azulejo_protocol::http::{ErrorAnswer, GameAnswer, GuestAnswer, JoinGame, NewGame};
use azulejo_server::{Config, Server};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// Long enough for any machine; a story that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A configuration without delays and limits, on any free port.
pub(crate) fn config(data: &Path) -> Config {
    let mut config = Config::new(format!("sqlite:{}", data.join("azulejo.db").display()));
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.bot_delay_ms = 0;
    config.rate_limits = 0;
    config
}

#[path = "../../../../azulejo-store/tests/support/postgres.rs"]
pub(crate) mod postgres;

/// Where a story's games are kept: a file, or a PostgreSQL of its own.
pub(crate) enum House {
    Sqlite(tempfile::TempDir),
    Postgres(postgres::PostgresServer),
}

impl House {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().expect("a folder"))
    }

    /// Nothing where there is no PostgreSQL, which is then said.
    pub(crate) fn postgres() -> Option<Self> {
        postgres::PostgresServer::start(&[]).map(Self::Postgres)
    }

    pub(crate) fn config(&self) -> Config {
        match self {
            Self::Sqlite(folder) => config(folder.path()),
            Self::Postgres(server) => {
                let mut config = config(Path::new("/nowhere"));
                config.database_url = server.url("postgres");
                config
            }
        }
    }

    /// The store behind a server, to be changed under its hands.
    pub(crate) async fn store(&self) -> std::sync::Arc<dyn azulejo_store::Store> {
        azulejo_store::open(&self.config().database_url)
            .await
            .expect("a store")
    }

    pub(crate) async fn start(&self) -> Server {
        Server::start(self.config())
            .await
            .expect("the server starts")
    }
}

/// Tells each story twice: on SQLite and on PostgreSQL.
macro_rules! stories {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(crate::support::House::sqlite()).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    if let Some(house) = crate::support::House::postgres() {
                        super::$name(house).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use stories;

pub(crate) async fn start(data: &Path) -> Server {
    Server::start(config(data))
        .await
        .expect("the server starts")
}

/// A person with a program instead of a browser.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) base: SocketAddr,
    pub(crate) token: String,
    pub(crate) name: String,
    http: reqwest::Client,
}

impl Person {
    pub(crate) async fn new(base: SocketAddr, name: &str) -> Self {
        // A connection of its own for each request: the server closes those that are silent for
        // a while, and on a busy machine a request could be sent into one that is being closed.
        let http = reqwest::Client::builder()
            .pool_max_idle_per_host(0)
            .build()
            .expect("a client");
        let answer = http
            .post(format!("http://{base}/api/v1/guest"))
            .json(&serde_json::json!({ "name": name }))
            .send()
            .await
            .expect("the server answers");
        assert_eq!(answer.status(), 200, "{:?}", answer.text().await);
        let guest: GuestAnswer = answer.json().await.expect("a guest");
        Self {
            base,
            token: guest.token,
            name: guest.me.name,
            http,
        }
    }

    /// The same person at another server.
    pub(crate) fn at(&self, base: SocketAddr) -> Self {
        Self {
            base,
            ..self.clone()
        }
    }

    async fn answer<T: DeserializeOwned>(request: reqwest::RequestBuilder) -> Result<T, Problem> {
        let answer = request.send().await.expect("the server answers");
        let ok = answer.status().is_success();
        let text = answer.text().await.expect("a body");
        if ok {
            Ok(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
        } else {
            let refused: ErrorAnswer =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            Err(refused.error)
        }
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Problem> {
        let url = format!("http://{}/api/v1{path}", self.base);
        Self::answer(self.http.post(url).bearer_auth(&self.token).json(body)).await
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        let url = format!("http://{}/api/v1{path}", self.base);
        Self::answer(self.http.get(url).bearer_auth(&self.token)).await
    }

    /// Posts or deletes without a body, and gives the status of the answer.
    pub(crate) async fn act_on(&self, method: reqwest::Method, path: &str) -> u16 {
        let url = format!("http://{}/api/v1{path}", self.base);
        let request = self.http.request(method, url).bearer_auth(&self.token);
        request.send().await.expect("an answer").status().as_u16()
    }

    pub(crate) async fn text(&self, path: &str) -> String {
        let url = format!("http://{}/api/v1{path}", self.base);
        let answer = self.http.get(url).bearer_auth(&self.token).send().await;
        answer.expect("an answer").text().await.expect("a body")
    }

    pub(crate) async fn create(&self, game: &NewGame) -> GameAnswer {
        self.post("/games", game).await.expect("a game")
    }

    /// Takes a seat, any that is open or a certain one, and sends random bytes with it.
    pub(crate) async fn join(&self, game: &str, seat: Option<u8>) -> GameAnswer {
        let join = JoinGame {
            seat,
            invitation: None,
            nonce: Some("ab".repeat(16)),
        };
        let joined = self.post(&format!("/games/{game}/join"), &join).await;
        joined.expect("a seat")
    }

    /// Sends random bytes. A full table waits ten seconds for them; where the machine takes longer
    /// it has started without them, and is shown as it is.
    pub(crate) async fn send_nonce(&self, game: &str) -> GameAnswer {
        let nonce = format!("{:032x}", u128::from_le_bytes(*b"sixteen bytes!!!"));
        let path = format!("/games/{game}");
        let body = serde_json::json!({ "nonce": nonce });
        match self.post(&format!("{path}/nonce"), &body).await {
            Ok(taken) => taken,
            Err(problem) if problem.code == ProblemCode::Started => {
                self.get(&path).await.expect("the game")
            }
            Err(problem) => panic!("the nonce is not taken: {problem:?}"),
        }
    }

    pub(crate) async fn socket(&self) -> Socket {
        let stream = TcpStream::connect(self.base).await;
        self.socket_on(stream.expect("a connection")).await
    }

    /// A socket on a connection of one's own making.
    pub(crate) async fn socket_on(&self, connection: TcpStream) -> Socket {
        let url = format!("ws://{}/api/v1/socket", self.base);
        let mut request = url.into_client_request().expect("a request");
        let bearer = format!("Bearer {}", self.token);
        request
            .headers_mut()
            .insert("authorization", bearer.parse().expect("a header"));
        let connection = MaybeTlsStream::Plain(connection);
        let (stream, _) = client_async(request, connection).await.expect("a socket");
        Socket {
            stream,
            waiting: VecDeque::new(),
            heard: Vec::new(),
            tag: self.token.bytes().fold(0, |tag: u64, byte| {
                tag.wrapping_mul(31).wrapping_add(u64::from(byte))
            }),
        }
    }

    pub(crate) async fn follow(&self, game: &str) -> Seatholder {
        let mut socket = self.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.to_owned(),
                from: None,
                hash: None,
            })
            .await;
        let view = socket
            .until(|frame| match frame {
                ServerFrame::Game { view, .. } => Some(view.clone()),
                _ => None,
            })
            .await;
        Seatholder {
            game: game.to_owned(),
            socket,
            seen: BTreeMap::from([(view.ply, view.hash.clone())]),
            view,
            own: None,
            presence: None,
        }
    }
}

/// A socket of nobody in particular.
pub(crate) async fn anonymous(url: &str) -> Socket {
    let (stream, _) = connect_async(url).await.expect("a socket");
    Socket {
        stream,
        waiting: VecDeque::new(),
        heard: Vec::new(),
        tag: 0,
    }
}

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    waiting: VecDeque<ServerFrame>,
    /// Every frame as it came.
    pub(crate) heard: Vec<String>,
    tag: u64,
}

impl Socket {
    pub(crate) async fn send(&mut self, frame: &ClientFrame) {
        let text = serde_json::to_string(frame).expect("a frame has JSON");
        self.send_text(&text).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream
            .send(Message::Text(text.into()))
            .await
            .expect("the socket is open");
    }

    /// Sends a frame; returns the code if it is refused. The socket stays open.
    ///
    /// A socket does not wait for games, so a pong says nothing about a frame for a game. A command
    /// has an id to wait for, `watch` an answer of its own; for other frames a command that is
    /// always refused follows through the game's mailbox.
    pub(crate) async fn refusal(&mut self, text: &str) -> Option<ProblemCode> {
        let sent: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        self.send_text(text).await;
        if sent["t"] != "ping" {
            self.send(&ClientFrame::Ping).await;
        }
        let (mut refused, mut answered, mut ponged) = (None, false, false);
        let awaits_answer = sent["id"].is_string() || sent["t"] == "watch";
        while !ponged || (awaits_answer && !answered) {
            match self.next().await.expect("the socket stays open") {
                ServerFrame::Refused { error, .. } => {
                    refused = Some(error.code);
                    answered = true;
                }
                ServerFrame::Ack { id, .. } => answered |= sent["id"] == id,
                ServerFrame::Game { game, .. } | ServerFrame::Update { game, .. } => {
                    answered |= sent["t"] == "watch" && sent["game"] == game;
                }
                ServerFrame::Pong => ponged = true,
                _ => {}
            }
        }
        let goes_to_a_game = sent["t"] == "say" || sent["t"] == "nonce";
        if refused.is_some() || !goes_to_a_game {
            return refused;
        }
        let probe = self.new_id();
        self.send(&ClientFrame::Resign {
            game: sent["game"].as_str().expect("a game").to_owned(),
            id: probe.clone(),
            seat: 9,
        })
        .await;
        loop {
            if let ServerFrame::Refused { error, id, .. } =
                self.next().await.expect("the socket stays open")
            {
                if id.as_ref() == Some(&probe) {
                    return refused;
                }
                refused = Some(error.code);
            }
        }
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        // The server may have closed already, which the story looks at next.
        let _closed = self.stream.send(message).await;
    }

    /// The next frame; nothing when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<ServerFrame> {
        if let Some(frame) = self.waiting.pop_front() {
            return Some(frame);
        }
        loop {
            let received = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match received.expect("something happens").and_then(Result::ok)? {
                Message::Text(text) => {
                    let frame = serde_json::from_str(&text).expect("a frame of the protocol");
                    self.heard.push(text.to_string());
                    return Some(frame);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The close code with which the server ends the socket.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            let received = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match received.expect("the server closes") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn until<T>(
        &mut self,
        mut wanted: impl FnMut(&ServerFrame) -> Option<T>,
    ) -> T {
        loop {
            let frame = self.next().await.expect("the socket stays open");
            if let Some(found) = wanted(&frame) {
                return found;
            }
        }
    }

    pub(crate) fn new_id(&self) -> String {
        // Never the same twice, not even on a new socket: the server would do it once only.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        format!(
            "{:016x}{:016x}",
            self.tag,
            NEXT.fetch_add(1, Ordering::Relaxed)
        )
    }

    /// Sends a command and gives the ply it was acknowledged with, or why it was refused.
    pub(crate) async fn command(
        &mut self,
        frame: &ClientFrame,
        wanted: &str,
    ) -> Result<u32, Problem> {
        self.send(frame).await;
        let mut others = VecDeque::new();
        let answer = loop {
            let frame = self.next().await.expect("the socket stays open");
            match &frame {
                ServerFrame::Ack { id, ply, .. } if id == wanted => break Ok(*ply),
                ServerFrame::Refused {
                    id: Some(id),
                    error,
                    ..
                } if id == wanted => {
                    break Err(error.clone());
                }
                _ => others.push_back(frame),
            }
        };
        others.append(&mut self.waiting);
        self.waiting = others;
        answer
    }

    /// Cuts the connection without a word.
    pub(crate) fn drop_dead(self) {
        drop(self);
    }
}

/// Somebody who follows a game and knows what is going on.
pub(crate) struct Seatholder {
    pub(crate) game: String,
    pub(crate) socket: Socket,
    pub(crate) view: GameView,
    pub(crate) own: Option<OwnView>,
    /// Who is there, as last heard.
    pub(crate) presence: Option<PresenceView>,
    /// The hash at each ply that was shown.
    pub(crate) seen: BTreeMap<u32, String>,
}

impl Seatholder {
    /// Takes in one frame.
    pub(crate) async fn hear(&mut self) -> Option<()> {
        match self.socket.next().await? {
            ServerFrame::Game { view, .. } | ServerFrame::Update { view, .. } => {
                self.seen.insert(view.ply, view.hash.clone());
                self.view = view;
                self.own = None;
            }
            ServerFrame::Own { own, .. } => self.own = Some(own),
            ServerFrame::Presence { presence, .. } => self.presence = Some(presence),
            _ => {}
        }
        Some(())
    }

    /// Listens until the view is as wanted, and gives whether the socket is still open.
    pub(crate) async fn hear_until(&mut self, mut wanted: impl FnMut(&Self) -> bool) -> bool {
        while !wanted(self) {
            if self.hear().await.is_none() {
                return false;
            }
        }
        true
    }

    /// Whether this person must act, as far as they know.
    pub(crate) fn must_act(&self) -> bool {
        self.own
            .as_ref()
            .is_some_and(|own| own.offer.is_some() || !own.tiling.is_empty())
    }

    /// Does what is there to do: the first legal move, or the leftmost columns.
    pub(crate) async fn act(&mut self) -> Result<u32, Problem> {
        let own = self.own.clone().expect("something to do");
        let id = self.socket.new_id();
        let frame = if let Some(offer) = &own.offer {
            ClientFrame::Move {
                game: self.game.clone(),
                id: id.clone(),
                ply: own.ply,
                seat: offer.seat,
                text: offer.moves[0].m.to_string(),
            }
        } else {
            let options = &own.tiling[0];
            let mut placements = Vec::new();
            let mut line = Some(&options.first);
            while let Some(next) = line {
                let choice = &next.choices[0];
                placements.push(choice.placement.clone());
                line = choice.next.as_deref();
            }
            ClientFrame::Choose {
                game: self.game.clone(),
                id: id.clone(),
                seat: options.seat,
                placements,
            }
        };
        self.own = None;
        self.socket.command(&frame, &id).await
    }

    /// Sends a command that is made of the game and an id of its own.
    pub(crate) async fn command(
        &mut self,
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) -> Result<u32, Problem> {
        let id = self.socket.new_id();
        let frame = frame(self.game.clone(), id.clone());
        self.socket.command(&frame, &id).await
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.status == Status::Finished
    }

    pub(crate) fn round(&self) -> u16 {
        self.view.table.as_ref().map_or(0, |table| table.round)
    }
}
