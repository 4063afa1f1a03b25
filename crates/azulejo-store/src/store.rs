//! The one trait behind which both databases stand.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;

use crate::{
    AccountRow, Append, Appended, BackupError, BusReceiver, CommandKey, Created, EarlierGame,
    EventRow, GameHead, GameId, GameRow, HistoryPlace, Lobby, Merged, NewAccount, NewGame,
    PasswordHash, PlayerExport, PlayerId, PlayerName, PlayerRow, Renewal, SeatsMark, Secret,
    SessionRow, StoreError, TokenHash,
};

/// What the server keeps.
///
/// A method that changes something returns after the change is on disk.
/// Times are milliseconds since 1970 and come from the caller, who asks [`Store::now_ms`].
/// Lists are cut at a limit; [`MAX_LIST`] is the highest.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    // Games.

    /// Creates a game: secret, first events, summary and seats in one transaction.
    ///
    /// A request that has led to a game before leads to no other one, wherever and whenever it
    /// comes again. It is remembered as long as the player is.
    ///
    /// # Errors
    /// [`StoreError::GameExists`] if the name is taken.
    async fn create_game(&self, game: NewGame) -> Result<Created, StoreError>;

    /// The game that a request has led to, if it has.
    async fn requested_game(&self, key: CommandKey) -> Result<Option<EarlierGame>, StoreError>;

    /// Appends events to a game, if the caller knows its latest ply.
    ///
    /// Events, command, summary and seats are one transaction.
    /// Requests that wait at the same time share one commit, but not each other's failures.
    /// Commands come with the events that they led to. So whoever knows the latest ply knows
    /// every command so far and does not append one again, and for anybody else a repetition is
    /// stale.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`]; [`StoreError::Unknown`] when the commit's outcome is not known.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// The events of a game from a ply on, in order. A game that does not exist has none.
    async fn events(&self, game: GameId, from_ply: u32) -> Result<Vec<EventRow>, StoreError>;

    /// The events of several games, of each from a ply on, by game and in order.
    async fn events_of(
        &self,
        games: &[(GameId, u32)],
    ) -> Result<Vec<(GameId, EventRow)>, StoreError>;

    /// A game with its summary and seats.
    async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError>;

    /// The secret of a game's draws. For the step that draws, and for the reveal; nobody else.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`].
    async fn draw_secret(&self, game: GameId) -> Result<Secret, StoreError>;

    /// Moves the time at which a game expires. Says whether the game was still open.
    async fn set_expiry(&self, game: GameId, expires_ms: i64) -> Result<bool, StoreError>;

    /// Public games to join and to watch, at most `limit` of each.
    async fn lobby(&self, limit: u32) -> Result<Lobby, StoreError>;

    /// The history of a player, after a place in it: first the games that wait for the player,
    /// then the others, each the latest changed first.
    async fn games_of(
        &self,
        player: PlayerId,
        after: Option<HistoryPlace>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError>;

    /// Games whose deadline has come, the longest overdue first: a clock, a question, the start of a
    /// full game or a rematch.
    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError>;

    /// Games that were never started and whose time is over, the longest overdue first.
    async fn expired_unstarted(&self, now_ms: i64, limit: u32)
    -> Result<Vec<GameHead>, StoreError>;

    /// Where downtime is given back: running games in real time, in which nobody is away because
    /// no server is there, and others with a deadline: somebody's clock by days runs, or a question
    /// to take back is open.
    async fn running_timed(&self) -> Result<Vec<GameHead>, StoreError>;

    /// Where these games stand. This is the slow poll for the games that are live on a node:
    /// it asks for exactly those and cannot miss one, as a cursor over changes could,
    /// whose numbers are given out in another order than they become visible.
    async fn heads(&self, games: &[GameId]) -> Result<Vec<GameHead>, StoreError>;

    /// The marks of these games' seats. A merge, a new name or a deletion changes seats without an
    /// event; whoever missed the hint sees it by the mark.
    async fn seat_marks(&self, games: &[GameId]) -> Result<Vec<(GameId, SeatsMark)>, StoreError>;

    /// Games that were never started and in which somebody sits who has been deleted.
    async fn unstarted_with_ghosts(&self, limit: u32) -> Result<Vec<GameId>, StoreError>;

    // Players.

    /// A new guest.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if an account has the name, [`StoreError::PlayerExists`].
    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError>;

    /// A new account of a new player.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::PlayerExists`].
    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError>;

    /// Makes a guest an account, who keeps all games and sessions.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NoSuchPlayer`];
    /// [`StoreError::PlayerExists`] if the player is an account already.
    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError>;

    /// Gives the games of a guest to an account and removes the guest, in one transaction.
    ///
    /// The guest's sessions end, and every node is told: a token that was good for a guest must
    /// not become good for an account.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if `guest` is no guest or `account` no account.
    async fn merge_guest(
        &self,
        guest: PlayerId,
        account: PlayerId,
        now_ms: i64,
    ) -> Result<Merged, StoreError>;

    /// A player.
    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError>;

    /// The account whose name has this key.
    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError>;

    /// The account of a player; none for a guest.
    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError>;

    /// Whether an account's name has this key.
    async fn name_taken(&self, folded: &str) -> Result<bool, StoreError>;

    /// Gives a guest or an account another name.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another account has it, [`StoreError::NoSuchPlayer`].
    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError>;

    /// Gives all guests whose name has this key another one: they give way to an account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if an account has the other name.
    async fn rename_guests(&self, folded: &str, instead: PlayerName) -> Result<(), StoreError>;

    /// Replaces an account's password.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is no account.
    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
    ) -> Result<(), StoreError>;

    /// Replaces all recovery codes of an account.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`] if the player is no account.
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
    ) -> Result<(), StoreError>;

    /// Uses up a recovery code and replaces the password, both or neither.
    /// Says whether the code was one of the account's unused ones.
    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError>;

    /// All that the store has about a player.
    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError>;

    /// Removes a player: name, password, codes, sessions and the link to the seats.
    /// The games stay. Returns the games in which the player sat.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`].
    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError>;

    /// Removes guests who came before a time and have neither a session nor a seat.
    /// Returns how many.
    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError>;

    // Sessions.

    /// Begins a session.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPlayer`]; [`StoreError::Invalid`] if the token is in use.
    async fn create_session(&self, session: SessionRow) -> Result<(), StoreError>;

    /// The session of a token, if it has not expired; its use is written down as `renewal` says.
    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renewal: Option<Renewal>,
    ) -> Result<Option<SessionRow>, StoreError>;

    /// The sessions of a player that have not expired, the last used first.
    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError>;

    /// Gives a session another token; the old one is worth nothing. Says whether there was one.
    ///
    /// Nobody is told over the bus: it is still the same session.
    async fn rotate_session(
        &self,
        old: &TokenHash,
        new: &TokenHash,
        now_ms: i64,
    ) -> Result<bool, StoreError>;

    /// Ends a session of a player and tells every node. Says whether there was one.
    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError>;

    /// Ends all sessions of a player but one, and tells every node. Returns how many.
    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError>;

    /// Removes sessions that have expired. Returns how many.
    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError>;

    // The store itself.

    /// The clock that deadlines are measured by: the database's, which all nodes share.
    async fn now_ms(&self) -> Result<i64, StoreError>;

    /// Writes down that a node is alive.
    async fn beat(&self, node: &str, now_ms: i64) -> Result<(), StoreError>;

    /// Writes down when a node stopped of its own accord: it is not waited for any more.
    async fn stop_beating(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError>;

    /// When nodes were last alive.
    async fn signs_of_life(&self) -> Result<SignsOfLife, StoreError>;

    /// Writes down that no node was there from the one time to the other.
    async fn note_downtime(&self, downtime: Downtime) -> Result<(), StoreError>;

    /// The last time in which no node was there, if there ever was one.
    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError>;

    /// Tells all nodes what somebody says at a table, by the key of a phrase. It is not kept, and
    /// may be lost.
    async fn say(&self, game: GameId, seat: u8, phrase: &str);

    /// Listens to hints about changes, this node's own included.
    fn subscribe(&self) -> BusReceiver;

    /// Whether the store can do its work now, for a readiness probe.
    async fn check(&self) -> Result<(), StoreError>;

    /// Why the store has failed for good, if it has; the process must then end.
    fn failure(&self) -> Option<String>;

    /// Counters since the store was opened.
    fn stats(&self) -> StoreStats;

    /// Makes a consistent copy at `path` while the store is in use, and syncs it to disk.
    /// The copy holds the secrets of running games; only its owner may read it.
    ///
    /// # Errors
    /// [`BackupError::Unsupported`] on PostgreSQL, whose tool it names.
    async fn backup(&self, path: &Path) -> Result<(), BackupError>;

    /// Lets what is waiting be written, then refuses everything and lets go of the database.
    async fn close(&self);
}

/// When nodes were last alive. Nothing where there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignsOfLife {
    /// Any node, whether it has stopped since or not.
    pub any: Option<i64>,
    /// A node that has not said that it stopped: it lives, or it died without a word.
    pub unstopped: Option<i64>,
}

/// A time in which no node was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// When the last node was heard of.
    pub since_ms: i64,
    /// When one was there again.
    pub until_ms: i64,
}

/// The most entries that any list has.
pub const MAX_LIST: u32 = 500;

/// Counters since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Appends that were carried out, whatever their outcome.
    pub appends: u64,
    /// Commits that carried them.
    pub batches: u64,
    /// The most appends that one commit carried.
    pub largest_batch: u64,
    /// Batches that had to be taken apart because something in them was refused.
    pub taken_apart: u64,
    /// Appends that wait for a writer now.
    pub queued: u64,
    /// How long all batches took together, from taking them to the end of their commit.
    pub writing: Duration,
}
