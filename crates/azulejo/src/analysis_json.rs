//! Game reviews as JSON, for `analyse --json` and `engine`.

use azulejo_ai::analysis::GameReview;
use azulejo_ai::analysis_protocol::{members, round};
use serde_json::{Map, Value, json};

/// The members of the JSON object for a game's analysis.
pub(crate) fn game(review: &GameReview) -> Map<String, Value> {
    let moves: Vec<Value> = review
        .moves
        .iter()
        .map(|m| {
            json!({
                "round": m.round,
                "number": m.number,
                "seat": m.seat.number(),
                "move": m.played.to_string(),
                "best": m.best.to_string(),
                "win": round(m.win, 4),
                "loss": round(m.loss, 4),
                "points_lost": round(m.points_lost, 2),
                "exact": m.exact,
            })
        })
        .collect();
    let deals: Vec<Value> = review
        .deals
        .iter()
        .map(|deal| {
            json!({
                "round": deal.round,
                "luck": deal.luck.iter().map(|&p| round(p, 4)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let players: Vec<Value> = review
        .players
        .iter()
        .map(|player| {
            json!({
                "seat": player.seat.number(),
                "moves": player.moves,
                "loss": round(player.loss, 4),
                "points_lost": round(player.points_lost, 2),
                "luck": round(player.luck, 4),
                "grade": player.grade.name(),
            })
        })
        .collect();
    members(json!({ "kind": "record", "moves": moves, "deals": deals, "players": players }))
}
