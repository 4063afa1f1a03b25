//! The end of the game: bonuses, final scores and winners.

use super::{Phase, Position};
use crate::{Bonuses, Seat};

/// One player's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Standing {
    /// The player.
    pub seat: Seat,
    /// The score before the bonuses.
    pub points: u16,
    /// The bonuses.
    pub bonuses: Bonuses,
    /// True if this player won, alone or shared.
    pub won: bool,
}

impl Standing {
    /// Returns the score with the bonuses.
    #[must_use]
    pub const fn score(&self) -> u16 {
        self.points + self.bonuses.points()
    }
}

/// The outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    standings: [Standing; 4],
    players: u8,
}

impl Outcome {
    /// Returns the players' results, by seat.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::rng::FastRng;
    /// use azulejo_rules::{DEFAULT_ROUND_CAP, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.play_out(&mut FastRng::new(1), DEFAULT_ROUND_CAP);
    /// let outcome = position.outcome().expect("the game is over");
    /// for standing in outcome.standings() {
    ///     assert_eq!(standing.score(), standing.points + standing.bonuses.points());
    /// }
    /// ```
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings[..usize::from(self.players)]
    }

    /// Returns an iterator over the winners: one player, or several who share the victory.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.standings().iter().filter(|s| s.won).map(|s| s.seat)
    }
}

impl<const SEATS: usize> Position<SEATS> {
    /// Returns the outcome, or `None` if the game is not over.
    ///
    /// The highest score wins. Ties are broken by complete rows; players who are still tied share the
    /// victory.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Position, Seat};
    ///
    /// let position: Position = "c2 5 2>2 -/-/-/-/- - 17,17,17,17,17 2,2,2,2,2 \
    ///     27;-/-/-/-/-;BYRKW/...../...../...../.....;- \
    ///     30;-/-/-/-/-;...../...../...../...../.....;-"
    ///     .parse()?;
    /// let outcome = position.outcome().expect("a row is complete, so the game is over");
    /// assert_eq!(outcome.standings()[0].score(), 27 + 2);
    /// assert!(outcome.winners().eq([Seat::TWO]));
    /// # Ok::<(), azulejo_rules::ParsePositionError>(())
    /// ```
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
