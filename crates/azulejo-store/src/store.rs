//! The storage interface of the server, one trait per concern.

use std::path::Path;

use async_trait::async_trait;

use crate::{
    AccountRow, AdminStore, Append, Appended, BackupError, BusReceiver, CodeSecret, CommandKey,
    Created, Credential, EventRow, ExistingGame, GameHead, GameId, GameRow, HistoryCursor,
    LobbyCursor, LobbyList, Merged, NewAccount, NewGame, PasswordEpoch, PasswordHash, PlayerExport,
    PlayerId, PlayerName, PlayerRow, SeatsFingerprint, SecondFactor, SecondFactorProof, Secret,
    SessionRow, StoreError, TokenHash,
};

/// The maximum number of entries in any list.
pub const MAX_LIST: u32 = 500;

/// Everything the server stores.
///
/// A method that changes data returns only after the change is durable.
/// Times are milliseconds since the Unix epoch and come from the caller, who reads them from
/// [`ClusterStore::now_ms`]. Lists have at most [`MAX_LIST`] entries.
pub trait Store:
    GameStore
    + GameQueries
    + PlayerStore
    + AccountStore
    + SecondFactorStore
    + SessionStore
    + AdminStore
    + ClusterStore
    + Maintenance
{
}

impl<T> Store for T where
    T: GameStore
        + GameQueries
        + PlayerStore
        + AccountStore
        + SecondFactorStore
        + SessionStore
        + AdminStore
        + ClusterStore
        + Maintenance
{
}

/// Games and their event logs.
#[async_trait]
pub trait GameStore: Send + Sync + 'static {
    /// Creates a game: secret, first events, summary and seats in one transaction.
    ///
    /// [`NewGame::request`] is an idempotency key: repeating a request returns the game it created
    /// and creates no other. Keys are kept as long as the player exists.
    ///
    /// # Errors
    /// [`StoreError::GameExists`] if the id is taken; [`StoreError::DuplicatePlayer`].
    async fn create_game(&self, game: NewGame) -> Result<Created, StoreError>;

    /// Returns the game that a request created, if any.
    async fn requested_game(&self, key: CommandKey) -> Result<Option<ExistingGame>, StoreError>;

    /// Appends events to a game if `append.expect` is its next ply (compare-and-set).
    ///
    /// Events, command, summary and seats are written in one transaction.
    /// Concurrent appends share a commit, but not each other's failures.
    ///
    /// A command is stored with the last event it produced. A caller that knows the latest ply
    /// therefore knows every command so far; for any other caller a retry is stale.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`]; [`StoreError::DuplicatePlayer`]; [`StoreError::Unknown`] if the
    /// outcome of the commit is unknown.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// Returns the events of a game from `from_ply` on, in order. An unknown game has none.
    async fn events(&self, game: GameId, from_ply: u32) -> Result<Vec<EventRow>, StoreError> {
        let events = self.events_of(&[(game, from_ply)]).await?;
        Ok(events.into_iter().map(|(_, event)| event).collect())
    }

    /// Returns the events of several games, each from its own ply on, ordered by game and ply.
    async fn events_of(
        &self,
        games: &[(GameId, u32)],
    ) -> Result<Vec<(GameId, EventRow)>, StoreError>;

    /// Returns a game with its summary and seats.
    async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError>;

    /// Returns the secret that a game's draws derive from. Only drawing and the final reveal may
    /// read it.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`].
    async fn draw_secret(&self, game: GameId) -> Result<Secret, StoreError>;

    /// Sets the expiry time of an open game. Returns `false` if the game is not open.
    async fn set_expiry(&self, game: GameId, expires_ms: i64) -> Result<bool, StoreError>;
}

/// Queries over game summaries and seats.
#[async_trait]
pub trait GameQueries: Send + Sync + 'static {
    /// Returns a page of public games after a cursor, the newest first.
    async fn lobby(
        &self,
        list: LobbyList,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError>;

    /// Returns a page of a player's games after a cursor: games waiting for the player first, then
    /// other unfinished games, then games that are over, each group by latest change.
    async fn games_of(
        &self,
        player: PlayerId,
        after: Option<HistoryCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError>;

    /// Returns games whose deadline has passed, the most overdue first.
    ///
    /// Deadlines are clocks, takeback requests, the start of a full game and rematch offers.
    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError>;

    /// Returns open games whose expiry time has passed, the most overdue first.
    async fn expired_unstarted(&self, now_ms: i64, limit: u32)
    -> Result<Vec<GameHead>, StoreError>;

    /// Returns the running games to credit for downtime: all real-time games, and others with a
    /// deadline (a correspondence clock or an open takeback request).
    async fn running_timed(&self) -> Result<Vec<GameHead>, StoreError>;

    /// Returns the heads of the given games.
    ///
    /// This is the slow poll for games that are live on a node. Unlike a cursor over changes,
    /// whose numbers can become visible out of order, it cannot skip a game.
    async fn heads(&self, games: &[GameId]) -> Result<Vec<GameHead>, StoreError>;

    /// Returns the seat fingerprints of the given games.
    ///
    /// A merge, a rename or a deletion changes seats without an event; the fingerprint reveals it
    /// if the bus message was lost.
    async fn seat_fingerprints(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, SeatsFingerprint)>, StoreError>;

    /// Returns open games in which a deleted player has a seat, the first to expire first.
    async fn open_games_with_deleted_players(&self, limit: u32) -> Result<Vec<GameId>, StoreError>;
}

/// Players: guests and accounts alike.
#[async_trait]
pub trait PlayerStore: Send + Sync + 'static {
    /// Creates a guest.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if an account has the name; [`StoreError::PlayerExists`].
    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError>;

    /// Returns a player.
    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError>;

    /// Renames a guest or an account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another account has the name; [`StoreError::NoSuchPlayer`].
    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError>;

    /// Returns the language last set for a player.
    async fn language(&self, player: PlayerId) -> Result<Option<String>, StoreError>;

    /// Sets the language of a player.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`].
    async fn set_language(&self, player: PlayerId, language: &str) -> Result<(), StoreError>;

    /// Renames every guest whose name has the key `folded`, to make way for an account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if an account has the new name.
    async fn rename_guests(&self, folded: &str, new_name: PlayerName) -> Result<(), StoreError>;

    /// Transfers a guest's games to an account and removes the guest, in one transaction.
    ///
    /// The guest's sessions end on every node: a guest's token must not give access to an account.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if `guest` is not a guest or `account` not an account;
    /// [`StoreError::PasswordChanged`] if the account's password is not of the epoch `verified`.
    async fn merge_guest(
        &self,
        guest: PlayerId,
        account: PlayerId,
        verified: PasswordEpoch,
        now_ms: i64,
    ) -> Result<Merged, StoreError>;

    /// Returns everything stored about a player.
    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError>;

    /// Deletes a player: name, password, recovery codes, sessions and the link to the seats.
    /// The games remain. Returns the games in which the player had a seat.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`].
    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError>;

    /// Removes guests created before a time who have neither a session nor a seat nor a game.
    /// Returns their number.
    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError>;
}

/// Accounts: players with a password.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Creates an account with a new player.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::PlayerExists`], [`StoreError::NoSuchInvitation`].
    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError>;

    /// Turns a guest into an account, keeping games and sessions.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NoSuchPlayer`], [`StoreError::NoSuchInvitation`];
    /// [`StoreError::PlayerExists`] if the player already is an account.
    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError>;

    /// Returns the account of a player; `None` for a guest.
    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError>;

    /// Returns the account whose name has the key `folded`.
    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError>;

    /// Returns `true` if an account's name has the key `folded`.
    async fn name_taken(&self, folded: &str) -> Result<bool, StoreError> {
        Ok(self.account_by_name(folded).await?.is_some())
    }

    /// Replaces an account's password and ends all its sessions, atomically. Returns the new epoch.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account;
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`.
    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: Option<PasswordEpoch>,
    ) -> Result<PasswordEpoch, StoreError>;

    /// Replaces the hash of an unchanged password, for new parameters. Keeps epoch and sessions.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`, or the
    /// player is not an account.
    async fn rehash_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: PasswordEpoch,
    ) -> Result<(), StoreError>;

    /// Replaces all recovery codes of an account.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account;
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`.
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError>;

    /// Consumes a recovery code, replaces the password and ends all sessions, atomically.
    /// Returns `false` if the code is not an unused code of the account.
    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError>;
}

/// Second factors of accounts: one-time codes (TOTP), with recovery codes as the fallback.
#[async_trait]
pub trait SecondFactorStore: Send + Sync + 'static {
    /// Returns the second factor of an account, pending or enabled.
    async fn second_factor(&self, player: PlayerId) -> Result<Option<SecondFactor>, StoreError>;

    /// Stores the secret of a pending second factor, in place of an earlier pending one.
    /// Returns `false` if a second factor is enabled.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account.
    async fn begin_second_factor(
        &self,
        player: PlayerId,
        secret: CodeSecret,
    ) -> Result<bool, StoreError>;

    /// Enables the pending second factor, consumes the code of `step` that confirmed it, and
    /// advances the epoch: a concurrent login that was not asked for a code must fail.
    /// Returns `false` if `secret` is not the pending one.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account;
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`.
    async fn enable_second_factor(
        &self,
        player: PlayerId,
        secret: CodeSecret,
        step: i64,
        verified: PasswordEpoch,
    ) -> Result<bool, StoreError>;

    /// Consumes a proof of the second factor. Returns `false` if none is enabled, or if the code,
    /// a later one or the recovery code was used before.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account;
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`.
    async fn use_second_factor(
        &self,
        player: PlayerId,
        proof: SecondFactorProof,
        verified: PasswordEpoch,
    ) -> Result<bool, StoreError>;

    /// Removes the second factor, if any, and advances the epoch.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is not an account;
    /// [`StoreError::PasswordChanged`] if the password is not of the epoch `verified`.
    async fn remove_second_factor(
        &self,
        player: PlayerId,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError>;
}

/// Sessions, looked up by the hash of their token.
#[async_trait]
pub trait SessionStore: Send + Sync + 'static {
    /// Creates a session if the credential is still valid.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`]; [`StoreError::PasswordChanged`] or
    /// [`StoreError::SessionEnded`]; [`StoreError::Invalid`] if the token is in use.
    async fn create_session(
        &self,
        session: SessionRow,
        credential: Credential,
    ) -> Result<(), StoreError>;

    /// Returns the unexpired session of a token, unless its player is suspended. Records the use and extends the expiry, at most
    /// once per `renew_every_ms`.
    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renew_every_ms: Option<i64>,
    ) -> Result<Option<SessionRow>, StoreError>;

    /// Returns the unexpired sessions of a player, the most recently used first.
    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError>;

    /// Ends a player's session on every node. Returns `false` if there is no such session.
    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError>;

    /// Ends all sessions of a player except `keep`, on every node. Returns their number.
    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError>;

    /// Removes expired sessions. Returns their number.
    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError>;
}

/// Coordination between nodes: the shared clock, heartbeats and the bus.
#[async_trait]
pub trait ClusterStore: Send + Sync + 'static {
    /// Returns the time of the clock that all nodes share, which deadlines are measured by.
    async fn now_ms(&self) -> Result<i64, StoreError>;

    /// Records that a node is alive.
    async fn record_heartbeat(&self, node: &str, now_ms: i64) -> Result<(), StoreError>;

    /// Records a graceful shutdown: the node no longer counts as running.
    async fn record_shutdown(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError>;

    /// Returns the latest heartbeats.
    async fn last_heartbeats(&self) -> Result<LastHeartbeats, StoreError>;

    /// Records a period during which no node was running.
    async fn record_downtime(&self, downtime: Downtime) -> Result<(), StoreError>;

    /// Returns the latest recorded downtime.
    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError>;

    /// Sends a chat phrase to all nodes, by its key. It is not stored and may be lost.
    async fn broadcast_phrase(&self, game: GameId, seat: u8, phrase: &str);

    /// Subscribes to bus messages, including this node's own.
    fn subscribe(&self) -> BusReceiver;
}

/// Operations on the store as a whole.
#[async_trait]
pub trait Maintenance: Send + Sync + 'static {
    /// Checks that the store is usable, for a readiness probe.
    async fn check(&self) -> Result<(), StoreError>;

    /// Returns the reason of a permanent failure, after which the process must exit.
    fn failure(&self) -> Option<String>;

    /// Returns counters since the store was opened.
    fn stats(&self) -> StoreStats;

    /// Writes a consistent copy to `path` while the store is in use, and syncs it to disk.
    /// The copy contains the secrets of running games; only its owner can read it.
    ///
    /// # Errors
    /// [`BackupError::Unsupported`] if the backend has its own tools, which the error names.
    async fn backup(&self, path: &Path) -> Result<(), BackupError>;

    /// Flushes pending appends, then rejects all further requests and closes the database.
    async fn close(&self);
}

/// The latest heartbeats of the nodes; `None` if there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastHeartbeats {
    /// Of any node, stopped or not.
    pub any: Option<i64>,
    /// Of a node that did not shut down gracefully: it is running, or it crashed.
    pub unstopped: Option<i64>,
}

/// A period during which no node was running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// The last heartbeat before it.
    pub since_ms: i64,
    /// The start of the first node after it.
    pub until_ms: i64,
}

/// Counters since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Appends processed, with any outcome.
    pub appends: u64,
    /// Batches that the appends were processed in.
    pub batches: u64,
    /// The largest number of appends in one batch.
    pub largest_batch: u64,
    /// Batches that were split because one of their appends was rejected.
    pub split_batches: u64,
    /// Appends currently waiting for a writer.
    pub queued: u64,
}
