//! The hand-crafted evaluator.

use azulejo_rules::{Board, Colour, Column, Line, Wall};

/// Returns the value of a board in points: the score, expected bonuses that grow with the square of
/// their completion, and a share of the points of unfinished lines.
pub(super) fn board(wall: Wall, round: u16, board: &Board) -> f32 {
    let hope = |filled: u32, points: f32| {
        let share = filled as f32 / 5.0;
        points * share * share
    };
    let bits = board.wall_bits();
    let mut value = f32::from(board.score());
    for i in 0..5 {
        let in_row = (bits >> (5 * i) & 31).count_ones();
        let in_column = (bits & 0x10_8421 << i).count_ones();
        value += hope(in_row, 2.0) + hope(in_column, 7.0);
    }
    for colour in Colour::ALL {
        let shown = Line::ALL
            .into_iter()
            .filter(|&row| board.row_shows(row, colour))
            .count();
        value += hope(shown as u32, 10.0);
    }
    // Late in the game an unfinished line may never be completed.
    let patience = if round >= 5 { 0.3 } else { 0.6 };
    for line in Line::ALL {
        if let Some((colour, count)) = board.line(line) {
            let points = match wall {
                Wall::Coloured => board.points_at(line, Column::of(colour, line)).total(),
                Wall::Grey => 3,
            };
            value += patience * f32::from(points) * count as f32 / line.capacity() as f32;
        }
    }
    value
}
