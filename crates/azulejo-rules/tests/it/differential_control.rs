//! The control for the comparison with the reference: when the two sides differ in one thing, it is
//! noticed, and by the part of the comparison that is there for it.

use crate::lockstep::{Pair, compare};
use crate::reference::Game;
use crate::support::{self, full_text};

/// Compares a position of the crate with a different game of the reference.
#[track_caller]
fn check(ours: &str, theirs: &str, noticed_by: &[&str]) {
    check_game(ours, &Game::parse(&full_text(theirs)), noticed_by);
}

#[track_caller]
fn check_game(ours: &str, game: &Game, noticed_by: &[&str]) {
    let position = support::position(ours);
    assert!(compare::all(&position, game).is_err(), "not noticed at all");
    let parts = compare::PARTS
        .into_iter()
        .filter(|(_, part)| part(&position, game).is_err());
    let names: Vec<&str> = parts.map(|(name, _)| name).collect();
    assert_eq!(names, noticed_by);
}

const OFFER: &str =
    "c2 3 1>2 BBKW/-/-/-/- *RR ~ 1,0,0,0,0 0;-/Y/-/-/-;...../...../...../...../.....;B =";
const TILING: &str =
    "g2 3 1>2 -/-/-/-/- * ~ 0,0,0,0,0 = 4;-/YY/-/-/-;...../...../...../Y..../.....;-";
const OVER: &str =
    "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;-/-/-/-/-;BYRKW/...../...../...../.....;- =";

#[test]
fn equal_sides_are_not_noticed() {
    for short in [OFFER, TILING, OVER] {
        let text = full_text(short);
        assert_eq!(
            compare::all(&support::position(short), &Game::parse(&text)),
            Ok(())
        );
    }
}

#[test]
fn a_tile_moved_from_the_bag_to_the_lid() {
    check(
        OFFER,
        &OFFER.replace("1,0,0,0,0", "1,0,0,0,1"),
        &["text", "table"],
    );
}

#[test]
fn a_tile_moved_from_a_factory_to_the_centre() {
    let moved = OFFER.replace("BBKW/-/-/-/- *RR", "BBK/-/-/-/- *RRW");
    check(OFFER, &moved, &["text", "table", "moves"]);
}

#[test]
fn a_tile_moved_from_the_floor_to_a_line() {
    let moved = OFFER
        .replace("-/Y/-/-/-", "B/Y/-/-/-")
        .replace(";B =", ";- =");
    check(OFFER, &moved, &["text", "boards"]);
}

#[test]
fn a_marker_that_is_not_where_it_was() {
    let moved = OFFER.replace("*RR", "RR").replace(";B =", ";B* =");
    check(OFFER, &moved, &["text", "table", "boards"]);
}

#[test]
fn another_player_to_move() {
    check(
        OFFER,
        &OFFER.replace("1>2", "1>1"),
        &["text", "table", "moves"],
    );
}

#[test]
fn a_tile_in_another_column() {
    let moved = TILING.replace("Y....", ".Y...");
    check(TILING, &moved, &["text", "boards", "moves", "choices"]);
}

#[test]
fn a_point_more() {
    check(
        OVER,
        &OVER.replace(" 20;", " 21;"),
        &["text", "boards", "outcome"],
    );
}

#[test]
fn another_phase() {
    let moved = TILING.replace("1>2 -/", "1>2 B/").replace("YY", "Y");
    check(
        TILING,
        &moved,
        &["text", "phase", "table", "boards", "moves", "choices"],
    );
}

#[test]
fn a_lost_tile() {
    let mut game = Game::parse(&full_text(OFFER));
    game.bag.pop();
    check_game(OFFER, &game, &["text", "table", "tiles", "reading"]);
}

#[test]
fn a_second_marker_on_the_reference_side() {
    let mut game = Game::parse(&full_text(OFFER));
    game.boards[1].floor.push('*');
    check_game(OFFER, &game, &["text", "table", "boards", "reading"]);
}

#[test]
fn every_part_has_a_case_that_it_notices() {
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
    for (name, part) in compare::PARTS {
        let notices = |(ours, game): &(&str, Game)| part(&support::position(ours), game).is_err();
        assert!(cases.iter().any(notices), "{name}");
    }
}

/// Spoils one side of a pair; the next event must show it.
#[track_caller]
fn check_pair(start: &str, spoil: impl Fn(&mut Pair), event: &str, message: &str) {
    let mut pair = Pair::parse(&full_text(start)).expect("equal sides");
    let event = pair.read_event(event);
    assert_eq!(
        pair.clone().apply(&event),
        Ok(true),
        "the pair itself is sound"
    );
    spoil(&mut pair);
    let difference = pair.apply(&event).expect_err("the difference is noticed");
    assert!(difference.contains(message), "{difference}");
}

#[test]
fn a_move_that_only_one_side_allows() {
    let full_line = |pair: &mut Pair| pair.game.boards[1].lines[0].push('W');
    check_pair(
        OFFER,
        full_line,
        "1K1",
        "the reference Err(\"1K1: not legal\")",
    );
}

#[test]
fn a_choice_that_only_one_side_allows() {
    let block = |pair: &mut Pair| pair.game.boards[1].wall[0][1] = Some('Y');
    check_pair(
        TILING,
        block,
        "2:2",
        "the reference Err(\"2:2: not a choice of seat 2\")",
    );
}

#[test]
fn a_narrow_form_that_was_left_behind() {
    let elsewhere = full_text(&OFFER.replace("c2 3 ", "c2 4 "));
    let spoil = |pair: &mut Pair| {
        pair.position = elsewhere.parse().expect("legal");
        pair.game = Game::parse(&elsewhere);
    };
    check_pair(OFFER, spoil, "1K1", "narrowed");
}

#[test]
fn a_round_finished_in_one_step_that_leads_elsewhere() {
    let start = "c2 3 1>1 -/-/-/-/- * ~ 0,0,0,0,0 4;Y/YY/-/-/-;...../...../...../...../.....;- =";
    let more = full_text(&start.replace(" 4;", " 5;"));
    let spoil = |pair: &mut Pair| {
        let twin = Pair::parse(&more).expect("equal sides");
        pair.position = twin.position;
        pair.game = twin.game;
        pair.forget_the_narrow_form();
    };
    check_pair(start, spoil, "1:2", "the finished round");
}
