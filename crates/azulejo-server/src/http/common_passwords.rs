//! Passwords that an attacker tries first.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::http::names;

/// The most common passwords of the allowed length, in lower case; see `data/` for their origin.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let list = include_str!("../../data/common-passwords.txt");
    list.lines().collect()
});
/// The fewest different characters of a password.
const MIN_DISTINCT: usize = 4;
/// A word that suggests itself on this site.
const PRODUCT: &str = "azulejo";

/// Returns true if a password is one that an attacker tries first: a common one, the player's name
/// or that of the game, or a few characters repeated. Digits and punctuation around a word do not
/// help.
pub(crate) fn is_guessable(password: &str, name: &str) -> bool {
    let lower = password.to_lowercase();
    let word = lower.trim_matches(|c: char| !c.is_alphabetic());
    let distinct: HashSet<char> = lower.chars().collect();
    distinct.len() < MIN_DISTINCT
        || [lower.as_str(), word]
            .iter()
            .any(|text| COMMON.contains(text) || is_name(text, name))
        || word == PRODUCT
}

fn is_name(text: &str, name: &str) -> bool {
    !text.is_empty() && names::fold(text) == names::fold(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_sorted_and_long_enough_to_matter() {
        let lines: Vec<_> = include_str!("../../data/common-passwords.txt")
            .lines()
            .collect();
        assert!(lines.is_sorted());
        assert_eq!(lines.len(), 10_000);
        for line in lines {
            assert!(line.chars().count() >= 8, "{line}");
            assert_eq!(line.to_lowercase(), line);
        }
    }

    #[test]
    fn variations_of_common_passwords_and_names_are_guessable() {
        for (password, guessable) in [
            ("password", true),
            ("PassWord", true),
            ("password2026", true),
            ("!!sunshine!!", true),
            ("12345678", true),
            ("ana lima", true),
            ("AnaLima99", true),
            ("\u{c1}na Lima", true),
            ("azulejo!", true),
            ("abababab", true),
            ("tiles of cobalt", false),
            ("ana lima paints tiles", false),
            ("8F2-kq0-x", false),
        ] {
            assert_eq!(is_guessable(password, "Ana Lima"), guessable, "{password}");
        }
    }
}
