//! When the ground gives way: nothing that was acknowledged is lost, nothing more is promised.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};

use azulejo_store::{Append, Appended, Store, StoreError};

use crate::house::{House, append, bodies, command, game_id, new_game};
use crate::postgres::PostgresServer;

const CHILD: &str = "AZULEJO_STORY_OF_A_FULL_DISK";

/// A disk that takes no more is played by a limit on the size of files, which holds for a whole
/// process: the test runs itself again under such a limit and looks at what that process left.
#[cfg(unix)]
#[tokio::test]
async fn after_a_failed_write_the_store_refuses_everything() {
    if let Ok(url) = std::env::var(CHILD) {
        return write_until_it_fails(&url).await;
    }
    let house = House::sqlite();
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    store.close().await;
    let own = std::env::current_exe().unwrap();
    let name = "failure::after_a_failed_write_the_store_refuses_everything";
    // The signal is ignored, so that a write fails with an error instead of ending the process.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 600; exec \"$0\" \"$@\""])
        .arg(own)
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, house.url())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{said} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said_after = |word: &str| {
        let line = said.lines().find_map(|line| line.split_once(word));
        line.unwrap_or_else(|| panic!("no {word:?} in {said}"))
            .1
            .to_owned()
    };
    let acknowledged: usize = said_after("acknowledged: ").trim().parse().unwrap();
    // The limit was hit after some successes, and a new process finds all of them.
    assert!(acknowledged > 10, "{said}");
    let store = house.open().await;
    let kept = bodies(&store, game_id(1)).await.len();
    assert!(
        kept == acknowledged || kept == acknowledged + 1,
        "{acknowledged}, but {kept} kept"
    );
    let next = Appended::Committed {
        next: kept as u32 + 1,
    };
    assert_eq!(
        store.append(append(game_id(1), kept as u32, "on")).await,
        Ok(next)
    );
}

/// The part of the story that happens in the process with the limit.
async fn write_until_it_fails(url: &str) {
    let store = azulejo_store::open(url).await.unwrap();
    let body = "x".repeat(10_000);
    let mut ply = 1;
    let error = loop {
        match store.append(append(game_id(1), ply, &body)).await {
            Ok(Appended::Committed { next }) => ply = next,
            Ok(other) => panic!("{other:?}"),
            Err(error) => break error,
        }
        assert!(ply < 10_000, "the limit has no effect");
    };
    assert!(
        matches!(error, StoreError::Unknown(_) | StoreError::Refused(_)),
        "the append that failed: {error:?}"
    );
    println!("\nacknowledged: {ply}");
    let reason = store.failure().expect("the store knows that it has failed");
    let failed = StoreError::Failed(reason);
    assert_eq!(
        store.append(append(game_id(1), ply, "small")).await,
        Err(failed.clone())
    );
    assert_eq!(store.events(game_id(1), 0).await, Err(failed.clone()));
    assert_eq!(store.create_game(new_game(2)).await, Err(failed.clone()));
    assert_eq!(store.check().await, Err(failed));
}

/// What every writer was told: the body that it was told is kept at each ply.
type Ledger = BTreeMap<(u32, u32), String>;

/// Appends one event after another to a game of its own, and asks again under the same command
/// whenever it is not told what became of one.
async fn write_through(store: Arc<dyn Store>, number: u32, plies: u32, ledger: Arc<Mutex<Ledger>>) {
    for ply in 1..=plies {
        let body = format!("{number}:{ply}");
        let wanted = Append {
            command: Some(command(ply.into())),
            ..append(game_id(number), ply, &body)
        };
        loop {
            match store.append(wanted.clone()).await {
                Ok(Appended::Committed { next }) => {
                    assert_eq!(next, ply + 1);
                    break;
                }
                // Written, but nobody could tell: the log has it under this command.
                Ok(Appended::Stale { next }) => {
                    assert_eq!(next, ply + 1, "{body}");
                    match store.events(game_id(number), ply).await.as_deref() {
                        Ok([kept]) => {
                            assert_eq!((&kept.body, kept.command), (&body, wanted.command));
                            break;
                        }
                        Ok(other) => panic!("{body}: {other:?}"),
                        Err(_) => tokio::time::sleep(std::time::Duration::from_millis(5)).await,
                    }
                }
                Err(StoreError::Unknown(_) | StoreError::Unavailable(_) | StoreError::Busy(_)) => {
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
                Err(other) => panic!("{body}: {other:?}"),
            }
        }
        ledger.lock().unwrap().insert((number, ply), body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_postgres_loses_and_doubles_nothing() {
    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&[]))
        .await
        .unwrap();
    let Some(server) = server else { return };
    let house = House::on(&server).await;
    let nodes = [house.open().await, house.open().await];
    let (writers, plies, kills) = (16, 120, 3);
    let ledger = Arc::new(Mutex::new(Ledger::new()));
    for number in 0..writers {
        nodes[0].create_game(new_game(number)).await.unwrap();
    }
    let tasks: Vec<_> = (0..writers)
        .map(|number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            tokio::spawn(write_through(store, number, plies, Arc::clone(&ledger)))
        })
        .collect();
    let server = Arc::new(server);
    for kill in 1..=kills {
        // In the middle of it, wherever that is: after so many acknowledged moves.
        let target = (writers * plies * kill / (kills + 1)) as usize;
        while ledger.lock().unwrap().len() < target {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        let server = Arc::clone(&server);
        let killing = move || {
            server.kill();
            server.start_again();
        };
        tokio::task::spawn_blocking(killing).await.unwrap();
    }
    for task in tasks {
        task.await.unwrap();
    }
    let ledger = ledger.lock().unwrap().clone();
    assert_eq!(ledger.len(), (writers * plies) as usize);
    for number in 0..writers {
        let kept = bodies(&nodes[1], game_id(number)).await;
        let told: Vec<_> = ledger
            .range((number, 0)..(number + 1, 0))
            .map(|(_, body)| body.clone())
            .collect();
        assert_eq!(kept[1..], told, "game {number}");
    }
    assert_eq!(
        nodes[0].failure(),
        None,
        "a database elsewhere may come back"
    );
}
