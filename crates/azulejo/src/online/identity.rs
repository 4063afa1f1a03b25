//! The identity on a server: a token, stored in a file that only the user can read.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::http::Me;
use serde::{Deserialize, Serialize};

use super::api::Api;
use super::error::{OnlineError, Remark};

/// The options for obtaining an identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identify {
    /// The requested name.
    pub(crate) name: Option<String>,
    /// A file with a token, which replaces the stored one.
    pub(crate) token_file: Option<PathBuf>,
}

/// The contents of a token file.
#[derive(Serialize, Deserialize)]
struct StoredToken {
    /// Guards against files that were moved.
    origin: String,
    token: String,
}

impl Identify {
    /// Obtains an identity: the stored one, or a new guest.
    pub(super) async fn run(&self, api: &Api) -> Result<(Me, Vec<Remark>), OnlineError> {
        let mut remarks = Vec::new();
        let stored = match &self.token_file {
            Some(path) => Some(read_bare(path)?),
            None => match folder() {
                Some(folder) => load(&folder, api.origin(), &mut remarks)?,
                None => None,
            },
        };
        if let Some(token) = stored {
            api.use_token(Some(token));
            match api.me().await {
                Ok(me) => return Ok((self.named(api, me).await?, remarks)),
                Err(error) if error.code() == Some(ProblemCode::NoSession) => {
                    if self.token_file.is_some() {
                        return Err(OnlineError::BadToken);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        let was_known = api.has_token();
        api.use_token(None);
        let guest = api.guest(self.name.clone()).await?;
        api.use_token(Some(guest.token.clone()));
        let stored = match folder() {
            Some(folder) => store(&folder, api.origin(), &guest.token)
                .map_err(|(path, error)| format!("{}: {error}", path.display())),
            None => Err("AZULEJO_CONFIG".to_owned()),
        };
        if let Err(reason) = stored {
            remarks.push(Remark::NotStored(reason));
        }
        if was_known {
            remarks.push(Remark::NewGuest(guest.me.name.clone()));
        }
        Ok((guest.me, remarks))
    }

    /// Renames the user if a different name was requested.
    async fn named(&self, api: &Api, me: Me) -> Result<Me, OnlineError> {
        match &self.name {
            Some(name) if *name != me.name => api.rename(name).await,
            _ => Ok(me),
        }
    }
}

/// The folder for settings: `AZULEJO_CONFIG` if set, otherwise the system's folder for application
/// settings.
pub(super) fn folder() -> Option<PathBuf> {
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
            // The XDG specification says to ignore relative paths.
            let given = path("XDG_CONFIG_HOME").filter(|given| given.is_absolute());
            given.or_else(|| path("HOME").map(|home| home.join(".config")))
        };
        system.map(|system| system.join("azulejo"))
    });
    config.map(|config| config.join("servers"))
}

/// The file of a server in a folder: one per origin, with a recognisable name.
pub(super) fn file(folder: &Path, origin: &str) -> PathBuf {
    let name: String = origin
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' | '-' => c,
            _ => '_',
        })
        .collect();
    folder.join(format!("{name}.json"))
}

/// Reads a token from the first line of a user-supplied file.
fn read_bare(path: &Path) -> Result<String, OnlineError> {
    let wrong = |error: io::Error| OnlineError::TokenFile(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(wrong)?;
    let token = text.lines().next().unwrap_or_default().trim();
    if token.is_empty() || !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(OnlineError::NotAToken(path.display().to_string()));
    }
    Ok(token.to_owned())
}

/// Returns the stored token of a server, if any.
fn load(
    folder: &Path,
    origin: &str,
    remarks: &mut Vec<Remark>,
) -> Result<Option<String>, OnlineError> {
    let path = file(folder, origin);
    let wrong = |error: io::Error| OnlineError::TokenFile(format!("{}: {error}", path.display()));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(error)),
    };
    if make_private(&path).map_err(wrong)? {
        remarks.push(Remark::ModeRepaired(path.display().to_string()));
    }
    // A file that cannot be parsed counts as missing and is replaced.
    let stored: Option<StoredToken> = serde_json::from_str(&text).ok();
    Ok(stored
        .filter(|stored| stored.origin == origin)
        .map(|stored| stored.token))
}

/// Revokes access for other users; returns whether that was necessary.
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
#[expect(clippy::unnecessary_wraps, reason = "the Unix version is fallible")]
fn make_private(_path: &Path) -> io::Result<bool> {
    // On this system, the user's folder is private by its access control list.
    Ok(false)
}

/// Stores a token: the file is private from its creation, and written atomically.
fn store(folder: &Path, origin: &str, token: &str) -> Result<(), (PathBuf, io::Error)> {
    let path = file(folder, origin);
    let stored = StoredToken {
        origin: origin.to_owned(),
        token: token.to_owned(),
    };
    write_private(folder, &path, &stored).map_err(|error| (path, error))
}

/// Writes a file that only the user can read, atomically.
pub(super) fn write_private(folder: &Path, path: &Path, stored: &impl Serialize) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let new = path.with_extension(format!("{}.new", std::process::id()));
    // Left over from a process with the same ID.
    let _ignored = fs::remove_file(&new);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut out = options.open(&new)?;
    let text = serde_json::to_string(stored).map_err(io::Error::other)?;
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.sync_all())
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // Remove the partial file.
        let _ignored = fs::remove_file(&new);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("azulejo-identity-{}-{name}", std::process::id()));
        // Left over from an earlier run.
        let _ignored = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn token_is_stored_per_server() {
        let folder = scratch("kept");
        let mut remarks = Vec::new();
        let load =
            |origin: &str, remarks: &mut Vec<Remark>| load(&folder, origin, remarks).unwrap();
        assert_eq!(load("https://a.example", &mut remarks), None);
        store(&folder, "https://a.example", "secret").unwrap();
        store(&folder, "https://a.example:8443", "other").unwrap();
        assert_eq!(
            load("https://a.example", &mut remarks).as_deref(),
            Some("secret")
        );
        assert_eq!(
            load("https://a.example:8443", &mut remarks).as_deref(),
            Some("other")
        );
        assert_eq!(load("http://a.example", &mut remarks), None);
        // Under another name, it is not trusted.
        let from = file(&folder, "https://a.example");
        fs::rename(from, file(&folder, "https://b.example")).unwrap();
        assert_eq!(load("https://b.example", &mut remarks), None);
        assert!(remarks.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_can_read_the_token() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = scratch("mode");
        let origin = "https://a.example";
        store(&folder, origin, "secret").unwrap();
        let path = file(&folder, origin);
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        // Overwriting a file that others can read makes it private.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        store(&folder, origin, "secret").unwrap();
        assert_eq!(mode(), 0o600);
        // A mode that was changed later is repaired and reported.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let mut remarks = Vec::new();
        assert!(load(&folder, origin, &mut remarks).unwrap().is_some());
        assert_eq!(remarks, [Remark::ModeRepaired(path.display().to_string())]);
        assert_eq!(mode(), 0o600);
        let only = fs::read_dir(&folder).unwrap().count();
        assert_eq!(only, 1, "no temporary file is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn supplied_file_has_the_token_on_its_first_line() {
        let folder = scratch("bare");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("token");
        fs::write(&path, "0123abcd\nfor the bot\n").unwrap();
        assert_eq!(read_bare(&path).unwrap(), "0123abcd");
        fs::write(&path, "\n").unwrap();
        assert!(matches!(read_bare(&path), Err(OnlineError::NotAToken(_))));
        assert!(matches!(
            read_bare(&folder.join("none")),
            Err(OnlineError::TokenFile(_))
        ));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn folder_depends_on_environment() {
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
