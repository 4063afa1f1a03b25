//! Short scripts of events from one position to another, played by the crate and the reference.

use azulejo_rules::{Seat, Standing};

use super::{Pair, apply_to};
use crate::support::full_text;

/// Plays events, with spaces between, from one position to another.
#[track_caller]
pub(crate) fn check(before: &str, events: &str, after: &str) {
    let pair = play(before, events);
    assert_eq!(
        pair.position.to_string(),
        full_text(after),
        "after {events} in {before}"
    );
}

/// Plays events and gives what came of them.
#[track_caller]
pub(crate) fn play(before: &str, events: &str) -> Pair {
    let mut pair = read(before);
    for text in events.split_whitespace() {
        let event = pair.read_event(text);
        match pair.apply(&event) {
            Ok(true) => {}
            Ok(false) => {
                let reason = apply_to(&mut pair.position, &event).expect_err("refused again");
                panic!("{text}: {reason}\n{}", pair.position);
            }
            Err(difference) => panic!("{difference}"),
        }
    }
    pair
}

/// Both sides must refuse an event; the crate's reason is given.
#[track_caller]
pub(crate) fn check_refused(before: &str, event: &str, reason: &str) {
    let mut pair = read(before);
    let event = pair.read_event(event);
    assert_eq!(
        pair.apply(&event),
        Ok(false),
        "{event} is refused in {before}"
    );
    assert_eq!(
        apply_to(&mut pair.position, &event),
        Err(reason.to_string())
    );
}

/// The legal moves, or the choices for the next line, sorted; those of one kind only when all of
/// the expected ones begin alike.
#[track_caller]
pub(crate) fn check_moves(before: &str, beginning: &str, expected: &str) {
    let moves = read(before).game.legal_moves();
    let found: Vec<&str> = moves
        .iter()
        .map(String::as_str)
        .filter(|text| text.starts_with(beginning))
        .collect();
    assert_eq!(found.join(" "), expected, "{before}");
}

/// The final scores and the winners of a finished game.
#[track_caller]
pub(crate) fn check_outcome(over: &str, scores: &[u16], winners: &[usize]) {
    let outcome = read(over).position.outcome().expect("a finished game");
    let found: Vec<u16> = outcome.standings().iter().map(Standing::score).collect();
    assert_eq!(found, scores, "{over}");
    assert_eq!(
        outcome.winners().map(Seat::number).collect::<Vec<_>>(),
        winners,
        "{over}"
    );
}

#[track_caller]
fn read(short: &str) -> Pair {
    let text = full_text(short);
    Pair::parse(&text).unwrap_or_else(|difference| panic!("{difference}\n{text}"))
}
