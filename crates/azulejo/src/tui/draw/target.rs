//! Hit testing for the mouse.

use azulejo_rules::{Colour, Column, FLOOR_SPACES, Line, Seat, Source};
use ratatui::layout::{Position as Point, Rect};

use super::board::{FLOOR_AT, WALL_AT, floor_y, line_y};
use super::layout::Layout;
use super::offer::{centre_cells, factory_cells};
use crate::tui::scene::Scene;

/// A clickable element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Tile(Source, Colour),
    Source(Source),
    Line(Seat, Line),
    Cell(Seat, Line, Column),
    Floor(Seat),
}

/// The element at a point of a window.
pub(crate) fn target_at(window: Rect, scene: &Scene<'_>, point: Point) -> Option<Target> {
    let layout = Layout::new(window, scene.position.players()).ok()?;
    on_offer(&layout, scene, point).or_else(|| on_boards(&layout, scene, point))
}

fn on_offer(layout: &Layout, scene: &Scene<'_>, point: Point) -> Option<Target> {
    let is_on = |x: u16, y: u16, width: u16| Rect::new(x, y, width, 1).contains(point);
    layout.offer.iter().find_map(|&(source, x, y)| {
        if is_on(x, y, 2) {
            return Some(Target::Source(source));
        }
        match source {
            Source::Factory(factory) => factory_cells(&scene.position.factory(factory), x, y)
                .filter(|&(_, x, y)| is_on(x, y, 3))
                .find_map(|(tile, ..)| Some(Target::Tile(source, tile?))),
            Source::Centre => centre_cells(scene, x, y)
                .filter(|&(_, x, y)| is_on(x, y, 5))
                .find_map(|(group, ..)| Some(Target::Tile(source, group?.0))),
        }
    })
}

fn on_boards(layout: &Layout, scene: &Scene<'_>, point: Point) -> Option<Target> {
    let mut boards = layout.boards.iter().zip(scene.order());
    let (&cell, seat) = boards.find(|(cell, _)| cell.contains(point))?;
    let left = Layout::board_left(cell);
    let along = point.x.checked_sub(left)?;
    if point.y == floor_y(cell, layout.line_step) {
        let end = FLOOR_AT + 3 * FLOOR_SPACES as u16;
        return (along < end).then_some(Target::Floor(seat));
    }
    let line = Line::ALL
        .into_iter()
        .find(|&line| line_y(cell, layout.line_step, line) == point.y)?;
    match along.checked_sub(WALL_AT) {
        None => Some(Target::Line(seat, line)),
        Some(wall) => {
            Column::from_index(usize::from(wall / 3)).map(|column| Target::Cell(seat, line, column))
        }
    }
}
