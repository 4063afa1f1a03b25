//! A text input field.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// The length limit of the input.
const MAX_LENGTH: usize = 1000;

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

    /// Handles an editing key.
    pub(crate) fn edit(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(c) if !c.is_control() && self.text.len() < MAX_LENGTH => {
                self.text.push(c);
            }
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => {}
        }
    }
}
