//! Do probabilities come true? Of all players who were given 30 % at the start of a round, about
//! 30 % should win.

use azulejo_rules::record::{Record, RecordFault, Step};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Position, Seat};

use crate::value::{FINE, Outlook, Value, win_probabilities};

/// One player's view of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The probability to win that the player was given at the start of each round but the first.
    pub expected: Vec<f64>,
    /// What came of it: 1 for a win, a share of a shared victory, 0 otherwise.
    pub result: f64,
}

/// Probabilities and what came of them, game by game: the rounds of one game hang together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    games: Vec<PlayedGame>,
}

/// The probabilities of one range, and how often they came true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// How many probabilities fell into the range.
    pub samples: usize,
    /// Their mean.
    pub expected: f64,
    /// The mean result.
    pub observed: f64,
    /// The 95 % interval of the mean result, by a bootstrap over games.
    pub interval: (f64, f64),
}

/// What a player was given at the start of each round but the first, when all players are still
/// equal, and what came of it; nothing when the game has no result.
///
/// # Errors
/// When the record does not follow the rules.
pub fn round_starts(
    record: &Record,
    seat: Seat,
    value: &Value,
) -> Result<Option<PlayedGame>, RecordFault> {
    let mut expected = Vec::new();
    record.walk(|before, step, _| {
        if matches!(step, Step::Deal(_)) && before.round() > 1 {
            expected.push(win_probability(value, before, seat));
        }
    })?;
    Ok(record.winners.as_ref().map(|winners| PlayedGame {
        expected,
        result: if winners.contains(&seat) {
            1.0 / winners.len() as f64
        } else {
            0.0
        },
    }))
}

/// A player's probability to win when the next round is about to be dealt, as the leaves of the
/// search have it, without their part for the margin.
fn win_probability(value: &Value, position: &Position, seat: Seat) -> f64 {
    let value = value.after_round(position);
    let mut outlooks = [Outlook::default(); 4];
    for (seat, board) in position.boards() {
        outlooks[seat.index()] = value.board(board, true);
    }
    let worths: Vec<f64> = value.worths(&outlooks, position.start())[..position.players().count()]
        .iter()
        .map(|&worth| f64::from(worth) / f64::from(FINE))
        .collect();
    win_probabilities(&worths, f64::from(value.scale(true)))[seat.index()]
}

impl Calibration {
    /// Adds a game.
    pub fn add(&mut self, game: PlayedGame) {
        self.games.push(game);
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The mean squared distance between probability and result.
    #[must_use]
    pub fn brier(&self) -> f64 {
        let distances = self.games.iter().flat_map(|game| {
            let result = game.result;
            game.expected.iter().map(move |p| (p - result).powi(2))
        });
        let (sum, count) = distances.fold((0.0, 0_u64), |(sum, n), d| (sum + d, n + 1));
        sum / count.max(1) as f64
    }

    /// The probabilities in `bins` ranges of equal width; the interval of each comes from so many
    /// samples of games, drawn with replacement. A range that nothing fell into has no interval.
    #[must_use]
    pub fn bins(&self, bins: usize, resamples: usize, seed: u64) -> Vec<Bin> {
        let sums: Vec<Vec<Sum>> = self.games.iter().map(|game| by_bin(game, bins)).collect();
        let mut whole = vec![Sum::default(); bins];
        for game in &sums {
            add_up(&mut whole, game);
        }
        let mut rng = FastRng::new(seed);
        let mut observed: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); bins];
        for _ in 0..resamples {
            let mut drawn = vec![Sum::default(); bins];
            for _ in 0..sums.len() {
                add_up(
                    &mut drawn,
                    &sums[below(&mut rng, sums.len() as u32) as usize],
                );
            }
            for (observed, sum) in observed.iter_mut().zip(&drawn) {
                if sum.samples > 0 {
                    observed.push(sum.results / sum.samples as f64);
                }
            }
        }
        whole
            .iter()
            .zip(observed)
            .map(|(sum, observed)| Bin {
                samples: sum.samples,
                expected: sum.expected / sum.samples as f64,
                observed: sum.results / sum.samples as f64,
                interval: middle_95_percent(observed),
            })
            .collect()
    }
}

/// What one game, or many, bring to a range.
#[derive(Clone, Copy, Default)]
struct Sum {
    bin: usize,
    samples: usize,
    expected: f64,
    results: f64,
}

/// What one game brings, range by range; ranges it does not touch are left out.
fn by_bin(game: &PlayedGame, bins: usize) -> Vec<Sum> {
    let mut sums: Vec<Sum> = Vec::with_capacity(game.expected.len());
    for &expected in &game.expected {
        sums.push(Sum {
            bin: ((expected * bins as f64) as usize).min(bins - 1),
            samples: 1,
            expected,
            results: game.result,
        });
    }
    sums
}

fn add_up(bins: &mut [Sum], game: &[Sum]) {
    for sum in game {
        let bin = &mut bins[sum.bin];
        bin.samples += sum.samples;
        bin.expected += sum.expected;
        bin.results += sum.results;
    }
}

fn middle_95_percent(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = values.len().checked_sub(1);
        last.map_or(f64::NAN, |last| {
            values[(share * last as f64).round() as usize]
        })
    };
    (at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose results follow the probabilities, or do not: every game has three rounds with
    /// the same probability.
    fn made_up(bias: f64) -> Calibration {
        let mut rng = FastRng::new(4);
        let mut calibration = Calibration::default();
        for _ in 0..4_000 {
            let p = f64::from(below(&mut rng, 1000)) / 1000.0;
            let won = f64::from(below(&mut rng, 1000)) / 1000.0 < p + bias;
            calibration.add(PlayedGame {
                expected: vec![p; 3],
                result: f64::from(u8::from(won)),
            });
        }
        calibration
    }

    #[test]
    fn true_probabilities_lie_within_their_intervals_and_wrong_ones_do_not() {
        let outside = |calibration: &Calibration| {
            let bins = calibration.bins(10, 400, 1);
            assert_eq!(bins.iter().map(|b| b.samples).sum::<usize>(), 12_000);
            let missed = |b: &&Bin| b.expected < b.interval.0 || b.expected > b.interval.1;
            bins.iter().filter(missed).count()
        };
        assert!(outside(&made_up(0.0)) <= 1);
        assert!(outside(&made_up(0.1)) >= 8);
    }

    /// Three rounds of one game tell no more than one: an interval that took them for independent
    /// would be narrower by the square root of three.
    #[test]
    fn intervals_are_as_wide_as_the_number_of_games_says() {
        let bin = made_up(0.0).bins(1, 1000, 1)[0];
        let by_games = 2.0 * 1.96 * (bin.observed * (1.0 - bin.observed) / 4_000.0).sqrt();
        let width = bin.interval.1 - bin.interval.0;
        assert!((width / by_games - 1.0).abs() < 0.1, "{width} {by_games}");
    }

    #[test]
    fn a_range_without_samples_has_no_interval() {
        let mut calibration = Calibration::default();
        calibration.add(PlayedGame {
            expected: vec![0.9, 1.0],
            result: 1.0,
        });
        let bins = calibration.bins(2, 10, 1);
        assert_eq!((bins[0].samples, bins[1].samples), (0, 2));
        assert!(bins[0].interval.0.is_nan());
        assert_eq!(bins[1].interval, (1.0, 1.0));
        assert!((calibration.brier() - 0.005).abs() < 1e-12);
    }
}
