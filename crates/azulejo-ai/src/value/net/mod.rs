//! A small network that values boards between two rounds.
//!
//! Each board goes through a *tower* of its own: the sum of one row of numbers a feature, clipped;
//! a layer of 32; and out come the points that the board is worth by itself, beside a number of points
//! a feature, and two short vectors, what it plans (`own`) and what it does to others (`effect`). Then the boards meet: what a player's
//! board is worth at this table is its worth by itself and a weighted sum of what is left, clipped, of
//! its own vector plus the effects of all others. A tower depends on nothing but its board, the bag
//! and the round, so the search keeps its results; a leaf is then a few additions.
//!
//! The last layers differ from round to round, and between boards at the end of a round and boards in
//! the middle of one, as they would be if it ended now: a search that cannot see the end of the round
//! asks for those too.
//!
//! All of it is whole numbers of fixed precision, so that every machine computes the same value, and
//! the paths with vector instructions the same as the one without.

mod features;
mod file;
mod kernels;

pub use features::{
    MOST_ACTIVE, feature_count, first_shared_feature, for_each_board_feature, for_each_factor,
    for_each_shared_feature,
};
pub use file::{NetFileError, with_scales};
pub use kernels::Kernel;

use azulejo_rules::{Board, ByColour, Wall};

use super::Setting;
use features::walls_alone;

/// The width of the sums of features.
pub(crate) const SUMS: usize = 128;
/// The width of the layer after it.
pub(crate) const HIDDEN: usize = 32;
/// The length of a board's vectors.
pub const MEETING: usize = 16;
/// What a tower gives: the worth and two vectors, filled up to whole vectors of eight.
pub(crate) const OUTPUTS: usize = 40;
/// Rounds that have layers of their own; later rounds use the last one's.
pub const NET_ROUNDS: usize = 5;
/// Numbers of groups left that are told apart.
pub(crate) const TEMPOS: usize = 16;

/// Sums of features are kept in steps of 1/512; clipped, in steps of 1/128.
pub(crate) const SUM_SHIFT: u32 = 2;
/// A product of an activation and a weight (1/128 × 1/64) becomes an activation again.
pub(crate) const LAYER_SHIFT: u32 = 6;
/// A product of an activation and a weight of the last layer (1/128 × 1/1024) becomes a step of 1/32
/// of a meeting vector …
const MEETING_SHIFT: u32 = 12;
/// … or, of the worth, times the points of a unit, a sixty-fourth of a point.
const WORTH_SHIFT: u32 = 11;
/// The same for what boards are worth at a table: steps of 1/32 × 1/256.
const MET_SHIFT: u32 = 7;
/// An activation is at most this, 127/128.
pub(crate) const MOST: i16 = 127;
/// The worth of one whole unit of output, in points.
const UNIT_POINTS: i32 = 20;

/// What is known about a board, for every table it may be at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// What it is worth by itself, in sixty-fourths of a point.
    pub alone: i32,
    /// Its own vector.
    pub own: [i8; MEETING],
    /// What it does to the others' worth.
    pub effect: [i8; MEETING],
}

/// The network of one setting.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    setting: Setting,
    /// A row of `SUMS` numbers a feature.
    rows: Vec<i16>,
    bias: [i16; SUMS],
    rounds: Vec<RoundLayers>,
}

/// What differs from round to round.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RoundLayers {
    /// What each feature adds to the worth by itself, in sixty-fourths of a point.
    direct: Vec<i16>,
    /// By pair of inputs, output and place in the pair.
    hidden: Vec<i16>,
    hidden_bias: [i32; HIDDEN],
    output: Vec<i16>,
    output_bias: [i32; OUTPUTS],
    /// How much each place of the meeting counts.
    meeting: [i16; MEETING],
    /// What is added there for who does not hold the marker, and for who does; then the same for the
    /// player to move.
    meeting_bias: [[i16; MEETING]; 4],
    /// What it is worth to hold the marker, in sixty-fourths of a point.
    start: i32,
    /// What it is worth to be the next to move, by the number of groups on offer.
    tempo: [i32; TEMPOS],
    /// The margin in points at which the odds to win are e to 1.
    scale: f32,
}

/// A network in one round of one game: everything but the boards is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NetInRound<'a> {
    net: &'a Net,
    /// For the end of the round.
    over: &'a RoundLayers,
    /// For its middle.
    open: &'a RoundLayers,
    bag: ByColour<u8>,
    /// The sums of the features that all boards share. (What they add directly makes no difference
    /// between boards.)
    base: [i16; SUMS],
    kernel: Kernel,
}

impl Net {
    /// What it was trained for.
    #[must_use]
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// What is to be known about boards after a round, by one path of the inner loops: to measure
    /// and compare them.
    #[must_use]
    pub fn outlooks(
        &self,
        boards: &[Board],
        bag: ByColour<u8>,
        round: u16,
        kernel: Kernel,
    ) -> Vec<Outlook> {
        let net = self.in_round_with(bag, round, kernel);
        boards.iter().map(|board| net.board(board, true)).collect()
    }

    pub(crate) fn in_round(&self, bag: ByColour<u8>, round: u16) -> NetInRound<'_> {
        self.in_round_with(bag, round, Kernel::best())
    }

    pub(crate) fn in_round_with(
        &self,
        bag: ByColour<u8>,
        round: u16,
        kernel: Kernel,
    ) -> NetInRound<'_> {
        let mut active = Active::new();
        for_each_shared_feature(self.setting.wall, &bag, round, |i| active.push(i));
        let mut base = self.bias;
        kernel.add_rows(&mut base, &self.rows, active.as_slice());
        let round = usize::from(round).clamp(1, NET_ROUNDS) - 1;
        NetInRound {
            net: self,
            over: &self.rounds[round],
            open: &self.rounds[NET_ROUNDS + round],
            bag,
            base,
            kernel,
        }
    }
}

impl NetInRound<'_> {
    /// What is to be known about a board whose lines are tiled; `over` says that the round is.
    pub(crate) fn board(&self, board: &Board, over: bool) -> Outlook {
        let mut active = Active::new();
        let wall = self.net.setting.wall;
        for_each_board_feature(wall, &self.bag, board, |i| active.push(i));
        self.features(active.as_slice(), board.score(), over)
    }

    /// A first guess at what a board is worth by itself, in sixty-fourths of a point, but for what is
    /// the same whichever way its lines are tiled.
    pub(crate) fn guess(&self, board: &Board, over: bool) -> i32 {
        let direct = &self.layers(over).direct;
        64 * i32::from(board.score()) + walls_alone(self.net.setting.wall, direct, board)
    }

    fn features(&self, features: &[u16], score: u16, over: bool) -> Outlook {
        let layers = self.layers(over);
        let mut sums = self.base;
        self.kernel.add_rows(&mut sums, &self.net.rows, features);
        let clipped = self.kernel.clip_sums(&sums);
        let mut hidden = layers.hidden_bias;
        self.kernel.layer(&clipped, &layers.hidden, &mut hidden);
        let mut clipped = [0; HIDDEN];
        for (clipped, sum) in clipped.iter_mut().zip(hidden) {
            *clipped = (sum >> LAYER_SHIFT).clamp(0, i32::from(MOST)) as i16;
        }
        let mut output = layers.output_bias;
        self.kernel.layer(&clipped, &layers.output, &mut output);
        let direct: i32 = features
            .iter()
            .map(|&feature| i32::from(layers.direct[usize::from(feature)]))
            .sum();
        let short = |sum: i32| (sum >> MEETING_SHIFT).clamp(-127, 127) as i8;
        let mut outlook = Outlook {
            alone: ((output[0] * UNIT_POINTS) >> WORTH_SHIFT) + direct + 64 * i32::from(score),
            ..Outlook::default()
        };
        for i in 0..MEETING {
            outlook.own[i] = short(output[1 + i]);
            outlook.effect[i] = short(output[1 + MEETING + i]);
        }
        outlook
    }

    const fn layers(&self, over: bool) -> &RoundLayers {
        if over { self.over } else { self.open }
    }

    /// What each board is worth at this table, in sixty-fourths of a point.
    #[inline]
    pub(crate) fn meet<const SEATS: usize>(
        &self,
        boards: &[Outlook; SEATS],
        players: usize,
        marker: Option<usize>,
        turn: Option<Turn>,
    ) -> [i32; SEATS] {
        let layers = self.layers(turn.is_none());
        let mut together = [0_i16; MEETING];
        for board in &boards[..players] {
            for (sum, effect) in together.iter_mut().zip(board.effect) {
                *sum += i16::from(effect);
            }
        }
        let mut worths = [0; SEATS];
        for (seat, board) in boards[..players].iter().enumerate() {
            let starts = marker == Some(seat);
            let moves = turn.filter(|turn| turn.seat == seat);
            let bias = &layers.meeting_bias[usize::from(starts) + 2 * usize::from(moves.is_some())];
            let mut sum = 0;
            for i in 0..MEETING {
                let others = together[i] - i16::from(board.effect[i]);
                let seen = (i16::from(board.own[i]) + others + bias[i]).clamp(0, MOST);
                sum += i32::from(seen) * i32::from(layers.meeting[i]);
            }
            let start = if starts { layers.start } else { 0 };
            let tempo = moves.map_or(0, |turn| layers.tempo[turn.groups.min(TEMPOS - 1)]);
            worths[seat] = board.alone + ((sum * UNIT_POINTS) >> MET_SHIFT) + start + tempo;
        }
        worths
    }

    pub(crate) const fn scale(&self, over: bool) -> f32 {
        self.layers(over).scale
    }
}

/// Who moves next in a round that is not over, and how many groups of tiles are on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The seat's number.
    pub seat: usize,
    /// The groups.
    pub groups: usize,
}

/// The features of a board.
struct Active {
    features: [u16; MOST_ACTIVE],
    count: usize,
}

impl Active {
    const fn new() -> Self {
        Self {
            features: [0; MOST_ACTIVE],
            count: 0,
        }
    }

    #[inline]
    fn push(&mut self, feature: usize) {
        self.features[self.count] = feature as u16;
        self.count += 1;
    }

    fn as_slice(&self) -> &[u16] {
        &self.features[..self.count]
    }
}

/// The size of the table of feature rows, for one wall side.
pub(crate) const fn row_numbers(wall: Wall) -> usize {
    feature_count(wall) * SUMS
}

#[cfg(test)]
mod tests;
