//! Ways to play that lead to rare positions, each by a wish and with some noise.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    Board, Colour, Column, Destination, Line, Move, Placement, PlacementTarget, Position, Source,
};

/// What a player wishes for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    /// Nothing: every move is as good as another.
    Uniform,
    /// Everything to the floor, from factories first, so that the marker finds full floors.
    Floor,
    /// The centre whenever it has tiles.
    Centre,
    /// One line above all.
    Line(Line),
    /// Complete lines, without waste, where the wall row is fullest.
    Rows,
    /// Lines whose tile has few spaces left on the grey wall, and columns that take others away.
    Block,
    /// Nothing to the lid: no waste, and no complete line past the first.
    Hoard,
}

impl Policy {
    /// Draws a policy.
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

    /// The move to play.
    pub(crate) fn choose_move(self, position: &Position, rng: &mut FastRng) -> Move {
        let list = position.legal_moves();
        if below(rng, 8) == 0 {
            return list.choose(rng);
        }
        best(&list, rng, |&m| self.value(position, m))
    }

    /// The placement to make.
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
            let crowd = Line::ALL
                .into_iter()
                .filter(|&row| board.cell(row, column).is_some());
            match self {
                Self::Block => crowd.count() as i32,
                Self::Rows => i32::from(board.points_at(placement.line, column).total()),
                _ => 0,
            }
        })
    }

    /// How much a move is wished for.
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

/// How many spaces the grey wall has for a colour in a row.
fn open_spaces(board: &Board, row: Line, colour: Colour) -> i32 {
    let open =
        |&column: &Column| board.cell(row, column).is_none() && !board.column_shows(column, colour);
    Column::ALL.into_iter().filter(open).count() as i32
}

/// One of the best of several, each of those as likely as another.
fn best<T: Copy>(items: &[T], rng: &mut FastRng, value: impl Fn(&T) -> i32) -> T {
    let values: Vec<i32> = items.iter().map(value).collect();
    let highest = values.iter().max().expect("something to choose from");
    let ties: Vec<T> = items
        .iter()
        .zip(&values)
        .filter(|(_, v)| *v == highest)
        .map(|(&item, _)| item)
        .collect();
    ties[below(rng, ties.len() as u32) as usize]
}
