//! Instruction counts of the engine, by gungraun and Valgrind.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{ensure, workspace};

/// Runs the instruction benchmarks of the rules, the networks and the search.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let lock_file = sh.read_file("Cargo.lock")?;
    let version = workspace::locked_version(&lock_file, "gungraun")
        .context("Cargo.lock does not contain gungraun")?;
    let target_dir = workspace::target_dir(sh)?;
    ensure::valgrind(sh)?;
    let runner = ensure::gungraun_runner(sh, version, &target_dir)?;

    for (package, bench, fixed) in [
        // A fixed instruction set makes counts comparable between machines; Valgrind does not
        // support AVX-512, which `native` may select.
        ("azulejo-rules", "instructions", true),
        // As shipped: the networks select their kernel at run time.
        ("azulejo-ai", "evaluation", false),
    ] {
        let mut command = cmd!(sh, "cargo bench -p {package} --bench {bench} --locked")
            .env("GUNGRAUN_RUNNER", &runner)
            // Callgrind finds the measured function by its debug symbols.
            .env("CARGO_PROFILE_BENCH_DEBUG", "true");
        if fixed && cfg!(target_arch = "x86_64") {
            command = command.env("RUSTFLAGS", "-C target-cpu=x86-64-v3");
        }
        command.run()?;
    }

    let raw = target_dir.join("gungraun");
    println!(
        "\nThe raw results, with which the next run is compared, are in {}.\n\
         Record notable results, with the date, in docs/benchmarks.",
        raw.display()
    );
    Ok(())
}
