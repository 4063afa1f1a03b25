//! A minimal run of the training loop: self-play, training, and games with the trained network.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::workspace;

/// Returns whether a Python interpreter has PyTorch.
fn has_torch(sh: &Shell, python: &Path) -> bool {
    cmd!(sh, "{python} -c 'import torch, numpy'")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// Runs the gate's step: the minimal loop, or a note if PyTorch is not installed.
pub(crate) fn step(sh: &Shell) -> Result<Vec<String>> {
    let python = PathBuf::from("python3");
    if has_torch(sh, &python) {
        minimal_loop(sh, &python)?;
        return Ok(Vec::new());
    }
    Ok(vec![
        "networks can be trained (PyTorch is not installed; `cargo xtask train-smoke` installs it)"
            .to_owned(),
    ])
}

/// Runs the minimal loop, in a virtual environment if PyTorch is not installed.
pub(crate) fn smoke(sh: &Shell) -> Result<()> {
    let installed = PathBuf::from("python3");
    if has_torch(sh, &installed) {
        return minimal_loop(sh, &installed);
    }
    let folder = workspace::target_dir(sh)?.join("training").join("venv");
    let python = folder.join("bin").join("python");
    if !has_torch(sh, &python) {
        println!(
            "*** installing PyTorch into {} with pip …",
            folder.display()
        );
        cmd!(sh, "python3 -m venv {folder}").run().context(
            "Python 3 with the module `venv` is required (on Debian: apt-get install python3-venv)",
        )?;
        let lock = Path::new("training").join("requirements.lock");
        cmd!(sh, "{python} -m pip install --quiet -r {lock}")
            .run()
            .context("cannot install PyTorch; see the output of pip, or install it yourself and try again")?;
    }
    minimal_loop(sh, &python)
}

fn minimal_loop(sh: &Shell, python: &Path) -> Result<()> {
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
