//! The static site: the web client without a server, for any static host.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::{ensure, wasm};

/// A file of every site. A folder that lacks it is not overwritten.
const MARK: &str = "sw.js";

/// Builds the site into `out`, which must be missing, empty or an older site.
pub(crate) fn run(sh: &Shell, out: &Path) -> Result<()> {
    if wasm::is_stale(sh)? {
        bail!("a WebAssembly module is older than its sources; build it with: cargo xtask wasm");
    }
    ensure::web_packages(sh)?;
    build(sh, out)
}

/// Builds the site; the web client's packages must be installed.
pub(crate) fn build(sh: &Shell, out: &Path) -> Result<()> {
    require_replaceable(out)?;
    let out = std::path::absolute(out)?;
    let _web = sh.push_dir("web");
    cmd!(
        sh,
        "npm run build:site -- --outDir {out} --emptyOutDir --logLevel warn"
    )
    .run()?;
    println!("{}: the static site", out.display());
    Ok(())
}

/// Returns an error if `out` contains anything but an older site.
fn require_replaceable(out: &Path) -> Result<()> {
    if !out.exists() || out.join(MARK).exists() {
        return Ok(());
    }
    let mut entries = out
        .read_dir()
        .with_context(|| format!("cannot read the folder {}", out.display()))?;
    if entries.next().is_some() {
        bail!(
            "{} is not empty and contains no site; choose another folder",
            out.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sites_and_empty_folders_are_replaced() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let out = folder.path();
        assert!(require_replaceable(&out.join("missing")).is_ok());
        assert!(require_replaceable(out).is_ok());
        std::fs::write(out.join("thesis.tex"), "").unwrap();
        let error = require_replaceable(out).unwrap_err().to_string();
        assert!(
            error.contains("is not empty and contains no site"),
            "{error}"
        );
        std::fs::write(out.join(MARK), "").unwrap();
        assert!(require_replaceable(out).is_ok());
    }
}
