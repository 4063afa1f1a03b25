//! Undo: asking, answering and taking back moves.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;

use super::{Check, Draft, UNDO_ANSWER_MS, refuse};
use crate::PendingUndo;
use crate::event::Event;

impl Draft<'_> {
    pub(super) fn undo(&mut self, player: &str, seat: u8, to: u32) -> Check {
        self.own_running_seat(player, seat)?;
        let index = usize::from(seat) - 1;
        if !self.table.undo_to(index).contains(&to) {
            return refuse(ProblemCode::NoUndo);
        }
        match self.table.settings.undo {
            UndoPolicy::Off => refuse(ProblemCode::NoUndo),
            UndoPolicy::Free => self.push(Event::Undone { seat, to }),
            UndoPolicy::Ask if self.table.other_people(index).is_empty() => {
                self.push(Event::Undone { seat, to })
            }
            UndoPolicy::Ask if self.table.undo.is_some() => refuse(ProblemCode::TooMany),
            UndoPolicy::Ask => self.push(Event::UndoAsked {
                seat,
                to,
                until: self.now + UNDO_ANSWER_MS,
            }),
        }
    }

    pub(super) fn answer_undo(&mut self, player: &str, seat: u8, agree: bool) -> Check {
        self.own_running_seat(player, seat)?;
        // A lapsed question is gone, even if no tick has removed it yet.
        let open = |asked: &PendingUndo| asked.until > self.now;
        let Some(asked) = self.table.undo.clone().filter(open) else {
            return refuse(ProblemCode::WrongPhase);
        };
        let asker = asked.seat as u8 + 1;
        let is_asker = self.table.seats[asked.seat].person() == Some(player);
        if is_asker && !agree {
            // The question is withdrawn, which uses it up.
            return self.push(Event::UndoRefused { seat: asker });
        }
        let awaited = self.table.other_people(asked.seat);
        // One answer per person, under the seat that was asked.
        let Some(&answering) = awaited
            .iter()
            .find(|&&seat| self.table.seats[seat].person() == Some(player))
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !agree {
            return self.push(Event::UndoRefused { seat: asker });
        }
        if !asked.agreed.contains(&answering) {
            self.push(Event::UndoAgreed {
                seat: answering as u8 + 1,
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
                seat: asked.seat as u8 + 1,
                to: asked.to,
            })?;
        }
        Ok(())
    }
}
