//! Fuzzing: runs the targets of the `fuzz` crate and reports how to reproduce crashes.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::ensure;

/// The name for all targets.
pub(crate) const ALL: &str = "all";

/// Fuzzes `target`, or every target for [`ALL`], each for `seconds`.
///
/// Starts from the committed inputs in `fuzz/seeds` and from the corpus of earlier runs in
/// `fuzz/corpus`, which git ignores.
/// A crash in one target does not stop the others.
pub(crate) fn run(sh: &Shell, target: &str, seconds: u64) -> Result<()> {
    if !sh.path_exists("fuzz/Cargo.toml") {
        bail!("nothing to fuzz: there is no crate in the folder `fuzz`");
    }
    ensure::nightly(sh)?;
    ensure::cargo_fuzz(sh)?;

    let listed = cmd!(sh, "cargo +nightly fuzz list").quiet().read()?;
    let targets = choose(&listed, target)?;
    let mut failures = Vec::new();
    for target in &targets {
        println!("\n=== fuzz {target} for {seconds} s");
        let start = SystemTime::now();
        let limit = format!("-max_total_time={seconds}");
        // libFuzzer writes new inputs to the first folder.
        let (corpus, seeds) = (
            format!("fuzz/corpus/{target}"),
            format!("fuzz/seeds/{target}"),
        );
        sh.create_dir(&corpus)?;
        let outcome = cmd!(
            sh,
            "cargo +nightly fuzz run {target} {corpus} {seeds} -- {limit}"
        )
        .run();
        if let Err(error) = outcome {
            let folder = sh.current_dir().join("fuzz/artifacts").join(target);
            failures.push(failure(
                target,
                &error.to_string(),
                &written_since(&folder, start),
            ));
        }
    }
    if !failures.is_empty() {
        bail!(
            "{} of {} targets failed\n{}",
            failures.len(),
            targets.len(),
            failures.join("\n")
        );
    }
    println!("\nno crash in: {}", targets.join(", "));
    Ok(())
}

/// Selects the targets to run from the output of `cargo fuzz list`.
fn choose<'a>(listed: &'a str, wanted: &str) -> Result<Vec<&'a str>> {
    let listed: Vec<_> = listed
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let chosen: Vec<_> = listed
        .iter()
        .copied()
        .filter(|name| wanted == ALL || *name == wanted)
        .collect();
    if chosen.is_empty() {
        bail!(
            "unknown fuzz target `{wanted}`; the targets are: {}",
            listed.join(", ")
        );
    }
    Ok(chosen)
}

/// Returns the files in `folder` modified since `start`.
///
/// A crash that is found again overwrites its file, so comparing names would miss it.
fn written_since(folder: &Path, start: SystemTime) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let is_new = |path: &PathBuf| {
        let modified = path.metadata().and_then(|metadata| metadata.modified());
        modified.is_ok_and(|modified| start <= modified)
    };
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(is_new).collect();
    files.sort();
    files
}

fn failure(target: &str, error: &str, artifacts: &[PathBuf]) -> String {
    if artifacts.is_empty() {
        return format!("  {target}: {error}; no input was saved; see the output above");
    }
    let mut text = format!("  {target}: {error}");
    for artifact in artifacts {
        let path = artifact.display();
        text += &format!(
            "\n    failing input: {path}\
             \n      reproduce: cargo +nightly fuzz run {target} {path}\
             \n      minimise: cargo +nightly fuzz tmin {target} {path}\
             \n      keep: copy it to fuzz/seeds/{target} under a descriptive name; \
             then `cargo test` runs it as well"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn unknown_target_is_reported_with_the_known_ones() {
        let listed = "moves\nnotation\n";
        assert_eq!(choose(listed, ALL).unwrap(), ["moves", "notation"]);
        assert_eq!(choose(listed, "notation").unwrap(), ["notation"]);
        assert_eq!(
            choose(listed, "note").unwrap_err().to_string(),
            "unknown fuzz target `note`; the targets are: moves, notation"
        );
    }

    #[test]
    fn written_since_ignores_older_files() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let crash = folder.path().join("crash-1");
        sh.write_file(&crash, "input").unwrap();
        let hour = Duration::from_secs(3600);
        let now = SystemTime::now();
        assert_eq!(written_since(folder.path(), now - hour), [crash]);
        assert!(written_since(folder.path(), now + hour).is_empty());
        assert!(written_since(&folder.path().join("missing"), now).is_empty());
    }

    #[test]
    fn failure_names_its_input() {
        let text = failure(
            "moves",
            "exit code 77",
            &["fuzz/artifacts/moves/crash-1".into()],
        );
        assert!(text.contains("cargo +nightly fuzz run moves fuzz/artifacts/moves/crash-1"));
        assert!(text.contains("copy it to fuzz/seeds/moves"));
        let text = failure("moves", "exit code 77", &[]);
        assert!(text.contains("no input was saved"));
    }
}
