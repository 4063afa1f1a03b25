//! The lobby, the link of the waiting room, and the table menu.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::Canvas;
use super::lines::Lines;
use super::panel::draw_prompt;
use crate::i18n::Key;
use crate::paint::shortened;
use crate::screen::wrap;
use crate::tui::online::{Lobby, Row};
use crate::tui::theme::Theme;
use crate::words::Words;

/// The minimum window size for a list.
const LEAST: (u16, u16) = (30, 8);

pub(crate) fn draw_lobby(buffer: &mut Buffer, lobby: &Lobby, words: &Words, theme: Theme) {
    let window = buffer.area;
    let mut canvas = Canvas { buffer, theme };
    if window.width < LEAST.0 || window.height < LEAST.1 {
        canvas.put(window.x, window.y, "Azulejo", Theme::strong());
        return;
    }
    draw_frame(&mut canvas, window);
    draw_title(&mut canvas, lobby, words, window);
    let list = Rect::new(
        window.x + 2,
        window.y + 2,
        window.width - 4,
        window.height - 6,
    );
    draw_rows(&mut canvas, &lobby.rows(words), list);
    let prompt = Rect::new(window.x + 1, window.bottom() - 2, window.width - 2, 1);
    match lobby.notice(words) {
        Some(notice) => {
            let style = canvas.tone(notice.tone);
            let room = prompt.width - 2;
            canvas.put_short(prompt.x + 1, prompt.y, room, &notice.text, style);
        }
        None => draw_prompt(&mut canvas, "", &lobby.keys(words), prompt),
    }
}

fn draw_frame(canvas: &mut Canvas<'_>, window: Rect) {
    let (left, right) = (window.x, window.right() - 1);
    let (top, bottom) = (window.y, window.bottom() - 1);
    let mut lines = Lines::default();
    for y in [top, bottom - 2, bottom] {
        lines.across(y, left, right);
    }
    for x in [left, right] {
        lines.down(x, top, bottom);
    }
    lines.draw(canvas);
}

fn draw_title(canvas: &mut Canvas<'_>, lobby: &Lobby, words: &Words, window: Rect) {
    let (dim, focus) = (canvas.theme.dim(), canvas.theme.focus());
    let me = words.format(Key("home-guest"), &[("name", lobby.link().name().into())]);
    let me = format!(" {} ", me.trim_end_matches('.'));
    let x = canvas.put(window.x + 2, window.y, " Azulejo ", focus);
    let x = canvas.put(x, window.y, "─ ", dim);
    let room = window.right().saturating_sub(x + 4 + me.width() as u16);
    let host = shortened(lobby.link().address.host(), usize::from(room));
    let x = canvas.put(x, window.y, &host, Theme::strong());
    canvas.put(x, window.y, " ", dim);
    canvas.put_right(window.right() - 2, window.y, &me, dim);
}

fn is_current(row: &Row) -> bool {
    match row {
        Row::Button { is_current, .. } | Row::Game { is_current, .. } => *is_current,
        Row::Heading(_) | Row::Nothing(_) | Row::Gap => false,
    }
}

fn draw_rows(canvas: &mut Canvas<'_>, rows: &[Row], place: Rect) {
    let height = usize::from(place.height);
    let current = rows.iter().position(is_current).unwrap_or(0);
    // Keep the current line visible, with its heading if possible.
    let first = (current + 2)
        .saturating_sub(height)
        .min(rows.len().saturating_sub(height));
    // Columns are as wide as their content; the players get the rest.
    let widest = |of: fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or(0) as u16;
    let state_width = widest(|row| match row {
        Row::Game { state, .. } => state.width(),
        _ => 0,
    });
    let settings_width = widest(|row| match row {
        Row::Game { settings, .. } => settings.width(),
        _ => 0,
    });
    let room = place.width.saturating_sub(4);
    let fits = state_width + settings_width + 24 <= room;
    let settings_width = if fits { settings_width + 2 } else { 0 };
    let players_width = room.saturating_sub(state_width + settings_width + 2);
    for (i, row) in rows.iter().skip(first).take(height).enumerate() {
        let y = place.y + i as u16;
        let (focus, dim) = (canvas.theme.focus(), canvas.theme.dim());
        if is_current(row) {
            canvas.put(place.x, y, "▶", focus);
        }
        let style = if is_current(row) {
            Theme::strong()
        } else {
            Theme::plain()
        };
        let x = place.x + 2;
        match row {
            Row::Gap => {}
            Row::Heading(text) => {
                canvas.put_short(place.x, y, place.width, text, focus);
            }
            Row::Nothing(text) => {
                canvas.put_short(x, y, room, text, dim);
            }
            Row::Button { text, .. } => {
                canvas.put_short(x, y, room, text, style);
            }
            Row::Game {
                players,
                settings,
                state,
                is_urgent,
                ..
            } => {
                canvas.put_short(x, y, players_width, players, style);
                let x = x + players_width + 2;
                if fits {
                    canvas.put_short(x, y, settings_width, settings, dim);
                }
                let urgent = canvas.theme.good();
                let style = if *is_urgent { urgent } else { style };
                canvas.put_short(x + settings_width, y, state_width, state, style);
            }
        }
    }
}

/// The rows for a link: its title, and the link itself.
fn link_rows(title: &str, link: &str, width: u16) -> (Vec<String>, Vec<String>) {
    let width = usize::from(width.max(1));
    let title = wrap(title, width, 0);
    let chars: Vec<_> = link.chars().collect();
    let rows = chars.chunks(width).map(|row| row.iter().collect());
    (
        title.lines().map(ToOwned::to_owned).collect(),
        rows.collect(),
    )
}

/// The number of rows for a link, including a blank one.
pub(crate) fn link_height(title: &str, link: &str, width: u16) -> u16 {
    let (title, link) = link_rows(title, link, width);
    (title.len() + link.len() + 1) as u16
}

/// Draws a link at the very bottom, from edge to edge, so that it can be selected with the mouse.
pub(crate) fn draw_link(buffer: &mut Buffer, title: &str, link: &str, theme: Theme) {
    let window = buffer.area;
    let (title, link) = link_rows(title, link, window.width);
    let rows = (title.len() + link.len()) as u16;
    if window.width < 12 || window.height < rows {
        return;
    }
    let mut canvas = Canvas { buffer, theme };
    let (dim, focus) = (canvas.theme.dim(), canvas.theme.focus());
    let titles = title.iter().map(|row| (row, dim));
    let links = link.iter().map(|row| (row, focus));
    for (i, (row, style)) in titles.chain(links).enumerate() {
        canvas.put(window.x, window.bottom() - rows + i as u16, row, style);
    }
}

/// Draws the table menu over the table.
pub(crate) fn draw_actions(
    buffer: &mut Buffer,
    (title, lines, cursor): (&str, &[String], usize),
    theme: Theme,
) {
    let window = buffer.area;
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let width = (widest.max(title.width()) as u16 + 8).min(window.width.saturating_sub(2));
    let height = (lines.len() as u16).min(window.height.saturating_sub(2));
    if width < 10 || height < 1 {
        return;
    }
    let inner = Rect::new(
        window.x + (window.width - width) / 2,
        window.y + (window.height - height) / 2,
        width,
        height,
    );
    let mut canvas = Canvas { buffer, theme };
    canvas.frame(inner);
    let focus = canvas.theme.focus();
    canvas.put_short(
        inner.x + 1,
        inner.y - 1,
        width - 2,
        &format!(" {title} "),
        focus,
    );
    for (i, line) in lines.iter().take(usize::from(height)).enumerate() {
        let y = inner.y + i as u16;
        let style = if i == cursor {
            canvas.put(inner.x + 1, y, "▶", focus);
            Theme::strong()
        } else {
            Theme::plain()
        };
        let key = match i {
            0..=8 => (i + 1).to_string(),
            9 => "0".to_owned(),
            _ => String::new(),
        };
        canvas.put(inner.x + 3, y, &key, focus);
        canvas.put_short(inner.x + 5, y, width - 6, line, style);
    }
}
