//! The baseline bots, against which the others are measured.

use crate::bot::{missed_groups, with_probability};
use crate::levels::Attention;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Destination, Move, PlacementList, Position, Seat};

/// Returns a random legal move; the position must be in the factory offer.
pub(crate) fn random_move(position: &Position, rng: &mut FastRng) -> Move {
    position.legal_moves().choose(rng)
}

/// Returns a random tiling of a player's complete lines.
pub(crate) fn random_tiling(position: &Position, seat: Seat, rng: &mut FastRng) -> PlacementList {
    let mut ways = 0;
    let mut chosen = PlacementList::new();
    position
        .board(seat)
        .for_each_tiling(position.wall(), &mut |placements, _| {
            ways += 1;
            if below(rng, ways) == 0 {
                chosen.clone_from(placements);
            }
        });
    chosen
}

/// Returns the move after which the player's own board would score best if the round ended now,
/// with ties broken at random. Tiles on an unfinished line count as a share of its points. A player
/// with limited attention misses some groups of tiles and some floor costs.
pub(crate) fn greedy_move(position: &Position, attention: Attention, rng: &mut FastRng) -> Move {
    let moves = position.legal_moves();
    let missed = if attention.is_full() {
        Vec::new()
    } else {
        missed_groups(position, attention, rng)
    };
    let mut best = moves[0];
    let mut best_value = i32::MIN;
    let mut ties = 0;
    for &m in &moves {
        if missed.contains(&(m.source(), m.colour())) {
            continue;
        }
        let ignores_floor = !attention.is_full() && with_probability(rng, attention.p_ignore_floor);
        let value = greedy_value(position, m, ignores_floor, attention.counts_points);
        if value > best_value {
            (best, best_value, ties) = (m, value, 1);
        } else if value == best_value {
            ties += 1;
            if below(rng, ties) == 0 {
                best = m;
            }
        }
    }
    best
}

/// The greedy value of a move in sixtieths of a point, so that shares of a line are integers.
fn greedy_value(position: &Position, m: Move, ignores_floor: bool, counts_points: bool) -> i32 {
    let seat = position.to_move();
    let before = position.board(seat);
    let preview = position.preview(m).expect("the move is legal");
    let points = preview.points.map_or(0, |points| i32::from(points.total()));
    let cost = i32::from(preview.floor_cost.1 - preview.floor_cost.0);
    let cost = if ignores_floor { 0 } else { cost };
    if !counts_points {
        // Counts tiles placed, plus one for a completed line.
        return 60 * (i32::from(preview.placed) + i32::from(preview.completes) - cost);
    }
    let share = match m.destination() {
        Destination::Line(line) if !preview.completes => {
            // Half the points of the future tile, scaled by the share of the line that this move
            // fills.
            let column = azulejo_rules::Column::of(m.colour(), line);
            let hoped = i32::from(before.points_at(line, column).total());
            hoped * 60 * i32::from(preview.placed) / (2 * line.capacity() as i32)
        }
        _ => 0,
    };
    (points - cost) * 60 + share
}

/// Returns the tiling that scores most this round.
pub(crate) fn greedy_tiling(position: &Position, seat: Seat) -> PlacementList {
    let mut placements = PlacementList::new();
    for line in position.round_end(seat).lines {
        placements.push(line.placement);
    }
    placements
}
