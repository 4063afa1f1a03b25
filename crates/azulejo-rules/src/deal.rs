//! Deals: the tiles drawn for the factories, in draw order.

use core::fmt;
use core::str::FromStr;

use crate::{Colour, Factory, PlayerCount};

/// The number of tiles a full factory holds.
pub(crate) const TILES_PER_FACTORY: usize = 4;

/// The tiles drawn onto one factory, in draw order; at most four.
///
/// The notation is the colours' letters, or `-` if no tile was drawn.
///
/// # Examples
/// ```
/// use azulejo_rules::{Colour, Draw};
///
/// let draw: Draw = "BRKK".parse()?;
/// assert!(draw.tiles().eq([Colour::Blue, Colour::Red, Colour::Black, Colour::Black]));
/// assert_eq!(Draw::from_tiles(&[]).unwrap().to_string(), "-");
/// # Ok::<(), azulejo_rules::ParseDrawError>(())
/// ```
// Four nibbles, the first tile lowest: 0 for none, 1 to 5 for a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Draw(pub(crate) u16);

impl Draw {
    /// Returns an iterator over the tiles in draw order.
    pub fn tiles(self) -> impl Iterator<Item = Colour> {
        (0..TILES_PER_FACTORY).map_while(move |i| {
            Colour::from_index(usize::from(self.0 >> (4 * i) & 15).wrapping_sub(1))
        })
    }

    /// Creates a draw from its tiles.
    ///
    /// # Errors
    /// Returns an error if there are more than four tiles.
    pub fn from_tiles(tiles: &[Colour]) -> Result<Self, TooManyTilesError> {
        if tiles.len() > TILES_PER_FACTORY {
            return Err(TooManyTilesError { found: tiles.len() });
        }
        let nibbles = tiles
            .iter()
            .rev()
            .fold(0, |rest, &c| rest << 4 | (c as u16 + 1));
        Ok(Self(nibbles))
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

/// The error for more tiles than a factory holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TooManyTilesError {
    /// The number of tiles.
    pub found: usize,
}

impl fmt::Display for TooManyTilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a factory holds at most four tiles, not {}", self.found)
    }
}

impl core::error::Error for TooManyTilesError {}

/// The error for text that is not a [`Draw`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseDrawError {
    /// The text is empty; a draw without tiles is `-`.
    Empty,
    /// The character at a position, counted from 1, is not a colour.
    Colour(usize, char),
    /// There are more than four tiles.
    TooMany(usize),
}

impl fmt::Display for ParseDrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => f.write_str("an empty factory is written as -"),
            Self::Colour(position, c) => {
                write!(
                    f,
                    "character {position}: {c:?} is not a colour (B, Y, R, K or W)"
                )
            }
            Self::TooMany(found) => TooManyTilesError { found }.fmt(f),
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
            if i < TILES_PER_FACTORY {
                nibbles |= (colour as u16 + 1) << (4 * i);
            }
        }
        let count = text.chars().count();
        if count > TILES_PER_FACTORY {
            Err(ParseDrawError::TooMany(count))
        } else {
            Ok(Self(nibbles))
        }
    }
}

/// The tiles drawn for all factories of a round.
///
/// A deal is chance as data: [`Position::sample_deal`](crate::Position::sample_deal) draws one and
/// [`Position::deal`](crate::Position::deal) applies it. The notation is one [`Draw`] for each
/// factory, separated by `/`.
///
/// # Examples
/// ```
/// use azulejo_rules::{Deal, Draw, PlayerCount};
///
/// let deal: Deal = "BRKK/BYYW/KKKW/YRRW/BRWW".parse()?;
/// assert_eq!(deal.draws().len(), PlayerCount::Two.factories());
/// assert_eq!(deal.draws()[0], "BRKK".parse::<Draw>()?);
/// assert_eq!(deal.to_string(), "BRKK/BYYW/KKKW/YRRW/BRWW");
///
/// let draws: [Draw; 5] = ["BRKK", "BYYW", "KKKW", "YRRW", "BRWW"].map(|text| text.parse().unwrap());
/// assert_eq!(Deal::new(PlayerCount::Two, &draws)?, deal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal {
    draws: [Draw; 9],
    factories: u8,
}

impl Deal {
    /// Creates a deal from the draws of the first factories; the others stay empty.
    ///
    /// # Errors
    /// Returns an error if there are more draws than factories.
    pub fn new(players: PlayerCount, draws: &[Draw]) -> Result<Self, TooManyDrawsError> {
        let mut deal = Self::empty(players);
        let factories = players.factories();
        deal.draws[..factories]
            .get_mut(..draws.len())
            .ok_or(TooManyDrawsError {
                factories,
                found: draws.len(),
            })?
            .copy_from_slice(draws);
        Ok(deal)
    }

    pub(crate) const fn empty(players: PlayerCount) -> Self {
        Self {
            draws: [Draw(0); 9],
            factories: players.factories() as u8,
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, factory: usize, draw: Draw) {
        self.draws[factory] = draw;
    }

    /// Returns the draws of all factories, in order.
    #[inline]
    #[must_use]
    pub fn draws(&self) -> &[Draw] {
        &self.draws[..usize::from(self.factories)]
    }

    /// Returns an iterator over the individual tiles with their factory, in draw order.
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

/// The error for more draws than the table has factories.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TooManyDrawsError {
    /// The number of factories.
    pub factories: usize,
    /// The number of draws.
    pub found: usize,
}

impl fmt::Display for TooManyDrawsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { factories, found } = self;
        write!(
            f,
            "the table has {factories} factories, the deal has {found}"
        )
    }
}

impl core::error::Error for TooManyDrawsError {}

/// The error for text that is not a [`Deal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseDealError {
    /// The number of draws is not five, seven or nine.
    FactoryCount(usize),
    /// The draw of a factory is malformed.
    Draw(Factory, ParseDrawError),
}

impl fmt::Display for ParseDealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FactoryCount(found) => {
                write!(f, "a deal has 5, 7 or 9 factories, not {found}")
            }
            Self::Draw(factory, error) => write!(f, "factory {factory}: {error}"),
        }
    }
}

impl core::error::Error for ParseDealError {}

impl FromStr for Deal {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<Self, ParseDealError> {
        let found = text.split('/').count();
        let players = PlayerCount::ALL
            .into_iter()
            .find(|players| players.factories() == found)
            .ok_or(ParseDealError::FactoryCount(found))?;
        let mut deal = Self::empty(players);
        for (factory, draw) in Factory::ALL.into_iter().zip(text.split('/')) {
            let draw = draw
                .parse()
                .map_err(|error| ParseDealError::Draw(factory, error))?;
            deal.set(factory.index(), draw);
        }
        Ok(deal)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn deals_round_trip_through_text() {
        for text in [
            "BRKK/BYYW/KKKW/YRRW/BRWW",
            "BRKK/BYYW/KKKW/YRRW/B/-/-",
            "-/-/-/-/-/-/-/-/-",
        ] {
            assert_eq!(text.parse::<Deal>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn malformed_deals_are_rejected_with_the_reason() {
        let error = |text: &str| text.parse::<Deal>().unwrap_err().to_string();
        assert_eq!(error(""), "a deal has 5, 7 or 9 factories, not 1");
        assert_eq!(
            error("-/-/-/-/-/-"),
            "a deal has 5, 7 or 9 factories, not 6"
        );
        assert_eq!(
            error("-/BX/-/-/-"),
            "factory 2: character 2: 'X' is not a colour (B, Y, R, K or W)"
        );
        assert_eq!(
            error("-/-/BBBBB/-/-"),
            "factory 3: a factory holds at most four tiles, not 5"
        );
    }
}
