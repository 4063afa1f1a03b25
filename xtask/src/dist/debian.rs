//! The Debian package.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::Release;

const MAINTAINER: &str = "The Azulejo developers <azulejo@localhost>";

/// Creates the user, and starts the service unless the administrator disabled it.
const AFTER_INSTALLATION: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = configure ]; then
    if command -v systemd-sysusers >/dev/null; then
        systemd-sysusers azulejo.conf
    else
        getent passwd azulejo >/dev/null || useradd --system --user-group \\
            --home-dir /var/lib/azulejo --shell /usr/sbin/nologin azulejo
    fi
    install -d -o azulejo -g azulejo -m 0700 /var/lib/azulejo
    # May contain the password of a database.
    chgrp azulejo /etc/azulejo /etc/azulejo/azulejo.env
    chmod 0750 /etc/azulejo
    chmod 0640 /etc/azulejo/azulejo.env
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        if [ -z \"$2\" ]; then
            systemctl enable --now azulejo.service
        else
            systemctl try-restart azulejo.service
        fi
    fi
fi
";

const BEFORE_REMOVAL: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now azulejo.service
fi
";

/// Keeps the data, also when the package is purged: games are not configuration.
const AFTER_REMOVAL: &str = "\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
";

/// Makes a package of the staged files. Returns its path.
///
/// # Errors
/// Also if dpkg-deb is not installed or the target has no Debian architecture.
pub(super) fn package(sh: &Shell, release: &Release, staged: &Path, out: &Path) -> Result<PathBuf> {
    let architecture = architecture(&release.target)
        .with_context(|| format!("Debian has no architecture for {}", release.target))?;
    cmd!(sh, "dpkg-deb --version")
        .quiet()
        .ignore_stdout()
        .run()
        .context("dpkg-deb is not installed")?;
    let root = out.join("debian");
    let usr = root.join("usr");
    sh.create_dir(&root)?;
    cmd!(sh, "cp -a {staged} {usr}").run()?;
    let settings = sh.read_file(usr.join("share/azulejo/azulejo.env"))?;
    sh.write_file(root.join("etc/azulejo/azulejo.env"), settings)?;
    let control = root.join("DEBIAN");
    sh.write_file(
        control.join("control"),
        control_file(&release.version, architecture),
    )?;
    sh.write_file(control.join("conffiles"), "/etc/azulejo/azulejo.env\n")?;
    for (name, script) in [
        ("postinst", AFTER_INSTALLATION),
        ("prerm", BEFORE_REMOVAL),
        ("postrm", AFTER_REMOVAL),
    ] {
        let file = control.join(name);
        sh.write_file(&file, script)?;
        cmd!(sh, "chmod 755 {file}").run()?;
    }
    cmd!(sh, "chmod -R u=rwX,go=rX {root}").run()?;
    let version = &release.version;
    let package = out.join(format!("azulejo_{version}_{architecture}.deb"));
    cmd!(sh, "dpkg-deb --root-owner-group --build {root} {package}")
        .env("SOURCE_DATE_EPOCH", &release.time)
        .run()?;
    sh.remove_path(&root)?;
    Ok(package)
}

fn architecture(target: &str) -> Option<&'static str> {
    let machine = target.split_once("-unknown-linux-")?.0;
    match machine {
        "x86_64" => Some("amd64"),
        "aarch64" => Some("arm64"),
        _ => None,
    }
}

fn control_file(version: &str, architecture: &str) -> String {
    format!(
        "Package: azulejo\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: {MAINTAINER}\n\
         Depends: libc6 (>= 2.34), libgcc-s1\n\
         Recommends: systemd\n\
         Suggests: caddy | nginx, postgresql, prometheus\n\
         Section: games\n\
         Priority: optional\n\
         Description: Play, study and research a tile-drafting board game\n \
         A server for browsers and terminals, bots of six levels, and tools for\n \
         analysis, in one program. The service listens on 127.0.0.1:8080; its\n \
         settings are in /etc/azulejo/azulejo.env.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_debian_architectures() {
        assert_eq!(architecture("x86_64-unknown-linux-gnu"), Some("amd64"));
        assert_eq!(architecture("aarch64-unknown-linux-gnu"), Some("arm64"));
        assert_eq!(architecture("x86_64-pc-windows-msvc"), None);
    }

    #[test]
    fn maintainer_scripts_are_valid() {
        let sh = Shell::new().unwrap();
        for script in [AFTER_INSTALLATION, BEFORE_REMOVAL, AFTER_REMOVAL] {
            cmd!(sh, "sh -n").stdin(script).quiet().run().unwrap();
        }
    }
}
