//! Ledgers as JSON.

use azulejo_rules::PlacementList;
use serde_json::{Map, Value, json};

use super::{Object, members, round};
use crate::ledger::{
    Account, Ledger, Measure, Missing, MoveEntry, PlayerLedger, Severity, TilingEntry,
};

/// Returns the members of the JSON object for a game's ledger.
#[must_use]
pub fn ledger_response(ledger: &Ledger) -> Object {
    let moves: Vec<Value> = ledger.moves.iter().map(move_entry).collect();
    let deals: Vec<Value> = ledger
        .deals
        .iter()
        .map(|deal| {
            json!({
                "round": deal.round,
                "before": vector(&deal.before.win),
                "after": vector(&deal.after.win),
                "luck": vector(&deal.luck(Measure::Win)),
                "points_luck": vector(&deal.luck(Measure::Points)),
                "worse": deal.worse,
                "other_deals": deal.other_deals,
            })
        })
        .collect();
    let tilings: Vec<Value> = ledger.tilings.iter().map(tiling_entry).collect();
    let boundaries: Vec<Value> = ledger
        .boundaries
        .iter()
        .map(|boundary| {
            json!({
                "round": boundary.round,
                "revision": vector(&boundary.revision(Measure::Win)),
                "points_revision": vector(&boundary.revision(Measure::Points)),
            })
        })
        .collect();
    let players: Vec<Value> = ledger.players.iter().map(|p| player(ledger, p)).collect();
    members(json!({
        "kind": "record",
        "moves": moves,
        "deals": deals,
        "tilings": tilings,
        "boundaries": boundaries,
        "players": players,
    }))
}

/// Returns the members of the JSON object for an analysis with missing results.
pub(super) fn missing_response(missing: Missing) -> Object {
    members(json!({
        "kind": "record",
        "missing": { "positions": missing.positions, "deals": missing.deals },
    }))
}

fn move_entry(entry: &MoveEntry) -> Value {
    let win = entry.parts(Measure::Win);
    let points = entry.parts(Measure::Points);
    json!({
        "round": entry.round,
        "number": entry.number,
        "seat": entry.seat.number(),
        "move": entry.played.to_string(),
        "best": entry.best.to_string(),
        "win": precise(entry.before.win[entry.seat.index()]),
        "loss": precise(win.loss),
        "points_lost": precise(points.loss),
        "gained": vector(&win.gained),
        "points_gained": vector(&points.gained),
        "revision": vector(&win.revision),
        "points_revision": vector(&points.revision),
        "severity": entry.severity().map(Severity::name),
        "decision": entry.decision,
        "exact": entry.exact,
    })
}

fn tiling_entry(entry: &TilingEntry) -> Value {
    let win = entry.parts(Measure::Win);
    let points = entry.parts(Measure::Points);
    let text = |placements: &PlacementList| -> Vec<String> {
        placements.iter().map(ToString::to_string).collect()
    };
    json!({
        "round": entry.round,
        "seat": entry.seat.number(),
        "tiling": text(&entry.played),
        "best": text(&entry.best),
        "loss": precise(win.loss),
        "points_lost": precise(points.loss),
        "gained": vector(&win.gained),
        "points_gained": vector(&points.gained),
        "revision": vector(&win.revision),
        "points_revision": vector(&points.revision),
        "severity": entry.severity().map(Severity::name),
    })
}

fn player(ledger: &Ledger, player: &PlayerLedger) -> Value {
    let [slips, mistakes, blunders] = player.errors;
    let mut object = account(ledger, &player.win);
    object.extend(members(json!({
        "seat": player.seat.number(),
        "moves": player.moves,
        "decisions": player.decisions,
        "mean_loss": precise(player.mean_loss),
        "grade": player.grade.name(),
        "slips": slips,
        "mistakes": mistakes,
        "blunders": blunders,
        "points_lost": precise(player.points.loss),
        "points": account(ledger, &player.points),
    })));
    Value::Object(object)
}

fn account(ledger: &Ledger, account: &Account) -> Map<String, Value> {
    let mut object = members(json!({
        "start": precise(account.start),
        "luck": precise(account.luck),
        "loss": precise(account.loss),
        "gained": precise(account.gained),
        "revision": precise(account.revision),
        "result": ledger.finished.then(|| precise(account.end)),
    }));
    if ledger.given_up.is_some() {
        object.insert("given_up".to_owned(), precise(account.given_up).into());
    }
    if !ledger.finished {
        object.insert("value".to_owned(), precise(account.end).into());
    }
    object
}

fn vector(values: &[f64]) -> Vec<f64> {
    values.iter().map(|&value| precise(value)).collect()
}

/// Enough digits for the parts of an account to add up.
fn precise(x: f64) -> f64 {
    round(x, 9)
}
