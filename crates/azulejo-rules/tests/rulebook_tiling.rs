//! The sentences of the rules that a program can break, from the wall tiling to the end of the game.
//!
//! Each test plays a few events from one position to another, in the crate and in the reference.

mod reference;
mod side_by_side;
mod support;

use side_by_side::script::{check, check_moves, check_outcome, check_refused, play};

// ---------------------------------------------------------------------------------------------
// B. Wall tiling
// ---------------------------------------------------------------------------------------------

#[test]
fn rule_lines_are_tiled_from_top_to_bottom() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/YY/-/KKKK/-;.;- =";
    check_moves(before, "", "2:1 2:2 2:3 2:4 2:5");
    check_refused(before, "4:1", "4:1 of player 1: line 2 must be tiled next");
    check(
        before,
        "2:1 4:1",
        "g2 5 1>1 -/-/-/-/- * ~ 0,1,0,3,0 2;-;...../Y..../...../K..../.....;- =",
    );
}

#[test]
fn rule_players_tile_independently_in_any_order() {
    let before = "c3 4 2>2 -/-/-/-/-/-/- - ~ 0,0,0,0,0 \
                  0;B/-/-/-/-;.;* 0;-/YY/-/-/-;.;R 0;K/-/-/-/WWWWW;.;-";
    let after = "c3 5 1>1 -/-/-/-/-/-/- * ~ 0,1,1,0,4 \
                 0;-;B..../...../...../...../.....;- 0;-;...../..Y../...../...../.....;- \
                 2;-;...K./...../...../...../...W.;-";
    check(before, "2:3 1:4 5:4 1:1 settle", after);
    check(before, "1:1@1 1:4@3 2:3@2 5:4@3 settle", after);
    check(before, "1:4@3 5:4@3 2:3@2 1:1@1 settle", after);
}

#[test]
fn rule_the_first_to_tile_is_the_first_clockwise_from_the_start_player() {
    check(
        "c4 4 3>4 -/-/-/-/-/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- = = 0;Y/-/-/-/-;.;-",
        "1:2",
        "c4 4 3>1 -/-/-/-/-/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- = = \
         1;-;.Y.../...../...../...../.....;-",
    );
}

#[test]
fn rule_a_complete_line_moves_one_tile_and_the_others_go_to_the_lid() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/-/WWWWW;.;B =",
        "5:4",
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,4 1;-;...../...../...../...../...W.;B =",
    );
}

#[test]
fn rule_a_tile_scores_at_once_and_counts_for_the_next_line() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/WW/KKK/-/-;.;B =",
        "1:1 2:1 3:1",
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,2,1 6;-;B..../W..../K..../...../.....;B =",
    );
}

#[test]
fn rule_an_unbroken_run_ends_at_a_gap_and_at_the_edge() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/KKK/-/-;B..../...../.WB.R/...../Y....;- =",
        "3:1",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,0,2,0 3;-;B..../...../KWB.R/...../Y....;- =",
    );
}

#[test]
fn rule_the_end_of_a_row_and_the_beginning_of_the_next_are_not_neighbours() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/KKK/-/-;...../....K/...../...../.....;- =",
        "3:1",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,0,2,0 1;-;...../....K/K..../...../.....;- =",
    );
}

#[test]
fn rule_the_longest_runs_score_10() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/BBB/-/-;..R../..Y../KW.YR/..W../..K..;- =",
        "3:3",
        "c2 4 1>1 -/-/-/-/- - ~ 2,0,0,0,0 10;-;..R../..Y../KWBYR/..W../..K..;- =",
    );
}

#[test]
fn rule_floors_are_charged_after_the_last_line_of_all() {
    let before = "c2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 5;B/-/-/-/-;.;BB 5;Y/-/-/-/-;.;*";
    check_refused(before, "settle", "not ready to settle");
    check(
        before,
        "1:1 1:2",
        "c2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 6;-;B..../...../...../...../.....;BB \
         6;-;.Y.../...../...../...../.....;*",
    );
    check(
        before,
        "1:1 1:2 settle",
        "c2 5 2>2 -/-/-/-/- * ~ 2,0,0,0,0 4;-;B..../...../...../...../.....;- \
         5;-;.Y.../...../...../...../.....;-",
    );
}

#[test]
fn rule_the_points_of_the_round_come_before_its_floor() {
    // From 0, one point is won first and then lost.
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;R =",
        "1:1 settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,1,0,0 0;-;B..../...../...../...../.....;- =",
    );
}

#[test]
fn rule_the_score_never_falls_below_0() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 3;-;.;RRRRRRR 4;-;.;RRR",
        "settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,10,0,0 = =",
    );
}

#[test]
fn rule_floor_tiles_go_to_the_lid_and_the_marker_to_its_holder_who_starts() {
    check(
        "c3 4 1>1 -/-/-/-/-/-/- - ~ 0,0,0,0,0 9;-;.;BYR = 9;-;.;K*W",
        "settle",
        "c3 5 3>3 -/-/-/-/-/-/- * ~ 1,1,1,1,1 5;-;.;- = 5;-;.;-",
    );
}

#[test]
fn rule_no_deal_before_the_round_is_settled() {
    check_refused(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- =",
        "deal=BBBB/BBBB/BBBB/BBBB/YYYY",
        "the round is not finished",
    );
}

// ---------------------------------------------------------------------------------------------
// C. Refill
// ---------------------------------------------------------------------------------------------

#[test]
fn rule_each_factory_in_turn_gets_four_tiles_from_the_bag() {
    let before = "c2 2 2>2 -/-/-/-/- * ~ 5,5,5,5,5 = =";
    check(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/KKYY",
        "c2 2 2>2 BBYK/WWWW/YRRK/BBRR/YYKK * ~ 5,5,5,5,5 = =",
    );
    check_refused(
        before,
        "deal=YBK/WWWW/RRKY/BRBR/KKYY",
        "factory 1 is not full although there are tiles left to draw",
    );
    check_refused(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/-",
        "factory 5 is not full although there are tiles left to draw",
    );
    check_refused(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/KKYY/-/-",
        "the table has 5 factories, the deal has 7",
    );
}

#[test]
fn rule_the_lid_goes_into_the_bag_only_when_a_tile_is_drawn_from_an_empty_bag() {
    let before = "c2 2 2>2 -/-/-/-/- * 0,0,0,6,0 ~ = =";
    check(
        before,
        "deal=KKKK/KKBB/YYYY/RRRR/WWWW",
        "c2 2 2>2 KKKK/BBKK/YYYY/RRRR/WWWW * 18,16,16,14,16 0,0,0,0,0 = =",
    );
    check_refused(
        before,
        "deal=KKKK/KBKB/YYYY/RRRR/WWWW",
        "factory 2: no B tile is left to draw at that point",
    );
}

#[test]
fn rule_a_bag_emptied_exactly_stays_empty_until_the_next_refill() {
    check(
        "c2 2 2>2 -/-/-/-/- * 20,0,0,0,0 0,20,20,20,20 = =",
        "deal=BBBB/BBBB/BBBB/BBBB/BBBB",
        "c2 2 2>2 BBBB/BBBB/BBBB/BBBB/BBBB * 0,0,0,0,0 0,20,20,20,20 = =",
    );
}

#[test]
fn rule_when_both_are_empty_the_round_starts_with_what_there_is() {
    // All tiles but one lie on the boards.
    let boards = "9;-/-/-/-/YYYY;.YRKW/.BYRK/.WBYR/.KWBY/.RKWB;- \
                  9;-/-/-/-/RRRR;B.RKW/W.YRK/K.BYR/R.WBY/Y.KWB;- \
                  9;-/-/-/-/KKKK;BY.KW/WB.RK/KW.YR/RK.BY/YR.WB;- \
                  9;-/-/-/BBB/WWWW;BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B;-";
    let before = format!("c4 9 1>1 -/-/-/-/-/-/-/-/- * 1,0,0,0,0 ~ {boards}");
    check_refused(
        &before,
        "deal=-/B/-/-/-/-/-/-/-",
        "factory 1 is not full although there are tiles left to draw",
    );
    check(
        &before,
        "deal=B/-/-/-/-/-/-/-/-",
        &format!("c4 9 1>1 B/-/-/-/-/-/-/-/- * 0,0,0,0,0 0,0,0,0,0 {boards}"),
    );
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

#[test]
fn rule_the_game_ends_after_the_tiling_in_which_a_row_was_completed() {
    // The other player still tiles, and all floors are charged.
    check(
        "c2 6 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;W/-/-/-/-;BYRK./...../...../...../.....;BB \
         20;-/BB/-/-/-;.;*",
        "1:5 2:2 settle",
        "c2 6 2>2 -/-/-/-/- - ~ 3,0,0,0,0 23;-;BYRKW/...../...../...../.....;- \
         20;-;...../.B.../...../...../.....;-",
    );
}

#[test]
fn rule_a_game_that_is_over_takes_no_move_no_tile_and_no_deal() {
    let over = "c2 6 2>2 -/-/-/-/- - ~ 0,0,0,0,0 23;-;BYRKW/...../...../...../.....;- =";
    check_moves(over, "", "");
    check_refused(over, "CBF", "CBF: the game is over");
    check_refused(over, "1:1@1", "1:1 of player 1: the game is over");
    check_refused(over, "settle", "not ready to settle");
    check_refused(over, "deal=BBBB/BBBB/YYYY/YYYY/YYYY", "the game is over");
}

#[test]
fn rule_a_complete_column_or_colour_does_not_end_the_game() {
    check(
        "c2 6 1>1 -/-/-/-/- * ~ 0,0,0,0,0 20;B/-/-/-/-;...../WB.../K.B../R..B./Y...B;- =",
        "1:1",
        "c2 7 1>1 -/-/-/-/- * ~ 0,0,0,0,0 25;-;B..../WB.../K.B../R..B./Y...B;- =",
    );
}

#[test]
fn rule_2_a_row_7_a_column_10_a_colour() {
    let over = |wall: &str| {
        format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 0;-;{wall};- 0;-;BYRKW/...../...../...../.....;-")
    };
    check_outcome(&over("BYRKW/...../...../...../....."), &[2, 2], &[1, 2]);
    check_outcome(&over("BYRKW/WBYRK/...../...../....."), &[4, 2], &[1]);
    check_outcome(&over("B..../W..../K..../R..../Y...."), &[7, 2], &[1]);
    check_outcome(&over("B..../.B.../..B../...B./....B"), &[10, 2], &[1]);
    check_outcome(&over("BYRKW/WBYRK/KWBYR/RKWBY/YRKWB"), &[95, 2], &[1]);
    check_outcome(&over("BYRK./WBYR./KWBY./RKWB./YRKW."), &[28, 2], &[1]);
}

#[test]
fn rule_bonuses_are_not_in_the_score_before_the_end() {
    check(
        "c2 6 1>1 -/-/-/-/- * ~ 0,0,0,0,0 20;W/-/-/-/-;BYRK./...../...../...../.....;- =",
        "1:5",
        "c2 6 1>1 -/-/-/-/- - ~ 0,0,0,0,0 25;-;BYRKW/...../...../...../.....;- =",
    );
}

#[test]
fn rule_most_points_win() {
    let row = "BYRKW/...../...../...../.....";
    let over = |first: usize, second: usize| {
        format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 {first};-;{row};- {second};-;.;-")
    };
    check_outcome(&over(20, 23), &[22, 23], &[2]);
    check_outcome(&over(20, 21), &[22, 21], &[1]);
}

#[test]
fn rule_a_tie_goes_to_more_complete_rows() {
    check_outcome(
        "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;-;BYRKW/...../...../...../.....;- 22;-;.;-",
        &[22, 22],
        &[1],
    );
    check_outcome(
        "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 22;-;BYRKW/...../...../...../.....;- \
         20;-;BYRKW/WBYRK/...../...../.....;-",
        &[24, 24],
        &[2],
    );
}

#[test]
fn rule_still_tied_the_victory_is_shared() {
    check_outcome(
        "c3 9 1>1 -/-/-/-/-/-/- - ~ 0,0,0,0,0 20;-;BYRKW/...../...../...../.....;- 22;-;.;- \
         20;-;...../WBYRK/...../...../.....;-",
        &[22, 22, 22],
        &[1, 3],
    );
}

// ---------------------------------------------------------------------------------------------
// The grey wall
// ---------------------------------------------------------------------------------------------

#[test]
fn rule_grey_any_empty_space_whose_column_does_not_hold_the_colour() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  0;-/-/-/RRRR/-;R..../.R.../...../..B../.....;- =";
    check_moves(before, "", "4:4 4:5");
    check_refused(
        before,
        "4:1",
        "4:1 of player 1: that column already contains the colour",
    );
    check_refused(
        before,
        "4:3",
        "4:3 of player 1: that space of the wall is occupied",
    );
    check(
        before,
        "4:4",
        "g2 5 1>1 -/-/-/-/- * ~ 0,0,3,0,0 2;-;R..../.R.../...../..BR./.....;- =",
    );
}

#[test]
fn rule_grey_a_row_does_not_take_a_colour_twice() {
    check_refused(
        "g2 4 1>1 RRRR/-/-/-/- * ~ 0,0,0,0,0 0;-;...../...../...../R..../.....;- =",
        "1R4",
        "1R4: wall row 4 already contains that colour",
    );
}

#[test]
fn rule_grey_without_a_space_all_tiles_go_to_the_floor_before_it_is_charged() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  20;-/-/RRR/-/-;R..../.R.../..YBW/...../.....;K =";
    check_moves(before, "", "3:F");
    check(
        before,
        "3:F",
        "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 20;-;R..../.R.../..YBW/...../.....;KRRR =",
    );
    check(
        before,
        "3:F settle",
        "g2 5 1>1 -/-/-/-/- * ~ 0,0,3,1,0 14;-;R..../.R.../..YBW/...../.....;- =",
    );
}

#[test]
fn rule_grey_a_tile_placed_first_can_take_the_space_of_the_next_line() {
    // Line 2 may still go to column 2; once line 1 has put its red there, it may not.
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  0;R/RR/-/-/-;...../Y.BKW/...../...../.....;- =";
    check_moves(before, "", "1:1 1:2 1:3 1:4 1:5");
    let after = play(before, "1:2").position.to_string();
    check_moves(&after, "", "2:F");
    let after = play(before, "1:1").position.to_string();
    check_moves(&after, "", "2:2");
}
