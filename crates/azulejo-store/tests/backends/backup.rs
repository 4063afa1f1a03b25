//! Backups: consistent snapshots under load, checked before they are restored.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use azulejo_store::{
    BackupError, Credential, DatabaseLock, OpenError, Store, check_backup, restore,
};

use crate::fixtures::{
    TestDatabase, account, append, bodies, game_id, name, new_game, person, player_id, session,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_under_load_restores_to_equal_rows() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)), Credential::NewPlayer)
        .await
        .unwrap();
    for number in 0..8 {
        let mut game = new_game(number);
        game.seats[0] = person(0, player_id(1));
        store.create_game(game).await.unwrap();
    }
    // Eight writers that do not pause for the backup.
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..8)
        .map(|number| {
            let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
            tokio::spawn(async move {
                let mut ply = 1;
                while !stop.load(Ordering::Relaxed) || ply < 20 {
                    let body = format!("{number}:{ply}");
                    store
                        .append(append(game_id(number), ply, &body))
                        .await
                        .unwrap();
                    ply += 1;
                }
                ply
            })
        })
        .collect();
    while store.game(game_id(0)).await.unwrap().unwrap().next_ply < 10 {
        tokio::task::yield_now().await;
    }
    let before: Vec<usize> = lengths(&store).await;
    let copy = db.directory().join("copies").join("copy.db");
    store.backup(&copy).await.unwrap();
    let after: Vec<usize> = lengths(&store).await;
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }

    let summary = check_backup(&copy).await.unwrap();
    assert_eq!(
        (summary.schema, summary.games, summary.latest_ms),
        (8, 8, Some(1_000))
    );
    let restored_path = db.directory().join("new directory").join("azulejo.db");
    assert_eq!(restore(&copy, &restored_path).await.unwrap(), summary);
    let restored = azulejo_store::open(restored_path.to_str().unwrap())
        .await
        .unwrap();
    let mut events = 0;
    for number in 0..8 {
        let copied = bodies(&restored, game_id(number)).await;
        let original = bodies(&store, game_id(number)).await;
        let length = copied.len();
        events += length as u64;
        assert_eq!(
            copied,
            original[..length],
            "the backup is a prefix of the log"
        );
        let number = number as usize;
        assert!(
            before[number] <= length && length <= after[number],
            "a snapshot of one moment"
        );
        let (old, new) = (
            store.game(game_id(number as u32)),
            restored.game(game_id(number as u32)),
        );
        let (old, new) = (old.await.unwrap().unwrap(), new.await.unwrap().unwrap());
        assert_eq!(
            new.next_ply as usize, length,
            "summary and log are from the same moment"
        );
        assert_eq!((new.seats, new.settings), (old.seats, old.settings));
        let secret = restored.draw_secret(game_id(number as u32)).await.unwrap();
        assert_eq!(secret.expose(), &[0xa7; 32]);
    }
    assert_eq!(summary.events, events);
    assert_eq!(
        restored
            .export_player(player_id(1))
            .await
            .unwrap()
            .map(|export| export.sessions),
        store
            .export_player(player_id(1))
            .await
            .unwrap()
            .map(|export| export.sessions)
    );
    // The restored game can be continued.
    let next = restored.game(game_id(3)).await.unwrap().unwrap().next_ply;
    restored
        .append(append(game_id(3), next, "on"))
        .await
        .unwrap();
}

async fn lengths(store: &Arc<dyn Store>) -> Vec<usize> {
    let mut lengths = Vec::new();
    for number in 0..8 {
        lengths.push(store.events(game_id(number), 0).await.unwrap().len());
    }
    lengths
}

#[tokio::test]
async fn backup_overwrites_nothing_and_leaves_no_partial_file() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let copy = db.directory().join("copy.db");
    store.backup(&copy).await.unwrap();
    assert!(matches!(
        store.backup(&copy).await,
        Err(BackupError::Exists(_))
    ));
    let own = Path::new(db.url());
    assert!(matches!(
        store.backup(own).await,
        Err(BackupError::Exists(_))
    ));
    assert!(matches!(
        restore(&copy, own).await,
        Err(BackupError::Exists(_))
    ));
    // A leftover WAL would be replayed into the restored database.
    let target = db.directory().join("target.db");
    std::fs::write(db.directory().join("target.db-wal"), "old").unwrap();
    assert!(matches!(
        restore(&copy, &target).await,
        Err(BackupError::Exists(_))
    ));
    let missing = restore(
        &db.directory().join("none.db"),
        &db.directory().join("x.db"),
    )
    .await;
    assert!(
        matches!(missing, Err(BackupError::Io { .. })),
        "{missing:?}"
    );
    let partial: Vec<_> = std::fs::read_dir(db.directory())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("partial"))
        .collect();
    assert!(partial.is_empty(), "{partial:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it contains secrets");
    }
}

#[tokio::test]
async fn damaged_or_foreign_backup_is_rejected() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    for number in 0..200 {
        store
            .create_guest(player_id(number), name(&format!("Guest {number}")), 1)
            .await
            .unwrap();
        store.create_game(new_game(number)).await.unwrap();
    }
    let copy = db.directory().join("copy.db");
    store.backup(&copy).await.unwrap();
    check_backup(&copy).await.unwrap();
    let whole = std::fs::read(&copy).unwrap();

    // Overwrites part of each page but the first in turn; then truncates the file.
    let mut found = 0;
    let pages = whole.len() / 4096;
    for page in 1..pages {
        let mut bytes = whole.clone();
        bytes[page * 4096..page * 4096 + 200].fill(0xee);
        std::fs::write(&copy, bytes).unwrap();
        found += usize::from(check_backup(&copy).await.is_err());
    }
    assert_eq!(found, pages - 1);
    std::fs::write(&copy, &whole[..whole.len() - 4096 * 3]).unwrap();
    let truncated = check_backup(&copy).await;
    assert!(
        matches!(truncated, Err(BackupError::Damaged { .. })),
        "{truncated:?}"
    );
    let target = db.directory().join("target.db");
    assert!(restore(&copy, &target).await.is_err());
    assert!(!target.exists());

    std::fs::write(&copy, "plain text ".repeat(1_000)).unwrap();
    let text = check_backup(&copy).await;
    let rejected = matches!(text, Err(BackupError::Open(OpenError::NotADatabase { .. })));
    assert!(rejected, "{text:?}");

    db.execute_sql(
        "INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, x'00', 0)",
    )
    .await;
    let newer = db.directory().join("newer.db");
    store.backup(&newer).await.unwrap();
    let newer = check_backup(&newer).await;
    let rejected = matches!(newer, Err(BackupError::Open(OpenError::NewerSchema { .. })));
    assert!(rejected, "{newer:?}");
}

#[tokio::test]
async fn postgres_backup_names_its_own_tools() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let error = store
        .backup(Path::new("copy.db"))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("pg_dump"), "{error}");
}

/// Only root can give files away, so there is nothing to check for other users.
#[cfg(unix)]
#[tokio::test]
async fn files_restored_by_root_belong_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let copy = db.directory().join("copy.db");
    store.backup(&copy).await.unwrap();
    store.close().await;
    if std::fs::metadata(&copy).unwrap().uid() != 0 {
        return;
    }
    let data = db.directory().join("restored");
    std::fs::create_dir(&data).unwrap();
    chown(&data, Some(12_345), Some(12_346)).unwrap();
    let lock = DatabaseLock::acquire(&data.join("azulejo.db")).unwrap();
    restore(&copy, lock.database()).await.unwrap();
    for file in ["azulejo.db", "azulejo.db.lock"] {
        let owned = std::fs::metadata(data.join(file)).unwrap();
        assert_eq!((owned.uid(), owned.gid()), (12_345, 12_346), "{file}");
    }
}
