//! The reference engine: a slow second implementation of the rules that serves as a test oracle.
//!
//! It is written from `rules.md` and `notation.md` alone and shares nothing with the crate: no code,
//! no types, no tables. Its interface is the text notation, so a test passes the same text to both
//! engines and compares the results. Tiles are letters in vectors, and every step moves single tiles
//! from one place to another, so that none can appear or disappear. Comments quote the rule that the
//! code below them implements. Clarity takes precedence over speed.
//!
//! Seats, factories, lines and columns count from 1 in arguments and texts, as in the notation; only
//! indices into vectors count from 0. Every method that changes the game either completes the step
//! or returns an error and leaves the game unchanged.
//!
//! Two limits of the notation are not rules of the game and are not enforced during play: rounds and
//! scores may exceed 999. [`Game::faults`] reports both.

mod legality;
mod text;

/// The five colours: blue, yellow, red, black, white, in the order of the notation.
pub(crate) const COLOURS: [char; 5] = ['B', 'Y', 'R', 'K', 'W'];

/// The number of tiles of each colour.
pub(crate) const TILES_PER_COLOUR: usize = 20;

/// The costs of the seven floor spaces, from left to right.
pub(crate) const FLOOR_COSTS: [u32; 7] = [1, 1, 2, 2, 2, 3, 3];

/// The number of tiles dealt to a factory.
pub(crate) const FACTORY_SIZE: usize = 4;

/// The phase of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Offer,
    Tiling,
    Refill,
    Over,
}

/// One player's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) score: u32,
    /// The five pattern lines from top to bottom; line `n` (from 1) has `n` spaces.
    pub(crate) lines: Vec<Vec<char>>,
    /// The wall, row by row.
    pub(crate) wall: [[Option<char>; 5]; 5],
    /// The occupied floor spaces from left to right, with `*` for the marker.
    pub(crate) floor: Vec<char>,
    /// Whether the player took the marker while the floor was full and holds it without a space.
    pub(crate) spare_marker: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The side of the walls: `c` coloured, `g` grey.
    pub(crate) wall: char,
    pub(crate) players: usize,
    pub(crate) round: usize,
    /// The seat that starts this round (in refill: the next round), from 1.
    pub(crate) start: usize,
    /// The seat to move, from 1.
    pub(crate) to_move: usize,
    /// The tiles of each factory, in any order.
    pub(crate) factories: Vec<Vec<char>>,
    /// The tiles of the centre, in any order, without the marker.
    pub(crate) centre: Vec<char>,
    /// Whether the marker is in the centre.
    pub(crate) centre_marker: bool,
    pub(crate) bag: Vec<char>,
    pub(crate) lid: Vec<char>,
    /// The boards; seat `n` has `boards[n - 1]`.
    pub(crate) boards: Vec<Board>,
}

/// Two games are equal if their texts are: the order of the tiles in the bag, in the lid, on a factory
/// and in the centre is irrelevant.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Game {}

/// The end-of-game bonuses of one wall, as counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bonus {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) colours: u32,
}

impl Bonus {
    /// 2 for each complete row, 7 for each complete column, 10 for each complete colour.
    pub(crate) fn points(self) -> u32 {
        2 * self.rows + 7 * self.columns + 10 * self.colours
    }
}

/// The outcome of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinalResult {
    /// One entry per seat.
    pub(crate) bonuses: Vec<Bonus>,
    /// The scores including bonuses, one per seat.
    pub(crate) scores: Vec<u32>,
    /// The winning seats, from 1, in ascending order.
    pub(crate) winners: Vec<usize>,
}

// ---------------------------------------------------------------------------------------------
// Setup, counting, phases
// ---------------------------------------------------------------------------------------------

impl Game {
    /// Creates a game that awaits its first deal.
    ///
    /// All tiles are in the bag, the lid is empty, the scores are 0, and the marker is in the centre.
    pub(crate) fn new(wall: char, players: usize, start: usize) -> Game {
        assert!(wall == 'c' || wall == 'g', "no such wall side: {wall}");
        assert!((2..=4).contains(&players), "no game for {players} players");
        assert!((1..=players).contains(&start), "no seat {start}");
        let mut bag = Vec::new();
        for colour in COLOURS {
            for _ in 0..TILES_PER_COLOUR {
                bag.push(colour);
            }
        }
        let board = Board {
            score: 0,
            lines: vec![Vec::new(); 5],
            wall: [[None; 5]; 5],
            floor: Vec::new(),
            spare_marker: false,
        };
        Game {
            wall,
            players,
            round: 1,
            start,
            to_move: start,
            factories: vec![Vec::new(); factories_for(players)],
            centre: Vec::new(),
            centre_marker: true,
            bag,
            lid: Vec::new(),
            boards: vec![board; players],
        }
    }

    /// Returns every tile of the game; the marker is not a tile.
    fn all_tiles(&self) -> Vec<char> {
        let mut tiles = Vec::new();
        tiles.extend(&self.bag);
        tiles.extend(&self.lid);
        for factory in &self.factories {
            tiles.extend(factory);
        }
        tiles.extend(&self.centre);
        for board in &self.boards {
            for line in &board.lines {
                tiles.extend(line);
            }
            for row in &board.wall {
                for space in row {
                    tiles.extend(space);
                }
            }
            for &piece in &board.floor {
                if piece != '*' {
                    tiles.push(piece);
                }
            }
        }
        tiles
    }

    /// Returns the number of tiles; always 100.
    pub(crate) fn tile_count(&self) -> usize {
        self.all_tiles().len()
    }

    /// Returns the number of tiles of each colour, in the order B Y R K W; always 20.
    pub(crate) fn colour_counts(&self) -> [usize; 5] {
        counts(&self.all_tiles())
    }

    /// Returns the phase, which follows from where the tiles and the marker are.
    pub(crate) fn phase(&self) -> Phase {
        // Offer: a tile is on a factory or in the centre.
        if self.tiles_on_offer() {
            return Phase::Offer;
        }
        // Tiling: no tile on offer, and some line is complete or some floor is not empty.
        if self.has_line_to_tile() || self.has_floor_to_charge() {
            return Phase::Tiling;
        }
        // Otherwise refill, with the marker in the centre, or over, without a marker.
        if self.centre_marker {
            Phase::Refill
        } else {
            Phase::Over
        }
    }

    fn tiles_on_offer(&self) -> bool {
        !self.centre.is_empty() || self.factories.iter().any(|factory| !factory.is_empty())
    }

    fn has_line_to_tile(&self) -> bool {
        self.boards
            .iter()
            .any(|board| board.topmost_complete_line().is_some())
    }

    fn has_floor_to_charge(&self) -> bool {
        self.boards
            .iter()
            .any(|board| !board.floor.is_empty() || board.spare_marker)
    }

    /// Returns the next seat clockwise.
    fn next_seat(&self, seat: usize) -> usize {
        if seat == self.players { 1 } else { seat + 1 }
    }

    /// Returns the legal moves or placements, sorted as text.
    ///
    /// In the offer: every legal move. In tiling: the placements of the topmost complete line of the
    /// player to move; none if only floors are left to charge. Otherwise none.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        match self.phase() {
            Phase::Offer => self.offer_moves(),
            Phase::Tiling => self.placements(self.to_move),
            Phase::Refill | Phase::Over => Vec::new(),
        }
    }

    /// Counts the move sequences of length `depth` in this offer. A sequence that empties the offer
    /// earlier counts once; the result is 1 for depth 0 and outside the offer.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.phase() != Phase::Offer {
            return 1;
        }
        let mut sequences = 0;
        for text in self.offer_moves() {
            let mut after = self.clone();
            after.play(&text).expect("a listed move is legal");
            sequences += after.perft(depth - 1);
        }
        sequences
    }
}

// ---------------------------------------------------------------------------------------------
// A. Factory offer
// ---------------------------------------------------------------------------------------------

impl Game {
    /// Returns whether the player to move may take this colour from this source (`1` to `9`, `C`) and
    /// put it on this line (`1` to `5`, `F`).
    pub(crate) fn is_legal_move(&self, source: char, colour: char, line: char) -> bool {
        if !COLOURS.contains(&colour) {
            return false;
        }

        // A move takes the tiles of one colour from one factory or from the centre, so there must be
        // at least one. The marker alone cannot be taken.
        let offered = match source {
            'C' => &self.centre,
            '1'..='9' => match self.factories.get(index(source)) {
                Some(factory) => factory,
                None => return false,
            },
            _ => return false,
        };
        if !offered.contains(&colour) {
            return false;
        }

        // The floor is always legal, even if a line would take the tiles.
        if line == 'F' {
            return true;
        }

        if !('1'..='5').contains(&line) {
            return false;
        }
        let row = index(line);
        let board = &self.boards[self.to_move - 1];
        // A full line takes nothing.
        if board.lines[row].len() == row + 1 {
            return false;
        }
        // A line takes one colour only.
        if board.lines[row].iter().any(|&tile| tile != colour) {
            return false;
        }
        // A line does not take a colour that is on its wall row already. On the grey wall a line
        // that has no space for the colour for another reason may still be drafted to.
        if board.wall[row].contains(&Some(colour)) {
            return false;
        }
        true
    }

    /// Returns every legal move of the offer by trying all combinations.
    fn offer_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for source in ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'C'] {
            for colour in COLOURS {
                for line in ['1', '2', '3', '4', '5', 'F'] {
                    if self.is_legal_move(source, colour, line) {
                        moves.push(format!("{source}{colour}{line}"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// Plays a move of the offer, such as `2B3` or `CKF`.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        if self.phase() != Phase::Offer {
            return Err(format!("{text}: not in the offer"));
        }
        let letters: Vec<char> = text.chars().collect();
        let [source, colour, line] = letters[..] else {
            return Err(format!("{text}: a move has three characters"));
        };
        if !self.is_legal_move(source, colour, line) {
            return Err(format!("{text}: not legal"));
        }
        let seat = self.to_move;

        // The player takes all tiles of the colour.
        let mut hand = Vec::new();
        if source == 'C' {
            // The rest of the centre stays there.
            let mut rest = Vec::new();
            for tile in self.centre.drain(..) {
                if tile == colour {
                    hand.push(tile);
                } else {
                    rest.push(tile);
                }
            }
            self.centre = rest;
            // The first to take from the centre in a round also takes the marker, and puts it on the
            // floor before placing the tiles.
            if self.centre_marker {
                self.centre_marker = false;
                self.boards[seat - 1].take_marker();
            }
        } else {
            // The rest of the factory goes to the centre.
            for tile in self.factories[index(source)].drain(..) {
                if tile == colour {
                    hand.push(tile);
                } else {
                    self.centre.push(tile);
                }
            }
        }

        // The tiles go to exactly one line, or all to the floor; excess tiles go to the floor.
        for tile in hand {
            if line == 'F' {
                self.drop_on_floor(seat, tile);
                continue;
            }
            let row = index(line);
            let spaces = &mut self.boards[seat - 1].lines[row];
            if spaces.len() < row + 1 {
                spaces.push(tile);
            } else {
                self.drop_on_floor(seat, tile);
            }
        }

        // Play continues clockwise until all factories and the centre are empty.
        self.to_move = self.next_seat(seat);
        if !self.tiles_on_offer() {
            self.advance_tiling();
        }
        Ok(())
    }

    /// Puts a tile on the leftmost free floor space, or into the lid if the floor is full.
    fn drop_on_floor(&mut self, seat: usize, tile: char) {
        let floor = &mut self.boards[seat - 1].floor;
        if floor.len() < FLOOR_COSTS.len() {
            floor.push(tile);
        } else {
            self.lid.push(tile);
        }
    }
}

impl Board {
    /// Puts the marker on the leftmost free floor space. If the floor is full, the marker takes no
    /// space and costs nothing, but the player still holds it.
    fn take_marker(&mut self) {
        if self.floor.len() < FLOOR_COSTS.len() {
            self.floor.push('*');
        } else {
            self.spare_marker = true;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// B. Wall tiling
// ---------------------------------------------------------------------------------------------

impl Board {
    /// Returns the index of the topmost complete line.
    fn topmost_complete_line(&self) -> Option<usize> {
        (0..5).find(|&row| self.lines[row].len() == row + 1)
    }

    /// Returns the points of a tile just placed here.
    fn points_at(&self, row: usize, column: usize) -> u32 {
        // The unbroken runs through the tile, including itself.
        let horizontal =
            1 + self.neighbours(row, column, 0, -1) + self.neighbours(row, column, 0, 1);
        let vertical = 1 + self.neighbours(row, column, -1, 0) + self.neighbours(row, column, 1, 0);
        // The length of the horizontal run if longer than 1, plus that of the vertical run if longer
        // than 1; 1 if neither.
        let mut points = 0;
        if horizontal > 1 {
            points += horizontal;
        }
        if vertical > 1 {
            points += vertical;
        }
        if points == 0 { 1 } else { points }
    }

    /// Counts the consecutive tiles next to this space in one direction.
    fn neighbours(&self, row: usize, column: usize, down: isize, right: isize) -> u32 {
        let (mut row, mut column) = (row as isize, column as isize);
        let mut tiles = 0;
        loop {
            row += down;
            column += right;
            if !(0..5).contains(&row) || !(0..5).contains(&column) {
                return tiles;
            }
            if self.wall[row as usize][column as usize].is_none() {
                return tiles;
            }
            tiles += 1;
        }
    }

    /// Returns the floor cost. The marker counts as a tile; a spare marker costs nothing.
    fn floor_cost(&self) -> u32 {
        FLOOR_COSTS[..self.floor.len()].iter().sum()
    }
}

impl Game {
    /// Returns whether a tile of this colour may be placed on this space.
    fn is_open(&self, board: &Board, row: usize, column: usize, colour: char) -> bool {
        if board.wall[row][column].is_some() {
            return false;
        }
        if self.wall == 'c' {
            // The coloured wall has one space per colour in each row.
            return coloured_wall()[row][column] == colour;
        }
        // The grey wall: any empty space of the row whose column does not have the colour; the row
        // must not have it either.
        for place in 0..5 {
            if board.wall[place][column] == Some(colour) {
                return false;
            }
            if board.wall[row][place] == Some(colour) {
                return false;
            }
        }
        true
    }

    /// Returns the placements of this seat's topmost complete line, sorted as text: the open columns,
    /// or `F` if there is none. Empty if no line is complete.
    pub(crate) fn placements(&self, seat: usize) -> Vec<String> {
        let board = &self.boards[seat - 1];
        let Some(row) = board.topmost_complete_line() else {
            return Vec::new();
        };
        let line = row + 1;
        let colour = board.lines[row][0];
        let mut placements = Vec::new();
        for column in 0..5 {
            if self.is_open(board, row, column, colour) {
                placements.push(format!("{line}:{}", column + 1));
            }
        }
        // A legal space cannot be declined; the tiles go to the floor only if there is none.
        if placements.is_empty() {
            placements.push(format!("{line}:F"));
        }
        placements
    }

    /// Tiles the topmost complete line of the player to move, with a placement such as `4:2` or `4:F`.
    pub(crate) fn tile(&mut self, placement: &str) -> Result<(), String> {
        self.tile_for(self.to_move, placement)
    }

    /// Tiles the topmost complete line of any seat: players tile independently.
    pub(crate) fn tile_for(&mut self, seat: usize, placement: &str) -> Result<(), String> {
        if self.phase() != Phase::Tiling {
            return Err(format!("{placement}: not in tiling"));
        }
        if !(1..=self.players).contains(&seat) {
            return Err(format!("{placement}: no seat {seat}"));
        }
        if !self.placements(seat).iter().any(|open| open == placement) {
            return Err(format!("{placement}: not a placement of seat {seat}"));
        }
        let letters: Vec<char> = placement.chars().collect();
        let row = index(letters[0]);
        let mut tiles: Vec<char> = self.boards[seat - 1].lines[row].drain(..).collect();

        if letters[2] == 'F' {
            // No legal space: all tiles of the line go to the floor before it is charged.
            for tile in tiles {
                self.drop_on_floor(seat, tile);
            }
        } else {
            // One tile moves to the wall and scores at once.
            let column = index(letters[2]);
            let board = &mut self.boards[seat - 1];
            board.wall[row][column] = tiles.pop();
            board.score += board.points_at(row, column);
            // The other tiles of the line go to the lid.
            self.lid.append(&mut tiles);
        }

        self.advance_tiling();
        Ok(())
    }

    /// Sets the next player to tile once the offer is empty; ends the round if nothing is left to do.
    fn advance_tiling(&mut self) {
        // The player to move is the first with a complete line, clockwise from the start player; if
        // there is none, the start player.
        self.to_move = self.first_to_tile();
        // If nothing is left to tile or to charge, the round ends at once. No player can hold the
        // marker then, since all floors are empty: it is still in the centre, and the same player
        // starts again.
        if !self.has_line_to_tile() && !self.has_floor_to_charge() {
            self.end_round(self.start);
        }
    }

    fn first_to_tile(&self) -> usize {
        let mut seat = self.start;
        for _ in 0..self.players {
            if self.boards[seat - 1].topmost_complete_line().is_some() {
                return seat;
            }
            seat = self.next_seat(seat);
        }
        self.start
    }

    /// Charges and clears all floors and passes the marker on. A separate step after every complete
    /// line has been tiled.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        if self.phase() != Phase::Tiling {
            return Err("settle: not in tiling".to_string());
        }
        if self.has_line_to_tile() {
            return Err("settle: a complete line is left to tile".to_string());
        }
        // If the marker was not taken, the same player starts again.
        let mut next_start = self.start;
        for seat in 1..=self.players {
            let board = &mut self.boards[seat - 1];
            // The score never falls below 0.
            let cost = board.floor_cost();
            if cost > board.score {
                board.score = 0;
            } else {
                board.score -= cost;
            }
            // Floor tiles go to the lid, and the holder of the marker starts the next round.
            for piece in board.floor.drain(..) {
                if piece == '*' {
                    next_start = seat;
                } else {
                    self.lid.push(piece);
                }
            }
            if board.spare_marker {
                board.spare_marker = false;
                next_start = seat;
            }
        }
        self.end_round(next_start);
        Ok(())
    }

    /// Ends the round: either the next round awaits its refill, or the game is over.
    fn end_round(&mut self, next_start: usize) {
        // In refill the start player of the next round is to move; in a finished game both numbers
        // name the player who would have started next.
        self.start = next_start;
        self.to_move = next_start;
        // The game ends after the tiling phase in which any player completed a horizontal row, or if
        // bag and lid are both empty, so that there is nothing to deal.
        let row_complete = self.boards.iter().any(|board| complete_rows(board) > 0);
        let nothing_to_deal = self.bag.is_empty() && self.lid.is_empty();
        if row_complete || nothing_to_deal {
            // The round number stays that of the last round, and the marker is removed.
            self.centre_marker = false;
        } else {
            // The start player puts the marker in the centre.
            self.round += 1;
            self.centre_marker = true;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// C. Refill
// ---------------------------------------------------------------------------------------------

impl Game {
    /// Deals these tiles: one text per factory with its tiles in the order drawn, or `-` for none.
    pub(crate) fn deal(&mut self, deal: &[String]) -> Result<(), String> {
        if self.phase() != Phase::Refill {
            return Err("deal: not in refill".to_string());
        }
        if deal.len() != self.factories.len() {
            return Err(format!("deal: {} factories", deal.len()));
        }
        let mut bag = self.bag.clone();
        let mut lid = self.lid.clone();
        let mut factories = Vec::new();
        // Each factory in turn gets four tiles from the bag.
        for (number, text) in (1..).zip(deal) {
            if text.is_empty() {
                return Err(format!(
                    "deal: factory {number} is empty text instead of `-`"
                ));
            }
            let wanted: Vec<char> = if text == "-" {
                Vec::new()
            } else {
                text.chars().collect()
            };
            if wanted.len() > FACTORY_SIZE {
                return Err(format!("deal: factory {number} gets more than four"));
            }
            let mut factory = Vec::new();
            for tile in wanted {
                // The lid refills the bag only when a tile is to be drawn and the bag is empty.
                if bag.is_empty() {
                    bag.append(&mut lid);
                }
                let Some(place) = bag.iter().position(|&other| other == tile) else {
                    return Err(format!("deal: no {tile} to draw for factory {number}"));
                };
                factory.push(bag.remove(place));
            }
            // A factory may hold fewer than four tiles only if bag and lid are both empty.
            if factory.len() < FACTORY_SIZE && !(bag.is_empty() && lid.is_empty()) {
                return Err(format!("deal: factory {number} gets too few"));
            }
            factories.push(factory);
        }
        self.bag = bag;
        self.lid = lid;
        self.factories = factories;
        Ok(())
    }

    /// Draws a deal tile by tile and returns its texts without changing the game. `pick(n)` must
    /// return a number below `n`.
    pub(crate) fn sample_deal(&self, mut pick: impl FnMut(usize) -> usize) -> Vec<String> {
        let mut bag = self.bag.clone();
        let mut lid = self.lid.clone();
        let mut deal = Vec::new();
        for _ in &self.factories {
            let mut text = String::new();
            for _ in 0..FACTORY_SIZE {
                if bag.is_empty() {
                    bag.append(&mut lid);
                }
                if !bag.is_empty() {
                    text.push(bag.remove(pick(bag.len())));
                }
            }
            if text.is_empty() {
                text.push('-');
            }
            deal.push(text);
        }
        deal
    }
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

impl Game {
    /// Returns the outcome with the final bonuses if the game is over.
    pub(crate) fn final_result(&self) -> Option<FinalResult> {
        if self.phase() != Phase::Over {
            return None;
        }
        let mut bonuses = Vec::new();
        let mut scores = Vec::new();
        for board in &self.boards {
            let bonus = Bonus {
                rows: complete_rows(board),
                columns: complete_columns(board),
                colours: complete_colours(board),
            };
            bonuses.push(bonus);
            scores.push(board.score + bonus.points());
        }

        // Most points wins.
        let best_score = *scores.iter().max()?;
        let mut winners: Vec<usize> = Vec::new();
        for seat in 1..=self.players {
            if scores[seat - 1] == best_score {
                winners.push(seat);
            }
        }
        // A tie goes to the player with more complete rows; if still tied, the victory is shared.
        let most_rows = winners.iter().map(|seat| bonuses[seat - 1].rows).max()?;
        winners.retain(|seat| bonuses[seat - 1].rows == most_rows);

        Some(FinalResult {
            bonuses,
            scores,
            winners,
        })
    }
}

fn complete_rows(board: &Board) -> u32 {
    let mut rows = 0;
    for row in 0..5 {
        if (0..5).all(|column| board.wall[row][column].is_some()) {
            rows += 1;
        }
    }
    rows
}

fn complete_columns(board: &Board) -> u32 {
    let mut columns = 0;
    for column in 0..5 {
        if (0..5).all(|row| board.wall[row][column].is_some()) {
            columns += 1;
        }
    }
    columns
}

/// Counts the colours with all five tiles on the wall.
fn complete_colours(board: &Board) -> u32 {
    let mut colours = 0;
    for colour in COLOURS {
        let mut tiles = 0;
        for row in board.wall {
            for space in row {
                if space == Some(colour) {
                    tiles += 1;
                }
            }
        }
        if tiles == 5 {
            colours += 1;
        }
    }
    colours
}

// ---------------------------------------------------------------------------------------------
// Helpers
// ---------------------------------------------------------------------------------------------

/// Returns the number of factories: 5, 7 or 9 for 2, 3 or 4 players.
fn factories_for(players: usize) -> usize {
    match players {
        2 => 5,
        3 => 7,
        4 => 9,
        _ => panic!("no game for {players} players"),
    }
}

/// The coloured wall: row 1 is B Y R K W, each further row is shifted right by one.
fn coloured_wall() -> [[char; 5]; 5] {
    let mut rows = [['B', 'Y', 'R', 'K', 'W']; 5];
    for row in 1..5 {
        for column in 0..5 {
            rows[row][(column + 1) % 5] = rows[row - 1][column];
        }
    }
    rows
}

/// Converts a digit that counts from 1 to an index.
fn index(digit: char) -> usize {
    digit.to_digit(10).expect("a digit") as usize - 1
}

/// Counts the tiles of each colour, in the order B Y R K W.
fn counts(tiles: &[char]) -> [usize; 5] {
    COLOURS.map(|colour| tiles.iter().filter(|&&tile| tile == colour).count())
}
