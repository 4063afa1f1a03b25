//! Long runs of the deterministic simulation in `crates/azulejo-server/src/simulation`.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Simulates `seeds` seeds, beginning with `from`.
pub(crate) fn run(sh: &Shell, seeds: u64, from: u64) -> Result<()> {
    let command = cmd!(
        sh,
        "cargo test -p azulejo-server --profile ci --locked --lib -- --nocapture --exact simulation::every_seed_keeps_the_invariants"
    );
    println!("simulating {seeds} seeds from {from}");
    Ok(command
        .env("AZULEJO_SIMULATION_SEEDS", seeds.to_string())
        .env("AZULEJO_SIMULATION_FROM", from.to_string())
        .run()?)
}
