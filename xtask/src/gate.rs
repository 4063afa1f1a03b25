//! The gate: all steps of `cargo xtask test`, in order.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::ensure::{self, Policy};
use crate::{arrows, packages, site, supply_chain, training, wasm, workspace};

/// One step of the gate.
///
/// A step ensures its own tools, so that it can also run on its own.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Shell, Policy) -> Result<Skipped>,
}

/// The checks that a passed step skipped on this machine, one line each.
type Skipped = Vec<String>;

/// Wraps the result of a step that skips nothing.
fn complete(result: Result<()>) -> Result<Skipped> {
    result.map(|()| Skipped::new())
}

/// Cheap steps come first, so that simple mistakes are reported early.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "formatting",
        run: |sh, _| complete(fmt(sh)),
    },
    Step {
        name: "arrows",
        about: "allowed dependencies between the crates",
        run: |sh, _| complete(arrows::run(sh)),
    },
    Step {
        name: "machete",
        about: "unused dependencies (cargo-machete)",
        run: |sh, policy| complete(supply_chain::machete(sh, policy)),
    },
    Step {
        name: "deny",
        about: "licences, banned crates and sources (cargo-deny)",
        run: |sh, policy| complete(supply_chain::deny(sh, policy)),
    },
    Step {
        name: "clippy",
        about: "lints",
        run: |sh, _| complete(clippy(sh)),
    },
    Step {
        name: "test",
        about: "unit, integration and documentation tests",
        run: test,
    },
    Step {
        name: "packages",
        about: "the published crates: features, no_std, packages",
        run: |sh, _| packages::step(sh),
    },
    Step {
        name: "wasm",
        about: "the engine's WebAssembly module is built from these sources",
        run: |sh, _| current_module(sh),
    },
    Step {
        name: "web",
        about: "the web client: types, lints and unit tests",
        run: |sh, _| complete(web(sh)),
    },
    Step {
        name: "e2e",
        about: "whole games in a browser against the server",
        run: |sh, policy| complete(e2e(sh, policy)),
    },
    Step {
        name: "training",
        about: "a minimal training run, if PyTorch is installed",
        run: |sh, _| training::step(sh),
    },
    Step {
        name: "doc",
        about: "documentation builds without warnings",
        run: |sh, _| complete(doc(sh)),
    },
];

/// Returns the name and description of each step, in order.
pub(crate) fn steps() -> impl Iterator<Item = (&'static str, &'static str)> {
    STEPS.iter().map(|step| (step.name, step.about))
}

/// Runs the steps named in `only`, or all of them if it is empty.
pub(crate) fn run(sh: &Shell, only: &[String], policy: Policy) -> Result<()> {
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|name| name == step.name);
    run_steps(sh, &STEPS.iter().filter(chosen).collect::<Vec<_>>(), policy)
}

fn run_steps(sh: &Shell, steps: &[&Step], policy: Policy) -> Result<()> {
    let mut times = Vec::new();
    let mut skipped = Skipped::new();
    for step in steps {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let result = (step.run)(sh, policy);
        times.push(start.elapsed());
        match result {
            Ok(checks) => skipped.extend(checks),
            Err(error) => {
                println!("\n{}", time_table(steps, &times, true));
                let name = step.name;
                bail!(
                    "the step `{name}` failed: {error:#}\n\
                     Run only this step again with: cargo xtask test --only {name}"
                );
            }
        }
    }
    println!(
        "\n{}{}",
        time_table(steps, &times, false),
        skipped_notes(&skipped)
    );
    Ok(())
}

/// Formats the duration of each step; steps without a time did not run.
fn time_table(steps: &[&Step], times: &[Duration], last_failed: bool) -> String {
    let mut table = format!("{:<10}{:>9}\n", "step", "seconds");
    for (idx, step) in steps.iter().enumerate() {
        let name = step.name;
        let Some(time) = times.get(idx) else {
            writeln!(table, "{name:<10}{:>9}  not run", "-").unwrap();
            continue;
        };
        let failed = last_failed && idx + 1 == times.len();
        let note = if failed { "FAILED" } else { "ok" };
        writeln!(table, "{name:<10}{:>9.1}  {note}", time.as_secs_f64()).unwrap();
    }
    let total: Duration = times.iter().sum();
    write!(table, "{:<10}{:>9.1}", "total", total.as_secs_f64()).unwrap();
    table
}

/// Formats the skipped checks, printed after the table, so that they are not overlooked.
fn skipped_notes(skipped: &[String]) -> String {
    let mut text = String::new();
    for check in skipped {
        write!(text, "\n*** NOT TESTED HERE: {check}").unwrap();
    }
    text
}

fn fmt(sh: &Shell) -> Result<()> {
    ensure::component(sh, "fmt", "rustfmt")?;
    Ok(cmd!(sh, "cargo fmt --all --check").run()?)
}

fn clippy(sh: &Shell) -> Result<()> {
    ensure::component(sh, "clippy", "clippy")?;
    let command = cmd!(
        sh,
        "cargo clippy --workspace --all-targets --profile ci --locked -- -D warnings"
    );
    Ok(command.run()?)
}

/// A capability that some tests need and not every machine has. Where it is available, the tests
/// must not skip themselves.
struct Capability {
    variable: &'static str,
    ensure: fn(&Shell, Policy) -> Result<()>,
    /// The property that is not tested without it.
    test: &'static str,
}

const CAPABILITIES: &[Capability] = &[
    Capability {
        variable: "AZULEJO_REQUIRE_STRACE",
        ensure: ensure::strace,
        test: "moves are synced to disk before they are acknowledged",
    },
    Capability {
        variable: "AZULEJO_REQUIRE_MOUNT",
        ensure: ensure::loop_mounts,
        test: "acknowledged moves survive a power loss",
    },
];

/// Returns the variables of the available capabilities, and the tests skipped for lack of others.
fn probe(sh: &Shell, policy: Policy, capabilities: &[Capability]) -> (Vec<&'static str>, Skipped) {
    let mut available = Vec::new();
    let mut skipped = Skipped::new();
    for capability in capabilities {
        match (capability.ensure)(sh, policy) {
            Ok(()) => available.push(capability.variable),
            Err(error) => skipped.push(format!("{} ({error:#})", capability.test)),
        }
    }
    (available, skipped)
}

fn test(sh: &Shell, policy: Policy) -> Result<Skipped> {
    ensure::postgres(sh, policy)?;
    ensure::python(sh, policy)?;
    let (available, skipped) = probe(sh, policy, CAPABILITIES);
    // As root, the power-loss tests would mount loop devices on their own.
    let filter: &[&str] = match policy {
        Policy::Install => &[],
        Policy::NoInstall => &["--", "--skip", "power::"],
    };
    let command = cmd!(
        sh,
        "cargo test --workspace --profile ci --locked {filter...}"
    );
    let mut command = command
        .env("AZULEJO_REQUIRE_POSTGRES", "1")
        .env("AZULEJO_REQUIRE_PYTHON", "1");
    for variable in available {
        command = command.env(variable, "1");
    }
    command.run()?;
    Ok(skipped)
}

/// Reports a stale module. The step `web` compares its behaviour with the native one.
fn current_module(sh: &Shell) -> Result<Skipped> {
    Ok(if wasm::is_stale(sh)? {
        vec!["the current engine in browsers (build it with: cargo xtask wasm)".to_owned()]
    } else {
        Skipped::new()
    })
}

fn web(sh: &Shell) -> Result<()> {
    ensure::web_packages(sh)?;
    let _web = sh.push_dir("web");
    cmd!(sh, "npm run check").run()?;
    cmd!(sh, "npm run lint").run()?;
    Ok(cmd!(sh, "npm test").run()?)
}

fn e2e(sh: &Shell, policy: Policy) -> Result<()> {
    ensure::web_packages(sh)?;
    let chromium = ensure::chromium(sh, policy)?;
    // The same build as in the step `test`, so that nothing is compiled again for other features.
    cmd!(sh, "cargo test --workspace --profile ci --locked --no-run").run()?;
    let target = workspace::target_dir(sh)?;
    let program = target.join("ci").join("azulejo");
    let static_site = target.join("site");
    site::build(sh, &static_site)?;
    let _web = sh.push_dir("web");
    // The budgets of a first visit, for the client that the program was built with.
    cmd!(sh, "npm run size").run()?;
    let command = cmd!(sh, "npm run e2e");
    let command = command
        .env("AZULEJO_BIN", program)
        .env("AZULEJO_SITE", static_site)
        .env("AZULEJO_CHROMIUM", chromium);
    Ok(command.run()?)
}

fn doc(sh: &Shell) -> Result<()> {
    let command = cmd!(sh, "cargo doc --workspace --no-deps --profile ci --locked");
    command.env("RUSTDOCFLAGS", "-D warnings").run()?;
    // As docs.rs shows it.
    let rules = cmd!(
        sh,
        "cargo doc -p azulejo-rules --all-features --no-deps --profile ci --locked"
    );
    Ok(rules.env("RUSTDOCFLAGS", "-D warnings").run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: Step = Step {
        name: "good",
        about: "",
        run: |_, _| Ok(Skipped::new()),
    };
    const FAILS: Step = Step {
        name: "bad",
        about: "",
        run: |_, _| bail!("the reason"),
    };
    const NEVER: Step = Step {
        name: "late",
        about: "",
        run: |_, _| panic!("must not run"),
    };

    #[test]
    fn first_failure_stops_the_gate_and_names_the_step() {
        let sh = Shell::new().unwrap();
        let error = run_steps(&sh, &[&PASSES, &FAILS, &NEVER], Policy::Install)
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "the step `bad` failed: the reason\n\
             Run only this step again with: cargo xtask test --only bad"
        );
    }

    #[test]
    fn gate_passes_if_every_step_passes() {
        let sh = Shell::new().unwrap();
        run_steps(&sh, &[&PASSES, &PASSES], Policy::Install).unwrap();
    }

    #[test]
    fn missing_capabilities_are_reported_as_skipped() {
        let sh = Shell::new().unwrap();
        let capability = |variable, ensure, test| Capability {
            variable,
            ensure,
            test,
        };
        let capabilities = [
            capability("AVAILABLE", |_, _| Ok(()), "it works"),
            capability("MISSING", |_, _| bail!("no such thing"), "it lasts"),
        ];
        let (available, skipped) = probe(&sh, Policy::Install, &capabilities);
        assert_eq!(available, ["AVAILABLE"]);
        assert_eq!(skipped, ["it lasts (no such thing)"]);
        assert_eq!(
            skipped_notes(&skipped),
            "\n*** NOT TESTED HERE: it lasts (no such thing)"
        );
        assert_eq!(skipped_notes(&[]), "");
    }

    #[test]
    fn table_shows_passed_failed_and_skipped_steps() {
        let times = [Duration::from_millis(1500), Duration::from_secs(62)];
        assert_eq!(
            time_table(&[&PASSES, &FAILS, &NEVER], &times, true),
            "\
step        seconds
good            1.5  ok
bad            62.0  FAILED
late              -  not run
total          63.5"
        );
    }

    #[test]
    fn step_names_are_unique_and_fit_the_table() {
        let mut names: Vec<_> = steps().map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| name.len() < 10), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
