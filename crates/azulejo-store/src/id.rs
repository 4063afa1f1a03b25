//! Token hashes, and the ids of games and players.

use std::fmt;
use std::str::FromStr;

pub use azulejo_protocol::id::{GameId, IdError, PlayerId};

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
