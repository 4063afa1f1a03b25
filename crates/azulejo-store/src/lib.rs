//! Storage for the server: games, players and sessions, in SQLite, PostgreSQL or memory.
//!
//! A game is an event log with unique plies; appending to it is a compare-and-set ([`Append`]).
//! The store knows no rules: it takes and returns ids, texts and bytes.
//! The log is the source of truth; all other rows exist for queries.
//!
//! [`open`] takes a path or a URL and returns an `Arc<dyn Store>`.
//!
//! # Durability
//! Acknowledged changes are on disk. SQLite runs with a write-ahead log and
//! `synchronous=FULL`, which is verified; PostgreSQL is rejected if `fsync`, `full_page_writes` or
//! `synchronous_commit` is off. After a failed SQLite commit the store rejects everything
//! ([`StoreError::Failed`]) and the process must exit: after a failed sync, only a new process
//! that reads the disk can know what was written.

mod admin;
mod bus;
mod copy;
mod database;
mod error;
mod game;
mod id;
mod measure;
pub mod memory;
mod migrations;
mod options;
mod player;
mod postgres;
mod secret;
mod spelling;
mod sql;
mod sqlite;
mod store;
mod validate;
mod writer;

pub use admin::{
    AccountInvitation, AccountSummary, AdminStore, AuditEntry, NameRule, NameRuleKind, SignUp,
    Suspension,
};
pub use bus::{Bus, BusMessage, BusReceiver, LocalBus, Notice};
pub use copy::{CopiedTable, CopyError, DatabaseCopy};
pub use error::{BackupError, OpenError, StoreError};
pub use game::{
    Append, Appended, CommandKey, Created, DisplayName, EventRow, ExistingGame, GameHead,
    GameRequest, GameRow, GameStatus, GameSummary, HistoryCursor, HistoryGroup, LobbyCursor,
    LobbyList, NewEvent, NewGame, Pace, SeatKind, SeatRow, SeatSet, SeatView, SeatsFingerprint,
};
pub use id::{GameId, IdError, PlayerId, TokenHash, TokenPrefix};
pub use options::{OpenOptions, Synchronous, Target, open};
pub use player::{
    AccountRow, Credential, ExportedSession, Merged, NEVER_MS, NewAccount, PasswordEpoch,
    PlayerExport, PlayerName, PlayerRow, SecondFactor, SecondFactorProof, SessionKind, SessionRow,
};
pub use secret::{CodeSecret, PasswordHash, Secret};
pub use sqlite::backup::{BackupSummary, check_backup, restore};
pub use sqlite::lock::DatabaseLock;
pub use store::{
    AccountStore, ClusterStore, Downtime, GameQueries, GameStore, LastHeartbeats, MAX_LIST,
    Maintenance, PlayerStore, SecondFactorStore, SessionStore, Store, StoreStats,
};
