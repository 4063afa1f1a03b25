//! A new game in PostgreSQL in one statement, which is a transaction by itself: a row of the game,
//! its secret, its first events and its seats.

use sqlx::postgres::PgPool;

use super::columns::{EventColumns, SeatColumns};
use crate::plan::PlannedEvent;
use crate::sql::{alone, before_commit};
use crate::{NewGame, PlayerId, StoreError};

/// Everything hangs on `clear`: whoever is named here exists under this very id, and the request,
/// if there is one, is new. In all other cases nothing is written.
///
/// The statement sees the players as they were when it began. If one of them is merged or deleted
/// meanwhile, the foreign keys refuse it, and so does the primary key a second game of this id or a
/// second request: then it fails as a whole.
const SQL: &str = "\
    WITH clear AS (SELECT FROM unnest($1::text[]) u (id) LEFT JOIN player p ON p.id = u.id \
    HAVING count(p.id) = count(u.id)), \
    asked AS (INSERT INTO request (player_id, number, digest, game_id) \
    SELECT $2, $3, $4, $5 FROM clear WHERE $2::text IS NOT NULL \
    ON CONFLICT DO NOTHING RETURNING game_id), \
    free AS (SELECT FROM clear WHERE $2::text IS NULL OR EXISTS (SELECT FROM asked)), \
    made AS (INSERT INTO game (id, host, created_ms, changed_ms, settings, commitment, \
    invitation, next_ply, status, public, pace, waiting, deadline_ms, expires_ms, ended_ms, \
    detail) SELECT $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20 \
    FROM free RETURNING id), \
    hidden AS (INSERT INTO secret (game_id, bytes) SELECT id, $21 FROM made), \
    logged AS (INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
    commander, command) SELECT e.* FROM unnest($22::text[], $23::bigint[], $24::text[], \
    $25::text[], $26::bigint[], $27::text[], $28::bigint[], $29::text[], $30::bytea[]) e, made), \
    seated AS (INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) SELECT s.* \
    FROM unnest($31::text[], $32::bigint[], $33::text[], $34::text[], $35::text[], $36::text[]) \
    s, made) \
    SELECT id FROM made";

/// Writes a game, and gives whether it did: if not, or if something was refused that may be told
/// better step by step, nothing was written.
pub(crate) async fn write(pool: &PgPool, game: &NewGame) -> Result<bool, StoreError> {
    let people: Vec<&str> = game
        .seats
        .iter()
        .filter_map(|seat| seat.player.as_ref())
        .chain(&game.host)
        .chain(game.request.as_ref().map(|request| &request.key.player))
        .map(PlayerId::as_str)
        .collect();
    let events: Vec<_> = (0..)
        .zip(&game.events)
        .map(|(ply, event)| PlannedEvent {
            game: game.id,
            ply,
            event,
            command: None,
        })
        .collect();
    let events = EventColumns::new(&events);
    let seats: Vec<_> = game.seats.iter().map(|seat| (game.id, seat)).collect();
    let seats = SeatColumns::new(&seats);
    let request = game.request.as_ref();
    let changed_ms = game.events.last().map(|event| event.at_ms);
    let summary = &game.summary;
    let query = sqlx::query(SQL)
        .bind(&people)
        .bind(request.map(|request| request.key.player.as_str()))
        .bind(request.map(|request| &request.key.number[..]))
        .bind(request.map(|request| &request.digest[..]))
        .bind(game.id.as_str())
        .bind(game.host.as_ref().map(PlayerId::as_str))
        .bind(game.created_ms)
        .bind(changed_ms.unwrap_or(game.created_ms))
        .bind(&game.settings)
        .bind(&game.commitment[..])
        .bind(game.invitation.as_ref().map(|hash| &hash.as_bytes()[..]))
        .bind(game.events.len() as i64)
        .bind(summary.status.word())
        .bind(i64::from(summary.public))
        .bind(summary.pace.word())
        .bind(i64::from(summary.waiting.bits()))
        .bind(summary.deadline_ms)
        .bind(summary.expires_ms)
        .bind(summary.ended_ms)
        .bind(&summary.detail)
        .bind(&game.secret.expose()[..]);
    let query = seats.bind(events.bind(query));
    let mut connection = pool
        .acquire()
        .await
        .map_err(|error| before_commit(&error))?;
    // All rows are awaited: only behind the last one PostgreSQL says that it has committed.
    match query.fetch_all(&mut *connection).await {
        Ok(rows) => Ok(!rows.is_empty()),
        Err(error) => match alone(&error) {
            StoreError::Refused(_) | StoreError::Busy(_) => Ok(false),
            error => Err(error),
        },
    }
}
