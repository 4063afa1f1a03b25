//! The workshop of the project: `cargo xtask test` is the gate, the other commands are longer runs.

mod arrows;
mod bench;
mod codegen;
mod differential;
mod ensure;
mod fuzz;
mod gate;
mod miri;
mod reliability;
mod training;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, Parser, Subcommand};
use xshell::Shell;

/// The workshop of Azulejo: everything a contributor runs besides `cargo run`.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run everything that must pass before a change goes in: the gate
    ///
    /// The steps run in a fixed order and stop at the first that fails.
    /// A table at the end says how long each took.
    Test {
        /// Run only this step (may be given more than once)
        #[arg(long, value_name = "STEP", value_parser = step_parser())]
        only: Vec<String>,
    },

    /// Check that every crate depends only on the crates it may know about
    ///
    /// The allowed arrows are one table at the top of xtask/src/arrows.rs.
    Arrows,

    /// Compare the engine with the plain reference over many random plies
    ///
    /// `cargo xtask test` makes the same comparison over fewer plies; this is the long run.
    Differential {
        /// How many plies to play; underscores are welcome
        #[arg(long, value_name = "N", default_value = "100_000_000", value_parser = parse_count)]
        plies: u64,
    },

    /// Feed made-up input to the engine and look for crashes
    ///
    /// Needs a nightly toolchain; installs cargo-fuzz when it is missing.
    /// After a crash it names the input file and says how to play it again.
    Fuzz {
        /// One fuzz target, or all of them one after the other
        #[arg(default_value = fuzz::ALL)]
        target: String,

        /// How long to fuzz each target
        #[arg(long, value_name = "S", default_value_t = 60)]
        seconds: u64,
    },

    /// Count the instructions that the engine's benchmarks execute
    ///
    /// Counts hardly vary from run to run, so small changes show even on a busy machine.
    /// Needs valgrind; installs the benchmark runner under the target folder.
    Bench,

    /// Interpret the unsafe loops of the networks and stop at undefined behaviour
    ///
    /// Needs a nightly toolchain with Miri. About two minutes.
    Miri,

    /// Kill servers and databases under load, and look whether anything acknowledged is lost
    ///
    /// `cargo xtask test` does the same a few times; these are the long runs whose results are in
    /// docs/reliability.md. Losing power needs the right to mount, watching syncs needs strace.
    Reliability {
        /// What goes wrong
        #[arg(value_name = "WHAT", value_parser = kind_parser())]
        kind: String,

        /// How often; underscores are welcome [default: as often as docs/reliability.md says]
        #[arg(long, value_name = "N", value_parser = parse_count)]
        times: Option<u64>,
    },

    /// Train networks in small: games, training, games with the network, and play with the result
    ///
    /// Makes a virtual environment under the target folder unless PyTorch is there. A few minutes.
    TrainSmoke,

    /// Write the files that the web client takes from the engine
    ///
    /// The protocol's types, and the boards of the rules pages and of the first lesson.
    /// They are committed; a test fails when they are out of date.
    Codegen {
        /// Write nothing; fail when a file is out of date
        #[arg(long)]
        check: bool,
    },
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask test                       before every push: all that the gate asks for
  cargo xtask test --only clippy         one step of it again
  cargo xtask arrows                     after adding a crate or a dependency
  cargo xtask differential --plies 1_000_000
                                         after a change to moves, tiling or scoring
  cargo xtask fuzz all --seconds 600     after a change to anything that reads input
  cargo xtask bench                      before and after a change made for speed
  cargo xtask miri                       after a change to the inner loops of the networks
  cargo xtask reliability kill --times 20
                                         after a change to the store or to how moves are written
  cargo xtask train-smoke                after a change to self-play, training or networks
  cargo xtask codegen                    after a change to the protocol or to the lesson

`cargo xtask help COMMAND` says more about one command.";

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let Some(command) = cli.command else {
        Cli::command().print_help()?;
        return Ok(());
    };
    let sh = Shell::new()?;
    sh.change_dir(workspace::root()?);
    match command {
        Command::Test { only } => gate::run(&sh, &only),
        Command::Arrows => arrows::run(&sh),
        Command::Differential { plies } => differential::run(&sh, plies),
        Command::Fuzz { target, seconds } => fuzz::run(&sh, &target, seconds),
        Command::Bench => bench::run(&sh),
        Command::Miri => miri::run(&sh),
        Command::Reliability { kind, times } => reliability::run(&sh, &kind, times),
        Command::TrainSmoke => training::smoke(&sh),
        Command::Codegen { check } => codegen::run(&workspace::root()?, check),
    }
}

/// Accepts the names of the gate's steps and lists them in the help.
fn step_parser() -> PossibleValuesParser {
    gate::steps()
        .map(|(name, about)| PossibleValue::new(name).help(about))
        .into()
}

/// Accepts the kinds of trouble and lists them in the help.
fn kind_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(
        reliability::kinds().map(|(name, about)| PossibleValue::new(name).help(about)),
    )
}

/// Reads a count that may be grouped as in source code: `100_000_000`.
fn parse_count(text: &str) -> Result<u64, std::num::ParseIntError> {
    text.replace('_', "").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_names_every_command_and_shows_it_in_use() {
        let mut cli = Cli::command();
        let names: Vec<_> = cli
            .get_subcommands()
            .map(|c| c.get_name().to_owned())
            .collect();
        let help = cli.render_help().to_string();
        assert_eq!(
            names,
            [
                "test",
                "arrows",
                "differential",
                "fuzz",
                "bench",
                "miri",
                "reliability",
                "train-smoke",
                "codegen"
            ]
        );
        for name in names {
            assert!(
                help.contains(&format!("\n  {name} ")),
                "{name} is not listed:\n{help}"
            );
            assert!(
                EXAMPLES.contains(&format!("cargo xtask {name}")),
                "{name} has no example"
            );
        }
    }

    #[test]
    fn every_command_and_option_says_what_it_does() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for arg in command.get_arguments() {
                assert!(
                    arg.get_help().is_some(),
                    "{} {}",
                    command.get_name(),
                    arg.get_id()
                );
            }
        }
    }

    #[test]
    fn counts_may_be_grouped() {
        assert_eq!(parse_count("100_000_000"), Ok(100_000_000));
        assert_eq!(parse_count("42"), Ok(42));
        assert!(parse_count("many").is_err());
    }
}
