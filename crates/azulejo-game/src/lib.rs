//! One game as a fold over its log: who sits where, what lies on the table, whose clock runs.
//!
//! Pure: no I/O, no clock of its own and no chance. Time comes with each event, and draws come as
//! events. [`decide`](Table::decide) turns a command into events, [`Table::apply`] folds them in.

#![forbid(unsafe_code)]

mod apply;
pub mod clock;
pub mod decide;
pub mod event;
mod record;
pub mod tiling;
pub mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use azulejo_protocol::game::{EndedBy, Level, Settings, Status, TakeoverReason, UndoPolicy};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::replay::PointSources;
use azulejo_protocol::table::TableView;
use azulejo_rules::{Game, Move, Phase, Placement, PlayerCount, Position};

use self::clock::{Clocks, SavedClocks};
use self::event::{Event, FirstHolder};

/// The name of the provable draw scheme, as records and views state it.
pub const DRAW_SCHEME: &str = "azulejo-draw-1";

/// How many of the last steps a table remembers for those who come to watch.
const REMEMBERED_STEPS: usize = 60;
/// How many of the last checksums it remembers, by which it knows those who were here before. Some
/// events are no steps.
const REMEMBERED_HASHES: usize = 2 * REMEMBERED_STEPS;

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    Open,
    Invited,
    Human(String),
    Bot(Level),
}

/// One seat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatState {
    pub holder: Holder,
    /// How it was before anybody took it, for when they leave again.
    first: FirstHolder,
    /// The bot that plays for the person.
    pub taken_over: Option<(Level, TakeoverReason)>,
    pub can_win: bool,
}

impl SeatState {
    /// Whether one person had both seats from the beginning: a game on one screen.
    pub fn came_with(&self, other: &Self) -> bool {
        matches!(other.first, FirstHolder::Human { .. }) && self.first == other.first
    }

    /// The bot that plays the seat, if one does.
    pub const fn bot(&self) -> Option<Level> {
        match (&self.holder, self.taken_over) {
            (_, Some((level, _))) => Some(level),
            (Holder::Bot(level), None) => Some(*level),
            _ => None,
        }
    }

    pub fn person(&self) -> Option<&str> {
        match &self.holder {
            Holder::Human(player) => Some(player),
            _ => None,
        }
    }

    /// The person who acts for the seat now.
    pub fn acting_person(&self) -> Option<&str> {
        self.person().filter(|_| self.taken_over.is_none())
    }
}

/// A question to take back moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub seat: usize,
    pub to: u32,
    pub until: i64,
    pub agreed: Vec<usize>,
}

/// A move since the last deal, which an undo may take back.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RoundMove {
    /// The index of its event.
    ply: u32,
    seat: usize,
    m: Move,
    /// The clocks right before it.
    clocks: SavedClocks,
}

/// A rematch that people agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    pub until: i64,
    pub agreed: Vec<usize>,
    pub game: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub by: EndedBy,
    pub seat: Option<usize>,
}

/// A log that does not fold: the database was changed by hand, or by another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldError {
    pub ply: u32,
    pub reason: String,
}

impl std::fmt::Display for FoldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {} does not follow: {}", self.ply, self.reason)
    }
}

impl std::error::Error for FoldError {}

/// The state of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: String,
    ply: u32,
    pub settings: Settings,
    pub created_at: i64,
    pub changed_at: i64,
    pub host: String,
    pub invitation: String,
    pub commitment: String,
    pub seats: Vec<SeatState>,
    pub nonces: Vec<Option<String>>,
    /// When the last free seat was taken.
    pub full_since: Option<i64>,
    pub status: Status,
    /// From when on somebody can be away: the start, or the end of the server's last downtime.
    pub absence_from: i64,
    game: Option<Game>,
    /// The game as it was after the last deal, for taking back moves.
    round_start: Option<Arc<Game>>,
    /// The moves since the last deal.
    round_moves: Vec<RoundMove>,
    /// The number of events up to the last one that changed the position or who acts on it.
    position_ply: u32,
    pub chosen: Vec<Option<Vec<Placement>>>,
    pub clocks: Clocks,
    pub undo: Option<Asked>,
    /// The seats whose undo question was refused, withdrawn or lapsed since the last move.
    undo_spent: Vec<usize>,
    /// For each seat that is away: who voted to give it to a bot.
    pub votes: Vec<Vec<usize>>,
    takeovers: Vec<azulejo_rules::record::Takeover>,
    pub end: Option<End>,
    pub secret: Option<String>,
    sources: PointSources,
    pub rematch: Option<Rematch>,
    /// Shared with the drafts that are made of this table, move after move.
    steps: Vec<Arc<Step>>,
    /// The checksums after the last events, the latest last.
    hashes: Vec<u64>,
    /// The latest, as it is shown.
    hash: String,
    /// The position's text, which is part of the checksum and of every view.
    text: String,
}

impl Table {
    /// A table with its first event.
    pub fn new(id: &str, first: &Event, at: i64) -> Result<Self, FoldError> {
        let Event::Created {
            settings,
            seats,
            host,
            invitation,
            commitment,
            clock_rules,
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
            id: id.to_owned(),
            ply: 1,
            settings: settings.clone(),
            created_at: at,
            changed_at: at,
            host: host.clone(),
            invitation: invitation.clone(),
            commitment: commitment.clone(),
            seats: seats
                .iter()
                .map(|first| SeatState {
                    holder: match first {
                        FirstHolder::Open => Holder::Open,
                        FirstHolder::Invited => Holder::Invited,
                        FirstHolder::Human { player } => Holder::Human(player.clone()),
                        FirstHolder::Bot { level } => Holder::Bot(*level),
                    },
                    first: first.clone(),
                    taken_over: None,
                    can_win: true,
                })
                .collect(),
            nonces: vec![None; count],
            full_since: None,
            status: Status::Waiting,
            absence_from: 0,
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
            text: String::new(),
        };
        table.note_if_full(at);
        table.remember(0, at, Happening::Created, &[]);
        table.note_hash();
        Ok(table)
    }

    /// How many events the log holds.
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

    /// Whether a move decided after so many events still applies to the position.
    pub const fn is_current(&self, ply: u32) -> bool {
        self.position_ply <= ply && ply <= self.ply
    }

    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(Game::position)
    }

    /// What lies on the table, as everybody sees it; nothing before the start.
    pub fn view(&self) -> Option<TableView> {
        let position = self.position()?;
        Some(TableView::with_text(position, self.text.clone()))
    }

    pub fn steps(&self) -> &[Arc<Step>] {
        &self.steps
    }

    pub fn sources(&self) -> &PointSources {
        &self.sources
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.seats
            .iter()
            .all(|seat| matches!(seat.holder, Holder::Human(_) | Holder::Bot(_)))
    }

    /// The people at the table, each once, in the order of their lowest seats.
    pub fn people(&self) -> Vec<&str> {
        let mut people: Vec<&str> = Vec::new();
        for person in self.seats.iter().filter_map(SeatState::person) {
            if !people.contains(&person) {
                people.push(person);
            }
        }
        people
    }

    /// The seats of a person, in order.
    pub fn seats_of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.seats.len()).filter(move |&seat| self.seats[seat].person() == Some(player))
    }

    /// Somebody's seats now belong to another identity, or to nobody whom we may name.
    /// Gives whether that is new.
    pub fn set_person(&mut self, seat: usize, player: Option<&str>) -> bool {
        if let Holder::Human(holder) = &mut self.seats[seat].holder {
            let new = player.unwrap_or_default();
            if holder == new {
                return false;
            }
            if self.host == *holder && !new.is_empty() {
                new.clone_into(&mut self.host);
            }
            new.clone_into(holder);
            return true;
        }
        false
    }

    /// Whether every person's random bytes are there.
    pub fn has_all_nonces(&self) -> bool {
        self.people().iter().all(|person| {
            self.seats_of(person)
                .next()
                .is_some_and(|seat| self.nonces[seat].is_some())
        })
    }

    /// The seats that must act before the game goes on.
    pub fn waits_for(&self) -> Vec<usize> {
        match self.position() {
            Some(position) if self.status == Status::Running => match position.phase() {
                Phase::Offer => vec![position.to_move().index()],
                Phase::Tiling => self.choosing(),
                Phase::Refill | Phase::Over => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Who started the first round, from 0.
    pub fn first_start(&self) -> Option<usize> {
        self.game.as_ref().map(|game| game.record().start.index())
    }

    /// The events to which a seat may go back, the latest first: its moves since the last deal,
    /// or none if its person has used up their question.
    pub fn undo_to(&self, seat: usize) -> Vec<u32> {
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

    /// Whether the person on a seat has used up their undo question: each person has one between
    /// two moves, so that questions cannot be used to pester the others.
    fn has_spent_undo(&self, seat: usize) -> bool {
        let person = self.seats[seat].person();
        let mut spent = self.undo_spent.iter();
        spent.any(|&spent| self.seats[spent].person() == person)
    }

    /// The people besides one, by seat, who must agree to an undo.
    pub fn others_to_ask(&self, seat: usize) -> Vec<usize> {
        let asker = self.seats[seat].person();
        let mut asked: Vec<usize> = Vec::new();
        for (other, state) in self.seats.iter().enumerate() {
            let Some(person) = state.acting_person() else {
                continue;
            };
            let known = asked
                .iter()
                .any(|&seat| self.seats[seat].person() == Some(person));
            if Some(person) != asker && !known {
                asked.push(other);
            }
        }
        asked
    }

    /// A checksum of what everybody may see, the same for every viewer and on every machine.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Whether this was the checksum after so many events, as far as it is remembered.
    pub fn had_hash(&self, ply: u32, hash: &str) -> bool {
        let ago = self.ply.checked_sub(ply).map(|ago| ago as usize + 1);
        let place = ago.and_then(|ago| self.hashes.len().checked_sub(ago));
        place.is_some_and(|place| shown(self.hashes[place]) == hash)
    }

    fn note_hash(&mut self) {
        if self.hashes.len() == REMEMBERED_HASHES {
            self.hashes.remove(0);
        }
        self.text = self.position().map(ToString::to_string).unwrap_or_default();
        let checksum = self.checksum();
        self.hashes.push(checksum);
        self.hash = shown(checksum);
    }

    fn checksum(&self) -> u64 {
        let mut text = format!("{} {:?}", self.ply, self.status);
        if !self.text.is_empty() {
            text.push(' ');
            text.push_str(&self.text);
        }
        for (seat, chosen) in self.seats.iter().zip(&self.chosen) {
            let holder = match &seat.holder {
                Holder::Open => "open",
                Holder::Invited => "invited",
                Holder::Human(_) => "human",
                Holder::Bot(level) => level.id(),
            };
            let bot = seat.taken_over.map_or("", |(level, _)| level.id());
            let word = |yes| if yes { "true" } else { "false" };
            for part in [
                ";",
                holder,
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
        // FNV-1a: not against forgers, only against mistakes.
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

fn shown(checksum: u64) -> String {
    format!("{checksum:016x}")
}
