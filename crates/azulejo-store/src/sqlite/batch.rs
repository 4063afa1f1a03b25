//! Appends to SQLite: a few statements for a whole batch, whose rows travel as one JSON text.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::plan::Plan;
use crate::sql::{Tx, values};
use crate::writer::Written;
use crate::{GameId, StoreError};

/// Reads where games stand. The transaction is the only writer, so nothing else is locked.
pub(crate) async fn next(
    tx: &mut Tx,
    games: &BTreeSet<GameId>,
) -> Result<HashMap<GameId, u32>, StoreError> {
    let mut next = HashMap::with_capacity(games.len());
    let ids: Json = games.iter().map(GameId::as_str).collect();
    let sql = "SELECT id, next_ply FROM game WHERE id IN (SELECT value FROM json_each($1))";
    for row in tx.rows(sql, values![ids.to_string()]).await? {
        next.insert(row.parsed(0)?, row.small(1)?);
    }
    Ok(next)
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
    let rows: Json = plan
        .events
        .iter()
        .map(|planned| {
            let (event, command) = (planned.event, planned.command);
            json!([
                planned.game.as_str(),
                planned.ply,
                event.kind,
                event.body,
                event.rules_version,
                event.state_hash,
                event.at_ms,
                command.map(|command| command.player.as_str()),
                command.map(|command| hex(&command.number)),
            ])
        })
        .collect();
    let sql = "INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms, \
               commander, command) \
               SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
               value ->> 5, value ->> 6, value ->> 7, unhex(value ->> 8) FROM json_each($1) WHERE true ON CONFLICT DO NOTHING";
    tx.execute(sql, values![rows.to_string()]).await
}

async fn update_games(tx: &mut Tx, plan: &Plan<'_>) -> Result<(), StoreError> {
    let mut grown = Vec::new();
    let mut replaced = Vec::new();
    for (game, change) in &plan.games {
        match change.summary {
            None => grown.push(json!([game.as_str(), change.next, change.changed_ms])),
            Some(summary) => replaced.push(json!([
                game.as_str(),
                change.next,
                change.changed_ms,
                summary.status.word(),
                u8::from(summary.public),
                summary.pace.word(),
                summary.waiting.bits(),
                summary.deadline_ms,
                summary.expires_ms,
                summary.ended_ms,
                summary.detail,
            ])),
        }
    }
    if !grown.is_empty() {
        let sql = "UPDATE game SET next_ply = j.value ->> 1, \
                   changed_ms = COALESCE(j.value ->> 2, changed_ms) \
                   FROM json_each($1) j WHERE game.id = j.value ->> 0";
        tx.execute(sql, values![Json::Array(grown).to_string()])
            .await?;
    }
    if !replaced.is_empty() {
        let sql = "UPDATE game SET next_ply = j.value ->> 1, \
                   changed_ms = COALESCE(j.value ->> 2, changed_ms), status = j.value ->> 3, \
                   public = j.value ->> 4, pace = j.value ->> 5, waiting = j.value ->> 6, \
                   deadline_ms = j.value ->> 7, expires_ms = CASE WHEN expires_ms > j.value ->> 8 \
                   THEN expires_ms ELSE j.value ->> 8 END, ended_ms = j.value ->> 9, \
                   detail = j.value ->> 10 \
                   FROM json_each($1) j WHERE game.id = j.value ->> 0";
        tx.execute(sql, values![Json::Array(replaced).to_string()])
            .await?;
    }
    Ok(())
}

async fn replace_seats(tx: &mut Tx, plan: &Plan<'_>) -> Result<(), StoreError> {
    if plan.seats.is_empty() {
        return Ok(());
    }
    let rows: Json = plan
        .seats
        .iter()
        .map(|((game, seat), row)| {
            let player = row.player.map(|player| player.to_string());
            json!([
                game.as_str(),
                seat,
                row.kind.word(),
                player,
                row.bot,
                row.detail
            ])
        })
        .collect();
    // Whoever exists keeps the seat, a merged guest's goes to the account, anyone else is gone, and
    // so is the name they typed for it.
    let sql = "INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
               SELECT j.value ->> 0, j.value ->> 1, CASE WHEN j.value ->> 3 IS NOT NULL \
               AND p.id IS NULL AND m.account IS NULL THEN 'deleted' ELSE j.value ->> 2 END, \
               COALESCE(p.id, m.account), j.value ->> 4, CASE WHEN j.value ->> 3 IS NOT NULL \
               AND p.id IS NULL AND m.account IS NULL \
               THEN json_remove(j.value ->> 5, '$.alias') ELSE j.value ->> 5 END \
               FROM json_each($1) j LEFT JOIN player p ON p.id = j.value ->> 3 \
               LEFT JOIN merged m ON m.guest = j.value ->> 3 WHERE true \
               ON CONFLICT (game_id, seat) DO UPDATE SET kind = excluded.kind, \
               player_id = excluded.player_id, bot = excluded.bot, detail = excluded.detail";
    tx.execute(sql, values![rows.to_string()]).await?;
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string takes everything");
            text
        })
}
