//! The difficulty of a puzzle: its rating is fitted to the attempts of the bots.

use super::{Kind, Puzzle, is_same_move};
use crate::eval::Nets;
use crate::portable_math::exp;
use crate::{Bot, BotId, Decision};

/// The levels with their Elo ratings (docs/bots.md) and numbers of attempts. The stronger levels
/// have no randomness, so they make one attempt, which counts as [`WEIGHT_OF_SURE`] attempts.
const LEVELS: [(BotId, f64, u32); 6] = [
    (BotId::Beginner, -252.0, 40),
    (BotId::Apprentice, -83.0, 40),
    (BotId::Tiler, 234.0, 40),
    (BotId::Artisan, 661.0, 1),
    (BotId::Master, 1029.0, 1),
    (BotId::Legend, 1519.0, 1),
];
const WEIGHT_OF_SURE: f64 = 8.0;

/// The prior of a rating: its mean and standard deviation. It keeps the rating finite if all levels
/// solve the puzzle, or none.
const PRIOR_MEAN: f64 = 600.0;
const PRIOR_DEVIATION: f64 = 700.0;
/// The Elo difference at which the odds are e to 1.
const ELO_PER_UNIT: f64 = 400.0 / core::f64::consts::LN_10;

/// The attempts of one level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Attempts {
    elo: f64,
    solved: f64,
    failed: f64,
}

/// Rates puzzles.
pub struct Rater {
    bots: Vec<(Bot, f64, u32)>,
}

impl Rater {
    /// Creates a rater whose bots evaluate with the given networks.
    #[must_use]
    pub fn new(nets: &Nets) -> Self {
        let bots = LEVELS.map(|(id, elo, attempts)| (Bot::with_nets(id, 0, nets), elo, attempts));
        Self { bots: bots.into() }
    }

    /// Returns the rating of a puzzle. It depends on the puzzle alone.
    pub fn rate(&mut self, puzzle: &Puzzle) -> i32 {
        let tasks = puzzle.tasks();
        let attempts = self.bots.iter_mut().map(|(bot, elo, count)| {
            // No level tiles at random.
            if puzzle.kind == Kind::Columns {
                let seat = puzzle.position.to_move();
                let tiled = bot.tile(&puzzle.position, seat);
                let solved = f64::from(u8::from(tiled.as_slice() == puzzle.columns));
                return Attempts {
                    elo: *elo,
                    solved: WEIGHT_OF_SURE * solved,
                    failed: WEIGHT_OF_SURE * (1.0 - solved),
                };
            }
            let mut solved = 0;
            for seed in 0..*count {
                bot.new_game(u64::from(seed));
                let solves = tasks.iter().all(|(position, right)| {
                    matches!(bot.decide(position), Ok(Decision::Move(m)) if is_same_move(position, m, *right))
                });
                solved += u32::from(solves);
            }
            let weight = if *count == 1 { WEIGHT_OF_SURE } else { 1.0 };
            Attempts {
                elo: *elo,
                solved: weight * f64::from(solved),
                failed: weight * f64::from(*count - solved),
            }
        });
        fit(&attempts.collect::<Vec<_>>()).round() as i32
    }
}

/// Returns the most likely rating: a level solves the puzzle with probability
/// 1 / (1 + 10^((rating − elo) / 400)).
fn fit(attempts: &[Attempts]) -> f64 {
    // The derivative of the log-likelihood falls with the rating.
    let slope = |rating: f64| {
        let likelihood: f64 = attempts
            .iter()
            .map(|level| {
                let p = 1.0 / (1.0 + exp((rating - level.elo) / ELO_PER_UNIT));
                (level.failed * p - level.solved * (1.0 - p)) / ELO_PER_UNIT
            })
            .sum();
        likelihood - (rating - PRIOR_MEAN) / PRIOR_DEVIATION.powi(2)
    };
    let (mut low, mut high) = (-4000.0, 6000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(solved: [u32; 6]) -> Vec<Attempts> {
        let levels = LEVELS.iter().zip(solved);
        levels
            .map(|(&(_, elo, _), solved)| Attempts {
                elo,
                solved: f64::from(solved),
                failed: f64::from(40 - solved),
            })
            .collect()
    }

    #[test]
    fn rating_lies_where_half_the_attempts_succeed() {
        let rating = fit(&attempts([2, 5, 20, 37, 40, 40]));
        assert!((150.0..320.0).contains(&rating), "{rating}");
    }

    #[test]
    fn harder_puzzle_has_higher_rating() {
        let ratings = [
            [40; 6],
            [10, 20, 30, 40, 40, 40],
            [0, 0, 0, 10, 30, 40],
            [0; 6],
        ]
        .map(|solved| fit(&attempts(solved)));
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!(ratings.iter().all(|r| r.is_finite()), "{ratings:?}");
    }
}
