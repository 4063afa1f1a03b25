//! Players and their sessions.

use crate::{CodeSecret, GameId, GameRow, PasswordHash, PlayerId, Suspension, TokenHash};

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
    /// The invitation to use up, if one is required.
    pub invitation: Option<TokenHash>,
}

/// An account's credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// The player.
    pub player: PlayerRow,
    /// The password hash.
    pub password: PasswordHash,
    /// The epoch of the password.
    pub epoch: PasswordEpoch,
    /// The number of unused recovery codes.
    pub recovery_left: u32,
}

/// The number of times an account's credentials were changed: its password was replaced, or its
/// second factor enabled or removed.
///
/// A caller that has verified a password passes the epoch on, so that a change in the meantime
/// is noticed in the transaction that relies on the password.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PasswordEpoch(pub(crate) i64);

impl PasswordEpoch {
    pub(crate) const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// The second factor of an account: one-time codes (TOTP).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret that the codes derive from.
    pub secret: CodeSecret,
    /// `false` until a first code has confirmed the secret.
    pub enabled: bool,
}

/// A proof of the second factor, which works once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFactorProof {
    /// A valid code of this time step.
    Step(i64),
    /// The hash of a recovery code.
    Recovery([u8; 32]),
}

/// The credential that a new session rests on. It must still be valid when the session is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// None: the player was just created.
    NewPlayer,
    /// The password, verified in this epoch.
    Password(PasswordEpoch),
    /// Another session of the player.
    Session(TokenHash),
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

/// Everything stored about one player, except hashes of tokens, passwords and recovery codes, and
/// the secret of the second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerExport {
    /// The player.
    pub player: PlayerRow,
    /// The number of unused recovery codes, for an account.
    pub recovery_left: Option<u32>,
    /// `true` if the account has an enabled second factor.
    pub second_factor: bool,
    /// The language of the last game created.
    pub language: Option<String>,
    /// The latest suspension of the account, which may have ended.
    pub suspension: Option<Suspension>,
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
    /// The time of last use, with the resolution of the renewal interval.
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
    /// The time of last use, with the resolution of the renewal interval.
    pub used_ms: i64,
    /// The expiry time.
    pub expires_ms: i64,
    /// The lifetime after a recorded use.
    pub idle_ms: i64,
    /// The time at which the session ends in any case.
    pub ends_ms: i64,
}

/// The expiry time of a session that ends only when it is revoked.
pub const NEVER_MS: i64 = i64::MAX;

impl SessionRow {
    /// Returns `true` if a use at `now_ms` must be recorded, at most once per `every_ms`.
    pub(crate) fn is_renewal_due(&self, now_ms: i64, every_ms: i64) -> bool {
        self.used_ms.saturating_add(every_ms) <= now_ms
    }

    /// Returns the expiry time after a use at `now_ms`.
    pub(crate) fn renewed_expiry_ms(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(self.idle_ms).min(self.ends_ms)
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
