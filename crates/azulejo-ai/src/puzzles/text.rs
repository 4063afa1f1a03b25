//! The text form of a puzzle: one line of a puzzle file.
//!
//! Kind, rating, the moves or placements of the solution separated by commas, and the position:
//!
//! ```text
//! deny 640 2K4,1B3,CK1 c2 3 1>1 …
//! columns 120 1:3,4:2 g2 3 1>1 …
//! ```

use core::fmt;
use core::str::FromStr;

use azulejo_rules::{Move, Phase, Placement, Position, Wall};

use super::{Kind, MAX_SOLVER_MOVES, Puzzle};

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.kind, self.rating)?;
        for (i, m) in self.line.iter().enumerate() {
            write!(f, "{}{m}", if i == 0 { "" } else { "," })?;
        }
        for (i, placement) in self.columns.iter().enumerate() {
            write!(f, "{}{placement}", if i == 0 { "" } else { "," })?;
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
        let kind: Kind = next("kind")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("kind", e))?;
        let rating = next("rating")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("rating", e))?;
        let solution = next("solution")?;
        let position: Position = next("position")?
            .parse()
            .map_err(|e| ParsePuzzleError::new("position", e))?;
        let (line, columns) = if kind == Kind::Columns {
            let columns = parse_list(solution)?;
            check_columns(&position, &columns)?;
            (Vec::new(), columns)
        } else {
            let line = parse_list(solution)?;
            check_line(&position, &line)?;
            (line, Vec::new())
        };
        Ok(Self {
            kind,
            rating,
            position,
            line,
            columns,
        })
    }
}

/// Parses moves or placements separated by commas.
fn parse_list<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<Vec<T>, ParsePuzzleError> {
    let parse = |item: &str| {
        item.parse()
            .map_err(|e| ParsePuzzleError::new("solution", e))
    };
    text.split(',').map(parse).collect()
}

/// Checks that a solution is legal and ends with a move of the solver.
fn check_line(position: &Position, line: &[Move]) -> Result<(), ParsePuzzleError> {
    if position.phase() != Phase::Offer {
        return Err(ParsePuzzleError::new("position", "no tiles are on offer"));
    }
    let players = position.players().count();
    let longest = players * (MAX_SOLVER_MOVES - 1) + 1;
    if line.len() % players != 1 || line.len() > longest {
        let reason = format!(
            "{} moves; expected 1 or up to {longest} in steps of {players}",
            line.len(),
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

/// Checks that placements tile all complete lines of the player to move on the grey wall.
fn check_columns(position: &Position, columns: &[Placement]) -> Result<(), ParsePuzzleError> {
    if position.phase() != Phase::Tiling || position.wall() != Wall::Grey {
        let reason = "no grey wall is to be tiled";
        return Err(ParsePuzzleError::new("position", reason));
    }
    let seat = position.to_move();
    let mut tiled = *position;
    for &placement in columns {
        tiled.tile(seat, placement).map_err(|e| {
            let reason = format!("{placement}: {}", e.reason);
            ParsePuzzleError::new("solution", reason)
        })?;
    }
    let missing = position.board(seat).complete_lines().nth(columns.len());
    missing.map_or(Ok(()), |line| {
        let reason = format!("line {line} is not tiled");
        Err(ParsePuzzleError::new("solution", reason))
    })
}
