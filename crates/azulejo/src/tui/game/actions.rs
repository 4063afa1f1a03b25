//! The table menu: actions other than moves. It opens only on request, so that no keystroke of a
//! game answers a question by mistake.

use azulejo_protocol::frame::Phrase;
use azulejo_rules::Seat;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{GameExit, GameScreen};
use crate::host::TableAction;
use crate::i18n::Key;
use crate::words::Words;

/// The phrases in the order of the menu.
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

/// The open page of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    Actions,
    Phrases,
    /// Confirmation to resign for the chosen seat.
    Resign(Seat),
}

/// The table menu.
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

    /// The title and lines of the menu, and the index of the selected line; `None` while it is
    /// closed.
    pub(crate) fn action_lines(&self, words: &Words) -> Option<(String, Vec<String>, usize)> {
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
                // It may be too late to resign; then cancelling is the only option.
                let lines = [words.text(Key("action-cancel"))].into_iter();
                let lines = lines.chain(resign.next().map(|(_, text)| text));
                (words.text(Key("ask-resign")), lines.collect())
            }
        };
        // Actions may have become unavailable meanwhile.
        let cursor = menu.cursor.min(lines.len().saturating_sub(1));
        Some((title, lines, cursor))
    }

    pub(super) fn actions_key(&mut self, key: KeyEvent, words: &Words) -> Option<GameExit> {
        let (_, lines, cursor) = self.action_lines(words)?;
        let menu = self.actions.as_mut()?;
        let n = lines.len().max(1);
        match key.code {
            KeyCode::Up => menu.cursor = (cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => menu.cursor = (cursor + 1) % n,
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose_action(cursor),
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
                    return self.choose_action(i);
                }
            }
            _ => {}
        }
        None
    }

    fn choose_action(&mut self, i: usize) -> Option<GameExit> {
        let page = self.actions.take()?.page;
        let open = |page| Some(ActionMenu { page, cursor: 0 });
        match page {
            Page::Actions => match self.host.actions().get(i)?.0 {
                TableAction::Say(_) => self.actions = open(Page::Phrases),
                TableAction::Resign(seat) => self.actions = open(Page::Resign(seat)),
                TableAction::Leave => return Some(GameExit::Menu),
                TableAction::NextGame => return Some(GameExit::NextGame),
                action => self.host.perform(action),
            },
            Page::Phrases => self.host.perform(TableAction::Say(*PHRASES.get(i)?)),
            Page::Resign(seat) if i == 1 => self.host.perform(TableAction::Resign(seat)),
            Page::Resign(_) => {}
        }
        None
    }

    /// Plays another game: at once, or by agreement if there are other players.
    pub(super) fn play_again(&mut self) -> Option<GameExit> {
        if self.host.next_game().is_some() {
            return Some(GameExit::NextGame);
        }
        let actions = self.host.actions();
        if actions.is_empty() {
            return Some(GameExit::NewGame);
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

    /// The key hint for another game, if one is possible.
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
