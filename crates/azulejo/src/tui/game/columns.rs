//! The choice of columns for a player's complete lines on the grey wall, from top to bottom.

use azulejo_rules::{
    Board, Colour, Column, IllegalPlacement, Line, Placement, PlacementList, PlacementTarget,
    Position, Seat,
};

/// Unconfirmed choices.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    seat: Seat,
    /// The position before each choice, and the choice.
    made: Vec<(Position, Placement)>,
    /// The position after all of them.
    after: Position,
    /// The column under the cursor.
    cursor: Option<Column>,
}

impl Columns {
    /// Starts with the choices of a player with complete lines.
    pub(crate) fn new(position: &Position, seat: Seat) -> Self {
        let mut columns = Self {
            seat,
            made: Vec::new(),
            after: *position,
            cursor: None,
        };
        columns.take_forced();
        columns
    }

    pub(crate) const fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's board with the choices made.
    pub(crate) fn board(&self) -> &Board {
        self.after.board(self.seat)
    }

    /// The cells of the chosen tiles.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Line, Column)> + '_ {
        self.made
            .iter()
            .filter_map(|(_, placement)| match placement.target {
                PlacementTarget::Column(column) => Some((placement.line, column)),
                PlacementTarget::Floor => None,
            })
    }

    pub(crate) fn cursor(&self) -> Option<Column> {
        self.cursor
    }

    /// The next choice: the line, its colour, and the possible columns. `None` once everything is
    /// chosen.
    pub(crate) fn next(&self) -> Option<(Line, Colour, PlacementList)> {
        let choices = self.after.placements(self.seat);
        let line = choices.first()?.line;
        let (colour, _) = self.board().line(line)?;
        Some((line, colour, choices))
    }

    pub(crate) fn choose(&mut self, column: Column) -> Result<(), (Placement, IllegalPlacement)> {
        let Some((line, ..)) = self.next() else {
            return Ok(());
        };
        let target = PlacementTarget::Column(column);
        let placement = Placement { line, target };
        self.after
            .check_placement(self.seat, placement)
            .map_err(|reason| (placement, reason))?;
        self.make(placement);
        self.take_forced();
        Ok(())
    }

    /// The position in which the next choice is made, for the reason against it.
    pub(crate) const fn position(&self) -> &Position {
        &self.after
    }

    /// Moves the cursor to a column, if the next line can use it.
    pub(crate) fn point_at(&mut self, placement: Placement) {
        let Some((_, _, choices)) = self.next() else {
            return;
        };
        if let PlacementTarget::Column(column) = placement.target
            && choices.contains(&placement)
        {
            self.cursor = Some(column);
        }
    }

    /// Moves the cursor over the possible columns.
    pub(crate) fn move_cursor(&mut self, forward: bool) {
        let Some((_, _, choices)) = self.next() else {
            return;
        };
        let columns: Vec<_> = choices
            .iter()
            .filter_map(|choice| match choice.target {
                PlacementTarget::Column(column) => Some(column),
                PlacementTarget::Floor => None,
            })
            .collect();
        let n = columns.len();
        let at = columns.iter().position(|&c| Some(c) == self.cursor);
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => n.saturating_sub(1),
            (Some(i), true) => (i + 1) % n,
            (Some(i), false) => (i + n - 1) % n,
        };
        self.cursor = columns.get(next).copied();
    }

    /// Takes back the last unforced choice; returns whether there was one.
    pub(crate) fn back(&mut self) -> bool {
        let last = self
            .made
            .iter()
            .rposition(|(before, _)| before.placements(self.seat).len() > 1);
        let Some(last) = last else { return false };
        self.after = self.made[last].0;
        self.made.truncate(last);
        self.cursor = None;
        true
    }

    /// All choices, from top to bottom.
    pub(crate) fn placements(&self) -> Vec<Placement> {
        self.made.iter().map(|(_, placement)| *placement).collect()
    }

    fn make(&mut self, placement: Placement) {
        self.made.push((self.after, placement));
        self.cursor = None;
        // The placement was checked, or is the only one.
        let _legal = self.after.tile(self.seat, placement);
    }

    /// Makes the choices that have a single option.
    fn take_forced(&mut self) {
        while let [only] = *self.after.placements(self.seat) {
            self.make(only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two complete lines, blue and red; row 3 already has red, in column 5.
    fn position() -> Position {
        "g2 3 1>1 -/-/-/-/- - 19,20,17,20,20 0,0,0,0,0 \
         4;B/RR/-/-/-;...../...../....R/...../.....;* \
         0;-/-/-/-/-;...../...../...../...../.....;-"
            .parse()
            .unwrap()
    }

    fn column(n: usize) -> Column {
        Column::new(n).unwrap()
    }

    #[test]
    fn columns_are_chosen_from_top_to_bottom_and_taken_back() {
        let mut columns = Columns::new(&position(), Seat::ALL[0]);
        assert_eq!(columns.next().unwrap().0, Line::ALL[0]);
        columns.choose(column(5)).unwrap();
        let (line, colour, choices) = columns.next().unwrap();
        assert_eq!((line.number(), colour, choices.len()), (2, Colour::Red, 4));
        let (_, reason) = columns.choose(column(5)).unwrap_err();
        assert_eq!(reason, IllegalPlacement::ColumnShowsColour);
        columns.choose(column(1)).unwrap();
        assert!(columns.next().is_none());
        assert_eq!(columns.board().score(), 6);
        assert!(columns.back());
        assert_eq!(columns.next().unwrap().0.number(), 2);
        assert!(columns.back());
        assert!(!columns.back());
        assert!(columns.placements().is_empty());
    }

    #[test]
    fn cursor_stops_at_legal_columns_only() {
        let mut columns = Columns::new(&position(), Seat::ALL[0]);
        columns.choose(column(1)).unwrap();
        let mut seen = Vec::new();
        for _ in 0..5 {
            columns.move_cursor(true);
            seen.extend(columns.cursor().map(Column::number));
        }
        assert_eq!(seen, [1, 2, 3, 4, 1]);
    }
}
