//! Compact descriptions of teaching positions: tiles that are not shown are in the bag or the lid.

use anyhow::{Context, Result};
use azulejo_protocol::happening::{TableEvent, table_events};
use azulejo_protocol::table::TableView;
use azulejo_rules::{Colour, Event, Position, TILES_PER_COLOUR};
use serde::Serialize;

/// A step: its events, and the table after it.
#[derive(Serialize)]
pub(crate) struct ShownStep {
    pub(crate) events: Vec<TableEvent>,
    pub(crate) table: TableView,
}

impl ShownStep {
    pub(crate) fn after(events: &[Event], position: &Position) -> Self {
        Self {
            events: table_events(events),
            table: TableView::of(position),
        }
    }
}

/// A two-player position with seat 1 to move, in the parts of the text notation.
pub(crate) struct Study {
    /// `c` or `g`.
    pub(crate) wall: char,
    pub(crate) round: u16,
    pub(crate) factories: &'static str,
    pub(crate) centre: &'static str,
    /// The boards, `score;lines;wall;floor`.
    pub(crate) boards: [&'static str; 2],
}

/// Empty factories.
pub(crate) const NO_FACTORIES: &str = "-/-/-/-/-";

/// An empty board.
pub(crate) const FRESH: &str = "0;-/-/-/-/-;...../...../...../...../.....;-";

impl Study {
    /// Returns the position, with the tiles discarded for the walls in the lid and all others in the bag.
    pub(crate) fn position(&self) -> Result<Position> {
        let [bag, lid] = self.supply();
        let text = format!(
            "{}2 {} 1>1 {} {} {bag} {lid} {} {}",
            self.wall, self.round, self.factories, self.centre, self.boards[0], self.boards[1]
        );
        text.parse()
            .with_context(|| format!("illegal position: {text}"))
    }

    fn supply(&self) -> [String; 2] {
        let mut left = Colour::ALL.map(|colour| {
            let places = [self.factories, self.centre, self.boards[0], self.boards[1]];
            let shown: usize = places.iter().map(|text| letters(text, colour)).sum();
            usize::from(TILES_PER_COLOUR).saturating_sub(shown)
        });
        let mut lid = [0; 5];
        for board in self.boards {
            for (row, text) in board.split(';').nth(2).unwrap_or("").split('/').enumerate() {
                for (i, colour) in Colour::ALL.into_iter().enumerate() {
                    // A tile in row 4 came from a line of four; the other three are in the lid.
                    let spent = (letters(text, colour) * row).min(left[i]);
                    lid[i] += spent;
                    left[i] -= spent;
                }
            }
        }
        [left, lid].map(|counts| counts.map(|n| n.to_string()).join(","))
    }
}

fn letters(text: &str, colour: Colour) -> usize {
    let letter = colour.to_string();
    text.matches(&letter).count()
}
