//! The fuzz targets, run by the `fuzz` crate and, over a corpus, by this crate's tests.
//!
//! Each target takes any bytes, panics if an invariant of the crate is broken, and returns whether the
//! bytes were meaningful input, so that a test can judge the quality of its inputs.

mod invariants;

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, ProblemCode};
use azulejo_rules::record::{Record, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Draw, Game, Move, Phase, Placement, PlayerCount, Position, Seat, Setup, Wall};

/// A fuzz target: takes any bytes and returns whether they were meaningful input.
pub type Target = fn(&[u8]) -> bool;

/// Every target, by name.
pub const TARGETS: [(&str, Target); 5] = [
    ("move_text", move_text),
    ("position_text", position_text),
    ("record_text", record_text),
    ("play", play),
    ("client_frame", client_frame),
];

/// Runs the target called `name` and returns whether the bytes were meaningful input.
///
/// # Panics
/// If there is no such target, or if the input breaks an invariant.
pub fn run(name: &str, bytes: &[u8]) -> bool {
    let (_, target) = TARGETS
        .into_iter()
        .find(|(target, _)| *target == name)
        .expect("a known target");
    target(bytes)
}

/// Texts of moves, placements and draws: accepted exactly if the notation allows them, and then
/// round-tripped.
fn move_text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let chars: Vec<char> = text.chars().collect();
    let matches = |sets: [&str; 3]| {
        chars.len() == 3 && chars.iter().zip(sets).all(|(&c, set)| set.contains(c))
    };

    let parsed = text.parse::<Move>();
    assert_eq!(
        parsed.is_ok(),
        matches(["123456789C", "BYRKW", "12345F"]),
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
    assert_eq!(
        parsed.is_ok(),
        matches(["12345", ":", "12345F"]),
        "{text:?}"
    );
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

/// Texts of positions: an accepted one round-trips and holds the invariants, and so does every
/// position one step later.
fn position_text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let setup = text.parse::<Setup>();
    match text.parse::<Position>() {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // A well-formed text is rejected with at least one reason.
            if let Ok(setup) = setup {
                let faults = setup.position().expect_err("the position was rejected").0;
                assert!(!faults.is_empty(), "{text}");
            }
            false
        }
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            assert_eq!(setup.map(|setup| setup.phase()), Ok(Some(position.phase())));
            invariants::check(&position);
            invariants::check_next(&position);
            // Scores and round may be extreme here; a playout must still hold the invariants.
            let mut played = position;
            let _playout =
                played.play_out(&mut FastRng::new(1), position.round().saturating_add(3));
            invariants::check(&played);
            true
        }
    }
}

/// Texts of records: an accepted one round-trips; a legal one can be replayed step by step and
/// resumed.
fn record_text(bytes: &[u8]) -> bool {
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
            invariants::check(&replayed.position);
            let mut game = Game::new(record.players.clone(), record.wall, record.start)
                .expect("a legal record has valid players");
            for step in steps {
                game.step_explained(step)
                    .expect("the step was legal in the record");
            }
            assert_eq!(*game.position(), replayed.position);
            let resumed = Game::from_record(record.clone()).expect("a legal record");
            assert_eq!(*resumed.position(), replayed.position);
        }
    }
    true
}

/// A game: the first four bytes select the variant, each further byte selects a step.
fn play(bytes: &[u8]) -> bool {
    let Some((head, choices)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let [seed, players, wall, start] = *head;
    let players = PlayerCount::ALL[usize::from(players) % 3];
    let wall = Wall::ALL[usize::from(wall) % 2];
    let start = Seat::ALL[usize::from(start) % players.count()];
    let names = players.seats().map(|seat| format!("p{seat}")).collect();
    let mut game = Game::new(names, wall, start).expect("valid names");
    let mut plain = game.clone();
    let mut rng = FastRng::new(seed.into());
    for (i, &byte) in choices.iter().enumerate() {
        let Some(step) = choose(game.position(), byte, &mut rng) else {
            break;
        };
        let events = game.step_explained(step).expect("a legal step");
        assert!(!events.is_empty());
        match step {
            Step::Deal(deal) => plain.deal(&deal).expect("a legal deal"),
            Step::Move(m) => plain.play(m).expect("a legal move"),
            Step::Tile(seat, placement) => plain.tile(seat, placement).expect("a legal placement"),
            Step::Settle => assert!(plain.settle().is_ok()),
        }
        assert_eq!(
            game.position(),
            plain.position(),
            "{step:?} with and without events"
        );
        // Every position is the last one of some shorter input, so not all need a full check.
        if i % 4 == 3 {
            invariants::check(game.position());
        }
    }
    invariants::check(game.position());
    assert_eq!(game, plain, "with and without events");
    let record: Record = game
        .record()
        .to_json()
        .parse()
        .expect("the record of a game is valid");
    assert_eq!(record, *game.record());
    let resumed = Game::from_record(record).expect("the record of a game is legal");
    assert_eq!(resumed, game);
    !choices.is_empty()
}

/// Texts of client frames: each is parsed and round-trips, or is refused as malformed.
fn client_frame(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    match azulejo_server::frames::read(text) {
        Ok(frame) => {
            assert!(text.len() <= MAX_INBOUND_BYTES);
            let written = serde_json::to_string(&frame).expect("a frame serialises");
            let again: Result<ClientFrame, _> = azulejo_server::frames::read(&written);
            assert_eq!(again, Ok(frame), "{written}");
            true
        }
        Err(problem) => {
            assert_eq!(problem.code, ProblemCode::Malformed, "{text}");
            false
        }
    }
}

/// Returns the step selected by a byte: a deal, a move, any player's placement, or settling.
fn choose(position: &Position, byte: u8, rng: &mut FastRng) -> Option<Step> {
    let byte = usize::from(byte);
    match position.phase() {
        Phase::Over => None,
        Phase::Refill => {
            // The byte selects a deal by the number of samples that are discarded.
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
