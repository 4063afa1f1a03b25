//! The engine and the game host as WebAssembly modules, built into the web client's sources.
//!
//! The modules are committed, so that building the program needs no WebAssembly toolchain. Beside
//! them is a fingerprint of the sources they were built from.

mod fingerprint;
mod toolchain;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::workspace;
use toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// The modules: a feature of the crate, the profile and the file of each.
const MODULES: [(&str, &str, &str); 2] = [
    ("engine", "wasm", "web/src/engine/azulejo.wasm"),
    ("host", "wasm-host", "web/src/lib/local/azulejo-host.wasm"),
];
const FINGERPRINT: &str = "web/src/engine/azulejo.wasm.fingerprint";

/// The instruction set of the modules: every browser since 2023 has it.
const FEATURES: &str = "-Ctarget-feature=+simd128";

/// Builds the modules, or, with `check`, fails if the committed ones are stale.
pub(crate) fn run(sh: &Shell, check: bool) -> Result<()> {
    if check {
        if is_stale(sh)? {
            bail!("the modules are older than their sources; build them with: cargo xtask wasm");
        }
        println!("the modules are up to date");
        return Ok(());
    }
    let fingerprint = fingerprint::of_sources(sh)?;
    let toolchain = Toolchain::find(sh)?;
    for (feature, profile, module) in MODULES {
        build(sh, &toolchain, feature, profile, module)?;
    }
    sh.write_file(FINGERPRINT, fingerprint + "\n")?;
    Ok(())
}

/// Returns whether the committed modules were built from other sources.
pub(crate) fn is_stale(sh: &Shell) -> Result<bool> {
    let built_from = sh.read_file(FINGERPRINT).unwrap_or_default();
    Ok(built_from.trim_end() != fingerprint::of_sources(sh)?)
}

fn build(
    sh: &Shell,
    toolchain: &Toolchain,
    feature: &str,
    profile: &str,
    module: &str,
) -> Result<()> {
    let target_dir = workspace::target_dir(sh)?.join("wasm");
    let build_std = toolchain.build_std();
    let command = cmd!(
        sh,
        "cargo build -p azulejo-wasm --lib --profile {profile} --locked
         --no-default-features --features {feature}
         --target {TARGET} --target-dir {target_dir} {build_std...}"
    );
    // Panic messages contain paths; the modules must not depend on where they were built.
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
        .join(profile)
        .join("azulejo_wasm.wasm");
    sh.copy_file(&built, module)?;
    let size = std::fs::metadata(&built)?.len();
    println!("{module}: {size} bytes");
    Ok(())
}

fn cargo_home() -> Result<std::path::PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("the home folder is unknown")?;
    Ok(home.join(".cargo"))
}
