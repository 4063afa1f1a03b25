//! What must not be seen: the secret of a game's draws, and password hashes.

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop};

/// The 32 secret bytes from which a game's draws follow.
///
/// They live in a table of their own and in this type alone.
/// It cannot be cloned, compared, serialised or printed, and wipes itself when dropped.
/// [`Store::draw_secret`](crate::Store::draw_secret) is the only way to read one back.
/// What the database's driver copied on the way is beyond its reach and is not wiped.
///
/// ```
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// assert_eq!(format!("{secret:?}"), "Secret(..)");
/// ```
///
/// ```compile_fail
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let second = secret.clone();
/// ```
///
/// ```compile_fail
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let text = secret.to_string();
/// ```
///
/// ```compile_fail
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let text = serde_json::to_string(&secret);
/// ```
///
/// ```compile_fail
/// let (one, other) = (azulejo_store::Secret::new(&mut [1; 32]), azulejo_store::Secret::new(&mut [2; 32]));
/// let same = one == other;
/// ```
#[derive(ZeroizeOnDrop)]
pub struct Secret([u8; Secret::LEN]);

impl Secret {
    /// How many bytes a secret has.
    pub const LEN: usize = 32;

    /// Takes over bytes from the system's generator and wipes where they came from.
    pub fn new(bytes: &mut [u8; Secret::LEN]) -> Self {
        let secret = Self(*bytes);
        bytes.zeroize();
        secret
    }

    /// The bytes, for the step that draws and for the reveal when the game is over.
    pub fn expose(&self) -> &[u8; Secret::LEN] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// An argon2 hash of a password in its usual text form, which logs must not show.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps the text form of a hash.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text form, for checking a password against it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_takes_its_bytes_over_and_shows_nothing() {
        let mut bytes = [0x5e; Secret::LEN];
        let secret = Secret::new(&mut bytes);
        assert_eq!(bytes, [0; Secret::LEN]);
        assert_eq!(secret.expose(), &[0x5e; Secret::LEN]);
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_eq!(
            format!("{:?}", PasswordHash::new("$argon2id$x")),
            "PasswordHash(..)"
        );
    }
}
