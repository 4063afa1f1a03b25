//! The five tile colours and maps keyed by them.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

/// A tile's colour, ordered as in the notation: `B Y R K W`.
///
/// # Examples
/// ```
/// use azulejo_rules::Colour;
///
/// assert_eq!(Colour::Black.to_string(), "K");
/// assert_eq!("K".parse(), Ok(Colour::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// `B`
    Blue = 0,
    /// `Y`
    Yellow = 1,
    /// `R`
    Red = 2,
    /// `K`
    Black = 3,
    /// `W`
    White = 4,
}

impl Colour {
    /// All colours, in notation order.
    pub const ALL: [Self; 5] = [
        Self::Blue,
        Self::Yellow,
        Self::Red,
        Self::Black,
        Self::White,
    ];

    /// Returns the colour's letter in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Yellow => 'Y',
            Self::Red => 'R',
            Self::Black => 'K',
            Self::White => 'W',
        }
    }

    /// Returns the colour with the given upper-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'B' => Some(Self::Blue),
            'Y' => Some(Self::Yellow),
            'R' => Some(Self::Red),
            'K' => Some(Self::Black),
            'W' => Some(Self::White),
            _ => None,
        }
    }

    /// Returns the colour's index in [`Colour::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the colour at an index of [`Colour::ALL`].
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 5 {
            Some(Self::ALL[index])
        } else {
            None
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The error for text that is not a [`Colour`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseColourError;

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a colour is B, Y, R, K or W")
    }
}

impl core::error::Error for ParseColourError {}

impl FromStr for Colour {
    type Err = ParseColourError;

    fn from_str(text: &str) -> Result<Self, ParseColourError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) => Self::from_letter(letter).ok_or(ParseColourError),
            _ => Err(ParseColourError),
        }
    }
}

/// A map with one value for each colour.
///
/// # Examples
/// ```
/// use azulejo_rules::{ByColour, Colour};
///
/// let mut tiles: ByColour<u8> = ByColour::default();
/// tiles[Colour::Red] += 2;
/// assert_eq!(tiles.total(), 2);
/// assert!(tiles.tiles().eq([Colour::Red, Colour::Red]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ByColour<T>(pub [T; 5]);

impl<T> ByColour<T> {
    /// Builds a map by calling `value` for each colour.
    pub fn from_fn(mut value: impl FnMut(Colour) -> T) -> Self {
        Self(core::array::from_fn(|i| value(Colour::ALL[i])))
    }

    /// Returns an iterator over the colours and their values, in notation order.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, &T)> {
        Colour::ALL.into_iter().zip(&self.0)
    }
}

impl ByColour<u8> {
    /// Returns the total number of tiles.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Returns an iterator over the individual tiles, in notation order.
    pub fn tiles(&self) -> impl Iterator<Item = Colour> + '_ {
        self.iter()
            .flat_map(|(colour, &n)| core::iter::repeat_n(colour, usize::from(n)))
    }
}

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour.index()]
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour.index()]
    }
}
