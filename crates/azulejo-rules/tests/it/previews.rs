//! Previews predict exactly what happens, for every legal move of many positions.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    ByColour, Destination, Event, FLOOR_COST, Move, MovePreview, Phase, PlacementTarget, Position,
    Seat, TilePoints, Wall,
};

use crate::support;
use crate::support::random_games::{Bias, new_game, play_random, variants};

/// Calls `visit` with the positions of random games in every variant.
fn for_many_positions(seed: u64, games: usize, mut visit: impl FnMut(&Position, &mut FastRng)) {
    let mut rng = FastRng::new(seed);
    let mut choice = FastRng::new(seed + 1000);
    for (wall, players) in variants() {
        for _ in 0..games {
            let bias = Bias::random(&mut rng);
            let mut game = new_game(wall, players, Seat::ALL[0]);
            play_random(&mut game, bias, 9, &mut rng, |game, _| {
                visit(game.position(), &mut choice);
            });
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Moves
// ---------------------------------------------------------------------------------------------

/// Returns what a move does, without points, collected from its events.
fn observed(position: &Position, m: Move) -> MovePreview {
    let seat = position.to_move();
    let before = FLOOR_COST[position.board(seat).floor().len()];
    // A non-exhaustive struct cannot be built here, so every field of a preview is reset.
    let mut observed = position.preview(m).expect("a legal move");
    (observed.taken, observed.to_centre) = (0, ByColour([0; 5]));
    observed.takes_marker = false;
    (observed.placed, observed.spilled, observed.to_lid) = (0, 0, 0);
    observed.floor_cost = (before, before);
    (observed.completes, observed.points, observed.columns) = (false, None, 0);
    let mut after = *position;
    let events = after.play_explained(m).expect("a legal move");
    observed.round_end = after.round_end(seat).score.1;
    if let Destination::Line(line) = m.destination() {
        observed.columns = after.board(seat).tiling_columns(position.wall(), line);
    }
    for event in events {
        match event {
            Event::Taken { count, .. } => observed.taken = count,
            Event::ToCentre { tiles, .. } => observed.to_centre = tiles,
            Event::MarkerTaken { cost, .. } => {
                observed.takes_marker = true;
                observed.floor_cost.1 += cost;
            }
            Event::Placed {
                count, complete, ..
            } => {
                (observed.placed, observed.completes) = (count, complete);
            }
            Event::Spilled { count, cost, .. } => {
                observed.spilled = count;
                observed.floor_cost.1 += cost;
            }
            Event::ToLid { count, .. } => observed.to_lid = count,
            _ => {}
        }
    }
    observed
}

/// Compares the preview of a move with playing it, and its points with the predicted round end.
#[track_caller]
fn check_move(position: &Position, m: Move) {
    let preview = position.preview(m).expect("a legal move");
    let observed = observed(position, m);
    let mut without_points = preview;
    without_points.points = None;
    assert_eq!(without_points, observed, "{m} in {position}");

    let seat = position.to_move();
    let mut after = *position;
    after.play(m).expect("a legal move");
    let line = match m.destination() {
        Destination::Line(line) if preview.completes => line,
        _ => {
            assert_eq!(preview.points, None, "{m} in {position}");
            return;
        }
    };
    let end = after.round_end(seat);
    let tiled = end.lines.iter().find(|tiled| tiled.placement.line == line);
    let tiled =
        tiled.unwrap_or_else(|| panic!("{m} completes a line that is not tiled in {position}"));
    assert_eq!(preview.points, tiled.points, "{m} in {position}");
}

#[test]
fn every_move_matches_its_preview() {
    let mut moves = 0;
    for_many_positions(50, 12, |position, _| {
        for &m in &position.legal_moves() {
            check_move(position, m);
            moves += 1;
        }
    });
    assert!(moves > 100_000, "{moves}");
}

#[test]
fn illegal_move_has_no_preview() {
    for_many_positions(51, 1, |position, _| {
        for m in (0..640).filter_map(Move::from_code) {
            assert_eq!(
                position.preview(m).err(),
                position.check(m).err(),
                "{m} in {position}"
            );
        }
    });
}

// ---------------------------------------------------------------------------------------------
// The end of the round
// ---------------------------------------------------------------------------------------------

/// Returns the position with an empty offer, as if the round ended now, or `None` if there is nothing
/// to tile or to charge then.
fn with_empty_offer(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    for pile in setup.factories.iter_mut().chain([&mut setup.centre]) {
        let tiles = std::mem::take(pile);
        setup
            .lid
            .0
            .iter_mut()
            .zip(tiles.0)
            .for_each(|(n, more)| *n += more);
    }
    // Only one player to move is legal; find it by trying.
    let mut ended = position.players().seats().filter_map(|seat| {
        setup.to_move = seat;
        setup.position().ok()
    });
    ended.find(|ended| ended.phase() == Phase::Tiling)
}

/// Returns every score that a player can have after this tiling phase, by trying all columns.
fn possible_scores(position: &Position, seat: Seat) -> Vec<u16> {
    let choices = if position.phase() == Phase::Tiling {
        position.placements(seat).to_vec()
    } else {
        Vec::new()
    };
    if choices.is_empty() {
        let mut settled = *position;
        let _is_over_already = settled.settle();
        return vec![settled.board(seat).score()];
    }
    let after = |placement| {
        let mut after = *position;
        after
            .tile(seat, placement)
            .expect("a listed placement is legal");
        possible_scores(&after, seat)
    };
    choices.into_iter().flat_map(after).collect()
}

/// Compares the predicted round end of a board with tiling and settling it.
#[track_caller]
fn check_round_end(position: &Position, seat: Seat) {
    let end = position.round_end(seat);
    let score = position.board(seat).score();
    assert_eq!(end.score.0, score, "{position}");
    assert_eq!(end.change(), i32::from(end.score.1) - i32::from(score));
    let Some(mut table) = with_empty_offer(position) else {
        assert!(
            end.lines.is_empty() && end.score.1 == score && end.floor_cost == 0,
            "{position}"
        );
        return;
    };
    // The other players tile arbitrarily: it does not affect this board.
    for other in table.players().seats().filter(|&other| other != seat) {
        while let Some(&first) = table.placements(other).first() {
            table
                .tile(other, first)
                .expect("a listed placement is legal");
            if table.phase() != Phase::Tiling {
                break;
            }
        }
    }
    let best = possible_scores(&table, seat).into_iter().max();
    assert_eq!(best, Some(end.score.1), "player {seat} in {position}");

    // The predicted placements are legal and score as predicted.
    let mut board_score = score;
    for line in &end.lines {
        let events = table
            .tile_explained(seat, line.placement)
            .expect("a predicted placement is legal");
        let scored: Option<TilePoints> = events.iter().find_map(|event| match *event {
            Event::Tiled { points, colour, .. } => {
                assert_eq!(colour, line.colour);
                Some(points)
            }
            _ => None,
        });
        assert_eq!(scored, line.points, "{position}");
        assert_eq!(
            scored.is_none(),
            line.placement.target == PlacementTarget::Floor
        );
        board_score += scored.map_or(0, TilePoints::total);
    }
    if table.phase() == Phase::Tiling {
        assert_eq!(
            table.board(seat).floor().cost(),
            end.floor_cost,
            "{position}"
        );
        assert!(
            table.settle().is_ok(),
            "every line of every player is tiled"
        );
    }
    assert_eq!(table.board(seat).score(), end.score.1, "{position}");
    assert_eq!(
        board_score.saturating_sub(end.floor_cost),
        end.score.1,
        "{position}"
    );
}

#[test]
fn round_end_is_predicted_exactly() {
    let mut checked = [0; 2];
    for_many_positions(52, 60, |position, rng| {
        // Boards change slowly, so a sample of the positions suffices.
        if below(rng, 4) > 0 {
            return;
        }
        for seat in position.players().seats() {
            check_round_end(position, seat);
            checked[usize::from(position.wall() == Wall::Grey)] += 1;
        }
    });
    assert!(checked.iter().all(|&n| n > 10_000), "{checked:?}");
}

// ---------------------------------------------------------------------------------------------
// Named cases
// ---------------------------------------------------------------------------------------------

/// Column 5 would score most for line 3, but is the only one for line 4, whose drop would cost more.
#[test]
fn column_is_left_to_a_lower_line_that_would_drop() {
    let board = "9;-/-/KKK/KKKK/-;...KB/....Y/..WR./Y.B../.K...;RRR";
    let other = "0;-/-/-/-/-;...../...../...../...../.....;*";
    let short = format!("g2 4 1>1 -/-/-/-/- - 10,10,10,5,10 ~ {board} {other}");
    let position = support::position(&short);
    let end = position.round_end(Seat::ALL[0]);
    let placements: Vec<String> = end
        .lines
        .iter()
        .map(|line| line.placement.to_string())
        .collect();
    assert_eq!(placements, ["3:1", "4:5"]);
    assert_eq!((end.score, end.floor_cost), ((9, 8), 4));
    check_round_end(&position, Seat::ALL[0]);
}

/// Line 4 has a legal space in column 5 only, which is also the best for line 3. Line 3 leaves it free
/// as long as dropping line 4 is expensive; the six tiles of this move fill the floor, so the drop
/// costs nothing.
#[test]
fn grey_preview_accounts_for_spilled_tiles() {
    let board = "9;-/-/K/KKKK/-;...KB/....Y/..WR./Y.B../.K...;RRR";
    let other = "0;-/-/-/-/-;...../...../...../...../.....;*";
    let short = format!("g2 4 1>1 -/-/-/-/BBBB KKKKKK 10,10,10,5,10 ~ {board} {other}");
    let position = support::position(&short);
    let preview = position
        .preview("CK3".parse().expect("a move"))
        .expect("a legal move");
    assert_eq!(
        (preview.placed, preview.spilled, preview.completes),
        (2, 4, true)
    );
    assert_eq!(
        preview.points,
        Some(TilePoints {
            row_run: 3,
            column_run: 3
        })
    );
    for &m in &position.legal_moves() {
        check_move(&position, m);
    }
}

/// The same with the marker, which takes the second to last floor space.
#[test]
fn grey_preview_accounts_for_the_marker() {
    let board = "9;-/-/K/KKKK/-;...KB/....Y/..WR./Y.B../.K...;RRRRR";
    let other = "0;-/-/-/-/-;...../...../...../...../.....;-";
    let short = format!("g2 4 1>1 -/-/-/-/BBBB *KKK 10,10,10,5,10 ~ {board} {other}");
    let position = support::position(&short);
    let preview = position
        .preview("CK3".parse().expect("a move"))
        .expect("a legal move");
    assert_eq!(
        (preview.takes_marker, preview.placed, preview.spilled),
        (true, 2, 1)
    );
    assert_eq!(
        preview.points,
        Some(TilePoints {
            row_run: 3,
            column_run: 3
        })
    );
}

#[test]
fn best_grey_columns_are_found() {
    // Row 1 next to the filled space of row 2 scores 2; anywhere else 1.
    let short =
        "g2 3 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 5;K/-/-/-/-;...../...R./...../...../.....;* =";
    let end = support::position(short).round_end(Seat::ALL[0]);
    assert_eq!(end.lines[0].placement.to_string(), "1:4");
    assert_eq!((end.score, end.floor_cost, end.change()), ((5, 6), 1, 1));
    // Among equal columns it is the leftmost.
    let short =
        "g2 3 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 5;K/-/-/-/-;...../...../...../...../.....;* =";
    let end = support::position(short).round_end(Seat::ALL[0]);
    assert_eq!(end.lines[0].placement.to_string(), "1:1");
}

#[test]
fn predicted_score_never_falls_below_0() {
    let short =
        "c2 3 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 1;-/-/-/-/-;...../...../...../...../.....;*KKK =";
    let end = support::position(short).round_end(Seat::ALL[0]);
    assert_eq!((end.score, end.floor_cost, end.change()), ((1, 0), 6, -1));
}
