//! Leaf evaluation: the utility of the end of a round for the searching player.

use std::sync::Arc;

use azulejo_rules::{Board, Position, Seat};

use super::Parameters;
use crate::eval::{BoardEval, RoundEvaluator, UNITS_PER_POINT, next_starter};
use crate::portable_math::{exp, ln, tanh};

/// The utility of a position for a player: the win probability, mapped to −10,000 (lost) to 10,000
/// (won), plus a bounded term of at most 200 for the margin.
pub type Utility = i32;

/// The utility of a certain win, without the margin term.
pub(crate) const WIN: Utility = 10_000;
/// The largest margin term of a utility.
pub(crate) const MAX_MARGIN_TERM: f32 = 200.0;
/// The span of the margin term: at a margin of this many points it is three quarters of its maximum.
pub(crate) const MARGIN_SPAN: f64 = 20.0;

/// The utility tables cover margins of up to this many points either way.
const MAX_MARGIN: i32 = 160;
/// Table entries per point.
const STEPS_PER_POINT: i32 = 8;
/// The value of an absent opponent: far below that of any board.
const NO_OPPONENT: i32 = -(1 << 24);
/// The resolution of the log-sum-exp table, in evaluation units.
const LOG_SUM_STEP: usize = 16;

/// Returns the win probability that a utility corresponds to.
#[must_use]
pub fn win_probability(utility: Utility) -> f64 {
    let scaled = f64::from(utility) / f64::from(WIN + MAX_MARGIN_TERM as i32);
    (scaled + 1.0) / 2.0
}

/// Returns the margin, in points, that a utility corresponds to at a scale: the approximate inverse
/// of [`LeafEvaluator::utility`]. Decided results map to a large margin.
pub(crate) fn margin_of(utility: Utility, scale: f64) -> f64 {
    const SURE: f64 = 0.9999;
    let sure = (f64::from(utility) / f64::from(WIN + MAX_MARGIN_TERM as i32)).clamp(-SURE, SURE);
    let odds = (1.0 + sure.abs()) / (1.0 - sure.abs());
    scale * ln(odds) * sure.signum()
}

/// A cached board at the end of the round.
#[derive(Clone, Copy, Default)]
struct CachedBoard {
    key: u64,
    /// The evaluation if the game continues.
    eval: BoardEval,
    /// The final score and the number of complete rows if the game ends.
    score: i16,
    rows: u8,
}

/// The default number of entries of a cache.
const CACHE_ENTRIES: usize = 1 << 15;

/// A cache of board evaluations, keyed by lines and floor within a round.
pub(super) struct BoardCache {
    entries: Vec<CachedBoard>,
    round: u64,
}

impl BoardCache {
    pub(super) fn new() -> Self {
        Self::with_entries(CACHE_ENTRIES)
    }

    /// Creates a cache of `entries`, a power of two.
    pub(super) fn with_entries(entries: usize) -> Self {
        debug_assert!(entries.is_power_of_two());
        Self {
            entries: vec![CachedBoard::default(); entries],
            round: 0,
        }
    }

    pub(super) fn new_round(&mut self) {
        self.round += 1;
    }
}

/// The boards of a leaf, by seat.
enum Assessment<const SEATS: usize> {
    /// The values in evaluation units, if the game continues.
    Estimated([i32; SEATS]),
    /// The final scores and numbers of complete rows, if a row is complete.
    Ended([(i16, u8); SEATS]),
}

/// Evaluates leaves for one searching player in one round.
pub(super) struct LeafEvaluator<'a> {
    evaluator: RoundEvaluator<'a>,
    cache: &'a mut BoardCache,
    seat: Seat,
    tilings: usize,
    utilities: Arc<ScaleTables>,
    /// The tables for mid-round leaves.
    mid_round_utilities: Arc<ScaleTables>,
    /// The tables for mid-round leaves in which a row is already complete.
    late_utilities: Arc<ScaleTables>,
}

/// Lookup tables for one scale; shared between searches, because a search of few nodes has no time
/// to compute them.
struct ScaleTables {
    /// The scale, the key of the tables.
    scale: f32,
    /// Utilities by margin.
    by_margin: Vec<i16>,
    /// The excess of log-sum-exp over the maximum, by the difference of its two arguments.
    log_sum_excess: Vec<i16>,
}

impl ScaleTables {
    /// Combines two opponents by log-sum-exp: under a softmax model, beating both is as likely as
    /// beating one opponent of this value.
    #[inline]
    fn combine<const SEATS: usize>(&self, one: i32, other: i32) -> i32 {
        let better = one.max(other);
        if SEATS == 2 {
            return better;
        }
        let distance = (one - other).unsigned_abs() as usize / LOG_SUM_STEP;
        let log_sum_excess = self.log_sum_excess.get(distance);
        better + log_sum_excess.map_or(0, |&excess| i32::from(excess))
    }
}

/// The tables computed so far, by scale.
#[derive(Default)]
pub(super) struct ScaleTableCache(Vec<Arc<ScaleTables>>);

impl ScaleTableCache {
    fn get(&mut self, scale: f32) -> Arc<ScaleTables> {
        let known = self.0.iter().find(|t| t.scale.to_bits() == scale.to_bits());
        if let Some(tables) = known {
            return Arc::clone(tables);
        }
        let tables = Arc::new(ScaleTables {
            scale,
            by_margin: utility_table(scale),
            log_sum_excess: log_sum_table(scale),
        });
        self.0.push(Arc::clone(&tables));
        tables
    }
}

impl<'a> LeafEvaluator<'a> {
    pub(super) fn new(
        evaluator: RoundEvaluator<'a>,
        parameters: &Parameters,
        cache: &'a mut BoardCache,
        tables: &mut ScaleTableCache,
        seat: Seat,
    ) -> Self {
        Self {
            cache,
            seat,
            tilings: parameters.tilings,
            utilities: tables.get(evaluator.scale(true)),
            mid_round_utilities: tables.get(evaluator.scale(false)),
            late_utilities: tables.get(parameters.late_scale),
            evaluator,
        }
    }

    /// Returns the standalone value of a board in points, as if it were tiled now.
    pub(super) fn board_value(&mut self, seat: Seat, board: &Board) -> f32 {
        self.cached_board(seat, board, true).eval.standalone as f32 / UNITS_PER_POINT
    }

    /// Returns the utility of a position for the searching player. Mid-round, the boards are
    /// evaluated as if the round ended now, and `tempo` is the value of having the move.
    #[inline]
    pub(super) fn utility<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        tempo: Option<i32>,
    ) -> Utility {
        let round_is_over = tempo.is_none();
        let (margin, tables) = match self.assess(position, tempo) {
            Assessment::Estimated(values) => {
                let tables = match tempo {
                    None => &self.utilities,
                    Some(_) => &self.mid_round_utilities,
                };
                let mut opponents = NO_OPPONENT;
                for (seat, _) in position.boards() {
                    if seat != self.seat {
                        opponents = tables.combine::<SEATS>(opponents, values[seat.index()]);
                    }
                }
                let margin = values[self.seat.index()] - opponents;
                (margin * STEPS_PER_POINT / UNITS_PER_POINT as i32, tables)
            }
            Assessment::Ended(ranks) => {
                let own = ranks[self.seat.index()];
                let mut best_other = (i16::MIN, 0);
                for (seat, _) in position.boards() {
                    if seat != self.seat {
                        best_other = best_other.max(ranks[seat.index()]);
                    }
                }
                let margin = i32::from(own.0) - i32::from(best_other.0);
                if round_is_over {
                    let result = match own.cmp(&best_other) {
                        core::cmp::Ordering::Greater => WIN,
                        core::cmp::Ordering::Equal => 0,
                        core::cmp::Ordering::Less => -WIN,
                    };
                    return result + margin_term(margin as f32) as i32;
                }
                (margin * STEPS_PER_POINT, &self.late_utilities)
            }
        };
        lookup(&tables.by_margin, margin)
    }

    /// Returns the win probability of each player.
    pub(super) fn chances<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        round_over: bool,
    ) -> [f32; SEATS] {
        let players = position.players().count();
        let tempo = (!round_over).then_some(0);
        let (values, scale) = match self.assess(position, tempo) {
            Assessment::Estimated(values) => {
                let tables = if round_over {
                    &self.utilities
                } else {
                    &self.mid_round_utilities
                };
                (values, tables.scale)
            }
            Assessment::Ended(ranks) if round_over => {
                let ranks = &ranks[..players];
                let best = ranks.iter().max();
                let winners = ranks.iter().filter(|&rank| Some(rank) == best).count();
                let mut shares = [0.0; SEATS];
                for (share, rank) in shares.iter_mut().zip(ranks) {
                    if Some(rank) == best {
                        *share = 1.0 / winners as f32;
                    }
                }
                return shares;
            }
            Assessment::Ended(ranks) => {
                let units = |(score, _): (i16, u8)| i32::from(score) * UNITS_PER_POINT as i32;
                (ranks.map(units), self.late_utilities.scale)
            }
        };
        let best = values[..players].iter().copied().max().unwrap_or_default();
        let unit = f64::from(UNITS_PER_POINT * scale);
        let mut chances = [0.0; SEATS];
        let mut sum = 0.0;
        for (chance, value) in chances[..players].iter_mut().zip(values) {
            *chance = exp(f64::from(value - best) / unit) as f32;
            sum += *chance;
        }
        chances.map(|chance| chance / sum)
    }

    /// Returns the expected final points of each player, up to a common constant: final scores if
    /// a row is complete, otherwise the evaluator's values.
    pub(super) fn points<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        tempo: Option<i32>,
    ) -> [f64; SEATS] {
        match self.assess(position, tempo) {
            Assessment::Estimated(values) => {
                values.map(|value| f64::from(value) / f64::from(UNITS_PER_POINT))
            }
            Assessment::Ended(ranks) => ranks.map(|(score, _)| f64::from(score)),
        }
    }

    #[inline]
    fn assess<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        tempo: Option<i32>,
    ) -> Assessment<SEATS> {
        let mut evals = [BoardEval::default(); SEATS];
        let mut ranks = [(0, 0); SEATS];
        let mut ended = false;
        for (seat, board) in position.boards() {
            let end = self.cached_board(seat, board, tempo.is_none());
            ended |= end.rows > 0;
            evals[seat.index()] = end.eval;
            ranks[seat.index()] = (end.score, end.rows);
        }
        if ended {
            return Assessment::Ended(ranks);
        }
        Assessment::Estimated(match tempo {
            None => self.evaluator.values(&evals, next_starter(position)),
            Some(tempo) => self.evaluator.mid_round_values(&evals, position, tempo),
        })
    }

    #[inline]
    fn cached_board(&mut self, seat: Seat, board: &Board, round_over: bool) -> CachedBoard {
        let key = board.offer_word()
            | u64::from(round_over) << 35
            | (seat.index() as u64) << 36
            | (self.cache.round + 1) << 38;
        let mask = self.cache.entries.len() - 1;
        let index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        let known = self.cache.entries[index];
        if known.key == key {
            return known;
        }
        let end = CachedBoard {
            key,
            ..self.finish(board, round_over)
        };
        self.cache.entries[index] = end;
        end
    }

    fn finish(&self, board: &Board, round_over: bool) -> CachedBoard {
        let (after, eval) = self
            .evaluator
            .finish_round_fast(board, round_over, self.tilings);
        let bonuses = after.bonuses();
        CachedBoard {
            key: 0,
            eval,
            score: (after.score() + bonuses.points()) as i16,
            rows: bonuses.rows,
        }
    }
}

#[inline]
fn lookup(table: &[i16], steps: i32) -> Utility {
    let index = (steps + MAX_MARGIN * STEPS_PER_POINT).clamp(0, 2 * MAX_MARGIN * STEPS_PER_POINT);
    i32::from(table[index as usize])
}

fn margin_term(margin: f32) -> f32 {
    MAX_MARGIN_TERM * tanh(f64::from(margin) / MARGIN_SPAN) as f32
}

/// Computes utilities by margin; at a margin of `scale` the odds are e to 1.
fn utility_table(scale: f32) -> Vec<i16> {
    (-MAX_MARGIN * STEPS_PER_POINT..=MAX_MARGIN * STEPS_PER_POINT)
        .map(|steps| {
            let margin = steps as f32 / STEPS_PER_POINT as f32;
            let sure = tanh(f64::from(margin) / f64::from(scale) / 2.0) as f32;
            (sure * WIN as f32 + margin_term(margin)) as i16
        })
        .collect()
}

/// Computes the excess of log-sum-exp over the maximum, by difference, in evaluation units, up to
/// the first entry that rounds to zero.
fn log_sum_table(scale: f32) -> Vec<i16> {
    let scale = f64::from(scale);
    let excess = |step: usize| {
        let distance = (step * LOG_SUM_STEP) as f64 / f64::from(UNITS_PER_POINT);
        (scale * ln(1.0 + exp(-distance / scale)) * f64::from(UNITS_PER_POINT)) as i16
    };
    (0..).map(excess).take_while(|&excess| excess > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_of_inverts_the_utility() {
        for scale in [4.0, 9.0] {
            let table = utility_table(scale);
            for lead in [-20, -7, -1, 0, 3, 12] {
                let utility = lookup(&table, lead * STEPS_PER_POINT);
                let back = margin_of(utility, f64::from(scale));
                let off = (back - f64::from(lead)).abs();
                assert!(off < 0.5 + 0.1 * f64::from(lead.abs()), "{back} for {lead}");
            }
        }
        assert!(margin_of(WIN, 9.0) > 35.0);
    }

    /// Equal opponents add up, and one who is far behind does not count.
    #[test]
    fn log_sum_table_decreases_with_distance() {
        let scale = 6.0;
        let table = log_sum_table(scale);
        let two_equals = f64::from(scale) * 2.0_f64.ln() * f64::from(UNITS_PER_POINT);
        assert!((f64::from(table[0]) - two_equals).abs() <= 1.0);
        assert!(table.windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(table.len() * LOG_SUM_STEP > (4.0 * scale * UNITS_PER_POINT) as usize);
    }
}
