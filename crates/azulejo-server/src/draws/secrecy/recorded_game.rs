//! Plays a game against a bot on a new server and records the server's output.

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

use super::capture::{CapturedStream, MetricLines, Sink};
use crate::live::registry::Seams;
use crate::{Config, Server};

/// The timeout of every wait, reached only by failing tests.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The output by channel, in order, without values that differ between any two games.
pub(super) type Transcript = BTreeMap<&'static str, Vec<String>>;

pub(super) struct Game {
    pub(super) seen: Transcript,
    /// Every byte that left the server, before the game ended and afterwards.
    pub(super) before_the_end: Vec<u8>,
    pub(super) after_the_end: Vec<u8>,
    pub(super) secret: Vec<u8>,
}

struct Recorder {
    address: SocketAddr,
    sink: Sink,
    token: String,
    seen: Transcript,
    /// Values that differ in every game, such as tokens and ids, with their placeholders.
    names: Vec<(String, &'static str)>,
}

/// Plays up to the end of a round, or of the game.
pub(super) async fn play_and_record(seams: Seams, wall: &str, until: Option<u16>) -> Game {
    loop {
        if let Some(game) = try_play_and_record(seams.clone(), wall, until).await {
            return game;
        }
    }
}

/// Plays one game; `None` if it started before its nonce was sent, on a slow machine.
async fn try_play_and_record(seams: Seams, wall: &str, until: Option<u16>) -> Option<Game> {
    let sink = Sink::default();
    let (log, metric_lines) = (Sink::default(), Sink::default());
    let log_writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || log_writer.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    // Before the recording: the first server of a process registers all metrics.
    crate::ops::metrics::install();
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
    let mut recorder_of_game = Recorder {
        address: server.address(),
        sink: sink.clone(),
        token: String::new(),
        seen: Transcript::new(),
        names: Vec::new(),
    };
    let play = recorder_of_game.play(wall, until, &log, &metric_lines, &*store);
    let mut game = play.await;
    if let Some(game) = &mut game {
        game.after_the_end.extend(sink.take());
        game.after_the_end.extend(log.take());
    }
    server.stop().await;
    game
}

impl Recorder {
    /// Sends a request on a connection of its own and returns the whole response.
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
        let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
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
        let captured = CapturedStream {
            stream,
            sink: self.sink.clone(),
        };
        let (mut socket, _) = client_async(request, captured).await.expect("a socket");
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

    /// Adds a text to the transcript, without times and varying values.
    fn note(&mut self, place: &'static str, text: &str) {
        let mut text = text.to_owned();
        for (name, placeholder) in &self.names {
            text = text.replace(name, placeholder);
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
            // Until it is the player's turn, or the end.
            while !(is_over(&player) || player.must_act()) {
                player.receive(self, "player", &is_over).await;
            }
            while !is_over(&player) && spectator.ply < player.ply {
                spectator.receive(self, "spectator", &is_over).await;
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
            // Metrics of all games of the process: scanned, but not compared.
            let metrics = self.http("GET", "/metrics", None).await;
            before_the_end.extend(metrics.into_bytes());
            let logged = log.take();
            for line in String::from_utf8_lossy(&logged)
                .lines()
                .filter(|line| line.contains("azulejo"))
                // Stalls of the machine do not depend on the game.
                .filter(|line| !line.contains("::stalls"))
            {
                self.note("log", line);
            }
            self.seen
                .entry("log")
                .or_default()
                .push("end of turn".to_owned());
            before_the_end.extend(logged);
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

    /// Records counters of events; other counters depend on timing.
    fn note_metric(&mut self, line: &str) {
        if line.contains("events_total") {
            self.note("metrics", line);
        }
    }
}

struct Follower {
    socket: WebSocketStream<CapturedStream>,
    ply: u32,
    round: u16,
    /// The seats that have yet to choose columns.
    choosing: Vec<u8>,
    own: Option<OwnView>,
    over: bool,
}

impl Follower {
    /// Receives a frame and records it unless the part that is compared is over.
    async fn receive(
        &mut self,
        recorder: &mut Recorder,
        place: &'static str,
        is_over: &dyn Fn(&Self) -> bool,
    ) {
        let text = loop {
            let frame = tokio::time::timeout(TIMEOUT, self.socket.next()).await;
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
        // The order of acknowledgements and presence among other frames is a matter of timing.
        let place = match frame {
            ServerFrame::Ack { .. } => "acknowledgements",
            ServerFrame::Presence { .. } => return,
            _ => place,
        };
        recorder.note(place, &text);
    }

    /// Returns true if the game waits for this player alone. A bot chooses columns at the same time,
    /// and the order is a matter of timing.
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

/// Removes numbers of twelve or more digits, and the `Date` header.
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
