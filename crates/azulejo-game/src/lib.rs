//! A game as a fold over its event log: seats, position, clocks and votes.
//!
//! Pure: no I/O, no clock and no randomness. Every event carries its time, and draws are events.
//! [`Table::decide`] turns a command into events, [`Table::apply`] folds them in.

#![forbid(unsafe_code)]

mod apply;
pub mod clock;
pub mod decide;
pub mod draw;
pub mod event;
pub mod frames;
pub mod hex;
pub mod hint;
pub mod plan;
mod record;
mod seat;
mod tiling;
mod time;
pub mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use azulejo_protocol::game::{EndedBy, Level, Settings, Status, TakeoverReason, UndoPolicy};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::id::{GameId, PlayerId};
use azulejo_protocol::replay::PointSources;
use azulejo_protocol::table::TableView;
use azulejo_rules::{Game, Move, Phase, Placement, PlayerCount, Position, Seat};

use self::clock::{Clocks, SavedClocks};
use self::draw::DrawScheme;
use self::event::{Event, SeatSetup};
pub use self::seat::{Person, SeatNumber};
pub use self::time::{Millis, Timestamp};
pub use azulejo_ai::checksum::fnv;

/// The number of recent steps kept for clients that start to watch.
const MAX_STEPS: usize = 60;
/// The number of recent checksums kept, by which returning clients are recognised. Not every event
/// is a step.
const MAX_HASHES: usize = 2 * MAX_STEPS;

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// None: anyone may take the seat.
    Open,
    /// None: the seat is reserved for a player with the invitation.
    Invited,
    /// A person.
    Human(Person),
    /// A bot.
    Bot(Level),
}

/// One seat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatState {
    /// Its occupant.
    pub occupant: Occupant,
    /// The setup to which the seat returns if its occupant leaves before the start.
    setup: SeatSetup,
    /// The bot that has replaced the person, and why.
    pub taken_over: Option<(Level, TakeoverReason)>,
    /// Whether the seat can still win.
    pub can_win: bool,
}

impl SeatState {
    /// Returns whether one person held both seats from the creation of the game, on one screen.
    pub fn is_hot_seat_with(&self, other: &Self) -> bool {
        matches!(other.setup, SeatSetup::Human { .. }) && self.setup == other.setup
    }

    /// The bot that plays the seat, if any.
    pub const fn bot(&self) -> Option<Level> {
        match (&self.occupant, self.taken_over) {
            (_, Some((level, _))) => Some(level),
            (Occupant::Bot(level), None) => Some(*level),
            _ => None,
        }
    }

    /// The person who holds the seat, even if a bot has replaced them.
    pub const fn person(&self) -> Option<Person> {
        match self.occupant {
            Occupant::Human(player) => Some(player),
            _ => None,
        }
    }

    /// The person who plays the seat now.
    pub fn acting_person(&self) -> Option<Person> {
        self.person().filter(|_| self.taken_over.is_none())
    }
}

/// An undo that the other players must agree to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingUndo {
    /// The seat that asks.
    pub seat: Seat,
    /// The index of the first event to take back.
    pub to: u32,
    /// When the question lapses.
    pub until: Timestamp,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
}

/// A move since the last deal, which an undo may take back.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RoundMove {
    /// The index of its event.
    ply: u32,
    seat: Seat,
    m: Move,
    /// The clocks right before it.
    clocks: SavedClocks,
}

/// A rematch that players agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    /// When the offer lapses.
    pub until: Timestamp,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// The new game, once it exists.
    pub game: Option<GameId>,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Its cause.
    pub by: EndedBy,
    /// The seat that caused it, if one did.
    pub seat: Option<Seat>,
}

/// A log that does not fold: the database was changed by hand, or by another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldError {
    /// The index of the event that does not follow.
    pub ply: u32,
    /// The reason, for operators.
    pub reason: String,
}

impl std::fmt::Display for FoldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {} does not follow: {}", self.ply, self.reason)
    }
}

impl std::error::Error for FoldError {}

/// The state of a game after some events.
#[derive(Clone, Debug)]
pub struct Table {
    /// The id of the game.
    pub id: GameId,
    ply: u32,
    /// The settings chosen by the host.
    pub settings: Settings,
    /// The time of the first event.
    pub created_at: Timestamp,
    /// The time of the last event.
    pub changed_at: Timestamp,
    /// The host.
    pub host: Person,
    /// The token with which invited players take a seat.
    pub invitation: String,
    /// The commitment to the draw secret, in hex.
    pub commitment: String,
    /// The seats in order.
    pub seats: Vec<SeatState>,
    /// The draw scheme.
    pub draw_scheme: DrawScheme,
    /// The commitment of each person's nonce in hex, under their lowest seat.
    pub nonce_commitments: Vec<Option<String>>,
    /// When the commitments were closed and players began to reveal.
    pub commitments_closed_at: Option<Timestamp>,
    /// The nonce of each person, under their lowest seat.
    pub nonces: Vec<Option<String>>,
    /// When the last free seat was taken.
    pub full_since: Option<Timestamp>,
    /// The stage of the game.
    pub status: Status,
    /// The earliest time from which absences count: the start, or the end of the last downtime.
    pub absences_from: Timestamp,
    game: Option<Game>,
    /// The game after the last deal, from which an undo replays.
    round_start: Option<Arc<Game>>,
    /// The moves since the last deal.
    round_moves: Vec<RoundMove>,
    /// The number of events up to the last one that changed the position or who acts on it.
    position_ply: u32,
    /// The columns that each seat has chosen in this tiling phase.
    pub chosen: Vec<Option<Vec<Placement>>>,
    /// The clocks.
    pub clocks: Clocks,
    /// The open undo question.
    pub undo: Option<PendingUndo>,
    /// The seats whose undo question was refused, withdrawn or lapsed since the last move.
    undo_spent: Vec<Seat>,
    /// For each seat, the seats that voted to replace its absent player by a bot.
    pub votes: Vec<Vec<Seat>>,
    takeovers: Vec<azulejo_rules::record::Takeover>,
    /// The end, once there is one.
    pub end: Option<End>,
    /// The draw secret in hex, revealed at the end.
    pub secret: Option<String>,
    sources: PointSources,
    /// The rematch that players agree on after the end.
    pub rematch: Option<Rematch>,
    /// The recent steps, shared with copies of the table.
    steps: Vec<Arc<Step>>,
    /// The checksums after the recent events, the latest last.
    hashes: Vec<u64>,
    /// The latest checksum in hex.
    hash: String,
    /// The text of the position, which is part of the checksum and of every view.
    position_text: String,
}

impl Table {
    /// Creates a table from its first event.
    pub fn new(id: GameId, first: &Event, at: Timestamp) -> Result<Self, FoldError> {
        let Event::Created {
            settings,
            seats,
            host,
            invitation,
            commitment,
            clock_rules,
            draw_scheme,
        } = first
        else {
            return Err(FoldError {
                ply: 0,
                reason: format!("the first event is {}, not created", first.kind()),
            });
        };
        let count = seats.len();
        if PlayerCount::new(count).is_none() {
            return Err(FoldError {
                ply: 0,
                reason: format!("there are {count} seats"),
            });
        }
        let mut table = Self {
            id,
            ply: 1,
            settings: settings.clone(),
            created_at: at,
            changed_at: at,
            host: *host,
            invitation: invitation.clone(),
            commitment: commitment.clone(),
            seats: seats
                .iter()
                .map(|setup| SeatState {
                    occupant: match setup {
                        SeatSetup::Open => Occupant::Open,
                        SeatSetup::Invited => Occupant::Invited,
                        SeatSetup::Human { player } => Occupant::Human(*player),
                        SeatSetup::Bot { level } => Occupant::Bot(*level),
                    },
                    setup: setup.clone(),
                    taken_over: None,
                    can_win: true,
                })
                .collect(),
            draw_scheme: *draw_scheme,
            nonce_commitments: vec![None; count],
            commitments_closed_at: None,
            nonces: vec![None; count],
            full_since: None,
            status: Status::Waiting,
            absences_from: Timestamp::EPOCH,
            game: None,
            round_start: None,
            round_moves: Vec::new(),
            chosen: vec![None; count],
            clocks: Clocks::new(settings.clock, *clock_rules, count),
            undo: None,
            undo_spent: Vec::new(),
            position_ply: 0,
            votes: vec![Vec::new(); count],
            takeovers: Vec::new(),
            end: None,
            secret: None,
            sources: PointSources::new(count),
            rematch: None,
            steps: Vec::new(),
            hashes: Vec::new(),
            hash: String::new(),
            position_text: String::new(),
        };
        table.mark_if_full(at);
        table.record_step(0, at, Happening::Created, &[]);
        table.record_hash();
        Ok(table)
    }

    /// The number of events in the log.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The number of events up to the last one that changed the position or who acts on it.
    ///
    /// A move decided on any later ply is still current: undo questions, votes, time given back
    /// and the like do not change what it depends on.
    pub const fn position_ply(&self) -> u32 {
        self.position_ply
    }

    /// Returns whether a move decided after so many events still applies to the position.
    pub const fn is_current(&self, ply: u32) -> bool {
        self.position_ply <= ply && ply <= self.ply
    }

    /// The position, once the game has started.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(Game::position)
    }

    /// Returns the public view of the position, once the game has started.
    pub fn view(&self) -> Option<TableView> {
        let position = self.position()?;
        Some(TableView::with_text(position, self.position_text.clone()))
    }

    /// The recent steps, the latest last.
    pub fn steps(&self) -> &[Arc<Step>] {
        &self.steps
    }

    /// The sources of all points so far.
    pub fn sources(&self) -> &PointSources {
        &self.sources
    }

    /// Returns whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.seats
            .iter()
            .all(|seat| matches!(seat.occupant, Occupant::Human(_) | Occupant::Bot(_)))
    }

    /// Returns the seats in order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::ALL.into_iter().take(self.seats.len())
    }

    /// Returns the seat with a number, if the table has it.
    pub fn seat(&self, number: SeatNumber) -> Option<Seat> {
        let seat = Seat::new(number.get().into())?;
        (seat.index() < self.seats.len()).then_some(seat)
    }

    /// Returns all people at the table, in the order of their lowest seats.
    pub fn people(&self) -> Vec<Person> {
        let mut people = Vec::new();
        for person in self.seats.iter().filter_map(SeatState::person) {
            if !people.contains(&person) {
                people.push(person);
            }
        }
        people
    }

    /// Returns the seats of a person in order.
    pub fn seats_of(&self, person: impl Into<Person>) -> impl Iterator<Item = Seat> {
        let person = Some(person.into());
        self.all_seats()
            .filter(move |seat| self.seats[seat.index()].person() == person)
    }

    /// Returns whether a player holds the seat with a number.
    pub fn is_seated(&self, player: PlayerId, seat: SeatNumber) -> bool {
        let mut own = self.seats_of(player);
        own.any(|own| SeatNumber::from(own) == seat)
    }

    /// Gives a person's seat to another identity, or marks the account as deleted.
    /// Returns whether that is a change.
    pub fn set_person(&mut self, seat: Seat, person: Person) -> bool {
        if let Occupant::Human(current) = &mut self.seats[seat.index()].occupant {
            if *current == person {
                return false;
            }
            if self.host == *current && person != Person::Deleted {
                self.host = person;
            }
            *current = person;
            return true;
        }
        false
    }

    /// Returns the seats that must act before the game can continue.
    pub fn waits_for(&self) -> Vec<Seat> {
        match self.position() {
            Some(position) if self.status == Status::Running => match position.phase() {
                Phase::Offer => vec![position.to_move()],
                Phase::Tiling => self.choosing(),
                Phase::Refill | Phase::Over => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The seat that started the first round.
    pub fn first_start(&self) -> Option<Seat> {
        self.game.as_ref().map(|game| game.record().start)
    }

    /// Returns the events to which a seat may go back, the latest first: its moves since the last
    /// deal, or none if its person has used up their question.
    pub fn undo_to(&self, seat: Seat) -> Vec<u32> {
        let offer = self
            .position()
            .is_some_and(|position| position.phase() == Phase::Offer);
        if !offer
            || self.status != Status::Running
            || self.settings.undo == UndoPolicy::Off
            || self.has_spent_undo(seat)
        {
            return Vec::new();
        }
        self.round_moves
            .iter()
            .rev()
            .filter(|made| made.seat == seat)
            .map(|made| made.ply)
            .collect()
    }

    /// Returns whether the person on a seat has used up their undo question: each person has one
    /// between two moves, so that questions cannot be used to pester the others.
    fn has_spent_undo(&self, seat: Seat) -> bool {
        let person = self.seats[seat.index()].person();
        let mut spent = self.undo_spent.iter();
        spent.any(|spent| self.seats[spent.index()].person() == person)
    }

    /// Returns one seat of each other person who plays: those who must agree to an undo or vote.
    pub fn other_people(&self, seat: Seat) -> Vec<Seat> {
        let asker = self.seats[seat.index()].person();
        let mut asked: Vec<Seat> = Vec::new();
        for (other, state) in self.all_seats().zip(&self.seats) {
            let Some(person) = state.acting_person() else {
                continue;
            };
            let known = asked
                .iter()
                .any(|seat| self.seats[seat.index()].person() == Some(person));
            if Some(person) != asker && !known {
                asked.push(other);
            }
        }
        asked
    }

    /// The checksum of the public state, the same for every viewer and on every machine.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns whether this was the checksum after `ply` events, as far as checksums are kept.
    pub fn had_hash(&self, ply: u32, hash: &str) -> bool {
        let ago = self.ply.checked_sub(ply).map(|ago| ago as usize + 1);
        let place = ago.and_then(|ago| self.hashes.len().checked_sub(ago));
        place.is_some_and(|place| to_hex(self.hashes[place]) == hash)
    }

    fn record_hash(&mut self) {
        if self.hashes.len() == MAX_HASHES {
            self.hashes.remove(0);
        }
        self.position_text = self.position().map(ToString::to_string).unwrap_or_default();
        let checksum = self.checksum();
        self.hashes.push(checksum);
        self.hash = to_hex(checksum);
    }

    fn checksum(&self) -> u64 {
        let mut text = format!("{} {:?}", self.ply, self.status);
        if !self.position_text.is_empty() {
            text.push(' ');
            text.push_str(&self.position_text);
        }
        for (seat, chosen) in self.seats.iter().zip(&self.chosen) {
            let occupant = match &seat.occupant {
                Occupant::Open => "open",
                Occupant::Invited => "invited",
                Occupant::Human(_) => "human",
                Occupant::Bot(level) => level.id(),
            };
            let bot = seat.taken_over.map_or("", |(level, _)| level.id());
            let word = |yes| if yes { "true" } else { "false" };
            for part in [
                ";",
                occupant,
                ",",
                bot,
                ",",
                word(seat.can_win),
                ",",
                word(chosen.is_some()),
            ] {
                text.push_str(part);
            }
        }
        fnv(text.as_bytes())
    }
}

fn to_hex(checksum: u64) -> String {
    format!("{checksum:016x}")
}
