//! The floor line: what fell there, in order, and what it costs.

use core::fmt;

use crate::Colour;
use crate::letters::Letters;

/// What lies on a floor space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloorTile {
    /// A tile.
    Tile(Colour),
    /// The start marker, which counts as a tile.
    Marker,
}

impl FloorTile {
    /// The character in a position's text.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Tile(colour) => colour.letter(),
            Self::Marker => '*',
        }
    }
}

/// The number of spaces of a floor line.
pub const FLOOR_SPACES: usize = 7;

/// What the first `n` spaces cost together, for `n` from 0 to 7.
pub const FLOOR_COST: [u16; FLOOR_SPACES + 1] = [0, 1, 2, 4, 6, 8, 11, 14];

/// A player's floor line.
///
/// Seven nibbles, the leftmost space lowest: 0 for free, 1 to 5 for a colour, 6 for the marker. An
/// eighth nibble says that the player holds the marker although all seven spaces were taken: it
/// then costs nothing and takes no space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Floor(u32);

const MARKER: u32 = 6;
const SPARE: u32 = MARKER << 28;

impl Floor {
    /// A floor with nothing on it.
    #[must_use]
    pub const fn new() -> Self {
        Self(0)
    }

    /// Whether nothing lies there and no marker is held beside it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many spaces are taken.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let on_spaces = self.0 & !SPARE;
        (32 - on_spaces.leading_zeros() as usize).div_ceil(4)
    }

    /// What it costs at the end of the round.
    #[inline]
    #[must_use]
    pub const fn cost(self) -> u16 {
        FLOOR_COST[self.len()]
    }

    /// Whether the marker is held without a space.
    #[must_use]
    pub const fn has_spare_marker(self) -> bool {
        self.0 & SPARE != 0
    }

    /// The taken spaces from left to right.
    pub fn tiles(self) -> impl Iterator<Item = FloorTile> {
        (0..self.len()).map(move |i| match self.0 >> (4 * i) & 15 {
            MARKER => FloorTile::Marker,
            code => FloorTile::Tile(Colour::ALL[code as usize - 1]),
        })
    }

    pub(crate) const fn code(self) -> u64 {
        self.0 as u64
    }

    /// Adds tiles of one colour; what finds no space is for the lid.
    #[inline]
    pub(crate) fn push(&mut self, colour: usize, count: u32) {
        let taken_bits = (35 - (self.0 & !SPARE).leading_zeros()) & !3;
        let bits = (4 * count).min(28 - taken_bits);
        let tiles = ((colour as u32 + 1) * 0x0111_1111) & ((1 << bits) - 1);
        self.0 |= tiles << taken_bits;
    }

    /// Adds the marker, on the leftmost free space if there is one.
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
        let mut text = Letters::new(f);
        self.write(&mut text)?;
        text.finish()
    }
}

impl Floor {
    pub(crate) fn write(&self, text: &mut Letters<'_, '_>) -> fmt::Result {
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

#[cfg(test)]
mod tests {
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
    }

    #[test]
    fn tiles_fall_in_order_until_the_floor_is_full() {
        check(&[], "-", 0);
        check(&[('B', 2), ('W', 1)], "BBW", 4);
        check(&[('B', 6), ('W', 5)], "BBBBBBW", 14);
        check(&[('B', 7), ('W', 1)], "BBBBBBB", 14);
    }

    #[test]
    fn the_marker_takes_a_space_only_while_there_is_one() {
        check(&[('*', 1)], "*", 1);
        check(&[('K', 6), ('*', 1)], "KKKKKK*", 14);
        check(&[('K', 7), ('*', 1)], "KKKKKKK*", 14);
        check(&[('K', 7), ('*', 1), ('R', 3)], "KKKKKKK*", 14);
    }

    #[test]
    fn example_5_four_tiles_and_the_marker_cost_8() {
        check(&[('*', 1), ('R', 4)], "*RRRR", 8);
    }
}
