//! A game as its players and watchers see it: seats, clocks, result, and the table within.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::options::{OfferOptions, TilingOptions};
use crate::table::{BonusView, TableView, Wall};

/// The levels of the bots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are the documentation; docs/bots.md describes each"
)]
pub enum Level {
    Beginner,
    Apprentice,
    Tiler,
    Artisan,
    Master,
    Legend,
}

impl Level {
    /// From the gentlest to the strongest.
    pub const ALL: [Self; 6] = [
        Self::Beginner,
        Self::Apprentice,
        Self::Tiler,
        Self::Artisan,
        Self::Master,
        Self::Legend,
    ];

    /// The id in records and on command lines.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Apprentice => "apprentice",
            Self::Tiler => "tiler",
            Self::Artisan => "artisan",
            Self::Master => "master",
            Self::Legend => "legend",
        }
    }
}

/// How a game is timed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// Not at all.
    None,
    /// Each player has so much time for the game, and some back for each move.
    RealTime {
        /// Seconds for the game: 30 to 10,800.
        seconds: u32,
        /// Seconds added for each move of the offer and once for each tiling: 0 to 60.
        increment: u32,
    },
    /// Each move has so many days.
    Days {
        /// 1 to 14.
        days: u32,
    },
}

/// When moves may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Never.
    Off,
    /// When all other people at the table agree.
    Ask,
    /// At any time; the default where one person holds all human seats.
    Free,
}

/// How a game was set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Settings {
    /// Which side of the boards is used.
    pub wall: Wall,
    /// The clock.
    pub clock: Clock,
    /// When moves may be taken back.
    pub undo: UndoPolicy,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Who starts; nothing for a player drawn by lot.
    pub start: Option<u8>,
}

/// Where a game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Waiting,
    /// It is played.
    Running,
    /// It ended.
    Finished,
    /// It was cancelled or expired before it started.
    Cancelled,
}

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody: anyone may take it.
    Open,
    /// Nobody: it waits for someone with the invitation.
    Invited,
    /// A person.
    Human,
    /// A bot.
    Bot,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// The seat, from 1.
    pub seat: u8,
    /// Who sits there.
    pub kind: SeatKind,
    /// The person's name; nothing for a deleted player, a bot and an empty seat.
    pub name: Option<String>,
    /// Whether the person plays without an account.
    pub guest: bool,
    /// The bot that plays, or has taken the seat.
    pub level: Option<Level>,
    /// Why a bot sits where a person sat.
    pub taken_over: Option<TakeoverReason>,
    /// Whether the seat can still win.
    pub can_win: bool,
    /// Seats of one person carry the same number: one browser may hold several.
    pub person: Option<u8>,
}

/// Why a bot took a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakeoverReason {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    Time,
    /// The player stayed away.
    Left,
    /// The others voted while the player was away; the player may come back.
    Vote,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// The server's time at which the numbers hold, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What each seat has left in milliseconds; nothing for bots.
    #[ts(type = "Array<number | null>")]
    pub left: Vec<Option<i64>>,
    /// The seats whose clocks run.
    pub running: Vec<u8>,
    /// The lag allowance: the first milliseconds of each turn, which are not charged. Missing if
    /// there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub lag: Option<i64>,
}

/// A question to take back moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoQuestion {
    /// Who asks.
    pub seat: u8,
    /// The first event that would be taken back.
    pub to: u32,
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
    /// The seats whose answer is awaited.
    pub awaited: Vec<u8>,
    /// When the question lapses, in milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// On points.
    Score,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    Time,
    /// A player stayed away.
    Left,
    /// No row can be completed any more and the cap on rounds was reached.
    Truncated,
    /// Stopped without a result.
    Aborted,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultView {
    /// How it ended.
    pub by: EndedBy,
    /// Whose resignation, clock or absence ended it.
    pub seat: Option<u8>,
    /// Who won; several share a victory, nobody where that is not decided.
    pub winners: Vec<u8>,
    /// The players by seat.
    pub players: Vec<PlayerResult>,
}

/// What one player reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerResult {
    /// The seat.
    pub seat: u8,
    /// The place, from 1; equal players share one.
    pub place: u8,
    /// The final score, bonuses included.
    pub score: u16,
    /// The points of tiles placed on the wall.
    pub wall: u16,
    /// The points lost to the floor: a positive number.
    pub floor: u16,
    /// The bonuses; nothing counts when the game did not end on points.
    pub bonuses: BonusView,
    /// What each round brought.
    pub rounds: Vec<RoundResult>,
}

/// What one round brought a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundResult {
    /// The points of tiles placed on the wall.
    pub wall: u16,
    /// The points lost to the floor: a positive number.
    pub floor: u16,
    /// The score after the round.
    pub score: u16,
}

/// How the draws can be checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DrawView {
    /// The scheme, `azulejo-draw-1`.
    pub scheme: String,
    /// SHA-256 of secret and game id, published before anybody sends a nonce: hex.
    pub commitment: String,
    /// The nonce of each seat, hex; nothing for bots, further seats of one session, and sessions
    /// that sent none.
    pub nonces: Vec<Option<String>>,
    /// The secret, once the game has ended: hex.
    pub secret: Option<String>,
}

/// A rematch being agreed on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RematchView {
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
    /// When the question lapses, in milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
    /// The new game, once there is one.
    pub game: Option<String>,
}

/// A game as everybody who may see it sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// The game's id, also in its link.
    pub id: String,
    /// How many events its log holds.
    pub ply: u32,
    /// A checksum of what this view says: the same for every viewer.
    pub hash: String,
    /// Where it is.
    pub status: Status,
    /// How it was set up.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The table; nothing before the start.
    pub table: Option<TableView>,
    /// In the tiling of the grey wall: the seats that have yet to choose.
    pub choosing: Vec<u8>,
    /// The clocks, where there are some.
    pub clock: Option<ClockView>,
    /// A question to take back moves.
    pub undo: Option<UndoQuestion>,
    /// Seats which the others voted to give to a bot: target, and who voted.
    pub votes: Vec<VoteView>,
    /// The end.
    pub result: Option<ResultView>,
    /// A rematch.
    pub rematch: Option<RematchView>,
    /// How the draws can be checked.
    pub draw: DrawView,
    /// When it was set up, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
}

/// A vote to give the seat of somebody who is away to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VoteView {
    /// The seat that is away.
    pub seat: u8,
    /// Who voted.
    pub voted: Vec<u8>,
    /// Whose votes are missing.
    pub awaited: Vec<u8>,
}

/// What only this session may know about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnView {
    /// How many events the log held: it belongs to the view with the same number.
    pub ply: u32,
    /// The seats that this session holds.
    pub seats: Vec<u8>,
    /// Whether this person set the game up.
    pub host: bool,
    /// The invitation's token, for the host while seats are free.
    pub invitation: Option<String>,
    /// The moves, when a seat of this session is to move.
    pub offer: Option<OfferOptions>,
    /// The choices of the seats of this session that have yet to choose columns.
    pub tiling: Vec<TilingOptions>,
    /// What seats of this session have chosen and others do not see yet.
    pub chosen: Vec<ChosenView>,
    /// The events to which this session may ask to go back, the latest first. Empty if its
    /// question was refused, withdrawn or lapsed since the last move.
    pub undo_to: Vec<u32>,
    /// Whether a hint may be asked for: no other person plays.
    pub hints: bool,
}

/// Columns that were chosen and not shown yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenView {
    /// Whose.
    pub seat: u8,
    /// The placements in notation.
    pub placements: Vec<String>,
}

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PresenceView {
    /// The seats whose people are connected.
    pub here: Vec<u8>,
    /// The seats whose people are away, and since when in milliseconds since 1970.
    pub away: Vec<AwayView>,
    /// How many watch.
    pub watchers: u32,
}

/// Somebody who is away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AwayView {
    /// The seat.
    pub seat: u8,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// When the seat is lost, in real time.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// When the others may vote to give it to a bot, without a clock.
    #[ts(type = "number | null")]
    pub vote_from: Option<i64>,
}
