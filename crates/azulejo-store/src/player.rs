//! Players and their sessions.

use crate::{GameId, GameRow, PasswordHash, PlayerId, TokenHash};

/// A player: a guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The opaque id.
    pub id: PlayerId,
    /// The display name.
    pub name: String,
    /// `true` for an account, `false` for a guest.
    pub account: bool,
    /// The creation time.
    pub created_ms: i64,
}

/// A player's name and its uniqueness key.
///
/// The caller folds names (case, accents, confusables).
/// Account names have unique keys, and no guest can take an account's. Guests who had the name
/// first are renamed by [`PlayerStore::rename_guests`](crate::PlayerStore::rename_guests).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// The display name.
    pub shown: String,
    /// The uniqueness key.
    pub folded: String,
}

/// The data of a new account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// The name.
    pub name: PlayerName,
    /// The password hash.
    pub password: PasswordHash,
    /// The hashes of the one-time recovery codes.
    pub recovery: Vec<[u8; 32]>,
}

/// An account's credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// The player.
    pub player: PlayerRow,
    /// The password hash.
    pub password: PasswordHash,
    /// The number of unused recovery codes.
    pub recovery_left: u32,
}

/// The outcome of merging a guest into an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// The account has the guest's games; the guest and its sessions are removed.
    Done {
        /// The games in which a seat was transferred.
        games: Vec<GameId>,
    },
    /// Nothing was changed: both have a seat in this unfinished game.
    SharedGame(GameId),
}

/// Everything stored about one player, except hashes of tokens, passwords and recovery codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerExport {
    /// The player.
    pub player: PlayerRow,
    /// The number of unused recovery codes, for an account.
    pub recovery_left: Option<u32>,
    /// Guests merged into this account, with the time of the merge.
    pub merged_guests: Vec<(PlayerId, i64)>,
    /// The sessions.
    pub sessions: Vec<ExportedSession>,
    /// All games hosted by the player or with a seat of theirs, the newest first.
    pub games: Vec<GameRow>,
}

/// A session in an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedSession {
    /// The transport of its token.
    pub kind: SessionKind,
    /// A label chosen by the player, or the browser's name.
    pub label: String,
    /// The creation time.
    pub created_ms: i64,
    /// The time of last use, with the resolution of [`Renewal::every_ms`].
    pub used_ms: i64,
    /// The expiry time.
    pub expires_ms: i64,
}

/// The transport of a session token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionKind {
    /// A browser cookie.
    Cookie,
    /// An `Authorization` header.
    Bearer,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The hash of its token.
    pub token: TokenHash,
    /// The owner.
    pub player: PlayerId,
    /// The transport of its token.
    pub kind: SessionKind,
    /// A label chosen by the player, or the browser's name.
    pub label: String,
    /// The creation time.
    pub created_ms: i64,
    /// The time of last use, with the resolution of [`Renewal::every_ms`].
    pub used_ms: i64,
    /// The expiry time.
    pub expires_ms: i64,
}

/// The sliding expiry of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// The minimum interval between recorded uses.
    pub every_ms: i64,
    /// The lifetime of a session after a recorded use.
    pub lifetime_ms: i64,
}

impl Renewal {
    /// Returns `true` if a use at `now_ms` must be recorded.
    pub(crate) fn is_due(&self, session: &SessionRow, now_ms: i64) -> bool {
        session.used_ms.saturating_add(self.every_ms) <= now_ms
    }
}

impl From<SessionRow> for ExportedSession {
    fn from(session: SessionRow) -> Self {
        Self {
            kind: session.kind,
            label: session.label,
            created_ms: session.created_ms,
            used_ms: session.used_ms,
            expires_ms: session.expires_ms,
        }
    }
}
