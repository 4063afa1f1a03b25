//! Draws from random bytes that the caller supplies.

use std::cell::RefCell;
use std::convert::Infallible;

use azulejo_game::decide::Chance;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Deal, PlayerCount, Position, Seat};
use rand_core::{Rng as _, TryRng};

/// The minimum number of bytes: a deal takes at most 36 words, and few are rejected.
pub(super) const MIN_BYTES: usize = 256;

/// The random bytes of one request, which are used up in order.
pub(super) struct Entropy(RefCell<Words>);

struct Words {
    bytes: Vec<u8>,
    used: usize,
    /// The fallback in the improbable case that most words are rejected.
    spare: FastRng,
}

impl Entropy {
    /// Wraps the bytes; `None` if there are too few.
    pub(super) fn new(bytes: Vec<u8>) -> Option<Self> {
        if bytes.len() < MIN_BYTES {
            return None;
        }
        let seed = bytes
            .last_chunk()
            .map_or(0, |seed| u64::from_le_bytes(*seed));
        Some(Self(RefCell::new(Words {
            bytes,
            used: 0,
            spare: FastRng::new(seed),
        })))
    }

    /// Takes 16 bytes, for an id.
    pub(super) fn take_id(&self) -> [u8; 16] {
        let mut id = [0; 16];
        for chunk in id.chunks_mut(4) {
            chunk.copy_from_slice(&self.0.borrow_mut().next_u32().to_le_bytes());
        }
        id
    }
}

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let word = self.bytes[self.used..].first_chunk();
        let Some(word) = word else {
            return self.spare.try_next_u32();
        };
        self.used += word.len();
        Ok(u32::from_le_bytes(*word))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let (low, high) = (self.next_u32(), self.next_u32());
        Ok(u64::from(low) | u64::from(high) << 32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.next_u32().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

impl Chance for Entropy {
    fn start(&self, _: &[Option<String>], players: PlayerCount) -> Seat {
        let index = below(&mut *self.0.borrow_mut(), players.count() as u32);
        Seat::from_index(index as usize).unwrap_or(Seat::ONE)
    }

    fn deal(&self, _: &[Option<String>], position: &Position) -> Deal {
        position.sample_deal(&mut *self.0.borrow_mut())
    }

    /// Empty: the draws of a local game are not provable.
    fn reveal(&self) -> String {
        String::new()
    }
}
