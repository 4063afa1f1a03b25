//! Rare cases, constructed by hand, in the crate and in the reference.

use azulejo_rules::Phase;

use crate::lockstep::script::{check, check_moves, check_outcome, check_rejected, play};
use crate::support::position;

// ---------------------------------------------------------------------------------------------
// The marker
// ---------------------------------------------------------------------------------------------

#[test]
fn marker_takes_the_seventh_space_and_the_tiles_go_to_the_lid() {
    check(
        "c2 4 2>1 BYRK/-/-/-/- *YY ~ 0,0,0,0,0 0;-;.;BBBBBB =",
        "CYF",
        "c2 4 2>2 BYRK/-/-/-/- - ~ 0,2,0,0,0 0;-;.;BBBBBB* =",
    );
}

#[test]
fn spare_marker_with_tiles_to_a_line() {
    check(
        "c2 4 2>1 BYRK/-/-/-/- *YY ~ 0,0,0,0,0 0;-;.;BBBBBBB =",
        "CY3",
        "c2 4 2>2 BYRK/-/-/-/- - ~ 0,0,0,0,0 0;-/-/YY/-/-;.;BBBBBBB* =",
    );
}

#[test]
fn spare_marker_then_more_tiles() {
    check(
        "g2 4 2>1 YYYY/-/-/-/- K ~ 0,0,0,0,0 0;-;.;BBBBBBB* =",
        "1YF CK2",
        "g2 4 2>2 -/-/-/-/- - ~ 0,4,0,0,0 0;-;.;BBBBBBB* 0;-/K/-/-/-;.;-",
    );
}

#[test]
fn spare_marker_costs_nothing() {
    check(
        "c3 4 2>2 -/-/-/-/-/-/- - ~ 0,0,0,0,0 20;-;.;BBBBBBB 20;-;.;K 20;-;.;YYYYYYY*",
        "settle",
        "c3 5 3>3 -/-/-/-/-/-/- * ~ 7,7,0,1,0 6;-;.;- 19;-;.;- 6;-;.;-",
    );
}

#[test]
fn untaken_marker_keeps_the_start_player() {
    // Every factory has a single colour, so no tile reaches the centre.
    check(
        "c2 1 2>2 -/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 = =",
        "deal=BBBB/YYYY/RRRR/KKKK/WWWW 1B4 2Y4 3R3 4K3 5W5 3:5 4:4 3:1 4:5 settle",
        "c2 2 2>2 -/-/-/-/- * 16,16,16,16,16 3,3,3,3,0 \
         1;-;...../...../K..../....Y/.....;- 1;-/-/-/-/WWWW;...../...../....R/...B./.....;-",
    );
}

#[test]
fn marker_alone_in_the_centre_cannot_be_taken() {
    check_moves("c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 = =", "C", "");
}

// ---------------------------------------------------------------------------------------------
// The bag and the lid
// ---------------------------------------------------------------------------------------------

#[test]
fn bag_runs_out_within_first_factory() {
    let before = "c2 5 1>1 -/-/-/-/- * 1,0,0,0,1 ~ = =";
    check(
        before,
        "deal=WBBB/YYYY/RRRR/KKKK/WWWW",
        "c2 5 1>1 BBBW/YYYY/RRRR/KKKK/WWWW * ~ 0,0,0,0,0 = =",
    );
    check_rejected(
        before,
        "deal=BBWB/YYYY/RRRR/KKKK/WWWW",
        "factory 1: no B tile is left to draw at that point",
    );
}

#[test]
fn bag_runs_out_within_last_factory() {
    let before = "c2 5 1>1 -/-/-/-/- * 0,0,0,17,0 ~ = =";
    check(
        before,
        "deal=KKKK/KKKK/KKKK/KKKK/KBBY",
        "c2 5 1>1 KKKK/KKKK/KKKK/KKKK/BBYK * ~ 0,0,0,0,0 = =",
    );
    check_rejected(
        before,
        "deal=KKKK/KKKK/KKKK/KKKB/KBBY",
        "factory 4: no B tile is left to draw at that point",
    );
}

#[test]
fn bag_runs_out_between_factories() {
    check(
        "c2 5 1>1 -/-/-/-/- * 0,0,0,8,0 ~ = =",
        "deal=KKKK/KKKK/KKKK/KKKK/KKKK",
        "c2 5 1>1 KKKK/KKKK/KKKK/KKKK/KKKK * ~ 0,0,0,0,0 = =",
    );
}

#[test]
fn bag_empty_before_deal() {
    check(
        "c2 5 1>1 -/-/-/-/- * 0,0,0,0,0 ~ = =",
        "deal=KKKK/KKKK/KKKK/KKKK/KKKK",
        "c2 5 1>1 KKKK/KKKK/KKKK/KKKK/KKKK * ~ 0,0,0,0,0 = =",
    );
}

#[test]
fn exactly_emptied_bag_leaves_the_lid_until_the_next_refill() {
    let before = "c2 5 1>1 -/-/-/-/- * 0,0,0,4,16 ~ = =";
    check(
        before,
        "deal=WWWW/WWWW/WWWW/WWWW/KKKK",
        "c2 5 1>1 WWWW/WWWW/WWWW/WWWW/KKKK * 0,0,0,0,0 ~ = =",
    );
    check(
        before,
        "deal=WWWW/WWWW/WWWW/WWWW/KKKK 1W4 2W4 3W5 4W5 5K3 3:1 4:3 4:3 settle \
         deal=BBBB/BBBB/BBBB/BBBB/BBBB",
        "c2 6 1>1 BBBB/BBBB/BBBB/BBBB/BBBB * ~ 0,0,0,0,0 \
         1;-/-/-/-/WWWW;...../...../K..../..W../.....;- \
         1;-/-/-/-/WWWW;...../...../...../..W../.....;-",
    );
}

/// Four walls that lack one column each, which leaves four tiles of each colour.
const WALLS: [&str; 4] = [
    ".YRKW/.BYRK/.WBYR/.KWBY/.RKWB",
    "B.RKW/W.YRK/K.BYR/R.WBY/Y.KWB",
    "BY.KW/WB.RK/KW.YR/RK.BY/YR.WB",
    "BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B",
];

#[test]
fn short_deal_leaves_partial_and_empty_factories() {
    let [a, b, c, d] = WALLS;
    let boards = format!("9;-/-/-/-/YYYY;{a};- 9;-;{b};- 9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/W;{d};-");
    let before = format!("c4 9 1>1 -/-/-/-/-/-/-/-/- * 0,0,2,0,0 1,0,2,0,3 {boards}");
    check(
        &before,
        "deal=RRWW/WBRR/-/-/-/-/-/-/-",
        &format!("c4 9 1>1 RRWW/BRRW/-/-/-/-/-/-/- * 0,0,0,0,0 0,0,0,0,0 {boards}"),
    );
    check_rejected(
        &before,
        "deal=RRWW/WBR/-/-/-/-/-/-/-",
        "factory 2 is not full although there are tiles left to draw",
    );
    check_rejected(
        &before,
        "deal=RRWW/WBRR/R/-/-/-/-/-/-",
        "factory 3: no R tile is left to draw at that point",
    );
}

#[test]
fn short_deal_with_lid_refill_within_a_factory() {
    let [a, b, c, d] = WALLS;
    let boards =
        format!("9;-/-/-/-/YYYY;{a};- 9;-;{b};- 9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/WW;{d};-");
    let before = format!("c4 9 1>1 -/-/-/-/-/-/-/-/- * 0,0,3,0,0 1,0,1,0,2 {boards}");
    check(
        &before,
        "deal=RRRW/RBW/-/-/-/-/-/-/-",
        &format!("c4 9 1>1 RRRW/BRW/-/-/-/-/-/-/- * 0,0,0,0,0 0,0,0,0,0 {boards}"),
    );
    check_rejected(
        &before,
        "deal=RRWR/RBW/-/-/-/-/-/-/-",
        "factory 1: no W tile is left to draw at that point",
    );
}

#[test]
fn game_ends_with_nothing_to_deal_after_floors_are_charged() {
    // The marker comes with the last tile, so a floor is charged, but it holds no tile.
    let [a, b, c, d] = WALLS;
    let over = format!(
        "c4 9 2>2 -/-/-/-/-/-/-/-/- - 0,0,0,0,0 ~ 9;-/-/-/-/YYYY;{a};- 8;-/B/-/-/RRRR;{b};- \
         9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/WWWW;{d};-"
    );
    check(
        &format!(
            "c4 9 1>2 -/-/-/-/-/-/-/-/- *B 0,0,0,0,0 ~ 9;-/-/-/-/YYYY;{a};- \
             9;-/-/-/-/RRRR;{b};- 9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/WWWW;{d};-"
        ),
        "CB2 settle",
        &over,
    );
    check_outcome(&over, &[37, 36, 37, 37], &[1, 3, 4]);
}

#[test]
fn game_ends_with_nothing_to_deal_after_the_last_line() {
    // Line 1 has no further tiles that would go to the lid.
    let [a, b, c, d] = WALLS;
    let rest = format!("9;-/B/-/-/RRRR;{b};- 9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/WWWW;{d};-");
    let open = a.replacen(".YRKW", ".YRK.", 1);
    check(
        &format!("c4 9 3>1 W/-/-/-/-/-/-/-/- * 0,0,0,0,0 ~ 9;-/-/-/-/YYYY;{open};- {rest}"),
        "1W1 1:5",
        &format!("c4 9 3>3 -/-/-/-/-/-/-/-/- - 0,0,0,0,0 ~ 18;-/-/-/-/YYYY;{a};- {rest}"),
    );
}

#[test]
fn single_tile_in_the_lid_keeps_the_game_going() {
    let [a, b, c, d] = WALLS;
    let rest = format!("9;-/-/-/-/KKKK;{c};- 9;-/-/-/BBB/WWWW;{d};-");
    check(
        &format!(
            "c4 9 1>2 B/-/-/-/-/-/-/-/- * 0,0,0,0,0 ~ 9;-/-/-/-/YYYY;{a};- 9;-/-/-/-/RRRR;{b};- {rest}"
        ),
        "1BF settle",
        &format!(
            "c4 10 1>1 -/-/-/-/-/-/-/-/- * 0,0,0,0,0 1,0,0,0,0 9;-/-/-/-/YYYY;{a};- \
             8;-/-/-/-/RRRR;{b};- {rest}"
        ),
    );
}

// ---------------------------------------------------------------------------------------------
// The grey wall
// ---------------------------------------------------------------------------------------------

/// A wall on which red has no legal space in row 5.
const DEAD: &str = "R..../.R.../...../...../..YBW";

#[test]
fn dead_line_fills_the_floor_and_overflows_into_the_lid() {
    check(
        &format!("g2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 30;-/-/-/-/RRRRR;{DEAD};KK* ="),
        "5:F",
        &format!("g2 4 1>1 -/-/-/-/- - ~ 0,0,1,0,0 30;-;{DEAD};KK*RRRR ="),
    );
    check(
        &format!("g2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 30;-/-/-/-/RRRRR;{DEAD};KK* ="),
        "5:F settle",
        &format!("g2 5 1>1 -/-/-/-/- * ~ 0,0,5,2,0 16;-;{DEAD};- ="),
    );
}

#[test]
fn dead_line_with_full_floor_goes_entirely_to_the_lid() {
    check(
        &format!("g2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 30;-/-/-/-/RRRRR;{DEAD};KKKKKKK* ="),
        "5:F",
        &format!("g2 4 1>1 -/-/-/-/- - ~ 0,0,5,0,0 30;-;{DEAD};KKKKKKK* ="),
    );
}

#[test]
fn dead_line_fills_an_empty_floor_that_is_then_charged() {
    check(
        &format!("g2 4 2>1 -/-/-/-/- * ~ 0,0,0,0,0 30;-/-/-/-/RRRRR;{DEAD};- ="),
        "5:F settle",
        &format!("g2 5 2>2 -/-/-/-/- * ~ 0,0,5,0,0 22;-;{DEAD};- ="),
    );
}

#[test]
fn dead_line_can_be_filled_again_in_the_next_round() {
    check_moves(
        &format!("g2 5 2>1 RRRR/-/-/-/- * ~ 0,0,0,0,0 22;-;{DEAD};- ="),
        "",
        "1R3 1R4 1R5 1RF",
    );
}

#[test]
fn dead_line_between_two_live_ones() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  5;W/RR/KKK/-/-;R..../..YBW/.R.../...../.....;- =";
    // Row 2 is free in columns 1 and 2, which already have red.
    check(
        before,
        "1:2 2:F 3:1 settle",
        "g2 5 1>1 -/-/-/-/- * ~ 0,0,2,2,0 7;-;RW.../..YBW/KR.../...../.....;- =",
    );
}

// ---------------------------------------------------------------------------------------------
// Rounds that end at once
// ---------------------------------------------------------------------------------------------

#[test]
fn round_ends_with_the_offer_if_nothing_is_to_tile_or_charge() {
    for side in ["c", "g"] {
        check(
            &format!("{side}2 4 2>1 KKKK/-/-/-/- * ~ 0,0,0,0,0 = ="),
            "1K5",
            &format!("{side}2 5 2>2 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/-/KKKK;.;- ="),
        );
    }
}

#[test]
fn round_ends_after_the_last_line_if_floors_are_empty() {
    for side in ["c", "g"] {
        check(
            &format!("{side}2 4 2>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/-/KKKKK;.;- ="),
            "5:3",
            &format!("{side}2 5 2>2 -/-/-/-/- * ~ 0,0,0,4,0 1;-;...../...../...../...../..K..;- ="),
        );
    }
}

#[test]
fn game_ends_after_the_last_line_if_floors_are_empty() {
    check(
        "c2 4 2>1 -/-/-/-/- * ~ 0,0,0,0,0 0;K/-/-/-/-;BYR.W/...../...../...../.....;- =",
        "1:4",
        "c2 4 2>2 -/-/-/-/- - ~ 0,0,0,0,0 5;-;BYRKW/...../...../...../.....;- =",
    );
}

#[test]
fn round_does_not_end_while_a_spare_marker_is_held() {
    let pair = play("c2 4 1>2 -/-/-/-/- *YY ~ 0,0,0,0,0 = 30;-;.;BBBBBBB", "CY5");
    assert_eq!(pair.position.phase(), Phase::Tiling);
    assert!(pair.position.is_ready_to_settle());
}

#[test]
fn complete_row_ends_game_when_round_is_finished_in_one_step() {
    // The row is complete before `finish_round_unchecked` is called.
    let mut position = position(
        "c2 9 1>2 -/-/-/-/- * ~ 0,0,0,0,0 20;-;BYRKW/...../...../...../.....;- \
         3;-/YY/-/-/-;.;BB",
    );
    position.finish_round_unchecked();
    assert_eq!((position.phase(), position.round()), (Phase::Over, 9));
}
