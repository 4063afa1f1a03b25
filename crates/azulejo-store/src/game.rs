//! Games as the store sees them: a log of events, a summary to search by, and seats.

use crate::{GameId, PlayerId, Secret, TokenHash};

/// One event to append; its ply follows from its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// Which kind of event this is, a short word of the server's.
    pub kind: String,
    /// The event itself, as JSON text that the store does not look into.
    pub body: String,
    /// By which version of the rules the event is to be replayed.
    pub rules_version: u32,
    /// The hash of the game's state after the event, as text.
    pub state_hash: String,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: i64,
}

/// One event of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the game, counted from 0. A ply is an event, not a move.
    pub ply: u32,
    /// Which kind of event this is.
    pub kind: String,
    /// The event itself, as it was appended.
    pub body: String,
    /// By which version of the rules it is to be replayed.
    pub rules_version: u32,
    /// The hash of the game's state after the event.
    pub state_hash: String,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: i64,
    /// The command that led to it, if it is the last event of one.
    pub command: Option<CommandKey>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// Not started yet.
    Open,
    /// Being played.
    Running,
    /// Played to an end.
    Finished,
    /// Ended before its end, by agreement or by its host.
    Aborted,
    /// Never started, and nobody waits for it any more.
    Expired,
}

impl GameStatus {
    /// Whether nothing more will happen in the game.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Aborted | Self::Expired)
    }
}

/// What kind of clock a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// No clock.
    Untimed,
    /// Minutes and seconds, all players present.
    Realtime,
    /// Days per move.
    Days,
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// This set and `seat` (0 to 7).
    ///
    /// # Panics
    /// If `seat` is 8 or more.
    #[must_use]
    pub const fn with(self, seat: u8) -> Self {
        assert!(seat < 8, "a game has fewer than 8 seats");
        Self(self.0 | 1 << seat)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: u8) -> bool {
        seat < 8 && self.0 >> seat & 1 == 1
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit for each seat, the lowest for seat 0.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}

impl FromIterator<u8> for SeatSet {
    fn from_iter<I: IntoIterator<Item = u8>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// What a game is found by. An append may replace it; the log stays the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// How far it has come.
    pub status: GameStatus,
    /// Whether the lobby shows it.
    pub public: bool,
    /// What kind of clock it has.
    pub pace: Pace,
    /// The seats that must act before the game goes on.
    pub waiting: SeatSet,
    /// When a clock runs out, in milliseconds since 1970 of [`Store::now_ms`](crate::Store::now_ms).
    pub deadline_ms: Option<i64>,
    /// When the game expires if it has not started by then. An append never makes that earlier:
    /// [`Store::set_expiry`](crate::Store::set_expiry) may have moved it on meanwhile.
    pub expires_ms: Option<i64>,
    /// When the game ended.
    pub ended_ms: Option<i64>,
    /// Anything else for a list of games (round, scores, …), as JSON text.
    pub detail: String,
}

/// Who may play a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatKind {
    /// Anyone may take it.
    Open,
    /// Who has the invitation may take it.
    Invited,
    /// A person has it: [`SeatRow::player`].
    /// A bot may be playing for them meanwhile: [`SeatRow::bot`].
    Person,
    /// A bot has it: [`SeatRow::bot`].
    Bot,
    /// A person had it who has deleted their data.
    Deleted,
}

/// One seat of a game, as it is written.
///
/// A seat is written under the player who exists now: a guest who has become part of an account
/// gives way to the account, and a player who is gone leaves [`SeatKind::Deleted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Which seat, counted from 0.
    pub seat: u8,
    /// Who may play it.
    pub kind: SeatKind,
    /// The person it belongs to.
    pub player: Option<PlayerId>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// Anything else about the seat, as JSON text.
    pub detail: String,
}

/// One seat of a game, as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub row: SeatRow,
    /// What its player is called now; none where no person sits.
    pub name: Option<ShownName>,
}

/// What a player is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownName {
    /// The name.
    pub name: String,
    /// Whether it is an account's name; a guest's is shown with a mark.
    pub account: bool,
}

/// A game to create, complete with its first events.
#[derive(Debug)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// Who creates it.
    pub host: Option<PlayerId>,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
    /// What was agreed and never changes, as JSON text.
    pub settings: String,
    /// The secret of its draws.
    pub secret: Secret,
    /// The published promise about the secret.
    pub commitment: [u8; 32],
    /// The hash of the invitation's token.
    pub invitation: Option<TokenHash>,
    /// The events from ply 0 on.
    pub events: Vec<NewEvent>,
    /// What it is found by.
    pub summary: GameSummary,
    /// All its seats.
    pub seats: Vec<SeatRow>,
    /// The request for it, if it must not lead to a second game.
    pub request: Option<GameRequest>,
}

/// A request for a new game, which may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// Who asks, and their number for it.
    pub key: CommandKey,
    /// A digest of what they ask for.
    pub digest: [u8; 32],
}

/// What became of a [`NewGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is on disk.
    New,
    /// Nothing was written: the request has led to another game before.
    Before(EarlierGame),
}

/// The game that a request has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierGame {
    /// The game.
    pub game: GameId,
    /// The digest of what was asked for then.
    pub digest: [u8; 32],
}

/// A game as it is found: everything but its events and its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// Who created it; none when they have deleted their data.
    pub host: Option<PlayerId>,
    /// When it was created.
    pub created_ms: i64,
    /// When an append last changed it.
    pub changed_ms: i64,
    /// What was agreed and never changes, as JSON text.
    pub settings: String,
    /// The published promise about the secret.
    pub commitment: [u8; 32],
    /// The hash of the invitation's token.
    pub invitation: Option<TokenHash>,
    /// The next free ply: how many events the log has.
    pub next_ply: u32,
    /// What it is found by.
    pub summary: GameSummary,
    /// All its seats, in order.
    pub seats: Vec<SeatView>,
}

impl GameRow {
    /// The mark of its seats, as [`Store::seat_marks`](crate::Store::seat_marks) gives it.
    pub fn seats_mark(&self) -> SeatsMark {
        SeatsMark::of(self.seats.iter().map(|SeatView { row, name }| {
            let name = name.as_ref().map(|shown| (&*shown.name, shown.account));
            (row, name)
        }))
    }

    /// The seats that belong to `player`.
    pub fn seats_of(&self, player: PlayerId) -> SeatSet {
        let seats = self.seats.iter().map(|seat| &seat.row);
        seats
            .filter(|row| row.player == Some(player))
            .map(|row| row.seat)
            .collect()
    }

    /// Whether the game cannot go on before `player` acts.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        self.seats_of(player).bits() & self.summary.waiting.bits() != 0
    }

    /// The place of this game in the history of `player`, to read on after it.
    pub fn place_in_history(&self, player: PlayerId) -> HistoryPlace {
        HistoryPlace {
            waiting: self.waits_for(player),
            changed_ms: self.changed_ms,
            game: self.id,
        }
    }
}

/// A place in a player's history: those waiting for the player first, then the latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryPlace {
    /// Whether the game waits for the player.
    pub waiting: bool,
    /// When the game last changed.
    pub changed_ms: i64,
    /// The game.
    pub game: GameId,
}

/// A checksum of who sits where under which name, to see whether that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatsMark(u64);

impl Default for SeatsMark {
    /// No seats.
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl SeatsMark {
    /// The mark of all seats of a game, in order, each with what its player is called and whether
    /// by an account.
    pub fn of<'a>(seats: impl IntoIterator<Item = (&'a SeatRow, Option<(&'a str, bool)>)>) -> Self {
        let mut mark = Self::default();
        for (row, name) in seats {
            let player = row.player.as_ref().map(PlayerId::as_str);
            mark.add(row.seat, player, row.bot.as_deref(), &row.detail, name);
        }
        mark
    }

    /// The mark as a number.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Adds the next seat: its player, its bot, what else is kept about it, and what the player is
    /// called and whether by an account.
    pub(crate) fn add(
        &mut self,
        seat: u8,
        player: Option<&str>,
        bot: Option<&str>,
        detail: &str,
        name: Option<(&str, bool)>,
    ) {
        let (name, account) = name.unzip();
        self.add_bytes(&[seat, u8::from(account.unwrap_or_default())]);
        for text in [player, bot, Some(detail), name] {
            // Neither nothing and an empty text nor two neighbours may be taken for each other.
            self.add_bytes(text.unwrap_or("\u{1}").as_bytes());
            self.add_bytes(&[0]);
        }
    }

    /// FNV-1a: not against forgers, only to notice changes.
    fn add_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Where a game stands, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameHead {
    /// The game.
    pub game: GameId,
    /// The next free ply.
    pub next_ply: u32,
    /// How far it has come.
    pub status: GameStatus,
    /// When a clock runs out.
    pub deadline_ms: Option<i64>,
    /// When the game expires if it has not started.
    pub expires_ms: Option<i64>,
}

/// What the lobby shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lobby {
    /// Public games with a seat that anyone may take, the newest first.
    pub open: Vec<GameRow>,
    /// Public games being played, the newest first.
    pub live: Vec<GameRow>,
}

/// A change of one game: all of it is kept, or nothing.
///
/// Without events it is a compare-and-set of summary and seats alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The next free ply, as the caller believes.
    pub expect: u32,
    /// The events that follow.
    pub events: Vec<NewEvent>,
    /// The command behind it, kept with the last of the events so that a repetition is recognised.
    pub command: Option<CommandKey>,
    /// What replaces the game's summary.
    pub summary: Option<GameSummary>,
    /// Seats that are replaced; a seat that is not named stays.
    pub seats: Option<Vec<SeatRow>>,
}

/// A client's command, unique within a game, or a request for one, unique by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// Whose numbers these are.
    pub player: PlayerId,
    /// The client's number for the command.
    pub number: [u8; 16],
}

/// What became of an [`Append`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk, all of it.
    Committed {
        /// The next free ply after it.
        next: u32,
    },
    /// Nothing was written: the game is at another ply.
    Stale {
        /// The next free ply now.
        next: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_holds_what_was_put_in() {
        let set: SeatSet = [0, 3].into_iter().collect();
        assert_eq!(set.bits(), 0b1001);
        assert_eq!(SeatSet::from_bits(set.bits()), set);
        assert!(set.contains(0) && set.contains(3));
        assert!(!set.contains(1) && !set.contains(200));
        assert!(SeatSet::EMPTY.is_empty() && !set.is_empty());
    }
}
