//! Positions, which are always legal.
//!
//! The factory offer is in `play.rs`, wall tiling in `tiling.rs`, the refill in `refill.rs`, the end
//! of the game in `outcome.rs`, and the notation in `text.rs`; `setup.rs`
//! converts between positions and setups.

#[cfg(feature = "unstable-search")]
mod hash;
mod outcome;
mod play;
mod refill;
mod setup;
mod text;
mod tiling;

pub use outcome::{Outcome, Standing};
pub use play::{IllegalMove, PlayError};
pub use refill::DealError;
pub use text::ParsePositionError;
pub use tiling::{IllegalPlacement, SettleError, TileError};

use core::fmt;

use crate::places::CENTRE;
use crate::{Board, ByColour, Colour, Factory, PlayerCount, Seat, Source, Wall};

/// The phase of a game, which determines the next kind of step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Factory offer: a player takes tiles.
    Offer,
    /// Wall tiling: complete lines are tiled, then the floors are charged.
    Tiling,
    /// Refill: the factories await a deal.
    Refill,
    /// The game is over.
    Over,
}

/// The location of the start marker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// In the centre.
    Centre,
    /// Held by a player, on the floor line or beside a full one.
    Held(Seat),
    /// Out of play, because the game is over.
    Gone,
}

/// A legal position of a game.
///
/// `SEATS` is the number of boards there is space for, not the number of players. `Position` without
/// it has space for four; `Position<2>` (128 bytes instead of 192) is for two-player search and comes
/// from [`Position::narrow`].
///
/// # Equality
/// Two positions are equal if and only if their texts are.
///
/// # Examples
/// A game is a loop over the phases:
///
/// ```
/// use azulejo_rules::rng::FastRng;
/// use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};
///
/// let mut rng = FastRng::new(1);
/// let mut position = Position::new(Wall::Grey, PlayerCount::Three, Seat::TWO);
/// loop {
///     match position.phase() {
///         Phase::Refill => position.deal(&position.sample_deal(&mut rng))?,
///         Phase::Offer => position.play(position.legal_moves().choose(&mut rng))?,
///         Phase::Tiling => {
///             let seat = position.to_move();
///             match position.placements(seat).first() {
///                 Some(&placement) => position.tile(seat, placement)?,
///                 None => position.settle()?,
///             }
///         }
///         Phase::Over => break,
///     }
/// }
/// let outcome = position.outcome().expect("the game is over");
/// assert!(outcome.winners().count() >= 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// The lid is not stored: it is the tiles that are not in the bag, on offer or on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const SEATS: usize = 4> {
    boards: [Board; SEATS],
    /// The tiles on each factory and, last, in the centre: five counts of six bits.
    sources: [u32; CENTRE + 1],
    /// The groups on offer: bit `5 * source + colour`.
    groups: u64,
    /// The tiles in the bag: five counts of eight bits.
    bag: u64,
    round: u16,
    start: u8,
    mover: u8,
    /// The holder's seat, [`MARKER_IN_CENTRE`] or [`MARKER_GONE`].
    marker: u8,
    players: PlayerCount,
    wall: Wall,
    phase: Phase,
}

const MARKER_IN_CENTRE: u8 = 4;
const MARKER_GONE: u8 = 5;

/// The last round a position can have; longer games are truncated.
pub const ROUND_LIMIT: u16 = 999;
/// The number of tiles of each colour.
pub const TILES_PER_COLOUR: u8 = 20;
const ALL_TILES: u64 = 0x14_1414_1414;

const _: () = assert!(size_of::<Position<2>>() == 128);
const _: () = assert!(size_of::<Position<4>>() == 192);

impl Position {
    /// Creates the position of a new game, which awaits its first deal.
    ///
    /// # Panics
    /// Panics if the start player's seat is not occupied; see [`try_new`](Self::try_new).
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};
    ///
    /// let position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// assert_eq!(position.phase(), Phase::Refill);
    /// assert_eq!(position.bag().total(), 100);
    /// ```
    #[must_use]
    pub fn new(wall: Wall, players: PlayerCount, start: Seat) -> Self {
        assert!(
            start.index() < players.count(),
            "the start player must be one of the players"
        );
        Self {
            boards: [Board::EMPTY; 4],
            sources: [0; CENTRE + 1],
            groups: 0,
            bag: ALL_TILES,
            round: 1,
            start: start.0,
            mover: start.0,
            marker: MARKER_IN_CENTRE,
            players,
            wall,
            phase: Phase::Refill,
        }
    }

    /// Creates the position of a new game, which awaits its first deal.
    ///
    /// # Errors
    /// Returns an error if the start player's seat is not occupied.
    pub fn try_new(wall: Wall, players: PlayerCount, start: Seat) -> Result<Self, NoSuchSeatError> {
        if start.index() < players.count() {
            Ok(Self::new(wall, players, start))
        } else {
            Err(NoSuchSeatError { seat: start })
        }
    }

    /// Returns the position in the smaller form for two players; see also [`TryFrom`].
    ///
    /// # Panics
    /// Panics if there are more than two players.
    #[must_use]
    pub fn narrow(&self) -> Position<2> {
        assert!(
            self.players == PlayerCount::Two,
            "only a two-player position can be narrowed"
        );
        self.resize()
    }
}

impl Position<2> {
    /// Returns the position in the form for any number of players.
    #[must_use]
    pub fn widen(&self) -> Position {
        self.resize()
    }
}

impl From<Position<2>> for Position {
    fn from(position: Position<2>) -> Self {
        position.widen()
    }
}

impl TryFrom<Position> for Position<2> {
    type Error = NarrowError;

    fn try_from(position: Position) -> Result<Self, NarrowError> {
        match position.players {
            PlayerCount::Two => Ok(position.resize()),
            players => Err(NarrowError { players }),
        }
    }
}

/// The error for a seat that is not occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NoSuchSeatError {
    /// The seat.
    pub seat: Seat,
}

impl fmt::Display for NoSuchSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} is not in the game", self.seat)
    }
}

impl core::error::Error for NoSuchSeatError {}

/// The error for narrowing a position with more than two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NarrowError {
    /// The number of players.
    pub players: PlayerCount,
}

impl fmt::Display for NarrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position has {} players, not two", self.players)
    }
}

impl core::error::Error for NarrowError {}

/// The error of [`Position::with_to_move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ToMoveError {
    /// Outside the offer the player to move follows from the table.
    WrongPhase(Phase),
    /// The seat is not occupied.
    NoSuchSeat(Seat),
}

impl fmt::Display for ToMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongPhase(_) => {
                f.write_str("the player to move can be changed only during the offer")
            }
            Self::NoSuchSeat(seat) => NoSuchSeatError { seat }.fmt(f),
        }
    }
}

impl core::error::Error for ToMoveError {}

impl<const SEATS: usize> Position<SEATS> {
    fn resize<const TO: usize>(&self) -> Position<TO> {
        Position {
            boards: core::array::from_fn(|i| *self.boards.get(i).unwrap_or(&Board::EMPTY)),
            sources: self.sources,
            groups: self.groups,
            bag: self.bag,
            round: self.round,
            start: self.start,
            mover: self.mover,
            marker: self.marker,
            players: self.players,
            wall: self.wall,
            phase: self.phase,
        }
    }

    /// Returns the side of the boards in use.
    #[inline]
    #[must_use]
    pub const fn wall(&self) -> Wall {
        self.wall
    }

    /// Returns the number of players.
    #[inline]
    #[must_use]
    pub const fn players(&self) -> PlayerCount {
        // A constant for two seats, so that the compiler can specialise on it.
        if SEATS == 2 {
            PlayerCount::Two
        } else {
            self.players
        }
    }

    /// Returns the round, from 1.
    #[inline]
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// Returns the start player of the round; if the game is over, of the round that would follow.
    #[inline]
    #[must_use]
    pub const fn start(&self) -> Seat {
        Seat(self.start)
    }

    /// Returns the player to move.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        Seat(self.mover)
    }

    /// Returns the phase.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the tiles on a factory; none if the factory is not in play.
    #[must_use]
    pub fn factory(&self, factory: Factory) -> ByColour<u8> {
        counts(self.sources[factory.index()])
    }

    /// Returns an iterator over the factories in play and their tiles.
    pub fn factories(&self) -> impl Iterator<Item = (Factory, ByColour<u8>)> + '_ {
        Factory::ALL[..self.players().factories()]
            .iter()
            .map(|&f| (f, self.factory(f)))
    }

    /// Returns the tiles in the centre.
    #[must_use]
    pub fn centre(&self) -> ByColour<u8> {
        counts(self.sources[CENTRE])
    }

    /// Returns the location of the start marker.
    #[must_use]
    pub const fn marker(&self) -> Marker {
        match self.marker {
            MARKER_IN_CENTRE => Marker::Centre,
            MARKER_GONE => Marker::Gone,
            seat => Marker::Held(Seat(seat)),
        }
    }

    /// Returns the tiles in the bag.
    #[must_use]
    pub fn bag(&self) -> ByColour<u8> {
        bytes(self.bag)
    }

    /// Returns the tiles in the lid.
    #[must_use]
    pub fn lid(&self) -> ByColour<u8> {
        bytes(self.lid_bytes())
    }

    /// Returns a player's board.
    ///
    /// # Panics
    /// Panics if the seat is not occupied; see [`get_board`](Self::get_board).
    #[inline]
    #[must_use]
    pub fn board(&self, seat: Seat) -> &Board {
        assert!(
            seat.index() < self.players().count(),
            "seat {seat} is not occupied"
        );
        &self.boards[seat.index()]
    }

    /// Returns a player's board, or `None` if the seat is not occupied.
    #[must_use]
    pub fn get_board(&self, seat: Seat) -> Option<&Board> {
        self.boards[..self.players().count()].get(seat.index())
    }

    /// Returns an iterator over the seats and their boards.
    pub fn boards(&self) -> impl Iterator<Item = (Seat, &Board)> {
        self.players().seats().zip(&self.boards)
    }

    /// Returns the number of groups on offer: each is the tiles of one colour at one source.
    #[inline]
    #[must_use]
    pub const fn group_count(&self) -> u32 {
        self.groups.count_ones()
    }

    /// Returns the number of tiles of a colour at a source.
    #[inline]
    #[must_use]
    pub fn tiles_at(&self, source: Source, colour: Colour) -> u32 {
        self.count_at(source.index(), colour)
    }

    /// Returns the position with another player to move, for analysis.
    ///
    /// # Errors
    /// Returns an error outside the offer, where the player to move follows from the table, and if
    /// the seat is not occupied.
    pub fn with_to_move(mut self, seat: Seat) -> Result<Self, ToMoveError> {
        if self.phase != Phase::Offer {
            return Err(ToMoveError::WrongPhase(self.phase));
        }
        if seat.index() >= self.players().count() {
            return Err(ToMoveError::NoSuchSeat(seat));
        }
        self.mover = seat.0;
        Ok(self)
    }

    /// Returns the number of tiles of a colour at the source with the given index.
    #[inline]
    fn count_at(&self, source: usize, colour: Colour) -> u32 {
        self.sources[source] >> (6 * colour.index()) & 63
    }

    fn lid_bytes(&self) -> u64 {
        let offer: u64 = self.sources.iter().map(|&source| widen(source)).sum();
        ALL_TILES - self.bag - offer - self.board_tiles()
    }

    fn board_tiles(&self) -> u64 {
        self.boards.iter().map(Board::tile_counts).sum()
    }
}

/// Converts five six-bit counts to five bytes.
fn widen(packed: u32) -> u64 {
    (0..5)
        .map(|i| u64::from(packed >> (6 * i) & 63) << (8 * i))
        .sum()
}

fn counts(packed: u32) -> ByColour<u8> {
    bytes(widen(packed))
}

fn bytes(packed: u64) -> ByColour<u8> {
    ByColour(core::array::from_fn(|i| (packed >> (8 * i)) as u8))
}
