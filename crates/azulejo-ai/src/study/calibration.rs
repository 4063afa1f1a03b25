//! Do probabilities come true? Of all players who were given 30 % at the start of a round, about
//! 30 % should win.

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Position, Seat};

use crate::value::{FINE, Outlook, ROUND_BUCKETS, Value, bucket, win_probabilities};

/// One player's view of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The probability to win that the player was given at the start of each round but the first.
    pub expected: Vec<f64>,
    /// What came of it: 1 for a win, a share of a shared victory, 0 otherwise.
    pub result: f64,
}

/// The boards when a round is about to be dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundStart {
    /// The bucket of the round that is over.
    pub bucket: usize,
    /// What each board is worth, in points.
    pub worths: Vec<f64>,
    /// The margin at which the odds to win are e to 1.
    pub scale: f64,
}

/// A game as the value saw it between its rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct WatchedGame {
    /// Every round's start but the first, when all players are still equal.
    pub starts: Vec<RoundStart>,
    /// What came of it for each player: 1 for a win, a share of a shared victory, 0 otherwise.
    pub shares: Vec<f64>,
}

/// Probabilities and what came of them, game by game: the rounds of one game, and its players, hang
/// together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    games: Vec<Vec<PlayedGame>>,
}

/// The probabilities of one range, and how often they came true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Where the range begins and ends.
    pub range: (f64, f64),
    /// How many probabilities fell into the range.
    pub samples: usize,
    /// Their mean.
    pub expected: f64,
    /// The mean result.
    pub observed: f64,
    /// The 95 % interval of the mean result, by a bootstrap over games.
    pub interval: (f64, f64),
}

impl Bin {
    /// Whether the probabilities came true within a tolerance, or as nearly as the number of games
    /// can tell.
    #[must_use]
    pub fn came_true_within(&self, tolerance: f64) -> bool {
        let (low, high) = self.interval;
        (self.expected - self.observed).abs() <= tolerance
            || (low <= self.expected && self.expected <= high)
    }
}

/// A recorded game as the value sees it; nothing when the game has no result.
///
/// # Errors
/// When the record does not follow the rules.
pub fn watched(record: &Record, value: &Value) -> Result<Option<WatchedGame>, ReplayError> {
    let mut starts = Vec::new();
    record.walk(|before, step, _| {
        if matches!(step, Step::Deal(_)) && before.round() > 1 {
            starts.push(round_start(value, before));
        }
    })?;
    Ok(record.winners.as_ref().map(|winners| {
        let players = record.players.len();
        let share = |seat: &Seat| {
            if winners.contains(seat) {
                1.0 / winners.len() as f64
            } else {
                0.0
            }
        };
        WatchedGame {
            starts,
            shares: Seat::ALL[..players].iter().map(share).collect(),
        }
    }))
}

/// As the leaves of the search have it, without their part for the margin.
fn round_start(value: &Value, position: &Position) -> RoundStart {
    let value = value.after_round(position);
    let mut outlooks = [Outlook::default(); 4];
    for (seat, board) in position.boards() {
        outlooks[seat.index()] = value.board(board, true);
    }
    let worths = value.worths(&outlooks, position.start());
    let worths = &worths[..position.players().count()];
    RoundStart {
        bucket: bucket(position.round() - 1),
        worths: worths
            .iter()
            .map(|&w| f64::from(w) / f64::from(FINE))
            .collect(),
        scale: f64::from(value.scale(true)),
    }
}

impl WatchedGame {
    /// What each player was given, and what came of it.
    #[must_use]
    pub fn views(&self) -> Vec<PlayedGame> {
        let given: Vec<Vec<f64>> = self
            .starts
            .iter()
            .map(|start| win_probabilities(&start.worths, start.scale))
            .collect();
        let view = |(seat, &result): (usize, &f64)| PlayedGame {
            expected: given.iter().map(|given| given[seat]).collect(),
            result,
        };
        self.shares.iter().enumerate().map(view).collect()
    }
}

/// Fewer round starts than this say nothing about a scale.
const FEW: usize = 500;

/// By how much the scale of each bucket of rounds should be multiplied so that these games become
/// as likely as they can; nothing for a bucket that few games reached.
#[must_use]
pub fn better_scales(games: &[WatchedGame]) -> [Option<f64>; ROUND_BUCKETS] {
    core::array::from_fn(|wanted| {
        let starts = || {
            games.iter().flat_map(|game| {
                let starts = game.starts.iter().filter(|s| s.bucket == wanted);
                starts.map(|start| (start, &game.shares))
            })
        };
        if starts().count() < FEW {
            return None;
        }
        let surprise = |log_factor: f64| -> f64 {
            let factor = log_factor.exp();
            let surprises = starts().map(|(start, shares)| {
                let given = win_probabilities(&start.worths, start.scale * factor);
                let both = given.iter().zip(shares);
                both.map(|(p, share)| -share * p.max(1e-12).ln())
                    .sum::<f64>()
            });
            surprises.sum()
        };
        Some(least(surprise, -1.5, 1.5).exp())
    })
}

/// Where a function with one valley is least, between two bounds, to a ten-thousandth.
fn least(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
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
    /// Adds a game, as seen by some of its players.
    pub fn add(&mut self, views: Vec<PlayedGame>) {
        self.games.push(views);
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Every probability and what came of it.
    fn samples(&self) -> impl Iterator<Item = (f64, f64)> {
        self.games.iter().flat_map(|game| samples(game))
    }

    /// The mean squared distance between probability and result.
    #[must_use]
    pub fn brier(&self) -> f64 {
        let distances = self.samples().map(|(p, result)| (p - result).powi(2));
        let (sum, count) = distances.fold((0.0, 0_u64), |(sum, n), d| (sum + d, n + 1));
        sum / count.max(1) as f64
    }

    /// Where ranges begin: `most` of equal width, of which neighbours are joined until each holds
    /// so many samples.
    fn beginnings(&self, most: usize, least_samples: usize) -> Vec<f64> {
        let mut counts = vec![0; most];
        for (expected, _) in self.samples() {
            counts[((expected * most as f64) as usize).min(most - 1)] += 1;
        }
        let mut ranges: Vec<(f64, usize)> = counts
            .into_iter()
            .enumerate()
            .map(|(i, count)| (i as f64 / most as f64, count))
            .collect();
        while ranges.len() > 1 {
            let short = |&(_, &(_, count)): &(usize, &(f64, usize))| count < least_samples;
            let Some((i, _)) = ranges.iter().enumerate().find(short) else {
                break;
            };
            // With the smaller of its neighbours.
            let with_next = i == 0
                || ranges
                    .get(i + 1)
                    .is_some_and(|next| next.1 < ranges[i - 1].1);
            let first = if with_next { i } else { i - 1 };
            ranges[first].1 += ranges[first + 1].1;
            ranges.remove(first + 1);
        }
        ranges.into_iter().map(|(begin, _)| begin).collect()
    }

    /// The probabilities in at most `most` ranges of equal width, neighbours joined until each holds
    /// `least_samples`; the interval of each comes from so many samples of games, drawn with
    /// replacement. A range that nothing fell into has no interval.
    #[must_use]
    pub fn bins(&self, most: usize, least_samples: usize, resamples: usize, seed: u64) -> Vec<Bin> {
        let begins = self.beginnings(most, least_samples);
        let count = begins.len();
        let sums: Vec<Vec<Sum>> = self
            .games
            .iter()
            .map(|game| by_bin(game, &begins))
            .collect();
        let mut whole = vec![Sum::default(); count];
        for game in &sums {
            add_up(&mut whole, game);
        }
        let mut rng = FastRng::new(seed);
        let mut observed: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); count];
        for _ in 0..resamples {
            let mut drawn = vec![Sum::default(); count];
            for _ in 0..sums.len() {
                let game = &sums[below(&mut rng, sums.len() as u32) as usize];
                add_up(&mut drawn, game);
            }
            for (observed, sum) in observed.iter_mut().zip(&drawn) {
                if sum.samples > 0 {
                    observed.push(sum.results / sum.samples as f64);
                }
            }
        }
        let ends = begins[1..].iter().copied().chain([1.0]);
        begins
            .iter()
            .copied()
            .zip(ends)
            .zip(whole)
            .zip(observed)
            .map(|((range, sum), observed)| Bin {
                range,
                samples: sum.samples,
                expected: sum.expected / sum.samples as f64,
                observed: sum.results / sum.samples as f64,
                interval: middle_95_percent(observed),
            })
            .collect()
    }
}

fn samples(views: &[PlayedGame]) -> impl Iterator<Item = (f64, f64)> {
    views.iter().flat_map(|view| {
        let result = view.result;
        view.expected
            .iter()
            .map(move |&expected| (expected, result))
    })
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
fn by_bin(views: &[PlayedGame], begins: &[f64]) -> Vec<Sum> {
    samples(views)
        .map(|(expected, results)| Sum {
            bin: begins.partition_point(|&begin| begin <= expected).max(1) - 1,
            samples: 1,
            expected,
            results,
        })
        .collect()
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
            calibration.add(vec![PlayedGame {
                expected: vec![p; 3],
                result: f64::from(u8::from(won)),
            }]);
        }
        calibration
    }

    #[test]
    fn true_probabilities_lie_within_their_intervals_and_wrong_ones_do_not() {
        let outside = |calibration: &Calibration| {
            let bins = calibration.bins(10, 1, 400, 1);
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
        let bin = made_up(0.0).bins(1, 1, 1000, 1)[0];
        let by_games = 2.0 * 1.96 * (bin.observed * (1.0 - bin.observed) / 4_000.0).sqrt();
        let width = bin.interval.1 - bin.interval.0;
        assert!((width / by_games - 1.0).abs() < 0.1, "{width} {by_games}");
    }

    #[test]
    fn a_range_without_samples_has_no_interval() {
        let mut calibration = Calibration::default();
        calibration.add(vec![PlayedGame {
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
    fn ranges_are_joined_until_each_holds_enough() {
        let mut calibration = Calibration::default();
        for (p, count) in [(0.05, 9), (0.15, 3), (0.25, 12), (0.95, 2)] {
            for _ in 0..count {
                calibration.add(vec![PlayedGame {
                    expected: vec![p],
                    result: 0.0,
                }]);
            }
        }
        let bins = calibration.bins(10, 10, 10, 1);
        let found: Vec<_> = bins.iter().map(|bin| (bin.range, bin.samples)).collect();
        assert_eq!(found, [((0.0, 0.2), 12), ((0.2, 1.0), 14)]);
    }

    /// Four players whose true scale is 8 where the value says 10: the factor is found, for the
    /// bucket that has games alone.
    #[test]
    fn a_scale_that_is_too_careful_is_found() {
        let mut rng = FastRng::new(9);
        let games: Vec<WatchedGame> = (0..20_000)
            .map(|_| {
                let worths: Vec<f64> = (0..4).map(|_| f64::from(below(&mut rng, 30))).collect();
                let mut draw = f64::from(below(&mut rng, 1_000_000)) / 1e6;
                let mut shares = vec![0.0; 4];
                for (share, p) in shares.iter_mut().zip(win_probabilities(&worths, 8.0)) {
                    *share = f64::from(u8::from((0.0..p).contains(&draw)));
                    draw -= p;
                }
                let start = RoundStart {
                    bucket: 2,
                    worths,
                    scale: 10.0,
                };
                WatchedGame {
                    starts: vec![start],
                    shares,
                }
            })
            .collect();
        let factors = better_scales(&games);
        assert_eq!(factors.iter().flatten().count(), 1);
        let found = factors[2].expect("games of that bucket");
        assert!((found - 0.8).abs() < 0.02, "{found}");
    }
}
