//! What the workshop knows about the workspace: where it lies and what cargo says of it.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::{Shell, cmd};

/// The folder of the root `Cargo.toml`.
pub(crate) fn root() -> Result<PathBuf> {
    // Read when it runs, not when it is compiled: a built workshop then never
    // works on another checkout than the one it was started from.
    let manifest_dir = env::var_os("CARGO_MANIFEST_DIR")
        .context("the workshop must be started by cargo: `cargo xtask`")?;
    let root = PathBuf::from(manifest_dir)
        .parent()
        .context("xtask has no parent folder")?
        .into();
    Ok(root)
}

/// The workspace's own packages as `cargo metadata` prints them.
///
/// Dependencies are listed as declared and not resolved, so this needs neither a network nor a
/// lock file that is up to date.
pub(crate) fn metadata(sh: &Shell) -> Result<Value> {
    let json = cmd!(sh, "cargo metadata --no-deps --format-version 1")
        .quiet()
        .read()?;
    serde_json::from_str(&json).context("cannot read what `cargo metadata` prints")
}

/// The folder that cargo builds into.
pub(crate) fn target_dir(sh: &Shell) -> Result<PathBuf> {
    let metadata = metadata(sh)?;
    let path = metadata["target_directory"]
        .as_str()
        .context("cargo names no target folder")?;
    Ok(path.into())
}

/// The version of `package` that `lock_file`, the text of a `Cargo.lock`, holds.
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
    fn finds_the_locked_version_of_exactly_that_package() {
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
