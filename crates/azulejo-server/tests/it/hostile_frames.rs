//! Invalid frames: each is refused with the right code, and other players are not affected.

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::Level;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, TestDatabase};
use tokio_tungstenite::tungstenite::Message;

use crate::support::start;

const ID: &str = "00112233445566778899aabbccddeeff";

/// Frames, with placeholders GAME and PLY, and the code with which each is refused.
fn cases() -> Vec<(&'static str, String, ProblemCode)> {
    use ProblemCode::{
        Forbidden, Illegal, Malformed, NoUndo, NotFound, NotYourSeat, Stale, WrongPhase,
    };
    let play = |rest: &str| format!(r#"{{"t":"move","game":"GAME","id":"{ID}",{rest}}}"#);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let mut cases = vec![
        ("empty", String::new(), Malformed),
        ("not_an_object", "7".to_owned(), Malformed),
        ("null", "null".to_owned(), Malformed),
        ("array", "[]".to_owned(), Malformed),
        ("no_tag", "{}".to_owned(), Malformed),
        ("unknown_tag", r#"{"t":"cheat"}"#.to_owned(), Malformed),
        ("tag_in_wrong_case", r#"{"t":"Ping"}"#.to_owned(), Malformed),
        ("tag_is_a_number", r#"{"t":1}"#.to_owned(), Malformed),
        (
            "tag_twice",
            r#"{"t":"ping","t":"ping"}"#.to_owned(),
            Malformed,
        ),
        ("trailing_text", r#"{"t":"ping"} x"#.to_owned(), Malformed),
        (
            "two_frames_in_one",
            r#"{"t":"ping"}{"t":"ping"}"#.to_owned(),
            Malformed,
        ),
        ("comment", r#"{"t":"ping"}// hi"#.to_owned(), Malformed),
        ("single_quotes", "{'t':'ping'}".to_owned(), Malformed),
        ("trailing_comma", r#"{"t":"ping",}"#.to_owned(), Malformed),
        ("unclosed", r#"{"t":"ping""#.to_owned(), Malformed),
        (
            "not_a_number",
            r#"{"t":"lobby","on":NaN}"#.to_owned(),
            Malformed,
        ),
        (
            "unknown_field",
            r#"{"t":"lobby","on":true,"x":1}"#.to_owned(),
            Malformed,
        ),
        ("missing_field", r#"{"t":"lobby"}"#.to_owned(), Malformed),
        (
            "wrong_type",
            r#"{"t":"lobby","on":"yes"}"#.to_owned(),
            Malformed,
        ),
        ("deep", format!(r#"{{"t":"lobby","on":{deep}}}"#), Malformed),
        (
            "lone_surrogate",
            r#"{"t":"watch","game":"\ud800"}"#.to_owned(),
            Malformed,
        ),
        (
            "watch_empty_id",
            r#"{"t":"watch","game":""}"#.to_owned(),
            NotFound,
        ),
        (
            "watch_unknown",
            r#"{"t":"watch","game":"zzzzzzzz"}"#.to_owned(),
            NotFound,
        ),
        (
            "watch_nul",
            r#"{"t":"watch","game":"abc\u0000efg"}"#.to_owned(),
            Malformed,
        ),
        (
            "watch_path",
            r#"{"t":"watch","game":"../../etc"}"#.to_owned(),
            NotFound,
        ),
        (
            "watch_negative_ply",
            r#"{"t":"watch","game":"GAME","from":-1}"#.to_owned(),
            Malformed,
        ),
        (
            "watch_fractional_ply",
            r#"{"t":"watch","game":"GAME","from":1.5}"#.to_owned(),
            Malformed,
        ),
        (
            "watch_huge_ply",
            r#"{"t":"watch","game":"GAME","from":9007199254740993}"#.to_owned(),
            Malformed,
        ),
        (
            "move_without_seat",
            play(r#""ply":PLY,"move":"1B1""#),
            Malformed,
        ),
        (
            "move_without_ply",
            play(r#""seat":1,"move":"1B1""#),
            Malformed,
        ),
        (
            "move_negative_seat",
            play(r#""ply":PLY,"seat":-1,"move":"1B1""#),
            Malformed,
        ),
        (
            "move_seat_256",
            play(r#""ply":PLY,"seat":256,"move":"1B1""#),
            Malformed,
        ),
        (
            "move_seat_zero",
            play(r#""ply":PLY,"seat":0,"move":"1B1""#),
            NotFound,
        ),
        (
            "move_no_such_seat",
            play(r#""ply":PLY,"seat":9,"move":"1B1""#),
            NotFound,
        ),
        (
            "move_for_the_bot",
            play(r#""ply":PLY,"seat":2,"move":"1B1""#),
            NotYourSeat,
        ),
        (
            "move_old_ply",
            play(r#""ply":1,"seat":1,"move":"1B1""#),
            Stale,
        ),
        (
            "move_future_ply",
            play(r#""ply":4000000000,"seat":1,"move":"1B1""#),
            Stale,
        ),
        (
            "move_empty",
            play(r#""ply":PLY,"seat":1,"move":"""#),
            Malformed,
        ),
        (
            "move_lower_case",
            play(r#""ply":PLY,"seat":1,"move":"1b1""#),
            Malformed,
        ),
        (
            "move_with_space",
            play(r#""ply":PLY,"seat":1,"move":" 1B1""#),
            Malformed,
        ),
        (
            "move_too_long",
            play(r#""ply":PLY,"seat":1,"move":"1B11""#),
            Malformed,
        ),
        (
            "move_no_such_factory",
            play(r#""ply":PLY,"seat":1,"move":"9B1""#),
            Illegal,
        ),
        (
            "move_centre_is_empty",
            play(r#""ply":PLY,"seat":1,"move":"CB1""#),
            Illegal,
        ),
        (
            "move_right_to_left",
            play("\"ply\":PLY,\"seat\":1,\"move\":\"\u{202e}1B1\""),
            Malformed,
        ),
        (
            "move_full_width",
            play(r#""ply":PLY,"seat":1,"move":"１B1""#),
            Malformed,
        ),
        (
            "id_too_short",
            r#"{"t":"resign","game":"GAME","id":"00","seat":1}"#.to_owned(),
            Malformed,
        ),
        (
            "id_upper_case",
            format!(
                r#"{{"t":"resign","game":"GAME","id":"{}","seat":1}}"#,
                ID.to_uppercase()
            ),
            Malformed,
        ),
        (
            "id_not_hex",
            format!(
                r#"{{"t":"resign","game":"GAME","id":"{}","seat":1}}"#,
                "z".repeat(32)
            ),
            Malformed,
        ),
        (
            "resign_for_the_bot",
            format!(r#"{{"t":"resign","game":"GAME","id":"{ID}","seat":2}}"#),
            NotYourSeat,
        ),
        (
            "resign_unknown_game",
            format!(r#"{{"t":"resign","game":"zzzzzzzz","id":"{ID}","seat":1}}"#),
            NotFound,
        ),
        (
            "choose_in_the_offer",
            format!(r#"{{"t":"choose","game":"GAME","id":"{ID}","seat":1,"placements":["1:1"]}}"#),
            WrongPhase,
        ),
        (
            "choose_without_a_list",
            format!(r#"{{"t":"choose","game":"GAME","id":"{ID}","seat":1,"placements":"1:1"}}"#),
            Malformed,
        ),
        (
            "undo_of_a_ply_without_a_move",
            format!(r#"{{"t":"undo","game":"GAME","id":"{ID}","seat":1,"to":0}}"#),
            NoUndo,
        ),
        (
            "undo_for_the_bot",
            format!(r#"{{"t":"undo","game":"GAME","id":"{ID}","seat":2,"to":0}}"#),
            NotYourSeat,
        ),
        (
            "undo_answer_without_a_request",
            format!(r#"{{"t":"answer_undo","game":"GAME","id":"{ID}","seat":1,"agree":true}}"#),
            WrongPhase,
        ),
        (
            "vote_against_oneself",
            format!(r#"{{"t":"vote","game":"GAME","id":"{ID}","seat":1,"away":1}}"#),
            Forbidden,
        ),
        (
            "vote_against_a_bot",
            format!(r#"{{"t":"vote","game":"GAME","id":"{ID}","seat":1,"away":2}}"#),
            Forbidden,
        ),
        (
            "take_back_own_seat",
            format!(r#"{{"t":"take_back","game":"GAME","id":"{ID}","seat":1}}"#),
            Forbidden,
        ),
        (
            "rematch_of_a_running_game",
            format!(r#"{{"t":"rematch","game":"GAME","id":"{ID}","agree":true}}"#),
            WrongPhase,
        ),
        (
            "nonce_too_short",
            format!(
                r#"{{"t":"nonce","game":"GAME","nonce":"{}"}}"#,
                "00".repeat(15)
            ),
            Malformed,
        ),
        (
            "nonce_too_long",
            format!(
                r#"{{"t":"nonce","game":"GAME","nonce":"{}"}}"#,
                "00".repeat(33)
            ),
            Malformed,
        ),
        (
            "nonce_odd",
            format!(
                r#"{{"t":"nonce","game":"GAME","nonce":"{}"}}"#,
                "0".repeat(33)
            ),
            Malformed,
        ),
        (
            "nonce_commitment_too_short",
            format!(
                r#"{{"t":"nonce_commitment","game":"GAME","commitment":"{}"}}"#,
                "00".repeat(31)
            ),
            Malformed,
        ),
        (
            "nonce_commitment_too_long",
            format!(
                r#"{{"t":"nonce_commitment","game":"GAME","commitment":"{}"}}"#,
                "00".repeat(33)
            ),
            Malformed,
        ),
        (
            "nonce_commitment_upper_case",
            format!(
                r#"{{"t":"nonce_commitment","game":"GAME","commitment":"{}"}}"#,
                "AB".repeat(32)
            ),
            Malformed,
        ),
        (
            "nonce_commitment_after_the_start",
            format!(
                r#"{{"t":"nonce_commitment","game":"GAME","commitment":"{}"}}"#,
                "00".repeat(32)
            ),
            ProblemCode::Started,
        ),
        (
            "nonce_after_the_start",
            format!(
                r#"{{"t":"nonce","game":"GAME","nonce":"{}"}}"#,
                "00".repeat(16)
            ),
            ProblemCode::Started,
        ),
        (
            "say_for_the_bot",
            r#"{"t":"say","game":"GAME","seat":2,"phrase":"hello"}"#.to_owned(),
            NotYourSeat,
        ),
        (
            "say_free_text",
            r#"{"t":"say","game":"GAME","seat":1,"phrase":"you lose"}"#.to_owned(),
            Malformed,
        ),
    ];
    for (name, key) in [
        ("game_twice", "game"),
        ("seat_twice", "seat"),
        ("move_twice", "move"),
    ] {
        let value = if key == "seat" { "1" } else { "\"1B1\"" };
        let frame = format!(
            r#"{{"t":"move","game":"GAME","id":"{ID}","ply":PLY,"seat":1,"move":"1B1","{key}":{value}}}"#
        );
        cases.push((name, frame, Malformed));
    }
    cases
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_frames_are_refused_with_the_right_code() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let game = NewGame {
        id: None,
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Bot {
                level: Level::Beginner,
            },
        ],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: None,
    };
    let game = ana.create(&game).await.view.id;
    let view = ana.send_nonce(&game).await.view;
    let bystander = ana.follow(&game).await;
    for (name, text, code) in cases() {
        let text = text
            .replace("GAME", &game)
            .replace("PLY", &view.ply.to_string());
        let mut socket = ana.socket().await;
        socket.send_text(&text).await;
        let refused = socket
            .wait_for(|frame| match frame {
                ServerFrame::Refused { error, .. } => Some(error.clone()),
                ServerFrame::Hello { .. } => None,
                other => panic!("{name}: {other:?}"),
            })
            .await;
        assert_eq!(refused.code, code, "{name}: {refused:?}");
        // The socket stays open.
        socket.send_text(r#"{"t":"ping"}"#).await;
        socket
            .wait_for(|frame| matches!(frame, ServerFrame::Pong).then_some(()))
            .await;
    }
    let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    assert_eq!(now.view.ply, view.ply, "the game changed");
    assert_eq!(bystander.view.hash, view.hash);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonces_have_16_to_32_bytes() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    // With an open seat, so that the game does not start.
    let new = NewGame {
        id: None,
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Open,
            SeatRequest::Open,
        ],
        wall: Wall::Coloured,
        start: None,
        clock: None,
        public: None,
        undo: None,
    };
    for (length, fits) in [(15, false), (16, true), (32, true), (33, false)] {
        let nonce = "5a".repeat(length);
        // In a frame.
        let game = ana.create(&new).await.view.id;
        let mut me = ana.follow(&game).await;
        let frame = ClientFrame::Nonce {
            game: game.clone(),
            nonce: nonce.clone(),
        };
        me.socket.send(&frame).await;
        let answer = me.socket.wait_for(|frame| match frame {
            ServerFrame::Update { view, .. } => Some(Ok(view.draw.nonces[0].clone())),
            ServerFrame::Refused { error, .. } => Some(Err(error.code)),
            _ => None,
        });
        let expected = if fits {
            Ok(Some(nonce.clone()))
        } else {
            Err(ProblemCode::Malformed)
        };
        assert_eq!(answer.await, expected, "{length} bytes in a frame");
        // The same nonce in a request: to the route for nonces, and when joining.
        let game = ana.create(&new).await.view.id;
        let sent = serde_json::json!({ "nonce": nonce });
        for (seat, client, path) in [(0, &ana, "nonce"), (1, &ben, "join")] {
            let path = format!("/games/{game}/{path}");
            let answer: Result<GameAnswer, _> = client.post(&path, &sent).await;
            let nonce = answer.map(|answer| answer.view.draw.nonces[seat].clone());
            let nonce = nonce.map_err(|problem| problem.code);
            assert_eq!(nonce, expected, "{length} bytes to {path}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn binary_and_oversized_frames_close_the_socket() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let mut socket = ana.socket().await;
    socket.send_raw(Message::Binary(vec![1, 2, 3].into())).await;
    assert_eq!(socket.close_code().await, Some(1003));
    let mut socket = ana.socket().await;
    let long = format!(r#"{{"t":"watch","game":"{}"}}"#, "x".repeat(5000));
    socket.send_raw(Message::Text(long.into())).await;
    assert_eq!(socket.close_code().await, Some(1009));
    // Too many malformed frames.
    let mut socket = ana.socket().await;
    for _ in 0..30 {
        socket.send_raw(Message::Text("{}".into())).await;
    }
    assert_eq!(socket.close_code().await, Some(1008));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anonymous_sockets_can_only_watch() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let game = NewGame {
        id: None,
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Bot {
                level: Level::Beginner,
            },
        ],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: None,
    };
    let game = ana.create(&game).await.view.id;
    let url = format!("ws://{}/api/v1/socket", server.address());
    let mut socket = azulejo_testkit::connect_anonymous(&url).await;
    socket
        .send_text(&format!(r#"{{"t":"watch","game":"{game}"}}"#))
        .await;
    socket
        .wait_for(|frame| matches!(frame, ServerFrame::Game { .. }).then_some(()))
        .await;
    socket
        .send_text(&format!(
            r#"{{"t":"resign","game":"{game}","id":"{ID}","seat":1}}"#
        ))
        .await;
    let refused = socket
        .wait_for(|frame| match frame {
            ServerFrame::Refused { error, .. } => Some(error.code),
            _ => None,
        })
        .await;
    assert_eq!(refused, ProblemCode::NoSession);
    server.stop().await;
}
