//! Builds the web client and puts it where the server embeds it.
//!
//! With Node present nothing else is needed. Without it the program is built all the same and says
//! how to get the client. `AZULEJO_SKIP_WEB=1` leaves the client out.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the client, relative to the repository's root.
const SOURCES: [&str; 12] = [
    "web/src",
    "web/public",
    "web/scripts",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/vite.config.ts",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "locales",
    "crates/azulejo-ai/puzzles",
    "crates/azulejo-ai/src/eval/nets",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("web");
    println!("cargo:rerun-if-env-changed=AZULEJO_SKIP_WEB");
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", root.join(source).display());
    }
    if out.exists() {
        fs::remove_dir_all(&out).expect("the output folder is writable");
    }
    fs::create_dir_all(&out).expect("the output folder is writable");
    if std::env::var_os("AZULEJO_SKIP_WEB").is_some_and(|value| value != "0") {
        return;
    }
    let web = root.join("web");
    if !web.join("package.json").exists() {
        println!("cargo:warning=web/ is missing: building without the web client");
        return;
    }
    if let Err(reason) = build(&root, &web, &out) {
        match reason {
            Failure::NoNode => println!(
                "cargo:warning=Node.js was not found: building without the web client. \
                 Install Node.js 20 or later and build again to play in the browser."
            ),
            Failure::Step(message) => {
                eprintln!("{message}");
                std::process::exit(1);
            }
        }
    }
}

enum Failure {
    NoNode,
    Step(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Step(format!("the web client could not be built: {error}"))
    }
}

fn build(root: &Path, web: &Path, out: &Path) -> Result<(), Failure> {
    if Command::new(npm()).arg("--version").output().is_err() {
        return Err(Failure::NoNode);
    }
    // Builds with other profiles may run at the same time.
    let lock = File::create(web.join(".build-lock"))?;
    lock.lock()?;
    let stamp = format!("{:016x}", hash_of(root)?);
    let dist = web.join("dist");
    let stamp_file = dist.join(".stamp");
    if fs::read_to_string(&stamp_file).ok().as_deref() != Some(stamp.as_str()) {
        // `cargo xtask` writes the same stamp when it installs the packages.
        let packages = fs::read_to_string(web.join("package-lock.json"))?;
        let packages_file = web.join("node_modules/.package-lock.stamp");
        if fs::read_to_string(&packages_file).ok().as_deref() != Some(packages.as_str()) {
            run(web, &["ci", "--no-audit", "--no-fund"])?;
            fs::write(&packages_file, packages)?;
        }
        run(web, &["run", "build"])?;
        fs::write(&stamp_file, stamp)?;
    }
    copy(&dist, out)?;
    Ok(())
}

const fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn run(web: &Path, args: &[&str]) -> Result<(), Failure> {
    let output = Command::new(npm()).args(args).current_dir(web).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(Failure::Step(format!(
        "`npm {}` failed in web/:\n{}{}\nSet AZULEJO_SKIP_WEB=1 to build without the web client.",
        args.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else if !is_left_out(&entry.file_name().to_string_lossy()) {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Returns whether the server does not embed a file. It has the networks already, and adds only
/// their smallest compressed form.
fn is_left_out(name: &str) -> bool {
    name == ".stamp" || name.ends_with(".net") || name.ends_with(".net.gz")
}

/// A checksum of everything that the client is made of: names and contents.
fn hash_of(root: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    for source in SOURCES {
        gather(&root.join(source), &mut files)?;
    }
    files.sort();
    // Deterministic; another compiler may hash differently, which costs one more build.
    let mut hasher = DefaultHasher::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file);
        name.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            gather(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}
