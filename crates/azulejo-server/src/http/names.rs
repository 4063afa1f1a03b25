//! Names: which ones are possible, when two count as the same, and made-up ones for guests.
//!
//! A name is shown as it was typed, composed (NFC) and with single spaces. Two names count as the
//! same when their keys are equal: the key forgets case, accents, spaces, punctuation and letters
//! that look alike, so that nobody can pass for somebody else.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Level;
use azulejo_store::PlayerName;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::app::random_bytes;

/// The most characters that a name has.
pub(crate) const MAX_CHARS: usize = 24;

/// The most marks that one letter of a name carries; more climb over the neighbouring lines.
const MAX_MARKS: usize = 2;

/// What a name may contain besides letters, digits and their marks.
const PUNCTUATION: &[char] = &[' ', '-', '_', '.', '\'', '\u{2019}', '·', '&', '+'];

/// The levels' names in all languages, with their ids; bots go by them.
const LEVEL_NAMES: &[&str] = &[
    "Beginner",
    "Neuling",
    "Nieuweling",
    "Nybegynner",
    "Byrjandi",
    "Principiante",
    "Apprentice",
    "Lehrling",
    "Leerling",
    "Lærling",
    "Lærlingur",
    "Apprendista",
    "Tiler",
    "Fachkraft",
    "Gezel",
    "Svenn",
    "Sveinn",
    "Piastrellista",
    "Artisan",
    "Fliesenprofi",
    "Keramist",
    "Keramiker",
    "Fagmanneskja",
    "Ceramista",
    "Master",
    "Meisterhand",
    "Meester",
    "Mester",
    "Meistari",
    "Mano maestra",
    "Legend",
    "Legende",
    "Goðsögn",
    "Leggenda",
];

/// Other words for what is no person.
const OTHER_RESERVED: &[&str] = &[
    "Bot",
    "Computer",
    "Maskin",
    "Datamotstander",
    "Tölva",
    "Tölvuandstæðingur",
    "Azulejo",
];

/// Checks a name and gives it its key.
///
/// # Errors
/// As [`check_shape`].
pub(crate) fn check(text: &str) -> Result<PlayerName, Problem> {
    let shown = check_shape(text)?;
    let folded = fold(&shown);
    Ok(PlayerName { shown, folded })
}

/// Checks a name that is shown beside others but need not differ from them, and tidies it up.
///
/// # Errors
/// [`ProblemCode::BadName`] with the reason, or [`ProblemCode::NameTaken`] for a bot's name.
pub(crate) fn check_shape(text: &str) -> Result<String, Problem> {
    let bad = |why: String| Problem::at(ProblemCode::BadName, "name", why);
    if text.len() > 16 * MAX_CHARS {
        // Before anything is done with every character of it.
        return Err(bad(format!("more than {MAX_CHARS} characters")));
    }
    if text.contains(':') {
        return Err(bad("a colon stands only in the names of bots".to_owned()));
    }
    let shown: String = text.nfc().collect();
    let mut marks = 0;
    for (place, c) in (1..).zip(shown.chars()) {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Err(bad(format!("character {place} carries too many marks")));
        }
        if !is_possible(c) {
            let code = u32::from(c);
            return Err(bad(format!(
                "character {place} (U+{code:04X}) is not possible"
            )));
        }
    }
    let words: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
    let shown = words.join(" ");
    match shown.chars().count() {
        0 => return Err(bad("the name is empty".to_owned())),
        1..=MAX_CHARS => {}
        n => return Err(bad(format!("{n} characters, but at most {MAX_CHARS}"))),
    }
    if shown.chars().next().is_some_and(is_combining_mark) {
        return Err(bad(
            "the name starts with a mark without its letter".to_owned()
        ));
    }
    let folded = fold(&shown);
    if folded.is_empty() {
        return Err(bad("the name has no letter or digit".to_owned()));
    }
    if is_reserved(&folded) {
        return Err(Problem::at(
            ProblemCode::NameTaken,
            "name",
            "it is a bot's name",
        ));
    }
    Ok(shown)
}

fn is_possible(c: char) -> bool {
    // Marks that draw nothing by themselves select other glyphs or join letters invisibly.
    let is_invisible = matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    );
    // Letters as `char` knows them leave out controls, direction marks, zero-width characters,
    // private and unassigned ones.
    !is_invisible && (c.is_alphanumeric() || is_combining_mark(c) || PUNCTUATION.contains(&c))
}

/// The key by which names are told apart.
pub(crate) fn fold(name: &str) -> String {
    let lower = name.nfkc().flat_map(char::to_lowercase);
    let bare = lower
        .nfkd()
        .filter(|&c| c.is_alphanumeric() && !is_combining_mark(c));
    bare.fold(String::new(), |mut key, c| {
        match look_alike(c) {
            Some(text) => key.push_str(text),
            None => key.push(c),
        }
        key
    })
}

/// What a lower-case letter without accents is taken for when it, or its capital, is seen.
fn look_alike(c: char) -> Option<&'static str> {
    Some(match c {
        // A capital I, a small l and a one.
        'i' | 'l' | '1' | 'ı' | 'ł' | 'ɩ' | 'ι' | 'і' | 'ӏ' => "l",
        '0' | 'ø' | 'ο' | 'σ' | 'о' | 'օ' => "o",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ð' | 'đ' | 'ԁ' => "d",
        'α' | 'а' | 'ɑ' => "a",
        'β' | 'в' => "b",
        'с' | 'ϲ' => "c",
        'ε' | 'е' => "e",
        'ɡ' => "g",
        'η' | 'н' | 'һ' | 'ħ' => "h",
        'ј' => "j",
        'κ' | 'к' => "k",
        'μ' | 'м' => "m",
        'ν' => "v",
        'ρ' | 'р' => "p",
        'ԛ' => "q",
        'ѕ' => "s",
        'τ' | 'т' | 'ŧ' => "t",
        'υ' | 'ս' => "u",
        'ԝ' | 'ω' => "w",
        'χ' | 'х' => "x",
        'γ' | 'у' | 'ү' => "y",
        'ζ' => "z",
        _ => return None,
    })
}

/// Whether a bot goes by the name, with or without the number that levels are shown with.
fn is_reserved(folded: &str) -> bool {
    // The key of a one is that of an l; no reserved name ends in one that its key would lose.
    let stem = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    let ids = Level::ALL.map(Level::id);
    let names = LEVEL_NAMES.iter().chain(OTHER_RESERVED).chain(&ids);
    names.map(|name| fold(name)).any(|key| {
        key == folded || key == stem || stem.strip_suffix('l').is_some_and(|rest| rest == key)
    })
}

const FIRST_WORDS: [&str; 32] = [
    "Amber", "Azure", "Bisque", "Bright", "Cobalt", "Copper", "Coral", "Cream", "Crimson", "Dusky",
    "Golden", "Indigo", "Ivory", "Jade", "Lemon", "Lilac", "Mint", "Mossy", "Ochre", "Olive",
    "Opal", "Pearl", "Rosy", "Rust", "Sandy", "Silver", "Smoky", "Snowy", "Sunny", "Teal", "Umber",
    "Violet",
];

const SECOND_WORDS: [&str; 32] = [
    "Arch", "Basin", "Border", "Bowl", "Brick", "Chip", "Clay", "Corner", "Dome", "Fountain",
    "Frieze", "Garden", "Glaze", "Grout", "Hearth", "Jug", "Kiln", "Lattice", "Mosaic", "Patio",
    "Pattern", "Pitcher", "Plate", "Pot", "Ribbon", "Rosette", "Shard", "Slip", "Stripe",
    "Terrace", "Vase", "Wheel",
];

/// A friendly name for a guest who did not give one.
pub(crate) fn made_up() -> PlayerName {
    let bytes: [u8; 4] = random_bytes();
    let [first, second] = [bytes[0], bytes[1]].map(|byte| usize::from(byte) % 32);
    let number = u16::from_le_bytes([bytes[2], bytes[3]]) % 900 + 100;
    let shown = format!("{} {} {number}", FIRST_WORDS[first], SECOND_WORDS[second]);
    let folded = fold(&shown);
    PlayerName { shown, folded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, code: ProblemCode) {
        match check(text) {
            Ok(name) => panic!("{text:?} is taken as {name:?}"),
            Err(problem) => {
                assert_eq!(problem.code, code, "{text:?}: {problem:?}");
                assert_eq!(problem.field.as_deref(), Some("name"));
                assert!(problem.detail.is_some());
            }
        }
    }

    #[test]
    fn names_of_many_scripts_are_possible_and_shown_as_typed() {
        for name in [
            "A",
            "Ana",
            "Jón Þór",
            "Ångström",
            "O’Neill",
            "J. R.",
            "Łukasz_7",
            "Δημήτρης",
            "Юлия",
            "小明",
            "あおい",
            "नमिता",
            "Anna & Bea",
            "abcdefghijklmnopqrstuvwx",
            "robot",
        ] {
            assert_eq!(check(name).expect(name).shown, name);
        }
    }

    #[test]
    fn spaces_are_trimmed_and_runs_of_them_become_one() {
        assert_eq!(
            check("  Ana   Maria ").expect("possible").shown,
            "Ana Maria"
        );
    }

    #[test]
    fn accents_are_composed_before_characters_are_counted() {
        let decomposed = "e\u{301}".repeat(MAX_CHARS);
        assert_eq!(
            check(&decomposed).expect("24 characters").shown,
            "é".repeat(MAX_CHARS)
        );
    }

    #[test]
    fn what_deceives_the_eye_or_breaks_a_line_is_refused() {
        for (why, name) in [
            ("empty", ""),
            ("only spaces", "   "),
            ("only punctuation", "-.-"),
            ("25 characters", "abcdefghijklmnopqrstuvwxy"),
            ("far too long", &"a".repeat(100_000)),
            ("NUL", "A\0na"),
            ("newline", "Ana\nBea"),
            ("tab", "Ana\tBea"),
            ("no-break space", "Ana\u{a0}Bea"),
            ("escape", "\u{1b}[31mAna"),
            ("C1 control", "Ana\u{9b}"),
            ("right-to-left override", "\u{202e}anA"),
            ("isolate", "\u{2066}Ana\u{2069}"),
            ("right-to-left mark", "Ana\u{200f}"),
            ("zero-width space", "A\u{200b}na"),
            ("zero-width joiner", "A\u{200d}na"),
            ("byte order mark", "\u{feff}Ana"),
            ("soft hyphen", "A\u{ad}na"),
            ("word joiner", "A\u{2060}na"),
            ("tag character", "Ana\u{e0041}"),
            ("variation selector", "A\u{fe0f}na"),
            ("grapheme joiner", "A\u{34f}na"),
            ("Hangul filler", "\u{3164}"),
            ("line separator", "Ana\u{2028}"),
            ("private use", "Ana\u{e000}"),
            ("unassigned", "Ana\u{378}"),
            ("a heap of marks", "A\u{30d}\u{30e}\u{30f}\u{310}na"),
            ("a mark alone", "\u{30d}na"),
            ("markup", "<b>Ana"),
            ("a bot's mark", "bot:ana"),
            ("a bot's mark in wide letters", "bot：ana"),
            ("a path", "../Ana"),
        ] {
            let _named_for_the_reader = why;
            refused(name, ProblemCode::BadName);
        }
    }

    #[test]
    fn bots_keep_their_names_in_every_language() {
        for name in LEVEL_NAMES.iter().chain(OTHER_RESERVED) {
            refused(name, ProblemCode::NameTaken);
            refused(&name.to_uppercase(), ProblemCode::NameTaken);
        }
        for level in Level::ALL {
            refused(level.id(), ProblemCode::NameTaken);
        }
        for name in [
            "Legend 6",
            "legend1",
            "M a s t e r",
            "Mäster",
            "Маster",
            "Art1san",
            "TILER-3",
        ] {
            refused(name, ProblemCode::NameTaken);
        }
        for name in ["Masterly", "Legendary", "Beginners Luck", "Artist"] {
            assert!(check(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn look_alikes_have_one_key() {
        for alike in [
            &[
                "Ana",
                "ana",
                "ANA",
                "Ána",
                "A n a",
                "Аnа",
                "Αna",
                "Ａｎａ",
                "A.n-a",
            ][..],
            &["Lilo", "lilo", "IiIo", "L1l0", "ĺilo"],
            &["Straße", "STRASSE", "strasse"],
            &["Þór", "Thor"],
            &["Søren", "Soren"],
            &["ﬁn", "fin"],
        ] {
            for name in alike {
                assert_eq!(fold(name), fold(alike[0]), "{name} and {}", alike[0]);
            }
        }
        for [one, other] in [
            ["Ana", "Anna"],
            ["Ana", "Ana 2"],
            ["Bea", "Lea"],
            ["Юлия", "Юля"],
        ] {
            assert_ne!(fold(one), fold(other));
        }
    }

    #[test]
    fn a_key_is_its_own_key() {
        for name in ["Lærlingur", "O’Neill 10", "Δημήτρης", "Straße", "小明"] {
            assert_eq!(fold(&fold(name)), fold(name));
        }
    }

    #[test]
    fn every_made_up_name_is_possible() {
        for first in FIRST_WORDS {
            for second in SECOND_WORDS {
                for number in [100, 111, 999] {
                    let name = format!("{first} {second} {number}");
                    assert_eq!(check(&name).expect(&name).shown, name);
                }
            }
        }
        let name = made_up();
        assert_eq!(check(&name.shown).expect("possible"), name);
    }
}
