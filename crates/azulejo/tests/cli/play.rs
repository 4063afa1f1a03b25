//! `play` in line mode: whole scripted games, and every kind of input.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::{azulejo, scratch, stdout};

/// Plays a scripted two-player game and saves it. Returns the output.
fn scripted(name: &str, wall: &str, seed: &str, start: &str) -> String {
    let path = scratch(&format!("{name}.jsonl"));
    // Remove files of an earlier run.
    let _removed = fs::remove_file(&path);
    let save = path.to_str().unwrap();
    let script = format!("{}/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(script).unwrap();
    let seats = "human:Ana,human:Rui";
    let args = [
        "play", "--plain", "--wall", wall, "--seed", seed, "--start", start, "--seats", seats,
        "--save", save,
    ];
    let text = stdout(&args, &script);
    assert!(
        text.ends_with(&format!("Record added to {save}.\n")),
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
fn whole_game_on_the_coloured_wall() {
    let text = scripted("play_coloured", "coloured", "12", "1");
    assert!(text.contains("\nRound 1: Ana starts.\n"));
    // Undo the line wrapping.
    let words: Vec<_> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("Ana completes row "));
    assert!(text.contains("\nThe game is over: a row is complete.\n"));
    assert!(text.contains("\n     Wall  Floor line  Rows  Columns  Colours  Total\n"));
    assert!(
        text.contains("\nAna   +70          −7    +2       +7        0     72\n"),
        "{text}"
    );
    assert!(text.contains("\nAna wins by 29 points.\n"), "{text}");
}

#[test]
fn whole_game_on_the_grey_wall() {
    let text = scripted("play_grey", "grey", "5", "2");
    assert!(text.contains("\nRound 1: Rui starts.\n"));
    assert!(text.contains(" is full. Which column should "));
    assert!(text.contains("\nRui wins by 1 point.\n"), "{text}");
}

/// Plays every hint until the game is over. Returns the output.
fn play_by_hints(args: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(args)
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", scratch("data"))
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
            .and_then(|(_, rest)| rest.split_once(". "));
        if let Some((what, _)) = advice {
            // The program may have exited if this move ended the game.
            let _exited = stdin.write_all(format!("{what}\nhint\n").as_bytes());
        }
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{all}");
    all
}

#[test]
fn whole_game_against_a_bot_by_hints() {
    for wall in ["coloured", "grey"] {
        let text = play_by_hints(&["play", "--plain", "--seed", "7", "--wall", wall]);
        assert!(text.contains(": You take "), "{text}");
        assert!(text.contains(": Tomé (2) takes "), "{text}");
        let last = text.lines().last().unwrap();
        assert!(last.contains(" win") || last.contains("victory"), "{last}");
    }
}

#[test]
fn three_and_four_player_games_work() {
    let text = play_by_hints(&[
        "play",
        "--plain",
        "--seed",
        "2",
        "--seats",
        "human,random,greedy",
    ]);
    assert!(text.contains(": Random takes "), "{text}");
    let text = play_by_hints(&[
        "play",
        "--plain",
        "--seed",
        "2",
        "--seats",
        "random,human,greedy,greedy",
    ]);
    assert!(text.contains(": Greedy #3 takes "), "{text}");
}

#[test]
fn bot_only_games_play_to_the_end() {
    let text = stdout(
        &[
            "play",
            "--plain",
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
fn line_mode_is_used_without_a_terminal() {
    let output = azulejo(&["play"], b"?\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "azulejo: This isn’t a terminal, so the game is played line by line (--plain).\n"
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("Azulejo, coloured wall, game "), "{text}");
    assert!(
        text.contains("\n> ?\nA move is source, colour and line"),
        "{text}"
    );
}

/// Returns the response to one input line at the start of a two-player game.
fn respond(wall: &str, typed: &str) -> String {
    let args = [
        "play",
        "--plain",
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
    let (_, after) = text
        .split_once(&format!("\nPlayer 1 > {typed}\n"))
        .unwrap_or_else(|| panic!("{text}"));
    let (answer, _) = after.split_once("\nPlayer").unwrap();
    answer.to_owned()
}

#[test]
fn queries_and_invalid_moves_get_a_response() {
    for (typed, response) in [
        ("9", "There’s no factory 9 at this table."),
        ("cb", "There are no blue tiles in the centre."),
        ("c", "The centre has no tiles yet."),
        ("b", "Blue: 1 from factory 4 (4B), 1 from factory 5 (5B)."),
        ("undo", "You have no move to undo."),
    ] {
        assert_eq!(respond("coloured", typed), response, "{typed:?}");
    }
    assert!(respond("coloured", "moves").contains("1Y1 1Y2"));
}

/// Asserts that an invalid script line ends the game with its number and reason, and that the game
/// is saved.
#[track_caller]
fn check_invalid_line(wall: &str, script: &str, reason: &str) {
    let data = scratch(&format!("bad-{}", script.replace(['\n', '#', ' '], "-")));
    // Remove files of an earlier run.
    let _removed = fs::remove_dir_all(&data);
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["play", "--plain", "--seed", "7", "--wall", wall])
        .args(["--seats", "human,human"])
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", &data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, format!("azulejo: standard input, {reason}\n"));
    assert_eq!(output.status.code(), Some(1));
    let saved: Vec<_> = fs::read_dir(data.join("games")).unwrap().collect();
    assert_eq!(saved.len(), 1);
}

#[test]
fn invalid_line_is_reported_with_its_number() {
    check_invalid_line(
        "coloured",
        "9B1\n",
        "line 1: 9B1: There’s no factory 9 at this table.",
    );
    check_invalid_line(
        "coloured",
        "# the first move\n4w2\n\n2b1\n",
        "line 4: 2B1: There are no blue tiles on factory 2.",
    );
    check_invalid_line(
        "coloured",
        "4w2\n1r1\n5b2\n",
        "line 3: 5B2: Line 2 is full.",
    );
    check_invalid_line(
        "coloured",
        "2x3\n",
        "line 1: “2X3” isn’t a move: type source, colour, line, such as 2B3 or CKF, or ? for help.",
    );
    check_invalid_line(
        "coloured",
        "3:1\n",
        "line 1: “3:1” isn’t a move: type source, colour, line, such as 2B3 or CKF, or ? for help.",
    );
}

#[test]
fn invalid_column_is_reported_with_its_number() {
    let script = fs::read_to_string(format!(
        "{}/tests/data/play_grey.txt",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap();
    let lines: Vec<_> = script.lines().collect();
    let first = lines.iter().position(|line| line.contains(':')).unwrap();
    let line_number = lines[first].split(':').next().unwrap();
    for (column, reason) in [
        (
            "9",
            "“9” isn’t a column: type its number, or ? for help.".to_owned(),
        ),
        (
            "F",
            format!(
                "{line_number}:F: There’s a space for this tile on the wall, so you can’t drop it on the floor."
            ),
        ),
    ] {
        let typed = if column == "F" {
            format!("{line_number}:F")
        } else {
            column.to_owned()
        };
        let bad = format!("{}\n{typed}\n", lines[..first].join("\n"));
        let args = [
            "play",
            "--plain",
            "--seed",
            "5",
            "--start",
            "2",
            "--wall",
            "grey",
            "--seats",
            "human:Ana,human:Rui",
        ];
        let output = azulejo(&args, bad.as_bytes());
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!("azulejo: standard input, line {}: {reason}\n", first + 1)
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn rules_mention_the_grey_wall_only_on_it() {
    assert!(!respond("coloured", "rules").contains("grey"));
    assert!(respond("grey", "rules").contains("On the grey wall, you choose the column"));
}

#[test]
fn printed_position_works_with_other_commands() {
    let position = respond("grey", "position");
    assert!(
        stdout(&["moves", &position], "").contains("1Y1 "),
        "{position}"
    );
}

#[test]
fn undo_restores_the_previous_position() {
    let args = ["play", "--plain", "--seed", "7", "--seats", "human,greedy"];
    let text = stdout(&args, "position\n4w2\nundo\nposition\n4w2\n");
    let positions: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("c2 1 1>1 "))
        .collect();
    assert_eq!(positions.len(), 2, "{text}");
    assert_eq!(positions[0], positions[1]);
    assert!(text.contains("\nUndone.\n"));
}

#[test]
fn non_utf8_and_control_bytes_are_harmless() {
    for bytes in [
        &b"\xFF\xFE\n"[..],
        b"\x1B[A\n",
        "é\n".as_bytes(),
        &[b'x'; 5000],
    ] {
        let output = azulejo(&["play", "--plain", "--seed", "1"], bytes);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            stderr.starts_with("azulejo: standard input, line 1: “"),
            "{stderr}"
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn save_appends_unfinished_games_to_a_file() {
    let path = scratch("play_unfinished.jsonl");
    // A file without a trailing newline.
    let finished = fs::read_to_string(crate::sample("records.jsonl")).unwrap();
    fs::write(&path, finished.lines().next().unwrap()).unwrap();
    let save = path.to_str().unwrap();
    for script in ["4w2\nquit\n", "", "quit\n"] {
        let args = ["play", "--plain", "--seed", "7", "--save", save];
        let text = stdout(&args, script);
        assert!(text.contains("\nGame saved: "), "{text}");
    }
    assert_eq!(stdout(&["replay", save], ""), "4 games, all legal\n");
    assert!(stdout(&["replay", save, "--show", "2"], "").ends_with("The game isn’t over yet.\n"));
}

#[test]
fn unwritable_save_path_fails_before_the_game() {
    let path = scratch("no/such/folder/game.jsonl");
    let output = azulejo(&["play", "--plain", "--save", path.to_str().unwrap()], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with(&format!(
            "azulejo: The record can’t be saved in {}: ",
            path.display()
        )),
        "{stderr}"
    );
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()));
}

#[test]
fn closed_pipe_is_not_an_error() {
    for args in [
        &["sim", "--games", "3000", "--out", "-"][..],
        &["play", "--plain", "--seats", "greedy,random"],
        &[
            "replay",
            crate::sample("records.jsonl").to_str().unwrap(),
            "--show",
            "1",
        ],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(args)
            .env("AZULEJO_DATA", scratch("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Like `head -c 10`.
        let mut reader = child.stdout.take().unwrap();
        reader.read_exact(&mut [0; 10]).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

/// Returns the position before the last move of a seeded first round, the moves up to it, and the
/// last move.
fn first_round(seed: u64) -> (azulejo_rules::Position, Vec<String>, String) {
    use azulejo_rules::rng::FastRng;
    use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    let deal = position.sample_deal(&mut FastRng::for_game(seed, 0));
    position.deal(&deal).unwrap();
    let mut moves = Vec::new();
    while position.group_count() > 1 {
        let m = position.legal_moves()[0];
        position.play(m).unwrap();
        moves.push(m.to_string());
    }
    let last = position.legal_moves()[0].to_string();
    (position, moves, last)
}

const QUESTION: &str = "These are the last tiles of the round: you can’t undo this move.";
const TWO: [&str; 8] = [
    "play",
    "--plain",
    "--seats",
    "human:Ana,human:Rui",
    "--seed",
    "7",
    "--start",
    "1",
];

#[test]
fn last_move_of_a_round_needs_confirmation() {
    let (before, moves, last) = first_round(7);
    let data = scratch("asked-before-the-end");
    let mut terminal = crate::pty::Terminal::start(&TWO, (200, 50), &data);
    // Any other input cancels; the second time, Enter confirms.
    let typed = format!("{}\n{last}", moves.join("\n"));
    terminal.send(&format!("{typed}\nposition\n{last}\n\nposition\nquit\n"));
    let left = terminal.finish();
    assert_eq!(left.code, 0, "{}", left.text);
    assert_eq!(left.raw.matches(QUESTION).count(), 2, "{}", left.raw);
    let asked = left.raw.find(QUESTION).unwrap();
    let shown: Vec<_> = left.raw[asked..]
        .lines()
        .filter_map(|line| line.find("c2 ").map(|at| &line[at..]))
        .map(|line| line.trim_end().parse::<azulejo_rules::Position>().unwrap())
        .collect();
    let [unchanged, after] = shown[..] else {
        panic!("{shown:?}\n{}", left.raw);
    };
    assert_eq!(unchanged, before, "a move was played");
    assert_eq!(after.round(), 2);
}

#[test]
fn scripts_need_no_confirmation() {
    let (_, moves, last) = first_round(7);
    let script = format!("{}\n{last}\nposition\n", moves.join("\n"));
    let output = stdout(&TWO, &script);
    assert!(!output.contains(QUESTION), "{output}");
    assert!(
        output.lines().any(|line| line.starts_with("c2 2 ")),
        "{output}"
    );
}
