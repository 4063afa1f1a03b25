//! The fingerprint of everything that the modules are built from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};
use xshell::{Shell, cmd};

use super::TARGET;

/// The crates of the workspace that are part of the modules.
const CRATES: [&str; 5] = [
    "azulejo-rules",
    "azulejo-ai",
    "azulejo-protocol",
    "azulejo-game",
    "azulejo-wasm",
];

/// Files and folders below `src` that are not part of the modules: tests, and the networks, which
/// are loaded at run time.
const EXCLUDED: [&str; 3] = ["tests", "tests.rs", "nets"];

/// Returns the fingerprint: a hash of the sources, the versions of the dependencies and the profile.
pub(super) fn of_sources(sh: &Shell) -> Result<String> {
    let root = sh.current_dir();
    let mut files = Vec::new();
    for name in CRATES {
        let folder = root.join("crates").join(name);
        files.push(folder.join("Cargo.toml"));
        gather(&folder.join("src"), &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    let mut add = |name: &str, content: &[u8]| {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(content);
    };
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file);
        let name = name.to_string_lossy().replace('\\', "/");
        add(&name, &fs::read(&file)?);
    }
    add("dependencies", dependencies(sh)?.as_bytes());
    let manifest = sh.read_file("Cargo.toml")?;
    for title in ["[profile.wasm]", "[profile.wasm-host]"] {
        let profile = section(&manifest, title).with_context(|| format!("there is no {title}"))?;
        add("profile", profile.as_bytes());
    }
    Ok(const_hex::encode(hash.finalize()))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if EXCLUDED.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Returns the third-party crates of the modules with their versions, one per line.
fn dependencies(sh: &Shell) -> Result<String> {
    let tree = cmd!(
        sh,
        "cargo tree -p azulejo-wasm --locked --offline --target {TARGET} -e normal --prefix none"
    );
    Ok(third_party(&tree.quiet().read()?))
}

/// Returns the sorted third-party crates in the output of `cargo tree --prefix none`.
fn third_party(tree: &str) -> String {
    let mut lines: Vec<_> = tree
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("azulejo-"))
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines.join("\n")
}

/// Returns a section of a manifest, up to the next blank line.
fn section<'a>(manifest: &'a str, title: &str) -> Option<&'a str> {
    let section = &manifest[manifest.find(title)?..];
    Some(section.split("\n\n").next().unwrap_or(section).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_sorted_and_without_paths() {
        let tree = "azulejo-wasm v0.1.0 (/somewhere)\nserde_json v1.0.1\nazulejo-ai v0.1.0 (/x)\n\
                    arrayvec v0.7.8\nserde_json v1.0.1 (*)\n";
        assert_eq!(third_party(tree), "arrayvec v0.7.8\nserde_json v1.0.1");
    }

    #[test]
    fn section_ends_at_a_blank_line() {
        let manifest = "[a]\nx = 1\n\n# About b.\n[b]\ny = 2\nz = 3\n\n[c]\n";
        assert_eq!(section(manifest, "[b]"), Some("[b]\ny = 2\nz = 3"));
        assert_eq!(section("[b]\ny = 2\n", "[b]"), Some("[b]\ny = 2"));
        assert_eq!(section(manifest, "[d]"), None);
    }

    #[test]
    fn fingerprint_is_stable() {
        let sh = Shell::new().unwrap();
        sh.change_dir(crate::workspace::root().unwrap());
        let fingerprint = of_sources(&sh).unwrap();
        assert_eq!(fingerprint.len(), 64);
        assert_eq!(of_sources(&sh).unwrap(), fingerprint);
    }
}
