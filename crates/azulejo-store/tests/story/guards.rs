//! Two guards stand before a second event at the same ply: the game's row, which every writer
//! locks and reads, and the unique index of the log. Each is enough without the other; without
//! both, the checker must find the damage, or it could never have found any.

use azulejo_store::{Appended, StoreError};

use crate::house::{House, append, game_id, new_game, stories};

stories! {
    without_the_index_the_row_still_guards,
    without_the_row_the_index_still_guards,
    without_both_the_checker_finds_duplicates,
}

/// What is wrong with the log of the only game: plies must be 0, 1, 2, … once each.
async fn damage(house: &House) -> Vec<String> {
    let rows = house
        .raw_rows("SELECT ply, body FROM event ORDER BY ply, body")
        .await;
    let mut damage = Vec::new();
    for pair in rows.windows(2) {
        match pair[1].0 - pair[0].0 {
            0 => damage.push(format!(
                "ply {} twice: {} and {}",
                pair[0].0, pair[0].1, pair[1].1
            )),
            1 => {}
            _ => damage.push(format!("nothing between {} and {}", pair[0].0, pair[1].0)),
        }
    }
    damage
}

async fn drop_index(house: &House) {
    house
        .raw_each(
            "ALTER TABLE event RENAME TO event_before; \
             CREATE TABLE event (game_id text, ply integer, kind text, body text, \
             rules_version integer, state_hash text, at_ms integer, commander text, \
             command blob); \
             INSERT INTO event SELECT * FROM event_before; DROP TABLE event_before",
            "ALTER TABLE event DROP CONSTRAINT event_pkey",
        )
        .await;
}

/// Makes the game's row forget at once that it has grown.
async fn blind_row(house: &House) {
    house
        .raw_each(
            "CREATE TRIGGER blind AFTER UPDATE OF next_ply ON game BEGIN \
             UPDATE game SET next_ply = OLD.next_ply WHERE id = NEW.id; END",
            "CREATE FUNCTION blind() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN NEW.next_ply := OLD.next_ply; RETURN NEW; END $$; \
             CREATE TRIGGER blind BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION blind()",
        )
        .await;
}

/// Appends to ply 1 several times, one after another.
async fn append_to_ply_1(house: &House) -> Vec<Result<Appended, StoreError>> {
    let store = house.open().await;
    let mut outcomes = Vec::new();
    for body in ["a", "b", "c"] {
        outcomes.push(store.append(append(game_id(1), 1, body)).await);
    }
    store.close().await;
    outcomes
}

async fn game(house: &House) {
    let store = house.open().await;
    store.create_game(new_game(1)).await.unwrap();
    store.close().await;
}

async fn without_the_index_the_row_still_guards(house: House) {
    game(&house).await;
    drop_index(&house).await;
    let (won, lost) = (
        Ok(Appended::Committed { next: 2 }),
        Ok(Appended::Stale { next: 2 }),
    );
    assert_eq!(append_to_ply_1(&house).await, [won, lost.clone(), lost]);
    assert!(damage(&house).await.is_empty());
}

async fn without_the_row_the_index_still_guards(house: House) {
    game(&house).await;
    blind_row(&house).await;
    let (won, lost) = (
        Ok(Appended::Committed { next: 2 }),
        Ok(Appended::Stale { next: 2 }),
    );
    assert_eq!(append_to_ply_1(&house).await, [won, lost.clone(), lost]);
    assert!(damage(&house).await.is_empty());
}

async fn without_both_the_checker_finds_duplicates(house: House) {
    game(&house).await;
    drop_index(&house).await;
    blind_row(&house).await;
    let won = Ok(Appended::Committed { next: 2 });
    assert_eq!(
        append_to_ply_1(&house).await,
        [won.clone(), won.clone(), won]
    );
    assert_eq!(
        damage(&house).await,
        ["ply 1 twice: a and b", "ply 1 twice: b and c"]
    );
}
