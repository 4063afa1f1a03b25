//! Copies: of one moment, while moves go on; checked before they are put back.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use azulejo_store::{BackupError, OpenError, Store, check_backup, restore};

use crate::house::{
    House, account, append, bodies, game_id, name, new_game, person, player_id, session,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_made_under_load_restores_to_equal_rows() {
    let house = House::sqlite();
    let store = house.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .create_session(session(1, player_id(1)))
        .await
        .unwrap();
    for number in 0..8 {
        let mut game = new_game(number);
        game.seats[0] = person(0, player_id(1));
        store.create_game(game).await.unwrap();
    }
    // Eight writers that do not stop for the copy.
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
    let copy = house.folder().join("copies").join("copy.db");
    store.backup(&copy).await.unwrap();
    let after: Vec<usize> = lengths(&store).await;
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }

    let summary = check_backup(&copy).await.unwrap();
    assert_eq!(
        (summary.schema, summary.games, summary.latest_ms),
        (5, 8, Some(1_000))
    );
    let restored_path = house.folder().join("new home").join("azulejo.db");
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
            "what was copied is what was written"
        );
        let number = number as usize;
        assert!(
            before[number] <= length && length <= after[number],
            "one moment in between"
        );
        let (old, new) = (
            store.game(game_id(number as u32)),
            restored.game(game_id(number as u32)),
        );
        let (old, new) = (old.await.unwrap().unwrap(), new.await.unwrap().unwrap());
        assert_eq!(
            new.next_ply as usize, length,
            "summary and log are of the same moment"
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
    // And the game goes on there.
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
async fn nothing_is_overwritten_and_nothing_half_is_left() {
    let house = House::sqlite();
    let store = house.open().await;
    let copy = house.folder().join("copy.db");
    store.backup(&copy).await.unwrap();
    assert!(matches!(
        store.backup(&copy).await,
        Err(BackupError::Exists(_))
    ));
    let own = Path::new(house.url());
    assert!(matches!(
        store.backup(own).await,
        Err(BackupError::Exists(_))
    ));
    assert!(matches!(
        restore(&copy, own).await,
        Err(BackupError::Exists(_))
    ));
    // A log without its database would be played into the restored one.
    let target = house.folder().join("target.db");
    std::fs::write(house.folder().join("target.db-wal"), "old").unwrap();
    assert!(matches!(
        restore(&copy, &target).await,
        Err(BackupError::Exists(_))
    ));
    let nowhere = restore(
        &house.folder().join("none.db"),
        &house.folder().join("x.db"),
    )
    .await;
    assert!(
        matches!(nowhere, Err(BackupError::Io { .. })),
        "{nowhere:?}"
    );
    let left: Vec<_> = std::fs::read_dir(house.folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it holds secrets");
    }
}

#[tokio::test]
async fn a_damaged_or_foreign_copy_is_refused() {
    let house = House::sqlite();
    let store = house.open().await;
    for number in 0..200 {
        store
            .create_guest(player_id(number), name(&format!("Guest {number}")), 1)
            .await
            .unwrap();
        store.create_game(new_game(number)).await.unwrap();
    }
    let copy = house.folder().join("copy.db");
    store.backup(&copy).await.unwrap();
    check_backup(&copy).await.unwrap();
    let whole = std::fs::read(&copy).unwrap();

    // Every page but the first in turn overwritten in its middle, or the end cut off.
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
    let cut = check_backup(&copy).await;
    assert!(matches!(cut, Err(BackupError::Damaged { .. })), "{cut:?}");
    let target = house.folder().join("target.db");
    assert!(restore(&copy, &target).await.is_err());
    assert!(!target.exists());

    std::fs::write(&copy, "a letter ".repeat(1_000)).unwrap();
    let letter = check_backup(&copy).await;
    let refused = matches!(
        letter,
        Err(BackupError::Open(OpenError::NotADatabase { .. }))
    );
    assert!(refused, "{letter:?}");

    house
        .raw("INSERT INTO _sqlx_migrations VALUES (900, 'future', '2030-01-01', true, x'00', 0)")
        .await;
    let newer = house.folder().join("newer.db");
    store.backup(&newer).await.unwrap();
    let newer = check_backup(&newer).await;
    let refused = matches!(newer, Err(BackupError::Open(OpenError::NewerSchema { .. })));
    assert!(refused, "{newer:?}");
}

#[tokio::test]
async fn postgres_names_its_own_tool() {
    let Some(house) = House::postgres().await else {
        return;
    };
    let store = house.open().await;
    let error = store
        .backup(Path::new("copy.db"))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("pg_dump"), "{error}");
}
