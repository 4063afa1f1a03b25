//! Development tasks: `cargo xtask test` is the gate; the other commands are longer runs and tools.

mod arrows;
mod bench;
mod codegen;
mod differential;
mod dist;
mod ensure;
mod fuzz;
mod gate;
mod miri;
mod packages;
mod reliability;
mod simulate;
mod site;
mod supply_chain;
mod training;
mod wasm;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, Parser, Subcommand};
use xshell::Shell;

use crate::ensure::Policy;

/// Development tasks for Azulejo
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the gate: everything that must pass before a change is merged
    ///
    /// The steps run in a fixed order and stop at the first failure.
    /// A table at the end shows the duration of each step.
    /// Missing tools are installed if run as root on Debian; each installation is announced.
    Test {
        /// Run only this step (may be given more than once)
        #[arg(long, value_name = "STEP", value_parser = step_parser())]
        only: Vec<String>,

        /// Install and mount nothing; missing tools are errors
        #[arg(long)]
        no_install: bool,
    },

    /// Check the dependencies for known vulnerabilities and yanked versions
    ///
    /// Fetches the RustSec advisory database from GitHub; not part of the gate.
    Audit,

    /// Check the dependencies between the crates of the workspace
    ///
    /// The allowed dependencies are listed at the top of xtask/src/arrows.rs.
    Arrows,

    /// Compare the rules engine with the reference implementation over many random plies
    ///
    /// `cargo xtask test` runs the same comparison over fewer plies.
    Differential {
        /// The number of plies; may contain underscores
        #[arg(long, value_name = "N", default_value = "100_000_000", value_parser = parse_count)]
        plies: u64,
    },

    /// Fuzz everything that parses input
    ///
    /// Needs a nightly toolchain; installs cargo-fuzz if it is missing.
    /// After a crash it prints the input file and the command to reproduce the crash.
    Fuzz {
        /// The fuzz target, or all of them in turn
        #[arg(default_value = fuzz::ALL)]
        target: String,

        /// The duration per target, in seconds
        #[arg(long, value_name = "S", default_value_t = 60)]
        seconds: u64,
    },

    /// Run the benchmarks and count instructions
    ///
    /// Counts are nearly constant between runs, so small changes are visible even on a busy machine.
    /// Needs Valgrind; installs the benchmark runner into the target folder.
    Bench,

    /// Check the SIMD kernels of the networks for undefined behaviour with Miri
    ///
    /// Needs a nightly toolchain with Miri; takes about two minutes.
    Miri,

    /// Inject faults under load and check that no acknowledged move is lost
    ///
    /// `cargo xtask test` runs a few rounds of the same tests; results of the long runs are in
    /// docs/reliability.md. Power losses need permission to mount, sync checks need strace.
    Reliability {
        /// The kind of fault
        #[arg(value_name = "WHAT", value_parser = kind_parser())]
        kind: String,

        /// The number of rounds; may contain underscores [default: as in docs/reliability.md]
        #[arg(long, value_name = "N", value_parser = parse_count)]
        times: Option<u64>,
    },

    /// Simulate live games on a faulty cluster, in one thread and with a simulated clock
    ///
    /// A seed decides all delays, crashes and losses; a failing seed replays exactly.
    /// `cargo xtask test` simulates the first 1,000 seeds.
    Simulate {
        /// The number of seeds; may contain underscores
        #[arg(long, value_name = "N", default_value = "10_000", value_parser = parse_count)]
        seeds: u64,

        /// The first seed
        #[arg(long, value_name = "SEED", default_value = "0", value_parser = parse_count)]
        from: u64,
    },

    /// Run the training loop at a minimal size
    ///
    /// Creates a virtual environment in the target folder unless PyTorch is installed; takes a few
    /// minutes.
    TrainSmoke,

    /// Generate the files that the web client takes from the engine
    ///
    /// These are the protocol's types, and the boards of the rules pages and of the first lesson.
    /// They are committed; a test fails if they are out of date.
    Codegen {
        /// Write nothing; fail if a file is out of date
        #[arg(long)]
        check: bool,
    },

    /// Make the release files: an archive, a Debian package and checksums
    ///
    /// The archive has the program, manual pages, completions, the systemd unit, monitoring and the
    /// licences of all dependencies. The files are for the architecture of this machine.
    Dist {
        /// The cargo profile; profiles other than dist are for trials
        #[arg(
            long,
            value_name = "PROFILE",
            default_value = dist::PROFILE,
            value_parser = dist::parse_profile
        )]
        profile: String,
    },

    /// Build the engine and the game host as WebAssembly modules for the web client
    ///
    /// Uses the toolchain's target wasm32-unknown-unknown if it is installed, otherwise packages of
    /// Debian, which it downloads into the target folder.
    /// The modules are committed; the gate warns if they are older than their sources.
    Wasm {
        /// Build nothing; fail if the modules are older than their sources
        #[arg(long)]
        check: bool,
    },

    /// Build the static site: the client without a server, for any static host
    ///
    /// Works under any path of a host. docs/hosting.md describes it.
    Site {
        /// The folder to write; an older site there is replaced
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask test                       before every push: the whole gate
  cargo xtask test --only clippy         a single step
  cargo xtask test --no-install          without changes to the machine
  cargo xtask audit                      before a release
  cargo xtask arrows                     after adding a crate or a dependency
  cargo xtask differential --plies 1_000_000
                                         after a change to moves, tiling or scoring
  cargo xtask fuzz all --seconds 600     after a change to a parser
  cargo xtask bench                      before and after an optimisation
  cargo xtask miri                       after a change to the SIMD kernels
  cargo xtask reliability kill --times 20
                                         after a change to the store or the event log
  cargo xtask simulate --seeds 10_000    after a change to live games or the cluster
  cargo xtask train-smoke                after a change to self-play, training or networks
  cargo xtask codegen                    after a change to the protocol or to the lesson
  cargo xtask dist                       the files of a release
  cargo xtask wasm                       after a change to the rules or to the engine
  cargo xtask site --out site            to host the client without a server

`cargo xtask help COMMAND` describes a command in detail.";

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
        Command::Test { only, no_install } => {
            let policy = if no_install {
                Policy::NoInstall
            } else {
                Policy::Install
            };
            gate::run(&sh, &only, policy)
        }
        Command::Audit => supply_chain::audit(&sh),
        Command::Arrows => arrows::run(&sh),
        Command::Differential { plies } => differential::run(&sh, plies),
        Command::Fuzz { target, seconds } => fuzz::run(&sh, &target, seconds),
        Command::Bench => bench::run(&sh),
        Command::Miri => miri::run(&sh),
        Command::Reliability { kind, times } => reliability::run(&sh, &kind, times),
        Command::Simulate { seeds, from } => simulate::run(&sh, seeds, from),
        Command::TrainSmoke => training::smoke(&sh),
        Command::Codegen { check } => codegen::run(&workspace::root()?, check),
        Command::Dist { profile } => dist::run(&sh, &profile),
        Command::Wasm { check } => wasm::run(&sh, check),
        Command::Site { out } => site::run(&sh, &out),
    }
}

/// A parser for the names of the gate's steps, which lists them in the help.
fn step_parser() -> PossibleValuesParser {
    gate::steps()
        .map(|(name, about)| PossibleValue::new(name).help(about))
        .into()
}

/// A parser for the kinds of faults, which lists them in the help.
fn kind_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(
        reliability::kinds().map(|(name, about)| PossibleValue::new(name).help(about)),
    )
}

/// Parses a count with optional underscores: `100_000_000`.
fn parse_count(text: &str) -> Result<u64, std::num::ParseIntError> {
    text.replace('_', "").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_lists_every_command_with_an_example() {
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
                "audit",
                "arrows",
                "differential",
                "fuzz",
                "bench",
                "miri",
                "reliability",
                "simulate",
                "train-smoke",
                "codegen",
                "dist",
                "wasm",
                "site"
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
    fn every_command_and_option_has_help() {
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
    fn counts_may_contain_underscores() {
        assert_eq!(parse_count("100_000_000"), Ok(100_000_000));
        assert_eq!(parse_count("42"), Ok(42));
        assert!(parse_count("many").is_err());
    }
}
