//! Leaving, votes against absent players, reclaiming a seat and rematches.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{EndedBy, Status, TakeoverReason};

use super::{Check, Draft, REMATCH_MS, SUBSTITUTE, refuse};
use crate::Table;
use crate::event::Event;

impl Draft<'_> {
    /// Removes a player. In a two-player game the opponent wins; otherwise a bot plays on, and the
    /// game ends when no person is left to play or only one seat can still win.
    pub(super) fn leave(&mut self, seat: u8, by: EndedBy, reason: TakeoverReason) -> Check {
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
            seat,
            level: SUBSTITUTE,
            reason,
        })?;
        self.undo_once_agreed()?;
        self.advance()
    }

    pub(super) fn vote(&mut self, player: &str, seat: u8, away: u8, absent: &[u8]) -> Check {
        self.own_running_seat(player, seat)?;
        let target = self.seat(away)?;
        if target.acting_person().is_none() || target.person() == Some(player) {
            return refuse(ProblemCode::Forbidden);
        }
        let index = usize::from(away) - 1;
        let voters = self.table.other_people(index);
        let Some(&voter) = voters
            .iter()
            .find(|&&seat| self.table.seats[seat].person() == Some(player))
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !self.table.votes[index].contains(&voter) {
            self.push(Event::Voted {
                seat: voter as u8 + 1,
                away,
            })?;
        }
        self.count_votes(away, absent)
    }

    /// Replaces a player by a bot if the vote has passed.
    pub(super) fn count_votes(&mut self, away: u8, absent: &[u8]) -> Check {
        if self.table.vote_passes(usize::from(away) - 1, absent) {
            self.push(Event::TakenOver {
                seat: away,
                level: SUBSTITUTE,
                reason: TakeoverReason::Vote,
            })?;
            self.undo_once_agreed()?;
        }
        Ok(())
    }

    pub(super) fn reclaim(&mut self, player: &str, seat: u8) -> Check {
        self.running()?;
        let state = self.seat(seat)?;
        if state.person() != Some(player) {
            return refuse(ProblemCode::NotYourSeat);
        }
        match state.taken_over {
            Some((_, TakeoverReason::Vote)) => self.push(Event::TakenBack { seat }),
            _ => refuse(ProblemCode::Forbidden),
        }
    }

    pub(super) fn rematch(&mut self, player: &str, agree: bool) -> Check {
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
        let seat = seat as u8 + 1;
        match (agree, agreed) {
            (true, false) => self.push(Event::RematchAgreed {
                seat,
                until: self.now + REMATCH_MS,
            }),
            (false, true) => self.push(Event::RematchWithdrawn { seat }),
            _ => Ok(()),
        }
    }
}

impl Table {
    /// Returns whether a vote has passed: there are votes, and all voters without one are absent.
    pub fn vote_passes(&self, away: usize, absent: &[u8]) -> bool {
        let votes = &self.votes[away];
        let agrees = |voter: &usize| votes.contains(voter) || absent.contains(&(*voter as u8 + 1));
        !votes.is_empty() && self.other_people(away).iter().all(agrees)
    }
}
