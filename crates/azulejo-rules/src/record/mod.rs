//! Records: a whole game, chance included, as one JSON object.
//!
//! A [`Record`] is what the text says; [`Record::replay`] checks it against the rules. Reading is
//! strict and writing canonical, so a text that is accepted is also what is written back.

mod fault;
mod json;
mod read;
mod replay;
mod write;

pub use fault::{RecordFault, RecordPlace, RecordReason};
pub use json::{RecordTextError, RecordTextKind};
pub use replay::{Replayed, Step};

use crate::{Bonuses, Draw, Move, Placement, Seat, Wall};

/// Keys of later versions and other programs, kept in order: the key, and the value's JSON text.
pub type Extra = Vec<(String, String)>;

/// A game as it was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The players' names by seat; `bot:` starts the name of a bot.
    pub players: Vec<String>,
    /// Which side of the boards is used.
    pub wall: Wall,
    /// Who starts the first round.
    pub start: Seat,
    /// The rounds.
    pub rounds: Vec<RoundRecord>,
    /// The bonuses by seat, when the game was finished.
    pub bonuses: Option<Vec<BonusRecord>>,
    /// The final scores by seat, when the game was finished.
    pub scores: Option<Vec<u16>>,
    /// Who won, when that was decided.
    pub winners: Option<Vec<Seat>>,
    /// How the game ended, when that is written out.
    pub result: Option<ResultRecord>,
    /// The seats that bots took over.
    pub takeovers: Option<Vec<Takeover>>,
    /// What else the record holds.
    pub extra: Extra,
}

/// One round of a [`Record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    /// Who starts it.
    pub start: Seat,
    /// What was drawn onto each factory, in order.
    pub deal: Vec<Draw>,
    /// The moves of the offer.
    pub moves: Vec<Move>,
    /// For each player the lines tiled, from top to bottom.
    pub tiling: Option<Vec<Vec<Placement>>>,
    /// The scores after the floors were charged.
    pub scores: Option<Vec<u16>>,
    /// What else the round holds.
    pub extra: Extra,
}

/// One player's bonuses in a [`Record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BonusRecord {
    /// The counts.
    pub bonuses: Bonuses,
    /// What else is said.
    pub extra: Extra,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndedBy {
    /// By the rules, on points.
    Score,
    /// A player resigned.
    Resigned(Seat),
    /// A player's time ran out.
    Time(Seat),
    /// A player left.
    Left(Seat),
    /// A cap on rounds stopped machine play: no bonuses, no winner.
    Truncated,
    /// It was stopped without a result.
    Aborted,
}

/// How a game ended, in a [`Record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRecord {
    /// How.
    pub by: EndedBy,
    /// What else is said.
    pub extra: Extra,
}

/// A bot took a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Takeover {
    /// Which seat.
    pub seat: Seat,
    /// In which round, from 1.
    pub round: u16,
    /// Before which move of that round, from 1.
    pub at_move: u16,
    /// Which bot.
    pub bot: String,
    /// Why: `resigned`, `time` or `left`.
    pub reason: String,
    /// What else is said.
    pub extra: Extra,
}

impl Takeover {
    /// The further key that a vote leaves.
    pub const VOTED: &str = "voted";

    /// Whether the others have voted the seat to the bot: then it plays for somebody who is away,
    /// who may take the seat back at any time and has lost nothing but time.
    #[must_use]
    pub fn is_voted(&self) -> bool {
        let mut extra = self.extra.iter();
        extra.any(|(key, value)| key == Self::VOTED && value == "true")
    }
}

impl Record {
    /// A record of a game that is about to start.
    #[must_use]
    pub fn new(players: Vec<String>, wall: Wall, start: Seat) -> Self {
        Self {
            players,
            wall,
            start,
            rounds: Vec::new(),
            bonuses: None,
            scores: None,
            winners: None,
            result: None,
            takeovers: None,
            extra: Vec::new(),
        }
    }

    /// How the game ended, or nothing for a game that goes on.
    #[must_use]
    pub fn ended_by(&self) -> Option<EndedBy> {
        let by_score = self.bonuses.is_some().then_some(EndedBy::Score);
        self.result.as_ref().map(|result| result.by).or(by_score)
    }

    /// The seats that can no longer win, in rising order: those that a bot took over for good, and
    /// the one with which the game ended. Points do not matter to that, so [`winners`](Self::winners)
    /// may name such a seat where three or four played on.
    #[must_use]
    pub fn out_of_it(&self) -> Vec<Seat> {
        let taken = self.takeovers.iter().flatten();
        let mut out: Vec<_> = taken
            .filter(|takeover| !takeover.is_voted())
            .map(|takeover| takeover.seat)
            .collect();
        if let Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)) =
            self.ended_by()
        {
            out.push(seat);
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl RoundRecord {
    /// A round that was just dealt.
    #[must_use]
    pub const fn new(start: Seat, deal: Vec<Draw>) -> Self {
        Self {
            start,
            deal,
            moves: Vec::new(),
            tiling: None,
            scores: None,
            extra: Vec::new(),
        }
    }
}

/// Why a name cannot stand in a record, or nothing when it can.
///
/// Names have 1 to 40 characters (Unicode scalar values) without control characters, and `bot:`
/// alone names no bot.
#[must_use]
pub fn name_fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("a name has at least one character")
    } else if name.chars().count() > 40 {
        Some("a name has at most 40 characters")
    } else if name.chars().any(char::is_control) {
        Some("a name has no control characters")
    } else if name == "bot:" {
        Some("bot: must be followed by the bot's name")
    } else {
        None
    }
}
