//! The bench signature: the number of nodes searched over a fixed set of positions.
//!
//! A change that does not intend to alter play must leave the signature unchanged; one that alters
//! it must say so and be backed by a match.

use core::sync::atomic::AtomicBool;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, Position, Seat};

use crate::eval::{Evaluator, Setting};
use crate::search::{Engine, Limits, MultiPv};

/// Returns positions of every setting, at various stages of a round.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for setting in Setting::ALL {
        for seed in 0..6 {
            let mut rng = FastRng::for_game(seed, setting.index() as u64);
            let mut position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
            position.play_out(&mut rng, seed as u16 % 3);
            if position.phase() == Phase::Refill {
                position.deal_at_random(&mut rng);
            }
            for _ in 0..below(&mut rng, 8) {
                if position.phase() == Phase::Offer {
                    let m = position.legal_moves().choose(&mut rng);
                    position.play_unchecked(m);
                }
            }
            if position.phase() == Phase::Offer {
                positions.push(position);
            }
        }
    }
    positions
}

/// Returns the total number of nodes searched over the fixed positions with the shipped networks.
#[cfg(feature = "embedded-networks")]
#[must_use]
pub fn signature() -> u64 {
    signature_with(Evaluator::shipped())
}

/// Returns the total number of nodes searched over the fixed positions with an evaluator.
#[must_use]
pub fn signature_with(evaluator: Evaluator) -> u64 {
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(evaluator);
    let limits = Limits {
        nodes: Some(200_000),
        depth: Some(5),
        ..Limits::default()
    };
    positions()
        .iter()
        .map(|position| {
            engine.new_game();
            let found = engine.search(position, limits, MultiPv::BEST, &never);
            found.map_or(0, |found| found.nodes)
        })
        .sum()
}

#[cfg(all(test, feature = "embedded-networks"))]
mod tests {
    use super::*;

    /// The expected signature. Update it only together with a change that is meant to alter play.
    const SIGNATURE: u64 = 282_615;

    #[test]
    fn signature_is_unchanged() {
        assert!(positions().len() >= 30);
        assert_eq!(signature(), SIGNATURE);
        assert_eq!(signature(), SIGNATURE, "the first run left state behind");
    }
}
