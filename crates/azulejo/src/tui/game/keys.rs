//! Handling of keys and clicks in a game.

use std::path::{Path, PathBuf};

use azulejo_rules::{Column, Destination, Move, Source};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::pick::Picked;
use super::{Field, GameScreen, PlayerRequest, Stage};
use crate::i18n::Key;
use crate::local::append_record;
use crate::tui::draw::Target;
use crate::tui::scene::{StyledText, Tone};
use crate::words::Words;

/// The next screen after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameExit {
    Quit,
    /// A new game with the same players.
    NewGame,
    Menu,
    /// A replay of the game.
    Replay,
    /// The rematch.
    NextGame,
}

impl GameScreen {
    /// Handles a key; returns the next screen, if any.
    pub(crate) fn key(&mut self, key: KeyEvent, words: &Words) -> Option<GameExit> {
        if self.saving.is_some() {
            self.type_file_name(key, words);
            return None;
        }
        if let Some(scroll) = self.help {
            self.help = match key.code {
                KeyCode::Down | KeyCode::PageDown => Some(scroll.saturating_add(1)),
                KeyCode::Up | KeyCode::PageUp => Some(scroll.saturating_sub(1)),
                _ => None,
            };
            return None;
        }
        if self.actions.is_some() {
            return self.actions_key(key, words);
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => self.help = Some(0),
            KeyCode::Char('q' | 'Q') => return Some(GameExit::Quit),
            KeyCode::Char('m' | 'M') if !self.host.actions().is_empty() => self.open_actions(),
            KeyCode::PageUp => self.log_scroll = (self.log_scroll + 3).min(self.log_length()),
            KeyCode::PageDown => self.log_scroll = self.log_scroll.saturating_sub(3),
            KeyCode::Char('t' | 'T') => {
                self.stepwise = !self.stepwise;
                let key = if self.stepwise {
                    Key("term-scoring-stepwise")
                } else {
                    Key("term-scoring-at-once")
                };
                self.notify(Tone::Plain, words.text(key));
            }
            _ => return self.stage_key(key, words),
        }
        None
    }

    fn log_length(&self) -> usize {
        self.log.entries().len()
    }

    fn stage_key(&mut self, key: KeyEvent, words: &Words) -> Option<GameExit> {
        self.notice = None;
        let stage = self.stage();
        let unconfirmed = self.unconfirmed.take();
        match (stage, key.code) {
            // At the confirmation, Esc and U mean no; the tiles stay selected.
            (Stage::Take, KeyCode::Char('u' | 'U') | KeyCode::Backspace | KeyCode::Esc)
                if unconfirmed.is_some() => {}
            (Stage::Result, KeyCode::Char('n' | 'N') | KeyCode::Enter) => return self.play_again(),
            (Stage::Result, KeyCode::Char('m' | 'M')) => return Some(GameExit::Menu),
            (Stage::Result, KeyCode::Char('v' | 'V')) => return Some(GameExit::Replay),
            (Stage::Result, KeyCode::Char('s' | 'S')) => {
                self.saving = Some(Field::new("azulejo.jsonl"));
            }
            (Stage::Scoring, KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right) => {
                self.show_next(words);
            }
            (Stage::Scoring, KeyCode::Char('a' | 'A') | KeyCode::End) => self.skips_scoring = true,
            (Stage::RoundOver, KeyCode::Enter | KeyCode::Char(' ')) => {
                self.skips_scoring = false;
                self.has_reviewed_round = true;
                self.host.request(PlayerRequest::NextRound);
            }
            (_, KeyCode::Char('u' | 'U') | KeyCode::Backspace | KeyCode::Esc) => {
                let is_undo = matches!(key.code, KeyCode::Char(_));
                self.step_back(is_undo, words);
            }
            (Stage::Take | Stage::Columns, KeyCode::Char('h' | 'H')) if !self.host.can_hint() => {
                self.notify(Tone::Bad, words.text(Key("problem-no-hints")));
            }
            (Stage::Take | Stage::Columns, KeyCode::Char('h' | 'H')) => {
                let position = match &self.columns {
                    Some(columns) if columns.next().is_none() => return None,
                    Some(columns) => *columns.position(),
                    None => self.shown,
                };
                self.awaits_hint = true;
                self.host.request(PlayerRequest::Hint(position));
            }
            (Stage::Take, code) => self.take_key(code, unconfirmed, words),
            (Stage::Columns, code) => self.columns_key(code, words),
            (Stage::Scoring | Stage::RoundOver | Stage::Result | Stage::Wait, _) => {}
        }
        None
    }

    pub(super) fn notify(&mut self, tone: Tone, text: String) {
        self.notice = Some(StyledText::new(tone, text));
    }

    /// Takes back the last part of a selection, or else the last choice.
    fn step_back(&mut self, may_undo: bool, words: &Words) {
        let shown = self.shown;
        let went_back = match self.stage() {
            Stage::Take => self.pick.back(&shown),
            Stage::Columns => self.columns.as_mut().is_some_and(super::Columns::back),
            _ => false,
        };
        if went_back || !may_undo {
            return;
        }
        if self.host.can_undo() && self.stage() != Stage::Result {
            self.host.request(PlayerRequest::Undo);
        } else {
            self.notify(Tone::Bad, words.text(Key("undo-nothing")));
        }
    }

    fn take_key(&mut self, code: KeyCode, unconfirmed: Option<Move>, words: &Words) {
        let shown = self.shown;
        let picked = match code {
            KeyCode::Left => self.pick.next_group(false, &shown),
            KeyCode::Right | KeyCode::Tab => self.pick.next_group(true, &shown),
            KeyCode::Up => self.pick.next_destination(false, &shown),
            KeyCode::Down => self.pick.next_destination(true, &shown),
            KeyCode::Enter | KeyCode::Char(' ') => match self.pick.complete() {
                Some(m) => {
                    self.play(m, unconfirmed);
                    return;
                }
                None => self.pick.suggest(&shown),
            },
            KeyCode::Char(c) => self.pick.type_char(c, &shown),
            _ => Picked::Ignored,
        };
        self.report_pick(picked, words);
    }

    /// Plays a move, after confirmation if it can't be taken back.
    fn play(&mut self, m: Move, unconfirmed: Option<Move>) {
        // Without step-by-step scoring, the next deal follows at once.
        let is_final = self.host.undo_ends_with_round() || !self.stepwise;
        if is_final && unconfirmed != Some(m) && self.shown.group_count() == 1 {
            self.unconfirmed = Some(m);
        } else {
            self.host.request(PlayerRequest::Move(m));
        }
    }

    /// Returns whether the selected move awaits confirmation.
    pub(crate) fn awaits_confirmation(&self) -> bool {
        self.unconfirmed.is_some() && self.stage() == Stage::Take
    }

    fn report_pick(&mut self, picked: Picked, words: &Words) {
        match picked {
            Picked::Changed | Picked::Ignored => {}
            Picked::Illegal(m, reason) => self.notify(Tone::Bad, words.illegal(m, reason)),
            Picked::Empty(source) => {
                let text = words.offered(source, &azulejo_rules::ByColour([0; 5]));
                self.notify(Tone::Bad, text);
            }
            Picked::NoSource => self.notify(Tone::Bad, words.text(Key("turn-take"))),
        }
    }

    fn columns_key(&mut self, code: KeyCode, words: &Words) {
        let Some(columns) = &mut self.columns else {
            return;
        };
        let column = match code {
            KeyCode::Left => {
                columns.move_cursor(false);
                return;
            }
            KeyCode::Right | KeyCode::Tab => {
                columns.move_cursor(true);
                return;
            }
            KeyCode::Enter | KeyCode::Char(' ') if columns.next().is_none() => {
                let request = PlayerRequest::Columns(columns.seat(), columns.placements());
                self.host.request(request);
                return;
            }
            KeyCode::Enter | KeyCode::Char(' ') => columns.cursor(),
            KeyCode::Char(c) => c.to_digit(10).and_then(|n| Column::new(n as usize)),
            _ => None,
        };
        if let Some(column) = column {
            self.choose_column(column, words);
        }
    }

    fn choose_column(&mut self, column: Column, words: &Words) {
        let Some(columns) = &mut self.columns else {
            return;
        };
        if let Err((placement, reason)) = columns.choose(column) {
            let (position, seat) = (columns.position(), columns.seat());
            let text = words.illegal_placement(position, seat, placement, reason);
            self.notify(Tone::Bad, text);
        }
    }

    /// Handles a click on an element of the table.
    pub(crate) fn click(&mut self, target: Target, words: &Words) {
        self.notice = None;
        let shown = self.shown;
        let unconfirmed = self.unconfirmed.take();
        match (self.stage(), target) {
            (Stage::Take, Target::Tile(source, colour)) => {
                let picked = self.pick.take(source, colour, &shown);
                self.report_pick(picked, words);
            }
            (Stage::Take, Target::Source(source)) => self.click_source(source, words),
            (Stage::Take, Target::Line(seat, line)) if seat == shown.to_move() => {
                self.click_destination(Destination::Line(line), unconfirmed, words);
            }
            (Stage::Take, Target::Floor(seat)) if seat == shown.to_move() => {
                self.click_destination(Destination::Floor, unconfirmed, words);
            }
            (Stage::Columns, Target::Cell(seat, line, column)) => {
                let next = self.columns.as_ref().and_then(super::Columns::next);
                if seat == self.active_seat() && next.is_some_and(|(next, ..)| next == line) {
                    self.choose_column(column, words);
                }
            }
            _ => {}
        }
    }

    fn click_source(&mut self, source: Source, words: &Words) {
        let shown = self.shown;
        let picked = self.pick.take_from(source, &shown);
        self.report_pick(picked, words);
    }

    /// A second click on the same line plays the move.
    fn click_destination(
        &mut self,
        destination: Destination,
        unconfirmed: Option<Move>,
        words: &Words,
    ) {
        let shown = self.shown;
        match self.pick.complete() {
            Some(m) if m.destination() == destination => self.play(m, unconfirmed),
            _ => {
                let picked = self.pick.put(destination, &shown);
                self.report_pick(picked, words);
            }
        }
    }

    fn type_file_name(&mut self, key: KeyEvent, words: &Words) {
        let Some(field) = &mut self.saving else {
            return;
        };
        match key.code {
            KeyCode::Esc => self.saving = None,
            KeyCode::Enter => {
                let path = PathBuf::from(field.text());
                self.saving = None;
                self.to_save = Some(path);
                self.save_when_complete(words);
            }
            _ => field.edit(key),
        }
    }

    /// Saves the record as requested once it is complete; returns whether it did.
    pub(super) fn save_when_complete(&mut self, words: &Words) -> bool {
        if self.host.awaits_record() {
            return false;
        }
        let path = self.to_save.take();
        if let Some(path) = &path {
            self.save_record(path, words);
        }
        path.is_some()
    }

    fn save_record(&mut self, path: &Path, words: &Words) {
        let name = path.display().to_string();
        match append_record(path, self.host.record()) {
            Ok(()) => self.notify(Tone::Good, words.record_added(&name)),
            Err(error) => self.notify(Tone::Bad, words.not_saved(&format!("{name}: {error}"))),
        }
    }
}
