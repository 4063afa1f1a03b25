//! On the grey wall all choose at once, in private: while somebody has chosen and another has not,
//! the columns are in nothing that anybody but the chooser gets: no answer over HTTP, no resync, no
//! view of a newcomer, no line of the log. When the last has chosen, all of them have it.

use std::io;
use std::sync::{Mutex, Once, PoisonError};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::GameView;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::options::TilingOptions;
use azulejo_protocol::table::Wall;
use serde_json::Value;

use crate::support::{House, Person, Socket, anonymous, stories};

stories! {
    chosen_columns_are_in_nothing_that_others_get,
}

/// All that this process logs, at its most talkative: the stories share it.
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
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(|| Log)
            .finish();
        let set = tracing::subscriber::set_global_default(subscriber);
        set.expect("nobody else logs here");
    });
}

/// What was logged, but for the lines of the controls.
fn logged() -> (String, String) {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log).into_owned();
    let (controls, lines): (Vec<_>, Vec<_>) =
        log.lines().partition(|line| line.contains("the control"));
    (lines.join("\n"), controls.join("\n"))
}

/// Whether a text has one of the placements, as JSON or as JSON in a text.
fn tells(text: &str, placements: &[String]) -> bool {
    placements.iter().any(|placement| {
        text.contains(&format!("\"{placement}\"")) || text.contains(&format!("\"{placement}\\\""))
    })
}

/// A text without the columns among which its reader may still choose, where everything occurs.
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

/// Who looks: somebody, or nobody in particular.
#[derive(Clone, Copy)]
struct Viewer<'a> {
    name: &'a str,
    person: Option<&'a Person>,
    base: std::net::SocketAddr,
    sits: bool,
}

impl Viewer<'_> {
    async fn text(self, path: &str) -> String {
        if let Some(person) = self.person {
            return person.text(path).await;
        }
        let url = format!("http://{}/api/v1{path}", self.base);
        let answer = reqwest::get(url).await.expect("an answer");
        answer.text().await.expect("a body")
    }

    async fn socket(self) -> Socket {
        match self.person {
            Some(person) => person.socket().await,
            None => anonymous(&format!("ws://{}/api/v1/socket", self.base)).await,
        }
    }

    /// Follows the game from some ply on; gives the view and every frame that came.
    async fn watches(self, game: &str, from: Option<(u32, String)>) -> (GameView, String) {
        let mut socket = self.socket().await;
        let (from, hash) = from.unzip();
        let game = game.to_owned();
        socket.send(&ClientFrame::Watch { game, from, hash }).await;
        let (mut view, mut own) = (None, !self.sits);
        while view.is_none() || !own {
            match socket.next().await.expect("the socket stays open") {
                ServerFrame::Game { view: now, .. } | ServerFrame::Update { view: now, .. } => {
                    view = Some(now);
                }
                ServerFrame::Own { .. } => own = true,
                _ => {}
            }
        }
        let frames = socket.heard.iter().map(|frame| without_own_options(frame));
        (view.expect("just heard"), frames.collect())
    }
}

/// What can be asked for about a game, and what tells of the columns once all have chosen.
const PATHS: [(&str, bool); 6] = [
    ("/games/GAME", false),
    ("/games/GAME/record", true),
    ("/games/GAME/replay", true),
    ("/lobby", false),
    ("/me/games", false),
    ("/me/export", false),
];

async fn look(who: &Person, game: &str) -> GameAnswer {
    who.get(&format!("/games/{game}")).await.expect("the game")
}

async fn carry_out(who: &Person, frame: impl FnOnce(String) -> ClientFrame) -> u32 {
    let mut socket = who.socket().await;
    let id = socket.new_id();
    let frame = frame(id.clone());
    let done = socket.command(&frame, &id).await;
    done.unwrap_or_else(|problem| panic!("{frame:?}: {problem:?}"))
}

/// The rightmost columns.
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

async fn choose(who: &Person, game: &str) -> (u32, Vec<String>) {
    let options = look(who, game).await.own.tiling;
    let placements = rightmost(&options[0]);
    let choice = |id| ClientFrame::Choose {
        game: game.to_owned(),
        id,
        seat: options[0].seat,
        placements: placements.clone(),
    };
    (carry_out(who, choice).await, placements)
}

/// Plays the first round; everybody completes what they can. Gives ply and hash after each move.
async fn first_round(people: [&Person; 2], game: &str) -> Vec<(u32, String)> {
    let mut seen = Vec::new();
    loop {
        let mut moved = false;
        for who in people {
            let now = look(who, game).await;
            let Some(offer) = now.own.offer else {
                continue;
            };
            seen.push((now.view.ply, now.view.hash));
            let liked = offer.moves.iter().find(|m| m.completes);
            let text = liked.unwrap_or(&offer.moves[0]).m.to_string();
            carry_out(who, |id| ClientFrame::Move {
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

async fn chosen_columns_are_in_nothing_that_others_get(house: House) {
    log_everything();
    let server = house.start().await;
    let base = server.address();
    let ana = Person::new(base, "Ana").await;
    let ben = Person::new(base, "Ben").await;
    let eve = Person::new(base, "Eve").await;
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
    let before = look(&eve, &game).await.view;
    assert_eq!(before.choosing, [1, 2], "both choose");
    known.push((before.ply, before.hash));

    let (ply, chosen) = choose(&ana, &game).await;
    let hers = look(&ana, &game).await;
    assert_eq!(hers.view.ply, ply);
    let own_text = ana.text(&format!("/games/{game}")).await;
    assert!(
        tells(&without_own_options(&own_text), &chosen),
        "{own_text}"
    );
    let viewer = |name, person, sits| Viewer {
        name,
        person,
        base,
        sits,
    };
    let others = [
        viewer("the other player", Some(&ben), true),
        viewer("a spectator", Some(&eve), false),
        viewer("nobody", None, false),
    ];
    let mut texts = 0;
    for viewer in others {
        let name = viewer.name;
        for (path, _) in PATHS {
            let text = viewer.text(&path.replace("GAME", &game)).await;
            let text = without_own_options(&text);
            assert!(!tells(&text, &chosen), "{path} of {name}: {text}");
            texts += 1;
        }
        let past = known.iter().cloned().map(Some).chain([None]);
        for from in past {
            let (view, frames) = viewer.watches(&game, from.clone()).await;
            assert!(!tells(&frames, &chosen), "{name} from {from:?}: {frames}");
            // They know that she has chosen, and the game is the same for all.
            assert_eq!((view.ply, &view.hash), (ply, &hers.view.hash), "{name}");
            assert_eq!(view.choosing, [2], "{name}");
            texts += 1;
        }
    }
    assert_eq!(texts, 3 * (PATHS.len() + known.len() + 1));
    let (log, _) = logged();
    let line = log.lines().find(|line| tells(line, &chosen));
    assert_eq!(line, None, "it is in the log");

    // The controls: a line with it would be found, and so is all that tells of it once the last
    // has chosen.
    tracing::trace!("the control: {game} {chosen:?}");
    let (_, controls) = logged();
    let line = controls.lines().find(|line| line.contains(&game));
    assert!(line.is_some_and(|line| tells(line, &chosen)), "{controls}");
    choose(&ben, &game).await;
    for viewer in others {
        let name = viewer.name;
        for (path, shown) in PATHS {
            let text = viewer.text(&path.replace("GAME", &game)).await;
            let text = without_own_options(&text);
            assert!(!shown || tells(&text, &chosen), "{path} of {name}: {text}");
        }
        for from in [known.last().cloned(), None] {
            let (_, frames) = viewer.watches(&game, from.clone()).await;
            assert!(tells(&frames, &chosen), "{name} from {from:?}: {frames}");
        }
    }
    server.stop().await;
}
