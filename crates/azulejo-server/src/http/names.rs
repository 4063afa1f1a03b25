//! Player names: validation and look-alikes (homoglyphs).
//!
//! A name is shown as typed, in NFC and with single spaces. Two names are equal if their keys are:
//! [`fold`] removes case, accents, spaces and punctuation, and maps the commonest look-alikes to
//! one letter. Keys are stored, so `fold` must not change. [`look_alike_keys`] covers all of
//! Unicode's confusables and is consulted when a name is chosen.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Level;
use azulejo_store::PlayerName;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::MixedScript as _;
use unicode_security::confusable_detection::skeleton;

/// The most characters in a name.
pub(crate) const MAX_CHARS: usize = 24;

/// The most combining marks on one letter; more overlap neighbouring lines.
const MAX_MARKS: usize = 2;

/// The characters allowed besides letters, digits and combining marks.
const PUNCTUATION: &[char] = &[' ', '-', '_', '.', '\'', '\u{2019}', '·', '&', '+'];

/// The names of the bots' levels in all languages.
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

/// The names of bots that no person bears. The other bots have ordinary first names, which people may
/// choose: interfaces mark bots as such.
const BOT_NAMES: &[&str] = &["Avó Luz"];

/// Names that could pass for a bot, the program or its operators.
const OTHER_RESERVED: &[&str] = &[
    "Admin",
    "Administrator",
    "Moderator",
    "Mod",
    "Operator",
    "Owner",
    "Staff",
    "Support",
    "Team",
    "Official",
    "Security",
    "Webmaster",
    "Root",
    "Host",
    "Server",
    "System",
    "Bot",
    "Computer",
    "Maskin",
    "Datamotstander",
    "Tölva",
    "Tölvuandstæðingur",
    "Azulejo",
];

/// Validates a name and computes its key.
///
/// # Errors
/// As [`check_shape`].
pub(crate) fn check(text: &str) -> Result<PlayerName, Problem> {
    let shown = check_shape(text)?;
    let folded = fold(&shown);
    Ok(PlayerName { shown, folded })
}

/// Validates and normalises a name that need not be unique.
///
/// # Errors
/// [`ProblemCode::BadName`] with the reason, or [`ProblemCode::NameTaken`] for a reserved name.
pub(crate) fn check_shape(text: &str) -> Result<String, Problem> {
    let bad = |why: String| Problem::at(ProblemCode::BadName, "name", why);
    if text.len() > 16 * MAX_CHARS {
        // Before any work per character.
        return Err(bad(format!("more than {MAX_CHARS} characters")));
    }
    if text.contains(':') {
        return Err(bad(
            "a colon is only allowed in the names of bots".to_owned()
        ));
    }
    let shown: String = text.nfc().collect();
    let mut marks = 0;
    for (place, c) in (1..).zip(shown.chars()) {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Err(bad(format!(
                "character {place} has too many combining marks"
            )));
        }
        if !is_allowed(c) {
            let code = u32::from(c);
            return Err(bad(format!(
                "character {place} (U+{code:04X}) is not allowed"
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
        return Err(bad("the name starts with a combining mark".to_owned()));
    }
    let folded = fold(&shown);
    if folded.is_empty() {
        return Err(bad("the name has no letter or digit".to_owned()));
    }
    let keys = look_alike_keys(&shown);
    let words = shown.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c));
    let words: Vec<String> = words.map(fold).collect();
    // As in `Azulejo Support` and `The_Admin 7`.
    let all_reserved = words.iter().any(|word| is_reserved(word))
        && words
            .iter()
            .all(|word| is_reserved(word) || is_filler(word));
    if all_reserved || is_reserved(&folded) || keys.iter().any(|key| is_reserved(key)) {
        let detail = "the name is reserved";
        return Err(Problem::at(ProblemCode::NameTaken, "name", detail));
    }
    Ok(shown)
}

/// Returns the keys of other names that a name could be mistaken for: those of its Unicode
/// skeleton (UTS #39), and the same with `rn` read as `m`. Empty if there are none.
pub(crate) fn look_alike_keys(name: &str) -> Vec<String> {
    let folded = fold(name);
    let letters: String = name.chars().map(without_small_capital).collect();
    let skeleton = fold(&skeleton(&letters).collect::<String>());
    // The skeleton of `m` is `rn`.
    let joined = skeleton.replace("rn", "m");
    let mut keys = vec![skeleton, joined];
    keys.retain(|key| !key.is_empty() && *key != folded);
    keys.dedup();
    keys
}

/// Returns true if a name mixes scripts that are not written together, as Latin and Cyrillic.
pub(crate) fn mixes_scripts(name: &str) -> bool {
    !name.is_single_script()
}

fn is_allowed(c: char) -> bool {
    // Invisible: variation selectors, joiners and fillers.
    let is_invisible = matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    );
    // Alphanumeric excludes controls, direction marks, zero-width, private-use and unassigned
    // characters.
    !is_invisible && (c.is_alphanumeric() || is_combining_mark(c) || PUNCTUATION.contains(&c))
}

/// Maps a small capital to its letter; Unicode's confusables do not cover most of them.
fn without_small_capital(c: char) -> char {
    const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u{0}ʏᴢ";
    let letter = SMALL_CAPITALS
        .chars()
        .zip('a'..='z')
        .find(|&(small, _)| small == c);
    letter.map_or(c, |(_, letter)| letter)
}

/// Returns the key that decides whether two names are equal.
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

/// Returns the Latin letters that a lower-case letter without accents, or its capital, looks like.
fn look_alike(c: char) -> Option<&'static str> {
    Some(match c {
        // Capital I, small l, digit 1.
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

/// Returns true if a word does not distinguish a name from a reserved one.
fn is_filler(folded: &str) -> bool {
    folded == "the"
        || folded
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, 'l' | 'o'))
}

/// Returns true if a key is that of a reserved name, with or without a number.
fn is_reserved(folded: &str) -> bool {
    // The digit 1 has the key `l`.
    let stem = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    let ids = Level::ALL.map(Level::id);
    let names = LEVEL_NAMES.iter().chain(BOT_NAMES).chain(OTHER_RESERVED);
    let names = names.chain(&ids);
    names.map(|name| fold(name)).any(|key| {
        key == folded || key == stem || stem.strip_suffix('l').is_some_and(|rest| rest == key)
    })
}

/// Returns a name that is known to be valid.
pub(crate) fn unchecked(shown: String) -> PlayerName {
    let folded = fold(&shown);
    PlayerName { shown, folded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::language::Language;

    #[track_caller]
    fn refused(text: &str, code: ProblemCode) {
        match check(text) {
            Ok(name) => panic!("{text:?} is accepted as {name:?}"),
            Err(problem) => {
                assert_eq!(problem.code, code, "{text:?}: {problem:?}");
                assert_eq!(problem.field.as_deref(), Some("name"));
                assert!(problem.detail.is_some());
            }
        }
    }

    #[test]
    fn names_in_many_scripts_are_allowed_and_shown_as_typed() {
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
    fn spaces_are_trimmed_and_collapsed() {
        assert_eq!(check("  Ana   Maria ").expect("valid").shown, "Ana Maria");
    }

    #[test]
    fn accents_are_composed_before_counting() {
        let decomposed = "e\u{301}".repeat(MAX_CHARS);
        assert_eq!(
            check(&decomposed).expect("24 characters").shown,
            "é".repeat(MAX_CHARS)
        );
    }

    #[test]
    fn deceptive_and_control_characters_are_rejected() {
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
            let error = check(name).err().map(|problem| problem.code);
            assert_eq!(error, Some(ProblemCode::BadName), "{why}");
        }
    }

    #[test]
    fn bots_have_reserved_or_ordinary_first_names() {
        let messages = include_str!("../../../../locales/en/characters.ftl");
        let (_, names) = messages
            .split_once("bot-name =")
            .expect("the names of the bots");
        for level in Level::ALL {
            let variant = format!("[{}] ", level.id());
            let line = names
                .lines()
                .find_map(|line| line.trim().strip_prefix(&variant));
            let name = line.expect("each level has a name");
            match name.contains(' ') {
                true => refused(name, ProblemCode::NameTaken),
                false => assert!(check(name).is_ok(), "{name}"),
            }
        }
        for name in ["Avo Luz", "avó luz 6", "AvoLuz"] {
            refused(name, ProblemCode::NameTaken);
        }
    }

    #[test]
    fn bot_names_are_reserved_in_every_language() {
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
    fn level_names_of_the_locales_are_reserved() {
        let locales = concat!(env!("CARGO_MANIFEST_DIR"), "/../../locales");
        for language in Language::ALL {
            let path = format!("{locales}/{}/game.ftl", language.tag());
            let messages = std::fs::read_to_string(&path).unwrap();
            for level in Level::ALL {
                let key = format!("level-{} = ", level.id());
                let name = messages.lines().find_map(|line| line.strip_prefix(&key));
                let name = name.unwrap_or_else(|| panic!("{path}: {key}"));
                refused(name, ProblemCode::NameTaken);
            }
        }
    }

    #[test]
    fn common_look_alikes_have_the_same_key() {
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
    fn look_alike_keys_find_names_that_can_be_mistaken() {
        for (name, original) in [
            ("Ꭺna", "Ana"),
            ("ꓮna", "Ana"),
            ("ᴀna", "Ana"),
            ("Ernma", "Emma"),
            ("Ernrna", "Emma"),
            ("ꓚhris", "Chris"),
        ] {
            let keys = look_alike_keys(name);
            let found = fold(name) == fold(original) || keys.contains(&fold(original));
            assert!(found, "{name}: {keys:?}");
        }
        for (name, other) in [("Anna", "Ana"), ("Юлия", "Юля"), ("Bert", "Bent")] {
            assert!(!look_alike_keys(name).contains(&fold(other)), "{name}");
        }
    }

    #[test]
    fn look_alikes_of_reserved_names_are_reserved() {
        for name in ["Admin", "Adrnin", "Ꭺdmin", "ꓢerver", "SYSTEM", "ʟegend"] {
            refused(name, ProblemCode::NameTaken);
        }
    }

    /// Keys are stored with accounts: a change would lock people out.
    #[test]
    fn stored_keys_do_not_change() {
        for (name, key) in [
            ("Ana", "ana"),
            ("Jón Þór", "jonthor"),
            ("Łukasz_7", "lukasz7"),
            ("Emma", "emma"),
            ("Bernd", "bernd"),
            ("Lilo 10", "lllolo"),
            ("Юлия", "юлия"),
            ("小明", "小明"),
        ] {
            assert_eq!(fold(name), key, "{name}");
        }
    }

    #[test]
    fn folding_is_idempotent() {
        for name in ["Lærlingur", "O’Neill 10", "Δημήτρης", "Straße", "小明"] {
            assert_eq!(fold(&fold(name)), fold(name));
        }
    }
}
