//! Analysis of positions and recorded games, separating luck from skill.
//!
//! A move is scored by the win probability it loses compared with the best move. A deal is scored
//! by its luck: the value after it minus the mean value over alternative deals. Both use the same
//! search.

use core::sync::atomic::AtomicBool;

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::rng::FastRng;
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

/// The review of a move in a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The round, counted from 1.
    pub round: usize,
    /// The number of the move in its round, counted from 1.
    pub number: usize,
    /// The player who made the move.
    pub seat: Seat,
    /// The move played.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// The player's win probability after the best move.
    pub win: f64,
    /// The win probability lost by the move.
    pub loss: f64,
    /// The points lost by the move.
    pub points_lost: f64,
    /// Whether the search reached the end of the round on every line.
    pub exact: bool,
}

/// The review of a deal in a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct DealReview {
    /// The round, counted from 1.
    pub round: usize,
    /// The change in each player's win probability.
    pub luck: Vec<f64>,
}

/// The summary of one player's game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReview {
    /// The player.
    pub seat: Seat,
    /// The number of moves the player made.
    pub moves: usize,
    /// The win probability lost over all moves.
    pub loss: f64,
    /// The points lost over all moves.
    pub points_lost: f64,
    /// The luck of all deals.
    pub luck: f64,
    /// The grade of the player's moves.
    pub grade: Grade,
}

/// A grade by mean loss per move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// No measurable loss.
    Flawless,
    /// Less than 0.5 % per move.
    Excellent,
    /// Less than 1.5 % per move.
    Strong,
    /// Less than 3 % per move.
    Fair,
    /// At least 3 % per move.
    Shaky,
}

impl Grade {
    /// Returns the grade for a mean loss per move.
    #[must_use]
    pub fn of(mean_loss: f64) -> Self {
        match mean_loss {
            loss if loss < 0.0005 => Self::Flawless,
            loss if loss < 0.005 => Self::Excellent,
            loss if loss < 0.015 => Self::Strong,
            loss if loss < 0.03 => Self::Fair,
            _ => Self::Shaky,
        }
    }

    /// Returns the grade's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flawless => "flawless",
            Self::Excellent => "excellent",
            Self::Strong => "strong",
            Self::Fair => "fair",
            Self::Shaky => "shaky",
        }
    }
}

/// The review of a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The moves, in order.
    pub moves: Vec<MoveReview>,
    /// The deals, in order.
    pub deals: Vec<DealReview>,
    /// The players, by seat.
    pub players: Vec<PlayerReview>,
}

/// The options of a game review.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewPlan {
    /// The search limits per move.
    pub limits: Limits,
    /// The number of alternative deals that each deal is compared with.
    pub other_deals: u32,
    /// The search limits per deal and alternative deal.
    pub deal_limits: Limits,
    /// The seed of the alternative deals.
    pub seed: u64,
}

impl Default for ReviewPlan {
    fn default() -> Self {
        let nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        Self {
            limits: nodes(40_000),
            other_deals: 16,
            deal_limits: nodes(4_000),
            seed: 1,
        }
    }
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
    Ok(analysis(&found, &|m| {
        engine.principal_variation(position, m)
    }))
}

/// Reviews a recorded game; `progress` receives the number of finished steps and the total.
///
/// # Errors
/// If the record violates the rules.
pub fn analyse_record(
    engine: &mut Engine,
    record: &Record,
    plan: ReviewPlan,
    mut progress: impl FnMut(usize, usize),
) -> Result<GameReview, ReplayError> {
    let mut steps = Vec::new();
    record.walk(|before, step, _| {
        if matches!(step, Step::Deal(_) | Step::Move(_)) {
            steps.push((*before, step));
        }
    })?;
    let mut moves: Vec<MoveReview> = Vec::new();
    let mut deals = Vec::new();
    // Each game draws its own alternative deals: with shared ones, their sampling error would not
    // average out over many games.
    let mut rng = FastRng::for_game(plan.seed, first_deal_hash(&steps));
    engine.new_game();
    for (i, (before, step)) in steps.iter().enumerate() {
        progress(i, steps.len());
        match *step {
            Step::Deal(deal) => {
                let mut after = *before;
                after.deal_unchecked(&deal);
                let actual = deal_values(engine, &after, plan.deal_limits);
                let mut mean = vec![0.0; actual.len()];
                for _ in 0..plan.other_deals {
                    let mut other = *before;
                    other.deal_at_random(&mut rng);
                    let values = deal_values(engine, &other, plan.deal_limits);
                    for (mean, value) in mean.iter_mut().zip(values) {
                        *mean += value / f64::from(plan.other_deals);
                    }
                }
                let luck = actual.iter().zip(&mean).map(|(a, m)| a - m).collect();
                deals.push(DealReview {
                    round: deals.len() + 1,
                    luck,
                });
            }
            Step::Move(played) => {
                let number = match moves.last() {
                    Some(last) if last.round == deals.len() => last.number + 1,
                    _ => 1,
                };
                moves.push(review_move(
                    engine,
                    before,
                    played,
                    plan,
                    deals.len(),
                    number,
                ));
            }
            Step::Tile(..) | Step::Settle => {}
        }
    }
    progress(steps.len(), steps.len());
    let players = (0..record.players.len())
        .map(|i| sum_up(Seat::ALL[i], &moves, &deals))
        .collect();
    Ok(GameReview {
        moves,
        deals,
        players,
    })
}

/// A hash that identifies the game, for seeding.
fn first_deal_hash(steps: &[(Position, Step)]) -> u64 {
    let Some((before, Step::Deal(deal))) = steps.first() else {
        return 0;
    };
    let mut dealt = *before;
    dealt.deal_unchecked(deal);
    dealt.full_hash()
}

fn review_move(
    engine: &mut Engine,
    before: &Position,
    played: Move,
    plan: ReviewPlan,
    round: usize,
    number: usize,
) -> MoveReview {
    // The search considers only the first of several identical factories.
    let canonical = first_duplicate(before, played);
    let multi_pv = MultiPv {
        count: 1,
        also: Some(canonical),
    };
    let found = search(engine, before, plan.limits, multi_pv);
    let (best, best_value) = found.moves[0];
    let value = found
        .moves
        .iter()
        .find(|(m, _)| *m == canonical)
        .map_or(best_value, |m| m.1);
    let margin = |engine: &Engine, m, value| {
        let pv = engine.principal_variation(before, m);
        score_move(engine.evaluator(), before, m, value, pv).margin
    };
    let loss = win_probability(best_value) - win_probability(value);
    let lost = if loss > 0.0 {
        margin(engine, best, best_value) - margin(engine, canonical, value)
    } else {
        0.0
    };
    MoveReview {
        round,
        number,
        seat: before.to_move(),
        played,
        best: if loss > 0.0 { best } else { played },
        win: win_probability(best_value),
        loss: loss.max(0.0),
        points_lost: lost.max(0.0),
        exact: found.solved,
    }
}

/// Returns the same move from the first factory with identical tiles.
fn first_duplicate(position: &Position, m: Move) -> Move {
    use azulejo_rules::Source;
    let Source::Factory(factory) = m.source() else {
        return m;
    };
    let tiles = position.factory(factory);
    let first = position.factories().find(|&(_, other)| other == tiles);
    let source = first.map_or(m.source(), |(first, _)| Source::Factory(first));
    Move::new(source, m.colour(), m.destination())
}

fn search(
    engine: &mut Engine,
    position: &Position,
    limits: Limits,
    multi_pv: MultiPv,
) -> SearchResult {
    let never = AtomicBool::new(false);
    engine
        .search(position, limits, multi_pv, &never)
        .expect("the position is in the factory offer")
}

/// Returns each player's win probability right after a deal.
fn deal_values(engine: &mut Engine, position: &Position, limits: Limits) -> Vec<f64> {
    let found = search(engine, position, limits, MultiPv::BEST);
    score_move(
        engine.evaluator(),
        position,
        found.best(),
        found.value(),
        found.pv.clone(),
    )
    .win
}

fn sum_up(seat: Seat, moves: &[MoveReview], deals: &[DealReview]) -> PlayerReview {
    let own: Vec<_> = moves.iter().filter(|m| m.seat == seat).collect();
    let loss: f64 = own.iter().map(|m| m.loss).sum();
    PlayerReview {
        seat,
        moves: own.len(),
        loss,
        points_lost: own.iter().map(|m| m.points_lost).sum(),
        luck: deals.iter().map(|deal| deal.luck[seat.index()]).sum(),
        grade: Grade::of(loss / own.len().max(1) as f64),
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
