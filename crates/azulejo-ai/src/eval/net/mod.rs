//! A small quantised network (NNUE style) that evaluates boards between two rounds.
//!
//! Each board goes through its own *tower*: an accumulator, the sum of one weight vector per active
//! feature, followed by a clipped ReLU; a hidden layer of 32; and an output layer, which yields the
//! board's standalone value and two short vectors, one for its own plans (`own`) and one for its
//! effect on the opponents (`effect`). Each feature also contributes directly to the standalone
//! value. Then an interaction layer combines the boards: a board's value in this game is its
//! standalone value plus a weighted sum of the clipped ReLU of its own vector plus the effects of
//! all opponents. A tower depends only on its board, the bag and the round, so the search caches
//! its output, and a leaf costs a few additions.
//!
//! The layers after the accumulator differ from round to round, and between boards at the end of a
//! round and boards mid-round, which are shown as if the round ended now: a search that does not
//! reach the end of the round evaluates those.
//!
//! All arithmetic is fixed-point, so every machine computes the same values, and the SIMD kernels
//! the same as the scalar one.

mod features;
mod file;
mod kernels;

pub use features::{
    MAX_ACTIVE, feature_count, first_shared_feature, for_each_board_feature, for_each_factor,
    for_each_shared_feature,
};
pub use file::{NetFileError, with_scales};
pub use kernels::Kernel;

use azulejo_rules::{Board, ByColour, Wall};

use super::Setting;
use features::wall_estimate;

/// The width of the accumulator.
pub(crate) const ACCUMULATOR: usize = 128;
/// The width of the hidden layer.
pub(crate) const HIDDEN: usize = 32;
/// The length of a board's interaction vectors.
pub const INTERACTION: usize = 16;
/// The outputs of a tower: the value and two vectors, padded to a multiple of eight.
pub(crate) const OUTPUTS: usize = 40;
/// The number of rounds with layers of their own; later rounds share the last ones.
pub const NET_ROUNDS: usize = 5;
/// The number of tempo buckets, by groups on offer.
pub(crate) const TEMPO_BUCKETS: usize = 16;

/// Converts the accumulator (steps of 1/512) to activations (steps of 1/128).
pub(crate) const ACCUMULATOR_SHIFT: u32 = 2;
/// Converts products of activations and weights (1/128 × 1/64) to activations.
pub(crate) const LAYER_SHIFT: u32 = 6;
/// Converts products of activations and output weights (1/128 × 1/1024) to steps of 1/32 of an
/// interaction vector …
const INTERACTION_SHIFT: u32 = 12;
/// … or, multiplied by the points per unit, to evaluation units.
const VALUE_SHIFT: u32 = 11;
/// Converts products of interaction activations and weights (1/32 × 1/256), multiplied by the
/// points per unit, to evaluation units.
const INTERACTION_VALUE_SHIFT: u32 = 7;
/// The maximum activation, 127/128.
pub(crate) const MAX_ACTIVATION: i16 = 127;
/// The points per unit of output.
const POINTS_PER_UNIT: i32 = 20;

/// The evaluation of a single board, independent of its opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardEval {
    /// The standalone value, in evaluation units.
    pub standalone: i32,
    /// The vector of the board's own plans.
    pub own: [i8; INTERACTION],
    /// The vector of the board's effect on its opponents.
    pub effect: [i8; INTERACTION],
}

/// The network of one setting.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    setting: Setting,
    /// The feature transformer: `ACCUMULATOR` weights per feature.
    transformer: Vec<i16>,
    bias: [i16; ACCUMULATOR],
    rounds: Vec<RoundLayers>,
}

/// The layers that differ from round to round.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RoundLayers {
    /// The direct contribution of each feature to the standalone value, in evaluation units.
    direct: Vec<i16>,
    /// Ordered by pair of inputs, output, and position in the pair.
    hidden: Vec<i16>,
    hidden_bias: [i32; HIDDEN],
    output: Vec<i16>,
    output_bias: [i32; OUTPUTS],
    /// The weights of the interaction layer.
    interaction: [i16; INTERACTION],
    /// The bias of the interaction layer: without the marker and with it; then the same for the
    /// player to move.
    interaction_bias: [[i16; INTERACTION]; 4],
    /// The value of holding the marker, in evaluation units.
    start: i32,
    /// The value of having the move, by the number of groups on offer.
    tempo: [i32; TEMPO_BUCKETS],
    /// The margin, in points, at which the odds of winning are e to 1.
    scale: f32,
}

/// A network prepared for one round of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundNet<'a> {
    net: &'a Net,
    /// The layers for the end of the round.
    end_layers: &'a RoundLayers,
    /// The layers for mid-round boards.
    mid_round_layers: &'a RoundLayers,
    bag: ByColour<u8>,
    /// The accumulator with the shared features. (Their direct contribution is the same for all
    /// boards and is left out.)
    shared_accumulator: [i16; ACCUMULATOR],
    kernel: Kernel,
}

impl Net {
    /// Returns the setting it was trained for.
    #[must_use]
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// Evaluates boards after a round with a given kernel, for benchmarks and comparisons.
    #[must_use]
    pub fn evaluate_boards(
        &self,
        boards: &[Board],
        bag: ByColour<u8>,
        round: u16,
        kernel: Kernel,
    ) -> Vec<BoardEval> {
        let net = self.for_round_with(bag, round, kernel);
        boards
            .iter()
            .map(|board| net.evaluate(board, true))
            .collect()
    }

    pub(crate) fn for_round(&self, bag: ByColour<u8>, round: u16) -> RoundNet<'_> {
        self.for_round_with(bag, round, Kernel::best())
    }

    pub(crate) fn for_round_with(
        &self,
        bag: ByColour<u8>,
        round: u16,
        kernel: Kernel,
    ) -> RoundNet<'_> {
        let mut active = ActiveFeatures::new();
        for_each_shared_feature(self.setting.wall, &bag, round, |i| active.push(i));
        let mut shared_accumulator = self.bias;
        kernel.accumulate(
            &mut shared_accumulator,
            &self.transformer,
            active.as_slice(),
        );
        let round = usize::from(round).clamp(1, NET_ROUNDS) - 1;
        RoundNet {
            net: self,
            end_layers: &self.rounds[round],
            mid_round_layers: &self.rounds[NET_ROUNDS + round],
            bag,
            shared_accumulator,
            kernel,
        }
    }
}

impl RoundNet<'_> {
    /// Evaluates a single board whose lines are tiled.
    pub(crate) fn evaluate(&self, board: &Board, round_over: bool) -> BoardEval {
        let mut active = ActiveFeatures::new();
        let wall = self.net.setting.wall;
        for_each_board_feature(wall, &self.bag, board, |i| active.push(i));
        self.features(active.as_slice(), board.score(), round_over)
    }

    /// Returns a cheap estimate of a board's standalone value, in evaluation units, up to terms
    /// that do not depend on the tiling.
    pub(crate) fn estimate(&self, board: &Board, round_over: bool) -> i32 {
        let direct = &self.layers(round_over).direct;
        64 * i32::from(board.score()) + wall_estimate(self.net.setting.wall, direct, board)
    }

    fn features(&self, features: &[u16], score: u16, round_over: bool) -> BoardEval {
        let layers = self.layers(round_over);
        let mut accumulator = self.shared_accumulator;
        self.kernel
            .accumulate(&mut accumulator, &self.net.transformer, features);
        let clipped = self.kernel.clipped_relu(&accumulator);
        let mut hidden = layers.hidden_bias;
        self.kernel.layer(&clipped, &layers.hidden, &mut hidden);
        let mut clipped = [0; HIDDEN];
        for (clipped, sum) in clipped.iter_mut().zip(hidden) {
            *clipped = (sum >> LAYER_SHIFT).clamp(0, i32::from(MAX_ACTIVATION)) as i16;
        }
        let mut output = layers.output_bias;
        self.kernel.layer(&clipped, &layers.output, &mut output);
        let direct: i32 = features
            .iter()
            .map(|&feature| i32::from(layers.direct[usize::from(feature)]))
            .sum();
        let short = |sum: i32| (sum >> INTERACTION_SHIFT).clamp(-127, 127) as i8;
        let mut eval = BoardEval {
            standalone: ((output[0] * POINTS_PER_UNIT) >> VALUE_SHIFT)
                + direct
                + 64 * i32::from(score),
            ..BoardEval::default()
        };
        for i in 0..INTERACTION {
            eval.own[i] = short(output[1 + i]);
            eval.effect[i] = short(output[1 + INTERACTION + i]);
        }
        eval
    }

    const fn layers(&self, round_over: bool) -> &RoundLayers {
        if round_over {
            self.end_layers
        } else {
            self.mid_round_layers
        }
    }

    /// Returns the values of all boards of a game, in evaluation units.
    #[inline]
    pub(crate) fn combine<const SEATS: usize>(
        &self,
        boards: &[BoardEval; SEATS],
        players: usize,
        marker: Option<usize>,
        turn: Option<Turn>,
    ) -> [i32; SEATS] {
        let layers = self.layers(turn.is_none());
        let mut total_effect = [0_i16; INTERACTION];
        for board in &boards[..players] {
            for (sum, effect) in total_effect.iter_mut().zip(board.effect) {
                *sum += i16::from(effect);
            }
        }
        let mut values = [0; SEATS];
        for (seat, board) in boards[..players].iter().enumerate() {
            let starts = marker == Some(seat);
            let moves = turn.filter(|turn| turn.seat == seat);
            let bias =
                &layers.interaction_bias[usize::from(starts) + 2 * usize::from(moves.is_some())];
            let mut sum = 0;
            for i in 0..INTERACTION {
                let others = total_effect[i] - i16::from(board.effect[i]);
                let seen = (i16::from(board.own[i]) + others + bias[i]).clamp(0, MAX_ACTIVATION);
                sum += i32::from(seen) * i32::from(layers.interaction[i]);
            }
            let start = if starts { layers.start } else { 0 };
            let tempo = moves.map_or(0, |turn| layers.tempo[turn.groups.min(TEMPO_BUCKETS - 1)]);
            values[seat] = board.standalone
                + ((sum * POINTS_PER_UNIT) >> INTERACTION_VALUE_SHIFT)
                + start
                + tempo;
        }
        values
    }

    pub(crate) const fn scale(&self, round_over: bool) -> f32 {
        self.layers(round_over).scale
    }
}

/// The player to move in an unfinished round, and the number of groups on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The index of the player's seat.
    pub seat: usize,
    /// The number of groups.
    pub groups: usize,
}

/// The active features of a board.
struct ActiveFeatures {
    features: [u16; MAX_ACTIVE],
    count: usize,
}

impl ActiveFeatures {
    const fn new() -> Self {
        Self {
            features: [0; MAX_ACTIVE],
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

/// Returns the number of feature-transformer weights for a wall side.
pub(crate) const fn transformer_len(wall: Wall) -> usize {
    feature_count(wall) * ACCUMULATOR
}

#[cfg(test)]
mod tests;
