//! Playouts equal the same random games played step by step, and report how they ended.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    DEFAULT_ROUND_CAP, Ending, Phase, PlayerCount, Position, ROUND_LIMIT, Seat, Wall,
};

use crate::support::position;

/// A playout through the public, checked steps: its ending and the number of its moves.
fn step_by_step(position: &mut Position, rng: &mut FastRng, round_cap: u16) -> (Ending, u32) {
    let mut moves = 0;
    loop {
        match position.phase() {
            Phase::Over => {
                return (Ending::Over, moves);
            }
            Phase::Refill if position.round() > round_cap => {
                return (Ending::Truncated, moves);
            }
            Phase::Refill => {
                let deal = position.sample_deal(rng);
                position.deal(&deal).expect("a legal deal");
            }
            Phase::Offer => {
                let list = position.legal_moves();
                let m = list[below(rng, list.len() as u32) as usize];
                position.play(m).expect("a legal move");
                moves += 1;
            }
            Phase::Tiling if position.is_ready_to_settle() => assert!(position.settle().is_ok()),
            Phase::Tiling => {
                let seat = position.to_move();
                let choices = position.placements(seat);
                let chosen = if choices.len() == 1 {
                    0
                } else {
                    below(rng, choices.len() as u32) as usize
                };
                position
                    .tile(seat, choices[chosen])
                    .expect("a legal placement");
            }
        }
    }
}

/// Compares a playout with the same game played step by step; returns its ending and the number of
/// its moves.
#[track_caller]
fn check(start: &Position, seed: u64, round_cap: u16) -> (Ending, u32) {
    let (mut quick, mut slow) = (*start, *start);
    let (mut quick_rng, mut slow_rng) = (FastRng::new(seed), FastRng::new(seed));
    let playout = quick.play_out(&mut quick_rng, round_cap);
    assert_eq!(
        (playout.ending, playout.moves),
        step_by_step(&mut slow, &mut slow_rng, round_cap),
        "seed {seed}: {start}"
    );
    assert_eq!(quick, slow, "seed {seed}: {start}");
    assert_eq!(quick_rng, slow_rng, "seed {seed}: {start}");
    if start.players() == PlayerCount::Two {
        let mut narrow = start.narrow();
        assert_eq!(narrow.play_out(&mut FastRng::new(seed), round_cap), playout);
        assert_eq!(narrow.widen(), quick, "seed {seed}: {start}");
    }
    let phase = if playout.ending == Ending::Over {
        Phase::Over
    } else {
        Phase::Refill
    };
    assert_eq!(quick.phase(), phase);
    assert_eq!(quick.outcome().is_some(), playout.ending == Ending::Over);
    (playout.ending, playout.moves)
}

#[test]
fn playouts_of_new_games_in_every_variant() {
    for wall in Wall::ALL {
        for players in PlayerCount::ALL {
            for seed in 0..200 {
                let start = Seat::ALL[seed as usize % players.count()];
                check(
                    &Position::new(wall, players, start),
                    seed,
                    DEFAULT_ROUND_CAP,
                );
            }
        }
    }
}

#[test]
fn cap_truncates_after_its_round() {
    for wall in Wall::ALL {
        let start = Position::new(wall, PlayerCount::Three, Seat::ALL[1]);
        let (ending, _) = check(&start, 7, 3);
        assert_eq!(ending, Ending::Truncated);
        let mut position = start;
        position.play_out(&mut FastRng::new(7), 3);
        assert_eq!((position.phase(), position.round()), (Phase::Refill, 4));
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn cap_of_0_plays_nothing() {
    let start = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    assert_eq!(check(&start, 1, 0), (Ending::Truncated, 0));
}

#[test]
fn finished_game_is_unchanged() {
    let over = "c2 9 1>1 -/-/-/-/- - ~ 0,0,0,0,0 20;-/-/-/-/-;BYRKW/...../...../...../.....;- =";
    assert_eq!(
        check(&position(over), 1, DEFAULT_ROUND_CAP),
        (Ending::Over, 0)
    );
}

#[test]
fn playouts_from_mid_offer() {
    for side in ["c", "g"] {
        let start = position(&format!(
            "{side}3 5 2>3 BYKW/YKKW/-/-/-/-/RRWW BRKWW ~ 6,5,6,3,2 = \
             0;-/B/WW/RRR/YYY;...../...../...../...../.....;*B 7;-/-/B/Y/BB;...../...../...../...../.....;YY"
        ));
        for seed in 0..50 {
            check(&start, seed, DEFAULT_ROUND_CAP);
        }
    }
}

#[test]
fn playout_from_mid_tiling_with_a_complete_row() {
    // Player 1 has completed a row and player 2 has a line left to tile: the game ends with this round.
    let start = position(
        "c2 9 1>2 -/-/-/-/- * ~ 0,0,0,0,0 20;-/-/-/-/-;BYRKW/...../...../...../.....;- \
         3;-/YY/-/-/-;...../...../...../...../.....;BB",
    );
    assert_eq!(check(&start, 1, DEFAULT_ROUND_CAP), (Ending::Over, 0));
}

#[test]
fn deadlocked_grey_walls_truncate_at_the_cap() {
    // Every row has one space left, and its column already has the only colour the row is missing.
    let board = "9;-;WKYR./.RKYB/.WRBK/RB.KW/Y.BWR;-";
    let start = position(&format!("g2 9 1>1 -/-/-/-/- * ~ 0,0,0,0,0 {board} {board}"));
    for cap in [9, DEFAULT_ROUND_CAP, ROUND_LIMIT - 1] {
        assert_eq!(check(&start, 1, cap).0, Ending::Truncated);
    }
}

#[test]
fn grey_games_end_by_the_default_cap() {
    // Grey walls can deadlock, so that only the cap ends a game.
    for seed in 0..300 {
        let mut position = Position::new(Wall::Grey, PlayerCount::Two, Seat::ALL[0]);
        let playout = position.play_out(&mut FastRng::new(seed), DEFAULT_ROUND_CAP);
        let truncated = playout.ending == Ending::Truncated;
        assert_eq!(
            position.round() == DEFAULT_ROUND_CAP + 1,
            truncated,
            "{position}"
        );
    }
}
