//! Previews for people: what a move would do, and what a board would score if the round ended now.

use crate::events::cost_between;
use crate::places::FLOOR;
use crate::{
    Board, Bonuses, ByColour, Colour, Column, Destination, FLOOR_COST, FLOOR_SPACES, IllegalMove,
    Line, Marker, Move, Placement, PlacementList, PlacementTarget, Position, Seat, Source,
    TilePoints, Wall,
};

/// What a move would do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MovePreview {
    /// How many tiles are taken.
    pub taken: u8,
    /// What goes from the factory to the centre.
    pub to_centre: ByColour<u8>,
    /// Whether the start marker is taken as well.
    pub takes_marker: bool,
    /// How many tiles go to the line.
    pub placed: u8,
    /// How many tiles fall to the floor.
    pub spilled: u8,
    /// How many tiles find no floor space and go to the lid.
    pub to_lid: u8,
    /// What the floor cost before the move and would cost after it.
    pub floor_cost: (u16, u16),
    /// Whether the line would be complete.
    pub completes: bool,
    /// What the line's tile would score at the end of the round, when the line would be complete and
    /// has a space. On the grey wall: in the column that is best for the round's points.
    pub points: Option<TilePoints>,
    /// The columns in which the line's tile may go as things stand, as a set of bits; none for the
    /// floor, and none where the grey wall has no space for it.
    pub columns: u8,
    /// The score that would be left if the round ended after the move.
    pub round_end: u16,
}

/// One line of a [`RoundEnd`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TiledLine {
    /// The line and where its tile would go.
    pub placement: Placement,
    /// The tile's colour.
    pub colour: Colour,
    /// What it would score; nothing when the grey wall has no space for it.
    pub points: Option<TilePoints>,
}

/// What a board would score if the round ended now, tile by tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RoundEnd {
    /// The complete lines from top to bottom.
    pub lines: Vec<TiledLine>,
    /// What the floor would cost, fallen lines included.
    pub floor_cost: u16,
    /// The score before and after.
    pub score: (u16, u16),
    /// The bonuses that the wall would have earned by then.
    pub bonuses: Bonuses,
}

impl RoundEnd {
    /// What the score would change by.
    #[must_use]
    pub const fn change(&self) -> i32 {
        self.score.1 as i32 - self.score.0 as i32
    }
}

impl Position {
    /// What a move would place, spill and cost.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn preview(&self, m: Move) -> Result<MovePreview, IllegalMove> {
        self.check(m)?;
        let board = self.board(self.to_move());
        let colour = m.colour();
        let offered = match m.source() {
            Source::Factory(factory) => self.factory(factory),
            Source::Centre => self.centre(),
        };
        let taken = offered[colour];
        let mut to_centre = ByColour([0; 5]);
        if m.source() != Source::Centre {
            to_centre = offered;
            to_centre[colour] = 0;
        }
        let takes_marker = m.source() == Source::Centre && self.marker() == Marker::Centre;
        let room = match m.destination() {
            Destination::Line(line) => board.room(line) as u8,
            Destination::Floor => 0,
        };
        let placed = taken.min(room);
        let floor_before = board.floor().len();
        let with_marker = (floor_before + usize::from(takes_marker)).min(FLOOR_SPACES);
        let spilled = (taken - placed).min((FLOOR_SPACES - with_marker) as u8);
        let completes = room > 0 && placed == room;
        // The marker and what spills count as well: on the grey wall a line that falls later costs
        // more on a fuller floor, which can make another column the best.
        let mut after = *board;
        if takes_marker {
            after.take_marker();
        }
        let to = match m.destination() {
            Destination::Line(line) => line.index(),
            Destination::Floor => FLOOR,
        };
        after.add_tiles(to, colour.index(), u32::from(taken));
        let (placements, ended) = after.best_tiling(self.wall());
        let columns = match m.destination() {
            Destination::Line(line) => after.tiling_columns(self.wall(), line),
            Destination::Floor => 0,
        };
        let points = match m.destination() {
            Destination::Line(line) if completes => after.points_of(line, &placements),
            _ => None,
        };
        Ok(MovePreview {
            taken,
            to_centre,
            takes_marker,
            placed,
            spilled,
            to_lid: taken - placed - spilled,
            floor_cost: (
                FLOOR_COST[floor_before],
                FLOOR_COST[floor_before]
                    + cost_between(floor_before, with_marker + usize::from(spilled)),
            ),
            completes,
            points,
            columns,
            round_end: ended.score(),
        })
    }

    /// What a player's board would score if the round ended now.
    ///
    /// # Panics
    /// When nobody sits there.
    #[must_use]
    pub fn round_end(&self, seat: Seat) -> RoundEnd {
        self.board(seat).round_end(self.wall())
    }
}

impl Board {
    /// What the board would score if the round ended now. On the grey wall the columns are those
    /// that bring the most; of equal ones the leftmost.
    #[must_use]
    pub fn round_end(&self, wall: Wall) -> RoundEnd {
        let (placements, after) = self.best_tiling(wall);
        let mut board = *self;
        let mut lines = Vec::with_capacity(placements.len());
        for &placement in &placements {
            let (colour, _) = board
                .line(placement.line)
                .expect("a complete line holds tiles");
            let points = match placement.target {
                PlacementTarget::Column(column) => Some(board.points_at(placement.line, column)),
                PlacementTarget::Floor => None,
            };
            lines.push(TiledLine {
                placement,
                colour,
                points,
            });
            board.tile_to(placement);
        }
        RoundEnd {
            lines,
            floor_cost: board.floor().cost(),
            score: (self.score(), after.score()),
            bonuses: after.bonuses(),
        }
    }

    /// The columns that bring the most, and the board at the end of the round.
    fn best_tiling(&self, wall: Wall) -> (PlacementList, Self) {
        let mut best: Option<(PlacementList, Self)> = None;
        let balance = |b: &Self| i32::from(b.score()) - i32::from(b.floor().cost());
        self.for_each_tiling(wall, &mut |placements, after| {
            if best
                .as_ref()
                .is_none_or(|(_, b)| balance(&after) > balance(b))
            {
                best = Some((*placements, after));
            }
        });
        let (placements, mut after) = best.expect("there is always one way to tile");
        after.charge_floor();
        (placements, after)
    }

    /// What a line's tile scores when lines are tiled like this.
    fn points_of(&self, line: Line, placements: &PlacementList) -> Option<TilePoints> {
        let mut board = *self;
        for &placement in placements {
            if placement.line == line {
                return match placement.target {
                    PlacementTarget::Column(column) => Some(board.points_at(line, column)),
                    PlacementTarget::Floor => None,
                };
            }
            board.tile_to(placement);
        }
        None
    }

    /// Calls `visit` with every way to tile the complete lines, and the board after it (its floor
    /// not yet charged). There is always at least one way, and on the coloured wall only one.
    pub fn for_each_tiling(&self, wall: Wall, visit: &mut impl FnMut(&PlacementList, Self)) {
        self.tile_from(wall, &mut PlacementList::new(), visit);
    }

    fn tile_from(
        self,
        wall: Wall,
        done: &mut PlacementList,
        visit: &mut impl FnMut(&PlacementList, Self),
    ) {
        let Some(line) = self.topmost_complete_line() else {
            visit(done, self);
            return;
        };
        let columns = self.tiling_columns(wall, line);
        let mut go = |target| {
            let placement = Placement { line, target };
            let mut next = self;
            next.tile_to(placement);
            done.push(placement);
            next.tile_from(wall, done, visit);
            done.pop();
        };
        for column in Column::ALL {
            if columns >> column.index() & 1 == 1 {
                go(PlacementTarget::Column(column));
            }
        }
        if columns == 0 {
            go(PlacementTarget::Floor);
        }
    }

    /// Whether a wall row is complete.
    #[must_use]
    pub const fn is_row_complete(&self, row: Line) -> bool {
        self.wall_bits() >> (5 * row.index()) & 31 == 31
    }
}
