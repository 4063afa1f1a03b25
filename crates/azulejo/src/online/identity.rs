//! Who we are on a server: a token, kept for the next time in a file that only we can read.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::http::Me;
use serde::{Deserialize, Serialize};

use super::api::Api;
use super::trouble::{Remark, Trouble};

/// How to find out who we are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identify {
    /// What we want to be called.
    pub(crate) name: Option<String>,
    /// A file with a token, rather than one that we keep ourselves.
    pub(crate) token_file: Option<PathBuf>,
}

/// What stands in a token's file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// So that a file that was moved is not believed.
    origin: String,
    token: String,
}

impl Identify {
    /// Gets us an identity: the one we have, or a new one.
    pub(super) async fn run(&self, api: &Api) -> Result<(Me, Vec<Remark>), Trouble> {
        let mut remarks = Vec::new();
        let kept = match &self.token_file {
            Some(path) => Some(read_bare(path)?),
            None => match folder() {
                Some(folder) => load(&folder, api.origin(), &mut remarks)?,
                None => None,
            },
        };
        if let Some(token) = kept {
            api.use_token(Some(token));
            match api.me().await {
                Ok(me) => return Ok((self.named(api, me).await?, remarks)),
                Err(trouble) if trouble.code() == Some(ProblemCode::NoSession) => {
                    if self.token_file.is_some() {
                        return Err(Trouble::BadToken);
                    }
                }
                Err(trouble) => return Err(trouble),
            }
        }
        let was_known = api.has_token();
        api.use_token(None);
        let guest = api.guest(self.name.clone()).await?;
        api.use_token(Some(guest.token.clone()));
        let kept = match folder() {
            Some(folder) => keep(&folder, api.origin(), &guest.token)
                .map_err(|(path, error)| format!("{}: {error}", path.display())),
            None => Err("AZULEJO_CONFIG".to_owned()),
        };
        if let Err(reason) = kept {
            remarks.push(Remark::NotKept(reason));
        }
        if was_known {
            remarks.push(Remark::NewGuest(guest.me.name.clone()));
        }
        Ok((guest.me, remarks))
    }

    /// Takes the name that was asked for, if it is another one.
    async fn named(&self, api: &Api, me: Me) -> Result<Me, Trouble> {
        match &self.name {
            Some(name) if *name != me.name => api.rename(name).await,
            _ => Ok(me),
        }
    }
}

/// The folder for what belongs to this user and no game: `AZULEJO_CONFIG` where that is set, else
/// the place that the system has for settings of programs.
fn folder() -> Option<PathBuf> {
    folder_from(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
}

fn folder_from(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).map(PathBuf::from);
    let config = path("AZULEJO_CONFIG").or_else(|| {
        let system = if cfg!(windows) {
            path("APPDATA")
        } else if cfg!(target_os = "macos") {
            path("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            // A relative path there is to be ignored, says the standard that defines the variable.
            let given = path("XDG_CONFIG_HOME").filter(|given| given.is_absolute());
            given.or_else(|| path("HOME").map(|home| home.join(".config")))
        };
        system.map(|system| system.join("azulejo"))
    });
    config.map(|config| config.join("servers"))
}

/// The file for a server: one for each origin, with a name that a person recognises.
fn file(folder: &Path, origin: &str) -> PathBuf {
    let name: String = origin
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' | '-' => c,
            _ => '_',
        })
        .collect();
    folder.join(format!("{name}.json"))
}

/// A token from a file that somebody else made: its first line.
fn read_bare(path: &Path) -> Result<String, Trouble> {
    let wrong = |error: io::Error| Trouble::TokenFile(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(wrong)?;
    let token = text.lines().next().unwrap_or_default().trim();
    if token.is_empty() || !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(Trouble::NotAToken(path.display().to_string()));
    }
    Ok(token.to_owned())
}

/// The token that we kept for a server, if there is one.
fn load(folder: &Path, origin: &str, remarks: &mut Vec<Remark>) -> Result<Option<String>, Trouble> {
    let path = file(folder, origin);
    let wrong = |error: io::Error| Trouble::TokenFile(format!("{}: {error}", path.display()));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(error)),
    };
    if make_private(&path).map_err(wrong)? {
        remarks.push(Remark::ModeRepaired(path.display().to_string()));
    }
    // A file that cannot be understood is worth as much as none, and is replaced.
    let kept: Option<Kept> = serde_json::from_str(&text).ok();
    Ok(kept
        .filter(|kept| kept.origin == origin)
        .map(|kept| kept.token))
}

/// Takes the file away from everybody else; gives whether that was necessary.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(false);
    }
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(true)
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "elsewhere there are modes, and they can be out of reach"
)]
fn make_private(_path: &Path) -> io::Result<bool> {
    // The user's own folder is private here by its access list.
    Ok(false)
}

/// Keeps a token: the file is private from its first moment, and whole or not there.
fn keep(folder: &Path, origin: &str, token: &str) -> Result<(), (PathBuf, io::Error)> {
    let path = file(folder, origin);
    let kept = Kept {
        origin: origin.to_owned(),
        token: token.to_owned(),
    };
    write_private(folder, &path, &kept).map_err(|error| (path, error))
}

fn write_private(folder: &Path, path: &Path, kept: &Kept) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let new = path.with_extension(format!("{}.new", std::process::id()));
    // Left over from a process with the same number.
    let _whether_there = fs::remove_file(&new);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut out = options.open(&new)?;
    let text = serde_json::to_string(kept).map_err(io::Error::other)?;
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.sync_all())
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // What could not be written is of no use.
        let _whether_there = fs::remove_file(&new);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("azulejo-identity-{}-{name}", std::process::id()));
        // Left over from another run.
        let _whether_there = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_token_is_kept_for_its_server_only() {
        let folder = scratch("kept");
        let mut remarks = Vec::new();
        let load =
            |origin: &str, remarks: &mut Vec<Remark>| load(&folder, origin, remarks).unwrap();
        assert_eq!(load("https://a.example", &mut remarks), None);
        keep(&folder, "https://a.example", "secret").unwrap();
        keep(&folder, "https://a.example:8443", "other").unwrap();
        assert_eq!(
            load("https://a.example", &mut remarks).as_deref(),
            Some("secret")
        );
        assert_eq!(
            load("https://a.example:8443", &mut remarks).as_deref(),
            Some("other")
        );
        assert_eq!(load("http://a.example", &mut remarks), None);
        // Moved under another name it is not believed.
        let from = file(&folder, "https://a.example");
        fs::rename(from, file(&folder, "https://b.example")).unwrap();
        assert_eq!(load("https://b.example", &mut remarks), None);
        assert!(remarks.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_can_read_a_token() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = scratch("mode");
        let origin = "https://a.example";
        keep(&folder, origin, "secret").unwrap();
        let path = file(&folder, origin);
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        // Written over a file that others may read, it is private all the same.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        keep(&folder, origin, "secret").unwrap();
        assert_eq!(mode(), 0o600);
        // A mode that was changed afterwards is told and put right.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let mut remarks = Vec::new();
        assert!(load(&folder, origin, &mut remarks).unwrap().is_some());
        assert_eq!(remarks, [Remark::ModeRepaired(path.display().to_string())]);
        assert_eq!(mode(), 0o600);
        let only = fs::read_dir(&folder).unwrap().count();
        assert_eq!(only, 1, "nothing is left over");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_from_elsewhere_has_the_token_on_its_first_line() {
        let folder = scratch("bare");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("token");
        fs::write(&path, "0123abcd\nfor the bot\n").unwrap();
        assert_eq!(read_bare(&path).unwrap(), "0123abcd");
        fs::write(&path, "\n").unwrap();
        assert!(matches!(read_bare(&path), Err(Trouble::NotAToken(_))));
        assert!(matches!(
            read_bare(&folder.join("none")),
            Err(Trouble::TokenFile(_))
        ));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_folder_is_where_settings_are() {
        let with = |name: &'static str, value: &'static str| {
            folder_from(move |asked| (asked == name).then(|| value.into()))
        };
        assert_eq!(
            with("AZULEJO_CONFIG", "/c"),
            Some(PathBuf::from("/c/servers"))
        );
        assert_eq!(folder_from(|_| None), None);
        if cfg!(target_os = "linux") {
            let home = PathBuf::from("/home/ana/.config/azulejo/servers");
            assert_eq!(with("HOME", "/home/ana"), Some(home));
            assert_eq!(with("XDG_CONFIG_HOME", "relative"), None);
        }
    }
}
