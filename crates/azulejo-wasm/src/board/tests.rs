use azulejo_rules::record::Record;
use serde_json::{Value, json};

use super::answer;

const START: &str = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \
     0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).expect("JSON")
}

fn records() -> Vec<String> {
    let behaviour: Value =
        serde_json::from_str(include_str!("../../tests/data/behaviour.json")).expect("JSON");
    let games = behaviour["games"].as_array().expect("games");
    games
        .iter()
        .map(|game| game["record"].as_str().expect("a record").to_owned())
        .collect()
}

#[test]
fn position_is_shown_with_its_moves() {
    let shown = ask(&json!({ "ask": "show", "position": START }));
    assert_eq!(shown["kind"], "shown");
    assert_eq!(shown["table"]["position"], START);
    assert_eq!(shown["offer"]["seat"], 1);
    assert!(shown["offer"]["moves"].as_array().unwrap().len() > 50);
    assert_eq!(shown["tiling"], Value::Null);
}

#[test]
fn every_fault_names_its_place() {
    let position = START
        .replacen("c2 1 1>1", "c2 1 1>3", 1)
        .replacen("0;-/-/", "0;B/RK/", 1)
        .replace(" * ", " - ");
    let found = ask(&json!({ "ask": "show", "position": position }));
    assert_eq!(
        found,
        json!({ "kind": "illegal", "faults": [
            { "fault": "to_move", "seat": 3 },
            { "fault": "tile_count", "colour": "B", "count": 21 },
            { "fault": "tile_count", "colour": "R", "count": 21 },
            { "fault": "tile_count", "colour": "K", "count": 21 },
            { "fault": "line_mixed", "seat": 1, "line": 2 },
            { "fault": "marker_count", "count": 0 },
        ] })
    );
}

#[test]
fn malformed_position_names_the_column() {
    let found = ask(&json!({ "ask": "show", "position": "c5" }));
    assert_eq!(found["kind"], "malformed");
    assert_eq!(found["column"], 2);
}

#[test]
fn invalid_requests_are_errors() {
    for request in [
        "",
        "[]",
        r#"{"ask":"show"}"#,
        r#"{"ask":"new","players":9,"wall":"grey"}"#,
    ] {
        let found: Value = serde_json::from_str(&answer(request)).expect("JSON");
        assert_eq!(found["kind"], "error", "{request}");
    }
}

#[test]
fn impossible_step_keeps_the_steps_before_it() {
    let found = ask(&json!({ "ask": "play", "position": START, "steps": ["2Y2", "2Y2", "CB1"] }));
    assert_eq!(found["steps"].as_array().unwrap().len(), 1);
    assert_eq!(found["steps"][0]["what"]["kind"], "moved");
    assert_eq!(found["rejected"]["index"], 1);
}

#[test]
fn records_round_trip_through_steps() {
    for text in records() {
        let read = ask(&json!({ "ask": "record", "text": text }));
        assert_eq!(read["kind"], "record", "{read}");
        let played = ask(&json!({
            "ask": "play",
            "position": read["first"],
            "steps": read["steps"],
        }));
        assert_eq!(played["rejected"], Value::Null);
        let record: Record = text.parse().unwrap();
        let end = record.replay().unwrap().position.to_string();
        let steps = played["steps"].as_array().unwrap();
        assert_eq!(steps.last().unwrap()["position"], end);
        let written = ask(&json!({
            "ask": "write",
            "position": read["first"],
            "steps": read["steps"],
            "players": read["players"],
        }));
        assert_eq!(written["text"], text);
    }
}

#[test]
fn tiling_without_a_choice_is_one_step() {
    let coloured = &records()[0];
    let read = ask(&json!({ "ask": "record", "text": coloured }));
    let steps = read["steps"].as_array().unwrap();
    let tilings = steps
        .iter()
        .filter(|step| step.as_str().unwrap().starts_with('='));
    assert!(tilings.clone().count() > 0);
    assert!(tilings.clone().all(|step| step == "="));
}

#[test]
fn random_deal_follows_from_the_seed() {
    let new = ask(&json!({ "ask": "new", "players": 3, "wall": "grey" }));
    let deal = |seed: &str| {
        ask(&json!({ "ask": "deal", "position": new["position"], "seed": seed }))["deal"].clone()
    };
    assert_eq!(deal("00000000000000ff"), deal("00000000000000ff"));
    assert_ne!(deal("00000000000000ff"), deal("00000000000000fe"));
    let steps = [deal("1")];
    let played = ask(&json!({ "ask": "play", "position": new["position"], "steps": steps }));
    assert_eq!(played["steps"][0]["phase"], "offer");
    let refused = ask(&json!({ "ask": "deal", "position": START, "seed": "1" }));
    assert_eq!(refused["kind"], "error");
}

#[test]
fn repair_puts_missing_tiles_into_the_bag() {
    let position = START.replacen("0;-/-/", "0;B/RR/", 1);
    let repaired = ask(&json!({ "ask": "repair", "position": position }));
    let shown = ask(&json!({ "ask": "show", "position": repaired["position"] }));
    assert_eq!(shown["kind"], "shown");
    assert_eq!(shown["table"]["bag"], json!([16, 17, 14, 15, 15]));
}

#[test]
fn broken_record_names_the_place() {
    let broken = records()[0].replacen("\"moves\":[\"", "\"moves\":[\"9B1\",\"", 1);
    let found = ask(&json!({ "ask": "record", "text": broken }));
    assert_eq!(found["kind"], "bad_record");
    assert_eq!(found["problem"]["place"]["at"], "move");
}
