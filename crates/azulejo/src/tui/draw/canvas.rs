//! Text and tiles on the screen buffer.

use azulejo_rules::Colour;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::paint::shortened;
use crate::sanitise::sanitise_line;
use crate::tui::scene::Tone;
use crate::tui::theme::Theme;

pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: Theme,
}

/// The appearance of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TileLook {
    Plain,
    /// The tile is selected.
    Picked,
    /// The tile is a preview.
    Ghost,
}

impl Canvas<'_> {
    /// Writes a text, clipped to the window; returns the column after it.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y >= area.bottom() || x >= area.right() {
            return x;
        }
        let (end, _) = self.buffer.set_stringn(
            x,
            y,
            sanitise_line(text),
            usize::from(area.right() - x),
            style,
        );
        end
    }

    /// Repeats a character up to a column.
    pub(crate) fn fill(&mut self, x: u16, y: u16, to: u16, with: &str, style: Style) {
        for x in x..to {
            self.put(x, y, with, style);
        }
    }

    /// Draws a tile, three characters wide.
    pub(crate) fn tile(&mut self, x: u16, y: u16, colour: Colour, look: TileLook) -> u16 {
        let letter = colour.letter();
        let style = self.theme.tile(colour);
        let (text, style) = match (look, self.theme.has_colours()) {
            (TileLook::Ghost, _) => (format!("({letter})"), self.theme.ghost(colour)),
            (TileLook::Picked, _) => (format!(">{letter}<"), style),
            (TileLook::Plain, true) => (format!(" {letter} "), style),
            (TileLook::Plain, false) => (format!("[{letter}]"), style),
        };
        self.put(x, y, &text, style)
    }

    /// Draws the start marker, three characters wide.
    pub(crate) fn marker(&mut self, x: u16, y: u16, look: TileLook) -> u16 {
        let text = match (look, self.theme.has_colours()) {
            (TileLook::Ghost, _) => "(*)",
            (_, true) => " * ",
            (_, false) => "[*]",
        };
        let style = self.theme.marker();
        self.put(x, y, text, style)
    }

    /// The style of a tone.
    pub(crate) fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Theme::plain(),
            Tone::Strong => Theme::strong(),
            Tone::Dim => self.theme.dim(),
            Tone::Good => self.theme.good(),
            Tone::Bad => self.theme.bad(),
        }
    }

    /// Writes a text, truncated to a width with an ellipsis.
    pub(crate) fn put_short(
        &mut self,
        x: u16,
        y: u16,
        width: u16,
        text: &str,
        style: Style,
    ) -> u16 {
        self.put(x, y, &shortened(text, usize::from(width)), style)
    }

    /// Writes a text that ends before a column.
    pub(crate) fn put_right(&mut self, right: u16, y: u16, text: &str, style: Style) {
        let width = text.width() as u16;
        self.put(right.saturating_sub(width), y, text, style);
    }

    /// Draws a frame around an area, and clears the area.
    pub(crate) fn frame(&mut self, inner: Rect) {
        let dim = self.theme.dim();
        let (left, right) = (inner.x - 1, inner.right());
        let (top, bottom) = (inner.y - 1, inner.bottom());
        for y in top..=bottom {
            self.fill(left, y, right + 1, " ", Style::reset());
        }
        for (y, corners) in [(top, ["┌", "┐"]), (bottom, ["└", "┘"])] {
            self.put(left, y, corners[0], dim);
            self.fill(left + 1, y, right, "─", dim);
            self.put(right, y, corners[1], dim);
        }
        for y in inner.y..bottom {
            self.put(left, y, "│", dim);
            self.put(right, y, "│", dim);
        }
    }
}
