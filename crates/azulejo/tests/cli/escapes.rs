//! Escape sequences in records, file names and arguments never reach the terminal.

use std::fs;

use crate::{azulejo, scratch};

/// What a terminal would obey: clear the screen, overwrite the line above, set the title, write to
/// the clipboard; as C0 and as C1 sequences; and reversed text.
const HOSTILE: &str =
    "\x1b[2J\x1b[1A\x1b[K\x1b]0;t\x07\x1b]52;c;aGk=\x07\u{9b}2J\r\x08\x7f\u{202e}\u{2066}";

fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{2066}'
}

/// Returns a record whose value at a key is replaced.
fn with_value(record: &str, key: &str, value: &serde_json::Value) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap();
    record[key] = value.clone();
    record.to_string()
}

#[test]
fn escape_sequences_do_not_reach_the_terminal() {
    let sim = azulejo(&["sim", "--games", "1", "--seed", "1", "--out", "-"], b"");
    let record = String::from_utf8(sim.stdout).unwrap();
    let record = record.lines().next().unwrap();
    let keys: serde_json::Value = serde_json::from_str(record).unwrap();
    let keys: Vec<_> = keys.as_object().unwrap().keys().cloned().collect();
    let hostile_name = serde_json::json!(["Ana\u{202e}", "Bea\u{2066}"]);
    let mut records = vec![
        HOSTILE.to_owned(),
        format!("{record}{HOSTILE}"),
        record.replace("\":", &format!("{HOSTILE}\":")),
        with_value(record, HOSTILE, &1.into()),
    ];
    for key in &keys {
        records.push(with_value(record, key, &HOSTILE.into()));
        records.push(with_value(record, key, &hostile_name));
    }
    let mut outputs = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let path = scratch(&format!("escapes-{number}.jsonl"));
        fs::write(&path, format!("{record}\n")).unwrap();
        let path = path.to_str().unwrap();
        for args in [
            vec!["replay", path],
            vec!["replay", path, "--show", "1"],
            vec!["verify", path],
            vec!["analyse", path],
        ] {
            outputs.push((format!("{args:?} {record}"), azulejo(&args, b"")));
        }
    }
    for args in [
        vec![HOSTILE],
        vec!["moves", HOSTILE],
        vec!["perft", HOSTILE, "1"],
        vec!["replay", HOSTILE],
        vec!["verify", HOSTILE],
        vec!["analyse", HOSTILE],
        vec!["match", HOSTILE, "greedy"],
        vec!["sim", "--players", HOSTILE],
        vec!["play", "--plain", "--players", HOSTILE],
        vec!["play", "--plain", "--online", HOSTILE],
        vec!["restore", HOSTILE],
    ] {
        outputs.push((format!("{args:?}"), azulejo(&args, HOSTILE.as_bytes())));
    }
    for (case, output) in outputs {
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).unwrap();
            let found: Vec<_> = text.matches(is_unsafe).collect();
            assert!(found.is_empty(), "{case}: {found:?} in {text:?}");
        }
    }
}
