//! Tests of every rule of the table, without sockets and without a store.

mod checksum;
mod clocks;
mod draw_attacks;
mod draws;
mod leaving;
mod legacy_logs;
mod play;
mod properties;
mod start;
mod undo;
mod undo_abuse;

use std::borrow::Borrow;

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, EndedBy, Level, Settings, Status, TakeoverReason, UndoPolicy};
use azulejo_protocol::id::{GameId, PlayerId};
use azulejo_protocol::table::Wall;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Deal, Move, Phase, Placement, PlayerCount, Position, Seat};

use super::decide::{Chance, Command};
use super::draw::DrawScheme;
use super::event::{ClockRules, Event, SeatSetup};
use super::view::{SeatName, game_view};
use super::{FoldError, Millis, Occupant, Person, SeatNumber, Table, Timestamp};

/// Draws that depend only on the seed and the round.
struct SeededChance(u64);

impl Chance for SeededChance {
    fn start(&self, _: &[Option<String>], _: PlayerCount) -> Seat {
        Seat::TWO
    }

    fn deal(&self, _: &[Option<String>], position: &Position) -> Deal {
        position.sample_deal(&mut FastRng::new(self.0 + u64::from(position.round())))
    }

    fn reveal(&self) -> String {
        "5ec2e7".to_owned()
    }
}

/// A table with its log. Times are in milliseconds.
struct TestGame {
    table: Table,
    log: Vec<(Event, i64)>,
    now: i64,
    chance: Box<dyn Chance>,
}

/// The current rules but for the lag allowance, so that tests charge round numbers.
const WITHOUT_LAG: ClockRules = ClockRules {
    lag: Millis::ZERO,
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

fn game_id() -> GameId {
    GameId::from_entropy([0; 16])
}

/// Returns the id of a player with a short name.
fn id(name: &str) -> PlayerId {
    format!("{name:1<16}")
        .parse()
        .expect("a name of Base58 characters")
}

fn person(name: &str) -> SeatSetup {
    let player = Person::Player(id(name));
    SeatSetup::Human { player }
}

fn seat_at(index: usize) -> Seat {
    Seat::from_index(index).expect("a seat")
}

fn new_table(first: &Event, at: i64) -> Result<Table, FoldError> {
    Table::new(game_id(), first, Timestamp::from_unix_ms(at))
}

fn apply(table: &mut Table, event: &Event, at: i64) -> Result<(), FoldError> {
    table.apply(event, Timestamp::from_unix_ms(at))
}

impl TestGame {
    fn new(settings: Settings, seats: Vec<SeatSetup>) -> Self {
        Self::with_rules(settings, seats, WITHOUT_LAG)
    }

    fn with_rules(settings: Settings, seats: Vec<SeatSetup>, clock_rules: ClockRules) -> Self {
        let first = Event::Created {
            settings,
            seats,
            host: id("ana").into(),
            invitation: "letmein".to_owned(),
            commitment: "c0".to_owned(),
            clock_rules,
            draw_scheme: DrawScheme::CURRENT,
        };
        let table = new_table(&first, 0).expect("a table");
        Self {
            table,
            log: vec![(first, 0)],
            now: 1_000,
            chance: Box::new(SeededChance(7)),
        }
    }

    /// A started game of two people without a clock.
    fn two_players() -> Self {
        Self::started(
            Wall::Coloured,
            Clock::None,
            UndoPolicy::Ask,
            &["ana", "ben"],
        )
    }

    /// A game of one person and some bots without a clock, which waits for the nonce.
    fn with_bots(bots: usize) -> Self {
        let level = Level::Tiler;
        let bots = core::iter::repeat_n(SeatSetup::Bot { level }, bots);
        Self::new(
            settings(Wall::Coloured, Clock::None, UndoPolicy::Free),
            core::iter::once(person("ana")).chain(bots).collect(),
        )
    }

    fn send_nonce(&mut self, player: &str) {
        self.run(Command::Nonce {
            player: id(player),
            nonce: "00".repeat(16),
        });
    }

    fn started(wall: Wall, clock: Clock, undo: UndoPolicy, people: &[&str]) -> Self {
        let seats = people.iter().map(|name| person(name)).collect();
        let mut game = Self::new(settings(wall, clock, undo), seats);
        for (index, name) in people.iter().enumerate() {
            if people[..index].contains(name) {
                continue;
            }
            game.send_nonce(name);
        }
        assert_eq!(game.table.status, Status::Running);
        game
    }

    fn try_run(&mut self, command: &Command) -> Result<(), ProblemCode> {
        let decided = self
            .table
            .decide(command, self.time(), &*self.chance)
            .map_err(|problem| problem.code)?;
        for (event, _) in &decided.events {
            self.log.push((event.clone(), self.now));
        }
        self.table = decided.table;
        Ok(())
    }

    fn run(&mut self, command: impl Borrow<Command>) {
        let command = command.borrow();
        assert_eq!(self.try_run(command), Ok(()), "{command:?}");
    }

    fn expect_refusal(&mut self, command: impl Borrow<Command>) -> ProblemCode {
        let before = self.table.hash().to_owned();
        let code = self.try_run(command.borrow()).expect_err("it is refused");
        assert_eq!(self.table.hash(), before, "a refusal changes nothing");
        code
    }

    fn time(&self) -> Timestamp {
        Timestamp::from_unix_ms(self.now)
    }

    fn mover(&self) -> Seat {
        self.position().to_move()
    }

    /// Returns the time left to the seat with an index.
    fn left(&self, index: usize) -> i64 {
        self.table.clocks.left(seat_at(index)).get()
    }

    fn next_deadline(&self) -> Option<i64> {
        self.table.next_deadline().map(Timestamp::unix_ms)
    }

    fn position(&self) -> &Position {
        self.table.position().expect("the game has started")
    }

    fn player(&self, seat: Seat) -> PlayerId {
        self.table.seats[seat.index()]
            .person()
            .and_then(Person::player)
            .expect("a person")
    }

    fn move_by_mover(&self, m: Move) -> Command {
        let seat = self.mover();
        Command::Move {
            player: self.player(seat),
            seat: seat.into(),
            ply: self.table.ply(),
            m,
        }
    }

    fn first_move(&self) -> Command {
        self.move_by_mover(self.position().legal_moves()[0])
    }

    /// Plays the first legal moves and the leftmost columns until the next round.
    fn play_round(&mut self) {
        let round = self.position().round();
        while self.table.status == Status::Running && self.position().round() == round {
            match self.position().phase() {
                Phase::Offer => self.run(self.first_move()),
                _ => {
                    for seat in self.table.choosing() {
                        let placements = self.table.leftmost_choice(seat);
                        self.run(Command::Choose {
                            player: self.player(seat),
                            seat: seat.into(),
                            placements,
                        });
                    }
                }
            }
        }
    }

    /// Asserts that the stored log folds to the same table.
    fn check_fold(&self) {
        let mut log = self.log.iter();
        let (first, at) = log.next().expect("a log");
        let mut table = new_table(first, *at).expect("it folds");
        for (event, at) in log {
            let text = serde_json::to_string(event).expect("it writes");
            let event: Event = serde_json::from_str(&text).expect("it reads");
            apply(&mut table, &event, *at).expect("it folds");
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
