//! The text around an online table: tags beside the names, banners, and the status line.

use azulejo_protocol::game::{SeatKind, SeatView};

use super::OnlineHost;
use crate::host::{GameHost as _, StyledText, Tone};
use crate::i18n::Key;

/// A clock below this is highlighted.
const LOW_TIME_MS: i64 = 20_000;

impl OnlineHost {
    /// The tag beside a name.
    pub(super) fn tag(&self, seat: &SeatView) -> Option<StyledText> {
        if !self.is_running() {
            return None;
        }
        if let Some(bot) = self.words.substitute(seat) {
            return Some(StyledText::new(Tone::Dim, bot));
        }
        let index = usize::from(seat.seat).checked_sub(1)?;
        let now = self.link.now();
        let mut parts = Vec::new();
        let mut tone = Tone::Dim;
        let away = self.mirror.presence.iter().flat_map(|p| &p.away);
        if let Some(away) = away.into_iter().find(|away| away.seat == seat.seat) {
            tone = Tone::Bad;
            parts.push(match away.until {
                Some(until) => {
                    let seconds = (until - now).max(0) / 1000;
                    let args = [("seconds", seconds.into())];
                    self.words.format(Key("away-until"), &args)
                }
                None => self.words.text(Key("away")),
            });
        }
        if let Some(clock) = &self.mirror.view.clock
            && let Some(left) = clock.left.get(index).copied().flatten()
        {
            let is_running = clock.running.contains(&seat.seat);
            let gone = if is_running { now - clock.at } else { 0 };
            let left = left - gone.max(0);
            if is_running && tone != Tone::Bad {
                tone = if left < LOW_TIME_MS {
                    Tone::Bad
                } else {
                    Tone::Strong
                };
            }
            parts.push(self.words.time_left(left));
        }
        (!parts.is_empty()).then(|| StyledText::new(tone, parts.join(" ")))
    }

    /// The names of seats as a list.
    fn list(&self, seats: &[u8]) -> String {
        let names: Vec<_> = seats.iter().map(|&seat| self.name(seat)).collect();
        self.words.list(&names)
    }

    fn rematch_banner(&self) -> Option<StyledText> {
        let rematch = self.mirror.view.rematch.as_ref()?;
        if rematch.game.is_some() {
            let text = self.words.text(Key("term-online-rematch-ready"));
            return Some(StyledText::new(Tone::Good, text));
        }
        if rematch.until <= self.link.now() {
            return None;
        }
        if rematch.agreed.iter().any(|&seat| self.holds(seat)) {
            let text = self.words.text(Key("rematch-waiting"));
            return Some(StyledText::new(Tone::Dim, text));
        }
        let &first = rematch.agreed.first()?;
        let name = self.name(first);
        let text = self
            .words
            .format(Key("rematch-wanted"), &[("name", name.into())]);
        Some(StyledText::new(Tone::Good, text))
    }

    /// The banners above the table.
    pub(super) fn current_banners(&self) -> Vec<StyledText> {
        let mut banners = Vec::new();
        if !self.link.is_up() {
            let text = self.words.text(Key("connection-lost"));
            banners.push(StyledText::new(Tone::Bad, text));
        }
        // (M) opens the menu, where they are answered, so that no keystroke answers by mistake.
        let with_menu = |text: String| StyledText::new(Tone::Good, format!("{text} (M)"));
        if let (Some(question), Some(_)) = (&self.mirror.view.undo, self.asked_for_undo()) {
            let args = [("name", self.name(question.seat).into())];
            banners.push(with_menu(self.words.format(Key("undo-question"), &args)));
        }
        if self.asks_for_undo().is_some() {
            let text = self.words.text(Key("undo-awaiting"));
            banners.push(StyledText::new(Tone::Dim, format!("{text} (M)")));
        }
        if self.has_people() {
            for seat in self.absent() {
                let args = [("name", self.name(seat).into())];
                banners.push(with_menu(self.words.format(Key("vote-question"), &args)));
            }
        }
        if self.lost_seat().is_some() {
            banners.push(with_menu(self.words.text(Key("seat-lost"))));
        }
        if self.is_running() && !self.has_people() {
            let watchers = self
                .mirror
                .presence
                .as_ref()
                .map_or(1, |p| p.watchers.max(1));
            let text = self
                .words
                .format(Key("watching"), &[("count", watchers.into())]);
            banners.push(StyledText::new(Tone::Dim, text));
        }
        if self.has_ended() && self.has_people() {
            banners.extend(self.rematch_banner());
        }
        banners
    }

    /// The player or event that the game is waiting for.
    pub(super) fn waiting_text_now(&self) -> Option<String> {
        if let Some(in_flight) = &self.in_flight {
            return Some(match (&in_flight.move_text, self.link.is_up()) {
                (Some(m), false) => self
                    .words
                    .format(Key("move-kept"), &[("move", m.as_str().into())]),
                (None, false) => self.words.text(Key("term-online-kept")),
                (_, true) => self.words.text(Key("term-online-sending")),
            });
        }
        let view = &self.mirror.view;
        if !view.choosing.is_empty() {
            let waiting = self.words.format(
                Key("waiting-names"),
                &[("names", self.list(&view.choosing).into())],
            );
            let has_chosen = self
                .mirror
                .own
                .as_ref()
                .is_some_and(|o| !o.chosen.is_empty());
            return Some(if has_chosen {
                format!("{} {waiting}", self.words.text(Key("choose-done")))
            } else {
                waiting
            });
        }
        let seat = self.position()?.to_move();
        let is_person = self
            .seat_view(seat)
            .is_some_and(|s| s.kind == SeatKind::Human && s.taken_over.is_none());
        is_person.then(|| {
            let args = [("name", self.names.of(seat).into())];
            self.words.format(Key("turn-of"), &args)
        })
    }
}
