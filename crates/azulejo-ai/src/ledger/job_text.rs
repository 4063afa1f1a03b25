//! The text of a job's result, for callers that keep results or move them between processes.
//!
//! The text holds every bit of the values: a ledger of parsed results equals that of the originals.

use core::fmt;
use core::str::FromStr;

use super::driver::JobResult;
use super::value::Values;

/// The win probabilities, the leads in points, the best move, the depth, whether the search was
/// exact, and the gap, such as `0.5,0.5 0,0 2B3 7 exact 0.1`.
impl fmt::Display for JobResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.values.win)?;
        f.write_str(" ")?;
        write_list(f, &self.values.points)?;
        let exact = if self.exact { "exact" } else { "deep" };
        write!(f, " {} {} {exact} ", self.best, self.depth)?;
        match self.gap {
            Some(gap) => write!(f, "{gap}"),
            None => f.write_str("-"),
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, values: &[f64]) -> fmt::Result {
    for (i, value) in values.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(f, "{comma}{value}")?;
    }
    Ok(())
}

/// The error for a text that is not a job's result; it names the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidJobResult(&'static str);

impl fmt::Display for InvalidJobResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the result has an invalid {}", self.0)
    }
}

impl core::error::Error for InvalidJobResult {}

impl FromStr for JobResult {
    type Err = InvalidJobResult;

    fn from_str(text: &str) -> Result<Self, InvalidJobResult> {
        let mut fields = text.split(' ');
        let mut field = |name| fields.next().ok_or(InvalidJobResult(name));
        let win = list(field("win")?).ok_or(InvalidJobResult("win"))?;
        let points = list(field("points")?).ok_or(InvalidJobResult("points"))?;
        let best = field("move")?.parse().map_err(|_| InvalidJobResult("move"));
        let depth = field("depth")?
            .parse()
            .map_err(|_| InvalidJobResult("depth"));
        let exact = match field("exactness")? {
            "exact" => true,
            "deep" => false,
            _ => return Err(InvalidJobResult("exactness")),
        };
        let gap = match field("gap")? {
            "-" => None,
            text => Some(finite(text).ok_or(InvalidJobResult("gap"))?),
        };
        if fields.next().is_some() {
            return Err(InvalidJobResult("end"));
        }
        Ok(Self {
            values: Values { win, points },
            best: best?,
            exact,
            depth: depth?,
            gap,
        })
    }
}

fn list(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(finite).collect()
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_every_bit() {
        let third = 1.0_f64 / 3.0;
        let result = JobResult {
            values: Values {
                win: vec![third, 1.0 - third],
                points: vec![-1e-7, 12.345_678_901_234_567],
            },
            best: "CRF".parse().expect("a move"),
            exact: true,
            depth: 12,
            gap: Some(f64::EPSILON),
        };
        for gap in [result.gap, None] {
            let result = JobResult {
                gap,
                ..result.clone()
            };
            assert_eq!(result.to_string().parse(), Ok(result));
        }
    }

    #[test]
    fn invalid_field_is_named() {
        let error = |text: &str| text.parse::<JobResult>().expect_err(text).to_string();
        assert_eq!(error(""), "the result has an invalid win");
        assert_eq!(
            error("0.5,NaN 0,0 1B1 3 exact -"),
            "the result has an invalid win"
        );
        assert_eq!(
            error("0.5,0.5 0,0 9Z9 3 exact -"),
            "the result has an invalid move"
        );
        assert_eq!(
            error("0.5,0.5 0,0 1B1 3 exact - 1"),
            "the result has an invalid end"
        );
    }
}
