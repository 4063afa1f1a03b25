//! The commands and configuration files that hosts copy, from `docs/hosting.md` and `packaging/`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{command, folder};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the code blocks of docs/hosting.md in a language.
fn blocks(language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/hosting.md")).unwrap();
    let parts = text.split("\n```").skip(1).step_by(2);
    let blocks = parts.filter_map(|part| part.strip_prefix(&format!("{language}\n")));
    blocks.map(str::to_owned).collect()
}

/// Every documented `azulejo serve` is accepted, as far as `--print-config` can tell.
#[test]
fn documented_serve_commands_are_accepted() {
    let data = folder("documented");
    let commands: Vec<String> = blocks("console")
        .iter()
        .flat_map(|block| block.lines())
        .filter_map(|line| line.strip_prefix("$ azulejo serve"))
        .map(str::to_owned)
        .collect();
    assert!(commands.len() >= 5, "{commands:?}");
    for options in commands {
        let output = command(&data)
            .arg("serve")
            .args(options.split_whitespace())
            .arg("--print-config")
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "serve{options}: {stderr}");
    }
}

/// Every setting in the packaged file is enabled, commented ones included.
#[test]
fn packaged_settings_are_accepted() {
    let file = root().join("packaging/systemd/azulejo.env");
    let text = fs::read_to_string(file).unwrap();
    let settings: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix('#').unwrap_or(line).split_once('='))
        .filter(|(name, _)| name.starts_with("AZULEJO_"))
        .collect();
    assert!(settings.len() >= 6, "{settings:?}");
    let output = command(&folder("packaged-settings"))
        .args(["serve", "--print-config"])
        .envs(settings)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let config = String::from_utf8_lossy(&output.stdout);
    for value in [
        "https://azulejo.example",
        "127.0.0.1:9464",
        "postgres://azulejo:…@",
    ] {
        assert!(config.contains(value), "{config}");
    }
}

/// Caddy itself checks the files, where it is installed.
#[test]
fn caddy_files_are_valid() {
    let documented = blocks("text");
    let documented = documented
        .iter()
        .find(|block| block.contains("reverse_proxy"))
        .expect("a Caddyfile");
    assert!(
        documented.contains("respond /metrics 404"),
        "the metrics are published"
    );
    let packaged = root().join("packaging/container/Caddyfile");
    for file in [documented.clone(), fs::read_to_string(packaged).unwrap()] {
        let adapt = Command::new("caddy")
            .args(["adapt", "--adapter", "caddyfile", "--config", "/dev/stdin"])
            .env("AZULEJO_HOST", "azulejo.example")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut adapt) = adapt else {
            return;
        };
        let mut input = adapt.stdin.take().unwrap();
        input.write_all(file.as_bytes()).unwrap();
        drop(input);
        let output = adapt.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}\n{file}");
    }
}
