//! A position: always legal, `Copy`, and small.
//!
//! The parts live in files of their own: [`play`](self) of the offer in `play.rs`, tiling in
//! `tiling.rs`, the refill in `refill.rs`, the end in `outcome.rs`, text in `text.rs`.

mod outcome;
mod play;
mod refill;
mod text;
mod tiling;

pub use outcome::{Outcome, Standing};
pub use play::{IllegalMove, PlayError};
pub use refill::DealError;
pub use text::PositionTextError;
pub use tiling::{IllegalPlacement, TileError};

use crate::places::CENTRE;
use crate::{Board, ByColour, Colour, Factory, Players, Seat, Source, Wall};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// A move of the factory offer.
    Offer,
    /// Complete lines to tile, or floors to charge.
    Tiling,
    /// A deal.
    Refill,
    /// Nothing: the game is over.
    Over,
}

/// Where the start marker is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// In the centre: nobody took it in this round.
    Centre,
    /// With a player, on the floor line or beside a full one.
    Held(Seat),
    /// Nowhere: the game is over.
    Gone,
}

/// A legal position of a game.
///
/// `SEATS` is how many boards there is room for, not how many play: `Position` alone has room for
/// four and is what every surface uses; `Position<2>` (128 bytes instead of 192) is for two-player
/// search and comes from [`Position::narrow`].
///
/// The lid is not stored: it is what the bag, the offer and the boards lack of 20 tiles a colour.
///
/// # Equality
/// Two positions are equal when their texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const SEATS: usize = 4> {
    boards: [Board; SEATS],
    /// What each factory and (last) the centre hold: five counts of six bits.
    sources: [u32; CENTRE + 1],
    /// Which colours lie where: bit `5 * source + colour`. Empty when the offer is.
    groups: u64,
    /// What the bag holds: five counts of eight bits.
    bag: u64,
    round: u16,
    start: u8,
    mover: u8,
    /// The holder's seat, or one of the two constants below.
    marker: u8,
    players: Players,
    wall: Wall,
    phase: Phase,
}

const MARKER_IN_CENTRE: u8 = 4;
const MARKER_GONE: u8 = 5;

/// The last round a position can be in; a game that would go on is truncated.
pub const ROUND_LIMIT: u16 = 999;
/// The number of tiles of each colour.
pub const TILES_PER_COLOUR: u8 = 20;
const ALL_TILES: u64 = 0x14_1414_1414;

const _: () = assert!(size_of::<Position<2>>() == 128);
const _: () = assert!(size_of::<Position<4>>() == 192);

impl Position {
    /// A new game, awaiting its first deal.
    ///
    /// # Panics
    /// When the start player does not play.
    #[must_use]
    pub fn new(wall: Wall, players: Players, start: Seat) -> Self {
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

    /// The same position in the smaller form for two players.
    ///
    /// # Panics
    /// When more than two play.
    #[must_use]
    pub fn narrow(&self) -> Position<2> {
        assert!(
            self.players == Players::Two,
            "only a two-player position can be narrowed"
        );
        self.resize()
    }
}

impl Position<2> {
    /// The same position in the common form.
    #[must_use]
    pub fn widen(&self) -> Position {
        self.resize()
    }
}

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

    /// Which side of the boards is used.
    #[inline]
    #[must_use]
    pub const fn wall(&self) -> Wall {
        self.wall
    }

    /// How many play.
    #[inline]
    #[must_use]
    pub const fn players(&self) -> Players {
        // With room for two the answer is known to the compiler.
        if SEATS == 2 {
            Players::Two
        } else {
            self.players
        }
    }

    /// The round, from 1.
    #[inline]
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// Who starts (or started) this round; when the game is over, who would have started the next.
    #[inline]
    #[must_use]
    pub const fn start(&self) -> Seat {
        Seat(self.start)
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        Seat(self.mover)
    }

    /// What the game waits for.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The tiles on a factory; none for a factory that is not in play.
    #[must_use]
    pub fn factory(&self, factory: Factory) -> ByColour<u8> {
        counts(self.sources[factory.index()])
    }

    /// The tiles of every factory in play.
    pub fn factories(&self) -> impl Iterator<Item = (Factory, ByColour<u8>)> + '_ {
        Factory::ALL[..self.players().factories()]
            .iter()
            .map(|&f| (f, self.factory(f)))
    }

    /// The tiles in the centre.
    #[must_use]
    pub fn centre(&self) -> ByColour<u8> {
        counts(self.sources[CENTRE])
    }

    /// Where the start marker is.
    #[must_use]
    pub const fn marker(&self) -> Marker {
        match self.marker {
            MARKER_IN_CENTRE => Marker::Centre,
            MARKER_GONE => Marker::Gone,
            seat => Marker::Held(Seat(seat)),
        }
    }

    /// The tiles in the bag.
    #[must_use]
    pub fn bag(&self) -> ByColour<u8> {
        bytes(self.bag)
    }

    /// The tiles in the lid.
    #[must_use]
    pub fn lid(&self) -> ByColour<u8> {
        bytes(self.lid_bytes())
    }

    /// A player's board.
    ///
    /// # Panics
    /// When nobody sits there.
    #[inline]
    #[must_use]
    pub fn board(&self, seat: Seat) -> &Board {
        assert!(
            seat.index() < self.players().count(),
            "nobody sits at seat {seat}"
        );
        &self.boards[seat.index()]
    }

    /// The boards of all players, by seat.
    pub fn boards(&self) -> impl Iterator<Item = (Seat, &Board)> {
        self.players().seats().zip(&self.boards)
    }

    /// How many groups of tiles are on offer: each is one colour at one source.
    #[inline]
    #[must_use]
    pub const fn group_count(&self) -> u32 {
        self.groups.count_ones()
    }

    /// The groups on offer as a set: bit `5 * source + colour`, where factories are the sources 0
    /// to 8 and the centre is source 9.
    #[inline]
    #[must_use]
    pub const fn groups_bits(&self) -> u64 {
        self.groups
    }

    /// How many tiles of a colour a source has.
    #[inline]
    #[must_use]
    pub fn tiles_at(&self, source: Source, colour: Colour) -> u32 {
        self.count_at(source.index(), colour)
    }

    /// The same table with another player to move, as study and some searches need it.
    ///
    /// Gives nothing outside the offer, where the player to move follows from the table, or when
    /// nobody sits there.
    #[must_use]
    pub fn with_to_move(mut self, seat: Seat) -> Option<Self> {
        let possible = self.phase == Phase::Offer && seat.index() < self.players().count();
        self.mover = seat.0;
        possible.then_some(self)
    }

    // The packed numbers, for the crate's own hashes.

    #[inline]
    pub(crate) const fn source_counts(&self, source: usize) -> u32 {
        self.sources[source]
    }

    #[inline]
    pub(crate) const fn marker_code(&self) -> u8 {
        self.marker
    }

    #[inline]
    pub(crate) const fn mover_bits(&self) -> u64 {
        self.mover as u64
    }

    #[inline]
    pub(crate) const fn raw_boards(&self) -> &[Board; SEATS] {
        &self.boards
    }

    /// How many tiles of a colour lie at a source, by their indexes.
    #[inline]
    fn count_at(&self, source: usize, colour: Colour) -> u32 {
        self.sources[source] >> (6 * colour.index()) & 63
    }

    fn lid_bytes(&self) -> u64 {
        let offer: u64 = self.sources.iter().map(|&source| widen(source)).sum();
        ALL_TILES - self.bag - offer - self.on_boards()
    }

    fn on_boards(&self) -> u64 {
        self.boards.iter().map(Board::tiles).sum()
    }
}

/// Five six-bit counts as five bytes.
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
