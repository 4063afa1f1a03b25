//! Stories at a table: every rule around the game, without sockets and without a store.

mod checksum;
mod clocks;
mod leaving;
mod legacy_logs;
mod play;
mod start;
mod undo;
mod undo_abuse;

use std::borrow::Borrow;

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, EndedBy, Level, Settings, Status, TakeoverReason, UndoPolicy};
use azulejo_protocol::table::Wall;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Deal, Phase, PlayerCount, Position};

use super::decide::{Chance, Command};
use super::event::{ClockRules, Event, FirstHolder};
use super::tiling::seat_at;
use super::{Holder, Table};
use crate::view::{SeatName, game_view};

/// Draws that hang on nothing but the round.
struct SeededChance(u64);

impl Chance for SeededChance {
    fn start(&self, _: &[Option<String>], _: PlayerCount) -> u8 {
        2
    }

    fn deal(&self, _: &[Option<String>], position: &Position) -> Deal {
        position.sample_deal(&mut FastRng::new(self.0 + u64::from(position.round())))
    }

    fn reveal(&self) -> String {
        "5ec2e7".to_owned()
    }
}

/// A table with the log that made it.
struct Story {
    table: Table,
    log: Vec<(Event, i64)>,
    now: i64,
    chance: Box<dyn Chance>,
}

/// The current rules but for the lag allowance, so that tests charge round numbers.
const WITHOUT_LAG: ClockRules = ClockRules {
    lag_ms: 0,
    ..ClockRules::CURRENT
};

fn settings(wall: Wall, clock: Clock, undo: UndoPolicy) -> Settings {
    Settings {
        wall,
        clock,
        undo,
        public: false,
        start: Some(1),
    }
}

fn person(name: &str) -> FirstHolder {
    FirstHolder::Human {
        player: name.to_owned(),
    }
}

impl Story {
    fn new(settings: Settings, seats: Vec<FirstHolder>) -> Self {
        Self::with_rules(settings, seats, WITHOUT_LAG)
    }

    fn with_rules(settings: Settings, seats: Vec<FirstHolder>, clock_rules: ClockRules) -> Self {
        let first = Event::Created {
            settings,
            seats,
            host: "ana".to_owned(),
            invitation: "letmein".to_owned(),
            commitment: "c0".to_owned(),
            clock_rules,
        };
        let table = Table::new("game", &first, 0).expect("a table");
        Self {
            table,
            log: vec![(first, 0)],
            now: 1_000,
            chance: Box::new(SeededChance(7)),
        }
    }

    /// Two people who have started, without a clock.
    fn of_two() -> Self {
        Self::started(
            Wall::Coloured,
            Clock::None,
            UndoPolicy::Ask,
            &["ana", "ben"],
        )
    }

    /// One person among bots, without a clock, who has not sent their random bytes yet.
    fn among_bots(bots: usize) -> Self {
        let level = Level::Tiler;
        let bots = core::iter::repeat_n(FirstHolder::Bot { level }, bots);
        Self::new(
            settings(Wall::Coloured, Clock::None, UndoPolicy::Free),
            core::iter::once(person("ana")).chain(bots).collect(),
        )
    }

    fn sends_nonce(&mut self, player: &str) {
        self.does(Command::Nonce {
            player: player.to_owned(),
            nonce: "00".repeat(16),
        });
    }

    fn started(wall: Wall, clock: Clock, undo: UndoPolicy, people: &[&str]) -> Self {
        let seats = people.iter().map(|name| person(name)).collect();
        let mut story = Self::new(settings(wall, clock, undo), seats);
        for (index, name) in people.iter().enumerate() {
            if people[..index].contains(name) {
                continue;
            }
            story.sends_nonce(name);
        }
        assert_eq!(story.table.status, Status::Running);
        story
    }

    fn tries(&mut self, command: &Command) -> Result<(), ProblemCode> {
        let decided = self
            .table
            .decide(command, self.now, &*self.chance)
            .map_err(|problem| problem.code)?;
        for (event, _) in &decided.events {
            self.log.push((event.clone(), self.now));
        }
        self.table = decided.table;
        Ok(())
    }

    fn does(&mut self, command: impl Borrow<Command>) {
        let command = command.borrow();
        assert_eq!(self.tries(command), Ok(()), "{command:?}");
    }

    fn refused(&mut self, command: impl Borrow<Command>) -> ProblemCode {
        let before = self.table.hash().to_owned();
        let code = self.tries(command.borrow()).expect_err("it is refused");
        assert_eq!(self.table.hash(), before, "a refusal changes nothing");
        code
    }

    fn mover(&self) -> usize {
        self.position().to_move().index()
    }

    fn position(&self) -> &Position {
        self.table.position().expect("the game has started")
    }

    fn player(&self, seat: usize) -> String {
        self.table.seats[seat]
            .person()
            .expect("a person")
            .to_owned()
    }

    fn move_by_mover(&self, text: String) -> Command {
        let seat = self.mover();
        Command::Move {
            player: self.player(seat),
            seat: seat as u8 + 1,
            ply: self.table.ply(),
            text,
        }
    }

    fn first_move(&self) -> Command {
        self.move_by_mover(self.position().legal_moves()[0].to_string())
    }

    /// Plays first moves until the offer is over, and tiles by what is leftmost.
    fn play_round(&mut self) {
        let round = self.position().round();
        while self.table.status == Status::Running && self.position().round() == round {
            match self.position().phase() {
                Phase::Offer => self.does(self.first_move()),
                _ => {
                    for seat in self.table.choosing() {
                        let placements = self.table.leftmost_choice(seat);
                        self.does(Command::Choose {
                            player: self.player(seat),
                            seat: seat as u8 + 1,
                            placements,
                        });
                    }
                }
            }
        }
    }

    /// The fold of the log is the table.
    fn check_fold(&self) {
        let mut log = self.log.iter();
        let (first, at) = log.next().expect("a log");
        let mut table = Table::new("game", first, *at).expect("it folds");
        for (event, at) in log {
            let text = serde_json::to_string(event).expect("it writes");
            let event: Event = serde_json::from_str(&text).expect("it reads");
            table.apply(&event, *at).expect("it folds");
        }
        assert_eq!(table.hash(), self.table.hash());
        assert_eq!(table.ply(), self.table.ply());
        assert_eq!(format!("{table:?}"), format!("{:?}", self.table));
    }

    fn last_events(&self, count: usize) -> Vec<&'static str> {
        let from = self.log.len() - count;
        self.log[from..]
            .iter()
            .map(|(event, _)| event.kind())
            .collect()
    }
}
