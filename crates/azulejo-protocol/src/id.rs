//! Ids of games and players, as distinct types.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The Base58 alphabet: no `0`, `O`, `I` or `l`.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The public id of a game: eight characters, part of its link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; GameId::LEN]);

/// The opaque id of a player: sixteen characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId([u8; PlayerId::LEN]);

/// An error parsing an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdError {
    /// The length is wrong.
    Length {
        /// The required number of characters.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// A character is not in the alphabet.
    Character {
        /// The 1-based position.
        position: usize,
    },
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "expected {expected} characters, found {found}")
            }
            Self::Character { position } => write!(f, "invalid character at position {position}"),
        }
    }
}

impl std::error::Error for IdError {}

macro_rules! id {
    ($name:ident, $len:literal) => {
        impl $name {
            /// The number of characters.
            pub const LEN: usize = $len;

            /// Derives an id from 16 random bytes.
            ///
            /// The distribution is uniform up to one part in 2^34 or better.
            pub fn from_entropy(entropy: [u8; 16]) -> Self {
                let mut number = u128::from_le_bytes(entropy);
                let mut id = [0; Self::LEN];
                for character in &mut id {
                    *character = ALPHABET[(number % 58) as usize];
                    number /= 58;
                }
                Self(id)
            }

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                let id: [u8; Self::LEN] =
                    text.as_bytes().try_into().map_err(|_| IdError::Length {
                        expected: Self::LEN,
                        found: text.len(),
                    })?;
                match id
                    .iter()
                    .position(|character| !ALPHABET.contains(character))
                {
                    Some(idx) => Err(IdError::Character { position: idx + 1 }),
                    None => Ok(Self(id)),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    };
}

id!(GameId, 8);
id!(PlayerId, 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_entropy_round_trip() {
        for seed in 0..200_u8 {
            let entropy = std::array::from_fn(|idx| seed.wrapping_mul(31).wrapping_add(idx as u8));
            let game = GameId::from_entropy(entropy);
            let player = PlayerId::from_entropy(entropy);
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        assert_eq!(GameId::from_entropy([0; 16]).as_str(), "11111111");
        assert_eq!(PlayerId::from_entropy([0xff; 16]).as_str().len(), 16);
    }

    #[test]
    fn parse_errors_name_the_length_or_position() {
        assert_eq!(
            "".parse::<GameId>(),
            Err(IdError::Length {
                expected: 8,
                found: 0
            })
        );
        assert_eq!(
            "abcdefghi".parse::<GameId>(),
            Err(IdError::Length {
                expected: 8,
                found: 9
            })
        );
        for (text, position) in [
            ("0bcdefgh", 1),
            ("abcdOfgh", 5),
            ("abcdefgl", 8),
            ("abc;efgh", 4),
        ] {
            assert_eq!(
                text.parse::<GameId>(),
                Err(IdError::Character { position }),
                "{text}"
            );
        }
        assert!("äbcdefg".parse::<GameId>().is_err());
    }

    #[test]
    fn ids_serialise_as_their_text() {
        let game = GameId::from_entropy([7; 16]);
        let json = serde_json::to_string(&game).expect("an id has a JSON form");
        assert_eq!(json, format!("\"{game}\""));
        assert_eq!(serde_json::from_str::<GameId>(&json).ok(), Some(game));
        assert!(serde_json::from_str::<GameId>("\"short\"").is_err());
    }
}
