//! Statistics of a match: score, Elo, and a sequential probability ratio test.

/// The results of groups of games on shared deals: a pair with swapped seats, or, with more
/// players, one game per seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    players: usize,
    /// The games won, shared and lost.
    wins: u64,
    shared: u64,
    losses: u64,
    /// The number, sum and sum of squares of the groups' mean results, and the pentanomial counts
    /// for two players.
    groups: u64,
    sum: f64,
    sum_of_squares: f64,
    pairs: [u64; 5],
}

impl Tally {
    /// Creates an empty tally.
    #[must_use]
    pub const fn new(players: usize) -> Self {
        Self {
            players,
            wins: 0,
            shared: 0,
            losses: 0,
            groups: 0,
            sum: 0.0,
            sum_of_squares: 0.0,
            pairs: [0; 5],
        }
    }

    /// Adds the results of one group.
    pub fn add(&mut self, results: &[f64]) {
        for &result in results {
            if result >= 1.0 {
                self.wins += 1;
            } else if result > 0.0 {
                self.shared += 1;
            } else {
                self.losses += 1;
            }
        }
        let mean = results.iter().sum::<f64>() / results.len() as f64;
        self.groups += 1;
        self.sum += mean;
        self.sum_of_squares += mean * mean;
        if self.players == 2 && results.len() == 2 {
            self.pairs[(mean * 4.0).round() as usize] += 1;
        }
    }

    /// Returns the numbers of games won, shared and lost.
    #[must_use]
    pub const fn games(&self) -> (u64, u64, u64) {
        (self.wins, self.shared, self.losses)
    }

    /// Returns the number of groups.
    #[must_use]
    pub const fn groups(&self) -> u64 {
        self.groups
    }

    /// Returns the pentanomial counts for two players: pairs that scored 0, ½, 1, 1½ and 2.
    #[must_use]
    pub const fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Returns the mean result of a game, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.sum / self.groups.max(1) as f64
    }

    /// Returns half the width of the 95 % confidence interval of the score, from the variance
    /// between groups.
    #[must_use]
    pub fn score_error(&self) -> f64 {
        1.96 * (self.variance() / self.groups.max(1) as f64).sqrt()
    }

    /// Returns the variance of a group's mean result, with a positive lower bound, so that a
    /// perfect score has an error too.
    fn variance(&self) -> f64 {
        let n = self.groups.max(1) as f64;
        let mean = self.score();
        let spread = (self.sum_of_squares / n - mean * mean).max(0.0);
        spread.max(0.25 / (n + 1.0) / self.players as f64)
    }

    /// Returns the Elo difference that explains the score; `None` at 0 or 1. With more than two
    /// players it is the difference to each opponent, with win probabilities in proportion to
    /// strength.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_of(self.score(), self.players)
    }

    /// Returns the 95 % confidence interval of the Elo difference; an end is `None` where the
    /// score's interval reaches 0 or 1.
    #[must_use]
    pub fn elo_interval(&self) -> (Option<f64>, Option<f64>) {
        let (score, error) = (self.score(), self.score_error());
        (
            elo_of(score - error, self.players),
            elo_of(score + error, self.players),
        )
    }

    /// Returns the log-likelihood ratio of two Elo differences, from the variance between groups
    /// (for pairs, the normal approximation of the pentanomial model).
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.groups < 2 {
            return 0.0;
        }
        let (s0, s1) = (score_of(elo0, self.players), score_of(elo1, self.players));
        let n = self.groups as f64;
        n * (s1 - s0) * (2.0 * self.score() - s0 - s1) / (2.0 * self.variance())
    }
}

fn elo_of(score: f64, players: usize) -> Option<f64> {
    let others = players as f64 - 1.0;
    (score > 0.0 && score < 1.0).then(|| -400.0 * ((1.0 / score - 1.0) / others).log10())
}

/// Returns the expected score of one player whose opponents are weaker by `elo`.
fn score_of(elo: f64, players: usize) -> f64 {
    let others = players as f64 - 1.0;
    1.0 / (1.0 + others * 10.0_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test (SPRT) between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The Elo difference under the alternative hypothesis.
    pub elo1: f64,
    /// The probability of each type of error.
    pub alpha: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// The alternative hypothesis is accepted.
    Passed,
    /// The null hypothesis is accepted.
    Failed,
}

impl Sprt {
    /// Returns the bound on the absolute log-likelihood ratio.
    #[must_use]
    pub fn bound(self) -> f64 {
        ((1.0 - self.alpha) / self.alpha).ln()
    }

    /// Returns the verdict on the results so far.
    #[must_use]
    pub fn verdict(self, tally: &Tally) -> Verdict {
        let ratio = tally.log_likelihood_ratio(self.elo0, self.elo1);
        if ratio >= self.bound() {
            Verdict::Passed
        } else if ratio <= -self.bound() {
            Verdict::Failed
        } else {
            Verdict::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_elo_are_consistent() {
        let mut tally = Tally::new(2);
        for _ in 0..30 {
            tally.add(&[1.0, 0.0]);
            tally.add(&[1.0, 1.0]);
        }
        assert_eq!(tally.games(), (90, 0, 30));
        assert_eq!(tally.pairs(), [0, 0, 30, 0, 30]);
        assert!((tally.score() - 0.75).abs() < 1e-12);
        assert!((tally.elo().expect("not a perfect score") - 190.848).abs() < 0.01);
        // Equal numbers of pairs with mean ½ and 1 have a standard deviation of ¼.
        assert!((tally.score_error() - 1.96 * 0.25 / 60.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn equal_players_have_an_elo_difference_of_zero() {
        for players in 2..=4 {
            let fair = 1.0 / players as f64;
            assert!((score_of(0.0, players) - fair).abs() < 1e-12);
            assert!(elo_of(fair, players).expect("a score between").abs() < 1e-9);
            assert!(score_of(10.0, players) > fair);
        }
        // A score above average for one of four would fail the test for one of two.
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
        };
        let mut among_four = Tally::new(4);
        for i in 0..4000 {
            among_four.add(if i % 2 == 0 {
                &[1.0, 0.0, 0.0, 0.0]
            } else {
                &[1.0, 0.0, 0.0, 1.0]
            });
        }
        assert_eq!(sprt.verdict(&among_four), Verdict::Passed);
    }

    #[test]
    fn perfect_score_has_an_error_but_no_elo() {
        let mut tally = Tally::new(2);
        (0..10).for_each(|_| tally.add(&[1.0, 1.0]));
        assert_eq!(tally.elo(), None);
        assert!(tally.score_error() > 0.0);
    }

    #[test]
    fn sprt_passes_and_fails() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
        };
        let mut good = Tally::new(2);
        let mut bad = Tally::new(2);
        for i in 0..4000 {
            let lucky = i % 10 < 6;
            good.add(if lucky { &[1.0, 1.0] } else { &[0.0, 0.5] });
            bad.add(if lucky { &[0.0, 0.0] } else { &[1.0, 0.5] });
        }
        assert_eq!(sprt.verdict(&good), Verdict::Passed);
        assert_eq!(sprt.verdict(&bad), Verdict::Failed);
        assert_eq!(sprt.verdict(&Tally::new(2)), Verdict::Undecided);
    }
}
