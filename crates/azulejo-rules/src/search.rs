//! Board internals for search (feature `unstable-search`), exempt from semantic versioning.

use crate::{Board, Colour, Line, PlacementList, Wall};

/// Search internals (feature `unstable-search`), exempt from semantic versioning.
impl Board {
    /// Returns everything a move of the offer can change on a board as one word: within a round, two
    /// boards have the same word if and only if their lines and the number of occupied floor spaces are
    /// equal.
    #[inline]
    #[must_use]
    pub const fn offer_word(&self) -> u64 {
        self.lines_and_floor_len()
    }

    /// Deducts the floor's cost, clears the floor and returns the points lost.
    #[inline]
    pub fn charge_floor(&mut self) -> u16 {
        self.settle_floor()
    }

    /// Tiles all complete lines on the coloured wall, charges the floor, and returns true if a wall
    /// row is complete.
    pub fn finish_round_coloured(&mut self) -> bool {
        self.tile_all_coloured();
        self.settle_floor();
        self.has_complete_row()
    }

    /// Returns the board with a line completed in a colour, or `None` if the line does not accept it.
    #[must_use]
    pub fn with_line_completed(&self, line: Line, colour: Colour) -> Option<Self> {
        let mut board = *self;
        board.add_tiles(line.index(), colour.index(), self.room(line) as u32);
        self.accepts(line, colour).then_some(board)
    }

    /// Calls `visit` for every way to tile the complete lines, with the resulting board before its
    /// floor is charged. There is at least one way, and exactly one on the coloured wall.
    pub fn for_each_tiling(&self, wall: Wall, visit: &mut impl FnMut(&PlacementList, Self)) {
        self.visit_tilings(wall, &mut PlacementList::new(), visit);
    }
}
