//! Two guards prevent a second event at the same ply: the game's row, which every writer locks and
//! reads, and the unique index of the log. Each suffices without the other. Without both, the
//! checker must find the damage (negative control).

use azulejo_store::{Appended, StoreError};

use crate::fixtures::{TestDatabase, append, game_id, new_game, sql_tests};

sql_tests! {
    game_row_guards_without_unique_index,
    unique_index_guards_without_game_row,
    checker_finds_duplicates_without_both_guards,
}

/// Returns the damage to the log of the only game, whose plies must be 0, 1, 2, …
async fn damage(db: &TestDatabase) -> Vec<String> {
    let rows = db
        .query_sql("SELECT ply, body FROM event ORDER BY ply, body")
        .await
        .unwrap();
    let mut damage = Vec::new();
    for pair in rows.windows(2) {
        match pair[1].0 - pair[0].0 {
            0 => damage.push(format!(
                "ply {} twice: {} and {}",
                pair[0].0, pair[0].1, pair[1].1
            )),
            1 => {}
            _ => damage.push(format!("gap between {} and {}", pair[0].0, pair[1].0)),
        }
    }
    damage
}

async fn drop_index(db: &TestDatabase) {
    db.execute_sql_per_backend(
        "ALTER TABLE event RENAME TO event_before; \
             CREATE TABLE event (game_id text, ply integer, kind text, body text, \
             rules_version integer, state_hash text, at_ms integer, commander text, \
             command blob); \
             INSERT INTO event SELECT * FROM event_before; DROP TABLE event_before",
        "ALTER TABLE event DROP CONSTRAINT event_pkey",
    )
    .await;
}

/// Makes the game's row ignore updates of its next ply.
async fn freeze_row(db: &TestDatabase) {
    db.execute_sql_per_backend(
        "CREATE TRIGGER freeze_row AFTER UPDATE OF next_ply ON game BEGIN \
             UPDATE game SET next_ply = OLD.next_ply WHERE id = NEW.id; END",
        "CREATE FUNCTION freeze_row() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN NEW.next_ply := OLD.next_ply; RETURN NEW; END $$; \
             CREATE TRIGGER freeze_row BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION freeze_row()",
    )
    .await;
}

/// Appends to ply 1 three times in sequence.
async fn append_to_ply_1(db: &TestDatabase) -> Vec<Result<Appended, StoreError>> {
    let store = db.open().await;
    let mut outcomes = Vec::new();
    for body in ["a", "b", "c"] {
        outcomes.push(store.append(append(game_id(1), 1, body)).await);
    }
    store.close().await;
    outcomes
}

async fn create_game(db: &TestDatabase) {
    let store = db.open().await;
    store.create_game(new_game(1)).await.unwrap();
    store.close().await;
}

async fn game_row_guards_without_unique_index(db: TestDatabase) {
    create_game(&db).await;
    drop_index(&db).await;
    let (won, lost) = (
        Ok(Appended::Committed { next: 2 }),
        Ok(Appended::Stale { next: 2 }),
    );
    assert_eq!(append_to_ply_1(&db).await, [won, lost.clone(), lost]);
    assert!(damage(&db).await.is_empty());
}

async fn unique_index_guards_without_game_row(db: TestDatabase) {
    create_game(&db).await;
    freeze_row(&db).await;
    let (won, lost) = (
        Ok(Appended::Committed { next: 2 }),
        Ok(Appended::Stale { next: 2 }),
    );
    assert_eq!(append_to_ply_1(&db).await, [won, lost.clone(), lost]);
    assert!(damage(&db).await.is_empty());
}

async fn checker_finds_duplicates_without_both_guards(db: TestDatabase) {
    create_game(&db).await;
    drop_index(&db).await;
    freeze_row(&db).await;
    let won = Ok(Appended::Committed { next: 2 });
    assert_eq!(append_to_ply_1(&db).await, [won.clone(), won.clone(), won]);
    assert_eq!(
        damage(&db).await,
        ["ply 1 twice: a and b", "ply 1 twice: b and c"]
    );
}
