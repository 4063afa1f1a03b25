//! The SIMD kernels of the networks under Miri, which detects undefined behaviour.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::ensure;

/// Runs the kernel tests with the baseline instruction set and, on x86-64, with AVX2: under Miri only
/// the instruction sets enabled at compile time are available.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    ensure::miri(sh)?;
    let mut features = vec!["baseline"];
    if cfg!(target_arch = "x86_64") {
        features.push("+avx2");
    }
    for feature in features {
        println!("\n=== Miri, instruction set {feature}");
        let mut command = cmd!(
            sh,
            "cargo +nightly miri test -p azulejo-ai --lib --locked eval::net::kernels"
        );
        if feature.starts_with('+') {
            command = command.env("RUSTFLAGS", format!("-C target-feature={feature}"));
        }
        command.run()?;
    }
    Ok(())
}
