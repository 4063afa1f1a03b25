//! `play` and `replay` in full-screen mode: whole games, window sizes, colours and exit paths.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::pty::Terminal;
use crate::{sample, scratch, stdout};

/// Returns the path of a fresh data folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("screen-{name}"));
    // Remove files of an earlier run.
    let _removed = fs::remove_dir_all(&folder);
    folder
}

/// Plays hints and steps through the scoring until the result is shown.
fn play_to_the_end(terminal: &mut Terminal) -> String {
    let mut is_first_round = true;
    loop {
        let screen = terminal.wait_for(|s| {
            [
                "> _",
                "Which column",
                "chosen your columns",
                "Next step",
                "Next round",
                "New game",
            ]
            .iter()
            .any(|sign| s.contains(sign))
        });
        if screen.contains("New game") {
            return screen;
        }
        if screen.contains("Next round") {
            is_first_round = false;
            terminal.send("\r");
            terminal.wait_for(|s| !s.contains("Next round"));
        } else if screen.contains("Next step") {
            // Step through the first round; skip the scoring of the others.
            terminal.send(if is_first_round { "\r" } else { "a" });
            terminal.wait_for(|s| s != screen);
        } else if screen.contains("chosen your columns") {
            terminal.send("\r");
            terminal.wait_for(|s| !s.contains("chosen your columns"));
        } else {
            terminal.send("h");
            terminal.wait_for_text("would play");
            terminal.send("\r");
            terminal.wait_for(|s| !s.contains("would play"));
        }
    }
}

#[test]
fn whole_game_is_playable_with_the_keyboard() {
    let data = folder("coloured");
    let mut terminal = Terminal::start(&["play", "--pace", "0"], (80, 24), &data);
    terminal.wait_for_text("Start the game");
    // One key starts a game from the menu.
    terminal.send("\r");
    terminal.wait_for_text("Round 1");
    let result = play_to_the_end(&mut terminal);
    assert!(result.contains("Total"), "{result}");
    let record = data.join("kept.jsonl");
    terminal.send("s");
    terminal.wait_for_text("File: azulejo.jsonl_");
    terminal.send(&"\x7f".repeat("azulejo.jsonl".len()));
    terminal.wait_for_text("File: _");
    terminal.send(record.to_str().unwrap());
    terminal.send("\r");
    terminal.wait_for_text("Record added to");
    // Review the game and quit.
    terminal.send("v");
    terminal.wait_for_text("First, last");
    terminal.send("\x1b[C");
    terminal.send("q");
    terminal.wait_for_text("New game");
    terminal.quit();
    let record = record.to_str().unwrap();
    assert_eq!(stdout(&["replay", record], ""), "1 game, all legal\n");
    assert!(fs::read_to_string(record).unwrap().contains("\"winners\""));
}

#[test]
fn whole_game_of_four_on_the_grey_wall_is_playable() {
    let data = folder("grey");
    let args = [
        "play",
        "--pace",
        "0",
        "--wall",
        "grey",
        "--seed",
        "3",
        "--seats",
        "human:Ana,greedy,human:Rui,apprentice",
        "--save",
        data.join("kept.jsonl").to_str().unwrap(),
    ]
    .map(ToOwned::to_owned);
    fs::create_dir_all(&data).unwrap();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let mut terminal = Terminal::start(&args, (120, 40), &data);
    play_to_the_end(&mut terminal);
    let output = terminal.quit();
    assert!(output.contains("Record added to"), "{output}");
    let record = data.join("kept.jsonl");
    assert_eq!(
        stdout(&["replay", record.to_str().unwrap()], ""),
        "1 game, all legal\n"
    );
}

#[test]
fn table_appears_when_window_is_large_enough() {
    let data = folder("small");
    let terminal = Terminal::start(&["play", "--seed", "7"], (60, 12), &data);
    let small = terminal.wait_for_text("The window is too small");
    assert!(small.contains("60 × 12"), "{small}");
    terminal.resize(80, 24);
    terminal.wait_for_text("> _");
    terminal.resize(79, 10);
    terminal.wait_for_text("The window is too small");
    terminal.quit();
}

#[test]
fn every_exit_restores_the_terminal_and_saves_the_game() {
    for exit in ["q", "\x03", "TERM", "HUP"] {
        let data = folder(&format!("out-{}", exit.escape_default()));
        let args = ["play", "--seed", "7", "--seats", "human,human"];
        let mut terminal = Terminal::start(&args, (80, 24), &data);
        terminal.wait_for_text("> _");
        terminal.send("4w2\r");
        terminal.wait_for_text("4W2: 2 white to line 2, full");
        if exit.len() > 1 {
            let id = terminal.process_id();
            let signal = format!("-{exit}");
            let killed = Command::new("kill").args([&signal, &id]).status().unwrap();
            assert!(killed.success());
        } else {
            terminal.send(exit);
        }
        let left = terminal.finish();
        assert_eq!(left.code, 0, "{exit:?}");
        left.assert_restored();
        assert!(left.text.contains("Game saved: "), "{}", left.text);
    }
}

/// Returns whether the program uses true colours, and whether it uses extended palette colours.
fn colours(variables: &[(&str, &str)], args: &[&str], name: &str) -> (bool, bool) {
    let data = folder(name);
    let all = [args, &["play", "--seed", "7"]].concat();
    let mut terminal = Terminal::start_with(&all, (80, 24), &data, variables);
    terminal.wait_for_text("> _");
    terminal.send("q");
    let left = terminal.finish();
    left.assert_restored();
    let is_true = left.raw.contains("48;2;");
    // A palette colour beyond the basic sixteen.
    let is_palette = left
        .raw
        .split("48;5;")
        .skip(1)
        .filter_map(|rest| rest.split(['m', ';']).next()?.parse::<u16>().ok())
        .any(|colour| colour > 15);
    let has_any = left.raw.contains("48;5;") || is_true;
    assert_eq!(
        has_any,
        !variables.contains(&("NO_COLOR", "1")) && args.is_empty()
    );
    (is_true, is_palette)
}

#[test]
fn colours_match_terminal_capabilities() {
    let truecolor = ("COLORTERM", "truecolor");
    assert_eq!(colours(&[truecolor], &[], "true"), (true, false));
    assert_eq!(colours(&[], &[], "palette"), (false, true));
    assert_eq!(
        colours(&[("TERM", "xterm")], &[], "sixteen"),
        (false, false)
    );
    assert_eq!(
        colours(&[truecolor, ("NO_COLOR", "1")], &[], "none"),
        (false, false)
    );
    assert_eq!(
        colours(&[truecolor], &["--colour", "never"], "never"),
        (false, false)
    );
}

#[test]
fn language_follows_the_environment() {
    let data = folder("german");
    let variables = [("LC_ALL", "de_DE.UTF-8")];
    let terminal = Terminal::start_with(&["play"], (80, 24), &data, &variables);
    terminal.wait_for_text("Partie starten");
    terminal.quit();
}

#[test]
fn replay_steps_through_a_record() {
    let data = folder("replay");
    let records = sample("records.jsonl");
    let args = ["replay", "--tui", "--show", "2", records.to_str().unwrap()];
    let mut terminal = Terminal::start(&args, (80, 24), &data);
    let first = terminal.wait_for_text("Round 1");
    assert!(first.contains(" 1/"), "{first}");
    terminal.send("\x1b[C");
    terminal.wait_for(|screen| screen.contains(" 2/"));
    terminal.send("\x1b[F");
    terminal.wait_for_text("Total");
    terminal.send("\x1b[H");
    terminal.wait_for(|screen| screen.contains(" 1/"));
    terminal.quit();
}

#[test]
fn replay_shows_invalid_record_up_to_its_fault() {
    let data = folder("faulty");
    fs::create_dir_all(&data).unwrap();
    let text = fs::read_to_string(sample("records.jsonl")).unwrap();
    let line = text.lines().next().unwrap();
    let at = line.find("\"moves\":[\"").unwrap() + "\"moves\":[\"".len();
    let broken = format!("{}9{}", &line[..at], &line[at + 1..]);
    let path = data.join("broken.jsonl");
    fs::write(&path, broken).unwrap();
    let args = ["replay", "--tui", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&args, (80, 24), &data);
    terminal.wait_for_text("there is no such factory");
    terminal.send("q");
    let left = terminal.finish();
    assert_eq!(left.code, 1);
    left.assert_restored();
    assert!(
        left.text.contains("the game is shown up to there"),
        "{}",
        left.text
    );
}
