//! The location and metadata of the workspace.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::{Shell, cmd};

/// Returns the folder of the root `Cargo.toml`.
pub(crate) fn root() -> Result<PathBuf> {
    // Read at run time, not at compile time, so that a compiled xtask never operates on a
    // different checkout.
    let manifest_dir =
        env::var_os("CARGO_MANIFEST_DIR").context("xtask must be run with `cargo xtask`")?;
    let root = PathBuf::from(manifest_dir)
        .parent()
        .context("xtask has no parent folder")?
        .into();
    Ok(root)
}

/// Returns the workspace packages as printed by `cargo metadata`.
///
/// Dependencies are listed as declared, without resolution, so this needs neither a network nor an
/// up-to-date lock file.
pub(crate) fn metadata(sh: &Shell) -> Result<Value> {
    let json = cmd!(sh, "cargo metadata --no-deps --format-version 1")
        .quiet()
        .read()?;
    serde_json::from_str(&json).context("cannot parse the output of `cargo metadata`")
}

/// Returns cargo's target folder.
pub(crate) fn target_dir(sh: &Shell) -> Result<PathBuf> {
    let metadata = metadata(sh)?;
    let path = metadata["target_directory"]
        .as_str()
        .context("cargo metadata has no target folder")?;
    Ok(path.into())
}

/// Returns the version of `package` in `lock_file`, the contents of a `Cargo.lock`.
pub(crate) fn locked_version<'a>(lock_file: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock_file.lines().skip_while(|line| *line != name);
    lines
        .nth(1)?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locked_version_matches_the_exact_name() {
        let lock_file = "\
version = 4

[[package]]
name = \"gungraun-macros\"
version = \"0.9.0\"

[[package]]
name = \"gungraun\"
version = \"0.20.0\"
dependencies = [
 \"gungraun-macros\",
]
";
        assert_eq!(locked_version(lock_file, "gungraun"), Some("0.20.0"));
        assert_eq!(locked_version(lock_file, "gungraun-macros"), Some("0.9.0"));
        assert_eq!(locked_version(lock_file, "criterion"), None);
    }
}
