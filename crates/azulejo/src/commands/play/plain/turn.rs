//! A person's turn: table, prompt, and responses to the input.

use std::io::Write as _;

use anyhow::{Result, bail};
use azulejo_ai::Decision;
use azulejo_rules::record::Step;
use azulejo_rules::{Phase, PlacementList, PlacementTarget};

use super::input::{Typed, is_echoed};
use super::{Flow, Session, show};
use crate::i18n::Key;
use crate::words::Words;

impl Session<'_> {
    /// Prompts until a legal move is entered, and plays it.
    pub(super) fn ask_for_move(&mut self) -> Result<Flow> {
        self.draw_table(PlacementList::new())?;
        // The move that awaits confirmation because it ends the round.
        let mut unconfirmed = None;
        loop {
            let Some(line) = self.prompt()? else {
                return Ok(Flow::Stop);
            };
            let before = unconfirmed.take();
            let typed = match (Typed::new(&line), before) {
                // Enter alone confirms the move.
                (Typed::Nothing, Some(m)) => Typed::Move(m),
                (typed, _) => typed,
            };
            match typed {
                Typed::Quit => return Ok(Flow::Stop),
                Typed::Undo if self.undo()? => return Ok(Flow::Continue),
                Typed::Undo => self.answer_with(Key("undo-nothing"))?,
                Typed::Nothing => self.answer_with(Key("term-type-a-move"))?,
                Typed::Moves => show::list_moves(self.game.position(), self.screen)?,
                Typed::Hint => self.hint_move()?,
                Typed::Source(source) => {
                    show::show_source(self.game.position(), source, &self.words, self.screen)?;
                }
                Typed::Colour(colour) => {
                    show::show_colour(self.game.position(), colour, &self.words, self.screen)?;
                }
                Typed::Group(source, colour) => {
                    let position = *self.game.position();
                    show::show_group(&position, source, colour, &self.words, self.screen)?;
                }
                Typed::Move(m) => match self.game.position().check(m) {
                    Ok(()) if is_echoed() && before != Some(m) && self.game.is_final(m) => {
                        unconfirmed = Some(m);
                        self.answer_with(Key("confirm-ends-round"))?;
                        self.answer_with(Key("term-confirm-or-other"))?;
                    }
                    Ok(()) => {
                        let events = self.game.choose(Step::Move(m))?;
                        self.say_move(m, &events)?;
                        return Ok(Flow::Continue);
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

    /// Prompts for the column of a tile on the grey wall until a legal one is entered.
    pub(super) fn ask_for_column(&mut self) -> Result<Flow> {
        let seat = self.game.position().to_move();
        let choices = self.game.position().placements(seat);
        self.draw_table(choices.clone())?;
        let before = *self.game.position();
        show::list_choices(&before, seat, &self.words, self.screen)?;
        loop {
            let Some(line) = self.prompt()? else {
                return Ok(Flow::Stop);
            };
            let typed = Typed::new(&line);
            match (&typed, show::placement(&line, choices[0].line)) {
                (Typed::Quit, _) => return Ok(Flow::Stop),
                (Typed::Undo, _) => {
                    if self.undo()? {
                        return Ok(Flow::Continue);
                    }
                    self.answer_with(Key("undo-nothing"))?;
                }
                (Typed::Nothing | Typed::Moves, _) => {
                    show::list_choices(&before, seat, &self.words, self.screen)?;
                }
                (Typed::Hint, _) => self.hint_column()?,
                (_, Some(placement)) => {
                    let position = *self.game.position();
                    match position.check_placement(seat, placement) {
                        Ok(()) => {
                            let events = self.game.choose(Step::Tile(seat, placement))?;
                            self.say_events(&events)?;
                            return Ok(Flow::Continue);
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
                    self.answer(&typed, choices.clone())?;
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
            // Echo the input of a script, so that it appears in the transcript.
            self.screen.line(line.as_deref().unwrap_or("").trim_end())?;
        }
        Ok(line)
    }

    /// Explains why a line was rejected. People are asked again; a script is aborted with the line
    /// number, and the game stays saved.
    fn refuse(&mut self, why: &str) -> Result<()> {
        if is_echoed() {
            return Ok(self.screen.wrapped(why, 0)?);
        }
        self.screen.flush()?;
        self.game.write();
        self.report_unsaved();
        let place = self.words.input_place(self.lines.number());
        bail!("{place}: {why}");
    }

    fn answer_with(&mut self, key: Key) -> Result<()> {
        let text = self.words.text(key);
        Ok(self.screen.wrapped(&text, 0)?)
    }

    /// Responds to a command that is available at any time.
    fn answer(&mut self, typed: &Typed, choices: PlacementList) -> Result<()> {
        let position = *self.game.position();
        let paragraphs = match typed {
            Typed::Table => return self.draw_table(choices),
            Typed::Position => vec![position.to_string()],
            Typed::Rules => self.words.rules(position.wall()),
            _ => self.words.help(),
        };
        if *typed == Typed::Position {
            // A position is a single unwrapped line, so that it can be copied.
            return Ok(self.screen.line(&paragraphs[0])?);
        }
        show::paragraphs(&paragraphs, self.screen)
    }

    fn undo(&mut self) -> Result<bool> {
        if !self.game.undo() {
            return Ok(false);
        }
        self.round_end_announced = self.game.position().phase() == Phase::Tiling;
        self.answer_with(Key("term-undone"))?;
        Ok(true)
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
}
