//! The gate: all steps of `cargo xtask test`, in order.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{arrows, ensure, training, workspace};

/// One thing that must pass.
///
/// A step that needs a tool asks [`ensure`] for it first, so that each step also works alone.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Shell) -> Result<Skipped>,
}

/// What a step that passed could not look at here, and why: one line each.
type Skipped = Vec<String>;

/// A step that looks at everything or fails.
fn whole(outcome: Result<()>) -> Result<Skipped> {
    outcome.map(|()| Skipped::new())
}

/// The cheap steps come first: what is quickly mended is quickly said.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the code is formatted",
        run: |sh| whole(fmt(sh)),
    },
    Step {
        name: "arrows",
        about: "crates depend only on what they may",
        run: |sh| whole(arrows::run(sh)),
    },
    Step {
        name: "clippy",
        about: "no warnings",
        run: |sh| whole(clippy(sh)),
    },
    Step {
        name: "test",
        about: "unit, integration and documentation tests",
        run: test,
    },
    Step {
        name: "web",
        about: "the web client: types, style and unit tests",
        run: |sh| whole(web(sh)),
    },
    Step {
        name: "e2e",
        about: "whole games in a real browser through the real server",
        run: |sh| whole(e2e(sh)),
    },
    Step {
        name: "training",
        about: "networks can be trained, where PyTorch is installed",
        run: |sh| whole(training::step(sh)),
    },
    Step {
        name: "doc",
        about: "the documentation builds without warnings",
        run: |sh| whole(doc(sh)),
    },
];

/// The name of each step and what it is about, in order.
pub(crate) fn steps() -> impl Iterator<Item = (&'static str, &'static str)> {
    STEPS.iter().map(|step| (step.name, step.about))
}

/// Runs the steps named in `only`, or all of them when it is empty.
pub(crate) fn run(sh: &Shell, only: &[String]) -> Result<()> {
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|name| name == step.name);
    run_steps(sh, &STEPS.iter().filter(chosen).collect::<Vec<_>>())
}

fn run_steps(sh: &Shell, steps: &[&Step]) -> Result<()> {
    let mut times = Vec::new();
    let mut skipped = Skipped::new();
    for step in steps {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let outcome = (step.run)(sh);
        times.push(start.elapsed());
        match outcome {
            Ok(not_here) => skipped.extend(not_here),
            Err(error) => {
                println!("\n{}", table(steps, &times, true));
                let name = step.name;
                bail!(
                    "the step `{name}` failed: {error:#}\n\
                     Run just this step again with: cargo xtask test --only {name}"
                );
            }
        }
    }
    println!("\n{}{}", table(steps, &times, false), told(&skipped));
    Ok(())
}

/// How long each step took; the steps without a time did not run.
fn table(steps: &[&Step], times: &[Duration], last_failed: bool) -> String {
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

/// What was not looked at, after the table, so that nobody takes a passed gate for more than it is.
fn told(skipped: &[String]) -> String {
    let mut text = String::new();
    for what in skipped {
        write!(text, "\n*** NOT TESTED HERE: {what}").unwrap();
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

/// What some tests need and not every place has: where it is there they must not do without.
struct Need {
    variable: &'static str,
    ensure: fn(&Shell) -> Result<()>,
    /// What is not tested without it.
    test: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        variable: "AZULEJO_REQUIRE_STRACE",
        ensure: ensure::strace,
        test: "that moves are synced to disk before anybody hears of them",
    },
    Need {
        variable: "AZULEJO_REQUIRE_MOUNT",
        ensure: ensure::loop_mounts,
        test: "that a power loss loses nothing that was acknowledged",
    },
];

/// The variables that say what tests must not do without here, and what is not tested.
fn look_for(sh: &Shell, needs: &[Need]) -> (Vec<&'static str>, Skipped) {
    let mut required = Vec::new();
    let mut skipped = Skipped::new();
    for need in needs {
        match (need.ensure)(sh) {
            Ok(()) => required.push(need.variable),
            Err(error) => skipped.push(format!("{} ({error:#})", need.test)),
        }
    }
    (required, skipped)
}

fn test(sh: &Shell) -> Result<Skipped> {
    ensure::postgres(sh)?;
    ensure::python(sh)?;
    let (required, skipped) = look_for(sh, NEEDS);
    let command = cmd!(sh, "cargo test --workspace --profile ci --locked");
    let mut command = command
        .env("AZULEJO_REQUIRE_POSTGRES", "1")
        .env("AZULEJO_REQUIRE_PYTHON", "1");
    for variable in required {
        command = command.env(variable, "1");
    }
    command.run()?;
    Ok(skipped)
}

fn web(sh: &Shell) -> Result<()> {
    ensure::web_packages(sh)?;
    let _web = sh.push_dir("web");
    cmd!(sh, "npm run check").run()?;
    cmd!(sh, "npm run lint").run()?;
    Ok(cmd!(sh, "npm test").run()?)
}

fn e2e(sh: &Shell) -> Result<()> {
    ensure::web_packages(sh)?;
    let chromium = ensure::chromium(sh)?;
    // The same build as for the tests, so that nothing is compiled twice for other features.
    cmd!(sh, "cargo test --workspace --profile ci --locked --no-run").run()?;
    let program = workspace::target_dir(sh)?.join("ci").join("azulejo");
    let _web = sh.push_dir("web");
    let command = cmd!(sh, "npm run e2e");
    let command = command
        .env("AZULEJO_BIN", program)
        .env("AZULEJO_CHROMIUM", chromium);
    Ok(command.run()?)
}

fn doc(sh: &Shell) -> Result<()> {
    let command = cmd!(sh, "cargo doc --workspace --no-deps --profile ci --locked");
    Ok(command.env("RUSTDOCFLAGS", "-D warnings").run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: Step = Step {
        name: "good",
        about: "",
        run: |_| Ok(Skipped::new()),
    };
    const FAILS: Step = Step {
        name: "bad",
        about: "",
        run: |_| bail!("the reason"),
    };
    const NEVER: Step = Step {
        name: "late",
        about: "",
        run: |_| panic!("must not run"),
    };

    #[test]
    fn stops_at_the_first_failure_and_says_how_to_repeat_it() {
        let sh = Shell::new().unwrap();
        let error = run_steps(&sh, &[&PASSES, &FAILS, &NEVER])
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "the step `bad` failed: the reason\n\
             Run just this step again with: cargo xtask test --only bad"
        );
    }

    #[test]
    fn passes_when_every_step_passes() {
        let sh = Shell::new().unwrap();
        run_steps(&sh, &[&PASSES, &PASSES]).unwrap();
    }

    #[test]
    fn what_is_there_is_required_and_what_is_not_is_said() {
        let sh = Shell::new().unwrap();
        let need = |variable, ensure, test| Need {
            variable,
            ensure,
            test,
        };
        let needs = [
            need("HERE", |_| Ok(()), "that it works"),
            need("MISSING", |_| bail!("no such thing"), "that it lasts"),
        ];
        let (required, skipped) = look_for(&sh, &needs);
        assert_eq!(required, ["HERE"]);
        assert_eq!(skipped, ["that it lasts (no such thing)"]);
        assert_eq!(
            told(&skipped),
            "\n*** NOT TESTED HERE: that it lasts (no such thing)"
        );
        assert_eq!(told(&[]), "");
    }

    #[test]
    fn the_table_tells_passed_failed_and_not_run_apart() {
        let times = [Duration::from_millis(1500), Duration::from_secs(62)];
        assert_eq!(
            table(&[&PASSES, &FAILS, &NEVER], &times, true),
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
