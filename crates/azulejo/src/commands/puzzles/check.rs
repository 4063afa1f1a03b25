//! `azulejo puzzles check`: checks the solutions of puzzles again.

use std::io::Write as _;

use anyhow::Result;
use azulejo_ai::eval::Nets;
use azulejo_ai::puzzles::{Effort, Miner, Puzzle};
use azulejo_rules::rng::{FastRng, below};

use crate::args::CheckArgs;
use crate::progress;
use crate::screen::Screen;

/// Prints each unsound puzzle with the reason, how many are sound, and for how many another solution
/// is best.
pub(super) fn run(args: &CheckArgs, screen: &mut Screen) -> Result<()> {
    let puzzles = sample(super::read(args.file.as_deref())?, args);
    let mut miner = Miner::new(Nets::shipped(), Effort::STANDARD.deeper(args.deeper));
    let bar = progress::of_puzzles(puzzles.len() as u64);
    let mut sound = 0;
    let mut contradicted = 0;
    for puzzle in &puzzles {
        match miner.check(puzzle) {
            Ok(()) => sound += 1,
            Err(reason) => {
                contradicted += usize::from(reason.contradicts());
                bar.suspend(|| screen.line(&format!("{reason}: {puzzle}")))?;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = puzzles.len();
    screen.line(&format!(
        "{sound} of {count} puzzles sound, {contradicted} contradicted"
    ))?;
    Ok(screen.flush()?)
}

/// Draws some of the puzzles, without repetition.
fn sample(mut puzzles: Vec<Puzzle>, args: &CheckArgs) -> Vec<Puzzle> {
    let Some(wanted) = args.sample.map(|n| n as usize) else {
        return puzzles;
    };
    let mut rng = FastRng::new(args.seed);
    let wanted = wanted.min(puzzles.len());
    for i in 0..wanted {
        let other = i + below(&mut rng, (puzzles.len() - i) as u32) as usize;
        puzzles.swap(i, other);
    }
    puzzles.truncate(wanted);
    puzzles
}
