//! Puzzles about the columns of the grey wall.

use azulejo_rules::{Board, Phase, Placement, Position, Wall};

use super::mine::{MIN_LEAD, MIN_POINTS_LEAD, Miner};
use super::{Kind, Puzzle, Unsound};
use crate::ledger::of_boards;

/// The least number of complete lines.
const MIN_LINES: usize = 2;
/// The least number of different tilings.
const MIN_TILINGS: usize = 4;

/// A way of tiling all complete lines of a board, and the round end that it leads to.
struct Tiling {
    placements: Vec<Placement>,
    end: Position,
    /// The win probability and the lead over the best opponent, in points.
    value: (f64, f64),
}

impl Miner {
    /// Makes a puzzle of a position in which the player to move tiles the grey wall.
    pub(super) fn examine_columns(&mut self, position: &Position) -> Result<Puzzle, Unsound> {
        if position.phase() != Phase::Tiling || position.wall() != Wall::Grey {
            return Err(Unsound::NoChoice);
        }
        let solver = position.to_move();
        if position.board(solver).complete_lines().count() < MIN_LINES {
            return Err(Unsound::FewMoves);
        }
        let mut tilings = self.tilings(position);
        tilings.sort_by(|a, b| b.value.0.total_cmp(&a.value.0));
        let [best, second, ..] = tilings.as_slice() else {
            return Err(Unsound::FewMoves);
        };
        if tilings.len() < MIN_TILINGS {
            return Err(Unsound::FewMoves);
        }
        if best.value.0 - second.value.0 < MIN_LEAD
            || best.value.1 - second.value.1 < MIN_POINTS_LEAD
        {
            return Err(Unsound::Lead);
        }
        self.compare_after_deals(solver, &best.end, &second.end)?;
        Ok(Puzzle {
            kind: Kind::Columns,
            rating: 0,
            position: *position,
            line: Vec::new(),
            columns: best.placements.clone(),
        })
    }

    /// Returns the ways in which the player to move can tile, one for each resulting board. The bot
    /// tiles the other boards.
    fn tilings(&mut self, position: &Position) -> Vec<Tiling> {
        let solver = position.to_move();
        let mut tilings: Vec<Tiling> = Vec::new();
        let mut tiled: Vec<Board> = Vec::new();
        let mut open = vec![(self.with_others_tiled(position), Vec::new())];
        while let Some((before, placements)) = open.pop() {
            // After the last line the position may be in another phase.
            let choices = before.placements(solver);
            if choices.is_empty() {
                let board = *before.board(solver);
                if !tiled.contains(&board)
                    && let Some(end) = self.finish_round(before)
                {
                    tiled.push(board);
                    let value = self.value_of_end(position, &end);
                    tilings.push(Tiling {
                        placements,
                        end,
                        value,
                    });
                }
                continue;
            }
            for &placement in &choices {
                let mut next = before;
                next.tile_unchecked(solver, placement);
                let mut placements = placements.clone();
                placements.push(placement);
                open.push((next, placements));
            }
        }
        tilings
    }

    /// Lets the bot tile the boards of the other players.
    fn with_others_tiled(&mut self, position: &Position) -> Position {
        let mut tiled = *position;
        for (seat, _) in position.boards() {
            if seat != position.to_move() {
                for &placement in &self.tiler.tile(position, seat) {
                    tiled.tile_unchecked(seat, placement);
                }
            }
        }
        tiled
    }

    /// Returns the evaluator's win probability and lead of the player who tiles in `position`.
    fn value_of_end(&self, position: &Position, end: &Position) -> (f64, f64) {
        let evaluator = self.engine.evaluator().after_round(position);
        let boards: Vec<Board> = end.boards().map(|(_, board)| *board).collect();
        let values = of_boards(&evaluator, position, &boards);
        let solver = position.to_move().index();
        (values.win[solver], values.points[solver])
    }
}
