//! The state shared by all requests and sockets.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use azulejo_game::Timestamp;
use azulejo_store::{PlayerId, Store};
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::http::bounds::REPLAYS;
use crate::http::guesses::Guesses;
use crate::http::offers::Offers;
use crate::http::rate_limits::RateLimits;
use crate::live::registry::Registry;
use crate::net::{KeyedSemaphore, SocketLimit};

/// Shared by all requests and sockets.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) registry: Registry,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) guesses: Guesses,
    /// Held while the quotas of a host are checked and used, or parallel requests would exceed them.
    pub(crate) hosting: KeyedSemaphore<PlayerId>,
    pub(crate) offers: Offers,
    pub(crate) sockets: SocketLimit,
    /// The replays that are expanded at the same time.
    pub(crate) replay_workers: Arc<Semaphore>,
    stopping: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, registry: Registry) -> Self {
        let limits = Arc::new(RateLimits::new(config.rate_limits));
        let sockets = SocketLimit::new(config.rate_limits);
        Self(Arc::new(Shared {
            config,
            store,
            registry,
            limits,
            guesses: Guesses::default(),
            hosting: KeyedSemaphore::new(1),
            offers: Offers::default(),
            sockets,
            replay_workers: Arc::new(Semaphore::new(REPLAYS.workers)),
            stopping: watch::Sender::new(false),
        }))
    }

    /// Becomes true when the server shuts down.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Starts the shutdown.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Locks a mutex, even if a thread panicked while it held it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the machine's time.
pub(crate) fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(Timestamp::EPOCH, |span| {
        Timestamp::from_unix_ms(i64::try_from(span.as_millis()).unwrap_or(i64::MAX))
    })
}

/// Returns random bytes from the operating system.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random bytes");
    bytes
}
