//! External tools: found, installed, or reported missing with instructions.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xshell::{Cmd, Shell, cmd};

/// Whether missing tools may be installed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// Install missing tools, with an announcement.
    Install,
    /// Leave the machine alone: a missing tool is an error.
    NoInstall,
}

/// The version of cargo-deny to install if there is none.
const CARGO_DENY: &str = "0.20.2";
/// The version of cargo-machete to install if there is none.
const CARGO_MACHETE: &str = "0.9.2";
/// The version of cargo-fuzz to install if there is none.
const CARGO_FUZZ: &str = "0.13.2";

/// Requires a toolchain component, known to cargo as `subcommand` and to rustup as `component`.
pub(crate) fn component(sh: &Shell, subcommand: &str, component: &str) -> Result<()> {
    if works(cmd!(sh, "cargo {subcommand} --version")) {
        return Ok(());
    }
    bail!("`cargo {subcommand}` is missing; install it with: rustup component add {component}");
}

/// Requires a nightly toolchain, for the sanitizers that fuzzing uses.
pub(crate) fn nightly(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "rustup run nightly rustc --version")) {
        return Ok(());
    }
    bail!(
        "the nightly toolchain is missing; install it with: \
         rustup toolchain install nightly --profile minimal"
    );
}

/// Requires Miri, a component of the nightly toolchain.
pub(crate) fn miri(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "cargo +nightly miri --version")) {
        return Ok(());
    }
    bail!(
        "Miri is missing; install it with: \
         rustup toolchain install nightly --profile minimal --component miri,rust-src"
    );
}

/// Ensures that `cargo fuzz` is installed.
pub(crate) fn cargo_fuzz(sh: &Shell) -> Result<()> {
    cargo_tool(sh, Policy::Install, "fuzz", CARGO_FUZZ, &[])
}

/// Ensures that `cargo deny` is installed.
pub(crate) fn cargo_deny(sh: &Shell, policy: Policy) -> Result<()> {
    // A debug build compiles in half the time, and a check takes seconds either way.
    cargo_tool(sh, policy, "deny", CARGO_DENY, &["--debug"])
}

/// Ensures that `cargo machete` is installed.
pub(crate) fn cargo_machete(sh: &Shell, policy: Policy) -> Result<()> {
    cargo_tool(sh, policy, "machete", CARGO_MACHETE, &["--debug"])
}

/// Ensures that a cargo subcommand is installed, in any version; if it is missing, installs
/// `version` from crates.io.
fn cargo_tool(
    sh: &Shell,
    policy: Policy,
    subcommand: &str,
    version: &str,
    options: &[&str],
) -> Result<()> {
    if works(as_subcommand(cmd!(sh, "cargo {subcommand} --version"))) {
        return Ok(());
    }
    let package = format!("cargo-{subcommand}");
    if policy == Policy::NoInstall {
        bail!("`cargo {subcommand}` is missing; install it with: cargo install {package} --locked");
    }
    announce(&format!(
        "installing {package} {version} with cargo install (compiles for a few minutes) …"
    ));
    let install = cmd!(
        sh,
        "cargo install {package} --locked --version {version} {options...}"
    );
    Ok(install.run()?)
}

/// Hides that this program was started by `cargo run`: some cargo subcommands, such as
/// cargo-machete, take that for a start of their own and misread their arguments.
pub(crate) fn as_subcommand(command: Cmd<'_>) -> Cmd<'_> {
    command.env_remove("CARGO_PKG_NAME")
}

/// Ensures that Valgrind is installed.
pub(crate) fn valgrind(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "valgrind --version")) {
        return Ok(());
    }
    apt_install(sh, Policy::Install, "Valgrind", "valgrind")
}

/// Requires Node.js with npm, for the web client.
pub(crate) fn node(sh: &Shell) -> Result<()> {
    if works(cmd!(sh, "npm --version")) {
        return Ok(());
    }
    bail!("Node.js is missing; install version 20 or later from https://nodejs.org")
}

/// Ensures that `web/node_modules` matches the lock file.
///
/// The packages are part of the checkout, so they are installed under either policy.
pub(crate) fn web_packages(sh: &Shell) -> Result<()> {
    node(sh)?;
    let _web = sh.push_dir("web");
    let lock_file = sh.read_file("package-lock.json")?;
    let stamp = Path::new("node_modules/.package-lock.stamp");
    if sh.path_exists(stamp) && sh.read_file(stamp)? == lock_file {
        return Ok(());
    }
    announce("installing the web client's packages into web/node_modules with npm ci …");
    cmd!(sh, "npm ci --no-audit --no-fund").run()?;
    Ok(sh.write_file(stamp, lock_file)?)
}

/// Ensures that Chromium is installed, for browser tests, and returns its path.
pub(crate) fn chromium(sh: &Shell, policy: Policy) -> Result<String> {
    const NAMES: [&str; 4] = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    if let Ok(path) = std::env::var("AZULEJO_CHROMIUM") {
        return Ok(path);
    }
    let find = || {
        NAMES
            .into_iter()
            .find_map(|name| cmd!(sh, "which {name}").quiet().ignore_stderr().read().ok())
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    apt_install(sh, policy, "Chromium", "chromium")?;
    find().context("Chromium was installed but not found; set AZULEJO_CHROMIUM to its path")
}

/// Ensures that the PostgreSQL server programs are installed; tests start their own servers.
pub(crate) fn postgres(sh: &Shell, policy: Policy) -> Result<()> {
    let installed = sh
        .read_dir("/usr/lib/postgresql")
        .is_ok_and(|versions| !versions.is_empty());
    if installed || works(cmd!(sh, "initdb --version")) {
        return Ok(());
    }
    apt_install(sh, policy, "PostgreSQL", "postgresql")
}

/// Ensures that Python is installed, for the test of the script in docs/fairness.md.
pub(crate) fn python(sh: &Shell, policy: Policy) -> Result<()> {
    if works(cmd!(sh, "python3 --version")) {
        return Ok(());
    }
    apt_install(sh, policy, "Python 3", "python3")
}

/// Ensures that `strace` is installed and permitted, for the test that syncs precede
/// acknowledgements.
///
/// # Errors
/// Also if ptrace is forbidden, as in some containers.
pub(crate) fn strace(sh: &Shell, policy: Policy) -> Result<()> {
    if !works(cmd!(sh, "strace --version")) {
        apt_install(sh, policy, "strace", "strace")?;
    }
    if works(cmd!(sh, "strace -o /dev/null true")) {
        return Ok(());
    }
    bail!("strace is not permitted to trace processes")
}

/// Checks that loop devices can be mounted, for the power-loss tests.
///
/// # Errors
/// The reason why not; always with [`Policy::NoInstall`].
pub(crate) fn loop_mounts(sh: &Shell, policy: Policy) -> Result<()> {
    if policy == Policy::NoInstall {
        bail!("--no-install forbids mounting");
    }
    if !is_root(sh) {
        bail!("only root may mount");
    }
    announce("mounting a loop device for the power-loss tests …");
    let folder = sh.create_temp_dir()?;
    let (image, mount_point) = (folder.path().join("disk"), folder.path().join("mounted"));
    sh.create_dir(&mount_point)?;
    run_quietly(cmd!(sh, "truncate -s 16M {image}"))?;
    run_quietly(cmd!(sh, "mkfs.ext4 -q -F {image}"))?;
    run_quietly(cmd!(sh, "mount -o loop {image} {mount_point}"))?;
    run_quietly(cmd!(sh, "umount {mount_point}"))
}

/// Runs a command quietly; its standard error becomes the error message.
fn run_quietly(command: Cmd<'_>) -> Result<()> {
    let shown = command.to_string();
    let output = command.quiet().ignore_status().output()?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    bail!("{shown}: {}", stderr.trim())
}

/// Installs a Debian package, if the policy and the system permit it.
fn apt_install(sh: &Shell, policy: Policy, name: &str, package: &str) -> Result<()> {
    let can_install = is_root(sh) && works(cmd!(sh, "apt-get --version"));
    if policy == Policy::NoInstall || !can_install {
        bail!(
            "{name} is missing; install it with your package manager, \
             for example: sudo apt-get install {package}"
        );
    }
    announce(&format!("installing {name} with apt-get …"));
    cmd!(sh, "apt-get update").run()?;
    let install = cmd!(
        sh,
        "apt-get install --yes --no-install-recommends {package}"
    );
    Ok(install.env("DEBIAN_FRONTEND", "noninteractive").run()?)
}

/// Prints one line before a change to the machine.
pub(crate) fn announce(action: &str) {
    println!("*** {action}");
}

/// Ensures that the runner of the instruction benchmarks is installed and returns its path. Its
/// version must match the library's, so it is installed into the target folder by version.
pub(crate) fn gungraun_runner(sh: &Shell, version: &str, target_dir: &Path) -> Result<PathBuf> {
    let root = target_dir
        .join("tools")
        .join(format!("gungraun-runner-{version}"));
    let runner = root.join("bin").join("gungraun-runner");
    if !works(cmd!(sh, "{runner} --version")) {
        announce(&format!(
            "installing gungraun-runner {version} into {} with cargo install …",
            root.display()
        ));
        cmd!(
            sh,
            "cargo install gungraun-runner --locked --version {version} --root {root}"
        )
        .run()?;
    }
    Ok(runner)
}

/// Returns whether a command exists and succeeds.
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
    fn missing_component_is_reported_with_the_command_to_install_it() {
        let sh = Shell::new().unwrap();
        let error = component(&sh, "no-such-command", "some-component")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "`cargo no-such-command` is missing; \
             install it with: rustup component add some-component"
        );
    }

    #[test]
    fn no_install_reports_missing_tools_instead_of_installing_them() {
        let sh = Shell::new().unwrap();
        let error = |result: Result<()>| result.unwrap_err().to_string();
        assert_eq!(
            error(cargo_tool(
                &sh,
                Policy::NoInstall,
                "no-such-tool",
                "1.0.0",
                &[]
            )),
            "`cargo no-such-tool` is missing; \
             install it with: cargo install cargo-no-such-tool --locked"
        );
        assert_eq!(
            error(apt_install(
                &sh,
                Policy::NoInstall,
                "Something",
                "something"
            )),
            "Something is missing; install it with your package manager, \
             for example: sudo apt-get install something"
        );
        assert_eq!(
            error(loop_mounts(&sh, Policy::NoInstall)),
            "--no-install forbids mounting"
        );
    }

    #[test]
    fn quiet_command_reports_its_stderr() {
        let sh = Shell::new().unwrap();
        run_quietly(cmd!(sh, "cargo --version")).unwrap();
        let error = run_quietly(cmd!(sh, "cargo --no-such-option")).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("cargo --no-such-option: "), "{error}");
        assert!(error.contains("unexpected argument"), "{error}");
        assert!(run_quietly(cmd!(sh, "no-such-program-at-all")).is_err());
    }

    #[test]
    fn works_requires_success() {
        let sh = Shell::new().unwrap();
        assert!(works(cmd!(sh, "cargo --version")));
        assert!(!works(cmd!(sh, "cargo --no-such-option")));
        assert!(!works(cmd!(sh, "no-such-program-at-all")));
    }
}
