//! Search: what to play in the offer, looking ahead to the end of the round.
//!
//! Within a round nothing is left to chance, so the search is an alpha-beta search with a
//! transposition table; what comes after the round is in the [`Value`]. In the last
//! round the leaf is the true result. With two players that is exact once the whole rest of the
//! round is seen; with more, the others are taken to choose among the moves that look best for their
//! own boards, and of those the worst for the searching player.

mod alpha_beta;
mod leaf;
mod parameters;
mod table;

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use azulejo_rules::{Move, Phase, Position, Seat};

pub(crate) use leaf::lead_of;
pub use leaf::{Utility, win_probability};
pub use parameters::Parameters;

use crate::bot::NothingToDecide;
use crate::clock::{Clock, Deadline, wall_time};
use crate::value::Value;
use alpha_beta::Searcher;
use leaf::{BoardCache, Leaves, UtilityTables};
use table::Table;

/// When a search stops, whichever comes first; without any limit it solves the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So long.
    pub time: Option<Duration>,
    /// So many moves played in search.
    pub nodes: Option<u64>,
    /// So many moves ahead.
    pub depth: Option<u32>,
}

/// Which root moves get a value of their own; others are only shown to be no better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// So many of the best.
    pub best: usize,
    /// This one too.
    pub also: Option<Move>,
}

impl Ask {
    /// The best move alone.
    pub const BEST: Self = Self {
        best: 1,
        also: None,
    };
    /// All moves.
    pub const ALL: Self = Self {
        best: usize::MAX,
        also: None,
    };
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The root moves with their values for the player to move, the best first; equal factories
    /// count once. Values of moves that were not asked for are upper bounds.
    pub moves: Vec<(Move, Utility)>,
    /// The expected line of play, from the best move on.
    pub line: Vec<Move>,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// Whether the rest of the round was seen to its end.
    pub solved: bool,
    /// How many moves were played in search.
    pub nodes: u64,
    /// How well moves were ordered.
    pub cuts: Cuts,
}

/// Nodes in which a move was good enough to look at no other: with moves in the best order it is
/// always the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cuts {
    /// All of them.
    pub all: u64,
    /// Those where it was the first move.
    pub first: u64,
}

impl Found {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.moves[0].0
    }

    /// The best move's value.
    #[must_use]
    pub fn value(&self) -> Utility {
        self.moves[0].1
    }
}

/// The default size of the transposition table, in entries of 16 bytes.
const TABLE_ENTRIES: usize = 1 << 20;

/// A search engine with its memory: what it learned in a round helps in the moves to come.
pub struct Engine {
    value: Value,
    parameters: Parameters,
    clock: Clock,
    table: Table,
    cache: BoardCache,
    utilities: UtilityTables,
    /// The factories of the round that the table is about, as far as they were seen.
    round: RoundMemory,
}

/// Which round the table's entries are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct RoundMemory {
    hash: u64,
    seat: usize,
    factories: [[u8; 5]; 9],
    salt: u64,
}

impl Engine {
    /// An engine that values boards in this way.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self::with_entries(value, TABLE_ENTRIES)
    }

    /// An engine with a table of another size, rounded up to a power of two.
    #[must_use]
    pub fn with_entries(value: Value, entries: usize) -> Self {
        Self {
            value,
            parameters: Parameters::SHIPPED,
            clock: wall_time,
            table: Table::new(entries.next_power_of_two().max(2)),
            cache: BoardCache::new(),
            utilities: UtilityTables::default(),
            round: RoundMemory::default(),
        }
    }

    /// The same engine, steered by other numbers.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// The same engine, timed by another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The value it uses.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Forgets everything, so that a new game does not depend on the last one.
    pub fn forget(&mut self) {
        self.table.next_game();
        self.cache.next_round();
        self.round = RoundMemory::default();
    }

    /// Looks for the best move of the offer.
    ///
    /// `ask` says which moves get a value of their own: so many of the best, and perhaps one more.
    ///
    /// # Errors
    /// When the position is not in the offer.
    pub fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        ask: Ask,
        stop: &AtomicBool,
    ) -> Result<Found, NothingToDecide> {
        if position.phase() != Phase::Offer {
            return Err(NothingToDecide(position.phase()));
        }
        self.remember_round(position);
        let deadline = limits.time.map(|time| Deadline::after(time, self.clock));
        Ok(if position.players().count() == 2 {
            self.searcher::<2>(position, limits, deadline, stop)
                .run(&position.narrow(), ask)
        } else {
            self.searcher::<4>(position, limits, deadline, stop)
                .run(position, ask)
        })
    }

    fn searcher<'a, const SEATS: usize>(
        &'a mut self,
        position: &Position,
        limits: Limits,
        deadline: Option<Deadline>,
        stop: &'a AtomicBool,
    ) -> Searcher<'a, SEATS> {
        let salt = self.salt();
        Searcher::new(
            position,
            Leaves::new(
                self.value.after_round(position),
                &self.parameters,
                &mut self.cache,
                &mut self.utilities,
                position.to_move(),
            ),
            self.parameters,
            &mut self.table,
            salt,
            alpha_beta::Stopping {
                limits,
                deadline,
                stop,
            },
        )
    }

    /// The line of play that the last search of this round expects after a move, as far as it
    /// remembers.
    #[must_use]
    pub fn expected_line(&self, position: &Position, first: Move) -> Vec<Move> {
        let salt = self.salt();
        if position.players().count() == 2 {
            alpha_beta::expected_line(&self.table, salt, &position.narrow(), first)
        } else {
            alpha_beta::expected_line(&self.table, salt, position, first)
        }
    }

    /// What the end of a round is worth to a player: the leaf of the search, for tests that compute
    /// the value of a position in another way. `position` is any of the round, `end` has no tiles
    /// on offer and is not tiled yet.
    #[must_use]
    pub fn round_end_utility(
        &mut self,
        position: &Position,
        seat: Seat,
        end: &Position,
    ) -> Utility {
        let Ok(asked) = position.with_to_move(seat) else {
            return 0;
        };
        self.remember_round(&asked);
        Leaves::new(
            self.value.after_round(&asked),
            &self.parameters,
            &mut self.cache,
            &mut self.utilities,
            asked.to_move(),
        )
        .utility(end, None)
    }

    const fn salt(&self) -> u64 {
        self.round.salt
    }

    /// Entries of the table may be used again as long as the round is the same: its walls and
    /// scores, the searching player, and what is left of its factories.
    fn remember_round(&mut self, position: &Position) {
        let hash = position.round_hash();
        let seat = position.to_move().index();
        let mut factories = [[0; 5]; 9];
        for (factory, tiles) in position.factories() {
            factories[factory.index()] = tiles.0;
        }
        let known = self.round.factories;
        let same = self.round.salt != 0
            && self.round.hash == hash
            && (self.round.seat == seat || position.players().count() == 2)
            && factories
                .iter()
                .zip(&known)
                .all(|(now, then)| *now == [0; 5] || now == then);
        if !same {
            // The salt tells rounds apart; it depends on nothing but the round, so that a game is
            // played the same whatever was played before.
            let salt = factories.iter().flatten().fold(hash, |salt, &count| {
                (salt ^ u64::from(count))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(23)
            });
            self.round = RoundMemory {
                hash,
                seat,
                factories,
                salt,
            };
            self.table.next_round();
            self.cache.next_round();
        }
    }
}
