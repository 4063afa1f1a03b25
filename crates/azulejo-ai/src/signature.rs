//! The checksum of behaviour: how many nodes the search needs for fixed positions.
//!
//! A change that should not alter play must not alter this number; one that does says so and brings
//! a match.

use core::sync::atomic::AtomicBool;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, Position, Seat};

use crate::search::{Ask, Engine, Limits};
use crate::value::{Setting, Value};

/// Positions of every setting, from the start of a round to its end.
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

/// The number of nodes for all of them together.
#[must_use]
pub fn signature() -> u64 {
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(Value::shipped());
    let limits = Limits {
        nodes: Some(200_000),
        depth: Some(5),
        ..Limits::default()
    };
    positions()
        .iter()
        .map(|position| {
            engine.forget();
            let found = engine.search(position, limits, Ask::BEST, &never);
            found.map_or(0, |found| found.nodes)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time() {
        assert!(positions().len() >= 30);
        assert_eq!(signature(), signature());
    }
}
