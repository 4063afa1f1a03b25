//! Checks of the published crates: features, `no_std` and the packages themselves.

use anyhow::Result;
use xshell::{Shell, cmd};

/// A target without std: a dependency that needs std fails to compile for it.
const BARE_METAL: &str = "x86_64-unknown-none";

/// Tests the features of the rules crate, and builds the packages of the published crates.
///
/// Returns the checks that this machine cannot run.
pub(crate) fn step(sh: &Shell) -> Result<Vec<String>> {
    features(sh)?;
    let skipped = no_std(sh)?;
    package(sh)?;
    Ok(skipped)
}

/// Compiles the rules crate with no feature and with each one alone, and tests it with all.
///
/// The step `test` covers what the workspace enables, which is `unstable-search` only.
fn features(sh: &Shell) -> Result<()> {
    for feature in ["", "serde", "arbitrary", "std"] {
        let check = cmd!(
            sh,
            "cargo check -p azulejo-rules --lib --profile ci --locked --no-default-features"
        );
        check.args(["--features", feature]).run()?;
    }
    // Documentation tests and integration tests do not depend on features, so `--lib` suffices.
    let test = cmd!(
        sh,
        "cargo test -p azulejo-rules --lib --profile ci --locked --all-features"
    );
    Ok(test.run()?)
}

/// Compiles the rules crate for a target without std, if the target is installed.
fn no_std(sh: &Shell) -> Result<Vec<String>> {
    let libraries = cmd!(sh, "rustc --print target-libdir --target {BARE_METAL}");
    if !sh.path_exists(libraries.quiet().read()?) {
        return Ok(vec![format!(
            "dependencies of the rules crate need no std \
             (install the target with: rustup target add {BARE_METAL})"
        )]);
    }
    let check = cmd!(
        sh,
        "cargo check -p azulejo-rules --lib --profile ci --locked --target {BARE_METAL}"
    );
    check.args(["--features", "serde,unstable-search"]).run()?;
    Ok(Vec::new())
}

/// Packages the published crates in one call, so that each finds the others, and compiles the
/// packages.
fn package(sh: &Shell) -> Result<()> {
    // Packaging asks the registry about every dependency unless it is offline.
    cmd!(sh, "cargo fetch --locked").run()?;
    let package = cmd!(
        sh,
        "cargo package -p azulejo-rules -p azulejo-ai -p azulejo-protocol"
    );
    // The packages share the `dev` profile with xtask, so most dependencies are compiled already.
    Ok(package
        .args(["--locked", "--offline", "--allow-dirty"])
        .run()?)
}
