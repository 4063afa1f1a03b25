//! The commands, one file each.

mod analyse;
mod bench;
mod engine;
mod match_bots;
mod moves;
mod perft;
mod play;
mod replay;
mod sim;

use anyhow::{Result, anyhow};
use azulejo_rules::Position;

use crate::args::{Cli, Command, PlayArgs};
use crate::screen::Screen;

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<()> {
    let mut screen = Screen::new(cli.colour);
    match cli
        .command
        .unwrap_or_else(|| Command::Play(PlayArgs::default()))
    {
        Command::Play(args) => play::run(&args, &mut screen),
        Command::Sim(args) => sim::run(&args, &mut screen),
        Command::Replay(args) => replay::run(&args, &mut screen),
        Command::Moves { position } => moves::run(&position, &mut screen),
        Command::Perft { position, depth } => perft::run(&position, depth, &mut screen),
        Command::Match(args) => match_bots::run(&args, &mut screen),
        Command::Analyse(args) => analyse::run(&args, &mut screen),
        Command::Engine { threads } => engine::run(threads),
        Command::Bench { ai: true, .. } => bench::run_ai(&mut screen),
        Command::Bench { seconds, json, .. } => bench::run(seconds, json, &mut screen),
    }
}

fn parse_position(text: &str) -> Result<Position> {
    text.parse()
        .map_err(|error: azulejo_rules::PositionTextError| {
            anyhow!(
                "the position: {error}; azulejo moves --help explains what a position looks like"
            )
        })
}
