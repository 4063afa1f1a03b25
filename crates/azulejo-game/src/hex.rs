//! Bytes as hex digits.

/// Encodes bytes as lower-case hex.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    const_hex::encode(bytes)
}

/// Decodes lower-case hex. Upper case and a prefix are rejected, so that no value has two
/// spellings.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let is_canonical = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_canonical.then(|| const_hex::decode(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_has_one_spelling() {
        assert_eq!(from_hex("00ff10").as_deref(), Some(&[0, 255, 16][..]));
        assert_eq!(from_hex("").as_deref(), Some(&[][..]));
        assert_eq!(to_hex(&[0, 255, 16]), "00ff10");
        for other in ["00FF10", "0x00ff10", "0", "00f", "0g", " 00", "0x", "é0"] {
            assert_eq!(from_hex(other), None, "{other}");
        }
    }
}
