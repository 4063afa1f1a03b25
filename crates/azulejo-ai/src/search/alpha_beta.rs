//! Principal variation search within a round.

use core::sync::atomic::{AtomicBool, Ordering};

use azulejo_rules::{
    Board, Colour, Column, Destination, Line, Move, MoveList, Phase, Position, Source, Wall,
};

use super::leaf::{Leaves, Utility};
use super::table::{Bound, Entry, Table};
use super::{Ask, Cuts, Found, Limits, Parameters};
use crate::clock::Deadline;
use crate::value::FINE;

/// Every so many nodes the clock and the stop flag are looked at: well within a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 1024;
const INFINITE: Utility = 30_000;

/// When to stop.
pub(super) struct Stopping<'a> {
    pub(super) limits: Limits,
    pub(super) deadline: Option<Deadline>,
    pub(super) stop: &'a AtomicBool,
}

/// One search from one position.
pub(super) struct Searcher<'a, const SEATS: usize> {
    leaves: Leaves<'a>,
    parameters: Parameters,
    table: &'a mut Table,
    salt: u64,
    stopping: Stopping<'a>,
    seat: usize,
    /// What completing a line with a colour would change in the value of a player's board, in
    /// points: the first guess for the order of moves.
    gains: [[[f32; 5]; 5]; SEATS],
    /// For each factory the groups of earlier factories with the same tiles: only the first of equal
    /// factories is searched.
    twins: [u64; 9],
    /// How often a move was the best, by side and code.
    history: Box<[[i32; 640]; 2]>,
    /// The moves of all nodes on the current path, with their order.
    stack: Vec<(i32, Move)>,
    list: MoveList,
    nodes: u64,
    cuts: Cuts,
    next_look: u64,
    /// How many values on the way here rest on a round that was not seen to its end.
    unsolved: u64,
    aborted: bool,
}

impl<'a, const SEATS: usize> Searcher<'a, SEATS> {
    pub(super) fn new(
        position: &Position,
        mut leaves: Leaves<'a>,
        parameters: Parameters,
        table: &'a mut Table,
        salt: u64,
        stopping: Stopping<'a>,
    ) -> Self {
        let next_look = stopping
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .min(NODES_BETWEEN_LOOKS);
        Self {
            parameters,
            gains: gains(position, &mut leaves),
            leaves,
            table,
            salt,
            seat: position.to_move().index(),
            twins: twins(position),
            history: Box::new([[0; 640]; 2]),
            stack: Vec::with_capacity(1024),
            list: MoveList::new(),
            nodes: 0,
            cuts: Cuts::default(),
            next_look,
            unsolved: 0,
            aborted: false,
            stopping,
        }
    }

    /// Searches deeper and deeper until a limit is reached or the round is solved.
    pub(super) fn run(mut self, position: &Position<SEATS>, ask: Ask) -> Found {
        let mut moves: Vec<(Move, Utility)> = {
            self.push_moves(position, None);
            let mut ordered = core::mem::take(&mut self.stack);
            ordered.sort_by_key(|&(order, m)| (-order, m));
            ordered.into_iter().map(|(_, m)| (m, 0)).collect()
        };
        let groups = position.group_count();
        let deepest = self.stopping.limits.depth.unwrap_or(groups).min(groups);
        let mut found = Found {
            moves: moves.clone(),
            line: vec![moves[0].0],
            depth: 0,
            solved: false,
            nodes: 0,
            cuts: Cuts::default(),
        };
        let ask = Ask {
            best: ask.best.clamp(1, moves.len()),
            ..ask
        };
        for depth in 1..=deepest.max(1) {
            let unsolved = self.unsolved;
            if !self.search_root(position, &mut moves, depth, ask) {
                break;
            }
            // A search that was stopped has still found something when it went through the best
            // moves of the search before. Values of several moves must be of one depth, though.
            let whole = !self.aborted;
            if whole || ask == Ask::BEST {
                found.moves.clone_from(&moves);
            }
            if whole {
                found.depth = depth;
                found.solved = self.unsolved == unsolved;
            }
            if self.aborted || found.solved {
                break;
            }
        }
        found.line = expected_line(self.table, self.salt, position, found.best());
        found.nodes = self.nodes;
        found.cuts = self.cuts;
        found
    }

    /// Searches all root moves to a depth and sorts them, the best first; gives whether at least one
    /// was searched before the time was up.
    fn search_root(
        &mut self,
        position: &Position<SEATS>,
        moves: &mut [(Move, Utility)],
        depth: u32,
        ask: Ask,
    ) -> bool {
        let mut done: Vec<(Move, Utility)> = Vec::with_capacity(moves.len());
        for &(m, _) in moves.iter() {
            // The value of the worst of the best moves so far: others only have to be shown worse.
            let asked = done.len() < ask.best || ask.also == Some(m);
            let alpha = if asked {
                -INFINITE
            } else {
                done[ask.best - 1].1
            };
            let value = self.child(position, m, depth - 1, 1, alpha, INFINITE, !asked);
            if self.aborted {
                break;
            }
            let at = done.partition_point(|&(_, other)| other >= value);
            done.insert(at, (m, value));
        }
        if done.is_empty() {
            return false;
        }
        let rest: Vec<_> = moves
            .iter()
            .filter(|(m, _)| !done.iter().any(|(d, _)| d == m))
            .copied()
            .collect();
        for (slot, entry) in moves.iter_mut().zip(done.into_iter().chain(rest)) {
            *slot = entry;
        }
        true
    }

    /// The value of a move for the player who makes it.
    #[expect(clippy::too_many_arguments, reason = "the usual window of a search")]
    #[inline]
    fn child(
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
            let over = next.phase() != Phase::Offer;
            if !over {
                self.unsolved += 1;
            }
            let tempo = (!over).then(|| self.tempo(&next));
            let utility = self.leaves.utility(&next, tempo);
            return if own { utility } else { -utility };
        }
        let same_side = (next.to_move().index() == self.seat) == own;
        let visit = |this: &mut Self, alpha, beta| {
            if same_side {
                this.node(&next, depth, ply, alpha, beta)
            } else {
                -this.node(&next, depth, ply, -beta, -alpha)
            }
        };
        if scout {
            let value = visit(self, alpha, alpha + 1);
            if value <= alpha || value >= beta {
                return value;
            }
        }
        visit(self, alpha, beta)
    }

    /// What the next move is worth, in the leaves' own measure: less, the fewer groups are left.
    #[inline]
    fn tempo(&self, position: &Position<SEATS>) -> i32 {
        if SEATS > 2 {
            return 0;
        }
        let share = position.group_count().min(10) as f32 / 10.0;
        (self.parameters.tempo * share * FINE) as i32
    }

    /// The value of a position of the offer for the side to move.
    fn node(
        &mut self,
        position: &Position<SEATS>,
        depth: u32,
        ply: usize,
        mut alpha: Utility,
        beta: Utility,
    ) -> Utility {
        if self.nodes >= self.next_look && self.should_stop() {
            self.aborted = true;
        }
        if self.aborted {
            return 0;
        }
        let key = position.offer_hash() ^ self.salt;
        let known = self.table.get(key);
        if let Some(entry) = known
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
        let first_alpha = alpha;
        let start = self.stack.len();
        self.push_moves(position, known.and_then(|entry| entry.best));
        let mut count = self.stack.len() - start;
        if SEATS > 2 && position.to_move().index() != self.seat {
            count = count.min(self.parameters.plausible);
        }
        // Where the rest of the round is in sight nothing is cut short.
        let in_sight = depth >= position.group_count();
        let reduce = !in_sight && depth >= self.parameters.reduce_from_depth;
        let skip_floor = !in_sight && count >= self.parameters.skip_floor_from;
        let mut best = -INFINITE;
        let mut best_move = None;
        for i in 0..count {
            let m = self.take_next(start + i);
            if skip_floor && i > 0 && m.destination() == Destination::Floor {
                self.unsolved += 1;
                continue;
            }
            let late = reduce && i >= self.parameters.reduce_from_move;
            let mut value = alpha + 1;
            if late {
                let step = (i - self.parameters.reduce_from_move) / self.parameters.reduce_step;
                let less = (1 + step as u32).min(depth - 1);
                value = self.child(
                    position,
                    m,
                    depth - 1 - less,
                    ply + 1,
                    alpha,
                    alpha + 1,
                    false,
                );
            }
            if value > alpha {
                value = self.child(position, m, depth - 1, ply + 1, alpha, beta, i > 0);
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
                        self.cuts.all += 1;
                        self.cuts.first += u64::from(i == 0);
                        self.reward(position, m, depth);
                        break;
                    }
                }
            }
        }
        self.stack.truncate(start);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
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
        self.table.put(
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

    /// Puts the moves of a position on the stack, each with a guess of how good it is.
    #[inline]
    fn push_moves(&mut self, position: &Position<SEATS>, best: Option<Move>) {
        let seat = position.to_move();
        let board = position.board(seat);
        let gains = &self.gains[seat.index()];
        let history = &self.history[usize::from(seat.index() == self.seat)];
        let groups = position.groups_bits();
        position.legal_moves_into(&mut self.list);
        for &m in &self.list {
            let source = m.source();
            if let Source::Factory(factory) = source
                && self.twins[factory.index()] & groups != 0
            {
                continue;
            }
            let count = position.tiles_at(source, m.colour()) as i32;
            let order = if Some(m) == best {
                i32::MAX
            } else {
                let guess = match m.destination() {
                    Destination::Floor => -60 * count,
                    Destination::Line(line) => {
                        let room = board.room(line) as i32;
                        let gain = gains[line.index()][m.colour().index()];
                        let spilled = (count - room).max(0);
                        if count >= room {
                            (gain * 32.0) as i32 - 60 * spilled
                        } else {
                            (gain * self.parameters.partial_order) as i32 * count / room
                        }
                    }
                };
                guess + history[usize::from(m.code())]
            };
            self.stack.push((order, m));
        }
    }

    /// Brings the best of the remaining moves of a node to a place of the stack.
    #[inline]
    fn take_next(&mut self, at: usize) -> Move {
        let rest = &mut self.stack[at..];
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].0 > rest[best].0 {
                best = i;
            }
        }
        rest.swap(0, best);
        rest[0].1
    }

    /// Notes that a move was good enough to stop looking further.
    fn reward(&mut self, position: &Position<SEATS>, m: Move, depth: u32) {
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
        let limit = self.stopping.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = limit.min(self.nodes + NODES_BETWEEN_LOOKS);
        self.nodes >= limit
            || self.stopping.stop.load(Ordering::Relaxed)
            || self.stopping.deadline.is_some_and(Deadline::has_passed)
    }
}

/// The expected line of play after a move, as far as the table remembers it.
pub(super) fn expected_line<const SEATS: usize>(
    table: &Table,
    salt: u64,
    position: &Position<SEATS>,
    first: Move,
) -> Vec<Move> {
    let mut line = vec![first];
    let mut position = *position;
    position.play_unchecked(first);
    while position.phase() == Phase::Offer && line.len() < 60 {
        let known = table.get(position.offer_hash() ^ salt);
        let Some(m) = known
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

/// What completing each line with each colour would change for each player.
fn gains<const SEATS: usize>(
    position: &Position,
    leaves: &mut Leaves<'_>,
) -> [[[f32; 5]; 5]; SEATS] {
    let mut gains = [[[0.0; 5]; 5]; SEATS];
    for (seat, board) in position.boards() {
        // On the grey wall the value of a board is the best of many tilings: too dear for a guess
        // once several lines are complete.
        let complete = board.complete_lines().count();
        let exact = position.wall() == Wall::Coloured || complete <= 1;
        let before = if exact {
            leaves.board_value(seat, board)
        } else {
            0.0
        };
        for line in Line::ALL {
            for colour in Colour::ALL {
                let Some(after) = board.with_line_completed(line, colour) else {
                    continue;
                };
                gains[seat.index()][line.index()][colour.index()] = if exact {
                    leaves.board_value(seat, &after) - before
                } else {
                    most_points(&after, line)
                };
            }
        }
    }
    gains
}

/// What the tile of a complete line could score now, and a point for the line itself.
fn most_points(board: &Board, line: Line) -> f32 {
    let columns = board.tiling_columns(Wall::Grey, line);
    let open = Column::ALL
        .into_iter()
        .filter(|column| columns >> column.index() & 1 == 1);
    open.map(|column| 1.0 + f32::from(board.points_at(line, column).total()))
        .fold(0.0, f32::max)
}

/// For each factory, the groups of earlier factories with the same tiles.
fn twins(position: &Position) -> [u64; 9] {
    let mut twins = [0; 9];
    for (factory, tiles) in position.factories() {
        for (earlier, same) in position.factories() {
            if earlier < factory && same == tiles {
                twins[factory.index()] |= 31 << (5 * earlier.index());
            }
        }
    }
    twins
}
