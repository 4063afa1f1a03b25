//! The JSON of HTTP requests and responses.

use std::fmt::Debug;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Level, UndoPolicy};
use azulejo_protocol::http::{
    ChangePassword, CommitNonce, Credentials, DeleteMe, ErrorAnswer, GuestGames, HintAnswer,
    HintReason, JoinGame, LoginAnswer, Me, NewGame, NewGuest, NewRecoveryCodes, NewToken, Recovery,
    Rename, ReplayRequest, SeatBot, SeatRequest, SendNonce, SessionKind,
};
use azulejo_protocol::table::{Colour, Wall};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::support::{check_json, object, with, without};

/// Checks that a request needs exactly these fields and rejects unknown ones.
#[track_caller]
fn check_strict<T: DeserializeOwned + Debug>(minimal: &Value) {
    let parse = |value: &Value| serde_json::from_value::<T>(value.clone());
    assert!(parse(minimal).is_ok(), "{minimal}");
    for key in object(minimal).keys() {
        assert!(parse(&without(minimal, key)).is_err(), "without {key}");
        assert!(parse(&with(minimal, key, json!(null))).is_err(), "{key}");
    }
    assert!(parse(&with(minimal, "extra", json!(1))).is_err());
    for other in [json!(null), json!([]), json!("x"), json!(1)] {
        assert!(parse(&other).is_err(), "{other}");
    }
}

#[test]
fn requests_reject_unknown_and_missing_fields() {
    check_strict::<NewGame>(&json!({"seats": [], "wall": "grey"}));
    check_strict::<CommitNonce>(&json!({"commitment": "00"}));
    check_strict::<SendNonce>(&json!({"nonce": "00"}));
    check_strict::<SeatBot>(&json!({"level": "tiler"}));
    check_strict::<Rename>(&json!({"name": "Ana"}));
    check_strict::<Credentials>(&json!({"name": "Ana", "password": "12345678"}));
    check_strict::<Recovery>(&json!({"name": "Ana", "code": "c", "password": "12345678"}));
    check_strict::<ChangePassword>(&json!({"old": "a", "new": "b"}));
    check_strict::<NewRecoveryCodes>(&json!({"password": "12345678"}));
    check_strict::<NewToken>(&json!({"label": "bot"}));
    check_strict::<ReplayRequest>(&json!({"record": "{}"}));
}

#[test]
fn requests_without_required_fields_accept_an_empty_object() {
    let join: JoinGame = serde_json::from_str("{}").expect("a request");
    assert_eq!((join.seat, join.invitation, join.nonce), (None, None, None));
    let guest: NewGuest = serde_json::from_str("{}").expect("a request");
    assert_eq!(guest, NewGuest::default());
    for text in [r#"{"seat":1,"extra":1}"#, r#"{"seat":"1"}"#, "null", ""] {
        assert!(serde_json::from_str::<JoinGame>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<NewGuest>(r#"{"extra":1}"#).is_err());
    let delete: DeleteMe = serde_json::from_str("{}").expect("a request");
    assert_eq!(delete, DeleteMe::default());
    assert!(serde_json::from_str::<DeleteMe>(r#"{"extra":1}"#).is_err());
}

#[test]
fn new_game_defaults_are_omitted_fields() {
    let text = r#"{"seats":[{"kind":"me"},{"kind":"bot","level":"legend"}],"wall":"coloured"}"#;
    let game: NewGame = serde_json::from_str(text).expect("a request");
    let expected = NewGame {
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Bot {
                level: Level::Legend,
            },
        ],
        wall: Wall::Coloured,
        start: None,
        clock: None,
        public: None,
        undo: None,
        id: None,
    };
    assert_eq!(game, expected);
}

#[test]
fn new_game_has_stable_json() {
    let game = NewGame {
        seats: vec![
            SeatRequest::Me {
                name: Some("Ana".to_owned()),
            },
            SeatRequest::Invited,
            SeatRequest::Open,
        ],
        wall: Wall::Grey,
        start: Some(3),
        clock: Some(Clock::RealTime {
            seconds: 600,
            increment: 5,
        }),
        public: Some(true),
        undo: Some(UndoPolicy::Off),
        id: Some("0".repeat(32)),
    };
    check_json(
        &game,
        &json!({
            "seats": [{"kind": "me", "name": "Ana"}, {"kind": "invited"}, {"kind": "open"}],
            "wall": "grey", "start": 3,
            "clock": {"kind": "real_time", "seconds": 600, "increment": 5},
            "public": true, "undo": "off", "id": "0".repeat(32)
        }),
    );
}

#[test]
fn clocks_have_stable_json() {
    check_json(&Clock::None, &json!({"kind": "none"}));
    check_json(
        &Clock::Days { days: 14 },
        &json!({"kind": "days", "days": 14}),
    );
    for text in [
        r#"{"kind":"days","days":1,"seconds":2}"#,
        r#"{"kind":"days"}"#,
        r#"{"kind":"real_time","seconds":1}"#,
        r#"{"kind":"hourglass"}"#,
        r#"{"days":1}"#,
        r#"{"kind":"days","days":-1}"#,
        r#"{"kind":"days","days":4294967296}"#,
    ] {
        assert!(serde_json::from_str::<Clock>(text).is_err(), "{text}");
    }
}

#[test]
fn guest_games_are_optional_in_credentials() {
    let text = r#"{"name":"Ana","password":"12345678","guest_games":"take_over"}"#;
    let credentials: Credentials = serde_json::from_str(text).expect("credentials");
    assert_eq!(credentials.guest_games, Some(GuestGames::TakeOver));
    check_json(&GuestGames::Leave, &json!("leave"));
}

#[test]
fn login_responses_have_stable_json() {
    let me = Me {
        name: "Ana".to_owned(),
        guest: false,
        since: 7,
    };
    let me_json = json!({"name": "Ana", "guest": false, "since": 7});
    check_json(
        &LoginAnswer::Done { me },
        &json!({"outcome": "done", "me": me_json}),
    );
    check_json(
        &LoginAnswer::AskGuestGames { games: 2 },
        &json!({"outcome": "ask_guest_games", "games": 2}),
    );
    check_json(&SessionKind::Bearer, &json!("bearer"));
    check_json(&SessionKind::Cookie, &json!("cookie"));
}

#[test]
fn hints_have_stable_json() {
    let hint = HintAnswer {
        ply: 4,
        text: Some("CK5".to_owned()),
        placements: Vec::new(),
        reasons: vec![
            HintReason::Fills { line: 5, points: 7 },
            HintReason::Adds { line: 2, count: 1 },
            HintReason::Needs {
                line: 2,
                colour: Colour::B,
                missing: 1,
                on_offer: 4,
            },
            HintReason::CompletesRow { row: 5 },
            HintReason::CompletesColumn { column: 3 },
            HintReason::CompletesColour { colour: Colour::K },
            HintReason::Builds {
                column: 3,
                count: 4,
            },
            HintReason::Clean,
            HintReason::Spills { count: 2, cost: 3 },
            HintReason::Denies {
                seat: 2,
                line: 3,
                points: 4,
            },
            HintReason::Starts,
            HintReason::EndsGame,
        ],
        exact: true,
    };
    check_json(
        &hint,
        &json!({
            "ply": 4, "move": "CK5", "placements": [], "exact": true,
            "reasons": [
                {"reason": "fills", "line": 5, "points": 7},
                {"reason": "adds", "line": 2, "count": 1},
                {"reason": "needs", "line": 2, "colour": "B", "missing": 1, "on_offer": 4},
                {"reason": "completes_row", "row": 5},
                {"reason": "completes_column", "column": 3},
                {"reason": "completes_colour", "colour": "K"},
                {"reason": "builds", "column": 3, "count": 4},
                {"reason": "clean"},
                {"reason": "spills", "count": 2, "cost": 3},
                {"reason": "denies", "seat": 2, "line": 3, "points": 4},
                {"reason": "starts"},
                {"reason": "ends_game"}
            ]
        }),
    );
}

#[test]
fn errors_wrap_a_problem() {
    check_json(
        &ErrorAnswer {
            error: Problem::new(ProblemCode::TooFast),
        },
        &json!({"error": {"code": "too_fast", "field": null, "detail": null}}),
    );
}

/// An older client must understand a newer server.
#[test]
fn responses_accept_unknown_fields() {
    let me: Me = serde_json::from_value(
        json!({"name": "Ana", "guest": true, "since": 0, "added_later": [1]}),
    )
    .expect("an identity");
    assert!(me.guest);
}
