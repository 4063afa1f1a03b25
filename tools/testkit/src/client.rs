//! Clients of a server: HTTP requests, sockets, and games followed over them.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{GameView, OwnView, PresenceView, Status};
use azulejo_protocol::http::{ErrorAnswer, GameAnswer, GuestAnswer, JoinGame, NewGame};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

use crate::TIMEOUT;

/// A client of a server, with a session.
#[derive(Clone)]
pub struct Client {
    pub base: SocketAddr,
    pub token: String,
    pub name: String,
    http: reqwest::Client,
}

impl Client {
    /// Creates a guest session.
    pub async fn guest(base: SocketAddr, name: &str) -> Self {
        // Without keep-alive: on a busy machine a request could reuse a connection that the server
        // is closing as idle.
        let http = reqwest::Client::builder()
            .pool_max_idle_per_host(0)
            .build()
            .expect("a client");
        let response = http
            .post(format!("http://{base}/api/v1/guest"))
            .json(&serde_json::json!({ "name": name }))
            .send()
            .await
            .expect("a response");
        assert_eq!(response.status(), 200, "{:?}", response.text().await);
        let guest: GuestAnswer = response.json().await.expect("a guest");
        Self {
            base,
            token: guest.token,
            name: guest.me.name,
            http,
        }
    }

    /// The same session on another server with the same database.
    pub fn at(&self, base: SocketAddr) -> Self {
        Self {
            base,
            ..self.clone()
        }
    }

    async fn send<T: DeserializeOwned>(request: reqwest::RequestBuilder) -> Result<T, Problem> {
        let response = request.send().await.expect("a response");
        let ok = response.status().is_success();
        let text = response.text().await.expect("a body");
        if ok {
            Ok(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
        } else {
            let refused: ErrorAnswer =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            Err(refused.error)
        }
    }

    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Problem> {
        let url = format!("http://{}/api/v1{path}", self.base);
        Self::send(self.http.post(url).bearer_auth(&self.token).json(body)).await
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        let url = format!("http://{}/api/v1{path}", self.base);
        Self::send(self.http.get(url).bearer_auth(&self.token)).await
    }

    /// Sends a request without a body and returns the status of the response.
    pub async fn request(&self, method: reqwest::Method, path: &str) -> u16 {
        let url = format!("http://{}/api/v1{path}", self.base);
        let request = self.http.request(method, url).bearer_auth(&self.token);
        request.send().await.expect("a response").status().as_u16()
    }

    /// Returns the body of a response as text.
    pub async fn text(&self, path: &str) -> String {
        let url = format!("http://{}/api/v1{path}", self.base);
        let response = self.http.get(url).bearer_auth(&self.token).send().await;
        response.expect("a response").text().await.expect("a body")
    }

    /// Creates a game.
    pub async fn create(&self, game: &NewGame) -> GameAnswer {
        self.post("/games", game).await.expect("a game")
    }

    /// Takes the given seat, or any open one, and sends a nonce with it.
    pub async fn join(&self, game: &str, seat: Option<u8>) -> GameAnswer {
        let join = JoinGame {
            seat,
            invitation: None,
            nonce: Some("ab".repeat(16)),
        };
        let joined = self.post(&format!("/games/{game}/join"), &join).await;
        joined.expect("a seat")
    }

    /// Sends a nonce and returns the game.
    ///
    /// A full game waits ten seconds for nonces. On a slow machine it may have started without this
    /// one, which is not an error.
    pub async fn send_nonce(&self, game: &str) -> GameAnswer {
        let nonce = format!("{:032x}", u128::from_le_bytes(*b"sixteen bytes!!!"));
        let path = format!("/games/{game}");
        let body = serde_json::json!({ "nonce": nonce });
        match self.post(&format!("{path}/nonce"), &body).await {
            Ok(taken) => taken,
            Err(problem) if problem.code == ProblemCode::Started => {
                self.get(&path).await.expect("the game")
            }
            Err(problem) => panic!("the nonce is refused: {problem:?}"),
        }
    }

    /// Opens a socket.
    pub async fn socket(&self) -> Socket {
        let stream = TcpStream::connect(self.base).await;
        self.socket_on(stream.expect("a connection")).await
    }

    /// Opens a socket on an existing connection.
    pub async fn socket_on(&self, connection: TcpStream) -> Socket {
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
            queued: VecDeque::new(),
            received: Vec::new(),
            tag: self.token.bytes().fold(0, |tag: u64, byte| {
                tag.wrapping_mul(31).wrapping_add(u64::from(byte))
            }),
        }
    }

    /// Opens a socket, watches a game and waits for its view.
    pub async fn follow(&self, game: &str) -> GameClient {
        let mut socket = self.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.to_owned(),
                from: None,
                hash: None,
            })
            .await;
        let view = socket
            .wait_for(|frame| match frame {
                ServerFrame::Game { view, .. } => Some(view.clone()),
                _ => None,
            })
            .await;
        GameClient {
            game: game.to_owned(),
            socket,
            seen: BTreeMap::from([(view.ply, view.hash.clone())]),
            view,
            own: None,
            presence: None,
        }
    }
}

/// Opens a socket without a session.
pub async fn connect_anonymous(url: &str) -> Socket {
    let (stream, _) = connect_async(url).await.expect("a socket");
    Socket {
        stream,
        queued: VecDeque::new(),
        received: Vec::new(),
        tag: 0,
    }
}

/// A WebSocket connection.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Frames that arrived before the answer to a command.
    queued: VecDeque<ServerFrame>,
    /// The text of every frame received.
    pub received: Vec<String>,
    /// A prefix of command ids.
    tag: u64,
}

impl Socket {
    /// Sends a frame.
    pub async fn send(&mut self, frame: &ClientFrame) {
        let text = serde_json::to_string(frame).expect("a frame serialises");
        self.send_text(&text).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.stream
            .send(Message::Text(text.into()))
            .await
            .expect("the socket is open");
    }

    /// Sends a frame; returns the code if it is refused. The socket stays open.
    ///
    /// Games answer asynchronously, so a pong does not mean that a frame for a game has been
    /// processed. A command is acknowledged by id, and `watch` is answered with the game. Any other
    /// frame is followed by a probe through the game's mailbox: a command that is always refused.
    pub async fn refusal(&mut self, text: &str) -> Option<ProblemCode> {
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
        let is_for_game = ["say", "nonce", "nonce_commitment"]
            .iter()
            .any(|kind| sent["t"] == *kind);
        if refused.is_some() || !is_for_game {
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

    /// Sends any message. Errors are ignored.
    pub async fn send_raw(&mut self, message: Message) {
        // The server may have closed the socket already.
        let _closed = self.stream.send(message).await;
    }

    /// Returns the next frame, or `None` if the socket is closed.
    pub async fn next(&mut self) -> Option<ServerFrame> {
        if let Some(frame) = self.queued.pop_front() {
            return Some(frame);
        }
        loop {
            let received = tokio::time::timeout(TIMEOUT, self.stream.next()).await;
            match received.expect("a message in time").and_then(Result::ok)? {
                Message::Text(text) => {
                    let frame = serde_json::from_str(&text).expect("a valid frame");
                    self.received.push(text.to_string());
                    return Some(frame);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Waits until the server closes the socket and returns the close code.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            let received = tokio::time::timeout(TIMEOUT, self.stream.next()).await;
            match received.expect("the server closes the socket") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Receives frames until `wanted` returns a value.
    pub async fn wait_for<T>(&mut self, mut wanted: impl FnMut(&ServerFrame) -> Option<T>) -> T {
        loop {
            let frame = self.next().await.expect("the socket stays open");
            if let Some(found) = wanted(&frame) {
                return found;
            }
        }
    }

    /// Returns a new command id.
    pub fn new_id(&self) -> String {
        // Unique across sockets too: ids are idempotency keys.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        format!(
            "{:016x}{:016x}",
            self.tag,
            NEXT.fetch_add(1, Ordering::Relaxed)
        )
    }

    /// Sends a command and returns the acknowledged ply, or the reason for a refusal.
    pub async fn command(&mut self, frame: &ClientFrame, wanted: &str) -> Result<u32, Problem> {
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
        others.append(&mut self.queued);
        self.queued = others;
        answer
    }

    /// Drops the connection without a close frame.
    pub fn disconnect(self) {
        drop(self);
    }
}

/// A socket that watches a game and keeps its current view.
pub struct GameClient {
    pub game: String,
    pub socket: Socket,
    pub view: GameView,
    pub own: Option<OwnView>,
    /// The latest presence.
    pub presence: Option<PresenceView>,
    /// The state hash of each ply received.
    pub seen: BTreeMap<u32, String>,
}

impl GameClient {
    /// Receives one frame, or returns `None` if the socket is closed.
    pub async fn receive(&mut self) -> Option<()> {
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

    /// Receives frames until `wanted` holds. Returns false if the socket is closed first.
    pub async fn wait_until(&mut self, mut wanted: impl FnMut(&Self) -> bool) -> bool {
        while !wanted(self) {
            if self.receive().await.is_none() {
                return false;
            }
        }
        true
    }

    /// Returns true if this player must move or choose, by the latest view.
    pub fn must_act(&self) -> bool {
        self.own
            .as_ref()
            .is_some_and(|own| own.offer.is_some() || !own.tiling.is_empty())
    }

    /// Plays the first legal move, or chooses the leftmost columns.
    pub async fn act(&mut self) -> Result<u32, Problem> {
        let own = self.own.clone().expect("a pending action");
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

    /// Sends a command, which is built from the game and a new id.
    pub async fn command(
        &mut self,
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) -> Result<u32, Problem> {
        let id = self.socket.new_id();
        let frame = frame(self.game.clone(), id.clone());
        self.socket.command(&frame, &id).await
    }

    /// Returns true if the game is finished.
    pub fn is_over(&self) -> bool {
        self.view.status == Status::Finished
    }

    /// Returns the current round, or 0 before the start.
    pub fn round(&self) -> u16 {
        self.view.table.as_ref().map_or(0, |table| table.round)
    }
}
