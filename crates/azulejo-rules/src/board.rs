//! One player's board: score, pattern lines, wall and floor line, in 32 bytes.

use crate::floor::Floor;
use crate::text_buffer::TextBuffer;
use crate::{Colour, Column, FloorTile, Line, Placement, PlacementTarget, Wall};

/// The score cap: a higher score would not fit the notation's three digits.
pub const SCORE_LIMIT: u16 = 999;

/// One player's board.
///
/// The notation is the board's field in the notation of a [`Position`](crate::Position): score,
/// pattern lines, wall rows and floor, separated by `;`.
///
/// # Examples
/// ```
/// use azulejo_rules::{Board, Colour, Column, Line};
///
/// let board: Board = "12;-/Y/-/KK/-;...../...R./...../...../.....;B".parse()?;
/// assert_eq!(board.score(), 12);
/// assert_eq!(board.line(Line::FOUR), Some((Colour::Black, 2)));
/// assert_eq!(board.cell(Line::TWO, Column::FOUR), Some(Colour::Red));
/// assert!(!board.accepts(Line::FOUR, Colour::White));
/// assert_eq!(board.floor().cost(), 1);
/// # Ok::<(), azulejo_rules::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// One byte for each colour: the upper five bits are the set of lines that accept it. Updated on
    /// every change so that move generation only reads it.
    accepts: u64,
    /// Six bits for each line: the free spaces in bits 0-2, the colour plus one in bits 3-5.
    lines: u32,
    /// The occupied spaces of the wall, bit `5 * row + column`.
    occupied: u32,
    floor: Floor,
    score: u16,
    /// For each row, three bits for each column: the tile's colour plus one.
    cells: [u16; 5],
}

/// The points of a tile placed on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TilePoints {
    /// The length of the horizontal run, including the tile.
    pub row_run: u8,
    /// The length of the vertical run, including the tile.
    pub column_run: u8,
}

impl TilePoints {
    /// Returns the points of the horizontal run; a run of one scores nothing.
    #[must_use]
    pub const fn row(self) -> u16 {
        if self.row_run > 1 {
            self.row_run as u16
        } else {
            0
        }
    }

    /// Returns the points of the vertical run; a run of one scores nothing.
    #[must_use]
    pub const fn column(self) -> u16 {
        if self.column_run > 1 {
            self.column_run as u16
        } else {
            0
        }
    }

    /// Returns the total points: both runs, or 1 for an isolated tile.
    #[must_use]
    pub const fn total(self) -> u16 {
        let runs = self.row() + self.column();
        if runs == 0 { 1 } else { runs }
    }
}

/// The end-of-game bonuses, as counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bonuses {
    /// Complete rows, 2 points each.
    pub rows: u8,
    /// Complete columns, 7 points each.
    pub columns: u8,
    /// Colours with all five tiles on the wall, 10 points each.
    pub colours: u8,
}

impl Bonuses {
    /// Returns the total bonus points.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.row_points() + self.column_points() + self.colour_points()
    }

    /// Returns the points for rows.
    #[must_use]
    pub const fn row_points(self) -> u16 {
        2 * self.rows as u16
    }

    /// Returns the points for columns.
    #[must_use]
    pub const fn column_points(self) -> u16 {
        7 * self.columns as u16
    }

    /// Returns the points for colours.
    #[must_use]
    pub const fn colour_points(self) -> u16 {
        10 * self.colours as u16
    }
}

impl Board {
    /// An empty board with a score of 0.
    pub const EMPTY: Self = Self {
        accepts: EACH_BYTE * 0xF8,
        lines: EMPTY_LINES,
        occupied: 0,
        floor: Floor::new(),
        score: 0,
        cells: [0; 5],
    };

    /// Returns the score, without end-of-game bonuses.
    #[must_use]
    pub const fn score(&self) -> u16 {
        self.score
    }

    /// Returns the colour and number of the tiles on a line, or `None` if it is empty.
    #[must_use]
    pub const fn line(&self, line: Line) -> Option<(Colour, usize)> {
        let field = self.lines >> (6 * line.0) & 63;
        match Colour::from_index((field as usize >> 3).wrapping_sub(1)) {
            Some(colour) => Some((colour, line.capacity() - (field as usize & 7))),
            None => None,
        }
    }

    /// Returns the number of free spaces on a line.
    #[must_use]
    pub const fn room(&self, line: Line) -> usize {
        self.lines as usize >> (6 * line.0) & 7
    }

    /// Returns true if a line is complete.
    #[must_use]
    pub const fn is_complete(&self, line: Line) -> bool {
        self.room(line) == 0
    }

    /// Returns an iterator over the complete lines, from top to bottom.
    pub fn complete_lines(&self) -> impl Iterator<Item = Line> + '_ {
        Line::ALL.into_iter().filter(|&line| self.is_complete(line))
    }

    /// Returns the topmost complete line.
    #[must_use]
    pub fn topmost_complete_line(&self) -> Option<Line> {
        let full = self.full_lines();
        (full != 0).then(|| Line((full.trailing_zeros() / 6) as u8))
    }

    /// Returns the tile on a space of the wall.
    #[must_use]
    pub const fn cell(&self, row: Line, column: Column) -> Option<Colour> {
        let code = self.cells[row.index()] >> (3 * column.0) & 7;
        Colour::from_index((code as usize).wrapping_sub(1))
    }

    /// Returns the occupied spaces of the wall as a bit set: bit `5 * row + column`, using indexes.
    #[must_use]
    pub const fn wall_bits(&self) -> u32 {
        self.occupied
    }

    /// Returns the floor line.
    #[must_use]
    pub const fn floor(&self) -> Floor {
        self.floor
    }

    /// Returns true if tiles of a colour may be placed on a line.
    #[must_use]
    pub const fn accepts(&self, line: Line, colour: Colour) -> bool {
        self.accepts >> (8 * colour.index() + 3 + line.index()) & 1 == 1
    }

    /// Returns true if a wall row contains a colour.
    #[must_use]
    pub fn row_shows(&self, row: Line, colour: Colour) -> bool {
        Column::ALL
            .into_iter()
            .any(|column| self.cell(row, column) == Some(colour))
    }

    /// Returns true if a wall column contains a colour.
    #[must_use]
    pub fn column_shows(&self, column: Column, colour: Colour) -> bool {
        Line::ALL
            .into_iter()
            .any(|row| self.cell(row, column) == Some(colour))
    }

    /// Returns true if any wall row is complete, which ends the game.
    #[must_use]
    pub const fn has_complete_row(&self) -> bool {
        complete_rows(self.occupied) != 0
    }

    /// Returns the legal columns for the tile of a line, as a bit set. It is empty if the line is
    /// empty or, on the grey wall, if no space is legal.
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

    /// Returns the points a tile would score on a space of the wall.
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

    /// Returns the bonuses for the wall as it is.
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

    /// Returns true if a wall row is complete.
    #[must_use]
    pub const fn is_row_complete(&self, row: Line) -> bool {
        self.wall_bits() >> (5 * row.index()) & 31 == 31
    }

    #[inline]
    pub(crate) const fn accepts_bits(&self) -> u64 {
        self.accepts
    }

    /// Returns one bit for each complete line, at the lowest bit of its field.
    #[inline]
    pub(crate) const fn full_lines(&self) -> u32 {
        let l = self.lines;
        !(l | l >> 1 | l >> 2) & EACH_LINE
    }

    #[inline]
    pub(crate) fn take_marker(&mut self) {
        self.floor.push_marker();
    }

    /// Places tiles on a line, or on the floor for destination 5; surplus tiles fall to the floor.
    ///
    /// The floor needs no special case: its field is past the end of `lines`, so it reads as having
    /// no free spaces, and writes to it are truncated.
    #[inline]
    pub(crate) fn add_tiles(&mut self, destination: usize, colour: usize, count: u32) {
        let lines = u64::from(self.lines);
        let shift = 6 * destination;
        let room = (lines >> shift) as u32 & 7;
        let placed = count.min(room);
        let field = (colour as u64 + 1) << 3;
        self.lines = ((lines - (u64::from(placed) << shift)) | field << shift) as u32;
        let still_open = if placed < room { 1 << 3 } else { 0 };
        self.accepts = self.accepts & !(EACH_BYTE << 3 << destination)
            | still_open << (8 * colour + destination);
        if count > placed {
            self.floor.push(colour, count - placed);
        }
    }

    /// Tiles all complete lines of the coloured wall.
    #[inline]
    pub(crate) fn tile_all_coloured(&mut self) {
        let full = self.full_lines();
        for row in 0..5 {
            if full >> (6 * row) & 1 == 1 {
                self.tile_coloured(row);
            }
        }
    }

    /// Moves the tile of a complete line to its space on the coloured wall and scores it.
    #[inline]
    fn tile_coloured(&mut self, row: usize) {
        let code = self.lines >> (6 * row + 3) & 7;
        let column = COLOURED_COLUMN[row][code as usize];
        let row_bits = self.fill_and_score(row, usize::from(column), code);
        self.accepts |= COLOURED_ACCEPTS[row][row_bits];
    }

    /// Moves the tile of a complete line to a space of either wall and scores it.
    fn tile_column(&mut self, row: Line, column: Column) {
        let code = self.lines >> (6 * row.0 + 3) & 7;
        self.fill_and_score(row.index(), column.index(), code);
        self.reopen(row);
    }

    /// Applies a placement.
    pub(crate) fn apply_placement(&mut self, placement: Placement) {
        match placement.target {
            PlacementTarget::Column(column) => self.tile_column(placement.line, column),
            PlacementTarget::Floor => self.drop_line(placement.line),
        }
    }

    /// Moves all tiles of a complete line to the floor, as the grey wall requires if no space of the
    /// row is legal.
    fn drop_line(&mut self, line: Line) {
        let colour = (self.lines as usize >> (6 * line.0 + 3) & 7) - 1;
        self.clear_line(line.index());
        self.floor.push(colour, line.capacity() as u32);
        self.reopen(line);
    }

    /// Deducts the floor's cost, clears the floor and returns the points lost.
    #[inline]
    pub(crate) fn settle_floor(&mut self) -> u16 {
        let lost = self.floor.cost().min(self.score);
        self.score -= lost;
        self.floor = Floor::new();
        lost
    }
}

impl Board {
    /// Fills a space, scores it, clears the line and returns the row's occupied spaces.
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

    /// Makes an empty line accept every colour that its wall row does not contain.
    fn reopen(&mut self, line: Line) {
        for colour in Colour::ALL {
            if !self.row_shows(line, colour) {
                self.accepts |= 1 << (8 * colour.index() + 3 + line.index());
            }
        }
    }

    /// Builds a board from parts that the caller has validated.
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
        // No line is overfull, so no tile falls to the floor.
        for (line, held) in lines.into_iter().enumerate() {
            if let Some((colour, count)) = held {
                board.add_tiles(line, colour.index(), count as u32);
            }
        }
        board
    }

    /// Returns the lines and the number of occupied floor spaces as one word.
    #[cfg(feature = "unstable-search")]
    #[inline]
    pub(crate) const fn lines_and_floor_len(&self) -> u64 {
        self.lines as u64 | (self.floor.len() as u64) << 32
    }

    /// Returns the wall, the score and the floor as words to hash.
    #[cfg(feature = "unstable-search")]
    pub(crate) fn wall_score_floor(&self) -> [u64; 3] {
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

    /// Returns the number of tiles of each colour on the board, as five bytes.
    pub(crate) fn tile_counts(&self) -> u64 {
        // An empty line contributes a count of 0, so it needs no special case.
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
            if let FloorTile::Tile(colour) = tile {
                counts += 1 << (8 * colour.index());
            }
        }
        counts
    }
}

/// Returns one bit for each complete row, at the row's first space.
const fn complete_rows(wall: u32) -> u32 {
    const FIRST_COLUMN: u32 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;
    wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & FIRST_COLUMN
}

/// Returns the occupied spaces of a column, row 1 lowest.
///
/// The multiplication gathers the five bits, which are five apart, without carries.
#[inline]
const fn column_bits(wall: u32, column: Column) -> usize {
    const FIRST_COLUMN: u64 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;
    const GATHER: u64 = 1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4;
    let bits = (wall >> column.0) as u64 & FIRST_COLUMN;
    ((bits * GATHER) >> 20) as usize & 31
}

/// Lines with 1 to 5 free spaces and no colour.
const EMPTY_LINES: u32 = 1 | 2 << 6 | 3 << 12 | 4 << 18 | 5 << 24;
const EACH_LINE: u32 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24;
const EACH_BYTE: u64 = 0x01_0101_0101;

/// For each set of occupied spaces of a row or column: the length of the run through each space.
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

/// Like [`RUN`], but 0 for a run of one.
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

/// The column of each colour code (the colour plus one) in each row of the coloured wall.
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

/// For each row of the coloured wall and each set of occupied spaces: the bits of `accepts` for the
/// missing colours.
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
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = TextBuffer::new(f);
        self.write(&mut text)?;
        text.finish()
    }
}

impl Board {
    pub(crate) fn write(&self, text: &mut TextBuffer<'_, '_>) -> core::fmt::Result {
        text.push_number(self.score)?;
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
