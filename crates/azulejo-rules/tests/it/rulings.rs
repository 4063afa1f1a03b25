//! One test for each row of the table of rulings: what the rulebooks leave open or get wrong.

use azulejo_rules::rng::FastRng;
use azulejo_rules::{Ending, Move, Phase, PlayerCount, Position, Seat, Wall};

use crate::lockstep::script::{check, check_moves, check_outcome, check_rejected};

#[test]
fn marker_taken_with_full_floor_costs_nothing_and_still_starts() {
    let before = "c2 4 1>2 -/-/-/-/- *YY ~ 0,0,0,0,0 = 30;-;.;BBBBBBB";
    check(
        before,
        "CYF",
        "c2 4 1>1 -/-/-/-/- - ~ 0,2,0,0,0 = 30;-;.;BBBBBBB*",
    );
    check(
        before,
        "CYF settle",
        "c2 5 2>2 -/-/-/-/- * ~ 7,2,0,0,0 = 16;-;.;-",
    );
}

#[test]
fn untaken_marker_keeps_the_start_player() {
    check(
        "c3 4 2>1 -/-/KKKK/-/-/-/- * ~ 0,0,0,0,0 = 9;-;.;W =",
        "3K3 3:1 settle",
        "c3 5 2>2 -/-/-/-/-/-/- * ~ 0,0,0,3,1 0;-;...../...../K..../...../.....;- 8;-;.;- =",
    );
}

#[test]
fn game_ends_with_bonuses_when_nothing_is_left_to_deal() {
    // The last tile goes to a line without completing it.
    let first = "9;-/-/-/-/YYYY;.YRKW/.BYRK/.WBYR/.KWBY/.RKWB;-";
    let wall = "B.RKW/W.YRK/K.BYR/R.WBY/Y.KWB";
    let third = "9;-/-/-/-/KKKK;BY.KW/WB.RK/KW.YR/RK.BY/YR.WB;-";
    let fourth = "8;-/-/-/BBB/WWWW;BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B;-";
    let over = format!(
        "c4 9 1>1 -/-/-/-/-/-/-/-/- - 0,0,0,0,0 ~ {first} 9;-/B/-/-/RRRR;{wall};- {third} {fourth}"
    );
    check(
        &format!(
            "c4 9 1>2 B/-/-/-/-/-/-/-/- * 0,0,0,0,0 ~ {first} 9;-/-/-/-/RRRR;{wall};- {third} {fourth}"
        ),
        "1B2",
        &over,
    );
    // Every player has four complete columns.
    check_outcome(&over, &[37, 37, 37, 36], &[1, 2, 3]);
}

#[test]
fn play_continues_when_no_row_can_be_completed() {
    // Every move goes to the floor.
    let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    let mut rng = FastRng::new(1);
    while position.round() <= 150 {
        match position.phase() {
            Phase::Refill => _ = position.deal_at_random(&mut rng),
            Phase::Offer => {
                let to_the_floor = |m: &&Move| m.to_string().ends_with('F');
                let m = *position
                    .legal_moves()
                    .iter()
                    .find(to_the_floor)
                    .expect("the floor is always legal");
                position.play(m).expect("a legal move");
            }
            Phase::Tiling => assert!(position.settle().is_ok(), "{position}"),
            Phase::Over => panic!("over: {position}"),
        }
    }
    assert_eq!(position.outcome(), None);
}

#[test]
fn capped_playout_has_no_bonuses_or_winner() {
    let mut position = Position::new(Wall::Grey, PlayerCount::Four, Seat::ALL[0]);
    let playout = position.play_out(&mut FastRng::new(3), 2);
    assert_eq!(playout.ending, Ending::Truncated);
    assert_eq!((position.phase(), position.round()), (Phase::Refill, 3));
    assert_eq!(position.outcome(), None);
}

#[test]
fn taken_tiles_go_to_one_line_and_only_the_excess_falls() {
    // Three tiles on two free spaces: one falls. With three free spaces none does.
    let before = "c2 1 1>1 YYYK/-/-/-/- * ~ 0,0,0,0,0 0;-/-/Y/-/YY;.;- =";
    check_moves(before, "1Y", "1Y1 1Y2 1Y3 1Y4 1Y5 1YF");
    check(
        before,
        "1Y3",
        "c2 1 1>2 -/-/-/-/- *K ~ 0,0,0,0,0 0;-/-/YYY/-/YY;.;Y =",
    );
    check(
        before,
        "1Y5",
        "c2 1 1>2 -/-/-/-/- *K ~ 0,0,0,0,0 0;-/-/Y/-/YYYYY;.;- =",
    );
    for text in ["1Y5F", "1Y35", "1Y", "1Y3,F"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn legal_grey_space_may_not_be_declined() {
    check_rejected(
        "g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/RRR/-/-;R..../.R.../..YB./...../.....;- =",
        "3:F",
        "3:F of player 1: the tile has a legal space and must be placed",
    );
}

#[test]
fn line_without_legal_space_may_be_drafted_to() {
    let wall = "R..../.R.../..YBW/...../.....";
    let before = format!("g2 4 1>1 RRRR/-/-/-/- * ~ 0,0,0,0,0 0;-;{wall};- =");
    check_moves(&before, "", "1R3 1R4 1R5 1RF");
    check(
        &before,
        "1R3 3:F",
        &format!("g2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-;{wall};RRRR ="),
    );
}

#[test]
fn start_player_is_chosen_at_setup() {
    for players in PlayerCount::ALL {
        for seat in players.seats() {
            let position = Position::new(Wall::Coloured, players, seat);
            assert_eq!(
                (position.start(), position.to_move(), position.round()),
                (seat, seat, 1)
            );
        }
    }
}

#[test]
fn score_may_exceed_the_printed_track() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 100;-/YY/-/-/-;.;- =",
        "2:3",
        "c2 5 1>1 -/-/-/-/- * ~ 0,1,0,0,0 101;-;...../..Y../...../...../.....;- =",
    );
}

#[test]
fn incomplete_lines_keep_their_tiles() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/YY/KK/W/BBBB;.;- 0;-/Y/-/RRR/-;.;-",
        "2:3",
        "c2 5 1>1 -/-/-/-/- * ~ 0,1,0,0,0 1;-/-/KK/W/BBBB;...../..Y../...../...../.....;- \
         0;-/Y/-/RRR/-;.;-",
    );
}

#[test]
fn fill_direction_of_lines_is_irrelevant() {
    check(
        "c2 1 1>1 YYKK/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/Y/-;.;- =",
        "1Y4",
        "c2 1 1>2 -/-/-/-/- *KK ~ 0,0,0,0,0 0;-/-/-/YYY/-;.;- =",
    );
    check(
        "c2 1 1>1 YKK/-/-/-/- * ~ 0,0,0,0,0 0;-/-/-/YY/-;.;- =",
        "1Y4",
        "c2 1 1>2 -/-/-/-/- *KK ~ 0,0,0,0,0 0;-/-/-/YYY/-;.;- =",
    );
}

#[test]
fn marker_goes_to_the_leftmost_free_space() {
    check(
        "c2 4 1>1 -/-/-/-/- *YYK ~ 0,0,0,0,0 0;-;.;BBR =",
        "CY5",
        "c2 4 1>2 -/-/-/-/- K ~ 0,0,0,0,0 0;-/-/-/-/YY;.;BBR* =",
    );
}

#[test]
fn only_complete_lines_are_tiled() {
    let before = "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/Y/KKK/-/-;.;- =";
    check_moves(before, "", "3:1");
    check_rejected(before, "2:3", "2:3 of player 1: line 3 must be tiled next");
}

#[test]
fn marker_returns_to_the_centre_each_round() {
    check(
        "c2 4 1>1 -/-/-/-/- *K 20,17,20,19,20 0,3,0,0,0 = =",
        "CKF settle deal=BBBB/BBBB/BBBB/BBBB/YRRR 5Y1 CR3",
        "c2 5 1>1 BBBB/BBBB/BBBB/BBBB/- - 4,16,17,19,20 0,3,0,1,0 \
         0;Y/-/-/-/-;.;- 0;-/-/RRR/-/-;.;*",
    );
}

#[test]
fn run_of_1_adds_nothing_to_another_run() {
    check(
        "c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/BBB/-/-;...../..Y../...../...../.....;- =",
        "3:3",
        "c2 5 1>1 -/-/-/-/- * ~ 2,0,0,0,0 2;-;...../..Y../..B../...../.....;- =",
    );
}

#[test]
fn each_complete_colour_scores_10() {
    check_outcome(
        "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 0;-;BY.../.BY../..BY./...BY/Y...B;- \
         0;-;BYRKW/...../...../...../.....;-",
        &[20, 2],
        &[1],
    );
}

#[test]
fn grey_row_rejects_a_repeated_colour() {
    let wall = "...../...../...../...../K....";
    let before = format!("g2 4 1>1 KKKK/-/-/-/- * ~ 0,0,0,0,0 0;-;{wall};- =");
    check_moves(&before, "", "1K1 1K2 1K3 1K4 1KF");
}

#[test]
fn example_1_takes_one_yellow() {
    check(
        "c3 1 1>2 -/YRRR/-/-/-/-/- *BY ~ 0,0,0,0,0 = = =",
        "2Y1",
        "c3 1 1>3 -/-/-/-/-/-/- *BYRRR ~ 0,0,0,0,0 = 0;Y/-/-/-/-;.;- =",
    );
}

#[test]
fn vertical_runs_of_2_and_3_score_2_and_3() {
    for (wall, after, points) in [
        (
            "...../..Y../...../...../.....",
            "...../..Y../..B../...../.....",
            2,
        ),
        (
            "..R../..Y../...../...../.....",
            "..R../..Y../..B../...../.....",
            3,
        ),
    ] {
        check(
            &format!("c2 4 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/-/BBB/-/-;{wall};- ="),
            "3:3",
            &format!("c2 5 1>1 -/-/-/-/- * ~ 2,0,0,0,0 {points};-;{after};- ="),
        );
    }
}
