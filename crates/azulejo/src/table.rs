//! A position rendered as text.
//!
//! Capital letters are tiles; lower-case letters are the pattern of the coloured wall. Each name is
//! followed by the score, and by the score if the round ended now.

use azulejo_rules::{
    Board, ByColour, Colour, Column, FLOOR_COST, FLOOR_SPACES, FloorTile, Line, Marker, Phase,
    PlacementList, PlacementTarget, Position, Seat, Wall,
};

use unicode_width::UnicodeWidthStr as _;

use crate::i18n::Key;
use crate::paint::{Paint, Strip, Style, shortened};
use crate::words::Words;

/// The contents and options of a rendering.
pub(crate) struct View<'a> {
    /// The position.
    pub(crate) position: &'a Position,
    /// The players' names by seat.
    pub(crate) names: &'a [String],
    /// The reader's language.
    pub(crate) words: &'a Words,
    /// The player to move. Columns may be chosen in any order, so the position alone does not
    /// determine it.
    pub(crate) next: Seat,
    /// The columns that player can choose from; they are numbered.
    pub(crate) choices: PlacementList,
    /// The width of a line in characters.
    pub(crate) width: usize,
    /// The colour mode.
    pub(crate) paint: Paint,
}

/// The width of a board without its frame.
const BOARD_WIDTH: usize = 38;
/// The width of a factory and the gap after it.
const FACTORY_WIDTH: usize = 10;
/// The width of the centre: its letter, the marker and three of five colours; the other two are on
/// the second line.
const CENTRE_WIDTH: usize = 22;

impl View<'_> {
    /// Renders the table as newline-terminated lines.
    pub(crate) fn draw(&self) -> String {
        let per_row = self.boards_per_row();
        let inner = per_row * (BOARD_WIDTH + 1) - 1;
        let mut lines = vec![self.top(inner)];
        if self.position.phase() == Phase::Offer {
            for row in self.offer(inner - 2) {
                lines.push(self.framed(&[row], inner));
            }
        }
        let seats: Vec<_> = self.position.players().seats().collect();
        let mut above = 0;
        for row in seats.chunks(per_row) {
            // With nothing in between, the top of the frame is the first divider.
            let divider = self.divider(row, per_row, above);
            lines.push(divider);
            let boards: Vec<_> = row.iter().map(|&seat| self.board(seat)).collect();
            for i in 0..boards[0].len() {
                let cells: Vec<_> = boards.iter().map(|board| board[i].clone()).collect();
                lines.push(self.framed(&cells, inner));
            }
            above = row.len();
        }
        lines.push(self.bottom(above, per_row));
        let mut text = String::new();
        for line in lines {
            text.push_str(line.text().trim_end());
            text.push('\n');
        }
        text
    }

    fn strip(&self) -> Strip {
        Strip::new(self.paint)
    }

    /// As many as fit; four boards are arranged in pairs rather than three and one.
    fn boards_per_row(&self) -> usize {
        let fit = (self.width.saturating_sub(1) / (BOARD_WIDTH + 1)).max(1);
        match self.position.players().count() {
            4 if fit == 3 => 2,
            players => fit.min(players),
        }
    }

    fn top(&self, inner: usize) -> Strip {
        let p = self.position;
        let mut line = self.strip();
        let heading = self.words.format(
            Key("table-heading"),
            &[
                ("round", p.round().into()),
                ("wall", p.wall().name().into()),
            ],
        );
        let [bag, lid] = [Key("bag-label"), Key("lid-label")].map(|key| self.words.text(key));
        let (bag_count, lid_count) = (p.bag().total(), p.lid().total());
        let mut supply = format!(" {bag} {bag_count} ─ {lid} {lid_count} ");
        if heading.width() + supply.width() + 4 > inner {
            // Narrow screen: abbreviate.
            supply = format!(" {bag_count} ─ {lid_count} ");
        }
        let room = inner.saturating_sub(supply.width() + 4);
        line.push(Style::Dim, "┌─ ")
            .push(Style::Strong, &shortened(&heading, room))
            .push(Style::Dim, " ");
        line.fill(Style::Dim, '─', inner - supply.width());
        line.push(Style::Dim, &supply)
            .fill(Style::Dim, '─', inner + 1);
        line.push(Style::Dim, "┐");
        line
    }

    /// The factories and the centre, in as many rows as necessary.
    fn offer(&self, width: usize) -> Vec<Strip> {
        let mut blocks: Vec<_> = self
            .position
            .factories()
            .map(|(factory, tiles)| (FACTORY_WIDTH, self.factory(factory.number(), &tiles)))
            .collect();
        blocks.push((CENTRE_WIDTH, self.centre()));
        let total: usize = blocks.iter().map(|(width, _)| width).sum();
        // Balance the rows rather than fill all but the last.
        let n_rows = total.div_ceil(width);
        let target = width.min(total.div_ceil(n_rows) + FACTORY_WIDTH / 2);
        let mut rows = vec![[self.strip(), self.strip()]];
        for (block_width, block) in blocks {
            let used = rows[rows.len() - 1][0].width();
            if used > 0 && used + block_width > target {
                rows.push([self.strip(), self.strip()]);
            }
            let last = rows.len() - 1;
            for (row, part) in rows[last].iter_mut().zip(block) {
                let end = row.width() + block_width;
                row.push(Style::Plain, " ").append(&part).pad(end);
            }
        }
        rows.into_iter().flatten().collect()
    }

    fn factory(&self, number: usize, tiles: &ByColour<u8>) -> [Strip; 2] {
        let tiles: Vec<_> = tiles.tiles().collect();
        let mut rows = [self.strip(), self.strip()];
        rows[0].push(
            if tiles.is_empty() {
                Style::Dim
            } else {
                Style::Strong
            },
            &number.to_string(),
        );
        for (i, row) in rows.iter_mut().enumerate() {
            row.pad(2);
            for j in 0..2 {
                match tiles.get(2 * i + j) {
                    Some(&colour) => row.tile(colour),
                    None => row.push(Style::Dim, " · "),
                };
            }
        }
        rows
    }

    fn centre(&self) -> [Strip; 2] {
        let tiles = self.position.centre();
        let mut rows = [self.strip(), self.strip()];
        let has_marker = self.position.marker() == Marker::Centre;
        let is_empty = tiles.total() == 0;
        rows[0]
            .push(if is_empty { Style::Dim } else { Style::Strong }, "C")
            .pad(2);
        rows[1].pad(2);
        let mut n_groups = 0;
        if has_marker {
            rows[0].marker();
            n_groups += 1;
        }
        for (colour, &count) in tiles.iter().filter(|(_, count)| **count > 0) {
            let row = &mut rows[n_groups / 3];
            let end = 2 + 6 * (n_groups % 3);
            row.pad(end).tile(colour);
            if count > 1 {
                row.push(Style::Plain, &format!("×{count}"));
            }
            n_groups += 1;
        }
        if n_groups == 0 {
            rows[0].push(Style::Dim, " · ");
        }
        rows
    }

    /// The line above a row of boards, with names and scores.
    fn divider(&self, row: &[Seat], per_row: usize, above: usize) -> Strip {
        let mut line = self.strip();
        line.push(Style::Dim, "├");
        for (i, &seat) in row.iter().enumerate() {
            let end = line.width() + BOARD_WIDTH;
            let is_next =
                seat == self.next && matches!(self.position.phase(), Phase::Offer | Phase::Tiling);
            let end_score = self.position.round_end(seat).score.1;
            let score = self.position.board(seat).score();
            let score = match self.position.phase() {
                Phase::Offer | Phase::Tiling => format!(" {score} → {end_score} "),
                Phase::Refill | Phase::Over => format!(" {score} "),
            };
            let name = shortened(
                &self.names[seat.index()],
                BOARD_WIDTH - score.chars().count() - 8,
            );
            line.push(Style::Dim, "─ ");
            if is_next {
                line.push(Style::Strong, "▶ ");
            }
            line.push(Style::Strong, &name).push(Style::Plain, " ");
            line.fill(Style::Dim, '─', end - score.chars().count() - 1);
            line.push(Style::Strong, &score).push(Style::Dim, "─");
            let is_last = i + 1 == per_row;
            let junction = match (is_last, i + 1 < above) {
                (true, _) => "┤",
                (false, true) => "┼",
                (false, false) => "┬",
            };
            line.push(Style::Dim, junction);
        }
        // Continue the frame where there is no board.
        for i in row.len()..per_row {
            let end = line.width() + BOARD_WIDTH;
            line.fill(Style::Dim, '─', end);
            let junction = if i + 1 == per_row { "┤" } else { "┴" };
            line.push(Style::Dim, junction);
        }
        line
    }

    fn bottom(&self, above: usize, per_row: usize) -> Strip {
        let mut line = self.strip();
        line.push(Style::Dim, "└");
        for i in 0..per_row {
            let end = line.width() + BOARD_WIDTH;
            line.fill(Style::Dim, '─', end);
            let junction = match i + 1 {
                last if last == per_row => "┘",
                n if n <= above => "┴",
                _ => "─",
            };
            line.push(Style::Dim, junction);
        }
        line
    }

    fn framed(&self, cells: &[Strip], inner: usize) -> Strip {
        let mut line = self.strip();
        for cell in cells {
            let end = line.width() + 1 + BOARD_WIDTH;
            line.push(Style::Dim, "│").append(cell);
            if cells.len() > 1 {
                line.pad(end);
            }
        }
        if cells.len() == 1 && inner > BOARD_WIDTH && cells[0].width() == BOARD_WIDTH {
            line.push(Style::Dim, "│");
        }
        line.pad(inner + 1).push(Style::Dim, "│");
        line
    }

    /// The lines of a board, padded to its width.
    fn board(&self, seat: Seat) -> Vec<Strip> {
        let board = self.position.board(seat);
        let mut lines: Vec<_> = Line::ALL
            .map(|line| self.line_and_row(seat, board, line))
            .into();
        lines.push(self.floor(board));
        for line in &mut lines {
            line.pad(BOARD_WIDTH);
        }
        lines
    }

    fn line_and_row(&self, seat: Seat, board: &Board, line: Line) -> Strip {
        let mut strip = self.strip();
        strip.push(Style::Dim, &format!(" {line} "));
        strip.pad(3 + 3 * (5 - line.capacity()));
        // Lines fill from the right.
        let (held, count) = board
            .line(line)
            .map_or((None, 0), |(c, count)| (Some(c), count));
        for space in (0..line.capacity()).rev() {
            match held {
                Some(colour) if space < count => strip.tile(colour),
                _ => strip.push(Style::Dim, " · "),
            };
        }
        let is_complete = board.is_complete(line);
        strip.push(
            if is_complete {
                Style::Strong
            } else {
                Style::Dim
            },
            " › ",
        );
        for column in Column::ALL {
            match board.cell(line, column) {
                Some(colour) => strip.tile(colour),
                None if self.is_choice(seat, line, column) => {
                    strip.push(Style::Strong, &format!(" {column} "))
                }
                None if self.position.wall() == Wall::Coloured => {
                    let colour: Colour = column.colour(line);
                    let letter = colour.letter().to_ascii_lowercase();
                    strip.push(Style::Plan(colour), &format!(" {letter} "))
                }
                None => strip.push(Style::Dim, " · "),
            };
        }
        strip
    }

    fn is_choice(&self, seat: Seat, line: Line, column: Column) -> bool {
        let target = PlacementTarget::Column(column);
        seat == self.next
            && self
                .choices
                .iter()
                .any(|choice| choice.line == line && choice.target == target)
    }

    fn floor(&self, board: &Board) -> Strip {
        let mut strip = self.strip();
        let label = self.words.text(Key("term-floor-short"));
        strip.push(Style::Dim, &format!(" {label}"));
        strip.pad(7);
        let tiles: Vec<_> = board.floor().tiles().collect();
        for space in 0..FLOOR_SPACES {
            match tiles.get(space) {
                Some(&FloorTile::Tile(colour)) => strip.tile(colour),
                Some(FloorTile::Marker) => strip.marker(),
                None => {
                    let cost = FLOOR_COST[space + 1] - FLOOR_COST[space];
                    strip.push(Style::Dim, &format!(" −{cost}"))
                }
            };
        }
        if !tiles.is_empty() {
            strip.push(Style::Plain, &format!("  = −{}", board.floor().cost()));
        }
        if board.floor().has_spare_marker() {
            strip.push(Style::Plain, " ").marker();
        }
        strip
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::i18n::Lang;

    const SAMPLES: &str = include_str!("../../azulejo-rules/tests/data/samples/positions.tsv");

    fn positions() -> impl Iterator<Item = Position> {
        let lines = SAMPLES.lines().skip(1);
        lines.map(|line| line.split('\t').nth(1).unwrap().parse().unwrap())
    }

    fn draw(position: &Position, lang: Lang, width: usize, paint: Paint) -> String {
        let names = [
            "Ana",
            "a name that is far too long for its board",
            "磁磚",
            "bot:greedy",
        ];
        let names = names.map(str::to_owned);
        let choices = position.placements(position.to_move());
        View {
            position,
            names: &names,
            words: &Words::new(lang),
            next: position.to_move(),
            choices,
            width,
            paint,
        }
        .draw()
    }

    #[test]
    fn column_numbers_are_on_the_choosing_players_board() {
        // Both players have complete lines; the position names the second one.
        let position: Position = "g2 1 2>2 -/-/-/-/- - 14,14,20,17,15 0,0,0,0,0 \
             0;W/K/BBB/WW/YYY;...../...../...../...../.....;* \
             0;Y/WW/YY/KK/BBB;...../...../...../...../.....;-"
            .parse()
            .unwrap();
        assert_eq!(position.phase(), Phase::Tiling);
        let names = ["Ana", "Ben"].map(str::to_owned);
        for next in position.players().seats() {
            let choices = position.placements(next);
            assert!(!choices.is_empty(), "{next:?}");
            let view = View {
                position: &position,
                names: &names,
                words: &Words::new(Lang::En),
                next,
                choices,
                width: 80,
                paint: Paint::Plain,
            };
            let text = view.draw();
            let shown = text.lines().any(|line| {
                let boards: Vec<_> = line.split('│').collect();
                boards
                    .get(1 + next.index())
                    .is_some_and(|board| board.contains(" 2  3  4 "))
            });
            assert!(shown, "{next:?}\n{text}");
            let marked = format!("▶ {}", names[next.index()]);
            assert!(text.contains(&marked), "{text}");
        }
    }

    #[test]
    fn tables_are_rectangles_that_fit() {
        for (position, lang) in positions().zip(Lang::ALL.into_iter().cycle()) {
            for width in [1, 39, 40, 78, 79, 80, 117, 118, 120, 156, 157, 250] {
                let text = draw(&position, lang, width, Paint::Plain);
                let widths: Vec<_> = text.lines().map(UnicodeWidthStr::width).collect();
                assert!(widths.iter().all(|&w| w == widths[0]), "{text}");
                assert!(widths[0] <= width.max(40), "{width}\n{text}");
            }
        }
    }

    #[test]
    fn colours_replace_only_the_brackets() {
        for position in positions() {
            let coloured = draw(&position, Lang::En, 80, Paint::Colours);
            let mut bare = String::new();
            for (i, part) in coloured.split("\x1b[").enumerate() {
                bare.push_str(if i == 0 {
                    part
                } else {
                    part.split_once('m').unwrap().1
                });
            }
            let plain = draw(&position, Lang::En, 80, Paint::Plain).replace(['[', ']'], " ");
            assert_eq!(bare, plain);
        }
    }

    #[test]
    fn marker_beside_full_floor_is_shown() {
        let text = "c2 2 1>2 -/-/-/-/- B 19,20,20,20,13 0,0,0,0,0 \
            0;-/-/-/-/-;...../...../...../...../.....;WWWWWWW* \
            0;-/-/-/-/-;...../...../...../...../.....;-";
        let table = draw(&text.parse().unwrap(), Lang::En, 80, Paint::Plain);
        assert!(
            table.contains("│ floor [W][W][W][W][W][W][W]  = −14 [*]│"),
            "{table}"
        );
    }
}
