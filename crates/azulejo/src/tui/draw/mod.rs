//! Rendering of scenes to the screen buffer.

mod board;
mod canvas;
mod layout;
mod lines;
mod lobby;
mod menu;
mod offer;
mod panel;
mod popup;
mod target;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use self::canvas::Canvas;
pub(crate) use self::layout::Layout;
use self::layout::{LogPlace, TooSmall};
use self::lines::Lines;
pub(crate) use self::lobby::{draw_actions, draw_link, draw_lobby, link_height};
pub(crate) use self::menu::draw_menu;
pub(crate) use self::popup::draw_help;
pub(crate) use self::target::{Target, target_at};
use super::scene::Scene;
use super::theme::Theme;
use crate::i18n::Key;
use crate::screen::wrap;
use crate::words::Words;

/// Draws a table, or the required window size.
pub(crate) fn draw_table(buffer: &mut Buffer, scene: &Scene<'_>, words: &Words, theme: Theme) {
    let window = buffer.area;
    let mut canvas = Canvas { buffer, theme };
    match Layout::new(window, scene.position.players()) {
        Ok(layout) => draw_layout(&mut canvas, scene, words, &layout),
        Err(needed) => draw_too_small(&mut canvas, words, needed),
    }
}

fn draw_layout(canvas: &mut Canvas<'_>, scene: &Scene<'_>, words: &Words, layout: &Layout) {
    let panel = panel::place(layout, &scene.panel);
    let hides_log = panel != layout.panel && layout.log_place == LogPlace::Below;
    draw_lines(canvas, layout, hides_log);
    draw_title(canvas, scene, words, layout.window);
    offer::draw(canvas, scene, layout);
    for (&cell, seat) in layout.boards.iter().zip(scene.order()) {
        board::Drawing::new(scene, words, seat, cell, layout.line_step).draw(canvas);
    }
    panel::draw(canvas, &scene.panel, panel);
    if !hides_log {
        let log = layout.log;
        let title = format!(" {} ", words.text(Key("term-log")));
        let style = canvas.theme.dim();
        canvas.put_short(log.x + 1, log.y - 1, log.width, &title, style);
        panel::draw_log(canvas, scene.log, scene.log_scroll, log);
    }
    panel::draw_prompt(canvas, &scene.prompt, &scene.keys, layout.prompt);
}

fn draw_lines(canvas: &mut Canvas<'_>, layout: &Layout, hides_log: bool) {
    let window = layout.window;
    let (left, right) = (window.x, window.right() - 1);
    let (top, bottom) = (window.y, window.bottom() - 1);
    let above_prompt = layout.prompt.y - 1;
    let mut lines = Lines::default();
    for y in [top, above_prompt, bottom] {
        lines.across(y, left, right);
    }
    for x in [left, right] {
        lines.down(x, top, bottom);
    }
    let table_right = match layout.log_place {
        LogPlace::Side => layout.log.x - 1,
        LogPlace::Below | LogPlace::Cell => right,
    };
    let above_panel = layout.panel.y - 1;
    lines.across(above_panel, left, table_right);
    let first = layout.boards[0].y - 1;
    lines.across(first, left, right);
    let cell_log = (layout.log_place == LogPlace::Cell).then_some(layout.log);
    for cell in layout.boards.iter().copied().chain(cell_log) {
        lines.across(cell.y - 1, left, table_right);
        lines.down(cell.right(), cell.y - 1, cell.bottom());
    }
    match layout.log_place {
        LogPlace::Side => lines.down(table_right, layout.log.y - 1, above_prompt),
        LogPlace::Below if !hides_log => lines.across(layout.log.y - 1, left, right),
        LogPlace::Below | LogPlace::Cell => {}
    }
    lines.draw(canvas);
}

fn draw_title(canvas: &mut Canvas<'_>, scene: &Scene<'_>, words: &Words, window: Rect) {
    let position = scene.position;
    let heading = words.format(
        Key("table-heading"),
        &[
            ("round", position.round().into()),
            ("wall", position.wall().name().into()),
        ],
    );
    let [bag, lid] = [Key("bag-label"), Key("lid-label")].map(|key| words.text(key));
    let (in_bag, in_lid) = (position.bag().total(), position.lid().total());
    let supply = format!(" {bag} {in_bag} ─ {lid} {in_lid} ");
    let (dim, y) = (canvas.theme.dim(), window.y);
    let style = canvas.theme.focus();
    let mut x = canvas.put(window.x + 2, y, " Azulejo ", style);
    x = canvas.put(x, y, "─ ", dim);
    let room = window.right().saturating_sub(x + 3);
    let fits = heading.width() + supply.width() < usize::from(room);
    x = canvas.put_short(x, y, room, &heading, Theme::strong());
    canvas.put(x, y, " ", dim);
    if fits {
        canvas.put_right(window.right() - 2, y, &supply, dim);
    }
}

/// Draws the current and the required window size.
fn draw_too_small(canvas: &mut Canvas<'_>, words: &Words, needed: TooSmall) {
    let window = canvas.buffer.area;
    let text = words.format(
        Key("term-too-small"),
        &[
            ("width", window.width.to_string().into()),
            ("height", window.height.to_string().into()),
            ("needed-width", needed.width.to_string().into()),
            ("needed-height", needed.height.to_string().into()),
        ],
    );
    for (y, line) in wrap(&text, usize::from(window.width), 0)
        .lines()
        .enumerate()
    {
        if y < usize::from(window.height) {
            canvas.put(window.x, window.y + y as u16, line, Theme::strong());
        }
    }
}
