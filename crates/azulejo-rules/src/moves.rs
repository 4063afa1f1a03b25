//! Moves of the factory offer, their notation, and move lists.

use core::fmt;
use core::str::FromStr;

use rand_core::Rng;

use crate::places::{CENTRE, FLOOR};
use crate::rng::below;
use crate::{Colour, Destination, Factory, Line, Source};

/// A move of the factory offer: all tiles of one colour from one source to one destination.
///
/// The notation is source, colour and destination: `2B3` takes blue from factory 2 to line 3, `CKF`
/// takes black from the centre to the floor line.
///
/// # Examples
/// ```
/// use azulejo_rules::{Colour, Destination, Factory, Line, Move, Source};
///
/// let m: Move = "2B3".parse()?;
/// assert_eq!(m.source(), Source::Factory(Factory::TWO));
/// assert_eq!(m.colour(), Colour::Blue);
/// assert_eq!(m.destination(), Destination::Line(Line::THREE));
///
/// let m = Move::new(Source::Centre, Colour::Black, Destination::Floor);
/// assert_eq!(m.to_string(), "CKF");
/// # Ok::<(), azulejo_rules::ParseMoveError>(())
/// ```
// Two bytes: destination in bits 0-2, colour in bits 3-5, source in bits 6-9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(crate) u16);

impl Move {
    /// Creates a move from its parts; it need not be legal in any position.
    #[must_use]
    pub const fn new(source: Source, colour: Colour, destination: Destination) -> Self {
        Self((source.index() << 6 | colour.index() << 3 | destination.index()) as u16)
    }

    /// Returns the source of the tiles.
    #[must_use]
    pub const fn source(self) -> Source {
        match Factory::from_index(self.source_index()) {
            Some(factory) => Source::Factory(factory),
            None => Source::Centre,
        }
    }

    /// Returns the colour of the tiles.
    #[must_use]
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.0 as usize >> 3 & 7]
    }

    /// Returns the destination of the tiles.
    #[must_use]
    pub const fn destination(self) -> Destination {
        match Line::from_index(self.0 as usize & 7) {
            Some(line) => Destination::Line(line),
            None => Destination::Floor,
        }
    }

    /// Returns the three ASCII characters of the move's notation.
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

    /// Returns the move as a number below 640, for tables indexed by move.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Returns the move with the given [`code`](Self::code).
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

/// The error for text that is not a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text does not have three characters; the field is the number it has.
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
                "a move has three characters (source, colour, line) such as 2B3 or CKF, not {n}"
            ),
            Self::Source(c) => {
                write!(
                    f,
                    "character 1: {c:?} is not a source (a factory 1 to 9, or C for the centre)"
                )
            }
            Self::Colour(c) => write!(f, "character 2: {c:?} is not a colour (B, Y, R, K or W)"),
            Self::Destination(c) => {
                write!(
                    f,
                    "character 3: {c:?} is not a line (1 to 5, or F for the floor)"
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
        let (Some(source), Some(colour), Some(destination), None) =
            (chars.next(), chars.next(), chars.next(), chars.next())
        else {
            return Err(ParseMoveError::Length(text.chars().count()));
        };
        let mut buffer = [0; 4];
        Ok(Self::new(
            (source.encode_utf8(&mut buffer).parse())
                .map_err(|_| ParseMoveError::Source(source))?,
            Colour::from_letter(colour).ok_or(ParseMoveError::Colour(colour))?,
            (destination.encode_utf8(&mut buffer).parse())
                .map_err(|_| ParseMoveError::Destination(destination))?,
        ))
    }
}

/// The upper bound on legal moves: nine factories with four colours each and a centre with five, and
/// six destinations for each group.
const MAX_MOVES: usize = (9 * 4 + 5) * 6;
/// Moves are written in blocks of eight, so the last block may extend past the last move.
const CAPACITY: usize = 256 + 8;
const _: () = assert!(MAX_MOVES < 256);

/// A stack-allocated list of moves; dereferences to `[Move]`.
///
/// # Examples
/// ```
/// use azulejo_rules::rng::FastRng;
/// use azulejo_rules::{MoveList, PlayerCount, Position, Seat, Wall};
///
/// let mut rng = FastRng::new(1);
/// let mut position = Position::new(Wall::Grey, PlayerCount::Two, Seat::ONE);
/// position.deal_at_random(&mut rng);
///
/// // A search loop reuses one list.
/// let mut moves = MoveList::new();
/// position.legal_moves_into(&mut moves);
/// let m = moves.choose(&mut rng);
/// assert!(moves.contains(&m) && position.is_legal(m));
/// ```
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: u8,
}

impl MoveList {
    /// Creates an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: [Move(0); CAPACITY],
            len: 0,
        }
    }

    /// Returns one of the moves, chosen uniformly at random.
    ///
    /// # Panics
    /// Panics if the list is empty.
    #[inline]
    pub fn choose(&self, rng: &mut impl Rng) -> Move {
        assert!(self.len > 0, "no move to choose from");
        self.choose_unchecked(rng)
    }

    /// Like [`choose`](Self::choose); the result is meaningless if the list is empty.
    #[inline]
    pub(crate) fn choose_unchecked(&self, rng: &mut impl Rng) -> Move {
        debug_assert!(self.len > 0, "no move to choose from");
        self.moves[usize::from(below(rng, u32::from(self.len)) as u8)]
    }

    /// Clears the list and returns a writer for it.
    #[inline]
    pub(crate) fn rewrite(&mut self) -> ListWriter<'_> {
        ListWriter { list: self, len: 0 }
    }
}

/// Fills a list from the start; [`finish`](Self::finish) sets its length.
pub(crate) struct ListWriter<'a> {
    list: &'a mut MoveList,
    len: u8,
}

impl ListWriter<'_> {
    /// Appends the moves of one group of tiles.
    ///
    /// `group` is a move code without a destination. The upper five bits of `accepted` are the lines
    /// that accept the group; the floor always does.
    #[inline]
    pub(crate) fn push_group(&mut self, group: u16, accepted: u8) {
        let block = &DESTINATIONS[usize::from(accepted >> 3)];
        let start = usize::from(self.len);
        let slots = &mut self.list.moves[start..start + 8];
        let slots: &mut [Move; 8] = slots.try_into().expect("the slice has eight elements");
        *slots = block.map(|to| Move(to | group));
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

/// The index of the destination count in a block of [`DESTINATIONS`].
const BLOCK_COUNT: usize = 7;

/// For each set of lines, its members followed by the floor; the last element is their count.
///
/// Blocks are always copied whole, because one sixteen-byte copy is cheaper than a loop. Element 6
/// differs from set to set only to keep the compiler from splitting that copy.
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
    use alloc::string::ToString;

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
