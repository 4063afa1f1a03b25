//! The game host: whole games, saved games and refusals. One game is kept in a file with which the
//! tests of the web client compare the WebAssembly module.
//!
//! Run with `AZULEJO_UPDATE_GOLDEN=1` to update the file after an intended change.

use std::fs;
use std::path::Path;

use azulejo_ai::eval::Nets;
use azulejo_ai::{Bot, Decision};
use azulejo_game::fnv;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::Status;
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_rules::rng::rand_core::Rng as _;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Position, Seat};
use azulejo_wasm::Host;
use serde_json::{Value, json};

/// A client of a host, which notes all requests and responses.
struct Player {
    host: Host,
    rng: FastRng,
    now: i64,
    /// The requests with the responses.
    log: Vec<(String, String)>,
    saved: Value,
    bots: Vec<Value>,
    /// The latest public and private views.
    ply: u32,
    status: Status,
    offer: Option<OfferOptions>,
    tiling: Vec<TilingOptions>,
    hash: String,
}

impl Player {
    fn create(seats: &Value, wall: &str, seed: u64) -> Self {
        let mut player = Self {
            host: Host::default(),
            rng: FastRng::new(seed),
            now: 1_000,
            log: Vec::new(),
            saved: Value::Null,
            bots: Vec::new(),
            ply: 0,
            status: Status::Waiting,
            offer: None,
            tiling: Vec::new(),
            hash: String::new(),
        };
        let game = json!({ "seats": seats, "wall": wall, "undo": "free" });
        player.ask(json!({ "op": "create", "game": game, "name": "Ana" }));
        player.watch();
        player
    }

    fn id(&self) -> String {
        self.saved["saved"]["id"]
            .as_str()
            .expect("an id")
            .to_owned()
    }

    fn watch(&mut self) {
        let frame = json!({ "t": "watch", "game": self.id() });
        self.ask(json!({ "op": "frame", "frame": frame }));
    }

    /// Asks with fresh time and randomness, and follows the answer.
    fn ask(&mut self, mut request: Value) -> Value {
        let mut bytes = [0; 256];
        self.rng.fill_bytes(&mut bytes);
        self.now += 1_000;
        request["now"] = self.now.into();
        request["entropy"] = azulejo_game::hex::to_hex(&bytes).into();
        let text = request.to_string();
        let answer = self.host.request(&text);
        self.log.push((text, answer.clone()));
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        if let Some(saved) = answer.get("save") {
            self.saved = saved.clone();
        }
        if let Some(bots) = answer.get("bots") {
            self.bots = bots.as_array().expect("a list").clone();
        }
        for frame in answer["frames"].as_array().into_iter().flatten() {
            let frame: ServerFrame = serde_json::from_value(frame.clone()).expect("a frame");
            self.follow(frame);
        }
        answer
    }

    fn follow(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Game { view, .. } | ServerFrame::Update { view, .. } => {
                (self.ply, self.status, self.hash) = (view.ply, view.status, view.hash);
            }
            ServerFrame::Own { own, .. } => (self.offer, self.tiling) = (own.offer, own.tiling),
            ServerFrame::Ack { .. } | ServerFrame::Pong => {}
            refused => panic!("{refused:?}"),
        }
    }

    fn command(&mut self, mut frame: Value) -> Value {
        frame["game"] = self.id().into();
        let mut id = [0; 16];
        self.rng.fill_bytes(&mut id);
        frame["id"] = azulejo_game::hex::to_hex(&id).into();
        self.ask(json!({ "op": "frame", "frame": frame }))
    }

    /// Makes one move of a person or of a bot.
    fn step(&mut self) {
        if let Some(bot) = self.bots.first().cloned() {
            let position = position(&bot["position"]);
            let seat = Seat::new(bot["seat"].as_u64().expect("a seat") as usize).expect("a seat");
            let mut request = json!({ "op": "decided", "seat": bot["seat"], "ply": bot["ply"] });
            match decide(&position, seat) {
                Ok(text) => request["move"] = text.into(),
                Err(placements) => request["placements"] = placements.into(),
            }
            let answer = self.ask(request);
            assert!(answer.get("error").is_none(), "{answer}");
        } else if let Some(offer) = &self.offer {
            let moves = &offer.moves;
            let chosen = below(&mut self.rng, moves.len() as u32) as usize;
            let (seat, text) = (offer.seat, moves[chosen].m.to_string());
            self.command(json!({ "t": "move", "ply": self.ply, "seat": seat, "move": text }));
        } else {
            let seat = self.tiling.first().expect("a person must act").seat;
            let at = self
                .host
                .request(&json!({ "op": "hint", "seat": seat }).to_string());
            let at: Value = serde_json::from_str(&at).expect("JSON");
            let chosen = decide(
                &position(&at["question"]["position"]),
                Seat::new(seat.into()).expect("a seat"),
            );
            let placements = chosen.expect_err("lines are tiled");
            self.command(json!({ "t": "choose", "seat": seat, "placements": placements }));
        }
    }

    fn play_on(&mut self) {
        for _ in 0..2_000 {
            if self.status != Status::Running {
                return;
            }
            self.step();
        }
        panic!("the game does not end");
    }

    fn record(&mut self) -> String {
        let answer = self.ask(json!({ "op": "record" }));
        answer["record"].as_str().expect("a record").to_owned()
    }
}

fn position(text: &Value) -> Position {
    text.as_str().expect("a text").parse().expect("a position")
}

/// Returns a move, or placements where lines are tiled.
fn decide(position: &Position, seat: Seat) -> Result<String, Vec<String>> {
    let mut bot = Bot::with_nets(azulejo_ai::BotId::Greedy, 0, &Nets::none());
    match bot.decide(position) {
        Ok(Decision::Move(m)) => Ok(m.to_string()),
        _ => {
            let placements = bot.tile(position, seat);
            Err(placements.iter().map(ToString::to_string).collect())
        }
    }
}

fn me(name: &str) -> Value {
    json!({ "kind": "me", "name": name })
}

fn bot(level: &str) -> Value {
    json!({ "kind": "bot", "level": level })
}

#[test]
fn whole_games_have_legal_records_without_proof() {
    for (seed, seats, wall) in [
        (1, json!([me("Ana"), bot("artisan")]), "coloured"),
        (2, json!([me("Ana"), me("Ben"), bot("tiler")]), "grey"),
        (
            3,
            json!([me("Ana"), me("Ben"), me("Cid"), me("Dan")]),
            "grey",
        ),
    ] {
        let mut player = Player::create(&seats, wall, seed);
        player.play_on();
        assert_eq!(player.status, Status::Finished);
        assert_eq!(player.saved["card"]["status"], "finished");
        let record = player.record();
        let parsed: azulejo_rules::record::Record = record.parse().expect("a record");
        parsed.replay().expect("a legal game");
        assert!(!record.contains("\"draw\""), "{record}");
        let replay = player.ask(json!({ "op": "expand", "record": record }));
        assert_eq!(replay["replay"]["has_proof"], false);
        let expanded = azulejo_protocol::replay::expand(&parsed).expect("a legal game");
        assert_eq!(
            replay["replay"],
            serde_json::to_value(expanded).expect("JSON")
        );
    }
}

#[test]
fn saved_game_resumes_with_the_same_frames() {
    let mut player = Player::create(&json!([me("Ana"), bot("master"), me("Ben")]), "grey", 5);
    for _ in 0..60 {
        player.step();
    }
    let mut other = Host::default();
    let saved = player.saved["saved"].clone();
    let opened = other.request(&json!({ "op": "open", "saved": saved }).to_string());
    let opened: Value = serde_json::from_str(&opened).expect("JSON");
    assert_eq!(opened["bots"], Value::Array(player.bots.clone()));
    let frame = json!({ "t": "watch", "game": player.id() });
    let watch = json!({ "op": "frame", "frame": frame, "now": 1, "entropy": "00".repeat(256) });
    let watch = watch.to_string();
    assert_eq!(other.request(&watch), player.host.request(&watch));
    // A client that knows a recent state gets only the steps since.
    let known =
        json!({ "t": "watch", "game": player.id(), "from": player.ply, "hash": player.hash });
    let known = player.ask(json!({ "op": "frame", "frame": known }));
    assert_eq!(known["frames"][0]["t"], "update");
    assert_eq!(known["frames"][0]["steps"], json!([]));
}

#[test]
fn damaged_saved_game_is_refused_with_the_reason() {
    let player = Player::create(&json!([me("Ana"), bot("artisan")]), "coloured", 6);
    let saved = player.saved["saved"].clone();
    let mut cut = saved.clone();
    cut["events"].as_array_mut().expect("events").pop();
    let mut illegal = saved.clone();
    illegal["events"][1]["event"] = json!({ "kind": "moved", "seat": 1, "move": "1B1" });
    let mut newer = saved.clone();
    newer["format"] = 2.into();
    let mut nameless = saved;
    nameless["names"] = json!([]);
    for (damaged, reason) in [
        (cut, "the checksum differs"),
        (illegal, "event 1 does not follow"),
        (newer, "the format 2 is unknown"),
        (nameless, "0 names for 2 seats"),
        (json!({ "format": 1 }), "missing field"),
        (Value::Null, "null"),
    ] {
        let answer =
            Host::default().request(&json!({ "op": "open", "saved": damaged }).to_string());
        assert!(answer.contains(reason), "{answer}");
        assert!(answer.contains("malformed"), "{answer}");
    }
}

#[test]
fn rematch_is_a_new_game_with_the_next_start() {
    let mut player = Player::create(&json!([me("Ana"), bot("tiler")]), "coloured", 7);
    player.play_on();
    let answer = player.command(json!({ "t": "rematch", "agree": true }));
    let rematch = &answer["rematch"];
    let update = &answer["frames"][0]["view"]["rematch"];
    assert_eq!(update["game"], rematch["card"]["id"]);
    assert_ne!(rematch["card"]["id"], player.id());
    assert_eq!(rematch["card"]["status"], "running");
    let first = player.record().parse::<azulejo_rules::record::Record>();
    let next = first.expect("a record").start.number() % 2 + 1;
    assert_eq!(rematch["card"]["settings"]["start"], next);
}

#[test]
fn undo_takes_back_the_bots_answer() {
    let seats = json!([me("Ana"), bot("artisan")]);
    let mut player = Player::create(&seats, "coloured", 8);
    while player.offer.is_none() {
        player.step();
    }
    let to = player.ply;
    player.step();
    player.step();
    let answer = player.command(json!({ "t": "undo", "seat": 1, "to": to }));
    assert_eq!(answer["frames"][0]["steps"][0]["what"]["kind"], "undone");
    assert!(player.offer.is_some());
}

#[test]
fn invalid_requests_are_refused() {
    let mut player = Player::create(&json!([me("Ana"), bot("artisan")]), "coloured", 9);
    let code = |answer: &Value| {
        answer["error"]["code"]
            .as_str()
            .unwrap_or("none")
            .to_owned()
    };
    let stale = json!({ "op": "decided", "seat": 2, "ply": 0, "move": "1B1" });
    let game = |seats: Value| json!({ "seats": seats, "wall": "grey" });
    let open = game(json!([me("Ana"), { "kind": "open" }]));
    let nameless = game(json!([me("   "), bot("tiler")]));
    for (request, expected) in [
        (json!({ "op": "unknown" }), "malformed"),
        (stale, "illegal|stale|malformed"),
        (
            json!({ "op": "create", "name": "Ana", "game": open }),
            "malformed",
        ),
        (
            json!({ "op": "create", "name": "Ana", "game": nameless }),
            "bad_name",
        ),
        (json!({ "op": "expand", "record": "{}" }), "malformed"),
        (json!({ "op": "hint", "seat": 2 }), "not_your_seat"),
    ] {
        let answer = player.ask(request.clone());
        assert!(expected.contains(&code(&answer)), "{request}: {answer}");
    }
    let few = json!({ "op": "frame", "frame": { "t": "ping" }, "now": 1, "entropy": "00" });
    assert!(player.host.request(&few.to_string()).contains("entropy"));
    assert!(Host::default().request("{").contains("malformed"));
    let elsewhere = json!({ "t": "watch", "game": "11111112" });
    let mut other = Host::default();
    let closed = json!({ "op": "record" }).to_string();
    assert!(other.request(&closed).contains("no game is open"));
    let frame = json!({ "op": "frame", "frame": elsewhere, "now": 1, "entropy": "00".repeat(256) });
    assert!(
        player
            .host
            .request(&frame.to_string())
            .contains("not_found")
    );
}

#[test]
fn game_matches_the_golden_file() {
    let mut player = Player::create(&json!([me("Ana"), bot("artisan")]), "grey", 10);
    player.play_on();
    let record = player.record();
    player.ask(json!({ "op": "expand", "record": record }));
    let exchanges: Vec<_> = player
        .log
        .iter()
        .map(|(request, response)| {
            // A checksum, because whole responses would be long.
            json!({ "request": request, "response": format!("{:016x}", fnv(response.as_bytes())) })
        })
        .collect();
    let found = json!({ "record": record, "exchanges": exchanges });
    let text = serde_json::to_string_pretty(&found).expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/host.json");
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "the game host behaves differently; if that is intended, update the file with \
         AZULEJO_UPDATE_GOLDEN=1 and build the modules with `cargo xtask wasm`"
    );
}
