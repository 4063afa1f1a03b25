//! The export of a player's data.

use azulejo_store::{
    ExportedSession, GameRow, GameStatus, NEVER_MS, PlayerExport, PlayerId, SessionKind,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Everything that the server stores about a player. Times are in milliseconds since 1970.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerData {
    /// The player's id.
    id: String,
    /// The name.
    name: String,
    /// True for an account, false for a guest.
    account: bool,
    /// The creation time.
    since: i64,
    /// The number of unused recovery codes of an account.
    recovery_codes_left: Option<u32>,
    /// True if login to the account asks for a code of the second factor.
    second_factor: bool,
    /// The language of the last game that the player created.
    language: Option<String>,
    /// The latest suspension of the account by the host of the server, which may have ended.
    suspension: Option<SuspensionData>,
    /// The guests merged into this account.
    merged_guests: Vec<MergedGuest>,
    /// The sessions and tokens, without their secrets.
    sessions: Vec<SessionData>,
    /// All games that the player played or hosted.
    games: Vec<GameData>,
}

#[derive(Serialize, ToSchema)]
struct SuspensionData {
    reason: String,
    since: i64,
    /// Null if it lasts until it is lifted.
    until: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct MergedGuest {
    id: String,
    at: i64,
}

#[derive(Serialize, ToSchema)]
struct SessionData {
    /// `cookie` or `bearer`.
    kind: &'static str,
    label: String,
    created: i64,
    used: i64,
    /// Null for a token that is valid until it is revoked.
    expires: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct GameData {
    id: String,
    /// True if the player is the host.
    host: bool,
    /// `open`, `running`, `finished`, `aborted` or `expired`.
    status: &'static str,
    created: i64,
    changed: i64,
    ended: Option<i64>,
    public: bool,
    /// The player's seats, from 1. The other seats are other players' data.
    seats: Vec<SeatData>,
    /// The settings.
    #[schema(value_type = Object)]
    settings: serde_json::Value,
    /// The path of its record.
    record: String,
}

#[derive(Serialize, ToSchema)]
struct SeatData {
    seat: u8,
    /// Further data of the seat.
    #[schema(value_type = Object)]
    detail: serde_json::Value,
}

impl From<PlayerExport> for PlayerData {
    fn from(data: PlayerExport) -> Self {
        let id = data.player.id;
        let merged = data.merged_guests.into_iter();
        Self {
            id: id.to_string(),
            name: data.player.name,
            account: data.player.account,
            since: data.player.created_ms,
            recovery_codes_left: data.recovery_left,
            second_factor: data.second_factor,
            language: data.language,
            suspension: data.suspension.map(|suspension| SuspensionData {
                since: suspension.since_ms,
                until: suspension.end_ms(),
                reason: suspension.reason,
            }),
            merged_guests: merged
                .map(|(guest, at)| MergedGuest {
                    id: guest.to_string(),
                    at,
                })
                .collect(),
            sessions: data.sessions.into_iter().map(SessionData::from).collect(),
            games: data
                .games
                .iter()
                .map(|game| GameData::new(game, id))
                .collect(),
        }
    }
}

impl From<ExportedSession> for SessionData {
    fn from(session: ExportedSession) -> Self {
        Self {
            kind: match session.kind {
                SessionKind::Cookie => "cookie",
                SessionKind::Bearer => "bearer",
            },
            label: session.label,
            created: session.created_ms,
            used: session.used_ms,
            expires: (session.expires_ms != NEVER_MS).then_some(session.expires_ms),
        }
    }
}

impl GameData {
    fn new(game: &GameRow, player: PlayerId) -> Self {
        let own = game.seats.iter().map(|seat| &seat.row);
        let own = own.filter(|row| row.player == Some(player));
        Self {
            id: game.id.to_string(),
            host: game.host == Some(player),
            status: match game.summary.status {
                GameStatus::Open => "open",
                GameStatus::Running => "running",
                GameStatus::Finished => "finished",
                GameStatus::Aborted => "aborted",
                GameStatus::Expired => "expired",
            },
            created: game.created_ms,
            changed: game.changed_ms,
            ended: game.summary.ended_ms,
            public: game.summary.public,
            seats: own
                .map(|row| SeatData {
                    seat: row.seat + 1,
                    detail: json(&row.detail),
                })
                .collect(),
            settings: json(&game.settings),
            record: format!("/api/v1/games/{}/record", game.id),
        }
    }
}

/// Parses stored JSON; anything else is exported as text.
fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}
