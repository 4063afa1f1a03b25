//! Fixtures shared by the tests.

use std::fmt::Debug;

use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Event, Game, Phase, Seat, Wall};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Every player count on both walls, with four seeds each.
pub(crate) fn variants() -> impl Iterator<Item = (usize, Wall, u64)> {
    (2..=4).flat_map(|players| {
        Wall::ALL
            .into_iter()
            .flat_map(move |wall| (0..4).map(move |seed| (players, wall, seed)))
    })
}

/// Plays a random game that prefers to complete lines, for at most 30 rounds. Calls `visit` with the
/// new game and no events, and then after each step with its events.
pub(crate) fn play(
    players: usize,
    wall: Wall,
    seed: u64,
    mut visit: impl FnMut(&Game, &[Event]),
) -> Game {
    let names = (1..=players).map(|n| format!("player {n}")).collect();
    let mut game = Game::new(names, wall, Seat::ALL[0]).expect("valid names");
    let mut rng = FastRng::new(seed);
    visit(&game, &[]);
    while game.position().phase() != Phase::Over && game.position().round() < 30 {
        let step = random_step(&game, &mut rng);
        let events = game.step_explained(step).expect("a legal step");
        visit(&game, &events);
    }
    game
}

fn random_step(game: &Game, rng: &mut FastRng) -> Step {
    let position = game.position();
    match position.phase() {
        Phase::Refill => Step::Deal(position.sample_deal(rng)),
        Phase::Offer => {
            let moves = position.legal_moves();
            // Completing lines brings games to an end; random moves alone would not.
            let completing: Vec<_> = moves
                .iter()
                .filter(|m| position.preview(**m).is_ok_and(|p| p.completes))
                .collect();
            let mut pick = |n: usize| below(rng, n as u32) as usize;
            match completing.len() {
                0 => Step::Move(moves[pick(moves.len())]),
                n => Step::Move(*completing[pick(n)]),
            }
        }
        Phase::Tiling | Phase::Over => {
            let seat = position.to_move();
            match position.placements(seat).first() {
                Some(&placement) => Step::Tile(seat, placement),
                None => Step::Settle,
            }
        }
    }
}

/// Checks the exact JSON of a value, and that it deserialises to the same value.
#[track_caller]
pub(crate) fn check_json<T>(value: &T, expected: &Value)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let text = serde_json::to_string(value).expect("wire types are JSON");
    let found: Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(found, *expected);
    assert_eq!(
        serde_json::from_str::<T>(&text).expect("the same type"),
        *value,
        "{text}"
    );
}

/// Checks that a value survives a round trip through JSON.
#[track_caller]
pub(crate) fn check_round_trip<T>(value: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let text = serde_json::to_string(value).expect("wire types are JSON");
    let back: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(back, *value, "{text}");
}

/// Returns the fields of a JSON object.
#[track_caller]
pub(crate) fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

/// Returns a copy of a JSON object with one field replaced or added.
#[track_caller]
pub(crate) fn with(value: &Value, key: &str, field: Value) -> Value {
    let mut fields = object(value).clone();
    fields.insert(key.to_owned(), field);
    Value::Object(fields)
}

/// Returns a copy of a JSON object without one field.
#[track_caller]
pub(crate) fn without(value: &Value, key: &str) -> Value {
    let mut fields = object(value).clone();
    assert!(fields.remove(key).is_some(), "{key} is not in {value}");
    Value::Object(fields)
}
