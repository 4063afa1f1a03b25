//! Undo: asking, answering and taking back moves.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;

use azulejo_protocol::id::PlayerId;

use super::{Check, Draft, UNDO_ANSWER, refuse};
use crate::event::Event;
use crate::{PendingUndo, SeatNumber};

impl Draft<'_> {
    pub(super) fn undo(&mut self, player: PlayerId, seat: SeatNumber, to: u32) -> Check {
        let asker = self.own_running_seat(player, seat)?;
        if !self.table.undo_to(asker).contains(&to) {
            return refuse(ProblemCode::NoUndo);
        }
        match self.table.settings.undo {
            UndoPolicy::Off => refuse(ProblemCode::NoUndo),
            UndoPolicy::Free => self.push(Event::Undone { seat, to }),
            UndoPolicy::Ask if self.table.other_people(asker).is_empty() => {
                self.push(Event::Undone { seat, to })
            }
            UndoPolicy::Ask if self.table.undo.is_some() => refuse(ProblemCode::TooMany),
            UndoPolicy::Ask => self.push(Event::UndoAsked {
                seat,
                to,
                until: self.now + UNDO_ANSWER,
            }),
        }
    }

    pub(super) fn answer_undo(&mut self, player: PlayerId, seat: SeatNumber, agree: bool) -> Check {
        self.own_running_seat(player, seat)?;
        // A lapsed question is gone, even if no tick has removed it yet.
        let open = |asked: &PendingUndo| asked.until > self.now;
        let Some(asked) = self.table.undo.clone().filter(open) else {
            return refuse(ProblemCode::WrongPhase);
        };
        let asker = asked.seat.into();
        let player = Some(player.into());
        let is_asker = self.seat(asked.seat).person() == player;
        if is_asker && !agree {
            // The question is withdrawn, which uses it up.
            return self.push(Event::UndoRefused { seat: asker });
        }
        let awaited = self.table.other_people(asked.seat);
        // One answer per person, under the seat that was asked.
        let Some(&answering) = awaited
            .iter()
            .find(|&&awaited| self.seat(awaited).person() == player)
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !agree {
            return self.push(Event::UndoRefused { seat: asker });
        }
        if !asked.agreed.contains(&answering) {
            self.push(Event::UndoAgreed {
                seat: answering.into(),
            })?;
        }
        self.undo_once_agreed()
    }

    pub(super) fn undo_once_agreed(&mut self) -> Check {
        let Some(asked) = self.table.undo.clone() else {
            return Ok(());
        };
        let all = self
            .table
            .other_people(asked.seat)
            .iter()
            .all(|seat| asked.agreed.contains(seat));
        if all {
            self.push(Event::Undone {
                seat: asked.seat.into(),
                to: asked.to,
            })?;
        }
        Ok(())
    }
}
