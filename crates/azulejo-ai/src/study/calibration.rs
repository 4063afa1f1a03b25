//! Calibration of win probabilities: of all players given 30 % at the start of a round, about 30 %
//! should win.

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Position, Seat};

use crate::eval::{
    BoardEval, Evaluator, ROUND_BUCKETS, UNITS_PER_POINT, bucket, win_probabilities,
};

/// One player's forecasts in one game, and the result.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerForecasts {
    /// The player's forecast win probability at the start of each round except the first.
    pub expected: Vec<f64>,
    /// The result: 1 for a win, a share for a shared win, 0 for a loss.
    pub result: f64,
}

/// The boards before a deal.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundStart {
    /// The bucket of the round just finished.
    pub bucket: usize,
    /// The value of each board, in points.
    pub values: Vec<f64>,
    /// The margin at which the odds of winning are e to 1.
    pub scale: f64,
}

/// A game with its evaluations between the rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatedGame {
    /// The start of every round except the first, at which all players are equal.
    pub starts: Vec<RoundStart>,
    /// Each player's result: 1 for a win, a share for a shared win, 0 for a loss.
    pub results: Vec<f64>,
}

/// Forecasts and results, grouped by game, because the rounds and players of one game are
/// correlated.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    games: Vec<Vec<PlayerForecasts>>,
}

/// A range of forecasts, and how often they came true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The lower and upper end of the range.
    pub range: (f64, f64),
    /// The number of forecasts in the range.
    pub samples: usize,
    /// The mean forecast.
    pub expected: f64,
    /// The mean result.
    pub observed: f64,
    /// The 95 % bootstrap confidence interval of the mean result, resampled by game.
    pub interval: (f64, f64),
}

impl Bin {
    /// Returns whether the mean result is within `tolerance` of the mean forecast, or the
    /// confidence interval contains the forecast.
    #[must_use]
    pub fn is_calibrated(&self, tolerance: f64) -> bool {
        let (low, high) = self.interval;
        (self.expected - self.observed).abs() <= tolerance
            || (low <= self.expected && self.expected <= high)
    }
}

/// Evaluates a recorded game between its rounds; `None` if the game has no result.
///
/// # Errors
/// If the record violates the rules.
pub fn evaluate_game(
    record: &Record,
    evaluator: &Evaluator,
) -> Result<Option<EvaluatedGame>, ReplayError> {
    let mut starts = Vec::new();
    record.walk(|before, step, _| {
        if matches!(step, Step::Deal(_)) && before.round() > 1 {
            starts.push(round_start(evaluator, before));
        }
    })?;
    Ok(record.winners.as_ref().map(|winners| {
        let players = record.players.len();
        let result = |seat: &Seat| {
            if winners.contains(seat) {
                1.0 / winners.len() as f64
            } else {
                0.0
            }
        };
        EvaluatedGame {
            starts,
            results: Seat::ALL[..players].iter().map(result).collect(),
        }
    }))
}

/// Evaluates the boards as in a leaf of the search, without the margin term.
pub(super) fn round_start(evaluator: &Evaluator, position: &Position) -> RoundStart {
    let evaluator = evaluator.after_round(position);
    let mut evals = [BoardEval::default(); 4];
    for (seat, board) in position.boards() {
        evals[seat.index()] = evaluator.evaluate(board, true);
    }
    let values = evaluator.values(&evals, position.start());
    let values = &values[..position.players().count()];
    RoundStart {
        bucket: bucket(position.round() - 1),
        values: values
            .iter()
            .map(|&value| f64::from(value) / f64::from(UNITS_PER_POINT))
            .collect(),
        scale: f64::from(evaluator.scale(true)),
    }
}

impl EvaluatedGame {
    /// Returns the forecasts and the result of each player.
    #[must_use]
    pub fn forecasts(&self) -> Vec<PlayerForecasts> {
        let forecasts: Vec<Vec<f64>> = self
            .starts
            .iter()
            .map(|start| win_probabilities(&start.values, start.scale))
            .collect();
        let player = |(seat, &result): (usize, &f64)| PlayerForecasts {
            expected: forecasts.iter().map(|forecasts| forecasts[seat]).collect(),
            result,
        };
        self.results.iter().enumerate().map(player).collect()
    }
}

/// The minimum number of round starts for fitting a scale.
const MIN_ROUND_STARTS: usize = 500;

/// Returns, for each round bucket, the factor of the scale that maximises the likelihood of the
/// games; `None` for buckets with too few samples.
#[must_use]
pub fn fit_scale_factors(games: &[EvaluatedGame]) -> [Option<f64>; ROUND_BUCKETS] {
    core::array::from_fn(|wanted| {
        let starts = || {
            games.iter().flat_map(|game| {
                let starts = game.starts.iter().filter(|s| s.bucket == wanted);
                starts.map(|start| (start, &game.results))
            })
        };
        if starts().count() < MIN_ROUND_STARTS {
            return None;
        }
        let negative_log_likelihood = |log_factor: f64| -> f64 {
            let factor = log_factor.exp();
            let losses = starts().map(|(start, results)| {
                let forecasts = win_probabilities(&start.values, start.scale * factor);
                let both = forecasts.iter().zip(results);
                both.map(|(p, result)| -result * p.max(1e-12).ln())
                    .sum::<f64>()
            });
            losses.sum()
        };
        Some(minimise(negative_log_likelihood, -1.5, 1.5).exp())
    })
}

/// Minimises a unimodal function by golden-section search, to within 10⁻⁴.
pub(super) fn minimise(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_a, mut at_b) = (f(a), f(b));
    while high - low > 1e-4 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - GOLDEN * (high - low);
            at_a = f(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + GOLDEN * (high - low);
            at_b = f(b);
        }
    }
    f64::midpoint(low, high)
}

impl Calibration {
    /// Adds a game with the forecasts of some or all of its players.
    pub fn add(&mut self, forecasts: Vec<PlayerForecasts>) {
        self.games.push(forecasts);
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns all pairs of forecast and result.
    fn samples(&self) -> impl Iterator<Item = (f64, f64)> {
        self.games.iter().flat_map(|game| samples(game))
    }

    /// Returns the Brier score: the mean squared difference between forecast and result.
    #[must_use]
    pub fn brier(&self) -> f64 {
        let distances = self.samples().map(|(p, result)| (p - result).powi(2));
        let (sum, count) = distances.fold((0.0, 0_u64), |(sum, n), d| (sum + d, n + 1));
        sum / count.max(1) as f64
    }

    /// Returns the lower ends of up to `max_bins` equal ranges, merged with their neighbours until
    /// each holds `min_samples`.
    fn bin_starts(&self, max_bins: usize, min_samples: usize) -> Vec<f64> {
        let mut counts = vec![0; max_bins];
        for (expected, _) in self.samples() {
            counts[((expected * max_bins as f64) as usize).min(max_bins - 1)] += 1;
        }
        let mut ranges: Vec<(f64, usize)> = counts
            .into_iter()
            .enumerate()
            .map(|(i, count)| (i as f64 / max_bins as f64, count))
            .collect();
        while ranges.len() > 1 {
            let short = |&(_, &(_, count)): &(usize, &(f64, usize))| count < min_samples;
            let Some((i, _)) = ranges.iter().enumerate().find(short) else {
                break;
            };
            // Merges with the smaller neighbour.
            let with_next = i == 0
                || ranges
                    .get(i + 1)
                    .is_some_and(|next| next.1 < ranges[i - 1].1);
            let first = if with_next { i } else { i - 1 };
            ranges[first].1 += ranges[first + 1].1;
            ranges.remove(first + 1);
        }
        ranges.into_iter().map(|(start, _)| start).collect()
    }

    /// Groups the forecasts into up to `max_bins` equal ranges, merged with their neighbours until
    /// each holds `min_samples`. Confidence intervals come from `resamples` bootstrap samples of
    /// games; those of an empty range are NaN.
    #[must_use]
    pub fn bins(
        &self,
        max_bins: usize,
        min_samples: usize,
        resamples: usize,
        seed: u64,
    ) -> Vec<Bin> {
        let bin_starts = self.bin_starts(max_bins, min_samples);
        let count = bin_starts.len();
        let sums: Vec<Vec<BinTotals>> = self
            .games
            .iter()
            .map(|game| by_bin(game, &bin_starts))
            .collect();
        let mut totals = vec![BinTotals::default(); count];
        for game in &sums {
            add_totals(&mut totals, game);
        }
        let mut rng = FastRng::new(seed);
        let mut observed: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); count];
        for _ in 0..resamples {
            let mut drawn = vec![BinTotals::default(); count];
            for _ in 0..sums.len() {
                let game = &sums[below(&mut rng, sums.len() as u32) as usize];
                add_totals(&mut drawn, game);
            }
            for (observed, sum) in observed.iter_mut().zip(&drawn) {
                if sum.samples > 0 {
                    observed.push(sum.results / sum.samples as f64);
                }
            }
        }
        let ends = bin_starts[1..].iter().copied().chain([1.0]);
        bin_starts
            .iter()
            .copied()
            .zip(ends)
            .zip(totals)
            .zip(observed)
            .map(|((range, sum), observed)| Bin {
                range,
                samples: sum.samples,
                expected: sum.expected / sum.samples as f64,
                observed: sum.results / sum.samples as f64,
                interval: percentile_interval(observed),
            })
            .collect()
    }
}

fn samples(forecasts: &[PlayerForecasts]) -> impl Iterator<Item = (f64, f64)> {
    forecasts.iter().flat_map(|player| {
        let result = player.result;
        player
            .expected
            .iter()
            .map(move |&expected| (expected, result))
    })
}

/// The totals of a range, over one game or many.
#[derive(Clone, Copy, Default)]
struct BinTotals {
    bin: usize,
    samples: usize,
    expected: f64,
    results: f64,
}

/// Returns the samples of one game by range.
fn by_bin(forecasts: &[PlayerForecasts], bin_starts: &[f64]) -> Vec<BinTotals> {
    samples(forecasts)
        .map(|(expected, results)| BinTotals {
            bin: bin_starts
                .partition_point(|&start| start <= expected)
                .max(1)
                - 1,
            samples: 1,
            expected,
            results,
        })
        .collect()
}

fn add_totals(bins: &mut [BinTotals], game: &[BinTotals]) {
    for sum in game {
        let bin = &mut bins[sum.bin];
        bin.samples += sum.samples;
        bin.expected += sum.expected;
        bin.results += sum.results;
    }
}

fn percentile_interval(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let quantile = |share: f64| {
        let last = values.len().checked_sub(1);
        last.map_or(f64::NAN, |last| {
            values[(share * last as f64).round() as usize]
        })
    };
    (quantile(0.025), quantile(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with three rounds at the same forecast, whose results follow the forecast plus `bias`.
    fn simulated(bias: f64) -> Calibration {
        let mut rng = FastRng::new(4);
        let mut calibration = Calibration::default();
        for _ in 0..4_000 {
            let p = f64::from(below(&mut rng, 1000)) / 1000.0;
            let won = f64::from(below(&mut rng, 1000)) / 1000.0 < p + bias;
            calibration.add(vec![PlayerForecasts {
                expected: vec![p; 3],
                result: f64::from(u8::from(won)),
            }]);
        }
        calibration
    }

    #[test]
    fn intervals_contain_calibrated_forecasts_only() {
        let outside = |calibration: &Calibration| {
            let bins = calibration.bins(10, 1, 400, 1);
            assert_eq!(bins.iter().map(|b| b.samples).sum::<usize>(), 12_000);
            let missed = |b: &&Bin| b.expected < b.interval.0 || b.expected > b.interval.1;
            bins.iter().filter(missed).count()
        };
        assert!(outside(&simulated(0.0)) <= 1);
        assert!(outside(&simulated(0.1)) >= 8);
    }

    /// Three rounds of one game carry no more information than one: an interval that treated them
    /// as independent would be narrower by a factor of √3.
    #[test]
    fn interval_width_follows_the_number_of_games() {
        let bin = simulated(0.0).bins(1, 1, 1000, 1)[0];
        let by_games = 2.0 * 1.96 * (bin.observed * (1.0 - bin.observed) / 4_000.0).sqrt();
        let width = bin.interval.1 - bin.interval.0;
        assert!((width / by_games - 1.0).abs() < 0.1, "{width} {by_games}");
    }

    #[test]
    fn empty_range_has_no_interval() {
        let mut calibration = Calibration::default();
        calibration.add(vec![PlayerForecasts {
            expected: vec![0.9, 1.0],
            result: 1.0,
        }]);
        let bins = calibration.bins(2, 0, 10, 1);
        assert_eq!((bins[0].samples, bins[1].samples), (0, 2));
        assert!(bins[0].interval.0.is_nan());
        assert_eq!(bins[1].interval, (1.0, 1.0));
        assert!((calibration.brier() - 0.005).abs() < 1e-12);
    }

    #[test]
    fn ranges_are_merged_until_each_has_enough_samples() {
        let mut calibration = Calibration::default();
        for (p, count) in [(0.05, 9), (0.15, 3), (0.25, 12), (0.95, 2)] {
            for _ in 0..count {
                calibration.add(vec![PlayerForecasts {
                    expected: vec![p],
                    result: 0.0,
                }]);
            }
        }
        let bins = calibration.bins(10, 10, 10, 1);
        let found: Vec<_> = bins.iter().map(|bin| (bin.range, bin.samples)).collect();
        assert_eq!(found, [((0.0, 0.2), 12), ((0.2, 1.0), 14)]);
    }

    /// Four players with a true scale of 8 where the evaluator says 10: the fit finds the factor,
    /// for the only bucket that has games.
    #[test]
    fn fit_finds_an_underconfident_scale() {
        let mut rng = FastRng::new(9);
        let games: Vec<EvaluatedGame> = (0..20_000)
            .map(|_| {
                let values: Vec<f64> = (0..4).map(|_| f64::from(below(&mut rng, 30))).collect();
                let mut draw = f64::from(below(&mut rng, 1_000_000)) / 1e6;
                let mut results = vec![0.0; 4];
                for (result, p) in results.iter_mut().zip(win_probabilities(&values, 8.0)) {
                    *result = f64::from(u8::from((0.0..p).contains(&draw)));
                    draw -= p;
                }
                let start = RoundStart {
                    bucket: 2,
                    values,
                    scale: 10.0,
                };
                EvaluatedGame {
                    starts: vec![start],
                    results,
                }
            })
            .collect();
        let factors = fit_scale_factors(&games);
        assert_eq!(factors.iter().flatten().count(), 1);
        let found = factors[2].expect("games of that bucket");
        assert!((found - 0.8).abs() < 0.02, "{found}");
    }
}
