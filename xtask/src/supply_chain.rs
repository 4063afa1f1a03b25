//! Checks of third-party dependencies: licences, sources, unused crates and advisories.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::ensure::{self, Policy};
use crate::workspace;

/// Checks licences, banned crates and sources against `deny.toml`. Needs no network.
pub(crate) fn deny(sh: &Shell, policy: Policy) -> Result<()> {
    ensure::cargo_deny(sh, policy)?;
    let command = cmd!(
        sh,
        "cargo deny --workspace --locked check licenses bans sources"
    );
    Ok(command.run()?)
}

/// Checks for dependencies that are declared but unused.
pub(crate) fn machete(sh: &Shell, policy: Policy) -> Result<()> {
    ensure::cargo_machete(sh, policy)?;
    let metadata = workspace::metadata(sh)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let folders: Vec<_> = packages
        .filter_map(|package| package["manifest_path"].as_str())
        .filter_map(|manifest| Path::new(manifest).parent())
        .collect();
    ensure!(!folders.is_empty(), "cargo metadata lists no packages");
    let command = ensure::as_subcommand(cmd!(sh, "cargo machete {folders...}"));
    Ok(command.run()?)
}

/// Checks the dependencies against the RustSec advisory database, which is fetched from GitHub.
pub(crate) fn audit(sh: &Shell) -> Result<()> {
    ensure::cargo_deny(sh, Policy::Install)?;
    let command = cmd!(sh, "cargo deny --workspace --locked check advisories");
    let output = command.ignore_status().output()?;
    let report = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    print!("{report}");
    verdict(output.status.success(), &report)
}

/// Distinguishes a failed check from a database that could not be fetched.
fn verdict(success: bool, report: &str) -> Result<()> {
    if success {
        return Ok(());
    }
    if report.contains("failed to fetch advisory database")
        || report.contains("failed to load advisory database")
    {
        bail!(
            "nothing was checked: the advisory database could not be fetched from \
             https://github.com/rustsec/advisory-db; check the network connection and try again"
        );
    }
    bail!("advisories apply to the dependencies; see the report above")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_distinguishes_a_missing_database_from_advisories() {
        verdict(true, "advisories ok").unwrap();
        let error = |report| verdict(false, report).unwrap_err().to_string();
        let offline = error("[ERROR] failed to fetch advisory database https://github.com/…");
        assert!(offline.starts_with("nothing was checked: "), "{offline}");
        let found = error("error[vulnerability]: …");
        assert!(found.starts_with("advisories apply"), "{found}");
    }
}
