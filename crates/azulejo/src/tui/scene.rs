//! What a table on the screen shows, as data: the drawing needs nothing else.

use azulejo_rules::{
    Board, Colour, Column, Line, Move, MovePreview, PlacementList, Position, Seat, Source,
    TilePoints,
};

pub(crate) use crate::host::{StyledText, Tone};
use crate::words::Names;

/// One of several things to choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) key: String,
    pub(crate) text: String,
    pub(crate) is_legal: bool,
    pub(crate) is_chosen: bool,
}

/// What stands under the boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Panel {
    pub(crate) said: Vec<StyledText>,
    pub(crate) choices: Vec<Choice>,
    /// Lines that are already laid out and must not be broken.
    pub(crate) fixed: Vec<StyledText>,
    /// Whether it may also take the place of the log.
    pub(crate) is_large: bool,
}

/// A move that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ghost {
    pub(crate) seat: Seat,
    pub(crate) m: Move,
    pub(crate) preview: MovePreview,
    /// What the round would bring the player after it.
    pub(crate) change: i32,
}

/// Columns that are being chosen.
#[derive(Clone, Debug)]
pub(crate) struct Choosing<'a> {
    pub(crate) seat: Seat,
    /// The board with the choices made so far.
    pub(crate) board: &'a Board,
    /// Where they lie.
    pub(crate) made: Vec<(Line, Column)>,
    /// What is to be chosen next: its colour and the possible columns.
    pub(crate) next: Option<(Colour, PlacementList)>,
    pub(crate) cursor: Option<Column>,
}

/// A tile that was just scored, with its runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lit {
    pub(crate) seat: Seat,
    pub(crate) line: Line,
    pub(crate) column: Column,
    pub(crate) points: TilePoints,
}

/// A table on the screen.
pub(crate) struct Scene<'a> {
    pub(crate) position: &'a Position,
    pub(crate) names: &'a Names,
    /// Whose turn it is.
    pub(crate) active: Option<Seat>,
    /// The tiles that are chosen.
    pub(crate) picked: Option<(Source, Option<Colour>)>,
    /// The lines that the player to move could put them on, and the floor.
    pub(crate) open_lines: [bool; 6],
    pub(crate) ghost: Option<Ghost>,
    pub(crate) choosing: Option<Choosing<'a>>,
    pub(crate) lit: Option<Lit>,
    pub(crate) panel: Panel,
    pub(crate) log: &'a [StyledText],
    /// How many paragraphs of the log's end are scrolled away.
    pub(crate) log_scroll: usize,
    /// What is typed so far.
    pub(crate) prompt: String,
    /// What stands beside the names, by seat.
    pub(crate) tags: Vec<Option<StyledText>>,
    /// Keys and what they do, the most important first.
    pub(crate) keys: Vec<(&'static str, String)>,
}

impl Scene<'_> {
    /// The seats in the order in which their boards are shown: the reader's own first.
    pub(crate) fn order(&self) -> Vec<Seat> {
        let first = self.names.you.unwrap_or(Seat::ALL[0]);
        first.clockwise(self.position.players()).collect()
    }
}
