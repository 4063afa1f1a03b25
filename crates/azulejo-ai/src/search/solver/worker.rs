//! One thread of a proof: a null-window search to the end of the round.

use core::sync::atomic::Ordering;

use azulejo_rules::{Move, MoveList, Phase, Position, Source};

use super::proof_table::Proof;
use super::{BUSY_ENTRIES, INFINITY, Shared};
use crate::search::alpha_beta::{duplicates, gains, ordering_guess, pick_next};
use crate::search::leaf::LeafEvaluator;
use crate::search::{Parameters, Utility};

/// The number of nodes between two checks of the stop flags.
const CHECK_INTERVAL: u64 = 4096;
/// From this many groups on, moves are ordered by the evaluation of the positions after them …
const EVALUATE_FROM: u32 = 5;
/// … from this many, by a search of one ply …
const ESTIMATE_ONE_PLY_FROM: u32 = 9;
/// … and from this many, of two plies.
const ESTIMATE_TWO_PLIES_FROM: u32 = 12;
/// From this many groups on, a thread defers moves that another one is searching.
const DEFER_FROM: u32 = 6;
/// The weight of unfinished lines in static move ordering.
const PARTIAL_ORDER: f32 = Parameters::SHIPPED.partial_order;

/// One thread of a proof.
pub(super) struct Worker<'a> {
    leaf_evaluator: LeafEvaluator<'a>,
    shared: &'a Shared<'a>,
    seat: usize,
    gains: [[[f32; 5]; 5]; 2],
    duplicates: [u64; 9],
    history: Box<[[i32; 640]; 2]>,
    stack: Vec<(i32, Move)>,
    list: MoveList,
    nodes: u64,
    reported: u64,
    next_check: u64,
    aborted: bool,
    /// Whether the root's value is proven; then only the stop flag ends a search.
    proven: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        position: &Position,
        mut leaf_evaluator: LeafEvaluator<'a>,
        shared: &'a Shared<'a>,
    ) -> Self {
        Self {
            gains: gains(position, &mut leaf_evaluator),
            leaf_evaluator,
            shared,
            seat: position.to_move().index(),
            duplicates: duplicates(position),
            history: Box::new([[0; 640]; 2]),
            stack: Vec::with_capacity(2048),
            list: MoveList::new(),
            nodes: 0,
            reported: 0,
            next_check: 0,
            aborted: false,
            proven: false,
        }
    }

    /// Searches the root; `None` if the search was stopped, or another thread was faster.
    pub(super) fn search_root(&mut self, root: &Position<2>, beta: Utility) -> Option<Utility> {
        self.aborted = false;
        let value = self.search(root, beta);
        self.report_nodes();
        if self.aborted {
            self.stack.clear();
            return None;
        }
        self.shared.finished.store(true, Ordering::Relaxed);
        Some(value)
    }

    /// Adds the nodes since the last report to the shared count.
    pub(super) fn report_nodes(&mut self) {
        let new = self.nodes - self.reported;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    fn check(&mut self) {
        self.next_check = self.nodes + CHECK_INTERVAL;
        self.report_nodes();
        let shared = self.shared;
        self.aborted |= shared.stop.load(Ordering::Relaxed)
            || !self.proven
                && (shared.finished.load(Ordering::Relaxed)
                    || shared.nodes.load(Ordering::Relaxed) >= shared.limit);
    }

    /// Compares the value of a position, for the player to move, with `beta`: the result is a lower
    /// bound of the value if it is at least `beta`, otherwise an upper bound.
    fn search(&mut self, position: &Position<2>, beta: Utility) -> Utility {
        if self.nodes >= self.next_check {
            self.check();
        }
        if self.aborted {
            return 0;
        }
        let groups = position.group_count();
        if groups == 1 {
            return self.search_last_group(position, beta);
        }
        let key = position.offer_hash();
        let mut proof = Proof {
            lower: -INFINITY,
            upper: INFINITY,
            best: None,
        };
        if let Some(known) = self.shared.table.probe(key) {
            if known.lower >= beta {
                return known.lower;
            }
            if known.upper < beta {
                return known.upper;
            }
            proof = known;
        }
        let nodes_before = self.nodes;
        let start = self.stack.len();
        let (value, m) = self.search_moves(position, key, groups, proof.best, beta);
        self.stack.truncate(start);
        if self.aborted {
            return 0;
        }
        if value >= beta {
            proof.lower = value;
            proof.best = m;
        } else {
            proof.upper = value;
        }
        let table = self.shared.table;
        table.store(key, proof, self.nodes - nodes_before);
        value
    }

    /// Searches moves until one reaches `beta`; returns the best value with its move.
    fn search_moves(
        &mut self,
        position: &Position<2>,
        key: u64,
        groups: u32,
        known_best: Option<Move>,
        beta: Utility,
    ) -> (Utility, Option<Move>) {
        let start = self.stack.len();
        self.push_guessed(position, known_best);
        if groups >= EVALUATE_FROM
            && let Some(cutoff) = self.evaluate_moves(position, groups, start, beta)
        {
            return cutoff;
        }
        let end = self.stack.len();
        let defer = self.shared.several_threads && groups >= DEFER_FROM;
        let mut best = (-INFINITY, None);
        let mut at = start;
        // Deferred moves are pushed behind the others.
        while at < self.stack.len() {
            let m = if at < end {
                pick_next(&mut self.stack[at..end])
            } else {
                self.stack[at].1
            };
            at += 1;
            if defer && at > start + 1 && at <= end && self.is_busy(key, m) {
                self.stack.push((0, m));
                continue;
            }
            let mut next = *position;
            next.play_unchecked(m);
            self.nodes += 1;
            let busy = defer.then(|| self.mark_busy(key, m));
            let value = -self.search(&next, 1 - beta);
            if let Some(slot) = busy {
                self.shared.busy[slot].store(0, Ordering::Relaxed);
            }
            if self.aborted {
                break;
            }
            if value > best.0 {
                best = (value, Some(m));
                if value >= beta {
                    self.update_history(position, m, groups);
                    break;
                }
            }
        }
        best
    }

    /// Returns the value of a position with one group left: every move ends the round.
    fn search_last_group(&mut self, position: &Position<2>, beta: Utility) -> Utility {
        let own = position.to_move().index() == self.seat;
        let mut best = -INFINITY;
        position.legal_moves_into(&mut self.list);
        for &m in &self.list {
            let mut next = *position;
            next.play_unchecked(m);
            self.nodes += 1;
            let utility = self.leaf_evaluator.utility(&next, None);
            best = best.max(if own { utility } else { -utility });
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Pushes the moves with a static ordering score.
    fn push_guessed(&mut self, position: &Position<2>, best: Option<Move>) {
        let seat = position.to_move();
        let board = position.board(seat);
        let gains = &self.gains[seat.index()];
        let history = &self.history[usize::from(seat.index() == self.seat)];
        let groups = position.groups_bits();
        position.legal_moves_into(&mut self.list);
        for &m in &self.list {
            let source = m.source();
            if let Source::Factory(factory) = source
                && self.duplicates[factory.index()] & groups != 0
            {
                continue;
            }
            let count = position.tiles_at(source, m.colour()) as i32;
            let order = if Some(m) == best {
                i32::MAX
            } else {
                let guess = ordering_guess(board, m, count, gains, PARTIAL_ORDER);
                guess + history[usize::from(m.code())]
            };
            self.stack.push((order, m));
        }
    }

    /// Orders the moves from `start` on by the evaluation of the positions after them; returns a
    /// move whose proven bound causes a beta cutoff, if any.
    fn evaluate_moves(
        &mut self,
        position: &Position<2>,
        groups: u32,
        start: usize,
        beta: Utility,
    ) -> Option<(Utility, Option<Move>)> {
        let side = usize::from(position.to_move().index() == self.seat);
        let plies = u32::from(groups >= ESTIMATE_ONE_PLY_FROM)
            + u32::from(groups >= ESTIMATE_TWO_PLIES_FROM);
        for at in start..self.stack.len() {
            let (order, m) = self.stack[at];
            let mut next = *position;
            next.play_unchecked(m);
            if let Some(proof) = self.shared.table.probe(next.offer_hash())
                && -proof.upper >= beta
            {
                return Some((-proof.upper, Some(m)));
            }
            // The best move of an earlier search stays first.
            if order < i32::MAX {
                let value = -self.estimate(&next, plies, -INFINITY, INFINITY);
                self.stack[at].0 = value + self.history[side][usize::from(m.code())];
            }
        }
        None
    }

    /// Returns the value of a position for the player to move by a search of a few plies.
    fn estimate(
        &mut self,
        position: &Position<2>,
        plies: u32,
        mut alpha: Utility,
        beta: Utility,
    ) -> Utility {
        if plies == 0 || position.group_count() == 1 {
            let own = position.to_move().index() == self.seat;
            let utility = self.leaf_evaluator.utility(position, Some(0));
            return if own { utility } else { -utility };
        }
        let start = self.stack.len();
        self.push_guessed(position, None);
        let end = self.stack.len();
        let mut best = -INFINITY;
        for at in start..end {
            let m = pick_next(&mut self.stack[at..end]);
            let mut next = *position;
            next.play_unchecked(m);
            self.nodes += 1;
            best = best.max(-self.estimate(&next, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(start);
        best
    }

    fn update_history(&mut self, position: &Position<2>, m: Move, groups: u32) {
        let side = usize::from(position.to_move().index() == self.seat);
        let score = &mut self.history[side][usize::from(m.code())];
        *score += (groups * groups) as i32;
        if *score > 400 {
            for score in &mut self.history[side] {
                *score /= 2;
            }
        }
    }

    fn busy_hash(key: u64, m: Move) -> u64 {
        key ^ u64::from(m.code() + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn is_busy(&self, key: u64, m: Move) -> bool {
        let hash = Self::busy_hash(key, m);
        self.shared.busy[hash as usize % BUSY_ENTRIES].load(Ordering::Relaxed) == hash
    }

    fn mark_busy(&self, key: u64, m: Move) -> usize {
        let hash = Self::busy_hash(key, m);
        let slot = hash as usize % BUSY_ENTRIES;
        self.shared.busy[slot].store(hash, Ordering::Relaxed);
        slot
    }

    /// Returns best play from a position of known value to the end of the round. Where the table
    /// has lost the move, it is searched again. Empty if the search is stopped on the way.
    pub(super) fn best_line(&mut self, root: &Position<2>, value: Utility) -> Vec<Move> {
        let mut position = *root;
        let mut value = value;
        let mut line = Vec::new();
        self.aborted = false;
        self.proven = true;
        while position.phase() == Phase::Offer {
            let Some(m) = self.move_of_value(&position, value) else {
                return Vec::new();
            };
            line.push(m);
            position.play_unchecked(m);
            value = -value;
        }
        line
    }

    /// Returns a move that keeps the value of a position.
    fn move_of_value(&mut self, position: &Position<2>, value: Utility) -> Option<Move> {
        let start = self.stack.len();
        let known = self.shared.table.probe(position.offer_hash());
        self.push_guessed(position, known.and_then(|proof| proof.best));
        let end = self.stack.len();
        let own = position.to_move().index() == self.seat;
        let mut found = None;
        for at in start..end {
            let m = pick_next(&mut self.stack[at..end]);
            let mut next = *position;
            next.play_unchecked(m);
            let reached = if next.phase() == Phase::Offer {
                -self.search(&next, 1 - value)
            } else {
                let utility = self.leaf_evaluator.utility(&next, None);
                if own { utility } else { -utility }
            };
            if self.aborted {
                break;
            }
            if reached >= value {
                found = Some(m);
                break;
            }
        }
        self.stack.truncate(start);
        found
    }

    pub(super) fn points_after(&mut self, position: &Position<2>, line: &[Move]) -> Vec<f64> {
        let mut end = *position;
        for &m in line {
            end.play_unchecked(m);
        }
        self.leaf_evaluator.points(&end, None).to_vec()
    }
}
