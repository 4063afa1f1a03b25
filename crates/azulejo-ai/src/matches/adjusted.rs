//! Luck-adjusted scores.

use core::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use azulejo_rules::{Game, Seat};

use super::{Group, result_of};
use crate::eval::Evaluator;
use crate::ledger::{Effort, GameAnalysis};
use crate::search::Engine;

/// The score of a match less the luck of its deals, per game. Its expectation is that of the score,
/// but it varies less.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AdjustedTally {
    /// The mean result and the mean result less luck of each group.
    groups: Vec<(f64, f64)>,
}

impl AdjustedTally {
    /// Adds a group, given the bot's result and luck in each of its games.
    pub fn add(&mut self, games: &[(f64, f64)]) {
        let count = games.len().max(1) as f64;
        let result = games.iter().map(|(result, _)| result).sum::<f64>() / count;
        let luck = games.iter().map(|(_, luck)| luck).sum::<f64>() / count;
        self.groups.push((result, result - luck));
    }

    /// Returns the adjusted score.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.groups
            .iter()
            .map(|(_, adjusted)| adjusted)
            .sum::<f64>()
            / self.count()
    }

    /// Returns the half width of the 95 % confidence interval of the adjusted score.
    #[must_use]
    pub fn score_error(&self) -> f64 {
        1.96 * (self.variance(|group| group.1) / self.count()).sqrt()
    }

    /// Returns how many times as many games the plain score needs for the same error.
    #[must_use]
    pub fn games_factor(&self) -> f64 {
        self.variance(|group| group.0) / self.variance(|group| group.1)
    }

    fn count(&self) -> f64 {
        self.groups.len().max(1) as f64
    }

    fn variance(&self, value: impl Fn(&(f64, f64)) -> f64) -> f64 {
        let mean = self.groups.iter().map(&value).sum::<f64>() / self.count();
        let squares: f64 = self.groups.iter().map(|g| (value(g) - mean).powi(2)).sum();
        squares / (self.count() - 1.0).max(1.0)
    }
}

/// Returns the bot's result and luck in each game of a group. The games are analysed on one thread
/// each.
#[must_use]
pub fn results_and_luck(group: &Group, evaluator: &Evaluator, effort: Effort) -> Vec<(f64, f64)> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (i, game) in group.games.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut engine = Engine::with_entries(evaluator.clone(), effort.table_entries());
                let seat = Seat::ALL[i];
                let luck = luck_of(game, seat, &mut engine, effort);
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

fn luck_of(game: &Game, seat: Seat, engine: &mut Engine, effort: Effort) -> f64 {
    let Ok(mut analysis) = GameAnalysis::new(game.record(), effort) else {
        return 0.0;
    };
    analysis.run(engine, &AtomicBool::new(false));
    analysis
        .ledger(engine.evaluator())
        .map_or(0.0, |ledger| ledger.players[seat.index()].win.luck)
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
        assert!(tally.score_error() < 0.02);
        assert!(tally.games_factor() > 10.0);
    }
}
