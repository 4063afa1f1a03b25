//! The five tile colours, and maps keyed by them.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A tile's colour. The order is the one used everywhere in text: `B Y R K W`.
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
    /// All colours, in the order of the notation.
    pub const ALL: [Self; 5] = [
        Self::Blue,
        Self::Yellow,
        Self::Red,
        Self::Black,
        Self::White,
    ];

    /// The colour's letter in every text.
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

    /// The colour with that letter, upper case only.
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

    /// The colour's place in [`Colour::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour at a place of [`Colour::ALL`].
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

/// One value for each colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ByColour<T>(pub [T; 5]);

impl<T> ByColour<T> {
    /// Builds a map by asking for each colour's value.
    pub fn from_fn(mut value: impl FnMut(Colour) -> T) -> Self {
        Self(core::array::from_fn(|i| value(Colour::ALL[i])))
    }

    /// The colours with their values, in the order of the notation.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, &T)> {
        Colour::ALL.into_iter().zip(&self.0)
    }
}

impl ByColour<u8> {
    /// The number of tiles in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// The tiles one by one, in the order of the notation.
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
