//! What can be done at a table besides playing: a small menu that opens only when it is asked for,
//! so that nothing that is typed in a game can answer a question by mistake.

use azulejo_protocol::frame::Phrase;
use azulejo_rules::Seat;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{GameScreen, Leave};
use crate::host::Act;
use crate::i18n::Key;
use crate::words::Words;

/// The phrases, from the first greeting to the last.
pub(crate) const PHRASES: [Phrase; 10] = [
    Phrase::Hello,
    Phrase::GoodLuck,
    Phrase::NiceMove,
    Phrase::Oops,
    Phrase::OneMoment,
    Phrase::Back,
    Phrase::WellPlayed,
    Phrase::Thanks,
    Phrase::GoodGame,
    Phrase::Another,
];

/// Which list is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    Acts,
    Phrases,
    /// Resigning is asked twice, for the seat that was chosen.
    Resign(Seat),
}

/// The menu of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActMenu {
    page: Page,
    cursor: usize,
}

impl GameScreen {
    pub(super) fn open_acts(&mut self) {
        self.acts = Some(ActMenu {
            page: Page::Acts,
            cursor: 0,
        });
    }

    /// The lines of the menu, and which one is chosen; nothing while it is closed.
    pub(crate) fn act_lines(&self, words: &Words) -> Option<(String, Vec<String>, usize)> {
        let menu = self.acts?;
        let (title, lines) = match menu.page {
            Page::Acts => {
                let acts = self.host.acts();
                let lines: Vec<_> = acts.into_iter().map(|(_, text)| text).collect();
                (words.text(Key("term-menu")), lines)
            }
            Page::Phrases => {
                let lines: Vec<_> = PHRASES.iter().map(|&p| words.phrase(p)).collect();
                (words.text(Key("say")), lines)
            }
            Page::Resign(seat) => {
                let acts = self.host.acts().into_iter();
                let mut resign = acts.filter(|(act, _)| *act == Act::Resign(seat));
                // It may be too late by now: then there is only the way back.
                let lines = [words.text(Key("action-cancel"))].into_iter();
                let lines = lines.chain(resign.next().map(|(_, text)| text));
                (words.text(Key("ask-resign")), lines.collect())
            }
        };
        // What can be done may have become less while somebody looked.
        let cursor = menu.cursor.min(lines.len().saturating_sub(1));
        Some((title, lines, cursor))
    }

    pub(super) fn acts_key(&mut self, key: KeyEvent, words: &Words) -> Option<Leave> {
        let (_, lines, cursor) = self.act_lines(words)?;
        let menu = self.acts.as_mut()?;
        let n = lines.len().max(1);
        match key.code {
            KeyCode::Up => menu.cursor = (cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => menu.cursor = (cursor + 1) % n,
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose_act(cursor),
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('m' | 'M' | 'q' | 'Q') => {
                self.acts = match menu.page {
                    Page::Acts => None,
                    Page::Phrases | Page::Resign(_) => Some(ActMenu {
                        page: Page::Acts,
                        cursor: 0,
                    }),
                };
            }
            KeyCode::Char(c) => {
                let chosen = c.to_digit(10).map(|n| (n as usize + 9) % 10);
                if let Some(i) = chosen.filter(|&i| i < lines.len()) {
                    return self.choose_act(i);
                }
            }
            _ => {}
        }
        None
    }

    fn choose_act(&mut self, i: usize) -> Option<Leave> {
        let page = self.acts.take()?.page;
        let open = |page| Some(ActMenu { page, cursor: 0 });
        match page {
            Page::Acts => match self.host.acts().get(i)?.0 {
                Act::Say(_) => self.acts = open(Page::Phrases),
                Act::Resign(seat) => self.acts = open(Page::Resign(seat)),
                Act::Leave => return Some(Leave::Menu),
                Act::NextGame => return Some(Leave::NextGame),
                act => self.host.act(act),
            },
            Page::Phrases => self.host.act(Act::Say(*PHRASES.get(i)?)),
            Page::Resign(seat) if i == 1 => self.host.act(Act::Resign(seat)),
            Page::Resign(_) => {}
        }
        None
    }

    /// Another game: at once, or by agreement where others are asked.
    pub(super) fn play_again(&mut self) -> Option<Leave> {
        if self.host.next_game().is_some() {
            return Some(Leave::NextGame);
        }
        let acts = self.host.acts();
        if acts.is_empty() {
            return Some(Leave::NewGame);
        }
        let rematch = acts
            .into_iter()
            .map(|(act, _)| act)
            .find(|act| *act == Act::Rematch(true));
        if let Some(rematch) = rematch {
            self.host.act(rematch);
        }
        None
    }

    /// The key for another game, where there can be one.
    pub(super) fn again_key(&self, words: &Words) -> Option<(&'static str, String)> {
        let acts = self.host.acts();
        if acts.is_empty() {
            return Some(("N", words.text(Key("term-new-game"))));
        }
        let again = [Act::NextGame, Act::Rematch(true)];
        let found = acts.into_iter().find(|(act, _)| again.contains(act));
        found.map(|(_, text)| ("N", text))
    }
}
