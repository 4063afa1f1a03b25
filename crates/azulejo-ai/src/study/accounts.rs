//! Ledgers of many games: whether luck and losses add up, and how often each bot errs.

use core::fmt;
use core::str::FromStr;

use super::Mean;
use crate::ledger::{BoundaryEntry, Ledger, Measure, Severity};

/// The ledger of one game, reduced to what the statistics need; one line of a file, so that runs can
/// be split and joined.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAccount {
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// The first player's result.
    pub result: f64,
    /// The first player's luck.
    pub luck: f64,
    /// The first player's revision.
    pub revision: f64,
    /// The deals.
    pub deals: Vec<DealAccount>,
    /// The moves and tilings.
    pub moves: Vec<MoveAccount>,
}

/// A deal in a [`GameAccount`], for the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealAccount {
    /// The value before the deal.
    pub before: f64,
    /// The luck.
    pub luck: f64,
    /// The mean value after other deals.
    pub sampled: f64,
    /// The evaluator's estimate at the end of the previous round; before the first round, the value
    /// before the deal.
    pub estimate: f64,
}

/// A move or tiling in a [`GameAccount`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveAccount {
    /// The index of the player's seat.
    pub seat: usize,
    /// Whether there was more than one sensible choice.
    pub decision: bool,
    /// The player's win probability before the move.
    pub before: f64,
    /// The loss of win probability.
    pub loss: f64,
    /// The loss of points.
    pub points: f64,
}

impl GameAccount {
    /// Reduces a ledger; `None` if the game has no result.
    #[must_use]
    pub fn new(players: &[String], ledger: &Ledger) -> Option<Self> {
        let first = ledger.players.first().filter(|_| ledger.finished)?;
        let moves = ledger.moves.iter().map(|m| MoveAccount {
            seat: m.seat.index(),
            decision: m.decision,
            before: m.before.win[m.seat.index()],
            loss: m.parts(Measure::Win).loss,
            points: m.parts(Measure::Points).loss,
        });
        let tilings = ledger.tilings.iter().map(|t| MoveAccount {
            seat: t.seat.index(),
            decision: true,
            before: t.before.win[t.seat.index()],
            loss: t.parts(Measure::Win).loss,
            points: t.parts(Measure::Points).loss,
        });
        Some(Self {
            players: players.to_vec(),
            result: first.win.end,
            luck: first.win.luck,
            revision: first.win.revision,
            deals: ledger
                .deals
                .iter()
                .map(|deal| {
                    let ended = |b: &&BoundaryEntry| b.round + 1 == deal.round;
                    let boundary = ledger.boundaries.iter().find(ended);
                    DealAccount {
                        before: deal.before.win[0],
                        luck: deal.luck(Measure::Win)[0],
                        sampled: deal.sampled.win[0],
                        estimate: boundary.map_or(deal.before.win[0], |b| b.before.win[0]),
                    }
                })
                .collect(),
            moves: moves.chain(tilings).collect(),
        })
    }
}

impl fmt::Display for GameAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deals: Vec<String> = self
            .deals
            .iter()
            .map(|deal| {
                format!(
                    "{:.6}:{:.6}:{:.6}:{:.6}",
                    deal.before, deal.luck, deal.sampled, deal.estimate
                )
            })
            .collect();
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|m| {
                format!(
                    "{}:{}:{:.4}:{:.5}:{:.3}",
                    m.seat,
                    u8::from(m.decision),
                    m.before,
                    m.loss,
                    m.points
                )
            })
            .collect();
        write!(
            f,
            "{} {} {:.6} {:.6} {} {}",
            self.players.join(","),
            self.result,
            self.luck,
            self.revision,
            deals.join(","),
            moves.join(",")
        )
    }
}

/// The error for text that is not a [`GameAccount`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseAccountError;

impl fmt::Display for ParseAccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected players, result, luck, revision, deals and moves")
    }
}

impl core::error::Error for ParseAccountError {}

impl FromStr for GameAccount {
    type Err = ParseAccountError;

    fn from_str(line: &str) -> Result<Self, ParseAccountError> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [players, result, luck, revision, deals, moves] = fields.as_slice() else {
            return Err(ParseAccountError);
        };
        let number = |text: &str| text.parse::<f64>().map_err(|_| ParseAccountError);
        let deal = |text: &str| {
            let parts: Vec<&str> = text.split(':').collect();
            let [before, luck, sampled, estimate] = parts.as_slice() else {
                return Err(ParseAccountError);
            };
            Ok(DealAccount {
                before: number(before)?,
                luck: number(luck)?,
                sampled: number(sampled)?,
                estimate: number(estimate)?,
            })
        };
        let parse_move = |text: &str| {
            let parts: Vec<&str> = text.split(':').collect();
            let [seat, decision, before, loss, points] = parts.as_slice() else {
                return Err(ParseAccountError);
            };
            Ok(MoveAccount {
                seat: seat.parse().map_err(|_| ParseAccountError)?,
                decision: *decision == "1",
                before: number(before)?,
                loss: number(loss)?,
                points: number(points)?,
            })
        };
        Ok(Self {
            players: players.split(',').map(str::to_owned).collect(),
            result: number(result)?,
            luck: number(luck)?,
            revision: number(revision)?,
            deals: deals.split(',').map(deal).collect::<Result<_, _>>()?,
            moves: moves.split(',').map(parse_move).collect::<Result<_, _>>()?,
        })
    }
}

/// The statistics of luck and revision over games.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckStudy {
    /// The number of games.
    pub games: usize,
    /// The mean size of the first player's revision.
    pub revision: Mean,
    /// The coefficient of a regression of results on luck, 1 if luck is measured without error.
    pub coefficient: Mean,
    /// The variance of results less luck, divided by that of results; the error is a bootstrap
    /// error.
    pub variance_ratio: Mean,
    /// For each fifth of the deals by the value before the deal: the mean value and the mean luck.
    pub fifths: [(f64, Mean); 5],
}

impl LuckStudy {
    /// Computes the statistics; `None` for fewer than ten games.
    #[must_use]
    pub fn new(accounts: &[GameAccount]) -> Option<Self> {
        if accounts.len() < 10 {
            return None;
        }
        let sizes: Vec<f64> = accounts.iter().map(|a| a.revision.abs()).collect();
        let pairs: Vec<(f64, f64)> = accounts.iter().map(|a| (a.luck, a.result)).collect();
        Some(Self {
            games: accounts.len(),
            revision: mean_of(&sizes),
            coefficient: regression(&pairs),
            variance_ratio: Mean {
                mean: variance_ratio(&pairs),
                error: jackknife_error(&pairs, variance_ratio),
            },
            fifths: fifths(accounts),
        })
    }

    /// Returns whether luck is zero on average in every fifth, within three standard errors.
    #[must_use]
    pub fn luck_is_fair(&self) -> bool {
        let fair = |(_, luck): &(f64, Mean)| luck.mean.abs() <= 3.0 * luck.error;
        self.fifths.iter().all(fair)
    }
}

/// The losses of win probability whose frequency an [`ErrorStudy`] reports, to choose thresholds by.
pub const LOSS_STEPS: [f64; 8] = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.20, 0.30];

/// The errors of one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct ErrorStudy {
    /// The bot's name.
    pub name: String,
    /// The number of players with this name, over all games.
    pub players: usize,
    /// The number of decisions.
    pub decisions: usize,
    /// The loss of win probability per decision.
    pub loss: Mean,
    /// The loss of points per decision.
    pub points: Mean,
    /// The number of slips, mistakes and blunders per player and game.
    pub errors: [f64; 3],
    /// The share of decisions that are slips, mistakes and blunders.
    pub shares: [f64; 3],
    /// The share of decisions that lose at least each of [`LOSS_STEPS`].
    pub at_least: [f64; LOSS_STEPS.len()],
}

impl ErrorStudy {
    /// Computes the errors of every bot, in order of first appearance.
    #[must_use]
    pub fn all(accounts: &[GameAccount]) -> Vec<Self> {
        let mut names: Vec<&String> = Vec::new();
        for name in accounts.iter().flat_map(|account| &account.players) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.iter().map(|name| Self::of(name, accounts)).collect()
    }

    fn of(name: &str, accounts: &[GameAccount]) -> Self {
        let mut losses = Vec::new();
        let mut points = Vec::new();
        let mut players = 0;
        let mut errors = [0.0; 3];
        let mut shares = [0.0; 3];
        let mut at_least = [0.0; LOSS_STEPS.len()];
        for account in accounts {
            players += account.players.iter().filter(|p| *p == name).count();
            let own = account
                .moves
                .iter()
                .filter(|m| account.players[m.seat] == name);
            for m in own.clone() {
                if let Some(severity) = Severity::of(m.before, m.loss, m.points) {
                    errors[severity as usize] += 1.0;
                }
            }
            let decisions: Vec<_> = own.filter(|m| m.decision).collect();
            for m in &decisions {
                if let Some(severity) = Severity::of(m.before, m.loss, m.points) {
                    shares[severity as usize] += 1.0;
                }
                for (count, step) in at_least.iter_mut().zip(LOSS_STEPS) {
                    *count += f64::from(u8::from(m.loss >= step));
                }
            }
            let count = decisions.len() as f64;
            losses.push((decisions.iter().map(|m| m.loss).sum::<f64>(), count));
            points.push((decisions.iter().map(|m| m.points).sum::<f64>(), count));
        }
        let decisions: usize = losses.iter().map(|(_, count)| *count as usize).sum();
        let share = |count: f64| count / decisions.max(1) as f64;
        Self {
            name: name.to_owned(),
            players,
            decisions,
            shares: shares.map(share),
            at_least: at_least.map(share),
            loss: super::ladder::ratio(losses.iter().copied()),
            points: super::ladder::ratio(points.iter().copied()),
            errors: errors.map(|count| count / players.max(1) as f64),
        }
    }
}

fn mean_of(values: &[f64]) -> Mean {
    super::ladder::ratio(values.iter().map(|&value| (value, 1.0)))
}

/// Returns the slope of a regression of the second number on the first.
fn regression(pairs: &[(f64, f64)]) -> Mean {
    let count = pairs.len() as f64;
    let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let squares: f64 = pairs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let products: f64 = pairs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = products / squares;
    let residuals: f64 = pairs
        .iter()
        .map(|(x, y)| (y - mean_y - slope * (x - mean_x)).powi(2))
        .sum();
    Mean {
        mean: slope,
        error: (residuals / (count - 2.0) / squares).sqrt(),
    }
}

/// Returns the variance of the second number less the first, divided by that of the second.
fn variance_ratio(pairs: &[(f64, f64)]) -> f64 {
    let variance = |values: &mut dyn Iterator<Item = f64>| {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for value in values {
            count += 1.0;
            sum += value;
            squares += value * value;
        }
        squares / count - (sum / count).powi(2)
    };
    variance(&mut pairs.iter().map(|(x, y)| y - x)) / variance(&mut pairs.iter().map(|(_, y)| *y))
}

/// Returns the jackknife standard error of a statistic.
fn jackknife_error(pairs: &[(f64, f64)], statistic: impl Fn(&[(f64, f64)]) -> f64) -> f64 {
    let count = pairs.len() as f64;
    let mut rest = pairs.to_vec();
    let values: Vec<f64> = (0..pairs.len())
        .map(|i| {
            let left_out = rest.swap_remove(i);
            let value = statistic(&rest);
            rest.push(left_out);
            let last = rest.len() - 1;
            rest.swap(i, last);
            value
        })
        .collect();
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares * (count - 1.0) / count).sqrt()
}

fn fifths(accounts: &[GameAccount]) -> [(f64, Mean); 5] {
    let mut deals: Vec<DealAccount> = accounts.iter().flat_map(|a| a.deals.clone()).collect();
    deals.sort_by(|one, other| one.before.total_cmp(&other.before));
    let count = deals.len();
    core::array::from_fn(|i| {
        let fifth = &deals[i * count / 5..(i + 1) * count / 5];
        let before = fifth.iter().map(|deal| deal.before).sum::<f64>() / fifth.len() as f64;
        let luck: Vec<f64> = fifth.iter().map(|deal| deal.luck).collect();
        (before, mean_of(&luck))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::rng::{FastRng, below};

    /// Games in which luck and losses add up to a random result.
    fn games(count: u64) -> Vec<GameAccount> {
        (0..count)
            .map(|i| {
                let mut rng = FastRng::for_game(7, i);
                let mut value = 0.5;
                let mut deals = Vec::new();
                for _ in 0..5 {
                    let luck = if below(&mut rng, 2) == 0 { 0.06 } else { -0.06 };
                    deals.push(DealAccount {
                        before: value,
                        luck,
                        sampled: value,
                        estimate: value,
                    });
                    value += luck;
                }
                let result = f64::from(u8::from(f64::from(below(&mut rng, 1000)) < 1000.0 * value));
                GameAccount {
                    players: vec!["bot:legend".to_owned(); 2],
                    result,
                    luck: deals.iter().map(|deal| deal.luck).sum(),
                    revision: 0.1,
                    deals,
                    moves: vec![MoveAccount {
                        seat: 0,
                        decision: true,
                        before: 0.5,
                        loss: 0.1,
                        points: 2.0,
                    }],
                }
            })
            .collect()
    }

    #[test]
    fn fair_luck_passes() {
        let study = LuckStudy::new(&games(2000)).expect("games");
        assert!(study.luck_is_fair(), "{study:?}");
        let Mean { mean, error } = study.coefficient;
        assert!((mean - 1.0).abs() < 3.0 * error, "{study:?}");
        assert!(study.variance_ratio.mean < 1.0, "{study:?}");
        assert!((study.revision.mean - 0.1).abs() < 1e-9);
    }

    #[test]
    fn planted_luck_is_detected() {
        let mut accounts = games(2000);
        for account in &mut accounts {
            for deal in &mut account.deals {
                deal.luck += 0.1 * (deal.before - 0.5);
            }
        }
        let biased = LuckStudy::new(&accounts).expect("games");
        assert!(!biased.luck_is_fair(), "{biased:?}");

        let mut accounts = games(2000);
        for (i, account) in accounts.iter_mut().enumerate() {
            let noise = if i % 2 == 0 { 0.3 } else { -0.3 };
            account.luck += noise;
        }
        let noisy = LuckStudy::new(&accounts).expect("games");
        assert!(noisy.coefficient.mean < 0.5, "{noisy:?}");
        assert!(noisy.variance_ratio.mean > 1.0, "{noisy:?}");
    }

    #[test]
    fn account_round_trips_as_a_line() {
        let account = &games(1)[0];
        let line = account.to_string();
        let again: GameAccount = line.parse().expect("a line");
        assert_eq!(again.to_string(), line);
        assert_eq!("x 1 2".parse::<GameAccount>(), Err(ParseAccountError));
    }

    #[test]
    fn errors_are_counted_by_severity() {
        let studies = ErrorStudy::all(&games(10));
        assert_eq!(studies.len(), 1);
        assert_eq!(studies[0].players, 20);
        assert_eq!(studies[0].errors, [0.0, 0.5, 0.0]);
        assert_eq!(studies[0].shares, [0.0, 1.0, 0.0]);
        let lost: Vec<_> = LOSS_STEPS
            .map(|step| f64::from(u8::from(step <= 0.1)))
            .into();
        assert_eq!(studies[0].at_least.to_vec(), lost);
    }
}
