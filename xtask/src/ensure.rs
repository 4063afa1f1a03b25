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

/// Miri, which comes with a nightly toolchain.
pub(crate) fn miri(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "cargo +nightly miri --version")) {
        return Ok(());
    }
    bail!(
        "Miri is not installed; get it with: \
         rustup toolchain install nightly --profile minimal --component miri,rust-src"
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
    apt_install(sh, "valgrind", "valgrind")
}

/// Node.js with npm, for the web client.
pub(crate) fn node(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "npm --version")) {
        return Ok(());
    }
    bail!("Node.js is missing; get version 20 or later from https://nodejs.org")
}

/// The packages of the web client, exactly those of the lock file.
pub(crate) fn web_packages(sh: &Shell) -> Result<()> {
    node(sh)?;
    let _web = sh.push_dir("web");
    let wanted = sh.read_file("package-lock.json")?;
    let stamp = Path::new("node_modules/.package-lock.stamp");
    if sh.path_exists(stamp) && sh.read_file(stamp)? == wanted {
        return Ok(());
    }
    cmd!(sh, "npm ci --no-audit --no-fund").run()?;
    Ok(sh.write_file(stamp, wanted)?)
}

/// A Chromium for the tests in a browser; gives how it is called.
pub(crate) fn chromium(sh: &Shell) -> Result<String> {
    const NAMES: [&str; 4] = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    if let Ok(named) = std::env::var("AZULEJO_CHROMIUM") {
        return Ok(named);
    }
    let find = || {
        NAMES
            .into_iter()
            .find_map(|name| cmd!(sh, "which {name}").quiet().ignore_stderr().read().ok())
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    apt_install(sh, "Chromium", "chromium")?;
    match find() {
        Some(found) => Ok(found),
        None => bail!("Chromium was installed but is not found; name it in AZULEJO_CHROMIUM"),
    }
}

/// PostgreSQL's programs, with which tests start servers of their own.
pub(crate) fn postgres(sh: &Shell) -> Result<()> {
    let installed = sh
        .read_dir("/usr/lib/postgresql")
        .is_ok_and(|versions| !versions.is_empty());
    if installed || works(cmd!(sh, "initdb --version")) {
        return Ok(());
    }
    apt_install(sh, "PostgreSQL", "postgresql")
}

/// Python, with which a test checks draws by the script of docs/fairness.md.
pub(crate) fn python(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "python3 --version")) {
        return Ok(());
    }
    apt_install(sh, "Python 3", "python3")
}

/// `strace`, with which a test looks at the order of what a server asks the system to do.
///
/// # Errors
/// Also where it is there and may not look at other programs, as in some containers.
pub(crate) fn strace(sh: &Shell) -> Result<()> {
    if !works(cmd!(sh, "strace --version")) {
        apt_install(sh, "strace", "strace")?;
    }
    let looks = cmd!(sh, "strace -o /dev/null true");
    if works(looks) {
        return Ok(());
    }
    bail!("strace may not look at other programs here")
}

/// The right to mount a file system that is in a file, with which a test lets the power fail.
///
/// # Errors
/// Why not: the complaint of whatever did not work.
pub(crate) fn loop_mounts(sh: &Shell) -> Result<()> {
    if !is_root(sh) {
        bail!("only root may mount");
    }
    let folder = sh.create_temp_dir()?;
    let (image, mounted) = (folder.path().join("disk"), folder.path().join("mounted"));
    sh.create_dir(&mounted)?;
    tried(cmd!(sh, "truncate -s 16M {image}"))?;
    tried(cmd!(sh, "mkfs.ext4 -q -F {image}"))?;
    tried(cmd!(sh, "mount -o loop {image} {mounted}"))?;
    tried(cmd!(sh, "umount {mounted}"))
}

/// Runs a command quietly; what it complains about is the error.
fn tried(command: Cmd<'_>) -> Result<()> {
    let shown = command.to_string();
    let output = command.quiet().ignore_status().output()?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    bail!("{shown}: {}", complaint.trim())
}

/// Installs a package where that is possible without asking anyone.
fn apt_install(sh: &Shell, name: &str, package: &str) -> Result<()> {
    if !(is_root(sh) && works(cmd!(sh, "apt-get --version"))) {
        bail!(
            "{name} is missing; get it from your system's packages, \
             for example with: sudo apt-get install {package}"
        );
    }
    cmd!(sh, "apt-get update").run()?;
    let install = cmd!(
        sh,
        "apt-get install --yes --no-install-recommends {package}"
    );
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
    fn what_was_tried_in_vain_says_why() {
        let sh = Shell::new().unwrap();
        tried(cmd!(sh, "cargo --version")).unwrap();
        let error = tried(cmd!(sh, "cargo --no-such-option")).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("cargo --no-such-option: "), "{error}");
        assert!(error.contains("unexpected argument"), "{error}");
        assert!(tried(cmd!(sh, "no-such-program-at-all")).is_err());
    }

    #[test]
    fn only_a_command_that_ends_well_works() {
        let sh = Shell::new().unwrap();
        assert!(works(cmd!(sh, "cargo --version")));
        assert!(!works(cmd!(sh, "cargo --no-such-option")));
        assert!(!works(cmd!(sh, "no-such-program-at-all")));
    }
}
