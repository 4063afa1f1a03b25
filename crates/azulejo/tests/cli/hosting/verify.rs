//! `verify`: proofs of the draws in records.

use std::fs;

use super::{ServerProcess, folder, run, value_of};
use crate::{azulejo, stdout};

/// Returns the record with the first digit of a hexadecimal value changed.
#[track_caller]
fn with_changed_digit(record: &str, hex: &str) -> String {
    assert_eq!(record.matches(hex).count(), 1, "{hex}");
    let digit = if hex.starts_with('0') { '1' } else { '0' };
    record.replace(hex, &format!("{digit}{}", &hex[1..]))
}

/// Returns the record with the tiles of one factory reordered, which is still legal.
fn with_changed_deal(record: &str) -> String {
    let start = record.find("\"deal\":[").unwrap() + 8;
    let end = start + record[start..].find(']').unwrap();
    let mut factories = record[start..end].split(',');
    let turned = |factory: &str| factory.chars().rev().collect::<String>();
    let factory = factories.find(|factory| turned(factory) != **factory);
    let factory = factory.expect("a factory that is not a palindrome");
    let deal = record[start..end].replacen(factory, &turned(factory), 1);
    format!("{}{deal}{}", &record[..start], &record[end..])
}

/// Runs `azulejo verify` on a record. Returns its exit code and output.
fn run_verify(record: &str) -> (Option<i32>, String) {
    let output = azulejo(&["verify", "-"], record.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text)
}

#[test]
fn verify_accepts_server_record_and_rejects_forgeries() {
    let data = folder("verify");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    let record = server.play_game(&data);
    drop(server);
    assert_eq!(stdout(&["replay", "-"], &record), "1 game, all legal\n");
    let game = value_of(&record, "game").to_owned();
    let (code, output) = run_verify(&record);
    let expected = format!(
        "-, line 1: game {game}: all 1 deals verified against the commitment \
         (nonce of seat 1; start player chosen by the host)\n"
    );
    assert_eq!((code, output), (Some(0), expected));

    let nonces = &record[record.find("\"nonces\":[\"").unwrap() + 11..];
    let nonce = nonces.split('"').next().unwrap();
    let not_promised = "the secret is not the promised one";
    for (what, forged, reason) in [
        (
            "the deal",
            with_changed_deal(&record),
            "round 1: the record deals",
        ),
        (
            "the secret",
            with_changed_digit(&record, value_of(&record, "secret")),
            not_promised,
        ),
        (
            "the commitment",
            with_changed_digit(&record, value_of(&record, "commitment")),
            not_promised,
        ),
        (
            "a nonce",
            with_changed_digit(&record, nonce),
            "the nonce of seat 1 is not the one it was committed to",
        ),
        (
            "no nonce",
            record.replace(&format!("\"{nonce}\""), "null"),
            "seat 1 is recorded as \"revealed\", which does not fit",
        ),
        (
            "a withheld nonce",
            record
                .replace(&format!("\"{nonce}\""), "null")
                .replace("[\"revealed\"", "[\"withheld\""),
            "round 1: the record deals",
        ),
        (
            "a revealed nonce claimed as withheld",
            record.replace("[\"revealed\"", "[\"withheld\""),
            "seat 1 is recorded as \"withheld\", which does not fit",
        ),
        (
            "a nonce on the bot's seat",
            record.replace(
                &format!("\"{nonce}\",null"),
                &format!("\"{nonce}\",\"{nonce}\""),
            ),
            "seat 2 belongs to a bot",
        ),
        (
            "the start player",
            record.replace(
                "\"start\":1,\"contributions\"",
                "\"start\":2,\"contributions\"",
            ),
            "seat 1 starts, but seat 2 follows from the proof",
        ),
        (
            "the game",
            record.replace(&format!("\"game\":\"{game}\""), "\"game\":\"zzzzzzzz\""),
            not_promised,
        ),
    ] {
        assert_ne!(forged, record, "{what}");
        // The record is still legal: only the proof fails.
        assert_eq!(
            stdout(&["replay", "-"], &forged),
            "1 game, all legal\n",
            "{what}"
        );
        let (code, output) = run_verify(&forged);
        assert_eq!(code, Some(1), "{what}: {output}");
        assert!(
            output.starts_with("-, line 1: NOT VERIFIED: ") && output.contains(reason),
            "{what}: {output}"
        );
    }
    // An invalid record among others is reported with its line number.
    let both = format!("{record}\n{}\n", with_changed_deal(&record));
    let (code, output) = run_verify(&both);
    assert_eq!(code, Some(1));
    assert!(output.contains("-, line 2: NOT VERIFIED"), "{output}");
    assert!(!output.contains("line 1: NOT"), "{output}");
}

#[test]
fn verify_distinguishes_records_without_proof() {
    let sim = ["sim", "--games", "1", "--seed", "7", "--out", "-"];
    let simulated = azulejo(&sim, b"").stdout;
    let simulated = String::from_utf8(simulated).unwrap();
    let data = folder("no-proof");
    let save = data.join("local.jsonl");
    let local = [
        "play",
        "--plain",
        "--seats",
        "random,random",
        "--seed",
        "7",
        "--save",
        save.to_str().unwrap(),
    ];
    let (code, _, stderr) = run(&data, &local);
    assert_eq!(code, Some(0), "{stderr}");
    let played = fs::read_to_string(&save).unwrap();
    let matched = data.join("match.jsonl");
    let bots = [
        "match",
        "random",
        "random",
        "--pairs",
        "1",
        "--out",
        matched.to_str().unwrap(),
    ];
    let (code, _, stderr) = run(&data, &bots);
    assert_eq!(code, Some(0), "{stderr}");
    // Two games per deal.
    let matched = fs::read_to_string(&matched).unwrap();
    let matched: Vec<_> = matched.lines().map(str::to_owned).collect();
    assert_eq!(matched.len(), 2);
    for record in [simulated, played].into_iter().chain(matched) {
        assert!(
            record.starts_with("{\"format\":\"azulejo-record\""),
            "{record}"
        );
        let output = azulejo(&["verify", "-"], record.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.starts_with("-, line 1: NOT VERIFIED: there is no proof in this record"),
            "{text}"
        );
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, "azulejo: 1 of 1 games are not verified\n");
    }
}
