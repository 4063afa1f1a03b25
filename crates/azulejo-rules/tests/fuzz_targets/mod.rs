//! What the fuzz targets do with their input, shared by `fuzz/` and `tests/fuzz_corpus.rs`.
//!
//! Each function takes any bytes, panics when a law of the crate is broken, and gives whether the
//! bytes meant something, so that a test can tell whether its inputs are any good.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each fuzz target uses one function"
)]

mod laws;

use azulejo_rules::record::{Record, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Draw, Game, Move, Phase, Placement, PlayerCount, Position, Seat, Setup, Wall};

/// What does the work of a fuzz target.
pub type Target = fn(&[u8]) -> bool;

/// Every target by its name.
pub const TARGETS: [(&str, Target); 4] = [
    ("move_text", move_text),
    ("position_text", position_text),
    ("record_text", record_text),
    ("play", play),
];

/// Texts of moves, placements and draws: accepted exactly when the notation says so, and then
/// written back as they were.
pub fn move_text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let chars: Vec<char> = text.chars().collect();
    let fits = |sets: [&str; 3]| {
        chars.len() == 3 && chars.iter().zip(sets).all(|(&c, set)| set.contains(c))
    };

    let parsed = text.parse::<Move>();
    assert_eq!(
        parsed.is_ok(),
        fits(["123456789C", "BYRKW", "12345F"]),
        "{text:?}"
    );
    match parsed {
        Ok(m) => {
            assert_eq!(m.to_string(), text);
            assert_eq!(Move::new(m.source(), m.colour(), m.destination()), m);
            assert_eq!(Move::from_code(m.code()), Some(m));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }

    let parsed = text.parse::<Placement>();
    assert_eq!(parsed.is_ok(), fits(["12345", ":", "12345F"]), "{text:?}");
    match parsed {
        Ok(placement) => assert_eq!(placement.to_string(), text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }

    let parsed = text.parse::<Draw>();
    let is_tiles = (1..=4).contains(&chars.len()) && chars.iter().all(|&c| "BYRKW".contains(c));
    assert_eq!(parsed.is_ok(), is_tiles || text == "-", "{text:?}");
    match parsed {
        Ok(draw) => {
            assert_eq!(draw.to_string(), text);
            let tiles: Vec<_> = draw.tiles().collect();
            assert_eq!(Draw::from_tiles(&tiles), Ok(draw));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    text.parse::<Move>().is_ok()
        || text.parse::<Placement>().is_ok()
        || text.parse::<Draw>().is_ok()
}

/// Texts of positions: one that is accepted is written back as it was, keeps the laws, and so does
/// every position one step later.
pub fn position_text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let setup = text.parse::<Setup>();
    match text.parse::<Position>() {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // What is well formed is refused with every reason, and never without one.
            if let Ok(setup) = setup {
                let faults = setup.position().expect_err("the position was refused").0;
                assert!(!faults.is_empty(), "{text}");
            }
            false
        }
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            assert_eq!(setup.map(|setup| setup.phase()), Ok(Some(position.phase())));
            laws::check(&position);
            laws::check_next(&position);
            // The scores and the round may be anything here; play from it must still be sound.
            let mut played = position;
            let _playout =
                played.play_out(&mut FastRng::new(1), position.round().saturating_add(3));
            laws::check(&played);
            true
        }
    }
}

/// Texts of records: one that is accepted is written back as it was; one that follows the rules can
/// be played step by step and taken up again.
pub fn record_text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(error) => {
            let place: azulejo_rules::record::ParseRecordError = error;
            assert!(
                (1..=text.chars().count() + 1).contains(&place.column),
                "{place}"
            );
            return false;
        }
    };
    assert_eq!(record.to_json(), text);
    let mut steps = Vec::new();
    match record.walk(|_, step, _| steps.push(step)) {
        Err(fault) => assert!(!fault.to_string().is_empty()),
        Ok(replayed) => {
            laws::check(&replayed.position);
            let mut game = Game::new(record.players.clone(), record.wall, record.start)
                .expect("a record that follows the rules has good players");
            for step in steps {
                game.step_explained(step)
                    .expect("the step was possible before");
            }
            assert_eq!(*game.position(), replayed.position);
            let resumed = Game::from_record(record.clone()).expect("it was replayed");
            assert_eq!(*resumed.position(), replayed.position);
        }
    }
    true
}

/// A game: the first bytes say which, every further byte chooses among what is possible.
pub fn play(bytes: &[u8]) -> bool {
    let Some((head, choices)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let [seed, players, wall, start] = *head;
    let players = PlayerCount::ALL[usize::from(players) % 3];
    let wall = Wall::ALL[usize::from(wall) % 2];
    let start = Seat::ALL[usize::from(start) % players.count()];
    let names = players.seats().map(|seat| format!("p{seat}")).collect();
    let mut game = Game::new(names, wall, start).expect("good names");
    let mut plain = game.clone();
    let mut rng = FastRng::new(seed.into());
    for (i, &byte) in choices.iter().enumerate() {
        let Some(step) = choose(game.position(), byte, &mut rng) else {
            break;
        };
        let events = game.step_explained(step).expect("the step is possible");
        assert!(!events.is_empty());
        match step {
            Step::Deal(deal) => plain.deal(&deal).expect("the deal is possible"),
            Step::Move(m) => plain.play(m).expect("the move is legal"),
            Step::Tile(seat, placement) => plain.tile(seat, placement).expect("it is legal"),
            Step::Settle => assert!(plain.settle().is_ok()),
        }
        assert_eq!(
            game.position(),
            plain.position(),
            "{step:?} with and without an explanation"
        );
        // Every position is the last one of some shorter input, so not all need the full check.
        if i % 4 == 3 {
            laws::check(game.position());
        }
    }
    laws::check(game.position());
    assert_eq!(game, plain, "with and without explanations");
    let record: Record = game
        .record()
        .to_json()
        .parse()
        .expect("the record of a game is readable");
    assert_eq!(record, *game.record());
    let resumed = Game::from_record(record).expect("the record of a game follows the rules");
    assert_eq!(resumed, game);
    !choices.is_empty()
}

/// The step that a byte means here: a move, any player's placement, or whatever is forced.
fn choose(position: &Position, byte: u8, rng: &mut FastRng) -> Option<Step> {
    let byte = usize::from(byte);
    match position.phase() {
        Phase::Over => None,
        Phase::Refill => {
            // The byte chooses among deals by how many are drawn and thrown away.
            let mut deal = position.sample_deal(rng);
            (0..byte % 4).for_each(|_| deal = position.sample_deal(rng));
            Some(Step::Deal(deal))
        }
        Phase::Offer => {
            let moves = position.legal_moves();
            Some(Step::Move(moves[byte % moves.len()]))
        }
        Phase::Tiling => {
            let seats = position.players().seats();
            let of_seat = |seat| {
                position
                    .placements(seat)
                    .to_vec()
                    .into_iter()
                    .map(move |p| (seat, p))
            };
            let choices: Vec<(Seat, Placement)> = seats.flat_map(of_seat).collect();
            let (seat, placement) = match choices.len() {
                0 => return Some(Step::Settle),
                count => choices[byte % count],
            };
            Some(Step::Tile(seat, placement))
        }
    }
}
