//! The kinds of puzzles.

use core::fmt;
use core::str::FromStr;

use azulejo_rules::{Destination, Line, Move, Position, Source};

use crate::hint::{HintReason, reasons};

/// The most groups of tiles on offer in an [end of a round](Kind::EndOfRound).
const MAX_GROUPS_AT_END: usize = 6;
/// The least additional floor cost of a move that a player should [avoid](Kind::AvoidFloor).
const MIN_FLOOR_COST: u16 = 4;

/// The kind of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The game ends with this round; one move wins.
    LastRound,
    /// Taking tiles for the floor is best, although a line has room for them.
    TakeFloor,
    /// The second-best move costs more on the floor.
    AvoidFloor,
    /// The best move denies an opponent a line.
    Deny,
    /// Few groups of tiles are left.
    EndOfRound,
    /// None of the other kinds.
    BestMove,
    /// The round is over, and one way of tiling the grey wall is right.
    Columns,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::LastRound,
        Self::TakeFloor,
        Self::AvoidFloor,
        Self::Deny,
        Self::EndOfRound,
        Self::BestMove,
        Self::Columns,
    ];

    /// Returns the name in puzzle files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastRound => "last-round",
            Self::TakeFloor => "take-floor",
            Self::AvoidFloor => "avoid-floor",
            Self::Deny => "deny",
            Self::EndOfRound => "end-of-round",
            Self::BestMove => "best-move",
            Self::Columns => "columns",
        }
    }

    /// Returns the kind of a position in which `best` is right and `second` comes next.
    pub(super) fn of(position: &Position, best: Move, second: Move) -> Self {
        if ends_for_certain(position) {
            Self::LastRound
        } else if takes_floor_by_choice(position, best) {
            Self::TakeFloor
        } else if floor_cost(position, second) >= floor_cost(position, best) + MIN_FLOOR_COST {
            Self::AvoidFloor
        } else if denies(position, best) {
            Self::Deny
        } else if groups(position) <= MAX_GROUPS_AT_END {
            Self::EndOfRound
        } else {
            Self::BestMove
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error returned for an unknown kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown kind; the kinds are")?;
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            write!(f, "{} {kind}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownKind {}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or(UnknownKind)
    }
}

/// Returns whether the game ends with this round in any case: a complete line belongs to a row with
/// four tiles.
pub(super) fn ends_for_certain(position: &Position) -> bool {
    position.boards().any(|(_, board)| {
        Line::ALL.into_iter().any(|line| {
            let is_full = board
                .line(line)
                .is_some_and(|(_, count)| count == line.number());
            let filled = azulejo_rules::Column::ALL
                .into_iter()
                .filter(|&column| board.cell(line, column).is_some());
            is_full && filled.count() == 4 && has_space(position, board, line)
        })
    })
}

/// Returns whether the tile of a complete line fits into the last space of its row. On the coloured
/// wall it always does.
fn has_space(position: &Position, board: &azulejo_rules::Board, line: Line) -> bool {
    use azulejo_rules::{Column, Wall};
    if position.wall() == Wall::Coloured {
        return true;
    }
    let Some((colour, _)) = board.line(line) else {
        return false;
    };
    let free = Column::ALL
        .into_iter()
        .find(|&column| board.cell(line, column).is_none());
    free.is_some_and(|column| {
        Line::ALL
            .into_iter()
            .all(|row| board.cell(row, column) != Some(colour))
    })
}

fn takes_floor_by_choice(position: &Position, best: Move) -> bool {
    best.destination() == Destination::Floor
        && Line::ALL.into_iter().any(|line| {
            let to_line = Move::new(best.source(), best.colour(), Destination::Line(line));
            position.is_legal(to_line)
        })
}

/// Returns the additional floor cost of a move.
fn floor_cost(position: &Position, m: Move) -> u16 {
    position
        .preview(m)
        .map_or(0, |preview| preview.floor_cost.1 - preview.floor_cost.0)
}

fn denies(position: &Position, best: Move) -> bool {
    reasons(position, best)
        .iter()
        .any(|reason| matches!(reason, HintReason::Denies { .. }))
}

/// Returns the number of groups of tiles on offer.
fn groups(position: &Position) -> usize {
    let sources = position
        .factories()
        .map(|(factory, _)| Source::Factory(factory))
        .chain([Source::Centre]);
    sources
        .flat_map(|source| {
            let colours = azulejo_rules::Colour::ALL.into_iter();
            colours.filter(move |&colour| position.tiles_at(source, colour) > 0)
        })
        .count()
}
