//! The numbered things of the table: seats, lines, columns, sources and destinations.
//!
//! All count from 1 in text and from 0 inside; these types keep the two apart.

use core::fmt;

use crate::Colour;

/// How many people play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Players {
    /// Two players, five factories.
    Two = 2,
    /// Three players, seven factories.
    Three = 3,
    /// Four players, nine factories.
    Four = 4,
}

impl Players {
    /// Every number of players.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// Players from their number, if that many can play.
    #[must_use]
    pub const fn new(count: usize) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// The number of players.
    #[must_use]
    pub const fn count(self) -> usize {
        self as usize
    }

    /// The number of factories on the table.
    #[must_use]
    pub const fn factories(self) -> usize {
        2 * self.count() + 1
    }

    /// The seats, clockwise from the first.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> {
        (0..self.count()).map(|i| Seat(i as u8))
    }
}

/// Defines a number that is 1 to `$max` in text and 0 to `$max - 1` as an index.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $max:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub(crate) u8);

        impl $name {
            /// Every value, in rising order.
            pub const ALL: [Self; $max] = {
                let mut all = [Self(0); $max];
                let mut i = 0;
                while i < $max {
                    all[i] = Self(i as u8);
                    i += 1;
                }
                all
            };

            /// From the number used in text, which counts from 1.
            #[must_use]
            pub const fn new(number: usize) -> Option<Self> {
                if number >= 1 && number <= $max { Some(Self(number as u8 - 1)) } else { None }
            }

            /// From an index, which counts from 0.
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < $max { Some(Self(index as u8)) } else { None }
            }

            /// The number used in text, which counts from 1.
            #[must_use]
            pub const fn number(self) -> usize {
                self.0 as usize + 1
            }

            /// The index, which counts from 0.
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
    };
}

numbered!(
    /// A player's place at the table; seats are numbered clockwise.
    Seat, 4
);
numbered!(
    /// A pattern line, and the wall row beside it; line 1 holds one tile, line 5 five.
    Line, 5
);
numbered!(
    /// A column of the wall, from the left.
    Column, 5
);
numbered!(
    /// A factory.
    Factory, 9
);

impl Seat {
    /// The next seat clockwise.
    #[must_use]
    pub const fn next(self, players: Players) -> Self {
        if self.0 as usize + 1 < players.count() {
            Self(self.0 + 1)
        } else {
            Self(0)
        }
    }

    /// All seats, clockwise from this one.
    pub fn clockwise(self, players: Players) -> impl Iterator<Item = Self> {
        let count = players.count();
        (0..count).map(move |i| Self(((self.index() + i) % count) as u8))
    }
}

impl Line {
    /// How many tiles the line holds.
    #[must_use]
    pub const fn capacity(self) -> usize {
        self.number()
    }
}

impl Column {
    /// The column in which the coloured wall shows a colour in a row.
    #[must_use]
    pub const fn of(colour: Colour, row: Line) -> Self {
        Self(((colour.index() + row.index()) % 5) as u8)
    }

    /// The colour that the coloured wall shows in this column of a row.
    #[must_use]
    pub const fn colour(self, row: Line) -> Colour {
        Colour::ALL[(self.index() + 5 - row.index()) % 5]
    }
}

/// Where a move takes its tiles from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A factory.
    Factory(Factory),
    /// The centre of the table.
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

/// Where a move puts its tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Destination {
    /// A pattern line; what does not fit falls to the floor.
    Line(Line),
    /// All tiles to the floor line.
    Floor,
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => line.fmt(f),
            Self::Floor => f.write_str("F"),
        }
    }
}

/// The index of the centre among the sources.
pub(crate) const CENTRE: usize = 9;
/// The index of the floor among the destinations.
pub(crate) const FLOOR: usize = 5;

/// Which side of the boards is used; all players use the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wall {
    /// Every space has its colour.
    Coloured = 0,
    /// The player chooses the column.
    Grey = 1,
}

impl Wall {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Coloured, Self::Grey];

    /// The side's name in records and on the command line.
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
