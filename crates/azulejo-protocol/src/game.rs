//! A game as its players and spectators see it: seats, clocks, result and table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::options::{OfferOptions, TilingOptions};
use crate::table::{BonusView, TableView, Wall};

/// A bot level.
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
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Self; 6] = [
        Self::Beginner,
        Self::Apprentice,
        Self::Tiler,
        Self::Artisan,
        Self::Master,
        Self::Legend,
    ];

    /// Returns the id used in records and on command lines.
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

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No clock.
    None,
    /// Each player has a total time for the game and an increment per move.
    RealTime {
        /// Seconds for the game: 30 to 10,800.
        seconds: u32,
        /// The increment in seconds for each offer move and once per tiling: 0 to 60.
        increment: u32,
    },
    /// Each move has a limit in days.
    Days {
        /// Days per move: 1 to 14.
        days: u32,
    },
}

/// The policy for takebacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Never.
    Off,
    /// If all other human players agree.
    Ask,
    /// At any time; the default if one session holds all human seats.
    Free,
}

/// The settings of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Settings {
    /// The side of the boards in use.
    pub wall: Wall,
    /// The clock.
    pub clock: Clock,
    /// The policy for takebacks.
    pub undo: UndoPolicy,
    /// Whether the lobby lists the game.
    pub public: bool,
    /// The start player; `null` for a random one.
    pub start: Option<u8>,
}

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Waiting,
    /// The game is in progress.
    Running,
    /// The game has ended.
    Finished,
    /// The game was cancelled or expired before it started.
    Cancelled,
}

/// The kind of a seat's occupant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Empty: anyone may take it.
    Open,
    /// Empty: reserved for a player with the invitation.
    Invited,
    /// A human player.
    Human,
    /// A bot.
    Bot,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// The seat, from 1.
    pub seat: u8,
    /// The kind of its occupant.
    pub kind: SeatKind,
    /// The player's name; `null` for deleted players, bots and empty seats.
    pub name: Option<String>,
    /// Whether the player is a guest.
    pub guest: bool,
    /// The level of the bot that plays this seat, from the start or after a takeover.
    pub level: Option<Level>,
    /// The reason why a bot took over from a human player.
    pub taken_over: Option<TakeoverReason>,
    /// Whether the seat can still win.
    pub can_win: bool,
    /// Identifies the human player: one browser may hold several seats.
    pub person: Option<u8>,
}

/// The reason for a takeover by a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakeoverReason {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    Time,
    /// The player left.
    Left,
    /// The others voted while the player was absent; the player may take the seat back.
    Vote,
}

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// The server time of this snapshot, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The remaining time of each seat in milliseconds; `null` for bots.
    #[ts(type = "Array<number | null>")]
    pub left: Vec<Option<i64>>,
    /// The seats whose clocks are running.
    pub running: Vec<u8>,
    /// The lag allowance: the first milliseconds of each turn, which are not charged. Missing if
    /// there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub lag: Option<i64>,
}

/// A pending takeback request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoQuestion {
    /// The requesting seat.
    pub seat: u8,
    /// The first event that would be taken back.
    pub to: u32,
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
    /// The seats that have not answered yet.
    pub awaited: Vec<u8>,
    /// When the request expires, in milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// By score.
    Score,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    Time,
    /// A player left.
    Left,
    /// The game reached the round cap.
    Truncated,
    /// The game was stopped without a result.
    Aborted,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultView {
    /// The way in which the game ended.
    pub by: EndedBy,
    /// The seat whose resignation, clock or absence ended the game.
    pub seat: Option<u8>,
    /// The winning seats; several share a victory, and the list is empty if undecided.
    pub winners: Vec<u8>,
    /// The players' results by seat.
    pub players: Vec<PlayerResult>,
}

/// One player's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerResult {
    /// The seat.
    pub seat: u8,
    /// The rank, from 1; tied players share it.
    pub place: u8,
    /// The final score including bonuses.
    pub score: u16,
    /// The points scored by placing tiles.
    pub wall: u16,
    /// The points lost to the floor, as a positive number.
    pub floor: u16,
    /// The bonuses; all zero if the game did not end by score.
    pub bonuses: BonusView,
    /// The result of each round.
    pub rounds: Vec<RoundResult>,
}

/// One player's result in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundResult {
    /// The points scored by placing tiles.
    pub wall: u16,
    /// The points lost to the floor, as a positive number.
    pub floor: u16,
    /// The score after the round.
    pub score: u16,
}

/// The data needed to verify the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DrawView {
    /// The scheme, `azulejo-draw-2`; `azulejo-draw-1` in older games.
    pub scheme: String,
    /// SHA-256 of the secret and the game id in hex, published before any nonce is sent.
    pub commitment: String,
    /// The commitment of each seat's nonce in hex; `null` as for `nonces`.
    #[serde(default)]
    pub nonce_commitments: Vec<Option<String>>,
    /// Whether no further commitments count, so that clients reveal their nonces.
    #[serde(default)]
    pub closed: bool,
    /// The nonce of each seat in hex; `null` for bots, for further seats of a session and for
    /// sessions that sent none.
    pub nonces: Vec<Option<String>>,
    /// The secret in hex, revealed when the game has ended.
    pub secret: Option<String>,
}

/// A rematch under negotiation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RematchView {
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
    /// When the offer expires, in milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
    /// The new game, once created.
    pub game: Option<String>,
}

/// The public view of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// The game's id, as in its link.
    pub id: String,
    /// The number of events in its log.
    pub ply: u32,
    /// A checksum of this view, the same for every viewer.
    pub hash: String,
    /// The status.
    pub status: Status,
    /// The settings.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The table; `null` before the start.
    pub table: Option<TableView>,
    /// In tiling on the grey wall: the seats that have yet to choose columns.
    pub choosing: Vec<u8>,
    /// The clocks, if any.
    pub clock: Option<ClockView>,
    /// The pending takeback request, if any.
    pub undo: Option<UndoQuestion>,
    /// The pending votes to give absent players' seats to bots.
    pub votes: Vec<VoteView>,
    /// The result, once the game has ended.
    pub result: Option<ResultView>,
    /// The rematch under negotiation, if any.
    pub rematch: Option<RematchView>,
    /// The data needed to verify the draws.
    pub draw: DrawView,
    /// When the game was created, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
}

/// A vote to give an absent player's seat to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VoteView {
    /// The absent player's seat.
    pub seat: u8,
    /// The seats that have voted.
    pub voted: Vec<u8>,
    /// The seats that have not voted yet.
    pub awaited: Vec<u8>,
}

/// The private view of a game: what only this session may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnView {
    /// The number of events in the log; matches the public view with the same number.
    pub ply: u32,
    /// The seats held by this session.
    pub seats: Vec<u8>,
    /// Whether this session hosts the game.
    pub host: bool,
    /// The invitation token, for the host while seats are free.
    pub invitation: Option<String>,
    /// The legal moves, if a seat of this session is to move.
    pub offer: Option<OfferOptions>,
    /// The tiling options of this session's seats that have yet to choose columns.
    pub tiling: Vec<TilingOptions>,
    /// The choices of this session's seats that are not revealed yet.
    pub chosen: Vec<ChosenView>,
    /// The events to which this session may ask to go back, the latest first. Empty if its
    /// question was refused, withdrawn or lapsed since the last move.
    pub undo_to: Vec<u32>,
    /// Whether hints are available: there are no human opponents.
    pub hints: bool,
}

/// Chosen columns that are not revealed yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenView {
    /// The seat.
    pub seat: u8,
    /// The placements in notation.
    pub placements: Vec<String>,
}

/// The presence of players and spectators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PresenceView {
    /// The seats of connected players.
    pub here: Vec<u8>,
    /// The absent players.
    pub away: Vec<AwayView>,
    /// The number of spectators.
    pub watchers: u32,
}

/// An absent player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AwayView {
    /// The seat.
    pub seat: u8,
    /// When the player disconnected, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// With a real-time clock: when the grace period ends and the seat is lost.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// Without a clock: from when the others may vote to give the seat to a bot.
    #[ts(type = "number | null")]
    pub vote_from: Option<i64>,
}
