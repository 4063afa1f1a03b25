//! Quotas per player and address: floods of games, and a club evening that must not meet them.

use std::net::{IpAddr, Ipv4Addr};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::security::browser::{Browser, TestServer, credentials};
use crate::security::sessions::{Socket, socket};

/// Starts a server with its usual limits, to which the tests are a trusted proxy.
async fn limited_server() -> TestServer {
    TestServer::with(|config| {
        config.rate_limits = 1;
        config.proxies = vec![IpAddr::V4(Ipv4Addr::LOCALHOST)];
    })
    .await
}

async fn guest(server: &TestServer, address: &str) -> Browser {
    let mut browser = server.browser();
    browser.headers = vec![("x-forwarded-for".to_owned(), address.to_owned())];
    browser.get("/me").await.expect(200);
    browser
}

fn game(others: &str, public: bool) -> Value {
    let other = match others {
        "bot" => json!({ "kind": "bot", "level": "beginner" }),
        kind => json!({ "kind": kind }),
    };
    json!({ "seats": [{ "kind": "me" }, other], "wall": "coloured", "public": public })
}

#[tokio::test]
async fn lobby_flood_does_not_displace_an_honest_game() {
    let server = limited_server().await;
    let mut honest = guest(&server, "198.51.100.1").await;
    let answer = honest.post("/games", &game("open", true)).await.expect(201);
    let honest_game = answer["view"]["id"].clone();
    let mut refusals = 0;
    for number in 0..40 {
        let mut flooder = guest(&server, "203.0.113.1").await;
        for _ in 0..2 {
            let answer = flooder.post("/games", &game("open", true)).await;
            refusals += usize::from(answer.status == 429);
        }
        assert_eq!(flooder.get("/me").await.status, 200, "{number}");
    }
    assert_eq!(80 - refusals, 30, "half a page");
    let lobby = honest.get("/lobby").await.expect(200);
    let mut open = lobby["open"].as_array().expect("games").iter();
    assert!(open.any(|card| card["id"] == honest_game));
}

#[tokio::test]
async fn lobby_answers_are_bounded_and_every_game_is_on_a_page() {
    let server = TestServer::start().await;
    let mut made = Vec::new();
    for _ in 0..21 {
        let mut host = server.guest().await;
        for _ in 0..3 {
            let answer = host.post("/games", &game("open", true)).await.expect(201);
            made.push(answer["view"]["id"].as_str().expect("an id").to_owned());
        }
    }
    let mut browser = server.guest().await;
    let mut page = browser.get("/lobby").await.expect(200);
    let (mut listed, mut lengths) = (Vec::new(), Vec::new());
    loop {
        let games = page["open"].as_array().expect("games");
        lengths.push(games.len());
        let ids = games.iter().map(|card| card["id"].as_str().expect("an id"));
        listed.extend(ids.map(str::to_owned));
        let Some(next) = page["next_open"].as_str() else {
            break;
        };
        let path = format!("/lobby?open_before={next}");
        page = browser.get(&path).await.expect(200);
    }
    assert_eq!(lengths, [60, 3]);
    made.sort();
    listed.sort();
    assert_eq!(listed, made);
    for query in [
        "open_before=x",
        "live_before=",
        "before=1",
        "open_before=1.0",
    ] {
        let answer = browser.get(&format!("/lobby?{query}")).await;
        answer.refused(400, "malformed");
    }
}

#[tokio::test]
async fn player_has_a_bounded_number_of_unfinished_games() {
    let server = TestServer::with(|config| config.rate_limits = 5).await;
    let mut flooder = server.guest().await;
    let mut made = 0;
    // The rate limit would allow 150.
    for _ in 0..140 {
        let answer = flooder.post("/games", &game("bot", false)).await;
        match answer.status {
            201 => made += 1,
            _ => assert_eq!(answer.refused(429, "too_many")["field"], "games"),
        }
    }
    assert_eq!(made, 5 * 20);
}

/// The attack: games without bots, which get them afterwards.
#[tokio::test]
async fn bots_that_are_seated_later_count_as_bot_games() {
    let server = limited_server().await;
    let mut flooder = guest(&server, "203.0.113.1").await;
    let mut seated = 0;
    for _ in 0..25 {
        let answer = flooder
            .post("/games", &game("open", false))
            .await
            .expect(201);
        let id = answer["view"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/games/{id}/seats/2/bot");
        let answer = flooder.post(&path, &json!({ "level": "beginner" })).await;
        match answer.status {
            200 => seated += 1,
            _ => assert_eq!(answer.refused(429, "too_many")["field"], "games"),
        }
    }
    assert_eq!(seated, 20);
}

/// The attack: requests in parallel, which all see the same number of games.
#[tokio::test(flavor = "multi_thread")]
async fn parallel_requests_do_not_exceed_a_quota() {
    let server = limited_server().await;
    let flooder = guest(&server, "203.0.113.1").await;
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let mut flooder = flooder.clone();
        requests.spawn(async move { flooder.post("/games", &game("bot", false)).await.status });
    }
    let statuses = requests.join_all().await;
    let made = statuses.iter().filter(|&&status| status == 201).count();
    assert_eq!(made, 20, "{statuses:?}");
}

#[tokio::test]
async fn invitations_are_rate_limited() {
    let server = limited_server().await;
    let mut host = guest(&server, "203.0.113.1").await;
    let answer = host.post("/games", &game("invited", false)).await;
    let id = answer.expect(201)["view"]["id"].clone();
    let path = format!("/games/{}/invitation", id.as_str().expect("an id"));
    let mut statuses = Vec::new();
    for _ in 0..90 {
        statuses.push(host.send("POST", &path, None).await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

async fn send_nonce(member: &mut Browser, game: &str) {
    let nonce = json!({ "nonce": "ab".repeat(16) });
    let path = format!("/games/{game}/nonce");
    let answer = member.post(&path, &nonce).await;
    // On a slow machine the game may have started without it.
    assert!([200, 409].contains(&answer.status), "{answer:?}");
}

async fn send(socket: &mut Socket, frame: &ClientFrame) {
    let text = serde_json::to_string(frame).expect("JSON");
    socket.send(Message::text(text)).await.expect("sent");
}

async fn watch(socket: &mut Socket, game: &str) {
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: None,
        hash: None,
    };
    send(socket, &watch).await;
}

/// Returns a key that differs for each game and ply.
fn idempotency_key(game: &str, ply: u32) -> String {
    let digits: String = game.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits:0<24.24}{ply:08x}")
}

/// Plays the first legal move once it is the socket's turn, and waits for its acknowledgement.
async fn play_move(socket: &mut Socket, of: &str) {
    loop {
        let frame = socket.next().await.expect("a frame").expect("a frame");
        let Message::Text(text) = frame else {
            continue;
        };
        match serde_json::from_str(&text).expect("a frame") {
            ServerFrame::Own { game, own } if game == of => {
                let Some(offer) = own.offer else {
                    continue;
                };
                let frame = ClientFrame::Move {
                    game,
                    id: idempotency_key(of, own.ply),
                    ply: own.ply,
                    seat: offer.seat,
                    text: offer.moves[0].m.to_string(),
                };
                send(socket, &frame).await;
            }
            ServerFrame::Ack { game, .. } if game == of => return,
            ServerFrame::Refused { error, .. } => panic!("refused: {error:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn club_of_sixty_behind_one_address_meets_no_limit() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    let mut members = Vec::new();
    for _ in 0..60 {
        members.push(server.guest().await);
    }
    // Everyone has a socket, and two idle connections that a browser keeps alive.
    let mut sockets = Vec::new();
    let mut idle = Vec::new();
    for member in &members {
        sockets.push(socket(member).await);
        for _ in 0..2 {
            let stream = tokio::net::TcpStream::connect(server.address).await;
            idle.push(stream.expect("a connection"));
        }
    }
    // Thirty public games among themselves, all open at once, and a game against a bot for each.
    let mut offered = Vec::new();
    for pair in members.chunks_mut(2) {
        let mut request = game("open", true);
        request["start"] = json!(1);
        let answer = pair[0].post("/games", &request).await.expect(201);
        offered.push(answer["view"]["id"].as_str().expect("an id").to_owned());
    }
    for ((number, pair), id) in members.chunks_mut(2).enumerate().zip(offered) {
        pair[1].join(&id).await;
        for (member, socket) in pair.iter_mut().zip(&mut sockets[2 * number..]) {
            send_nonce(member, &id).await;
            watch(socket, &id).await;
        }
        // Three moves each.
        for turn in 0..6 {
            play_move(&mut sockets[2 * number + turn % 2], &id).await;
        }
    }
    for (member, socket) in members.iter_mut().zip(&mut sockets) {
        let mut request = game("bot", false);
        request["start"] = json!(1);
        let answer = member.post("/games", &request).await.expect(201);
        let id = answer["view"]["id"].as_str().expect("an id").to_owned();
        send_nonce(member, &id).await;
        watch(socket, &id).await;
        // The second move follows the bot's answer.
        play_move(socket, &id).await;
        play_move(socket, &id).await;
        member.get("/lobby").await.expect(200);
    }
    // All of them sign up, thirty at the same time; a browser would use an idle connection.
    let mut members = members.into_iter().enumerate();
    for _ in 0..2 {
        let mut sign_ups = tokio::task::JoinSet::new();
        for (number, mut member) in members.by_ref().take(30) {
            let credentials = credentials(&format!("Member {number}"));
            sign_ups.spawn(async move { member.post("/signup", &credentials).await.status });
        }
        assert_eq!(sign_ups.join_all().await, [201; 30]);
    }
}

#[tokio::test]
async fn request_structs_are_objects_not_arrays() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    for (path, body) in [
        ("/signup", json!(["Ana", "tiles of cobalt", null])),
        ("/login", json!(["Ana", "tiles of cobalt", null])),
        ("/guest", json!(["Ana"])),
        (
            "/games",
            json!({ "seats": [["me"], ["open"]], "wall": "coloured" }),
        ),
        (
            "/games",
            json!({
                "seats": [{ "kind": "me" }, { "kind": "open" }],
                "wall": "coloured",
                "clock": ["realtime", 60, 5],
            }),
        ),
    ] {
        let answer = browser.post(path, &body).await;
        answer.refused(400, "malformed");
    }
}
