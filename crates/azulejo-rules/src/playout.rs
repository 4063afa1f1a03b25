//! Random games, for statistics, tests and speed.

use rand_core::Rng;

use crate::rng::below;
use crate::{MoveList, Phase, Position, ROUND_LIMIT, Seat, Wall};

/// Machine play stops after this many rounds, because the rules give some games no end.
pub const DEFAULT_ROUND_CAP: u16 = 100;

/// How a run of machine play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// By the rules.
    Over,
    /// By the cap on rounds: there are no bonuses and no winner.
    Truncated,
}

/// What a random game came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Playout {
    /// How it ended.
    pub ending: Ending,
    /// How many moves of the offer were played.
    pub moves: u32,
}

impl<const SEATS: usize> Position<SEATS> {
    /// Plays at random until the game is over or `round_cap` rounds are finished (998 at most,
    /// because a position knows no round after 999), drawing from one generator: the deal, then for each move one of the legal ones, each as likely as another,
    /// then on the grey wall the columns.
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
                        if !self.play_within_offer(list.choose(rng)) {
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

    /// One step of tiling with a random column, or the settling of the round.
    fn tile_at_random(&mut self, rng: &mut impl Rng) {
        let seat: Seat = self.to_move();
        let choices = self.placements(seat);
        match choices.len() {
            0 => self.settle_unchecked(),
            1 => self.tile_unchecked(seat, choices[0]),
            n => self.tile_unchecked(seat, choices[below(rng, n as u32) as usize]),
        }
    }
}
