//! Frames with proper junctions.

use std::collections::BTreeMap;

use super::canvas::Canvas;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// Lines that are drawn together, so that their junctions are known.
#[derive(Default)]
pub(super) struct Lines(BTreeMap<(u16, u16), u8>);

impl Lines {
    /// Adds a horizontal line, both ends included.
    pub(super) fn across(&mut self, y: u16, from: u16, to: u16) {
        for x in from..to {
            *self.0.entry((y, x)).or_default() |= RIGHT;
            *self.0.entry((y, x + 1)).or_default() |= LEFT;
        }
    }

    /// Adds a vertical line, both ends included.
    pub(super) fn down(&mut self, x: u16, from: u16, to: u16) {
        for y in from..to {
            *self.0.entry((y, x)).or_default() |= DOWN;
            *self.0.entry((y + 1, x)).or_default() |= UP;
        }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let style = canvas.theme.dim();
        for (&(y, x), &arms) in &self.0 {
            canvas.put(x, y, glyph(arms), style);
        }
    }
}

const fn glyph(arms: u8) -> &'static str {
    const UP_DOWN: u8 = UP | DOWN;
    const LEFT_RIGHT: u8 = LEFT | RIGHT;
    match arms {
        UP_DOWN | UP | DOWN => "│",
        5 => "┘",
        9 => "└",
        6 => "┐",
        10 => "┌",
        7 => "┤",
        11 => "├",
        13 => "┴",
        14 => "┬",
        15 => "┼",
        LEFT_RIGHT | LEFT | RIGHT => "─",
        _ => " ",
    }
}
