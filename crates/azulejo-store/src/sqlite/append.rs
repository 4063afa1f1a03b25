//! Appends to SQLite: a few statements per batch, whose rows are passed as JSON.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use crate::game::NumberedEvent;
use crate::sql::{Access, Pool, Tx, values};
use crate::{Append, Appended, GameId, SeatRow, StoreError};

/// Writes appends to distinct games in one transaction.
pub(crate) async fn write(
    pool: &Pool,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let next = next_plies(&mut tx, appends).await?;
    let outcome = |append: &&Append| append.outcome(next.get(&append.game).copied());
    let outcomes: Vec<_> = appends.iter().map(outcome).collect();
    let current = appends
        .iter()
        .zip(&outcomes)
        .filter(|(_, outcome)| matches!(outcome, Ok(Appended::Committed { .. })));
    let current: Vec<&Append> = current.map(|(append, _)| *append).collect();
    if !current.is_empty() {
        let events = current.iter().flat_map(|append| append.numbered_events());
        insert_events(&mut tx, events.collect()).await?;
        update_games(&mut tx, &current).await?;
        let seats = current.iter().flat_map(|append| {
            let seats = append.seats.iter().flatten();
            seats.map(|seat| (append.game, seat))
        });
        upsert_seats(&mut tx, seats.collect()).await?;
        tx.commit().await?;
    }
    Ok(outcomes)
}

async fn next_plies(tx: &mut Tx, appends: &[&Append]) -> Result<HashMap<GameId, u32>, StoreError> {
    let ids: Json = appends.iter().map(|append| append.game.as_str()).collect();
    let sql = "SELECT id, next_ply FROM game WHERE id IN (SELECT value FROM json_each($1))";
    let rows = tx.rows(sql, values![ids.to_string()]).await?;
    rows.iter()
        .map(|row| Ok((row.parsed(0)?, row.small(1)?)))
        .collect()
}

pub(crate) async fn insert_events(
    tx: &mut Tx,
    events: Vec<NumberedEvent<'_>>,
) -> Result<(), StoreError> {
    let row = |numbered: NumberedEvent<'_>| {
        let (event, command) = (numbered.event, numbered.command);
        json!([
            numbered.game.as_str(),
            numbered.ply,
            event.kind,
            event.body,
            event.rules_version,
            event.state_hash,
            event.at_ms,
            command.map(|command| command.player.as_str()),
            command.map(|command| const_hex::encode(command.number)),
        ])
    };
    let rows: Json = events.into_iter().map(row).collect();
    let sql = "INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
               commander, command) \
               SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
               value ->> 5, value ->> 6, value ->> 7, unhex(value ->> 8) FROM json_each($1)";
    tx.execute(sql, values![rows.to_string()]).await?;
    Ok(())
}

async fn update_games(tx: &mut Tx, appends: &[&Append]) -> Result<(), StoreError> {
    let (mut bare, mut summarised) = (Vec::new(), Vec::new());
    for append in appends {
        let (game, next) = (append.game.as_str(), append.next_ply());
        let changed_ms = append.events.last().map(|event| event.at_ms);
        match &append.summary {
            None => bare.push(json!([game, next, changed_ms])),
            Some(summary) => summarised.push(json!([
                game,
                next,
                changed_ms,
                summary.status.as_str(),
                u8::from(summary.public),
                summary.pace.as_str(),
                summary.waiting.bits(),
                summary.deadline_ms,
                summary.expires_ms,
                summary.ended_ms,
                summary.detail,
            ])),
        }
    }
    // Two statements, because SQLite rewrites the index entries of every column it sets.
    if !bare.is_empty() {
        let sql = "UPDATE game SET next_ply = j.value ->> 1, \
                   changed_ms = COALESCE(j.value ->> 2, changed_ms) \
                   FROM json_each($1) j WHERE game.id = j.value ->> 0";
        tx.execute(sql, values![Json::Array(bare).to_string()])
            .await?;
    }
    if !summarised.is_empty() {
        let sql = "UPDATE game SET next_ply = j.value ->> 1, \
                   changed_ms = COALESCE(j.value ->> 2, changed_ms), status = j.value ->> 3, \
                   public = j.value ->> 4, pace = j.value ->> 5, waiting = j.value ->> 6, \
                   deadline_ms = j.value ->> 7, expires_ms = CASE WHEN expires_ms > j.value ->> 8 \
                   THEN expires_ms ELSE j.value ->> 8 END, ended_ms = j.value ->> 9, \
                   detail = j.value ->> 10 \
                   FROM json_each($1) j WHERE game.id = j.value ->> 0";
        tx.execute(sql, values![Json::Array(summarised).to_string()])
            .await?;
    }
    Ok(())
}

pub(crate) async fn upsert_seats(
    tx: &mut Tx,
    seats: Vec<(GameId, &SeatRow)>,
) -> Result<(), StoreError> {
    let row = |(game, seat): (GameId, &SeatRow)| {
        let player = seat.player.map(|player| player.to_string());
        let kind = seat.kind.as_str();
        json!([
            game.as_str(),
            seat.seat,
            kind,
            player,
            seat.bot,
            seat.detail
        ])
    };
    if seats.is_empty() {
        return Ok(());
    }
    let rows: Json = seats.into_iter().map(row).collect();
    let sql = "INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
               SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
               value ->> 5 FROM json_each($1) WHERE true \
               ON CONFLICT (game_id, seat) DO UPDATE SET kind = excluded.kind, \
               player_id = excluded.player_id, bot = excluded.bot, detail = excluded.detail";
    tx.execute(sql, values![rows.to_string()]).await?;
    Ok(())
}
