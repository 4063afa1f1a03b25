//! Failures of the disk and the database: nothing acknowledged is lost.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};

use azulejo_store::{Append, Appended, Store, StoreError};
use azulejo_testkit_postgres::PostgresServer;

use crate::fixtures::{TestDatabase, append, bodies, command, game_id, new_game};

const CHILD_URL: &str = "AZULEJO_TEST_FULL_DISK_URL";

/// A file size limit simulates a full disk. It applies to a whole process, so the test runs itself
/// again under the limit and checks what that process left behind.
#[cfg(unix)]
#[tokio::test]
async fn failed_write_makes_the_store_reject_everything() {
    if let Ok(url) = std::env::var(CHILD_URL) {
        return write_until_it_fails(&url).await;
    }
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    store.close().await;
    let own = std::env::current_exe().unwrap();
    let name = "failure::failed_write_makes_the_store_reject_everything";
    // SIGXFSZ is ignored, so that a write fails instead of killing the process.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 600; exec \"$0\" \"$@\""])
        .arg(own)
        .args(["--exact", name, "--nocapture"])
        .env(CHILD_URL, db.url())
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{stdout} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text_after = |label: &str| {
        let line = stdout.lines().find_map(|line| line.split_once(label));
        line.unwrap_or_else(|| panic!("no {label:?} in {stdout}"))
            .1
            .to_owned()
    };
    let acknowledged: usize = text_after("acknowledged: ").trim().parse().unwrap();
    // The limit was hit after some successes, and a new process finds all of them.
    assert!(acknowledged > 10, "{stdout}");
    let store = db.open().await;
    let kept = bodies(&store, game_id(1)).await.len();
    assert!(
        kept == acknowledged || kept == acknowledged + 1,
        "{acknowledged} acknowledged, {kept} stored"
    );
    let next = Appended::Committed {
        next: kept as u32 + 1,
    };
    assert_eq!(
        store.append(append(game_id(1), kept as u32, "on")).await,
        Ok(next)
    );
}

/// The part of the test that runs in the limited process.
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
        "failed append: {error:?}"
    );
    println!("\nacknowledged: {ply}");
    let reason = store.failure().expect("a permanent failure");
    let failed = StoreError::Failed(reason);
    assert_eq!(
        store.append(append(game_id(1), ply, "small")).await,
        Err(failed.clone())
    );
    assert_eq!(store.events(game_id(1), 0).await, Err(failed.clone()));
    assert_eq!(store.create_game(new_game(2)).await, Err(failed.clone()));
    assert_eq!(store.check().await, Err(failed));
}

/// The acknowledged body of each game and ply.
type Ledger = BTreeMap<(u32, u32), String>;

/// Appends events one after another to one game, and retries under the same command whenever an
/// outcome is unknown.
async fn append_with_retries(
    store: Arc<dyn Store>,
    number: u32,
    plies: u32,
    ledger: Arc<Mutex<Ledger>>,
) {
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
                // An earlier attempt was committed: the log has it under this command.
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
async fn killed_postgres_loses_and_duplicates_nothing() {
    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&[]))
        .await
        .unwrap();
    let Some(server) = server else { return };
    let db = TestDatabase::on(&server).await;
    let nodes = [db.open().await, db.open().await];
    let (writers, plies, kills) = (16, 120, 3);
    let ledger = Arc::new(Mutex::new(Ledger::new()));
    for number in 0..writers {
        nodes[0].create_game(new_game(number)).await.unwrap();
    }
    let tasks: Vec<_> = (0..writers)
        .map(|number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            tokio::spawn(append_with_retries(
                store,
                number,
                plies,
                Arc::clone(&ledger),
            ))
        })
        .collect();
    let server = Arc::new(server);
    for kill in 1..=kills {
        // At an arbitrary moment: after this many acknowledged appends.
        let target = (writers * plies * kill / (kills + 1)) as usize;
        while ledger.lock().unwrap().len() < target {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        let server = Arc::clone(&server);
        let kill_and_restart = move || {
            server.kill();
            server.restart();
        };
        tokio::task::spawn_blocking(kill_and_restart).await.unwrap();
    }
    for task in tasks {
        task.await.unwrap();
    }
    let ledger = ledger.lock().unwrap().clone();
    assert_eq!(ledger.len(), (writers * plies) as usize);
    for number in 0..writers {
        let kept = bodies(&nodes[1], game_id(number)).await;
        let acknowledged: Vec<_> = ledger
            .range((number, 0)..(number + 1, 0))
            .map(|(_, body)| body.clone())
            .collect();
        assert_eq!(kept[1..], acknowledged, "game {number}");
    }
    assert_eq!(nodes[0].failure(), None, "a remote database can recover");
}
