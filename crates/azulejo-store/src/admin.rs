//! Administration by the host: suspensions, sign-up, names and the audit log.

use async_trait::async_trait;

use crate::{
    GameRow, GameStatus, LobbyCursor, NEVER_MS, PlayerId, PlayerName, PlayerRow, StoreError,
    TokenHash,
};

/// An account that may not log in. Its sessions are refused meanwhile, but kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// The host's reason, which the player is shown.
    pub reason: String,
    /// The start.
    pub since_ms: i64,
    /// The end; [`NEVER_MS`] if it lasts until it is lifted.
    pub until_ms: i64,
}

impl Suspension {
    /// Returns `true` if the suspension has not ended.
    pub const fn is_active(&self, now_ms: i64) -> bool {
        now_ms < self.until_ms
    }

    /// Returns the end; `None` if it lasts until it is lifted.
    pub fn end_ms(&self) -> Option<i64> {
        (self.until_ms != NEVER_MS).then_some(self.until_ms)
    }
}

/// An account in a list for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSummary {
    /// The player.
    pub player: PlayerRow,
    /// The uniqueness key of the name.
    pub folded: String,
    /// The last use of a session, with the resolution of the renewal interval.
    pub used_ms: Option<i64>,
    /// The number of unexpired sessions and tokens.
    pub sessions: u32,
    /// The number of games with a seat of the player.
    pub games: u32,
    /// `true` if a second factor is enabled.
    pub second_factor: bool,
    /// The latest suspension, which may have ended.
    pub suspension: Option<Suspension>,
}

/// The policy for new accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SignUp {
    /// Anyone may create an account.
    #[default]
    Open,
    /// An invitation is required.
    Invitation,
    /// New accounts are refused.
    Closed,
}

/// An invitation to create an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountInvitation {
    /// The hash of its code.
    pub code: TokenHash,
    /// A note of the host.
    pub note: String,
    /// The creation time.
    pub created_ms: i64,
    /// The expiry time.
    pub expires_ms: i64,
}

/// The kind of a [`NameRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameRuleKind {
    /// The name itself may not be chosen.
    Reserved,
    /// No name may contain the word.
    Refused,
}

/// A name or a word that players may not choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRule {
    /// The name or the word.
    pub name: PlayerName,
    /// The kind of rule.
    pub kind: NameRuleKind,
}

/// An act of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// A random id; entries of the same time are listed in its order.
    pub id: [u8; 16],
    /// The time.
    pub at_ms: i64,
    /// The person or system user who acted.
    pub actor: String,
    /// The kind of act, a keyword of the program.
    pub action: String,
    /// The account, game or setting concerned.
    pub subject: String,
    /// The reason that was given, or details.
    pub reason: String,
}

/// Administration. The caller records every act with [`record_act`](Self::record_act).
#[async_trait]
pub trait AdminStore: Send + Sync + 'static {
    /// Returns a page of accounts whose key contains `part`, ordered by key, after the key `after`.
    async fn accounts(
        &self,
        part: &str,
        after: &str,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<AccountSummary>, StoreError>;

    /// Returns a page of all games after a cursor, public or not, the newest first.
    async fn all_games(
        &self,
        status: Option<GameStatus>,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError>;

    /// Suspends an account, in place of an earlier suspension, and closes its sockets on every node
    /// that the bus reaches.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account.
    async fn suspend(&self, player: PlayerId, suspension: Suspension) -> Result<(), StoreError>;

    /// Lifts a suspension. Returns `false` if there is none.
    async fn lift_suspension(&self, player: PlayerId) -> Result<bool, StoreError>;

    /// Returns the suspension of a player that has not ended.
    async fn suspension(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError>;

    /// Returns the suspension because of which a session is refused.
    async fn session_suspension(
        &self,
        token: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError>;

    /// Returns the policy for new accounts.
    async fn sign_up(&self) -> Result<SignUp, StoreError>;

    /// Sets the policy for new accounts.
    async fn set_sign_up(&self, policy: SignUp) -> Result<(), StoreError>;

    /// Stores an invitation to create an account, and removes expired ones.
    /// [`NewAccount::invitation`](crate::NewAccount::invitation) uses it.
    async fn add_account_invitation(&self, invitation: AccountInvitation)
    -> Result<(), StoreError>;

    /// Returns the unexpired invitations, the newest first.
    async fn account_invitations(&self, now_ms: i64) -> Result<Vec<AccountInvitation>, StoreError>;

    /// Revokes all invitations. Returns their number.
    async fn remove_account_invitations(&self) -> Result<u64, StoreError>;

    /// Returns the name rules, ordered by key.
    async fn name_rules(&self) -> Result<Vec<NameRule>, StoreError>;

    /// Adds a name rule, in place of one with the same key.
    async fn set_name_rule(&self, rule: NameRule) -> Result<(), StoreError>;

    /// Removes a name rule. Returns `false` if there is none with the key.
    async fn remove_name_rule(&self, folded: &str) -> Result<bool, StoreError>;

    /// Appends an entry to the audit log.
    async fn record_act(&self, entry: AuditEntry) -> Result<(), StoreError>;

    /// Returns the latest entries of the audit log, the newest first.
    async fn audit_log(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError>;

    /// Returns a number that changes with every [`announce_change`](Self::announce_change).
    ///
    /// The bus of SQLite does not reach other processes: a server polls this number to notice
    /// what a command did beside it.
    async fn admin_revision(&self) -> Result<i64, StoreError>;

    /// Announces a change to a server on the same database.
    async fn announce_change(&self) -> Result<(), StoreError>;
}
