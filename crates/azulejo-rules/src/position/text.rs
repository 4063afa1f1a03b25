//! A position's text: one line, read strictly and written in one way only.

use core::fmt;
use core::str::FromStr;

use super::{MARKER_GONE, MARKER_IN_CENTRE, Marker, Phase, Position};
use crate::floor::Floor;
use crate::letters::Letters;
use crate::places::CENTRE;
use crate::setup::{BoardSetup, Setup, SetupError};
use crate::{Board, ByColour, Colour, FloorTile, Players, Seat, Wall};

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionTextError {
    /// The text is not well formed.
    Syntax {
        /// The place, in characters from 1.
        column: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// The text is well formed, but the table it describes is not legal.
    Illegal(SetupError),
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { column, reason } => write!(f, "column {column}: {reason}"),
            Self::Illegal(error) => write!(f, "not a legal position: {error}"),
        }
    }
}

impl core::error::Error for PositionTextError {}

impl FromStr for Position {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        text.parse::<Setup>()?
            .position()
            .map_err(PositionTextError::Illegal)
    }
}

impl FromStr for Setup {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        Reader { text, at: 0 }.setup()
    }
}

type Read<T> = Result<T, PositionTextError>;

/// Reads a text from left to right and knows where it is.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn setup(mut self) -> Read<Setup> {
        let wall = match self.next() {
            Some('c') => Wall::Coloured,
            Some('g') => Wall::Grey,
            _ => return self.fail_before("the wall side must be c (coloured) or g (grey)"),
        };
        let count = self.digit("the number of players must be 2, 3 or 4")?;
        let Some(players) = Players::new(count) else {
            return self.fail_before("the number of players must be 2, 3 or 4");
        };
        self.space("a space must follow the number of players")?;
        let round = self.number("the round must be a number from 1 to 999")?;
        if round == 0 {
            return self.fail_before("the round must be a number from 1 to 999");
        }
        self.space("a space must follow the round")?;
        let start = self.seat("the start player must be a number from 1 to 4")?;
        self.expect('>', "the start player must be followed by >")?;
        let to_move = self.seat("the player to move must be a number from 1 to 4")?;
        self.space("a space must follow the player to move")?;
        let mut factories =
            vec![self.sorted_tiles("a factory must be tiles (B Y R K W) or -", true)?];
        while self.eat('/') {
            factories.push(self.sorted_tiles("a factory must be tiles (B Y R K W) or -", true)?);
        }
        self.space("after a factory comes / or, after the last, a space")?;
        let marker_in_centre = self.eat('*');
        let centre = self.sorted_tiles(
            "the centre must be *, tiles (B Y R K W), both, or -",
            !marker_in_centre,
        )?;
        self.space("after the centre, with * before the tiles, comes a space")?;
        let bag = self.five_counts()?;
        self.space("a space must follow the bag")?;
        let lid = self.five_counts()?;
        let mut boards = Vec::new();
        while self.at < self.text.len() {
            self.space("after the lid and after each floor comes a space and a board, or the end")?;
            boards.push(self.board()?);
        }
        Ok(Setup {
            wall,
            players,
            round,
            start,
            to_move,
            factories,
            centre,
            marker_in_centre,
            bag,
            lid,
            boards,
        })
    }

    fn board(&mut self) -> Read<BoardSetup> {
        let mut board = BoardSetup {
            score: self.number("a board must begin with its score, a number from 0 to 999")?,
            ..BoardSetup::default()
        };
        for line in 0..5 {
            let (mark, reason) = if line == 0 {
                (';', "the score must be followed by ;")
            } else {
                (
                    '/',
                    "after a line comes / and the next; there are five lines",
                )
            };
            self.expect(mark, reason)?;
            if !self.eat('-') {
                while let Some(colour) = self.colour() {
                    board.lines[line].push(colour);
                }
                if board.lines[line].is_empty() {
                    return self.fail("a line must be tiles (B Y R K W) or -");
                }
            }
        }
        for row in 0..5 {
            let (mark, reason) = if row == 0 {
                (';', "after the fifth line comes ;")
            } else {
                (
                    '/',
                    "after the five spaces of a wall row comes / and the next; there are five rows",
                )
            };
            self.expect(mark, reason)?;
            for column in 0..5 {
                if !self.eat('.') {
                    let colour = self.colour();
                    if colour.is_none() {
                        return self.fail("a wall row must be five colour letters or dots");
                    }
                    board.wall[row][column] = colour;
                }
            }
        }
        self.expect(';', "after the fifth wall row comes ;")?;
        if !self.eat('-') {
            loop {
                match self.colour() {
                    Some(colour) => board.floor.push(FloorTile::Tile(colour)),
                    None if self.eat('*') => board.floor.push(FloorTile::Marker),
                    None => break,
                }
            }
            if board.floor.is_empty() {
                return self.fail("the floor must be tiles (B Y R K W) and *, or -");
            }
        }
        Ok(board)
    }

    /// Tiles in the order `B Y R K W`; `-` for none, where that is said with a sign.
    fn sorted_tiles(&mut self, reason: &'static str, dash_for_none: bool) -> Read<ByColour<u8>> {
        let mut tiles = ByColour([0_u8; 5]);
        if dash_for_none && self.eat('-') {
            return Ok(tiles);
        }
        let mut last = None;
        while let Some(colour) = self.colour() {
            if last > Some(colour) {
                return self.fail_before("tiles must stand in the order B Y R K W");
            }
            last = Some(colour);
            let Some(more) = tiles[colour].checked_add(1) else {
                return self.fail_before("there are too many tiles");
            };
            tiles[colour] = more;
        }
        if last.is_none() && dash_for_none {
            self.fail(reason)
        } else {
            Ok(tiles)
        }
    }

    fn five_counts(&mut self) -> Read<ByColour<u8>> {
        let mut counts = ByColour([0; 5]);
        for colour in Colour::ALL {
            if colour != Colour::Blue {
                self.expect(',', "five counts, with commas between, are needed")?;
            }
            let start = self.at;
            let count = self.number("a count must be a number from 0 to 20")?;
            if count > u16::from(crate::TILES_PER_COLOUR) {
                self.at = start;
                return self.fail("a count must be a number from 0 to 20");
            }
            counts[colour] = count as u8;
        }
        Ok(counts)
    }

    /// A number of at most three digits, without sign or leading zero.
    fn number(&mut self, reason: &'static str) -> Read<u16> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match rest[..digits].parse() {
            Ok(number) if digits <= 3 && (digits == 1 || !rest.starts_with('0')) => {
                self.at += digits;
                Ok(number)
            }
            Ok(_) if rest.starts_with('0') => self.fail("a number has no leading zero"),
            _ => self.fail(reason),
        }
    }

    fn digit(&mut self, reason: &'static str) -> Read<usize> {
        match self.text.as_bytes().get(self.at) {
            Some(&byte) if byte.is_ascii_digit() => {
                self.at += 1;
                Ok(usize::from(byte - b'0'))
            }
            _ => self.fail(reason),
        }
    }

    fn seat(&mut self, reason: &'static str) -> Read<Seat> {
        let number = self.digit(reason)?;
        Seat::new(number).map_or_else(|| self.fail_before(reason), Ok)
    }

    fn colour(&mut self) -> Option<Colour> {
        let colour = self.text[self.at..]
            .chars()
            .next()
            .and_then(Colour::from_letter)?;
        self.at += 1;
        Some(colour)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char, reason: &'static str) -> Read<()> {
        if self.eat(wanted) {
            Ok(())
        } else {
            self.fail(reason)
        }
    }

    fn space(&mut self, reason: &'static str) -> Read<()> {
        self.expect(' ', reason)
    }

    /// The fault lies at the next character.
    fn fail<T>(&self, reason: &'static str) -> Read<T> {
        let column = self.text[..self.at].chars().count() + 1;
        Err(PositionTextError::Syntax { column, reason })
    }

    /// The fault lies at the character just read.
    fn fail_before<T>(&self, reason: &'static str) -> Read<T> {
        let column = self.text[..self.at].chars().count().max(1);
        Err(PositionTextError::Syntax { column, reason })
    }
}

impl<const SEATS: usize> fmt::Display for Position<SEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Letters::new(f);
        text.push(match self.wall {
            Wall::Coloured => 'c',
            Wall::Grey => 'g',
        })?;
        text.number(self.players().count() as u16)?;
        text.push(' ')?;
        text.number(self.round)?;
        text.push(' ')?;
        text.number(self.start().number() as u16)?;
        text.push('>')?;
        text.number(self.to_move().number() as u16)?;
        for (factory, tiles) in self.factories() {
            text.push(if factory.0 == 0 { ' ' } else { '/' })?;
            write_pile(&mut text, &tiles, "-")?;
        }
        text.push(' ')?;
        if self.marker() == Marker::Centre {
            text.push('*')?;
            write_pile(&mut text, &self.centre(), "")?;
        } else {
            write_pile(&mut text, &self.centre(), "-")?;
        }
        write_counts(&mut text, self.bag())?;
        write_counts(&mut text, self.lid())?;
        for (_, board) in self.boards() {
            text.push(' ')?;
            board.write(&mut text)?;
        }
        text.finish()
    }
}

impl<const SEATS: usize> fmt::Debug for Position<SEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A pile of tiles, sorted, with what is written for none.
fn write_pile(text: &mut Letters<'_, '_>, tiles: &ByColour<u8>, none: &str) -> fmt::Result {
    if tiles.total() == 0 {
        return none.chars().try_for_each(|letter| text.push(letter));
    }
    tiles
        .tiles()
        .try_for_each(|colour| text.push(colour.letter()))
}

/// A space and five counts.
fn write_counts(text: &mut Letters<'_, '_>, counts: ByColour<u8>) -> fmt::Result {
    let mut before = ' ';
    for count in counts.0 {
        text.push(before)?;
        text.number(count.into())?;
        before = ',';
    }
    Ok(())
}

impl Position {
    /// Builds a position from a setup that was found legal and in that phase.
    pub(crate) fn from_setup(setup: &Setup, phase: Phase) -> Self {
        let mut position = Self::new(setup.wall, setup.players, setup.start);
        let pack = |tiles: &ByColour<u8>, bits: usize| {
            tiles
                .iter()
                .map(|(c, &n)| u64::from(n) << (bits * c.index()))
                .sum::<u64>()
        };
        let sources = setup
            .factories
            .iter()
            .enumerate()
            .chain([(CENTRE, &setup.centre)]);
        for (source, tiles) in sources {
            position.sources[source] = pack(tiles, 6) as u32;
            for (colour, &count) in tiles.iter() {
                position.groups |= u64::from(count > 0) << (5 * source + colour.index());
            }
        }
        for (seat, board) in Seat::ALL.into_iter().zip(&setup.boards) {
            let lines = core::array::from_fn(|i| {
                board.lines[i]
                    .first()
                    .map(|&colour| (colour, board.lines[i].len()))
            });
            let floor = Floor::from_tiles(board.floor.iter().copied());
            position.boards[seat.index()] =
                Board::from_parts(board.score, lines, board.wall, floor);
            if board.floor.contains(&FloorTile::Marker) {
                position.marker = seat.0;
            }
        }
        if setup.marker_in_centre {
            position.marker = MARKER_IN_CENTRE;
        } else if phase == Phase::Over {
            position.marker = MARKER_GONE;
        }
        position.bag = pack(&setup.bag, 8);
        position.round = setup.round;
        position.mover = setup.to_move.0;
        position.phase = phase;
        position
    }

    /// The same table as plain data, to change and to check again.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            wall: self.wall,
            players: self.players,
            round: self.round,
            start: self.start(),
            to_move: self.to_move(),
            factories: self.factories().map(|(_, tiles)| tiles).collect(),
            centre: self.centre(),
            marker_in_centre: self.marker() == Marker::Centre,
            bag: self.bag(),
            lid: self.lid(),
            boards: self.boards().map(|(_, board)| board.setup()).collect(),
        }
    }
}

impl Board {
    /// The same board as plain data.
    #[must_use]
    pub fn setup(&self) -> BoardSetup {
        use crate::{Column, Line};
        let spare = self.floor().has_spare_marker().then_some(FloorTile::Marker);
        BoardSetup {
            score: self.score(),
            lines: Line::ALL.map(|line| {
                self.line(line)
                    .map_or_else(Vec::new, |(colour, count)| vec![colour; count])
            }),
            wall: Line::ALL.map(|row| Column::ALL.map(|column| self.cell(row, column))),
            floor: self.floor().tiles().chain(spare).collect(),
        }
    }
}
