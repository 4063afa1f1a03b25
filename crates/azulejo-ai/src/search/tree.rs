//! A tree search for three and four players in which every player maximises their own result: PUCT
//! with max^n backups, priors from the static move ordering and the network's values at the leaves.

use azulejo_rules::{Move, MoveList, Phase, Position, Source};

use super::alpha_beta::{StopConditions, duplicates, gains, ordering_guess};
use super::leaf::LeafEvaluator;
use super::{Cutoffs, Parameters, SearchResult, Utility, WIN};
use crate::portable_math::exp;

/// The weight of the prior against the mean result.
const EXPLORATION: f32 = 1.0;
/// The assumed loss of an unvisited move against the mean result of its position.
const FIRST_VISIT_LOSS: f32 = 0.05;
/// The ordering score that multiplies the prior by e: two points.
const PRIOR_SCALE: f64 = 64.0;
/// The maximum number of moves in the tree.
const MAX_MOVES: usize = 1 << 21;
/// The number of iterations between two checks of the clock and the stop flag.
const CHECK_INTERVAL: u64 = 64;
const NOT_EXPANDED: u32 = u32::MAX;

/// A move in the tree.
#[derive(Clone, Copy)]
struct Edge {
    m: Move,
    prior: f32,
    visits: u32,
    /// The sum of the results of the player who made the move.
    results: f32,
    node: u32,
}

/// A position in the tree: its moves and the visits of all of them.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
    visits: u32,
    /// The sum of the results of the player to move, the first evaluation included.
    results: f32,
}

/// A single tree search from a root position.
pub(super) struct TreeSearch<'a> {
    leaf_evaluator: LeafEvaluator<'a>,
    stop_conditions: StopConditions<'a>,
    gains: [[[f32; 5]; 5]; 4],
    duplicates: [u64; 9],
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    path: Vec<(u32, u32, usize)>,
    list: MoveList,
    played: u64,
}

impl<'a> TreeSearch<'a> {
    pub(super) fn new(
        position: &Position,
        mut leaf_evaluator: LeafEvaluator<'a>,
        stop_conditions: StopConditions<'a>,
    ) -> Self {
        Self {
            gains: gains(position, &mut leaf_evaluator),
            leaf_evaluator,
            stop_conditions,
            duplicates: duplicates(position),
            nodes: Vec::with_capacity(1024),
            edges: Vec::with_capacity(32_768),
            path: Vec::with_capacity(64),
            list: MoveList::new(),
            played: 0,
        }
    }

    /// Searches until a limit is reached; without any, one million moves are played.
    pub(super) fn run(mut self, root: &Position) -> SearchResult {
        let limit = self.stop_conditions.limits.nodes;
        let timed = self.stop_conditions.deadline.is_some();
        let limit = limit.unwrap_or(if timed { u64::MAX } else { 1_000_000 });
        let value = self.leaf_evaluator.chances(root, false);
        self.expand(root, value[root.to_move().index()]);
        let mut iterations = 0_u64;
        while self.played < limit {
            self.iterate(root);
            iterations += 1;
            if iterations.is_multiple_of(CHECK_INTERVAL) && self.stop_conditions.interrupted() {
                break;
            }
        }
        self.result(root)
    }

    /// Plays one line down the tree, evaluates its end and updates the line.
    fn iterate(&mut self, root: &Position) {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        let results = loop {
            let seat = position.to_move().index();
            let edge = self.select(at);
            self.path.push((at, edge, seat));
            position.play_unchecked(self.edges[edge as usize].m);
            self.played += 1;
            if position.phase() != Phase::Offer {
                break self.leaf_evaluator.chances(&position, true);
            }
            let next = self.edges[edge as usize].node;
            if next == NOT_EXPANDED {
                let results = self.leaf_evaluator.chances(&position, false);
                if self.edges.len() < MAX_MOVES {
                    self.edges[edge as usize].node = self.nodes.len() as u32;
                    self.expand(&position, results[position.to_move().index()]);
                }
                break results;
            }
            at = next;
        };
        for &(node, edge, seat) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.results += results[seat];
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.results += results[seat];
        }
    }

    /// Returns the move with the highest upper confidence bound.
    fn select(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let edges = &self.edges[node.first as usize..][..node.count as usize];
        let unvisited = node.results / node.visits as f32 - FIRST_VISIT_LOSS;
        let exploration = EXPLORATION * (node.visits as f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (i, edge) in edges.iter().enumerate() {
            let mean = if edge.visits == 0 {
                unvisited
            } else {
                edge.results / edge.visits as f32
            };
            let bound = mean + exploration * edge.prior / (1 + edge.visits) as f32;
            if bound > best.0 {
                best = (bound, i);
            }
        }
        node.first + best.1 as u32
    }

    /// Adds a position with its moves; `value` is the win probability of the player to move.
    fn expand(&mut self, position: &Position, value: f32) {
        let seat = position.to_move();
        let board = position.board(seat);
        let gains = &self.gains[seat.index()];
        let groups = position.groups_bits();
        let first = self.edges.len();
        position.legal_moves_into(&mut self.list);
        let mut best = i32::MIN;
        for &m in &self.list {
            if let Source::Factory(factory) = m.source()
                && self.duplicates[factory.index()] & groups != 0
            {
                continue;
            }
            let count = position.tiles_at(m.source(), m.colour()) as i32;
            let partial_order = Parameters::SHIPPED.partial_order;
            let guess = ordering_guess(board, m, count, gains, partial_order);
            best = best.max(guess);
            self.edges.push(Edge {
                m,
                prior: guess as f32,
                visits: 0,
                results: 0.0,
                node: NOT_EXPANDED,
            });
        }
        let edges = &mut self.edges[first..];
        let mut sum = 0.0;
        for edge in &mut *edges {
            edge.prior = exp(f64::from(edge.prior - best as f32) / PRIOR_SCALE) as f32;
            sum += edge.prior;
        }
        for edge in &mut *edges {
            edge.prior /= sum;
        }
        self.nodes.push(Node {
            first: first as u32,
            count: edges.len() as u32,
            visits: 1,
            results: value,
        });
    }

    /// Returns the moves by number of visits; those without any share the lowest value.
    fn result(&self, root: &Position) -> SearchResult {
        let node = self.nodes[0];
        let mut edges = self.edges[node.first as usize..][..node.count as usize].to_vec();
        edges.sort_by_key(|edge| core::cmp::Reverse(edge.visits));
        let utility = |edge: &Edge| {
            let mean = edge.results / edge.visits.max(1) as f32;
            ((2.0 * mean - 1.0) * WIN as f32) as Utility
        };
        let moves: Vec<_> = edges.iter().map(|edge| (edge.m, utility(edge))).collect();
        SearchResult {
            pv: vec![moves[0].0],
            moves,
            points: vec![0.0; root.players().count()],
            depth: 0,
            solved: false,
            nodes: self.played,
            cutoffs: Cutoffs::default(),
        }
    }
}
