//! The steps of a recorded game, grouped by round.

use azulejo_rules::record::{EndedBy, Record, ReplayError, Step};
use azulejo_rules::{Move, Phase, Placement, Position, Seat};

/// A recorded game, grouped by round.
#[derive(Clone, Debug)]
pub(super) struct History {
    pub(super) rounds: Vec<RoundHistory>,
    /// The position after the last step.
    pub(super) last: Position,
    /// The result of a game that ended without being played out: each player's share of the win,
    /// and the player who gave up.
    pub(super) given_up: Option<(Seat, Vec<f64>)>,
}

/// One round of a recorded game.
#[derive(Clone, Debug)]
pub(super) struct RoundHistory {
    /// The position before the deal.
    pub(super) refill: Position,
    /// The position after the deal.
    pub(super) dealt: Position,
    /// The moves, each with the position before it.
    pub(super) moves: Vec<(Position, Move)>,
    /// The position after the last move of the offer, if it was played.
    pub(super) end: Option<Position>,
    /// The placements, in order.
    pub(super) placements: Vec<(Seat, Placement)>,
    /// The position after tiling and charging the floors, if the round was finished.
    pub(super) settled: Option<Position>,
}

impl History {
    pub(super) fn new(record: &Record) -> Result<Self, ReplayError> {
        let mut rounds: Vec<RoundHistory> = Vec::new();
        let replayed = record.walk(|before, step, after| {
            if let Step::Deal(_) = step {
                rounds.push(RoundHistory {
                    refill: *before,
                    dealt: *after,
                    moves: Vec::new(),
                    end: None,
                    placements: Vec::new(),
                    settled: None,
                });
            }
            let Some(round) = rounds.last_mut() else {
                return;
            };
            match step {
                Step::Move(m) => {
                    round.moves.push((*before, m));
                    if after.phase() != Phase::Offer {
                        round.end = Some(*after);
                    }
                }
                Step::Tile(seat, placement) => round.placements.push((seat, placement)),
                Step::Deal(_) | Step::Settle => {}
            }
            if matches!(after.phase(), Phase::Refill | Phase::Over) {
                round.settled = Some(*after);
            }
        })?;
        let players = record.players.len();
        let given_up = match (replayed.ended_by, &record.winners) {
            (
                Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)),
                Some(winners),
            ) if !winners.is_empty() => {
                let share = |seat: &Seat| {
                    let won = winners.contains(seat);
                    f64::from(u8::from(won)) / winners.len() as f64
                };
                Some((seat, Seat::ALL[..players].iter().map(share).collect()))
            }
            _ => None,
        };
        Ok(Self {
            rounds,
            last: replayed.position,
            given_up,
        })
    }

    /// Returns a hash of the first deal, for seeding. It does not depend on the seats.
    pub(super) fn identity(&self) -> u64 {
        let first = self.rounds.first().map(|round| round.dealt);
        let counts = first.iter().flat_map(Position::factories);
        counts
            .flat_map(|(_, tiles)| tiles.0)
            .fold(0, |hash: u64, count| {
                (hash ^ u64::from(count))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(23)
            })
    }
}
