//! Seats, pattern lines, columns, factories, and the sources and destinations of moves.
//!
//! Their numbers start at 1 in text and their indexes at 0; these types keep the two apart.

use core::fmt;
use core::str::FromStr;

use crate::Colour;

/// The number of players.
///
/// # Examples
/// ```
/// use azulejo_rules::PlayerCount;
///
/// assert_eq!(PlayerCount::Three.factories(), 7);
/// assert_eq!("3".parse(), Ok(PlayerCount::Three));
/// assert_eq!(PlayerCount::new(5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PlayerCount {
    /// Two players, five factories.
    Two = 2,
    /// Three players, seven factories.
    Three = 3,
    /// Four players, nine factories.
    Four = 4,
}

impl PlayerCount {
    /// Every player count, in ascending order.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// Returns the player count for a number from 2 to 4.
    #[must_use]
    pub const fn new(count: usize) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn count(self) -> usize {
        self as usize
    }

    /// Returns the number of factories on the table.
    #[must_use]
    pub const fn factories(self) -> usize {
        2 * self.count() + 1
    }

    /// Returns the occupied seats, clockwise from the first.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> {
        (0..self.count()).map(|i| Seat(i as u8))
    }
}

impl fmt::Display for PlayerCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count())
    }
}

/// Defines a unit error for text that does not parse, with a fixed message.
macro_rules! parse_error {
    ($error:ident, $name:ident, $message:expr) => {
        #[doc = concat!("The error for text that is not a [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct $error;

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($message)
            }
        }

        impl core::error::Error for $error {}
    };
}

parse_error!(
    ParsePlayerCountError,
    PlayerCount,
    "a player count is a number from 2 to 4"
);

impl FromStr for PlayerCount {
    type Err = ParsePlayerCountError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerCountError> {
        digit(text).and_then(Self::new).ok_or(ParsePlayerCountError)
    }
}

/// Defines a type that is a number from 1 to `$max` in text and an index from 0 to `$max - 1`.
macro_rules! numbered {
    (
        $(#[$doc:meta])*
        $name:ident, $max:literal, $noun:literal, $error:ident, [$($constant:ident = $number:literal),+]
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub(crate) u8);

        impl $name {
            $(
                #[doc = concat!("The ", $noun, " with number ", stringify!($number), ".")]
                pub const $constant: Self = Self($number - 1);
            )+

            /// Every value, in ascending order.
            pub const ALL: [Self; $max] = [$(Self::$constant),+];

            /// Creates a value from its number, which starts at 1.
            #[must_use]
            pub const fn new(number: usize) -> Option<Self> {
                if number >= 1 && number <= $max { Some(Self(number as u8 - 1)) } else { None }
            }

            /// Creates a value from its index, which starts at 0.
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < $max { Some(Self(index as u8)) } else { None }
            }

            /// Returns the number, which starts at 1.
            #[must_use]
            pub const fn number(self) -> usize {
                self.0 as usize + 1
            }

            /// Returns the index, which starts at 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.number())
            }
        }

        parse_error!(
            $error,
            $name,
            concat!("a ", $noun, " is a number from 1 to ", stringify!($max))
        );

        impl FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                digit(text).and_then(Self::new).ok_or($error)
            }
        }
    };
}

numbered!(
    /// A seat at the table; seats are numbered clockwise.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Seat};
    ///
    /// assert_eq!(Seat::new(2), Some(Seat::TWO));
    /// assert_eq!(Seat::TWO.next(PlayerCount::Two), Seat::ONE);
    /// assert_eq!("2".parse(), Ok(Seat::TWO));
    /// ```
    Seat, 4, "seat", ParseSeatError, [ONE = 1, TWO = 2, THREE = 3, FOUR = 4]
);
numbered!(
    /// A pattern line and the wall row next to it; line `n` holds `n` tiles.
    Line, 5, "line", ParseLineError, [ONE = 1, TWO = 2, THREE = 3, FOUR = 4, FIVE = 5]
);
numbered!(
    /// A column of the wall, counted from the left.
    Column, 5, "column", ParseColumnError, [ONE = 1, TWO = 2, THREE = 3, FOUR = 4, FIVE = 5]
);
numbered!(
    /// A factory.
    Factory, 9, "factory", ParseFactoryError,
    [
        ONE = 1, TWO = 2, THREE = 3, FOUR = 4, FIVE = 5, SIX = 6, SEVEN = 7, EIGHT = 8, NINE = 9
    ]
);

impl Seat {
    /// Returns the next seat clockwise.
    #[must_use]
    pub const fn next(self, players: PlayerCount) -> Self {
        if self.0 as usize + 1 < players.count() {
            Self(self.0 + 1)
        } else {
            Self(0)
        }
    }

    /// Returns the occupied seats, clockwise from this one.
    pub fn clockwise(self, players: PlayerCount) -> impl Iterator<Item = Self> {
        let count = players.count();
        (0..count).map(move |i| Self(((self.index() + i) % count) as u8))
    }
}

impl Line {
    /// Returns the number of tiles the line holds.
    #[must_use]
    pub const fn capacity(self) -> usize {
        self.number()
    }
}

impl Column {
    /// Returns the column of a colour in a row of the coloured wall.
    #[must_use]
    pub const fn of(colour: Colour, row: Line) -> Self {
        Self(((colour.index() + row.index()) % 5) as u8)
    }

    /// Returns the colour of this column in a row of the coloured wall.
    #[must_use]
    pub const fn colour(self, row: Line) -> Colour {
        Colour::ALL[(self.index() + 5 - row.index()) % 5]
    }
}

/// The source of a move's tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A factory, written as its number.
    Factory(Factory),
    /// The centre of the table, written `C`.
    Centre,
}

impl Source {
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Factory(factory) => factory.index(),
            Self::Centre => CENTRE,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Factory(factory) => factory.fmt(f),
            Self::Centre => f.write_str("C"),
        }
    }
}

parse_error!(
    ParseSourceError,
    Source,
    "a source is a factory 1 to 9, or C for the centre"
);

impl FromStr for Source {
    type Err = ParseSourceError;

    fn from_str(text: &str) -> Result<Self, ParseSourceError> {
        match text {
            "C" => Ok(Self::Centre),
            _ => text
                .parse()
                .map(Self::Factory)
                .map_err(|_| ParseSourceError),
        }
    }
}

/// The destination of a move's tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Destination {
    /// A pattern line, written as its number; surplus tiles fall to the floor line.
    Line(Line),
    /// The floor line, written `F`.
    Floor,
}

impl Destination {
    /// Returns the index of the line, or [`FLOOR`].
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Line(line) => line.index(),
            Self::Floor => FLOOR,
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => line.fmt(f),
            Self::Floor => f.write_str("F"),
        }
    }
}

parse_error!(
    ParseDestinationError,
    Destination,
    "a destination is a line 1 to 5, or F for the floor"
);

impl FromStr for Destination {
    type Err = ParseDestinationError;

    fn from_str(text: &str) -> Result<Self, ParseDestinationError> {
        match text {
            "F" => Ok(Self::Floor),
            _ => text
                .parse()
                .map(Self::Line)
                .map_err(|_| ParseDestinationError),
        }
    }
}

/// The index of the centre among the sources.
pub(crate) const CENTRE: usize = 9;
/// The index of the floor among the destinations.
pub(crate) const FLOOR: usize = 5;

/// The side of the player boards in use; all players use the same side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wall {
    /// Every space of the wall has a fixed colour.
    Coloured = 0,
    /// The player chooses the column of each tile.
    Grey = 1,
}

impl Wall {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Coloured, Self::Grey];

    /// Returns the side's name: `coloured` or `grey`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coloured => "coloured",
            Self::Grey => "grey",
        }
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

parse_error!(ParseWallError, Wall, "the wall must be coloured or grey");

impl FromStr for Wall {
    type Err = ParseWallError;

    fn from_str(text: &str) -> Result<Self, ParseWallError> {
        Self::ALL
            .into_iter()
            .find(|wall| wall.name() == text)
            .ok_or(ParseWallError)
    }
}

/// Parses text that consists of one ASCII digit.
const fn digit(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [byte @ b'0'..=b'9'] => Some((*byte - b'0') as usize),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_value_round_trips_through_text() {
        fn check<T: fmt::Display + FromStr<Err: fmt::Debug> + PartialEq + fmt::Debug>(value: &T) {
            assert_eq!(value.to_string().parse::<T>().unwrap(), *value);
        }
        PlayerCount::ALL.iter().for_each(check);
        Seat::ALL.iter().for_each(check);
        Line::ALL.iter().for_each(check);
        Column::ALL.iter().for_each(check);
        Factory::ALL.iter().for_each(check);
        Wall::ALL.iter().for_each(check);
        Colour::ALL.iter().for_each(check);
        Factory::ALL.map(Source::Factory).iter().for_each(check);
        Line::ALL.map(Destination::Line).iter().for_each(check);
        check(&Source::Centre);
        check(&Destination::Floor);
    }

    #[test]
    fn out_of_range_and_padded_numbers_are_rejected() {
        for text in ["", "0", "5", "01", "1 ", "+1", "１", "F"] {
            assert_eq!(text.parse::<Seat>(), Err(ParseSeatError), "{text:?}");
        }
        assert_eq!("1".parse::<PlayerCount>(), Err(ParsePlayerCountError));
        assert_eq!("c".parse::<Source>(), Err(ParseSourceError));
        assert_eq!("6".parse::<Destination>(), Err(ParseDestinationError));
        assert_eq!("gray".parse::<Wall>(), Err(ParseWallError));
        assert_eq!("b".parse::<Colour>(), Err(crate::ParseColourError));
    }
}
