//! The plain interface: line by line, without cursor control, for pipes, scripts and screen
//! readers.

mod input;
mod online;
pub(in crate::commands) mod show;
mod turn;

use std::io::Write as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use azulejo_ai::{Bot, BotId, Decision};
use azulejo_rules::record::Step;
use azulejo_rules::{Event, Move, Phase, PlacementList, Seat};

pub(in crate::commands) use self::input::{Lines, Typed, is_echoed};
pub(super) use self::online::OnlineSession;
use crate::failure::say;
use crate::i18n::Key;
use crate::local::{LocalGame, NextAction};
use crate::screen::Screen;
use crate::words::{Names, Tally, Words};

/// A game in progress with its input and output.
pub(super) struct Session<'s> {
    pub(super) game: LocalGame,
    pub(super) words: Words,
    names: Names,
    bots: Vec<Option<Bot>>,
    /// The bot that gives hints: a strong one, independent of the players.
    adviser: Bot,
    screen: &'s mut Screen,
    lines: Lines,
    pace: Duration,
    /// Whether the end of the round has been announced.
    round_end_announced: bool,
    /// Whether the game has ended, as opposed to its players quitting or its input ending.
    is_finished: bool,
}

/// Whether the game continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Stop,
}

impl<'s> Session<'s> {
    pub(super) fn new(
        game: LocalGame,
        words: Words,
        pace: Duration,
        screen: &'s mut Screen,
    ) -> Self {
        let names = game.seats().names(&words);
        let bots = game.seats().create_bots(game.seed());
        let adviser = Bot::new(BotId::Master, game.seed());
        Self {
            game,
            words,
            names,
            bots,
            adviser,
            screen,
            lines: Lines::default(),
            pace,
            round_end_announced: false,
            is_finished: false,
        }
    }

    pub(super) fn greet(&mut self, seed: Option<u64>) -> Result<()> {
        let seed = seed.unwrap_or_else(|| self.game.seed());
        let wall = self.game.position().wall();
        for line in self.words.greeting(&self.names, wall, seed) {
            self.screen.wrapped(&line, 0)?;
        }
        Ok(())
    }

    /// Plays until the game or the input ends.
    pub(super) fn run(&mut self) -> Result<()> {
        loop {
            if self.game.position().phase() == Phase::Tiling && !self.round_end_announced {
                self.round_end_announced = true;
                let text = self.words.round_ends(self.game.position().round());
                self.screen.line("")?;
                self.screen.line(&text)?;
            }
            let flow = match self.game.next_action() {
                NextAction::Deal => self.deal()?,
                NextAction::Forced(step) => {
                    let events = self.game.step(step)?;
                    self.say_events(&events)?;
                    Flow::Continue
                }
                NextAction::Bot(seat) => self.play_bot_turn(seat)?,
                NextAction::Person(_) if self.game.position().phase() == Phase::Offer => {
                    self.ask_for_move()?
                }
                NextAction::Person(_) => self.ask_for_column()?,
                NextAction::Nothing => {
                    self.is_finished = true;
                    return self.say_result();
                }
            };
            self.report_unsaved();
            if flow == Flow::Stop {
                return Ok(());
            }
        }
    }

    /// Prints the location of the game and its record, as the last output.
    pub(super) fn print_locations(&mut self, record: Option<&Path>) -> Result<()> {
        if !self.is_finished {
            self.game.write();
            self.report_unsaved();
            if let Some(path) = self.game.save_file() {
                let text = self.words.saved_in(&path.display().to_string());
                self.screen.line(&text)?;
            }
        }
        if let Some(path) = record {
            let text = self.words.record_added(&path.display().to_string());
            self.screen.line(&text)?;
        }
        Ok(self.screen.flush()?)
    }

    /// Reports that the game can't be saved; it continues regardless.
    fn report_unsaved(&mut self) {
        if let Some(fault) = self.game.take_save_fault() {
            say(&self.words.save_fault(&fault));
        }
    }

    fn deal(&mut self) -> Result<Flow> {
        let events = self.game.deal()?;
        self.round_end_announced = false;
        self.screen.line("")?;
        self.say_events(&events)?;
        if !self.game.seats().has_people() {
            self.draw_table(PlacementList::new())?;
        }
        Ok(Flow::Continue)
    }

    fn play_bot_turn(&mut self, seat: Seat) -> Result<Flow> {
        let position = *self.game.position();
        let Some(bot) = &mut self.bots[seat.index()] else {
            bail!("seat {seat}: there is no bot");
        };
        if position.phase() == Phase::Tiling {
            let placements = bot.tile(&position, seat);
            if placements.is_empty() {
                bail!("seat {seat}: the bot chose no columns in {position}");
            }
            for &placement in &placements {
                let events = self.game.step(Step::Tile(seat, placement))?;
                self.say_events(&events)?;
            }
            return Ok(Flow::Continue);
        }
        let name = self.names.of(seat);
        let status = self
            .words
            .format(Key("turn-thinking"), &[("name", name.into())]);
        self.screen.note(&status)?;
        let started = Instant::now();
        let decision = bot.decide(&position);
        if self.screen.is_terminal() && self.game.seats().has_people() {
            // Instant moves are easily missed.
            thread::sleep(self.pace.saturating_sub(started.elapsed()));
        }
        self.screen.note("")?;
        let Ok(Decision::Move(m)) = decision else {
            bail!("seat {seat}: the bot chose no move in {position}");
        };
        let events = self.game.step(Step::Move(m))?;
        self.say_move(m, &events)?;
        Ok(Flow::Continue)
    }

    /// Prints a move that was played.
    fn say_move(&mut self, m: Move, events: &[Event]) -> Result<()> {
        let text = self.words.move_text(&self.names, m, events);
        self.screen.wrapped(&text, 4)?;
        self.say_events(events)
    }

    fn say_events(&mut self, events: &[Event]) -> Result<()> {
        let position = self.game.position();
        show::say_events(position, events, &self.names, &self.words, self.screen)
    }

    fn say_result(&mut self) -> Result<()> {
        if self.game.position().phase() == Phase::Over {
            self.draw_table(PlacementList::new())?;
            let tallies = Tally::of(self.game.record());
            for line in self.words.points_table(&self.names, &tallies) {
                self.screen.line(line.trim_end())?;
            }
        }
        let (record, position) = (self.game.record(), self.game.position());
        let text = self.words.ending(&self.names, record, position);
        Ok(self.screen.wrapped(&text, 0)?)
    }

    fn draw_table(&mut self, choices: PlacementList) -> Result<()> {
        let position = self.game.position();
        let next = position.to_move();
        show::draw_table(
            position,
            next,
            choices,
            &self.names,
            &self.words,
            self.screen,
        )
    }
}
