//! The end of the game: bonuses, final scores, winners.

use super::{Phase, Position};
use crate::{Bonuses, Seat};

/// One player's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The player.
    pub seat: Seat,
    /// The score before the bonuses.
    pub points: u16,
    /// The bonuses.
    pub bonuses: Bonuses,
    /// Whether this player won, alone or together with others.
    pub won: bool,
}

impl Standing {
    /// The score with the bonuses.
    #[must_use]
    pub const fn score(&self) -> u16 {
        self.points + self.bonuses.points()
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    standings: [Standing; 4],
    players: u8,
}

impl Outcome {
    /// The players' results, by seat.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings[..usize::from(self.players)]
    }

    /// Who won: one player, or several who share the victory.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.standings().iter().filter(|s| s.won).map(|s| s.seat)
    }
}

impl<const SEATS: usize> Position<SEATS> {
    /// The result, once the game is over: most points win, a tie goes to more complete rows, and
    /// players who are still tied share the victory.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let blank = Standing {
            seat: Seat(0),
            points: 0,
            bonuses: Bonuses::default(),
            won: false,
        };
        let mut standings = [blank; 4];
        let players = self.players().count();
        for ((seat, board), standing) in self.boards().zip(&mut standings) {
            let (points, bonuses) = (board.score(), board.bonuses());
            *standing = Standing {
                seat,
                points,
                bonuses,
                won: false,
            };
        }
        let rank = |s: &Standing| (s.score(), s.bonuses.rows);
        let best = standings[..players].iter().map(rank).max();
        for standing in &mut standings[..players] {
            standing.won = Some(rank(standing)) == best;
        }
        Some(Outcome {
            standings,
            players: players as u8,
        })
    }
}
