//! Appends to PostgreSQL: a few statements for a whole batch, whose rows travel as arrays.

use std::collections::{BTreeSet, HashMap};

use sqlx::postgres::{PgRow, Postgres};
use sqlx::{Row as _, Transaction};

use super::columns::{EventColumns, HeadColumns, PgQuery, SeatColumns, SummaryColumns};
use crate::plan::Plan;
use crate::sql::{Inner, Tx};
use crate::writer::Written;
use crate::{GameId, StoreError};

/// Locks the games' rows and reads where they stand.
///
/// All writers of all nodes lock in the order of the ids and change nothing before, so they
/// cannot wait for each other in a circle.
pub(crate) async fn next(
    tx: &mut Tx,
    games: &BTreeSet<GameId>,
) -> Result<HashMap<GameId, u32>, StoreError> {
    let ids: Vec<&str> = games.iter().map(GameId::as_str).collect();
    let sql = "SELECT id, next_ply FROM game WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
    where_they_stand(&rows(tx, sqlx::query(sql).bind(&ids)).await?)
}

/// Games and their next plies, from rows of both.
pub(super) fn where_they_stand(rows: &[PgRow]) -> Result<HashMap<GameId, u32>, StoreError> {
    let stands = |row| Ok((parse(get(row, 0)?)?, small(get(row, 1)?)?));
    rows.iter().map(stands).collect()
}

/// Adds and changes the rows of a plan.
pub(crate) async fn write(tx: &mut Tx, plan: &Plan<'_>) -> Result<Written, StoreError> {
    if insert_events(tx, plan).await? != plan.events.len() as u64 {
        return Ok(Written::PlyTaken);
    }
    update_games(tx, plan).await?;
    replace_seats(tx, plan).await?;
    Ok(Written::All)
}

async fn insert_events(tx: &mut Tx, plan: &Plan<'_>) -> Result<u64, StoreError> {
    if plan.events.is_empty() {
        return Ok(0);
    }
    let events = EventColumns::new(&plan.events);
    let sql = "INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
               commander, command) \
               SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], \
               $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::bytea[]) \
               ON CONFLICT DO NOTHING";
    execute(tx, events.bind(sqlx::query(sql))).await
}

async fn update_games(tx: &mut Tx, plan: &Plan<'_>) -> Result<(), StoreError> {
    let (replaced, grown): (Vec<_>, Vec<_>) = plan
        .games
        .iter()
        .partition(|(_, change)| change.summary.is_some());
    if !grown.is_empty() {
        let heads = HeadColumns::new(&grown);
        let sql = "UPDATE game SET next_ply = u.next_ply, \
                   changed_ms = COALESCE(u.changed_ms, game.changed_ms) \
                   FROM unnest($1::text[], $2::bigint[], $3::bigint[]) \
                   u (id, next_ply, changed_ms) WHERE game.id = u.id";
        execute(tx, heads.bind(sqlx::query(sql))).await?;
    }
    if replaced.is_empty() {
        return Ok(());
    }
    let heads = HeadColumns::new(&replaced);
    let summaries: Vec<_> = replaced
        .iter()
        .filter_map(|(_, change)| change.summary)
        .collect();
    let summaries = SummaryColumns::new(&summaries);
    let sql = "UPDATE game SET next_ply = u.next_ply, \
               changed_ms = COALESCE(u.changed_ms, game.changed_ms), status = u.status, \
               public = u.public, pace = u.pace, waiting = u.waiting, \
               deadline_ms = u.deadline_ms, expires_ms = CASE WHEN game.expires_ms > u.expires_ms \
               THEN game.expires_ms ELSE u.expires_ms END, ended_ms = u.ended_ms, \
               detail = u.detail FROM unnest($1::text[], $2::bigint[], $3::bigint[], \
               $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], \
               $10::bigint[], $11::text[]) u (id, next_ply, changed_ms, status, public, pace, \
               waiting, deadline_ms, expires_ms, ended_ms, detail) WHERE game.id = u.id";
    execute(tx, summaries.bind(heads.bind(sqlx::query(sql)))).await?;
    Ok(())
}

async fn replace_seats(tx: &mut Tx, plan: &Plan<'_>) -> Result<(), StoreError> {
    if plan.seats.is_empty() {
        return Ok(());
    }
    let seats: Vec<_> = plan
        .seats
        .iter()
        .map(|((game, _), row)| (*game, *row))
        .collect();
    let seats = SeatColumns::new(&seats);
    // Whoever exists keeps the seat, a merged guest's goes to the account, anyone else is gone, and
    // so is the name they typed for it.
    let sql = "INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
               SELECT u.game_id, u.seat, CASE WHEN u.player_id IS NOT NULL AND p.id IS NULL \
               AND m.account IS NULL THEN 'deleted' ELSE u.kind END, \
               COALESCE(p.id, m.account), u.bot, CASE WHEN u.player_id IS NOT NULL \
               AND p.id IS NULL AND m.account IS NULL \
               THEN (u.detail::jsonb - 'alias')::text ELSE u.detail END \
               FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], \
               $6::text[]) u (game_id, seat, kind, player_id, bot, detail) \
               LEFT JOIN player p ON p.id = u.player_id \
               LEFT JOIN merged m ON m.guest = u.player_id \
               ON CONFLICT (game_id, seat) DO UPDATE SET kind = excluded.kind, \
               player_id = excluded.player_id, bot = excluded.bot, detail = excluded.detail";
    execute(tx, seats.bind(sqlx::query(sql))).await?;
    Ok(())
}

fn transaction(tx: &mut Tx) -> &mut Transaction<'static, Postgres> {
    match &mut tx.inner {
        Inner::Postgres(tx) => tx,
        Inner::Sqlite(_) => unreachable!("a writer of PostgreSQL has a transaction of PostgreSQL"),
    }
}

async fn rows(tx: &mut Tx, query: PgQuery<'_>) -> Result<Vec<PgRow>, StoreError> {
    let rows = query.fetch_all(&mut **transaction(tx)).await;
    rows.map_err(|error| tx.refusal(&error))
}

async fn execute(tx: &mut Tx, query: PgQuery<'_>) -> Result<u64, StoreError> {
    let done = query.execute(&mut **transaction(tx)).await;
    done.map(|done| done.rows_affected())
        .map_err(|error| tx.refusal(&error))
}

fn get<'r, T>(row: &'r PgRow, idx: usize) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, Postgres> + sqlx::Type<Postgres>,
{
    row.try_get(idx)
        .map_err(|error| StoreError::Corrupt(error.to_string()))
}

fn parse(id: &str) -> Result<GameId, StoreError> {
    id.parse()
        .map_err(|error| StoreError::Corrupt(format!("the id {id:?}: {error}")))
}

fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} is no ply")))
}
