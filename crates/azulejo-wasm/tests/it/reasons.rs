//! The reasons for a move: the engine's JSON and the wire protocol agree.

use std::collections::BTreeSet;

use azulejo_ai::analysis_protocol::{ReasonsRequest, reasons_response};
use azulejo_game::hint::HintQuestion;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Move, Phase, PlayerCount, Position, Seat, Wall};
use serde_json::{Value, json};

/// Every reason of the protocol.
const ALL: [&str; 12] = [
    "adds",
    "builds",
    "clean",
    "completes_colour",
    "completes_column",
    "completes_row",
    "denies",
    "ends_game",
    "fills",
    "needs",
    "spills",
    "starts",
];

#[test]
fn engine_and_protocol_write_reasons_alike() {
    let mut seen = BTreeSet::new();
    let mut rng = FastRng::new(1);
    for wall in Wall::ALL {
        for _ in 0..40 {
            let mut position = Position::new(wall, PlayerCount::Two, Seat::ONE);
            while position.phase() != Phase::Over && position.round() < 12 {
                step(&mut position, &mut rng, &mut seen);
            }
        }
    }
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), ALL);
}

/// Takes a random step; in the offer, compares the reasons of all moves first.
fn step(position: &mut Position, rng: &mut FastRng, seen: &mut BTreeSet<String>) {
    match position.phase() {
        Phase::Refill => {
            position.deal_at_random(rng);
        }
        Phase::Offer => {
            let moves = position.legal_moves();
            for &m in &moves {
                compare(position, m, seen);
            }
            position.play_unchecked(moves.choose(rng));
        }
        Phase::Tiling => {
            let seat = position.to_move();
            match position.placements(seat).first() {
                Some(&placement) => position.tile_unchecked(seat, placement),
                None => position.settle().expect("every line is tiled"),
            }
        }
        Phase::Over => {}
    }
}

fn compare(position: &Position, m: Move, seen: &mut BTreeSet<String>) {
    let request = ReasonsRequest {
        position: Box::new(*position),
        m,
    };
    let engine = Value::Object(reasons_response(&request));
    let question = HintQuestion {
        seat: position.to_move(),
        ply: 0,
        position: *position,
    };
    let protocol = question.answer_move(m, false).reasons;
    assert_eq!(engine["reasons"], json!(protocol), "{m} in {position}");
    let reasons = engine["reasons"].as_array().expect("a list of reasons");
    seen.extend(reasons.iter().map(|reason| {
        let name = reason["reason"].as_str();
        name.expect("the name of a reason").to_owned()
    }));
}
