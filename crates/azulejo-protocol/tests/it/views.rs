//! Derived facts in the views agree with what then happens.

use azulejo_protocol::options::OfferOptions;
use azulejo_protocol::table::{LastRound, RowInSight, TableView};
use azulejo_rules::{Phase, Position, Wall};

use crate::support::{play, variants};

#[test]
fn predicted_score_is_the_score_after_the_move() {
    let mut compared = 0;
    for (players, wall, seed) in variants() {
        play(players, wall, seed, |game, _| {
            let position = game.position();
            let Some(options) = OfferOptions::of(position) else {
                return;
            };
            for option in &options.moves {
                let m = option.m;
                let mut after = *position;
                after.play(m).expect("a legal move");
                if after.phase() != Phase::Offer {
                    continue;
                }
                let end = after.round_end(position.to_move()).score.1;
                assert_eq!(option.round_end, end, "{position} {m}");
                compared += 1;
            }
        });
    }
    assert!(compared > 10_000, "{compared} moves");
}

#[test]
fn last_round_is_announced_with_the_rows_that_cause_it() {
    let mut certain = 0;
    let mut possible = 0;
    for (players, wall, seed) in variants() {
        let mut before: Option<TableView> = None;
        play(players, wall, seed, |game, _| {
            let table = TableView::of(game.position());
            assert_eq!(
                table.last_round == LastRound::No,
                table.last_round_by.is_empty()
            );
            assert_eq!(
                table.last_round == LastRound::No,
                table.would_win.is_empty()
            );
            if table.phase == azulejo_protocol::table::Phase::Refill
                && let Some(before) = &before
            {
                assert_ne!(before.last_round, LastRound::Yes, "{}", before.position);
            }
            let offer = table.phase == azulejo_protocol::table::Phase::Offer;
            if offer && table.last_round == LastRound::Maybe {
                possible += 1;
            }
            if table.last_round == LastRound::Yes && game.position().phase() == Phase::Over {
                for RowInSight { seat, row } in &table.last_round_by {
                    let board = &table.boards[usize::from(*seat) - 1];
                    let row = &board.wall[usize::from(*row) - 1];
                    assert!(row.iter().all(Option::is_some), "{}", table.position);
                }
                certain += 1;
            }
            before = Some(table);
        });
    }
    assert!(
        certain > 5 && possible > 5,
        "{certain} certain, {possible} possible"
    );
}

/// On the coloured wall there are no choices left once the offer is empty.
#[test]
fn predicted_winners_win() {
    let mut ended = 0;
    for (players, wall, seed) in variants().filter(|(_, wall, _)| *wall == Wall::Coloured) {
        let mut expected: Option<(Position, Vec<u8>)> = None;
        let game = play(players, wall, seed, |game, _| {
            if game.position().phase() == Phase::Tiling {
                let table = TableView::of(game.position());
                if table.last_round == LastRound::Yes && expected.is_none() {
                    expected = Some((*game.position(), table.would_win));
                }
            }
        });
        let (Some(outcome), Some((position, expected))) = (game.position().outcome(), expected)
        else {
            continue;
        };
        let winners: Vec<_> = outcome.winners().map(|s| s.number() as u8).collect();
        assert_eq!(expected, winners, "{position}");
        ended += 1;
    }
    assert!(ended > 5, "{ended} games");
}

#[test]
fn bonus_points_are_split_by_kind() {
    let game = play(2, Wall::Coloured, 1, |_, _| {});
    for board in TableView::of(game.position()).boards {
        let bonuses = board.bonuses;
        assert_eq!(bonuses.row_points, 2 * u16::from(bonuses.rows));
        assert_eq!(bonuses.column_points, 7 * u16::from(bonuses.columns));
        assert_eq!(bonuses.colour_points, 10 * u16::from(bonuses.colours));
        assert_eq!(
            bonuses.points,
            bonuses.row_points + bonuses.column_points + bonuses.colour_points
        );
    }
}
