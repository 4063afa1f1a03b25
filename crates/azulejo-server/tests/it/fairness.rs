//! Draws are fair, and can be verified by an independent program.

use std::process::Command;

use azulejo_rules::{Colour, PlayerCount, Position, Seat, Wall};
use azulejo_server::draws::{DrawKey, nonce_commitment, to_hex};
use azulejo_testkit::{Client, GameClient, TestDatabase};
use serde_json::{Value, json};

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Level, Status};
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};

/// The number of first rounds drawn for two players: twenty tiles each, a million in total.
const GAMES: u64 = 50_000;
const TILES: usize = 20;
/// The number of games started per player count.
const STARTS: u64 = 10_000;

/// Returns the tiles of a first round in the order in which they are drawn.
fn first_round(seed: u64) -> Vec<Colour> {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    let key = DrawKey::new(&secret, "azulejo1", &[Some(vec![5; 16]), None]);
    let position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    let text = key.deal(&position).to_string();
    let tiles = text.chars().filter_map(|letter| {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.to_string() == letter.to_string())
    });
    tiles.collect()
}

/// Returns the p-value of a chi-square statistic: the upper tail of the distribution, by the series of
/// the incomplete gamma function.
fn p_value(chi_square: f64, degrees_of_freedom: u32) -> f64 {
    let (a, x) = (f64::from(degrees_of_freedom) / 2.0, chi_square / 2.0);
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut n = a;
    while term > sum * 1e-16 {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    1.0 - sum * (a * x.ln() - x - ln_gamma(a)).exp()
}

/// Stirling's series, after stepping up to where it is accurate.
fn ln_gamma(mut x: f64) -> f64 {
    let mut steps = 0.0;
    while x < 20.0 {
        steps += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - steps
}

#[test]
fn p_values_match_published_tables() {
    for (chi_square, degrees_of_freedom, expected) in [
        (3.841, 1, 0.05),
        (9.488, 4, 0.05),
        (13.277, 4, 0.01),
        (26.296, 16, 0.05),
    ] {
        let found = p_value(chi_square, degrees_of_freedom);
        assert!(
            (found - expected).abs() < 1e-4,
            "{chi_square} {degrees_of_freedom}: {found}"
        );
    }
}

fn chi_square(counts: &[u64], expected: impl Fn(usize) -> f64) -> f64 {
    let parts = counts.iter().enumerate().map(|(cell, &count)| {
        let expected = expected(cell);
        (count as f64 - expected).powi(2) / expected
    });
    parts.sum()
}

/// Returns the p-values of the colour at each place, and of the first pair, over many first rounds.
fn p_values(round: impl Fn(u64) -> Vec<Colour>) -> Vec<(String, f64)> {
    let mut by_place = vec![[0_u64; 5]; TILES];
    let mut pairs = [0_u64; 25];
    for seed in 0..GAMES {
        let tiles: Vec<usize> = round(seed).iter().map(|colour| *colour as usize).collect();
        assert_eq!(tiles.len(), TILES);
        for (place, &colour) in tiles.iter().enumerate() {
            by_place[place][colour] += 1;
        }
        pairs[tiles[0] * 5 + tiles[1]] += 1;
    }
    let games = GAMES as f64;
    let mut found: Vec<_> = (1..)
        .zip(&by_place)
        .map(|(place, counts)| {
            let p = p_value(chi_square(counts, |_| games / 5.0), 4);
            (format!("tile {place}"), p)
        })
        .collect();
    // The second tile is drawn from 99, one fewer of the first tile's colour.
    let expected = |cell: usize| {
        let left = if cell / 5 == cell % 5 { 19.0 } else { 20.0 };
        games / 5.0 * left / 99.0
    };
    found.push((
        "pairs".to_owned(),
        p_value(chi_square(&pairs, expected), 24),
    ));
    found
}

#[test]
fn million_draws_are_uniform() {
    for (statistic, p) in p_values(first_round) {
        assert!((0.001..=0.999).contains(&p), "{statistic}: p = {p}");
    }
}

/// Returns the p-value of the number of games that each seat starts.
fn p_value_of_starts(players: PlayerCount, start: impl Fn(u64) -> Seat) -> f64 {
    let mut counts = vec![0; players.count()];
    for seed in 0..STARTS {
        counts[start(seed).index()] += 1;
    }
    let expected = STARTS as f64 / players.count() as f64;
    let degrees_of_freedom = players.count() as u32 - 1;
    p_value(chi_square(&counts, |_| expected), degrees_of_freedom)
}

#[test]
fn every_seat_starts_equally_often() {
    let by_secret = |seed: u64, players: PlayerCount| {
        let mut secret = [0; 32];
        secret[..8].copy_from_slice(&seed.to_le_bytes());
        DrawKey::new(&secret, "azulejo1", &[Some(vec![5; 16]), None]).start(players)
    };
    // With the same secret, the nonces decide.
    let by_nonce = |seed: u64, players: PlayerCount| {
        let mut nonce = vec![0; 16];
        nonce[..8].copy_from_slice(&seed.to_le_bytes());
        DrawKey::new(&[7; 32], "azulejo1", &[None, Some(nonce)]).start(players)
    };
    for players in [PlayerCount::Two, PlayerCount::Three, PlayerCount::Four] {
        for start in [by_secret, by_nonce] {
            let p = p_value_of_starts(players, |seed| start(seed, players));
            assert!((0.001..=0.999).contains(&p), "{players:?}: p = {p}");
        }
        // The control: one game in ten always starts at the first seat.
        let p = p_value_of_starts(players, |seed| match seed % 10 {
            0 => Seat::ALL[0],
            _ => by_secret(seed, players),
        });
        assert!(p < 0.001, "{players:?}: p = {p}");
    }
}

/// The control: a tile that is fixed in one game of fifty is detected.
#[test]
fn small_bias_is_detected() {
    let found = p_values(|seed| {
        let mut tiles = first_round(seed);
        if seed % 50 == 0 {
            tiles[7] = Colour::ALL[1];
        }
        tiles
    });
    let p = found
        .iter()
        .find(|(statistic, _)| statistic == "tile 8")
        .map(|(_, p)| *p);
    assert!(p.is_some_and(|p| p < 0.001), "{found:?}");
}

/// docs/fairness.md quotes the script that the next test runs.
#[test]
fn documented_script_is_the_tested_one() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let read = |path: &str| std::fs::read_to_string(format!("{docs}/{path}")).expect(path);
    let page = read("fairness.md");
    let (_, shown) = page
        .split_once("```python\n")
        .expect("a script on the page");
    let (shown, _) = shown.split_once("```\n").expect("the end of the script");
    assert!(
        shown == read("examples/verify_draws.py"),
        "the script in docs/fairness.md is not docs/examples/verify_draws.py"
    );
}

/// Commits to a nonce and returns the game.
async fn commit(client: &Client, game: &str, seat: Seat, nonce: &[u8]) -> GameAnswer {
    let commitment = to_hex(&nonce_commitment(game, seat, nonce));
    let path = format!("/games/{game}/nonce-commitment");
    let answer = client
        .post(&path, &json!({ "commitment": commitment }))
        .await;
    answer.expect("the commitment is accepted")
}

/// Sends a nonce and returns the game.
async fn reveal(client: &Client, game: &str, nonce: &[u8]) -> Result<GameAnswer, Problem> {
    let path = format!("/games/{game}/nonce");
    client.post(&path, &json!({ "nonce": to_hex(nonce) })).await
}

fn new_game(seats: Vec<SeatRequest>) -> NewGame {
    NewGame {
        id: None,
        seats,
        wall: azulejo_protocol::table::Wall::Coloured,
        start: None,
        clock: None,
        public: None,
        undo: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonces_are_revealed_only_after_all_commitments_are_published() {
    let database = TestDatabase::sqlite();
    let server = crate::support::start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let seats = vec![SeatRequest::Me { name: None }, SeatRequest::Open];
    let game = ana.create(&new_game(seats)).await.view.id;
    let join: Result<GameAnswer, Problem> =
        ben.post(&format!("/games/{game}/join"), &json!({})).await;
    join.expect("a seat");
    let (first, second) = ([1; 32], [2; 32]);
    let view = commit(&ana, &game, Seat::ONE, &first).await.view;
    assert!(!view.draw.closed);
    let refused = reveal(&ana, &game, &first)
        .await
        .expect_err("it is too early");
    assert_eq!(refused.code, ProblemCode::WrongPhase);
    let view = commit(&ben, &game, Seat::TWO, &second).await.view;
    assert!(view.draw.closed);
    assert!(view.draw.nonce_commitments.iter().all(Option::is_some));
    assert_eq!(view.draw.nonces, [None, None]);
    let refused = reveal(&ben, &game, &first)
        .await
        .expect_err("it is another nonce");
    assert_eq!(refused.code, ProblemCode::Malformed);
    let view = reveal(&ana, &game, &first).await.expect("a reveal").view;
    assert_eq!(view.status, Status::Waiting);
    let view = reveal(&ben, &game, &second).await.expect("a reveal").view;
    assert_eq!(view.status, Status::Running);
    assert_eq!(
        view.draw.nonces,
        [Some(to_hex(&first)), Some(to_hex(&second))]
    );
    server.stop().await;
}

/// Plays a game of one person and a bot, and returns its record.
async fn recorded_game() -> String {
    let database = TestDatabase::sqlite();
    let server = crate::support::start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let level = Level::Beginner;
    let seats = vec![SeatRequest::Me { name: None }, SeatRequest::Bot { level }];
    let game = ana.create(&new_game(seats)).await.view.id;
    let nonce = [7; 32];
    commit(&ana, &game, Seat::ONE, &nonce).await;
    reveal(&ana, &game, &nonce).await.expect("a reveal");
    let mut me = ana.follow(&game).await;
    while me.wait_until(|me| me.must_act() || me.is_over()).await && !GameClient::is_over(&me) {
        me.act().await.expect("a move");
    }
    let record = ana.text(&format!("/games/{game}/record")).await;
    server.stop().await;
    record
}

/// Returns the forgeries of a record that a verifier must reject, with a part of the reason.
fn forgeries(record: &str) -> Vec<(&'static str, String, &'static str)> {
    let forge = |change: &dyn Fn(&mut Value)| {
        let mut forged: Value = serde_json::from_str(record).expect("JSON");
        change(&mut forged);
        forged.to_string()
    };
    let start = serde_json::from_str::<Value>(record).expect("JSON")["start"].clone();
    vec![
        (
            "commitment",
            forge(&|r| r["draw"]["commitment"] = json!("00".repeat(32))),
            "not the promised one",
        ),
        (
            "secret",
            forge(&|r| r["draw"]["secret"] = json!("00".repeat(32))),
            "not the promised one",
        ),
        (
            "nonce",
            forge(&|r| r["draw"]["nonces"][0] = json!("00".repeat(32))),
            "not the one it was committed to",
        ),
        (
            "nonce on a bot's seat",
            forge(&|r| r["draw"]["nonces"][1] = json!("00".repeat(32))),
            "belongs to a bot",
        ),
        (
            "commitment on a bot's seat",
            forge(&|r| {
                r["draw"]["contributions"][1] = json!("withheld");
                r["draw"]["nonce_commitments"][1] = json!("00".repeat(32));
            }),
            "seat 2",
        ),
        (
            "start player",
            forge(&|r| r["draw"]["start"] = json!(3 - start.as_u64().expect("a seat"))),
            "follows",
        ),
        (
            "claimed withheld",
            forge(&|r| r["draw"]["contributions"][0] = json!("withheld")),
            "does not fit",
        ),
        (
            "removed nonce",
            forge(&|r| {
                r["draw"]["contributions"][0] = json!("withheld");
                r["draw"]["nonces"][0] = Value::Null;
                r["draw"]["start"] = start.clone();
            }),
            "round 1: dealt",
        ),
    ]
}

/// Returns the record with a proof of the older scheme: the draws are the same.
fn with_older_proof(record: &str) -> String {
    let mut older: Value = serde_json::from_str(record).expect("JSON");
    older["draw"]["scheme"] = json!("azulejo-draw-1");
    let proof = older["draw"].as_object_mut().expect("a proof");
    for field in ["start", "contributions", "nonce_commitments"] {
        proof.remove(field);
    }
    older.to_string()
}

/// The script of docs/fairness.md shares no code with the program.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn independent_script_accepts_a_game_and_rejects_forgeries() {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/examples/verify_draws.py"
    );
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        assert!(
            std::env::var("AZULEJO_REQUIRE_PYTHON").as_deref() != Ok("1"),
            "AZULEJO_REQUIRE_PYTHON is set, but python3 was not found"
        );
        println!("skipped: python3 was not found");
        return;
    }
    let data = tempfile::tempdir().expect("a temporary directory");
    let record = recorded_game().await;
    let run_script = |text: &str| {
        let file = data.path().join("record.json");
        std::fs::write(&file, text).expect("written");
        let output = Command::new("python3")
            .arg(script)
            .arg(&file)
            .output()
            .expect("the script runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let older = with_older_proof(&record);
    for text in [&record, &older] {
        let (accepted, output) = run_script(text);
        assert!(accepted, "{output}");
    }
    for (what, forged, reason) in forgeries(&record) {
        let (accepted, output) = run_script(&forged);
        assert!(!accepted && output.contains(reason), "{what}: {output}");
    }
    let forged_nonce = older.replace(&"07".repeat(32), &"00".repeat(32));
    let (accepted, output) = run_script(&forged_nonce);
    assert!(!accepted && output.contains("round 1: dealt"), "{output}");
    // Negative control: a deal that does not follow from the secret.
    let rounds = serde_json::from_str::<Value>(&record).expect("JSON")["rounds"]
        .as_array()
        .map_or(0, Vec::len);
    assert!(rounds > 1, "a game has several rounds");
    for text in [&record, &older] {
        for round in [1, rounds] {
            let (accepted, output) = run_script(&with_forged_deal(text, round));
            let reason = format!("round {round}: dealt");
            assert!(!accepted && output.contains(&reason), "{output}");
        }
    }
}

/// Swaps the tiles of two factories in one round of a record.
fn with_forged_deal(record: &str, round: usize) -> String {
    let mut forged: Value = serde_json::from_str(record).expect("JSON");
    let deal = &mut forged["rounds"][round - 1]["deal"];
    let draws = deal.as_array_mut().expect("a list of draws");
    let other = draws.iter().position(|draw| *draw != draws[0]);
    draws.swap(0, other.expect("two different factories"));
    forged.to_string()
}
