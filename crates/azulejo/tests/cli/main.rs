//! End-to-end tests of the program: input, output and exit codes.
//!
//! Golden texts are in `tests/cmd`; after an intended change, `TRYCMD=overwrite cargo test -p azulejo`
//! rewrites them.

mod bots;
mod escapes;
mod hosting;
mod online;
mod play;
mod positions;
mod pty;
mod puzzles;
mod replay;
mod saving;
mod screen;
mod sim;
mod usage;
mod whole_games;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Compares help, errors, a round of play, and the examples of the README with golden texts.
#[test]
fn output_matches_golden_texts() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .env("AZULEJO_DATA", scratch("data-golden").to_string_lossy())
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}

/// Runs the program with arguments and standard input.
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
    // The program may exit before it has read all input.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs the program, asserts success and an empty stderr, and returns its stdout.
#[track_caller]
fn stdout(args: &[&str], stdin: &str) -> String {
    let output = azulejo(args, stdin.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, and asserts that it fails with this exit code and this line on stderr.
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

/// Returns a path in the temporary folder of the tests.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the path of a sample file of the rules crate.
fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../azulejo-rules/tests/data/samples")
        .join(name)
}
