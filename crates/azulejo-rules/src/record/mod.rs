//! Records: complete games, including the draws, as one JSON object each.
//!
//! A [`Record`] is the content of the text; [`Record::replay`] checks it against the rules. Parsing is
//! strict and writing is canonical, so every accepted text round-trips byte for byte.
//!
//! # Examples
//! ```
//! use azulejo_rules::record::{EndedBy, Record, Step};
//!
//! let text = concat!(
//!     r#"{"format":"azulejo-record","version":1,"players":["Ana","Ben"],"wall":"coloured","start":1,"#,
//!     r#""rounds":[{"start":1,"deal":["BRKK","BYYW","KKKW","YRRW","BRWW"],"moves":["2Y2","CB1"]}],"#,
//!     r#""winners":[1],"result":{"by":"resigned","seat":2}}"#,
//! );
//! let record: Record = text.parse()?;
//! assert_eq!(record.players, ["Ana", "Ben"]);
//!
//! let replayed = record.replay()?;
//! assert_eq!(replayed.ended_by, Some(EndedBy::Resigned("2".parse()?)));
//!
//! let mut moves = 0;
//! record.walk(|_before, step, _after| moves += u32::from(matches!(step, Step::Move(_))))?;
//! assert_eq!(moves, 2);
//!
//! assert_eq!(record.to_json(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod json;
mod read;
mod replay;
mod replay_error;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use json::{ParseRecordError, ParseRecordErrorKind};
pub use replay::{Replayed, Step};
pub use replay_error::{RecordPlace, ReplayError, ReplayErrorKind};

use crate::{Bonuses, Draw, Move, Placement, Seat, Wall};

/// Unknown keys, for example of later versions, in order: each key with its value's JSON text.
pub type Extra = Vec<(String, String)>;

/// A recorded game.
///
/// # Examples
/// ```
/// use azulejo_rules::record::Record;
/// use azulejo_rules::{Game, Seat, Wall};
///
/// let names = vec!["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Game::new(names, Wall::Grey, Seat::TWO)?;
/// game.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
/// let record = game.into_record();
/// assert_eq!(record.rounds.len(), 1);
/// assert_eq!(record.to_json().parse::<Record>()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The players' names by seat; the names of bots start with `bot:`.
    pub players: Vec<String>,
    /// The side of the boards in use.
    pub wall: Wall,
    /// The start player of the first round.
    pub start: Seat,
    /// The rounds.
    pub rounds: Vec<RoundRecord>,
    /// The bonuses by seat, if the game was finished.
    pub bonuses: Option<Vec<BonusRecord>>,
    /// The final scores by seat, if the game was finished.
    pub scores: Option<Vec<u16>>,
    /// The winners, if there are any.
    pub winners: Option<Vec<Seat>>,
    /// The result, if it is explicit.
    pub result: Option<ResultRecord>,
    /// The seats that bots took over.
    pub takeovers: Option<Vec<Takeover>>,
    /// Unknown keys of the record.
    pub extra: Extra,
}

/// One round of a [`Record`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RoundRecord {
    /// The start player.
    pub start: Seat,
    /// The draw of each factory.
    pub deal: Vec<Draw>,
    /// The moves of the offer.
    pub moves: Vec<Move>,
    /// Each player's placements, from top to bottom.
    pub tiling: Option<Vec<Vec<Placement>>>,
    /// The scores after the floors were charged.
    pub scores: Option<Vec<u16>>,
    /// Unknown keys of the round.
    pub extra: Extra,
}

/// One player's bonuses in a [`Record`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BonusRecord {
    /// The bonuses.
    pub bonuses: Bonuses,
    /// Unknown keys.
    pub extra: Extra,
}

/// The way a game ended.
///
/// Exhaustive: another way would be a new version of the record format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndedBy {
    /// By play, on points.
    Score,
    /// A player resigned.
    Resigned(Seat),
    /// A player's time ran out.
    Time(Seat),
    /// A player left.
    Left(Seat),
    /// A round cap stopped machine play: no bonuses, no winner.
    Truncated,
    /// The game was stopped without a result.
    Aborted,
}

/// The result of a game in a [`Record`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResultRecord {
    /// The way the game ended.
    pub by: EndedBy,
    /// Unknown keys.
    pub extra: Extra,
}

/// A bot's takeover of a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Takeover {
    /// The seat.
    pub seat: Seat,
    /// The round, counted from 1.
    pub round: u16,
    /// The number of the first move of the round after the takeover, counted from 1.
    pub at_move: u16,
    /// The bot's name.
    pub bot: String,
    /// The reason: `resigned`, `time` or `left`.
    pub reason: String,
    /// Unknown keys.
    pub extra: Extra,
}

impl Takeover {
    /// The extra key that marks a takeover by vote.
    pub const VOTED: &str = "voted";

    /// Returns true if the other players voted for the takeover: the bot then substitutes for an
    /// absent player, who may take the seat back at any time.
    #[must_use]
    pub fn is_voted(&self) -> bool {
        let mut extra = self.extra.iter();
        extra.any(|(key, value)| key == Self::VOTED && value == "true")
    }
}

impl Record {
    /// Creates the record of a new game.
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

    /// Returns the way the game ended, or `None` if it is in progress.
    #[must_use]
    pub fn ended_by(&self) -> Option<EndedBy> {
        let by_score = self.bonuses.is_some().then_some(EndedBy::Score);
        self.result.as_ref().map(|result| result.by).or(by_score)
    }

    /// Returns the seats that have forfeited the game, in ascending order: those that a bot took over
    /// permanently, and the one whose player ended the game.
    ///
    /// The score does not depend on forfeits, so [`winners`](Self::winners) may include such a seat if
    /// three or four players continued.
    #[must_use]
    pub fn forfeited_seats(&self) -> Vec<Seat> {
        let takeovers = self.takeovers.iter().flatten();
        let mut seats: Vec<_> = takeovers
            .filter(|takeover| !takeover.is_voted())
            .map(|takeover| takeover.seat)
            .collect();
        if let Some(EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat)) =
            self.ended_by()
        {
            seats.push(seat);
        }
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}

impl RoundRecord {
    /// Creates the record of a round that has just been dealt.
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

/// The longest name a record can hold, in characters.
const MAX_NAME_LENGTH: usize = 40;

/// Checks that a player's name is valid in a record.
///
/// A name has 1 to 40 characters (Unicode scalar values), none of them a control character, and is
/// not just the prefix `bot:`.
///
/// # Errors
/// Returns the reason if the name is not valid.
///
/// # Examples
/// ```
/// use azulejo_rules::record::{NameError, check_name};
///
/// assert_eq!(check_name("Ana"), Ok(()));
/// assert_eq!(check_name(""), Err(NameError::Empty));
/// ```
pub fn check_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        Err(NameError::Empty)
    } else if name.chars().count() > MAX_NAME_LENGTH {
        Err(NameError::TooLong)
    } else if name.chars().any(char::is_control) {
        Err(NameError::ControlCharacter)
    } else if name == "bot:" {
        Err(NameError::EmptyBotName)
    } else {
        Ok(())
    }
}

/// The error for a name that is not valid in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NameError {
    /// The name is empty.
    Empty,
    /// The name has more than 40 characters.
    TooLong,
    /// The name contains a control character.
    ControlCharacter,
    /// The name is just the prefix `bot:`.
    EmptyBotName,
}

impl NameError {
    const fn message(self) -> &'static str {
        match self {
            Self::Empty => "a name has at least one character",
            Self::TooLong => "a name has at most 40 characters",
            Self::ControlCharacter => "a name has no control characters",
            Self::EmptyBotName => "bot: must be followed by the bot's name",
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for NameError {}
