//! A move of the factory offer, its text, and the list of legal ones.

use core::fmt;
use core::str::FromStr;

use rand_core::Rng;

use crate::places::{CENTRE, FLOOR};
use crate::rng::below;
use crate::{Colour, Destination, Factory, Line, Source};

/// All tiles of one colour from one source to one destination: `2B3`, `CKF`.
///
/// Two bytes: destination in bits 0-2, colour in bits 3-5, source in bits 6-9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(crate) u16);

impl Move {
    /// The move with these parts; whether it is legal is for a position to say.
    #[must_use]
    pub const fn new(source: Source, colour: Colour, destination: Destination) -> Self {
        let to = match destination {
            Destination::Line(line) => line.index(),
            Destination::Floor => FLOOR,
        };
        Self((source.index() << 6 | colour.index() << 3 | to) as u16)
    }

    /// Where the tiles come from.
    #[must_use]
    pub const fn source(self) -> Source {
        match Factory::from_index(self.source_index()) {
            Some(factory) => Source::Factory(factory),
            None => Source::Centre,
        }
    }

    /// The colour taken.
    #[must_use]
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.0 as usize >> 3 & 7]
    }

    /// Where the tiles go.
    #[must_use]
    pub const fn destination(self) -> Destination {
        match Line::from_index(self.0 as usize & 7) {
            Some(line) => Destination::Line(line),
            None => Destination::Floor,
        }
    }

    /// The three letters and digits of the move's text.
    #[must_use]
    pub const fn letters(self) -> [u8; 3] {
        let source = match self.source() {
            Source::Factory(factory) => b'0' + factory.number() as u8,
            Source::Centre => b'C',
        };
        let destination = match self.destination() {
            Destination::Line(line) => b'0' + line.number() as u8,
            Destination::Floor => b'F',
        };
        [source, self.colour().letter() as u8, destination]
    }

    /// The move as a small number, for tables keyed by moves; below 640.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The move with that [`code`](Self::code).
    #[must_use]
    pub const fn from_code(code: u16) -> Option<Self> {
        let in_range =
            (code >> 6) as usize <= CENTRE && (code >> 3 & 7) < 5 && (code & 7) as usize <= FLOOR;
        if in_range { Some(Self(code)) } else { None }
    }

    pub(crate) const fn source_index(self) -> usize {
        self.0 as usize >> 6
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters();
        f.write_str(str::from_utf8(&letters).expect("letters and digits are UTF-8"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseMoveError {
    /// Not exactly three characters.
    Length(usize),
    /// The first character is not a source.
    Source(char),
    /// The second character is not a colour.
    Colour(char),
    /// The third character is not a destination.
    Destination(char),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(n) => write!(
                f,
                "a move has three characters, source, colour and line, as 2B3 or CKF; here are {n}"
            ),
            Self::Source(c) => {
                write!(
                    f,
                    "character 1: {c:?} is no source (a factory 1 to 9, or C for the centre)"
                )
            }
            Self::Colour(c) => write!(f, "character 2: {c:?} is no colour (B, Y, R, K or W)"),
            Self::Destination(c) => {
                write!(
                    f,
                    "character 3: {c:?} is no line (1 to 5, or F for the floor)"
                )
            }
        }
    }
}

impl core::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mut chars = text.chars();
        let (Some(source), Some(colour), Some(to), None) =
            (chars.next(), chars.next(), chars.next(), chars.next())
        else {
            return Err(ParseMoveError::Length(text.chars().count()));
        };
        let from = match source {
            'C' => Some(Source::Centre),
            '1'..='9' => Factory::new(digit(source)).map(Source::Factory),
            _ => None,
        };
        let to_line = match to {
            'F' => Some(Destination::Floor),
            '1'..='5' => Line::new(digit(to)).map(Destination::Line),
            _ => None,
        };
        Ok(Self::new(
            from.ok_or(ParseMoveError::Source(source))?,
            Colour::from_letter(colour).ok_or(ParseMoveError::Colour(colour))?,
            to_line.ok_or(ParseMoveError::Destination(to))?,
        ))
    }
}

fn digit(c: char) -> usize {
    c as usize - '0' as usize
}

/// The most moves a position can have: 9 factories of 4 colours and 5 in the centre, 6 places each.
const MOST_MOVES: usize = (9 * 4 + 5) * 6;
/// Moves are written in blocks of eight, so the last block may reach past the last move.
const CAPACITY: usize = 256 + 8;
const _: () = assert!(MOST_MOVES < 256);

/// A list of moves that lives on the stack.
///
/// Dereferences to a slice of [`Move`].
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: u8,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: [Move(0); CAPACITY],
            len: 0,
        }
    }

    /// One of the moves, each as likely as another.
    ///
    /// # Panics
    /// May panic when the list is empty.
    #[inline]
    pub fn choose(&self, rng: &mut impl Rng) -> Move {
        debug_assert!(self.len > 0, "there is no move to choose from");
        self.moves[usize::from(below(rng, u32::from(self.len)) as u8)]
    }

    /// Starts the list anew.
    #[inline]
    pub(crate) fn rewrite(&mut self) -> ListWriter<'_> {
        ListWriter { list: self, len: 0 }
    }
}

/// Writes a list from its beginning.
pub(crate) struct ListWriter<'a> {
    list: &'a mut MoveList,
    len: u8,
}

impl ListWriter<'_> {
    /// Appends the moves of one group of tiles: `group` has no destination yet, and the upper five
    /// bits of `accepted` are the lines that take it. The floor always does.
    #[inline]
    pub(crate) fn push_group(&mut self, group: u16, accepted: u8) {
        let block = &DESTINATIONS[usize::from(accepted >> 3)];
        let start = usize::from(self.len);
        let room = &mut self.list.moves[start..start + 8];
        let room: &mut [Move; 8] = room.try_into().expect("the slice has eight places");
        *room = block.map(|to| Move(to | group));
        self.len += block[BLOCK_COUNT] as u8;
    }

    #[inline]
    pub(crate) fn finish(self) {
        self.list.len = self.len;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl core::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Where a block of [`DESTINATIONS`] says how many there are.
const BLOCK_COUNT: usize = 7;

/// For each set of lines: its members and the floor, and, last, how many they are.
///
/// A block is copied whole, what lies past its destinations included: one copy of sixteen bytes is
/// cheaper than a loop. (The unused entries differ from set to set, or else the compiler sees that
/// they are constant and splits the copy.)
const DESTINATIONS: [[u16; 8]; 32] = {
    let mut table = [[0; 8]; 32];
    let mut set = 0;
    while set < 32 {
        let mut count = 0;
        let mut to = 0;
        while to <= FLOOR {
            if to == FLOOR || set >> to & 1 == 1 {
                table[set][count] = to as u16;
                count += 1;
            }
            to += 1;
        }
        table[set][6] = set as u16;
        table[set][BLOCK_COUNT] = count as u16;
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_round_trips_through_text_and_code() {
        let mut seen = 0;
        for code in 0..=u16::MAX {
            let Some(m) = Move::from_code(code) else {
                continue;
            };
            assert_eq!(m.to_string().parse(), Ok(m));
            assert_eq!(m.code(), code);
            assert_eq!(Move::new(m.source(), m.colour(), m.destination()), m);
            seen += 1;
        }
        assert_eq!(seen, 10 * 5 * 6);
    }
}
