//! Fits the linear evaluator to the outcomes of self-play games.
//!
//! Bots play against themselves; the features of all boards are sampled after every round that does
//! not end the game, and the final scores are recorded. For each round, ridge regression finds the
//! weights with which a player's features, minus the mean of the opponents', best predict the final
//! margin. Then the scale that maximises the likelihood of the results is chosen.

use core::ops::ControlFlow;
use std::thread;

use azulejo_rules::Position;

use crate::eval::{
    Evaluator, FEATURES, ROUND_BUCKETS, RoundWeights, bucket, for_each_feature, win_probabilities,
};
use crate::search::Engine;
use crate::self_play::{SelfPlay, play_sampled};

/// The boards after a round, and the outcome of the game.
#[derive(Clone, Debug)]
pub struct Sample {
    bucket: usize,
    starter: usize,
    /// The features of each board.
    boards: Vec<Vec<f32>>,
    /// The final scores.
    scores: Vec<f32>,
    /// Each player's share of the win.
    wins: Vec<f32>,
}

/// The quality of a fit for one round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitReport {
    /// The round.
    pub round: usize,
    /// The number of samples.
    pub samples: usize,
    /// The share of the variance of the final margin that the weights explain, on held-out samples.
    pub r_squared: f64,
    /// The standard deviation of the residuals, in points.
    pub residual: f64,
    /// The scale of the win probability.
    pub scale: f32,
    /// The mean log loss of the win probabilities, on held-out samples.
    pub log_loss: f64,
}

/// Plays self-play games and returns their samples.
#[must_use]
pub fn collect_samples(plan: SelfPlay, evaluator: &Evaluator) -> Vec<Sample> {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads)
            .map(|worker| {
                scope.spawn(move || {
                    let mut engine = Engine::with_entries(evaluator.clone(), 1 << 15);
                    (worker..plan.games)
                        .step_by(plan.threads as usize)
                        .flat_map(|game| sample_game(plan, game, &mut engine))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        // Interleaved game by game, so that the order does not depend on thread scheduling.
        let mut parts: Vec<_> = workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker panicked").into_iter())
            .collect();
        let mut samples = Vec::new();
        while parts.iter().any(|part| part.len() > 0) {
            for part in &mut parts {
                samples.extend(part.next());
            }
        }
        samples
    })
}

fn sample_game(plan: SelfPlay, game: u64, engine: &mut Engine) -> Vec<Sample> {
    let mut samples = Vec::new();
    let outcome = play_sampled(plan, game, engine, |position| {
        samples.push(sample(position));
        ControlFlow::Continue(())
    });
    let Some(outcome) = outcome else {
        return Vec::new();
    };
    let winners = outcome.winners().count() as f32;
    for sample in &mut samples {
        for standing in outcome.standings() {
            sample.scores.push(f32::from(standing.score()));
            sample
                .wins
                .push(if standing.won { 1.0 / winners } else { 0.0 });
        }
    }
    samples
}

/// Samples the boards before a refill.
fn sample(position: &Position) -> Sample {
    let boards = position.boards().map(|(_, board)| {
        let mut features = vec![0.0; FEATURES];
        for_each_feature(position.wall(), board, |i, x| features[i] += x);
        features
    });
    Sample {
        bucket: bucket(position.round() - 1),
        starter: position.start().index(),
        boards: boards.collect(),
        scores: Vec::new(),
        wins: Vec::new(),
    }
}

impl Sample {
    /// Writes a player's features minus the mean of the opponents'; the last one is for starting.
    fn difference(&self, seat: usize, into: &mut Vec<f64>) {
        let others = (self.boards.len() - 1) as f64;
        into.clear();
        for i in 0..FEATURES {
            let rest: f64 = (0..self.boards.len())
                .filter(|&s| s != seat)
                .map(|s| f64::from(self.boards[s][i]))
                .sum();
            into.push(f64::from(self.boards[seat][i]) - rest / others);
        }
        into.push(if seat == self.starter {
            1.0
        } else {
            -1.0 / others
        });
    }

    /// Returns a player's final margin over the mean of the opponents.
    fn margin(&self, seat: usize) -> f64 {
        let rest: f32 = (0..self.scores.len())
            .filter(|&s| s != seat)
            .map(|s| self.scores[s])
            .sum();
        f64::from(self.scores[seat] - rest / (self.scores.len() - 1) as f32)
    }

    /// Returns the value of each player's board, as in the search.
    fn values(&self, weights: &RoundWeights) -> Vec<f64> {
        let value = |(seat, board): (usize, &Vec<f32>)| {
            let sum: f32 = board.iter().zip(&weights.weights).map(|(x, w)| x * w).sum();
            let start = if seat == self.starter {
                weights.start
            } else {
                0.0
            };
            f64::from(sum + start)
        };
        self.boards.iter().enumerate().map(value).collect()
    }
}

/// One in this many samples is held out of the fit, for its report.
const HELD_OUT: usize = 10;

/// Fits the weights of one round; `None` if there are too few samples.
#[must_use]
pub fn fit_round(
    samples: &[Sample],
    round: usize,
    ridge: f64,
) -> Option<(RoundWeights, FitReport)> {
    assert!(
        (1..=ROUND_BUCKETS).contains(&round),
        "the round must be 1 to 5"
    );
    let samples: Vec<&Sample> = samples.iter().filter(|s| s.bucket == round - 1).collect();
    if samples.len() < 10 * FEATURES {
        return None;
    }
    let size = FEATURES + 1;
    let mut normal = vec![vec![0.0; size]; size];
    let mut right = vec![0.0; size];
    let mut row = Vec::with_capacity(size);
    for (_, sample) in samples
        .iter()
        .enumerate()
        .filter(|(i, _)| i % HELD_OUT != 0)
    {
        // With two players the second row is the negated first.
        let seats = if sample.boards.len() == 2 {
            1
        } else {
            sample.boards.len()
        };
        for seat in 0..seats {
            sample.difference(seat, &mut row);
            let margin = sample.margin(seat);
            for i in 0..size {
                if row[i] != 0.0 {
                    right[i] += row[i] * margin;
                    for j in 0..=i {
                        normal[i][j] += row[i] * row[j];
                    }
                }
            }
        }
    }
    for (i, line) in normal.iter_mut().enumerate() {
        line[i] += ridge;
    }
    let solution = solve(&mut normal, &right);
    let mut weights = RoundWeights {
        start: solution[FEATURES] as f32,
        scale: 1.0,
        weights: solution[..FEATURES].iter().map(|&w| w as f32).collect(),
    };
    let held_out: Vec<&Sample> = samples
        .iter()
        .enumerate()
        .filter(|(i, _)| i % HELD_OUT == 0)
        .map(|(_, s)| *s)
        .collect();
    let (mut squares, mut residuals, mut count) = (0.0, 0.0, 0.0);
    for sample in &held_out {
        for seat in 0..sample.boards.len() {
            sample.difference(seat, &mut row);
            let predicted: f64 = row.iter().zip(&solution).map(|(x, w)| x * w).sum();
            let margin = sample.margin(seat);
            squares += margin * margin;
            residuals += (margin - predicted) * (margin - predicted);
            count += 1.0;
        }
    }
    weights.scale = best_scale(&samples, &weights);
    let report = FitReport {
        round,
        samples: samples.len(),
        r_squared: 1.0 - residuals / squares,
        residual: f64::sqrt(residuals / count),
        scale: weights.scale,
        log_loss: log_loss(
            &held_out,
            &all_values(&held_out, &weights),
            f64::from(weights.scale),
        ),
    };
    Some((weights, report))
}

/// Returns the scale with the least log loss, by golden-section search.
fn best_scale(samples: &[&Sample], weights: &RoundWeights) -> f32 {
    let values = all_values(samples, weights);
    let (mut low, mut high) = (1.0_f64, 40.0_f64);
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..30 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if log_loss(samples, &values, a) < log_loss(samples, &values, b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high) as f32
}

fn all_values(samples: &[&Sample], weights: &RoundWeights) -> Vec<Vec<f64>> {
    samples
        .iter()
        .map(|sample| sample.values(weights))
        .collect()
}

/// Returns the mean log loss of the win probabilities at a scale.
fn log_loss(samples: &[&Sample], values: &[Vec<f64>], scale: f64) -> f64 {
    let (mut loss, mut count) = (0.0, 0.0);
    for (sample, values) in samples.iter().zip(values) {
        for (won, p) in sample.wins.iter().zip(win_probabilities(values, scale)) {
            let p = p.clamp(1e-6, 1.0 - 1e-6);
            let won = f64::from(*won);
            loss -= won * p.ln() + (1.0 - won) * (1.0 - p).ln();
            count += 1.0;
        }
    }
    loss / count
}

/// Solves a symmetric positive definite system, given by its lower triangle, by Cholesky
/// decomposition.
fn solve(matrix: &mut [Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    for j in 0..size {
        for k in 0..j {
            let factor = matrix[j][k];
            for row in &mut matrix[j..size] {
                row[j] -= row[k] * factor;
            }
        }
        let pivot = matrix[j][j].sqrt();
        for row in &mut matrix[j..size] {
            row[j] /= pivot;
        }
    }
    let mut solution = right.to_vec();
    for i in 0..size {
        for k in 0..i {
            solution[i] -= matrix[i][k] * solution[k];
        }
        solution[i] /= matrix[i][i];
    }
    for i in (0..size).rev() {
        for k in i + 1..size {
            solution[i] -= matrix[k][i] * solution[k];
        }
        solution[i] /= matrix[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cholesky_solves_a_small_system() {
        let mut matrix = vec![
            vec![4.0, 0.0, 0.0],
            vec![2.0, 5.0, 0.0],
            vec![1.0, 3.0, 6.0],
        ];
        let solution = solve(&mut matrix, &[9.0, 21.0, 25.0]);
        // 4x + 2y + z = 9, 2x + 5y + 3z = 21, x + 3y + 6z = 25.
        let (x, y, z) = (solution[0], solution[1], solution[2]);
        for (left, right) in [
            (4.0 * x + 2.0 * y + z, 9.0),
            (2.0 * x + 5.0 * y + 3.0 * z, 21.0),
            (x + 3.0 * y + 6.0 * z, 25.0),
        ] {
            assert!((left - right).abs() < 1e-9, "{left} is not {right}");
        }
    }
}
