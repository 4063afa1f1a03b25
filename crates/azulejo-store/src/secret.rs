//! Values that must not leak: secrets of draws and one-time codes, and password hashes.

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop};

/// The 32 secret bytes that a game's draws derive from.
///
/// They are stored in a separate table and held only in this type.
/// It cannot be cloned, compared, serialised or printed, and is zeroised on drop.
/// [`GameStore::draw_secret`](crate::GameStore::draw_secret) is the only way to read one back.
/// Copies made by the database driver are not zeroised.
///
/// ```
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// assert_eq!(format!("{secret:?}"), "Secret(..)");
/// ```
///
/// ```compile_fail,E0599
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let second = secret.clone();
/// ```
///
/// ```compile_fail,E0599
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let text = secret.to_string();
/// ```
///
/// ```compile_fail,E0277
/// let secret = azulejo_store::Secret::new(&mut [1; 32]);
/// let text = serde_json::to_string(&secret);
/// ```
///
/// ```compile_fail,E0369
/// let (one, other) = (azulejo_store::Secret::new(&mut [1; 32]), azulejo_store::Secret::new(&mut [2; 32]));
/// let same = one == other;
/// ```
#[derive(ZeroizeOnDrop)]
pub struct Secret([u8; Secret::LEN]);

impl Secret {
    /// The length of a secret in bytes.
    pub const LEN: usize = 32;

    /// Moves random bytes into a secret and zeroises the source.
    pub fn new(bytes: &mut [u8; Secret::LEN]) -> Self {
        let secret = Self(*bytes);
        bytes.zeroize();
        secret
    }

    /// Returns the bytes, for drawing and for the reveal after the game.
    pub fn expose(&self) -> &[u8; Secret::LEN] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// An argon2 password hash in PHC string format, kept out of logs.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC string.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the PHC string, for verifying a password.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// The secret of an account's one-time codes (TOTP), kept out of logs and zeroised on drop.
#[derive(Clone, PartialEq, Eq, ZeroizeOnDrop)]
pub struct CodeSecret([u8; CodeSecret::LEN]);

impl CodeSecret {
    /// The length of a secret in bytes: that of a SHA-1 hash, as RFC 4226 recommends.
    pub const LEN: usize = 20;

    /// Wraps random bytes.
    pub fn new(bytes: [u8; CodeSecret::LEN]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, for computing codes and for the owner's authenticator.
    pub fn expose(&self) -> &[u8; CodeSecret::LEN] {
        &self.0
    }
}

impl fmt::Debug for CodeSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeSecret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_zeroises_the_source_and_debug_reveals_nothing() {
        let mut bytes = [0x5e; Secret::LEN];
        let secret = Secret::new(&mut bytes);
        assert_eq!(bytes, [0; Secret::LEN]);
        assert_eq!(secret.expose(), &[0x5e; Secret::LEN]);
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_eq!(
            format!("{:?}", PasswordHash::new("$argon2id$x")),
            "PasswordHash(..)"
        );
        assert_eq!(
            format!("{:?}", CodeSecret::new([0x5e; CodeSecret::LEN])),
            "CodeSecret(..)"
        );
    }
}
