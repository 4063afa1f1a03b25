//! Evaluation of boards between two rounds, after tiling and before the refill.
//!
//! The value of a board is its expected contribution to the final score, in points, so that
//! differences between players are expected margins. A scale, which depends on how much of the game
//! is left, turns a margin into a win probability. Chance is averaged into the values, because they
//! are fitted to the outcomes of games.
//!
//! An [`Evaluator`] is a way to compute values; [`Evaluator::after_round`] prepares it for one
//! round of a game. The part that depends on one board alone is its [`BoardEval`], which can be
//! cached; the values of all boards of a game follow from their board evaluations.

mod features;
mod hand_crafted;
mod linear;
pub mod net;

pub use features::{FEATURES, for_each_feature};
pub use linear::{Linear, ParseWeightsError, RoundWeights};
pub use net::BoardEval;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
#[cfg(feature = "embedded-networks")]
use std::sync::OnceLock;

use azulejo_rules::{Board, Marker, Phase, PlacementList, PlayerCount, Position, Seat, Wall};

use net::{Net, NetFileError, RoundNet, Turn};

use crate::portable_math::exp;

/// The number of players and the wall side, for which weights are fitted separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// The number of players.
    pub players: PlayerCount,
    /// The wall side in use.
    pub wall: Wall,
}

impl Setting {
    /// All six settings.
    pub const ALL: [Self; 6] = {
        let mut all = [Self {
            players: PlayerCount::Two,
            wall: Wall::Coloured,
        }; 6];
        let mut i = 0;
        while i < 6 {
            all[i] = Self {
                players: PlayerCount::ALL[i % 3],
                wall: Wall::ALL[i / 3],
            };
            i += 1;
        }
        all
    };

    /// Returns the index in [`Setting::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.players.count() - 2 + 3 * self.wall as usize
    }

    /// Returns the short name, as in the position notation: `c2`, `g4`.
    #[must_use]
    pub fn name(self) -> String {
        let side = match self.wall {
            Wall::Coloured => 'c',
            Wall::Grey => 'g',
        };
        format!("{side}{}", self.players.count())
    }
}

/// Parses the short name of a setting.
impl FromStr for Setting {
    type Err = UnknownSetting;

    fn from_str(name: &str) -> Result<Self, UnknownSetting> {
        let mut all = Self::ALL.into_iter();
        all.find(|setting| setting.name() == name)
            .ok_or(UnknownSetting)
    }
}

/// The error of a name that is not one of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSetting;

impl UnknownSetting {
    const MESSAGE: &str = "the setting must be c2, c3, c4, g2, g3 or g4";
}

impl fmt::Display for UnknownSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::MESSAGE)
    }
}

impl std::error::Error for UnknownSetting {}

/// The number of round buckets; later rounds share the last one.
pub const ROUND_BUCKETS: usize = 5;

/// Returns the bucket of a finished round.
#[must_use]
pub fn bucket(round: u16) -> usize {
    usize::from(round).clamp(1, ROUND_BUCKETS) - 1
}

/// Evaluation units per point.
pub(crate) const UNITS_PER_POINT: f32 = 64.0;

/// The maximum number of tilings that [`RoundEvaluator::finish_round_fast`] evaluates.
const MAX_FAST_TILINGS: usize = 8;

/// A method of evaluating boards.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Hand-crafted heuristics.
    HandCrafted,
    /// Weights fitted on self-play; hand-crafted where there are none.
    Linear(Box<Linear>),
    /// Networks trained on self-play; linear where there are none.
    Nets(Nets),
}

/// Networks for some settings, with linear weights for the rest.
#[derive(Clone, Debug)]
pub struct Nets {
    nets: [Option<Arc<Net>>; Setting::ALL.len()],
    fallback: Arc<Linear>,
}

/// The shipped networks, by [`Setting::index`]: those that passed a match against their predecessor.
#[cfg(feature = "embedded-networks")]
const SHIPPED_NETS: [&[u8]; Setting::ALL.len()] = [
    include_bytes!("nets/c2.net"),
    include_bytes!("nets/c3.net"),
    include_bytes!("nets/c4.net"),
    include_bytes!("nets/g2.net"),
    include_bytes!("nets/g3.net"),
    include_bytes!("nets/g4.net"),
];

/// Returns the file of a setting's shipped network.
#[cfg(feature = "embedded-networks")]
#[must_use]
pub const fn shipped_network(setting: Setting) -> &'static [u8] {
    SHIPPED_NETS[setting.index()]
}

impl Nets {
    /// Creates a set without networks that falls back to the shipped weights.
    #[must_use]
    pub fn none() -> Self {
        Self {
            nets: [const { None }; Setting::ALL.len()],
            fallback: Arc::new(Linear::shipped().clone()),
        }
    }

    /// Returns the shipped networks.
    ///
    /// # Panics
    /// Never: a test parses them.
    #[cfg(feature = "embedded-networks")]
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Nets> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let mut nets = Self::none();
            for bytes in SHIPPED_NETS {
                nets.add(bytes).expect("the shipped networks are valid");
            }
            nets
        })
    }

    /// Adds a network, replacing the one of the same setting.
    ///
    /// # Errors
    /// If the bytes are not a valid network file.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Setting, NetFileError> {
        let net = Net::from_bytes(bytes)?;
        let setting = net.setting();
        self.nets[setting.index()] = Some(Arc::new(net));
        Ok(setting)
    }

    /// Returns the network of a setting, if any.
    #[must_use]
    pub fn get(&self, setting: Setting) -> Option<&Net> {
        self.nets[setting.index()].as_deref()
    }
}

impl Evaluator {
    /// Returns the shipped evaluator.
    #[cfg(feature = "embedded-networks")]
    #[must_use]
    pub fn shipped() -> Self {
        Self::Nets(Nets::shipped().clone())
    }

    /// Prepares the evaluator for the round of a position: the current one, or, before a deal, the
    /// one just finished.
    #[must_use]
    pub fn after_round<const SEATS: usize>(
        &self,
        position: &Position<SEATS>,
    ) -> RoundEvaluator<'_> {
        let setting = Setting {
            players: position.players(),
            wall: position.wall(),
        };
        let round = match position.phase() {
            Phase::Refill => position.round() - 1,
            _ => position.round(),
        };
        let method = match self {
            Self::HandCrafted => Method::HandCrafted,
            Self::Linear(weights) => weights
                .round(setting, round)
                .map_or(Method::HandCrafted, Method::Linear),
            Self::Nets(nets) => match nets.get(setting) {
                Some(net) => Method::Net(Box::new(net.for_round(position.bag(), round))),
                None => nets
                    .fallback
                    .round(setting, round)
                    .map_or(Method::HandCrafted, Method::Linear),
            },
        };
        RoundEvaluator {
            setting,
            round,
            method,
        }
    }
}

/// An evaluator prepared for one round of a game.
#[derive(Clone, Debug)]
pub struct RoundEvaluator<'a> {
    setting: Setting,
    round: u16,
    method: Method<'a>,
}

#[derive(Clone, Debug)]
enum Method<'a> {
    HandCrafted,
    Linear(&'a RoundWeights),
    Net(Box<RoundNet<'a>>),
}

impl RoundEvaluator<'_> {
    /// Evaluates a single board whose lines are tiled and whose floor is charged. `round_over` is
    /// false if the round is unfinished and the board is shown as if it ended now.
    #[must_use]
    pub fn evaluate(&self, board: &Board, round_over: bool) -> BoardEval {
        let points = match &self.method {
            Method::Net(net) => return net.evaluate(board, round_over),
            Method::Linear(weights) => weights.board(self.setting.wall, board),
            Method::HandCrafted => hand_crafted::board(self.setting.wall, self.round, board),
        };
        BoardEval {
            standalone: (points * UNITS_PER_POINT) as i32,
            ..BoardEval::default()
        }
    }

    /// Returns the values of all boards of a game at the end of the round, in evaluation units.
    #[must_use]
    pub fn values<const SEATS: usize>(
        &self,
        boards: &[BoardEval; SEATS],
        starter: Seat,
    ) -> [i32; SEATS] {
        match &self.method {
            Method::Net(net) => net.combine(
                boards,
                self.setting.players.count(),
                Some(starter.index()),
                None,
            ),
            Method::Linear(_) | Method::HandCrafted => self.with_start(boards, starter),
        }
    }

    /// Returns the values of all boards mid-round, for boards evaluated as if the round ended now.
    /// `tempo` is the value of having the move, for evaluators that do not model it.
    #[inline]
    #[must_use]
    pub(crate) fn mid_round_values<const SEATS: usize>(
        &self,
        boards: &[BoardEval; SEATS],
        position: &Position<SEATS>,
        tempo: i32,
    ) -> [i32; SEATS] {
        let seat = position.to_move().index();
        if let Method::Net(net) = &self.method {
            let marker = match position.marker() {
                Marker::Held(seat) => Some(seat.index()),
                Marker::Centre | Marker::Gone => None,
            };
            let groups = position.group_count() as usize;
            let turn = Some(Turn { seat, groups });
            return net.combine(boards, self.setting.players.count(), marker, turn);
        }
        let mut values = self.with_start(boards, next_starter(position));
        values[seat] += tempo;
        values
    }

    #[inline]
    fn with_start<const SEATS: usize>(
        &self,
        boards: &[BoardEval; SEATS],
        starter: Seat,
    ) -> [i32; SEATS] {
        let start = match &self.method {
            Method::Linear(weights) => weights.start,
            Method::HandCrafted | Method::Net(_) => 1.0,
        };
        let mut values = boards.map(|board| board.standalone);
        values[starter.index()] += (start * UNITS_PER_POINT) as i32;
        values
    }

    /// Returns the margin, in points, at which the odds of winning are e to 1.
    #[must_use]
    pub fn scale(&self, round_over: bool) -> f32 {
        match &self.method {
            Method::Net(net) => net.scale(round_over),
            Method::Linear(weights) => weights.scale,
            Method::HandCrafted => [10.0, 9.0, 8.0, 6.0, 6.0][bucket(self.round)],
        }
    }

    /// Returns the board after tiling and floor charge, with its evaluation. On the grey wall, the
    /// tiling is the one with the highest standalone value.
    #[must_use]
    pub fn finish_round(&self, board: &Board, round_over: bool) -> (Board, BoardEval) {
        match self.setting.wall {
            Wall::Coloured => {
                let mut after = *board;
                after.finish_round_coloured();
                (after, self.evaluate(&after, round_over))
            }
            Wall::Grey => {
                let (_, after, eval) = self.best_tiling(board, round_over);
                (after, eval)
            }
        }
    }

    /// Like [`finish_round`](Self::finish_round), for leaves of the search: on the grey wall the
    /// network evaluates only the `limit` most promising tilings.
    pub(crate) fn finish_round_fast(
        &self,
        board: &Board,
        round_over: bool,
        limit: usize,
    ) -> (Board, BoardEval) {
        let Method::Net(net) = &self.method else {
            return self.finish_round(board, round_over);
        };
        if self.setting.wall == Wall::Coloured || limit == 0 {
            return self.finish_round(board, round_over);
        }
        let mut candidates = [(i32::MIN, *board); MAX_FAST_TILINGS];
        let candidates = &mut candidates[..limit.min(MAX_FAST_TILINGS)];
        board.for_each_tiling(self.setting.wall, &mut |_, mut after| {
            after.charge_floor();
            let estimate = net.estimate(&after, round_over);
            // Of equal guesses, the first stays in front.
            let place = candidates.partition_point(|&(other, _)| other >= estimate);
            if place < candidates.len() {
                candidates[place..].rotate_right(1);
                candidates[place] = (estimate, after);
            }
        });
        let evaluated = candidates
            .iter()
            .filter(|&&(estimate, _)| estimate > i32::MIN);
        evaluated
            .map(|&(_, after)| (after, net.evaluate(&after, round_over)))
            .reduce(|best, next| {
                if next.1.standalone > best.1.standalone {
                    next
                } else {
                    best
                }
            })
            .unwrap_or_else(|| self.finish_round(board, round_over))
    }

    /// Returns the tiling with the highest standalone value, the board after it, and its
    /// evaluation.
    #[must_use]
    pub fn best_tiling(
        &self,
        board: &Board,
        round_over: bool,
    ) -> (PlacementList, Board, BoardEval) {
        let mut best: Option<(PlacementList, Board, BoardEval)> = None;
        board.for_each_tiling(self.setting.wall, &mut |placements, mut after| {
            after.charge_floor();
            let eval = self.evaluate(&after, round_over);
            if best
                .as_ref()
                .is_none_or(|b| eval.standalone > b.2.standalone)
            {
                best = Some((placements.clone(), after, eval));
            }
        });
        best.unwrap_or_else(|| (PlacementList::new(), *board, BoardEval::default()))
    }
}

/// Returns the player who starts the next round.
pub(crate) fn next_starter<const SEATS: usize>(position: &Position<SEATS>) -> Seat {
    match position.marker() {
        Marker::Held(seat) => seat,
        Marker::Centre | Marker::Gone => position.start(),
    }
}

/// Returns the win probabilities for board values in points: a softmax at `scale`.
#[must_use]
pub fn win_probabilities(values: &[f64], scale: f64) -> Vec<f64> {
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = values.iter().map(|w| exp((w - best) / scale)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}
