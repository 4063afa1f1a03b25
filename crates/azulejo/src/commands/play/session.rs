//! The course of a game: whose turn it is, what the bots do, and what is said about it.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use azulejo_ai::Decision;
use azulejo_rules::record::{EndedBy, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{
    DEFAULT_ROUND_CAP, Event, Game, Move, Phase, PlacementList, ROUND_LIMIT, Seat,
};

use super::seats::Seats;
use crate::screen::Screen;
use crate::table::View;
use crate::words::{self, Names};

/// How long a bot's move takes at least where a person watches.
const NATURAL_DELAY: Duration = Duration::from_millis(700);

/// A game in progress and those who watch it.
pub(super) struct Session<'s> {
    pub(super) game: Game,
    pub(super) seats: Seats,
    pub(super) names: Names,
    pub(super) screen: &'s mut Screen,
    /// What is dealt comes from here.
    rng: FastRng,
    /// The game before each choice that a person made in this round.
    pub(super) history: Vec<Game>,
    /// Whether it was said that the round ends.
    pub(super) round_end_announced: bool,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    GoOn,
    Stop,
}

impl<'s> Session<'s> {
    pub(super) fn new(game: Game, seats: Seats, rng: FastRng, screen: &'s mut Screen) -> Self {
        let names = seats.names();
        let history = Vec::new();
        Self {
            game,
            seats,
            names,
            screen,
            rng,
            history,
            round_end_announced: false,
        }
    }

    pub(super) fn greet(&mut self, seed: u64) -> Result<()> {
        for line in self.names.greeting(self.game.position().wall(), seed) {
            self.screen.wrapped(&line, 0)?;
        }
        Ok(())
    }

    /// Plays until the game is over or somebody stops it.
    pub(super) fn run(&mut self) -> Result<()> {
        loop {
            let position = *self.game.position();
            let seat = position.to_move();
            let flow = match position.phase() {
                Phase::Refill if self.is_too_long() => {
                    self.game.stop(EndedBy::Truncated);
                    let text = self.names.stopped(Some(EndedBy::Truncated));
                    self.screen.wrapped(&text, 0)?;
                    return Ok(());
                }
                Phase::Refill => self.deal()?,
                Phase::Offer if self.seats.bot(seat).is_some() => self.bot_moves(seat)?,
                Phase::Offer => self.ask_for_move()?,
                Phase::Tiling => self.tile(seat)?,
                Phase::Over => return self.say_result(),
            };
            if flow == Flow::Stop {
                return Ok(self.screen.wrapped(words::STOPS, 0)?);
            }
        }
    }

    /// The rules give some games no end: bots stop early, people when the numbers end.
    fn is_too_long(&self) -> bool {
        let cap = if self.seats.has_people() {
            ROUND_LIMIT
        } else {
            DEFAULT_ROUND_CAP
        };
        self.game.record().rounds.len() >= usize::from(cap)
    }

    fn deal(&mut self) -> Result<Flow> {
        let deal = self.game.position().sample_deal(&mut self.rng);
        let events = self.step(Step::Deal(deal))?;
        self.history.clear();
        self.round_end_announced = false;
        self.screen.line("")?;
        self.say_events(&events)?;
        if !self.seats.has_people() {
            self.draw_table(PlacementList::new())?;
        }
        Ok(Flow::GoOn)
    }

    fn bot_moves(&mut self, seat: Seat) -> Result<Flow> {
        let position = *self.game.position();
        let Some(bot) = self.seats.bot(seat) else {
            return Ok(Flow::GoOn);
        };
        self.screen.note(&words::thinks(&bot.spec().to_string()))?;
        let asked = Instant::now();
        let decision = bot.decide(&position);
        if self.screen.is_terminal() && self.seats.has_people() {
            // A move that comes at once is easily missed.
            thread::sleep(NATURAL_DELAY.saturating_sub(asked.elapsed()));
        }
        self.screen.note("")?;
        let Ok(Decision::Move(m)) = decision else {
            bail!("seat {seat}: the bot has no move in {position}");
        };
        self.play(m)?;
        Ok(Flow::GoOn)
    }

    /// Plays a legal move and tells about it.
    pub(super) fn play(&mut self, m: Move) -> Result<()> {
        let events = self.step(Step::Move(m))?;
        let text = self.names.played(m, &events);
        self.screen.wrapped(&text, 4)?;
        self.say_events(&events)
    }

    fn tile(&mut self, seat: Seat) -> Result<Flow> {
        if !self.round_end_announced {
            self.round_end_announced = true;
            self.screen.line("")?;
            self.screen
                .line(&words::round_ends(self.game.position().round()))?;
        }
        if let Some(step) = self.game.forced_step() {
            let events = self.step(step)?;
            self.say_events(&events)?;
            return Ok(Flow::GoOn);
        }
        let position = *self.game.position();
        let Some(bot) = self.seats.bot(seat) else {
            return self.ask_for_column();
        };
        let placements = bot.tile(&position, seat);
        if placements.is_empty() {
            bail!("bot {}: tiles nothing in {position}", bot.spec());
        }
        for &placement in &placements {
            let events = self.step(Step::Tile(seat, placement))?;
            self.say_events(&events)?;
        }
        Ok(Flow::GoOn)
    }

    pub(super) fn step(&mut self, step: Step) -> Result<Vec<Event>> {
        self.game
            .step_explained(step)
            .map_err(|error| anyhow!("{error}"))
    }

    pub(super) fn say_events(&mut self, events: &[Event]) -> Result<()> {
        for event in events {
            if matches!(event, Event::StartsNext { .. } | Event::GameEnded { .. }) {
                let scores = self
                    .game
                    .position()
                    .boards()
                    .map(|(_, board)| board.score());
                let text = self.names.scores(scores);
                self.screen.wrapped(&text, 0)?;
            }
            if let Some(text) = self.names.happened(event) {
                self.screen.line(&text)?;
            }
        }
        Ok(())
    }

    fn say_result(&mut self) -> Result<()> {
        self.draw_table(PlacementList::new())?;
        if let Some(outcome) = self.game.position().outcome() {
            for line in self.names.result(&outcome) {
                self.screen.line(&line)?;
            }
        }
        Ok(())
    }

    pub(super) fn draw_table(&mut self, choices: PlacementList) -> Result<()> {
        let view = View {
            position: self.game.position(),
            names: &self.names.shown,
            choices,
            width: self.screen.width,
            paint: self.screen.paint,
        };
        let text = view.draw();
        self.screen.line("")?;
        Ok(self.screen.line(text.trim_end())?)
    }
}
