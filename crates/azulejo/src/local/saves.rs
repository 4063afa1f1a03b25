//! Saved games: the folder they are in, and atomically replaced files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use azulejo_rules::record::{ParseRecordError, Record, ReplayError};

use super::seats::UnknownBot;

/// The extension of saved games: one JSON record per line.
const EXTENSION: &str = "jsonl";

/// The folder of this user's games: `AZULEJO_DATA` if set, otherwise the system's folder for
/// application data. `None` if there is no such folder, as for a user without a home.
pub(crate) fn games_folder() -> Option<PathBuf> {
    folder_from(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
}

fn folder_from(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).map(PathBuf::from);
    let data = path("AZULEJO_DATA").or_else(|| {
        let system = if cfg!(windows) {
            path("APPDATA")
        } else if cfg!(target_os = "macos") {
            path("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            // The XDG specification says to ignore relative paths.
            let given = path("XDG_DATA_HOME").filter(|given| given.is_absolute());
            given.or_else(|| path("HOME").map(|home| home.join(".local/share")))
        };
        system.map(|system| system.join("azulejo"))
    });
    data.map(|data| data.join("games"))
}

/// The reason why a game is not saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SaveFault {
    /// [`games_folder`] returns `None`.
    NoFolder,
    /// The file cannot be written: its path and the system's error.
    Unwritten(String),
}

/// The reason why a game cannot be resumed.
#[derive(Debug)]
pub(crate) enum ResumeError {
    /// [`games_folder`] returns `None`.
    NoFolder,
    /// The folder holds no unfinished game.
    NothingUnfinished(PathBuf),
    /// The last game of the file is finished.
    Finished(PathBuf),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A line of the file, counted from 1, is not a record.
    NotARecord(PathBuf, u64, ParseRecordError),
    /// A record in a line of the file, counted from 1, breaks the rules.
    Illegal(PathBuf, u64, ReplayError),
    /// The record breaks the rules.
    Fault(ReplayError),
    /// The record names an unknown bot.
    UnknownBot(UnknownBot),
}

impl From<ReplayError> for ResumeError {
    fn from(fault: ReplayError) -> Self {
        Self::Fault(fault)
    }
}

impl From<UnknownBot> for ResumeError {
    fn from(unknown: UnknownBot) -> Self {
        Self::UnknownBot(unknown)
    }
}

/// A file that holds a game, possibly after other games, and is replaced atomically.
#[derive(Clone, Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
    /// The lines of the other games before this one.
    before: String,
}

impl SaveFile {
    /// A new file for a new game. It is created by the first [`write`](Self::write).
    pub(crate) fn new_in(folder: &Path) -> Self {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let stamp = format!("{}-{}", file_stamp(seconds), std::process::id());
        let named = |suffix: String| folder.join(format!("{stamp}{suffix}.{EXTENSION}"));
        let mut path = named(String::new());
        let mut n = 2;
        while path.exists() {
            path = named(format!("-{n}"));
            n += 1;
        }
        Self {
            path,
            before: String::new(),
        }
    }

    /// Returns the last game of a file, and the file to continue it in.
    pub(crate) fn open(path: &Path) -> Result<(Record, Self), ResumeError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ResumeError::Unreadable(path.to_owned(), error))?;
        let body = text.trim_end_matches('\n');
        let (before, last) = match body.rfind('\n') {
            Some(end) => body.split_at(end + 1),
            None => ("", body),
        };
        let line = before.matches('\n').count() as u64 + 1;
        let record = last
            .parse::<Record>()
            .map_err(|error| ResumeError::NotARecord(path.to_owned(), line, error))?;
        record
            .replay()
            .map_err(|fault| ResumeError::Illegal(path.to_owned(), line, fault))?;
        let file = Self {
            path: path.to_owned(),
            before: before.to_owned(),
        };
        Ok((record, file))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the current state of the game.
    ///
    /// The write is atomic: after a crash, the file holds either the old or the new state, because
    /// the new text is synced under a temporary name before the rename.
    pub(crate) fn write(&self, record: &Record) -> io::Result<()> {
        let folder = match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder)?;
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(format!(".{}.new", std::process::id()));
        let fresh = folder.join(name);
        let written = self.write_fresh(&fresh, record).and_then(|()| {
            fs::rename(&fresh, &self.path)?;
            sync_folder(folder)
        });
        if written.is_err() {
            // Remove the partial file; report the first error.
            let _ignored = fs::remove_file(&fresh);
        }
        written
    }

    fn write_fresh(&self, fresh: &Path, record: &Record) -> io::Result<()> {
        let mut file = File::create(fresh)?;
        file.write_all(self.before.as_bytes())?;
        let mut text = record.to_json();
        text.push('\n');
        file.write_all(text.as_bytes())?;
        file.sync_all()
    }
}

/// Makes a rename durable. Only Unix can open a folder as a file; other systems need no sync.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The most recent unfinished game, if any.
pub(crate) fn last_unfinished(folder: &Path) -> Option<(Record, SaveFile)> {
    let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let name = path.file_name()?.to_str()?;
            if name.starts_with('.') || path.extension()? != EXTENSION {
                return None;
            }
            Some((entry.metadata().ok()?.modified().ok()?, path))
        })
        .collect();
    files.sort();
    // Skips files that are not records or are illegal; naming one explicitly reports why.
    files
        .into_iter()
        .rev()
        .filter_map(|(_, path)| SaveFile::open(&path).ok())
        .find(|(record, _)| record.ended_by().is_none())
}

/// Returns the game to resume: from a file, or the most recent one.
pub(crate) fn load_resumable(file: Option<&Path>) -> Result<(Record, SaveFile), ResumeError> {
    match file {
        Some(path) => {
            let (record, save) = SaveFile::open(path)?;
            if record.ended_by().is_some() {
                return Err(ResumeError::Finished(path.to_owned()));
            }
            Ok((record, save))
        }
        None => {
            let folder = games_folder().ok_or(ResumeError::NoFolder)?;
            last_unfinished(&folder).ok_or(ResumeError::NothingUnfinished(folder))
        }
    }
}

/// Formats a UTC time as `2026-11-15-120301`, which sorts as text.
fn file_stamp(seconds_since_1970: u64) -> String {
    let (days, seconds) = (seconds_since_1970 / 86_400, seconds_since_1970 % 86_400);
    // Years that start in March have the leap day at the end, so that plain division gives the
    // month; the calendar repeats after an era of 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_stamps_sort_by_time() {
        for (seconds, stamp) in [
            (0, "1970-01-01-000000"),
            (951_782_399, "2000-02-28-235959"),
            (951_782_400, "2000-02-29-000000"),
            (1_078_099_200, "2004-03-01-000000"),
            (1_795_478_399, "2026-11-23-235959"),
            (4_107_542_400, "2100-03-01-000000"),
        ] {
            assert_eq!(file_stamp(seconds), stamp);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn games_folder_depends_on_environment() {
        let folder = |variables: &[(&str, &str)]| {
            folder_from(|name| {
                let found = variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(
            folder(&[("HOME", "/h")]),
            path("/h/.local/share/azulejo/games")
        );
        assert_eq!(
            folder(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d")]),
            path("/d/azulejo/games")
        );
        assert_eq!(
            folder(&[("HOME", "/h"), ("XDG_DATA_HOME", "not/absolute")]),
            path("/h/.local/share/azulejo/games")
        );
        assert_eq!(
            folder(&[("HOME", "/h"), ("AZULEJO_DATA", "/a")]),
            path("/a/games")
        );
        assert_eq!(folder(&[]), None);
    }
}
