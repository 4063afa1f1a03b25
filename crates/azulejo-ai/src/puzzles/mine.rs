//! Mining: finds and checks puzzles.

use core::fmt;
use core::sync::atomic::AtomicBool;

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Move, Phase, PlayerCount, Position, Seat};

use super::kind::ends_for_certain;
use super::{Kind, MAX_SOLVER_MOVES, Puzzle};
use crate::analysis::{ScoredMove, analyse_position};
use crate::eval::{Evaluator, Nets};
use crate::round_ends::DealMean;
use crate::search::{Engine, Limits, MultiPv, win_probability};
use crate::{Bot, BotId, Decision};

/// The least number of different moves in a puzzle.
const MIN_MOVES: usize = 6;
/// The least lead of the best move over the second, in win probability and in points.
const MIN_LEAD: f64 = 0.1;
const MIN_POINTS_LEAD: f64 = 2.5;
/// The least lead after searched deals, in win probability and in standard errors.
const MIN_SEARCHED_LEAD: f64 = 0.06;
const MIN_STANDARD_ERRORS: f64 = 3.0;
/// A candidate is dropped early if its lead is below this after the first deals.
const EARLY_DEALS: u64 = 8;
const MIN_EARLY_LEAD: f64 = 0.03;
/// A finished game is worth 0, one half or 1, so a value above this is a win.
const WON: f64 = 0.75;

/// The effort spent on a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The nodes within which a round must be solved.
    pub solve_nodes: u64,
    /// The number of deals after which the end of the round is searched.
    pub deals: u64,
    /// The nodes per deal.
    pub deal_nodes: u64,
}

impl Effort {
    /// The effort of mining.
    pub const STANDARD: Self = Self {
        solve_nodes: 200_000,
        deals: 32,
        deal_nodes: 100_000,
    };

    /// Returns the effort with `times` as many nodes per search.
    #[must_use]
    pub const fn deeper(self, times: u64) -> Self {
        Self {
            solve_nodes: self.solve_nodes * times,
            deals: self.deals,
            deal_nodes: self.deal_nodes * times,
        }
    }
}

/// The reason why a position is not a puzzle with the expected solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsound {
    /// Not exactly two players.
    Players,
    /// No tiles are on offer.
    NoOffer,
    /// There are too few different moves.
    FewMoves,
    /// The round was not solved within the nodes.
    Unsolved,
    /// The second-best move is almost as good.
    Lead,
    /// The lead does not survive searched deals of the next round.
    Deals,
    /// Another move is best.
    OtherMove,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Players => "puzzles are for two players",
            Self::NoOffer => "no tiles are on offer",
            Self::FewMoves => "there are too few different moves",
            Self::Unsolved => "the round was not solved within the nodes",
            Self::Lead => "the second-best move is almost as good",
            Self::Deals => "the lead does not survive searched deals of the next round",
            Self::OtherMove => "another move is best",
        })
    }
}

impl core::error::Error for Unsound {}

/// The best move of a position and the next one.
struct Choice {
    best: ScoredMove,
    second: ScoredMove,
}

/// Finds puzzles and checks them.
pub struct Miner {
    engine: Engine,
    /// Tiles the grey wall at the end of a round.
    tiler: Bot,
    effort: Effort,
}

impl Miner {
    /// Creates a miner that searches with the given networks.
    #[must_use]
    pub fn new(nets: &Nets, effort: Effort) -> Self {
        Self {
            engine: Engine::new(Evaluator::Nets(nets.clone())),
            tiler: Bot::with_nets(BotId::Artisan, 0, nets),
            effort,
        }
    }

    /// Returns the puzzles of a game, at most one per round, not yet rated.
    ///
    /// # Errors
    /// If the record violates the rules.
    pub fn mine(&mut self, record: &Record) -> Result<Vec<Puzzle>, ReplayError> {
        let mut positions = Vec::new();
        record.walk(|before, step, _| {
            if matches!(step, Step::Move(_)) {
                positions.push(*before);
            }
        })?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for position in positions {
            let same_round = |puzzle: &Puzzle| puzzle.position.round() == position.round();
            if puzzles.last().is_some_and(same_round) {
                continue;
            }
            puzzles.extend(self.examine(&position));
        }
        Ok(puzzles)
    }

    /// Makes a puzzle of a position.
    ///
    /// # Errors
    /// If there is no single best move, or it cannot be proved.
    pub fn examine(&mut self, position: &Position) -> Result<Puzzle, Unsound> {
        let choice = self.unique_move(position, MIN_MOVES)?;
        let kind = Kind::of(position, choice.best.m, choice.second.m);
        let mut line = vec![choice.best.m];
        let mut end = *position;
        end.play_unchecked(choice.best.m);
        // The solution continues as long as the solver's move stays unique.
        while line.len() < 2 * MAX_SOLVER_MOVES - 1 && end.phase() == Phase::Offer {
            let Some(reply) = self.best_move(&end) else {
                break;
            };
            let mut next = end;
            next.play_unchecked(reply);
            if next.phase() != Phase::Offer {
                break;
            }
            let Ok(choice) = self.unique_move(&next, 2) else {
                break;
            };
            line.extend([reply, choice.best.m]);
            next.play_unchecked(choice.best.m);
            end = next;
        }
        Ok(Puzzle {
            kind,
            rating: 0,
            position: *position,
            line,
        })
    }

    /// Checks a puzzle: every move of the solver must be the single best one.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), Unsound> {
        for (i, (position, expected)) in puzzle.tasks().into_iter().enumerate() {
            let min_moves = if i == 0 { MIN_MOVES } else { 2 };
            let found = self.unique_move(&position, min_moves)?;
            if !super::is_same_move(&position, found.best.m, expected) {
                return Err(Unsound::OtherMove);
            }
        }
        Ok(())
    }

    /// Returns whether every move of the solver is also the best one of a search with this effort,
    /// by any lead.
    pub fn agrees(&mut self, puzzle: &Puzzle) -> bool {
        puzzle.tasks().into_iter().all(|(position, expected)| {
            self.engine.new_game();
            let best = self.best_move(&position);
            best.is_some_and(|best| super::is_same_move(&position, best, expected))
        })
    }

    /// Returns the two best moves if the best is right and no other is.
    fn unique_move(&mut self, position: &Position, min_moves: usize) -> Result<Choice, Unsound> {
        if position.players() != PlayerCount::Two {
            return Err(Unsound::Players);
        }
        if position.phase() != Phase::Offer {
            return Err(Unsound::NoOffer);
        }
        if different_moves(position) < min_moves {
            return Err(Unsound::FewMoves);
        }
        self.engine.new_game();
        let analysis = analyse_position(
            &mut self.engine,
            position,
            nodes(self.effort.solve_nodes),
            2,
            &AtomicBool::new(false),
        )
        .map_err(|_| Unsound::NoOffer)?;
        if !analysis.exact {
            return Err(Unsound::Unsolved);
        }
        let mut moves = analysis.moves.into_iter();
        let (Some(best), Some(second)) = (moves.next(), moves.next()) else {
            return Err(Unsound::FewMoves);
        };
        let solver = position.to_move();
        let win = |m: &ScoredMove| m.win[solver.index()];
        if ends_for_certain(position) {
            let is_only_win = win(&best) > WON && win(&second) < WON;
            return if is_only_win {
                Ok(Choice { best, second })
            } else {
                Err(Unsound::Lead)
            };
        }
        if win(&best) - win(&second) < MIN_LEAD || best.margin - second.margin < MIN_POINTS_LEAD {
            return Err(Unsound::Lead);
        }
        let ends = [best.m, second.m].map(|m| self.end_of_round(position, m));
        let [Some(best_end), Some(second_end)] = ends else {
            return Err(Unsound::Unsolved);
        };
        if self.leads_after_deals(solver, &best_end, &second_end) {
            Ok(Choice { best, second })
        } else {
            Err(Unsound::Deals)
        }
    }

    /// Plays a move and then the best moves until the round is scored; `None` if the round cannot
    /// be solved.
    fn end_of_round(&mut self, position: &Position, first: Move) -> Option<Position> {
        let mut end = *position;
        end.play_unchecked(first);
        while end.phase() == Phase::Offer {
            let m = self.best_move(&end)?;
            end.play_unchecked(m);
        }
        while end.phase() == Phase::Tiling {
            if end.is_ready_to_settle() {
                end.settle().ok()?;
            } else {
                let Ok(Decision::Place(placement)) = self.tiler.decide(&end) else {
                    return None;
                };
                end.tile(end.to_move(), placement).ok()?;
            }
        }
        Some(end)
    }

    /// Returns the best move if the round is solved.
    fn best_move(&mut self, position: &Position) -> Option<Move> {
        let limits = nodes(self.effort.solve_nodes);
        let stop = AtomicBool::new(false);
        let found = self.engine.search(position, limits, MultiPv::BEST, &stop);
        found.ok().filter(|found| found.solved).map(|f| f.best())
    }

    /// Compares two round ends after the same deals.
    fn leads_after_deals(&mut self, solver: Seat, best: &Position, second: &Position) -> bool {
        let mut leads = Vec::new();
        for deal in 0..self.effort.deals {
            let [best, second] = [best, second].map(|end| self.value_after_deal(solver, end, deal));
            leads.push(best - second);
            let mean = leads.iter().sum::<f64>() / leads.len() as f64;
            if deal + 1 == EARLY_DEALS && mean < MIN_EARLY_LEAD {
                return false;
            }
        }
        DealMean::of(&leads).is_some_and(|lead| {
            lead.mean > MIN_SEARCHED_LEAD && lead.mean > MIN_STANDARD_ERRORS * lead.error
        })
    }

    /// Returns the solver's win probability after a deal, or the result if the game is over.
    fn value_after_deal(&mut self, solver: Seat, end: &Position, deal: u64) -> f64 {
        if let Some(outcome) = end.outcome() {
            let winners: Vec<Seat> = outcome.winners().collect();
            let share = 1.0 / winners.len() as f64;
            return if winners.contains(&solver) {
                share
            } else {
                0.0
            };
        }
        let mut dealt = *end;
        dealt.deal_at_random(&mut FastRng::for_game(0, deal));
        self.engine.new_game();
        let limits = nodes(self.effort.deal_nodes);
        let stop = AtomicBool::new(false);
        let Ok(found) = self.engine.search(&dealt, limits, MultiPv::BEST, &stop) else {
            return 0.5;
        };
        let value = win_probability(found.value());
        if dealt.to_move() == solver {
            value
        } else {
            1.0 - value
        }
    }
}

/// Returns the number of legal moves, counting those from equal factories once.
fn different_moves(position: &Position) -> usize {
    let moves = position.legal_moves();
    let is_first = |&(i, &m): &(usize, &Move)| {
        let mut earlier = moves.iter().take(i);
        !earlier.any(|&other| super::is_same_move(position, other, m))
    };
    moves.iter().enumerate().filter(is_first).count()
}

const fn nodes(nodes: u64) -> Limits {
    Limits {
        time: None,
        nodes: Some(nodes),
        depth: None,
    }
}
