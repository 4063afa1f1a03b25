//! Analysis: the best moves of a position, and what was luck and what was skill in a game.
//!
//! A move is judged by the probability to win that it gives away against the best one. A deal is
//! judged by what it changes: the value after it, less the mean value after deals that could have
//! come instead. Both are measured by the same search.

use core::sync::atomic::AtomicBool;

use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Board, Move, Phase, Position, Seat};

use crate::bot::NothingToDecide;
use crate::exact_math::exp;
use crate::search::{Ask, Engine, Found, Limits, Utility, win_probability};
use crate::value::{FINE, Outlook, Value, next_starter};

/// One move of a position, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub m: Move,
    /// Each player's probability to win after it.
    pub win: Vec<f64>,
    /// The margin over the best of the others that the player to move can expect, in points.
    pub margin: f64,
    /// The expected line of play, from this move on.
    pub line: Vec<Move>,
}

/// A position, analysed.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionAnalysis {
    /// The player to move.
    pub seat: Seat,
    /// The best moves, the best first.
    pub moves: Vec<JudgedMove>,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// Whether the rest of the round was seen to its end.
    pub exact: bool,
    /// How many moves were played in search.
    pub nodes: u64,
}

/// A move of a recorded game, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The round, from 1.
    pub round: usize,
    /// The move's number in the round, from 1.
    pub number: usize,
    /// Who made it.
    pub seat: Seat,
    /// What was played.
    pub played: Move,
    /// What was best.
    pub best: Move,
    /// The player's probability to win with the best move.
    pub win: f64,
    /// What the move gave away of it.
    pub loss: f64,
    /// What it gave away in points.
    pub points_lost: f64,
    /// Whether the rest of the round was seen to its end.
    pub exact: bool,
}

/// A deal of a recorded game, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct DealReview {
    /// The round, from 1.
    pub round: usize,
    /// What the deal changed in each player's probability to win.
    pub luck: Vec<f64>,
}

/// One player's game, summed up.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReview {
    /// The player.
    pub seat: Seat,
    /// How many moves the player made.
    pub moves: usize,
    /// What they gave away of the probability to win, together.
    pub loss: f64,
    /// What they gave away in points, together.
    pub points_lost: f64,
    /// What the deals brought, together.
    pub luck: f64,
    /// The grade for the play.
    pub grade: Grade,
}

/// A grade in words, by the mean loss a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Nothing to improve that the search could see.
    Flawless,
    /// Less than half a percent a move.
    Excellent,
    /// Less than one and a half percent a move.
    Strong,
    /// Less than three percent a move.
    Fair,
    /// More.
    Shaky,
}

impl Grade {
    /// The grade for a mean loss a move.
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

    /// The grade's name.
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

/// A recorded game, analysed.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The moves in order.
    pub moves: Vec<MoveReview>,
    /// The deals in order.
    pub deals: Vec<DealReview>,
    /// The players by seat.
    pub players: Vec<PlayerReview>,
}

/// How thoroughly a game is analysed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewPlan {
    /// The limits for each move.
    pub limits: Limits,
    /// How many other deals each deal is compared with.
    pub other_deals: u32,
    /// The limits for each deal and its comparisons.
    pub deal_limits: Limits,
    /// The seed of the other deals.
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

/// Analyses a position of the offer.
///
/// # Errors
/// When there is no move to judge.
pub fn analyse_position(
    engine: &mut Engine,
    position: &Position,
    limits: Limits,
    best: usize,
    stop: &AtomicBool,
) -> Result<PositionAnalysis, NothingToDecide> {
    let ask = Ask {
        best: best.max(1),
        also: None,
    };
    let found = engine.search(position, limits, ask, stop)?;
    let moves = found.moves.iter().take(ask.best).map(|&(m, utility)| {
        let line = engine.expected_line(position, m);
        judge(engine.value(), position, m, utility, line)
    });
    Ok(PositionAnalysis {
        seat: position.to_move(),
        moves: moves.collect(),
        depth: found.depth,
        exact: found.solved,
        nodes: found.nodes,
    })
}

/// Analyses a recorded game; `progress` is told how many of how many steps are done.
///
/// # Errors
/// When the record does not follow the rules.
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
    // Other deals are drawn anew for each game: were they the same for all, the chance in their mean
    // would not even out over many games.
    let mut rng = FastRng::for_game(plan.seed, first_deal_hash(&steps));
    engine.forget();
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

/// What tells a game from others before anything is played.
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
    // Of equal factories the search looks at the first only.
    let played_twin = first_twin(before, played);
    let ask = Ask {
        best: 1,
        also: Some(played_twin),
    };
    let found = search(engine, before, plan.limits, ask);
    let (best, best_value) = found.moves[0];
    let value = found
        .moves
        .iter()
        .find(|(m, _)| *m == played_twin)
        .map_or(best_value, |m| m.1);
    let margin = |engine: &Engine, m, value| {
        let line = engine.expected_line(before, m);
        judge(engine.value(), before, m, value, line).margin
    };
    let loss = win_probability(best_value) - win_probability(value);
    let lost = if loss > 0.0 {
        margin(engine, best, best_value) - margin(engine, played_twin, value)
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

/// The same move from the first factory with the same tiles.
fn first_twin(position: &Position, m: Move) -> Move {
    use azulejo_rules::Source;
    let Source::Factory(factory) = m.source() else {
        return m;
    };
    let tiles = position.factory(factory);
    let first = position.factories().find(|&(_, other)| other == tiles);
    let source = first.map_or(m.source(), |(first, _)| Source::Factory(first));
    Move::new(source, m.colour(), m.destination())
}

fn search(engine: &mut Engine, position: &Position, limits: Limits, ask: Ask) -> Found {
    let never = AtomicBool::new(false);
    engine
        .search(position, limits, ask, &never)
        .expect("a recorded move was made in the offer")
}

/// Each player's probability to win right after a deal.
fn deal_values(engine: &mut Engine, position: &Position, limits: Limits) -> Vec<f64> {
    let found = search(engine, position, limits, Ask::BEST);
    judge(
        engine.value(),
        position,
        found.best(),
        found.value(),
        found.line.clone(),
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

/// What a move and its line of play mean for all players.
fn judge(
    value: &Value,
    position: &Position,
    m: Move,
    utility: Utility,
    line: Vec<Move>,
) -> JudgedMove {
    let seat = position.to_move().index();
    let mut end = *position;
    for &m in &line {
        if end.phase() == Phase::Offer {
            end.play_unchecked(m);
        }
    }
    // A line that was not seen to the end of the round ends in its middle, and is valued as such: as
    // if the round were over there, the player who moved last would seem far ahead.
    let over = end.phase() != Phase::Offer;
    let value = value.after_round(position);
    let players = position.players().count();
    let mut boards = [Board::EMPTY; 4];
    let mut outlooks = [Outlook::default(); 4];
    for (seat, board) in end.boards() {
        (boards[seat.index()], outlooks[seat.index()]) = value.finish(board, over);
    }
    let points: Vec<f64> = if boards.iter().any(Board::has_complete_row) {
        let finals = boards.iter().map(|b| b.score() + b.bonuses().points());
        finals.take(players).map(f64::from).collect()
    } else {
        let worths = if over {
            value.worths(&outlooks, next_starter(&end))
        } else {
            value.open_worths(&outlooks, &end, 0)
        };
        let in_points = |worth: &i32| f64::from(*worth) / f64::from(FINE);
        worths[..players].iter().map(in_points).collect()
    };
    let best_other = points
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != seat)
        .map(|(_, p)| *p)
        .fold(f64::MIN, f64::max);
    // The searching player's probability is the search's; the others share the rest by their hopes.
    let own = win_probability(utility).clamp(0.0, 1.0);
    let scale = f64::from(value.scale(true));
    let hope = |i: usize| exp((points[i] - best_other) / scale);
    let hopes: f64 = (0..points.len()).filter(|&i| i != seat).map(hope).sum();
    let win = (0..points.len())
        .map(|i| {
            if i == seat {
                own
            } else {
                (1.0 - own) * hope(i) / hopes
            }
        })
        .collect();
    JudgedMove {
        m,
        win,
        margin: points[seat] - best_other,
        line,
    }
}
