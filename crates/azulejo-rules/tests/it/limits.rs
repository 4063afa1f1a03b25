//! Ties, and the limits that the notation sets to scores and rounds.
//!
//! The reference has no such limits, so the tests at the limits run in the crate alone.

use azulejo_rules::{Phase, ROUND_LIMIT, SCORE_LIMIT};

use crate::lockstep::script::{check, check_outcome};
use crate::lockstep::{self, apply_action};
use crate::support::{full_text, position};

// ---------------------------------------------------------------------------------------------
// Ties
// ---------------------------------------------------------------------------------------------

const ROW: &str = "BYRKW/...../...../...../.....";
const OTHER_ROW: &str = "...../WBYRK/...../...../.....";
const TWO_ROWS: &str = "BYRKW/WBYRK/...../...../.....";

#[test]
fn tie_of_two() {
    check_outcome(
        &format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;-;{ROW};- 20;-;{OTHER_ROW};-"),
        &[22, 22],
        &[1, 2],
    );
}

#[test]
fn tie_of_two_among_four() {
    check_outcome(
        &format!(
            "c4 9 3>3 -/-/-/-/-/-/-/-/- - ~ 0,0,0,0,0 19;-;{ROW};- 20;-;{OTHER_ROW};- 3;-;.;- 20;-;{ROW};-"
        ),
        &[21, 22, 3, 22],
        &[2, 4],
    );
}

#[test]
fn tie_of_three() {
    check_outcome(
        &format!(
            "c3 9 1>1 -/-/-/-/-/-/- - ~ 0,0,0,0,0 20;-;{ROW};- 20;-;{OTHER_ROW};- 20;-;{ROW};-"
        ),
        &[22, 22, 22],
        &[1, 2, 3],
    );
}

#[test]
fn tie_of_four_without_points() {
    // Every player has one complete row and nothing else.
    check_outcome(
        &format!(
            "c4 9 1>1 -/-/-/-/-/-/-/-/- - ~ 0,0,0,0,0 0;-;{ROW};- 0;-;{ROW};- 0;-;{ROW};- 0;-;{OTHER_ROW};-"
        ),
        &[2, 2, 2, 2],
        &[1, 2, 3, 4],
    );
}

#[test]
fn tie_broken_by_rows() {
    check_outcome(
        &format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 22;-;{ROW};- 20;-;{TWO_ROWS};-"),
        &[24, 24],
        &[2],
    );
}

#[test]
fn tie_of_three_narrowed_to_two_by_rows() {
    check_outcome(
        &format!(
            "c3 9 1>1 -/-/-/-/-/-/- - ~ 0,0,0,0,0 20;-;{TWO_ROWS};- 22;-;{ROW};- 20;-;{TWO_ROWS};-"
        ),
        &[24, 24, 24],
        &[1, 3],
    );
}

#[test]
fn more_rows_do_not_beat_more_points() {
    check_outcome(
        &format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 23;-;{ROW};- 20;-;{TWO_ROWS};-"),
        &[25, 24],
        &[1],
    );
}

#[test]
fn no_outcome_before_the_end() {
    for short in [
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 = =",
        "c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 = =",
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;B =",
        &format!("c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;{ROW};B ="),
    ] {
        assert_eq!(position(short).outcome(), None, "{short}");
    }
}

// ---------------------------------------------------------------------------------------------
// Scores
// ---------------------------------------------------------------------------------------------

#[test]
fn score_at_0_stays_at_0() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;R 0;-;.;RRRRRRR",
        "settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,8,0,0 = =",
    );
}

#[test]
fn floor_cost_equal_to_score_leaves_0() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 14;-;.;RRRRRRR =",
        "settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,7,0,0 = =",
    );
}

/// Applies one action in the crate alone.
#[track_caller]
fn check_crate(before: &str, action: &str, after: &str) {
    let pair = lockstep::Pair::parse(&full_text(before)).expect("equal sides");
    let mut position = pair.position;
    apply_action(&mut position, &pair.parse_action(action)).expect("a legal action");
    assert_eq!(position.to_string(), full_text(after));
    assert_eq!(position.to_string().parse(), Ok(position));
}

#[test]
fn score_saturates_at_999() {
    assert_eq!(SCORE_LIMIT, 999);
    check_crate(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 998;-/YY/-/-/-;...../.B.../...../...../.....;- =",
        "2:3",
        "c2 5 1>1 -/-/-/-/- * ~ 0,1,0,0,0 999;-;...../.BY../...../...../.....;- =",
    );
    check_crate(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 999;-/YY/-/-/-;.;- =",
        "2:3",
        "c2 5 1>1 -/-/-/-/- * ~ 0,1,0,0,0 999;-;...../..Y../...../...../.....;- =",
    );
}

#[test]
fn score_reaches_999_exactly() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 998;-/YY/-/-/-;.;- =",
        "2:3",
        "c2 5 1>1 -/-/-/-/- * ~ 0,1,0,0,0 999;-;...../..Y../...../...../.....;- =",
    );
}

#[test]
fn score_saturates_when_the_round_is_finished_in_one_step() {
    let mut position = position(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 998;-/YY/KKK/-/-;...../.B.../...../...../.....;- =",
    );
    position.finish_round_unchecked();
    assert_eq!(position.board(position.to_move()).score(), 999);
}

#[test]
fn bonuses_may_exceed_999() {
    check_outcome(
        &format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 999;-;{ROW};- 999;-;{TWO_ROWS};-"),
        &[1001, 1003],
        &[2],
    );
}

// ---------------------------------------------------------------------------------------------
// Rounds
// ---------------------------------------------------------------------------------------------

#[test]
fn round_999_is_reached() {
    check(
        "c2 998 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;B =",
        "settle",
        "c2 999 1>1 -/-/-/-/- * ~ 1,0,0,0,0 = =",
    );
}

#[test]
fn round_999_is_the_last_number() {
    assert_eq!(ROUND_LIMIT, 999);
    check_crate(
        "c2 999 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;B =",
        "settle",
        "c2 999 1>1 -/-/-/-/- * ~ 1,0,0,0,0 = =",
    );
}

#[test]
fn round_999_can_end_the_game() {
    check(
        "c2 999 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;K/-/-/-/-;BYR.W/...../...../...../.....;- =",
        "1:4",
        "c2 999 1>1 -/-/-/-/- - ~ 0,0,0,0,0 5;-;BYRKW/...../...../...../.....;- =",
    );
}

#[test]
fn round_after_999_awaits_a_deal() {
    let mut position = position("c2 999 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;.;B =");
    assert!(position.settle().is_ok());
    assert_eq!(position.phase(), Phase::Refill);
}
