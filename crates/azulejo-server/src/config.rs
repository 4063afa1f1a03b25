//! How a server is set up.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use tokio::sync::RwLock;

/// Where the server listens when nobody says otherwise.
pub const DEFAULT_PORT: u16 = 8080;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; nothing for the default port on this machine, or the next free one.
    pub listen: Option<SocketAddr>,
    /// A path of an SQLite file, `sqlite:PATH`, or `postgres://…`.
    pub database_url: String,
    /// The origins that browsers may come from, as `https://azulejo.example`. Empty: only
    /// addresses that are IP literals or `localhost`.
    pub origins: Vec<String>,
    /// The addresses of reverse proxies whose `X-Forwarded-For` and `-Proto` are believed.
    pub proxies: Vec<std::net::IpAddr>,
    /// How long bots seem to think, in milliseconds, where a person watches.
    pub bot_delay_ms: u64,
    /// How many threads think for the bots.
    pub bot_threads: usize,
    /// How many times the usual number of requests an address, a person or a socket may make, and
    /// of connections that are held; 0 for no limits.
    pub rate_limits: u32,
    /// What this server's time is ahead of the database's, in milliseconds: nothing, but for tests
    /// of what happens after hours and days.
    pub ahead_ms: Arc<AtomicI64>,
    /// For how long this server has stood still, in milliseconds: nothing, but for tests of what
    /// happens when a machine wakes up. Unlike a clock that is ahead, it is charged to nobody.
    pub stalled_ms: Arc<AtomicI64>,
    /// Whoever holds this for writing keeps all bots from thinking: nobody, but for tests of what
    /// goes on without them.
    pub bots_paused: Arc<RwLock<()>>,
    /// How long a socket may take for what it is sent at once: 20 seconds, but for tests in which
    /// it must not be this that ends it.
    pub send_timeout: Duration,
}

impl Config {
    /// A server for one machine with its data in one file.
    #[must_use]
    pub fn new(database_url: impl Into<String>) -> Self {
        Self {
            listen: None,
            database_url: database_url.into(),
            origins: Vec::new(),
            proxies: Vec::new(),
            bot_delay_ms: 700,
            bot_threads: std::thread::available_parallelism().map_or(1, |n| n.get().min(4)),
            rate_limits: 1,
            ahead_ms: Arc::default(),
            stalled_ms: Arc::default(),
            bots_paused: Arc::default(),
            send_timeout: Duration::from_secs(20),
        }
    }
}
