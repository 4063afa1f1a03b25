//! Tools the workshop needs: found, fetched, or asked for in words that say how to get them.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use xshell::{Cmd, Shell, cmd};

/// A part of the toolchain, known to cargo as `subcommand` and to rustup as `component`.
pub(crate) fn component(sh: &Shell, subcommand: &str, component: &str) -> Result<()> {
    if works(cmd!(sh, "cargo {subcommand} --version")) {
        return Ok(());
    }
    bail!("`cargo {subcommand}` is missing; get it with: rustup component add {component}");
}

/// A nightly toolchain, which fuzzing needs for its sanitizers.
pub(crate) fn nightly(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "rustup run nightly rustc --version")) {
        return Ok(());
    }
    bail!(
        "no nightly toolchain is installed; get one with: \
         rustup toolchain install nightly --profile minimal"
    );
}

/// `cargo fuzz`, any version that is already there or else one that is known to work.
pub(crate) fn cargo_fuzz(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "cargo fuzz --version")) {
        return Ok(());
    }
    Ok(cmd!(sh, "cargo install cargo-fuzz --locked --version 0.13.2").run()?)
}

/// Valgrind, installed where that is possible without asking anyone.
pub(crate) fn valgrind(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "valgrind --version")) {
        return Ok(());
    }
    if !(is_root(sh) && works(cmd!(sh, "apt-get --version"))) {
        bail!(
            "valgrind is missing; get it from your system's packages, \
             for example with: sudo apt-get install valgrind"
        );
    }
    cmd!(sh, "apt-get update").run()?;
    let install = cmd!(sh, "apt-get install --yes --no-install-recommends valgrind");
    Ok(install.env("DEBIAN_FRONTEND", "noninteractive").run()?)
}

/// The program that drives the instruction benchmarks, whose version must be that of the library.
///
/// It lives in the target folder, under its version: projects of one person may need several.
pub(crate) fn gungraun_runner(sh: &Shell, version: &str, target_dir: &Path) -> Result<PathBuf> {
    let root = target_dir
        .join("tools")
        .join(format!("gungraun-runner-{version}"));
    let runner = root.join("bin").join("gungraun-runner");
    if !works(cmd!(sh, "{runner} --version")) {
        cmd!(
            sh,
            "cargo install gungraun-runner --locked --version {version} --root {root}"
        )
        .run()?;
    }
    Ok(runner)
}

/// Whether a command that only prints something can be run at all.
fn works(command: Cmd<'_>) -> bool {
    command.quiet().ignore_stderr().read().is_ok()
}

fn is_root(sh: &Shell) -> bool {
    cmd!(sh, "id -u").quiet().read().is_ok_and(|uid| uid == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_component_is_named_with_its_cure() {
        let sh = Shell::new().unwrap();
        let error = component(&sh, "no-such-command", "some-component")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "`cargo no-such-command` is missing; \
             get it with: rustup component add some-component"
        );
    }

    #[test]
    fn only_a_command_that_ends_well_works() {
        let sh = Shell::new().unwrap();
        assert!(works(cmd!(sh, "cargo --version")));
        assert!(!works(cmd!(sh, "cargo --no-such-option")));
        assert!(!works(cmd!(sh, "no-such-program-at-all")));
    }
}
