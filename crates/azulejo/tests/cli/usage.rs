//! The command line: help, usage errors, completions and the manual page.

use std::fs;

use crate::{azulejo, check_failure, scratch, stdout};

const COMMANDS: [&str; 8] = [
    "play",
    "sim",
    "replay",
    "moves",
    "perft",
    "bench",
    "completions",
    "man",
];

#[test]
fn help_has_examples_and_references() {
    let all = stdout(&["--help"], "");
    assert!(
        all.contains("docs/notation.md") && all.contains("docs/rules.md"),
        "{all}"
    );
    assert!(all.contains("Exit codes: 0 success"), "{all}");
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}");
        let help = stdout(&[command, "--help"], "");
        assert!(
            help.contains(&format!("Examples:\n  azulejo {command}")),
            "{help}"
        );
        assert_eq!(stdout(&["help", command], ""), help);
    }
    assert!(stdout(&["moves", "--help"], "").contains("The fields of a position"));
    assert!(stdout(&["sim", "--help"], "").contains("The bots: random, greedy"));
}

#[test]
fn usage_errors_are_one_line_with_exit_code_2() {
    for (args, reason) in [
        (
            &["dance"][..],
            "unrecognized subcommand 'dance'; azulejo --help",
        ),
        (
            &["sim", "--players", "5"],
            "invalid value '5' for '--players <N>'",
        ),
        (
            &["sim", "--wall", "red"],
            "invalid value 'red' for '--wall <SIDE>'",
        ),
        (&["sim", "--games", "-1"], "unexpected argument '-1' found"),
        (
            &["sim", "--games", "many"],
            "invalid value 'many' for '--games <N>': not a whole number",
        ),
        (
            &["sim", "--bots", "deep,blue"],
            "there is no bot \"deep\"; the bots are random, greedy",
        ),
        (
            &["sim", "--bots", "greedy@now,random"],
            "\"now\" is not a limit",
        ),
        (
            &["replay"],
            "the following required arguments were not provided: <FILE>...",
        ),
        (
            &["replay", "x", "--show", "0"],
            "invalid value '0' for '--show <K>'",
        ),
        (
            &["moves"],
            "the following required arguments were not provided: <POSITION>",
        ),
        (
            &["perft", "x"],
            "the following required arguments were not provided: <DEPTH>",
        ),
        (
            &["perft", "x", "deep"],
            "invalid value 'deep' for '<DEPTH>'",
        ),
        (
            &["bench", "--seconds", "0"],
            "invalid value '0' for '--seconds <S>'",
        ),
        (
            &["play", "--seats", "human"],
            "--seats: 2 to 4 players can play, not 1",
        ),
        (
            &["play", "--seats", "human,nobody"],
            "there is no bot \"nobody\"",
        ),
        (
            &["play", "--start", "3"],
            "--start 3: there are only 2 players",
        ),
        (
            &["play", "--start", "nobody"],
            "a seat is 1, 2, 3 or 4; or write random",
        ),
        (
            &["play", "--lang", "xx"],
            "invalid value 'xx' for '--lang <LANG>': the languages are en, de, nl, nb, is, it",
        ),
        (
            &["play", "--resume", "--wall", "grey"],
            "the argument '--resume [<FILE>]' cannot be used with '--wall <SIDE>'",
        ),
        (
            &[
                "replay",
                "--tui",
                crate::sample("records.jsonl").to_str().unwrap(),
            ],
            "--tui: this isn’t a terminal. Use --show K to print a game.",
        ),
        (&["completions", "dos"], "invalid value 'dos' for '<SHELL>'"),
        (
            &["--colour", "blue"],
            "invalid value 'blue' for '--colour <WHEN>'",
        ),
    ] {
        let output = azulejo(args, b"");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr.starts_with("azulejo: ") && stderr.contains(reason),
            "{args:?}: {stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert_eq!(output.stdout, b"", "{args:?}");
    }
    check_failure(
        &["sim", "--wal", "grey"],
        b"",
        2,
        "azulejo: unexpected argument '--wal' found; a similar argument exists: '--wall'; \
         azulejo sim --help shows how it is used",
    );
}

#[test]
fn bench_measures_all_six_configurations() {
    let text = stdout(&["bench", "--seconds", "0.01"], "");
    assert_eq!(text.lines().count(), 6, "{text}");
    assert!(
        text.lines()
            .all(|line| line.contains(" games/s ") && line.ends_with(" plies/s"))
    );
    let json = stdout(&["bench", "--seconds", "0.01", "--json"], "");
    assert_eq!(json.lines().count(), 6, "{json}");
    assert!(
        json.starts_with("{\"players\":2,\"wall\":\"coloured\",\"games\":"),
        "{json}"
    );
}

#[test]
fn piped_output_is_coloured_only_on_request() {
    let args = ["play", "--plain", "--seats", "random,random", "--seed", "1"];
    assert!(!stdout(&args, "").contains('\x1B'));
    let coloured = stdout(&[&["--colour", "always"], &args[..]].concat(), "");
    assert!(coloured.contains("\x1B[1;38;5;231;48;5;25m B \x1B[0m"));
}

#[test]
fn completions_exist_for_every_shell() {
    for (shell, sign) in [
        ("bash", "complete -F _azulejo"),
        ("zsh", "#compdef azulejo"),
        ("fish", "complete -c azulejo"),
        ("elvish", "edit:completion:arg-completer[azulejo]"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = stdout(&["completions", shell], "");
        assert!(script.contains(sign), "{shell}: {script}");
        assert!(script.contains("resume"), "{shell}");
    }
}

#[test]
fn manual_page_covers_every_command() {
    let page = stdout(&["man"], "");
    assert!(page.contains(".TH azulejo 1"), "{page}");
    for command in COMMANDS {
        let heading = format!(".SH \"AZULEJO {}\"", command.to_uppercase());
        assert!(page.contains(&heading), "{heading}");
    }
    assert!(page.contains("Examples:"), "{page}");
}

#[test]
fn manual_pages_are_written_for_every_command_they_refer_to() {
    let folder = scratch("manual");
    let _removed = fs::remove_dir_all(&folder);
    stdout(&["man", "--out", folder.to_str().unwrap()], "");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let mut referred = 0;
    for name in ["azulejo.1", "azulejo-account.1"] {
        let text = page(name).replace("\\-", "-");
        for reference in text.split_whitespace().filter(|word| word.ends_with("(1)")) {
            let file = reference.replace("(1)", ".1");
            assert!(page(&file).contains(".SH NAME"), "{name} refers to {file}");
            referred += 1;
        }
    }
    assert!(referred > COMMANDS.len(), "{referred}");
    assert!(page("azulejo-account-reset.1").contains("recovery codes"));
}
