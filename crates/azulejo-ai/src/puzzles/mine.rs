//! Mining: finds and checks puzzles.

use core::sync::atomic::AtomicBool;

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::{Move, Phase, PlayerCount, Position};

use super::kind::ends_for_certain;
use super::{Kind, MAX_SOLVER_MOVES, Puzzle, Unsound, is_same_move};
use crate::analysis::analyse_position;
use crate::eval::{Evaluator, Nets};
use crate::search::{Engine, Limits, MaxNMove, Parameters};
use crate::{Bot, BotId};

/// The least number of different moves in a puzzle.
const MIN_MOVES: usize = 6;
/// The least lead of the best move over the second, in win probability and in points.
pub(super) const MIN_LEAD: f64 = 0.1;
pub(super) const MIN_POINTS_LEAD: f64 = 2.5;
/// A finished game is worth 0, a share of at most one half, or 1, so a value above this is a win.
const WON: f64 = 0.75;
/// The most groups on offer in positions of two players that are mined. With more, a round is rarely
/// solved within the nodes.
const MAX_MINED_GROUPS: u32 = 10;
/// The most groups on offer in a puzzle for three or four players, whose round is solved without
/// pruning.
const MAX_GROUPS_OF_MANY: u32 = 7;
/// The nodes of that solution, as a multiple of those of the search.
const MAX_N_FACTOR: u64 = 5;

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
        deal_nodes: 40_000,
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

/// The best move of a position and the next one.
struct Choice {
    best: Move,
    second: Move,
    /// The play to the end of the round after each of them.
    lines: [Vec<Move>; 2],
}

/// Finds puzzles and checks them.
pub struct Miner {
    pub(super) engine: Engine,
    /// Tiles the grey wall at the end of a round.
    pub(super) tiler: Bot,
    pub(super) effort: Effort,
}

impl Miner {
    /// Creates a miner that searches with the given networks.
    #[must_use]
    pub fn new(nets: &Nets, effort: Effort) -> Self {
        // A tree search does not solve rounds.
        let parameters = Parameters {
            tree: false,
            ..Parameters::SHIPPED
        };
        Self {
            engine: Engine::new(Evaluator::Nets(nets.clone())).with_parameters(parameters),
            tiler: Bot::with_nets(BotId::Artisan, 0, nets),
            effort,
        }
    }

    /// Returns the puzzles of a game, not yet rated: per round and player, at most one about a move
    /// and one about columns.
    ///
    /// # Errors
    /// If the record violates the rules.
    pub fn mine(&mut self, record: &Record) -> Result<Vec<Puzzle>, ReplayError> {
        let mut rounds: Vec<(Vec<Position>, Vec<Position>)> = Vec::new();
        record.walk(|before, step, _| match (step, rounds.last_mut()) {
            (Step::Deal(_), _) => rounds.push(Default::default()),
            (Step::Move(_), Some((moves, _))) => moves.push(*before),
            (Step::Tile(..), Some((_, tilings))) => {
                let seat = before.to_move();
                if tilings.last().is_none_or(|p| p.to_move() != seat) {
                    tilings.push(*before);
                }
            }
            _ => {}
        })?;
        let mut puzzles = Vec::new();
        for (moves, tilings) in rounds {
            puzzles.extend(self.mine_round(&moves));
            puzzles.extend(tilings.iter().filter_map(|p| self.examine_columns(p).ok()));
        }
        Ok(puzzles)
    }

    /// Returns the first puzzle for each player in the positions of a round.
    fn mine_round(&mut self, positions: &[Position]) -> Vec<Puzzle> {
        let mut candidates = Vec::new();
        for position in positions.iter().rev() {
            if position.group_count() > MAX_MINED_GROUPS {
                break;
            }
            match self.candidate(position, MIN_MOVES) {
                Ok(choice) => candidates.push((position, choice)),
                // Earlier positions of the round take even more nodes.
                Err(Unsound::Unsolved) => break,
                Err(_) => {}
            }
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for (position, choice) in candidates.into_iter().rev() {
            let is_same_solver = |p: &Puzzle| p.position.to_move() == position.to_move();
            if !puzzles.iter().any(is_same_solver) && self.confirm(position, &choice).is_ok() {
                puzzles.push(self.puzzle(position, &choice));
            }
        }
        puzzles
    }

    /// Makes a puzzle of a position.
    ///
    /// # Errors
    /// If there is no single best move or way of tiling, or it cannot be proved.
    pub fn examine(&mut self, position: &Position) -> Result<Puzzle, Unsound> {
        if position.phase() != Phase::Offer {
            return self.examine_columns(position);
        }
        let choice = self.unique_move(position, MIN_MOVES)?;
        Ok(self.puzzle(position, &choice))
    }

    /// Returns the puzzle in which the best move is right. The solution continues as long as the
    /// solver's move stays unique.
    fn puzzle(&mut self, position: &Position, choice: &Choice) -> Puzzle {
        let players = position.players().count();
        let mut line = vec![choice.best];
        let mut rest = choice.lines[0].clone();
        let mut end = *position;
        while line.len() < players * (MAX_SOLVER_MOVES - 1) + 1 && rest.len() > players {
            let mut next = end;
            for &m in &rest[..players] {
                next.play_unchecked(m);
            }
            let Ok(choice) = self.unique_move(&next, 2) else {
                break;
            };
            line.extend(&rest[1..players]);
            line.push(choice.best);
            rest.clone_from(&choice.lines[0]);
            end = next;
        }
        Puzzle {
            kind: Kind::of(position, choice.best, choice.second),
            rating: 0,
            position: *position,
            line,
            columns: Vec::new(),
        }
    }

    /// Checks a puzzle: every move of the solver must be the single best one, or the columns the
    /// single best ones.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), Unsound> {
        if puzzle.kind == Kind::Columns {
            let found = self.examine_columns(&puzzle.position)?;
            return if found.columns == puzzle.columns {
                Ok(())
            } else {
                Err(Unsound::OtherMove)
            };
        }
        for (i, (position, expected)) in puzzle.tasks().into_iter().enumerate() {
            let min_moves = if i == 0 { MIN_MOVES } else { 2 };
            let found = self.unique_move(&position, min_moves)?;
            if !is_same_move(&position, found.best, expected) {
                return Err(Unsound::OtherMove);
            }
        }
        Ok(())
    }

    /// Returns the two best moves if the best is right and no other is.
    fn unique_move(&mut self, position: &Position, min_moves: usize) -> Result<Choice, Unsound> {
        let choice = self.candidate(position, min_moves)?;
        self.confirm(position, &choice)?;
        Ok(choice)
    }

    /// Returns the two best moves if the best one is far ahead and the round is solved.
    fn candidate(&mut self, position: &Position, min_moves: usize) -> Result<Choice, Unsound> {
        if position.phase() != Phase::Offer {
            return Err(Unsound::NoChoice);
        }
        if different_moves(position) < min_moves {
            return Err(Unsound::FewMoves);
        }
        let of_two = position.players() == PlayerCount::Two;
        if !of_two && position.group_count() > MAX_GROUPS_OF_MANY {
            return Err(Unsound::Unsolved);
        }
        self.engine.new_game();
        let analysis = analyse_position(
            &mut self.engine,
            position,
            nodes(self.effort.solve_nodes),
            2,
            &AtomicBool::new(false),
        )
        .map_err(|_| Unsound::NoChoice)?;
        if !analysis.exact {
            return Err(Unsound::Unsolved);
        }
        let [best, second] = analysis.moves.as_slice() else {
            return Err(Unsound::FewMoves);
        };
        let seat = position.to_move().index();
        let [best_win, second_win] = [best, second].map(|m| m.win[seat]);
        let leads = if ends_for_certain(position) {
            best_win > WON && second_win < WON
        } else {
            best_win - second_win >= MIN_LEAD
                && (!of_two || best.margin - second.margin >= MIN_POINTS_LEAD)
        };
        if !leads {
            return Err(Unsound::Lead);
        }
        if !of_two {
            return self.candidate_of_many(position, best.m);
        }
        Ok(Choice {
            best: best.m,
            second: second.m,
            lines: [best.pv.clone(), second.pv.clone()],
        })
    }

    /// Returns the two best moves if the best one is far ahead when every player maximises their
    /// own result, however the opponents break ties, and is the expected move.
    fn candidate_of_many(
        &mut self,
        position: &Position,
        expected: Move,
    ) -> Result<Choice, Unsound> {
        let max_nodes = MAX_N_FACTOR * self.effort.solve_nodes;
        let moves = self.engine.solve_max_n(position, max_nodes);
        let moves = moves.ok_or(Unsound::Unsolved)?;
        let best = &moves[0];
        let high = |m: &&MaxNMove| m.high.win;
        let others = moves[1..].iter();
        let second = others.max_by(|a, b| high(a).total_cmp(&high(b)));
        let second = second.ok_or(Unsound::FewMoves)?;
        if !is_same_move(position, best.m, expected) {
            return Err(Unsound::Opponents);
        }
        let leads = if ends_for_certain(position) {
            best.low.win > WON && second.high.win < WON
        } else {
            best.low.win - second.high.win >= MIN_LEAD
                && best.low.lead - second.high.lead >= MIN_POINTS_LEAD
        };
        if !leads {
            return Err(Unsound::Lead);
        }
        Ok(Choice {
            best: best.m,
            second: second.m,
            lines: [best.low.line.clone(), second.high.line.clone()],
        })
    }

    /// Compares the round ends after the two best moves over searched deals, unless the game ends
    /// with this round in any case.
    fn confirm(&mut self, position: &Position, choice: &Choice) -> Result<(), Unsound> {
        if ends_for_certain(position) {
            return Ok(());
        }
        let [best, second] = &choice.lines;
        let ends = [best, second].map(|line| self.end_of_round(position, line));
        let [Some(best), Some(second)] = ends else {
            return Err(Unsound::Unsolved);
        };
        self.compare_after_deals(position.to_move(), &best, &second)
    }
}

/// Returns the number of legal moves, counting those from equal factories once.
fn different_moves(position: &Position) -> usize {
    let moves = position.legal_moves();
    let is_first = |&(i, &m): &(usize, &Move)| {
        let mut earlier = moves.iter().take(i);
        !earlier.any(|&other| is_same_move(position, other, m))
    };
    moves.iter().enumerate().filter(is_first).count()
}

pub(super) const fn nodes(nodes: u64) -> Limits {
    Limits {
        time: None,
        nodes: Some(nodes),
        depth: None,
    }
}
