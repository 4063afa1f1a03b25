//! Offer options are serialised compactly: default values are omitted, and nothing else is lost.

use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::OwnView;
use azulejo_protocol::options::{MoveOption, OfferOptions};
use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Deal, Game, Phase, PlayerCount, Position, Seat, Wall};
use serde_json::{Value, json};

/// A first round for two with 15 groups of tiles, a typical number, and therefore 90 moves.
const DEAL: [&str; 5] = ["BRKK", "BYYW", "KKYW", "YRRW", "BRWW"];

fn first_round(wall: Wall) -> Game {
    let names = vec!["Ana".to_owned(), "Eva".to_owned()];
    let mut game = Game::new(names, wall, Seat::ALL[0]).expect("valid names");
    let draws: Vec<_> = DEAL.iter().map(|tiles| tiles.parse().unwrap()).collect();
    let deal = Deal::new(PlayerCount::Two, &draws).expect("five factories for two");
    game.step_explained(Step::Deal(deal)).expect("a legal deal");
    game
}

/// Calls `visit` with the options of every offer in a few random games.
fn offers(mut visit: impl FnMut(&Position, &OfferOptions)) {
    for (wall, seed) in Wall::ALL
        .into_iter()
        .flat_map(|wall| [(wall, 1), (wall, 2)])
    {
        let mut game = first_round(wall);
        let mut rng = FastRng::new(seed);
        while game.position().phase() != Phase::Over && game.position().round() < 8 {
            let position = *game.position();
            let step = match position.phase() {
                Phase::Refill => Step::Deal(position.sample_deal(&mut rng)),
                Phase::Offer => {
                    let offer = OfferOptions::of(&position).expect("an offer");
                    visit(&position, &offer);
                    // Uniformly random, so that floors fill up and tiles go to the lid.
                    let which = below(&mut rng, offer.moves.len() as u32) as usize;
                    Step::Move(offer.moves[which].m)
                }
                Phase::Tiling => match position.placements(position.to_move()).first() {
                    Some(&placement) => Step::Tile(position.to_move(), placement),
                    None => Step::Settle,
                },
                Phase::Over => break,
            };
            game.step_explained(step).expect("a legal step");
        }
    }
}

fn own_frame(position: &Position) -> ServerFrame {
    ServerFrame::Own {
        game: "k7Qm2xWd".to_owned(),
        own: OwnView {
            ply: 3,
            seats: vec![1],
            host: true,
            invitation: None,
            offer: OfferOptions::of(position),
            tiling: Vec::new(),
            chosen: Vec::new(),
            undo_to: Vec::new(),
            hints: true,
        },
    }
}

#[test]
fn options_survive_json() {
    let mut compared = 0;
    offers(|position, offer| {
        let text = serde_json::to_string(offer).expect("options are JSON");
        let back: OfferOptions = serde_json::from_str(&text).expect("options");
        assert_eq!(&back, offer, "{position}");
        let frame = own_frame(position);
        let text = serde_json::to_string(&frame).expect("a frame is JSON");
        assert_eq!(
            serde_json::from_str::<ServerFrame>(&text).expect("a frame"),
            frame,
            "{position}"
        );
        compared += offer.moves.len();
    });
    assert!(compared > 3_000, "{compared} moves");
}

/// Each optional field must occur sometimes but not always: otherwise a field that is never or always
/// sent would pass.
#[test]
fn exactly_the_default_values_are_omitted() {
    const REQUIRED: [&str; 4] = ["move", "colour", "taken", "round_end"];
    const OPTIONAL: [&str; 13] = [
        "factory",
        "line",
        "to_centre",
        "takes_marker",
        "placed",
        "spilled",
        "to_lid",
        "floor_before",
        "floor_after",
        "completes",
        "points",
        "columns",
        "ends_round",
    ];
    let defaults = [
        Value::Null,
        json!(0),
        json!(false),
        json!([]),
        json!([0, 0, 0, 0, 0]),
    ];
    let mut present = [0_usize; OPTIONAL.len()];
    let mut held = [0_usize; 2];
    let mut total = 0;
    offers(|position, offer| {
        let sent = serde_json::to_value(offer).expect("options are JSON");
        for option in sent["moves"].as_array().expect("a list") {
            let fields = option.as_object().expect("an object");
            assert!(REQUIRED.iter().all(|&name| fields.contains_key(name)));
            for (name, value) in fields
                .iter()
                .filter(|(name, _)| name.as_str() != "round_end")
            {
                assert!(!defaults.contains(value), "{position}: {name} in {option}");
            }
            for (name, count) in OPTIONAL.iter().zip(&mut present) {
                *count += usize::from(fields.contains_key(*name));
            }
            total += 1;
        }
        for refusal in sent["refused"].as_array().expect("a list") {
            let holds = refusal.get("holds");
            assert_ne!(holds, Some(&Value::Null));
            assert_eq!(holds.is_some(), refusal["reason"] == "line_holds");
            held[usize::from(holds.is_some())] += 1;
        }
    });
    for (name, count) in OPTIONAL.iter().zip(present) {
        assert!(count > 0 && count < total, "{name}: {count} of {total}");
    }
    assert!(held.iter().all(|&count| count > 0), "{held:?}");
}

#[test]
fn option_with_required_fields_only_is_accepted() {
    let option: MoveOption =
        serde_json::from_value(json!({"move": "CWF", "colour": "W", "taken": 1, "round_end": 7}))
            .expect("an option");
    assert_eq!(
        (option.factory, option.line, option.points),
        (None, None, None)
    );
    assert_eq!(option.m.to_string(), "CWF");
    assert_eq!(option.columns.numbers().count(), 0);
    for missing in ["move", "colour", "taken", "round_end"] {
        let mut bare = json!({"move": "CWF", "colour": "W", "taken": 1, "round_end": 7});
        bare.as_object_mut().expect("an object").remove(missing);
        assert!(
            serde_json::from_value::<MoveOption>(bare).is_err(),
            "{missing}"
        );
    }
}

#[test]
fn start_of_a_round_fits_in_14_000_bytes() {
    for wall in Wall::ALL {
        let game = first_round(wall);
        let frame = own_frame(game.position());
        let ServerFrame::Own { own, .. } = &frame else {
            unreachable!("an own frame");
        };
        let moves = own.offer.as_ref().expect("an offer").moves.len();
        let text = serde_json::to_string(&frame).expect("a frame is JSON");
        println!("{wall:?}: {moves} moves in {} bytes", text.len());
        assert_eq!(moves, 90);
        assert!(text.len() < 14_000, "{wall:?}: {} bytes", text.len());
    }
}
