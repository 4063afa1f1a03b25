//! Instruction counts of the engine, by gungraun on top of valgrind.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{ensure, workspace};

/// Runs the benchmarks that count: the rules', and those of the networks and the search.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let lock_file = sh.read_file("Cargo.lock")?;
    let version = workspace::locked_version(&lock_file, "gungraun")
        .context("there is nothing to measure yet: Cargo.lock holds no gungraun")?;
    let target_dir = workspace::target_dir(sh)?;
    ensure::valgrind(sh)?;
    let runner = ensure::gungraun_runner(sh, version, &target_dir)?;

    for (package, bench, fixed) in [
        // One fixed instruction set makes counts comparable between machines, and valgrind does
        // not know AVX-512, which `native` may choose.
        ("azulejo-rules", "instructions", true),
        // As it is shipped: the networks choose their instructions when the program runs.
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
        "\nThe raw files of this run, against which the next run is compared, lie in {}.\n\
         Results worth keeping are written down, with their date, in docs/benchmarks.",
        raw.display()
    );
    Ok(())
}
