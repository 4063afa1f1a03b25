//! Analysis of positions: the best moves with their values. Recorded games have a
//! [ledger](crate::ledger).

use core::sync::atomic::AtomicBool;

use azulejo_rules::{Board, Move, Phase, Position, Seat};

use crate::bot::NothingToDecide;
use crate::eval::{BoardEval, Evaluator, UNITS_PER_POINT, next_starter};
use crate::portable_math::exp;
use crate::search::{Engine, Limits, MultiPv, SearchResult, Utility, win_probability};

/// A move with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub m: Move,
    /// The win probability of each player after the move.
    pub win: Vec<f64>,
    /// The expected margin of the player to move over the best opponent, in points.
    pub margin: f64,
    /// The principal variation, starting with this move.
    pub pv: Vec<Move>,
}

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionAnalysis {
    /// The player to move.
    pub seat: Seat,
    /// The best moves, best first.
    pub moves: Vec<ScoredMove>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// Whether the search reached the end of the round on every line.
    pub exact: bool,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// Analyses a position in the factory offer and returns its `count` best moves.
///
/// # Errors
/// If there is no legal move.
pub fn analyse_position(
    engine: &mut Engine,
    position: &Position,
    limits: Limits,
    count: usize,
    stop: &AtomicBool,
) -> Result<PositionAnalysis, NothingToDecide> {
    analyse_position_with_progress(engine, position, limits, count, stop, |_| ())
}

/// Like [`analyse_position`], and calls `on_depth` with the analysis at each completed depth.
///
/// # Errors
/// If there is no legal move.
pub fn analyse_position_with_progress(
    engine: &mut Engine,
    position: &Position,
    limits: Limits,
    count: usize,
    stop: &AtomicBool,
    mut on_depth: impl FnMut(PositionAnalysis),
) -> Result<PositionAnalysis, NothingToDecide> {
    let multi_pv = MultiPv {
        count: count.max(1),
        also: None,
    };
    // A clone shares the networks.
    let evaluator = engine.evaluator().clone();
    let analysis = |found: &SearchResult, line: &dyn Fn(Move) -> Vec<Move>| PositionAnalysis {
        seat: position.to_move(),
        moves: found
            .moves
            .iter()
            .take(multi_pv.count)
            .map(|&(m, utility)| score_move(&evaluator, position, m, utility, line(m)))
            .collect(),
        depth: found.depth,
        exact: found.solved,
        nodes: found.nodes,
    };
    let found =
        engine.search_with_progress(position, limits, multi_pv, stop, &mut |found, line| {
            on_depth(analysis(found, line));
        })?;
    let lines: Vec<_> = found
        .moves
        .iter()
        .take(multi_pv.count)
        .map(|&(m, _)| {
            let mut line = engine.principal_variation(position, m);
            if found.solved && position.players().count() == 2 {
                complete_line(engine, position, &mut line, stop);
            }
            line
        })
        .collect();
    Ok(analysis(&found, &|m| {
        let known = lines.iter().find(|line| line.first() == Some(&m));
        known.map_or_else(|| vec![m], Clone::clone)
    }))
}

/// Extends a line of a solved round to its end. The transposition table may have lost a part of the
/// line, which is then searched again.
fn complete_line(
    engine: &mut Engine,
    position: &Position,
    line: &mut Vec<Move>,
    stop: &AtomicBool,
) {
    let mut end = *position;
    for &m in &*line {
        end.play_unchecked(m);
    }
    while end.phase() == Phase::Offer {
        let rest = engine.search(&end, Limits::default(), MultiPv::BEST, stop);
        let Some(found) = rest.ok().filter(|found| found.solved) else {
            return;
        };
        for m in found.pv {
            line.push(m);
            end.play_unchecked(m);
        }
    }
}

/// Evaluates a move and its principal variation for all players.
fn score_move(
    evaluator: &Evaluator,
    position: &Position,
    m: Move,
    utility: Utility,
    pv: Vec<Move>,
) -> ScoredMove {
    let seat = position.to_move().index();
    let mut end = *position;
    for &m in &pv {
        if end.phase() == Phase::Offer {
            end.play_unchecked(m);
        }
    }
    // A variation that stops before the end of the round is evaluated as mid-round; evaluated as a
    // finished round, the player who moved last would seem far ahead.
    let round_over = end.phase() != Phase::Offer;
    let evaluator = evaluator.after_round(position);
    let players = position.players().count();
    let mut boards = [Board::EMPTY; 4];
    let mut evals = [BoardEval::default(); 4];
    for (seat, board) in end.boards() {
        (boards[seat.index()], evals[seat.index()]) = evaluator.finish_round(board, round_over);
    }
    let points: Vec<f64> = if boards.iter().any(Board::has_complete_row) {
        let finals = boards.iter().map(|b| b.score() + b.bonuses().points());
        finals.take(players).map(f64::from).collect()
    } else {
        let values = if round_over {
            evaluator.values(&evals, next_starter(&end))
        } else {
            evaluator.mid_round_values(&evals, &end, 0)
        };
        let in_points = |value: &i32| f64::from(*value) / f64::from(UNITS_PER_POINT);
        values[..players].iter().map(in_points).collect()
    };
    let best_opponent = points
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != seat)
        .map(|(_, p)| *p)
        .fold(f64::MIN, f64::max);
    // The searching player's probability comes from the search; the opponents share the rest in
    // proportion to the exponentials of their points.
    let own = win_probability(utility).clamp(0.0, 1.0);
    let scale = f64::from(evaluator.scale(true));
    let weight = |i: usize| exp((points[i] - best_opponent) / scale);
    let total_weight: f64 = (0..points.len()).filter(|&i| i != seat).map(weight).sum();
    let win = (0..points.len())
        .map(|i| {
            if i == seat {
                own
            } else {
                (1.0 - own) * weight(i) / total_weight
            }
        })
        .collect();
    ScoredMove {
        m,
        win,
        margin: points[seat] - best_opponent,
        pv,
    }
}
