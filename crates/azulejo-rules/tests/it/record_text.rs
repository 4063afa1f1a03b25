//! The record parser, compared with `serde_json`, and on malformed texts.

use azulejo_rules::record::{EndedBy, Record, RoundRecord};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Game, Seat};
use serde_json::{Map, Value, json};

use crate::support;
use crate::support::random_games::{Bias, new_game, play_random, variants};

/// The number of accepted and rejected texts.
#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    rejected: usize,
}

/// Parses any text. An accepted text must round-trip and mean the same to `serde_json`; a rejection
/// must name a column of the text.
#[track_caller]
fn check(text: &str, tally: &mut Tally) {
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(error) => {
            assert!(
                (1..=text.chars().count() + 1).contains(&error.column),
                "{error}\n{text}"
            );
            assert!(!error.reason.is_empty(), "{text}");
            tally.rejected += 1;
            return;
        }
    };
    tally.accepted += 1;
    assert_eq!(record.to_json(), text);
    match serde_json::from_str::<Value>(text) {
        Ok(value) => assert_eq!(value, value_of(&record), "{text}"),
        // Valid JSON, but serde_json converts numbers to floats.
        Err(error) => assert!(
            error.to_string().starts_with("number out of range"),
            "{error}\n{text}"
        ),
    }
    // The record may be illegal; replaying it must not panic either.
    if let Ok(game) = Game::from_record(record.clone()) {
        assert_eq!(game.position().to_string().parse(), Ok(*game.position()));
    }
}

// ---------------------------------------------------------------------------------------------
// Records as serde_json values
// ---------------------------------------------------------------------------------------------

fn value_of(record: &Record) -> Value {
    let mut map = object(json!({
        "format": "azulejo-record",
        "version": 1,
        "players": record.players,
        "wall": record.wall.name(),
        "start": record.start.number(),
        "rounds": record.rounds.iter().map(round_value).collect::<Vec<_>>(),
    }));
    if let Some(bonuses) = &record.bonuses {
        let bonus = |b: &azulejo_rules::record::BonusRecord| {
            let counts = b.bonuses;
            let value = json!({
                "rows": counts.rows, "columns": counts.columns, "colours": counts.colours
            });
            with_extra(object(value), &b.extra)
        };
        map.insert("bonuses".into(), bonuses.iter().map(bonus).collect());
    }
    if let Some(scores) = &record.scores {
        map.insert("scores".into(), json!(scores));
    }
    if let Some(winners) = &record.winners {
        map.insert(
            "winners".into(),
            winners.iter().map(|seat| seat.number()).collect(),
        );
    }
    if let Some(result) = &record.result {
        let value = match result.by {
            EndedBy::Score => json!({"by": "score"}),
            EndedBy::Resigned(seat) => json!({"by": "resigned", "seat": seat.number()}),
            EndedBy::Time(seat) => json!({"by": "time", "seat": seat.number()}),
            EndedBy::Left(seat) => json!({"by": "left", "seat": seat.number()}),
            EndedBy::Truncated => json!({"by": "truncated"}),
            EndedBy::Aborted => json!({"by": "aborted"}),
        };
        map.insert("result".into(), with_extra(object(value), &result.extra));
    }
    if let Some(takeovers) = &record.takeovers {
        let takeover = |t: &azulejo_rules::record::Takeover| {
            let value = json!({
                "seat": t.seat.number(), "round": t.round, "move": t.at_move, "bot": t.bot,
                "reason": t.reason,
            });
            with_extra(object(value), &t.extra)
        };
        map.insert("takeovers".into(), takeovers.iter().map(takeover).collect());
    }
    with_extra(map, &record.extra)
}

fn round_value(round: &RoundRecord) -> Value {
    fn texts<T: ToString>(items: &[T]) -> Vec<String> {
        items.iter().map(ToString::to_string).collect()
    }
    let mut map = object(json!({
        "start": round.start.number(),
        "deal": texts(&round.deal),
        "moves": texts(&round.moves),
    }));
    if let Some(tiling) = &round.tiling {
        map.insert(
            "tiling".into(),
            tiling.iter().map(|list| json!(texts(list))).collect(),
        );
    }
    if let Some(scores) = &round.scores {
        map.insert("scores".into(), json!(scores));
    }
    with_extra(map, &round.extra)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("not an object: {other}"),
    }
}

fn with_extra(mut map: Map<String, Value>, extra: &[(String, String)]) -> Value {
    for (key, text) in extra {
        let value = serde_json::from_str(text).expect("an extra value is JSON");
        assert_eq!(
            map.insert(key.clone(), value),
            None,
            "duplicate key {key:?}"
        );
    }
    Value::Object(map)
}

// ---------------------------------------------------------------------------------------------
// Valid texts
// ---------------------------------------------------------------------------------------------

#[test]
fn samples_agree_with_serde_json() {
    let mut tally = Tally::default();
    seeds().iter().for_each(|text| check(text, &mut tally));
    assert!(tally.accepted > 20 && tally.rejected == 0, "{tally:?}");
}

/// Strings, keys and values in the compact output of `serde_json` are canonical: both escape the same
/// characters in the same way.
#[test]
fn compact_serde_json_output_is_canonical() {
    let mut rng = FastRng::new(30);
    let mut tally = Tally::default();
    for _ in 0..3000 {
        let quoted = |text: &str| serde_json::to_string(text).expect("a string is JSON");
        let mut extra = String::new();
        let mut keys = Vec::new();
        for _ in 0..below(&mut rng, 4) {
            let key = random_string(&mut rng);
            if !keys.contains(&key) {
                let value = random_value(&mut rng, 0);
                extra += &format!(",{}:{value}", quoted(&key));
                keys.push(key);
            }
        }
        let name: String = random_string(&mut rng)
            .chars()
            .filter(|c| !c.is_control())
            .collect();
        let text = format!(
            r#"{{"format":"azulejo-record","version":1,"players":["x{}",{}],"wall":"grey","start":2,"rounds":[]{extra}}}"#,
            name.replace(['"', '\\'], ""),
            quoted(&format!("y{name}")),
        );
        check(&text, &mut tally);
    }
    assert_eq!((tally.accepted, tally.rejected), (3000, 0));
}

fn random_string(rng: &mut FastRng) -> String {
    const PARTS: &[&str] = &[
        "a",
        "Z",
        "0",
        " ",
        "\"",
        "\\",
        "/",
        "\u{0}",
        "\u{8}",
        "\t",
        "\n",
        "\u{b}",
        "\u{c}",
        "\r",
        "\u{1f}",
        "\u{7f}",
        "\u{85}",
        "é",
        "ł",
        "日",
        "\u{2028}",
        "\u{feff}",
        "\u{fffd}",
        "🟦",
        "\u{10ffff}",
        "u0041",
        "\u{d7ff}",
        "\u{e000}",
    ];
    (0..below(rng, 8))
        .map(|_| PARTS[below(rng, PARTS.len() as u32) as usize])
        .collect()
}

fn random_value(rng: &mut FastRng, depth: u32) -> Value {
    match below(rng, if depth < 3 { 9 } else { 6 }) {
        0 => Value::Null,
        1 => json!(below(rng, 2) == 0),
        2 => json!(below(rng, 1000)),
        3 => json!(-i64::from(below(rng, u32::MAX)) * 1_000_000),
        4 => json!(f64::from(below(rng, u32::MAX)) / 7.0e12),
        5 => json!(random_string(rng)),
        6 => (0..below(rng, 4))
            .map(|_| random_value(rng, depth + 1))
            .collect(),
        _ => {
            let fields = 0..below(rng, 4);
            fields
                .map(|_| (random_string(rng), random_value(rng, depth + 1)))
                .collect()
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Malformed texts
// ---------------------------------------------------------------------------------------------

/// Records of many kinds: the samples, and a stopped game of each variant.
fn seeds() -> Vec<String> {
    let mut rng = FastRng::new(31);
    let samples = support::data("samples/records.jsonl") + &support::data("samples/rare.jsonl");
    let mut texts: Vec<String> = samples.lines().map(str::to_string).collect();
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[0]);
        play_random(&mut game, Bias::CompleteLines, 2, &mut rng, |_, _| ());
        texts.push(game.record().to_json());
        assert!(game.stop(EndedBy::Time(Seat::ALL[1])).is_ok());
        let stopped = game.record().to_json();
        let takeover = r#","takeovers":[{"seat":1,"round":1,"move":2,"bot":"b","reason":"left"}]"#;
        texts.push(format!(
            "{}{takeover}{}",
            &stopped[..stopped.len() - 1],
            r#","z":[1,{"k":-0.5e3}]}"#
        ));
    }
    texts
}

/// Short fragments that are valid somewhere in a record, or nearly.
const FRAGMENTS: &[&str] = &[
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "\t",
    "0",
    "1",
    "2",
    "3",
    "9",
    "00",
    "01",
    "-1",
    "1.0",
    "1e3",
    "1e999",
    "999",
    "1000",
    "65536",
    "null",
    "true",
    "\\u001f",
    "\\u001F",
    "\\u0041",
    "\\ud800",
    "\\/",
    "\\n",
    "\\u000a",
    "é",
    "\u{7f}",
    "\u{0}",
    "\"x\":1,",
    ",\"x\":1",
    ",\"x\":[]",
    "\"moves\":[]",
    "B",
    "F",
    "C",
    "-",
    "\"BRKK\"",
    "\"1:1\"",
    "\"CKF\",",
    "[]",
    "[],",
    "{}",
    "\"start\":1,",
    "\"result\":{\"by\":\"aborted\"},",
    ",\"tiling\":[[],[]]",
    "bot:",
];

/// Applies up to three small mutations at character boundaries.
fn mutate(text: &str, rng: &mut FastRng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, 2) {
        let len = chars.len();
        let at = below(rng, len as u32 + 1) as usize;
        let end = (at + below(rng, 6) as usize).min(len);
        let fragment = FRAGMENTS[below(rng, FRAGMENTS.len() as u32) as usize].chars();
        match below(rng, 6) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, fragment)),
            2 => drop(chars.splice(at..end, fragment)),
            3 => {
                // Duplicate a longer stretch: keys and entries are repeated or out of order.
                let other = below(rng, len as u32 + 1) as usize;
                let far = (at + below(rng, 60) as usize).min(len);
                let stretch: Vec<char> = chars[at..far].to_vec();
                chars.splice(other..other, stretch);
            }
            4 if at < len => {
                let other = below(rng, len as u32) as usize;
                chars.swap(at, other);
            }
            _ => {
                // Replacing a digit keeps the text well formed, so that the rules are exercised.
                let mut digits = chars.iter_mut().filter(|c| c.is_ascii_digit());
                if let Some(digit) = digits.nth(below(rng, 200) as usize) {
                    *digit = char::from(b'0' + below(rng, 10) as u8);
                }
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_records_never_panic_and_round_trip() {
    let mut rng = FastRng::new(32);
    let seeds = seeds();
    let mut tally = Tally::default();
    for _ in 0..60_000 {
        let seed = &seeds[below(&mut rng, seeds.len() as u32) as usize];
        check(&mutate(seed, &mut rng), &mut tally);
    }
    // Both kinds must be frequent, or else the mutations are too strong or too weak.
    assert!(
        tally.accepted > 3_000 && tally.rejected > 30_000,
        "{tally:?}"
    );
}

#[test]
fn truncated_records_are_rejected() {
    let mut tally = Tally::default();
    for seed in seeds() {
        for (end, _) in seed.char_indices() {
            check(&seed[..end], &mut tally);
        }
    }
    assert_eq!(
        tally.accepted, 0,
        "no proper prefix of a record is a record"
    );
}

/// Detecting duplicate keys must not be quadratic.
///
/// No time limit is asserted, since the machine may be busy. With this many keys a quadratic check
/// would not finish.
#[test]
fn many_unknown_keys_parse_in_reasonable_time() {
    let keys: String = (0..400_000).map(|i| format!(r#","k{i}":{i}"#)).collect();
    let head = r#"{"format":"azulejo-record","version":1,"players":["a","b"],"wall":"grey","start":2,"rounds":[]"#;
    for text in [
        format!("{head}{keys}}}"),
        format!("{head},\"x\":{{\"y\":0{keys}}}}}"),
    ] {
        let record: Record = text.parse().expect("a record with many unknown keys");
        assert_eq!(record.to_json(), text);
    }
}
