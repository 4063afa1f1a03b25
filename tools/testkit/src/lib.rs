//! Fixtures for tests over real sockets and databases.

mod client;
mod database;

pub use client::{Client, GameClient, Socket, connect_anonymous};
pub use database::TestDatabase;

use std::time::Duration;

/// The timeout of every wait, reached only by failing tests.
pub const TIMEOUT: Duration = Duration::from_secs(300);
