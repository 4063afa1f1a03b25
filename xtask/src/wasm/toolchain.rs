//! A toolchain that compiles for WebAssembly: the installed one, or Debian's.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xshell::{Cmd, Shell, cmd};

use super::TARGET;
use crate::{ensure, workspace};

/// A toolchain for the target.
pub(super) enum Toolchain {
    /// The toolchain in use has the target.
    Installed {
        /// Its sysroot.
        sysroot: PathBuf,
    },
    /// Debian's compiler, extracted below the target folder, with the standard library built from
    /// its sources and the linker of the toolchain in use.
    Debian {
        /// The folder `usr` of the extracted packages.
        usr: PathBuf,
        /// The linker.
        linker: PathBuf,
    },
}

/// Debian's packages with a recent compiler and its sources. `libstd-rust-web-*` and LLVM, whose
/// names contain a version, follow from their dependencies.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "libstd-rust-web-dev"];

impl Toolchain {
    /// Finds a toolchain; downloads Debian's packages if the one in use lacks the target.
    pub(super) fn find(sh: &Shell) -> Result<Self> {
        let libraries = cmd!(sh, "rustc --print target-libdir --target {TARGET}");
        let sysroot = PathBuf::from(cmd!(sh, "rustc --print sysroot").quiet().read()?);
        if sh.path_exists(libraries.quiet().read()?) {
            return Ok(Self::Installed { sysroot });
        }
        let host = cmd!(sh, "rustc --print host-tuple").quiet().read()?;
        let linker = sysroot.join(format!("lib/rustlib/{host}/bin/rust-lld"));
        match debian(sh) {
            Ok(usr) => Ok(Self::Debian { usr, linker }),
            Err(reason) => bail!(
                "the toolchain lacks the target {TARGET}; install it with: \
                 rustup target add {TARGET}\n\
                 On Debian, `cargo xtask wasm` can use the packages {} instead, \
                 without installing them ({reason:#})",
                PACKAGES.join(", ")
            ),
        }
    }

    /// Returns the sysroot.
    pub(super) fn sysroot(&self) -> &Path {
        match self {
            Self::Installed { sysroot } => sysroot,
            Self::Debian { usr, .. } => usr,
        }
    }

    /// Returns the options that build the standard library where there is none for the target.
    pub(super) fn build_std(&self) -> &'static [&'static str] {
        match self {
            Self::Installed { .. } => &[],
            Self::Debian { .. } => &["-Zbuild-std=std,panic_abort"],
        }
    }

    /// Makes cargo use the toolchain.
    pub(super) fn configure<'a>(&self, command: Cmd<'a>) -> Cmd<'a> {
        let Self::Debian { usr, linker } = self else {
            return command;
        };
        command
            .env("LD_LIBRARY_PATH", usr.join("lib/x86_64-linux-gnu"))
            .env("RUSTC", usr.join("bin/rustc"))
            // Allows -Zbuild-std with a stable compiler.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
    }
}

/// Extracts Debian's packages below the target folder, unless they are there, and returns their
/// folder `usr`.
fn debian(sh: &Shell) -> Result<PathBuf> {
    let folder = workspace::target_dir(sh)?.join("tools").join("rust-web");
    let usr = folder.join("usr");
    let complete = folder.join("complete");
    if sh.path_exists(&complete) {
        return Ok(usr);
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        bail!("they exist for Linux on x86-64 only");
    }
    let mut packages: Vec<String> = PACKAGES.map(str::to_owned).into();
    let standard_library = dependency(sh, "libstd-rust-web-dev", "libstd-rust-web-")?;
    packages.push(dependency(sh, &standard_library, "libllvm")?);
    packages.push(standard_library);
    ensure::announce(&format!(
        "downloading {} into {} with apt-get (140 MB; nothing is installed) …",
        packages.join(", "),
        folder.display()
    ));
    sh.create_dir(&folder)?;
    let _folder = sh.push_dir(&folder);
    cmd!(sh, "apt-get download {packages...}").run()?;
    for file in sh.read_dir(".")? {
        if file.extension().is_some_and(|extension| extension == "deb") {
            cmd!(sh, "dpkg -x {file} .").run()?;
            sh.remove_path(&file)?;
        }
    }
    sh.write_file(complete, "")?;
    Ok(usr)
}

/// Returns the dependency of a Debian package whose name starts with `prefix`.
fn dependency(sh: &Shell, package: &str, prefix: &str) -> Result<String> {
    let depends = cmd!(sh, "apt-cache depends {package}")
        .quiet()
        .ignore_stderr()
        .read()
        .context("apt-cache was not found")?;
    dependency_in(&depends, prefix)
        .with_context(|| format!("apt knows no {package}; run: apt-get update"))
}

/// Returns the first dependency in the output of `apt-cache depends` that starts with `prefix`.
fn dependency_in(depends: &str, prefix: &str) -> Option<String> {
    depends
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Depends: "))
        .find(|name| name.starts_with(prefix))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versioned_packages_follow_from_dependencies() {
        let depends = "libstd-rust-web-dev\n  Depends: libc6\n  Depends: libstd-rust-web-1.96\n  \
                       Conflicts: libstd-rust-web-1.80\n";
        let found = dependency_in(depends, "libstd-rust-web-");
        assert_eq!(found.as_deref(), Some("libstd-rust-web-1.96"));
        assert_eq!(dependency_in(depends, "libllvm"), None);
    }
}
