//! Files that only their owner can read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::OpenError;

/// Creates an empty file and its directory, readable by their owner alone. Returns `false` if the
/// file exists.
///
/// An existing file is not opened: closing it again would release the POSIX locks that SQLite
/// holds on it elsewhere in this process.
pub(super) fn create_private(path: &Path) -> Result<bool, OpenError> {
    let failed = |path: &Path, source| OpenError::Create {
        path: path.to_owned(),
        source,
    };
    let directory = path.parent().filter(|path| !path.as_os_str().is_empty());
    if let Some(directory) = directory {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(directory)
            .map_err(|source| failed(directory, source))?;
    }
    let mut file = fs::OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    match file.open(path) {
        Ok(_) => Ok(true),
        Err(_) if path.is_dir() => Err(failed(path, io::ErrorKind::IsADirectory.into())),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(path, error)),
    }
}

/// Changes the owner of a file that belongs to root to that of its directory, the server's user.
///
/// Otherwise a command run as root would leave files that the server cannot open.
#[cfg(unix)]
pub(super) fn inherit_owner(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let directory = fs::metadata(directory_of(path))?;
    if fs::metadata(path)?.uid() == 0 && directory.uid() != 0 {
        chown(path, Some(directory.uid()), Some(directory.gid()))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn inherit_owner(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Syncs the directory of a file, so that the file's name survives a power loss.
pub(super) fn sync_directory(file: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(directory_of(file))?.sync_all()?;
    }
    Ok(())
}

fn directory_of(file: &Path) -> &Path {
    match file.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Returns the path with a suffix appended to its file name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
