//! Release files: an archive with the program and everything around it, a Debian package, and their
//! checksums.

mod debian;
mod licences;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use sha2::{Digest as _, Sha256};
use xshell::{Shell, cmd};

use crate::{ensure, wasm, workspace};

/// The cargo profile of published programs. Other profiles are for trials.
pub(crate) const PROFILE: &str = "dist";

/// Files of the tree and their places in the archive.
const FILES: [(&str, &str); 12] = [
    (
        "packaging/systemd/azulejo.service",
        "lib/systemd/system/azulejo.service",
    ),
    (
        "packaging/systemd/azulejo.sysusers",
        "lib/sysusers.d/azulejo.conf",
    ),
    (
        "packaging/systemd/azulejo.tmpfiles",
        "lib/tmpfiles.d/azulejo.conf",
    ),
    ("packaging/systemd/azulejo.env", "share/azulejo/azulejo.env"),
    (
        "packaging/prometheus/prometheus.yml",
        "share/azulejo/prometheus/prometheus.yml",
    ),
    (
        "packaging/prometheus/alerts.yml",
        "share/azulejo/prometheus/alerts.yml",
    ),
    (
        "packaging/grafana/azulejo.json",
        "share/azulejo/grafana/azulejo.json",
    ),
    ("README.md", "share/doc/azulejo/README.md"),
    ("CHANGELOG.md", "share/doc/azulejo/CHANGELOG.md"),
    ("docs/hosting.md", "share/doc/azulejo/hosting.md"),
    ("LICENSE-APACHE", "share/doc/azulejo/LICENSE-APACHE"),
    ("LICENSE-MIT", "share/doc/azulejo/LICENSE-MIT"),
];

/// The completion scripts: the shell and the file.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/azulejo"),
    ("fish", "share/fish/vendor_completions.d/azulejo.fish"),
    ("zsh", "share/zsh/site-functions/_azulejo"),
];

/// What is released: a version for a target, with the time of its commit.
struct Release {
    version: String,
    target: String,
    /// Seconds since the Unix epoch. All files get this time, so that archives are reproducible.
    time: String,
}

impl Release {
    fn name(&self) -> String {
        format!("azulejo-{}-{}", self.version, self.target)
    }
}

/// Builds the program and writes the release files to `dist` in the target folder.
pub(crate) fn run(sh: &Shell, profile: &str) -> Result<()> {
    if profile == PROFILE {
        wasm::run(sh, true)?;
    }
    ensure::node(sh)?;
    let target_dir = workspace::target_dir(sh)?;
    build(sh, profile)?;
    let release = Release {
        version: version(sh)?,
        target: cmd!(sh, "rustc --print host-tuple").quiet().read()?,
        time: cmd!(sh, "git log -1 --format=%ct").quiet().read()?,
    };
    let out = target_dir.join("release-files");
    sh.remove_path(&out)?;
    let staged = out.join(release.name());
    stage(sh, &target_dir.join(profile).join("azulejo"), &staged)?;
    let mut files = vec![archive(sh, &release, &staged)?];
    match debian::package(sh, &release, &staged, &out) {
        Ok(package) => files.push(package),
        Err(reason) => println!("no Debian package: {reason:#}"),
    }
    sh.remove_path(&staged)?;
    sh.write_file(out.join("SHA256SUMS"), checksums(sh, &files)?)?;
    println!("{}:", out.display());
    for file in sh.read_dir(&out)? {
        let bytes = std::fs::metadata(&file)?.len();
        println!("{bytes:>12}  {}", file_name(&file)?);
    }
    Ok(())
}

/// Builds the program. A published one contains no paths of the machine that built it.
fn build(sh: &Shell, profile: &str) -> Result<()> {
    let mut command = cmd!(sh, "cargo build -p azulejo --locked --profile {profile}");
    if profile == PROFILE {
        let root = workspace::root()?;
        let cargo_home = std::env::var("CARGO_HOME")
            .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
            .context("neither CARGO_HOME nor HOME is set")?;
        let flags = [
            format!("--remap-path-prefix={}=/azulejo", root.display()),
            format!("--remap-path-prefix={cargo_home}=/cargo"),
        ];
        // The encoded form, because paths may contain spaces.
        command = command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    }
    Ok(command.run()?)
}

fn version(sh: &Shell) -> Result<String> {
    let metadata = workspace::metadata(sh)?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"] == "azulejo");
    let version = package.and_then(|package| package["version"].as_str());
    Ok(version
        .context("cargo metadata lists no azulejo")?
        .to_owned())
}

/// Puts all files of a release into a folder, laid out as below `/usr`.
fn stage(sh: &Shell, program: &Path, folder: &Path) -> Result<()> {
    let put = |from: &Path, place: &str| -> Result<()> {
        let to = folder.join(place);
        sh.create_dir(to.parent().context("a file has a folder")?)?;
        Ok(sh.copy_file(from, to)?)
    };
    put(program, "bin/azulejo")?;
    let staged = folder.join("bin/azulejo");
    cmd!(sh, "strip {staged}").run()?;
    for (from, place) in FILES {
        put(Path::new(from), place)?;
    }
    for (shell, place) in COMPLETIONS {
        let script = cmd!(sh, "{staged} completions {shell}").quiet().read()?;
        sh.write_file(folder.join(place), script + "\n")?;
    }
    let manual = folder.join("share/man/man1");
    cmd!(sh, "{staged} man --out {manual}").quiet().run()?;
    let licences = licences::all(sh)?;
    sh.write_file(
        folder.join("share/doc/azulejo/THIRD-PARTY-LICENSES.txt"),
        licences,
    )?;
    // Independent of the umask.
    cmd!(sh, "chmod -R u=rwX,go=rX {folder}").quiet().run()?;
    Ok(())
}

/// Packs a folder so that the same content gives the same bytes.
fn archive(sh: &Shell, release: &Release, folder: &Path) -> Result<PathBuf> {
    let parent = folder.parent().context("the folder has a parent")?;
    let (name, time) = (file_name(folder)?, &release.time);
    let tar = parent.join(format!("{name}.tar"));
    let options = [
        "--format=ustar",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
    ];
    cmd!(
        sh,
        "tar {options...} --mtime=@{time} --directory {parent} --create --file {tar} {name}"
    )
    .run()?;
    // The name and the time of the file are left out, so that the archive is reproducible.
    cmd!(sh, "gzip --no-name --best {tar}").run()?;
    Ok(parent.join(format!("{name}.tar.gz")))
}

/// Returns the checksums of files in the format of sha256sum.
fn checksums(sh: &Shell, files: &[PathBuf]) -> Result<String> {
    let mut text = String::new();
    for file in files {
        let digest = const_hex::encode(Sha256::digest(sh.read_binary_file(file)?));
        text += &format!("{digest}  {}\n", file_name(file)?);
    }
    Ok(text)
}

fn file_name(path: &Path) -> Result<&str> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.with_context(|| format!("{} has no name in UTF-8", path.display()))
}

/// Checks that a command-line value names a profile and not a path.
pub(crate) fn parse_profile(text: &str) -> Result<String> {
    ensure!(!text.is_empty(), "the profile is empty");
    if text == "dev" {
        bail!("the profile dev is too slow for a release; use ci for a trial");
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn packaged_files_exist() {
        for (file, _) in FILES {
            assert!(root().join(file).is_file(), "{file}");
        }
    }

    #[test]
    fn equal_content_gives_equal_archives() {
        let sh = Shell::new().unwrap();
        let release = Release {
            version: "1.2.3".to_owned(),
            target: "x".to_owned(),
            time: "1700000000".to_owned(),
        };
        let pack = |order: [&str; 2]| {
            let temporary = sh.create_temp_dir().unwrap();
            let folder = temporary.path().join(release.name());
            for name in order {
                sh.write_file(folder.join(name), name).unwrap();
            }
            let archive = archive(&sh, &release, &folder).unwrap();
            checksums(&sh, &[archive]).unwrap()
        };
        let sums = pack(["a", "b"]);
        assert_eq!(sums, pack(["b", "a"]));
        assert!(sums.ends_with("  azulejo-1.2.3-x.tar.gz\n"), "{sums}");
        assert_ne!(sums, pack(["b", "c"]));
    }

    /// The assessment is that of systemd, where it is installed: 0 is best, 10 is worst.
    #[test]
    fn unit_is_hardened() {
        let sh = Shell::new().unwrap();
        let unit = root().join("packaging/systemd/azulejo.service");
        if cmd!(sh, "systemd-analyze --version")
            .quiet()
            .ignore_stderr()
            .read()
            .is_err()
        {
            return;
        }
        let analysed = cmd!(
            sh,
            "systemd-analyze security --offline=true --threshold=30 {unit}"
        );
        let output = analysed.quiet().ignore_status().output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("Overall exposure level"), "{text}");
    }
}
