//! A person's turn: the table, a prompt, and an answer to whatever is typed.

use std::io::Write as _;

use anyhow::{Result, bail};
use azulejo_ai::Decision;
use azulejo_rules::record::Step;
use azulejo_rules::{
    Colour, Column, Destination, Line, Move, Phase, Placement, PlacementList, PlacementTarget,
    Source,
};

use super::input::{Typed, is_echoed};
use super::{Flow, Session};
use crate::i18n::Key;
use crate::words::Words;

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
                Typed::Undo => self.answer_with(Key("undo-nothing"))?,
                Typed::Nothing => self.answer_with(Key("term-type-a-move"))?,
                Typed::Moves => self.list_moves()?,
                Typed::Hint => self.hint_move()?,
                Typed::Source(source) => self.show_source(source)?,
                Typed::Colour(colour) => self.show_colour(colour)?,
                Typed::Group(source, colour) => self.show_group(source, colour)?,
                Typed::Move(m) => match self.game.position().check(m) {
                    Ok(()) => {
                        let events = self.game.choose(Step::Move(m))?;
                        self.say_move(m, &events)?;
                        return Ok(Flow::GoOn);
                    }
                    Err(reason) => {
                        let why = self.words.illegal(m, reason);
                        self.refuse(&format!("{m}: {why}"))?;
                    }
                },
                Typed::Other(text) => {
                    let why = self.words.not_understood(&text);
                    self.refuse(&why)?;
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
                    self.answer_with(Key("undo-nothing"))?;
                }
                (Typed::Nothing | Typed::Moves, _) => self.list_choices(&choices)?,
                (Typed::Hint, _) => self.hint_column()?,
                (_, Some(placement)) => {
                    let position = *self.game.position();
                    match position.check_placement(seat, placement) {
                        Ok(()) => {
                            let events = self.game.choose(Step::Tile(seat, placement))?;
                            self.say_events(&events)?;
                            return Ok(Flow::GoOn);
                        }
                        Err(reason) => {
                            let why = self
                                .words
                                .illegal_placement(&position, seat, placement, reason);
                            self.refuse(&format!("{placement}: {why}"))?;
                        }
                    }
                }
                (Typed::Help | Typed::Rules | Typed::Table | Typed::Position, _) => {
                    self.answer(&typed, choices)?;
                }
                _ => {
                    let why = self.words.no_column(line.trim());
                    self.refuse(&why)?;
                }
            }
        }
    }

    fn prompt(&mut self) -> Result<Option<String>> {
        let seat = self.game.position().to_move();
        write!(self.screen, "{}", Words::prompt(&self.names, seat))?;
        self.screen.flush()?;
        let line = self.lines.next()?;
        if line.is_none() || !is_echoed() {
            // In a transcript of a script, what was typed stands where it was typed.
            self.screen.line(line.as_deref().unwrap_or("").trim_end())?;
        }
        Ok(line)
    }

    /// Says why a line cannot be followed. A person is asked again; a script is wrong from here on,
    /// so the game is kept as it is and the place is named.
    fn refuse(&mut self, why: &str) -> Result<()> {
        if is_echoed() {
            return Ok(self.screen.wrapped(why, 0)?);
        }
        self.screen.flush()?;
        self.game.write();
        self.report_unsaved();
        bail!("standard input, line {}: {why}", self.lines.number());
    }

    fn answer_with(&mut self, key: Key) -> Result<()> {
        let text = self.words.text(key);
        Ok(self.screen.wrapped(&text, 0)?)
    }

    /// What can be asked at any time.
    fn answer(&mut self, typed: &Typed, choices: PlacementList) -> Result<()> {
        let position = *self.game.position();
        let paragraphs = match typed {
            Typed::Table => return self.draw_table(choices),
            Typed::Position => vec![position.to_string()],
            Typed::Rules => self.words.rules(position.wall()),
            _ => self.words.help(),
        };
        if *typed == Typed::Position {
            // A position is one line, however long, to be copied.
            return Ok(self.screen.line(&paragraphs[0])?);
        }
        for paragraph in paragraphs {
            let indent = if paragraph.starts_with(' ') { 13 } else { 0 };
            self.screen.wrapped(&paragraph, indent)?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<bool> {
        if !self.game.undo() {
            return Ok(false);
        }
        self.round_end_announced = self.game.position().phase() == Phase::Tiling;
        self.answer_with(Key("term-undone"))?;
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
            let text = self.words.which_column(line, colour);
            self.screen.wrapped(&text, 0)?;
        }
        for choice in choices {
            if let PlacementTarget::Column(column) = choice.target {
                let points = self.words.scored(board.points_at(line, column));
                self.screen.wrapped(&format!("  {column}  {points}"), 5)?;
            }
        }
        Ok(())
    }

    fn hint_move(&mut self) -> Result<()> {
        let position = *self.game.position();
        let decision = self.adviser.decide(&position);
        if let Ok(Decision::Move(m)) = decision {
            let hint = self.words.hint(self.adviser.spec(), &m.to_string());
            let why = self.words.why(&self.names, &position, m);
            self.screen.wrapped(&format!("{hint} {why}"), 4)?;
        }
        Ok(())
    }

    fn hint_column(&mut self) -> Result<()> {
        let position = *self.game.position();
        let seat = position.to_move();
        if let Some(&choice) = self.adviser.tile(&position, seat).first()
            && let PlacementTarget::Column(column) = choice.target
        {
            let points = position.board(seat).points_at(choice.line, column);
            let hint = self.words.hint(self.adviser.spec(), &choice.to_string());
            let why = self.words.why_column(points, column.number());
            self.screen.wrapped(&format!("{hint} {why}"), 4)?;
        }
        Ok(())
    }

    fn show_source(&mut self, source: Source) -> Result<()> {
        let position = self.game.position();
        let text = match source {
            Source::Factory(factory) if factory.index() >= position.players().factories() => {
                let m = Move::new(source, Colour::Blue, Destination::Floor);
                self.words
                    .illegal(m, azulejo_rules::IllegalMove::NoSuchFactory)
            }
            Source::Factory(factory) => self.words.offered(source, &position.factory(factory)),
            Source::Centre => self.words.offered(source, &position.centre()),
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
        let text = self.words.found(colour, &found);
        Ok(self.screen.wrapped(&text, 0)?)
    }

    /// What each line would make of the tiles.
    fn show_group(&mut self, source: Source, colour: Colour) -> Result<()> {
        let position = *self.game.position();
        let text = self.words.taking(&position, source, colour);
        self.screen.wrapped(&text, 0)?;
        let to_floor = Move::new(source, colour, Destination::Floor);
        if !position.is_legal(to_floor) {
            return Ok(());
        }
        let lines = Line::ALL.map(Destination::Line);
        for destination in lines.into_iter().chain([Destination::Floor]) {
            let m = Move::new(source, colour, destination);
            let what = self.words.option(&position, m);
            let text = if position.is_legal(m) {
                format!("  {m}  {what}")
            } else {
                format!("   –   {what}")
            };
            self.screen.wrapped(&text, 7)?;
        }
        Ok(())
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
