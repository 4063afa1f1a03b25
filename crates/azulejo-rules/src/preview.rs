//! Previews: the effect of a move, and the score of a board if the round ended now.

use alloc::vec::Vec;

use crate::events::cost_between;
use crate::{
    Board, Bonuses, ByColour, Colour, Column, Destination, FLOOR_COST, FLOOR_SPACES, IllegalMove,
    Line, Marker, Move, Placement, PlacementList, PlacementTarget, Position, Seat, Source,
    TilePoints, Wall,
};

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct MovePreview {
    /// The number of tiles taken.
    pub taken: u8,
    /// The tiles that move from the factory to the centre.
    pub to_centre: ByColour<u8>,
    /// True if the move takes the start marker.
    pub takes_marker: bool,
    /// The number of tiles placed on the line.
    pub placed: u8,
    /// The number of tiles that fall to the floor.
    pub spilled: u8,
    /// The number of tiles that find no floor space and go to the lid.
    pub to_lid: u8,
    /// The cost of the floor before and after the move.
    pub floor_cost: (u16, u16),
    /// True if the line would be complete.
    pub completes: bool,
    /// The points the line's tile would score at the end of the round, if the line would be complete
    /// and there is a space for it. On the grey wall, in the column with the best round score.
    pub points: Option<TilePoints>,
    /// The legal columns for the line's tile, as a bit set; empty for the floor, and if the grey wall
    /// has no space for it.
    pub columns: u8,
    /// The score if the round ended after the move.
    pub round_end: u16,
}

/// One line of a [`RoundEnd`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TiledLine {
    /// The line and the target of its tile.
    pub placement: Placement,
    /// The tile's colour.
    pub colour: Colour,
    /// The points it would score, or `None` if the grey wall has no space for it.
    pub points: Option<TilePoints>,
}

/// The score of a board if the round ended now, tile by tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct RoundEnd {
    /// The complete lines from top to bottom.
    pub lines: Vec<TiledLine>,
    /// The cost of the floor, including dropped lines.
    pub floor_cost: u16,
    /// The score before and after.
    pub score: (u16, u16),
    /// The bonuses for the resulting wall.
    pub bonuses: Bonuses,
}

impl RoundEnd {
    /// Returns the change of the score.
    #[must_use]
    pub const fn change(&self) -> i32 {
        self.score.1 as i32 - self.score.0 as i32
    }
}

impl Position {
    /// Returns the effect of a move without playing it.
    ///
    /// # Errors
    /// Returns the reason if the move is not legal.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// let preview = position.preview("3K2".parse()?)?;
    /// assert_eq!((preview.taken, preview.placed, preview.spilled), (3, 2, 1));
    /// assert!(preview.completes);
    /// assert_eq!(preview.floor_cost, (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        let line = match m.destination() {
            Destination::Line(line) => Some(line),
            Destination::Floor => None,
        };
        let room = line.map_or(0, |line| board.room(line) as u8);
        let placed = taken.min(room);
        let floor_before = board.floor().len();
        let with_marker = (floor_before + usize::from(takes_marker)).min(FLOOR_SPACES);
        let spilled = (taken - placed).min((FLOOR_SPACES - with_marker) as u8);
        let completes = room > 0 && placed == room;
        // The marker and the spilled tiles matter: on the grey wall a line that is dropped later
        // costs more on a fuller floor, which can make another column the best.
        let mut after = *board;
        if takes_marker {
            after.take_marker();
        }
        let destination = m.destination().index();
        after.add_tiles(destination, colour.index(), u32::from(taken));
        let (placements, ended) = after.best_tiling(self.wall());
        let columns = line.map_or(0, |line| after.tiling_columns(self.wall(), line));
        let points = line
            .filter(|_| completes)
            .and_then(|line| after.points_of(line, &placements));
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

    /// Returns the score of a player's board if the round ended now.
    ///
    /// # Panics
    /// Panics if the seat is not occupied.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// position.play("3K2".parse()?)?;
    /// // The complete line scores one point, and the third tile on the floor costs it.
    /// let end = position.round_end(Seat::ONE);
    /// assert_eq!((end.lines.len(), end.floor_cost, end.score), (1, 1, (0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn round_end(&self, seat: Seat) -> RoundEnd {
        self.board(seat).round_end(self.wall())
    }
}

impl Board {
    /// Returns the score of the board if the round ended now. On the grey wall it assumes the columns
    /// with the highest score, and the leftmost of equal ones.
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
            board.apply_placement(placement);
        }
        RoundEnd {
            lines,
            floor_cost: board.floor().cost(),
            score: (self.score(), after.score()),
            bonuses: after.bonuses(),
        }
    }

    /// Returns the placements with the highest score and the board at the end of the round.
    fn best_tiling(&self, wall: Wall) -> (PlacementList, Self) {
        let mut best: Option<(PlacementList, Self)> = None;
        let balance = |b: &Self| i32::from(b.score()) - i32::from(b.floor().cost());
        self.visit_tilings(wall, &mut PlacementList::new(), &mut |placements, after| {
            if best
                .as_ref()
                .is_none_or(|(_, b)| balance(&after) > balance(b))
            {
                best = Some((placements.clone(), after));
            }
        });
        let (placements, mut after) = best.expect("there is at least one way to tile");
        after.settle_floor();
        (placements, after)
    }

    /// Returns the points of a line's tile if the lines are tiled with these placements.
    fn points_of(&self, line: Line, placements: &PlacementList) -> Option<TilePoints> {
        let mut board = *self;
        for &placement in placements {
            if placement.line == line {
                return match placement.target {
                    PlacementTarget::Column(column) => Some(board.points_at(line, column)),
                    PlacementTarget::Floor => None,
                };
            }
            board.apply_placement(placement);
        }
        None
    }

    /// Calls `visit` for every way to tile the complete lines, with the resulting board before its
    /// floor is charged.
    pub(crate) fn visit_tilings(
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
        let mut recurse = |target| {
            let placement = Placement { line, target };
            let mut next = self;
            next.apply_placement(placement);
            done.push(placement);
            next.visit_tilings(wall, done, visit);
            done.pop();
        };
        for column in Column::ALL {
            if columns >> column.index() & 1 == 1 {
                recurse(PlacementTarget::Column(column));
            }
        }
        if columns == 0 {
            recurse(PlacementTarget::Floor);
        }
    }
}
