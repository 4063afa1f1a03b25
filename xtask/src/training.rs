//! Training networks, at a size for a test: games, a network, games with it, and the program that
//! loads it and plays.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::workspace;

/// Whether this interpreter can train.
fn has_torch(sh: &Shell, python: &Path) -> bool {
    cmd!(sh, "{python} -c 'import torch, numpy'")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// The step of the gate: the small loop where PyTorch is there, and a word where it is not.
pub(crate) fn step(sh: &Shell) -> Result<()> {
    let python = PathBuf::from("python3");
    if has_torch(sh, &python) {
        return small_loop(sh, &python);
    }
    println!("not run: `import torch` does not work here (`cargo xtask train-smoke` installs it)");
    Ok(())
}

/// The small loop, in a virtual environment that is made when PyTorch is not there.
pub(crate) fn smoke(sh: &Shell) -> Result<()> {
    let installed = PathBuf::from("python3");
    if has_torch(sh, &installed) {
        return small_loop(sh, &installed);
    }
    let folder = workspace::target_dir(sh)?.join("training").join("venv");
    let python = folder.join("bin").join("python");
    if !has_torch(sh, &python) {
        cmd!(sh, "python3 -m venv {folder}").run().context(
            "Python 3 with its module `venv` is needed (on Debian: apt-get install python3-venv)",
        )?;
        let lock = Path::new("training").join("requirements.lock");
        cmd!(sh, "{python} -m pip install --quiet -r {lock}")
            .run()
            .context("PyTorch could not be installed: see what pip says, or install it yourself and call this again")?;
    }
    small_loop(sh, &python)
}

fn small_loop(sh: &Shell, python: &Path) -> Result<()> {
    cmd!(
        sh,
        "cargo build --release -p azulejo-ai --example self_play --example compare --locked"
    )
    .run()?;
    let programs = workspace::target_dir(sh)?.join("release").join("examples");
    let work = workspace::target_dir(sh)?.join("training").join("smoke");
    sh.remove_path(&work)?;
    cmd!(
        sh,
        "{python} training/loop.py --bin {programs} --work {work} --settings c2,g3 --generations 2 --games 600 --nodes 40 --threads 2 --epochs 2 --batch 256 --play-seconds 120 --train-seconds 120"
    )
    .run()?;
    for setting in ["c2", "g3"] {
        let net = work.join(setting).join(format!("{setting}-2.net"));
        ensure!(
            sh.path_exists(&net),
            "no network was written to {}",
            net.display()
        );
        let bot = format!("{}:legend@100n", net.display());
        let compare = programs.join("compare");
        cmd!(sh, "{compare} {bot} random {setting} 3 threads=2").run()?;
    }
    Ok(())
}
