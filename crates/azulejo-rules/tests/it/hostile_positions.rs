//! Position texts that must be rejected, each with a message that says where and why.
//!
//! The cases are in `tests/data/hostile/positions.tsv`, tab-separated: name, part of the message,
//! text. In the text, `\t`, `\n`, `\r` and `\0` are escapes.

use std::collections::BTreeSet;

use azulejo_rules::{FloorTile, ParsePositionError, Position, Seat, Setup, SetupError, SetupFault};

use crate::support::{self, full_text, position};

fn unescape(text: &str) -> String {
    text.replace("\\t", "\t")
        .replace("\\n", "\n")
        .replace("\\r", "\r")
        .replace("\\0", "\0")
}

#[test]
fn every_case_is_rejected_with_a_useful_message() {
    let table = support::data("hostile/positions.tsv");
    let mut names = BTreeSet::new();
    let mut wrong = Vec::new();
    for row in table.lines().skip(1).filter(|row| !row.starts_with("# ")) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, expected, text] = cells[..] else {
            panic!("not three cells: {row}")
        };
        assert!(names.insert(name.to_string()), "duplicate name: {name}");
        assert!(
            expected.len() > 10,
            "{name}: the expected message is too short"
        );
        match unescape(text).parse::<Position>() {
            Ok(_) => wrong.push(format!("{name}: accepted\n  {text}")),
            Err(error) if error.to_string().contains(expected) => {}
            Err(error) => wrong.push(format!("{name}: {error}\n  expected {expected}\n  {text}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() >= 120, "{}", names.len());
}

/// Syntax errors name a column of the text, or the one just past its end.
#[test]
fn error_columns_lie_within_the_text() {
    let table = support::data("hostile/positions.tsv");
    for row in table.lines().skip(1).filter(|row| !row.starts_with("# ")) {
        let text = unescape(row.split('\t').nth(2).expect("three cells"));
        if let Err(ParsePositionError::Syntax { column, .. }) = text.parse::<Position>() {
            assert!(
                (1..=text.chars().count() + 1).contains(&column),
                "column {column}: {text}"
            );
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Several faults at once
// ---------------------------------------------------------------------------------------------

/// Checks that exactly these faults are reported, in this order.
#[track_caller]
fn check(short: &str, expected: &[&str]) {
    let text = full_text(short);
    check_setup(&text.parse().expect("well formed"), expected);
    let error = text.parse::<Position>().expect_err("not legal").to_string();
    assert_eq!(
        error,
        format!("not a legal position: {}", expected.join("; "))
    );
}

#[track_caller]
fn check_setup(setup: &Setup, expected: &[&str]) {
    let SetupError(faults) = setup.position().expect_err("not legal");
    let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn two_colours_with_wrong_totals() {
    check(
        "c2 1 1>1 -/-/-/-/- * 19,20,20,20,20 0,0,0,0,1 = =",
        &[
            "there are 19 tiles of B, not 20",
            "there are 21 tiles of W, not 20",
        ],
    );
}

#[test]
fn factories_and_boards_for_another_player_count() {
    check(
        "c3 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 = =",
        &[
            "5 factories do not match the number of players",
            "2 player boards do not match the number of players",
        ],
    );
}

#[test]
fn two_seats_out_of_range() {
    check(
        "c2 1 3>4 BBBB/-/-/-/- * ~ 0,0,0,0,0 = =",
        &[
            "start player 3 is not in the game",
            "player to move 4 is not in the game",
        ],
    );
}

#[test]
fn three_faults_on_one_line() {
    check(
        "c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 0;-/YYB/-/-/-;...../..Y../...../...../.....;- =",
        &[
            "player 1: line 2 holds too many tiles",
            "player 1: line 2 holds more than one colour",
            "player 1: line 2 holds a colour that wall row 2 contains",
        ],
    );
}

#[test]
fn faults_on_two_boards() {
    check(
        "g2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 0;-/RRR/-/-/-;.;- 0;-;YY.../...../...../...../.....;-",
        &[
            "player 1: line 2 holds too many tiles",
            "player 2: wall row 1 contains Y more than once",
        ],
    );
}

#[test]
fn grey_wall_repeats_in_row_and_column() {
    check(
        "g2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 0;-;YY.../.Y.../...../...../.....;- =",
        &[
            "player 1: wall row 1 contains Y more than once",
            "player 1: wall column 2 contains Y more than once",
        ],
    );
}

#[test]
fn lost_tile_overfull_factory_and_second_marker() {
    check(
        "c2 1 1>1 BBBBB/-/-/-/- * 14,20,20,20,20 0,0,0,0,0 = 0;-;.;*",
        &[
            "factory 1 holds more than four tiles",
            "there are 19 tiles of B, not 20",
            "there are 2 start markers, not one",
        ],
    );
}

#[test]
fn complete_rows_in_offer_without_marker() {
    let row = "BYRKW/...../...../...../.....";
    check(
        &format!("c2 1 1>1 BBBB/-/-/-/- - ~ 0,0,0,0,0 0;-;{row};- 0;-;{row};-"),
        &[
            "there are 0 start markers, not one",
            "player 1: a wall row is complete while tiles are on offer",
            "player 2: a wall row is complete while tiles are on offer",
        ],
    );
}

#[test]
fn overfull_floor_two_markers_and_wrong_turn_in_tiling() {
    check(
        "c2 1 1>2 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;BBB*BBBB =",
        &[
            "player 1: the floor has seven spaces, and only a marker may follow seven tiles",
            "there are 2 start markers, not one",
            "the player to move must be 1",
        ],
    );
}

#[test]
fn no_phase_and_lost_tile() {
    check(
        "c2 1 1>1 -/-/-/-/- - 20,20,20,20,19 0,0,0,0,0 = =",
        &[
            "there are 19 tiles of W, not 20",
            "nothing is on offer, to tile or to charge, and the game is not over, so the start \
             marker must be in the centre",
        ],
    );
}

// ---------------------------------------------------------------------------------------------
// Faults that a text cannot express
// ---------------------------------------------------------------------------------------------

const PLAIN: &str = "c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 = =";

#[test]
fn round_out_of_range() {
    for round in [0, 1_000, u16::MAX] {
        let mut setup = position(PLAIN).setup();
        setup.round = round;
        check_setup(
            &setup,
            &[&format!("round {round} is not between 1 and 999")],
        );
    }
}

#[test]
fn score_out_of_range() {
    for score in [1_000, u16::MAX] {
        let mut setup = position(PLAIN).setup();
        setup.boards[1].score = score;
        check_setup(&setup, &["player 2: the score is above 999"]);
    }
}

#[test]
fn maximal_counts_do_not_overflow() {
    let mut setup = position(PLAIN).setup();
    setup.bag.0 = [255; 5];
    setup.lid.0 = [255; 5];
    setup.centre.0 = [255; 5];
    setup.factories = vec![setup.centre; 300];
    setup.boards[0].floor = vec![FloorTile::Marker; 1_000];
    let SetupError(faults) = setup.position().expect_err("not legal");
    assert!(
        faults.contains(&SetupFault::FactoryCount(300)),
        "{faults:?}"
    );
    assert!(
        faults.contains(&SetupFault::MarkerCount(1_001)),
        "{faults:?}"
    );
    assert!(
        faults.contains(&SetupFault::FloorOverfull(Seat::ALL[0])),
        "{faults:?}"
    );
}
