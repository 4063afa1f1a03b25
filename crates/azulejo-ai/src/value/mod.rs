//! What a board is worth between two rounds, after tiling and before the refill.
//!
//! The value of one board is a number of points: the part of the final score that can be expected
//! of it, so that differences between players are expected margins. A margin becomes a probability
//! to win by a scale that depends on how much of the game is still to come. Chance is averaged into
//! these numbers, because they are fitted to how games went on.

mod features;
mod hand;
mod linear;

pub use features::{FEATURES, for_each_feature};
pub use linear::{Linear, ParseWeightsError, RoundWeights};

use azulejo_rules::{Board, Players, Wall};

use crate::exact_math::exp;

/// The number of players and the wall side: what weights are fitted for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// How many play.
    pub players: Players,
    /// Which side of the boards is used.
    pub wall: Wall,
}

impl Setting {
    /// All six.
    pub const ALL: [Self; 6] = {
        let mut all = [Self {
            players: Players::Two,
            wall: Wall::Coloured,
        }; 6];
        let mut i = 0;
        while i < 6 {
            all[i] = Self {
                players: Players::ALL[i % 3],
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

/// A way to value boards.
#[derive(Clone, Debug)]
pub enum Value {
    /// By hand-made rules of thumb.
    Hand,
    /// By weights fitted on self-play; by hand where there are none.
    Linear(Box<Linear>),
}

impl Value {
    /// The fitted value that is shipped.
    #[must_use]
    pub fn shipped() -> Self {
        Self::Linear(Box::new(Linear::shipped().clone()))
    }

    /// What a board is worth after a round, in points; its lines are tiled and its floor charged.
    #[must_use]
    pub fn board(&self, setting: Setting, round: u16, board: &Board) -> f32 {
        match self.fitted(setting, round) {
            Some(fitted) => fitted.board(setting.wall, board),
            None => hand::board(setting.wall, round, board),
        }
    }

    /// What it is worth to start the next round, in points.
    #[must_use]
    pub fn start(&self, setting: Setting, round: u16) -> f32 {
        self.fitted(setting, round)
            .map_or(1.0, |fitted| fitted.start)
    }

    /// The margin, in points, at which the odds to win are e to 1 after a round.
    #[must_use]
    pub fn scale(&self, setting: Setting, round: u16) -> f32 {
        let by_hand = [10.0, 9.0, 8.0, 6.0, 6.0][bucket(round)];
        self.fitted(setting, round)
            .map_or(by_hand, |fitted| fitted.scale)
    }

    fn fitted(&self, setting: Setting, round: u16) -> Option<&RoundWeights> {
        match self {
            Self::Hand => None,
            Self::Linear(linear) => linear.round(setting, round),
        }
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
