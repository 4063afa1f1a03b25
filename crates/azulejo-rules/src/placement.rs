//! A step of wall tiling, its text, and the list of choices for one line.

use core::fmt;
use core::str::FromStr;

use crate::{Column, Line};

/// Where the tile of a complete line goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlacementTarget {
    /// To a column of the line's wall row.
    Column(Column),
    /// All tiles of the line to the floor: the grey wall has no legal space for them.
    Floor,
}

/// A complete line and where its tile goes: `4:2`, or `4:F`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// The complete line.
    pub line: Line,
    /// Where its tile goes.
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

/// Why a text is not a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsePlacementError {
    /// Not exactly three characters.
    Length(usize),
    /// The first character is not a line.
    Line(char),
    /// The second character is not a colon.
    Colon(char),
    /// The third character is not a column and not the floor.
    Target(char),
}

impl fmt::Display for ParsePlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(n) => write!(
                f,
                "a placement has three characters, line, colon and column, as 4:2 or 4:F; here are {n}"
            ),
            Self::Line(c) => write!(f, "character 1: {c:?} is no line (1 to 5)"),
            Self::Colon(c) => write!(f, "character 2: {c:?} should be a colon"),
            Self::Target(c) => {
                write!(
                    f,
                    "character 3: {c:?} is no column (1 to 5, or F for the floor)"
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
        let number = |c: char| {
            if c.is_ascii() {
                c.to_digit(10).unwrap_or(0) as usize
            } else {
                0
            }
        };
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

/// The choices for one line: at most five, on the stack.
///
/// Dereferences to a slice of [`Placement`].
#[derive(Clone, Copy)]
pub struct PlacementList {
    placements: [Placement; 5],
    len: u8,
}

impl PlacementList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        let none = Placement {
            line: Line(0),
            target: PlacementTarget::Floor,
        };
        Self {
            placements: [none; 5],
            len: 0,
        }
    }

    /// Appends a placement.
    ///
    /// # Panics
    /// When there are five already.
    pub fn push(&mut self, placement: Placement) {
        self.placements[usize::from(self.len)] = placement;
        self.len += 1;
    }

    /// Takes the last placement away.
    pub fn pop(&mut self) -> Option<Placement> {
        let last = *self.last()?;
        self.len -= 1;
        Some(last)
    }
}

impl Default for PlacementList {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for PlacementList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for PlacementList {}

impl core::ops::Deref for PlacementList {
    type Target = [Placement];

    fn deref(&self) -> &[Placement] {
        &self.placements[..usize::from(self.len)]
    }
}

impl<'a> IntoIterator for &'a PlacementList {
    type Item = &'a Placement;
    type IntoIter = core::slice::Iter<'a, Placement>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for PlacementList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(ToString::to_string))
            .finish()
    }
}
