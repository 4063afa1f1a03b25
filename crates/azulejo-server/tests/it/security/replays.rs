//! Denial of service by replays: a short record expands to an answer several hundred times as long.

use azulejo_rules::record::Record;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Destination, Game, Phase, Seat, Wall};
use azulejo_testkit::TIMEOUT;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::security::browser::TestServer;

/// The replays that one address may hold open.
const OPEN_REPLAYS_PER_ADDRESS: usize = 8;
/// The steps of the longest game that is expanded.
const MAX_STEPS: usize = 4_096;

/// A game of four in which every tile goes to the floor, so that it never ends.
fn endless_game(rounds: usize) -> Record {
    let names = ["Ana", "Bea", "Cid", "Dan"].map(str::to_owned).to_vec();
    let start = Seat::new(1).expect("a seat");
    let mut game = Game::new(names, Wall::Coloured, start).expect("four players");
    let mut rng = FastRng::new(1);
    for _ in 0..rounds {
        let deal = game.position().sample_deal(&mut rng);
        game.deal(&deal).expect("a legal deal");
        while game.position().phase() == Phase::Offer {
            let moves = game.position().legal_moves();
            let to_floor = moves
                .iter()
                .find(|m| m.destination() == Destination::Floor)
                .expect("the floor takes any tile");
            game.play(*to_floor).expect("a legal move");
        }
        game.take_forced_steps();
    }
    game.into_record()
}

fn body(record: &Record) -> Value {
    json!({ "record": record.to_json() })
}

/// Posts a record and reads the head of the answer, but nothing of its body.
async fn unread_replay(server: &TestServer, body: &str) -> (String, TcpStream) {
    let mut head = server.browser().head("POST", "/api/v1/replay");
    head += "content-type: application/json\r\n";
    head += &format!("content-length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    stream
        .write_all(format!("{head}{body}").as_bytes())
        .await
        .expect("sent");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let byte = tokio::time::timeout(TIMEOUT, stream.read_u8()).await;
        answer.push(byte.expect("an answer in time").expect("a head"));
    }
    (String::from_utf8(answer).expect("text"), stream)
}

fn is_ok(head: &str) -> bool {
    head.starts_with("HTTP/1.1 200 ")
}

#[tokio::test]
async fn unread_replays_are_streamed_and_bounded_per_address() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    // More than the buffers of a connection hold.
    let body = body(&endless_game(250)).to_string();
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(unread_replay(&server, &body).await);
    }
    let heads: Vec<_> = answers.iter().map(|(head, _)| head.as_str()).collect();
    let accepted: Vec<_> = heads.iter().filter(|head| is_ok(head)).collect();
    // An answer whose length is known was built as a whole and waits in memory to be read.
    let whole = accepted
        .iter()
        .filter(|head| head.contains("content-length"))
        .count();
    assert_eq!((accepted.len(), whole), (OPEN_REPLAYS_PER_ADDRESS, 0));
    for head in heads.iter().filter(|head| !is_ok(head)) {
        assert!(head.starts_with("HTTP/1.1 429 "), "{head}");
        assert!(head.contains("retry-after"), "{head}");
    }
    // A reader that closes gives its place back.
    answers.clear();
    let reopened = tokio::time::timeout(TIMEOUT, async {
        while !is_ok(&unread_replay(&server, &body).await.0) {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
    reopened.await.expect("places are given back");
}

#[tokio::test]
async fn longest_realistic_game_replays_and_longer_ones_are_refused() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    // No game that bots have played was longer than 1,700 steps.
    let long = endless_game(200);
    let answer = browser.post("/replay", &body(&long)).await.expect(200);
    let expanded = azulejo_protocol::replay::expand(&long).expect("it follows the rules");
    let n_steps = expanded.steps.len();
    assert!((2_500..MAX_STEPS).contains(&n_steps), "{n_steps}");
    assert_eq!(answer, serde_json::to_value(&expanded).expect("JSON"));
    let too_long = endless_game(300);
    let error = browser.post("/replay", &body(&too_long)).await;
    let error = error.refused(429, "too_many");
    assert_eq!(error["field"], "steps");
}

#[tokio::test]
async fn replays_of_games_and_of_pasted_records_share_a_rate_limit() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let mut browser = server.guest().await;
    let game = browser.new_game().await;
    let pasted = body(&endless_game(1));
    let mut statuses = Vec::new();
    for _ in 0..20 {
        let replay = browser.get(&format!("/games/{game}/replay")).await;
        statuses.push(replay.status);
        statuses.push(browser.post("/replay", &pasted).await.status);
    }
    assert_eq!(statuses[0], statuses[2], "{statuses:?}");
    // 30 at once, and one more every two seconds.
    assert_eq!(statuses[38..], [429, 429], "{statuses:?}");
}
