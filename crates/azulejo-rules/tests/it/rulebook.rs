//! The rulebooks' examples, and the rules up to the end of the factory offer.
//!
//! Each test applies a few actions to a position, in the crate and in the reference, and compares the
//! result. The rest of the round is in `rulebook_tiling.rs`, what the rulebooks leave open in
//! `rulings.rs`.

use azulejo_rules::{PlayerCount, Position, Seat, Wall};

use crate::lockstep::script::{check, check_moves, check_rejected};
use crate::support;

// ---------------------------------------------------------------------------------------------
// The examples
// ---------------------------------------------------------------------------------------------

#[test]
fn example_1_two_black_and_the_rest_to_the_centre() {
    check(
        "c3 1 1>1 BYKK/YRRR/-/-/-/-/- * ~ 0,0,0,0,0 = = =",
        "1K2",
        "c3 1 1>2 -/YRRR/-/-/-/-/- *BY ~ 0,0,0,0,0 0;-/KK/-/-/-;.;- = =",
    );
}

#[test]
fn example_1_one_yellow_and_three_red_to_the_centre() {
    check(
        "c3 1 1>2 -/YRRR/-/-/-/-/- *BY ~ 0,0,0,0,0 = = =",
        "2Y1",
        "c3 1 1>3 -/-/-/-/-/-/- *BYRRR ~ 0,0,0,0,0 = 0;Y/-/-/-/-;.;- =",
    );
}

#[test]
fn example_1_three_red_and_the_marker_from_the_centre() {
    check(
        "c3 1 1>3 -/-/-/-/-/-/- *BYRRR ~ 0,0,0,0,0 = = =",
        "CR3",
        "c3 1 1>1 -/-/-/-/-/-/- BY ~ 0,0,0,0,0 = = 0;-/-/RRR/-/-;.;*",
    );
}

/// Two yellow tiles on offer; wall rows 2 and 3 have yellow; line 4 holds one blue tile.
const EXAMPLE_2: &str =
    "c2 3 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/B/-;...../..Y../...Y./...../.....;- =";

#[test]
fn example_2_has_exactly_three_choices() {
    check_moves(EXAMPLE_2, "1Y", "1Y1 1Y5 1YF");
}

#[test]
fn example_2_line_1_with_one_tile_spilled() {
    check(
        EXAMPLE_2,
        "1Y1",
        "c2 3 1>2 -/-/-/-/- *KK ~ 0,0,0,0,0 0;Y/-/-/B/-;...../..Y../...Y./...../.....;Y =",
    );
}

#[test]
fn example_2_line_5() {
    check(
        EXAMPLE_2,
        "1Y5",
        "c2 3 1>2 -/-/-/-/- *KK ~ 0,0,0,0,0 0;-/-/-/B/YY;...../..Y../...Y./...../.....;- =",
    );
}

#[test]
fn example_2_the_floor() {
    check(
        EXAMPLE_2,
        "1YF",
        "c2 3 1>2 -/-/-/-/- *KK ~ 0,0,0,0,0 0;-/-/-/B/-;...../..Y../...Y./...../.....;YY =",
    );
}

#[test]
fn example_2_other_lines_are_illegal() {
    check_rejected(
        EXAMPLE_2,
        "1Y2",
        "1Y2: wall row 2 already contains that colour",
    );
    check_rejected(
        EXAMPLE_2,
        "1Y3",
        "1Y3: wall row 3 already contains that colour",
    );
    check_rejected(EXAMPLE_2, "1Y4", "1Y4: line 4 holds B");
}

#[test]
fn example_3_complete_lines_are_tiled_and_the_others_stay() {
    check(
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/RR/KK/BBBB/WW;.;- =",
        "2:4 4:4",
        "c2 2 1>1 -/-/-/-/- * ~ 3,0,1,0,0 2;-/-/KK/-/WW;...../...R./...../...B./.....;- =",
    );
}

#[test]
fn example_3_lines_are_tiled_one_at_a_time() {
    check(
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/RR/KK/BBBB/WW;.;- =",
        "2:4",
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,1,0,0 1;-/-/KK/BBBB/WW;...../...R./...../...../.....;- =",
    );
}

/// Places blue in row 3, column 3 of the coloured wall and checks the points.
#[track_caller]
fn check_points(wall: &str, points: usize) {
    let before = format!("c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/BBB/-/-;{wall};- =");
    let mut rows: Vec<String> = wall.split('/').map(str::to_string).collect();
    rows[2].replace_range(2..3, "B");
    let wall = rows.join("/");
    let next = format!("c2 5 1>1 -/-/-/-/- * ~ 2,0,0,0,0 {points};-;{wall};- =");
    check(&before, "3:3", &next);
}

#[test]
fn example_4_a_lone_tile_scores_1() {
    check_points("...../...../...../...../.....", 1);
}

#[test]
fn example_4_a_horizontal_run_of_3_scores_3() {
    check_points("...../...../KW.../...../.....", 3);
    check_points("...../...../...YR/...../.....", 3);
    check_points("...../...../.W.Y./...../.....", 3);
}

#[test]
fn example_4_a_vertical_run_of_3_scores_3_and_of_2_scores_2() {
    check_points("..R../..Y../...../...../.....", 3);
    check_points("...../..Y../...../..W../.....", 3);
    check_points("...../..Y../...../...../.....", 2);
}

#[test]
fn example_4_a_run_of_4_and_a_run_of_3_score_7() {
    check_points("...../..Y../KW.Y./..W../.....", 7);
}

#[test]
fn example_5_four_tiles_and_the_marker_cost_8() {
    check(
        "c2 4 1>1 -/-/-/-/- - ~ 0,0,0,0,0 = 20;-;.;BB*RR",
        "settle",
        "c2 5 2>2 -/-/-/-/- * ~ 2,0,2,0,0 = 12;-;.;-",
    );
}

// ---------------------------------------------------------------------------------------------
// Components and setup
// ---------------------------------------------------------------------------------------------

#[test]
fn setup_has_a_full_bag_zero_scores_and_5_7_or_9_factories() {
    for (players, factories) in [
        (PlayerCount::Two, "-/-/-/-/-"),
        (PlayerCount::Three, "-/-/-/-/-/-/-"),
        (PlayerCount::Four, "-/-/-/-/-/-/-/-/-"),
    ] {
        let boards = " =".repeat(players.count());
        let count = players.count();
        let text = format!("g{count} 1 2>2 {factories} * 20,20,20,20,20 0,0,0,0,0{boards}");
        let position = Position::new(Wall::Grey, players, Seat::ALL[1]);
        assert_eq!(position.to_string(), support::full_text(&text));
    }
}

#[test]
fn lines_have_1_to_5_spaces() {
    let before = "c2 1 1>1 -/-/-/-/- *BBBBBB ~ 0,0,0,0,0 = =";
    for (line, lines, floor) in [
        (1, "B/-/-/-/-", "*BBBBB"),
        (2, "-/BB/-/-/-", "*BBBB"),
        (3, "-/-/BBB/-/-", "*BBB"),
        (4, "-/-/-/BBBB/-", "*BB"),
        (5, "-/-/-/-/BBBBB", "*B"),
    ] {
        let after = format!("c2 1 1>1 -/-/-/-/- - ~ 0,0,0,0,0 0;{lines};.;{floor} =");
        check(before, &format!("CB{line}"), &after);
    }
}

#[test]
fn floor_spaces_cost_1_1_2_2_2_3_3() {
    for (tiles, cost) in (1..=7).zip([1, 2, 4, 6, 8, 11, 14]) {
        let floor = "W".repeat(tiles);
        check(
            &format!("c2 4 2>2 -/-/-/-/- * ~ 0,0,0,0,0 30;-;.;{floor} ="),
            "settle",
            &format!(
                "c2 5 2>2 -/-/-/-/- * ~ 0,0,0,0,{tiles} {};-;.;- =",
                30 - cost
            ),
        );
    }
}

#[test]
fn coloured_wall_shifts_right_by_one_each_row() {
    for (row, colours) in (1..).zip(["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]) {
        for (column, colour) in (1..).zip(colours.chars()) {
            let mut lines = ["-"; 5].map(str::to_string);
            lines[row - 1] = colour.to_string().repeat(row);
            let lines = lines.join("/");
            let before = format!("c2 4 2>2 -/-/-/-/- * ~ 0,0,0,0,0 = 0;{lines};.;-");
            check_moves(&before, "", &format!("{row}:{column}"));
        }
    }
}

#[test]
fn grey_wall_has_no_colours() {
    let before = "g2 4 2>2 -/-/-/-/- * ~ 0,0,0,0,0 = 0;-/-/RRR/-/-;.;-";
    check_moves(before, "", "3:1 3:2 3:3 3:4 3:5");
}

// ---------------------------------------------------------------------------------------------
// A. Factory offer
// ---------------------------------------------------------------------------------------------

#[test]
fn start_player_moves_first_then_clockwise() {
    check(
        "c3 1 3>3 -/-/-/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 = = =",
        "deal=BBBB/YYYY/RRRR/KKKK/WWWW/BBBB/YYYY 1B5 2Y5 3R5 4K4",
        "c3 1 3>1 -/-/-/-/WWWW/BBBB/YYYY * 12,12,16,16,16 0,0,0,0,0 \
         0;-/-/-/-/YYYY;.;- 0;-/-/-/-/RRRR;.;- 0;-/-/-/KKKK/BBBB;.;-",
    );
}

#[test]
fn move_takes_all_tiles_of_a_colour_from_a_factory() {
    check(
        "c2 1 1>1 BBYW/BBKK/-/-/- *B ~ 0,0,0,0,0 = =",
        "1B3",
        "c2 1 1>2 -/BBKK/-/-/- *BYW ~ 0,0,0,0,0 0;-/-/BB/-/-;.;- =",
    );
}

#[test]
fn move_takes_all_tiles_of_a_colour_from_the_centre() {
    check(
        "c2 1 1>1 BBYW/-/-/-/- BBYY ~ 0,0,0,0,0 0;-;.;* =",
        "CB3",
        "c2 1 1>2 BBYW/-/-/-/- YY ~ 0,0,0,0,0 0;-/-/BB/-/-;.;* =",
    );
}

#[test]
fn only_tiles_on_offer_can_be_taken() {
    let before = "c2 1 1>1 BBYW/-/-/-/- *R ~ 0,0,0,0,0 = =";
    check_rejected(
        before,
        "1R1",
        "1R1: there are no tiles of that colour there",
    );
    check_rejected(
        before,
        "2B1",
        "2B1: there are no tiles of that colour there",
    );
    check_rejected(
        before,
        "CBF",
        "CBF: there are no tiles of that colour there",
    );
    check_rejected(before, "6BF", "6BF: there is no such factory on this table");
}

#[test]
fn only_the_first_to_take_from_the_centre_takes_the_marker() {
    check(
        "c2 1 1>1 -/-/-/-/- *BYR ~ 0,0,0,0,0 = =",
        "CB1 CY1",
        "c2 1 1>1 -/-/-/-/- R ~ 0,0,0,0,0 0;B/-/-/-/-;.;* 0;Y/-/-/-/-;.;-",
    );
}

#[test]
fn marker_goes_to_the_floor_before_the_tiles() {
    check(
        "c2 1 1>1 BBYW/-/-/-/- *BBB ~ 0,0,0,0,0 0;-;.;KK =",
        "CB1",
        "c2 1 1>2 BBYW/-/-/-/- - ~ 0,0,0,0,0 0;B/-/-/-/-;.;KK*BB =",
    );
}

#[test]
fn taking_from_a_factory_leaves_the_marker_in_the_centre() {
    check(
        "c2 1 1>1 BBBB/YYYY/-/-/- * ~ 0,0,0,0,0 = =",
        "1B4",
        "c2 1 1>2 -/YYYY/-/-/- * ~ 0,0,0,0,0 0;-/-/-/BBBB/-;.;- =",
    );
}

#[test]
fn line_takes_one_colour_only() {
    let before = "c2 1 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 0;-/-/K/Y/-;.;- =";
    check_moves(before, "1Y", "1Y1 1Y2 1Y4 1Y5 1YF");
    check_rejected(before, "1Y3", "1Y3: line 3 holds K");
}

#[test]
fn full_line_rejects_even_its_own_colour() {
    let before = "c2 1 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 0;-/YY/-/-/-;.;- =";
    check_moves(before, "1Y", "1Y1 1Y3 1Y4 1Y5 1YF");
    check_rejected(before, "1Y2", "1Y2: line 2 is full");
    check_rejected(before, "1K2", "1K2: line 2 is full");
}

#[test]
fn line_rejects_a_colour_on_its_wall_row() {
    for side in ["c", "g"] {
        let wall = ".Y.../...../...../...../Y....";
        let before = format!("{side}2 1 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 0;-;{wall};- =");
        check_moves(&before, "1Y", "1Y2 1Y3 1Y4 1YF");
        check_rejected(
            &before,
            "1Y1",
            "1Y1: wall row 1 already contains that colour",
        );
        check_moves(&before, "1K", "1K1 1K2 1K3 1K4 1K5 1KF");
    }
}

#[test]
fn only_the_movers_board_matters() {
    let other = "0;Y/YY/-/-/-;...../...../...Y./...../.....;-";
    let before = format!("c2 1 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 = {other}");
    check_moves(&before, "1Y", "1Y1 1Y2 1Y3 1Y4 1Y5 1YF");
}

#[test]
fn excess_tiles_fill_the_floor_left_to_right() {
    check(
        "c2 1 1>1 YYYY/-/-/-/- *B ~ 0,0,0,0,0 0;-/-/YY/-/-;.;KW =",
        "1Y3",
        "c2 1 1>2 -/-/-/-/- *B ~ 0,0,0,0,0 0;-/-/YYY/-/-;.;KWYYY =",
    );
}

#[test]
fn full_floor_sends_tiles_to_the_lid() {
    check(
        "c2 1 1>1 YYYY/-/-/-/- *B ~ 0,0,0,0,0 0;-;.;KWKWK =",
        "1YF",
        "c2 1 1>2 -/-/-/-/- *B ~ 0,2,0,0,0 0;-;.;KWKWKYY =",
    );
}

#[test]
fn floor_is_always_legal() {
    let before = "c2 1 1>1 BYRK/YWWW/-/-/- *BW ~ 0,0,0,0,0 = =";
    for text in ["1BF", "1YF", "1RF", "1KF", "2YF", "2WF", "CBF", "CWF"] {
        check_moves(before, text, text);
    }
}

#[test]
fn passing_is_illegal_and_never_necessary() {
    // No line can take the tile, but the floor is still legal.
    let full = "0;B/YY/RRR/KKKK/WWWWW;.;-";
    check_moves(
        &format!("c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 {full} ="),
        "",
        "1BF",
    );
    check_rejected(
        &format!("c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 {full} ="),
        "settle",
        "not ready to settle",
    );
}

#[test]
fn offer_ends_with_the_last_tile_even_if_the_marker_remains() {
    check(
        "c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 = =",
        "1B4",
        "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/BBBB/-;.;- =",
    );
}

#[test]
fn moves_only_in_the_offer_and_tiling_only_after_it() {
    let offer = "c2 1 1>1 BBBB/-/-/-/- * ~ 0,0,0,0,0 0;Y/-/-/-/-;.;- =";
    check_rejected(
        offer,
        "1:2",
        "1:2 of player 1: there are still tiles on offer",
    );
    let tiling = "c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;Y/-/-/-/-;.;- =";
    check_rejected(
        tiling,
        "CBF",
        "CBF: the offer is empty; lines must be tiled and floors charged",
    );
}
