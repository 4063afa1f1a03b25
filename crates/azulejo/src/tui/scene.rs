//! The contents of a table screen as data, complete for drawing.

use azulejo_rules::{
    Board, Colour, Column, Line, Move, MovePreview, PlacementList, Position, Seat, Source,
    TilePoints,
};

pub(crate) use crate::host::{StyledText, Tone};
use crate::words::Names;

/// One of several choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) key: String,
    pub(crate) text: String,
    pub(crate) is_legal: bool,
    pub(crate) is_chosen: bool,
}

/// The panel under the boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Panel {
    pub(crate) messages: Vec<StyledText>,
    pub(crate) choices: Vec<Choice>,
    /// Preformatted lines, which must not be wrapped.
    pub(crate) fixed: Vec<StyledText>,
    /// Whether the panel may also cover the log.
    pub(crate) is_large: bool,
}

/// A previewed move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ghost {
    pub(crate) seat: Seat,
    pub(crate) m: Move,
    pub(crate) preview: MovePreview,
    /// The player's score change if the round ended after it.
    pub(crate) change: i32,
}

/// Columns that are being chosen.
#[derive(Clone, Debug)]
pub(crate) struct Choosing<'a> {
    pub(crate) seat: Seat,
    /// The board including the choices made so far.
    pub(crate) board: &'a Board,
    /// The cells of those choices.
    pub(crate) made: Vec<(Line, Column)>,
    /// The next choice: its colour and the possible columns.
    pub(crate) next: Option<(Colour, PlacementList)>,
    pub(crate) cursor: Option<Column>,
}

/// A tile that was just scored, with its runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Highlight {
    pub(crate) seat: Seat,
    pub(crate) line: Line,
    pub(crate) column: Column,
    pub(crate) points: TilePoints,
}

/// The contents of a table screen.
pub(crate) struct Scene<'a> {
    pub(crate) position: &'a Position,
    pub(crate) names: &'a Names,
    /// The player to move.
    pub(crate) active: Option<Seat>,
    /// The selected tiles.
    pub(crate) picked: Option<(Source, Option<Colour>)>,
    /// Whether each line, and the floor, is a legal destination for them.
    pub(crate) open_lines: [bool; 6],
    pub(crate) ghost: Option<Ghost>,
    pub(crate) choosing: Option<Choosing<'a>>,
    pub(crate) highlight: Option<Highlight>,
    pub(crate) panel: Panel,
    pub(crate) log: &'a [StyledText],
    /// The number of paragraphs scrolled off the end of the log.
    pub(crate) log_scroll: usize,
    /// The current input.
    pub(crate) prompt: String,
    /// Tags beside the names, by seat.
    pub(crate) tags: Vec<Option<StyledText>>,
    /// Key hints, the most important first.
    pub(crate) keys: Vec<(&'static str, String)>,
}

impl Scene<'_> {
    /// The seats in display order: the reader's own first.
    pub(crate) fn order(&self) -> Vec<Seat> {
        let first = self.names.you.unwrap_or(Seat::ALL[0]);
        first.clockwise(self.position.players()).collect()
    }
}
