//! The licences of all packages that are part of the program, and of its web client.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

/// The beginnings of names of licence files, in lower case.
const NAMES: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];

/// A package that is part of the program.
struct Package {
    name: String,
    licence: String,
    folder: PathBuf,
}

/// Returns one text with the licences of all packages. Packages with the same text share it.
pub(super) fn all(sh: &Shell) -> Result<String> {
    let mut packages = crates(sh)?;
    packages.extend(web_packages(sh)?);
    let mut by_text: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut list = BTreeSet::new();
    for package in &packages {
        list.insert(format!("{}: {}", package.name, package.licence));
        let texts = licence_texts(sh, &package.folder)?;
        if texts.is_empty() {
            // The identifiers in the list refer to the standard texts.
            println!("{} has no licence file", package.name);
        }
        for text in texts {
            by_text
                .entry(text)
                .or_default()
                .insert(package.name.clone());
        }
    }
    let mut all = "Azulejo contains the following packages.\n\n".to_owned();
    for line in list {
        all += &format!("{line}\n");
    }
    for (text, names) in by_text {
        let names: Vec<_> = names.into_iter().collect();
        let rule = "-".repeat(72);
        all += &format!("\n{rule}\n{}\n{rule}\n\n{text}\n", names.join("\n"));
    }
    Ok(all)
}

/// Returns the crates of other authors that are linked into the program.
fn crates(sh: &Shell) -> Result<Vec<Package>> {
    let host = cmd!(sh, "rustc --print host-tuple").quiet().read()?;
    let json = cmd!(
        sh,
        "cargo metadata --locked --format-version 1 --filter-platform {host}"
    )
    .quiet()
    .read()?;
    let metadata: Value = serde_json::from_str(&json)?;
    let linked = linked(&metadata)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter(|package| package["source"].is_string())
        .filter(|package| package["id"].as_str().is_some_and(|id| linked.contains(id)))
        .map(|package| {
            let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
            let manifest = PathBuf::from(text("manifest_path"));
            let folder = manifest.parent().context("a manifest has a folder")?;
            Ok(Package {
                name: format!("{} {}", text("name"), text("version")),
                licence: text("license"),
                folder: folder.to_owned(),
            })
        })
        .collect()
}

/// Returns the ids of the program's normal dependencies, transitively.
fn linked(metadata: &Value) -> Result<BTreeSet<&str>> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut program = packages.filter(|package| package["name"] == "azulejo");
    let program = program.next().and_then(|package| package["id"].as_str());
    let mut waiting = vec![program.context("cargo metadata lists no azulejo")?];
    let mut linked = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !linked.insert(id) {
            continue;
        }
        let node = nodes
            .get(id)
            .context("cargo metadata resolves all packages")?;
        for dependency in node["deps"].as_array().into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            // Normal dependencies have no kind.
            if kinds.into_iter().any(|kind| kind["kind"].is_null()) {
                waiting.extend(dependency["pkg"].as_str());
            }
        }
    }
    Ok(linked)
}

/// Returns the packages of the web client that are not only for development.
fn web_packages(sh: &Shell) -> Result<Vec<Package>> {
    let lock: Value = serde_json::from_str(&sh.read_file("web/package-lock.json")?)?;
    let packages = lock["packages"]
        .as_object()
        .context("web/package-lock.json lists packages")?;
    let is_shipped = |path: &str, package: &Value| {
        // Svelte is compiled into the client, whatever kind of dependency it is.
        path == "node_modules/svelte" || package["dev"] != true && !path.is_empty()
    };
    let shipped: Vec<_> = packages
        .iter()
        .filter(|(path, package)| is_shipped(path, package))
        .map(|(path, package)| {
            let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
            let name = path.rsplit("node_modules/").next().unwrap_or(path);
            Package {
                name: format!("{name} {} (web client)", text("version")),
                licence: text("license"),
                folder: Path::new("web").join(path),
            }
        })
        .collect();
    for package in &shipped {
        ensure!(
            sh.path_exists(&package.folder) || package.licence.is_empty(),
            "{} is not installed; run `npm ci` in web/",
            package.name
        );
    }
    Ok(shipped)
}

/// Returns the texts of the licence files in a folder.
fn licence_texts(sh: &Shell, folder: &Path) -> Result<Vec<String>> {
    if !sh.path_exists(folder) {
        return Ok(Vec::new());
    }
    let mut texts = Vec::new();
    for file in sh.read_dir(folder)? {
        let name = file.file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_lowercase();
        if file.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            let text = String::from_utf8_lossy(&sh.read_binary_file(&file)?).into_owned();
            texts.push(text.replace("\r\n", "\n").trim_end().to_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_normal_dependencies_are_linked() {
        let normal = json!([{ "kind": null }]);
        let build = json!([{ "kind": "build" }]);
        let dev = json!([{ "kind": "dev" }]);
        let metadata = json!({
            "packages": [{ "name": "azulejo", "id": "a" }],
            "resolve": { "nodes": [
                { "id": "a", "deps": [
                    { "pkg": "b", "dep_kinds": normal },
                    { "pkg": "c", "dep_kinds": build },
                    { "pkg": "d", "dep_kinds": dev },
                ] },
                { "id": "b", "deps": [{ "pkg": "e", "dep_kinds": normal }] },
                { "id": "c", "deps": [] },
                { "id": "d", "deps": [] },
                { "id": "e", "deps": [{ "pkg": "a", "dep_kinds": normal }] },
            ] },
        });
        let linked: Vec<_> = linked(&metadata).unwrap().into_iter().collect();
        assert_eq!(linked, ["a", "b", "e"]);
    }
}
