//! Puzzles about the columns of the grey wall: asks for all placements at once.

use anyhow::Result;
use azulejo_ai::puzzles::Puzzle;
use azulejo_rules::{Placement, PlacementTarget, Position};

use super::super::play::plain::Typed;
use super::solve::{Answer, Session, TRIES};
use crate::i18n::Key;
use crate::words::Names;

impl Session<'_> {
    /// Asks for the columns of all complete lines.
    pub(super) fn ask_for_columns(&mut self, puzzle: &Puzzle, names: &Names) -> Result<Answer> {
        let position = &puzzle.position;
        self.say(Key("puzzle-columns-intro"))?;
        self.draw_table(position, names)?;
        let mut tries = 0;
        let mut hints = 0;
        loop {
            let Some(line) = self.prompt(names, position)? else {
                return Ok(Answer::Quit);
            };
            let typed = Typed::new(&line);
            if let Some(columns) = placements(&line) {
                if let Some(reason) = self.illegal(position, &columns) {
                    self.screen.wrapped(&reason, 0)?;
                } else if columns == puzzle.columns {
                    self.say(Key("puzzle-right"))?;
                    let first = tries == 0 && hints == 0;
                    return Ok(if first { Answer::AtOnce } else { Answer::Late });
                } else {
                    tries += 1;
                    self.say(Key("puzzle-columns-wrong"))?;
                    if tries == TRIES {
                        return self.show_columns(&puzzle.columns);
                    }
                    self.say(Key("puzzle-once-more"))?;
                }
                continue;
            }
            match typed {
                Typed::Quit => return Ok(Answer::Quit),
                Typed::Hint if hints == 0 => {
                    hints += 1;
                    let text = self.columns_text(&puzzle.columns[..1]);
                    self.screen.wrapped(&text, 0)?;
                }
                Typed::Hint => return self.show_columns(&puzzle.columns),
                Typed::Other(text) if text == "SKIP" || text == "S" => {
                    return self.show_columns(&puzzle.columns);
                }
                Typed::Table => self.draw_table(position, names)?,
                Typed::Position => self.screen.line(&position.to_string())?,
                _ => self.say(Key("puzzle-columns-intro"))?,
            }
        }
    }

    /// Returns why placements are not legal, or that some are missing; `None` if they tile all
    /// lines.
    fn illegal(&self, position: &Position, columns: &[Placement]) -> Option<String> {
        let seat = position.to_move();
        let mut tiled = *position;
        for &placement in columns {
            let before = tiled;
            if let Err(error) = tiled.tile(seat, placement) {
                let words = &self.words;
                let why = words.illegal_placement(&before, seat, placement, error.reason);
                return Some(format!("{placement}: {why}"));
            }
        }
        let lines = position.board(seat).complete_lines().count();
        (columns.len() < lines).then(|| self.words.text(Key("puzzle-columns-intro")))
    }

    fn show_columns(&mut self, columns: &[Placement]) -> Result<Answer> {
        let text = self.columns_text(columns);
        self.screen.wrapped(&text, 0)?;
        self.streak = 0;
        Ok(Answer::Missed)
    }

    fn columns_text(&self, columns: &[Placement]) -> String {
        let words = |placement: &Placement| {
            let line = ("line", placement.line.number().into());
            match placement.target {
                PlacementTarget::Column(column) => {
                    let args = [line, ("column", column.number().into())];
                    self.words.format(Key("hint-line-column"), &args)
                }
                PlacementTarget::Floor => self.words.format(Key("hint-line-falls"), &[line]),
            }
        };
        let list: Vec<String> = columns.iter().map(words).collect();
        let args = [("columns", list.join(", ").into())];
        self.words.format(Key("hint-columns"), &args)
    }
}

/// Parses placements separated by spaces or commas; `None` if the line holds anything else.
fn placements(line: &str) -> Option<Vec<Placement>> {
    let words = line.split([' ', ',']).filter(|word| !word.is_empty());
    let placements: Result<Vec<Placement>, _> = words
        .map(|word| word.trim().to_uppercase().parse())
        .collect();
    placements.ok().filter(|placements| !placements.is_empty())
}
