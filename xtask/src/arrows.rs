//! Which crate may depend on which: the borders of the architecture, checked.

use anyhow::{Result, bail};
use serde_json::Value;
use xshell::Shell;

use crate::workspace;

/// Every crate of the workspace and the workspace crates it may depend on, lowest first.
///
/// Rows for crates that do not exist yet are the plan.
/// Normal, build and dev dependencies all count: a test that reaches upwards ties the crates
/// together as firmly as code does.
const ARROWS: &[(&str, &[&str])] = &[
    (RULES, &[]),
    (AI, &[RULES]),
    (PROTOCOL, &[RULES, AI]),
    (STORE, &[RULES, PROTOCOL]),
    (SERVER, &[RULES, AI, PROTOCOL, STORE]),
    (BINARY, &[RULES, AI, PROTOCOL, STORE, SERVER]),
    (PYTHON, &[RULES, AI]),
    (WASM, &[RULES, AI]),
    (XTASK, &[RULES, PROTOCOL]),
];

/// The external dependencies that the rules may have in every build.
///
/// The rules are pure: no async, no input or output.
const RULES_FROM_OUTSIDE: &[&str] = &["arrayvec", "rand_core"];

/// The external dependencies that the rules may have behind a feature.
const RULES_OPTIONAL: &[&str] = &["arbitrary", "serde"];

const RULES: &str = "azulejo-rules";
const AI: &str = "azulejo-ai";
const PROTOCOL: &str = "azulejo-protocol";
const STORE: &str = "azulejo-store";
const SERVER: &str = "azulejo-server";
const BINARY: &str = "azulejo";
const PYTHON: &str = "azulejo-py";
const WASM: &str = "azulejo-wasm";
const XTASK: &str = "xtask";

/// Checks the workspace as it is.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let metadata = workspace::metadata(sh)?;
    let problems = problems(&metadata);
    if !problems.is_empty() {
        bail!(
            "the crates depend on each other in ways they may not:\n{}",
            problems.join("\n")
        );
    }
    println!(
        "{} crates, every arrow between them is allowed",
        packages(&metadata).count()
    );
    Ok(())
}

/// One line for each thing in `metadata` that the table does not allow.
fn problems(metadata: &Value) -> Vec<String> {
    packages(metadata).flat_map(problems_of).collect()
}

fn problems_of(package: &Value) -> Vec<String> {
    let from = text(package, "name");
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == from) else {
        return vec![format!(
            "  {from} is not in the table: add a row for it to ARROWS in xtask/src/arrows.rs"
        )];
    };
    let mut problems = Vec::new();
    for dependency in items(package, "dependencies") {
        let to = text(dependency, "name");
        // Cargo writes no kind for a normal dependency.
        let kind = dependency["kind"].as_str().unwrap_or("normal");
        let inside = dependency["path"].is_string();
        if inside && !allowed.contains(&to) {
            problems.push(format!(
                "  {from} -> {to} ({kind}): it may know {}",
                list(allowed)
            ));
        }
        let optional = dependency["optional"] == true && RULES_OPTIONAL.contains(&to);
        let known = optional || RULES_FROM_OUTSIDE.contains(&to);
        if !inside && from == RULES && kind == "normal" && !known {
            let allowed = list(RULES_FROM_OUTSIDE);
            problems.push(format!(
                "  {from} -> {to} ({kind}): the rules are pure, from outside they take {allowed}"
            ));
        }
    }
    problems
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    items(metadata, "packages")
}

fn items<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    // A check that quietly reads nothing would pass for ever, so a missing list is a bug here.
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("cargo metadata has no list {key}"))
        .iter()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("cargo metadata has no text {key}"))
}

fn list(names: &[&str]) -> String {
    if names.is_empty() {
        return "no crate of the workspace".to_owned();
    }
    format!("only {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A workspace in which `from` depends on another of its crates.
    fn inside(from: &str, to: &str, kind: Option<&str>) -> Value {
        graph(
            from,
            &json!({ "name": to, "kind": kind, "path": format!("crates/{to}") }),
        )
    }

    /// A workspace in which `from` depends on a crate of somebody else.
    fn outside(from: &str, to: &str, kind: Option<&str>) -> Value {
        graph(from, &json!({ "name": to, "kind": kind, "path": null }))
    }

    fn graph(from: &str, dependency: &Value) -> Value {
        json!({ "packages": [{ "name": from, "dependencies": [dependency] }] })
    }

    fn check(metadata: &Value, expected: &[&str]) {
        assert_eq!(problems(metadata), expected);
    }

    #[test]
    fn the_workspace_as_it_is_passes() {
        let sh = Shell::new().unwrap();
        let metadata = workspace::metadata(&sh).unwrap();
        check(&metadata, &[]);
        let names: Vec<_> = packages(&metadata)
            .map(|package| text(package, "name"))
            .collect();
        assert!(
            names.contains(&RULES) && names.contains(&XTASK),
            "{names:?}"
        );
    }

    #[test]
    fn a_forbidden_arrow_is_named_whatever_its_kind() {
        for (kind, word) in [
            (None, "normal"),
            (Some("dev"), "dev"),
            (Some("build"), "build"),
        ] {
            check(
                &inside(RULES, SERVER, kind),
                &[&format!(
                    "  azulejo-rules -> azulejo-server ({word}): \
                     it may know no crate of the workspace"
                )],
            );
        }
        check(
            &inside(AI, PROTOCOL, None),
            &["  azulejo-ai -> azulejo-protocol (normal): it may know only azulejo-rules"],
        );
    }

    #[test]
    fn an_allowed_arrow_passes() {
        check(&inside(AI, RULES, None), &[]);
        check(&inside(BINARY, SERVER, Some("dev")), &[]);
    }

    #[test]
    fn a_crate_without_a_row_is_told_to_get_one() {
        check(
            &inside("azulejo-new", RULES, None),
            &["  azulejo-new is not in the table: \
               add a row for it to ARROWS in xtask/src/arrows.rs"],
        );
    }

    #[test]
    fn the_rules_take_only_known_crates_from_outside() {
        check(&outside(RULES, "arrayvec", None), &[]);
        check(&outside(RULES, "rand_core", None), &[]);
        check(&outside(RULES, "proptest", Some("dev")), &[]);
        check(&outside(AI, "serde", None), &[]);
        check(
            &outside(RULES, "serde", None),
            &["  azulejo-rules -> serde (normal): \
               the rules are pure, from outside they take only arrayvec, rand_core"],
        );
        let optional = json!({ "name": "serde", "kind": null, "path": null, "optional": true });
        check(&graph(RULES, &optional), &[]);
        let unknown = json!({ "name": "anyhow", "kind": null, "path": null, "optional": true });
        check(
            &graph(RULES, &unknown),
            &["  azulejo-rules -> anyhow (normal): \
               the rules are pure, from outside they take only arrayvec, rand_core"],
        );
    }

    #[test]
    fn only_the_binary_knows_the_server() {
        let knowers = ARROWS
            .iter()
            .filter(|(_, allowed)| allowed.contains(&SERVER));
        assert_eq!(knowers.map(|(name, _)| *name).collect::<Vec<_>>(), [BINARY]);
    }

    #[test]
    fn the_table_has_no_cycle() {
        for (idx, (from, allowed)) in ARROWS.iter().enumerate() {
            for to in *allowed {
                let below = ARROWS[..idx].iter().any(|(name, _)| name == to);
                assert!(
                    below,
                    "{from} may depend on {to}, so its row belongs further down"
                );
            }
        }
    }
}
