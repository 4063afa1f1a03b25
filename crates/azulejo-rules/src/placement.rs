//! Steps of wall tiling and their notation.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayVec;

use crate::{Column, Line};

/// The target of a complete line's tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlacementTarget {
    /// A column of the line's wall row, written as its number.
    Column(Column),
    /// The floor line, written `F`: all tiles of the line fall, because no space of the grey wall is
    /// legal for them.
    Floor,
}

/// A step of wall tiling: a complete line and the target of its tile.
///
/// The notation is line, colon and target: `4:2` moves a tile of line 4 to column 2, `4:F` drops
/// line 4 to the floor.
///
/// # Examples
/// ```
/// use azulejo_rules::{Column, Line, Placement, PlacementTarget};
///
/// let placement: Placement = "4:2".parse()?;
/// assert_eq!(placement.line, Line::FOUR);
/// assert_eq!(placement.target, PlacementTarget::Column(Column::TWO));
/// assert_eq!(placement.to_string(), "4:2");
/// # Ok::<(), azulejo_rules::ParsePlacementError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The complete line.
    pub line: Line,
    /// The target of its tile.
    pub target: PlacementTarget,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.target {
            PlacementTarget::Column(column) => write!(f, "{}:{column}", self.line),
            PlacementTarget::Floor => write!(f, "{}:F", self.line),
        }
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for text that is not a [`Placement`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParsePlacementError {
    /// The text does not have three characters; the field is the number it has.
    Length(usize),
    /// The first character is not a line.
    Line(char),
    /// The second character is not a colon.
    Colon(char),
    /// The third character is neither a column nor the floor.
    Target(char),
}

impl fmt::Display for ParsePlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(n) => write!(
                f,
                "a placement has three characters (line, colon, column) such as 4:2 or 4:F, not {n}"
            ),
            Self::Line(c) => write!(f, "character 1: {c:?} is not a line (1 to 5)"),
            Self::Colon(c) => write!(f, "character 2: {c:?} is not a colon"),
            Self::Target(c) => {
                write!(
                    f,
                    "character 3: {c:?} is not a column (1 to 5, or F for the floor)"
                )
            }
        }
    }
}

impl core::error::Error for ParsePlacementError {}

impl FromStr for Placement {
    type Err = ParsePlacementError;

    fn from_str(text: &str) -> Result<Self, ParsePlacementError> {
        let mut chars = text.chars();
        let (Some(line), Some(colon), Some(target), None) =
            (chars.next(), chars.next(), chars.next(), chars.next())
        else {
            return Err(ParsePlacementError::Length(text.chars().count()));
        };
        let number = |c: char| c.to_digit(10).unwrap_or(0) as usize;
        let line = Line::new(number(line)).ok_or(ParsePlacementError::Line(line))?;
        if colon != ':' {
            return Err(ParsePlacementError::Colon(colon));
        }
        let target = match target {
            'F' => PlacementTarget::Floor,
            _ => Column::new(number(target))
                .map(PlacementTarget::Column)
                .ok_or(ParsePlacementError::Target(target))?,
        };
        Ok(Self { line, target })
    }
}

/// A stack-allocated list of placements, at most one for each line or column.
pub type PlacementList = ArrayVec<Placement, 5>;
