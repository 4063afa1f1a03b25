//! The generated TypeScript is complete.

use std::collections::BTreeSet;

use azulejo_protocol::typescript;

/// Returns the declared type names, in order.
fn declared(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("export type "))
        .map(|rest| rest.split([' ', '=']).next().expect("a name"))
        .collect()
}

/// Returns the text without comments and string literals.
fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let line = line.trim_start();
        if !line.starts_with('*') && !line.starts_with('/') {
            code.extend(line.split('"').step_by(2));
            code.push('\n');
        }
    }
    code
}

#[test]
fn no_type_is_declared_twice() {
    let text = typescript();
    let names = declared(&text);
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(unique.len(), names.len());
    assert!(names.len() > 80, "{}", names.len());
}

#[test]
fn every_referenced_type_is_declared() {
    let text = typescript();
    let names: BTreeSet<&str> = declared(&text).into_iter().collect();
    let code = code(&text);
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    for word in words.filter(|word| word.starts_with(char::is_uppercase)) {
        assert!(word == "Array" || names.contains(word), "{word}");
    }
}
