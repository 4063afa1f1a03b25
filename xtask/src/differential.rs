//! The long comparison of the rules engine with the reference implementation.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Runs the `differential` test of the rules over `plies` plies.
pub(crate) fn run(sh: &Shell, plies: u64) -> Result<()> {
    let command = cmd!(
        sh,
        "cargo test -p azulejo-rules --profile ci --locked --test it -- --nocapture differential::"
    );
    println!("comparing the engine with the reference over {plies} plies");
    Ok(command
        .env("AZULEJO_DIFFERENTIAL_PLIES", plies.to_string())
        .run()?)
}
