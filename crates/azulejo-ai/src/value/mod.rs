//! What a board is worth between two rounds, after tiling and before the refill.
//!
//! The worth of a board is a number of points: the part of the final score that can be expected
//! of it, so that differences between players are expected margins. A margin becomes a probability
//! to win by a scale that depends on how much of the game is still to come. Chance is averaged into
//! these numbers, because they are fitted to how games went on.
//!
//! A [`Value`] is a way to find worths; [`Value::after_round`] makes it ready for one round of one
//! game. What is found about one board alone is its [`Outlook`], which can be kept; the worths of
//! all boards at the table follow from their outlooks.

mod features;
mod hand;
mod linear;
pub mod net;

pub use features::{FEATURES, for_each_feature};
pub use linear::{Linear, ParseWeightsError, RoundWeights};
pub use net::Outlook;

use std::sync::{Arc, OnceLock};

use azulejo_rules::{Board, Marker, Phase, PlacementList, PlayerCount, Position, Seat, Wall};

use net::{Net, NetFileError, NetInRound, Turn};

use crate::exact_math::exp;

/// The number of players and the wall side: what weights are fitted for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// How many play.
    pub players: PlayerCount,
    /// Which side of the boards is used.
    pub wall: Wall,
}

impl Setting {
    /// All six.
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

    /// The place in [`Setting::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.players.count() - 2 + 3 * self.wall as usize
    }

    /// The short name, as in a position's text: `c2`, `g4`.
    #[must_use]
    pub fn name(self) -> String {
        let side = match self.wall {
            Wall::Coloured => 'c',
            Wall::Grey => 'g',
        };
        format!("{side}{}", self.players.count())
    }
}

/// Rounds are told apart up to this one; later ones are like it.
pub const ROUND_BUCKETS: usize = 5;

/// The bucket of a finished round.
#[must_use]
pub fn bucket(round: u16) -> usize {
    usize::from(round).clamp(1, ROUND_BUCKETS) - 1
}

/// Worths are kept in sixty-fourths of a point.
pub(crate) const FINE: f32 = 64.0;

/// How many tilings of a grey wall a search can be told to look at in each leaf.
const MOST_TILINGS: usize = 8;

/// A way to value boards.
#[derive(Clone, Debug)]
pub enum Value {
    /// By hand-made rules of thumb.
    Hand,
    /// By weights fitted on self-play; by hand where there are none.
    Linear(Box<Linear>),
    /// By networks trained on self-play, and otherwise by weights.
    Nets(Nets),
}

/// Networks for some settings, and weights for the rest.
#[derive(Clone, Debug)]
pub struct Nets {
    nets: [Option<Arc<Net>>; Setting::ALL.len()],
    otherwise: Arc<Linear>,
}

/// The networks that are shipped: those that passed their test against what was there before.
const SHIPPED_NETS: &[&[u8]] = &[
    include_bytes!("nets/c2.net"),
    include_bytes!("nets/c3.net"),
    include_bytes!("nets/c4.net"),
    include_bytes!("nets/g2.net"),
    include_bytes!("nets/g3.net"),
    include_bytes!("nets/g4.net"),
];

impl Nets {
    /// No network, only the shipped weights.
    #[must_use]
    pub fn none() -> Self {
        Self {
            nets: [const { None }; Setting::ALL.len()],
            otherwise: Arc::new(Linear::shipped().clone()),
        }
    }

    /// The networks that are shipped.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Nets> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let mut nets = Self::none();
            for bytes in SHIPPED_NETS {
                nets.add(bytes).expect("the shipped networks are whole");
            }
            nets
        })
    }

    /// Puts a network in the place of what its setting had.
    ///
    /// # Errors
    /// When the bytes are no network.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Setting, NetFileError> {
        let net = Net::from_bytes(bytes)?;
        let setting = net.setting();
        self.nets[setting.index()] = Some(Arc::new(net));
        Ok(setting)
    }

    /// The network of a setting, if there is one.
    #[must_use]
    pub fn get(&self, setting: Setting) -> Option<&Net> {
        self.nets[setting.index()].as_deref()
    }
}

impl Value {
    /// The value that is shipped.
    #[must_use]
    pub fn shipped() -> Self {
        Self::Nets(Nets::shipped().clone())
    }

    /// Ready for the round of a position: the one that is played, or, before a deal, the one that
    /// is over.
    #[must_use]
    pub fn after_round<const SEATS: usize>(&self, position: &Position<SEATS>) -> RoundValue<'_> {
        let setting = Setting {
            players: position.players(),
            wall: position.wall(),
        };
        let round = match position.phase() {
            Phase::Refill => position.round() - 1,
            _ => position.round(),
        };
        let how = match self {
            Self::Hand => How::Hand,
            Self::Linear(weights) => weights.round(setting, round).map_or(How::Hand, How::Linear),
            Self::Nets(nets) => match nets.get(setting) {
                Some(net) => How::Net(Box::new(net.in_round(position.bag(), round))),
                None => nets
                    .otherwise
                    .round(setting, round)
                    .map_or(How::Hand, How::Linear),
            },
        };
        RoundValue {
            setting,
            round,
            how,
        }
    }
}

/// A value, ready for one round of one game.
#[derive(Clone, Debug)]
pub struct RoundValue<'a> {
    setting: Setting,
    round: u16,
    how: How<'a>,
}

#[derive(Clone, Debug)]
enum How<'a> {
    Hand,
    Linear(&'a RoundWeights),
    Net(Box<NetInRound<'a>>),
}

impl RoundValue<'_> {
    /// What is to be known about a board whose lines are tiled and whose floor is charged: because
    /// the round is over, or as if it were.
    #[must_use]
    pub fn board(&self, board: &Board, over: bool) -> Outlook {
        let points = match &self.how {
            How::Net(net) => return net.board(board, over),
            How::Linear(weights) => weights.board(self.setting.wall, board),
            How::Hand => hand::board(self.setting.wall, self.round, board),
        };
        Outlook {
            alone: (points * FINE) as i32,
            ..Outlook::default()
        }
    }

    /// What the boards are worth at one table, in sixty-fourths of a point, at the end of the round.
    #[must_use]
    pub fn worths<const SEATS: usize>(
        &self,
        boards: &[Outlook; SEATS],
        starter: Seat,
    ) -> [i32; SEATS] {
        match &self.how {
            How::Net(net) => net.meet(
                boards,
                self.setting.players.count(),
                Some(starter.index()),
                None,
            ),
            How::Linear(_) | How::Hand => self.with_start(boards, starter),
        }
    }

    /// What they are worth in the middle of the round, of boards that were looked at as if it were
    /// over. `tempo` is what it is worth to be the next to move, for values that do not know that
    /// themselves.
    #[inline]
    #[must_use]
    pub(crate) fn open_worths<const SEATS: usize>(
        &self,
        boards: &[Outlook; SEATS],
        position: &Position<SEATS>,
        tempo: i32,
    ) -> [i32; SEATS] {
        let seat = position.to_move().index();
        if let How::Net(net) = &self.how {
            let marker = match position.marker() {
                Marker::Held(seat) => Some(seat.index()),
                Marker::Centre | Marker::Gone => None,
            };
            let groups = position.group_count() as usize;
            let turn = Some(Turn { seat, groups });
            return net.meet(boards, self.setting.players.count(), marker, turn);
        }
        let mut worths = self.with_start(boards, next_starter(position));
        worths[seat] += tempo;
        worths
    }

    #[inline]
    fn with_start<const SEATS: usize>(
        &self,
        boards: &[Outlook; SEATS],
        starter: Seat,
    ) -> [i32; SEATS] {
        let start = match &self.how {
            How::Linear(weights) => weights.start,
            How::Hand | How::Net(_) => 1.0,
        };
        let mut worths = boards.map(|board| board.alone);
        worths[starter.index()] += (start * FINE) as i32;
        worths
    }

    /// The margin, in points, at which the odds to win are e to 1; `over` says that the round is.
    #[must_use]
    pub fn scale(&self, over: bool) -> f32 {
        match &self.how {
            How::Net(net) => net.scale(over),
            How::Linear(weights) => weights.scale,
            How::Hand => [10.0, 9.0, 8.0, 6.0, 6.0][bucket(self.round)],
        }
    }

    /// The board after tiling (on the grey wall in the way that is worth most by itself) and floor
    /// charge, and what is to be known about it.
    #[must_use]
    pub fn finish(&self, board: &Board, over: bool) -> (Board, Outlook) {
        match self.setting.wall {
            Wall::Coloured => {
                let mut after = *board;
                after.finish_round_coloured();
                (after, self.board(&after, over))
            }
            Wall::Grey => {
                let (_, after, outlook) = self.best_tiling(board, over);
                (after, outlook)
            }
        }
    }

    /// Like [`finish`](Self::finish) for the leaves of a search: of the tilings of a grey wall only
    /// the few that a first guess likes best go through the network.
    pub(crate) fn finish_quickly(&self, board: &Board, over: bool, few: usize) -> (Board, Outlook) {
        let How::Net(net) = &self.how else {
            return self.finish(board, over);
        };
        if self.setting.wall == Wall::Coloured || few == 0 {
            return self.finish(board, over);
        }
        let mut liked = [(i32::MIN, *board); MOST_TILINGS];
        let liked = &mut liked[..few.min(MOST_TILINGS)];
        board.for_each_tiling(self.setting.wall, &mut |_, mut after| {
            after.charge_floor();
            let guess = net.guess(&after, over);
            // Of equal guesses the first stays in front.
            let place = liked.partition_point(|&(other, _)| other >= guess);
            if place < liked.len() {
                liked[place..].rotate_right(1);
                liked[place] = (guess, after);
            }
        });
        let looked_at = liked.iter().filter(|&&(guess, _)| guess > i32::MIN);
        looked_at
            .map(|&(_, after)| (after, net.board(&after, over)))
            .reduce(|best, next| {
                if next.1.alone > best.1.alone {
                    next
                } else {
                    best
                }
            })
            .unwrap_or_else(|| self.finish(board, over))
    }

    /// The tiling after which the board is worth most by itself.
    #[must_use]
    pub fn best_tiling(&self, board: &Board, over: bool) -> (PlacementList, Board, Outlook) {
        let mut best: Option<(PlacementList, Board, Outlook)> = None;
        board.for_each_tiling(self.setting.wall, &mut |placements, mut after| {
            after.charge_floor();
            let outlook = self.board(&after, over);
            if best.as_ref().is_none_or(|b| outlook.alone > b.2.alone) {
                best = Some((placements.clone(), after, outlook));
            }
        });
        best.unwrap_or_else(|| (PlacementList::new(), *board, Outlook::default()))
    }
}

/// Who starts the next round of a position whose round is being played.
pub(crate) fn next_starter<const SEATS: usize>(position: &Position<SEATS>) -> Seat {
    match position.marker() {
        Marker::Held(seat) => seat,
        Marker::Centre | Marker::Gone => position.start(),
    }
}

/// The probabilities to win of players whose boards are worth so much, at a scale: in the proportion
/// of the exponentials, so that they add up to 1.
#[must_use]
pub fn win_probabilities(worths: &[f64], scale: f64) -> Vec<f64> {
    let best = worths.iter().copied().fold(f64::MIN, f64::max);
    let hopes: Vec<f64> = worths.iter().map(|w| exp((w - best) / scale)).collect();
    let sum: f64 = hopes.iter().sum();
    hopes.iter().map(|hope| hope / sum).collect()
}
