//! One player's board: score, pattern lines, wall and floor line, in 32 bytes.

use crate::floor::Floor;
use crate::letters::Letters;
use crate::{Colour, Column, Line, Placement, PlacementTarget, Wall};

/// Scores are printed with at most three digits; a score that would pass this stays here.
pub const SCORE_LIMIT: u16 = 999;

/// One player's board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// For each colour a byte: in its upper five bits the set of lines that would take a tile of it
    /// now. Kept up to date by every change, so that move generation only reads it.
    accepts: u64,
    /// For each line six bits: the room left in bits 0-2, the colour it holds plus one in bits 3-5.
    lines: u32,
    /// The filled spaces of the wall, bit `5 * row + column`.
    occupied: u32,
    floor: Floor,
    score: u16,
    /// For each row, three bits a column: the tile's colour plus one.
    cells: [u16; 5],
}

/// The points of one tile placed on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TilePoints {
    /// The length of the horizontal run through the tile, itself included.
    pub row_run: u8,
    /// The length of the vertical run through the tile, itself included.
    pub column_run: u8,
}

impl TilePoints {
    /// The row's part of the points: a run of one scores nothing.
    #[must_use]
    pub const fn row(self) -> u16 {
        if self.row_run > 1 {
            self.row_run as u16
        } else {
            0
        }
    }

    /// The column's part of the points: a run of one scores nothing.
    #[must_use]
    pub const fn column(self) -> u16 {
        if self.column_run > 1 {
            self.column_run as u16
        } else {
            0
        }
    }

    /// The points: both runs, or 1 for a tile that stands alone.
    #[must_use]
    pub const fn total(self) -> u16 {
        let runs = self.row() + self.column();
        if runs == 0 { 1 } else { runs }
    }
}

/// The bonuses at the end of the game, as counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bonuses {
    /// Complete horizontal rows, 2 points each.
    pub rows: u8,
    /// Complete columns, 7 points each.
    pub columns: u8,
    /// Colours with all five tiles on the wall, 10 points each.
    pub colours: u8,
}

impl Bonuses {
    /// What they are worth.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.row_points() + self.column_points() + self.colour_points()
    }

    /// What the rows are worth.
    #[must_use]
    pub const fn row_points(self) -> u16 {
        2 * self.rows as u16
    }

    /// What the columns are worth.
    #[must_use]
    pub const fn column_points(self) -> u16 {
        7 * self.columns as u16
    }

    /// What the colours are worth.
    #[must_use]
    pub const fn colour_points(self) -> u16 {
        10 * self.colours as u16
    }
}

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Self = Self {
        accepts: EACH_BYTE * 0xF8,
        lines: EMPTY_LINES,
        occupied: 0,
        floor: Floor::new(),
        score: 0,
        cells: [0; 5],
    };

    /// The score so far.
    #[must_use]
    pub const fn score(&self) -> u16 {
        self.score
    }

    /// The colour and number of the tiles on a line, or nothing for an empty one.
    #[must_use]
    pub const fn line(&self, line: Line) -> Option<(Colour, usize)> {
        let field = self.lines >> (6 * line.0) & 63;
        match Colour::from_index((field as usize >> 3).wrapping_sub(1)) {
            Some(colour) => Some((colour, line.capacity() - (field as usize & 7))),
            None => None,
        }
    }

    /// How many more tiles a line takes.
    #[must_use]
    pub const fn room(&self, line: Line) -> usize {
        self.lines as usize >> (6 * line.0) & 7
    }

    /// Whether a line is complete.
    #[must_use]
    pub const fn is_complete(&self, line: Line) -> bool {
        self.room(line) == 0
    }

    /// The complete lines, from top to bottom.
    pub fn complete_lines(&self) -> impl Iterator<Item = Line> + '_ {
        Line::ALL.into_iter().filter(|&line| self.is_complete(line))
    }

    /// The topmost complete line.
    #[must_use]
    pub fn topmost_complete_line(&self) -> Option<Line> {
        let full = self.full_lines();
        (full != 0).then(|| Line((full.trailing_zeros() / 6) as u8))
    }

    /// The tile on a space of the wall.
    #[must_use]
    pub const fn cell(&self, row: Line, column: Column) -> Option<Colour> {
        let code = self.cells[row.index()] >> (3 * column.0) & 7;
        Colour::from_index((code as usize).wrapping_sub(1))
    }

    /// The filled spaces of the wall as a set: bit `5 * row + column`, both from 0.
    #[must_use]
    pub const fn wall_bits(&self) -> u32 {
        self.occupied
    }

    /// The floor line.
    #[must_use]
    pub const fn floor(&self) -> Floor {
        self.floor
    }

    /// Whether a line would take tiles of a colour.
    #[must_use]
    pub const fn accepts(&self, line: Line, colour: Colour) -> bool {
        self.accepts >> (8 * colour.index() + 3 + line.index()) & 1 == 1
    }

    /// Whether a wall row shows a colour.
    #[must_use]
    pub fn row_shows(&self, row: Line, colour: Colour) -> bool {
        Column::ALL
            .into_iter()
            .any(|column| self.cell(row, column) == Some(colour))
    }

    /// Whether a wall column shows a colour.
    #[must_use]
    pub fn column_shows(&self, column: Column, colour: Colour) -> bool {
        Line::ALL
            .into_iter()
            .any(|row| self.cell(row, column) == Some(colour))
    }

    /// Whether some wall row is complete, which ends the game.
    #[must_use]
    pub const fn has_complete_row(&self) -> bool {
        complete_rows(self.occupied) != 0
    }

    /// The columns in which a complete line may put its tile, as a set of bits. Empty when there is
    /// none, which can happen on the grey wall only.
    #[must_use]
    pub fn tiling_columns(&self, wall: Wall, line: Line) -> u8 {
        let Some((colour, _)) = self.line(line) else {
            return 0;
        };
        match wall {
            Wall::Coloured => 1 << Column::of(colour, line).0,
            Wall::Grey => {
                let free = !(self.occupied >> (5 * line.0)) as u8 & 31;
                Column::ALL
                    .into_iter()
                    .filter(|&column| self.column_shows(column, colour))
                    .fold(free, |free, column| free & !(1 << column.0))
            }
        }
    }

    /// The runs through a space of the wall if it were filled.
    #[inline]
    #[must_use]
    pub fn points_at(&self, row: Line, column: Column) -> TilePoints {
        let filled = self.occupied | 1 << (5 * row.0 + column.0);
        let in_row = filled >> (5 * row.0) & 31;
        TilePoints {
            row_run: RUN[in_row as usize][column.index()],
            column_run: RUN[column_bits(filled, column)][row.index()],
        }
    }

    /// The bonuses that the wall would bring now.
    #[must_use]
    pub fn bonuses(&self) -> Bonuses {
        let w = self.occupied;
        let columns = w & w >> 5 & w >> 10 & w >> 15 & w >> 20 & 31;
        let full_colour = |colour| Line::ALL.into_iter().all(|row| self.row_shows(row, colour));
        Bonuses {
            rows: complete_rows(w).count_ones() as u8,
            columns: columns.count_ones() as u8,
            colours: Colour::ALL.into_iter().filter(|&c| full_colour(c)).count() as u8,
        }
    }

    /// Tiles all complete lines on the coloured wall and charges the floor, as the end of a round
    /// does; gives whether a wall row is complete then.
    pub fn finish_round_coloured(&mut self) -> bool {
        let full = self.full_lines();
        for row in 0..5 {
            if full >> (6 * row) & 1 == 1 {
                self.tile_coloured(row);
            }
        }
        self.charge_floor();
        self.has_complete_row()
    }

    /// The board with a line filled up with a colour, if the line takes it.
    #[must_use]
    pub fn with_line_completed(&self, line: Line, colour: Colour) -> Option<Self> {
        let mut board = *self;
        board.add_tiles(line.index(), colour.index(), self.room(line) as u32);
        self.accepts(line, colour).then_some(board)
    }

    /// What a move of the offer can change on a board, as one word: equal for two boards of one
    /// round exactly when their lines and the number of taken floor spaces are.
    #[inline]
    #[must_use]
    pub const fn offer_word(&self) -> u64 {
        self.lines as u64 | (self.floor.len() as u64) << 32
    }

    // What follows changes the board; only a position calls it, with what the rules allow.

    #[inline]
    pub(crate) const fn accepts_bits(&self) -> u64 {
        self.accepts
    }

    /// A bit for each complete line, at the lowest bit of its field.
    #[inline]
    pub(crate) const fn full_lines(&self) -> u32 {
        let l = self.lines;
        !(l | l >> 1 | l >> 2) & EACH_LINE
    }

    #[inline]
    pub(crate) fn take_marker(&mut self) {
        self.floor.push_marker();
    }

    /// Puts tiles on a line (or the floor, as destination 5); what does not fit falls to the floor.
    ///
    /// The floor needs no case of its own: its field lies past the end of `lines`, so its room
    /// reads as 0 and what is written there is cut off.
    #[inline]
    pub(crate) fn add_tiles(&mut self, to: usize, colour: usize, count: u32) {
        let lines = u64::from(self.lines);
        let shift = 6 * to;
        let room = (lines >> shift) as u32 & 7;
        let placed = count.min(room);
        let field = (colour as u64 + 1) << 3;
        self.lines = ((lines - (u64::from(placed) << shift)) | field << shift) as u32;
        let still_open = if placed < room { 1 << 3 } else { 0 };
        self.accepts = self.accepts & !(EACH_BYTE << 3 << to) | still_open << (8 * colour + to);
        if count > placed {
            self.floor.push(colour, count - placed);
        }
    }

    /// Moves the tile of a complete line to its space on the coloured wall and scores it.
    #[inline]
    pub(crate) fn tile_coloured(&mut self, row: usize) {
        let code = self.lines >> (6 * row + 3) & 7;
        let column = COLOURED_COLUMN[row][code as usize];
        let row_bits = self.fill_and_score(row, usize::from(column), code);
        self.accepts |= COLOURED_ACCEPTS[row][row_bits];
    }

    /// Moves the tile of a complete line to a space of the wall, either side, and scores it.
    fn tile_any(&mut self, row: Line, column: Column) {
        let code = self.lines >> (6 * row.0 + 3) & 7;
        self.fill_and_score(row.index(), column.index(), code);
        self.reopen(row);
    }

    /// Makes a placement.
    pub(crate) fn tile_to(&mut self, placement: Placement) {
        match placement.target {
            PlacementTarget::Column(column) => self.tile_any(placement.line, column),
            PlacementTarget::Floor => self.drop_line(placement.line),
        }
    }

    /// Moves all tiles of a complete line to the floor, as the grey wall demands when no space of
    /// the row is legal.
    fn drop_line(&mut self, line: Line) {
        let colour = (self.lines as usize >> (6 * line.0 + 3) & 7) - 1;
        self.clear_line(line.index());
        self.floor.push(colour, line.capacity() as u32);
        self.reopen(line);
    }

    /// Charges the floor and clears it; gives what was lost.
    #[inline]
    pub fn charge_floor(&mut self) -> u16 {
        let lost = self.floor.cost().min(self.score);
        self.score -= lost;
        self.floor = Floor::new();
        lost
    }
}

impl Board {
    /// Fills a space, scores it and clears the line; gives the row's filled spaces.
    #[inline]
    fn fill_and_score(&mut self, row: usize, column: usize, code: u32) -> usize {
        self.occupied |= 1 << (5 * row + column);
        self.cells[row] |= (code as u16) << (3 * column);
        let row_bits = (self.occupied >> (5 * row)) as usize & 31;
        let in_column = column_bits(self.occupied, Column(column as u8));
        let runs = u16::from(RUN_POINTS[row_bits][column]) + u16::from(RUN_POINTS[in_column][row]);
        self.score = (self.score + runs.max(1)).min(SCORE_LIMIT);
        self.clear_line(row);
        row_bits
    }

    #[inline]
    fn clear_line(&mut self, line: usize) {
        let shift = 6 * line;
        self.lines = self.lines & !(63 << shift) | (line as u32 + 1) << shift;
    }

    /// Lets an empty line take every colour that its wall row does not show.
    fn reopen(&mut self, line: Line) {
        for colour in Colour::ALL {
            if !self.row_shows(line, colour) {
                self.accepts |= 1 << (8 * colour.index() + 3 + line.index());
            }
        }
    }

    /// Builds a board from its parts, which the caller has checked.
    pub(crate) fn from_parts(
        score: u16,
        lines: [Option<(Colour, usize)>; 5],
        cells: [[Option<Colour>; 5]; 5],
        floor: Floor,
    ) -> Self {
        let mut board = Self {
            score,
            floor,
            accepts: 0,
            ..Self::EMPTY
        };
        for row in Line::ALL {
            for column in Column::ALL {
                if let Some(colour) = cells[row.index()][column.index()] {
                    board.occupied |= 1 << (5 * row.0 + column.0);
                    board.cells[row.index()] |= (colour as u16 + 1) << (3 * column.0);
                }
            }
            board.reopen(row);
        }
        // The floor was put in place already, and lines are never overfull, so nothing spills.
        for (line, held) in lines.into_iter().enumerate() {
            if let Some((colour, count)) = held {
                board.add_tiles(line, colour.index(), count as u32);
            }
        }
        board
    }

    /// What else there is on the board, for hashes.
    pub(crate) fn rest_words(&self) -> [u64; 3] {
        let cells = self
            .cells
            .iter()
            .fold(0_u128, |word, &row| word << 16 | u128::from(row));
        [
            cells as u64,
            (cells >> 64) as u64 | u64::from(self.score) << 32,
            self.floor.code(),
        ]
    }

    /// How many tiles of each colour lie on the board, as five bytes.
    pub(crate) fn tiles(&self) -> u64 {
        // An empty line shifts its count of nothing, so it needs no case of its own.
        let mut counts = 0;
        for line in 0..5 {
            let field = u64::from(self.lines >> (6 * line));
            counts += (line + 1 - (field & 7)) << ((field & 0x38).saturating_sub(8));
        }
        let mut filled = self.occupied;
        while filled != 0 {
            let space = filled.trailing_zeros() as usize;
            let code = self.cells[space / 5] >> (3 * (space % 5)) & 7;
            counts += 1 << (8 * (code - 1));
            filled &= filled - 1;
        }
        for tile in self.floor.tiles() {
            if let crate::FloorTile::Tile(colour) = tile {
                counts += 1 << (8 * colour.index());
            }
        }
        counts
    }
}

/// The complete rows, as a bit each at the row's first space.
const fn complete_rows(wall: u32) -> u32 {
    const FIRST_COLUMN: u32 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;
    wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & FIRST_COLUMN
}

/// The filled spaces of a column, row 1 lowest. The product brings the five bits, which lie five
/// apart, side by side; no two of its terms meet.
#[inline]
const fn column_bits(wall: u32, column: Column) -> usize {
    const FIRST_COLUMN: u64 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;
    const GATHER: u64 = 1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4;
    let bits = (wall >> column.0) as u64 & FIRST_COLUMN;
    ((bits * GATHER) >> 20) as usize & 31
}

/// Room for 1 to 5 tiles and no colour.
const EMPTY_LINES: u32 = 1 | 2 << 6 | 3 << 12 | 4 << 18 | 5 << 24;
const EACH_LINE: u32 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24;
const EACH_BYTE: u64 = 0x01_0101_0101;

/// For five spaces in a row or column: the length of the unbroken run through each filled one.
const RUN: [[u8; 8]; 32] = {
    let mut table = [[0; 8]; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut at = 0;
        while at < 5 {
            if bits >> at & 1 == 1 {
                let mut first = at;
                while first > 0 && bits >> (first - 1) & 1 == 1 {
                    first -= 1;
                }
                let mut end = at + 1;
                while end < 5 && bits >> end & 1 == 1 {
                    end += 1;
                }
                table[bits][at] = (end - first) as u8;
            }
            at += 1;
        }
        bits += 1;
    }
    table
};

/// The points for a run: its length, but nothing for a run of one.
const RUN_POINTS: [[u8; 8]; 32] = {
    let mut table = RUN;
    let mut bits = 0;
    while bits < 32 {
        let mut at = 0;
        while at < 5 {
            if table[bits][at] == 1 {
                table[bits][at] = 0;
            }
            at += 1;
        }
        bits += 1;
    }
    table
};

/// The column of a colour (plus one) in a row of the coloured wall.
const COLOURED_COLUMN: [[u8; 8]; 5] = {
    let mut table = [[0; 8]; 5];
    let mut row = 0;
    while row < 5 {
        let mut colour = 0;
        while colour < 5 {
            table[row][colour + 1] = ((colour + row) % 5) as u8;
            colour += 1;
        }
        row += 1;
    }
    table
};

/// For a row of the coloured wall and its filled spaces: the bits of `accepts` for the colours that
/// are not there.
const COLOURED_ACCEPTS: [[u64; 32]; 5] = {
    let mut table = [[0; 32]; 5];
    let mut row = 0;
    while row < 5 {
        let mut bits = 0;
        while bits < 32 {
            let mut colour = 0;
            while colour < 5 {
                if bits >> ((colour + row) % 5) & 1 == 0 {
                    table[row][bits] |= 1 << (8 * colour + 3 + row);
                }
                colour += 1;
            }
            bits += 1;
        }
        row += 1;
    }
    table
};

impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl core::fmt::Display for Board {
    /// The board's field in a position's text.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = Letters::new(f);
        self.write(&mut text)?;
        text.finish()
    }
}

impl Board {
    pub(crate) fn write(&self, text: &mut Letters<'_, '_>) -> core::fmt::Result {
        text.number(self.score)?;
        text.push(';')?;
        for line in Line::ALL {
            if line.0 > 0 {
                text.push('/')?;
            }
            match self.line(line) {
                None => text.push('-')?,
                Some((colour, count)) => {
                    (0..count).try_for_each(|_| text.push(colour.letter()))?;
                }
            }
        }
        for row in Line::ALL {
            text.push(if row.0 == 0 { ';' } else { '/' })?;
            for column in Column::ALL {
                text.push(self.cell(row, column).map_or('.', Colour::letter))?;
            }
        }
        text.push(';')?;
        self.floor.write(text)
    }
}
