//! Bounds on the cost of requests and frames, against a real server. The unit tests of
//! `http::bounds` exceed every bound of every route behind the layer alone.
//!
//! `AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-server --test it bounds` regenerates the tables in
//! `docs/hosting.md`.

use std::path::Path;

use azulejo_server::bounds::{FrameKind, documentation, of_route};
use azulejo_server::openapi::{OTHER_ROUTES, ROUTES};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::security::browser::{TestServer, raw};
use crate::security::sessions::{Socket, socket};

const START: &str = "<!-- bounds: start, generated -->\n";
const END: &str = "<!-- bounds: end -->\n";

#[test]
fn documented_bounds_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let committed = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = committed.split_once(START).expect("the start marker");
    let (_, after) = rest.split_once(END).expect("the end marker");
    let tables = documentation();
    let now = format!("{before}{START}\n{tables}\n{END}{after}");
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("the page can be written");
        return;
    }
    assert!(
        committed == now,
        "the tables in docs/hosting.md are outdated; review the difference after\n\
         AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-server --test it bounds"
    );
}

#[tokio::test]
async fn every_route_refuses_a_longer_body() {
    let server = TestServer::start().await;
    for route in ROUTES.iter().chain(OTHER_ROUTES) {
        let length = of_route(route.method, route.path).body_bytes + 1;
        let path = route.path.replace(['{', '}', '*'], "");
        let mut request = server.browser().head(route.method, &path);
        request += "content-type: application/json\r\n";
        // Refused by what is announced: the body need not be sent.
        request += &format!("content-length: {length}\r\n\r\n");
        let answer = raw(server.address, request.as_bytes()).await;
        let error = answer.refused(413, "malformed");
        assert_eq!(error["field"], "body", "{route:?}");
    }
}

/// Returns a frame of a kind that names a game which does not exist.
fn frame(kind: FrameKind) -> Value {
    let game = "11111111";
    let id = "0".repeat(32);
    match kind {
        FrameKind::Watch | FrameKind::Unwatch => json!({ "t": kind.tag(), "game": game }),
        FrameKind::Lobby => json!({ "t": "lobby", "on": true }),
        FrameKind::Ping => json!({ "t": "ping" }),
        FrameKind::Move => {
            json!({ "t": "move", "game": game, "id": id, "ply": 1, "seat": 1, "move": "1B1" })
        }
        FrameKind::Choose => {
            json!({ "t": "choose", "game": game, "id": id, "seat": 1, "placements": ["1:1"] })
        }
        FrameKind::Undo => json!({ "t": "undo", "game": game, "id": id, "seat": 1, "to": 1 }),
        FrameKind::AnswerUndo => {
            json!({ "t": "answer_undo", "game": game, "id": id, "seat": 1, "agree": true })
        }
        FrameKind::Resign | FrameKind::TakeBack => {
            json!({ "t": kind.tag(), "game": game, "id": id, "seat": 1 })
        }
        FrameKind::Vote => json!({ "t": "vote", "game": game, "id": id, "seat": 1, "away": 2 }),
        FrameKind::Rematch => json!({ "t": "rematch", "game": game, "id": id, "agree": true }),
        FrameKind::NonceCommitment => {
            json!({ "t": "nonce_commitment", "game": game, "commitment": "00".repeat(32) })
        }
        FrameKind::Nonce => json!({ "t": "nonce", "game": game, "nonce": "00".repeat(16) }),
        FrameKind::Say => json!({ "t": "say", "game": game, "seat": 1, "phrase": "hello" }),
    }
}

/// Reads until the socket is closed and returns the close code and the codes of all refusals.
async fn read_to_close(socket: &mut Socket) -> (Option<CloseCode>, Vec<String>) {
    let mut refusals = Vec::new();
    loop {
        match socket.next().await {
            Some(Ok(Message::Close(close))) => return (close.map(|close| close.code), refusals),
            Some(Ok(Message::Text(text))) => {
                let answer: Value = serde_json::from_str(&text).expect("JSON");
                refusals.extend(answer["error"]["code"].as_str().map(str::to_owned));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return (None, refusals),
        }
    }
}

#[tokio::test]
async fn every_frame_is_bounded_in_bytes() {
    let server = TestServer::start().await;
    for kind in FrameKind::ALL {
        let mut text = frame(kind).to_string();
        // Of full length it is read.
        let mut open = socket(&server.guest().await).await;
        text += &" ".repeat(kind.bounds().bytes - text.len());
        open.send(Message::text(text.clone())).await.expect("sent");
        open.send(Message::Close(None)).await.expect("sent");
        let (_, refusals) = read_to_close(&mut open).await;
        assert!(!refusals.contains(&"malformed".to_owned()), "{kind:?}");
        let mut closed = socket(&server.guest().await).await;
        let sent = closed.send(Message::text(text + " ")).await;
        sent.expect("sent");
        let (code, _) = read_to_close(&mut closed).await;
        assert_eq!(code, Some(CloseCode::Size), "{kind:?}");
    }
}

#[tokio::test]
async fn every_frame_is_bounded_in_rate() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    for kind in FrameKind::ALL {
        let guest = server.guest().await;
        let text = frame(kind).to_string();
        // Each socket sends more than it may, so its close is the last bound.
        let mut refused = false;
        for _ in 0..8 {
            let mut flooding = socket(&guest).await;
            for _ in 0..200 {
                if flooding.feed(Message::text(text.clone())).await.is_err() {
                    break;
                }
            }
            let _closed = flooding.flush().await;
            let (code, refusals) = read_to_close(&mut flooding).await;
            assert!(
                matches!(code, None | Some(CloseCode::Policy | CloseCode::Again)),
                "{kind:?}: {code:?}"
            );
            refused |= refusals.contains(&"too_fast".to_owned());
        }
        // Frames that cost nothing beside their reading have only the bound of the socket.
        let is_cheap = [FrameKind::Unwatch, FrameKind::Lobby, FrameKind::Ping].contains(&kind);
        assert_eq!(refused, !is_cheap, "{kind:?}");
    }
}
