//! Records that break one rule each: all are rejected with the right place and reason.
//!
//! The cases are in `tests/data/hostile/records.tsv`: a name, a valid record of `record_bases.tsv`, a
//! part of it that occurs once, its replacement, and the message. If the record is `-`, the
//! replacement is the entire text. Invisible characters are written `<TAB>`, `<NUL>` and so on, and
//! repetitions as `<64*[>`.
//!
//! `AZULEJO_UPDATE_GOLDEN=1` rewrites the messages; review the diff before committing it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use azulejo_rules::record::Record;

use crate::support;

const CASES: &str = "hostile/records.tsv";

struct Case<'a> {
    name: &'a str,
    base: &'a str,
    replace: &'a str,
    with: &'a str,
    message: &'a str,
}

fn cases(table: &str) -> Vec<Case<'_>> {
    let rows = table.lines().skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, base, replace, with, message] = cells[..] else {
            panic!("not five cells: {row}");
        };
        Case {
            name,
            base,
            replace,
            with,
            message,
        }
    })
    .collect()
}

/// Returns the valid records with their names.
fn bases() -> Vec<(String, String)> {
    let table = support::data("hostile/record_bases.tsv");
    let rows = table.lines().skip(1);
    rows.map(|row| row.split_once('\t').expect("two cells"))
        .map(|(name, text)| (name.to_string(), text.to_string()))
        .collect()
}

/// Returns the text of a case: its base with one part replaced.
#[track_caller]
fn text_of(case: &Case<'_>, bases: &[(String, String)]) -> String {
    let with = expand(case.with);
    if case.base == "-" {
        return with;
    }
    let (_, base) = bases
        .iter()
        .find(|(name, _)| name == case.base)
        .expect("a known base");
    let count = base.matches(case.replace).count();
    assert_eq!(
        count, 1,
        "{}: {:?} occurs {count} times",
        case.name, case.replace
    );
    let text = base.replace(case.replace, &with);
    assert_ne!(
        text, *base,
        "{}: the replacement changes nothing",
        case.name
    );
    text
}

/// Expands the abbreviations of the table.
fn expand(cell: &str) -> String {
    const NAMED: &[(&str, &str)] = &[
        ("TAB", "\t"),
        ("LF", "\n"),
        ("CR", "\r"),
        ("NUL", "\0"),
        ("DEL", "\u{7f}"),
        ("NEL", "\u{85}"),
        ("BOM", "\u{feff}"),
    ];
    let mut out = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('<') {
        let (inside, after) = after.split_once('>').expect("< is followed by >");
        out += before;
        match (
            inside.split_once('*'),
            NAMED.iter().find(|(name, _)| *name == inside),
        ) {
            (Some((count, piece)), _) => out += &piece.repeat(count.parse().expect("a count")),
            (None, Some((_, character))) => out += character,
            (None, None) => panic!("no such abbreviation: <{inside}>"),
        }
        rest = after;
    }
    out + rest
}

/// Returns why a text is rejected, by the parser or by the rules, or `None` if it is accepted.
fn rejection(text: &str) -> Option<String> {
    match text.parse::<Record>() {
        Err(error) => Some(error.to_string()),
        Ok(record) => {
            // A parsed text is canonical, whether or not it is legal.
            assert_eq!(record.to_json(), text);
            record.replay().err().map(|fault| fault.to_string())
        }
    }
}

#[track_caller]
fn check(case: &Case<'_>, bases: &[(String, String)]) {
    let text = text_of(case, bases);
    let message = rejection(&text).unwrap_or_else(|| panic!("{}: accepted\n{text}", case.name));
    assert_eq!(message, case.message, "{}\n{text}", case.name);
    let (place, reason) = message.split_once(": ").expect("a place and a reason");
    let is_numbered = |word: &&str| {
        let rest = place.strip_prefix(*word).unwrap_or_default();
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let names_a_place = ["the game", "the start player", "the result"].contains(&place)
        || ["column ", "round ", "takeover "].iter().any(is_numbered);
    assert!(names_a_place, "{}: {place:?} is not a place", case.name);
    assert!(
        !reason.ends_with('.') && reason.chars().all(|c| !c.is_control()),
        "{message:?}"
    );
}

#[test]
fn base_records_are_valid() {
    for (name, text) in bases() {
        assert_eq!(rejection(&text), None, "{name}");
    }
}

#[test]
fn every_case_is_rejected_with_place_and_reason() {
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        update();
    }
    let table = support::data(CASES);
    let bases = bases();
    let cases = cases(&table);
    assert!(cases.len() > 150, "{}", cases.len());
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases.len(), "case names are unique");
    for case in &cases {
        check(case, &bases);
    }
}

/// Rewrites the messages of the table.
fn update() {
    let table = support::data(CASES);
    let bases = bases();
    let mut out = table.lines().next().expect("a header").to_string() + "\n";
    for case in cases(&table) {
        let message = rejection(&text_of(&case, &bases)).unwrap_or_else(|| "ACCEPTED".to_string());
        let Case {
            name,
            base,
            replace,
            with,
            ..
        } = case;
        writeln!(out, "{name}\t{base}\t{replace}\t{with}\t{message}").expect("writing to a string");
    }
    let path = format!("{}/tests/data/{CASES}", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(&path, out).unwrap_or_else(|error| panic!("{path}: {error}"));
}

/// Valid records that are close to a broken rule, so that the parser is not stricter than the notation.
#[test]
fn valid_near_misses_are_accepted() {
    #[track_caller]
    fn accepts(base: &str, replace: &str, with: &str) {
        let case = Case {
            name: "valid",
            base,
            replace,
            with,
            message: "",
        };
        let text = text_of(&case, &bases());
        assert_eq!(rejection(&text), None, "{text}");
    }
    accepts("example", "\"Ana\"", "\"<40*é>\"");
    accepts("example", "\"Ana\"", "\"\\\"\\\\\"");
    accepts("example", "\"Ana\"", "\"bot:master\"");
    accepts("example", "\"Ana\"", "\" \"");
    accepts("example", "[0,3]}]}", "[0,3]}],\"x\":<64*[><64*]>}");
    accepts(
        "example",
        "[0,3]}]}",
        "[0,3]}],\"x\":\"\\u001f\\u0000\\b<DEL>\"}",
    );
    accepts("example", "[0,3]}]}", "[0,3]}],\"x\":-0.5E-10}");
    accepts("example", "[0,3]}]}", "[0,3]}],\"<1000*k>\":1e999}");
    accepts("example", ",\"scores\":[0,3]", "");
    accepts(
        "example",
        ",\"tiling\":[[\"1:4\",\"2:3\"],[\"2:1\",\"3:1\"]],\"scores\":[0,3]",
        "",
    );
    accepts(
        "example",
        "[[\"1:4\",\"2:3\"],[\"2:1\",\"3:1\"]],\"scores\":[0,3]",
        "[[\"1:4\"],[]]",
    );
    accepts(
        "example",
        "[[\"1:4\",\"2:3\"],[\"2:1\",\"3:1\"]],\"scores\":[0,3]",
        "[[],[]]",
    );
    accepts("example", "\"BRKK\"", "\"KBKR\"");
    accepts(
        "coloured",
        "\"winners\":[1]",
        "\"winners\":[1],\"result\":{\"by\":\"score\"}",
    );
    accepts("stopped", "\"move\":3", "\"move\":10");
    accepts(
        "stopped",
        "\"winners\":[2],\"result\":{\"by\":\"resigned\",\"seat\":1}",
        "\"result\":{\"by\":\"aborted\"}",
    );
    accepts(
        "three",
        "\"rounds\":[],\"result\":{\"by\":\"left\",\"seat\":2}",
        "\"rounds\":[],\"takeovers\":[]",
    );
}
