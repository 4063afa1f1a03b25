//! Actions at an online table other than moves.

use azulejo_protocol::frame::{ClientFrame, Phrase};
use azulejo_protocol::game::{SeatKind, TakeoverReason};
use azulejo_rules::Seat;

use super::{LinkCommand, OnlineHost, seat_from_number};
use crate::host::{GameHost as _, StyledText, TableAction, Tone, Update};
use crate::i18n::Key;

impl OnlineHost {
    /// One of our seats, for actions that don't depend on the seat.
    pub(super) fn any_seat(&self) -> Option<u8> {
        self.mirror.seats().first().copied()
    }

    /// Our seat that has to answer a takeback request.
    pub(super) fn asked_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        question.awaited.iter().copied().find(|&s| self.holds(s))
    }

    /// Our seat that has requested a takeback.
    pub(super) fn asks_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        self.holds(question.seat).then_some(question.seat)
    }

    /// Our seat that a bot plays until we reclaim it.
    pub(super) fn lost_seat(&self) -> Option<u8> {
        self.mirror
            .view
            .seats
            .iter()
            .find(|seat| seat.taken_over == Some(TakeoverReason::Vote) && self.holds(seat.seat))
            .map(|seat| seat.seat)
    }

    /// The absent players that we may vote on and have not.
    pub(super) fn absent(&self) -> Vec<u8> {
        let (Some(presence), true) = (&self.mirror.presence, self.is_running()) else {
            return Vec::new();
        };
        let now = self.link.now();
        let has_voted = |away: u8| {
            let mut votes = self.mirror.view.votes.iter();
            votes.any(|vote| vote.seat == away && vote.voted.iter().any(|&s| self.holds(s)))
        };
        presence
            .away
            .iter()
            .filter(|away| away.vote_from.is_some_and(|from| from <= now))
            .map(|away| away.seat)
            .filter(|&seat| !self.holds(seat) && !has_voted(seat))
            .collect()
    }

    /// Our seats that can resign, the one to move first. If there are several, each is named, to
    /// prevent resigning the wrong one.
    fn resignations(&self) -> Vec<(TableAction, String)> {
        let mut seats: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|&seat| self.is_played_by_us(seat))
            .collect();
        let turn = self.mirror.to_choose();
        let turn = turn.or_else(|| self.position().map(azulejo_rules::Position::to_move));
        seats.sort_by_key(|&seat| Some(seat) != turn);
        let text = self.words.text(Key("action-resign"));
        let is_one = seats.len() == 1;
        let label = |seat: Seat| match is_one {
            true => text.clone(),
            false => format!("{text} ({})", self.names.of(seat)),
        };
        let actions = seats
            .iter()
            .map(|&seat| (TableAction::Resign(seat), label(seat)));
        actions.collect()
    }

    /// The players who can be muted or unmuted.
    fn mutes(&self) -> Vec<(TableAction, String)> {
        let seats = self.mirror.view.seats.iter();
        let others = seats
            .filter(|seat| seat.kind == SeatKind::Human && !self.holds(seat.seat))
            .filter(|_| self.has_phrases)
            .filter_map(|seat| seat_from_number(seat.seat));
        let action = |seat| {
            let is_muted = self.muted.contains(&seat);
            let key = if is_muted {
                Key("term-online-unmute")
            } else {
                Key("term-online-mute")
            };
            let text = self
                .words
                .format(key, &[("name", self.names.of(seat).into())]);
            (TableAction::Mute(seat, !is_muted), text)
        };
        others.map(action).collect()
    }

    fn mute(&mut self, seat: Seat, is_muted: bool) {
        self.muted.retain(|&other| other != seat);
        let key = if is_muted {
            self.muted.push(seat);
            Key("term-online-muted")
        } else {
            Key("term-online-unmuted")
        };
        let text = self
            .words
            .format(key, &[("name", self.names.of(seat).into())]);
        self.updates
            .push(Update::Note(StyledText::new(Tone::Dim, text)));
    }

    /// The actions that are available now.
    pub(super) fn available_actions(&self) -> Vec<(TableAction, String)> {
        let mut actions = Vec::new();
        let mut add = |action, key| actions.push((action, self.words.text(key)));
        if self.asked_for_undo().is_some() {
            add(TableAction::AnswerUndo(true), Key("undo-allow"));
            add(TableAction::AnswerUndo(false), Key("undo-deny"));
        }
        if self.asks_for_undo().is_some() {
            add(TableAction::WithdrawUndo, Key("undo-withdraw"));
        }
        if self.lost_seat().is_some() {
            add(TableAction::TakeBack, Key("seat-take-back"));
        }
        let has_seat = self.has_people();
        if self.has_ended() && has_seat {
            let rematch = self.mirror.view.rematch.as_ref();
            let agreed = rematch.is_some_and(|r| r.agreed.iter().any(|&s| self.holds(s)));
            match rematch {
                Some(rematch) if rematch.game.is_some() => {
                    add(TableAction::NextGame, Key("rematch-open"));
                }
                _ if agreed => add(TableAction::Rematch(false), Key("rematch-withdraw")),
                _ => add(TableAction::Rematch(true), Key("action-rematch")),
            }
        }
        if has_seat {
            for seat in self.absent() {
                let text = format!("{}: {}", self.words.text(Key("vote-bot")), self.name(seat));
                actions.extend(seat_from_number(seat).map(|seat| (TableAction::Vote(seat), text)));
            }
            // The phrases are a separate list.
            actions.push((TableAction::Say(Phrase::Hello), self.words.text(Key("say"))));
        }
        actions.extend(self.resignations());
        actions.extend(self.mutes());
        actions.push((
            TableAction::Leave,
            self.words.text(Key("term-online-leave")),
        ));
        actions
    }

    pub(super) fn perform_action(&mut self, action: TableAction) {
        match action {
            TableAction::AnswerUndo(agree) => {
                if let Some(seat) = self.asked_for_undo() {
                    self.command(None, |game, id| ClientFrame::AnswerUndo {
                        game,
                        id,
                        seat,
                        agree,
                    });
                }
            }
            TableAction::WithdrawUndo => {
                if let Some(seat) = self.asks_for_undo() {
                    let agree = false;
                    self.command(None, |game, id| ClientFrame::AnswerUndo {
                        game,
                        id,
                        seat,
                        agree,
                    });
                }
            }
            TableAction::Vote(away) => {
                if let Some(seat) = self.any_seat() {
                    let away = away.number() as u8;
                    self.command(None, |game, id| ClientFrame::Vote {
                        game,
                        id,
                        seat,
                        away,
                    });
                }
            }
            TableAction::TakeBack => {
                if let Some(seat) = self.lost_seat() {
                    self.command(None, |game, id| ClientFrame::TakeBack { game, id, seat });
                }
            }
            TableAction::Say(phrase) => {
                let Some(seat) = self.any_seat() else { return };
                if self.link.is_up() {
                    let game = self.game();
                    let frame = ClientFrame::Say { game, seat, phrase };
                    self.link.command(LinkCommand::BestEffort(Box::new(frame)));
                } else {
                    let text = self.words.text(Key("connection-lost"));
                    self.notify(Tone::Bad, text);
                }
            }
            TableAction::Resign(seat) => {
                let seat = seat.number() as u8;
                self.command(None, |game, id| ClientFrame::Resign { game, id, seat });
            }
            TableAction::Rematch(agree) => {
                self.command(None, |game, id| ClientFrame::Rematch { game, id, agree });
            }
            TableAction::Mute(seat, is_muted) => self.mute(seat, is_muted),
            TableAction::NextGame | TableAction::Leave => {}
        }
    }
}
