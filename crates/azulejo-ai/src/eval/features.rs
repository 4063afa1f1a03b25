//! The board features of the linear evaluator.

use azulejo_rules::{Board, Colour, Column, Line, Wall};

const SCORE: usize = 0;
const CELL: usize = 1;
const PARTIAL: usize = CELL + 25;
const ROW: usize = PARTIAL + 50;
const COLUMN: usize = ROW + 30;
const COLOUR: usize = COLUMN + 30;
const REACH: usize = COLOUR + 30;
const PAIRS: usize = REACH + 10;
/// The number of features.
pub const FEATURES: usize = PAIRS + 2;

/// The offsets of each line's partial fills (from the second line) within [`PARTIAL`].
const PARTIAL_START: [usize; 5] = [0, 0, 5, 15, 30];

/// Calls `visit` with each non-zero feature and its value.
///
/// The features are the score; each wall space; unfinished lines by row, target column and count
/// (on the grey wall by count, and by the number of open columns); how full each row, column and
/// colour is; per row, the best and the mean points of its open spaces; and the numbers of adjacent
/// tiles.
pub fn for_each_feature(wall: Wall, board: &Board, mut visit: impl FnMut(usize, f32)) {
    visit(SCORE, f32::from(board.score()) / 10.0);
    let bits = board.wall_bits();
    let mut rest = bits;
    while rest != 0 {
        visit(CELL + rest.trailing_zeros() as usize, 1.0);
        rest &= rest - 1;
    }
    for line in &Line::ALL[1..] {
        if let Some((colour, count)) = board.line(*line) {
            partial(wall, board, *line, colour, count, &mut visit);
        }
    }
    for i in 0..5 {
        let in_row = (bits >> (5 * i) & 31).count_ones() as usize;
        let in_column = (bits & 0x10_8421 << i).count_ones() as usize;
        visit(ROW + 6 * i + in_row, 1.0);
        visit(COLUMN + 6 * i + in_column, 1.0);
    }
    for colour in Colour::ALL {
        let shown = Line::ALL
            .into_iter()
            .filter(|&row| board.row_shows(row, colour))
            .count();
        // On the grey wall all colours are equivalent.
        let place = match wall {
            Wall::Coloured => 6 * colour.index(),
            Wall::Grey => 0,
        };
        visit(COLOUR + place + shown, 1.0);
    }
    for row in Line::ALL {
        let open = Column::ALL
            .into_iter()
            .filter(|c| board.cell(row, *c).is_none());
        let (mut best, mut sum, mut count) = (0, 0, 0);
        for column in open {
            let points = board.points_at(row, column).total();
            best = best.max(points);
            sum += points;
            count += 1;
        }
        if count > 0 {
            visit(REACH + row.index(), f32::from(best) / 4.0);
            visit(
                REACH + 5 + row.index(),
                f32::from(sum) / (4.0 * f32::from(count as u8)),
            );
        }
    }
    let beside = (bits & bits >> 1 & 0x00F7_BDEF).count_ones();
    let below = (bits & bits >> 5).count_ones();
    visit(PAIRS, beside as f32 / 4.0);
    visit(PAIRS + 1, below as f32 / 4.0);
}

fn partial(
    wall: Wall,
    board: &Board,
    line: Line,
    colour: Colour,
    count: usize,
    visit: &mut impl FnMut(usize, f32),
) {
    let row = line.index();
    match wall {
        Wall::Coloured => {
            let column = Column::of(colour, line).index();
            visit(PARTIAL + PARTIAL_START[row] + column * row + count - 1, 1.0);
        }
        Wall::Grey => {
            let open = board.tiling_columns(wall, line).count_ones() as usize;
            visit(PARTIAL + row * (row - 1) / 2 + count - 1, 1.0);
            visit(
                PARTIAL + 10 + 6 * row + open,
                count as f32 / line.capacity() as f32,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::rng::FastRng;
    use azulejo_rules::{Phase, PlayerCount, Position, Seat};

    /// Every feature is in range, and most occur in play.
    #[test]
    fn features_are_in_range_and_occur_in_play() {
        for wall in Wall::ALL {
            let mut seen = [false; FEATURES];
            let mut rng = FastRng::new(11);
            for _ in 0..400 {
                let mut position = Position::new(wall, PlayerCount::Two, Seat::ALL[0]);
                position.play_out(&mut rng, 40);
                if position.phase() != Phase::Over {
                    continue;
                }
                for (_, board) in position.boards() {
                    for_each_feature(wall, board, |i, _| seen[i] = true);
                }
            }
            let reached = seen.iter().filter(|&&s| s).count();
            assert!(
                reached > 120,
                "{reached} of {FEATURES} features on the {wall} wall"
            );
        }
    }

    #[test]
    fn adjacency_does_not_wrap_between_rows() {
        // The last space of row 1 and the first of row 2 are not adjacent.
        let text = "c2 2 1>1 -/-/-/-/- * 20,20,20,19,18 0,0,0,0,0 0;-/-/-/-/-;....W/W..../...../...../.....;- 0;-/-/-/-/-;...K./...../...../...../.....;-";
        let position: Position = text.parse().expect("the position is legal");
        let mut pairs = 0.0;
        for_each_feature(Wall::Coloured, position.board(Seat::ALL[0]), |i, x| {
            if i == PAIRS {
                pairs = x;
            }
        });
        assert!(pairs.abs() < f32::EPSILON, "{pairs}");
    }
}
