//! The rules from the wall tiling to the end of the game.
//!
//! Each test applies a few actions to a position, in the crate and in the reference, and compares the
//! result.

use crate::lockstep::script::{check, check_moves, check_outcome, check_rejected, play};

// ---------------------------------------------------------------------------------------------
// B. Wall tiling
// ---------------------------------------------------------------------------------------------

#[test]
fn lines_are_tiled_from_top_to_bottom() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/YY/-/KKKK/-;.;- =";
    check_moves(before, "", "2:1 2:2 2:3 2:4 2:5");
    check_rejected(before, "4:1", "4:1 of player 1: line 2 must be tiled next");
    check(
        before,
        "2:1 4:1",
        "g2 5 1>1 -/-/-/-/- * ~ 0,1,0,3,0 2;-;...../Y..../...../K..../.....;- =",
    );
}

#[test]
fn players_tile_independently_in_any_order() {
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
fn tiling_starts_clockwise_from_the_start_player() {
    check(
        "c4 4 3>4 -/-/-/-/-/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- = = 0;Y/-/-/-/-;.;-",
        "1:2",
        "c4 4 3>1 -/-/-/-/-/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- = = \
         1;-;.Y.../...../...../...../.....;-",
    );
}

#[test]
fn complete_line_places_one_tile_and_discards_the_rest() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/-/WWWWW;.;B =",
        "5:4",
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,4 1;-;...../...../...../...../...W.;B =",
    );
}

#[test]
fn tile_scores_at_once_and_counts_for_the_next_line() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/WW/KKK/-/-;.;B =",
        "1:1 2:1 3:1",
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,2,1 6;-;B..../W..../K..../...../.....;B =",
    );
}

#[test]
fn runs_end_at_gaps_and_edges() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/KKK/-/-;B..../...../.WB.R/...../Y....;- =",
        "3:1",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,0,2,0 3;-;B..../...../KWB.R/...../Y....;- =",
    );
}

#[test]
fn rows_do_not_wrap_around() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/KKK/-/-;...../....K/...../...../.....;- =",
        "3:1",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,0,2,0 1;-;...../....K/K..../...../.....;- =",
    );
}

#[test]
fn longest_runs_score_10() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/BBB/-/-;..R../..Y../KW.YR/..W../..K..;- =",
        "3:3",
        "c2 4 1>1 -/-/-/-/- - ~ 2,0,0,0,0 10;-;..R../..Y../KWBYR/..W../..K..;- =",
    );
}

#[test]
fn floors_are_charged_after_everyones_last_line() {
    let before = "c2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 5;B/-/-/-/-;.;BB 5;Y/-/-/-/-;.;*";
    check_rejected(before, "settle", "not ready to settle");
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
fn tiles_score_before_the_floor_is_charged() {
    // The score of 0 first gains one point, then loses it.
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;R =",
        "1:1 settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,1,0,0 0;-;B..../...../...../...../.....;- =",
    );
}

#[test]
fn score_never_falls_below_0() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 3;-;.;RRRRRRR 4;-;.;RRR",
        "settle",
        "c2 5 1>1 -/-/-/-/- * ~ 0,0,10,0,0 = =",
    );
}

#[test]
fn floor_tiles_go_to_the_lid_and_the_marker_holder_starts() {
    check(
        "c3 4 1>1 -/-/-/-/-/-/- - ~ 0,0,0,0,0 9;-;.;BYR = 9;-;.;K*W",
        "settle",
        "c3 5 3>3 -/-/-/-/-/-/- * ~ 1,1,1,1,1 5;-;.;- = 5;-;.;-",
    );
}

#[test]
fn no_deal_before_the_round_is_settled() {
    check_rejected(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;B/-/-/-/-;.;- =",
        "deal=BBBB/BBBB/BBBB/BBBB/YYYY",
        "the round is not finished",
    );
}

// ---------------------------------------------------------------------------------------------
// C. Refill
// ---------------------------------------------------------------------------------------------

#[test]
fn each_factory_in_turn_gets_four_tiles() {
    let before = "c2 2 2>2 -/-/-/-/- * ~ 5,5,5,5,5 = =";
    check(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/KKYY",
        "c2 2 2>2 BBYK/WWWW/YRRK/BBRR/YYKK * ~ 5,5,5,5,5 = =",
    );
    check_rejected(
        before,
        "deal=YBK/WWWW/RRKY/BRBR/KKYY",
        "factory 1 is not full although there are tiles left to draw",
    );
    check_rejected(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/-",
        "factory 5 is not full although there are tiles left to draw",
    );
    check_rejected(
        before,
        "deal=YBKB/WWWW/RRKY/BRBR/KKYY/-/-",
        "the table has 5 factories, the deal has 7",
    );
}

#[test]
fn lid_refills_the_bag_only_when_drawing_from_an_empty_bag() {
    let before = "c2 2 2>2 -/-/-/-/- * 0,0,0,6,0 ~ = =";
    check(
        before,
        "deal=KKKK/KKBB/YYYY/RRRR/WWWW",
        "c2 2 2>2 KKKK/BBKK/YYYY/RRRR/WWWW * 18,16,16,14,16 0,0,0,0,0 = =",
    );
    check_rejected(
        before,
        "deal=KKKK/KBKB/YYYY/RRRR/WWWW",
        "factory 2: no B tile is left to draw at that point",
    );
}

#[test]
fn exactly_emptied_bag_stays_empty_until_the_next_refill() {
    check(
        "c2 2 2>2 -/-/-/-/- * 20,0,0,0,0 0,20,20,20,20 = =",
        "deal=BBBB/BBBB/BBBB/BBBB/BBBB",
        "c2 2 2>2 BBBB/BBBB/BBBB/BBBB/BBBB * 0,0,0,0,0 0,20,20,20,20 = =",
    );
}

#[test]
fn round_starts_short_if_bag_and_lid_run_out() {
    // All tiles but one are on the boards.
    let boards = "9;-/-/-/-/YYYY;.YRKW/.BYRK/.WBYR/.KWBY/.RKWB;- \
                  9;-/-/-/-/RRRR;B.RKW/W.YRK/K.BYR/R.WBY/Y.KWB;- \
                  9;-/-/-/-/KKKK;BY.KW/WB.RK/KW.YR/RK.BY/YR.WB;- \
                  9;-/-/-/BBB/WWWW;BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B;-";
    let before = format!("c4 9 1>1 -/-/-/-/-/-/-/-/- * 1,0,0,0,0 ~ {boards}");
    check_rejected(
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
fn game_ends_after_the_tiling_phase_that_completes_a_row() {
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
fn finished_game_accepts_no_move_tile_or_deal() {
    let over = "c2 6 2>2 -/-/-/-/- - ~ 0,0,0,0,0 23;-;BYRKW/...../...../...../.....;- =";
    check_moves(over, "", "");
    check_rejected(over, "CBF", "CBF: the game is over");
    check_rejected(over, "1:1@1", "1:1 of player 1: the game is over");
    check_rejected(over, "settle", "not ready to settle");
    check_rejected(over, "deal=BBBB/BBBB/YYYY/YYYY/YYYY", "the game is over");
}

#[test]
fn complete_column_or_colour_does_not_end_the_game() {
    check(
        "c2 6 1>1 -/-/-/-/- * ~ 0,0,0,0,0 20;B/-/-/-/-;...../WB.../K.B../R..B./Y...B;- =",
        "1:1",
        "c2 7 1>1 -/-/-/-/- * ~ 0,0,0,0,0 25;-;B..../WB.../K.B../R..B./Y...B;- =",
    );
}

#[test]
fn bonuses_are_2_per_row_7_per_column_10_per_colour() {
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
fn bonuses_are_not_part_of_the_running_score() {
    check(
        "c2 6 1>1 -/-/-/-/- * ~ 0,0,0,0,0 20;W/-/-/-/-;BYRK./...../...../...../.....;- =",
        "1:5",
        "c2 6 1>1 -/-/-/-/- - ~ 0,0,0,0,0 25;-;BYRKW/...../...../...../.....;- =",
    );
}

#[test]
fn most_points_win() {
    let row = "BYRKW/...../...../...../.....";
    let over = |first: usize, second: usize| {
        format!("c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 {first};-;{row};- {second};-;.;-")
    };
    check_outcome(&over(20, 23), &[22, 23], &[2]);
    check_outcome(&over(20, 21), &[22, 21], &[1]);
}

#[test]
fn ties_go_to_more_complete_rows() {
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
fn unbroken_ties_share_the_victory() {
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
fn grey_tile_may_go_to_any_column_without_its_colour() {
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  0;-/-/-/RRRR/-;R..../.R.../...../..B../.....;- =";
    check_moves(before, "", "4:4 4:5");
    check_rejected(
        before,
        "4:1",
        "4:1 of player 1: that column already contains the colour",
    );
    check_rejected(
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
fn grey_row_rejects_a_repeated_colour() {
    check_rejected(
        "g2 4 1>1 RRRR/-/-/-/- * ~ 0,0,0,0,0 0;-;...../...../...../R..../.....;- =",
        "1R4",
        "1R4: wall row 4 already contains that colour",
    );
}

#[test]
fn grey_line_without_legal_space_drops_before_the_floor_is_charged() {
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
fn grey_earlier_tile_can_block_a_later_line() {
    // Line 2 has a legal space in column 2 only, unless line 1 places its red tile there.
    let before = "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                  0;R/RR/-/-/-;...../Y.BKW/...../...../.....;- =";
    check_moves(before, "", "1:1 1:2 1:3 1:4 1:5");
    let after = play(before, "1:2").position.to_string();
    check_moves(&after, "", "2:F");
    let after = play(before, "1:1").position.to_string();
    check_moves(&after, "", "2:2");
}
