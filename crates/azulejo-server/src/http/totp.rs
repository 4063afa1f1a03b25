//! One-time codes (TOTP, RFC 6238) with the parameters that every authenticator supports: SHA-1, six
//! digits, and steps of 30 seconds.

use azulejo_store::CodeSecret;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

const STEP_MS: i64 = 30_000;
/// The steps by which the clock of an authenticator may be wrong.
const SKEW: i64 = 1;
const DIGITS: usize = 6;
const CODES: u32 = 10_u32.pow(DIGITS as u32);

/// A code as it was typed, without its spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypedCode {
    One(u32),
    /// The codes of two successive steps, which cannot be guessed.
    Two(u32, u32),
}

impl TypedCode {
    /// Parses six digits, or twelve.
    pub(crate) fn parse(typed: &str) -> Option<Self> {
        let digits: String = typed.chars().filter(|c| *c != ' ').collect();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match digits.split_at_checked(DIGITS)? {
            (one, "") => Some(Self::One(one.parse().ok()?)),
            (first, second) if second.len() == DIGITS => {
                Some(Self::Two(first.parse().ok()?, second.parse().ok()?))
            }
            _ => None,
        }
    }

    /// Returns the latest time step within the skew that matches the code; of two codes, the step
    /// of the second.
    pub(crate) fn matching_step(self, secret: &CodeSecret, now_ms: i64) -> Option<i64> {
        let now = now_ms.div_euclid(STEP_MS);
        let code_of = |step: i64| hotp(secret.expose(), step) % CODES;
        let mut steps = (now - SKEW..=now + SKEW).rev();
        steps.find(|&step| match self {
            Self::One(code) => code_of(step) == code,
            Self::Two(first, second) => code_of(step - 1) == first && code_of(step) == second,
        })
    }
}

/// Returns the number of RFC 4226 for a counter, of which a code is the last digits.
fn hotp(secret: &[u8], counter: i64) -> u32 {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(&counter.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let offset = usize::from(hash[hash.len() - 1] & 0xf);
    let word = hash[offset..offset + 4].try_into().expect("four bytes");
    u32::from_be_bytes(word) & 0x7fff_ffff
}

/// Returns a secret in Base32 (RFC 4648), as authenticators take it. Its 160 bits need no padding.
pub(crate) fn base32(secret: &CodeSecret) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let groups = secret.expose().chunks(5).map(|group| {
        let bits = group
            .iter()
            .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let shifts = (0..8).rev().map(|n| n * 5);
        let digits = shifts.map(move |shift| ALPHABET[(bits >> shift) as usize % 32]);
        digits.map(char::from).collect::<String>()
    });
    groups.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The SHA-1 secret of RFC 6238.
    const SECRET: &[u8; 20] = b"12345678901234567890";

    fn typed_step(secret: &CodeSecret, typed: &str, now_ms: i64) -> Option<i64> {
        TypedCode::parse(typed)?.matching_step(secret, now_ms)
    }

    #[test]
    fn codes_match_the_vectors_of_rfc_6238() {
        for (seconds, code) in [
            (59, 94_287_082),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000_i64, 65_353_130),
        ] {
            let step = seconds * 1_000 / STEP_MS;
            assert_eq!(hotp(SECRET, step) % 100_000_000, code, "{seconds}");
        }
    }

    #[test]
    fn one_step_of_skew_is_accepted() {
        let secret = CodeSecret::new(*SECRET);
        let at = |seconds: i64| typed_step(&secret, "081 804", seconds * 1_000);
        let step = 1_111_111_109 / 30;
        for (seconds, found) in [
            (1_111_111_049, None),
            (1_111_111_050, Some(step)),
            (1_111_111_080, Some(step)),
            (1_111_111_109, Some(step)),
            (1_111_111_139, Some(step)),
            (1_111_111_140, None),
        ] {
            assert_eq!(at(seconds), found, "{seconds}");
        }
    }

    #[test]
    fn only_six_or_twelve_digits_are_a_code() {
        let secret = CodeSecret::new(*SECRET);
        for typed in [
            "",
            "81804",
            "0081804",
            "+81804",
            "08180x",
            "0818040818",
            "٠٨١٨٠٤",
        ] {
            let found = typed_step(&secret, typed, 1_111_111_109_000);
            assert_eq!(found, None, "{typed}");
        }
    }

    #[test]
    fn two_codes_must_be_of_successive_steps() {
        let secret = CodeSecret::new(*SECRET);
        let step = 1_111_111_109 / 30;
        let code = |step: i64| format!("{:06}", hotp(SECRET, step) % CODES);
        let typed = |first: i64, second: i64| {
            let typed = format!("{} {}", code(step + first), code(step + second));
            typed_step(&secret, &typed, step * STEP_MS)
        };
        assert_eq!(typed(-1, 0), Some(step));
        assert_eq!(typed(0, 1), Some(step + 1));
        assert_eq!(typed(-2, -1), Some(step - 1));
        for (first, second) in [(0, 0), (1, 0), (-1, 1), (-3, -2), (1, 2)] {
            assert_eq!(typed(first, second), None, "{first} {second}");
        }
    }

    #[test]
    fn secret_is_written_in_base32() {
        let secret = CodeSecret::new(*SECRET);
        assert_eq!(base32(&secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
