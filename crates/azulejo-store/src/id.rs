//! Ids of games and players, and token hashes, as distinct types.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The Base58 alphabet: no `0`, `O`, `I` or `l`.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The public id of a game: eight characters, part of its link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; GameId::LEN]);

/// The opaque id of a player: sixteen characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId([u8; PlayerId::LEN]);

/// An error parsing an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// The length is wrong.
    #[error("expected {expected} characters, found {found}")]
    Length {
        /// The required number of characters.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// A character is not in the alphabet.
    #[error("invalid character at position {position}")]
    Character {
        /// The 1-based position.
        position: usize,
    },
}

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
    };
}

id!(GameId, 8);
id!(PlayerId, 16);

/// The hash of a session or invitation token. The token itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Wraps a hash.
    pub const fn new(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// Returns the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the first 128 bits: enough to identify a session, useless to impersonate it.
    pub fn prefix(&self) -> TokenPrefix {
        let mut prefix = [0; 16];
        prefix.copy_from_slice(&self.0[..16]);
        TokenPrefix(prefix)
    }
}

impl fmt::Debug for TokenHash {
    /// Writes the first two bytes, enough to follow a session through a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({:02x}{:02x}..)", self.0[0], self.0[1])
    }
}

/// The first half of a [`TokenHash`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenPrefix([u8; 16]);

impl TokenPrefix {
    /// Returns the bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for TokenPrefix {
    /// Writes 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&const_hex::encode(self.0))
    }
}

impl fmt::Debug for TokenPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenPrefix({:02x}{:02x}..)", self.0[0], self.0[1])
    }
}

impl FromStr for TokenPrefix {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        if text.len() != 32 {
            return Err(IdError::Length {
                expected: 32,
                found: text.len(),
            });
        }
        // Upper-case digits would be a second spelling of the same session.
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if let Some(idx) = text.bytes().position(|byte| !is_digit(byte)) {
            return Err(IdError::Character { position: idx + 1 });
        }
        let prefix = const_hex::decode_to_array(text).expect("32 hexadecimal digits");
        Ok(Self(prefix))
    }
}

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
    fn prefix_round_trips_and_rejects_upper_case() {
        let hash = TokenHash::new(std::array::from_fn(|idx| (idx * 9) as u8));
        let text = hash.prefix().to_string();
        assert_eq!(text.parse(), Ok(hash.prefix()));
        assert_eq!(text, "0009121b242d363f48515a636c757e87");
        assert!(text.to_uppercase().parse::<TokenPrefix>().is_err());
        assert!(text[1..].parse::<TokenPrefix>().is_err());
    }

    #[test]
    fn debug_shows_only_two_bytes_of_a_hash() {
        let hash = TokenHash::new([0xab; 32]);
        assert_eq!(format!("{hash:?}"), "TokenHash(abab..)");
        assert_eq!(format!("{:?}", hash.prefix()), "TokenPrefix(abab..)");
    }
}
