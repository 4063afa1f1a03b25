//! Rejected records as places and reasons.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::record::{RecordPlace, RecordProblem, RecordReason};
use azulejo_protocol::replay::expand;
use azulejo_rules::record::Record;
use serde_json::json;

use crate::support::{check_json, check_round_trip};

/// A valid record of one round.
pub(crate) const VALID: &str = r#"{"format":"azulejo-record","version":1,"players":["Ana","bot:master"],"wall":"coloured","start":1,"rounds":[{"start":1,"deal":["BRKK","BYYW","KKKW","YRRW","BRWW"],"moves":["2Y2","3K3","1K1","5W2","CB4","4R5","CR3","CY4","CW5"],"tiling":[["1:4","2:3"],["2:1","3:1"]],"scores":[0,3]}]}"#;

/// Returns the problem of the valid record with one part replaced.
#[track_caller]
fn problem(replace: &str, with: &str) -> RecordProblem {
    assert_eq!(VALID.matches(replace).count(), 1, "{replace}");
    match VALID.replace(replace, with).parse::<Record>() {
        Err(error) => (&error).into(),
        Ok(record) => (&expand(&record).expect_err("an illegal record")).into(),
    }
}

#[test]
fn rejected_records_are_reported_with_place_and_reason() {
    assert!(expand(&VALID.parse().expect("a record")).is_ok());
    let text = |column, path: &str| RecordPlace::Text {
        column,
        path: path.to_owned(),
    };
    let at_move = |number, text: &str| RecordPlace::Move {
        round: 1,
        number,
        text: text.to_owned(),
    };
    let cases = [
        (
            "\"version\":1",
            "\"version\": 1",
            text(38, "version"),
            RecordReason::Space,
        ),
        (
            "\"version\":1",
            "\"version\":2",
            text(38, "version"),
            RecordReason::Value,
        ),
        ("\"wall\":\"coloured\",", "", text(1, ""), RecordReason::Key),
        (
            "\"coloured\"",
            "\"green\"",
            text(78, "wall"),
            RecordReason::Value,
        ),
        ("[0,3]}]}", "[0,3]}]}x", text(284, ""), RecordReason::GoesOn),
        (
            "[0,3]}]}",
            "[0,3]}]",
            text(283, ""),
            RecordReason::EndsEarly,
        ),
        (
            "\"version\":1",
            "version:1",
            text(28, ""),
            RecordReason::Syntax,
        ),
        (
            "\"3K3\"",
            "\"3B3\"",
            at_move(2, "3B3"),
            RecordReason::NoTiles,
        ),
        (
            "\"CB4\",\"4R5\",\"CR3\",\"CY4\"",
            "\"CB2\",\"4R5\",\"CR3\",\"CY4\"",
            at_move(5, "CB2"),
            RecordReason::LineFull { line: 2 },
        ),
        (
            "[0,3]}]}",
            "[0,4]}]}",
            RecordPlace::Round { round: 1 },
            RecordReason::Differs {
                expected: "[0, 3]".to_owned(),
                found: "[0, 4]".to_owned(),
            },
        ),
        (
            "\"3:1\"",
            "\"3:2\"",
            RecordPlace::Tiling {
                round: 1,
                seat: 2,
                placement: "3:2".to_owned(),
            },
            RecordReason::Placement,
        ),
        (
            "{\"start\":1,",
            "{\"start\":2,",
            RecordPlace::Round { round: 1 },
            RecordReason::Starts {
                expected: 1,
                found: 2,
            },
        ),
    ];
    for (replace, with, place, reason) in cases {
        let problem = problem(replace, with);
        assert_eq!(problem, RecordProblem { place, reason }, "{with}");
        check_round_trip(&problem);
    }
}

#[test]
fn record_problems_have_stable_json() {
    let places = [
        (
            RecordPlace::Text {
                column: 9,
                path: "rounds[2]".to_owned(),
            },
            json!({"at": "text", "column": 9, "path": "rounds[2]"}),
        ),
        (RecordPlace::Game, json!({"at": "game"})),
        (RecordPlace::Start, json!({"at": "start"})),
        (RecordPlace::Result, json!({"at": "result"})),
        (
            RecordPlace::Takeover { number: 1 },
            json!({"at": "takeover", "number": 1}),
        ),
        (
            RecordPlace::Round { round: 3 },
            json!({"at": "round", "round": 3}),
        ),
        (
            RecordPlace::Move {
                round: 1,
                number: 2,
                text: "3K3".to_owned(),
            },
            json!({"at": "move", "round": 1, "number": 2, "move": "3K3"}),
        ),
        (
            RecordPlace::Tiling {
                round: 1,
                seat: 2,
                placement: "3:1".to_owned(),
            },
            json!({"at": "tiling", "round": 1, "seat": 2, "placement": "3:1"}),
        ),
    ];
    for (place, json) in places {
        check_json(&place, &json);
    }
    check_json(
        &RecordReason::PerPlayer {
            expected: 2,
            found: 3,
        },
        &json!({"why": "per_player", "expected": 2, "found": 3}),
    );
    check_json(
        &RecordReason::NotTiled { seat: 1, line: 2 },
        &json!({"why": "not_tiled", "seat": 1, "line": 2}),
    );
    check_json(&RecordReason::EndsEarly, &json!({"why": "ends_early"}));
}

#[test]
fn record_problems_distinguish_malformed_from_illegal() {
    let error = "{}".parse::<Record>().expect_err("not a record");
    let problem = Problem::from(&error);
    assert_eq!(problem.code, ProblemCode::Malformed);
    assert_eq!(problem.field.as_deref(), Some("record"));
    assert_eq!(problem.detail, Some(error.to_string()));
    check_round_trip(&problem);

    let record: Record = VALID
        .replace("[0,3]}]}", "[0,4]}]}")
        .parse()
        .expect("a record");
    let fault = expand(&record).expect_err("an illegal record");
    let problem = Problem::from(&fault);
    assert_eq!(problem.code, ProblemCode::Illegal);
    assert_eq!(problem.detail, Some(fault.to_string()));
    assert!(problem.record.is_some());
    check_round_trip(&problem);
}
