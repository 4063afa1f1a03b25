//! Puzzles: positions in which exactly one move, or one way of tiling the grey wall, is right.
//!
//! A [`Miner`] finds them in recorded games. "Right" never rests on the evaluator alone: in the last
//! round a puzzle is solved to the end of the game, and before it the best move must also win a
//! comparison over searched deals of the next round. With three and four players the move must be
//! right for two kinds of opponents. A [`Rater`] estimates the difficulty by letting the bots try.

mod columns;
mod kind;
mod mine;
mod rating;
mod round_end;
mod text;
mod unsound;

use azulejo_rules::{Move, Placement, Position};

pub use kind::{Kind, UnknownKind};
pub use mine::{Effort, Miner};
pub use rating::Rater;
pub use text::ParsePuzzleError;
pub use unsound::Unsound;

/// The most moves of the solver in a solution.
pub const MAX_SOLVER_MOVES: usize = 4;

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The kind.
    pub kind: Kind,
    /// The difficulty, on the Elo scale of the bots; 0 until it is rated.
    pub rating: i32,
    /// The position, with the solver to move or to tile.
    pub position: Position,
    /// The solution: the solver's move, the replies, the solver's next move, and so on. It ends with
    /// a move of the solver. Empty in a puzzle about [columns](Kind::Columns).
    pub line: Vec<Move>,
    /// The solution of a puzzle about columns: the solver's placements, top to bottom. Otherwise
    /// empty.
    pub columns: Vec<Placement>,
}

impl Puzzle {
    /// Returns the positions in which the solver moves, each with the right move.
    #[must_use]
    pub fn tasks(&self) -> Vec<(Position, Move)> {
        let solver = self.position.to_move();
        let mut position = self.position;
        let mut tasks = Vec::new();
        for &m in &self.line {
            if position.to_move() == solver {
                tasks.push((position, m));
            }
            position.play_unchecked(m);
        }
        tasks
    }
}

/// Returns whether two moves are the same up to a choice between factories with equal tiles.
#[must_use]
pub fn is_same_move(position: &Position, a: Move, b: Move) -> bool {
    use azulejo_rules::Source;
    let equal_sources = match (a.source(), b.source()) {
        (Source::Factory(a), Source::Factory(b)) => position.factory(a) == position.factory(b),
        (a, b) => a == b,
    };
    equal_sources && a.colour() == b.colour() && a.destination() == b.destination()
}
