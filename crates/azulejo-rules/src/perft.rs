//! Perft: counting move sequences to check a move generator.

use crate::{MoveList, Phase, Position};

impl<const SEATS: usize> Position<SEATS> {
    /// Returns the number of move sequences of the given length in the current offer.
    ///
    /// A sequence that empties the offer earlier counts once. The result is 1 for depth 0 and outside
    /// the offer.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// position.play("2Y2".parse()?)?;
    /// assert_eq!(position.perft(3), 223_305);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
                // A sequence ends with the offer.
                if next.play_within_offer(m) {
                    next.perft(depth - 1)
                } else {
                    1
                }
            })
            .sum()
    }
}
