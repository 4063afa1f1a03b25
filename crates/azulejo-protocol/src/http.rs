//! Requests and answers of the HTTP interface.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{Clock, GameView, Level, OwnView, SeatView, Settings, Status, UndoPolicy};
use crate::happening::{Happening, TableEvent};
use crate::table::{TableView, Wall};

/// How a seat of a new game is to be filled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// By whoever sets it up; several such seats share a screen and may be named apart.
    Me {
        /// The name at this table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
    /// By a bot.
    Bot {
        /// Which.
        level: Level,
    },
    /// By somebody with the invitation.
    Invited,
    /// By anyone.
    Open,
}

/// A new game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The seats, 2 to 4.
    pub seats: Vec<SeatRequest>,
    /// Which side of the boards is used.
    pub wall: Wall,
    /// Who starts; drawn by lot when not given.
    #[serde(default)]
    #[ts(optional)]
    pub start: Option<u8>,
    /// The clock; none when not given.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<Clock>,
    /// Whether the lobby lists it.
    #[serde(default)]
    #[ts(optional)]
    pub public: Option<bool>,
    /// When moves may be taken back; when not given, free where one person holds all human seats
    /// and by asking otherwise.
    #[serde(default)]
    #[ts(optional)]
    pub undo: Option<UndoPolicy>,
    /// 16 random bytes of the client's, in hex. Sent again, the request gets the game that it got
    /// the first time, and makes no other one.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
}

/// A game and what only this session may know about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameAnswer {
    /// What everybody sees.
    pub view: GameView,
    /// What only this session sees.
    pub own: OwnView,
}

/// Taking a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// Which seat; the first that is free for this person when not given.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The invitation, for an invited seat.
    #[serde(default)]
    #[ts(optional)]
    pub invitation: Option<String>,
    /// The session's random bytes for the draws, 32 to 64 hex digits.
    #[serde(default)]
    #[ts(optional)]
    pub nonce: Option<String>,
}

/// Random bytes for the draws, sent after the commitment was seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendNonce {
    /// 32 to 64 hex digits.
    pub nonce: String,
}

/// Giving an empty seat to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatBot {
    /// Which bot.
    pub level: Level,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct InvitationAnswer {
    /// The token.
    pub invitation: String,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameCard {
    /// The game.
    pub id: String,
    /// Where it is.
    pub status: Status,
    /// How it was set up.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The scores by seat; empty before the start.
    pub scores: Vec<u16>,
    /// The round; 0 before the start.
    pub round: u16,
    /// The seats for which the game waits.
    pub waits_for: Vec<u8>,
    /// The seats of the person who asks.
    pub mine: Vec<u8>,
    /// Who won, once it has ended.
    pub winners: Vec<u8>,
    /// When something happened last, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
    /// When the time of those for whom it waits is up, in milliseconds since 1970; nothing where no
    /// clock runs.
    #[ts(type = "number | null")]
    pub deadline: Option<i64>,
}

/// The lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyView {
    /// Public games with free seats.
    pub open: Vec<GameCard>,
    /// Public games that are played.
    pub live: Vec<GameCard>,
}

/// A page of one's own games, those waiting for one's move first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MyGames {
    /// The games.
    pub games: Vec<GameCard>,
    /// Where the next page starts, if there is one.
    pub next: Option<String>,
}

/// Who I am.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name.
    pub name: String,
    /// Whether without an account.
    pub guest: bool,
    /// When the identity was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// A new guest identity for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GuestAnswer {
    /// Who it is.
    pub me: Me,
    /// The bearer token. It is shown once.
    pub token: String,
}

/// A new guest identity.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name; made up when not given.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// A new name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name, 1 to 24 characters.
    pub name: String,
}

/// Name and password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// The password, 8 to 256 characters.
    pub password: String,
    /// Log in although this browser's guest has games: `take_over` moves them to the account,
    /// `leave` leaves them behind. Without it such a login is answered with what it would do.
    #[serde(default)]
    #[ts(optional)]
    pub guest_games: Option<GuestGames>,
}

/// What becomes of a guest's games at a login.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuestGames {
    /// They become the account's.
    TakeOver,
    /// They stay with the guest, who is forgotten by this browser.
    Leave,
}

/// The answer to a login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum LoginAnswer {
    /// Logged in.
    Done {
        /// Who it is.
        me: Me,
    },
    /// The guest of this browser has games: say what is to become of them.
    AskGuestGames {
        /// How many.
        games: u32,
    },
}

/// The answer to a sign-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SignupAnswer {
    /// Who it is.
    pub me: Me,
    /// Eight codes, each good for one new password. They are shown once.
    pub recovery_codes: Vec<String>,
}

/// A new password with a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The account's name.
    pub name: String,
    /// A code that was not used yet.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A new password with the old one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The old one.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// Ask for new recovery codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRecoveryCodes {
    /// The account's password.
    pub password: String,
}

/// The new recovery codes, which are shown once; the old ones are worth nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoveryCodesAnswer {
    /// The codes.
    pub recovery_codes: Vec<String>,
}

/// One of my sessions or tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionView {
    /// Names it for ending it; says nothing about the token.
    pub id: String,
    /// Whether a browser's cookie or a program's token.
    pub kind: SessionKind,
    /// What it was called, or the browser's own words.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// When it was used last.
    #[ts(type = "number")]
    pub used: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// How a session shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// By a cookie.
    Cookie,
    /// By a bearer token.
    Bearer,
}

/// A new token for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, 1 to 40 characters.
    pub label: String,
}

/// A token, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenAnswer {
    /// The token.
    pub token: String,
}

/// A record to expand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// The record's text.
    pub record: String,
}

/// A game from its first deal to where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayView {
    /// The players' names; `bot:` starts the name of a bot.
    pub players: Vec<String>,
    /// Which side of the boards was used.
    pub wall: Wall,
    /// The table before the first deal.
    pub first: TableView,
    /// The steps.
    pub steps: Vec<ReplayStep>,
    /// The end, if it ended.
    pub result: Option<crate::game::ResultView>,
    /// Whether the record brings a proof of its draws; `azulejo verify` checks it.
    pub has_proof: bool,
}

/// A step of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayStep {
    /// What happened.
    pub what: Happening,
    /// What it did on the table.
    pub events: Vec<TableEvent>,
    /// The table after it.
    pub table: TableView,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HintAnswer {
    /// The event count it belongs to.
    pub ply: u32,
    /// The best move in the offer, in notation.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The best columns in tiling.
    pub placements: Vec<String>,
    /// Why, the most important first.
    pub reasons: Vec<HintReason>,
    /// Whether the rest of the round was searched to its end.
    pub exact: bool,
}

/// Why a move is good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum HintReason {
    /// It fills a line.
    Fills {
        /// The line.
        line: u8,
        /// What its tile will score.
        points: u16,
    },
    /// It brings a line further.
    Adds {
        /// The line.
        line: u8,
        /// How many tiles.
        count: u8,
    },
    /// Nothing falls.
    Clean,
    /// Tiles fall, but everything else costs more.
    Spills {
        /// How many.
        count: u8,
        /// What they cost.
        cost: u16,
    },
    /// It takes what another player needs.
    Denies {
        /// Who.
        seat: u8,
        /// The line that the tiles would have filled.
        line: u8,
        /// What they would have scored.
        points: u16,
    },
    /// It takes the start marker: this player starts the next round.
    Starts,
    /// It completes a row, so that the game ends with this round.
    EndsGame,
}

/// The answer of a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorAnswer {
    /// Why.
    pub error: crate::frame::Problem,
}
