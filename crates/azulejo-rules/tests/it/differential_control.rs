//! Negative controls for the differential tests: any difference between the two sides is detected by
//! the aspects that cover it.

use crate::lockstep::{Pair, compare};
use crate::reference::Game;
use crate::support::{self, full_text};

/// Compares a position of the crate with a different game of the reference, and checks which aspects
/// detect the difference.
#[track_caller]
fn check(ours: &str, theirs: &str, detected_by: &[&str]) {
    check_game(ours, &Game::parse(&full_text(theirs)), detected_by);
}

#[track_caller]
fn check_game(ours: &str, game: &Game, detected_by: &[&str]) {
    let position = support::position(ours);
    assert!(
        compare::all(&position, game).is_err(),
        "not detected at all"
    );
    let aspects = compare::ASPECTS
        .into_iter()
        .filter(|(_, aspect)| aspect(&position, game).is_err());
    let names: Vec<&str> = aspects.map(|(name, _)| name).collect();
    assert_eq!(names, detected_by);
}

const OFFER: &str =
    "c2 3 1>2 BBKW/-/-/-/- *RR ~ 1,0,0,0,0 0;-/Y/-/-/-;...../...../...../...../.....;B =";
const TILING: &str =
    "g2 3 1>2 -/-/-/-/- * ~ 0,0,0,0,0 = 4;-/YY/-/-/-;...../...../...../Y..../.....;-";
const OVER: &str =
    "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;-/-/-/-/-;BYRKW/...../...../...../.....;- =";

#[test]
fn equal_sides_compare_equal() {
    for short in [OFFER, TILING, OVER] {
        let text = full_text(short);
        assert_eq!(
            compare::all(&support::position(short), &Game::parse(&text)),
            Ok(())
        );
    }
}

#[test]
fn tile_moved_from_bag_to_lid_is_detected() {
    check(
        OFFER,
        &OFFER.replace("1,0,0,0,0", "1,0,0,0,1"),
        &["text", "table"],
    );
}

#[test]
fn tile_moved_from_factory_to_centre_is_detected() {
    let moved = OFFER.replace("BBKW/-/-/-/- *RR", "BBK/-/-/-/- *RRW");
    check(OFFER, &moved, &["text", "table", "moves"]);
}

#[test]
fn tile_moved_from_floor_to_line_is_detected() {
    let moved = OFFER
        .replace("-/Y/-/-/-", "B/Y/-/-/-")
        .replace(";B =", ";- =");
    check(OFFER, &moved, &["text", "boards"]);
}

#[test]
fn moved_marker_is_detected() {
    let moved = OFFER.replace("*RR", "RR").replace(";B =", ";B* =");
    check(OFFER, &moved, &["text", "table", "boards"]);
}

#[test]
fn turn_difference_is_detected() {
    check(
        OFFER,
        &OFFER.replace("1>2", "1>1"),
        &["text", "table", "moves"],
    );
}

#[test]
fn tile_in_another_column_is_detected() {
    let moved = TILING.replace("Y....", ".Y...");
    check(TILING, &moved, &["text", "boards", "moves", "placements"]);
}

#[test]
fn score_difference_is_detected() {
    check(
        OVER,
        &OVER.replace(" 20;", " 21;"),
        &["text", "boards", "outcome"],
    );
}

#[test]
fn phase_difference_is_detected() {
    let moved = TILING.replace("1>2 -/", "1>2 B/").replace("YY", "Y");
    check(
        TILING,
        &moved,
        &["text", "phase", "table", "boards", "moves", "placements"],
    );
}

#[test]
fn lost_tile_is_detected() {
    let mut game = Game::parse(&full_text(OFFER));
    game.bag.pop();
    check_game(OFFER, &game, &["text", "table", "tiles", "round trip"]);
}

#[test]
fn second_marker_is_detected() {
    let mut game = Game::parse(&full_text(OFFER));
    game.boards[1].floor.push('*');
    check_game(OFFER, &game, &["text", "table", "boards", "round trip"]);
}

#[test]
fn every_compared_aspect_catches_a_difference() {
    let mut lost = Game::parse(&full_text(OFFER));
    lost.bag.pop();
    let cases = [
        (OFFER, Game::parse(&full_text(&OFFER.replace("1>2", "1>1")))),
        (OFFER, lost),
        (OFFER, Game::parse(&full_text(TILING))),
        (
            TILING,
            Game::parse(&full_text(&TILING.replace("Y....", ".Y..."))),
        ),
        (OVER, Game::parse(&full_text(&OVER.replace(" 20;", " 21;")))),
    ];
    for (name, aspect) in compare::ASPECTS {
        let detects = |(ours, game): &(&str, Game)| aspect(&support::position(ours), game).is_err();
        assert!(cases.iter().any(detects), "{name}");
    }
}

/// Corrupts one side of a pair; the next action must reveal it.
#[track_caller]
fn check_pair(start: &str, corrupt: impl Fn(&mut Pair), action: &str, message: &str) {
    let mut pair = Pair::parse(&full_text(start)).expect("equal sides");
    let action = pair.parse_action(action);
    assert_eq!(
        pair.clone().apply(&action),
        Ok(true),
        "the uncorrupted pair agrees"
    );
    corrupt(&mut pair);
    let difference = pair.apply(&action).expect_err("the difference is detected");
    assert!(difference.contains(message), "{difference}");
}

#[test]
fn move_legal_on_one_side_only_is_detected() {
    let full_line = |pair: &mut Pair| pair.game.boards[1].lines[0].push('W');
    check_pair(
        OFFER,
        full_line,
        "1K1",
        "the reference Err(\"1K1: not legal\")",
    );
}

#[test]
fn placement_legal_on_one_side_only_is_detected() {
    let block = |pair: &mut Pair| pair.game.boards[1].wall[0][1] = Some('Y');
    check_pair(
        TILING,
        block,
        "2:2",
        "the reference Err(\"2:2: not a placement of seat 2\")",
    );
}

#[test]
fn stale_narrow_position_is_detected() {
    let elsewhere = full_text(&OFFER.replace("c2 3 ", "c2 4 "));
    let corrupt = |pair: &mut Pair| {
        pair.position = elsewhere.parse().expect("legal");
        pair.game = Game::parse(&elsewhere);
    };
    check_pair(OFFER, corrupt, "1K1", "narrowed");
}

#[test]
fn wrong_one_step_round_end_is_detected() {
    let start = "c2 3 1>1 -/-/-/-/- * ~ 0,0,0,0,0 4;Y/YY/-/-/-;...../...../...../...../.....;- =";
    let more = full_text(&start.replace(" 4;", " 5;"));
    let corrupt = |pair: &mut Pair| {
        let twin = Pair::parse(&more).expect("equal sides");
        pair.position = twin.position;
        pair.game = twin.game;
        pair.drop_narrow();
    };
    check_pair(start, corrupt, "1:2", "the finished round");
}
