//! Short scripts of actions from one position to another, applied in lockstep.

use azulejo_rules::{Seat, Standing};

use super::{Pair, apply_action};
use crate::support::full_text;

/// Applies space-separated actions and compares the resulting position.
#[track_caller]
pub(crate) fn check(before: &str, actions: &str, after: &str) {
    let pair = play(before, actions);
    assert_eq!(
        pair.position.to_string(),
        full_text(after),
        "after {actions} in {before}"
    );
}

/// Applies actions and returns the resulting pair.
#[track_caller]
pub(crate) fn play(before: &str, actions: &str) -> Pair {
    let mut pair = parse(before);
    for text in actions.split_whitespace() {
        let action = pair.parse_action(text);
        match pair.apply(&action) {
            Ok(true) => {}
            Ok(false) => {
                let reason = apply_action(&mut pair.position, &action).expect_err("rejected again");
                panic!("{text}: {reason}\n{}", pair.position);
            }
            Err(difference) => panic!("{difference}"),
        }
    }
    pair
}

/// Checks that both sides reject an action, the crate with this reason.
#[track_caller]
pub(crate) fn check_rejected(before: &str, action: &str, reason: &str) {
    let mut pair = parse(before);
    let action = pair.parse_action(action);
    assert_eq!(
        pair.apply(&action),
        Ok(false),
        "{action} is rejected in {before}"
    );
    assert_eq!(
        apply_action(&mut pair.position, &action),
        Err(reason.to_string())
    );
}

/// Compares the sorted legal moves, or the placements of the next line, that start with `prefix`.
#[track_caller]
pub(crate) fn check_moves(before: &str, prefix: &str, expected: &str) {
    let moves = parse(before).game.legal_moves();
    let found: Vec<&str> = moves
        .iter()
        .map(String::as_str)
        .filter(|text| text.starts_with(prefix))
        .collect();
    assert_eq!(found.join(" "), expected, "{before}");
}

/// Compares the final scores and the winners of a finished game.
#[track_caller]
pub(crate) fn check_outcome(over: &str, scores: &[u16], winners: &[usize]) {
    let outcome = parse(over).position.outcome().expect("a finished game");
    let found: Vec<u16> = outcome.standings().iter().map(Standing::score).collect();
    assert_eq!(found, scores, "{over}");
    assert_eq!(
        outcome.winners().map(Seat::number).collect::<Vec<_>>(),
        winners,
        "{over}"
    );
}

#[track_caller]
fn parse(short: &str) -> Pair {
    let text = full_text(short);
    Pair::parse(&text).unwrap_or_else(|difference| panic!("{difference}\n{text}"))
}
