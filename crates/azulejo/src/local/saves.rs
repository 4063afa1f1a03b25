//! Games on disk: the folder where they are kept, and files that are whole at every moment.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use azulejo_rules::record::{ParseRecordError, Record, ReplayError};

use super::seats::UnknownBot;

/// What the files of games end with: one record a line, as everywhere.
const EXTENSION: &str = "jsonl";

/// The folder for this user's games: `AZULEJO_DATA` where that is set, else the place that the
/// system has for data of programs. Nothing where it has none, as for a user without a home.
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
            // A relative path there is to be ignored, says the standard that defines the variable.
            let given = path("XDG_DATA_HOME").filter(|given| given.is_absolute());
            given.or_else(|| path("HOME").map(|home| home.join(".local/share")))
        };
        system.map(|system| system.join("azulejo"))
    });
    data.map(|data| data.join("games"))
}

/// Why a game is not being saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SaveFault {
    /// [`games_folder`] gives nothing.
    NoFolder,
    /// The file cannot be written: its name and the system's reason.
    Unwritten(String),
}

/// Why a game cannot be resumed.
#[derive(Debug)]
pub(crate) enum ResumeError {
    /// [`games_folder`] gives nothing.
    NoFolder,
    /// The folder holds no unfinished game.
    NothingUnfinished(PathBuf),
    /// The last game of the file is finished.
    Finished(PathBuf),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A line of the file, counted from 1, is not a record.
    NotARecord(PathBuf, u64, ParseRecordError),
    /// A record in a line of the file, counted from 1, does not follow the rules.
    Illegal(PathBuf, u64, ReplayError),
    /// The record does not follow the rules.
    Fault(ReplayError),
    /// The record names a bot that this program does not have.
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

/// A file that holds a game, perhaps after other ones, and is replaced as a whole.
#[derive(Clone, Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
    /// The lines of other games that stand before this one.
    before: String,
}

impl SaveFile {
    /// A file of its own for a new game. It appears with the first [`write`](Self::write).
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

    /// The last game of a file, and the file to go on with it.
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

    /// Writes the game as it stands.
    ///
    /// Whenever the machine stops, the file holds the game before or after: the new text is whole
    /// on the disk under another name before it takes the place of the old one.
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
            // What is half written helps nobody, and the first failure is the one to report.
            let _whether_removed = fs::remove_file(&fresh);
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

/// Makes a renaming last. Elsewhere than on Unix a folder cannot be opened like a file, and the
/// system sees to it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The unfinished game that was played last; nothing when there is none.
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
    // A file that is no record, or holds a faulty one, is not the game that somebody looks for;
    // whoever names it hears why.
    files
        .into_iter()
        .rev()
        .filter_map(|(_, path)| SaveFile::open(&path).ok())
        .find(|(record, _)| record.ended_by().is_none())
}

/// The game to go on with: that of a file, or the one that was played last.
pub(crate) fn to_resume(file: Option<&Path>) -> Result<(Record, SaveFile), ResumeError> {
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

/// A moment of the world's time as `2026-11-15-120301`, which sorts as text.
fn file_stamp(seconds_since_1970: u64) -> String {
    let (days, seconds) = (seconds_since_1970 / 86_400, seconds_since_1970 % 86_400);
    // Years that begin in March have their odd day at the end, so that plain division finds the
    // month; an era is 400 years, after which the calendar repeats itself.
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
    fn moments_become_names_that_sort() {
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
    fn the_folder_follows_the_environment() {
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
