//! Principal variation search within a round.

use core::sync::atomic::{AtomicBool, Ordering};

use azulejo_rules::{
    Board, Colour, Column, Destination, Line, Move, MoveList, Phase, Position, Source, Wall,
};

use super::leaf::{LeafEvaluator, Utility};
use super::transposition::{Bound, Entry, TranspositionTable};
use super::{Cutoffs, Limits, MultiPv, OnDepth, Parameters, SearchResult};
use crate::clock::Deadline;
use crate::eval::UNITS_PER_POINT;

/// The number of nodes between two checks of the clock and the stop flag: well below a millisecond.
const CHECK_INTERVAL: u64 = 1024;
const INFINITY: Utility = 30_000;

/// The conditions that stop a search.
pub(super) struct StopConditions<'a> {
    pub(super) limits: Limits,
    pub(super) deadline: Option<Deadline>,
    pub(super) stop: &'a AtomicBool,
}

impl StopConditions<'_> {
    /// Returns whether the stop flag is set or the time is over.
    pub(super) fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(Deadline::has_passed)
    }
}

/// A single search from a root position.
pub(super) struct Searcher<'a, const SEATS: usize> {
    leaf_evaluator: LeafEvaluator<'a>,
    parameters: Parameters,
    table: &'a mut TranspositionTable,
    salt: u64,
    stop_conditions: StopConditions<'a>,
    seat: usize,
    /// The change in a board's value, in points, from completing a line with a colour: the static
    /// part of move ordering.
    gains: [[[f32; 5]; 5]; SEATS],
    /// For each factory, the groups of earlier factories with identical tiles: only the first of
    /// several identical factories is searched.
    duplicates: [u64; 9],
    /// The history heuristic, by side and move code.
    history: Box<[[i32; 640]; 2]>,
    /// The moves of all nodes on the current path, with their ordering scores.
    stack: Vec<(i32, Move)>,
    list: MoveList,
    nodes: u64,
    cutoffs: Cutoffs,
    next_check: u64,
    /// The number of values so far that depend on an unfinished round.
    unsolved: u64,
    aborted: bool,
}

impl<'a, const SEATS: usize> Searcher<'a, SEATS> {
    pub(super) fn new(
        position: &Position,
        mut leaf_evaluator: LeafEvaluator<'a>,
        parameters: Parameters,
        table: &'a mut TranspositionTable,
        salt: u64,
        stop_conditions: StopConditions<'a>,
    ) -> Self {
        let next_check = stop_conditions
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .min(CHECK_INTERVAL);
        Self {
            parameters,
            gains: gains(position, &mut leaf_evaluator),
            leaf_evaluator,
            table,
            salt,
            seat: position.to_move().index(),
            duplicates: duplicates(position),
            history: Box::new([[0; 640]; 2]),
            stack: Vec::with_capacity(1024),
            list: MoveList::new(),
            nodes: 0,
            cutoffs: Cutoffs::default(),
            next_check,
            unsolved: 0,
            aborted: false,
            stop_conditions,
        }
    }

    /// Runs iterative deepening until a limit is reached or the round is solved.
    pub(super) fn run(
        mut self,
        position: &Position<SEATS>,
        multi_pv: MultiPv,
        on_depth: OnDepth<'_>,
    ) -> SearchResult {
        let mut moves: Vec<(Move, Utility)> = {
            self.push_ordered_moves(position, None);
            let mut ordered = core::mem::take(&mut self.stack);
            ordered.sort_by_key(|&(order, m)| (-order, m));
            ordered.into_iter().map(|(_, m)| (m, 0)).collect()
        };
        let groups = position.group_count();
        let max_depth = self
            .stop_conditions
            .limits
            .depth
            .unwrap_or(groups)
            .min(groups);
        let mut found = SearchResult {
            moves: moves.clone(),
            pv: vec![moves[0].0],
            points: Vec::new(),
            depth: 0,
            solved: false,
            nodes: 0,
            cutoffs: Cutoffs::default(),
        };
        let multi_pv = MultiPv {
            count: multi_pv.count.clamp(1, moves.len()),
            ..multi_pv
        };
        for depth in 1..=max_depth.max(1) {
            let unsolved = self.unsolved;
            if !self.search_root(position, &mut moves, depth, multi_pv) {
                break;
            }
            // An interrupted iteration still counts if it searched the best moves of the previous
            // one. In multi-PV mode, however, all values must be of the same depth.
            let completed = !self.aborted;
            if completed || multi_pv == MultiPv::BEST {
                found.moves.clone_from(&moves);
                // Only now does the table hold the line that the value comes from: a later,
                // interrupted iteration overwrites a part of it.
                let line = principal_variation(self.table, self.salt, position, found.best());
                found.points = self.points_after(position, &line);
            }
            if completed {
                found.depth = depth;
                found.solved = self.unsolved == unsolved;
                found.nodes = self.nodes;
                let line = |m| principal_variation(self.table, self.salt, position, m);
                on_depth(&found, &line);
            }
            if self.aborted || found.solved {
                break;
            }
        }
        found.pv = principal_variation(self.table, self.salt, position, found.best());
        found.nodes = self.nodes;
        found.cutoffs = self.cutoffs;
        found
    }

    /// Returns the expected final points of each player after a line of moves.
    fn points_after(&mut self, position: &Position<SEATS>, line: &[Move]) -> Vec<f64> {
        let mut end = *position;
        for &m in line {
            end.play_unchecked(m);
        }
        let tempo = (end.phase() == Phase::Offer).then(|| self.tempo(&end));
        let points = self.leaf_evaluator.points(&end, tempo);
        points[..position.players().count()].to_vec()
    }

    /// Searches all root moves to `depth` and sorts them, best first. Returns whether at least one
    /// was searched before the search was stopped.
    fn search_root(
        &mut self,
        position: &Position<SEATS>,
        moves: &mut [(Move, Utility)],
        depth: u32,
        multi_pv: MultiPv,
    ) -> bool {
        let mut searched: Vec<(Move, Utility)> = Vec::with_capacity(moves.len());
        for &(m, _) in moves.iter() {
            // Moves outside the requested ones only need an upper bound.
            let requested = searched.len() < multi_pv.count || multi_pv.also == Some(m);
            let alpha = if requested {
                -INFINITY
            } else {
                searched[multi_pv.count - 1].1
            };
            let value = self.search_move(position, m, depth - 1, 1, alpha, INFINITY, !requested);
            if self.aborted {
                break;
            }
            let at = searched.partition_point(|&(_, other)| other >= value);
            searched.insert(at, (m, value));
        }
        if searched.is_empty() {
            return false;
        }
        let rest: Vec<_> = moves
            .iter()
            .filter(|(m, _)| !searched.iter().any(|(d, _)| d == m))
            .copied()
            .collect();
        for (slot, entry) in moves.iter_mut().zip(searched.into_iter().chain(rest)) {
            *slot = entry;
        }
        true
    }

    /// Returns the value of a move for the player who makes it.
    #[expect(
        clippy::too_many_arguments,
        reason = "the usual parameters of a search"
    )]
    #[inline]
    fn search_move(
        &mut self,
        position: &Position<SEATS>,
        m: Move,
        depth: u32,
        ply: usize,
        alpha: Utility,
        beta: Utility,
        scout: bool,
    ) -> Utility {
        let mut next = *position;
        next.play_unchecked(m);
        self.nodes += 1;
        let own = position.to_move().index() == self.seat;
        if next.phase() != Phase::Offer || depth == 0 {
            let round_over = next.phase() != Phase::Offer;
            if !round_over {
                self.unsolved += 1;
            }
            let tempo = (!round_over).then(|| self.tempo(&next));
            let utility = self.leaf_evaluator.utility(&next, tempo);
            return if own { utility } else { -utility };
        }
        let same_side = (next.to_move().index() == self.seat) == own;
        let search_child = |this: &mut Self, alpha, beta| {
            if same_side {
                this.search_node(&next, depth, ply, alpha, beta)
            } else {
                -this.search_node(&next, depth, ply, -beta, -alpha)
            }
        };
        if scout {
            let value = search_child(self, alpha, alpha + 1);
            if value <= alpha || value >= beta {
                return value;
            }
        }
        search_child(self, alpha, beta)
    }

    /// Returns the value of having the move, in evaluation units; it shrinks with the number of
    /// groups left.
    #[inline]
    fn tempo(&self, position: &Position<SEATS>) -> i32 {
        if SEATS > 2 {
            return 0;
        }
        let share = position.group_count().min(10) as f32 / 10.0;
        (self.parameters.tempo * share * UNITS_PER_POINT) as i32
    }

    /// Returns the value of a position in the factory offer for the side to move.
    fn search_node(
        &mut self,
        position: &Position<SEATS>,
        depth: u32,
        ply: usize,
        mut alpha: Utility,
        beta: Utility,
    ) -> Utility {
        if self.nodes >= self.next_check && self.should_stop() {
            self.aborted = true;
        }
        if self.aborted {
            return 0;
        }
        let key = position.offer_hash() ^ self.salt;
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && (u32::from(entry.depth) >= depth || entry.solved)
        {
            let usable = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if usable {
                if !entry.solved {
                    self.unsolved += 1;
                }
                return entry.value;
            }
        }
        let unsolved_before = self.unsolved;
        let original_alpha = alpha;
        let start = self.stack.len();
        self.push_ordered_moves(position, entry.and_then(|entry| entry.best));
        let mut count = self.stack.len() - start;
        if SEATS > 2 && position.to_move().index() != self.seat {
            count = count.min(self.parameters.plausible);
        }
        // No reductions or pruning if the search reaches the end of the round.
        let reaches_round_end = depth >= position.group_count();
        let reduce = !reaches_round_end && depth >= self.parameters.reduce_from_depth;
        let skip_floor = !reaches_round_end && count >= self.parameters.skip_floor_from;
        let mut best = -INFINITY;
        let mut best_move = None;
        for i in 0..count {
            let m = pick_next(&mut self.stack[start + i..]);
            if skip_floor && i > 0 && m.destination() == Destination::Floor {
                self.unsolved += 1;
                continue;
            }
            let late = reduce && i >= self.parameters.reduce_from_move;
            let mut value = alpha + 1;
            if late {
                let step = (i - self.parameters.reduce_from_move) / self.parameters.reduce_step;
                let reduction = (1 + step as u32).min(depth - 1);
                value = self.search_move(
                    position,
                    m,
                    depth - 1 - reduction,
                    ply + 1,
                    alpha,
                    alpha + 1,
                    false,
                );
            }
            if value > alpha {
                value = self.search_move(position, m, depth - 1, ply + 1, alpha, beta, i > 0);
            }
            if self.aborted {
                self.stack.truncate(start);
                return 0;
            }
            if value > best {
                best = value;
                best_move = Some(m);
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        self.cutoffs.total += 1;
                        self.cutoffs.by_first_move += u64::from(i == 0);
                        self.update_history(position, m, depth);
                        break;
                    }
                }
            }
        }
        self.stack.truncate(start);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let solved = self.unsolved == unsolved_before;
        let depth = depth.min(255) as u8;
        let best_move = if bound == Bound::Upper {
            None
        } else {
            best_move
        };
        self.table.store(
            key,
            Entry {
                best: best_move,
                value: best,
                depth,
                bound,
                solved,
            },
        );
        best
    }

    /// Pushes the legal moves onto the stack with their ordering scores.
    #[inline]
    fn push_ordered_moves(&mut self, position: &Position<SEATS>, best: Option<Move>) {
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
                let guess = ordering_guess(board, m, count, gains, self.parameters.partial_order);
                guess + history[usize::from(m.code())]
            };
            self.stack.push((order, m));
        }
    }

    /// Credits a move that caused a beta cutoff in the history heuristic.
    fn update_history(&mut self, position: &Position<SEATS>, m: Move, depth: u32) {
        let side = usize::from(position.to_move().index() == self.seat);
        let score = &mut self.history[side][usize::from(m.code())];
        *score += (depth * depth) as i32;
        if *score > 400 {
            for score in &mut self.history[side] {
                *score /= 2;
            }
        }
    }

    fn should_stop(&mut self) -> bool {
        let limit = self.stop_conditions.limits.nodes.unwrap_or(u64::MAX);
        self.next_check = limit.min(self.nodes + CHECK_INTERVAL);
        self.nodes >= limit || self.stop_conditions.interrupted()
    }
}

/// Returns the principal variation after a move, as far as the transposition table holds it.
pub(super) fn principal_variation<const SEATS: usize>(
    table: &TranspositionTable,
    salt: u64,
    position: &Position<SEATS>,
    first: Move,
) -> Vec<Move> {
    let mut line = vec![first];
    let mut position = *position;
    position.play_unchecked(first);
    while position.phase() == Phase::Offer && line.len() < 60 {
        let entry = table.probe(position.offer_hash() ^ salt);
        let Some(m) = entry
            .and_then(|entry| entry.best)
            .filter(|&m| position.is_legal(m))
        else {
            break;
        };
        line.push(m);
        position.play_unchecked(m);
    }
    line
}

/// Returns the static ordering score of a move of `count` tiles: what the board gains, less the cost
/// of spilled tiles.
#[inline]
pub(super) fn ordering_guess(
    board: &Board,
    m: Move,
    count: i32,
    gains: &[[f32; 5]; 5],
    partial_order: f32,
) -> i32 {
    let Destination::Line(line) = m.destination() else {
        return -60 * count;
    };
    let room = board.room(line) as i32;
    let gain = gains[line.index()][m.colour().index()];
    let spilled = (count - room).max(0);
    if count >= room {
        (gain * 32.0) as i32 - 60 * spilled
    } else {
        (gain * partial_order) as i32 * count / room
    }
}

/// Swaps the highest-scored move to the front and returns it.
#[inline]
pub(super) fn pick_next(moves: &mut [(i32, Move)]) -> Move {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].0 > moves[best].0 {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0].1
}

/// Returns the value of completing each line with each colour, for each player.
pub(super) fn gains<const SEATS: usize>(
    position: &Position,
    leaf_evaluator: &mut LeafEvaluator<'_>,
) -> [[[f32; 5]; 5]; SEATS] {
    let mut gains = [[[0.0; 5]; 5]; SEATS];
    for (seat, board) in position.boards() {
        // On the grey wall a board's value is the maximum over many tilings: too expensive for move
        // ordering once several lines are complete.
        let complete = board.complete_lines().count();
        let exact = position.wall() == Wall::Coloured || complete <= 1;
        let before = if exact {
            leaf_evaluator.board_value(seat, board)
        } else {
            0.0
        };
        for line in Line::ALL {
            for colour in Colour::ALL {
                let Some(after) = board.with_line_completed(line, colour) else {
                    continue;
                };
                gains[seat.index()][line.index()][colour.index()] = if exact {
                    leaf_evaluator.board_value(seat, &after) - before
                } else {
                    max_tile_points(&after, line)
                };
            }
        }
    }
    gains
}

/// The most points the tile of a complete line could score now, plus one for the line.
fn max_tile_points(board: &Board, line: Line) -> f32 {
    let columns = board.tiling_columns(Wall::Grey, line);
    let open = Column::ALL
        .into_iter()
        .filter(|column| columns >> column.index() & 1 == 1);
    open.map(|column| 1.0 + f32::from(board.points_at(line, column).total()))
        .fold(0.0, f32::max)
}

/// For each factory, the groups of earlier factories with identical tiles.
pub(super) fn duplicates(position: &Position) -> [u64; 9] {
    let mut duplicates = [0; 9];
    for (factory, tiles) in position.factories() {
        for (earlier, same) in position.factories() {
            if earlier < factory && same == tiles {
                duplicates[factory.index()] |= 31 << (5 * earlier.index());
            }
        }
    }
    duplicates
}
