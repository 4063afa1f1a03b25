//! The linear evaluator: one weight per feature, for each setting and round.

use core::fmt;
use std::sync::OnceLock;

use azulejo_rules::{Board, Wall};

use super::{FEATURES, ROUND_BUCKETS, Setting, UnknownSetting, bucket, for_each_feature};

/// The weights of one setting after one round.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundWeights {
    /// The value of starting the next round, in points.
    pub start: f32,
    /// The margin at which the odds of winning are e to 1.
    pub scale: f32,
    /// One weight per feature.
    pub weights: Vec<f32>,
}

impl RoundWeights {
    /// Returns the value of a board in points.
    #[must_use]
    pub fn board(&self, wall: Wall, board: &Board) -> f32 {
        let mut sum = 0.0;
        for_each_feature(wall, board, |i, x| sum += self.weights[i] * x);
        sum
    }
}

/// The weights of all fitted settings and rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    rounds: Vec<Option<RoundWeights>>,
}

impl Linear {
    /// Returns the shipped weights.
    ///
    /// # Panics
    /// Never: a test parses them.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Linear> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            Self::parse(include_str!("weights.txt")).expect("the shipped weights are valid")
        })
    }

    /// Creates an empty set of weights.
    #[must_use]
    pub fn none() -> Self {
        Self {
            rounds: vec![None; Setting::ALL.len() * ROUND_BUCKETS],
        }
    }

    /// Returns the weights of a setting after a round, if any.
    #[must_use]
    pub fn round(&self, setting: Setting, round: u16) -> Option<&RoundWeights> {
        self.rounds[setting.index() * ROUND_BUCKETS + bucket(round)].as_ref()
    }

    /// Replaces the weights of a setting and round bucket.
    pub fn set_round(&mut self, setting: Setting, bucket: usize, weights: RoundWeights) {
        self.rounds[setting.index() * ROUND_BUCKETS + bucket] = Some(weights);
    }

    /// Parses weights from text with one line per setting and round.
    ///
    /// # Errors
    /// The line number and the reason.
    pub fn parse(text: &str) -> Result<Self, ParseWeightsError> {
        let mut linear = Self::none();
        for (i, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fail = |reason| ParseWeightsError {
                line: i + 1,
                reason,
            };
            let mut words = line.split(' ');
            let name = words.next().unwrap_or("");
            let setting = name.parse::<Setting>();
            let setting = setting.map_err(|UnknownSetting| fail(UnknownSetting::MESSAGE))?;
            let round = words.next().and_then(|w| w.parse().ok());
            let round = round.filter(|r| (1..=ROUND_BUCKETS).contains(r));
            let round = round.ok_or_else(|| fail("the round must be 1 to 5"))?;
            let numbers: Option<Vec<f32>> = words.map(|w| w.parse().ok()).collect();
            let numbers = numbers.ok_or_else(|| fail("a weight is not a number"))?;
            if numbers.len() != FEATURES + 2 {
                return Err(fail("the number of weights is wrong"));
            }
            let weights = RoundWeights {
                start: numbers[0],
                scale: numbers[1],
                weights: numbers[2..].to_vec(),
            };
            linear.set_round(setting, round - 1, weights);
        }
        Ok(linear)
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# setting, round, value of the start, scale, then one weight per feature"
        )?;
        for (i, round) in self.rounds.iter().enumerate() {
            let Some(round) = round else { continue };
            let setting = Setting::ALL[i / ROUND_BUCKETS];
            write!(f, "{} {} ", setting.name(), i % ROUND_BUCKETS + 1)?;
            write!(f, "{:.3} {:.3}", round.start, round.scale)?;
            for weight in &round.weights {
                write!(f, " {weight:.3}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The error returned when a text does not contain valid weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseWeightsError {
    line: usize,
    reason: &'static str,
}

impl fmt::Display for ParseWeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for ParseWeightsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_weights_round_trip() {
        let shipped = Linear::shipped();
        let text = shipped.to_string();
        assert!(
            &Linear::parse(&text).expect("just written") == shipped,
            "weights changed"
        );
        assert!(
            text == include_str!("weights.txt"),
            "weights.txt is not formatted as written"
        );
    }

    #[test]
    fn invalid_weights_are_rejected_with_their_line() {
        let check = |text: &str, message: &str| {
            assert_eq!(Linear::parse(text).expect_err(text).to_string(), message);
        };
        check(
            "# good\nx2 1 0 1",
            "line 2: the setting must be c2, c3, c4, g2, g3 or g4",
        );
        check("c2 6 0 1", "line 1: the round must be 1 to 5");
        check("c2 1 zero", "line 1: a weight is not a number");
        check("c2 1 0 1 2", "line 1: the number of weights is wrong");
    }
}
