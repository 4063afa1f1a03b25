//! Move-selection policies that lead to rare positions, with some noise.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    Board, Colour, Column, Destination, Line, Move, Placement, PlacementTarget, Position, Source,
};

/// How a player chooses moves and placements.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    /// Uniformly at random.
    Uniform,
    /// Prefers the floor, and factories over the centre, so that the marker meets full floors.
    Floor,
    /// Prefers the centre.
    Centre,
    /// Prefers one line.
    Line(Line),
    /// Completes lines without waste, preferably those whose wall row is fullest.
    Rows,
    /// Prefers lines with few legal spaces left on the grey wall, and crowded columns.
    Block,
    /// Keeps tiles out of the lid: avoids waste and complete lines other than the first.
    Hoard,
}

impl Policy {
    /// Returns a random policy.
    pub(crate) fn random(rng: &mut FastRng) -> Self {
        match below(rng, 12) {
            0..=2 => Self::Uniform,
            3 => Self::Floor,
            4 => Self::Centre,
            5 => Self::Line(Line::ALL[below(rng, 5) as usize]),
            6 | 7 => Self::Rows,
            8 => Self::Block,
            _ => Self::Hoard,
        }
    }

    /// Chooses a move; at random in one of eight cases.
    pub(crate) fn choose_move(self, position: &Position, rng: &mut FastRng) -> Move {
        let list = position.legal_moves();
        if below(rng, 8) == 0 {
            return list.choose(rng);
        }
        best(&list, rng, |&m| self.value(position, m))
    }

    /// Chooses a placement.
    pub(crate) fn choose_placement(
        self,
        board: &Board,
        choices: &[Placement],
        rng: &mut FastRng,
    ) -> Placement {
        best(choices, rng, |placement| {
            let PlacementTarget::Column(column) = placement.target else {
                return 0;
            };
            let occupied = Line::ALL
                .into_iter()
                .filter(|&row| board.cell(row, column).is_some());
            match self {
                Self::Block => occupied.count() as i32,
                Self::Rows => i32::from(board.points_at(placement.line, column).total()),
                _ => 0,
            }
        })
    }

    /// Rates a move.
    fn value(self, position: &Position, m: Move) -> i32 {
        let from_centre = m.source() == Source::Centre;
        let Destination::Line(line) = m.destination() else {
            return match self {
                Self::Uniform => 0,
                Self::Floor => 100 - i32::from(from_centre),
                Self::Centre => 100 * i32::from(from_centre) - 1,
                _ => -100,
            };
        };
        let tiles = match m.source() {
            Source::Factory(factory) => position.factory(factory),
            Source::Centre => position.centre(),
        };
        let board = position.board(position.to_move());
        let left = board.room(line) as i32 - i32::from(tiles[m.colour()]);
        let filled = Column::ALL
            .into_iter()
            .filter(|&c| board.cell(line, c).is_some())
            .count();
        match self {
            Self::Uniform | Self::Floor => 0,
            Self::Centre => 100 * i32::from(from_centre),
            Self::Line(wanted) => 100 * i32::from(line == wanted),
            Self::Rows if left == 0 => 50 + filled as i32,
            Self::Rows => -left.abs() + filled as i32,
            Self::Block => 10 - open_spaces(board, line, m.colour()),
            Self::Hoard if left < 0 => 10 * left,
            Self::Hoard => i32::from(left > 0 || line.number() == 1),
        }
    }
}

/// Counts the legal spaces for a colour in a row of the grey wall.
fn open_spaces(board: &Board, row: Line, colour: Colour) -> i32 {
    let open =
        |&column: &Column| board.cell(row, column).is_none() && !board.column_shows(column, colour);
    Column::ALL.into_iter().filter(open).count() as i32
}

/// Returns one of the highest-rated items, each with the same probability.
fn best<T: Copy>(items: &[T], rng: &mut FastRng, value: impl Fn(&T) -> i32) -> T {
    let values: Vec<i32> = items.iter().map(value).collect();
    let highest = values.iter().max().expect("at least one item");
    let ties: Vec<T> = items
        .iter()
        .zip(&values)
        .filter(|(_, v)| *v == highest)
        .map(|(&item, _)| item)
        .collect();
    ties[below(rng, ties.len() as u32) as usize]
}
