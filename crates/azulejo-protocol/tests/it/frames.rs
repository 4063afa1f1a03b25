//! The JSON of every frame, and the strictness of their parsers.

use std::collections::BTreeSet;

use azulejo_protocol::frame::{ClientFrame, Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{
    AwayView, Clock, DrawView, GameView, OwnView, PresenceView, SeatKind, SeatView, Settings,
    Status, UndoPolicy,
};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::http::LobbyView;
use azulejo_protocol::table::Wall;
use serde_json::{Value, json};

use crate::support::{check_json, check_round_trip, object, with, without};

const ID: &str = "00112233445566778899aabbccddeeff";

fn game() -> String {
    "k7Qm2xWd".to_owned()
}

/// Every client frame with its JSON.
fn client_frames() -> Vec<(ClientFrame, Value)> {
    let (game, id) = (game(), ID.to_owned());
    vec![
        (
            ClientFrame::Watch {
                game: game.clone(),
                from: None,
                hash: None,
            },
            json!({"t": "watch", "game": game}),
        ),
        (
            ClientFrame::Watch {
                game: game.clone(),
                from: Some(7),
                hash: Some("00ff".to_owned()),
            },
            json!({"t": "watch", "game": game, "from": 7, "hash": "00ff"}),
        ),
        (
            ClientFrame::Unwatch { game: game.clone() },
            json!({"t": "unwatch", "game": game}),
        ),
        (
            ClientFrame::Lobby { on: true },
            json!({"t": "lobby", "on": true}),
        ),
        (
            ClientFrame::Move {
                game: game.clone(),
                id: id.clone(),
                ply: 12,
                seat: 2,
                text: "2B3".to_owned(),
            },
            json!({"t": "move", "game": game, "id": id, "ply": 12, "seat": 2, "move": "2B3"}),
        ),
        (
            ClientFrame::Choose {
                game: game.clone(),
                id: id.clone(),
                seat: 1,
                placements: vec!["1:4".to_owned(), "3:F".to_owned()],
            },
            json!({"t": "choose", "game": game, "id": id, "seat": 1, "placements": ["1:4", "3:F"]}),
        ),
        (
            ClientFrame::Undo {
                game: game.clone(),
                id: id.clone(),
                seat: 1,
                to: 4,
            },
            json!({"t": "undo", "game": game, "id": id, "seat": 1, "to": 4}),
        ),
        (
            ClientFrame::AnswerUndo {
                game: game.clone(),
                id: id.clone(),
                seat: 3,
                agree: false,
            },
            json!({"t": "answer_undo", "game": game, "id": id, "seat": 3, "agree": false}),
        ),
        (
            ClientFrame::Resign {
                game: game.clone(),
                id: id.clone(),
                seat: 4,
            },
            json!({"t": "resign", "game": game, "id": id, "seat": 4}),
        ),
        (
            ClientFrame::Vote {
                game: game.clone(),
                id: id.clone(),
                seat: 1,
                away: 2,
            },
            json!({"t": "vote", "game": game, "id": id, "seat": 1, "away": 2}),
        ),
        (
            ClientFrame::TakeBack {
                game: game.clone(),
                id: id.clone(),
                seat: 2,
            },
            json!({"t": "take_back", "game": game, "id": id, "seat": 2}),
        ),
        (
            ClientFrame::Rematch {
                game: game.clone(),
                id: id.clone(),
                agree: true,
            },
            json!({"t": "rematch", "game": game, "id": id, "agree": true}),
        ),
        (
            ClientFrame::NonceCommitment {
                game: game.clone(),
                commitment: "ab".repeat(32),
            },
            json!({"t": "nonce_commitment", "game": game, "commitment": "ab".repeat(32)}),
        ),
        (
            ClientFrame::Nonce {
                game: game.clone(),
                nonce: "5e".repeat(16),
            },
            json!({"t": "nonce", "game": game, "nonce": "5e".repeat(16)}),
        ),
        (
            ClientFrame::Say {
                game: game.clone(),
                seat: 1,
                phrase: Phrase::GoodLuck,
            },
            json!({"t": "say", "game": game, "seat": 1, "phrase": "good_luck"}),
        ),
        (ClientFrame::Ping, json!({"t": "ping"})),
    ]
}

/// Fails to compile if a frame is added, as a reminder to add it to [`client_frames`].
fn client_tag(frame: &ClientFrame) -> &'static str {
    match frame {
        ClientFrame::Watch { .. } => "watch",
        ClientFrame::Unwatch { .. } => "unwatch",
        ClientFrame::Lobby { .. } => "lobby",
        ClientFrame::Move { .. } => "move",
        ClientFrame::Choose { .. } => "choose",
        ClientFrame::Undo { .. } => "undo",
        ClientFrame::AnswerUndo { .. } => "answer_undo",
        ClientFrame::Resign { .. } => "resign",
        ClientFrame::Vote { .. } => "vote",
        ClientFrame::TakeBack { .. } => "take_back",
        ClientFrame::Rematch { .. } => "rematch",
        ClientFrame::NonceCommitment { .. } => "nonce_commitment",
        ClientFrame::Nonce { .. } => "nonce",
        ClientFrame::Say { .. } => "say",
        ClientFrame::Ping => "ping",
    }
}

fn parse(value: &Value) -> Result<ClientFrame, serde_json::Error> {
    serde_json::from_str(&value.to_string())
}

#[test]
fn client_frames_have_stable_json() {
    let mut tags = BTreeSet::new();
    for (frame, json) in client_frames() {
        check_json(&frame, &json);
        assert_eq!(json["t"], client_tag(&frame));
        tags.insert(client_tag(&frame));
    }
    assert_eq!(tags.len(), 15, "{tags:?}");
}

/// serde does not apply `deny_unknown_fields` to unit variants, so `ping` tolerates further fields.
#[test]
fn client_frame_with_unknown_field_is_rejected() {
    for (frame, json) in client_frames() {
        let accepted = parse(&with(&json, "extra", json!(1))).is_ok();
        assert_eq!(accepted, frame == ClientFrame::Ping, "{json}");
    }
}

#[test]
fn client_frame_with_missing_field_is_rejected() {
    for (_, json) in client_frames() {
        for key in object(&json).keys() {
            let optional = json["t"] == "watch" && ["from", "hash"].contains(&key.as_str());
            assert_eq!(
                parse(&without(&json, key)).is_ok(),
                optional,
                "{json} without {key}"
            );
        }
    }
}

#[test]
fn client_frame_with_wrong_type_is_rejected() {
    for (_, json) in client_frames() {
        for (key, value) in object(&json) {
            let wrong = [
                json!({}),
                json!([[]]),
                json!(-1),
                json!(0.5),
                json!(u64::MAX),
                if value.is_string() {
                    json!(7)
                } else {
                    json!("x")
                },
            ];
            for wrong in wrong {
                let changed = with(&json, key, wrong);
                assert!(parse(&changed).is_err(), "{changed}");
            }
        }
    }
}

#[test]
fn client_frame_with_repeated_key_is_rejected() {
    for (_, json) in client_frames() {
        let text = json.to_string();
        for (key, value) in object(&json) {
            let repeated = format!("{},\"{key}\":{value}}}", &text[..text.len() - 1]);
            assert!(
                serde_json::from_str::<ClientFrame>(&repeated).is_err(),
                "{repeated}"
            );
        }
    }
}

#[test]
fn optional_fields_of_watch_accept_null() {
    let frame = parse(&json!({"t": "watch", "game": "g", "from": null, "hash": null}));
    let expected = ClientFrame::Watch {
        game: "g".to_owned(),
        from: None,
        hash: None,
    };
    assert_eq!(frame.expect("a frame"), expected);
}

#[test]
fn seats_outside_a_byte_are_rejected() {
    let resign = json!({"t": "resign", "game": "g", "id": ID, "seat": 1});
    // The server checks whether the seat exists.
    for seat in [0, 1, 255] {
        assert!(parse(&with(&resign, "seat", json!(seat))).is_ok(), "{seat}");
    }
    for seat in [json!(256), json!(-1), json!(1.0), json!("1"), json!(null)] {
        assert!(
            parse(&with(&resign, "seat", seat.clone())).is_err(),
            "{seat}"
        );
    }
}

#[test]
fn phrases_have_stable_names() {
    let phrases = [
        (Phrase::Hello, "hello"),
        (Phrase::GoodLuck, "good_luck"),
        (Phrase::WellPlayed, "well_played"),
        (Phrase::Thanks, "thanks"),
        (Phrase::NiceMove, "nice_move"),
        (Phrase::Oops, "oops"),
        (Phrase::OneMoment, "one_moment"),
        (Phrase::Back, "back"),
        (Phrase::GoodGame, "good_game"),
        (Phrase::Another, "another"),
    ];
    for (phrase, name) in phrases {
        check_json(&phrase, &json!(name));
    }
    assert!(serde_json::from_str::<Phrase>("\"insult\"").is_err());
}

// ---------------------------------------------------------------------------------------------
// Server frames
// ---------------------------------------------------------------------------------------------

fn waiting_game() -> GameView {
    GameView {
        id: game(),
        ply: 1,
        hash: "0".repeat(16),
        status: Status::Waiting,
        settings: Settings {
            wall: Wall::Grey,
            clock: Clock::Days { days: 3 },
            undo: UndoPolicy::Ask,
            public: true,
            start: Some(2),
        },
        seats: vec![SeatView {
            seat: 1,
            kind: SeatKind::Open,
            name: None,
            guest: false,
            level: None,
            taken_over: None,
            can_win: true,
            person: None,
        }],
        table: None,
        choosing: Vec::new(),
        clock: None,
        undo: None,
        votes: Vec::new(),
        result: None,
        rematch: None,
        draw: DrawView {
            scheme: "azulejo-draw-1".to_owned(),
            commitment: "ab".repeat(32),
            nonce_commitments: Vec::new(),
            closed: false,
            nonces: vec![None],
            secret: None,
        },
        created: 1_794_744_000_000,
    }
}

fn waiting_game_json() -> Value {
    json!({
        "id": "k7Qm2xWd", "ply": 1, "hash": "0000000000000000", "status": "waiting",
        "settings": {
            "wall": "grey", "clock": {"kind": "days", "days": 3}, "undo": "ask", "public": true,
            "start": 2
        },
        "seats": [{
            "seat": 1, "kind": "open", "name": null, "guest": false, "level": null,
            "taken_over": null, "can_win": true, "person": null
        }],
        "table": null, "choosing": [], "clock": null, "undo": null, "votes": [], "result": null,
        "rematch": null,
        "draw": {
            "scheme": "azulejo-draw-1", "commitment": "ab".repeat(32),
            "nonce_commitments": [], "closed": false, "nonces": [null], "secret": null
        },
        "created": 1_794_744_000_000_i64
    })
}

/// Every server frame with its JSON.
fn server_frames() -> Vec<(ServerFrame, Value)> {
    let (game, id) = (game(), ID.to_owned());
    let step = Step {
        ply: 0,
        at: 5,
        what: Happening::Created,
        events: Vec::new(),
    };
    let step_json = json!({"ply": 0, "at": 5, "what": {"kind": "created"}, "events": []});
    vec![
        (
            ServerFrame::Hello {
                version: 1,
                now: -1,
            },
            json!({"t": "hello", "version": 1, "now": -1}),
        ),
        (
            ServerFrame::Game {
                game: game.clone(),
                log: vec![step.clone()],
                view: waiting_game(),
            },
            json!({"t": "game", "game": game, "log": [step_json], "view": waiting_game_json()}),
        ),
        (
            ServerFrame::Update {
                game: game.clone(),
                steps: vec![step],
                view: waiting_game(),
            },
            json!({"t": "update", "game": game, "steps": [step_json], "view": waiting_game_json()}),
        ),
        (
            ServerFrame::Own {
                game: game.clone(),
                own: OwnView {
                    ply: 1,
                    seats: vec![1],
                    host: true,
                    invitation: Some("r3ZkT0pVn1".to_owned()),
                    offer: None,
                    tiling: Vec::new(),
                    chosen: Vec::new(),
                    undo_to: vec![3],
                    hints: false,
                },
            },
            json!({"t": "own", "game": game, "own": {
                "ply": 1, "seats": [1], "host": true, "invitation": "r3ZkT0pVn1", "offer": null,
                "tiling": [], "chosen": [], "undo_to": [3], "hints": false
            }}),
        ),
        (
            ServerFrame::Presence {
                game: game.clone(),
                presence: PresenceView {
                    here: vec![1],
                    away: vec![AwayView {
                        seat: 2,
                        since: 10,
                        until: None,
                        vote_from: Some(20),
                    }],
                    watchers: 3,
                },
            },
            json!({"t": "presence", "game": game, "presence": {
                "here": [1],
                "away": [{"seat": 2, "since": 10, "until": null, "vote_from": 20}],
                "watchers": 3
            }}),
        ),
        (
            ServerFrame::Ack {
                game: game.clone(),
                id: id.clone(),
                ply: 9,
            },
            json!({"t": "ack", "game": game, "id": id, "ply": 9}),
        ),
        (
            ServerFrame::Refused {
                game: None,
                id: Some(id.clone()),
                error: Problem::at(ProblemCode::Illegal, "move", "line 2 is full"),
            },
            json!({"t": "refused", "game": null, "id": id, "error": {
                "code": "illegal", "field": "move", "detail": "line 2 is full"
            }}),
        ),
        (
            ServerFrame::Said {
                game: game.clone(),
                seat: 2,
                phrase: Phrase::Oops,
            },
            json!({"t": "said", "game": game, "seat": 2, "phrase": "oops"}),
        ),
        (
            ServerFrame::Lobby {
                lobby: LobbyView::default(),
            },
            json!({"t": "lobby", "lobby": {"open": [], "live": []}}),
        ),
        (
            ServerFrame::Lobby {
                lobby: LobbyView {
                    next_open: Some("1700000000000.7hKq2mPd".to_owned()),
                    ..LobbyView::default()
                },
            },
            json!({"t": "lobby", "lobby":
                {"open": [], "live": [], "next_open": "1700000000000.7hKq2mPd"}}),
        ),
        (ServerFrame::Pong, json!({"t": "pong"})),
        (ServerFrame::Closing, json!({"t": "closing"})),
    ]
}

/// Fails to compile if a frame is added, as a reminder to add it to [`server_frames`].
fn server_tag(frame: &ServerFrame) -> &'static str {
    match frame {
        ServerFrame::Hello { .. } => "hello",
        ServerFrame::Game { .. } => "game",
        ServerFrame::Update { .. } => "update",
        ServerFrame::Own { .. } => "own",
        ServerFrame::Presence { .. } => "presence",
        ServerFrame::Ack { .. } => "ack",
        ServerFrame::Refused { .. } => "refused",
        ServerFrame::Said { .. } => "said",
        ServerFrame::Lobby { .. } => "lobby",
        ServerFrame::Pong => "pong",
        ServerFrame::Closing => "closing",
    }
}

#[test]
fn server_frames_have_stable_json() {
    let mut tags = BTreeSet::new();
    for (frame, json) in server_frames() {
        check_json(&frame, &json);
        assert_eq!(json["t"], server_tag(&frame));
        tags.insert(server_tag(&frame));
    }
    assert_eq!(tags.len(), 11, "{tags:?}");
}

/// An older client must understand a newer server.
#[test]
fn server_frame_with_unknown_field_is_accepted() {
    for (frame, json) in server_frames() {
        let newer = with(&json, "added_later", json!([1, {"a": null}])).to_string();
        let parsed: ServerFrame = serde_json::from_str(&newer).expect("a frame");
        assert_eq!(parsed, frame, "{newer}");
    }
}

// ---------------------------------------------------------------------------------------------
// Problems
// ---------------------------------------------------------------------------------------------

#[test]
fn problem_without_record_omits_it() {
    check_json(
        &Problem::new(ProblemCode::NotFound),
        &json!({"code": "not_found", "field": null, "detail": null}),
    );
}

#[test]
fn problem_codes_have_stable_names() {
    let codes = [
        (ProblemCode::Malformed, "malformed"),
        (ProblemCode::NoSession, "no_session"),
        (ProblemCode::Forbidden, "forbidden"),
        (ProblemCode::NotFound, "not_found"),
        (ProblemCode::Stale, "stale"),
        (ProblemCode::NotYourTurn, "not_your_turn"),
        (ProblemCode::NotYourSeat, "not_your_seat"),
        (ProblemCode::WrongPhase, "wrong_phase"),
        (ProblemCode::Illegal, "illegal"),
        (ProblemCode::AlreadyChosen, "already_chosen"),
        (ProblemCode::NoUndo, "no_undo"),
        (ProblemCode::SeatTaken, "seat_taken"),
        (ProblemCode::AlreadySeated, "already_seated"),
        (ProblemCode::NotStarted, "not_started"),
        (ProblemCode::Started, "started"),
        (ProblemCode::Ended, "ended"),
        (ProblemCode::BadInvitation, "bad_invitation"),
        (ProblemCode::NameTaken, "name_taken"),
        (ProblemCode::BadName, "bad_name"),
        (ProblemCode::BadLogin, "bad_login"),
        (ProblemCode::BadPassword, "bad_password"),
        (ProblemCode::CommonPassword, "common_password"),
        (ProblemCode::CodeRequired, "code_required"),
        (ProblemCode::BadCode, "bad_code"),
        (ProblemCode::Suspended, "suspended"),
        (ProblemCode::SignupClosed, "signup_closed"),
        (ProblemCode::InvitationRequired, "invitation_required"),
        (ProblemCode::SameGame, "same_game"),
        (ProblemCode::IdUsed, "id_used"),
        (ProblemCode::TooFast, "too_fast"),
        (ProblemCode::TooMany, "too_many"),
        (ProblemCode::ThinkingTime, "thinking_time"),
        (ProblemCode::BadOrigin, "bad_origin"),
        (ProblemCode::NoHints, "no_hints"),
        (ProblemCode::Unavailable, "unavailable"),
        (ProblemCode::TwoCredentials, "two_credentials"),
    ];
    for (code, name) in codes {
        check_json(&code, &json!(name));
        check_round_trip(&Problem::new(code));
    }
}
