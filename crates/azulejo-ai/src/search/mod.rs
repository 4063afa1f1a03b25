//! The search engine: finds the best move in the factory offer.
//!
//! A round is deterministic once it is dealt, so the engine uses alpha-beta search with a
//! transposition table up to the end of the round; everything after that, chance included, is the
//! [`Evaluator`]'s. In the last round, leaves are true results. With two players the value is exact
//! once the search reaches the end of the round on every line. With more, each opponent is assumed
//! to consider only the moves that look best for their own board, and to choose the one that is
//! worst for the searching player.

mod alpha_beta;
mod leaf;
mod max_n;
mod parameters;
pub mod solver;
mod transposition;
mod tree;

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use azulejo_rules::{Move, Phase, Position, Seat};

pub(crate) use leaf::{MARGIN_SPAN, MAX_MARGIN_TERM, WIN, margin_of};
pub use leaf::{Utility, win_probability};
pub(crate) use max_n::MaxNMove;
pub use parameters::Parameters;

use crate::bot::NothingToDecide;
use crate::clock::{Clock, Deadline, system_clock};
use crate::eval::Evaluator;
use alpha_beta::Searcher;
use leaf::{BoardCache, LeafEvaluator, ScaleTableCache};
use max_n::MaxNSolver;
use transposition::TranspositionTable;

/// The limits of a search, whichever is reached first; without any, the search solves the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The time.
    pub time: Option<Duration>,
    /// The number of nodes: moves played in the search.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
}

/// The root moves that get an exact value; for the others the search only proves an upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiPv {
    /// The number of best moves.
    pub count: usize,
    /// An additional move.
    pub also: Option<Move>,
}

impl MultiPv {
    /// The best move alone.
    pub const BEST: Self = Self {
        count: 1,
        also: None,
    };
    /// All moves.
    pub const ALL: Self = Self {
        count: usize::MAX,
        also: None,
    };
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The root moves with their values for the player to move, best first; moves from identical
    /// factories are listed once. The values of moves that were not requested are upper bounds.
    pub moves: Vec<(Move, Utility)>,
    /// The principal variation.
    pub pv: Vec<Move>,
    /// The expected final points of each player at the end of the principal variation, up to a
    /// common constant; only differences are meaningful.
    pub points: Vec<f64>,
    /// The completed depth in plies.
    pub depth: u32,
    /// Whether the search reached the end of the round on every line.
    pub solved: bool,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Beta cutoffs, a measure of move ordering.
    pub cutoffs: Cutoffs,
}

/// Counts of beta cutoffs. With perfect move ordering, the first move causes all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cutoffs {
    /// All beta cutoffs.
    pub total: u64,
    /// Those caused by the first move.
    pub by_first_move: u64,
}

impl SearchResult {
    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.moves[0].0
    }

    /// Returns the value of the best move.
    #[must_use]
    pub fn value(&self) -> Utility {
        self.moves[0].1
    }
}

/// A callback for the result of each completed iteration; its second argument returns the principal
/// variation of a root move.
pub type OnDepth<'a> = &'a mut dyn FnMut(&SearchResult, &dyn Fn(Move) -> Vec<Move>);

/// The default size of the transposition table, in entries of 16 bytes.
const DEFAULT_TABLE_ENTRIES: usize = 1 << 20;

/// A search engine. Its transposition table persists between the moves of a round.
pub struct Engine {
    evaluator: Evaluator,
    parameters: Parameters,
    clock: Clock,
    table: TranspositionTable,
    cache: BoardCache,
    utilities: ScaleTableCache,
    /// The round that the transposition table belongs to.
    round: RoundId,
}

/// The identity of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct RoundId {
    hash: u64,
    seat: usize,
    factories: [[u8; 5]; 9],
    salt: u64,
}

impl Engine {
    /// Creates an engine with the default table size.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Self {
        Self::with_entries(evaluator, DEFAULT_TABLE_ENTRIES)
    }

    /// Creates an engine with a table of `entries`, rounded up to a power of two.
    #[must_use]
    pub fn with_entries(evaluator: Evaluator, entries: usize) -> Self {
        Self {
            evaluator,
            parameters: Parameters::SHIPPED,
            clock: system_clock,
            table: TranspositionTable::new(entries.next_power_of_two().max(2)),
            cache: BoardCache::new(),
            utilities: ScaleTableCache::default(),
            round: RoundId::default(),
        }
    }

    /// Replaces the search parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// Replaces the clock that time limits are measured with.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Returns the evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Clears all memory, so that a game does not depend on the previous one.
    pub fn new_game(&mut self) {
        self.table.new_game();
        self.cache.new_round();
        self.round = RoundId::default();
    }

    /// Searches for the best move; `multi_pv` selects the root moves that get exact values.
    ///
    /// # Errors
    /// If the position is not in the factory offer.
    pub fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        multi_pv: MultiPv,
        stop: &AtomicBool,
    ) -> Result<SearchResult, NothingToDecide> {
        self.search_with_progress(position, limits, multi_pv, stop, &mut |_, _| ())
    }

    /// Like [`search`](Self::search), and calls `on_depth` with the result of each completed
    /// iteration.
    ///
    /// # Errors
    /// If the position is not in the factory offer.
    pub fn search_with_progress(
        &mut self,
        position: &Position,
        limits: Limits,
        multi_pv: MultiPv,
        stop: &AtomicBool,
        on_depth: OnDepth<'_>,
    ) -> Result<SearchResult, NothingToDecide> {
        if position.phase() != Phase::Offer {
            return Err(NothingToDecide(position.phase()));
        }
        self.enter_round(position);
        let deadline = limits.time.map(|time| Deadline::after(time, self.clock));
        Ok(if position.players().count() == 2 {
            self.searcher::<2>(position, limits, deadline, stop).run(
                &position.narrow(),
                multi_pv,
                on_depth,
            )
        } else if self.parameters.tree {
            let leaf_evaluator = LeafEvaluator::new(
                self.evaluator.after_round(position),
                &self.parameters,
                &mut self.cache,
                &mut self.utilities,
                position.to_move(),
            );
            let stop_conditions = alpha_beta::StopConditions {
                limits,
                deadline,
                stop,
            };
            tree::TreeSearch::new(position, leaf_evaluator, stop_conditions).run(position)
        } else {
            self.searcher::<4>(position, limits, deadline, stop)
                .run(position, multi_pv, on_depth)
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
            LeafEvaluator::new(
                self.evaluator.after_round(position),
                &self.parameters,
                &mut self.cache,
                &mut self.utilities,
                position.to_move(),
            ),
            self.parameters,
            &mut self.table,
            salt,
            alpha_beta::StopConditions {
                limits,
                deadline,
                stop,
            },
        )
    }

    /// Returns the principal variation after a move, as far as the last search of this round stored
    /// it.
    #[must_use]
    pub fn principal_variation(&self, position: &Position, first: Move) -> Vec<Move> {
        let salt = self.salt();
        if position.players().count() == 2 {
            alpha_beta::principal_variation(&self.table, salt, &position.narrow(), first)
        } else {
            alpha_beta::principal_variation(&self.table, salt, position, first)
        }
    }

    /// Returns the leaf utility of the end of a round for a player, for tests that compute the
    /// value of a position independently. `position` is any position of the round; `end` has no
    /// tiles on offer and is not tiled yet.
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
        self.enter_round(&asked);
        LeafEvaluator::new(
            self.evaluator.after_round(&asked),
            &self.parameters,
            &mut self.cache,
            &mut self.utilities,
            asked.to_move(),
        )
        .utility(end, None)
    }

    /// Solves the rest of a round in which every player maximises their own result; `None` if that
    /// takes more than `max_nodes`.
    pub(crate) fn solve_max_n(
        &mut self,
        position: &Position,
        max_nodes: u64,
    ) -> Option<Vec<MaxNMove>> {
        self.enter_round(position);
        let leaf_evaluator = LeafEvaluator::new(
            self.evaluator.after_round(position),
            &self.parameters,
            &mut self.cache,
            &mut self.utilities,
            position.to_move(),
        );
        MaxNSolver::new(position, leaf_evaluator, max_nodes).run(position)
    }

    const fn salt(&self) -> u64 {
        self.round.salt
    }

    /// Starts a new generation of the transposition table if the round has changed. Entries remain
    /// valid as long as the walls, the scores, the searching player and the remaining factories are
    /// those of the same round.
    fn enter_round(&mut self, position: &Position) {
        let hash = position.round_hash();
        let seat = position.to_move().index();
        let mut factories = [[0; 5]; 9];
        for (factory, tiles) in position.factories() {
            factories[factory.index()] = tiles.0;
        }
        let seen = self.round.factories;
        let same = self.round.salt != 0
            && self.round.hash == hash
            && (self.round.seat == seat || position.players().count() == 2)
            && factories
                .iter()
                .zip(&seen)
                .all(|(now, then)| *now == [0; 5] || now == then);
        if !same {
            // The salt distinguishes rounds. It depends on the round alone, so that play does not
            // depend on earlier games.
            let salt = factories.iter().flatten().fold(hash, |salt, &count| {
                (salt ^ u64::from(count))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(23)
            });
            self.round = RoundId {
                hash,
                seat,
                factories,
                salt,
            };
            self.table.new_round();
            self.cache.new_round();
        }
    }
}
