//! A deal: the tiles drawn for the factories, in the order in which they were drawn.

use core::fmt;
use core::str::FromStr;

use crate::{Colour, Factory, Players};

/// The tiles drawn onto one factory, in order; at most four.
///
/// Nibbles, the first tile lowest: 0 for none, 1 to 5 for a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Draw(pub(crate) u16);

impl Draw {
    /// The tiles in the order in which they were drawn.
    pub fn tiles(self) -> impl Iterator<Item = Colour> {
        (0..4).map_while(move |i| {
            Colour::from_index(usize::from(self.0 >> (4 * i) & 15).wrapping_sub(1))
        })
    }

    /// A factory's tiles, or nothing when there are more than four.
    #[must_use]
    pub fn from_tiles(tiles: &[Colour]) -> Option<Self> {
        let nibbles = tiles
            .iter()
            .rev()
            .fold(0, |rest, &c| rest << 4 | (c as u16 + 1));
        (tiles.len() <= 4).then_some(Self(nibbles))
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        if self.0 == 0 {
            return f.write_char('-');
        }
        self.tiles()
            .try_for_each(|colour| f.write_char(colour.letter()))
    }
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a factory's draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseDrawError {
    /// Nothing at all; an empty factory is `-`.
    Empty,
    /// A character, counted from 1, that is no colour.
    Colour(usize, char),
    /// More than four tiles.
    TooMany(usize),
}

impl fmt::Display for ParseDrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty factory is written -"),
            Self::Colour(at, c) => {
                write!(f, "character {at}: {c:?} is no colour (B, Y, R, K or W)")
            }
            Self::TooMany(n) => write!(f, "a factory takes four tiles; here are {n}"),
        }
    }
}

impl core::error::Error for ParseDrawError {}

impl FromStr for Draw {
    type Err = ParseDrawError;

    fn from_str(text: &str) -> Result<Self, ParseDrawError> {
        match text {
            "" => return Err(ParseDrawError::Empty),
            "-" => return Ok(Self(0)),
            _ => {}
        }
        let mut nibbles = 0;
        for (i, letter) in text.chars().enumerate() {
            let colour =
                Colour::from_letter(letter).ok_or(ParseDrawError::Colour(i + 1, letter))?;
            if i < 4 {
                nibbles |= (colour as u16 + 1) << (4 * i);
            }
        }
        let count = text.chars().count();
        if count > 4 {
            Err(ParseDrawError::TooMany(count))
        } else {
            Ok(Self(nibbles))
        }
    }
}

/// The tiles drawn for all factories of a round: chance, as data.
///
/// A position applies it; [`sample`](crate::Position::sample_deal) draws one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal {
    draws: [Draw; 9],
    factories: u8,
}

impl Deal {
    /// A deal from the tiles of each factory; how many factories there are follows from the players.
    ///
    /// Factories past the end of `draws` stay empty; more draws than factories are `None`.
    #[must_use]
    pub fn new(players: Players, draws: &[Draw]) -> Option<Self> {
        let mut deal = Self::empty(players);
        deal.draws[..players.factories()]
            .get_mut(..draws.len())?
            .copy_from_slice(draws);
        Some(deal)
    }

    pub(crate) const fn empty(players: Players) -> Self {
        Self {
            draws: [Draw(0); 9],
            factories: players.factories() as u8,
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, factory: usize, draw: Draw) {
        self.draws[factory] = draw;
    }

    /// What each factory gets.
    #[inline]
    #[must_use]
    pub fn draws(&self) -> &[Draw] {
        &self.draws[..usize::from(self.factories)]
    }

    /// The tiles one by one, with their factory, in the order in which they were drawn.
    pub fn tiles(&self) -> impl Iterator<Item = (Factory, Colour)> + '_ {
        Factory::ALL
            .into_iter()
            .zip(self.draws())
            .flat_map(|(f, d)| d.tiles().map(move |c| (f, c)))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, draw) in self.draws().iter().enumerate() {
            write!(f, "{}{draw}", if i == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
