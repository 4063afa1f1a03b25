//! The notation of positions, setups and boards: one line with a single canonical form.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Marker, NarrowError, Position};
use crate::setup::{BoardSetup, Setup, SetupError, SetupFault, check_board};
use crate::text_buffer::TextBuffer;
use crate::{Board, ByColour, Colour, FloorTile, PlayerCount, Seat, Wall};

/// The error for text that is not a [`Position`], [`Setup`], [`Board`] or [`BoardSetup`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is malformed.
    Syntax {
        /// The character's position in the text, from 1.
        column: usize,
        /// The reason.
        reason: &'static str,
    },
    /// The text is well formed, but the table it describes is not legal.
    Illegal(SetupError),
    /// The position has more players than a `Position<2>` can hold.
    Narrow(NarrowError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { column, reason } => write!(f, "column {column}: {reason}"),
            Self::Illegal(error) => write!(f, "not a legal position: {error}"),
            Self::Narrow(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParsePositionError {}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        text.parse::<Setup>()?
            .position()
            .map_err(ParsePositionError::Illegal)
    }
}

impl FromStr for Position<2> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        text.parse::<Position>()?
            .try_into()
            .map_err(ParsePositionError::Narrow)
    }
}

impl FromStr for Setup {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Reader { text, at: 0 }.setup()
    }
}

impl FromStr for BoardSetup {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let mut reader = Reader { text, at: 0 };
        let board = reader.board()?;
        if reader.at < text.len() {
            return reader.fail("expected the end of the board after the floor");
        }
        Ok(board)
    }
}

impl FromStr for Board {
    type Err = ParsePositionError;

    /// Parses a board that is legal on either wall.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let setup: BoardSetup = text.parse()?;
        let mut faults = Vec::new();
        // A board that is legal on the coloured wall is also legal on the grey wall.
        check_board(Wall::Grey, Seat::ONE, &setup, &mut faults);
        let is_marker = |tile: &&FloorTile| **tile == FloorTile::Marker;
        let markers = setup.floor.iter().filter(is_marker).count();
        if markers > 1 {
            faults.push(SetupFault::MarkerCount(markers));
        }
        if faults.is_empty() {
            Ok(Self::from_setup(&setup))
        } else {
            Err(ParsePositionError::Illegal(SetupError(faults)))
        }
    }
}

type Read<T> = Result<T, ParsePositionError>;

/// A cursor over the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn setup(mut self) -> Read<Setup> {
        let wall = match self.next() {
            Some('c') => Wall::Coloured,
            Some('g') => Wall::Grey,
            _ => return self.fail_previous("the wall side must be c (coloured) or g (grey)"),
        };
        let count = self.digit("the number of players must be 2, 3 or 4")?;
        let Some(players) = PlayerCount::new(count) else {
            return self.fail_previous("the number of players must be 2, 3 or 4");
        };
        self.space("expected a space after the number of players")?;
        let round = self.number("the round must be a number from 1 to 999")?;
        if round == 0 {
            return self.fail_previous("the round must be a number from 1 to 999");
        }
        self.space("expected a space after the round")?;
        let start = self.seat("the start player must be a number from 1 to 4")?;
        self.expect('>', "expected > after the start player")?;
        let to_move = self.seat("the player to move must be a number from 1 to 4")?;
        self.space("expected a space after the player to move")?;
        let mut factories =
            vec![self.sorted_tiles("a factory must be tiles (B Y R K W) or -", true)?];
        while self.eat('/') {
            factories.push(self.sorted_tiles("a factory must be tiles (B Y R K W) or -", true)?);
        }
        self.space("expected / or, after the last factory, a space")?;
        let marker_in_centre = self.eat('*');
        let centre = self.sorted_tiles(
            "the centre must be *, tiles (B Y R K W), both, or -",
            !marker_in_centre,
        )?;
        self.space("expected a space after the centre; * comes before the tiles")?;
        let bag = self.five_counts()?;
        self.space("expected a space after the bag")?;
        let lid = self.five_counts()?;
        let mut boards = Vec::new();
        while self.at < self.text.len() {
            self.space("expected a space and a board, or the end of the text")?;
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
            let (separator, reason) = if line == 0 {
                (';', "expected ; after the score")
            } else {
                ('/', "expected / and the next line; there are five lines")
            };
            self.expect(separator, reason)?;
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
            let (separator, reason) = if row == 0 {
                (';', "expected ; after the fifth line")
            } else {
                (
                    '/',
                    "expected / and the next wall row; there are five rows of five spaces",
                )
            };
            self.expect(separator, reason)?;
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
        self.expect(';', "expected ; after the fifth wall row")?;
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

    /// Reads tiles in the order `B Y R K W`. If `dash_for_none` is set, no tiles are written as `-`.
    fn sorted_tiles(&mut self, reason: &'static str, dash_for_none: bool) -> Read<ByColour<u8>> {
        let mut tiles = ByColour([0_u8; 5]);
        if dash_for_none && self.eat('-') {
            return Ok(tiles);
        }
        let mut last = None;
        while let Some(colour) = self.colour() {
            if last > Some(colour) {
                return self.fail_previous("tiles must be in the order B Y R K W");
            }
            last = Some(colour);
            let Some(count) = tiles[colour].checked_add(1) else {
                return self.fail_previous("there are too many tiles");
            };
            tiles[colour] = count;
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
                self.expect(',', "expected five counts separated by commas")?;
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

    /// Reads a number of at most three digits, without sign or leading zero.
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
        Seat::new(number).map_or_else(|| self.fail_previous(reason), Ok)
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

    fn eat(&mut self, expected: char) -> bool {
        let found = self.text[self.at..].starts_with(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn expect(&mut self, expected: char, reason: &'static str) -> Read<()> {
        if self.eat(expected) {
            Ok(())
        } else {
            self.fail(reason)
        }
    }

    fn space(&mut self, reason: &'static str) -> Read<()> {
        self.expect(' ', reason)
    }

    /// Fails at the next character.
    fn fail<T>(&self, reason: &'static str) -> Read<T> {
        let column = self.text[..self.at].chars().count() + 1;
        Err(ParsePositionError::Syntax { column, reason })
    }

    /// Fails at the character just read.
    fn fail_previous<T>(&self, reason: &'static str) -> Read<T> {
        let column = self.text[..self.at].chars().count().max(1);
        Err(ParsePositionError::Syntax { column, reason })
    }
}

impl<const SEATS: usize> fmt::Display for Position<SEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = TextBuffer::new(f);
        text.push(match self.wall {
            Wall::Coloured => 'c',
            Wall::Grey => 'g',
        })?;
        text.push_number(self.players().count() as u16)?;
        text.push(' ')?;
        text.push_number(self.round)?;
        text.push(' ')?;
        text.push_number(self.start().number() as u16)?;
        text.push('>')?;
        text.push_number(self.to_move().number() as u16)?;
        for (factory, tiles) in self.factories() {
            text.push(if factory.0 == 0 { ' ' } else { '/' })?;
            write_tiles(&mut text, &tiles, "-")?;
        }
        text.push(' ')?;
        if self.marker() == Marker::Centre {
            text.push('*')?;
            write_tiles(&mut text, &self.centre(), "")?;
        } else {
            write_tiles(&mut text, &self.centre(), "-")?;
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

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = TextBuffer::new(f);
        text.push(match self.wall {
            Wall::Coloured => 'c',
            Wall::Grey => 'g',
        })?;
        text.push_number(self.players.count() as u16)?;
        text.push(' ')?;
        text.push_number(self.round)?;
        text.push(' ')?;
        text.push_number(self.start.number() as u16)?;
        text.push('>')?;
        text.push_number(self.to_move.number() as u16)?;
        for (i, tiles) in self.factories.iter().enumerate() {
            text.push(if i == 0 { ' ' } else { '/' })?;
            write_tiles(&mut text, tiles, "-")?;
        }
        text.push(' ')?;
        if self.marker_in_centre {
            text.push('*')?;
        }
        let no_tiles = if self.marker_in_centre { "" } else { "-" };
        write_tiles(&mut text, &self.centre, no_tiles)?;
        write_counts(&mut text, self.bag)?;
        write_counts(&mut text, self.lid)?;
        for board in &self.boards {
            text.push(' ')?;
            board.write(&mut text)?;
        }
        text.finish()
    }
}

impl fmt::Display for BoardSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = TextBuffer::new(f);
        self.write(&mut text)?;
        text.finish()
    }
}

impl BoardSetup {
    fn write(&self, text: &mut TextBuffer<'_, '_>) -> fmt::Result {
        text.push_number(self.score)?;
        for (i, tiles) in self.lines.iter().enumerate() {
            text.push(if i == 0 { ';' } else { '/' })?;
            if tiles.is_empty() {
                text.push('-')?;
            }
            tiles.iter().try_for_each(|tile| text.push(tile.letter()))?;
        }
        for (i, row) in self.wall.iter().enumerate() {
            text.push(if i == 0 { ';' } else { '/' })?;
            row.iter()
                .try_for_each(|cell| text.push(cell.map_or('.', Colour::letter)))?;
        }
        text.push(';')?;
        if self.floor.is_empty() {
            text.push('-')?;
        }
        self.floor
            .iter()
            .try_for_each(|tile| text.push(tile.letter()))
    }
}

/// Writes tiles in notation order, or `none` if there are none.
fn write_tiles(text: &mut TextBuffer<'_, '_>, tiles: &ByColour<u8>, none: &str) -> fmt::Result {
    if tiles.total() == 0 {
        return none.chars().try_for_each(|letter| text.push(letter));
    }
    tiles
        .tiles()
        .try_for_each(|colour| text.push(colour.letter()))
}

/// Writes a space and five counts.
fn write_counts(text: &mut TextBuffer<'_, '_>, counts: ByColour<u8>) -> fmt::Result {
    let mut separator = ' ';
    for count in counts.0 {
        text.push(separator)?;
        text.push_number(count.into())?;
        separator = ',';
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    const TEXT: &str = "c2 3 1>2 BBKW/-/YRRR/-/- *RR 16,18,14,17,19 1,0,0,0,0 \
        12;-/Y/-/KK/-;...../...R./...../...../.....;B \
        0;-/-/-/-/-;...../...../...../...../.....;-";

    #[test]
    fn narrow_positions_parse_if_two_play() {
        let two = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
        assert_eq!(two.to_string().parse(), Ok(two.narrow()));
        let three = Position::new(Wall::Grey, PlayerCount::Three, Seat::ONE);
        let error = three.to_string().parse::<Position<2>>().unwrap_err();
        assert_eq!(error.to_string(), "the position has 3 players, not two");
    }

    #[test]
    fn setups_and_boards_round_trip_through_text() {
        let setup: Setup = TEXT.parse().unwrap();
        assert_eq!(setup.to_string(), TEXT);
        let position = setup.position().unwrap();
        assert_eq!(position.setup(), setup);
        for (_, board) in position.boards() {
            assert_eq!(board.to_string().parse(), Ok(*board));
            assert_eq!(board.to_string().parse(), Ok(board.setup()));
        }
    }

    #[test]
    fn illegal_setups_round_trip_through_text() {
        let mut setup: Setup = TEXT.parse().unwrap();
        setup.marker_in_centre = false;
        setup.centre = ByColour::default();
        setup.boards[0].lines[0] = vec![Colour::Red, Colour::Blue];
        setup.boards[1].floor = vec![FloorTile::Marker, FloorTile::Marker];
        assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
        assert!(setup.position().is_err());
    }

    #[test]
    fn illegal_boards_are_rejected() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        let wall = "...../...../...../...../.....";
        let cases = [
            (
                String::from("0;RR/-/-/-/-;") + wall + ";-",
                "not a legal position: player 1: line 1 holds too many tiles",
            ),
            (
                String::from("0;-/-/-/-/-;") + wall + ";**",
                "not a legal position: there are 2 start markers, not one",
            ),
            (
                String::from("0;-/-/-/-/-;") + wall + ";- ",
                "column 44: expected the end of the board after the floor",
            ),
        ];
        for (text, reason) in cases {
            assert_eq!(error(&text), reason);
        }
    }
}
