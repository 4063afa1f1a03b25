//! Seat numbers and the people on seats, as commands and stored events hold them.

use std::fmt;
use std::str::FromStr;

use azulejo_protocol::id::{IdError, PlayerId};
use azulejo_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The 1-based number of a seat, as clients and stored events give it.
///
/// The table may have no such seat: [`Table::seat`](crate::Table::seat) returns the [`Seat`] if it
/// does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatNumber(u8);

impl SeatNumber {
    /// Wraps a number.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Returns the number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl From<Seat> for SeatNumber {
    fn from(seat: Seat) -> Self {
        Self(seat.number() as u8)
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The person who holds a seat.
///
/// Stored as the player id, or as the empty string if the account was deleted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Person {
    /// A player.
    Player(PlayerId),
    /// A player whose account was deleted.
    Deleted,
}

impl Person {
    /// Returns the player id; `None` for a deleted account.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Deleted => None,
        }
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Player(player) => player.as_str(),
            Self::Deleted => "",
        }
    }
}

impl From<PlayerId> for Person {
    fn from(player: PlayerId) -> Self {
        Self::Player(player)
    }
}

impl From<Option<PlayerId>> for Person {
    fn from(player: Option<PlayerId>) -> Self {
        player.map_or(Self::Deleted, Self::Player)
    }
}

impl FromStr for Person {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        match text {
            "" => Ok(Self::Deleted),
            id => id.parse().map(Self::Player),
        }
    }
}

impl Serialize for Person {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Person {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}
