//! What a player may do travels short: what says nothing is left out, and nothing else is lost.

use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::OwnView;
use azulejo_protocol::options::{MoveOption, OfferOptions};
use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Deal, Game, Phase, PlayerCount, Position, Seat, Wall};
use serde_json::{Value, json};

/// A first round for two: 15 groups of tiles, as many as there are most often, so 90 moves.
const DEAL: [&str; 5] = ["BRKK", "BYYW", "KKYW", "YRRW", "BRWW"];

fn first_round(wall: Wall) -> Game {
    let names = vec!["Ana".to_owned(), "Eva".to_owned()];
    let mut game = Game::new(names, wall, Seat::ALL[0]).expect("good names");
    let draws: Vec<_> = DEAL.iter().map(|tiles| tiles.parse().unwrap()).collect();
    let deal = Deal::new(PlayerCount::Two, &draws).expect("five factories for two");
    game.step_explained(Step::Deal(deal)).expect("a legal deal");
    game
}

/// The options of every offer of a few games played at random.
fn offers(mut see: impl FnMut(&Position, &OfferOptions)) {
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
                    see(&position, &offer);
                    // The floor now and then, so that it fills and tiles go to the lid.
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
fn every_option_is_the_same_after_the_journey() {
    let mut compared = 0;
    offers(|position, offer| {
        let text = serde_json::to_string(offer).expect("options have a JSON form");
        let back: OfferOptions = serde_json::from_str(&text).expect("options");
        assert_eq!(&back, offer, "{position}");
        let frame = own_frame(position);
        let text = serde_json::to_string(&frame).expect("a frame has a JSON form");
        assert_eq!(
            serde_json::from_str::<ServerFrame>(&text).expect("a frame"),
            frame,
            "{position}"
        );
        compared += offer.moves.len();
    });
    assert!(compared > 3_000, "{compared} moves");
}

/// Each field that may be left out was there and was not there: else a field that is never sent,
/// or always, would pass.
#[test]
fn what_says_nothing_is_left_out_and_nothing_else() {
    const ALWAYS: [&str; 4] = ["move", "colour", "taken", "round_end"];
    const SOMETIMES: [&str; 13] = [
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
    let nothing = [
        Value::Null,
        json!(0),
        json!(false),
        json!([]),
        json!([0, 0, 0, 0, 0]),
    ];
    let mut there = [0_usize; SOMETIMES.len()];
    let mut held = [0_usize; 2];
    let mut all = 0;
    offers(|position, offer| {
        let sent = serde_json::to_value(offer).expect("options have a JSON form");
        for option in sent["moves"].as_array().expect("a list") {
            let fields = option.as_object().expect("an object");
            assert!(ALWAYS.iter().all(|&name| fields.contains_key(name)));
            for (name, value) in fields
                .iter()
                .filter(|(name, _)| name.as_str() != "round_end")
            {
                assert!(!nothing.contains(value), "{position}: {name} in {option}");
            }
            for (name, count) in SOMETIMES.iter().zip(&mut there) {
                *count += usize::from(fields.contains_key(*name));
            }
            all += 1;
        }
        for refusal in sent["refused"].as_array().expect("a list") {
            let holds = refusal.get("holds");
            assert_ne!(holds, Some(&Value::Null));
            assert_eq!(holds.is_some(), refusal["reason"] == "line_holds");
            held[usize::from(holds.is_some())] += 1;
        }
    });
    for (name, count) in SOMETIMES.iter().zip(there) {
        assert!(count > 0 && count < all, "{name}: {count} of {all}");
    }
    assert!(held.iter().all(|&count| count > 0), "{held:?}");
}

#[test]
fn an_option_with_nothing_but_what_is_always_there_is_read() {
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
fn the_start_of_a_round_fits_in_14_000_bytes() {
    for wall in Wall::ALL {
        let game = first_round(wall);
        let frame = own_frame(game.position());
        let ServerFrame::Own { own, .. } = &frame else {
            unreachable!("it was made above");
        };
        let moves = own.offer.as_ref().expect("an offer").moves.len();
        let text = serde_json::to_string(&frame).expect("a frame has a JSON form");
        println!("{wall:?}: {moves} moves in {} bytes", text.len());
        assert_eq!(moves, 90);
        assert!(text.len() < 14_000, "{wall:?}: {} bytes", text.len());
    }
}
