//! The simplest bots, against which the others are measured.

use crate::bot::{chance, unseen_groups};
use crate::levels::Attention;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Destination, Move, PlacementList, Position, Seat};

/// Any legal move; the position must be in the offer.
pub(crate) fn random_move(position: &Position, rng: &mut FastRng) -> Move {
    position.legal_moves().choose(rng)
}

/// Any way to tile the complete lines of a player.
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

/// The move after which the player's own board would score best if the round ended now; tiles on
/// an unfinished line count for their share of it. Of equally good moves any. A player who is short
/// of attention does not notice everything on the table and forgets some floor costs.
pub(crate) fn greedy_move(position: &Position, attention: Attention, rng: &mut FastRng) -> Move {
    let moves = position.legal_moves();
    let unseen = if attention.is_full() {
        Vec::new()
    } else {
        unseen_groups(position, attention, rng)
    };
    let mut best = moves[0];
    let mut best_value = i32::MIN;
    let mut equals = 0;
    for &m in &moves {
        if unseen.contains(&(m.source(), m.colour())) {
            continue;
        }
        let forgets = !attention.is_full() && chance(rng, attention.overlooks_floor);
        let value = greedy_value(position, m, forgets, attention.sees_points);
        if value > best_value {
            (best, best_value, equals) = (m, value, 1);
        } else if value == best_value {
            equals += 1;
            if below(rng, equals) == 0 {
                best = m;
            }
        }
    }
    best
}

/// In sixtieths of a point, so that shares of a line are whole.
fn greedy_value(position: &Position, m: Move, forgets_floor: bool, sees_points: bool) -> i32 {
    let seat = position.to_move();
    let before = position.board(seat);
    let preview = position.preview(m).expect("the move is legal");
    let points = preview.points.map_or(0, |points| i32::from(points.total()));
    let cost = i32::from(preview.floor_cost.1 - preview.floor_cost.0);
    let cost = if forgets_floor { 0 } else { cost };
    if !sees_points {
        // Many tiles in their place are good, and a full line is better.
        return 60 * (i32::from(preview.placed) + i32::from(preview.completes) - cost);
    }
    let share = match m.destination() {
        Destination::Line(line) if !preview.completes => {
            // What the tile could score, for the share of the line that this move fills.
            let column = azulejo_rules::Column::of(m.colour(), line);
            let hoped = i32::from(before.points_at(line, column).total());
            hoped * 60 * i32::from(preview.placed) / (2 * line.capacity() as i32)
        }
        _ => 0,
    };
    (points - cost) * 60 + share
}

/// The tiling that scores most in this round.
pub(crate) fn greedy_tiling(position: &Position, seat: Seat) -> PlacementList {
    let mut placements = PlacementList::new();
    for line in position.round_end(seat).lines {
        placements.push(line.placement);
    }
    placements
}
