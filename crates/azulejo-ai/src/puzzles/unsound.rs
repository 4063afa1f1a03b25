//! The reasons against a puzzle.

use core::fmt;

/// The reason why a position is not a puzzle with the expected solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsound {
    /// There is neither a move nor a column to choose.
    NoChoice,
    /// There are too few different moves, or too few lines to tile.
    FewMoves,
    /// The round was not solved within the nodes.
    Unsolved,
    /// The second-best move is almost as good.
    Lead,
    /// The lead becomes too small after searched deals of the next round.
    Deals,
    /// The lead disappears after searched deals of the next round.
    Reversed,
    /// Another move is best, or other columns are.
    OtherMove,
    /// The best move depends on how the opponents play.
    Opponents,
}

impl Unsound {
    /// Returns whether the reason contradicts the solution, rather than calling it unclear.
    #[must_use]
    pub const fn contradicts(self) -> bool {
        matches!(self, Self::OtherMove | Self::Opponents | Self::Reversed)
    }
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoChoice => "there is neither a move nor a column to choose",
            Self::FewMoves => "there are too few different moves or lines",
            Self::Unsolved => "the round was not solved within the nodes",
            Self::Lead => "the second-best move is almost as good",
            Self::Deals => "the lead is too small after searched deals of the next round",
            Self::Reversed => "the lead disappears after searched deals of the next round",
            Self::OtherMove => "another solution is best",
            Self::Opponents => "the best move depends on how the opponents play",
        })
    }
}

impl core::error::Error for Unsound {}
