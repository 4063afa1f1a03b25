//! `play`: whole games from a pipe, and everything a person may type.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::{azulejo, scratch, stdout};

/// Plays a scripted game of two people and saves it; gives what was printed.
fn scripted(name: &str, wall: &str, seed: &str, start: &str) -> String {
    let path = scratch(&format!("{name}.jsonl"));
    // Left over from another run of the tests.
    let _whether_there = fs::remove_file(&path);
    let save = path.to_str().unwrap();
    let script = format!("{}/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(script).unwrap();
    let seats = "human:Ana,human:Rui";
    let args = [
        "play", "--wall", wall, "--seed", seed, "--start", start, "--seats", seats, "--save", save,
    ];
    let text = stdout(&args, &script);
    assert!(
        !text.contains("is not possible") && !text.contains("is no move"),
        "{text}"
    );
    assert!(
        text.ends_with(&format!("The record was added to {save}.\n")),
        "{text}"
    );
    assert_eq!(stdout(&["replay", save], ""), "1 game, all legal\n");
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .contains("\"players\":[\"Ana\",\"Rui\"]")
    );
    text
}

#[test]
fn a_whole_game_on_the_coloured_wall() {
    let text = scripted("play_coloured", "coloured", "12", "1");
    assert!(text.contains("\nRound 1: Ana starts.\n"));
    assert!(text.contains("row complete\n"));
    assert!(text.contains("\nThe game is over: a row of a wall is complete.\n"));
    assert!(text.contains("\n  Ana      63     1: +2        1: +7             –      72\n"));
    assert!(text.contains("\nAna wins by 29 points.\n"), "{text}");
}

#[test]
fn a_whole_game_on_the_grey_wall() {
    let text = scripted("play_grey", "grey", "5", "2");
    assert!(text.contains("\nRound 1: Rui starts.\n"));
    assert!(text.contains(" is complete. Which column does its "));
    assert!(text.contains("\nRui wins by 1 point.\n"), "{text}");
}

/// Takes the bot's advice all the way, as long as it gives any.
fn play_by_hints(args: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut all = String::new();
    stdin.write_all(b"hint\n").unwrap();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap() == 0 {
            break;
        }
        all.push_str(&line);
        let advice = line
            .split_once(" would play ")
            .and_then(|(_, rest)| rest.split_once(": "));
        if let Some((what, _)) = advice {
            // The game may be over with this move, and nobody listens to the next question.
            let _whether_heard = stdin.write_all(format!("{what}\nhint\n").as_bytes());
        }
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{all}");
    all
}

#[test]
fn a_game_against_a_bot_by_its_own_hints() {
    for wall in ["coloured", "grey"] {
        let text = play_by_hints(&["play", "--seed", "7", "--wall", wall]);
        assert!(text.contains("\nYou play "), "{text}");
        assert!(text.contains("\napprentice plays "), "{text}");
        let last = text.lines().last().unwrap();
        assert!(last.contains(" win") || last.contains("victory"), "{last}");
    }
}

#[test]
fn three_and_four_can_play() {
    let text = play_by_hints(&["play", "--seed", "2", "--seats", "human,random,greedy"]);
    assert!(text.contains("\nrandom plays "), "{text}");
    let text = play_by_hints(&[
        "play",
        "--seed",
        "2",
        "--seats",
        "random,human,greedy,greedy",
    ]);
    assert!(text.contains("\ngreedy (3) plays "), "{text}");
}

#[test]
fn bots_can_be_watched() {
    let text = stdout(
        &[
            "play",
            "--seats",
            "greedy,random",
            "--seed",
            "4",
            "--wall",
            "grey",
        ],
        "",
    );
    assert!(text.contains("\nRound 2: "), "{text}");
    assert!(text.lines().last().unwrap().contains("win"), "{text}");
}

#[test]
fn without_a_command_a_game_starts() {
    let text = stdout(&[], "?\n");
    assert!(
        text.starts_with("Azulejo on the coloured wall, game "),
        "{text}"
    );
    assert!(
        text.contains("\n> ?\nA move:  source, colour, line."),
        "{text}"
    );
    assert!(text.ends_with("\n> \nThe game stops here.\n"), "{text}");
}

/// The answer to one line, typed at the beginning of a game of two people.
fn answer(wall: &str, typed: &str) -> String {
    let args = [
        "play",
        "--seed",
        "7",
        "--start",
        "1",
        "--wall",
        wall,
        "--seats",
        "human,human",
    ];
    let text = stdout(&args, &format!("{typed}\n"));
    let (_, after) = text.split_once(&format!("\nPlayer 1 > {typed}\n")).unwrap();
    let (answer, _) = after.split_once("\nPlayer").unwrap();
    answer.to_owned()
}

#[test]
fn lines_that_are_no_move_get_a_reason() {
    for (typed, reason) in [
        (
            "9B1",
            "9B1 is not possible: there is no factory 9 at this table.",
        ),
        (
            "9",
            "9 is not possible: there is no factory 9 at this table.",
        ),
        ("2b1", "2B1 is not possible: there is no blue on factory 2."),
        ("cb", "CB is not possible: there is no blue in the centre."),
        ("c", "The centre has no tiles yet."),
        ("b", "Blue: 1 from factory 4 (4B), 1 from factory 5 (5B)."),
        (
            "undo",
            "There is no move of yours in this round to take back.",
        ),
        ("", "Type a move, such as 2B3, or ? for help."),
        (
            "2x3",
            "“2X3” is no move: character 2: 'X' is no colour (B, Y, R, K or W). Type ? for\nhelp.",
        ),
        (
            "hello",
            "“HELLO” is no move: a move has three characters, source, colour and line, as 2B3\n\
             or CKF; here are 5. Type ? for help.",
        ),
    ] {
        assert_eq!(answer("coloured", typed), reason, "{typed:?}");
    }
}

#[test]
fn the_rules_of_the_grey_wall_are_added() {
    assert!(!answer("coloured", "rules").contains("grey"));
    assert!(answer("grey", "rules").contains("On the grey wall you choose the column"));
}

#[test]
fn the_position_can_be_taken_elsewhere() {
    let position = answer("grey", "position");
    assert!(
        stdout(&["moves", &position], "").contains("1Y1 "),
        "{position}"
    );
}

#[test]
fn undo_goes_back_to_the_position_before() {
    let args = [
        "play",
        "--seed",
        "7",
        "--start",
        "1",
        "--seats",
        "human,greedy",
    ];
    let text = stdout(&args, "position\n4w2\nundo\nposition\n4w2\n");
    let positions: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("c2 1 1>1 "))
        .collect();
    assert_eq!(positions.len(), 2, "{text}");
    assert_eq!(positions[0], positions[1]);
    assert!(text.contains("\nTaken back.\n"));
}

#[test]
fn odd_bytes_do_no_harm() {
    let mut odd = b"\xFF\xFE\n\0\n\x1B[A\n".to_vec();
    odd.extend("é\n".repeat(3).bytes());
    odd.extend(vec![b'x'; 5000]);
    let output = azulejo(&["play", "--seed", "1"], &odd);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("The game stops here.\n")
    );
}

#[test]
fn an_unfinished_game_is_saved_and_games_gather_in_a_file() {
    let path = scratch("play_unfinished.jsonl");
    // A file that somebody else left without an end of line.
    let finished = fs::read_to_string(crate::sample("records.jsonl")).unwrap();
    fs::write(&path, finished.lines().next().unwrap()).unwrap();
    let save = path.to_str().unwrap();
    for script in ["4w2\nquit\n", "", "quit\n"] {
        let args = ["play", "--seed", "7", "--start", "1", "--save", save];
        let text = stdout(&args, script);
        assert!(text.contains("The game stops here.\n"), "{text}");
    }
    assert_eq!(stdout(&["replay", save], ""), "4 games, all legal\n");
    assert!(stdout(&["replay", save, "--show", "2"], "").ends_with("The game is not finished.\n"));
}

#[test]
fn a_place_where_nothing_can_be_saved_is_named_before_the_game() {
    let path = scratch("no/such/folder/game.jsonl");
    let output = azulejo(&["play", "--save", path.to_str().unwrap()], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.ends_with("; the record cannot be saved there, name another file\n"),
        "{stderr}"
    );
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for args in [
        &["sim", "--games", "3000", "--out", "-"][..],
        &["play", "--seats", "greedy,random"],
        &[
            "replay",
            crate::sample("records.jsonl").to_str().unwrap(),
            "--show",
            "1",
        ],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // What `head -c 10` does.
        let mut reader = child.stdout.take().unwrap();
        reader.read_exact(&mut [0; 10]).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}
