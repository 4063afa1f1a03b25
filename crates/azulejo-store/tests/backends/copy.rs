//! Copies of whole databases, between SQLite and PostgreSQL.

use azulejo_store::{CopyError, DatabaseCopy, OpenError, OpenOptions, Suspension};

use crate::fixtures::{
    TestDatabase, account, append, bodies, command, game_id, name, new_game, person, player_id,
    session, sql_tests, token,
};

sql_tests! {
    everything_is_copied_to_either_database,
    interrupted_copy_cannot_be_opened_and_is_repeated,
    tampered_row_is_noticed,
    target_with_data_is_refused,
}

/// The databases to copy to.
async fn targets() -> Vec<TestDatabase> {
    let postgres = TestDatabase::postgres().await;
    [Some(TestDatabase::sqlite()), postgres]
        .into_iter()
        .flatten()
        .collect()
}

async fn fill(db: &TestDatabase) {
    let store = db.open().await;
    let (ana, guest) = (player_id(1), player_id(2));
    store.create_account(ana, account("Ana"), 1).await.unwrap();
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    let credential = azulejo_store::Credential::NewPlayer;
    store
        .create_session(session(1, ana), credential)
        .await
        .unwrap();
    let suspension = Suspension {
        reason: "Gr\u{fc}nde".to_owned(),
        since_ms: 1,
        until_ms: 2,
    };
    store.suspend(ana, suspension).await.unwrap();
    store.announce_change().await.unwrap();
    let mut game = new_game(1);
    game.seats = vec![person(0, ana), person(1, guest)];
    store.create_game(game).await.unwrap();
    // More than a batch.
    for ply in 1..=1_200 {
        let mut next = append(game_id(1), ply, &format!("event {ply}"));
        next.command = Some(command(u128::from(ply)));
        store.append(next).await.unwrap();
    }
    store.close().await;
}

async fn everything_is_copied_to_either_database(db: TestDatabase) {
    fill(&db).await;
    for target in targets().await {
        let copy = DatabaseCopy::begin(db.url(), target.url()).await.unwrap();
        let mut seen = 0;
        copy.copy(|table, rows| {
            if table == "event" {
                seen = rows;
            }
        })
        .await
        .unwrap();
        assert_eq!(seen, 1_201);
        let tables = copy.compare().await.unwrap();
        let rows = |name: &str| tables.iter().find(|table| table.name == name).unwrap().rows;
        assert_eq!(
            (rows("player"), rows("session"), rows("event")),
            (2, 1, 1_201)
        );
        assert_eq!(
            (rows("recovery_code"), rows("suspension"), rows("secret")),
            (8, 1, 1)
        );
        copy.finish().await.unwrap();
        let (from, to) = (db.open().await, target.open().await);
        assert_eq!(
            bodies(&from, game_id(1)).await,
            bodies(&to, game_id(1)).await
        );
        assert_eq!(from.game(game_id(1)).await, to.game(game_id(1)).await);
        let found = to.find_session(&token(1), 5_000, None).await.unwrap();
        assert_eq!(found, Some(session(1, player_id(1))));
        from.close().await;
        to.close().await;
    }
}

async fn interrupted_copy_cannot_be_opened_and_is_repeated(db: TestDatabase) {
    fill(&db).await;
    for target in targets().await {
        // Before the first row, and before the comparison.
        for complete in [false, true] {
            let copy = DatabaseCopy::begin(db.url(), target.url()).await.unwrap();
            if complete {
                copy.copy(|_, _| {}).await.unwrap();
            }
            copy.close().await;
            let opened = OpenOptions::default().open(target.url()).await;
            assert!(matches!(opened.err(), Some(OpenError::UnfinishedCopy)));
            let chained = DatabaseCopy::begin(target.url(), db.url()).await;
            assert!(matches!(chained.err(), Some(CopyError::UnfinishedSource)));
        }
        // The source has changed since.
        let store = db.open().await;
        let ply = bodies(&store, game_id(1)).await.len() as u32;
        store
            .append(append(game_id(1), ply, "later"))
            .await
            .unwrap();
        store.close().await;
        let copy = DatabaseCopy::begin(db.url(), target.url()).await.unwrap();
        copy.copy(|_, _| {}).await.unwrap();
        copy.compare().await.unwrap();
        copy.finish().await.unwrap();
        let store = target.open().await;
        assert_eq!(bodies(&store, game_id(1)).await.len() as u32, ply + 1);
        store.close().await;
    }
}

async fn tampered_row_is_noticed(db: TestDatabase) {
    fill(&db).await;
    for target in targets().await {
        for tampering in [
            "UPDATE event SET body = 'forged' WHERE ply = 7",
            "DELETE FROM recovery_code",
        ] {
            let copy = DatabaseCopy::begin(db.url(), target.url()).await.unwrap();
            copy.copy(|_, _| {}).await.unwrap();
            target.execute_sql(tampering).await;
            let compared = copy.compare().await;
            assert!(
                matches!(compared, Err(CopyError::Different { .. })),
                "{tampering}"
            );
            copy.close().await;
        }
    }
}

async fn target_with_data_is_refused(db: TestDatabase) {
    fill(&db).await;
    for target in targets().await {
        let store = target.open().await;
        store
            .create_guest(player_id(9), name("Guest"), 1)
            .await
            .unwrap();
        store.close().await;
        let refused = DatabaseCopy::begin(db.url(), target.url()).await;
        assert!(matches!(refused.err(), Some(CopyError::NotEmpty(_))));
        let store = target.open().await;
        assert!(store.player(player_id(9)).await.unwrap().is_some());
        store.close().await;
    }
}
