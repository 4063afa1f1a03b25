//! The slow second implementation of the rules, an oracle for the tests of the crate.
//!
//! It is written from `rules.md` and `notation.md` alone and shares nothing with the crate: no code,
//! no types, no tables. It speaks only the texts of the notation, so a test hands the same text to
//! both sides and compares what comes back. Tiles are letters in vectors, and every step moves
//! single tiles from one place to another, so that none can appear or vanish unnoticed. Comments
//! give the rule that the code below them follows. Clarity goes before speed everywhere.
//!
//! Seats, factories, lines and columns count from 1 in arguments and texts, as in the notation;
//! only the vectors inside count from 0. Every method that changes the game either does the whole
//! step or answers with an error and leaves the game as it was.
//!
//! Two bounds of the notation are not rules of the game and are not enforced by play: the round
//! goes on after 999 and so does a score. [`Game::faults`] names both.

mod legality;
mod text;

/// The five colours: blue, yellow, red, black, white, in the order of the notation.
pub(crate) const COLOURS: [char; 5] = ['B', 'Y', 'R', 'K', 'W'];

/// How many tiles of each colour there are.
pub(crate) const TILES_OF_A_COLOUR: usize = 20;

/// What the seven floor spaces cost, from left to right.
pub(crate) const FLOOR_COSTS: [u32; 7] = [1, 1, 2, 2, 2, 3, 3];

/// How many tiles a factory is filled with.
pub(crate) const FACTORY_SIZE: usize = 4;

/// Where in a round a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Offer,
    Tiling,
    Refill,
    Over,
}

/// What lies in front of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) score: u32,
    /// The five pattern lines from top to bottom; line `n` (from 1) has `n` spaces.
    pub(crate) lines: Vec<Vec<char>>,
    /// The wall, row by row.
    pub(crate) wall: [[Option<char>; 5]; 5],
    /// The seven floor spaces from left to right, with `*` where the marker lies.
    pub(crate) floor: Vec<char>,
    /// Whether the player took the marker when the floor was full, and so holds it without a space.
    pub(crate) spare_marker: bool,
}

/// The whole table.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The side of the walls: `c` coloured, `g` grey.
    pub(crate) wall: char,
    pub(crate) players: usize,
    pub(crate) round: usize,
    /// The seat that starts this round (in refill: the round to come), from 1.
    pub(crate) start: usize,
    /// The seat to move, from 1.
    pub(crate) to_move: usize,
    /// The tiles of each factory, in any order.
    pub(crate) factories: Vec<Vec<char>>,
    /// The tiles of the centre, in any order, without the marker.
    pub(crate) centre: Vec<char>,
    /// Whether the marker lies in the centre.
    pub(crate) centre_marker: bool,
    pub(crate) bag: Vec<char>,
    pub(crate) lid: Vec<char>,
    /// The boards; seat `n` has `boards[n - 1]`.
    pub(crate) boards: Vec<Board>,
}

/// Two games are equal when they are written alike: the order of the tiles in the bag, in the lid, on
/// a factory and in the centre means nothing.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Game {}

/// What one wall is worth at the end, as counts.
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

/// The outcome of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinalResult {
    /// One for each seat.
    pub(crate) bonuses: Vec<Bonus>,
    /// The scores with the bonuses, one for each seat.
    pub(crate) scores: Vec<u32>,
    /// The winning seats, from 1, rising.
    pub(crate) winners: Vec<usize>,
}

// ---------------------------------------------------------------------------------------------
// Setup, counting, phases
// ---------------------------------------------------------------------------------------------

impl Game {
    /// A new game that awaits its first deal.
    ///
    /// All tiles are in the bag, the lid is empty, the scores are 0. The text of such a position has
    /// the marker in the centre already.
    pub(crate) fn new(wall: char, players: usize, start: usize) -> Game {
        assert!(wall == 'c' || wall == 'g', "no such wall side: {wall}");
        assert!((2..=4).contains(&players), "no game for {players} players");
        assert!((1..=players).contains(&start), "no seat {start}");
        let mut bag = Vec::new();
        for colour in COLOURS {
            for _ in 0..TILES_OF_A_COLOUR {
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

    /// Every tile on the table, wherever it is; the marker is not a tile.
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
            for &thing in &board.floor {
                if thing != '*' {
                    tiles.push(thing);
                }
            }
        }
        tiles
    }

    /// How many tiles there are on the whole table; always 100.
    pub(crate) fn tile_count(&self) -> usize {
        self.all_tiles().len()
    }

    /// How many tiles of each colour there are, in the order B Y R K W; always 20 each.
    pub(crate) fn colour_counts(&self) -> [usize; 5] {
        counts(&self.all_tiles())
    }

    /// The phase, which follows from what lies where.
    pub(crate) fn phase(&self) -> Phase {
        // Offer: a tile lies on a factory or in the centre.
        if self.tiles_on_offer() {
            return Phase::Offer;
        }
        // Tiling: no tile on offer, and some line is complete or some floor is not empty.
        if self.something_to_tile() || self.something_to_charge() {
            return Phase::Tiling;
        }
        // What is left are refill, with the marker in the centre, and over, with no marker.
        if self.centre_marker {
            Phase::Refill
        } else {
            Phase::Over
        }
    }

    fn tiles_on_offer(&self) -> bool {
        !self.centre.is_empty() || self.factories.iter().any(|factory| !factory.is_empty())
    }

    fn something_to_tile(&self) -> bool {
        self.boards
            .iter()
            .any(|board| board.topmost_complete_line().is_some())
    }

    fn something_to_charge(&self) -> bool {
        self.boards
            .iter()
            .any(|board| !board.floor.is_empty() || board.spare_marker)
    }

    /// The seat after this one, clockwise.
    fn next_seat(&self, seat: usize) -> usize {
        if seat == self.players { 1 } else { seat + 1 }
    }

    /// The legal moves or choices, sorted as text.
    ///
    /// In the offer: every legal move. In tiling: the choices for the topmost complete line of the
    /// player to move; none when only floors are left to charge. Otherwise none.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        match self.phase() {
            Phase::Offer => self.offer_moves(),
            Phase::Tiling => self.tiling_choices(self.to_move),
            Phase::Refill | Phase::Over => Vec::new(),
        }
    }

    /// The number of move sequences of this length in this offer. A sequence that empties the offer
    /// earlier counts once; depth 0 and every other phase give 1.
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
    /// Whether the player to move may take this colour from this source (`1` to `9`, `C`) and put it
    /// on this line (`1` to `5`, `F`).
    pub(crate) fn is_legal_offer(&self, source: char, colour: char, line: char) -> bool {
        if !COLOURS.contains(&colour) {
            return false;
        }

        // A move takes the tiles of one colour from one factory or from the centre, so there must be
        // at least one of them. The marker alone cannot be taken.
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

        // The floor is always allowed, even when a line would take the tiles.
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
        // A line does not take a colour that its wall row already shows. On the grey wall a line
        // that has no space for the colour for another reason may still be drafted to.
        if board.wall[row].contains(&Some(colour)) {
            return false;
        }
        true
    }

    /// Every legal move of the offer, found by asking about every combination.
    fn offer_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for source in ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'C'] {
            for colour in COLOURS {
                for line in ['1', '2', '3', '4', '5', 'F'] {
                    if self.is_legal_offer(source, colour, line) {
                        moves.push(format!("{source}{colour}{line}"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// Plays one move of the offer, as `2B3` or `CKF`.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        if self.phase() != Phase::Offer {
            return Err(format!("{text}: not in the offer"));
        }
        let letters: Vec<char> = text.chars().collect();
        let [source, colour, line] = letters[..] else {
            return Err(format!("{text}: a move has three characters"));
        };
        if !self.is_legal_offer(source, colour, line) {
            return Err(format!("{text}: not legal"));
        }
        let seat = self.to_move;

        // All tiles of the colour come into the player's hand.
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

        // The tiles go to exactly one line, or all to the floor; what does not fit on the line goes
        // to the floor.
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

        // Then clockwise, until every factory and the centre are without tiles.
        self.to_move = self.next_seat(seat);
        if !self.tiles_on_offer() {
            self.go_on_tiling();
        }
        Ok(())
    }

    /// Puts one tile on the leftmost free floor space; when the floor is full, into the lid.
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
    /// Puts the marker on the leftmost free floor space. Taken with a full floor it takes no space
    /// and costs nothing, but this player still holds it.
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
    /// The index of the topmost complete line.
    fn topmost_complete_line(&self) -> Option<usize> {
        (0..5).find(|&row| self.lines[row].len() == row + 1)
    }

    /// What a tile that was just placed here scores.
    fn score_of(&self, row: usize, column: usize) -> u32 {
        // The unbroken runs through the tile, itself included.
        let horizontal =
            1 + self.neighbours(row, column, 0, -1) + self.neighbours(row, column, 0, 1);
        let vertical = 1 + self.neighbours(row, column, -1, 0) + self.neighbours(row, column, 1, 0);
        // The length of the horizontal run if longer than 1, plus the vertical run if longer than 1;
        // 1 if neither.
        let mut points = 0;
        if horizontal > 1 {
            points += horizontal;
        }
        if vertical > 1 {
            points += vertical;
        }
        if points == 0 { 1 } else { points }
    }

    /// How many tiles follow one another without a gap from this space (not counted) in a direction.
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

    /// What the floor costs. The marker counts as a tile; one held without a space costs nothing.
    fn floor_cost(&self) -> u32 {
        FLOOR_COSTS[..self.floor.len()].iter().sum()
    }
}

impl Game {
    /// Whether a tile of this colour may go to this space in tiling.
    fn space_is_open(&self, board: &Board, row: usize, column: usize, colour: char) -> bool {
        if board.wall[row][column].is_some() {
            return false;
        }
        if self.wall == 'c' {
            // The coloured wall shows where each colour belongs.
            return coloured_wall()[row][column] == colour;
        }
        // The grey wall: any empty space of the row whose column does not hold the colour; and the
        // row must not hold it either.
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

    /// The choices of this seat for its topmost complete line, sorted as text: the open columns, or
    /// `F` when there is none; nothing when no line is complete.
    pub(crate) fn tiling_choices(&self, seat: usize) -> Vec<String> {
        let board = &self.boards[seat - 1];
        let Some(row) = board.topmost_complete_line() else {
            return Vec::new();
        };
        let line = row + 1;
        let colour = board.lines[row][0];
        let mut choices = Vec::new();
        for column in 0..5 {
            if self.space_is_open(board, row, column, colour) {
                choices.push(format!("{line}:{}", column + 1));
            }
        }
        // A legal space cannot be declined; only without any do the tiles go to the floor.
        if choices.is_empty() {
            choices.push(format!("{line}:F"));
        }
        choices
    }

    /// Tiles the topmost complete line of the player to move, as `4:2` or `4:F`.
    pub(crate) fn tile(&mut self, choice: &str) -> Result<(), String> {
        self.tile_for(self.to_move, choice)
    }

    /// Tiles the topmost complete line of any seat: the players are independent of one another.
    pub(crate) fn tile_for(&mut self, seat: usize, choice: &str) -> Result<(), String> {
        if self.phase() != Phase::Tiling {
            return Err(format!("{choice}: not in tiling"));
        }
        if !(1..=self.players).contains(&seat) {
            return Err(format!("{choice}: no seat {seat}"));
        }
        if !self.tiling_choices(seat).iter().any(|open| open == choice) {
            return Err(format!("{choice}: not a choice of seat {seat}"));
        }
        let letters: Vec<char> = choice.chars().collect();
        let row = index(letters[0]);
        let mut tiles: Vec<char> = self.boards[seat - 1].lines[row].drain(..).collect();

        if letters[2] == 'F' {
            // No legal space: all tiles of the line go to the floor at once, before it is charged.
            for tile in tiles {
                self.drop_on_floor(seat, tile);
            }
        } else {
            // One tile moves to the wall row and scores at once.
            let column = index(letters[2]);
            let board = &mut self.boards[seat - 1];
            board.wall[row][column] = tiles.pop();
            board.score += board.score_of(row, column);
            // The other tiles of the line go to the lid.
            self.lid.append(&mut tiles);
        }

        self.go_on_tiling();
        Ok(())
    }

    /// Finds out who tiles next, when the offer is empty; passes on when nothing is left to do.
    fn go_on_tiling(&mut self) {
        // The player to move is the first, clockwise from the start player, with a complete line; if
        // nobody has one, the start player.
        self.to_move = self.first_to_tile();
        // When nothing is left to tile and nothing to charge, the position passes on at once. Nobody
        // holds the marker then, or a floor would not be empty: it lies in the centre still, and the
        // same player starts again.
        if !self.something_to_tile() && !self.something_to_charge() {
            self.pass_on(self.start);
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

    /// Charges and clears all floors and hands on the marker: one step of its own, after the last
    /// complete line of the last player.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        if self.phase() != Phase::Tiling {
            return Err("settle: not in tiling".to_string());
        }
        if self.something_to_tile() {
            return Err("settle: a complete line is left to tile".to_string());
        }
        // When nobody took the marker, the same player starts again.
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
            // Floor tiles go to the lid, and who holds the marker starts the next round.
            for thing in board.floor.drain(..) {
                if thing == '*' {
                    next_start = seat;
                } else {
                    self.lid.push(thing);
                }
            }
            if board.spare_marker {
                board.spare_marker = false;
                next_start = seat;
            }
        }
        self.pass_on(next_start);
        Ok(())
    }

    /// Leaves tiling: to the refill of the next round, or the game is over.
    fn pass_on(&mut self, next_start: usize) {
        // In refill the start player of the round to come is to move; when over, both numbers name
        // the player who would have started next.
        self.start = next_start;
        self.to_move = next_start;
        // The game ends after the tiling phase in which any player completed a horizontal row, and
        // when bag and lid are both empty, so that there is nothing to deal.
        let row_complete = self.boards.iter().any(|board| complete_rows(board) > 0);
        let nothing_to_deal = self.bag.is_empty() && self.lid.is_empty();
        if row_complete || nothing_to_deal {
            // The round stays the last one played, and no marker is on the table.
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
    /// Deals these tiles: one text a factory, in the order in which they were drawn, `-` for none.
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
                    "deal: factory {number} is written as nothing, not `-`"
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
                // The lid goes into the bag only at the moment a tile is to be drawn and the bag is
                // empty.
                if bag.is_empty() {
                    bag.append(&mut lid);
                }
                let Some(place) = bag.iter().position(|&other| other == tile) else {
                    return Err(format!("deal: no {tile} to draw for factory {number}"));
                };
                factory.push(bag.remove(place));
            }
            // A factory may hold fewer than four, or none, only when bag and lid are both empty.
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

    /// Draws a deal as a person with a bag would, and gives its texts without changing the game.
    /// `pick(n)` chooses one of `n` tiles and answers with a number below `n`.
    pub(crate) fn draw(&self, mut pick: impl FnMut(usize) -> usize) -> Vec<String> {
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
    /// The outcome with the final bonuses, when the game is over.
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
        // A tie goes to more complete rows; still tied, the victory is shared.
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

/// How many colours have all five tiles on the wall.
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
// Small helpers
// ---------------------------------------------------------------------------------------------

/// 5, 7 or 9 factories for 2, 3 or 4 players.
fn factories_for(players: usize) -> usize {
    match players {
        2 => 5,
        3 => 7,
        4 => 9,
        _ => panic!("no game for {players} players"),
    }
}

/// The coloured wall: row 1 is B Y R K W, each further row is the one above shifted right by one.
fn coloured_wall() -> [[char; 5]; 5] {
    let mut rows = [['B', 'Y', 'R', 'K', 'W']; 5];
    for row in 1..5 {
        for column in 0..5 {
            rows[row][(column + 1) % 5] = rows[row - 1][column];
        }
    }
    rows
}

/// The place in a vector that a digit, counting from 1, means.
fn index(digit: char) -> usize {
    digit.to_digit(10).expect("a digit") as usize - 1
}

/// How many tiles of each colour there are, in the order B Y R K W.
fn counts(tiles: &[char]) -> [usize; 5] {
    COLOURS.map(|colour| tiles.iter().filter(|&&tile| tile == colour).count())
}
