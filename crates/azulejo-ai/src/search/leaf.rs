//! Leaves of the search: what the end of a round is worth to the searching player.

use std::sync::Arc;

use azulejo_rules::{Board, Marker, Position, Seat, Wall};

use crate::exact_math::tanh;
use crate::value::{Setting, Value};

/// How good something is for a player: the probability to win, from −10,000 (lost) to 10,000 (won),
/// and on top a bounded part of at most 200 for the margin.
pub type Utility = i32;

/// A sure win, before the margin's part.
pub(crate) const WIN: Utility = 10_000;
const MARGIN_PART: f32 = 200.0;

/// Values of boards are kept in sixty-fourths of a point.
pub(super) const FINE: f32 = 64.0;
/// The table of utilities reaches this many points to both sides.
const REACH: i32 = 160;
/// Steps of the table a point.
const STEPS: i32 = 8;

/// The probability to win that a utility stands for, between 0 and 1.
#[must_use]
pub fn win_probability(utility: Utility) -> f64 {
    let without_margin = f64::from(utility) / f64::from(WIN + MARGIN_PART as i32);
    (without_margin + 1.0) / 2.0
}

/// What is known about a board at the end of the round.
#[derive(Clone, Copy, Default)]
struct BoardEnd {
    key: u64,
    /// Its value if the game goes on, in sixty-fourths of a point.
    value: i32,
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
    value: &'a Value,
    cache: &'a mut BoardCache,
    setting: Setting,
    round: u16,
    seat: Seat,
    start: i32,
    utilities: UtilityTable,
    /// How sure a lead is that the searching player has when the end is near but not reached.
    late_utilities: UtilityTable,
}

/// Utilities by margin; shared, because a search of few nodes has no time to compute them.
type UtilityTable = Arc<[i16]>;

/// The tables of utilities that were needed so far, by their scale.
#[derive(Default)]
pub(super) struct UtilityTables(Vec<(f32, UtilityTable)>);

impl UtilityTables {
    fn get(&mut self, scale: f32) -> UtilityTable {
        if let Some((_, table)) = self
            .0
            .iter()
            .find(|(known, _)| known.to_bits() == scale.to_bits())
        {
            return Arc::clone(table);
        }
        let table: UtilityTable = utility_table(scale).into();
        self.0.push((scale, Arc::clone(&table)));
        table
    }
}

impl<'a> Leaves<'a> {
    pub(super) fn new(
        value: &'a Value,
        late_scale: f32,
        cache: &'a mut BoardCache,
        tables: &mut UtilityTables,
        position: &Position,
    ) -> Self {
        let setting = Setting {
            players: position.players(),
            wall: position.wall(),
        };
        let round = position.round();
        Self {
            value,
            cache,
            setting,
            round,
            seat: position.to_move(),
            start: (value.start(setting, round) * FINE) as i32,
            utilities: tables.get(value.scale(setting, round)),
            late_utilities: tables.get(late_scale),
        }
    }

    /// What a board is worth after the round, in points, if it were tiled now.
    pub(super) fn board_value(&self, board: &Board) -> f32 {
        self.finish(board).value as f32 / FINE
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
        let starter = match position.marker() {
            Marker::Held(seat) => seat,
            Marker::Centre | Marker::Gone => position.start(),
        };
        let mut own = BoardEnd::default();
        let mut best_other = i32::MIN;
        let to_move = position.to_move();
        let mut best_rank = (i16::MIN, 0);
        let mut ended = false;
        for (seat, board) in position.boards() {
            let mut end = self.board_end(seat, board);
            ended |= end.rows > 0;
            if seat == starter {
                end.value += self.start;
            }
            if seat == to_move {
                end.value += tempo.unwrap_or(0);
            }
            if seat == self.seat {
                own = end;
            } else {
                best_other = best_other.max(end.value);
                best_rank = best_rank.max((end.score, end.rows));
            }
        }
        if !ended {
            return lookup(
                &self.utilities,
                (own.value - best_other) * STEPS / FINE as i32,
            );
        }
        let margin = i32::from(own.score) - i32::from(best_rank.0);
        if !round_is_over {
            return lookup(&self.late_utilities, margin * STEPS);
        }
        let result = match (own.score, own.rows).cmp(&best_rank) {
            core::cmp::Ordering::Greater => WIN,
            core::cmp::Ordering::Equal => 0,
            core::cmp::Ordering::Less => -WIN,
        };
        result + margin_part(margin as f32) as i32
    }

    #[inline]
    fn board_end(&mut self, seat: Seat, board: &Board) -> BoardEnd {
        let key = board.offer_word() | (seat.index() as u64) << 36 | (self.cache.round + 1) << 38;
        let index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 49) as usize;
        let known = self.cache.ends[index & (CACHE_ENTRIES - 1)];
        if known.key == key {
            return known;
        }
        let end = BoardEnd {
            key,
            ..self.finish(board)
        };
        self.cache.ends[index & (CACHE_ENTRIES - 1)] = end;
        end
    }

    fn finish(&self, board: &Board) -> BoardEnd {
        match self.setting.wall {
            Wall::Coloured => {
                let mut board = *board;
                board.finish_round_coloured();
                self.finished(&board)
            }
            Wall::Grey => {
                let mut best: Option<BoardEnd> = None;
                board.for_each_tiling(Wall::Grey, &mut |_, mut after| {
                    after.charge_floor();
                    let end = self.finished(&after);
                    if best.is_none_or(|b| end.value > b.value) {
                        best = Some(end);
                    }
                });
                best.unwrap_or_default()
            }
        }
    }

    fn finished(&self, board: &Board) -> BoardEnd {
        let bonuses = board.bonuses();
        BoardEnd {
            key: 0,
            value: (self.value.board(self.setting, self.round, board) * FINE) as i32,
            score: (board.score() + bonuses.points()) as i16,
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
