//! The allowed dependencies between the crates of the workspace.

use anyhow::{Result, bail};
use serde_json::Value;
use xshell::Shell;

use crate::workspace;

/// Every crate of the workspace with the workspace crates it may depend on, lowest layer first.
///
/// Crates that do not exist yet are planned.
/// Normal, build and dev dependencies all count: a test that depends on a higher layer couples the
/// crates as firmly as code does.
const ARROWS: &[(&str, &[&str])] = &[
    (RULES, &[]),
    (AI, &[RULES]),
    (PROTOCOL, &[RULES, AI]),
    (TESTKIT_POSTGRES, &[]),
    (TESTKIT, &[PROTOCOL, TESTKIT_POSTGRES]),
    (GAME, &[RULES, AI, PROTOCOL]),
    (STORE, &[RULES, PROTOCOL, TESTKIT_POSTGRES]),
    (SERVER, &[RULES, AI, PROTOCOL, GAME, STORE, TESTKIT]),
    (BINARY, &[RULES, AI, PROTOCOL, GAME, STORE, SERVER, TESTKIT]),
    (
        RELIABILITY,
        &[RULES, PROTOCOL, STORE, SERVER, TESTKIT, TESTKIT_POSTGRES],
    ),
    (FUZZ_TARGETS, &[RULES, PROTOCOL, SERVER]),
    (PYTHON, &[RULES, AI]),
    (WASM, &[RULES, AI, PROTOCOL, GAME]),
    (XTASK, &[RULES, PROTOCOL]),
];

/// The test fixtures, which other crates may use only as dev-dependencies.
const FIXTURES: &[&str] = &[TESTKIT, TESTKIT_POSTGRES];

/// The third-party crates that the rules may depend on.
///
/// The rules are pure: no serialisation, no async, no I/O.
const RULES_FROM_OUTSIDE: &[&str] = &["arrayvec", "rand_core"];

/// The optional dependencies of the rules, behind features.
const RULES_OPTIONAL: &[&str] = &["arbitrary", "serde"];

const RULES: &str = "azulejo-rules";
const AI: &str = "azulejo-ai";
const PROTOCOL: &str = "azulejo-protocol";
const GAME: &str = "azulejo-game";
const STORE: &str = "azulejo-store";
const SERVER: &str = "azulejo-server";
const BINARY: &str = "azulejo";
const RELIABILITY: &str = "azulejo-reliability";
const TESTKIT: &str = "azulejo-testkit";
const TESTKIT_POSTGRES: &str = "azulejo-testkit-postgres";
const FUZZ_TARGETS: &str = "azulejo-fuzz-targets";
const PYTHON: &str = "azulejo-py";
const WASM: &str = "azulejo-wasm";
const XTASK: &str = "xtask";

/// Checks the workspace.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let metadata = workspace::metadata(sh)?;
    let problems = problems(&metadata);
    if !problems.is_empty() {
        bail!(
            "forbidden dependencies between crates:\n{}",
            problems.join("\n")
        );
    }
    println!(
        "{} crates, all dependencies between them are allowed",
        packages(&metadata).count()
    );
    Ok(())
}

/// Returns one line per dependency in `metadata` that the table does not allow.
fn problems(metadata: &Value) -> Vec<String> {
    packages(metadata).flat_map(problems_of).collect()
}

fn problems_of(package: &Value) -> Vec<String> {
    let from = text(package, "name");
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == from) else {
        return vec![format!(
            "  {from} is not in the table; add it to ARROWS in xtask/src/arrows.rs"
        )];
    };
    let mut problems = Vec::new();
    for dependency in items(package, "dependencies") {
        let to = text(dependency, "name");
        // Cargo leaves out the kind of a normal dependency.
        let kind = dependency["kind"].as_str().unwrap_or("normal");
        let inside = dependency["path"].is_string();
        if inside && !allowed.contains(&to) {
            problems.push(format!(
                "  {from} -> {to} ({kind}): it may depend on {}",
                list(allowed)
            ));
        }
        if inside && FIXTURES.contains(&to) && !FIXTURES.contains(&from) && kind != "dev" {
            problems.push(format!(
                "  {from} -> {to} ({kind}): test fixtures may only be dev-dependencies"
            ));
        }
        let optional = dependency["optional"] == true && RULES_OPTIONAL.contains(&to);
        let known = optional || RULES_FROM_OUTSIDE.contains(&to);
        if !inside && from == RULES && kind == "normal" && !known {
            let allowed = list(RULES_FROM_OUTSIDE);
            problems.push(format!(
                "  {from} -> {to} ({kind}): the rules may depend on {allowed}"
            ));
        }
    }
    problems
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    items(metadata, "packages")
}

fn items<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    // A check of an empty list would always pass, so a missing list is a bug.
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("cargo metadata has no array {key}"))
        .iter()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("cargo metadata has no string {key}"))
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

    /// A workspace in which `from` depends on another workspace crate.
    fn inside(from: &str, to: &str, kind: Option<&str>) -> Value {
        graph(
            from,
            &json!({ "name": to, "kind": kind, "path": format!("crates/{to}") }),
        )
    }

    /// A workspace in which `from` depends on a third-party crate.
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
    fn workspace_passes() {
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
    fn forbidden_dependency_is_reported_for_every_kind() {
        for (kind, word) in [
            (None, "normal"),
            (Some("dev"), "dev"),
            (Some("build"), "build"),
        ] {
            check(
                &inside(RULES, SERVER, kind),
                &[&format!(
                    "  azulejo-rules -> azulejo-server ({word}): \
                     it may depend on no crate of the workspace"
                )],
            );
        }
        check(
            &inside(AI, PROTOCOL, None),
            &["  azulejo-ai -> azulejo-protocol (normal): it may depend on only azulejo-rules"],
        );
    }

    #[test]
    fn allowed_dependency_passes() {
        check(&inside(AI, RULES, None), &[]);
        check(&inside(BINARY, SERVER, Some("dev")), &[]);
    }

    #[test]
    fn fixtures_are_only_dev_dependencies() {
        check(&inside(SERVER, TESTKIT, Some("dev")), &[]);
        check(&inside(TESTKIT, TESTKIT_POSTGRES, None), &[]);
        check(
            &inside(SERVER, TESTKIT, None),
            &["  azulejo-server -> azulejo-testkit (normal): \
               test fixtures may only be dev-dependencies"],
        );
    }

    #[test]
    fn unlisted_crate_is_reported() {
        check(
            &inside("azulejo-new", RULES, None),
            &["  azulejo-new is not in the table; \
               add it to ARROWS in xtask/src/arrows.rs"],
        );
    }

    #[test]
    fn rules_have_few_dependencies() {
        check(&outside(RULES, "arrayvec", None), &[]);
        check(&outside(RULES, "rand_core", None), &[]);
        check(&outside(RULES, "proptest", Some("dev")), &[]);
        check(&outside(AI, "serde", None), &[]);
        check(
            &outside(RULES, "serde", None),
            &["  azulejo-rules -> serde (normal): \
               the rules may depend on only arrayvec, rand_core"],
        );
    }

    #[test]
    fn only_program_and_tools_depend_on_the_server() {
        let dependants = ARROWS
            .iter()
            .filter(|(_, allowed)| allowed.contains(&SERVER));
        assert_eq!(
            dependants.map(|(name, _)| *name).collect::<Vec<_>>(),
            [BINARY, RELIABILITY, FUZZ_TARGETS]
        );
    }

    #[test]
    fn table_has_no_cycle() {
        for (idx, (from, allowed)) in ARROWS.iter().enumerate() {
            for to in *allowed {
                let below = ARROWS[..idx].iter().any(|(name, _)| name == to);
                assert!(
                    below,
                    "{from} may depend on {to}, so it must be listed after it"
                );
            }
        }
    }
}
