//! Floods: whoever asks for too much is held back, and the others are served as before.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::security::browser::{Browser, PATIENCE, TestServer, credentials, raw};
use crate::security::sessions;

/// Asks like anybody does; all must be answered.
async fn honest_requests(server: &TestServer, number: usize) {
    for _ in 0..number {
        let answer = server.browser().get("/lobby").await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

#[tokio::test]
async fn connections_that_never_finish_a_request_hold_up_nobody() {
    let server = TestServer::start().await;
    let mut slow = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("a connection");
        // Half of them say nothing at all, the others begin and go on a byte at a time.
        if number % 2 == 0 {
            stream
                .write_all(b"GET /api/v1/lobby HTTP/1.1\r\nhost: lo")
                .await
                .expect("sent");
        }
        slow.push(stream);
    }
    honest_requests(&server, 20).await;
    for stream in slow.iter_mut().step_by(2) {
        // A machine may have taken longer for all this than the server waits for a head.
        let _closed = stream.write_all(b"c").await;
    }
    honest_requests(&server, 20).await;
    // None of them has got an answer for it.
    for stream in &mut slow {
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut byte)).await;
        assert!(!matches!(read, Ok(Ok(1))), "an answer to half a request");
    }
}

/// How many connections were closed because one address had too many.
async fn closed_for_their_address(server: &TestServer) -> f64 {
    let answer = server.browser().send_as("GET", "/metrics", None).await;
    let line = r#"azulejo_connections_closed_total{room="address"} "#;
    let lines = answer.body.lines();
    let number = lines.filter_map(|text| text.strip_prefix(line)).next();
    number.map_or(0.0, |text| text.parse().expect("a number"))
}

#[tokio::test]
async fn a_flood_of_connections_throws_out_itself_and_not_who_comes_next() {
    const ROOM: usize = 256;
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let mut flood = Vec::new();
    for number in 0..3 * ROOM {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("a connection");
        if number % 2 == 0 {
            // It may be closed already.
            let _closed = stream.write_all(b"GET /api/v1/lobby HTTP/1.1\r\n").await;
        }
        flood.push(stream);
    }
    // The address is the same, and there is no room for it.
    honest_requests(&server, 20).await;
    for stream in &mut flood[..2 * ROOM] {
        let mut byte = [0];
        let read = tokio::time::timeout(PATIENCE, stream.read(&mut byte)).await;
        let read = read.expect("it is closed");
        assert!(matches!(read, Ok(0) | Err(_)), "an answer to nothing");
    }
    // They were not only too slow.
    let closed = closed_for_their_address(&server).await;
    assert!(closed > 0.0, "{closed}");
}

#[tokio::test]
async fn a_head_without_end_is_refused_without_being_kept() {
    let server = TestServer::start().await;
    for _ in 0..20 {
        let mut request = server.browser().head("GET", "/api/v1/lobby");
        request += &format!("x-long: {}\r\n\r\n", "x".repeat(1 << 20));
        let answer = raw(server.address, request.as_bytes()).await;
        assert!(matches!(answer.status, 0 | 400 | 431), "{answer:?}");
    }
    honest_requests(&server, 20).await;
}

#[tokio::test]
async fn a_flood_of_logins_is_told_when_to_try_again() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    server.account("Ana").await;
    let mut statuses = Vec::new();
    for _ in 0..30 {
        let mut wrong = credentials("Ana");
        wrong["password"] = json!("not this one");
        let answer = server.browser().post("/login", &wrong).await;
        if answer.status == 429 {
            let seconds = answer
                .header("retry-after")
                .and_then(|s| s.parse::<u32>().ok());
            assert!(seconds.is_some_and(|s| (1..=60).contains(&s)), "{answer:?}");
        }
        statuses.push(answer.status);
    }
    let tried = statuses.iter().filter(|&&status| status == 401).count();
    // Ten at once, and one more every six seconds, however slow this machine is.
    assert!((10..30).contains(&tried), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    honest_requests(&server, 10).await;
}

#[tokio::test]
async fn a_flood_of_games_is_held_back_for_one_person_only() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let game = json!({
        "seats": [{ "kind": "me" }, { "kind": "open" }],
        "wall": "coloured",
        "public": true,
    });
    let mut flooding = server.guest().await;
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(flooding.post("/games", &game).await.status);
    }
    let made = statuses.iter().filter(|&&status| status == 201).count();
    assert!((30..60).contains(&made), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    let mut other = server.guest().await;
    other.post("/games", &game).await.expect(201);
}

/// The next frame that is not about the connection itself.
async fn text(socket: &mut sessions::Socket) -> String {
    loop {
        if let Message::Text(text) = socket.next().await.expect("a frame").expect("a frame") {
            return text.to_string();
        }
    }
}

#[tokio::test]
async fn many_sockets_of_one_person_share_what_one_person_may_do() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let flooding = server.guest().await;
    let resign = |number: u32| {
        let id = format!("{number:032x}");
        let frame = json!({ "t": "resign", "game": "11111111", "id": id, "seat": 1 });
        Message::text(frame.to_string())
    };
    let (mut answered, mut held_back) = (0, 0);
    // Each of them sends no more than one socket may.
    for number in 0..6 {
        let mut socket = sessions::socket(&flooding).await;
        // All at once: one after the other, a slow machine would be slow enough to be answered.
        for frame in 0..50 {
            let sent = socket.send(resign(50 * number + frame)).await;
            sent.expect("the socket is open");
        }
        for _ in 0..50 {
            let answer = text(&mut socket).await;
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            match answer["error"]["code"].as_str() {
                Some("not_found") => answered += 1,
                Some("too_fast") => held_back += 1,
                _ => panic!("{answer}"),
            }
        }
    }
    // 120 at once, and more while time passes, however slow this machine is.
    assert!(answered >= 120 && held_back > 0, "{answered}, {held_back}");
    let mut other = sessions::socket(&server.guest().await).await;
    other.send(resign(1)).await.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}

/// Sends the same frame over many sockets of one person, each no more often than one socket may.
/// Gives how many of them were answered, and how many were too fast.
async fn flood(who: &Browser, frame: &serde_json::Value, sockets: usize) -> (usize, usize) {
    let (mut answered, mut held_back) = (0, 0);
    for _ in 0..sockets {
        let mut socket = sessions::socket(who).await;
        // All at once, and fewer than may wait for somebody who does not read.
        for _ in 0..55 {
            let sent = socket.send(Message::text(frame.to_string())).await;
            sent.expect("the socket is open");
        }
        for _ in 0..55 {
            let answer = text(&mut socket).await;
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            match answer["error"]["code"].as_str() {
                Some("not_found") => answered += 1,
                Some("too_fast") => {
                    assert_eq!(answer["error"]["field"], frame["t"]);
                    held_back += 1;
                }
                _ => panic!("{answer}"),
            }
        }
    }
    (answered, held_back)
}

#[tokio::test]
async fn many_sockets_share_how_often_one_person_or_stranger_may_watch() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let frame = json!({ "t": "watch", "game": "11111111" });
    // Whoever has no session is one with all others at the same address.
    for who in [server.guest().await, server.browser()] {
        let (answered, held_back) = flood(&who, &frame, 10).await;
        // 240 at once, and more while time passes, however slow this machine is.
        assert!(answered >= 240 && held_back > 0, "{answered}, {held_back}");
    }
    let mut other = sessions::socket(&server.guest().await).await;
    let sent = other.send(Message::text(frame.to_string())).await;
    sent.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}

#[tokio::test]
async fn many_sockets_of_one_person_share_how_much_one_person_may_say() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let frame = json!({ "t": "say", "game": "11111111", "seat": 1, "phrase": "hello" });
    let (answered, held_back) = flood(&server.guest().await, &frame, 2).await;
    assert!(answered >= 5 && held_back > 0, "{answered}, {held_back}");
    let mut other = sessions::socket(&server.guest().await).await;
    let sent = other.send(Message::text(frame.to_string())).await;
    sent.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}
