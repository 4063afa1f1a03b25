//! The factories and the centre.

use azulejo_rules::{ByColour, Colour, Marker, Source};

use super::canvas::{Canvas, TileLook};
use super::layout::Layout;
use crate::tui::scene::Scene;
use crate::tui::theme::Theme;

/// The layout of the centre's groups: three per row, each six characters wide.
const GROUPS_IN_ROW: usize = 3;
const GROUP_WIDTH: usize = 6;

pub(super) fn draw(canvas: &mut Canvas<'_>, scene: &Scene<'_>, layout: &Layout) {
    for &(source, x, y) in &layout.offer {
        match source {
            Source::Factory(factory) => {
                draw_factory(
                    canvas,
                    scene,
                    source,
                    &scene.position.factory(factory),
                    x,
                    y,
                );
            }
            Source::Centre => draw_centre(canvas, scene, x, y),
        }
    }
}

fn draw_label(
    canvas: &mut Canvas<'_>,
    scene: &Scene<'_>,
    source: Source,
    x: u16,
    y: u16,
    is_empty: bool,
) {
    let is_picked = scene.picked.is_some_and(|(picked, _)| picked == source);
    let style = match (is_picked, is_empty) {
        (true, _) => Theme::chosen(),
        (false, true) => canvas.theme.dim(),
        (false, false) => Theme::strong(),
    };
    canvas.put(x, y, &source.to_string(), style);
}

fn look(scene: &Scene<'_>, source: Source, colour: Colour) -> TileLook {
    if scene.picked == Some((source, Some(colour))) {
        TileLook::Picked
    } else {
        TileLook::Plain
    }
}

/// The positions of a factory's tiles: two rows of two.
pub(super) fn factory_cells(
    tiles: &ByColour<u8>,
    x: u16,
    y: u16,
) -> impl Iterator<Item = (Option<Colour>, u16, u16)> {
    let tiles: Vec<_> = tiles.tiles().collect();
    (0..4u16).map(move |i| {
        let tile = tiles.get(usize::from(i)).copied();
        (tile, x + 2 + 3 * (i % 2), y + i / 2)
    })
}

fn draw_factory(
    canvas: &mut Canvas<'_>,
    scene: &Scene<'_>,
    source: Source,
    tiles: &ByColour<u8>,
    x: u16,
    y: u16,
) {
    draw_label(canvas, scene, source, x, y, tiles.total() == 0);
    for (tile, x, y) in factory_cells(tiles, x, y) {
        match tile {
            Some(colour) => {
                canvas.tile(x, y, colour, look(scene, source, colour));
            }
            None => {
                let style = canvas.theme.dim();
                canvas.put(x, y, " · ", style);
            }
        }
    }
}

/// The positions of the centre's groups; the marker, if present, comes first.
pub(super) fn centre_cells(
    scene: &Scene<'_>,
    x: u16,
    y: u16,
) -> impl Iterator<Item = (Option<(Colour, u8)>, u16, u16)> {
    let marker = (scene.position.marker() == Marker::Centre).then_some(None);
    let tiles = scene.position.centre();
    let groups = Colour::ALL
        .into_iter()
        .filter(move |&colour| tiles[colour] > 0)
        .map(move |colour| Some((colour, tiles[colour])));
    marker
        .into_iter()
        .chain(groups)
        .enumerate()
        .map(move |(i, group)| {
            let across = GROUP_WIDTH * (i % GROUPS_IN_ROW);
            let down = i / GROUPS_IN_ROW;
            (group, x + 2 + across as u16, y + down as u16)
        })
}

fn draw_centre(canvas: &mut Canvas<'_>, scene: &Scene<'_>, x: u16, y: u16) {
    let is_empty = scene.position.centre().total() == 0;
    draw_label(canvas, scene, Source::Centre, x, y, is_empty);
    let mut is_bare = true;
    let cells: Vec<_> = centre_cells(scene, x, y).collect();
    for (group, x, y) in cells {
        is_bare = false;
        let Some((colour, count)) = group else {
            canvas.marker(x, y, TileLook::Plain);
            continue;
        };
        let end = canvas.tile(x, y, colour, look(scene, Source::Centre, colour));
        if count > 1 {
            canvas.put(end, y, &format!("×{count}"), Theme::plain());
        }
    }
    if is_bare {
        let style = canvas.theme.dim();
        canvas.put(x + 2, y, " · ", style);
    }
}
