//! Random playouts.

use rand_core::Rng;

use crate::rng::below;
use crate::{MoveList, Phase, Position, ROUND_LIMIT, Wall};

/// The default round cap of machine play; under the rules a game may never end.
pub const DEFAULT_ROUND_CAP: u16 = 100;

/// The way a playout ended.
///
/// Exhaustive: a playout has no other ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// The round cap was reached: there are no bonuses and no winner.
    Truncated,
}

/// The result of a random playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Playout {
    /// The way it ended.
    pub ending: Ending,
    /// The number of moves played.
    pub moves: u32,
}

impl<const SEATS: usize> Position<SEATS> {
    /// Plays uniformly random legal steps until the game is over or `round_cap` rounds are finished.
    ///
    /// The cap is at most 998, because 999 is the last round. The same generator state gives the same
    /// game in every version.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::rng::FastRng;
    /// use azulejo_rules::{DEFAULT_ROUND_CAP, Ending, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// let playout = position.play_out(&mut FastRng::new(1), DEFAULT_ROUND_CAP);
    /// assert_eq!(playout.ending, Ending::Over);
    /// assert!(playout.moves > 0 && position.outcome().is_some());
    /// ```
    #[inline]
    pub fn play_out(&mut self, rng: &mut impl Rng, round_cap: u16) -> Playout {
        let round_cap = round_cap.min(ROUND_LIMIT - 1);
        let mut list = MoveList::new();
        let mut moves = 0;
        loop {
            match self.phase() {
                Phase::Offer => {
                    loop {
                        self.legal_moves_into(&mut list);
                        moves += 1;
                        if !self.play_within_offer(list.choose_unchecked(rng)) {
                            break;
                        }
                    }
                    self.end_offer();
                }
                Phase::Tiling if self.wall() == Wall::Coloured => self.finish_round_unchecked(),
                Phase::Tiling => self.tile_at_random(rng),
                Phase::Refill if self.round() > round_cap => {
                    return Playout {
                        ending: Ending::Truncated,
                        moves,
                    };
                }
                Phase::Refill => {
                    self.deal_at_random(rng);
                }
                Phase::Over => {
                    return Playout {
                        ending: Ending::Over,
                        moves,
                    };
                }
            }
        }
    }

    /// Tiles one line in a random column, or settles the round.
    fn tile_at_random(&mut self, rng: &mut impl Rng) {
        let seat = self.to_move();
        let choices = self.placements(seat);
        match choices.len() {
            0 => self.settle_unchecked(),
            1 => self.tile_unchecked(seat, choices[0]),
            n => self.tile_unchecked(seat, choices[below(rng, n as u32) as usize]),
        }
    }
}
