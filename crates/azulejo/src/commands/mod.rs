//! The commands, one file each.

mod analyse;
mod bench;
mod completions;
mod engine;
mod match_bots;
mod moves;
mod perft;
mod play;
mod puzzles;
mod replay;
mod sim;
mod solve;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow};
use azulejo_rules::Position;

use crate::args::{Cli, Command};
use crate::hosting;
use crate::screen::Screen;

/// Runs a command.
pub(crate) fn run(cli: Cli) -> Result<()> {
    let mut screen = Screen::new(cli.colour);
    let Some(command) = cli.command else {
        return hosting::run(hosting::serve_by_default(), &mut screen);
    };
    match command {
        Command::Hosting(command) => hosting::run(command, &mut screen),
        Command::Play(args) => play::run(&args, cli.colour, &mut screen),
        Command::Sim(args) => sim::run(&args, &mut screen),
        Command::Replay(args) => replay::run(&args, cli.colour, &mut screen),
        Command::Moves { position } => moves::run(&position, &mut screen),
        Command::Perft { position, depth } => perft::run(&position, depth, &mut screen),
        Command::Match(args) => match_bots::run(&args, &mut screen),
        Command::Analyse(args) => analyse::run(&args, &mut screen),
        Command::Solve(args) => solve::run(&args, &mut screen),
        Command::Puzzles(args) => puzzles::run(&args, &mut screen),
        Command::Engine { threads } => engine::run(threads),
        Command::Bench { ai: true, .. } => bench::run_ai(&mut screen),
        Command::Bench { seconds, json, .. } => bench::run(seconds, json, &mut screen),
        Command::Completions { shell } => completions::run(shell, &mut screen),
        Command::Man { out: None } => completions::run_man(&mut screen),
        Command::Man { out: Some(folder) } => completions::write_man(&folder),
    }
}

fn parse_position(text: &str) -> Result<Position> {
    text.parse()
        .map_err(|error: azulejo_rules::ParsePositionError| {
            anyhow!(
                "the position: {error}; azulejo moves --help explains what a position looks like"
            )
        })
}

/// The number of cores, the default number of threads.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Sets the flag on the first interrupt; a second one ends the program.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) -> Result<()> {
    #[cfg(unix)]
    {
        let interrupt = signal_hook::consts::SIGINT;
        signal_hook::flag::register_conditional_shutdown(interrupt, 130, Arc::clone(stop))?;
        signal_hook::flag::register(interrupt, Arc::clone(stop))?;
    }
    Ok(())
}
