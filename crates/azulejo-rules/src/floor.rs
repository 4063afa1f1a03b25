//! The floor line: its tiles, in the order they fell, and its cost.

use core::fmt;
use core::str::FromStr;

use crate::Colour;
use crate::text_buffer::TextBuffer;

/// The content of a floor space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloorTile {
    /// A tile.
    Tile(Colour),
    /// The start marker, which counts like a tile.
    Marker,
}

impl FloorTile {
    /// Returns the character in the notation: the colour's letter, or `*` for the marker.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Tile(colour) => colour.letter(),
            Self::Marker => '*',
        }
    }

    /// Returns the floor tile with the given character.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match (letter, Colour::from_letter(letter)) {
            ('*', _) => Some(Self::Marker),
            (_, Some(colour)) => Some(Self::Tile(colour)),
            (_, None) => None,
        }
    }
}

/// The number of spaces on a floor line.
pub const FLOOR_SPACES: usize = 7;

/// The total cost of the first `n` spaces, for `n` from 0 to 7.
pub const FLOOR_COST: [u16; FLOOR_SPACES + 1] = [0, 1, 2, 4, 6, 8, 11, 14];

/// A player's floor line.
///
/// The notation is the characters of the tiles from left to right, or `-` if the floor is empty. If
/// the marker was taken when all seven spaces were occupied, it follows as an eighth character: it
/// costs nothing and occupies no space.
///
/// # Examples
/// ```
/// use azulejo_rules::Floor;
///
/// let floor: Floor = "*RR".parse()?;
/// assert_eq!((floor.len(), floor.cost()), (3, 4));
/// assert_eq!(floor.to_string(), "*RR");
/// # Ok::<(), azulejo_rules::ParseFloorError>(())
/// ```
// Seven nibbles, the leftmost space lowest: 0 for free, 1 to 5 for a colour, 6 for the marker. The
// eighth nibble is a marker without a space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Floor(u32);

const MARKER: u32 = 6;
const SPARE: u32 = MARKER << 28;

impl Floor {
    /// Creates an empty floor line.
    #[must_use]
    pub const fn new() -> Self {
        Self(0)
    }

    /// Returns true if there are no tiles and no marker.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of occupied spaces.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let on_spaces = self.0 & !SPARE;
        (32 - on_spaces.leading_zeros() as usize).div_ceil(4)
    }

    /// Returns the points lost at the end of the round.
    #[inline]
    #[must_use]
    pub const fn cost(self) -> u16 {
        FLOOR_COST[self.len()]
    }

    /// Returns true if the player holds the marker without a space for it.
    #[must_use]
    pub const fn has_spare_marker(self) -> bool {
        self.0 & SPARE != 0
    }

    /// Returns an iterator over the occupied spaces, from left to right.
    pub fn tiles(self) -> impl Iterator<Item = FloorTile> {
        (0..self.len()).map(move |i| match self.0 >> (4 * i) & 15 {
            MARKER => FloorTile::Marker,
            code => FloorTile::Tile(Colour::ALL[code as usize - 1]),
        })
    }

    #[cfg(feature = "unstable-search")]
    pub(crate) const fn code(self) -> u64 {
        self.0 as u64
    }

    /// Adds tiles of one colour; those without a space go to the lid.
    #[inline]
    pub(crate) fn push(&mut self, colour: usize, count: u32) {
        let occupied_bits = (35 - (self.0 & !SPARE).leading_zeros()) & !3;
        let bits = (4 * count).min(28 - occupied_bits);
        let tiles = ((colour as u32 + 1) * 0x0111_1111) & ((1 << bits) - 1);
        self.0 |= tiles << occupied_bits;
    }

    /// Adds the marker, on the leftmost free space if there is one, else beside the full floor.
    #[inline]
    pub(crate) fn push_marker(&mut self) {
        self.0 |= MARKER << (4 * self.len());
    }

    pub(crate) fn from_tiles(tiles: impl Iterator<Item = FloorTile>) -> Self {
        let mut floor = Self::default();
        for tile in tiles {
            match tile {
                FloorTile::Tile(colour) => floor.push(colour.index(), 1),
                FloorTile::Marker => floor.push_marker(),
            }
        }
        floor
    }
}

impl fmt::Debug for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = TextBuffer::new(f);
        self.write(&mut text)?;
        text.finish()
    }
}

impl Floor {
    pub(crate) fn write(&self, text: &mut TextBuffer<'_, '_>) -> fmt::Result {
        if self.is_empty() {
            return text.push('-');
        }
        self.tiles().try_for_each(|tile| text.push(tile.letter()))?;
        if self.has_spare_marker() {
            text.push('*')
        } else {
            Ok(())
        }
    }
}

/// The error for text that is not a [`Floor`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseFloorError {
    /// The text is empty; an empty floor is `-`.
    Empty,
    /// The character at a position, counted from 1, is neither a colour nor the marker.
    Tile(usize, char),
    /// There are more characters than spaces, or more than one marker.
    TooMany,
}

impl fmt::Display for ParseFloorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty floor is written as -"),
            Self::Tile(position, c) => write!(
                f,
                "character {position}: {c:?} is not a colour (B, Y, R, K or W) or the marker (*)"
            ),
            Self::TooMany => f.write_str(
                "a floor has seven spaces and at most one marker, which may follow seven tiles",
            ),
        }
    }
}

impl core::error::Error for ParseFloorError {}

impl FromStr for Floor {
    type Err = ParseFloorError;

    fn from_str(text: &str) -> Result<Self, ParseFloorError> {
        match text {
            "" => return Err(ParseFloorError::Empty),
            "-" => return Ok(Self::new()),
            _ => {}
        }
        let (mut count, mut markers) = (0, 0);
        for (i, letter) in text.chars().enumerate() {
            match FloorTile::from_letter(letter) {
                Some(FloorTile::Tile(_)) => {}
                Some(FloorTile::Marker) => markers += 1,
                None => return Err(ParseFloorError::Tile(i + 1, letter)),
            }
            count += 1;
        }
        let fits = count <= FLOOR_SPACES || (count == FLOOR_SPACES + 1 && text.ends_with('*'));
        if !fits || markers > 1 {
            return Err(ParseFloorError::TooMany);
        }
        Ok(Self::from_tiles(
            text.chars().filter_map(FloorTile::from_letter),
        ))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn check(pushes: &[(char, u32)], text: &str, cost: u16) {
        let mut floor = Floor::default();
        for &(letter, count) in pushes {
            match Colour::from_letter(letter) {
                Some(colour) => floor.push(colour.index(), count),
                None => floor.push_marker(),
            }
        }
        assert_eq!((floor.to_string().as_str(), floor.cost()), (text, cost));
        assert_eq!(text.parse(), Ok(floor));
    }

    #[test]
    fn tiles_fill_the_floor_in_order() {
        check(&[], "-", 0);
        check(&[('B', 2), ('W', 1)], "BBW", 4);
        check(&[('B', 6), ('W', 5)], "BBBBBBW", 14);
        check(&[('B', 7), ('W', 1)], "BBBBBBB", 14);
    }

    #[test]
    fn marker_on_a_full_floor_takes_no_space() {
        check(&[('*', 1)], "*", 1);
        check(&[('K', 6), ('*', 1)], "KKKKKK*", 14);
        check(&[('K', 7), ('*', 1)], "KKKKKKK*", 14);
        check(&[('K', 7), ('*', 1), ('R', 3)], "KKKKKKK*", 14);
    }

    #[test]
    fn marker_and_four_tiles_cost_8() {
        check(&[('*', 1), ('R', 4)], "*RRRR", 8);
    }

    #[test]
    fn malformed_floors_are_rejected() {
        let error = |text: &str| text.parse::<Floor>().unwrap_err();
        assert_eq!(error(""), ParseFloorError::Empty);
        assert_eq!(error("B-"), ParseFloorError::Tile(2, '-'));
        for text in ["**", "BBBBBBBB", "*BBBBBBB", "BBBBBBB**", "*BBBBBB*"] {
            assert_eq!(error(text), ParseFloorError::TooMany, "{text}");
        }
    }
}
