//! What can be done at a table besides playing: a small menu that opens only when it is asked for,
//! so that nothing that is typed in a game can answer a question by mistake.

use azulejo_protocol::frame::Phrase;
use azulejo_rules::Seat;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{GameScreen, Leave};
use crate::host::TableAction;
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
    Actions,
    Phrases,
    /// Resigning is asked twice, for the seat that was chosen.
    Resign(Seat),
}

/// The menu of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActionMenu {
    page: Page,
    cursor: usize,
}

impl GameScreen {
    pub(super) fn open_actions(&mut self) {
        self.actions = Some(ActionMenu {
            page: Page::Actions,
            cursor: 0,
        });
    }

    /// The lines of the menu, and which one is chosen; nothing while it is closed.
    pub(crate) fn act_lines(&self, words: &Words) -> Option<(String, Vec<String>, usize)> {
        let menu = self.actions?;
        let (title, lines) = match menu.page {
            Page::Actions => {
                let actions = self.host.actions();
                let lines: Vec<_> = actions.into_iter().map(|(_, text)| text).collect();
                (words.text(Key("term-menu")), lines)
            }
            Page::Phrases => {
                let lines: Vec<_> = PHRASES.iter().map(|&p| words.phrase(p)).collect();
                (words.text(Key("say")), lines)
            }
            Page::Resign(seat) => {
                let actions = self.host.actions().into_iter();
                let mut resign = actions.filter(|(action, _)| *action == TableAction::Resign(seat));
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
        let menu = self.actions.as_mut()?;
        let n = lines.len().max(1);
        match key.code {
            KeyCode::Up => menu.cursor = (cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => menu.cursor = (cursor + 1) % n,
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose_act(cursor),
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('m' | 'M' | 'q' | 'Q') => {
                self.actions = match menu.page {
                    Page::Actions => None,
                    Page::Phrases | Page::Resign(_) => Some(ActionMenu {
                        page: Page::Actions,
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
        let page = self.actions.take()?.page;
        let open = |page| Some(ActionMenu { page, cursor: 0 });
        match page {
            Page::Actions => match self.host.actions().get(i)?.0 {
                TableAction::Say(_) => self.actions = open(Page::Phrases),
                TableAction::Resign(seat) => self.actions = open(Page::Resign(seat)),
                TableAction::Leave => return Some(Leave::Menu),
                TableAction::NextGame => return Some(Leave::NextGame),
                action => self.host.perform(action),
            },
            Page::Phrases => self.host.perform(TableAction::Say(*PHRASES.get(i)?)),
            Page::Resign(seat) if i == 1 => self.host.perform(TableAction::Resign(seat)),
            Page::Resign(_) => {}
        }
        None
    }

    /// Another game: at once, or by agreement where others are asked.
    pub(super) fn play_again(&mut self) -> Option<Leave> {
        if self.host.next_game().is_some() {
            return Some(Leave::NextGame);
        }
        let actions = self.host.actions();
        if actions.is_empty() {
            return Some(Leave::NewGame);
        }
        let rematch = actions
            .into_iter()
            .map(|(action, _)| action)
            .find(|action| *action == TableAction::Rematch(true));
        if let Some(rematch) = rematch {
            self.host.perform(rematch);
        }
        None
    }

    /// The key for another game, where there can be one.
    pub(super) fn again_key(&self, words: &Words) -> Option<(&'static str, String)> {
        let actions = self.host.actions();
        if actions.is_empty() {
            return Some(("N", words.text(Key("term-new-game"))));
        }
        let again = [TableAction::NextGame, TableAction::Rematch(true)];
        let found = actions
            .into_iter()
            .find(|(action, _)| again.contains(action));
        found.map(|(_, text)| ("N", text))
    }
}
