//! The exact value of the rest of a round for three and four players in which every player
//! maximises their own result (max^n).
//!
//! A player is often indifferent between moves, and the choice decides what the others get. Moves
//! whose results differ by less than [`TIE`] are therefore ties, and every position gets two values:
//! one with all ties of the opponents broken against the searching player, one with all of them
//! broken in the player's favour.

use std::collections::HashMap;

use azulejo_rules::{Move, Phase, Position, Source};

use super::alpha_beta::duplicates;
use super::leaf::{LeafEvaluator, MARGIN_SPAN};
use crate::portable_math::tanh;

/// The largest difference between tied results, in win probability.
const TIE: f32 = 0.005;
/// The largest margin term of a result, as in the utility of the search.
const MAX_MARGIN_TERM: f64 = 0.01;

/// The value of a root move for the searching player.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MaxNMove {
    pub(crate) m: Move,
    /// The value with ties broken against the player.
    pub(crate) low: MaxNValue,
    /// The value with ties broken in the player's favour.
    pub(crate) high: MaxNValue,
}

/// A value and the line of play that leads to it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MaxNValue {
    /// The win probability, with a term of at most 1 % for the margin.
    pub(crate) win: f64,
    /// The lead over the best opponent, in points.
    pub(crate) lead: f64,
    /// The moves up to the end of the round.
    pub(crate) line: Vec<Move>,
}

/// The way in which ties of the opponents are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ties {
    Against,
    For,
}

/// The end of a round.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The result of each player.
    results: [f32; 4],
    /// The lead of the searching player, in points.
    lead: f32,
}

/// The ends that follow from a position, by [`Ties`].
type Ends = [End; 2];

/// Solves one round for one searching player.
pub(super) struct MaxNSolver<'a> {
    leaf_evaluator: LeafEvaluator<'a>,
    seat: usize,
    duplicates: [u64; 9],
    solved: HashMap<u64, Ends>,
    nodes_left: u64,
}

impl<'a> MaxNSolver<'a> {
    pub(super) fn new(
        position: &Position,
        leaf_evaluator: LeafEvaluator<'a>,
        max_nodes: u64,
    ) -> Self {
        Self {
            leaf_evaluator,
            seat: position.to_move().index(),
            duplicates: duplicates(position),
            solved: HashMap::new(),
            nodes_left: max_nodes,
        }
    }

    /// Returns the root moves, the highest low value first; `None` if the nodes do not suffice.
    pub(super) fn run(mut self, root: &Position) -> Option<Vec<MaxNMove>> {
        let mut moves = Vec::new();
        for m in self.moves(root) {
            let [low, high] = [Ties::Against, Ties::For].map(|ties| self.value(root, m, ties));
            moves.push(MaxNMove {
                m,
                low: low?,
                high: high?,
            });
        }
        moves.sort_by(|a, b| b.low.win.total_cmp(&a.low.win));
        Some(moves)
    }

    /// Returns the value of a root move and its line.
    fn value(&mut self, root: &Position, first: Move, ties: Ties) -> Option<MaxNValue> {
        let mut position = *root;
        let mut line = vec![first];
        position.play_unchecked(first);
        let end = self.solve(&position)?[ties as usize];
        while position.phase() == Phase::Offer {
            let children = self.children(&position)?;
            let m = children[self.choose(&position, &children, ties)].0;
            line.push(m);
            position.play_unchecked(m);
        }
        Some(MaxNValue {
            win: f64::from(end.results[self.seat]),
            lead: f64::from(end.lead),
            line,
        })
    }

    fn solve(&mut self, position: &Position) -> Option<Ends> {
        if position.phase() != Phase::Offer {
            return Some([self.end(position); 2]);
        }
        let key = position.offer_hash();
        if let Some(&ends) = self.solved.get(&key) {
            return Some(ends);
        }
        let children = self.children(position)?;
        let ends = [Ties::Against, Ties::For].map(|ties| {
            let chosen = self.choose(position, &children, ties);
            children[chosen].1[ties as usize]
        });
        self.solved.insert(key, ends);
        Some(ends)
    }

    fn children(&mut self, position: &Position) -> Option<Vec<(Move, Ends)>> {
        let mut children = Vec::new();
        for m in self.moves(position) {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            let mut next = *position;
            next.play_unchecked(m);
            children.push((m, self.solve(&next)?));
        }
        Some(children)
    }

    /// Returns the index of the move that the player to move chooses.
    fn choose(&self, position: &Position, children: &[(Move, Ends)], ties: Ties) -> usize {
        let mover = position.to_move().index();
        let result = |i: usize, seat: usize| children[i].1[ties as usize].results[seat];
        let best = (0..children.len())
            .map(|i| result(i, mover))
            .fold(f32::MIN, f32::max);
        let tie = if mover == self.seat { 0.0 } else { TIE };
        let tied = (0..children.len()).filter(|&i| result(i, mover) >= best - tie);
        let worse = |&a: &usize, &b: &usize| result(a, self.seat).total_cmp(&result(b, self.seat));
        let chosen = match ties {
            Ties::Against => tied.min_by(worse),
            Ties::For => tied.max_by(worse),
        };
        chosen.unwrap_or(0)
    }

    /// Returns the legal moves; those from identical factories once.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let groups = position.groups_bits();
        let is_first = |m: &Move| match m.source() {
            Source::Factory(factory) => self.duplicates[factory.index()] & groups == 0,
            Source::Centre => true,
        };
        let moves = position.legal_moves();
        moves.iter().copied().filter(is_first).collect()
    }

    fn end(&mut self, position: &Position) -> End {
        let players = position.players().count();
        let mut results = self.leaf_evaluator.chances(position, true);
        let points = self.leaf_evaluator.points(position, None);
        let lead = |seat: usize| {
            let others = (0..players).filter(|&other| other != seat);
            points[seat] - others.map(|other| points[other]).fold(f64::MIN, f64::max)
        };
        for (seat, result) in results[..players].iter_mut().enumerate() {
            *result += (MAX_MARGIN_TERM * tanh(lead(seat) / MARGIN_SPAN)) as f32;
        }
        End {
            results,
            lead: lead(self.seat) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::search::Engine;

    const POSITION: &str = "c3 3 2>3 -/-/-/-/BYRW/-/- RR 3,4,4,3,2 9,6,4,7,3 \
        8;K/RR/YYY/WW/-;.YR../..Y.K/..B../...../..K..;*KY \
        2;K/WW/WWW/BBB/KKKK;.YR../.BY../....R/..W../.....;- \
        13;W/WW/WW/W/RR;..RK./.B.R./..BY./...../.....;-";

    /// The result of each player by plain recursion: no table of solved positions, no skipped
    /// factories.
    fn results(
        leaf: &mut dyn FnMut(&Position) -> [f32; 4],
        solver: usize,
        position: &Position,
        ties: Ties,
    ) -> [f32; 4] {
        if position.phase() != Phase::Offer {
            return leaf(position);
        }
        let mover = position.to_move().index();
        let children: Vec<[f32; 4]> = position
            .legal_moves()
            .iter()
            .map(|&m| {
                let mut next = *position;
                next.play_unchecked(m);
                results(leaf, solver, &next, ties)
            })
            .collect();
        let best = children.iter().map(|r| r[mover]).fold(f32::MIN, f32::max);
        let tie = if mover == solver { 0.0 } else { TIE };
        let mut tied = children
            .into_iter()
            .filter(|r| r[mover] >= best - tie)
            .collect::<Vec<_>>();
        tied.sort_by(|a, b| a[solver].total_cmp(&b[solver]));
        match ties {
            Ties::Against => tied[0],
            Ties::For => tied[tied.len() - 1],
        }
    }

    #[test]
    fn values_equal_those_of_plain_recursion() {
        let position: Position = POSITION.parse().expect("a position");
        let seat = position.to_move().index();
        let mut engine = Engine::new(Evaluator::shipped());
        let moves = engine.solve_max_n(&position, 1_000_000).expect("solved");
        engine.enter_round(&position);
        let leaf_evaluator = LeafEvaluator::new(
            engine.evaluator.after_round(&position),
            &engine.parameters,
            &mut engine.cache,
            &mut engine.utilities,
            position.to_move(),
        );
        let mut plain = MaxNSolver::new(&position, leaf_evaluator, 0);
        let mut leaf = |end: &Position| plain.end(end).results;
        for found in moves {
            let mut next = position;
            next.play_unchecked(found.m);
            for (ties, value) in [(Ties::Against, found.low), (Ties::For, found.high)] {
                let expected = results(&mut leaf, seat, &next, ties)[seat];
                let off = (value.win - f64::from(expected)).abs();
                assert!(off < 1e-6, "{} {ties:?}", found.m);
            }
        }
    }

    #[test]
    fn too_few_nodes_give_no_solution() {
        let position: Position = POSITION.parse().expect("a position");
        let mut engine = Engine::new(Evaluator::shipped());
        assert_eq!(engine.solve_max_n(&position, 50), None);
    }
}
