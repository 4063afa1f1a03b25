//! Counting move sequences, the classic check of a move generator.

use crate::{MoveList, Phase, Position};

impl<const SEATS: usize> Position<SEATS> {
    /// The number of move sequences of a length in the current offer; one that empties the offer
    /// earlier counts once. Outside the offer, and for length 0, it is 1.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.phase() != Phase::Offer {
            return 1;
        }
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        if depth == 1 {
            return list.len() as u64;
        }
        list.iter()
            .map(|&m| {
                let mut next = *self;
                // A sequence ends with the offer; what comes after it is not played.
                if next.play_within_offer(m) {
                    next.perft(depth - 1)
                } else {
                    1
                }
            })
            .sum()
    }
}
