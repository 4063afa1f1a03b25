//! Fuzzing: every target of the `fuzz` crate for some time, and what to do after a crash.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::ensure;

/// The word that stands for every target.
pub(crate) const ALL: &str = "all";

/// Fuzzes `target`, or every target for [`ALL`], each for so many seconds.
///
/// Starts from the inputs in `fuzz/seeds`, which are kept by hand, and from what earlier runs found,
/// which libFuzzer collects in `fuzz/corpus` and git ignores.
/// A crash in one target does not keep the others from running.
pub(crate) fn run(sh: &Shell, target: &str, seconds: u64) -> Result<()> {
    if !sh.path_exists("fuzz/Cargo.toml") {
        bail!("there is nothing to fuzz yet: the folder `fuzz` holds no crate");
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
        // New inputs go to the first folder.
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

/// The targets to run out of those that `cargo fuzz list` printed.
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
            "there is no fuzz target `{wanted}`; there are: {}",
            listed.join(", ")
        );
    }
    Ok(chosen)
}

/// The files under `folder` that are no older than `start`.
///
/// A crash found a second time overwrites its file, so asking only for new names would miss it.
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
        return format!("  {target}: {error}; no input was saved, so look at the output above");
    }
    let mut text = format!("  {target}: {error}");
    for artifact in artifacts {
        let path = artifact.display();
        text += &format!(
            "\n    input that failed: {path}\
             \n      play it again: cargo +nightly fuzz run {target} {path}\
             \n      make it small: cargo +nightly fuzz tmin {target} {path}\
             \n      keep it: copy it to fuzz/seeds/{target} under a name that says what it shows; \
             then `cargo test` plays it as well"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn chooses_all_or_one_and_names_what_there_is() {
        let listed = "moves\nnotation\n";
        assert_eq!(choose(listed, ALL).unwrap(), ["moves", "notation"]);
        assert_eq!(choose(listed, "notation").unwrap(), ["notation"]);
        assert_eq!(
            choose(listed, "note").unwrap_err().to_string(),
            "there is no fuzz target `note`; there are: moves, notation"
        );
    }

    #[test]
    fn finds_the_files_of_this_run_only() {
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
    fn a_failure_names_its_input() {
        let text = failure(
            "moves",
            "it ended badly",
            &["fuzz/artifacts/moves/crash-1".into()],
        );
        assert!(text.contains("cargo +nightly fuzz run moves fuzz/artifacts/moves/crash-1"));
        assert!(text.contains("copy it to fuzz/seeds/moves"));
        let text = failure("moves", "it ended badly", &[]);
        assert!(text.contains("no input was saved"));
    }
}
