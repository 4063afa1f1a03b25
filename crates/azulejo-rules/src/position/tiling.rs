//! Wall tiling and the floor charge that ends a round.
//!
//! Players tile their complete lines from top to bottom, independently of each other. On the coloured
//! wall every step is forced; on the grey wall the player chooses the column. Then all floors are
//! charged at once, and the next round or the end of the game follows.

use core::fmt;

use super::{MARKER_GONE, MARKER_IN_CENTRE, Phase, Position, ROUND_LIMIT};
use crate::{Column, Line, Placement, PlacementList, PlacementTarget, PlayerCount, Seat, Wall};

/// The reason why a placement is not legal.
///
/// Exhaustive: another reason would be a change of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalPlacement {
    /// The game is not in wall tiling.
    WrongPhase(Phase),
    /// The seat is not occupied.
    NoSuchSeat,
    /// The player has no complete line.
    NothingToTile,
    /// Lines are tiled from top to bottom; the line given here is next.
    NotThisLine(Line),
    /// On the coloured wall the colour belongs in the column given here.
    WrongColumn(Column),
    /// The space is occupied.
    SpaceTaken,
    /// The column already contains the colour.
    ColumnShowsColour,
    /// There is a legal space, so the line may not be dropped.
    SpaceLeft,
}

impl fmt::Display for IllegalPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPhase(Phase::Offer) => f.write_str("there are still tiles on offer"),
            Self::WrongPhase(Phase::Over) => f.write_str("the game is over"),
            Self::WrongPhase(_) => f.write_str("there is nothing to tile in this phase"),
            Self::NoSuchSeat => f.write_str("that seat is not occupied"),
            Self::NothingToTile => f.write_str("no complete line is left to tile"),
            Self::NotThisLine(line) => write!(f, "line {line} must be tiled next"),
            Self::WrongColumn(column) => {
                write!(
                    f,
                    "the coloured wall has that colour in column {column} of the row"
                )
            }
            Self::SpaceTaken => f.write_str("that space of the wall is occupied"),
            Self::ColumnShowsColour => f.write_str("that column already contains the colour"),
            Self::SpaceLeft => f.write_str("the tile has a legal space and must be placed"),
        }
    }
}

impl core::error::Error for IllegalPlacement {}

/// The error for a placement that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TileError {
    /// The player.
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

/// The error for settling a round too early or too late.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SettleError {
    /// The game is not in wall tiling.
    WrongPhase(Phase),
    /// A player still has a complete line to tile.
    NotTiled(Seat, Line),
}

impl fmt::Display for SettleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPhase(Phase::Offer) => f.write_str("there are still tiles on offer"),
            Self::WrongPhase(Phase::Over) => f.write_str("the game is over"),
            Self::WrongPhase(_) => f.write_str("the floors have already been charged"),
            Self::NotTiled(seat, line) => {
                write!(f, "line {line} of player {seat} must be tiled first")
            }
        }
    }
}

impl core::error::Error for SettleError {}

impl<const SEATS: usize> Position<SEATS> {
    /// Returns the legal placements for a player's topmost complete line: one on the coloured wall,
    /// every legal column or else the floor on the grey wall. It is empty if the player has nothing to
    /// tile.
    ///
    /// # Panics
    /// Panics if the seat is not occupied.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Position, Seat};
    ///
    /// // On the grey wall, row 1 shows white in column 1, so blue may go to columns 2 to 5.
    /// let position: Position = "g2 2 1>1 -/-/-/-/- - 16,16,16,16,16 3,4,4,4,2 \
    ///     0;B/-/-/-/-;W..../...../...../...../.....;- \
    ///     0;-/-/-/-/-;...../...../...../...../.....;*W"
    ///     .parse()?;
    /// let placements: Vec<_> = position.placements(Seat::ONE).iter().map(ToString::to_string).collect();
    /// assert_eq!(placements, ["1:2", "1:3", "1:4", "1:5"]);
    /// assert!(position.placements(Seat::TWO).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns true if a player has more than one way to tile; false outside wall tiling.
    ///
    /// # Panics
    /// Panics if the seat is not occupied.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Position, Seat};
    ///
    /// let tiling = "2 1 1>1 -/-/-/-/- - 16,16,16,16,16 3,4,4,4,3 \
    ///     0;B/-/-/-/-;...../...../...../...../.....;- \
    ///     0;-/-/-/-/-;...../...../...../...../.....;*W";
    /// let grey: Position = format!("g{tiling}").parse()?;
    /// assert!(grey.has_choice(Seat::ONE) && !grey.has_choice(Seat::TWO));
    ///
    /// // On the coloured wall every colour has its column.
    /// let coloured: Position = format!("c{tiling}").parse()?;
    /// assert!(!coloured.has_choice(Seat::ONE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_choice(&self, seat: Seat) -> bool {
        let mut after = *self;
        loop {
            match *after.placements(seat) {
                [] => return false,
                [only] => after.tile_unchecked(seat, only),
                _ => return true,
            }
        }
    }

    /// Checks that a placement is legal for a player.
    ///
    /// # Errors
    /// Returns the reason if it is not.
    pub fn check_placement(
        &self,
        seat: Seat,
        placement: Placement,
    ) -> Result<(), IllegalPlacement> {
        if self.phase != Phase::Tiling {
            return Err(IllegalPlacement::WrongPhase(self.phase));
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

    /// Tiles a player's topmost complete line; players may tile in any order.
    ///
    /// After the last line, [`settle`](Self::settle) is next. If there is no floor to charge, the next
    /// round's refill or the end of the game follows at once.
    ///
    /// # Errors
    /// Returns an error if the placement is not legal; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Phase, Position, Seat};
    ///
    /// let mut position: Position = "c2 1 1>1 -/-/-/-/- - 16,16,16,16,16 3,4,4,4,3 \
    ///     0;B/-/-/-/-;...../...../...../...../.....;- \
    ///     0;-/-/-/-/-;...../...../...../...../.....;*W"
    ///     .parse()?;
    /// position.tile(Seat::ONE, "1:1".parse()?)?;
    /// assert_eq!(position.board(Seat::ONE).score(), 1);
    ///
    /// position.settle()?;
    /// assert_eq!(position.phase(), Phase::Refill);
    /// assert_eq!((position.round(), position.start()), (2, Seat::TWO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Tiles a line without checking that the placement is legal, for search.
    ///
    /// # Panics
    /// May panic or leave a meaningless position if the placement is not legal.
    pub fn tile_unchecked(&mut self, seat: Seat, placement: Placement) {
        debug_assert_eq!(
            self.check_placement(seat, placement),
            Ok(()),
            "{placement} in {self}"
        );
        self.boards[seat.index()].apply_placement(placement);
        self.continue_tiling();
    }

    /// Returns true if every line is tiled and only the floors are left to charge.
    #[must_use]
    pub fn is_ready_to_settle(&self) -> bool {
        self.check_settle().is_ok()
    }

    fn check_settle(&self) -> Result<(), SettleError> {
        if self.phase != Phase::Tiling {
            return Err(SettleError::WrongPhase(self.phase));
        }
        let seat = self.to_move();
        match self.board(seat).topmost_complete_line() {
            Some(line) => Err(SettleError::NotTiled(seat, line)),
            None => Ok(()),
        }
    }

    /// Charges and clears all floors once every line is tiled, and passes the marker on.
    ///
    /// # Errors
    /// Returns an error if the game is not in wall tiling or a line is left to tile; the position is
    /// then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Phase, Position, Seat};
    ///
    /// let mut position: Position = "c2 1 1>1 -/-/-/-/- - 16,16,16,16,16 4,4,4,4,3 \
    ///     3;-/-/-/-/-;...../...../...../...../.....;- \
    ///     3;-/-/-/-/-;...../...../...../...../.....;*W"
    ///     .parse()?;
    /// position.settle()?;
    /// assert_eq!(position.board(Seat::TWO).score(), 3 - 2);
    /// assert_eq!((position.phase(), position.start()), (Phase::Refill, Seat::TWO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settle(&mut self) -> Result<(), SettleError> {
        self.check_settle()?;
        self.settle_unchecked();
        Ok(())
    }

    /// Tiles all lines of all players and settles the round on the coloured wall, where every step is
    /// forced.
    ///
    /// # Panics
    /// May panic or leave a meaningless position outside wall tiling or on the grey wall.
    #[inline]
    pub fn finish_round_unchecked(&mut self) {
        debug_assert!(
            self.phase == Phase::Tiling && self.wall == Wall::Coloured,
            "{self}"
        );
        let players = self.players().count();
        let mut completed = false;
        for board in self.boards.iter_mut().take(players) {
            board.tile_all_coloured();
            // Lines may have been tiled one by one before, so check the whole wall.
            completed |= board.has_complete_row();
        }
        self.charge_floors();
        self.end_round(completed);
    }

    /// Settles the round without checking that every line is tiled.
    #[inline]
    pub(crate) fn settle_unchecked(&mut self) {
        self.charge_floors();
        self.end_round(self.has_complete_row());
    }

    #[inline]
    fn charge_floors(&mut self) {
        let players = self.players().count();
        for board in self.boards.iter_mut().take(players) {
            board.settle_floor();
        }
        if self.marker != MARKER_IN_CENTRE {
            self.start = self.marker;
            self.marker = MARKER_IN_CENTRE;
        }
    }

    fn has_complete_row(&self) -> bool {
        self.boards().any(|(_, board)| board.has_complete_row())
    }

    /// Starts wall tiling; called after the last tiles have left the offer.
    pub(crate) fn end_offer(&mut self) {
        self.phase = Phase::Tiling;
        self.continue_tiling();
    }

    /// Sets the next player to tile; ends the round if there is nothing to tile or charge.
    fn continue_tiling(&mut self) {
        let players = self.players();
        let next = self
            .start()
            .clockwise(players)
            .find(|s| self.boards[s.index()].full_lines() != 0);
        self.mover = next.map_or(self.start, |seat| seat.0);
        if next.is_none() && self.boards().all(|(_, board)| board.floor().is_empty()) {
            self.end_round(self.has_complete_row());
        }
    }

    /// Continues with the next round's refill or ends the game.
    #[inline]
    fn end_round(&mut self, has_complete_row: bool) {
        self.mover = self.start;
        if has_complete_row || self.nothing_to_deal() {
            self.phase = Phase::Over;
            self.marker = MARKER_GONE;
        } else {
            // The notation has no round 1000; machine play is truncated before that.
            self.round = (self.round + 1).min(ROUND_LIMIT);
            self.phase = Phase::Refill;
        }
    }

    /// Returns true if the bag and the lid are empty.
    ///
    /// Between rounds a board holds at most 35 tiles (25 on the wall and 10 on incomplete lines), so
    /// with two players there are always tiles to deal.
    #[inline]
    fn nothing_to_deal(&self) -> bool {
        self.bag == 0 && self.players() != PlayerCount::Two && self.lid_bytes() == 0
    }
}
