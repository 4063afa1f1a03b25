//! Floods: excess requests and connections are refused, and other clients are served as before.

use std::time::Duration;

use azulejo_testkit::TIMEOUT;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::security::browser::{Browser, TestServer, credentials, raw};
use crate::security::sessions;

/// Sends ordinary requests, all of which must succeed.
async fn honest_requests(server: &TestServer, number: usize) {
    for _ in 0..number {
        let answer = server.browser().get("/lobby").await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

#[tokio::test]
async fn slowloris_does_not_delay_others() {
    let server = TestServer::start().await;
    let mut slow = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("a connection");
        // Half of them stay silent, the others send a header byte by byte.
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
        // On a slow machine the header time-out may have closed it.
        let _closed = stream.write_all(b"c").await;
    }
    honest_requests(&server, 20).await;
    // No incomplete request gets a response.
    for stream in &mut slow {
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut byte)).await;
        assert!(!matches!(read, Ok(Ok(1))), "a response to half a request");
    }
}

/// The number of connections refused because their address had too many.
async fn refused_for_their_address(server: &TestServer) -> f64 {
    let answer = server.browser().send_as("GET", "/metrics", None).await;
    let line = r#"azulejo_connections_refused_total{limit="address"} "#;
    let lines = answer.body.lines();
    let number = lines.filter_map(|text| text.strip_prefix(line)).next();
    number.map_or(0.0, |text| text.parse().expect("a number"))
}

/// Connects from another loopback address than the one that everyone else has.
#[cfg(target_os = "linux")]
async fn connect_from_elsewhere(server: &TestServer) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    let from = std::net::SocketAddr::from(([127, 0, 0, 2], 0));
    socket.bind(from).expect("a loopback address");
    socket.connect(server.address).await.expect("a connection")
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connection_flood_is_refused_and_other_addresses_are_served() {
    const PER_ADDRESS: usize = 160;
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let mut flood = Vec::new();
    for number in 0..4 * PER_ADDRESS {
        let mut stream = connect_from_elsewhere(&server).await;
        if number % 2 == 0 {
            // It may be closed already.
            let _closed = stream.write_all(b"GET /api/v1/lobby HTTP/1.1\r\n").await;
        }
        flood.push(stream);
    }
    honest_requests(&server, 20).await;
    for stream in &mut flood[PER_ADDRESS..] {
        let read = tokio::time::timeout(TIMEOUT, stream.read(&mut [0])).await;
        let read = read.expect("it is closed");
        assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
    }
    let refused = refused_for_their_address(&server).await;
    assert!(refused >= 3.0 * PER_ADDRESS as f64, "{refused}");
    // Once the flood has gone, its address is served again.
    drop(flood);
    let served = tokio::time::timeout(TIMEOUT, async {
        let request = server.browser().head("GET", "/api/v1/lobby") + "\r\n";
        loop {
            let mut stream = connect_from_elsewhere(&server).await;
            let _closed = stream.write_all(request.as_bytes()).await;
            let mut start = [0; 12];
            if stream.read_exact(&mut start).await.is_ok() {
                break start;
            }
        }
    });
    assert_eq!(&served.await.expect("an answer"), b"HTTP/1.1 200");
}

#[tokio::test]
async fn endless_header_is_refused() {
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
async fn login_flood_gets_retry_after() {
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
            assert!(
                seconds.is_some_and(|s| (1..=180).contains(&s)),
                "{answer:?}"
            );
        }
        statuses.push(answer.status);
    }
    let tried = statuses.iter().filter(|&&status| status == 401).count();
    // A burst of ten, and one more every three minutes.
    assert!((10..30).contains(&tried), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    honest_requests(&server, 10).await;
}

#[tokio::test]
async fn game_flood_is_limited_per_player() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let game = json!({
        "seats": [{ "kind": "me" }, { "kind": "open" }],
        "wall": "coloured",
        "public": false,
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

/// Returns the next text frame.
async fn text(socket: &mut sessions::Socket) -> String {
    loop {
        if let Message::Text(text) = socket.next().await.expect("a frame").expect("a frame") {
            return text.to_string();
        }
    }
}

#[tokio::test]
async fn actions_are_limited_per_player_over_all_sockets() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let flooding = server.guest().await;
    let resign = |number: u32| {
        let id = format!("{number:032x}");
        let frame = json!({ "t": "resign", "game": "11111111", "id": id, "seat": 1 });
        Message::text(frame.to_string())
    };
    let (mut answered, mut limited) = (0, 0);
    // Each socket stays within its own limit.
    for number in 0..6 {
        let mut socket = sessions::socket(&flooding).await;
        // All at once, so that a slow machine does not slow the flood.
        for frame in 0..50 {
            let sent = socket.send(resign(50 * number + frame)).await;
            sent.expect("the socket is open");
        }
        for _ in 0..50 {
            let answer = text(&mut socket).await;
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            match answer["error"]["code"].as_str() {
                Some("not_found") => answered += 1,
                Some("too_fast") => limited += 1,
                _ => panic!("{answer}"),
            }
        }
    }
    // A burst of 120, and more as time passes.
    assert!(answered >= 120 && limited > 0, "{answered}, {limited}");
    let mut other = sessions::socket(&server.guest().await).await;
    other.send(resign(1)).await.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}

/// Sends a frame over many sockets of one player, each within its own limit. Returns the numbers of
/// answered and of rate-limited frames.
async fn flood(who: &Browser, frame: &serde_json::Value, sockets: usize) -> (usize, usize) {
    let (mut answered, mut limited) = (0, 0);
    for _ in 0..sockets {
        let mut socket = sessions::socket(who).await;
        // All at once, and fewer than the server queues for a slow reader.
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
                    limited += 1;
                }
                _ => panic!("{answer}"),
            }
        }
    }
    (answered, limited)
}

#[tokio::test]
async fn watching_is_limited_per_player_or_address_over_all_sockets() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let frame = json!({ "t": "watch", "game": "11111111" });
    // Without a session the limit applies to the address.
    for who in [server.guest().await, server.browser()] {
        let (answered, limited) = flood(&who, &frame, 10).await;
        // A burst of 240, and more as time passes.
        assert!(answered >= 240 && limited > 0, "{answered}, {limited}");
    }
    let mut other = sessions::socket(&server.guest().await).await;
    let sent = other.send(Message::text(frame.to_string())).await;
    sent.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}

#[tokio::test]
async fn phrases_are_limited_per_player_over_all_sockets() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let frame = json!({ "t": "say", "game": "11111111", "seat": 1, "phrase": "hello" });
    let (answered, limited) = flood(&server.guest().await, &frame, 2).await;
    assert!(answered >= 5 && limited > 0, "{answered}, {limited}");
    let mut other = sessions::socket(&server.guest().await).await;
    let sent = other.send(Message::text(frame.to_string())).await;
    sent.expect("the socket is open");
    let answer = text(&mut other).await;
    assert!(answer.contains("not_found"), "{answer}");
}
