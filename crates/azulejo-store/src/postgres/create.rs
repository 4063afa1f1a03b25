//! Creating a game in PostgreSQL with one auto-committed statement.

use super::append::fetch_auto_commit;
use super::columns::{EventColumns, SeatColumns};
use crate::sql::Pool;
use crate::{NewGame, PlayerId, StoreError};

/// Writes nothing if the request already exists. A taken game id fails the statement as a whole,
/// and so does a player who is merged or deleted meanwhile (foreign key).
const SQL: &str = "\
    WITH requested AS (INSERT INTO request (player_id, number, digest, game_id) \
    SELECT $1, $2, $3, $4 WHERE $1::text IS NOT NULL \
    ON CONFLICT DO NOTHING RETURNING game_id), \
    created AS (INSERT INTO game (id, host, created_ms, changed_ms, settings, commitment, \
    invitation, next_ply, status, public, pace, waiting, deadline_ms, expires_ms, ended_ms, \
    detail) SELECT $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19 \
    WHERE $1::text IS NULL OR EXISTS (SELECT FROM requested) RETURNING id), \
    hidden AS (INSERT INTO secret (game_id, bytes) SELECT id, $20 FROM created), \
    logged AS (INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
    commander, command) SELECT e.* FROM unnest($21::text[], $22::bigint[], $23::text[], \
    $24::text[], $25::bigint[], $26::text[], $27::bigint[], $28::text[], $29::bytea[]) \
    e, created), \
    seated AS (INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) SELECT s.* \
    FROM unnest($30::text[], $31::bigint[], $32::text[], $33::text[], $34::text[], $35::text[]) \
    s, created) \
    SELECT id FROM created";

/// Writes a game. Returns `false` if its request already exists.
pub(crate) async fn write(pool: &Pool, game: &NewGame) -> Result<bool, StoreError> {
    let events: Vec<_> = game.numbered_events().collect();
    let events = EventColumns::new(&events);
    let seats: Vec<_> = game.seats.iter().map(|seat| (&game.id, seat)).collect();
    let seats = SeatColumns::new(&seats);
    let request = game.request.as_ref();
    let summary = &game.summary;
    let query = sqlx::query(SQL)
        .bind(request.map(|request| request.key.player.as_str()))
        .bind(request.map(|request| &request.key.number[..]))
        .bind(request.map(|request| &request.digest[..]))
        .bind(game.id.as_str())
        .bind(game.host.as_ref().map(PlayerId::as_str))
        .bind(game.created_ms)
        .bind(game.changed_ms())
        .bind(&game.settings)
        .bind(&game.commitment[..])
        .bind(game.invitation.as_ref().map(|hash| &hash.as_bytes()[..]))
        .bind(game.events.len() as i64)
        .bind(summary.status.as_str())
        .bind(i64::from(summary.public))
        .bind(summary.pace.as_str())
        .bind(i64::from(summary.waiting.bits()))
        .bind(summary.deadline_ms)
        .bind(summary.expires_ms)
        .bind(summary.ended_ms)
        .bind(&summary.detail)
        .bind(&game.secret.expose()[..]);
    let rows = fetch_auto_commit(pool, seats.bind(events.bind(query))).await?;
    Ok(!rows.is_empty())
}
