//! What goes wrong, in one line on stderr, and the exit code that goes with it.
//!
//! 0: all is well. 1: the input is wrong. 2: the command line is wrong.

use std::fmt;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::CommandFactory as _;
use clap::error::ErrorKind as ClapKind;

use crate::args::Cli;

const INPUT_IS_WRONG: u8 = 1;
const USAGE_IS_WRONG: u8 = 2;

/// A command line that could be read but does not make sense.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Says what went wrong while a command ran.
///
/// A reader who has seen enough (`| head`) is no failure.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_closed_pipe) {
        return ExitCode::SUCCESS;
    }
    say(&format!("{error:#}"));
    ExitCode::from(if error.is::<Usage>() {
        USAGE_IS_WRONG
    } else {
        INPUT_IS_WRONG
    })
}

/// A file that cannot be opened: which, why, and what to do.
pub(crate) fn unopened(path: &Path, error: &io::Error, what_to_do: &str) -> anyhow::Error {
    anyhow!("{}: {error}; {what_to_do}", path.display())
}

/// Says what is wrong with the command line, or shows the help that was asked for.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ClapKind::DisplayHelp | ClapKind::DisplayVersion
    ) {
        // Whoever closed the pipe does not want the rest.
        let _whether_read = error.print();
        return ExitCode::SUCCESS;
    }
    let typed = std::env::args()
        .skip(1)
        .find(|arg| Cli::command().find_subcommand(arg).is_some());
    let command = typed.map_or_else(|| "azulejo".to_owned(), |name| format!("azulejo {name}"));
    say(&one_line(&error.render().to_string(), &command));
    ExitCode::from(USAGE_IS_WRONG)
}

fn say(message: &str) {
    // With stderr closed there is nobody left to tell.
    let _whether_read = writeln!(io::stderr(), "azulejo: {message}");
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// A message of the argument parser, which has paragraphs, as one line.
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
