//! Monte Carlo tree search (UCT) over the moves of a round, with max^n backups.
//!
//! With random rollouts to the end of the game it is the textbook baseline; with rollouts to the
//! end of the round and an [`Evaluator`] from there it is a bot for three and four players.

use core::sync::atomic::{AtomicBool, Ordering};

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Board, DEFAULT_ROUND_CAP, Move, Phase, Position};

use crate::bot::NothingToDecide;
use crate::clock::{Clock, Deadline};
use crate::eval::{BoardEval, Evaluator, UNITS_PER_POINT, next_starter, win_probabilities};
use crate::portable_math::ln;
use crate::search::Limits;

/// The rollout policy at the leaves of the tree.
#[derive(Clone, Debug)]
pub enum Rollout {
    /// Random play to the end of the game.
    ToGameEnd,
    /// Random play to the end of the round, then a static evaluation.
    ToRoundEnd(Evaluator),
}

/// The UCT exploration constant.
const EXPLORATION: f32 = 0.7;
/// The maximum size of the tree: at 28 bytes per node, less than 32 MB.
const MAX_TREE_NODES: usize = 1 << 20;
const CHECK_INTERVAL: u64 = 64;

#[derive(Clone, Copy)]
struct Node {
    m: Move,
    visits: u32,
    first_child: u32,
    children: u16,
    expanded: bool,
    /// The sum of results for the player who made the move.
    results: f32,
}

/// The result of a tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctResult {
    /// The most visited move.
    pub best: Move,
    /// Its mean result for the player to move, from 0 to 1.
    pub result: f32,
    /// The number of moves played in the tree and in rollouts.
    pub nodes: u64,
}

/// Searches for the best move of the player to move; `limits.depth` is ignored.
///
/// # Errors
/// If the position is not in the factory offer.
pub fn search(
    position: &Position,
    rollout: &Rollout,
    (limits, clock): (Limits, Clock),
    rng: &mut FastRng,
    stop: &AtomicBool,
) -> Result<UctResult, NothingToDecide> {
    if position.phase() != Phase::Offer {
        return Err(NothingToDecide(position.phase()));
    }
    let deadline = limits.time.map(|time| Deadline::after(time, clock));
    let most_nodes = limits.nodes.unwrap_or(if deadline.is_some() {
        u64::MAX
    } else {
        1_000_000
    });
    let mut tree = Tree {
        nodes: Vec::with_capacity(4096),
    };
    tree.nodes.push(Node {
        m: position.legal_moves()[0],
        visits: 0,
        first_child: 0,
        children: 0,
        expanded: false,
        results: 0.0,
    });
    let mut nodes = 0;
    let mut iterations = 0_u64;
    while nodes < most_nodes {
        nodes += tree.iterate(position, rollout, rng);
        iterations += 1;
        if iterations.is_multiple_of(CHECK_INTERVAL)
            && (stop.load(Ordering::Relaxed) || deadline.is_some_and(Deadline::has_passed))
        {
            break;
        }
    }
    let root = tree.nodes[0];
    let children = &tree.nodes[root.first_child as usize..][..usize::from(root.children)];
    let best = children.iter().max_by_key(|child| child.visits).copied();
    let best = best.unwrap_or(root);
    let result = best.results / best.visits.max(1) as f32;
    Ok(UctResult {
        best: best.m,
        result,
        nodes,
    })
}

struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Runs one iteration (selection, expansion, rollout, backup) and returns the number of moves
    /// played.
    fn iterate(&mut self, root: &Position, rollout: &Rollout, rng: &mut FastRng) -> u64 {
        let mut position = *root;
        let mut path = [(0_u32, 0_u8); 64];
        let mut length = 0;
        let mut at = 0;
        while position.phase() == Phase::Offer && length < path.len() {
            let fresh = self.nodes[at].visits == 0 && at != 0;
            if !self.nodes[at].expanded && !fresh && self.nodes.len() < MAX_TREE_NODES {
                self.expand(at, &position);
            }
            if !self.nodes[at].expanded {
                break;
            }
            let child = self.select(at, rng);
            path[length] = (child as u32, position.to_move().index() as u8);
            length += 1;
            position.play_unchecked(self.nodes[child].m);
            at = child;
        }
        let (results, played) = roll_out(position, rollout, rng);
        self.nodes[0].visits += 1;
        for &(node, seat) in &path[..length] {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.results += results[usize::from(seat)];
        }
        length as u64 + played
    }

    fn expand(&mut self, at: usize, position: &Position) {
        let moves = position.legal_moves();
        let first_child = self.nodes.len() as u32;
        for &m in &moves {
            self.nodes.push(Node {
                m,
                visits: 0,
                first_child: 0,
                children: 0,
                expanded: false,
                results: 0.0,
            });
        }
        let node = &mut self.nodes[at];
        node.first_child = first_child;
        node.children = moves.len() as u16;
        node.expanded = true;
    }

    fn select(&self, at: usize, rng: &mut FastRng) -> usize {
        let node = self.nodes[at];
        let first = node.first_child as usize;
        let children = &self.nodes[first..][..usize::from(node.children)];
        let untried = children.iter().filter(|child| child.visits == 0).count() as u32;
        if untried > 0 {
            let chosen = below(rng, untried) as usize;
            let (i, _) = children
                .iter()
                .enumerate()
                .filter(|(_, child)| child.visits == 0)
                .nth(chosen)
                .expect("one of the untried children");
            return first + i;
        }
        let log_visits = ln(f64::from(node.visits.max(1))) as f32;
        let score = |child: &Node| {
            let visits = child.visits as f32;
            child.results / visits + EXPLORATION * (log_visits / visits).sqrt()
        };
        let mut best = 0;
        let mut best_score = f32::MIN;
        for (i, child) in children.iter().enumerate() {
            let score = score(child);
            if score > best_score {
                (best, best_score) = (i, score);
            }
        }
        first + best
    }
}

/// Plays a rollout; returns each player's result, which sum to 1, and the number of moves played.
fn roll_out(mut position: Position, rollout: &Rollout, rng: &mut FastRng) -> ([f32; 4], u64) {
    let mut results = [0.0; 4];
    match rollout {
        Rollout::ToGameEnd => {
            let playout = position.play_out(rng, DEFAULT_ROUND_CAP);
            let winners = position.outcome().map_or(0, |o| o.winners().count());
            if let Some(outcome) = position.outcome() {
                for seat in outcome.winners() {
                    results[seat.index()] = 1.0 / winners as f32;
                }
            }
            (results, u64::from(playout.moves))
        }
        Rollout::ToRoundEnd(evaluator) => {
            let mut moves = 0;
            while position.phase() == Phase::Offer {
                let m = position.legal_moves().choose(rng);
                position.play_unchecked(m);
                moves += 1;
            }
            round_end_results(&position, evaluator, &mut results);
            (results, moves)
        }
    }
}

/// Writes each player's win probability at the end of a round, before tiling.
fn round_end_results(position: &Position, evaluator: &Evaluator, results: &mut [f32; 4]) {
    let evaluator = evaluator.after_round(position);
    let players = position.players().count();
    let mut boards = [Board::EMPTY; 4];
    let mut evals = [BoardEval::default(); 4];
    for (seat, board) in position.boards() {
        (boards[seat.index()], evals[seat.index()]) = evaluator.finish_round(board, true);
    }
    let boards = &boards[..players];
    if boards.iter().any(Board::has_complete_row) {
        let rank = |b: &Board| (b.score() + b.bonuses().points(), b.bonuses().rows);
        let best = boards.iter().map(rank).max();
        let winners = boards.iter().filter(|b| Some(rank(b)) == best).count();
        for (result, board) in results.iter_mut().zip(boards) {
            *result = if Some(rank(board)) == best {
                1.0 / winners as f32
            } else {
                0.0
            };
        }
        return;
    }
    let values = evaluator.values(&evals, next_starter(position));
    let values: Vec<f64> = values[..players]
        .iter()
        .map(|&value| f64::from(value) / f64::from(UNITS_PER_POINT))
        .collect();
    let chances = win_probabilities(&values, f64::from(evaluator.scale(true)));
    for (result, chance) in results.iter_mut().zip(chances) {
        *result = chance as f32;
    }
}
