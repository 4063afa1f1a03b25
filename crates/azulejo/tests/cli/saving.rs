//! Autosave and resume: games are saved after every move and resume where they stopped.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use crate::pty::Terminal;
use crate::{sample, scratch};

fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("saving-{name}"));
    // Remove files of an earlier run.
    let _removed = fs::remove_dir_all(&folder);
    folder
}

/// Starts the program in line mode with this data folder.
fn spawn(args: &[&str], data: &Path) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["play", "--plain"])
        .args(args)
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let reader = BufReader::new(child.stdout.take().unwrap());
    (child, stdin, reader)
}

/// Runs the program with a script and returns its output.
fn run(args: &[&str], data: &Path, script: &str) -> Output {
    let (child, mut stdin, mut reader) = spawn(args, data);
    // The program may exit before it has read all input.
    let _exited = stdin.write_all(script.as_bytes());
    drop(stdin);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    let mut output = child.wait_with_output().unwrap();
    output.stdout = text.into_bytes();
    output
}

/// Requests and returns the current position.
fn position(stdin: &mut ChildStdin, reader: &mut BufReader<ChildStdout>) -> String {
    stdin.write_all(b"position\n").unwrap();
    loop {
        let mut line = String::new();
        assert!(
            reader.read_line(&mut line).unwrap() > 0,
            "unexpected end of output"
        );
        if line.starts_with("c2 ") || line.starts_with("g2 ") {
            return line.trim_end().to_owned();
        }
    }
}

#[test]
fn killed_game_resumes_at_the_same_position() {
    for wall in ["coloured", "grey"] {
        let data = folder(&format!("killed-{wall}"));
        let args = ["--seed", "7", "--wall", wall];
        let (mut child, mut stdin, mut reader) = spawn(&args, &data);
        let mut last = position(&mut stdin, &mut reader);
        // Kill and resume after each of several moves.
        for n in 1..=8 {
            let first = last.clone();
            stdin.write_all(b"hint\n").unwrap();
            let advice = loop {
                let mut line = String::new();
                assert!(
                    reader.read_line(&mut line).unwrap() > 0,
                    "unexpected end of output"
                );
                if let Some((_, rest)) = line.split_once(" would play ") {
                    break rest.split(". ").next().unwrap().to_owned();
                }
            };
            stdin.write_all(format!("{advice}\n").as_bytes()).unwrap();
            last = position(&mut stdin, &mut reader);
            assert_ne!(first, last);
            // SIGKILL on Unix.
            child.kill().unwrap();
            child.wait().unwrap();
            (child, stdin, reader) = spawn(&["--resume"], &data);
            assert_eq!(position(&mut stdin, &mut reader), last, "{wall}, move {n}");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let files = fs::read_dir(data.join("games")).unwrap();
        let names: Vec<_> = files.map(|f| f.unwrap().file_name()).collect();
        assert_eq!(names.len(), 1, "one game, one file: {names:?}");
    }
}

#[test]
fn full_screen_game_resumes_after_a_kill() {
    let data = folder("killed-screen");
    let args = ["play", "--seed", "7", "--pace", "0"];
    let mut terminal = Terminal::start(&args, (80, 24), &data);
    for _ in 0..3 {
        terminal.wait_for_text("> _");
        terminal.send("h");
        terminal.wait_for_text("would play");
        terminal.send("\r");
        terminal.wait_for(|screen| !screen.contains("would play"));
    }
    let table = |screen: &str| screen.lines().take(10).collect::<Vec<_>>().join("\n");
    let before = table(&terminal.wait_for_text("> _"));
    let id = terminal.process_id();
    let killed = Command::new("kill").args(["-KILL", &id]).status().unwrap();
    assert!(killed.success());
    terminal.finish();

    let mut terminal = Terminal::start(&["play", "--resume"], (80, 24), &data);
    let screen = terminal.wait_for_text("> _");
    assert_eq!(table(&screen), before);
    // Earlier moves are in the log and can be undone.
    assert!(screen.contains("Tomé (2) "), "{screen}");
    terminal.send("u");
    terminal.wait_for_text("Undone.");
    terminal.quit();
    // The menu offers to resume, too.
    let mut terminal = Terminal::start(&["play"], (80, 24), &data);
    terminal.wait_for_text("Resume the last game");
    terminal.send("r");
    terminal.wait_for_text("> _");
    terminal.quit();
}

#[test]
fn end_of_input_saves_the_game_and_prints_its_path() {
    let data = folder("end");
    let args = ["--seed", "7", "--seats", "human,human"];
    let output = run(&args, &data, "4w2\n1y2\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let (_, file) = text.trim_end().rsplit_once("Game saved: ").unwrap();
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("\"moves\":[\"4W2\",\"1Y2\"]}"), "{record}");
    assert!(file.starts_with(data.to_str().unwrap()), "{file}");
}

/// A script that is interrupted anywhere and resumed gives the same game as the whole script.
#[test]
fn resumed_game_keeps_its_seeded_deals() {
    let script = format!(
        "{}/tests/data/play_coloured.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let script = fs::read_to_string(script).unwrap();
    let lines: Vec<_> = script.lines().collect();
    let kept = |name: &str| scratch(&format!("saving-{name}.jsonl"));
    let args = ["--seed", "12", "--seats", "human:Ana,human:Rui"];

    let data = folder("whole");
    let whole = kept("whole");
    let _removed = fs::remove_file(&whole);
    let save = ["--save", whole.to_str().unwrap()];
    assert!(
        run(&[&args[..], &save].concat(), &data, &script)
            .status
            .success()
    );

    let data = folder("cut");
    let cut = kept("cut");
    let _removed = fs::remove_file(&cut);
    let mut parts = lines.chunks(lines.len() / 3);
    let first = format!("{}\n", parts.next().unwrap().join("\n"));
    assert!(run(&args, &data, &first).status.success());
    for part in parts {
        let text = format!("{}\n", part.join("\n"));
        let _removed = fs::remove_file(&cut);
        let args = ["--resume", "--seed", "12", "--save", cut.to_str().unwrap()];
        let output = run(&args, &data, &text);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&cut).unwrap());
}

#[test]
fn resume_continues_the_last_game_of_a_file() {
    let data = folder("several");
    fs::create_dir_all(&data).unwrap();
    let path = data.join("games.jsonl");
    let finished = fs::read_to_string(sample("records.jsonl")).unwrap();
    let first = finished.lines().next().unwrap();
    let unfinished = "{\"format\":\"azulejo-record\",\"version\":1,\"players\":[\"Ana\",\"Rui\"],\
        \"wall\":\"coloured\",\"start\":1,\"rounds\":[],\"note\":\"kept\"}";
    fs::write(&path, format!("{first}\n{unfinished}\n")).unwrap();
    let file = path.to_str().unwrap();
    let output = run(&["--resume", file, "--seed", "7"], &data, "4w2\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, first));
    assert!(lines[1].contains("\"moves\":[\"4W2\"]"), "{text}");
    assert!(lines[1].ends_with(",\"note\":\"kept\"}"), "{text}");
}

#[test]
fn resume_reports_unusable_files() {
    let data = folder("nothing");
    let check = |args: &[&str], reason: &str| {
        let output = run(args, &data, "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(reason), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(output.status.code(), Some(1));
    };
    check(&["--resume"], "There’s no unfinished game in ");
    let finished = sample("records.jsonl");
    check(
        &["--resume", finished.to_str().unwrap()],
        " is over. Watch it with azulejo replay --tui ",
    );
    check(
        &["--resume", "no/such/file"],
        "Choose a file of game records.",
    );
    fs::create_dir_all(&data).unwrap();
    let broken = data.join("broken.jsonl");
    fs::write(&broken, "{\"format\":\"something else\"}\n").unwrap();
    check(
        &["--resume", broken.to_str().unwrap()],
        "line 1: not a record: ",
    );
}

#[test]
fn resume_errors_are_translated() {
    let data = folder("nothing_translated");
    for (lang, reason) in [
        ("en", "azulejo: There’s no unfinished game in "),
        ("de", "gibt es keine angefangene Partie."),
        ("nl", "staat geen onafgemaakt spel."),
        ("nb", "azulejo: Det er ikke noe uferdig spill i "),
        ("is", "azulejo: Enginn ólokinn leikur er í "),
        ("it", "non c’è nessuna partita in sospeso."),
    ] {
        let output = run(&["--resume", "--lang", lang], &data, "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(reason), "{lang}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
#[cfg(unix)]
fn unsaveable_game_is_still_playable() {
    let data = folder("blocked");
    fs::create_dir_all(&data).unwrap();
    // A file blocks the creation of the folder.
    fs::write(data.join("games"), "").unwrap();
    let args = ["--seed", "7", "--seats", "human,human"];
    let output = run(&args, &data, "4w2\n1y2\n");
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("azulejo: The game couldn’t be saved: "),
        "{stderr}"
    );
}

#[test]
fn game_without_moves_leaves_no_file() {
    let data = folder("unstarted");
    let terminal = Terminal::start(&["play", "--seed", "7"], (80, 24), &data);
    terminal.wait_for_text("> _");
    let output = terminal.quit();
    assert!(!output.contains("saved"), "{output}");
    assert!(!data.join("games").exists());
}
