//! The engine as a WebAssembly module, built into the web client's sources.
//!
//! The module is committed, so that building the program needs no WebAssembly toolchain. Beside it
//! is a fingerprint of the sources it was built from.

mod fingerprint;
mod toolchain;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::workspace;
use toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "web/src/engine/azulejo.wasm";
const FINGERPRINT: &str = "web/src/engine/azulejo.wasm.fingerprint";

/// The instruction set of the module: every browser since 2023 has it.
const FEATURES: &str = "-Ctarget-feature=+simd128";

/// Builds the module, or, with `check`, fails if the committed one is stale.
pub(crate) fn run(sh: &Shell, check: bool) -> Result<()> {
    if check {
        if is_stale(sh)? {
            bail!("{MODULE} is older than its sources; build it with: cargo xtask wasm");
        }
        println!("{MODULE} is up to date");
        return Ok(());
    }
    let fingerprint = fingerprint::of_sources(sh)?;
    build(sh)?;
    sh.write_file(FINGERPRINT, fingerprint + "\n")?;
    Ok(())
}

/// Returns whether the committed module was built from other sources.
pub(crate) fn is_stale(sh: &Shell) -> Result<bool> {
    let built_from = sh.read_file(FINGERPRINT).unwrap_or_default();
    Ok(built_from.trim_end() != fingerprint::of_sources(sh)?)
}

fn build(sh: &Shell) -> Result<()> {
    let target_dir = workspace::target_dir(sh)?.join("wasm");
    let toolchain = Toolchain::find(sh)?;
    let build_std = toolchain.build_std();
    let command = cmd!(
        sh,
        "cargo build -p azulejo-wasm --lib --profile wasm --locked
         --target {TARGET} --target-dir {target_dir} {build_std...}"
    );
    // Panic messages contain paths; the module must not depend on where it was built.
    let mut flags = FEATURES.to_owned();
    for (path, name) in [
        (workspace::root()?, "azulejo"),
        (toolchain.sysroot().to_owned(), "rust"),
        (cargo_home()?, "cargo"),
    ] {
        flags += &format!(" --remap-path-prefix={}={name}", path.display());
    }
    toolchain.configure(command).env("RUSTFLAGS", flags).run()?;
    let built = target_dir
        .join(TARGET)
        .join("wasm")
        .join("azulejo_wasm.wasm");
    sh.copy_file(&built, MODULE)?;
    let size = std::fs::metadata(&built)?.len();
    println!("{MODULE}: {size} bytes");
    Ok(())
}

fn cargo_home() -> Result<std::path::PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("the home folder is unknown")?;
    Ok(home.join(".cargo"))
}
