//! The menu.

use azulejo_rules::Colour;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::{Canvas, TileLook};
use crate::host::{StyledText, Tone};
use crate::screen::wrap;
use crate::tui::menu::MenuPicture;
use crate::tui::theme::Theme;

pub(crate) fn draw_menu(buffer: &mut Buffer, menu: &MenuPicture, theme: Theme) {
    let window = buffer.area;
    let mut canvas = Canvas { buffer, theme };
    let lines = &menu.lines;
    let label_width = lines.iter().map(|l| l.label.width()).max().unwrap_or(0) as u16;
    let values = lines.iter().filter_map(|line| line.value.as_ref());
    let value_width = values.map(|value| value.width()).max().unwrap_or(0) as u16 + 4;
    let widest = menu.above.iter().map(|message| message.text.width());
    let above_width = widest.max().unwrap_or(0) as u16 + 4;
    let width = (label_width + value_width + 8)
        .max(46)
        .max(above_width)
        .min(window.width.saturating_sub(2));
    let room = usize::from(width.saturating_sub(4));
    let wrapped = |message: &StyledText| -> Vec<(String, Tone)> {
        let text = wrap(&message.text, room, 0);
        text.lines()
            .map(|line| (line.to_owned(), message.tone))
            .collect()
    };
    let above: Vec<_> = menu.above.iter().flat_map(wrapped).collect();
    let below = wrapped(&menu.below);
    let gap = u16::from(!above.is_empty());
    let n_below = (below.len() as u16).clamp(2, 4);
    let height = lines.len() as u16 + above.len() as u16 + gap + 4 + n_below;
    let height = height.min(window.height.saturating_sub(2));
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
    for (i, (line, tone)) in above.iter().enumerate() {
        let style = canvas.tone(*tone);
        canvas.put_short(
            inner.x + 2,
            inner.y + 3 + i as u16,
            inner.width - 4,
            line,
            style,
        );
    }
    let top = inner.y + 3 + above.len() as u16 + gap;
    for (i, line) in lines.iter().enumerate() {
        let y = top + i as u16;
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
    for (i, (line, tone)) in below.iter().take(usize::from(n_below)).enumerate() {
        let y = inner.bottom() - n_below + i as u16;
        let style = canvas.tone(*tone);
        canvas.put_short(inner.x + 2, y, inner.width - 4, line, style);
    }
}

/// Draws the name between the five tiles.
fn draw_name(canvas: &mut Canvas<'_>, inner: Rect) {
    let y = inner.y + 1;
    let mut x = inner.x + inner.width.saturating_sub(37) / 2;
    for colour in Colour::ALL {
        x = canvas.tile(x, y, colour, TileLook::Plain) + 1;
    }
    x = canvas.put(x + 1, y, "A z u l e j o", Theme::strong());
    let _end = x;
}
