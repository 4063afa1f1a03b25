//! `replay`: accepts legal records, and reports the first fault with its location and reason.

use std::fs;
use std::path::PathBuf;

use crate::{azulejo, check_failure, sample, scratch, stdout};

/// Returns the records of three random games.
fn games() -> [String; 3] {
    let args = ["sim", "--games", "3", "--seed", "1", "--out", "-"];
    let text = String::from_utf8(azulejo(&args, b"").stdout).unwrap();
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.try_into().unwrap()
}

/// Writes a file of three games, the second of which is `second`.
fn file(name: &str, second: &[u8]) -> (PathBuf, String) {
    let [first, _, third] = games();
    let path = scratch(name);
    let text = [
        first.as_bytes(),
        b"\n",
        second,
        b"\n",
        third.as_bytes(),
        b"\n",
    ]
    .concat();
    fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap().to_owned();
    (path, name)
}

#[track_caller]
fn check_fault(test: &str, second: &str, fault: &str) {
    let (path, name) = file(&format!("replay_{test}.jsonl"), second.as_bytes());
    let stderr = format!(
        "azulejo: {}, line 2: {fault}; `azulejo replay {name} --show 2` shows the game up to there",
        path.display()
    );
    check_failure(&["replay", &name], b"", 1, &stderr);
    // The command that the message suggests must work.
    let shown = azulejo(&["replay", &name, "--show", "2"], b"");
    assert_eq!(shown.status.code(), Some(1));
    let end = format!("line 2: {fault}; the game is shown up to there\n");
    let stderr = String::from_utf8(shown.stderr).unwrap();
    assert!(stderr.ends_with(&end), "{stderr}");
}

#[track_caller]
fn check_invalid_record(test: &str, second: &str, reason: &str) {
    let (path, name) = file(&format!("replay_{test}.jsonl"), second.as_bytes());
    let output = azulejo(&["replay", &name], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let start = format!(
        "azulejo: {}, line 2: not a record: {reason}",
        path.display()
    );
    assert!(stderr.starts_with(&start), "{stderr}");
    assert!(
        stderr.ends_with("; docs/notation.md describes records\n"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn accepts_all_samples() {
    let (records, rare) = (sample("records.jsonl"), sample("rare.jsonl"));
    let (records, rare) = (records.to_str().unwrap(), rare.to_str().unwrap());
    assert_eq!(stdout(&["replay", records], ""), "12 games, all legal\n");
    assert_eq!(stdout(&["replay", rare], ""), "10 games, all legal\n");
    assert_eq!(
        stdout(&["replay", records, rare], ""),
        "22 games, all legal\n"
    );
    let text = fs::read_to_string(rare).unwrap();
    assert_eq!(stdout(&["replay", "-"], &text), "10 games, all legal\n");
    assert_eq!(
        stdout(&["replay", "-"], text.lines().next().unwrap()),
        "1 game, all legal\n"
    );
    assert_eq!(stdout(&["replay", "-"], ""), "0 games, all legal\n");
}

#[test]
fn shows_every_sample() {
    for (name, n_games) in [("records.jsonl", 12), ("rare.jsonl", 10)] {
        let path = sample(name);
        for game in 1..=n_games {
            let shown = stdout(
                &[
                    "replay",
                    path.to_str().unwrap(),
                    "--show",
                    &game.to_string(),
                ],
                "",
            );
            assert!(shown.starts_with("Round 1: "), "{name} {game}");
            let last = shown.lines().last().unwrap();
            let ends = [
                "wins by",
                "wins with",
                "Shared victory",
                "isn’t over yet",
                "Stopped after",
            ];
            assert!(
                ends.iter().any(|end| last.contains(end)),
                "{name} {game}: {last}"
            );
        }
    }
}

#[test]
fn illegal_move_is_reported() {
    let [_, second, _] = games();
    let at = second.find("\"moves\":[\"").unwrap() + "\"moves\":[\"".len();
    let illegal = format!("{}9B1{}", &second[..at], &second[at + 3..]);
    check_fault(
        "move",
        &illegal,
        "round 1, move 1 (9B1): there is no such factory on this table",
    );
}

#[test]
fn illegal_placement_is_reported() {
    let [_, second, _] = games();
    let at = second.find("\"tiling\":[[\"").unwrap() + "\"tiling\":[[\"".len();
    let line = second[at..].chars().next().unwrap();
    let floor = format!("{}{line}:F{}", &second[..at], &second[at + 3..]);
    let fault = format!(
        "round 1, tiling of player 1 ({line}:F): the tile has a legal space and must be placed"
    );
    check_fault("placement", &floor, &fault);
}

#[test]
fn wrong_winners_are_reported() {
    let [_, second, _] = games();
    let (game, winners) = second.split_once(",\"winners\":").unwrap();
    let (right, wrong) = if winners == "[1]}" {
        ("[1]", "[2]")
    } else {
        ("[2]", "[1]")
    };
    let fault = format!("the game: the winners are {right}, not {wrong}");
    check_fault("winners", &format!("{game},\"winners\":{wrong}}}"), &fault);
}

#[test]
fn invalid_record_is_reported() {
    let [_, second, _] = games();
    check_invalid_record("empty", "", "column 1: ");
    check_invalid_record(
        "colour",
        &second.replacen("\"moves\":[\"", "\"moves\":[\"1X1\",\"", 1),
        "column 180 (rounds[1].moves[1]): \"1X1\": character 2: 'X' is not a colour",
    );
    let column = second.chars().count() + 1;
    check_invalid_record(
        "rest",
        &format!("{second}\r"),
        &format!("column {column}: unexpected text after the record"),
    );
}

#[test]
fn invalid_utf8_is_reported() {
    let (path, name) = file("replay_utf8.jsonl", b"{\"format\":\xFF");
    let stderr = format!(
        "azulejo: {}, line 2: byte 11 isn’t UTF-8; a record is text",
        path.display()
    );
    check_failure(&["replay", &name], b"", 1, &stderr);
}

#[test]
fn truncated_file_is_rejected() {
    let [first, second, _] = games();
    let half = format!("{first}\n{}", &second[..second.len() / 2]);
    let output = azulejo(&["replay", "-"], half.as_bytes());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("azulejo: standard input, line 2: not a record: column "),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn missing_files_are_reported() {
    let output = azulejo(&["replay", "no-such-file.jsonl"], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("azulejo: no-such-file.jsonl: "),
        "{stderr}"
    );
    assert!(
        stderr.ends_with(". Choose a file of game records.\n"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
    check_failure(
        &["replay", "-", "--show", "4"],
        games().join("\n").as_bytes(),
        1,
        "azulejo: --show 4: there are only 3 games.",
    );
}

#[test]
fn record_errors_are_translated() {
    let [_, second, _] = games();
    let (path, name) = file("replay_translated.jsonl", format!("{second} ").as_bytes());
    let stderr = format!(
        "azulejo: {}, Zeile 2: Das ist keine gültige Aufzeichnung. Zeichen {}: \
         Nach der Aufzeichnung folgt noch Text. \
         Wie Aufzeichnungen aussehen, steht in docs/notation.md.",
        path.display(),
        second.chars().count() + 1
    );
    check_failure(&["replay", &name, "--lang", "de"], b"", 1, &stderr);
}
