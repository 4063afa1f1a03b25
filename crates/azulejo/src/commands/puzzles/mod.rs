//! `azulejo puzzles`: solves, mines and checks puzzles.

mod check;
mod columns;
mod mine;
mod solve;

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use azulejo_ai::puzzles::Puzzle;

use crate::args::{PuzzlesArgs, PuzzlesCommand};
use crate::failure::open_error;
use crate::screen::Screen;

/// The files of shipped puzzles.
const SHIPPED: [&str; 2] = [
    include_str!("../../../../azulejo-ai/puzzles/two-players.txt"),
    include_str!("../../../../azulejo-ai/puzzles/more-players.txt"),
];

/// Runs a subcommand; without one, puzzles are solved.
pub(crate) fn run(args: &PuzzlesArgs, screen: &mut Screen) -> Result<()> {
    match &args.command {
        None => solve::run(args, screen),
        Some(PuzzlesCommand::Mine(args)) => mine::run(args, screen),
        Some(PuzzlesCommand::Check(args)) => check::run(args, screen),
    }
}

/// Reads the puzzles of a file, or the shipped ones.
fn read(file: Option<&Path>) -> Result<Vec<Puzzle>> {
    let (name, text) = match file {
        None => ("the shipped puzzles".to_owned(), SHIPPED.concat()),
        Some(path) => {
            let text = fs::read_to_string(path)
                .map_err(|e| open_error(path, &e, "choose a file of puzzles"))?;
            (path.display().to_string(), text)
        }
    };
    let mut puzzles = Vec::new();
    for (i, line) in text.lines().enumerate() {
        match line.parse() {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => bail!("{name}, line {}: {error}", i + 1),
        }
    }
    if puzzles.is_empty() {
        bail!("{name}: no puzzles");
    }
    Ok(puzzles)
}
