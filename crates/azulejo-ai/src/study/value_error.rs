//! The error of an evaluator at the ends of rounds, measured against reference values from deep
//! searches after many deals.

use core::fmt;
use core::str::FromStr;

use azulejo_rules::{ParsePositionError, Position};

use super::calibration::{minimise, round_start};
use crate::eval::{Evaluator, win_probabilities};
use crate::round_ends::DealMean;

/// A round end with its reference value; one line of a reference file: the round, the index in the
/// series, the value, its standard error, and the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReferenceValue {
    /// The finished round.
    pub round: u16,
    /// The index of the position in its series.
    pub index: u64,
    /// The win probability of the player who starts the next round.
    pub value: DealMean,
    /// The position before the deal.
    pub position: Position,
}

impl fmt::Display for ReferenceValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DealMean { mean, error } = self.value;
        write!(
            f,
            "{} {} {mean:.5} {error:.5} {}",
            self.round, self.index, self.position
        )
    }
}

/// The error for text that is not a [`ReferenceValue`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseReferenceError {
    /// The text does not consist of four numbers and a position.
    Syntax,
    /// The position is not valid.
    Position(ParsePositionError),
}

impl fmt::Display for ParseReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str(
                "expected a round, an index, a value, its standard error and a position",
            ),
            Self::Position(error) => write!(f, "position: {error}"),
        }
    }
}

impl core::error::Error for ParseReferenceError {}

impl FromStr for ReferenceValue {
    type Err = ParseReferenceError;

    fn from_str(line: &str) -> Result<Self, ParseReferenceError> {
        fn number<T: FromStr>(field: Option<&str>) -> Result<T, ParseReferenceError> {
            let parsed = field.and_then(|field| field.parse().ok());
            parsed.ok_or(ParseReferenceError::Syntax)
        }
        let mut fields = line.splitn(5, ' ');
        Ok(Self {
            round: number(fields.next())?,
            index: number(fields.next())?,
            value: DealMean {
                mean: number(fields.next())?,
                error: number(fields.next())?,
            },
            position: fields
                .next()
                .ok_or(ParseReferenceError::Syntax)?
                .parse()
                .map_err(ParseReferenceError::Position)?,
        })
    }
}

/// The error of an evaluator over reference values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueError {
    /// The number of positions.
    pub positions: usize,
    /// The root mean square error of the starting player's win probability.
    pub rms: f64,
    /// The same after multiplying the scale by `factor`, the best one for these positions.
    pub rescaled_rms: f64,
    /// The factor of the scale.
    pub factor: f64,
    /// The mean of evaluation minus reference: negative if the starting player is undervalued.
    pub bias: f64,
    /// The standard error of the bias.
    pub bias_error: f64,
    /// The root mean square of the references' own standard errors, which is part of `rms`.
    pub reference_error: f64,
}

impl ValueError {
    /// Measures an evaluator; `None` without references.
    #[must_use]
    pub fn measure(evaluator: &Evaluator, references: &[ReferenceValue]) -> Option<Self> {
        if references.is_empty() {
            return None;
        }
        let count = references.len() as f64;
        let starts: Vec<_> = references
            .iter()
            .map(|reference| {
                let starter = reference.position.start().index();
                (round_start(evaluator, &reference.position), starter)
            })
            .collect();
        let errors = |factor: f64| -> Vec<f64> {
            let both = starts.iter().zip(references);
            both.map(|((start, starter), reference)| {
                let forecasts = win_probabilities(&start.values, start.scale * factor);
                forecasts[*starter] - reference.value.mean
            })
            .collect()
        };
        let rms = |errors: &[f64]| (errors.iter().map(|e| e * e).sum::<f64>() / count).sqrt();
        let factor = minimise(|log_factor| rms(&errors(log_factor.exp())), -1.5, 1.5).exp();
        let shipped = errors(1.0);
        let bias = DealMean::of(&shipped)?;
        let reference_errors: Vec<f64> = references.iter().map(|r| r.value.error).collect();
        Some(Self {
            positions: references.len(),
            rms: rms(&shipped),
            rescaled_rms: rms(&errors(factor)),
            factor,
            bias: bias.mean,
            bias_error: bias.error,
            reference_error: rms(&reference_errors),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Setting;
    use crate::round_ends::RoundEnds;

    fn references() -> Vec<ReferenceValue> {
        let plan = RoundEnds {
            setting: Setting::ALL[0],
            round: 2,
            play_nodes: 30,
            random: 0.1,
            deals: 1,
            nodes: 30,
            seed: 3,
        };
        let mut engine = plan.engine(Evaluator::shipped());
        (0..20)
            .map(|index| {
                let position = plan.position(index, &mut engine).expect("a position");
                let start = round_start(engine.evaluator(), &position);
                let forecasts = win_probabilities(&start.values, start.scale * 1.5);
                ReferenceValue {
                    round: plan.round,
                    index,
                    value: DealMean {
                        mean: forecasts[position.start().index()],
                        error: 0.01,
                    },
                    position,
                }
            })
            .collect()
    }

    #[test]
    fn best_rescaling_recovers_the_factor_of_the_scale() {
        let error = ValueError::measure(&Evaluator::shipped(), &references()).expect("references");
        assert_eq!(error.positions, 20);
        assert!((error.factor - 1.5).abs() < 0.01, "{error:?}");
        assert!(error.rescaled_rms < 1e-3 && error.rms > 0.01, "{error:?}");
        assert!((error.reference_error - 0.01).abs() < 1e-9);
        assert_eq!(ValueError::measure(&Evaluator::shipped(), &[]), None);
    }

    #[test]
    fn undervalued_starting_player_gives_a_negative_bias() {
        let mut references = references();
        for reference in &mut references {
            reference.value.mean += 0.2;
        }
        let error = ValueError::measure(&Evaluator::shipped(), &references).expect("references");
        assert!(error.bias < -0.1, "{error:?}");
    }

    #[test]
    fn line_round_trips() {
        let mut reference = references()[3];
        reference.value.mean = 0.25;
        let line = reference.to_string();
        assert_eq!(line.parse(), Ok(reference));
        assert_eq!(
            "2 1 0.5".parse::<ReferenceValue>(),
            Err(ParseReferenceError::Syntax)
        );
        assert!(matches!(
            "2 1 0.5 0.1 c2".parse::<ReferenceValue>(),
            Err(ParseReferenceError::Position(_))
        ));
    }
}
