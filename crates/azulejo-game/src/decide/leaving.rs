//! Leaving, votes against absent players, reclaiming a seat and rematches.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{EndedBy, Status, TakeoverReason};

use azulejo_protocol::id::PlayerId;
use azulejo_rules::Seat;

use super::{Check, Draft, REMATCH_OFFER, SUBSTITUTE, refuse};
use crate::event::Event;
use crate::{SeatNumber, Table};

impl Draft<'_> {
    /// Removes a player. In a two-player game the opponent wins; otherwise a bot plays on, and the
    /// game ends when no person is left to play or only one seat can still win.
    pub(super) fn leave(&mut self, seat: Seat, by: EndedBy, reason: TakeoverReason) -> Check {
        let contenders = self.table.seats.iter().filter(|s| s.can_win).count();
        let people = self
            .table
            .seats
            .iter()
            .filter(|s| s.can_win && s.acting_person().is_some())
            .count();
        if self.table.seats.len() == 2 || contenders < 2 || people == 0 {
            return self.end(by, Some(seat));
        }
        self.push(Event::TakenOver {
            seat: seat.into(),
            level: SUBSTITUTE,
            reason,
        })?;
        self.undo_once_agreed()?;
        self.advance()
    }

    pub(super) fn vote(
        &mut self,
        player: PlayerId,
        seat: SeatNumber,
        away: SeatNumber,
        absent: &[Seat],
    ) -> Check {
        self.own_running_seat(player, seat)?;
        let away = self.find(away)?;
        let target = self.seat(away);
        let player = Some(player.into());
        if target.acting_person().is_none() || target.person() == player {
            return refuse(ProblemCode::Forbidden);
        }
        let voters = self.table.other_people(away);
        let Some(&voter) = voters
            .iter()
            .find(|&&voter| self.seat(voter).person() == player)
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !self.table.votes[away.index()].contains(&voter) {
            self.push(Event::Voted {
                seat: voter.into(),
                away: away.into(),
            })?;
        }
        self.count_votes(away, absent)
    }

    /// Replaces a player by a bot if the vote has passed.
    pub(super) fn count_votes(&mut self, away: Seat, absent: &[Seat]) -> Check {
        if self.table.vote_passes(away, absent) {
            self.push(Event::TakenOver {
                seat: away.into(),
                level: SUBSTITUTE,
                reason: TakeoverReason::Vote,
            })?;
            self.undo_once_agreed()?;
        }
        Ok(())
    }

    pub(super) fn reclaim(&mut self, player: PlayerId, seat: SeatNumber) -> Check {
        self.running()?;
        let state = self.seat(self.find(seat)?);
        if state.person() != Some(player.into()) {
            return refuse(ProblemCode::NotYourSeat);
        }
        match state.taken_over {
            Some((_, TakeoverReason::Vote)) => self.push(Event::TakenBack { seat }),
            _ => refuse(ProblemCode::Forbidden),
        }
    }

    pub(super) fn rematch(&mut self, player: PlayerId, agree: bool) -> Check {
        if self.table.status != Status::Finished {
            return refuse(ProblemCode::WrongPhase);
        }
        let Some(seat) = self.table.seats_of(player).next() else {
            return refuse(ProblemCode::NotYourSeat);
        };
        let rematch = self.table.rematch.as_ref();
        if rematch.is_some_and(|r| r.game.is_some() || r.until <= self.now) {
            return refuse(ProblemCode::WrongPhase);
        }
        let agreed = rematch.is_some_and(|r| r.agreed.contains(&seat));
        let seat = seat.into();
        match (agree, agreed) {
            (true, false) => self.push(Event::RematchAgreed {
                seat,
                until: self.now + REMATCH_OFFER,
            }),
            (false, true) => self.push(Event::RematchWithdrawn { seat }),
            _ => Ok(()),
        }
    }
}

impl Table {
    /// Returns whether a vote has passed: there are votes, and all voters without one are absent.
    pub fn vote_passes(&self, away: Seat, absent: &[Seat]) -> bool {
        let votes = &self.votes[away.index()];
        let agrees = |voter: &Seat| votes.contains(voter) || absent.contains(voter);
        !votes.is_empty() && self.other_people(away).iter().all(agrees)
    }
}
