//! The unsafe loops of the networks under Miri, which interprets them and stops at undefined behaviour.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::ensure;

/// Runs the tests of the inner loops: with the vectors that every machine of this kind has, and, where
/// there are wider ones, with those too, because Miri has only what it is compiled for.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    ensure::miri(sh)?;
    let mut features = vec!["as every machine has them"];
    if cfg!(target_arch = "x86_64") {
        features.push("+avx2");
    }
    for feature in features {
        println!("\n=== miri, instructions {feature}");
        let mut command = cmd!(
            sh,
            "cargo +nightly miri test -p azulejo-ai --lib --locked value::net::kernels"
        );
        if feature.starts_with('+') {
            command = command.env("RUSTFLAGS", format!("-C target-feature={feature}"));
        }
        command.run()?;
    }
    Ok(())
}
