//! HTTP requests and responses.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{Clock, GameView, Level, OwnView, SeatView, Settings, Status, UndoPolicy};
use crate::happening::{Happening, TableEvent};
use crate::table::{Colour, TableView, Wall};

/// The occupant requested for a seat of a new game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// The requester; several such seats share a screen and may have different names.
    Me {
        /// The player's name in this game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
    /// A bot.
    Bot {
        /// Its level.
        level: Level,
    },
    /// A player with the invitation.
    Invited,
    /// Anyone.
    Open,
}

/// A request to create a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The seats, 2 to 4.
    pub seats: Vec<SeatRequest>,
    /// The side of the boards in use.
    pub wall: Wall,
    /// The start player; random if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub start: Option<u8>,
    /// The clock; none if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<Clock>,
    /// Whether the lobby lists the game; `false` if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub public: Option<bool>,
    /// The policy for takebacks; if omitted, `free` if one session holds all human seats, else `ask`.
    #[serde(default)]
    #[ts(optional)]
    pub undo: Option<UndoPolicy>,
    /// An idempotency key: 16 random bytes in hex. A retried request returns the game created first.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
}

/// A game with its public and private views.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameAnswer {
    /// The public view.
    pub view: GameView,
    /// The session's private view.
    pub own: OwnView,
}

/// A request to take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// The seat; the first one available to the player if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The invitation, for an invited seat.
    #[serde(default)]
    #[ts(optional)]
    pub invitation: Option<String>,
    /// The session's nonce for the draws, sent in the open, 32 to 64 hex digits.
    #[serde(default)]
    #[ts(optional)]
    pub nonce: Option<String>,
}

/// A commitment to a nonce for the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommitNonce {
    /// The commitment, 64 hex digits.
    pub commitment: String,
}

/// A nonce for the draws: revealed after all commitments were published, or sent in the open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendNonce {
    /// 32 to 64 hex digits.
    pub nonce: String,
}

/// A request to give an empty seat to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatBot {
    /// The bot's level.
    pub level: Level,
}

/// An invitation to a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct InvitationAnswer {
    /// The token.
    pub invitation: String,
}

/// The summary of a game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameCard {
    /// The game.
    pub id: String,
    /// The status.
    pub status: Status,
    /// The settings.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The scores by seat; empty before the start.
    pub scores: Vec<u16>,
    /// The round; 0 before the start.
    pub round: u16,
    /// The seats that the game is waiting for.
    pub waits_for: Vec<u8>,
    /// The requester's seats.
    pub mine: Vec<u8>,
    /// The winning seats, once the game has ended.
    pub winners: Vec<u8>,
    /// The time of the last change, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
    /// When the time of the players it waits for runs out, in milliseconds since 1970; `null` if no
    /// clock is running.
    #[ts(type = "number | null")]
    pub deadline: Option<i64>,
}

/// A page of the lobby, the newest games first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyView {
    /// Public games with free seats.
    pub open: Vec<GameCard>,
    /// Public games in progress.
    pub live: Vec<GameCard>,
    /// The cursor of the next page of `open`, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_open: Option<String>,
    /// The cursor of the next page of `live`, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_live: Option<String>,
}

/// A page of the requester's games, those waiting for their move first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MyGames {
    /// The games.
    pub games: Vec<GameCard>,
    /// The cursor of the next page, if any.
    pub next: Option<String>,
}

/// The requester's identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name.
    pub name: String,
    /// Whether it is a guest without an account.
    pub guest: bool,
    /// When the identity was created, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// A new guest identity for an API client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GuestAnswer {
    /// The identity.
    pub me: Me,
    /// The bearer token, shown only once.
    pub token: String,
}

/// A request for a guest identity.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name; generated if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// A request to change the name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name, 1 to 24 characters.
    pub name: String,
}

/// A name and password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// The password, 8 to 256 characters.
    pub password: String,
    /// The choice for the games of this browser's guest: `take_over` moves them to the account,
    /// `leave` abandons them. If omitted and the guest has games, the server asks for it.
    #[serde(default)]
    #[ts(optional)]
    pub guest_games: Option<GuestGames>,
    /// A code of the second factor, or a recovery code; required on login if the account has a
    /// second factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// An invitation to create an account; required on sign-up if the server asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invitation: Option<String>,
}

/// The choice for a guest's games on login.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuestGames {
    /// They move to the account.
    TakeOver,
    /// They stay with the guest identity, which this browser discards.
    Leave,
}

/// The response to a login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum LoginAnswer {
    /// Logged in.
    Done {
        /// The identity.
        me: Me,
    },
    /// This browser's guest has games: the client must choose what to do with them.
    AskGuestGames {
        /// The number of games.
        games: u32,
    },
}

/// The response to a sign-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SignupAnswer {
    /// The identity.
    pub me: Me,
    /// Eight recovery codes, each valid for one password reset; shown only once.
    pub recovery_codes: Vec<String>,
}

/// A password reset with a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The account's name.
    pub name: String,
    /// An unused recovery code.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A password change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The old password.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// A request for new recovery codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRecoveryCodes {
    /// The account's password.
    pub password: String,
    /// A code of the second factor, or a recovery code, if the account has a second factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
}

/// The second factor of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SecondFactorView {
    /// Whether login asks for a code.
    pub enabled: bool,
    /// The number of unused recovery codes, each of which replaces a code once.
    pub recovery_codes_left: u32,
}

/// The secret of a second factor that is not enabled yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SecondFactorSecret {
    /// The secret in Base32, for an authenticator: TOTP with SHA-1, 6 digits and 30 seconds.
    pub secret: String,
}

/// A proof of password and second factor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorProof {
    /// The account's password.
    pub password: String,
    /// A code of the second factor; a recovery code also disables it.
    pub code: String,
}

/// A request to delete the own identity.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteMe {
    /// The account's password; a guest has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
}

/// New recovery codes, shown only once; they invalidate the old ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoveryCodesAnswer {
    /// The codes.
    pub recovery_codes: Vec<String>,
}

/// One of the requester's sessions or tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionView {
    /// The id for revoking it; reveals nothing about the token.
    pub id: String,
    /// The kind of credential.
    pub kind: SessionKind,
    /// The token's label, or the browser's user agent.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// When it was last used, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used: i64,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// The kind of credential of a session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// A browser's cookie.
    Cookie,
    /// An API client's bearer token.
    Bearer,
}

/// A request for a new API token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// A label, 1 to 40 characters.
    pub label: String,
}

/// A new API token, shown only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenAnswer {
    /// The token.
    pub token: String,
}

/// A request to expand a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// The record's text.
    pub record: String,
}

/// A game from its first deal to its current state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayView {
    /// The players' names; those of bots start with `bot:`.
    pub players: Vec<String>,
    /// The side of the boards in use.
    pub wall: Wall,
    /// The table before the first deal.
    pub first: TableView,
    /// The steps.
    pub steps: Vec<ReplayStep>,
    /// The result, if the game has ended.
    pub result: Option<crate::game::ResultView>,
    /// Whether the record contains a proof of its draws, which `azulejo verify` checks.
    pub has_proof: bool,
}

/// A step of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayStep {
    /// The log entry.
    pub what: Happening,
    /// Its effects on the table.
    pub events: Vec<TableEvent>,
    /// The table afterwards.
    pub table: TableView,
}

/// A hint for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HintAnswer {
    /// The number of events in the log that it refers to.
    pub ply: u32,
    /// The best move in the offer, in notation.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The best columns in tiling, in notation.
    pub placements: Vec<String>,
    /// The reasons, most important first.
    pub reasons: Vec<HintReason>,
    /// Whether the rest of the round was searched to its end.
    pub exact: bool,
}

/// A reason for a hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum HintReason {
    /// The move completes a line.
    Fills {
        /// The line.
        line: u8,
        /// The points its tile will score.
        points: u16,
    },
    /// The move adds tiles to a line.
    Adds {
        /// The line.
        line: u8,
        /// The number of tiles.
        count: u8,
    },
    /// The line needs more tiles after the move.
    Needs {
        /// The line.
        line: u8,
        /// The colour of its tiles.
        colour: Colour,
        /// The number of missing tiles.
        missing: u8,
        /// The number of tiles of that colour that stay on offer.
        on_offer: u8,
    },
    /// The tile of the line completes a row.
    CompletesRow {
        /// The row.
        row: u8,
    },
    /// The tile of the line completes a column.
    CompletesColumn {
        /// The column.
        column: u8,
    },
    /// The tile of the line completes all five tiles of a colour.
    CompletesColour {
        /// The colour.
        colour: Colour,
    },
    /// The tile of the line leaves a column with one or two spaces free.
    Builds {
        /// The column.
        column: u8,
        /// The number of its tiles after the round.
        count: u8,
    },
    /// No tile falls to the floor.
    Clean,
    /// Tiles fall to the floor, but every alternative is worse.
    Spills {
        /// The number of tiles.
        count: u8,
        /// Their cost.
        cost: u16,
    },
    /// The move takes tiles that another player needs.
    Denies {
        /// The other player's seat.
        seat: u8,
        /// The line that the tiles would have completed.
        line: u8,
        /// The points they would have scored.
        points: u16,
    },
    /// The move takes the start marker, so the player starts the next round.
    Starts,
    /// The move will complete a row, so the game ends with this round.
    EndsGame,
}

/// The response to a rejected request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorAnswer {
    /// The reason.
    pub error: crate::frame::Problem,
}
