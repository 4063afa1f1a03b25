//! Plays a game against a bot on a server of its own, and writes down all that comes out of it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::{OwnView, Status};
use azulejo_protocol::http::{GameAnswer, GuestAnswer};
use azulejo_store::Store;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::outlet::{MetricLines, Overheard, Sink};
use crate::live::registry::Seams;
use crate::{Config, Server};

/// Long enough for any machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What was seen, by where, in order and without what differs in any two games.
pub(super) type Observed = BTreeMap<&'static str, Vec<String>>;

pub(super) struct Game {
    pub(super) seen: Observed,
    /// Every byte that left the server, before the game ended and afterwards.
    pub(super) before_the_end: Vec<u8>,
    pub(super) after_the_end: Vec<u8>,
    pub(super) secret: Vec<u8>,
}

struct Observer {
    address: SocketAddr,
    sink: Sink,
    token: String,
    seen: Observed,
    /// What is different in every game and says nothing: names of sessions and games.
    names: Vec<(String, &'static str)>,
}

/// Plays up to the end of a round, or of the game, on one side of the wall.
pub(super) async fn observe(seams: Seams, wall: &str, until: Option<u16>) -> Game {
    loop {
        if let Some(game) = observe_once(seams.clone(), wall, until).await {
            return game;
        }
    }
}

/// Plays one game; nothing if it has started before this slow machine could send a nonce for it.
async fn observe_once(seams: Seams, wall: &str, until: Option<u16>) -> Option<Game> {
    let sink = Sink::default();
    let (log, metric_lines) = (Sink::default(), Sink::default());
    let log_of_all = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || log_of_all.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let recorder = MetricLines(metric_lines.clone());
    let _recording = metrics::set_default_local_recorder(&recorder);

    let data = tempfile::tempdir().expect("a folder");
    let mut config = Config::new(format!("sqlite:{}", data.path().join("a.db").display()));
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.bot_delay_ms = 0;
    config.rate_limits = 0;
    let store = azulejo_store::open(&config.database_url)
        .await
        .expect("a store");
    let server = Server::start_with(config, Arc::clone(&store), seams)
        .await
        .expect("a server");
    let mut observer = Observer {
        address: server.address(),
        sink: sink.clone(),
        token: String::new(),
        seen: Observed::new(),
        names: Vec::new(),
    };
    let play = observer.play(wall, until, &log, &metric_lines, &*store);
    let mut game = play.await;
    if let Some(game) = &mut game {
        game.after_the_end.extend(sink.take());
        game.after_the_end.extend(log.take());
    }
    server.stop().await;
    game
}

impl Observer {
    /// A request on a connection of its own; gives all that was answered.
    async fn http(&self, method: &str, path: &str, body: Option<&str>) -> String {
        let mut stream = TcpStream::connect(self.address)
            .await
            .expect("a connection");
        let bearer = if self.token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {}\r\n", self.token)
        };
        let body = body.unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{bearer}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it is sent");
        let mut answer = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        read.expect("an answer").expect("an answer");
        self.sink.add(&answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &str) -> T {
        let answer = self.http("POST", path, Some(body)).await;
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    async fn follow(&self, game: &str, token: Option<&str>) -> Follower {
        let url = format!("ws://{}/api/v1/socket", self.address);
        let mut request = url.into_client_request().expect("a request");
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = TcpStream::connect(self.address)
            .await
            .expect("a connection");
        let overheard = Overheard {
            stream,
            sink: self.sink.clone(),
        };
        let (mut socket, _) = client_async(request, overheard).await.expect("a socket");
        let watch = format!(r#"{{"t":"watch","game":"{game}"}}"#);
        socket
            .send(Message::Text(watch.into()))
            .await
            .expect("it is sent");
        Follower {
            socket,
            ply: 0,
            round: 0,
            choosing: Vec::new(),
            own: None,
            over: false,
        }
    }

    /// Writes down what was seen, without times and names.
    fn note(&mut self, place: &'static str, text: &str) {
        let mut text = text.to_owned();
        for (name, stands_for) in &self.names {
            text = text.replace(name, stands_for);
        }
        self.seen
            .entry(place)
            .or_default()
            .push(without_times(&text));
    }

    async fn play(
        &mut self,
        wall: &str,
        until: Option<u16>,
        log: &Sink,
        metric_lines: &Sink,
        store: &dyn Store,
    ) -> Option<Game> {
        self.names.push((self.address.to_string(), "ADDRESS"));
        let guest: GuestAnswer = self.post("/api/v1/guest", r#"{"name":"Ana"}"#).await;
        self.names.push((guest.token.clone(), "TOKEN"));
        self.token.clone_from(&guest.token);
        let new = json!({
            "seats": [{ "kind": "me" }, { "kind": "bot", "level": "tiler" }],
            "wall": wall, "public": true, "start": 1,
        });
        let made: GameAnswer = self.post("/api/v1/games", &new.to_string()).await;
        let id = made.view.id.clone();
        self.names.push((made.view.draw.commitment, "COMMITMENT"));
        self.names
            .extend(made.own.invitation.map(|text| (text, "INVITATION")));
        let nonce = json!({ "nonce": "ab".repeat(16) }).to_string();
        let path = format!("/api/v1/games/{id}/nonce");
        let answer = self.http("POST", &path, Some(&nonce)).await;
        if answer.contains(r#""code":"started""#) {
            return None;
        }
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let secret = store
            .draw_secret(id.parse().expect("an id"))
            .await
            .expect("a secret");
        let mut player = self.follow(&id, Some(&guest.token)).await;
        let mut spectator = self.follow(&id, None).await;
        let mut before_the_end = Vec::new();
        let is_over = |follower: &Follower| {
            follower.over || until.is_some_and(|until| follower.round > until)
        };
        for turn in 0.. {
            // Quiet again: it is the player's turn, or the end.
            while !(is_over(&player) || player.must_act()) {
                player.hear(self, "player", &is_over).await;
            }
            while !is_over(&player) && spectator.ply < player.ply {
                spectator.hear(self, "spectator", &is_over).await;
            }
            if is_over(&player) {
                break;
            }
            for path in ["", "/record", "/replay"] {
                let answer = self
                    .http("GET", &format!("/api/v1/games/{id}{path}"), None)
                    .await;
                self.note("http", &answer);
            }
            for path in [
                "/api/v1/lobby",
                "/api/v1/me/games",
                "/api/v1/games/nonsense",
                "/healthz",
            ] {
                let answer = self.http("GET", path, None).await;
                self.note("http", &answer);
            }
            before_the_end.extend(self.sink.take());
            // Metrics of all games of the process: only looked through, not compared.
            let metrics = self.http("GET", "/metrics", None).await;
            before_the_end.extend(metrics.into_bytes());
            let told = log.take();
            for line in String::from_utf8_lossy(&told)
                .lines()
                .filter(|line| line.contains("azulejo"))
                // How often the machine let the node stand still hangs on nothing in the game.
                .filter(|line| !line.contains("azulejo_server::hub::stalls"))
            {
                self.note("log", line);
            }
            self.seen
                .entry("log")
                .or_default()
                .push("up to here".to_owned());
            before_the_end.extend(told);
            for line in String::from_utf8_lossy(&metric_lines.take()).lines() {
                self.note_metric(line);
            }
            player.act(&id, turn).await;
        }
        Some(Game {
            seen: std::mem::take(&mut self.seen),
            before_the_end,
            after_the_end: Vec::new(),
            secret: secret.expose().to_vec(),
        })
    }

    /// Counts of events; how often something was asked for in between depends on the time.
    fn note_metric(&mut self, line: &str) {
        if line.contains("events_total") {
            self.note("metrics", line);
        }
    }
}

struct Follower {
    socket: WebSocketStream<Overheard>,
    ply: u32,
    round: u16,
    /// Who has yet to choose columns.
    choosing: Vec<u8>,
    own: Option<OwnView>,
    over: bool,
}

impl Follower {
    /// Takes in one frame, and writes it down unless it belongs to what comes after the end.
    async fn hear(
        &mut self,
        observer: &mut Observer,
        place: &'static str,
        is_over: &dyn Fn(&Self) -> bool,
    ) {
        let text = loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("something happens").expect("an open socket") {
                Ok(Message::Text(text)) => break text,
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        };
        let frame: ServerFrame = serde_json::from_str(&text).expect("a frame of the protocol");
        match &frame {
            ServerFrame::Game { view, .. } | ServerFrame::Update { view, .. } => {
                self.ply = view.ply;
                self.round = view.table.as_ref().map_or(0, |table| table.round);
                self.choosing.clone_from(&view.choosing);
                self.over = view.status == Status::Finished;
                self.own = None;
            }
            ServerFrame::Own { own, .. } => self.own = Some(own.clone()),
            _ => {}
        }
        if is_over(self) {
            return;
        }
        // Whether a bot's answer overtakes an acknowledgement, or somebody's coming the first
        // view, is a matter of microseconds.
        let place = match frame {
            ServerFrame::Ack { .. } => "acknowledgements",
            ServerFrame::Presence { .. } => return,
            _ => place,
        };
        observer.note(place, &text);
    }

    /// Whether the game waits for this player alone: the bot chooses columns at the same time, and
    /// who is first is a matter of microseconds.
    fn must_act(&self) -> bool {
        let own = self.own.as_ref();
        own.is_some_and(|own| {
            let alone = self.choosing.len() <= own.tiling.len();
            own.offer.is_some() || (!own.tiling.is_empty() && alone)
        })
    }

    async fn act(&mut self, game: &str, turn: usize) {
        let own = self.own.take().expect("something to do");
        let id = format!("{turn:032x}");
        let frame = if let Some(offer) = own.offer {
            let text = offer.moves[turn * 7 % offer.moves.len()].m.to_string();
            json!({
                "t": "move", "game": game, "id": id, "ply": own.ply,
                "seat": offer.seat, "move": text,
            })
        } else {
            let options = own.tiling.first().expect("columns to choose");
            let mut placements = Vec::new();
            let mut line = Some(&options.first);
            while let Some(next) = line {
                let choice = &next.choices[turn * 7 % next.choices.len()];
                placements.push(&choice.placement);
                line = choice.next.as_deref();
            }
            json!({
                "t": "choose", "game": game, "id": id,
                "seat": options.seat, "placements": placements,
            })
        };
        let sent = self
            .socket
            .send(Message::Text(frame.to_string().into()))
            .await;
        sent.expect("it is sent");
    }
}

/// A text without numbers of twelve digits and more, and without the header that says the time.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        out.push_str(if digits.len() >= 12 { "TIME" } else { &digits });
        digits.clear();
        out.push(c);
    }
    match out.split_once("\ndate: ") {
        Some((before, rest)) => {
            let after = rest.split_once('\n').map_or("", |(_, after)| after);
            format!("{before}\n{after}")
        }
        None => out,
    }
}
