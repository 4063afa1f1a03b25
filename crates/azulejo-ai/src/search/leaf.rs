//! Leaves of the search: what the end of a round is worth to the searching player.

use std::sync::Arc;

use azulejo_rules::{Board, Position, Seat};

use super::Parameters;
use crate::exact_math::{exp, ln, tanh};
use crate::value::{FINE, Outlook, RoundValue, next_starter};

/// How good something is for a player: the probability to win, from −10,000 (lost) to 10,000 (won),
/// and on top a bounded part of at most 200 for the margin.
pub type Utility = i32;

/// A sure win, before the margin's part.
pub(crate) const WIN: Utility = 10_000;
const MARGIN_PART: f32 = 200.0;

/// The table of utilities reaches this many points to both sides.
const REACH: i32 = 160;
/// Steps of the table a point.
const STEPS: i32 = 8;
/// The value of a rival who is not there: far below any board's.
const NOBODY: i32 = -(1 << 24);
/// A step of the table of company, in sixty-fourths of a point.
const COMPANY_STEP: usize = 16;

/// The probability to win that a utility stands for, between 0 and 1.
#[must_use]
pub fn win_probability(utility: Utility) -> f64 {
    let without_margin = f64::from(utility) / f64::from(WIN + MARGIN_PART as i32);
    (without_margin + 1.0) / 2.0
}

/// The lead, in points, that a utility stands for at a scale: the way back from
/// [`Leaves::utility`], as far as it can be told. Sure results are a long lead.
pub(crate) fn lead_of(utility: Utility, scale: f64) -> f64 {
    const SURE: f64 = 0.9999;
    let sure = (f64::from(utility) / f64::from(WIN + MARGIN_PART as i32)).clamp(-SURE, SURE);
    let odds = (1.0 + sure.abs()) / (1.0 - sure.abs());
    scale * ln(odds) * sure.signum()
}

/// What is known about a board at the end of the round.
#[derive(Clone, Copy, Default)]
struct BoardEnd {
    key: u64,
    /// What it is worth if the game goes on.
    outlook: Outlook,
    /// Its final score and complete rows if the game ends.
    score: i16,
    rows: u8,
}

const CACHE_ENTRIES: usize = 1 << 15;

/// Boards are met again and again with the same lines and floor.
pub(super) struct BoardCache {
    ends: Vec<BoardEnd>,
    round: u64,
}

impl BoardCache {
    pub(super) fn new() -> Self {
        Self {
            ends: vec![BoardEnd::default(); CACHE_ENTRIES],
            round: 0,
        }
    }

    pub(super) fn next_round(&mut self) {
        self.round += 1;
    }
}

/// Values leaves for one searching player in one round.
pub(super) struct Leaves<'a> {
    value: RoundValue<'a>,
    cache: &'a mut BoardCache,
    seat: Seat,
    tilings: usize,
    utilities: Arc<ScaleTables>,
    /// The same in the middle of the round.
    open_utilities: Arc<ScaleTables>,
    /// How sure a lead is that the searching player has when the end is near but not reached.
    late_utilities: Arc<ScaleTables>,
}

/// What follows from a scale, in tables; shared, because a search of few nodes has no time to
/// compute them.
struct ScaleTables {
    /// The scale, to find them again.
    scale: f32,
    /// Utilities by margin.
    by_margin: Vec<i16>,
    /// By how much two rivals are harder to beat than the better of them, by their distance.
    company: Vec<i16>,
}

impl ScaleTables {
    /// What two rivals are worth together: beating both of them is as likely as beating one with
    /// that value, when the chances of all are in the proportion of the exponentials of their
    /// values.
    #[inline]
    fn together<const SEATS: usize>(&self, one: i32, other: i32) -> i32 {
        let better = one.max(other);
        if SEATS == 2 {
            return better;
        }
        let distance = (one - other).unsigned_abs() as usize / COMPANY_STEP;
        let company = self.company.get(distance);
        better + company.map_or(0, |&more| i32::from(more))
    }
}

/// The tables of utilities that were needed so far, by their scale.
#[derive(Default)]
pub(super) struct UtilityTables(Vec<Arc<ScaleTables>>);

impl UtilityTables {
    fn get(&mut self, scale: f32) -> Arc<ScaleTables> {
        let known = self.0.iter().find(|t| t.scale.to_bits() == scale.to_bits());
        if let Some(tables) = known {
            return Arc::clone(tables);
        }
        let tables = Arc::new(ScaleTables {
            scale,
            by_margin: utility_table(scale),
            company: company_table(scale),
        });
        self.0.push(Arc::clone(&tables));
        tables
    }
}

impl<'a> Leaves<'a> {
    pub(super) fn new(
        value: RoundValue<'a>,
        parameters: &Parameters,
        cache: &'a mut BoardCache,
        tables: &mut UtilityTables,
        seat: Seat,
    ) -> Self {
        Self {
            cache,
            seat,
            tilings: parameters.tilings,
            utilities: tables.get(value.scale(true)),
            open_utilities: tables.get(value.scale(false)),
            late_utilities: tables.get(parameters.late_scale),
            value,
        }
    }

    /// What a board of a player is worth after the round by itself, in points, if it were tiled now.
    pub(super) fn board_value(&mut self, seat: Seat, board: &Board) -> f32 {
        self.board_end(seat, board, true).outlook.alone as f32 / FINE
    }

    /// What a position is worth to the searching player: at the end of the round, or, with tiles
    /// still on offer, as if the round ended now and the next move were worth `tempo`.
    #[inline]
    pub(super) fn utility<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        tempo: Option<i32>,
    ) -> Utility {
        let round_is_over = tempo.is_none();
        let mut outlooks = [Outlook::default(); SEATS];
        let mut own_rank = (0, 0);
        let mut best_rank = (i16::MIN, 0);
        let mut ended = false;
        for (seat, board) in position.boards() {
            let end = self.board_end(seat, board, round_is_over);
            ended |= end.rows > 0;
            outlooks[seat.index()] = end.outlook;
            if seat == self.seat {
                own_rank = (end.score, end.rows);
            } else {
                best_rank = best_rank.max((end.score, end.rows));
            }
        }
        if !ended {
            let (worths, tables) = match tempo {
                None => (
                    self.value.worths(&outlooks, next_starter(position)),
                    &self.utilities,
                ),
                Some(tempo) => (
                    self.value.open_worths(&outlooks, position, tempo),
                    &self.open_utilities,
                ),
            };
            let mut others = NOBODY;
            for (seat, _) in position.boards() {
                if seat != self.seat {
                    others = tables.together::<SEATS>(others, worths[seat.index()]);
                }
            }
            let margin = worths[self.seat.index()] - others;
            return lookup(&tables.by_margin, margin * STEPS / FINE as i32);
        }
        let margin = i32::from(own_rank.0) - i32::from(best_rank.0);
        if !round_is_over {
            return lookup(&self.late_utilities.by_margin, margin * STEPS);
        }
        let result = match own_rank.cmp(&best_rank) {
            core::cmp::Ordering::Greater => WIN,
            core::cmp::Ordering::Equal => 0,
            core::cmp::Ordering::Less => -WIN,
        };
        result + margin_part(margin as f32) as i32
    }

    #[inline]
    fn board_end(&mut self, seat: Seat, board: &Board, over: bool) -> BoardEnd {
        let key = board.offer_word()
            | u64::from(over) << 35
            | (seat.index() as u64) << 36
            | (self.cache.round + 1) << 38;
        let index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 49) as usize;
        let known = self.cache.ends[index & (CACHE_ENTRIES - 1)];
        if known.key == key {
            return known;
        }
        let end = BoardEnd {
            key,
            ..self.finish(board, over)
        };
        self.cache.ends[index & (CACHE_ENTRIES - 1)] = end;
        end
    }

    fn finish(&self, board: &Board, over: bool) -> BoardEnd {
        let (after, outlook) = self.value.finish_quickly(board, over, self.tilings);
        let bonuses = after.bonuses();
        BoardEnd {
            key: 0,
            outlook,
            score: (after.score() + bonuses.points()) as i16,
            rows: bonuses.rows,
        }
    }
}

#[inline]
fn lookup(table: &[i16], steps: i32) -> Utility {
    let index = (steps + REACH * STEPS).clamp(0, 2 * REACH * STEPS);
    i32::from(table[index as usize])
}

fn margin_part(margin: f32) -> f32 {
    MARGIN_PART * tanh(f64::from(margin) / 20.0) as f32
}

/// Utilities by margin, for a scale at which the odds are e to 1.
fn utility_table(scale: f32) -> Vec<i16> {
    (-REACH * STEPS..=REACH * STEPS)
        .map(|steps| {
            let margin = steps as f32 / STEPS as f32;
            let sure = tanh(f64::from(margin) / f64::from(scale) / 2.0) as f32;
            (sure * WIN as f32 + margin_part(margin)) as i16
        })
        .collect()
}

/// By how much two rivals are harder to beat than the better of them, by their distance, in
/// sixty-fourths of a point, until it no longer matters.
fn company_table(scale: f32) -> Vec<i16> {
    let scale = f64::from(scale);
    let more = |step: usize| {
        let distance = (step * COMPANY_STEP) as f64 / f64::from(FINE);
        (scale * ln(1.0 + exp(-distance / scale)) * f64::from(FINE)) as i16
    };
    (0..).map(more).take_while(|&more| more > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_is_found_again_in_the_utility() {
        for scale in [4.0, 9.0] {
            let table = utility_table(scale);
            for lead in [-20, -7, -1, 0, 3, 12] {
                let utility = lookup(&table, lead * STEPS);
                let back = lead_of(utility, f64::from(scale));
                let off = (back - f64::from(lead)).abs();
                assert!(off < 0.5 + 0.1 * f64::from(lead.abs()), "{back} for {lead}");
            }
        }
        assert!(lead_of(WIN, 9.0) > 35.0);
    }

    /// Equal rivals count as many as they are, and one who is far behind does not count.
    #[test]
    fn company_makes_rivals_harder_to_beat() {
        let scale = 6.0;
        let table = company_table(scale);
        let two_equals = f64::from(scale) * 2.0_f64.ln() * f64::from(FINE);
        assert!((f64::from(table[0]) - two_equals).abs() <= 1.0);
        assert!(table.windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(table.len() * COMPANY_STEP > (4.0 * scale * FINE) as usize);
    }
}
