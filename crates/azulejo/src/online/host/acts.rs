//! What can be done at a table on a server besides playing.

use azulejo_protocol::frame::{ClientFrame, Phrase};
use azulejo_protocol::game::{SeatKind, TakeoverReason};
use azulejo_rules::Seat;

use super::{OnlineHost, Order, number};
use crate::host::{Act, Host as _, Said, Tone, Update};
use crate::i18n::Key;

impl OnlineHost {
    /// The seat with which we act where it does not matter which.
    pub(super) fn any_seat(&self) -> Option<u8> {
        self.mirror.seats().first().copied()
    }

    /// The seat of ours that is asked whether somebody may take back moves.
    pub(super) fn asked_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        question.awaited.iter().copied().find(|&s| self.holds(s))
    }

    /// The seat of ours that asks to take back moves.
    pub(super) fn asks_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        self.holds(question.seat).then_some(question.seat)
    }

    /// The seat of ours that a bot plays until we want it back.
    pub(super) fn lost_seat(&self) -> Option<u8> {
        self.mirror
            .view
            .seats
            .iter()
            .find(|seat| seat.taken_over == Some(TakeoverReason::Vote) && self.holds(seat.seat))
            .map(|seat| seat.seat)
    }

    /// Those who are away for so long that we may vote, and have not.
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

    /// The seats of ours that can resign, the one whose turn it is first. Where there are several,
    /// each is named: nobody is to lose a game that somebody else wanted to give up.
    fn resignations(&self) -> Vec<(Act, String)> {
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
        let acts = seats.iter().map(|&seat| (Act::Resign(seat), label(seat)));
        acts.collect()
    }

    /// Whose phrases can be hidden, or shown again.
    fn mutes(&self) -> Vec<(Act, String)> {
        let seats = self.mirror.view.seats.iter();
        let others = seats
            .filter(|seat| seat.kind == SeatKind::Human && !self.holds(seat.seat))
            .filter(|_| self.has_phrases)
            .filter_map(|seat| number(seat.seat));
        let act = |seat| {
            let is_muted = self.muted.contains(&seat);
            let key = if is_muted {
                Key("term-online-unmute")
            } else {
                Key("term-online-mute")
            };
            let text = self.words.say(key, &[("name", self.names.of(seat).into())]);
            (Act::Mute(seat, !is_muted), text)
        };
        others.map(act).collect()
    }

    fn mute(&mut self, seat: Seat, is_muted: bool) {
        self.muted.retain(|&other| other != seat);
        let key = if is_muted {
            self.muted.push(seat);
            Key("term-online-muted")
        } else {
            Key("term-online-unmuted")
        };
        let text = self.words.say(key, &[("name", self.names.of(seat).into())]);
        self.news.push(Update::Note(Said::new(Tone::Dim, text)));
    }

    /// What can be done now, besides playing.
    pub(super) fn acts_now(&self) -> Vec<(Act, String)> {
        let mut acts = Vec::new();
        let mut add = |act, key| acts.push((act, self.words.text(key)));
        if self.asked_for_undo().is_some() {
            add(Act::AnswerUndo(true), Key("undo-allow"));
            add(Act::AnswerUndo(false), Key("undo-deny"));
        }
        if self.asks_for_undo().is_some() {
            add(Act::WithdrawUndo, Key("undo-withdraw"));
        }
        if self.lost_seat().is_some() {
            add(Act::TakeBack, Key("seat-take-back"));
        }
        let has_seat = self.has_people();
        if self.has_ended() && has_seat {
            let rematch = self.mirror.view.rematch.as_ref();
            let agreed = rematch.is_some_and(|r| r.agreed.iter().any(|&s| self.holds(s)));
            match rematch {
                Some(rematch) if rematch.game.is_some() => add(Act::NextGame, Key("rematch-open")),
                _ if agreed => add(Act::Rematch(false), Key("rematch-withdraw")),
                _ => add(Act::Rematch(true), Key("action-rematch")),
            }
        }
        if has_seat {
            for seat in self.absent() {
                let text = format!("{}: {}", self.words.text(Key("vote-bot")), self.name(seat));
                acts.extend(number(seat).map(|seat| (Act::Vote(seat), text)));
            }
            // The phrases are a list of their own.
            acts.push((Act::Say(Phrase::Hello), self.words.text(Key("say"))));
        }
        acts.extend(self.resignations());
        acts.extend(self.mutes());
        acts.push((Act::Leave, self.words.text(Key("term-online-leave"))));
        acts
    }

    pub(super) fn act_now(&mut self, act: Act) {
        match act {
            Act::AnswerUndo(agree) => {
                if let Some(seat) = self.asked_for_undo() {
                    self.command(None, |game, id| ClientFrame::AnswerUndo {
                        game,
                        id,
                        seat,
                        agree,
                    });
                }
            }
            Act::WithdrawUndo => {
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
            Act::Vote(away) => {
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
            Act::TakeBack => {
                if let Some(seat) = self.lost_seat() {
                    self.command(None, |game, id| ClientFrame::TakeBack { game, id, seat });
                }
            }
            Act::Say(phrase) => {
                let Some(seat) = self.any_seat() else { return };
                if self.link.is_up() {
                    let game = self.game();
                    let frame = ClientFrame::Say { game, seat, phrase };
                    self.link.order(Order::Say(Box::new(frame)));
                } else {
                    let text = self.words.text(Key("connection-lost"));
                    self.tell(Tone::Bad, text);
                }
            }
            Act::Resign(seat) => {
                let seat = seat.number() as u8;
                self.command(None, |game, id| ClientFrame::Resign { game, id, seat });
            }
            Act::Rematch(agree) => {
                self.command(None, |game, id| ClientFrame::Rematch { game, id, agree });
            }
            Act::Mute(seat, is_muted) => self.mute(seat, is_muted),
            Act::NextGame | Act::Leave => {}
        }
    }
}
