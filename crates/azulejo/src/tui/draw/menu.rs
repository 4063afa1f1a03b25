//! The menu.

use azulejo_rules::Colour;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::{Canvas, TileLook};
use crate::i18n::Key;
use crate::screen::wrap;
use crate::tui::menu::Menu;
use crate::tui::theme::Theme;
use crate::words::Words;

pub(crate) fn draw_menu(buffer: &mut Buffer, menu: &Menu, words: &Words, theme: Theme) {
    let window = buffer.area;
    let mut canvas = Canvas { buffer, theme };
    let lines = menu.lines(words);
    let label_width = lines.iter().map(|l| l.label.width()).max().unwrap_or(0) as u16;
    let values = lines.iter().filter_map(|line| line.value.as_ref());
    let value_width = values.map(|value| value.width()).max().unwrap_or(0) as u16 + 4;
    let width = (label_width + value_width + 8)
        .max(46)
        .min(window.width.saturating_sub(2));
    let height = (lines.len() as u16 + 6).min(window.height.saturating_sub(2));
    if window.width < 12 || window.height < 4 {
        canvas.put(window.x, window.y, "Azulejo", Theme::strong());
        return;
    }
    let inner = Rect::new(
        window.x + (window.width - width) / 2,
        window.y + (window.height - height) / 2,
        width,
        height,
    );
    canvas.frame(inner);
    draw_name(&mut canvas, inner);
    for (i, line) in lines.iter().enumerate() {
        let y = inner.y + 3 + i as u16;
        if y >= inner.bottom() {
            break;
        }
        let (mark, style) = if line.is_current {
            let style = canvas.theme.focus();
            canvas.put(inner.x + 2, y, "▶", style);
            (style, Theme::strong())
        } else {
            (canvas.theme.dim(), Theme::plain())
        };
        canvas.put_short(inner.x + 4, y, label_width + 1, &line.label, style);
        if let Some(value) = &line.value {
            let x = inner.x + 4 + label_width + 2;
            canvas.put(x, y, "‹", mark);
            let room = inner.right().saturating_sub(x + 4);
            let end = canvas.put_short(x + 2, y, room, value, style);
            canvas.put(end + 1, y, "›", mark);
        }
    }
    let (text, style) = match &menu.notice {
        Some(notice) => (notice.clone(), canvas.theme.bad()),
        None => (words.text(Key("term-menu-keys")), canvas.theme.dim()),
    };
    let room = usize::from(inner.width.saturating_sub(4));
    for (i, line) in wrap(&text, room, 0).lines().take(2).enumerate() {
        let y = inner.bottom() - 2 + i as u16;
        canvas.put_short(inner.x + 2, y, inner.width - 4, line, style);
    }
}

/// The name between the five tiles.
fn draw_name(canvas: &mut Canvas<'_>, inner: Rect) {
    let y = inner.y + 1;
    let mut x = inner.x + inner.width.saturating_sub(37) / 2;
    for colour in Colour::ALL {
        x = canvas.tile(x, y, colour, TileLook::Plain) + 1;
    }
    x = canvas.put(x + 1, y, "A z u l e j o", Theme::strong());
    let _end = x;
}
