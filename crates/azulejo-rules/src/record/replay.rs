//! Replaying a record and checking every step against the rules.

use alloc::format;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::replay_error::{RecordPlace, ReplayError, ReplayErrorKind};
use super::{EndedBy, Record, RoundRecord, check_name};
use crate::{
    Deal, DealError, Move, Phase, Placement, PlayerCount, Position, Seat, SettleError, Standing,
};

/// One step of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// The result of replaying a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Replayed {
    /// The final position.
    pub position: Position,
    /// The way the game ended, or `None` if it is in progress.
    pub ended_by: Option<EndedBy>,
}

type Check<T> = Result<T, ReplayError>;

impl Record {
    /// Replays the record, checks it against the rules and returns the final position.
    ///
    /// # Errors
    /// Returns the first place at which it does not follow the rules.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Game, Seat, Wall};
    ///
    /// let names = vec!["Ana".to_owned(), "Ben".to_owned()];
    /// let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
    /// game.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// game.play("2Y2".parse()?)?;
    /// let mut record = game.into_record();
    /// assert_eq!(record.replay()?.position.to_move(), Seat::TWO);
    ///
    /// record.rounds[0].moves.push("2Y3".parse()?);
    /// let error = record.replay().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "round 1, move 2 (2Y3): there are no tiles of that colour there"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self) -> Result<Replayed, ReplayError> {
        self.walk(|_, _, _| ())
    }

    /// Like [`replay`](Self::replay), but calls `visit` for each step with the positions before and
    /// after it.
    ///
    /// # Errors
    /// Returns the first place at which the record does not follow the rules; the steps before it have
    /// been visited.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::record::Step;
    /// use azulejo_rules::{Game, Seat, Wall};
    ///
    /// let names = vec!["Ana".to_owned(), "Ben".to_owned()];
    /// let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
    /// game.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// game.play("2Y2".parse()?)?;
    /// let record = game.into_record();
    /// let mut moves = Vec::new();
    /// record.walk(|before, step, _after| {
    ///     if let Step::Move(m) = step {
    ///         moves.push((before.to_move(), m.to_string()));
    ///     }
    /// })?;
    /// assert_eq!(moves, [(Seat::ONE, "2Y2".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(
        &self,
        mut visit: impl FnMut(&Position, Step, &Position),
    ) -> Result<Replayed, ReplayError> {
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

    fn check_players(&self) -> Check<PlayerCount> {
        let count = self.players.len();
        let Some(players) = PlayerCount::new(count) else {
            return fail(
                RecordPlace::Game,
                ReplayErrorKind::Incomplete("a game has 2 to 4 players"),
            );
        };
        if let Err(error) = self.players.iter().try_for_each(|name| check_name(name)) {
            return fail(
                RecordPlace::Game,
                ReplayErrorKind::Incomplete(error.message()),
            );
        }
        check_seat(RecordPlace::Start, players, self.start)?;
        Ok(players)
    }

    fn check_end(&self, position: &Position) -> Check<()> {
        let incomplete = |reason| fail(RecordPlace::Game, ReplayErrorKind::Incomplete(reason));
        let wrong_result = |reason| fail(RecordPlace::Result, ReplayErrorKind::Incomplete(reason));
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
                        "the game is over, so bonuses, scores and winners must all be present",
                    );
                };
                let standings = outcome.standings();
                check_equal(
                    RecordPlace::Game,
                    "bonuses (rows, columns and colours of each player)",
                    standings
                        .iter()
                        .map(|s| [s.bonuses.rows, s.bonuses.columns, s.bonuses.colours]),
                    bonuses
                        .iter()
                        .map(|b| [b.bonuses.rows, b.bonuses.columns, b.bonuses.colours]),
                )?;
                check_equal(
                    RecordPlace::Game,
                    "final scores",
                    standings.iter().map(Standing::score),
                    scores.iter().copied(),
                )?;
                check_equal(
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
                incomplete("the game is not over, so there can be no bonuses or final scores")
            }
            (None, Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)))
                if position.players() == PlayerCount::Two =>
            {
                check_equal(
                    RecordPlace::Game,
                    "winners",
                    [seat.next(PlayerCount::Two).number()],
                    self.winners.iter().flatten().map(|seat| seat.number()),
                )
            }
            (None, _) if self.winners.is_some() => {
                incomplete("the game has no winner, so there can be no list of winners")
            }
            (None, _) => Ok(()),
        }
    }

    fn check_takeovers(&self, players: PlayerCount) -> Check<()> {
        for (i, takeover) in self.takeovers.iter().flatten().enumerate() {
            let here = RecordPlace::Takeover(i + 1);
            check_seat(here, players, takeover.seat)?;
            // A record that was not parsed may contain round 0.
            let index = usize::from(takeover.round).checked_sub(1);
            let round = index.and_then(|i| self.rounds.get(i));
            if !round.is_some_and(|r| (1..=r.moves.len() + 1).contains(&takeover.at_move.into())) {
                return fail(
                    here,
                    ReplayErrorKind::Incomplete("the game did not reach that round and move"),
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
            return fail(
                here,
                ReplayErrorKind::Incomplete("the game was over before this round"),
            );
        }
        if self.round > usize::from(crate::ROUND_LIMIT) {
            return fail(
                here,
                ReplayErrorKind::Incomplete("a game has at most 999 rounds"),
            );
        }
        check_seat(here, players, round.start)?;
        if round.start != self.position.start() {
            let (expected, found) = (self.position.start(), round.start);
            return fail(here, ReplayErrorKind::Start { expected, found });
        }
        self.deal(round)?;
        for (i, &m) in round.moves.iter().enumerate() {
            let before = self.position;
            self.position.play(m).or_else(|e| {
                fail(
                    RecordPlace::Move(self.round, i + 1, m),
                    ReplayErrorKind::Move(e.reason),
                )
            })?;
            (self.visit)(&before, Step::Move(m), &self.position);
        }
        let offer_is_open = self.position.phase() == Phase::Offer;
        let incomplete = |reason| fail(here, ReplayErrorKind::Incomplete(reason));
        match (&round.tiling, &round.scores) {
            (Some(_), _) | (_, Some(_)) if offer_is_open => {
                incomplete("tiles are still on offer, so there can be no tiling or scores yet")
            }
            (None, Some(_)) => incomplete("a round with scores must have its tiling"),
            (Some(tiling), Some(scores)) => {
                self.tile(tiling)?;
                if self.position.phase() == Phase::Tiling {
                    let before = self.position;
                    if let Err(SettleError::NotTiled(seat, line)) = self.position.settle() {
                        return fail(here, ReplayErrorKind::NotTiled(seat, line));
                    }
                    (self.visit)(&before, Step::Settle, &self.position);
                }
                let after = self.position.boards().map(|(_, board)| board.score());
                check_equal(here, "scores", after, scores.iter().copied())
            }
            (tiling, None) if is_last => {
                if let Some(tiling) = tiling {
                    self.tile(tiling)?;
                }
                match self.position.phase() {
                    Phase::Offer | Phase::Tiling => Ok(()),
                    _ => incomplete(
                        "the round is finished, so its tiling and scores must be present",
                    ),
                }
            }
            (_, None) => incomplete("the round is not finished, but another round follows"),
        }
    }

    fn deal(&mut self, round: &RoundRecord) -> Check<()> {
        let here = RecordPlace::Round(self.round);
        let players = self.position.players();
        let (expected, found) = (players.factories(), round.deal.len());
        let deal = match Deal::new(players, &round.deal) {
            Ok(deal) if expected == found => deal,
            _ => {
                let error = DealError::WrongFactories { expected, found };
                return fail(here, ReplayErrorKind::Deal(error));
            }
        };
        let before = self.position;
        self.position
            .deal(&deal)
            .or_else(|e| fail(here, ReplayErrorKind::Deal(e)))?;
        (self.visit)(&before, Step::Deal(deal), &self.position);
        Ok(())
    }

    /// Applies the placements player by player, clockwise from the start player.
    fn tile(&mut self, tiling: &[Vec<Placement>]) -> Check<()> {
        let here = RecordPlace::Round(self.round);
        let players = self.position.players();
        let (expected, found) = (players.count(), tiling.len());
        if expected != found {
            return fail(
                here,
                ReplayErrorKind::PerPlayer {
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
                    fail(place, ReplayErrorKind::Placement(e.reason))
                })?;
                (self.visit)(&before, Step::Tile(seat, placement), &self.position);
            }
        }
        Ok(())
    }
}

fn check_seat(place: RecordPlace, players: PlayerCount, seat: Seat) -> Check<()> {
    if seat.index() < players.count() {
        Ok(())
    } else {
        fail(place, ReplayErrorKind::NoSuchSeat(seat))
    }
}

fn check_equal<T: PartialEq + Debug>(
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
    fail(
        place,
        ReplayErrorKind::Differs {
            what,
            expected,
            found,
        },
    )
}

const fn fail<T>(place: RecordPlace, reason: ReplayErrorKind) -> Check<T> {
    Err(ReplayError { place, reason })
}
