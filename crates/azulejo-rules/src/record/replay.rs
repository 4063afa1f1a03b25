//! Replaying a record: every step checked against the rules.

use core::fmt::Debug;

use super::fault::{RecordFault, RecordPlace, RecordReason};
use super::{EndedBy, Record, RoundRecord, name_fault};
use crate::{Deal, Move, Phase, Placement, Players, Position, Seat};

/// One step of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The factories were filled.
    Deal(Deal),
    /// A move of the offer.
    Move(Move),
    /// A player tiled a line.
    Tile(Seat, Placement),
    /// The floors were charged.
    Settle,
}

/// Where a record led.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The position at its end.
    pub position: Position,
    /// How the game ended, or nothing for a game that goes on.
    pub ended_by: Option<EndedBy>,
}

type Check<T> = Result<T, RecordFault>;

impl Record {
    /// Checks the record against the rules.
    ///
    /// # Errors
    /// The first place at which it does not follow them.
    pub fn replay(&self) -> Result<Replayed, RecordFault> {
        self.walk(|_, _, _| ())
    }

    /// Like [`replay`](Self::replay), calling `visit` for each step with the position before and
    /// after it.
    ///
    /// # Errors
    /// The first place at which the record does not follow the rules; steps before it were visited.
    pub fn walk(
        &self,
        mut visit: impl FnMut(&Position, Step, &Position),
    ) -> Result<Replayed, RecordFault> {
        let players = self.check_players()?;
        let mut walker = Walker {
            position: Position::new(self.wall, players, self.start),
            round: 0,
            visit: &mut visit,
        };
        for (i, round) in self.rounds.iter().enumerate() {
            walker.round = i + 1;
            walker.round(round, i + 1 == self.rounds.len())?;
        }
        let position = walker.position;
        self.check_end(&position)?;
        self.check_takeovers(players)?;
        Ok(Replayed {
            position,
            ended_by: self.ended_by(),
        })
    }

    fn check_players(&self) -> Check<Players> {
        let count = self.players.len();
        let Some(players) = Players::new(count) else {
            return fault(
                RecordPlace::Game,
                RecordReason::Incomplete("a game has 2 to 4 players"),
            );
        };
        if let Some(reason) = self.players.iter().find_map(|name| name_fault(name)) {
            return fault(RecordPlace::Game, RecordReason::Incomplete(reason));
        }
        check_seat(RecordPlace::Start, players, self.start)?;
        Ok(players)
    }

    fn check_end(&self, position: &Position) -> Check<()> {
        let incomplete = |reason| fault(RecordPlace::Game, RecordReason::Incomplete(reason));
        let wrong_result = |reason| fault(RecordPlace::Result, RecordReason::Incomplete(reason));
        let by = self.result.as_ref().map(|result| result.by);
        if let Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)) = by {
            check_seat(RecordPlace::Result, position.players(), seat)?;
        }
        match (position.outcome(), by) {
            (Some(outcome), None | Some(EndedBy::Score)) => {
                let (Some(bonuses), Some(scores), Some(winners)) =
                    (&self.bonuses, &self.scores, &self.winners)
                else {
                    return incomplete(
                        "the game is over, so bonuses, scores and winners must all be there",
                    );
                };
                let standings = outcome.standings();
                same(
                    RecordPlace::Game,
                    "bonuses (rows, columns and colours of each player)",
                    standings
                        .iter()
                        .map(|s| [s.bonuses.rows, s.bonuses.columns, s.bonuses.colours]),
                    bonuses
                        .iter()
                        .map(|b| [b.bonuses.rows, b.bonuses.columns, b.bonuses.colours]),
                )?;
                same(
                    RecordPlace::Game,
                    "final scores",
                    standings.iter().map(crate::Standing::score),
                    scores.iter().copied(),
                )?;
                same(
                    RecordPlace::Game,
                    "winners",
                    outcome.winners().map(Seat::number),
                    winners.iter().map(|seat| seat.number()),
                )
            }
            (Some(_), Some(_)) => wrong_result("the game is over, so it can only be by score"),
            (None, Some(EndedBy::Score)) => {
                wrong_result("the game is not over, so it cannot be by score")
            }
            (None, _) if self.bonuses.is_some() || self.scores.is_some() => {
                incomplete("the game is not over, so there can be no bonuses and no final scores")
            }
            (None, Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)))
                if position.players() == Players::Two =>
            {
                same(
                    RecordPlace::Game,
                    "winners",
                    [seat.next(Players::Two).number()],
                    self.winners.iter().flatten().map(|seat| seat.number()),
                )
            }
            (None, _) if self.winners.is_some() => {
                incomplete("nobody has won, so there can be no winners")
            }
            (None, _) => Ok(()),
        }
    }

    fn check_takeovers(&self, players: Players) -> Check<()> {
        for (i, takeover) in self.takeovers.iter().flatten().enumerate() {
            let here = RecordPlace::Takeover(i + 1);
            check_seat(here, players, takeover.seat)?;
            // A record made by a program may name a round 0.
            let index = usize::from(takeover.round).checked_sub(1);
            let round = index.and_then(|i| self.rounds.get(i));
            if !round.is_some_and(|r| (1..=r.moves.len() + 1).contains(&takeover.at_move.into())) {
                return fault(
                    here,
                    RecordReason::Incomplete("the game did not come to that round and move"),
                );
            }
        }
        Ok(())
    }
}

struct Walker<'v, V> {
    position: Position,
    round: usize,
    visit: &'v mut V,
}

impl<V: FnMut(&Position, Step, &Position)> Walker<'_, V> {
    fn round(&mut self, round: &RoundRecord, is_last: bool) -> Check<()> {
        let here = RecordPlace::Round(self.round);
        let players = self.position.players();
        if self.position.phase() == Phase::Over {
            return fault(
                here,
                RecordReason::Incomplete("the game was over before this round"),
            );
        }
        if self.round > usize::from(crate::ROUND_LIMIT) {
            return fault(
                here,
                RecordReason::Incomplete("a game has at most 999 rounds"),
            );
        }
        check_seat(here, players, round.start)?;
        if round.start != self.position.start() {
            let (expected, found) = (self.position.start(), round.start);
            return fault(here, RecordReason::Start { expected, found });
        }
        self.deal(round)?;
        for (i, &m) in round.moves.iter().enumerate() {
            let before = self.position;
            self.position.play(m).or_else(|e| {
                fault(
                    RecordPlace::Move(self.round, i + 1, m),
                    RecordReason::Move(e.reason),
                )
            })?;
            (self.visit)(&before, Step::Move(m), &self.position);
        }
        let offer_is_open = self.position.phase() == Phase::Offer;
        let incomplete = |reason| fault(here, RecordReason::Incomplete(reason));
        match (&round.tiling, &round.scores) {
            (Some(_), _) | (_, Some(_)) if offer_is_open => {
                incomplete("tiles are still on offer, so there can be no tiling and no scores yet")
            }
            (None, Some(_)) => incomplete("there are scores, so the tiling must be there as well"),
            (Some(tiling), Some(scores)) => {
                self.tile(tiling)?;
                if self.position.phase() == Phase::Tiling {
                    let before = self.position;
                    if !self.position.settle() {
                        let seat = self.position.to_move();
                        let line = self.position.board(seat).topmost_complete_line();
                        let line = line.expect("the player to move has a complete line");
                        return fault(here, RecordReason::NotTiled(seat, line));
                    }
                    (self.visit)(&before, Step::Settle, &self.position);
                }
                let after = self.position.boards().map(|(_, board)| board.score());
                same(here, "scores", after, scores.iter().copied())
            }
            (tiling, None) if is_last => {
                if let Some(tiling) = tiling {
                    self.tile(tiling)?;
                }
                match self.position.phase() {
                    Phase::Offer | Phase::Tiling => Ok(()),
                    _ => {
                        incomplete("the round is finished, so its tiling and scores must be there")
                    }
                }
            }
            (_, None) => incomplete("the round is not finished, but another one follows"),
        }
    }

    fn deal(&mut self, round: &RoundRecord) -> Check<()> {
        let here = RecordPlace::Round(self.round);
        let players = self.position.players();
        let (expected, found) = (players.factories(), round.deal.len());
        let deal = Deal::new(players, &round.deal).filter(|_| expected == found);
        let Some(deal) = deal else {
            let error = crate::DealError::WrongFactories { expected, found };
            return fault(here, RecordReason::Deal(error));
        };
        let before = self.position;
        self.position
            .deal(&deal)
            .or_else(|e| fault(here, RecordReason::Deal(e)))?;
        (self.visit)(&before, Step::Deal(deal), &self.position);
        Ok(())
    }

    /// Applies the placements: all of a player, then the next player, clockwise from the start.
    fn tile(&mut self, tiling: &[Vec<Placement>]) -> Check<()> {
        let here = RecordPlace::Round(self.round);
        let players = self.position.players();
        let (expected, found) = (players.count(), tiling.len());
        if expected != found {
            return fault(
                here,
                RecordReason::PerPlayer {
                    what: "tiling",
                    expected,
                    found,
                },
            );
        }
        for seat in self.position.start().clockwise(players) {
            for &placement in &tiling[seat.index()] {
                let before = self.position;
                self.position.tile(seat, placement).or_else(|e| {
                    let place = RecordPlace::Tiling(self.round, seat, placement);
                    fault(place, RecordReason::Placement(e.reason))
                })?;
                (self.visit)(&before, Step::Tile(seat, placement), &self.position);
            }
        }
        Ok(())
    }
}

fn check_seat(place: RecordPlace, players: Players, seat: Seat) -> Check<()> {
    if seat.index() < players.count() {
        Ok(())
    } else {
        fault(place, RecordReason::NoSuchSeat(seat))
    }
}

fn same<T: PartialEq + Debug>(
    place: RecordPlace,
    what: &'static str,
    expected: impl IntoIterator<Item = T>,
    found: impl IntoIterator<Item = T>,
) -> Check<()> {
    let expected: Vec<T> = expected.into_iter().collect();
    let found: Vec<T> = found.into_iter().collect();
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
    fault(
        place,
        RecordReason::Differs {
            what,
            expected,
            found,
        },
    )
}

const fn fault<T>(place: RecordPlace, reason: RecordReason) -> Check<T> {
    Err(RecordFault { place, reason })
}
