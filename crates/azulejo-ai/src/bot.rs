//! A bot at the table.

use core::fmt;

use azulejo_rules::rng::FastRng;
use azulejo_rules::{Move, Phase, Placement, PlacementList, Position, Seat};

use crate::baseline;
use crate::spec::{BotId, BotSpec};

/// What a bot wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Play a move of the offer.
    Move(Move),
    /// Tile a line.
    Place(Placement),
}

/// The bot was asked where there is nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NothingToDecide(pub Phase);

impl fmt::Display for NothingToDecide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Phase::Offer => "there is no tile on offer",
            Phase::Tiling => "there is no line to tile, only floors to charge",
            Phase::Refill => "the position awaits a deal",
            Phase::Over => "the game is over",
        })
    }
}

impl core::error::Error for NothingToDecide {}

/// A bot at the table: its kind, and the generator for what it leaves to chance.
#[derive(Clone, Debug)]
pub struct Bot {
    spec: BotSpec,
    rng: FastRng,
}

impl Bot {
    /// A bot; the same seed and the same positions give the same decisions.
    #[must_use]
    pub fn new(spec: impl Into<BotSpec>, seed: u64) -> Self {
        Self { spec: spec.into(), rng: FastRng::new(seed) }
    }

    /// Which bot it is.
    #[must_use]
    pub const fn spec(&self) -> BotSpec {
        self.spec
    }

    /// What it wants to do as the player to move.
    ///
    /// # Errors
    /// When there is nothing to decide.
    pub fn decide(&mut self, position: &Position) -> Result<Decision, NothingToDecide> {
        match position.phase() {
            Phase::Offer => Ok(Decision::Move(match self.spec.id {
                BotId::Random => baseline::random_move(position, &mut self.rng),
                BotId::Greedy => baseline::greedy_move(position, &mut self.rng),
            })),
            Phase::Tiling => self
                .tile(position, position.to_move())
                .first()
                .map(|&placement| Decision::Place(placement))
                .ok_or(NothingToDecide(Phase::Tiling)),
            phase => Err(NothingToDecide(phase)),
        }
    }

    /// How it tiles all its complete lines, from top to bottom; empty when it has none.
    pub fn tile(&mut self, position: &Position, seat: Seat) -> PlacementList {
        match self.spec.id {
            BotId::Random => baseline::random_tiling(position, seat, &mut self.rng),
            BotId::Greedy => baseline::greedy_tiling(position, seat),
        }
    }
}
