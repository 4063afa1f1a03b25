//! Appends to PostgreSQL: one auto-committed statement, and so one round trip, per batch.

use std::collections::HashMap;

use sqlx::Row as _;
use sqlx::postgres::{PgPool, PgRow};

use super::columns::{EventColumns, GameColumns, PgQuery, SeatColumns};
use crate::sql::{Connections, Pool, auto_commit_error, before_commit};
use crate::{Append, Appended, GameId, StoreError};

/// Locks the games in the order of their ids, as every writer does, so that writers cannot
/// deadlock. Updates the games at the expected ply and writes their events and seats.
///
/// A ply that is taken fails the statement as a whole, and so does a player who is merged or
/// deleted meanwhile (foreign key). Without a status there is no summary, and its columns stay as
/// they are.
const SQL: &str = "\
    WITH held AS MATERIALIZED (SELECT id, next_ply FROM game WHERE id = ANY($1) \
    ORDER BY id FOR NO KEY UPDATE), \
    updated AS (UPDATE game SET next_ply = u.next_ply, \
    changed_ms = COALESCE(u.changed_ms, game.changed_ms), \
    status = COALESCE(u.status, game.status), public = COALESCE(u.public, game.public), \
    pace = COALESCE(u.pace, game.pace), waiting = COALESCE(u.waiting, game.waiting), \
    deadline_ms = CASE WHEN u.status IS NULL THEN game.deadline_ms ELSE u.deadline_ms END, \
    expires_ms = CASE WHEN u.status IS NULL OR game.expires_ms > u.expires_ms \
    THEN game.expires_ms ELSE u.expires_ms END, \
    ended_ms = CASE WHEN u.status IS NULL THEN game.ended_ms ELSE u.ended_ms END, \
    detail = COALESCE(u.detail, game.detail) \
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], \
    $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[]) \
    u (id, expected, next_ply, changed_ms, status, public, pace, waiting, deadline_ms, \
    expires_ms, ended_ms, detail) \
    JOIN held ON held.id = u.id AND held.next_ply = u.expected \
    WHERE game.id = u.id RETURNING game.id), \
    logged AS (INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
    commander, command) SELECT e.* FROM unnest($13::text[], $14::bigint[], $15::text[], \
    $16::text[], $17::bigint[], $18::text[], $19::bigint[], $20::text[], $21::bytea[]) \
    e (game_id, ply, kind, body, rules_version, state_hash, at_ms, commander, command) \
    JOIN updated ON updated.id = e.game_id), \
    seated AS (INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
    SELECT s.* FROM unnest($22::text[], $23::bigint[], $24::text[], $25::text[], $26::text[], \
    $27::text[]) s (game_id, seat, kind, player_id, bot, detail) \
    JOIN updated ON updated.id = s.game_id ON CONFLICT (game_id, seat) DO UPDATE \
    SET kind = excluded.kind, player_id = excluded.player_id, bot = excluded.bot, \
    detail = excluded.detail) \
    SELECT id, next_ply FROM held";

/// Writes appends to distinct games. On an error nothing was written, except possibly after
/// [`StoreError::Unknown`].
pub(crate) async fn write(
    pool: &Pool,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
    let games = GameColumns::new(appends);
    let events: Vec<_> = appends
        .iter()
        .flat_map(|append| append.numbered_events())
        .collect();
    let events = EventColumns::new(&events);
    let seats = appends.iter().flat_map(|append| {
        let seats = append.seats.iter().flatten();
        seats.map(|seat| (&append.game, seat))
    });
    let seats: Vec<_> = seats.collect();
    let seats = SeatColumns::new(&seats);
    let query = seats.bind(events.bind(games.bind(sqlx::query(SQL))));
    let rows = fetch_auto_commit(pool, query).await?;
    // It was committed, so an unexpected row leaves the outcome unknown.
    let next = next_plies(&rows).map_err(|error| StoreError::Unknown(error.to_string()))?;
    let outcome = |append: &&Append| append.outcome(next.get(&append.game).copied());
    Ok(appends.iter().map(outcome).collect())
}

/// Executes a statement outside a transaction. All rows are fetched, because PostgreSQL reports
/// the commit only after the last one.
pub(super) async fn fetch_auto_commit(
    pool: &Pool,
    query: PgQuery<'_>,
) -> Result<Vec<PgRow>, StoreError> {
    pool.health.check()?;
    let mut connection = postgres_pool(pool)
        .acquire()
        .await
        .map_err(|error| before_commit(&error))?;
    let rows = query.fetch_all(&mut *connection).await;
    rows.map_err(|error| auto_commit_error(&error))
}

fn postgres_pool(pool: &Pool) -> &PgPool {
    match &pool.connections {
        Connections::Postgres(pool) => pool,
        Connections::Sqlite(_) => unreachable!("called only for PostgreSQL"),
    }
}

fn next_plies(rows: &[PgRow]) -> Result<HashMap<GameId, u32>, Box<dyn std::error::Error>> {
    let entry = |row: &PgRow| {
        let game = row.try_get::<&str, _>(0)?.parse()?;
        let next = row.try_get::<i64, _>(1)?.try_into()?;
        Ok((game, next))
    };
    rows.iter().map(entry).collect()
}
