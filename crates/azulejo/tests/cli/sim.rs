//! `sim`: the same seed gives the same file, and the file is legal.

use std::fs;

use crate::{azulejo, check_failure, scratch, stdout};

/// A hash that will not change with any library (FNV-1a, 64 bits).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Games of a seed.
fn records(games: u32, seed: u32, args: &[&str]) -> String {
    let (games, seed) = (games.to_string(), seed.to_string());
    let mut all = vec!["sim", "--games", &games, "--seed", &seed, "--out", "-"];
    all.extend(args);
    let output = azulejo(&all, b"");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn files_are_pinned_and_legal() {
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
fn threads_and_the_way_of_writing_make_no_difference() {
    let path = scratch("sim_threads.jsonl");
    let path_text = path.to_str().unwrap();
    let args = ["sim", "--games", "1000", "--players", "3", "--out"];
    let one = azulejo(&[&args[..], &["-"]].concat(), b"");
    let three = stdout(&[&args[..], &[path_text, "--threads", "3"]].concat(), "");
    assert_eq!(one.stdout, fs::read(&path).unwrap());
    // The summary is on standard output, or on stderr when the records are there.
    assert_eq!(String::from_utf8(one.stderr).unwrap(), three);
    assert!(
        three.starts_with("1000 games of 3 players on the coloured wall, seed 1\n"),
        "{three}"
    );
}

#[test]
fn more_games_of_a_seed_begin_with_the_same_games() {
    let few = records(50, 7, &[]);
    let many = records(60, 7, &[]);
    assert!(many.starts_with(&few));
    assert_ne!(few, records(50, 8, &[]));
}

#[test]
fn random_is_what_plays_by_default() {
    assert_eq!(
        records(50, 7, &["--players", "3"]),
        records(50, 7, &["--bots", "random,random,random"])
    );
}

#[test]
fn bots_are_named_and_repeatable() {
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
fn seats_take_turns_to_start() {
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
fn wrong_runs_are_refused() {
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
        "azulejo: --players 3 does not fit the 2 bots; --bots alone is enough",
    );
    let path = scratch("no/such/folder/x.jsonl");
    let output = azulejo(&["sim", "--out", path.to_str().unwrap()], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with(&format!("azulejo: {}: ", path.display())),
        "{stderr}"
    );
    assert!(
        stderr.ends_with("; name a file that can be written\n"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn no_games_are_fine_too() {
    let summary = stdout(&["sim", "--games", "0"], "");
    assert_eq!(
        summary,
        "0 games of 2 players on the coloured wall, seed 1\n"
    );
}
