//! The layout of a table for any window size.

use azulejo_rules::{PlayerCount, Source};
use ratatui::layout::Rect;

/// The width of a board without its frame.
pub(crate) const BOARD_WIDTH: u16 = 36;
/// The width of a factory and the gap after it.
const FACTORY_WIDTH: u16 = 10;
/// The width of the centre: its letter, the marker and three of six groups; the others are on the
/// second line.
const CENTRE_WIDTH: u16 = 21;
/// The rows of a board under its heading, without and with spacing between the lines.
const TIGHT_ROWS: u16 = 6;
const ROOMY_ROWS: u16 = 11;
/// The rows of the panel: the usual number, for three lines of text and six choices in two columns;
/// the minimum; and the maximum that is useful.
const PANEL_ROWS: u16 = 6;
const LEAST_PANEL_ROWS: u16 = 5;
const LARGE_PANEL_ROWS: u16 = 9;
/// The minimum width of a log beside the boards.
const SIDE_LOG_WIDTH: u16 = 36;
/// The desirable and the minimum number of rows for a log under the panel.
const GOOD_LOG_ROWS: u16 = 3;
const LEAST_LOG_ROWS: u16 = 1;

/// The window is too small; this is a sufficient size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooSmall {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// The areas of a table, without their frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) window: Rect,
    /// The top left corner of each factory and of the centre.
    pub(crate) offer: Vec<(Source, u16, u16)>,
    /// The cells of the boards in display order; the row above each is its heading.
    pub(crate) boards: Vec<Rect>,
    /// The distance between the lines of a board.
    pub(crate) line_step: u16,
    pub(crate) panel: Rect,
    pub(crate) log: Rect,
    pub(crate) log_place: LogPlace,
    /// The row for input and key hints.
    pub(crate) prompt: Rect,
}

/// The location of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogPlace {
    /// Under the panel, across the window.
    Below,
    /// To the right of boards and panel.
    Side,
    /// In place of a fourth board.
    Cell,
}

/// A candidate layout, which may be too large for the window.
struct Plan {
    place: LogPlace,
    is_roomy: bool,
    panel: u16,
    least_log: u16,
}

impl Layout {
    /// The best layout for a window, or the size that is needed.
    pub(crate) fn new(window: Rect, players: PlayerCount) -> Result<Self, TooSmall> {
        let count = players.count() as u16;
        let fit = ((window.width.saturating_sub(1)) / (BOARD_WIDTH + 3)).max(1);
        // Four boards are arranged in pairs rather than three and one.
        let per_row = if count == 4 && fit == 3 {
            2
        } else {
            fit.min(count)
        };
        let table_width = per_row * (BOARD_WIDTH + 3) + 1;
        let has_spare_cell = count == 3 && per_row == 2;
        let has_side = window.width > table_width + SIDE_LOG_WIDTH;
        let plan = |place, is_roomy, panel, least_log| Plan {
            place,
            is_roomy,
            panel,
            least_log,
        };
        let plans = if has_spare_cell {
            vec![
                plan(LogPlace::Cell, true, PANEL_ROWS, 0),
                plan(LogPlace::Cell, false, PANEL_ROWS, 0),
                plan(LogPlace::Cell, false, LEAST_PANEL_ROWS, 0),
            ]
        } else {
            vec![
                plan(LogPlace::Below, true, PANEL_ROWS, GOOD_LOG_ROWS),
                plan(LogPlace::Side, true, PANEL_ROWS, 0),
                plan(LogPlace::Below, false, PANEL_ROWS, GOOD_LOG_ROWS),
                plan(LogPlace::Side, false, PANEL_ROWS, 0),
                plan(LogPlace::Below, false, LEAST_PANEL_ROWS, LEAST_LOG_ROWS),
            ]
        };
        let mut least = u16::MAX;
        for plan in plans {
            if plan.place == LogPlace::Side && !has_side {
                continue;
            }
            let layout = Self::of(window, players, per_row, &plan);
            match layout {
                Ok(layout) => return Ok(layout),
                Err(height) => least = least.min(height),
            }
        }
        Err(TooSmall {
            width: window.width.max(BOARD_WIDTH + 4),
            height: least,
        })
    }

    /// Lays out a table by a plan, or returns the height that is needed.
    fn of(window: Rect, players: PlayerCount, per_row: u16, plan: &Plan) -> Result<Self, u16> {
        let count = players.count() as u16;
        let inner_width = window.width.saturating_sub(2);
        let offer_rows = 2 * offer_lines(players, inner_width);
        let (board_rows, line_step) = if plan.is_roomy {
            (ROOMY_ROWS, 2)
        } else {
            (TIGHT_ROWS, 1)
        };
        let board_lines = count.div_ceil(per_row);
        let boards_height = board_lines * (board_rows + 1);
        // Top, boards, a line above the panel, one above the prompt, the prompt, bottom.
        let fixed = 1 + offer_rows + boards_height + 1 + 1 + 1 + 1;
        let log_frame = u16::from(plan.place == LogPlace::Below);
        let needed = fixed + plan.panel + log_frame + plan.least_log;
        if window.height < needed || window.width < BOARD_WIDTH + 4 {
            return Err(needed);
        }
        let spare = window.height - needed;
        let panel_rows = match plan.place {
            LogPlace::Below => plan.panel + (spare / 2).min(LARGE_PANEL_ROWS - plan.panel),
            LogPlace::Side | LogPlace::Cell => plan.panel + spare,
        };
        let log_rows = plan.least_log + (window.height - needed) - (panel_rows - plan.panel);

        let mut layout = Self {
            window,
            offer: place_offer(window, players, inner_width),
            boards: Vec::new(),
            line_step,
            panel: Rect::default(),
            log: Rect::default(),
            log_place: plan.place,
            prompt: Rect::default(),
        };
        let table_width = match plan.place {
            LogPlace::Side => per_row * (BOARD_WIDTH + 3) + 1,
            LogPlace::Below | LogPlace::Cell => window.width,
        };
        let mut y = window.y + 1 + offer_rows;
        let cell = |i: u16, y: u16| {
            let left = window.x + i * (table_width - 1) / per_row + 1;
            let right = window.x + (i + 1) * (table_width - 1) / per_row;
            Rect::new(left, y, right - left, board_rows)
        };
        for line in 0..board_lines {
            let here = per_row.min(count - line * per_row);
            layout.boards.extend((0..here).map(|i| cell(i, y + 1)));
            if plan.place == LogPlace::Cell && here < per_row {
                layout.log = cell(here, y + 1);
            }
            y += board_rows + 1;
        }
        layout.panel = Rect::new(window.x + 1, y + 1, table_width - 2, panel_rows);
        y += 1 + panel_rows;
        match plan.place {
            LogPlace::Below => {
                layout.log = Rect::new(window.x + 1, y + 1, inner_width, log_rows);
                y += 1 + log_rows;
            }
            LogPlace::Side => {
                let top = window.y + 1 + offer_rows + 1;
                let left = window.x + table_width;
                layout.log = Rect::new(left, top, window.right() - 1 - left, y - top);
            }
            LogPlace::Cell => {}
        }
        layout.prompt = Rect::new(window.x + 1, y + 1, inner_width, 1);
        Ok(layout)
    }

    /// The left edge of a board's content, which is centred in its cell.
    pub(crate) fn board_left(cell: Rect) -> u16 {
        cell.x + cell.width.saturating_sub(BOARD_WIDTH) / 2
    }
}

fn blocks(players: PlayerCount) -> impl Iterator<Item = (Source, u16)> {
    let factories = azulejo_rules::Factory::ALL[..players.factories()].iter();
    factories
        .map(|&factory| (Source::Factory(factory), FACTORY_WIDTH))
        .chain([(Source::Centre, CENTRE_WIDTH)])
}

/// The number of lines for the factories and the centre.
fn offer_lines(players: PlayerCount, width: u16) -> u16 {
    let total: u16 = blocks(players).map(|(_, width)| width).sum();
    let lines = total.div_ceil(width.max(1));
    // Blocks are not split.
    let fits = |lines: u16| distribute(players, width, lines).len() <= usize::from(lines);
    (lines..).find(|&n| n > 5 || fits(n)).unwrap_or(lines)
}

/// Distributes the blocks over lines of similar length.
fn distribute(players: PlayerCount, width: u16, lines: u16) -> Vec<Vec<(Source, u16)>> {
    let total: u16 = blocks(players).map(|(_, width)| width).sum();
    let target = if lines == 1 {
        width
    } else {
        width.min(total.div_ceil(lines) + FACTORY_WIDTH / 2)
    };
    let mut rows: Vec<Vec<_>> = vec![Vec::new()];
    let mut used = 0;
    for (source, needs) in blocks(players) {
        if used > 0 && used + needs > target {
            rows.push(Vec::new());
            used = 0;
        }
        used += needs;
        if let Some(row) = rows.last_mut() {
            row.push((source, needs));
        }
    }
    rows
}

fn place_offer(window: Rect, players: PlayerCount, width: u16) -> Vec<(Source, u16, u16)> {
    let mut places = Vec::new();
    let rows = distribute(players, width, offer_lines(players, width));
    let longest = rows
        .iter()
        .map(|row| row.iter().map(|(_, width)| width).sum::<u16>())
        .max()
        .unwrap_or(0);
    // The gaps grow with the window, and the remainder is split between both sides.
    let most = rows.iter().map(Vec::len).max().unwrap_or(1) as u16;
    let gap = (width.saturating_sub(longest) / most).min(4);
    let left = width.saturating_sub(longest + gap * (most - 1)) / 2;
    for (i, row) in rows.iter().enumerate() {
        let y = window.y + 1 + 2 * i as u16;
        let mut x = window.x + 1 + left;
        for &(source, width) in row {
            places.push((source, x, y));
            x += width + gap;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(players: PlayerCount, width: u16, height: u16) -> Result<Layout, TooSmall> {
        Layout::new(Rect::new(0, 0, width, height), players)
    }

    #[test]
    fn documented_sizes_are_sufficient() {
        assert!(layout(PlayerCount::Two, 80, 24).is_ok());
        assert!(layout(PlayerCount::Three, 100, 30).is_ok());
        assert!(layout(PlayerCount::Four, 100, 30).is_ok());
        let four = layout(PlayerCount::Four, 120, 40).unwrap();
        assert_eq!((four.line_step, four.log_place), (2, LogPlace::Side));
        assert_eq!(
            layout(PlayerCount::Three, 100, 30).unwrap().log_place,
            LogPlace::Cell
        );
        assert!(layout(PlayerCount::Two, 80, 24).unwrap().log.height >= 3);
    }

    #[test]
    fn reported_size_is_sufficient() {
        for players in PlayerCount::ALL {
            for width in 1..200 {
                for height in 1..70 {
                    if let Err(needed) = layout(players, width, height) {
                        assert!(needed.width > width || needed.height > height);
                        let with_it =
                            layout(players, needed.width.max(width), needed.height.max(height));
                        // A wider window may need a different height, but reports it again.
                        if needed.width <= width {
                            assert!(with_it.is_ok(), "{players:?} {width}x{height}: {needed:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn areas_are_inside_and_do_not_overlap() {
        for players in PlayerCount::ALL {
            for width in 40..200 {
                for height in 20..70 {
                    let Ok(layout) = layout(players, width, height) else {
                        continue;
                    };
                    let mut places = layout.boards.clone();
                    places.extend([layout.panel, layout.log, layout.prompt]);
                    for &(source, x, y) in &layout.offer {
                        let width = if source == Source::Centre {
                            CENTRE_WIDTH - 1
                        } else {
                            8
                        };
                        places.push(Rect::new(x, y, width, 2));
                    }
                    for (i, a) in places.iter().enumerate() {
                        assert_eq!(
                            layout.window.intersection(*a),
                            *a,
                            "{players:?} {width}x{height}"
                        );
                        assert!(
                            a.right() < layout.window.right()
                                && a.bottom() < layout.window.bottom()
                        );
                        for b in &places[..i] {
                            assert!(
                                !a.intersects(*b),
                                "{players:?} {width}x{height}: {a:?} {b:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
