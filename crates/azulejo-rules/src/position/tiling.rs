//! Wall tiling, and the floor charge that ends a round.
//!
//! Each player tiles complete lines from top to bottom, independently of the others. On the
//! coloured wall every step is forced; on the grey wall the column is a choice. Then all floors are
//! charged at once, the marker is handed on, and the game goes on or ends.

use core::fmt;

use super::{MARKER_GONE, MARKER_IN_CENTRE, Phase, Position, ROUND_LIMIT};
use crate::{Column, Line, Placement, PlacementList, PlacementTarget, Players, Seat, Wall};

/// Why a placement is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalPlacement {
    /// The game does not wait for tiling.
    NotInThisPhase(Phase),
    /// Nobody sits there.
    NoSuchSeat,
    /// That player has no complete line.
    NothingToTile,
    /// Lines are tiled from top to bottom, and this one is the next.
    NotThisLine(Line),
    /// On the coloured wall the colour has its own column.
    WrongColumn(Column),
    /// The space is taken.
    SpaceTaken,
    /// The column shows the colour already.
    ColumnShowsColour,
    /// A legal space may not be declined.
    SpaceLeft,
}

impl fmt::Display for IllegalPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThisPhase(Phase::Offer) => f.write_str("there are still tiles on offer"),
            Self::NotInThisPhase(Phase::Over) => f.write_str("the game is over"),
            Self::NotInThisPhase(_) => f.write_str("there is nothing to tile in this phase"),
            Self::NoSuchSeat => f.write_str("nobody sits there"),
            Self::NothingToTile => f.write_str("no complete line is left to tile"),
            Self::NotThisLine(line) => write!(f, "line {line} is to be tiled next"),
            Self::WrongColumn(column) => {
                write!(
                    f,
                    "the coloured wall has that colour in column {column} of the row"
                )
            }
            Self::SpaceTaken => f.write_str("that space of the wall is taken"),
            Self::ColumnShowsColour => f.write_str("that column shows the colour already"),
            Self::SpaceLeft => f.write_str("the tile has a legal space and must be placed"),
        }
    }
}

impl core::error::Error for IllegalPlacement {}

/// A placement that could not be made, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TileError {
    /// Whose placement it is.
    pub seat: Seat,
    /// The placement.
    pub placement: Placement,
    /// The reason.
    pub reason: IllegalPlacement,
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of player {}: {}",
            self.placement, self.seat, self.reason
        )
    }
}

impl core::error::Error for TileError {}

impl<const SEATS: usize> Position<SEATS> {
    /// The choices for a player's topmost complete line: one forced choice on the coloured wall,
    /// every legal column on the grey one, or the floor when there is none. Empty when the player
    /// has nothing to tile.
    ///
    /// # Panics
    /// When nobody sits there.
    #[must_use]
    pub fn placements(&self, seat: Seat) -> PlacementList {
        let mut list = PlacementList::new();
        let board = self.board(seat);
        let line = if self.phase == Phase::Tiling {
            board.topmost_complete_line()
        } else {
            None
        };
        if let Some(line) = line {
            let columns = board.tiling_columns(self.wall, line);
            for column in Column::ALL {
                if columns >> column.0 & 1 == 1 {
                    list.push(Placement {
                        line,
                        target: PlacementTarget::Column(column),
                    });
                }
            }
            if columns == 0 {
                list.push(Placement {
                    line,
                    target: PlacementTarget::Floor,
                });
            }
        }
        list
    }

    /// Whether a player may make a placement now, and if not, why.
    ///
    /// # Errors
    /// The reason.
    pub fn check_placement(
        &self,
        seat: Seat,
        placement: Placement,
    ) -> Result<(), IllegalPlacement> {
        if self.phase != Phase::Tiling {
            return Err(IllegalPlacement::NotInThisPhase(self.phase));
        }
        if seat.index() >= self.players().count() {
            return Err(IllegalPlacement::NoSuchSeat);
        }
        let board = self.board(seat);
        let Some(line) = board.topmost_complete_line() else {
            return Err(IllegalPlacement::NothingToTile);
        };
        if placement.line != line {
            return Err(IllegalPlacement::NotThisLine(line));
        }
        let (colour, _) = board.line(line).expect("a complete line holds tiles");
        let columns = board.tiling_columns(self.wall, line);
        match placement.target {
            PlacementTarget::Column(column) if columns >> column.0 & 1 == 1 => Ok(()),
            PlacementTarget::Column(_) if self.wall == Wall::Coloured => {
                Err(IllegalPlacement::WrongColumn(Column::of(colour, line)))
            }
            PlacementTarget::Column(column) if board.cell(line, column).is_some() => {
                Err(IllegalPlacement::SpaceTaken)
            }
            PlacementTarget::Column(_) => Err(IllegalPlacement::ColumnShowsColour),
            PlacementTarget::Floor if columns == 0 => Ok(()),
            PlacementTarget::Floor => Err(IllegalPlacement::SpaceLeft),
        }
    }

    /// Tiles the topmost complete line of a player; any player may go first.
    ///
    /// After the last line of all, with no floor to charge, the position is already in the next
    /// round's refill or over; otherwise [`settle`](Self::settle) comes next.
    ///
    /// # Errors
    /// When the placement is not legal; the position is as it was.
    pub fn tile(&mut self, seat: Seat, placement: Placement) -> Result<(), TileError> {
        self.check_placement(seat, placement)
            .map_err(|reason| TileError {
                seat,
                placement,
                reason,
            })?;
        self.tile_unchecked(seat, placement);
        Ok(())
    }

    /// Makes a placement that is known to be legal.
    ///
    /// # Panics
    /// May panic, or leave a position that means nothing, when the placement is not legal.
    pub fn tile_unchecked(&mut self, seat: Seat, placement: Placement) {
        debug_assert_eq!(
            self.check_placement(seat, placement),
            Ok(()),
            "{placement} in {self}"
        );
        self.boards[seat.index()].tile_to(placement);
        self.enter_tiling();
    }

    /// Whether only the floors are left to charge.
    #[must_use]
    pub fn is_ready_to_settle(&self) -> bool {
        self.phase == Phase::Tiling && self.placements(self.to_move()).is_empty()
    }

    /// Charges and clears all floors and hands on the marker, when every line is tiled.
    ///
    /// Gives `false`, with the position as it was, when it is not time for that.
    #[must_use = "false means that nothing happened"]
    pub fn settle(&mut self) -> bool {
        let ready = self.is_ready_to_settle();
        if ready {
            self.settle_unchecked();
        }
        ready
    }

    /// Tiles all lines and settles the round, on the coloured wall, where nothing is to be chosen.
    ///
    /// # Panics
    /// May panic, or leave a position that means nothing, outside tiling or on the grey wall.
    #[inline]
    pub fn finish_round_unchecked(&mut self) {
        debug_assert!(
            self.phase == Phase::Tiling && self.wall == Wall::Coloured,
            "{self}"
        );
        let players = self.players().count();
        let mut completed = false;
        for board in self.boards.iter_mut().take(players) {
            let full = board.full_lines();
            for row in 0..5 {
                if full >> (6 * row) & 1 == 1 {
                    board.tile_coloured(row);
                }
            }
            // Asked of the whole wall: where some lines were tiled one by one before, the row that
            // ends the game may be none of those tiled here.
            completed |= board.has_complete_row();
        }
        self.charge_floors();
        self.pass_on(completed);
    }

    /// Charges the floors when every line is tiled.
    #[inline]
    pub(crate) fn settle_unchecked(&mut self) {
        self.charge_floors();
        self.pass_on(self.has_complete_row());
    }

    #[inline]
    fn charge_floors(&mut self) {
        let players = self.players().count();
        for board in self.boards.iter_mut().take(players) {
            board.charge_floor();
        }
        if self.marker != MARKER_IN_CENTRE {
            self.start = self.marker;
            self.marker = MARKER_IN_CENTRE;
        }
    }

    fn has_complete_row(&self) -> bool {
        self.boards().any(|(_, board)| board.has_complete_row())
    }

    /// Called when the last tiles left the offer.
    pub(crate) fn end_offer(&mut self) {
        self.phase = Phase::Tiling;
        self.enter_tiling();
    }

    /// Finds who tiles next; with nothing to tile and nothing to charge, the game goes on at once.
    fn enter_tiling(&mut self) {
        let players = self.players();
        let next = self
            .start()
            .clockwise(players)
            .find(|s| self.boards[s.index()].full_lines() != 0);
        self.mover = next.map_or(self.start, |seat| seat.0);
        if next.is_none() && self.boards().all(|(_, board)| board.floor().is_empty()) {
            self.pass_on(self.has_complete_row());
        }
    }

    /// Goes to the next round's refill, or ends the game.
    #[inline]
    fn pass_on(&mut self, has_complete_row: bool) {
        self.mover = self.start;
        if has_complete_row || self.nothing_to_deal() {
            self.phase = Phase::Over;
            self.marker = MARKER_GONE;
        } else {
            // A position has no round 1000: machine play stops long before, and says so.
            self.round = (self.round + 1).min(ROUND_LIMIT);
            self.phase = Phase::Refill;
        }
    }

    /// Whether bag and lid are both empty. Between rounds a board holds at most 35 tiles (25 on the
    /// wall, 10 on unfinished lines), so with two players there is always something to deal.
    #[inline]
    fn nothing_to_deal(&self) -> bool {
        self.bag == 0 && self.players() != Players::Two && self.lid_bytes() == 0
    }
}
