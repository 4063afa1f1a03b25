//! The schema migrations, embedded in the program.
//!
//! `sqlx::migrate!` would do the same, but compiles both database drivers a second time for the
//! build host.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A migrator of the files `migrations/$database/$name.sql`, in their order.
macro_rules! embedded {
    ($database:literal: $($name:literal),+ $(,)?) => {
        LazyLock::new(|| migrator(&[$((
            $name,
            include_str!(concat!("../migrations/", $database, "/", $name, ".sql")),
        )),+]))
    };
}

pub(crate) static SQLITE: LazyLock<Migrator> = embedded!("sqlite":
    "0001_first",
    "0002_commands_in_the_log",
    "0003_guests_by_name",
    "0004_requests_for_games",
    "0005_deadlines_of_all_games",
    "0006_session_lifetimes",
    "0007_second_factor",
    "0008_administration",
);

pub(crate) static POSTGRES: LazyLock<Migrator> = embedded!("postgres":
    "0001_first",
    "0002_commands_in_the_log",
    "0003_guests_by_name",
    "0004_requests_for_games",
    "0005_deadlines_of_all_games",
    "0006_session_lifetimes",
    "0007_second_factor",
    "0008_administration",
);

fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migrations = files.iter().map(|&(name, sql)| {
        let (version, description) = name.split_once('_').expect("VERSION_DESCRIPTION");
        Migration::new(
            version.parse().expect("a version is a number"),
            description.replace('_', " ").into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_migration_file_is_embedded() {
        for (database, embedded) in [("sqlite", &*SQLITE), ("postgres", &*POSTGRES)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("migrations")
                .join(database);
            let files = Migrator::new(folder).await.expect("the files are valid");
            let steps = |migrator: &Migrator| -> Vec<_> {
                let steps = migrator.iter();
                steps
                    .map(|step| {
                        (
                            step.version,
                            step.description.clone(),
                            step.checksum.clone(),
                        )
                    })
                    .collect()
            };
            assert_eq!(steps(embedded), steps(&files), "{database}");
        }
    }
}
