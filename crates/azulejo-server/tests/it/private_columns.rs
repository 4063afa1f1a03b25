//! On the grey wall all players choose columns at the same time. Until everyone has chosen, a choice
//! must not reach anyone else: neither in HTTP responses, resyncs and views for new clients, nor in
//! the log.

use std::io;
use std::sync::{Mutex, Once, PoisonError};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::GameView;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::options::TilingOptions;
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, Socket, TestDatabase, connect_anonymous, on_every_database};
use serde_json::Value;

use crate::support::start;

on_every_database! {
    chosen_columns_are_hidden_until_all_have_chosen,
}

/// The trace log of this process, shared by all tests.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn log_everything() {
    static SUBSCRIBED: Once = Once::new();
    SUBSCRIBED.call_once(|| {
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(|| Log)
            .finish();
        let set = tracing::subscriber::set_global_default(subscriber);
        set.expect("no other global subscriber");
    });
}

/// Returns the log, with the lines of the controls separated.
fn logged() -> (String, String) {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log).into_owned();
    let (controls, lines): (Vec<_>, Vec<_>) =
        log.lines().partition(|line| line.contains("the control"));
    (lines.join("\n"), controls.join("\n"))
}

/// Returns true if a text contains one of the placements, as JSON or as JSON within a string.
fn contains_any(text: &str, placements: &[String]) -> bool {
    placements.iter().any(|placement| {
        text.contains(&format!("\"{placement}\"")) || text.contains(&format!("\"{placement}\\\""))
    })
}

/// Removes the reader's own options, which contain every column.
fn without_own_options(text: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(own) = fields.get_mut("own").and_then(Value::as_object_mut) {
                    own.remove("tiling");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    match serde_json::from_str(text.trim()) {
        Ok(mut value) => {
            strip(&mut value);
            value.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

/// A client with or without a session.
#[derive(Clone, Copy)]
struct Viewer<'a> {
    name: &'a str,
    client: Option<&'a Client>,
    base: std::net::SocketAddr,
    seated: bool,
}

impl Viewer<'_> {
    async fn text(self, path: &str) -> String {
        if let Some(client) = self.client {
            return client.text(path).await;
        }
        let url = format!("http://{}/api/v1{path}", self.base);
        let response = reqwest::get(url).await.expect("a response");
        response.text().await.expect("a body")
    }

    async fn socket(self) -> Socket {
        match self.client {
            Some(client) => client.socket().await,
            None => connect_anonymous(&format!("ws://{}/api/v1/socket", self.base)).await,
        }
    }

    /// Watches the game from a ply and returns the view and all frames.
    async fn watch(self, game: &str, from: Option<(u32, String)>) -> (GameView, String) {
        let mut socket = self.socket().await;
        let (from, hash) = from.unzip();
        let game = game.to_owned();
        socket.send(&ClientFrame::Watch { game, from, hash }).await;
        let (mut view, mut own) = (None, !self.seated);
        while view.is_none() || !own {
            match socket.next().await.expect("the socket stays open") {
                ServerFrame::Game { view: now, .. } | ServerFrame::Update { view: now, .. } => {
                    view = Some(now);
                }
                ServerFrame::Own { .. } => own = true,
                _ => {}
            }
        }
        let frames = socket
            .received
            .iter()
            .map(|frame| without_own_options(frame));
        (view.expect("a view"), frames.collect())
    }
}

/// The routes that show a game, and whether they show the columns once all have chosen.
const PATHS: [(&str, bool); 6] = [
    ("/games/GAME", false),
    ("/games/GAME/record", true),
    ("/games/GAME/replay", true),
    ("/lobby", false),
    ("/me/games", false),
    ("/me/export", false),
];

async fn fetch(client: &Client, game: &str) -> GameAnswer {
    client
        .get(&format!("/games/{game}"))
        .await
        .expect("the game")
}

async fn execute(client: &Client, frame: impl FnOnce(String) -> ClientFrame) -> u32 {
    let mut socket = client.socket().await;
    let id = socket.new_id();
    let frame = frame(id.clone());
    let result = socket.command(&frame, &id).await;
    result.unwrap_or_else(|problem| panic!("{frame:?}: {problem:?}"))
}

/// Returns the rightmost columns.
fn rightmost(options: &TilingOptions) -> Vec<String> {
    let mut placements = Vec::new();
    let mut line = Some(&options.first);
    while let Some(next) = line {
        let choice = next.choices.last().expect("a choice");
        placements.push(choice.placement.clone());
        line = choice.next.as_deref();
    }
    placements
}

async fn choose(client: &Client, game: &str) -> (u32, Vec<String>) {
    let options = fetch(client, game).await.own.tiling;
    let placements = rightmost(&options[0]);
    let choice = |id| ClientFrame::Choose {
        game: game.to_owned(),
        id,
        seat: options[0].seat,
        placements: placements.clone(),
    };
    (execute(client, choice).await, placements)
}

/// Plays the first round, preferring moves that complete a line. Returns ply and hash before each
/// move.
async fn first_round(players: [&Client; 2], game: &str) -> Vec<(u32, String)> {
    let mut seen = Vec::new();
    loop {
        let mut moved = false;
        for player in players {
            let now = fetch(player, game).await;
            let Some(offer) = now.own.offer else {
                continue;
            };
            seen.push((now.view.ply, now.view.hash));
            let completing = offer.moves.iter().find(|m| m.completes);
            let text = completing.unwrap_or(&offer.moves[0]).m.to_string();
            execute(player, |id| ClientFrame::Move {
                game: game.to_owned(),
                id,
                ply: now.view.ply,
                seat: offer.seat,
                text,
            })
            .await;
            moved = true;
        }
        if !moved {
            return seen;
        }
    }
}

async fn chosen_columns_are_hidden_until_all_have_chosen(database: TestDatabase) {
    log_everything();
    let server = start(&database).await;
    let base = server.address();
    let ana = Client::guest(base, "Ana").await;
    let ben = Client::guest(base, "Ben").await;
    let eve = Client::guest(base, "Eve").await;
    let wanted = NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Grey,
        start: Some(1),
        clock: None,
        public: Some(true),
        undo: None,
        id: None,
    };
    let game = ana.create(&wanted).await.view.id;
    ben.join(&game, None).await;
    ana.send_nonce(&game).await;
    let mut known = first_round([&ana, &ben], &game).await;
    let before = fetch(&eve, &game).await.view;
    assert_eq!(before.choosing, [1, 2], "both must choose");
    known.push((before.ply, before.hash));

    let (ply, chosen) = choose(&ana, &game).await;
    let own = fetch(&ana, &game).await;
    assert_eq!(own.view.ply, ply);
    let own_text = ana.text(&format!("/games/{game}")).await;
    assert!(
        contains_any(&without_own_options(&own_text), &chosen),
        "{own_text}"
    );
    let viewer = |name, client, seated| Viewer {
        name,
        client,
        base,
        seated,
    };
    let others = [
        viewer("the opponent", Some(&ben), true),
        viewer("a spectator", Some(&eve), false),
        viewer("anonymous", None, false),
    ];
    let mut texts = 0;
    for viewer in others {
        let name = viewer.name;
        for (path, _) in PATHS {
            let text = viewer.text(&path.replace("GAME", &game)).await;
            let text = without_own_options(&text);
            assert!(!contains_any(&text, &chosen), "{path} of {name}: {text}");
            texts += 1;
        }
        let past = known.iter().cloned().map(Some).chain([None]);
        for from in past {
            let (view, frames) = viewer.watch(&game, from.clone()).await;
            assert!(
                !contains_any(&frames, &chosen),
                "{name} from {from:?}: {frames}"
            );
            // They see that she has chosen, with the same ply and hash.
            assert_eq!((view.ply, &view.hash), (ply, &own.view.hash), "{name}");
            assert_eq!(view.choosing, [2], "{name}");
            texts += 1;
        }
    }
    assert_eq!(texts, 3 * (PATHS.len() + known.len() + 1));
    let (log, _) = logged();
    let line = log.lines().find(|line| contains_any(line, &chosen));
    assert_eq!(line, None, "the choice was logged");

    // The controls: a logged choice is detected, and so are the routes and frames that show it once
    // all have chosen.
    tracing::trace!("the control: {game} {chosen:?}");
    let (_, controls) = logged();
    let line = controls.lines().find(|line| line.contains(&game));
    assert!(
        line.is_some_and(|line| contains_any(line, &chosen)),
        "{controls}"
    );
    choose(&ben, &game).await;
    for viewer in others {
        let name = viewer.name;
        for (path, shown) in PATHS {
            let text = viewer.text(&path.replace("GAME", &game)).await;
            let text = without_own_options(&text);
            assert!(
                !shown || contains_any(&text, &chosen),
                "{path} of {name}: {text}"
            );
        }
        for from in [known.last().cloned(), None] {
            let (_, frames) = viewer.watch(&game, from.clone()).await;
            assert!(
                contains_any(&frames, &chosen),
                "{name} from {from:?}: {frames}"
            );
        }
    }
    server.stop().await;
}
