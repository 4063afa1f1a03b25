//! `azulejo backup`, `azulejo restore` and `azulejo migrate`.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use azulejo_server::{maintenance, migrate};

use super::DatabaseArgs;
use crate::screen::Screen;

pub(super) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("could not start the runtime's threads")?
        .block_on(future)
}

/// Returns the URL of a database that exists: opening a missing file would create it.
pub(super) fn existing(database: &DatabaseArgs) -> Result<String> {
    if let Some(path) = database.file()?
        && !path.exists()
    {
        return Err(anyhow!(
            "there is no database at {}; name the server's folder with --data or AZULEJO_DATA",
            path.display()
        ));
    }
    database.url()
}

pub(super) fn backup(database: &DatabaseArgs, file: &Path, screen: &mut Screen) -> Result<()> {
    let url = existing(database)?;
    let copied = block_on(async { Ok(maintenance::backup(&url, file).await?) })?;
    screen.line(&format!(
        "{}: {} games with {} events",
        file.display(),
        copied.games,
        copied.events
    ))?;
    Ok(())
}

pub(super) fn restore(
    database: &DatabaseArgs,
    file: &Path,
    replace: bool,
    screen: &mut Screen,
) -> Result<()> {
    let Some(target) = database.file()? else {
        return Err(anyhow!("use pg_restore for a PostgreSQL database"));
    };
    // Validate the backup before touching the existing database.
    let found = block_on(async { Ok(maintenance::check_backup(file).await?) })?;
    let held = maintenance::hold(&target)?;
    let mut previous = None;
    if target.exists() {
        if !replace {
            return Err(anyhow!(
                "a database exists at {}; stop the server and pass --replace to replace it \
                 (the old one is kept beside it)",
                target.display()
            ));
        }
        previous = Some(maintenance::set_aside(&held).with_context(|| {
            format!("could not move the database at {} aside", target.display())
        })?);
    }
    block_on(async { Ok(maintenance::restore(file, &held).await?) })?;
    screen.line(&format!(
        "{}: {} games with {} events restored",
        target.display(),
        found.games,
        found.events
    ))?;
    if let Some(previous) = previous {
        screen.line(&format!("previous database kept at {}", previous.display()))?;
    }
    Ok(())
}

pub(super) fn migrate(from: &str, to: &str, screen: &mut Screen) -> Result<()> {
    let mut failed = None;
    let moved = block_on(async {
        let progress = |table: &str, rows: u64| {
            if let Err(error) = screen.note(&format!("{table}: {rows} rows")) {
                failed = Some(error);
            }
        };
        Ok(migrate::migrate(from, to, progress).await?)
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    screen.note("")?;
    screen.line(&format!(
        "{} rows copied and compared, {} games with {} events replayed",
        moved.rows, moved.games, moved.events
    ))?;
    Ok(())
}
