//! The legality of positions, rule by rule as the notation states it.

use super::{COLOURS, FACTORY_SIZE, Game, Phase, TILES_PER_COLOUR, coloured_wall, complete_rows};

impl Game {
    /// Returns every reason why this position is illegal; empty for a legal one.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut report = |reason: &str| faults.push(reason.to_string());

        // The number of players or factories is wrong. Nothing else can be checked then.
        let factories = match self.players {
            2 => 5,
            3 => 7,
            4 => 9,
            _ => return vec!["number of players".to_string()],
        };
        if self.boards.len() != self.players {
            return vec!["number of boards".to_string()];
        }
        if self.factories.len() != factories {
            report("number of factories");
        }
        let seats = 1..=self.players;
        if !seats.contains(&self.start) || !seats.contains(&self.to_move) {
            return vec!["seat out of range".to_string()];
        }
        if !(1..=999).contains(&self.round) {
            report("round out of range");
        }
        if self.boards.iter().any(|board| board.score > 999) {
            report("score out of range");
        }

        // The tiles of a colour do not add up to 20.
        if self.colour_counts() != [TILES_PER_COLOUR; 5] {
            report("not 20 tiles of each colour");
        }
        // A factory holds more than four.
        if self
            .factories
            .iter()
            .any(|tiles| tiles.len() > FACTORY_SIZE)
        {
            report("a factory holds more than four");
        }

        for board in &self.boards {
            for row in 0..5 {
                // A line is overfull, mixed, or holds a colour that is on its wall row.
                let line = &board.lines[row];
                if line.len() > row + 1 {
                    report("a line is overfull");
                }
                if line.iter().any(|&tile| tile != line[0]) {
                    report("a line is mixed");
                }
                if line
                    .iter()
                    .any(|&tile| board.wall[row].contains(&Some(tile)))
                {
                    report("a line holds a colour that is on its wall row");
                }
            }
            if self.wall == 'c' {
                // A tile on the coloured wall is in the wrong column.
                for row in 0..5 {
                    for column in 0..5 {
                        let expected = coloured_wall()[row][column];
                        if board.wall[row][column].is_some_and(|colour| colour != expected) {
                            report("a tile is in the wrong column");
                        }
                    }
                }
            } else {
                // A grey row or column has a colour twice.
                for colour in COLOURS {
                    for a in 0..5 {
                        let in_row = (0..5).filter(|&b| board.wall[a][b] == Some(colour)).count();
                        let in_column =
                            (0..5).filter(|&b| board.wall[b][a] == Some(colour)).count();
                        if in_row > 1 || in_column > 1 {
                            report("a row or column has a colour twice");
                        }
                    }
                }
            }
            // An eighth floor character does not follow seven tiles.
            let tiles = board.floor.iter().filter(|&&piece| piece != '*').count();
            if board.spare_marker && tiles != 7 {
                report("a spare marker on a floor that is not full of tiles");
            }
        }

        // There is not exactly one marker in offer, tiling and refill, or there is one when over.
        let mut markers = usize::from(self.centre_marker);
        for board in &self.boards {
            markers += board.floor.iter().filter(|&&piece| piece == '*').count();
            markers += usize::from(board.spare_marker);
        }
        if markers != usize::from(self.phase() != Phase::Over) {
            report("wrong number of markers");
        }

        // Requirements of each phase.
        let row_complete = self.boards.iter().any(|board| complete_rows(board) > 0);
        let game_over = row_complete || (self.bag.is_empty() && self.lid.is_empty());
        match self.phase() {
            Phase::Offer => {
                if row_complete {
                    report("a row is complete while tiles are on offer");
                }
            }
            Phase::Tiling => {
                if self.to_move != self.first_to_tile() {
                    report("wrong player to move");
                }
            }
            Phase::Refill => {
                if self.to_move != self.start {
                    report("wrong player to move");
                }
                if game_over {
                    report("no valid phase: awaits a deal, but the game is over");
                }
            }
            Phase::Over => {
                if self.to_move != self.start {
                    report("wrong player to move");
                }
                if !game_over {
                    report("no valid phase: no marker, but the game is not over");
                }
            }
        }
        faults
    }
}
