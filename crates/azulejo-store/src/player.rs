//! Players and their sessions.

use crate::{GameId, GameRow, PasswordHash, PlayerId, TokenHash};

/// A player: a guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The opaque name under which games know the player.
    pub id: PlayerId,
    /// What people call them.
    pub name: String,
    /// Whether there is an account, with a password, behind it.
    pub account: bool,
    /// When the player first came.
    pub created_ms: i64,
}

/// A player's name and the key by which names are told apart.
///
/// How a name is folded (case, accents, look-alikes) is the caller's decision.
/// Two accounts never have the same key, and no guest can take an account's. Guests who had it
/// before the account are renamed by [`Store::rename_guests`](crate::Store::rename_guests).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// The name as it is shown.
    pub shown: String,
    /// The key.
    pub folded: String,
}

/// What makes a player an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// Its name.
    pub name: PlayerName,
    /// The hash of its password.
    pub password: PasswordHash,
    /// The hashes of its one-time recovery codes.
    pub recovery: Vec<[u8; 32]>,
}

/// What is needed to let someone into an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// The player.
    pub player: PlayerRow,
    /// The hash of the password.
    pub password: PasswordHash,
    /// How many recovery codes have not been used.
    pub recovery_left: u32,
}

/// What became of merging a guest into an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// The account has the guest's games; the guest and its sessions are no more.
    Done {
        /// The games in which a seat has changed hands.
        games: Vec<GameId>,
    },
    /// Nothing was changed: both sit in this game, which is not over.
    BothSitIn(GameId),
}

/// All that the store has about one player.
///
/// Hashes of tokens, of passwords and of recovery codes are left out:
/// they say nothing about the player, and whoever reads an export must not get hold of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerExport {
    /// The player.
    pub player: PlayerRow,
    /// How many recovery codes have not been used, for an account.
    pub recovery_left: Option<u32>,
    /// Guests who became part of this account, with the time.
    pub merged_guests: Vec<(PlayerId, i64)>,
    /// The sessions.
    pub sessions: Vec<ExportedSession>,
    /// All games with a seat of the player's or created by the player, the newest first.
    pub games: Vec<GameRow>,
}

/// A session in an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedSession {
    /// How its token travels.
    pub kind: SessionKind,
    /// What the player calls it, or what its browser calls itself.
    pub label: String,
    /// When it began.
    pub created_ms: i64,
    /// When it was last used, to within the interval of [`Renewal::every_ms`].
    pub used_ms: i64,
    /// When it ends by itself.
    pub expires_ms: i64,
}

/// How a session's token travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionKind {
    /// In a browser's cookie.
    Cookie,
    /// In an `Authorization` header, for programs.
    Bearer,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The hash of its token.
    pub token: TokenHash,
    /// Whose it is.
    pub player: PlayerId,
    /// How its token travels.
    pub kind: SessionKind,
    /// What the player calls it, or what its browser calls itself.
    pub label: String,
    /// When it began.
    pub created_ms: i64,
    /// When it was last used, to within the interval of [`Renewal::every_ms`].
    pub used_ms: i64,
    /// When it ends by itself.
    pub expires_ms: i64,
}

/// How the use of a session prolongs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// A use sooner than this after the last one that was written down is not written down.
    pub every_ms: i64,
    /// How long a session lives after a use that is written down.
    pub lifetime_ms: i64,
}
