//! The program as a whole: what is typed, what comes out, and the exit code.
//!
//! Texts that a person reads are golden files in `tests/cmd`; after a wanted change,
//! `TRYCMD=overwrite cargo test -p azulejo` rewrites them.

mod bots;
mod hosting;
mod online;
mod play;
mod positions;
mod pty;
mod replay;
mod saving;
mod screen;
mod sim;
mod usage;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Golden texts: help, errors, a round of play, and the examples of the README.
#[test]
fn golden_texts() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", scratch("data-golden").to_string_lossy())
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}

/// Runs the program with arguments and something on its standard input.
fn azulejo(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(args)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", scratch("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs the program, which must succeed and say nothing on stderr, and gives what it prints.
#[track_caller]
fn stdout(args: &[&str], stdin: &str) -> String {
    let output = azulejo(args, stdin.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must fail with an exit code and one line on stderr.
#[track_caller]
fn check_failure(args: &[&str], stdin: &[u8], code: i32, stderr: &str) {
    let output = azulejo(args, stdin);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("{stderr}\n"),
        "{args:?}"
    );
    assert_eq!(output.status.code(), Some(code), "{args:?}");
}

/// A path for a file of one test.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The sample records and positions of the rules.
fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../azulejo-rules/tests/data/samples")
        .join(name)
}
