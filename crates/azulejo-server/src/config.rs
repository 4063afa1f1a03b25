//! The configuration of a server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use azulejo_store::Target;
use tokio::sync::RwLock;

use crate::{StartError, http};

/// The default port.
pub const DEFAULT_PORT: u16 = 8080;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; `None` for the default port on localhost, or the next free one.
    pub listen: Option<SocketAddr>,
    /// The address of the metrics; `None` to serve them beside everything else.
    pub metrics_listen: Option<SocketAddr>,
    /// The path of an SQLite file, `sqlite:PATH`, or `postgres://…`.
    pub database_url: String,
    /// The origins of this server, as `https://azulejo.example`. If empty, only IP addresses and
    /// `localhost` are accepted as its host.
    pub origins: Vec<String>,
    /// The trusted reverse proxies, whose `X-Forwarded-For` and `X-Forwarded-Proto` are accepted.
    pub proxies: Vec<std::net::IpAddr>,
    /// The delay of a bot's move if a person watches, in milliseconds.
    pub bot_delay_ms: u64,
    /// The number of threads for bots.
    pub bot_threads: usize,
    /// The multiplier of all rate and connection limits; 0 disables them.
    pub rate_limits: u32,
    /// For tests; default in production.
    #[doc(hidden)]
    pub test: TestHooks,
}

/// Hooks for tests, no part of the API. The default has no effect.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct TestHooks {
    /// The milliseconds by which this server's clock is ahead of the database's, to test long
    /// periods.
    pub ahead_ms: Arc<AtomicI64>,
    /// The milliseconds for which this server has stalled, like a machine that wakes up. Unlike a
    /// clock that is ahead, it is not charged to players.
    pub stalled_ms: Arc<AtomicI64>,
    /// Pauses all bots while it is locked for writing.
    pub bots_paused: Arc<RwLock<()>>,
    /// Replaces the time-out of a write to a WebSocket.
    pub send_timeout: Option<Duration>,
}

impl Config {
    /// The default configuration, with the given database.
    #[must_use]
    pub fn new(database_url: impl Into<String>) -> Self {
        Self {
            listen: None,
            metrics_listen: None,
            database_url: database_url.into(),
            origins: Vec::new(),
            proxies: Vec::new(),
            bot_delay_ms: 0,
            bot_threads: std::thread::available_parallelism().map_or(1, |n| n.get().min(4)),
            rate_limits: 1,
            test: TestHooks::default(),
        }
    }

    /// Checks everything that can be checked without the storage and the network.
    ///
    /// # Errors
    /// [`StartError::Origin`] or [`StartError::Store`] for a malformed value.
    pub fn check(&self) -> Result<(), StartError> {
        http::check_origins(&self.origins).map_err(StartError::Origin)?;
        Target::parse(&self.database_url)?;
        Ok(())
    }
}
