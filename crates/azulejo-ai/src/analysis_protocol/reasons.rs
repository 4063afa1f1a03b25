//! The reasons for a move as JSON, in the form of the wire protocol's hints.

use azulejo_rules::{Move, Position};
use serde_json::{Value, json};

use super::{Object, error, members};
use crate::hint::{CompletedSet, HintReason, reasons};

/// A request for the reasons for a move.
#[derive(Clone, Debug)]
pub struct ReasonsRequest {
    /// The position.
    pub position: Box<Position>,
    /// The move.
    pub m: Move,
}

/// Returns the members of the response.
#[must_use]
pub fn reasons_response(request: &ReasonsRequest) -> Object {
    if let Err(e) = request.position.preview(request.m) {
        return error("reasons_for", &e.to_string());
    }
    let reasons = reasons(&request.position, request.m);
    let reasons: Vec<Value> = reasons.into_iter().map(reason).collect();
    members(json!({ "kind": "reasons", "reasons": reasons }))
}

fn reason(reason: HintReason) -> Value {
    match reason {
        HintReason::Fills { line, points } => {
            json!({ "reason": "fills", "line": line.number(), "points": points })
        }
        HintReason::Adds { line, count } => {
            json!({ "reason": "adds", "line": line.number(), "count": count })
        }
        HintReason::Needs {
            line,
            colour,
            missing,
            on_offer,
        } => json!({
            "reason": "needs",
            "line": line.number(),
            "colour": colour.to_string(),
            "missing": missing,
            "on_offer": on_offer,
        }),
        HintReason::CompletesSet(CompletedSet::Row(line)) => {
            json!({ "reason": "completes_row", "row": line.number() })
        }
        HintReason::CompletesSet(CompletedSet::Column(column)) => {
            json!({ "reason": "completes_column", "column": column.number() })
        }
        HintReason::CompletesSet(CompletedSet::Colour(colour)) => {
            json!({ "reason": "completes_colour", "colour": colour.to_string() })
        }
        HintReason::Builds { column, count } => {
            json!({ "reason": "builds", "column": column.number(), "count": count })
        }
        HintReason::EndsGame => json!({ "reason": "ends_game" }),
        HintReason::Clean => json!({ "reason": "clean" }),
        HintReason::Spills { count, cost } => {
            json!({ "reason": "spills", "count": count, "cost": cost })
        }
        HintReason::TakesMarker => json!({ "reason": "starts" }),
        HintReason::Denies { seat, line, points } => json!({
            "reason": "denies",
            "seat": seat.number(),
            "line": line.number(),
            "points": points,
        }),
    }
}
