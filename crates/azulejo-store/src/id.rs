//! Names of games and players, and hashes of tokens: small values that cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Letters and digits that nobody confuses when reading them aloud: no `0`, `O`, `I` or `l`.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The public name of a game: eight characters, part of its link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; GameId::LEN]);

/// The opaque name of a player: sixteen characters that say nothing about the person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId([u8; PlayerId::LEN]);

/// Why a text is not the name of a game or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// It has the wrong number of characters.
    #[error("an id has {expected} characters, not {found}")]
    Length {
        /// How many characters it should have.
        expected: usize,
        /// How many bytes were given.
        found: usize,
    },
    /// It contains something that no id contains.
    #[error("character {place} is not one of an id")]
    Character {
        /// Which character, counted from 1.
        place: usize,
    },
}

macro_rules! id {
    ($name:ident, $len:literal) => {
        impl $name {
            /// How many characters an id of this kind has.
            pub const LEN: usize = $len;

            /// The id that 16 random bytes stand for.
            ///
            /// Every id comes up with the same probability, up to one part in 2^34 or better.
            pub fn from_entropy(entropy: [u8; 16]) -> Self {
                let mut number = u128::from_le_bytes(entropy);
                let mut id = [0; Self::LEN];
                for character in &mut id {
                    *character = ALPHABET[(number % 58) as usize];
                    number /= 58;
                }
                Self(id)
            }

            /// The id as text.
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
                    Some(idx) => Err(IdError::Character { place: idx + 1 }),
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

/// The hash of a session's or an invitation's token; the token itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Wraps a hash that the caller has computed.
    pub const fn new(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// All of the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first half of the hash, which names a session where others may hear it.
    ///
    /// 128 bits leave no doubt about which session is meant.
    pub fn prefix(&self) -> TokenPrefix {
        let mut prefix = [0; 16];
        prefix.copy_from_slice(&self.0[..16]);
        TokenPrefix(prefix)
    }
}

impl fmt::Debug for TokenHash {
    /// Shows a few digits: enough to follow one session through a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({:02x}{:02x}..)", self.0[0], self.0[1])
    }
}

/// The first half of a [`TokenHash`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenPrefix([u8; 16]);

impl TokenPrefix {
    /// The half of the hash itself.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for TokenPrefix {
    /// Writes 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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
        let digits: [u8; 32] = text.as_bytes().try_into().map_err(|_| IdError::Length {
            expected: 32,
            found: text.len(),
        })?;
        let mut prefix = [0; 16];
        for (idx, digit) in digits.into_iter().enumerate() {
            // Upper case would be a second name for the same session.
            let value = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return Err(IdError::Character { place: idx + 1 }),
            };
            prefix[idx / 2] = prefix[idx / 2] << 4 | value;
        }
        Ok(Self(prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_makes_ids_that_are_read_back() {
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
    fn what_is_no_id_is_refused_with_the_place() {
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
        for (text, place) in [
            ("0bcdefgh", 1),
            ("abcdOfgh", 5),
            ("abcdefgl", 8),
            ("abc;efgh", 4),
        ] {
            assert_eq!(
                text.parse::<GameId>(),
                Err(IdError::Character { place }),
                "{text}"
            );
        }
        assert!("äbcdefg".parse::<GameId>().is_err());
    }

    #[test]
    fn a_prefix_is_read_back_and_has_one_spelling() {
        let hash = TokenHash::new(std::array::from_fn(|idx| (idx * 9) as u8));
        let text = hash.prefix().to_string();
        assert_eq!(text.parse(), Ok(hash.prefix()));
        assert_eq!(text, "0009121b242d363f48515a636c757e87");
        assert!(text.to_uppercase().parse::<TokenPrefix>().is_err());
        assert!(text[1..].parse::<TokenPrefix>().is_err());
    }

    #[test]
    fn debug_shows_little_of_a_hash() {
        let hash = TokenHash::new([0xab; 32]);
        assert_eq!(format!("{hash:?}"), "TokenHash(abab..)");
        assert_eq!(format!("{:?}", hash.prefix()), "TokenPrefix(abab..)");
    }
}
