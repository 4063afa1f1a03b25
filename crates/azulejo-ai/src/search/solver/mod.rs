//! The solver: proves the value of the rest of a round with two players.
//!
//! The value is that of best play to the end of the round under the evaluator's value of its end.
//! The solver finds it by null-window searches (MTD): each proves a lower or an upper bound of the
//! root's value, until they meet. Nothing is reduced or pruned unsoundly, and proven bounds are
//! kept in a table that the threads share.

mod proof_table;
mod worker;

use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use azulejo_rules::{Move, Phase, Position};

use super::leaf::{BoardCache, LeafEvaluator, ScaleTableCache};
use super::{Engine, Limits, MultiPv, Parameters, Utility, WIN};
use crate::bot::NothingToDecide;
use crate::eval::Evaluator;
use proof_table::ProofTable;
use worker::Worker;

/// Above any utility.
const INFINITY: Utility = WIN + 1_000;
/// The node limit of the ordinary search that guesses the value.
const GUESS_NODES: u64 = 300_000;
/// The entries of the table of moves being searched.
const BUSY_ENTRIES: usize = 1 << 12;
/// The entries of each thread's cache of boards.
const BOARD_CACHE_ENTRIES: usize = 1 << 17;

/// The resources of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverOptions {
    /// The number of threads. With one, a result is reproducible, node count included.
    pub threads: usize,
    /// The size of the table of proofs in bytes, rounded down to a power of two.
    pub memory: usize,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
}

/// The state of a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The lower bound of the value for the player to move.
    pub lower: Utility,
    /// The upper bound.
    pub upper: Utility,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// The outcome of a solver run.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The value for the player to move: both bounds are equal if the round was solved.
    pub bounds: Progress,
    /// Best play to the end of the round; empty if the round was not solved, or if the stop flag was
    /// set while the line was searched.
    pub line: Vec<Move>,
    /// The expected final points of each player at the end of the line, up to a common constant.
    pub points: Vec<f64>,
}

impl Solution {
    /// Returns the proven value; `None` if the round was not solved.
    #[must_use]
    pub fn value(&self) -> Option<Utility> {
        (self.bounds.lower == self.bounds.upper).then_some(self.bounds.lower)
    }
}

/// The reason why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnsolvableError {
    /// It is not in the factory offer.
    NothingToDecide(NothingToDecide),
    /// It has more than two players.
    TooManyPlayers,
}

impl fmt::Display for UnsolvableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToDecide(error) => error.fmt(f),
            Self::TooManyPlayers => f.write_str(
                "only two players have opposite interests; with more, a round has no exact value",
            ),
        }
    }
}

impl core::error::Error for UnsolvableError {}

/// Solves rounds; the memory of the table is reused from one to the next.
pub struct Solver {
    evaluator: Evaluator,
    options: SolverOptions,
    table: ProofTable,
}

/// The state that the threads of one proof share.
struct Shared<'a> {
    table: &'a ProofTable,
    /// Hashes of the positions and moves being searched.
    busy: Vec<AtomicU64>,
    /// The nodes counted so far; threads report theirs at every check.
    nodes: AtomicU64,
    limit: u64,
    stop: &'a AtomicBool,
    /// Whether a thread has finished the current search.
    finished: AtomicBool,
    several_threads: bool,
}

impl Solver {
    /// Creates a solver.
    #[must_use]
    pub fn new(evaluator: Evaluator, options: SolverOptions) -> Self {
        Self {
            evaluator,
            options,
            table: ProofTable::new(options.memory),
        }
    }

    /// Solves the rest of a round, or proves bounds of its value until a limit is reached or `stop`
    /// is set. `on_progress` is called whenever a bound is proven.
    ///
    /// # Errors
    /// If the position is not in the factory offer or has more than two players.
    pub fn solve(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, UnsolvableError> {
        if position.phase() != Phase::Offer {
            let error = NothingToDecide(position.phase());
            return Err(UnsolvableError::NothingToDecide(error));
        }
        if position.players().count() != 2 {
            return Err(UnsolvableError::TooManyPlayers);
        }
        self.table.clear();
        let guess = self.guess(position, stop)?;
        let limit = self.options.nodes.unwrap_or(u64::MAX);
        let shared = Shared {
            table: &self.table,
            busy: (0..BUSY_ENTRIES).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(guess.1),
            limit,
            stop,
            finished: AtomicBool::new(false),
            several_threads: self.options.threads > 1,
        };
        let mut memory: Vec<_> = (0..self.options.threads.max(1))
            .map(|_| {
                (
                    BoardCache::with_entries(BOARD_CACHE_ENTRIES),
                    ScaleTableCache::default(),
                )
            })
            .collect();
        let mut workers: Vec<_> = memory
            .iter_mut()
            .map(|(cache, tables)| {
                let leaf_evaluator = LeafEvaluator::new(
                    self.evaluator.after_round(position),
                    &Parameters::SHIPPED,
                    cache,
                    tables,
                    position.to_move(),
                );
                Worker::new(position, leaf_evaluator, &shared)
            })
            .collect();
        Ok(prove(
            &mut workers,
            &shared,
            &position.narrow(),
            guess.0,
            on_progress,
        ))
    }

    /// Returns the value by an ordinary search, and its nodes.
    fn guess(
        &self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<(Utility, u64), UnsolvableError> {
        let limits = Limits {
            nodes: Some(GUESS_NODES.min(self.options.nodes.unwrap_or(u64::MAX))),
            ..Limits::default()
        };
        let found = Engine::with_entries(self.evaluator.clone(), 1 << 17)
            .search(position, limits, MultiPv::BEST, stop)
            .map_err(UnsolvableError::NothingToDecide)?;
        Ok((found.value(), found.nodes))
    }
}

/// Narrows the bounds of the root's value until they meet, then follows best play.
fn prove(
    workers: &mut [Worker<'_>],
    shared: &Shared<'_>,
    root: &Position<2>,
    guess: Utility,
    on_progress: &mut dyn FnMut(&Progress),
) -> Solution {
    let mut bounds = Progress {
        lower: -INFINITY,
        upper: INFINITY,
        nodes: 0,
    };
    let mut beta = guess;
    let mut step = 1;
    while bounds.lower < bounds.upper {
        let Some(value) = search_on_threads(workers, shared, root, beta) else {
            break;
        };
        if value >= beta {
            bounds.lower = value;
            beta = value + step;
        } else {
            bounds.upper = value;
            beta = value - step + 1;
        }
        if bounds.lower > -INFINITY && bounds.upper < INFINITY {
            // Above the lower bound even if the bounds are adjacent.
            beta = bounds.lower + (bounds.upper - bounds.lower + 1) / 2;
        }
        step *= 2;
        bounds.nodes = shared.nodes.load(Ordering::Relaxed);
        on_progress(&bounds);
    }
    let mut line = Vec::new();
    let mut points = Vec::new();
    if bounds.lower == bounds.upper {
        let worker = &mut workers[0];
        line = worker.best_line(root, bounds.lower);
        points = worker.points_after(root, &line);
    }
    for worker in workers {
        worker.report_nodes();
    }
    bounds.nodes = shared.nodes.load(Ordering::Relaxed);
    Solution {
        bounds,
        line,
        points,
    }
}

/// Returns the value of a null-window search on all threads; `None` if it was stopped.
fn search_on_threads(
    workers: &mut [Worker<'_>],
    shared: &Shared<'_>,
    root: &Position<2>,
    beta: Utility,
) -> Option<Utility> {
    shared.finished.store(false, Ordering::Relaxed);
    let (first, others) = workers.split_first_mut()?;
    thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .map(|worker| scope.spawn(move || worker.search_root(root, beta)))
            .collect();
        let mut value = first.search_root(root, beta);
        for other in others {
            // Propagates a panic of a thread.
            let found = other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            value = value.or(found);
        }
        value
    })
}
