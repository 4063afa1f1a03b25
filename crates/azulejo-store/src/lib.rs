//! What the server keeps: games, players and sessions, in SQLite or in PostgreSQL.
//!
//! A game is a log of events with unique plies; appending to it is a compare-and-set ([`Append`]).
//! The store keeps what it is given and knows no rules: ids, texts and bytes go in and come out.
//! Rows are for searching, the log is the truth.
//!
//! [`open`] takes a path or a URL and returns an `Arc<dyn Store>`.
//!
//! Durability: what a method has acknowledged is on disk. SQLite runs with a write-ahead log and
//! `synchronous=FULL`, which is read back; PostgreSQL is refused where `fsync`,
//! `full_page_writes` or `synchronous_commit` is off. A failed commit of SQLite ends all writing
//! ([`StoreError::Failed`]); the process must end too, because after a failed sync only a new
//! process that reads the disk knows what is there.

mod bus;
mod check;
mod database;
mod error;
mod game;
mod id;
mod options;
mod plan;
mod player;
mod postgres;
mod queries;
mod secret;
mod sql;
mod sqlite;
mod store;
mod words;
mod writer;

pub use bus::{Bus, BusMessage, BusReceiver, LocalBus, Notice, Receivers};
pub use error::{BackupError, OpenError, StoreError};
pub use game::{
    Append, Appended, CommandKey, Created, EarlierGame, EventRow, GameHead, GameRequest, GameRow,
    GameStatus, GameSummary, HistoryPlace, Lobby, NewEvent, NewGame, Pace, SeatKind, SeatRow,
    SeatSet, SeatView, SeatsMark, ShownName,
};
pub use id::{GameId, IdError, PlayerId, TokenHash, TokenPrefix};
pub use options::{OpenOptions, Synchronous, Target, open};
pub use player::{
    AccountRow, ExportedSession, Merged, NewAccount, PlayerExport, PlayerName, PlayerRow, Renewal,
    SessionKind, SessionRow,
};
pub use secret::{PasswordHash, Secret};
pub use sqlite::backup::{BackupSummary, check_backup, restore};
pub use sqlite::hold::{Hold, hold};
pub use store::{Downtime, MAX_LIST, SignsOfLife, Store, StoreStats};
