//! The text form of a puzzle: one line of a puzzle file.
//!
//! Kind, rating, the moves of the solution separated by commas, and the position:
//!
//! ```text
//! deny 640 2K4,1B3,CK1 c2 3 1>1 …
//! ```

use core::fmt;
use core::str::FromStr;

use azulejo_rules::{Move, Phase, Position};

use super::{MAX_SOLVER_MOVES, Puzzle};

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.kind, self.rating)?;
        for (i, m) in self.line.iter().enumerate() {
            write!(f, "{}{m}", if i == 0 { "" } else { "," })?;
        }
        write!(f, " {}", self.position)
    }
}

/// The error returned for an invalid puzzle: the field, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePuzzleError {
    field: &'static str,
    reason: String,
}

impl ParsePuzzleError {
    fn new(field: &'static str, reason: impl fmt::Display) -> Self {
        Self {
            field,
            reason: reason.to_string(),
        }
    }
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl core::error::Error for ParsePuzzleError {}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut fields = text.splitn(4, ' ');
        let mut next = |field| {
            let found = fields.next().filter(|text| !text.is_empty());
            found.ok_or_else(|| ParsePuzzleError::new(field, "missing"))
        };
        let kind = next("kind")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("kind", e))?;
        let rating = next("rating")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("rating", e))?;
        let line = next("solution")?
            .split(',')
            .map(str::parse)
            .collect::<Result<Vec<Move>, _>>()
            .map_err(|e| ParsePuzzleError::new("solution", e))?;
        let position: Position = next("position")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("position", e))?;
        check_line(&position, &line)?;
        Ok(Self {
            kind,
            rating,
            position,
            line,
        })
    }
}

/// Checks that a solution is legal and ends with a move of the solver.
fn check_line(position: &Position, line: &[Move]) -> Result<(), ParsePuzzleError> {
    if position.phase() != Phase::Offer {
        return Err(ParsePuzzleError::new("position", "no tiles are on offer"));
    }
    if line.len().is_multiple_of(2) || line.len() > 2 * MAX_SOLVER_MOVES - 1 {
        let reason = format!(
            "{} moves; expected an odd number up to {}",
            line.len(),
            2 * MAX_SOLVER_MOVES - 1
        );
        return Err(ParsePuzzleError::new("solution", reason));
    }
    let mut position = *position;
    for &m in line {
        position
            .play(m)
            .map_err(|e| ParsePuzzleError::new("solution", format!("{m}: {e}")))?;
    }
    Ok(())
}
