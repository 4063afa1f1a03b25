//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// Nothing that makes sense is longer.
const LONGEST: usize = 1000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    text: String,
}

impl Field {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Follows a key that edits.
    pub(crate) fn edit(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(c) if !c.is_control() && self.text.len() < LONGEST => self.text.push(c),
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => {}
        }
    }
}
