//! One player's board: lines, wall and floor.

use azulejo_rules::{
    Board, Colour, Column, Destination, FLOOR_COST, FLOOR_SPACES, FloorTile, Line, PlacementTarget,
    Seat, Wall,
};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::{Canvas, TileLook};
use super::layout::Layout;
use crate::i18n::Key;
use crate::paint::shortened;
use crate::tui::scene::{Choosing, Ghost, Scene};
use crate::tui::theme::Theme;
use crate::words::Words;

/// The offset of the pattern lines from the left edge of a board.
const LINES_AT: u16 = 3;
/// The offset of the arrow from a line to the wall.
const ARROW_AT: u16 = 19;
/// The offset of the wall.
pub(super) const WALL_AT: u16 = 21;
/// The offset of the floor line.
pub(super) const FLOOR_AT: u16 = 7;

/// The row of a pattern line.
pub(super) fn line_y(cell: Rect, line_step: u16, line: Line) -> u16 {
    cell.y + line_step * line.index() as u16
}

/// The row of the floor line.
pub(super) fn floor_y(cell: Rect, line_step: u16) -> u16 {
    cell.y + line_step * 5
}

/// A board with everything to draw on it.
pub(super) struct Drawing<'a> {
    scene: &'a Scene<'a>,
    words: &'a Words,
    seat: Seat,
    /// The board, including columns that are chosen but not confirmed.
    board: &'a Board,
    choosing: Option<&'a Choosing<'a>>,
    ghost: Option<&'a Ghost>,
    cell: Rect,
    line_step: u16,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(
        scene: &'a Scene<'a>,
        words: &'a Words,
        seat: Seat,
        cell: Rect,
        line_step: u16,
    ) -> Self {
        let choosing = scene.choosing.as_ref().filter(|c| c.seat == seat);
        Self {
            scene,
            words,
            seat,
            board: choosing.map_or_else(|| scene.position.board(seat), |c| c.board),
            choosing,
            ghost: scene.ghost.as_ref().filter(|ghost| ghost.seat == seat),
            cell,
            line_step,
        }
    }

    /// Draws the board and its heading.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        self.heading(canvas);
        for line in Line::ALL {
            self.pattern_line(canvas, line);
            for column in Column::ALL {
                self.wall_cell(canvas, line, column);
            }
        }
        self.floor(canvas);
    }

    fn left(&self) -> u16 {
        Layout::board_left(self.cell)
    }

    fn is_active(&self) -> bool {
        self.scene.active == Some(self.seat)
    }

    /// Draws the name, turn marker, score, and the change if the round ended now.
    fn heading(&self, canvas: &mut Canvas<'_>) {
        let (cell, y) = (self.cell, self.cell.y - 1);
        let change = self.board.round_end(self.scene.position.wall()).change();
        let now = self.words.signed(change);
        let outlook = match self.ghost {
            Some(ghost) if (change, ghost.change) != (0, 0) => {
                format!(" {now} → {} ", self.words.signed(ghost.change))
            }
            _ if change == 0 => String::new(),
            _ => format!(" {now} "),
        };
        let score = format!(" {} ", self.board.score());
        let right = cell.right() - 1;
        let outlook_width = outlook.width() as u16;
        let style = canvas.theme.good();
        canvas.put_right(right, y, &outlook, style);
        canvas.put_right(right - outlook_width, y, &score, Theme::strong());
        let mut taken = outlook_width + score.width() as u16 + 2;
        if let Some(tag) = self
            .scene
            .tags
            .get(self.seat.index())
            .and_then(Option::as_ref)
        {
            // Keep room for at least a few letters of the name.
            let room = cell.width.saturating_sub(taken + 10);
            let text = format!(" {} ", shortened(&tag.text, usize::from(room)));
            let style = canvas.tone(tag.tone);
            canvas.put_right(cell.right() - taken, y, &text, style);
            taken += text.width() as u16 + 1;
        }
        let mark = if self.is_active() { " ▶ " } else { " " };
        let style = canvas.theme.focus();
        let x = canvas.put(cell.x + 1, y, mark, style);
        let room = (cell.right().saturating_sub(x)).saturating_sub(taken + 1);
        let name = shortened(self.scene.names.of(self.seat), usize::from(room));
        let x = canvas.put(x, y, &name, Theme::strong());
        canvas.put(x, y, " ", Theme::plain());
    }

    fn pattern_line(&self, canvas: &mut Canvas<'_>, line: Line) {
        let (left, y) = (self.left(), line_y(self.cell, self.line_step, line));
        let is_open = self.is_active() && self.scene.open_lines[line.index()];
        let dim = canvas.theme.dim();
        let label = if is_open { canvas.theme.focus() } else { dim };
        canvas.put(left + 1, y, &line.to_string(), label);
        // Lines fill from the right.
        let held = self.board.line(line);
        let count = held.map_or(0, |(_, count)| count);
        let coming = self
            .ghost
            .filter(|ghost| ghost.m.destination() == Destination::Line(line));
        let with_coming = count + coming.map_or(0, |ghost| usize::from(ghost.preview.placed));
        for space in 0..line.capacity() {
            let x = left + LINES_AT + 3 * (4 - space as u16);
            match (held, coming) {
                (Some((colour, _)), _) if space < count => {
                    canvas.tile(x, y, colour, TileLook::Plain);
                }
                (_, Some(ghost)) if space < with_coming => {
                    canvas.tile(x, y, ghost.m.colour(), TileLook::Ghost);
                }
                _ => {
                    canvas.put(x, y, " · ", label);
                }
            }
        }
        let style = if with_coming == line.capacity() {
            canvas.theme.focus()
        } else {
            dim
        };
        canvas.put(left + ARROW_AT, y, "›", style);
    }

    fn wall_cell(&self, canvas: &mut Canvas<'_>, line: Line, column: Column) {
        let x = self.left() + WALL_AT + 3 * column.index() as u16;
        let y = line_y(self.cell, self.line_step, line);
        if let Some(colour) = self.board.cell(line, column) {
            let is_made = self
                .choosing
                .is_some_and(|choosing| choosing.made.contains(&(line, column)));
            let look = if is_made {
                TileLook::Picked
            } else {
                TileLook::Plain
            };
            canvas.tile(x, y, colour, look);
            if let Some((text, style)) = self.run_through(line, column, colour) {
                canvas.put(x, y, &text, style);
            }
        } else if self.is_choice(line, column) {
            let is_at = self.choosing.is_some_and(|c| c.cursor == Some(column));
            // Distinguished by more than the style, which some terminals don't show.
            let (text, style) = if is_at {
                (format!(">{column}<"), Theme::chosen())
            } else {
                (format!(" {column} "), canvas.theme.focus())
            };
            canvas.put(x, y, &text, style);
        } else if let Some(colour) = self.coming_to(line, column) {
            canvas.tile(x, y, colour, TileLook::Ghost);
        } else if self.scene.position.wall() == Wall::Coloured {
            let colour = column.colour(line);
            let letter = colour.letter().to_ascii_lowercase();
            let style = canvas.theme.plan(colour);
            canvas.put(x, y, &format!(" {letter} "), style);
        } else {
            let style = canvas.theme.dim();
            canvas.put(x, y, " · ", style);
        }
    }

    /// The tile that the previewed move would place there; known in advance on the coloured wall
    /// only.
    fn coming_to(&self, line: Line, column: Column) -> Option<Colour> {
        let ghost = self.ghost.filter(|ghost| {
            ghost.m.destination() == Destination::Line(line)
                && ghost.preview.completes
                && self.scene.position.wall() == Wall::Coloured
        })?;
        let colour = ghost.m.colour();
        (Column::of(colour, line) == column).then_some(colour)
    }

    /// Highlights a tile that was just scored, and the runs that scored.
    fn run_through(
        &self,
        line: Line,
        column: Column,
        colour: Colour,
    ) -> Option<(String, ratatui::style::Style)> {
        let highlight = self
            .scene
            .highlight
            .filter(|highlight| highlight.seat == self.seat)?;
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let is_across = highlight.line == line
            && between(highlight.column.index(), column.index())
                .all(|i| self.board.cell(line, Column::ALL[i]).is_some());
        let is_down = highlight.column == column
            && between(highlight.line.index(), line.index())
                .all(|i| self.board.cell(Line::ALL[i], column).is_some());
        let letter = colour.letter();
        if (highlight.line, highlight.column) == (line, column) {
            Some((format!("<{letter}>"), Theme::scored()))
        } else if is_across && highlight.points.row() > 0 {
            Some((format!("-{letter}-"), Theme::run()))
        } else if is_down && highlight.points.column() > 0 {
            Some((format!("|{letter}|"), Theme::run()))
        } else {
            None
        }
    }

    fn is_choice(&self, line: Line, column: Column) -> bool {
        let target = PlacementTarget::Column(column);
        self.choosing
            .and_then(|choosing| choosing.next.as_ref())
            .is_some_and(|(_, choices)| {
                choices
                    .iter()
                    .any(|choice| choice.line == line && choice.target == target)
            })
    }

    fn floor(&self, canvas: &mut Canvas<'_>) {
        let (left, y) = (self.left(), floor_y(self.cell, self.line_step));
        let is_open = self.is_active() && self.scene.open_lines[5];
        let dim = canvas.theme.dim();
        let label = if is_open { canvas.theme.focus() } else { dim };
        let name = self.words.text(Key("term-floor-short"));
        canvas.put(left + 1, y, &name, label);
        let lying: Vec<_> = self.board.floor().tiles().collect();
        let marker = self.ghost.is_some_and(|ghost| ghost.preview.takes_marker);
        let spilled = self
            .ghost
            .map_or(0, |ghost| usize::from(ghost.preview.spilled));
        let n = lying.len().min(FLOOR_SPACES);
        let after_marker = n + usize::from(marker);
        for space in 0..FLOOR_SPACES {
            let x = left + FLOOR_AT + 3 * space as u16;
            match (lying.get(space), self.ghost) {
                (Some(&FloorTile::Tile(colour)), _) => {
                    canvas.tile(x, y, colour, TileLook::Plain);
                }
                (Some(FloorTile::Marker), _) => {
                    canvas.marker(x, y, TileLook::Plain);
                }
                (None, Some(_)) if marker && space == n => {
                    canvas.marker(x, y, TileLook::Ghost);
                }
                (None, Some(ghost)) if space < after_marker + spilled => {
                    canvas.tile(x, y, ghost.m.colour(), TileLook::Ghost);
                }
                (None, _) => {
                    let cost = FLOOR_COST[space + 1] - FLOOR_COST[space];
                    canvas.put(x, y, &format!(" −{cost}"), dim);
                }
            }
        }
        let x = left + FLOOR_AT + 3 * FLOOR_SPACES as u16;
        let board_cost = self.board.floor().cost();
        let cost = self
            .ghost
            .map_or(board_cost, |ghost| ghost.preview.floor_cost.1);
        if cost > 0 {
            let style = canvas.theme.bad();
            canvas.put(x, y, &format!(" = −{cost}"), style);
        }
        if self.board.floor().has_spare_marker() {
            canvas.marker(x + 6, y, TileLook::Plain);
        }
    }
}
