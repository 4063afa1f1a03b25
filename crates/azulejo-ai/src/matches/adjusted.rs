//! Luck-adjusted scores.

use core::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use azulejo_rules::{Game, Seat};

use super::{Group, result_of};
use crate::eval::Evaluator;
use crate::ledger::{Effort, GameAnalysis};
use crate::search::Engine;

/// The effort of luck adjustment: 40,000 nodes per search and 8 other deals per round.
const EFFORT: Effort = Effort::nodes(40_000, 8);

/// The score of a match less the luck of its deals, per game. Its expectation is that of the score,
/// but it varies less. It may lie outside 0 to 1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AdjustedTally {
    /// The mean result less luck of each group.
    groups: Vec<f64>,
}

impl AdjustedTally {
    /// Adds a group, given the bot's result and luck in each of its games.
    pub fn add(&mut self, games: &[(f64, f64)]) {
        let sum: f64 = games.iter().map(|(result, luck)| result - luck).sum();
        self.groups.push(sum / games.len().max(1) as f64);
    }

    /// Returns the adjusted score.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.groups.iter().sum::<f64>() / self.groups.len().max(1) as f64
    }

    /// Returns the half width of the 95 % confidence interval of the adjusted score; `None` with
    /// fewer than two groups.
    #[must_use]
    pub fn score_error(&self) -> Option<f64> {
        if self.groups.len() < 2 {
            return None;
        }
        let (mean, count) = (self.score(), self.groups.len() as f64);
        let squares: f64 = self.groups.iter().map(|g| (g - mean).powi(2)).sum();
        Some(1.96 * (squares / (count - 1.0) / count).sqrt())
    }
}

/// Returns the bot's result and luck in each game of a group. The games are analysed on one thread
/// each.
#[must_use]
pub fn results_and_luck(group: &Group, evaluator: &Evaluator) -> Vec<(f64, f64)> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (i, game) in group.games.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut engine = Engine::with_entries(evaluator.clone(), EFFORT.table_entries());
                let seat = Seat::ALL[i];
                let luck = luck_of(game, seat, &mut engine);
                // The receiver lives until all senders are dropped.
                let _ = sender.send((i, (result_of(game, seat), luck)));
            });
        }
        drop(sender);
        let mut results: Vec<_> = receiver.iter().collect();
        results.sort_by_key(|(i, _)| *i);
        results.into_iter().map(|(_, result)| result).collect()
    })
}

fn luck_of(game: &Game, seat: Seat, engine: &mut Engine) -> f64 {
    let Ok(mut analysis) = GameAnalysis::new(game.record(), EFFORT) else {
        return 0.0;
    };
    analysis.run_deals(engine, &AtomicBool::new(false));
    let luck = analysis.sampled_luck();
    luck.map_or(0.0, |luck| luck[seat.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjustment_removes_the_variance_of_luck() {
        let mut tally = AdjustedTally::default();
        for i in 0..40 {
            let luck = if i % 2 == 0 { 0.4 } else { -0.4 };
            let rest = if i % 4 < 2 { 0.05 } else { -0.05 };
            tally.add(&[(0.5 + luck + rest, luck), (0.5 + luck - rest / 2.0, luck)]);
        }
        assert!((tally.score() - 0.5).abs() < 1e-9);
        assert!(tally.score_error().is_some_and(|error| error < 0.02));
    }

    #[test]
    fn error_needs_two_groups() {
        let mut tally = AdjustedTally::default();
        assert_eq!(tally.score_error(), None);
        tally.add(&[(1.0, 0.2), (1.0, -0.1)]);
        assert_eq!(tally.score_error(), None);
        tally.add(&[(1.0, 0.1), (0.0, -0.1)]);
        assert!(tally.score_error().is_some_and(|error| error > 0.0));
    }
}
