//! Tables that need not be legal, and their validation.

use alloc::vec::Vec;
use core::fmt;

use crate::deal::TILES_PER_FACTORY;
use crate::{
    ByColour, Colour, Column, FLOOR_SPACES, Factory, FloorTile, Line, Phase, PlayerCount, Position,
    Seat, Wall,
};

/// A table that is not necessarily legal, as plain data.
///
/// [`Setup::position`] validates it and returns a [`Position`] or every fault. The notation is that of
/// a position.
///
/// # Examples
/// ```
/// use azulejo_rules::{Colour, PlayerCount, Position, Seat, Setup, SetupFault, Wall};
///
/// let mut setup: Setup = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE).setup();
/// setup.boards[0].score = 12;
/// let position: Position = setup.position()?;
/// assert_eq!(position.board(Seat::ONE).score(), 12);
///
/// setup.bag[Colour::Red] -= 1;
/// setup.round = 0;
/// let error = setup.position().unwrap_err();
/// assert_eq!(error.0, [SetupFault::Round(0), SetupFault::TileCount(Colour::Red, 19)]);
/// # Ok::<(), azulejo_rules::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The side of the boards in use.
    pub wall: Wall,
    /// The number of players.
    pub players: PlayerCount,
    /// The round, from 1.
    pub round: u16,
    /// The start player of the round.
    pub start: Seat,
    /// The player to move.
    pub to_move: Seat,
    /// The tiles on each factory.
    pub factories: Vec<ByColour<u8>>,
    /// The tiles in the centre.
    pub centre: ByColour<u8>,
    /// True if the start marker is in the centre.
    pub marker_in_centre: bool,
    /// The tiles in the bag.
    pub bag: ByColour<u8>,
    /// The tiles in the lid.
    pub lid: ByColour<u8>,
    /// The boards, by seat.
    pub boards: Vec<BoardSetup>,
}

/// One player's board in a [`Setup`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoardSetup {
    /// The score.
    pub score: u16,
    /// The tiles on each line.
    pub lines: [Vec<Colour>; 5],
    /// The tiles on the wall, by row and column.
    pub wall: [[Option<Colour>; 5]; 5],
    /// The floor line, in the order the tiles fell; an eighth entry is a marker without a space.
    pub floor: Vec<FloorTile>,
}

/// A reason why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFault {
    /// The number of tiles of a colour is not 20.
    TileCount(Colour, usize),
    /// The number of factories does not match the number of players.
    FactoryCount(usize),
    /// The number of boards does not match the number of players.
    BoardCount(usize),
    /// A factory holds more than four tiles.
    FactoryOverfull(Factory),
    /// The round is not 1 to 999.
    Round(u16),
    /// A score is above 999.
    Score(Seat),
    /// The start player's seat is not occupied.
    Start(Seat),
    /// The seat of the player to move is not occupied.
    ToMove(Seat),
    /// A line holds more tiles than its capacity.
    LineOverfull(Seat, Line),
    /// A line holds tiles of more than one colour.
    LineMixed(Seat, Line),
    /// A line holds a colour that its wall row contains.
    LineOnWall(Seat, Line),
    /// A tile is in the wrong column of the coloured wall.
    WrongColumn(Seat, Line, Column),
    /// A row of the grey wall contains a colour more than once.
    RowRepeats(Seat, Line, Colour),
    /// A column of the grey wall contains a colour more than once.
    ColumnRepeats(Seat, Column, Colour),
    /// The floor has more than seven entries, other than a marker after seven tiles.
    FloorOverfull(Seat),
    /// The number of start markers is not one, although the game is not over.
    MarkerCount(usize),
    /// There is a start marker although the game is over.
    MarkerWhenOver,
    /// A wall row is complete while tiles are on offer.
    RowCompleteInOffer(Seat),
    /// The player to move must be another seat, the one given here.
    NotToMove(Seat),
    /// No phase matches the table: there is nothing on offer, to tile or to charge, the game is not
    /// over, and the marker is not in the centre as it is before a deal.
    NoPhase,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileCount(colour, n) => write!(f, "there are {n} tiles of {colour}, not 20"),
            Self::FactoryCount(n) => write!(f, "{n} factories do not match the number of players"),
            Self::BoardCount(n) => write!(f, "{n} player boards do not match the number of players"),
            Self::FactoryOverfull(factory) => {
                write!(f, "factory {factory} holds more than four tiles")
            }
            Self::Round(n) => write!(f, "round {n} is not between 1 and 999"),
            Self::Score(seat) => write!(f, "player {seat}: the score is above 999"),
            Self::Start(seat) => write!(f, "start player {seat} is not in the game"),
            Self::ToMove(seat) => write!(f, "player to move {seat} is not in the game"),
            Self::LineOverfull(seat, line) => {
                write!(f, "player {seat}: line {line} holds too many tiles")
            }
            Self::LineMixed(seat, line) => {
                write!(f, "player {seat}: line {line} holds more than one colour")
            }
            Self::LineOnWall(seat, line) => {
                write!(f, "player {seat}: line {line} holds a colour that wall row {line} contains")
            }
            Self::WrongColumn(seat, row, column) => write!(
                f,
                "player {seat}: column {column} of wall row {row} is for {} only",
                column.colour(*row)
            ),
            Self::RowRepeats(seat, row, colour) => {
                write!(f, "player {seat}: wall row {row} contains {colour} more than once")
            }
            Self::ColumnRepeats(seat, column, colour) => {
                write!(f, "player {seat}: wall column {column} contains {colour} more than once")
            }
            Self::FloorOverfull(seat) => write!(
                f,
                "player {seat}: the floor has seven spaces, and only a marker may follow seven tiles"
            ),
            Self::MarkerCount(n) => write!(f, "there are {n} start markers, not one"),
            Self::MarkerWhenOver => f.write_str("the game is over, yet there is a start marker"),
            Self::RowCompleteInOffer(seat) => {
                write!(f, "player {seat}: a wall row is complete while tiles are on offer")
            }
            Self::NotToMove(seat) => write!(f, "the player to move must be {seat}"),
            Self::NoPhase => f.write_str(
                "nothing is on offer, to tile or to charge, and the game is not over, so the start marker must be in the centre",
            ),
        }
    }
}

/// The error for a [`Setup`] that is not a legal position: all its faults, at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetupError(pub Vec<SetupFault>);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}

impl Setup {
    /// Validates the setup and returns the position it describes.
    ///
    /// Study positions are allowed: it is not checked that play can reach the position, that the
    /// right player is to move during the offer, or that the scores are possible.
    ///
    /// # Errors
    /// Returns every fault if the setup is not legal.
    pub fn position(&self) -> Result<Position, SetupError> {
        let mut faults = Vec::new();
        self.check_numbers(&mut faults);
        self.check_tiles(&mut faults);
        for (seat, board) in Seat::ALL.into_iter().zip(&self.boards) {
            check_board(self.wall, seat, board, &mut faults);
        }
        let phase = self.phase();
        self.check_phase(phase, &mut faults);
        match phase {
            Some(phase) if faults.is_empty() => Ok(Position::from_setup(self, phase)),
            _ => Err(SetupError(faults)),
        }
    }

    /// Returns the phase that the table implies, or `None` if it matches no phase.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        let complete_row = self.boards.iter().any(BoardSetup::has_complete_row);
        let no_tiles_left = self.bag.total() + self.lid.total() == 0;
        let ended = complete_row || no_tiles_left;
        if self.has_offer() {
            Some(Phase::Offer)
        } else if self
            .boards
            .iter()
            .any(|b| b.has_complete_line() || !b.floor.is_empty())
        {
            Some(Phase::Tiling)
        } else if self.marker_in_centre && !ended {
            Some(Phase::Refill)
        } else if !self.marker_in_centre && ended {
            Some(Phase::Over)
        } else {
            None
        }
    }

    fn has_offer(&self) -> bool {
        self.centre.total() + self.factories.iter().map(ByColour::total).sum::<usize>() > 0
    }

    fn check_numbers(&self, faults: &mut Vec<SetupFault>) {
        if self.factories.len() != self.players.factories() {
            faults.push(SetupFault::FactoryCount(self.factories.len()));
        }
        if self.boards.len() != self.players.count() {
            faults.push(SetupFault::BoardCount(self.boards.len()));
        }
        if !(1..=crate::ROUND_LIMIT).contains(&self.round) {
            faults.push(SetupFault::Round(self.round));
        }
        if self.start.index() >= self.players.count() {
            faults.push(SetupFault::Start(self.start));
        }
        if self.to_move.index() >= self.players.count() {
            faults.push(SetupFault::ToMove(self.to_move));
        }
    }

    fn check_tiles(&self, faults: &mut Vec<SetupFault>) {
        for (factory, tiles) in Factory::ALL.into_iter().zip(&self.factories) {
            if tiles.total() > TILES_PER_FACTORY {
                faults.push(SetupFault::FactoryOverfull(factory));
            }
        }
        for colour in Colour::ALL {
            let offered = self
                .factories
                .iter()
                .map(|f| usize::from(f[colour]))
                .sum::<usize>();
            let piles = [&self.centre, &self.bag, &self.lid].map(|pile| usize::from(pile[colour]));
            let on_boards = self.boards.iter().map(|b| b.count(colour)).sum::<usize>();
            let count = offered + piles.iter().sum::<usize>() + on_boards;
            if count != usize::from(crate::TILES_PER_COLOUR) {
                faults.push(SetupFault::TileCount(colour, count));
            }
        }
    }

    fn check_phase(&self, phase: Option<Phase>, faults: &mut Vec<SetupFault>) {
        let held = self.boards.iter().flat_map(|b| &b.floor);
        let markers =
            held.filter(|&&t| t == FloorTile::Marker).count() + usize::from(self.marker_in_centre);
        match phase {
            // With the marker in the centre, only the end of the game rules out a refill.
            None if self.marker_in_centre => faults.push(SetupFault::MarkerWhenOver),
            None => faults.push(SetupFault::NoPhase),
            Some(Phase::Offer | Phase::Tiling | Phase::Refill) if markers != 1 => {
                faults.push(SetupFault::MarkerCount(markers));
            }
            Some(_) => {}
        }
        let mover = match phase {
            None => None,
            Some(Phase::Offer) => {
                for (seat, board) in Seat::ALL.into_iter().zip(&self.boards) {
                    if board.has_complete_row() {
                        faults.push(SetupFault::RowCompleteInOffer(seat));
                    }
                }
                None
            }
            Some(Phase::Tiling) => self
                .start
                .clockwise(self.players)
                .find(|s| {
                    self.boards
                        .get(s.index())
                        .is_some_and(BoardSetup::has_complete_line)
                })
                .or(Some(self.start)),
            Some(Phase::Refill | Phase::Over) => Some(self.start),
        };
        if let Some(mover) = mover
            && mover != self.to_move
            && mover.index() < self.players.count()
        {
            faults.push(SetupFault::NotToMove(mover));
        }
    }
}

impl BoardSetup {
    fn has_complete_line(&self) -> bool {
        Line::ALL
            .into_iter()
            .any(|line| self.lines[line.index()].len() >= line.capacity())
    }

    fn has_complete_row(&self) -> bool {
        self.wall.iter().any(|row| row.iter().all(Option::is_some))
    }

    fn count(&self, colour: Colour) -> usize {
        let on_lines = self
            .lines
            .iter()
            .flatten()
            .filter(|&&c| c == colour)
            .count();
        let on_wall = self
            .wall
            .iter()
            .flatten()
            .filter(|&&c| c == Some(colour))
            .count();
        let on_floor = self
            .floor
            .iter()
            .filter(|&&t| t == FloorTile::Tile(colour))
            .count();
        on_lines + on_wall + on_floor
    }
}

pub(crate) fn check_board(
    wall: Wall,
    seat: Seat,
    board: &BoardSetup,
    faults: &mut Vec<SetupFault>,
) {
    if board.score > crate::SCORE_LIMIT {
        faults.push(SetupFault::Score(seat));
    }
    for line in Line::ALL {
        let tiles = &board.lines[line.index()];
        let row = &board.wall[line.index()];
        if tiles.len() > line.capacity() {
            faults.push(SetupFault::LineOverfull(seat, line));
        }
        if tiles.windows(2).any(|pair| pair[0] != pair[1]) {
            faults.push(SetupFault::LineMixed(seat, line));
        }
        if tiles.iter().any(|&colour| row.contains(&Some(colour))) {
            faults.push(SetupFault::LineOnWall(seat, line));
        }
        for column in Column::ALL {
            if wall == Wall::Coloured
                && row[column.index()].is_some_and(|colour| colour != column.colour(line))
            {
                faults.push(SetupFault::WrongColumn(seat, line, column));
            }
        }
        for colour in Colour::ALL {
            let count = row.iter().filter(|&&c| c == Some(colour)).count();
            if wall == Wall::Grey && count > 1 {
                faults.push(SetupFault::RowRepeats(seat, line, colour));
            }
        }
    }
    for column in Column::ALL {
        for colour in Colour::ALL {
            let count = board
                .wall
                .iter()
                .filter(|row| row[column.index()] == Some(colour))
                .count();
            if wall == Wall::Grey && count > 1 {
                faults.push(SetupFault::ColumnRepeats(seat, column, colour));
            }
        }
    }
    let fits = match board.floor.split_at_checked(FLOOR_SPACES) {
        None | Some((_, [])) => true,
        Some((spaces, [FloorTile::Marker])) => !spaces.contains(&FloorTile::Marker),
        Some(_) => false,
    };
    if !fits {
        faults.push(SetupFault::FloorOverfull(seat));
    }
}
