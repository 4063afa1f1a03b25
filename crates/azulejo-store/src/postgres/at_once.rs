//! Appends to PostgreSQL in one statement, which is a transaction by itself: one way to the
//! database and back for a whole batch.
//!
//! It locks the games, finds those that stand where an append expects them, adds its events and
//! changes the game's row, all or nothing. That is enough for moves; appends that change seats
//! have more to ask and go the longer way.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::postgres::PgPool;

use super::batch::where_they_stand;
use super::columns::{EventColumns, HeadColumns, SummaryColumns};
use crate::plan::{GameChange, PlannedEvent};
use crate::sql::{alone, before_commit};
use crate::{Append, Appended, GameId, StoreError};

/// The games are locked in the order of their ids, as everywhere. Whatever else the statement does
/// concerns rows that are locked by then, and goes by what the locking found.
///
/// No event is left out if its ply is taken: the whole statement fails, and nothing was written.
macro_rules! sql {
    ($columns:literal, $arrays:literal, $changes:literal) => {
        concat!(
            "WITH held AS MATERIALIZED (SELECT id, next_ply FROM game WHERE id = ANY($1) \
             ORDER BY id FOR NO KEY UPDATE), \
             grown AS (UPDATE game SET next_ply = u.next_ply, \
             changed_ms = COALESCE(u.changed_ms, game.changed_ms)",
            $changes,
            " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]",
            $arrays,
            ") u (id, next_ply, changed_ms, expected",
            $columns,
            ") JOIN held ON held.id = u.id AND held.next_ply = u.expected WHERE game.id = u.id), \
             written AS (INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, \
             at_ms, commander, command) SELECT e.game_id, e.ply, e.kind, e.body, \
             e.rules_version, e.state_hash, e.at_ms, e.commander, e.command \
             FROM unnest($5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::text[], \
             $10::bigint[], $11::text[], $12::bigint[], $13::text[], $14::bytea[]) \
             e (expected, game_id, ply, kind, body, rules_version, state_hash, at_ms, commander, \
             command) JOIN held ON held.id = e.game_id AND held.next_ply = e.expected) \
             SELECT id, next_ply FROM held"
        )
    };
}

const WITHOUT_SUMMARIES: &str = sql!("", "", "");
const WITH_SUMMARIES: &str = sql!(
    ", status, public, pace, waiting, deadline_ms, expires_ms, ended_ms, detail",
    ", $15::text[], $16::bigint[], $17::text[], $18::bigint[], $19::bigint[], $20::bigint[], \
     $21::bigint[], $22::text[]",
    ", status = u.status, public = u.public, pace = u.pace, waiting = u.waiting, \
     deadline_ms = u.deadline_ms, expires_ms = CASE WHEN game.expires_ms > u.expires_ms \
     THEN game.expires_ms ELSE u.expires_ms END, ended_ms = u.ended_ms, detail = u.detail"
);

/// For each append, whether it can be written at once with the others that can.
pub(crate) fn can_be(appends: &[&Append]) -> Vec<bool> {
    let mut times: HashMap<GameId, usize> = HashMap::with_capacity(appends.len());
    for append in appends {
        *times.entry(append.game).or_default() += 1;
    }
    let mut summaries = HashSet::new();
    let mut can_be = |append: &&Append| {
        let is_plain = append.seats.is_none() && !append.events.is_empty();
        // One statement changes a row once, and has summaries for all or for none.
        let fits = is_plain && times[&append.game] == 1;
        if fits && summaries.is_empty() {
            summaries.insert(append.summary.is_some());
        }
        fits && summaries.contains(&append.summary.is_some())
    };
    appends.iter().map(&mut can_be).collect()
}

/// Writes appends that [can be](can_be) written at once, or none of them if there is an error.
pub(crate) async fn write(
    pool: &PgPool,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
    let mut changes = BTreeMap::new();
    let (mut events, mut events_expect) = (Vec::new(), Vec::new());
    let mut expected = BTreeMap::new();
    for append in appends {
        let next = next_of(append);
        for (ply, event) in (append.expect..next).zip(&append.events) {
            events.push(PlannedEvent {
                game: append.game,
                ply,
                event,
                command: append.command.as_ref().filter(|_| ply + 1 == next),
            });
            events_expect.push(i64::from(append.expect));
        }
        let change = GameChange {
            next,
            changed_ms: append.events.last().map(|event| event.at_ms),
            summary: append.summary.as_ref(),
        };
        changes.insert(append.game, change);
        expected.insert(append.game, i64::from(append.expect));
    }
    let changes: Vec<_> = changes.iter().collect();
    let heads = HeadColumns::new(&changes);
    let expected: Vec<i64> = expected.into_values().collect();
    let columns = EventColumns::new(&events);
    let summaries: Vec<_> = changes.iter().filter_map(|(_, c)| c.summary).collect();
    let summary_columns = SummaryColumns::new(&summaries);
    let statement = if summaries.is_empty() {
        WITHOUT_SUMMARIES
    } else {
        WITH_SUMMARIES
    };
    let query = heads.bind(sqlx::query(statement));
    let query = columns.bind(query.bind(&expected).bind(&events_expect));
    let query = if summaries.is_empty() {
        query
    } else {
        summary_columns.bind(query)
    };
    let mut connection = pool
        .acquire()
        .await
        .map_err(|error| before_commit(&error))?;
    // All rows are awaited: only behind the last one PostgreSQL says that it has committed.
    let rows = query.fetch_all(&mut *connection).await;
    let rows = rows.map_err(|error| alone(&error))?;
    let committed = |error: StoreError| StoreError::Unknown(error.to_string());
    let stands = where_they_stand(&rows).map_err(committed)?;
    Ok(appends
        .iter()
        .map(|append| match stands.get(&append.game) {
            Some(&next) if next == append.expect => Ok(Appended::Committed {
                next: next_of(append),
            }),
            Some(&next) => Ok(Appended::Stale { next }),
            None => Err(StoreError::NoSuchGame(append.game)),
        })
        .collect())
}

fn next_of(append: &Append) -> u32 {
    append.events.iter().fold(append.expect, |ply, _| ply + 1)
}
