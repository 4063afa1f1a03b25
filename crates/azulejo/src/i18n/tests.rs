//! Consistency of the files in `locales/`: every language has every message with the same
//! variables, and every message used by the program exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource};

use super::*;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The requirements of a message: its own variables, and the messages it refers to.
#[derive(Default, Debug)]
struct Needs {
    variables: BTreeSet<String>,
    messages: BTreeSet<String>,
}

type Parsed = BTreeMap<String, Needs>;

fn parse(lang: Lang, file: &str) -> Parsed {
    let path = root().join("locales").join(lang.tag()).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let resource: Resource<String> = fluent_syntax::parser::parse(text)
        .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
    let mut parsed = Parsed::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let mut needs = Needs::default();
                pattern(message.value.as_ref().expect("a value"), &mut needs);
                let id = message.id.name;
                assert!(
                    parsed.insert(id.clone(), needs).is_none(),
                    "{}: {id} twice",
                    path.display()
                );
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{}: {other:?}", path.display()),
        }
    }
    parsed
}

fn pattern(pattern: &Pattern<String>, needs: &mut Needs) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression: inner } = element {
            expression(inner, needs);
        }
    }
}

fn expression(expression: &Expression<String>, needs: &mut Needs) {
    match expression {
        Expression::Inline(inner) => inline(inner, needs),
        Expression::Select { selector, variants } => {
            inline(selector, needs);
            for variant in variants {
                pattern(&variant.value, needs);
            }
        }
    }
}

fn inline(inner: &InlineExpression<String>, needs: &mut Needs) {
    match inner {
        InlineExpression::VariableReference { id } => {
            needs.variables.insert(id.name.clone());
        }
        InlineExpression::MessageReference { id, .. } => {
            needs.messages.insert(id.name.clone());
        }
        InlineExpression::Placeable { expression: inner } => expression(inner, needs),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("terms and functions are not used here: {other:?}"),
    }
}

/// All variables that a caller must pass: the message's own, and those of the messages it refers
/// to.
fn variables(all: &Parsed, id: &str) -> BTreeSet<String> {
    let needs = all.get(id).unwrap_or_else(|| panic!("no message {id}"));
    let referred = needs.messages.iter().flat_map(|id| variables(all, id));
    needs.variables.iter().cloned().chain(referred).collect()
}

fn whole(lang: Lang) -> Parsed {
    let mut all = parse(lang, "game.ftl");
    for file in [
        "characters.ftl",
        "terminal.ftl",
        "analysis.ftl",
        "web.ftl",
        "pages.ftl",
        "device.ftl",
        "learn.ftl",
        "puzzles.ftl",
        "hosting.ftl",
        "study.ftl",
    ] {
        for (id, needs) in parse(lang, file) {
            assert!(
                all.insert(id.clone(), needs).is_none(),
                "{lang}: {id} is in two files"
            );
        }
    }
    all
}

/// The keys used by the program, found in its source.
fn used_keys() -> BTreeSet<String> {
    fn visit(folder: &Path, keys: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, keys);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let calls = text.split("Key(").skip(1);
                let literals = calls.filter_map(|call| call.trim_start().strip_prefix('"'));
                keys.extend(literals.filter_map(|rest| {
                    let key = rest.split('"').next()?;
                    let is_key = !key.is_empty()
                        && key
                            .chars()
                            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
                    is_key.then(|| key.to_owned())
                }));
            }
        }
    }
    let mut keys = BTreeSet::new();
    visit(
        &PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut keys,
    );
    assert!(keys.len() > 50, "no keys found: {keys:?}");
    keys
}

#[test]
fn every_language_has_all_messages_with_the_same_variables() {
    for file in [
        "game.ftl",
        "characters.ftl",
        "terminal.ftl",
        "analysis.ftl",
        "web.ftl",
        "pages.ftl",
        "device.ftl",
        "learn.ftl",
        "puzzles.ftl",
        "hosting.ftl",
        "study.ftl",
    ] {
        let english = parse(Lang::En, file);
        let english_all = whole(Lang::En);
        for lang in Lang::ALL {
            let other = parse(lang, file);
            let missing: Vec<_> = english
                .keys()
                .filter(|id| !other.contains_key(*id))
                .collect();
            let unknown: Vec<_> = other
                .keys()
                .filter(|id| !english.contains_key(*id))
                .collect();
            assert!(missing.is_empty(), "{lang}/{file} lacks {missing:?}");
            assert!(unknown.is_empty(), "{lang}/{file} has more: {unknown:?}");
            let all = whole(lang);
            for id in english.keys() {
                assert_eq!(
                    variables(&all, id),
                    variables(&english_all, id),
                    "{lang}/{file}: variables of {id}"
                );
            }
        }
    }
}

#[test]
fn every_key_in_use_exists() {
    let all = whole(Lang::En);
    let unknown: Vec<_> = used_keys()
        .into_iter()
        .filter(|key| !all.contains_key(key))
        .collect();
    assert!(unknown.is_empty(), "no such messages: {unknown:?}");
}

/// The messages in `game.ftl` are shared with the web client, so their use in either is checked by
/// `web/src/lib/text/shared-messages.test.ts`.
#[test]
fn every_terminal_message_is_used() {
    let mut terminal = parse(Lang::En, "terminal.ftl");
    terminal.extend(parse(Lang::En, "analysis.ftl"));
    let mut used = used_keys();
    for needs in terminal.values() {
        used.extend(needs.messages.iter().cloned());
    }
    let unused: Vec<_> = terminal.keys().filter(|id| !used.contains(*id)).collect();
    assert!(unused.is_empty(), "unused messages: {unused:?}");
}

#[test]
fn environment_selects_the_language() {
    let chosen = |variables: &[(&str, &str)]| {
        Lang::from_variables(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(chosen(&[]), Lang::En);
    assert_eq!(chosen(&[("LANG", "de_AT.UTF-8")]), Lang::De);
    assert_eq!(chosen(&[("LANG", "no_NO")]), Lang::Nb);
    assert_eq!(chosen(&[("LANG", "nn_NO.UTF-8")]), Lang::Nb);
    assert_eq!(chosen(&[("LANG", "pt_PT"), ("LC_ALL", "")]), Lang::En);
    assert_eq!(
        chosen(&[("LANG", "de_DE"), ("LC_MESSAGES", "is_IS")]),
        Lang::Is
    );
    assert_eq!(
        chosen(&[("LANG", "de_DE"), ("LC_MESSAGES", "is_IS"), ("LC_ALL", "C")]),
        Lang::En
    );
    assert_eq!("IT".parse(), Ok(Lang::It));
    assert!("xx".parse::<Lang>().is_err());
}
