//! The input features of a network: a sparse list of active features per board.
//!
//! Each row is one feature (its filled spaces and the state of its line), as is each column and
//! each colour; then, for each unfinished line, how many tiles it lacks and how many of them the
//! bag holds; the score in steps; and the features shared by all boards of a round: the bag and the
//! round. On the grey wall all colours are equivalent, so its features do not depend on them.

use azulejo_rules::{Board, ByColour, Colour, Column, Line, Wall};

/// The maximum number of active features per board, including the shared ones.
pub const MAX_ACTIVE: usize = 30;

/// The number of supply levels; larger supplies share the last one.
const SUPPLY_STEPS: usize = 14;
const SCORE_STEPS: usize = 24;
const POINTS_PER_STEP: usize = 5;
const BAG_STEPS: usize = 21;
const ROUNDS: usize = 5;
/// The number of pairs of a line and a count of its missing (or present) tiles: 1 + 2 + 3 + 4.
const UNFINISHED: usize = 10;

/// The offset of each kind of feature, for one wall side.
#[derive(Clone, Copy, Debug)]
struct Layout {
    columns: usize,
    colours: usize,
    options: usize,
    supply: usize,
    score: usize,
    bag: usize,
    round: usize,
    end: usize,
}

/// The offset of each row's states, by its filled spaces.
type RowStarts = [[usize; 32]; 5];

const COLOURED_ROWS: (RowStarts, usize) = row_starts(true);
const GREY_ROWS: (RowStarts, usize) = row_starts(false);

/// A row with an empty line has one state. An unfinished line adds one per number of tiles and, on
/// the coloured wall, per open space it could be for.
const fn row_starts(coloured: bool) -> (RowStarts, usize) {
    let mut starts = [[0; 32]; 5];
    let mut next = 0;
    let mut row = 0;
    while row < 5 {
        let mut filled = 0;
        while filled < 32 {
            starts[row][filled] = next;
            let open = 5 - (filled as u32).count_ones() as usize;
            let kinds = if coloured { open } else { 1 };
            next += 1 + kinds * row;
            filled += 1;
        }
        row += 1;
    }
    (starts, next)
}

const fn layout(wall: Wall) -> Layout {
    let coloured = matches!(wall, Wall::Coloured);
    let columns = if coloured {
        COLOURED_ROWS.1
    } else {
        GREY_ROWS.1
    };
    let colours = columns + 160;
    let options = colours + if coloured { 160 } else { 12 };
    let supply = options + if coloured { 0 } else { 6 * UNFINISHED };
    let score = supply + UNFINISHED * SUPPLY_STEPS;
    let bag = score + SCORE_STEPS;
    let round = bag + if coloured { 5 * BAG_STEPS } else { BAG_STEPS };
    Layout {
        columns,
        colours,
        options,
        supply,
        score,
        bag,
        round,
        end: round + ROUNDS,
    }
}

/// Returns the number of features.
#[must_use]
pub const fn feature_count(wall: Wall) -> usize {
    layout(wall).end
}

/// Returns the first of the features that all boards of a round share; they come last.
#[must_use]
pub const fn first_shared_feature(wall: Wall) -> usize {
    layout(wall).bag
}

/// Calls `visit` with each feature of a board whose lines are tiled; the next deal is drawn from
/// `bag`.
pub fn for_each_board_feature(
    wall: Wall,
    bag: &ByColour<u8>,
    board: &Board,
    mut visit: impl FnMut(usize),
) {
    let layout = const { [layout(Wall::Coloured), layout(Wall::Grey)] }[wall as usize];
    let walls = board.wall_bits();
    for line in Line::ALL {
        let row = line.index();
        let filled = (walls >> (5 * row)) as usize & 31;
        let partial = board.line(line);
        visit(row_state(wall, line, filled, partial));
        visit(layout.columns + 32 * row + column_bits(walls, row));
        if let Some((colour, count)) = partial
            && row > 0
        {
            let missing = line.capacity() - count;
            if wall == Wall::Grey {
                let open = board.tiling_columns(wall, line).count_ones() as usize;
                visit(layout.options + 6 * unfinished(row, count) + open);
            }
            let supply = usize::from(bag[colour]).min(SUPPLY_STEPS - 1);
            visit(layout.supply + SUPPLY_STEPS * unfinished(row, missing) + supply);
        }
    }
    for colour in Colour::ALL {
        match wall {
            Wall::Coloured => {
                let shown = coloured_diagonal(walls, colour);
                visit(layout.colours + 32 * colour.index() + shown);
            }
            Wall::Grey => {
                let shown = Line::ALL
                    .into_iter()
                    .filter(|&row| board.row_shows(row, colour))
                    .count();
                let wanted = Line::ALL
                    .into_iter()
                    .any(|line| board.line(line).is_some_and(|(c, _)| c == colour));
                visit(layout.colours + 6 * usize::from(wanted) + shown);
            }
        }
    }
    let step = usize::from(board.score()) / POINTS_PER_STEP;
    visit(layout.score + step.min(SCORE_STEPS - 1));
}

/// Calls `visit` with each feature that all boards share after a round.
pub fn for_each_shared_feature(
    wall: Wall,
    bag: &ByColour<u8>,
    round: u16,
    mut visit: impl FnMut(usize),
) {
    let layout = layout(wall);
    for colour in Colour::ALL {
        let kind = match wall {
            Wall::Coloured => BAG_STEPS * colour.index(),
            Wall::Grey => 0,
        };
        visit(layout.bag + kind + usize::from(bag[colour]).min(BAG_STEPS - 1));
    }
    visit(layout.round + usize::from(round).clamp(1, ROUNDS) - 1);
}

/// Returns the index of a line (from the second) and a count from 1 to its capacity minus one.
const fn unfinished(row: usize, count: usize) -> usize {
    row * (row - 1) / 2 + count - 1
}

fn row_state(wall: Wall, line: Line, filled: usize, partial: Option<(Colour, usize)>) -> usize {
    let row = line.index();
    let starts = match wall {
        Wall::Coloured => &COLOURED_ROWS.0,
        Wall::Grey => &GREY_ROWS.0,
    };
    let slot = match partial {
        // A line of one space is never unfinished.
        Some((colour, count)) if row > 0 => {
            let kind = match wall {
                Wall::Coloured => open_rank(filled, Column::of(colour, line).index()),
                Wall::Grey => 0,
            };
            1 + kind * row + count - 1
        }
        _ => 0,
    };
    starts[row][filled] + slot
}

/// Returns the number of open spaces of a row before a column.
const fn open_rank(filled: usize, column: usize) -> usize {
    (!filled & ((1 << column) - 1)).count_ones() as usize
}

/// Returns the filled spaces of a column as bits, top row first.
const fn column_bits(walls: u32, column: usize) -> usize {
    // Gathers every fifth bit with one multiplication: bit 5i times 2^(20 - 4i) is bit 20 + i, and
    // no other pair of bits lands there or carries into it.
    const EVERY_FIFTH: u64 = 0x10_8421;
    const TOGETHER: u64 = 0x11_1110;
    let spread = (walls as u64 >> column) & EVERY_FIFTH;
    ((spread * TOGETHER) >> 20) as usize & 31
}

/// Returns the direct contribution of the rows and columns of a tiled board: a cheap estimate that
/// distinguishes the tilings of a grey wall.
pub(super) fn wall_estimate(wall: Wall, direct: &[i16], board: &Board) -> i32 {
    let layout = const { [layout(Wall::Coloured), layout(Wall::Grey)] }[wall as usize];
    let walls = board.wall_bits();
    Line::ALL
        .into_iter()
        .map(|line| {
            let row = line.index();
            let filled = (walls >> (5 * row)) as usize & 31;
            let in_row = direct[row_state(wall, line, filled, board.line(line))];
            let in_column = direct[layout.columns + 32 * row + column_bits(walls, row)];
            i32::from(in_row) + i32::from(in_column)
        })
        .sum()
}

/// Returns the rows of the coloured wall that show a colour, as bits.
fn coloured_diagonal(walls: u32, colour: Colour) -> usize {
    Line::ALL.into_iter().fold(0, |bits, line| {
        let cell = 5 * line.index() + Column::of(colour, line).index();
        bits | (walls as usize >> cell & 1) << line.index()
    })
}

/// Calls `visit` with pairs of feature and factor, and returns the number of factors.
///
/// Factors are simpler properties that features have in common, used in training only (NNUE feature
/// factorisation): the weight of a factor applies to every feature that has it, so rare features
/// learn from related ones. On export the factors are folded into the features.
pub fn for_each_factor(wall: Wall, mut visit: impl FnMut(usize, usize)) -> usize {
    const CELLS: usize = 0;
    const ROW_SETS: usize = CELLS + 25;
    const ROW_COUNTS: usize = ROW_SETS + 160;
    const COLUMN_COUNTS: usize = ROW_COUNTS + 30;
    const COLUMN_CELLS: usize = COLUMN_COUNTS + 30;
    const COLOUR_COUNTS: usize = COLUMN_CELLS + 25;
    const MISSING: usize = COLOUR_COUNTS + 30;
    const SUPPLIES: usize = MISSING + UNFINISHED;
    const PARTIALS: usize = SUPPLIES + SUPPLY_STEPS;
    let layout = layout(wall);
    let count = |set: usize| set.count_ones() as usize;
    for line in Line::ALL {
        let row = line.index();
        for set in 0..32 {
            let mut partials = vec![None];
            for colour in Colour::ALL {
                let open = set >> Column::of(colour, line).index() & 1 == 0;
                let counts = match wall {
                    Wall::Coloured => open,
                    // One colour represents all.
                    Wall::Grey => colour == Colour::ALL[0],
                };
                if counts {
                    partials.extend((1..line.capacity()).map(|n| Some((colour, n))));
                }
            }
            for partial in partials {
                let feature = row_state(wall, line, set, partial);
                visit(feature, ROW_SETS + 32 * row + set);
                visit(feature, ROW_COUNTS + 6 * row + count(set));
                for column in (0..5).filter(|column| set >> column & 1 == 1) {
                    visit(feature, CELLS + 5 * row + column);
                }
                if let Some((colour, n)) = partial {
                    let kind = match wall {
                        Wall::Coloured => Column::of(colour, line).index(),
                        Wall::Grey => 0,
                    };
                    visit(feature, PARTIALS + UNFINISHED * kind + unfinished(row, n));
                }
            }
            let column = layout.columns + 32 * row + set;
            visit(column, COLUMN_COUNTS + 6 * row + count(set));
            for cell in (0..5).filter(|cell| set >> cell & 1 == 1) {
                visit(column, COLUMN_CELLS + 5 * cell + row);
            }
            if wall == Wall::Coloured {
                let colour = layout.colours + 32 * row + set;
                visit(colour, COLOUR_COUNTS + 6 * row + count(set));
            }
        }
    }
    for missing in 0..UNFINISHED {
        for supply in 0..SUPPLY_STEPS {
            let feature = layout.supply + SUPPLY_STEPS * missing + supply;
            visit(feature, MISSING + missing);
            visit(feature, SUPPLIES + supply);
        }
    }
    PARTIALS + 5 * UNFINISHED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::random_tiling;
    use azulejo_rules::rng::FastRng;
    use azulejo_rules::{Phase, PlayerCount, Position, Seat};

    #[test]
    fn column_bits_match_the_wall() {
        for walls in (0..1 << 25).step_by(12_347).chain([(1 << 25) - 1]) {
            for column in 0..5 {
                let spaces = (0..5).filter(|row| walls >> (5 * row + column) & 1 == 1);
                let expected: usize = spaces.map(|row| 1 << row).sum();
                assert_eq!(
                    column_bits(walls, column),
                    expected,
                    "{walls:025b} {column}"
                );
            }
        }
    }

    /// Every board has features in range, at most the maximum, and exactly one per row, column and
    /// colour.
    #[test]
    fn features_are_in_range_and_occur_in_play() {
        for wall in Wall::ALL {
            let mut seen = vec![false; feature_count(wall)];
            let mut rng = FastRng::new(11);
            for _ in 0..3000 {
                let mut position = Position::new(wall, PlayerCount::Two, Seat::ALL[0]);
                while !matches!(position.phase(), Phase::Over) && position.round() < 12 {
                    match position.phase() {
                        Phase::Refill => {
                            let bag = position.bag();
                            for (_, board) in position.boards() {
                                let mut active = 0;
                                let mut note = |i: usize| {
                                    seen[i] = true;
                                    active += 1;
                                };
                                for_each_board_feature(wall, &bag, board, &mut note);
                                let round = position.round() - 1;
                                for_each_shared_feature(wall, &bag, round, &mut note);
                                assert!(active <= MAX_ACTIVE, "{active} features");
                            }
                            position.deal_at_random(&mut rng);
                        }
                        Phase::Offer => {
                            let m = position.legal_moves().choose(&mut rng);
                            position.play_unchecked(m);
                        }
                        _ => {
                            let seat = position.to_move();
                            for placement in &random_tiling(&position, seat, &mut rng) {
                                position.tile_unchecked(seat, *placement);
                            }
                            assert!(position.settle().is_ok() || position.phase() == Phase::Tiling);
                        }
                    }
                }
            }
            let reached = seen.iter().filter(|&&s| s).count();
            assert!(
                reached > feature_count(wall) / 2,
                "{reached} of {} features on the {wall} wall",
                feature_count(wall)
            );
        }
    }

    #[test]
    fn every_row_state_has_factors() {
        for wall in Wall::ALL {
            let mut factors = vec![0; feature_count(wall)];
            let count = for_each_factor(wall, |feature, _| factors[feature] += 1);
            for_each_factor(wall, |_, factor| assert!(factor < count));
            let rows = layout(wall).columns;
            assert!(factors[..rows].iter().all(|&n| n >= 2), "{wall}");
            // A full row has no unfinished line on the coloured wall.
            assert!(factors[..rows].iter().all(|&n| n <= 8), "{wall}");
        }
        assert_eq!(COLOURED_ROWS.1, 960);
        assert_eq!(GREY_ROWS.1, 480);
    }
}
