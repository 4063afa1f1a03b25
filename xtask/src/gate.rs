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
    run: fn(&Shell) -> Result<()>,
}

/// The cheap steps come first: what is quickly mended is quickly said.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the code is formatted",
        run: fmt,
    },
    Step {
        name: "arrows",
        about: "crates depend only on what they may",
        run: arrows::run,
    },
    Step {
        name: "clippy",
        about: "no warnings",
        run: clippy,
    },
    Step {
        name: "test",
        about: "unit, integration and documentation tests",
        run: test,
    },
    Step {
        name: "web",
        about: "the web client: types, style and unit tests",
        run: web,
    },
    Step {
        name: "e2e",
        about: "whole games in a real browser through the real server",
        run: e2e,
    },
    Step {
        name: "training",
        about: "networks can be trained, where PyTorch is installed",
        run: training::step,
    },
    Step {
        name: "doc",
        about: "the documentation builds without warnings",
        run: doc,
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
    for step in steps {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let outcome = (step.run)(sh);
        times.push(start.elapsed());
        if let Err(error) = outcome {
            println!("\n{}", table(steps, &times, true));
            let name = step.name;
            bail!(
                "the step `{name}` failed: {error:#}\n\
                 Run just this step again with: cargo xtask test --only {name}"
            );
        }
    }
    println!("\n{}", table(steps, &times, false));
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

fn test(sh: &Shell) -> Result<()> {
    ensure::postgres(sh)?;
    let command = cmd!(sh, "cargo test --workspace --profile ci --locked");
    Ok(command.env("AZULEJO_REQUIRE_POSTGRES", "1").run()?)
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
        run: |_| Ok(()),
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
