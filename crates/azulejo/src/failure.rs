//! Error reporting: one line on stderr, and the exit code.
//!
//! 0: success. 1: invalid input. 2: invalid command line.

use std::fmt;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::CommandFactory as _;
use clap::error::ErrorKind as ClapKind;

use crate::args::Cli;
use crate::sanitise::sanitise_line;

const EXIT_INPUT: u8 = 1;
const EXIT_USAGE: u8 = 2;

/// A command line that parses but is inconsistent.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Reports an error of a command and returns its exit code.
///
/// A closed pipe (`| head`) is not a failure.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_closed_pipe) {
        return ExitCode::SUCCESS;
    }
    say(&with_causes(error));
    ExitCode::from(if error.is::<Usage>() {
        EXIT_USAGE
    } else {
        EXIT_INPUT
    })
}

/// Returns an error with its causes. A cause with which the message already ends is skipped.
fn with_causes(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// An error for a file that cannot be opened: its path, the cause, and a suggestion.
pub(crate) fn open_error(path: &Path, error: &io::Error, suggestion: &str) -> anyhow::Error {
    anyhow!("{}: {error}; {suggestion}", path.display())
}

/// Reports an invalid command line, or prints the requested help.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ClapKind::DisplayHelp | ClapKind::DisplayVersion
    ) {
        // A closed pipe is not an error.
        let _ignored = error.print();
        return ExitCode::SUCCESS;
    }
    let typed = std::env::args()
        .skip(1)
        .find(|arg| Cli::command().find_subcommand(arg).is_some());
    let command = typed.map_or_else(|| "azulejo".to_owned(), |name| format!("azulejo {name}"));
    say(&one_line(&error.render().to_string(), &command));
    ExitCode::from(EXIT_USAGE)
}

/// Writes a message to stderr, in one line.
pub(crate) fn say(message: &str) {
    // If stderr is closed, the message is lost.
    let _ignored = writeln!(io::stderr(), "azulejo: {}", sanitise_line(message));
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// Joins the paragraphs of a clap message into one line.
fn one_line(message: &str, command: &str) -> String {
    let mut what = String::new();
    for line in message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        if line.starts_with("Usage: ") || line.starts_with("For more information") {
            continue;
        }
        let tip = line.strip_prefix("tip: ");
        if !what.is_empty() {
            what.push_str(if tip.is_some() { "; " } else { " " });
        }
        what.push_str(tip.unwrap_or(line).trim_start_matches("error: "));
    }
    format!("{what}; {command} --help shows how it is used")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_reported_once() {
        let cause = io::Error::other("disk full");
        let whole = anyhow::Error::new(cause).context("cannot write games.db: disk full");
        assert_eq!(with_causes(&whole), "cannot write games.db: disk full");
        let parts = anyhow!("disk full").context("cannot write games.db");
        assert_eq!(with_causes(&parts), "cannot write games.db: disk full");
    }

    #[test]
    fn paragraphs_become_one_line() {
        assert_eq!(
            one_line(
                "error: invalid value 'red' for '--wall <SIDE>'\n  [possible values: coloured, grey]\n\
                 \n  tip: take one of these\n\nUsage: azulejo sim [OPTIONS]\n\n\
                 For more information, try '--help'.\n",
                "azulejo sim"
            ),
            "invalid value 'red' for '--wall <SIDE>' [possible values: coloured, grey]; \
             take one of these; azulejo sim --help shows how it is used"
        );
    }
}
