//! The searches of a game's analysis, as independent jobs.

use core::sync::atomic::{AtomicBool, Ordering};

use azulejo_rules::record::{Record, ReplayError};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Move, Phase, Position};

use super::account::Ledger;
use super::effort::Effort;
use super::history::History;
use super::value::Values;
use crate::eval::Evaluator;
use crate::search::{Engine, Limits, MultiPv, SearchResult, win_probability};

/// The search for the gap between the two best moves has one in this many of a position's nodes.
const GAP_SHARE: u64 = 40;

/// An analysis in progress of a recorded game: its jobs and their results.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    history: History,
    effort: Effort,
    jobs: Vec<Job>,
    results: Vec<Option<JobResult>>,
}

/// One search of a game's analysis. It depends on no other job and no earlier search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Job {
    /// The purpose of the search.
    pub kind: JobKind,
    /// The position to search.
    pub position: Position,
    limits: Limits,
}

/// The purpose of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// The value of a position of the game: after `moves` moves of a round, counted from 1.
    Position {
        /// The round.
        round: usize,
        /// The number of moves played in the round before the position.
        moves: usize,
    },
    /// The value after another deal of a round, counted from 1.
    OtherDeal {
        /// The round.
        round: usize,
    },
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct JobResult {
    /// The values of the position.
    pub values: Values,
    /// The best move.
    pub best: Move,
    /// Whether the search reached the end of the round on every line.
    pub exact: bool,
    /// The search depth in plies.
    pub depth: u32,
    /// The win probability that separates the two best moves; `None` if there is only one move.
    pub gap: Option<f64>,
}

/// The number of jobs without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Missing {
    /// Positions of the game.
    pub positions: usize,
    /// Other deals.
    pub deals: usize,
}

impl Job {
    /// Runs the search; `None` if `stop` was set before it ended.
    ///
    /// # Panics
    /// Never: a job's position has tiles on offer.
    #[must_use]
    pub fn run(&self, engine: &mut Engine, stop: &AtomicBool) -> Option<JobResult> {
        let mut search = |limits, multi_pv| {
            engine.new_game();
            let found = engine.search(&self.position, limits, multi_pv, stop);
            found.expect("tiles are on offer")
        };
        let gap = match self.kind {
            JobKind::Position { .. } => self.gap(&mut search),
            JobKind::OtherDeal { .. } => None,
        };
        let found = search(self.limits, MultiPv::BEST);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(JobResult {
            values: Values::of_search(engine, &self.position, &found),
            best: found.best(),
            exact: found.solved,
            depth: found.depth,
            gap,
        })
    }

    fn gap(&self, search: &mut impl FnMut(Limits, MultiPv) -> SearchResult) -> Option<f64> {
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes / GAP_SHARE),
            time: self.limits.time.map(|time| time / GAP_SHARE as u32),
            ..self.limits
        };
        let two = MultiPv {
            count: 2,
            also: None,
        };
        match search(limits, two).moves.as_slice() {
            [(_, best), (_, second), ..] => Some(win_probability(*best) - win_probability(*second)),
            _ => None,
        }
    }
}

impl GameAnalysis {
    /// Lists the jobs of a recorded game.
    ///
    /// # Errors
    /// If the record violates the rules.
    pub fn new(record: &Record, effort: Effort) -> Result<Self, ReplayError> {
        let history = History::new(record)?;
        let jobs = jobs(&history, effort);
        Ok(Self {
            results: vec![None; jobs.len()],
            history,
            effort,
            jobs,
        })
    }

    /// Returns the jobs: first the positions of the game, from the last to the first, then the other
    /// deals.
    #[must_use]
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Returns whether a result has the values of all players of this game.
    #[must_use]
    pub fn accepts(&self, result: &JobResult) -> bool {
        let players = self.history.last.players().count();
        result.values.win.len() == players && result.values.points.len() == players
    }

    /// Stores the result of a job, given by its index.
    ///
    /// # Panics
    /// If there is no such job.
    pub fn supply(&mut self, job: usize, result: JobResult) {
        self.results[job] = Some(result);
    }

    /// Runs all jobs on one engine; stops early if `stop` is set.
    pub fn run(&mut self, engine: &mut Engine, stop: &AtomicBool) {
        for (job, result) in self.jobs.iter().zip(&mut self.results) {
            *result = job.run(engine, stop);
            if result.is_none() {
                break;
            }
        }
    }

    /// Runs only the jobs that [`sampled_luck`](Self::sampled_luck) needs; stops early if `stop` is
    /// set.
    pub fn run_deals(&mut self, engine: &mut Engine, stop: &AtomicBool) {
        for (job, result) in self.jobs.iter().zip(&mut self.results) {
            if matches!(job.kind, JobKind::Position { moves: 1.., .. }) {
                continue;
            }
            *result = job.run(engine, stop);
            if result.is_none() {
                break;
            }
        }
    }

    /// Returns each player's luck as the sum, over all deals, of the searched value after the deal
    /// less the mean of those after the other deals; `None` if a result is missing.
    ///
    /// The deal of the game and the other deals come from the same distribution and are judged
    /// alike, so the expectation is zero for players of any strength. The luck of the ledger is
    /// more accurate, but relies on an estimate for strong play.
    #[must_use]
    pub fn sampled_luck(&self) -> Option<Vec<f64>> {
        let mut luck = vec![0.0; self.history.last.players().count()];
        for round in 1..=self.history.rounds.len() {
            let kind = JobKind::Position { round, moves: 0 };
            let at = self.jobs.iter().position(|job| job.kind == kind)?;
            let after = &self.results[at].as_ref()?.values;
            let others = self.other_deals(round);
            if others.len() != self.effort.other_deals as usize {
                return None;
            }
            let mean = Values::mean(others.iter())?;
            for ((luck, after), mean) in luck.iter_mut().zip(&after.win).zip(&mean.win) {
                *luck += after - mean;
            }
        }
        Some(luck)
    }

    /// Returns the number of jobs without a result.
    #[must_use]
    pub fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        for (job, result) in self.jobs.iter().zip(&self.results) {
            if result.is_none() {
                match job.kind {
                    JobKind::Position { .. } => missing.positions += 1,
                    JobKind::OtherDeal { .. } => missing.deals += 1,
                }
            }
        }
        missing
    }

    /// Returns the ledger; `None` if a result is missing.
    #[must_use]
    pub fn ledger(&self, evaluator: &Evaluator) -> Option<Ledger> {
        if self.missing() != Missing::default() {
            return None;
        }
        Some(Ledger::new(self, evaluator))
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn effort(&self) -> &Effort {
        &self.effort
    }

    /// Returns the result of a position of the game.
    pub(super) fn at(&self, round: usize, moves: usize) -> &JobResult {
        let kind = JobKind::Position { round, moves };
        let at = self.jobs.iter().position(|job| job.kind == kind);
        let result = at.and_then(|at| self.results[at].as_ref());
        result.expect("every position of the game has a result")
    }

    /// Returns the values after the other deals of a round.
    pub(super) fn other_deals(&self, round: usize) -> Vec<Values> {
        let both = self.jobs.iter().zip(&self.results);
        both.filter(|(job, _)| job.kind == JobKind::OtherDeal { round })
            .filter_map(|(_, result)| result.as_ref().map(|r| r.values.clone()))
            .collect()
    }
}

fn jobs(history: &History, effort: Effort) -> Vec<Job> {
    let identity = history.identity();
    let mut jobs = Vec::new();
    for (i, round) in history.rounds.iter().enumerate().rev() {
        let number = i + 1;
        let last = (round.end.is_none() && number == history.rounds.len())
            .then_some(&history.last)
            .filter(|last| last.phase() == Phase::Offer);
        let positions: Vec<&Position> = round.moves.iter().map(|(p, _)| p).chain(last).collect();
        for (moves, &&position) in positions.iter().enumerate().rev() {
            jobs.push(Job {
                kind: JobKind::Position {
                    round: number,
                    moves,
                },
                position,
                limits: effort.limits,
            });
        }
    }
    for (i, round) in history.rounds.iter().enumerate().rev() {
        let number = i + 1;
        // Every game draws its own deals: with shared ones, their sampling error would not average
        // out over many games.
        let mut rng = FastRng::for_game(effort.seed ^ identity, number as u64);
        for _ in 0..effort.other_deals {
            let mut position = round.refill;
            position.deal_at_random(&mut rng);
            jobs.push(Job {
                kind: JobKind::OtherDeal { round: number },
                position,
                limits: effort.limits,
            });
        }
    }
    jobs
}
