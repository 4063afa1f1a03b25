//! The area under the boards: the panel, the log, and the prompt.

use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::Canvas;
use super::layout::{Layout, LogPlace};
use crate::screen::wrap;
use crate::tui::scene::{Choice, Panel, StyledText};
use crate::tui::theme::Theme;

/// The area of the panel: a large one also covers a log below it.
pub(super) fn place(layout: &Layout, panel: &Panel) -> Rect {
    let needs = panel.messages.len() + panel.fixed.len();
    let is_tight = needs + 1 > usize::from(layout.panel.height);
    if panel.is_large && is_tight && layout.log_place == LogPlace::Below {
        Rect {
            height: layout.log.bottom() - layout.panel.y,
            ..layout.panel
        }
    } else {
        layout.panel
    }
}

pub(super) fn draw(canvas: &mut Canvas<'_>, panel: &Panel, place: Rect) {
    let text_width = place.width.saturating_sub(2);
    let columns = choice_columns(panel, place);
    let choice_rows = panel.choices.len().div_ceil(columns.max(1)) as u16;
    // The choices stay visible; text is cut off at the end.
    let rows_for_text = place.height.saturating_sub(choice_rows);
    let mut y = place.y;
    let end = place.y + rows_for_text.max(1);
    for message in &panel.messages {
        let style = canvas.tone(message.tone);
        for line in wrap(&message.text, usize::from(text_width), 0).lines() {
            if y < end {
                canvas.put_short(place.x + 1, y, text_width, line, style);
                y += 1;
            }
        }
    }
    for message in &panel.fixed {
        if y < place.bottom() {
            let style = canvas.tone(message.tone);
            canvas.put_short(place.x + 1, y, text_width, &message.text, style);
            y += 1;
        }
    }
    draw_choices(canvas, panel, place, y, columns);
}

/// One column if there is room, otherwise as many as necessary.
fn choice_columns(panel: &Panel, place: Rect) -> usize {
    let width = usize::from(place.width.saturating_sub(2));
    let text_rows: usize = panel
        .messages
        .iter()
        .map(|message| wrap(&message.text, width, 0).lines().count())
        .sum();
    let free = usize::from(place.height).saturating_sub(text_rows);
    (1..=3)
        .find(|columns| panel.choices.len().div_ceil(*columns) <= free)
        .unwrap_or(2)
}

fn draw_choices(canvas: &mut Canvas<'_>, panel: &Panel, place: Rect, top: u16, columns: usize) {
    let width = place.width.saturating_sub(2) / columns as u16;
    let rows = panel.choices.len().div_ceil(columns);
    for (i, choice) in panel.choices.iter().enumerate() {
        let x = place.x + 1 + width * (i / rows) as u16;
        let y = top + (i % rows) as u16;
        if y < place.bottom() {
            draw_choice(canvas, choice, x, y, width.saturating_sub(1));
        }
    }
}

fn draw_choice(canvas: &mut Canvas<'_>, choice: &Choice, x: u16, y: u16, width: u16) {
    let (key, text) = match (choice.is_chosen, choice.is_legal) {
        (true, _) => (Theme::chosen(), Theme::strong()),
        (false, true) => (canvas.theme.focus(), Theme::plain()),
        (false, false) => (canvas.theme.dim(), canvas.theme.dim()),
    };
    let mark = if choice.is_legal { &choice.key } else { "–" };
    let cursor = if choice.is_chosen { ">" } else { " " };
    canvas.put(x, y, &format!("{cursor}{mark} "), key);
    canvas.put_short(x + 4, y, width.saturating_sub(4), &choice.text, text);
}

/// Draws the end of the log, with the newest entry at the bottom.
pub(super) fn draw_log(canvas: &mut Canvas<'_>, log: &[StyledText], scroll: usize, place: Rect) {
    let width = usize::from(place.width.saturating_sub(2));
    let shown = &log[..log.len().saturating_sub(scroll)];
    let mut rows: Vec<(String, Style)> = Vec::new();
    for message in shown.iter().rev() {
        let style = canvas.tone(message.tone);
        let text = wrap(&message.text, width, 2);
        rows.extend(text.lines().rev().map(|line| (line.to_owned(), style)));
        if rows.len() >= usize::from(place.height) {
            break;
        }
    }
    // Until it is full, the log grows from the top.
    let n = rows.len().min(usize::from(place.height));
    for (i, (line, style)) in rows[..n].iter().rev().enumerate() {
        let y = place.y + i as u16;
        canvas.put_short(place.x + 1, y, place.width.saturating_sub(2), line, *style);
    }
}

/// Draws the input, and as many key hints as fit.
pub(super) fn draw_prompt(
    canvas: &mut Canvas<'_>,
    prompt: &str,
    keys: &[(&'static str, String)],
    place: Rect,
) {
    let width = place.width.saturating_sub(2);
    canvas.put_short(place.x + 1, place.y, width, prompt, Theme::strong());
    let room = usize::from(width).saturating_sub(prompt.width() + 2);
    let mut shown = Vec::new();
    let mut used = 0;
    for (key, what) in keys {
        let needs = key.width() + 1 + what.width() + if shown.is_empty() { 0 } else { 3 };
        if used + needs > room {
            continue;
        }
        used += needs;
        shown.push((key, what));
    }
    let mut x = place.right().saturating_sub(used as u16 + 1);
    let dim = canvas.theme.dim();
    for (i, (key, what)) in shown.into_iter().enumerate() {
        if i > 0 {
            x = canvas.put(x, place.y, " · ", dim);
        }
        let style = canvas.theme.focus();
        x = canvas.put(x, place.y, key, style);
        x = canvas.put(x, place.y, &format!(" {what}"), Theme::plain());
    }
}
