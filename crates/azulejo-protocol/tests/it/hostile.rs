//! Hostile input: no parser panics, and accepted input round-trips.

use std::path::PathBuf;

use azulejo_protocol::frame::ClientFrame;
use azulejo_protocol::http::NewGame;
use azulejo_protocol::options::{MoveOption, TilingOptions};
use azulejo_protocol::record::RecordProblem;
use azulejo_protocol::replay::expand;
use azulejo_rules::record::Record;
use azulejo_rules::rng::{FastRng, below};

use crate::support::check_round_trip;

/// The committed seeds of the fuzz target for client frames.
fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/client_frame");
    let entries = std::fs::read_dir(&folder).expect("the folder exists");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a readable file"))
        .collect()
}

/// Returns whether the bytes are a client frame.
fn check(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<ClientFrame>(bytes) {
        Ok(frame) => {
            check_round_trip(&frame);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn fuzz_seeds_round_trip_or_are_rejected() {
    let (accepted, rejected): (Vec<_>, Vec<_>) = seeds().into_iter().partition(|seed| check(seed));
    assert!(accepted.len() > 10, "{} accepted", accepted.len());
    assert!(rejected.len() > 3, "{} rejected", rejected.len());
}

#[test]
fn mutated_frames_round_trip_or_are_rejected() {
    let seeds = seeds();
    let mut rng = FastRng::new(70);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = seeds[below(&mut rng, seeds.len() as u32) as usize].clone();
        for _ in 0..=below(&mut rng, 2) {
            let at = below(&mut rng, bytes.len() as u32 + 1) as usize;
            match below(&mut rng, 4) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = below(&mut rng, 256) as u8,
                2 if at < bytes.len() => _ = bytes.remove(at),
                _ => bytes.insert(at, b"\"\\{}[]:,0-e. "[below(&mut rng, 13) as usize]),
            }
        }
        accepted += usize::from(check(&bytes));
    }
    assert!(accepted > 500, "{accepted}");
}

#[test]
fn deep_nesting_is_rejected() {
    for depth in [200, 100_000] {
        let text = "[".repeat(depth);
        assert!(serde_json::from_str::<ClientFrame>(&text).is_err());
        let text = format!("{{\"t\":{text}");
        assert!(serde_json::from_str::<ClientFrame>(&text).is_err());
        let text = "{\"seats\":".repeat(depth);
        assert!(serde_json::from_str::<NewGame>(&text).is_err());
        let text = r#"{"seat":1,"first":{"line":1,"colour":"B","choices":[{"next":"#.repeat(depth);
        assert!(serde_json::from_str::<TilingOptions>(&text).is_err());
    }
}

#[test]
fn malformed_moves_are_rejected() {
    let option = |text: &str| format!(r#"{{"move":{text},"colour":"B","taken":1,"round_end":0}}"#);
    assert!(serde_json::from_str::<MoveOption>(&option("\"1B1\"")).is_ok());
    for text in [
        "\"0B1\"", "\"1B\"", "\"1b1\"", "\"\"", "\"1B1 \"", "7", "null", "[1]",
    ] {
        assert!(
            serde_json::from_str::<MoveOption>(&option(text)).is_err(),
            "{text}"
        );
    }
}

/// Every truncation of a record is reported at a column of the text.
#[test]
fn truncated_records_are_reported_with_a_column() {
    let text = crate::records::VALID;
    for end in 0..text.len() {
        let error = text[..end]
            .parse::<Record>()
            .expect_err("a truncated record");
        let problem = RecordProblem::from(&error);
        check_round_trip(&problem);
        let json = serde_json::to_value(&problem).expect("wire types are JSON");
        assert_eq!(json["place"]["at"], "text");
        let column = json["place"]["column"].as_u64().expect("a column") as usize;
        assert!((1..=end + 1).contains(&column), "{column} of {end}");
    }
}

/// Replacing any character of a record gives a record or a problem that round-trips.
#[test]
fn mutated_records_are_expanded_or_reported() {
    let text = crate::records::VALID;
    let mut rng = FastRng::new(71);
    let mut illegal = 0;
    for at in 0..text.len() {
        let new = b"0123456789BYRKWCF:-\"[]{},"[below(&mut rng, 25) as usize];
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = new;
        let changed = String::from_utf8(bytes).expect("ASCII");
        match changed.parse::<Record>() {
            Err(error) => check_round_trip(&RecordProblem::from(&error)),
            Ok(record) => match expand(&record) {
                Ok(replay) => check_round_trip(&replay),
                Err(fault) => {
                    check_round_trip(&RecordProblem::from(&fault));
                    illegal += 1;
                }
            },
        }
    }
    assert!(illegal > 10, "{illegal}");
}
