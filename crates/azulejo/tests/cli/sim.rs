//! `sim`: reproducible and legal games.

use std::fs;

use crate::{azulejo, check_failure, scratch, stdout};

/// The 64-bit FNV-1a hash, independent of library versions.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Returns the records of games with this seed.
fn records(games: u32, seed: u32, args: &[&str]) -> String {
    let (games, seed) = (games.to_string(), seed.to_string());
    let mut all = vec!["sim", "--games", &games, "--seed", &seed, "--out", "-"];
    all.extend(args);
    let output = azulejo(&all, b"");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn records_match_pinned_hashes_and_are_legal() {
    for (players, wall, hash) in [
        ("2", "coloured", 0x9B9C_4188_6A82_19D2),
        ("3", "coloured", 0x9560_5805_D980_0F34),
        ("4", "coloured", 0x3C6F_EE38_2037_3418),
        ("2", "grey", 0x98FA_87E4_7C78_1DD7),
        ("3", "grey", 0x7D63_895A_6FB0_3398),
        ("4", "grey", 0x4499_414D_1D15_4839),
    ] {
        let text = records(50, 7, &["--players", players, "--wall", wall]);
        assert_eq!(text.lines().count(), 50);
        assert_eq!(stdout(&["replay", "-"], &text), "50 games, all legal\n");
        let found = fnv(text.as_bytes());
        assert_eq!(
            found, hash,
            "{players} players, {wall} wall: 0x{found:016X}"
        );
    }
}

#[test]
fn output_is_independent_of_threads_and_destination() {
    let path = scratch("sim_threads.jsonl");
    let path_text = path.to_str().unwrap();
    let args = ["sim", "--games", "1000", "--players", "3", "--out"];
    let one = azulejo(&[&args[..], &["-"]].concat(), b"");
    let three = stdout(&[&args[..], &[path_text, "--threads", "3"]].concat(), "");
    assert_eq!(one.stdout, fs::read(&path).unwrap());
    // The summary is on stdout, or on stderr if the records are on stdout.
    assert_eq!(String::from_utf8(one.stderr).unwrap(), three);
    assert!(
        three.starts_with("1000 games of 3 players on the coloured wall, seed 1\n"),
        "{three}"
    );
}

#[test]
fn fewer_games_are_a_prefix_of_more_games() {
    let few = records(50, 7, &[]);
    let many = records(60, 7, &[]);
    assert!(many.starts_with(&few));
    assert_ne!(few, records(50, 8, &[]));
}

#[test]
fn default_bot_is_random() {
    assert_eq!(
        records(50, 7, &["--players", "3"]),
        records(50, 7, &["--bots", "random,random,random"])
    );
}

#[test]
fn bot_games_are_named_and_reproducible() {
    let args = ["--bots", "random,greedy,random", "--wall", "grey"];
    let text = records(6, 7, &args);
    assert_eq!(text, records(6, 7, &args));
    assert!(text.lines().all(|line| {
        line.contains(
            "\"players\":[\"bot:random\",\"bot:greedy\",\"bot:random\"],\"wall\":\"grey\"",
        )
    }));
    assert_eq!(stdout(&["replay", "-"], &text), "6 games, all legal\n");
}

#[test]
fn starting_seat_rotates() {
    let starts: Vec<_> = records(4, 7, &["--players", "3"])
        .lines()
        .map(|line| {
            line.split_once("\"start\":")
                .unwrap()
                .1
                .chars()
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(starts, ['1', '2', '3', '1']);
}

#[test]
fn invalid_runs_are_rejected() {
    check_failure(
        &["sim", "--bots", "greedy"],
        b"",
        2,
        "azulejo: --bots: 2 to 4 bots play, not 1; separate them by commas",
    );
    check_failure(
        &["sim", "--bots", "greedy,random", "--players", "3"],
        b"",
        2,
        "azulejo: --players 3 does not match the 2 bots; --bots alone is enough",
    );
    let path = scratch("no/such/folder/x.jsonl");
    let output = azulejo(&["sim", "--out", path.to_str().unwrap()], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with(&format!("azulejo: {}: ", path.display())),
        "{stderr}"
    );
    assert!(
        stderr.ends_with("; choose a file that can be written\n"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn zero_games_are_allowed() {
    let summary = stdout(&["sim", "--games", "0"], "");
    assert_eq!(
        summary,
        "0 games of 2 players on the coloured wall, seed 1\n"
    );
}
