//! A person's turn: the table, a prompt, and an answer to whatever is typed.

use std::io::Write as _;

use anyhow::Result;
use azulejo_ai::Decision;
use azulejo_rules::record::Step;
use azulejo_rules::{
    Colour, Column, Destination, Line, Move, Phase, Placement, PlacementList, PlacementTarget,
    Source, Wall,
};

use super::input::{Typed, is_echoed, read_line};
use super::session::{Flow, Session};
use crate::words;

impl Session<'_> {
    /// Asks until a legal move is typed, and plays it.
    pub(super) fn ask_for_move(&mut self) -> Result<Flow> {
        self.draw_table(PlacementList::new())?;
        loop {
            let Some(line) = self.prompt()? else {
                return Ok(Flow::Stop);
            };
            match Typed::new(&line) {
                Typed::Quit => return Ok(Flow::Stop),
                Typed::Undo if self.undo()? => return Ok(Flow::GoOn),
                Typed::Undo => self.screen.line(words::NOTHING_TO_UNDO)?,
                Typed::Nothing => self.screen.line(words::TYPE_A_MOVE)?,
                Typed::Moves => self.list_moves()?,
                Typed::Hint => self.hint_move()?,
                Typed::Source(source) => self.show_source(source)?,
                Typed::Colour(colour) => self.show_colour(colour)?,
                Typed::Group(source, colour) => self.show_group(source, colour)?,
                Typed::Move(m) => match self.game.position().check(m) {
                    Ok(()) => {
                        self.history.push(self.game.clone());
                        self.play(m)?;
                        return Ok(Flow::GoOn);
                    }
                    Err(reason) => {
                        let why = words::illegal(m, reason);
                        self.screen
                            .wrapped(&words::refused(&m.to_string(), &why), 0)?;
                    }
                },
                Typed::Other(text, why) => {
                    self.screen
                        .wrapped(&words::not_understood(&text, &why), 0)?;
                }
                common => self.answer(&common, PlacementList::new())?,
            }
        }
    }

    /// Asks for the column of a tile on the grey wall until a legal one is typed.
    pub(super) fn ask_for_column(&mut self) -> Result<Flow> {
        let seat = self.game.position().to_move();
        let choices = self.game.position().placements(seat);
        self.draw_table(choices)?;
        self.list_choices(&choices)?;
        loop {
            let Some(line) = self.prompt()? else {
                return Ok(Flow::Stop);
            };
            let typed = Typed::new(&line);
            match (&typed, placement(&line, choices[0].line)) {
                (Typed::Quit, _) => return Ok(Flow::Stop),
                (Typed::Undo, _) => {
                    if self.undo()? {
                        return Ok(Flow::GoOn);
                    }
                    self.screen.line(words::NOTHING_TO_UNDO)?;
                }
                (Typed::Nothing | Typed::Moves, _) => self.list_choices(&choices)?,
                (Typed::Hint, _) => self.hint_column()?,
                (_, Some(placement)) => {
                    match self.game.position().check_placement(seat, placement) {
                        Ok(()) => {
                            self.history.push(self.game.clone());
                            let events = self.step(Step::Tile(seat, placement))?;
                            self.say_events(&events)?;
                            return Ok(Flow::GoOn);
                        }
                        Err(reason) => {
                            let why = words::illegal_placement(reason);
                            let text = words::refused(&placement.to_string(), &why);
                            self.screen.wrapped(&text, 0)?;
                        }
                    }
                }
                (Typed::Help | Typed::Rules | Typed::Table | Typed::Position, _) => {
                    self.answer(&typed, choices)?;
                }
                _ => {
                    let text = words::no_column(line.trim());
                    self.screen.wrapped(&text, 0)?;
                }
            }
        }
    }

    fn prompt(&mut self) -> Result<Option<String>> {
        let seat = self.game.position().to_move();
        write!(self.screen, "{}", self.names.prompt(seat))?;
        self.screen.flush()?;
        let line = read_line()?;
        if line.is_none() || !is_echoed() {
            // In a transcript of a script, what was typed stands where it was typed.
            self.screen.line(line.as_deref().unwrap_or("").trim_end())?;
        }
        Ok(line)
    }

    /// What can be asked at any time.
    fn answer(&mut self, typed: &Typed, choices: PlacementList) -> Result<()> {
        match typed {
            Typed::Rules => {
                write!(self.screen, "{}", words::RULES)?;
                if self.game.position().wall() == Wall::Grey {
                    write!(self.screen, "{}", words::GREY_RULES)?;
                }
            }
            Typed::Table => self.draw_table(choices)?,
            Typed::Position => {
                let text = self.game.position().to_string();
                self.screen.line(&text)?;
            }
            _ => write!(self.screen, "{}", words::HELP)?,
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<bool> {
        let Some(before) = self.history.pop() else {
            return Ok(false);
        };
        self.game = before;
        self.round_end_announced = self.game.position().phase() == Phase::Tiling;
        self.screen.line(words::UNDONE)?;
        Ok(true)
    }

    fn list_moves(&mut self) -> Result<()> {
        let moves = self.game.position().legal_moves();
        for group in moves.chunk_by(|a, b| a.source() == b.source()) {
            let texts: Vec<_> = group.iter().map(ToString::to_string).collect();
            self.screen.wrapped(&format!("  {}", texts.join(" ")), 2)?;
        }
        Ok(())
    }

    fn list_choices(&mut self, choices: &PlacementList) -> Result<()> {
        let position = *self.game.position();
        let board = position.board(position.to_move());
        let line = choices[0].line;
        if let Some((colour, _)) = board.line(line) {
            self.screen.wrapped(&words::which_column(line, colour), 0)?;
        }
        let columns: Vec<_> = choices
            .iter()
            .filter_map(|choice| match choice.target {
                PlacementTarget::Column(column) => Some((column, board.points_at(line, column))),
                PlacementTarget::Floor => None,
            })
            .collect();
        Ok(self.screen.wrapped(&words::column_choices(&columns), 2)?)
    }

    fn hint_move(&mut self) -> Result<()> {
        let position = *self.game.position();
        let name = self.seats.adviser.spec().to_string();
        self.screen.note(&words::thinks(&name))?;
        let decision = self.seats.adviser.decide(&position);
        self.screen.note("")?;
        if let Ok(Decision::Move(m)) = decision {
            let text = words::hint(&name, &m.to_string(), &self.consequence(m));
            self.screen.wrapped(&text, 4)?;
        }
        Ok(())
    }

    fn hint_column(&mut self) -> Result<()> {
        let position = *self.game.position();
        let seat = position.to_move();
        let adviser = &mut self.seats.adviser;
        if let Some(&choice) = adviser.tile(&position, seat).first()
            && let PlacementTarget::Column(column) = choice.target
        {
            let why = words::scored(position.board(seat).points_at(choice.line, column));
            let text = words::hint(&adviser.spec().to_string(), &choice.to_string(), &why);
            self.screen.wrapped(&text, 4)?;
        }
        Ok(())
    }

    fn show_source(&mut self, source: Source) -> Result<()> {
        let position = self.game.position();
        let text = match source {
            Source::Factory(factory) if factory.index() >= position.players().factories() => {
                let m = Move::new(source, Colour::Blue, Destination::Floor);
                let reason = azulejo_rules::IllegalMove::NoSuchFactory;
                words::refused(&source.to_string(), &words::illegal(m, reason))
            }
            Source::Factory(factory) => words::offered(source, &position.factory(factory)),
            Source::Centre => words::offered(source, &position.centre()),
        };
        Ok(self.screen.wrapped(&text, 0)?)
    }

    fn show_colour(&mut self, colour: Colour) -> Result<()> {
        let position = self.game.position();
        let factories = position
            .factories()
            .map(|(f, tiles)| (Source::Factory(f), tiles[colour]));
        let everywhere = factories.chain([(Source::Centre, position.centre()[colour])]);
        let found: Vec<_> = everywhere.filter(|(_, count)| *count > 0).collect();
        Ok(self.screen.wrapped(&words::found(colour, &found), 0)?)
    }

    /// What each line would make of the tiles.
    fn show_group(&mut self, source: Source, colour: Colour) -> Result<()> {
        let to_floor = Move::new(source, colour, Destination::Floor);
        match self.game.position().preview(to_floor) {
            Ok(preview) => self
                .screen
                .wrapped(&words::taking(source, colour, &preview), 0)?,
            Err(reason) => {
                let text = words::refused(
                    &format!("{source}{colour}"),
                    &words::illegal(to_floor, reason),
                );
                return Ok(self.screen.wrapped(&text, 0)?);
            }
        }
        let lines = Line::ALL.map(Destination::Line);
        for destination in lines.into_iter().chain([Destination::Floor]) {
            let m = Move::new(source, colour, destination);
            let text = match self.game.position().check(m) {
                Ok(()) => format!("  {m}  {}", self.consequence(m)),
                Err(reason) => format!("   –   {}", words::illegal(m, reason)),
            };
            self.screen.wrapped(&text, 7)?;
        }
        Ok(())
    }

    fn consequence(&self, m: Move) -> String {
        let position = self.game.position();
        let (capacity, held) = match m.destination() {
            Destination::Line(line) => {
                let held = position.board(position.to_move()).line(line);
                (line.capacity(), held.map_or(0, |(_, count)| count))
            }
            Destination::Floor => (0, 0),
        };
        match position.preview(m) {
            Ok(preview) => words::consequence(m, capacity, &preview, held),
            Err(reason) => words::illegal(m, reason),
        }
    }
}

/// A placement as it may be typed: `4:2`, or just `2` for the line in question.
fn placement(typed: &str, line: Line) -> Option<Placement> {
    let text: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.to_uppercase();
    let column = text
        .parse()
        .ok()
        .filter(|_| text.len() == 1)
        .and_then(Column::new);
    match column {
        Some(column) => Some(Placement {
            line,
            target: PlacementTarget::Column(column),
        }),
        None => text.parse().ok(),
    }
}
