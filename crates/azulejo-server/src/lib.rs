//! The server: games over HTTP and WebSocket.
//!
//! [`Server::start`] opens the store and listens. Connections pass the limits of `net` and the
//! security middleware of `http`, which authenticates requests and routes them; `ws` handles
//! WebSockets. A game is a fold over an event log (`azulejo_game`), held by one actor task while it is
//! in use (`live`); the store orders concurrent writes. `draws` alone knows future draws, `cluster`
//! connects several nodes on one database, and `ops` is for operators.
#![forbid(unsafe_code)]

mod app;
mod cluster;
mod config;
pub mod draws;
mod http;
mod live;
mod net;
mod ops;
#[cfg(test)]
mod simulation;
mod ws;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use azulejo_store::{DatabaseLock, OpenError, Store, Target};
use tokio::task::JoinHandle;

pub use crate::config::{Config, DEFAULT_PORT, TestHooks};
pub use crate::http::passwords::reset_account;
pub use crate::http::{bounds, openapi};
pub use crate::net::Listener;
pub use crate::ops::standby::Standby;
pub use crate::ops::{admin, maintenance, migrate};
pub use crate::ws::frames;

use crate::app::App;
use crate::live::bot_pool::BotPool;
use crate::live::registry::{Registry, Seams};
use crate::net::ConnectionLimits;

/// The time for open requests during shutdown, which leaves some for the store.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(3_000);

/// The server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database could not be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The database failed.
    #[error("database error: {0}")]
    StoreUse(#[from] azulejo_store::StoreError),
    /// The address could not be bound.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system error.
        source: std::io::Error,
    },
    /// The bots' threads could not be started.
    #[error("cannot start the bots' threads: {0}")]
    Threads(std::io::Error),
    /// A configured origin is invalid.
    #[error("{0:?} is not an origin: write it as https://azulejo.example, without a path")]
    Origin(String),
}

impl StartError {
    /// Returns whether the storage could not be reached or written, which may pass. A malformed
    /// configuration, a locked file or a newer schema does not.
    #[must_use]
    pub const fn is_storage_unavailable(&self) -> bool {
        matches!(
            self,
            Self::StoreUse(_)
                | Self::Store(
                    OpenError::Create { .. } | OpenError::Permission { .. } | OpenError::Connect(_)
                )
        )
    }
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    app: App,
    serving: JoinHandle<()>,
    /// Locks the database file.
    hold: Option<DatabaseLock>,
}

impl Server {
    /// Opens the store and listens.
    ///
    /// # Errors
    /// If the server cannot start.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let listener = Listener::bind(&config)?;
        Self::start_listening(config, &listener).await
    }

    /// Opens the store and serves the connections of a listener.
    ///
    /// # Errors
    /// If the server cannot start.
    pub async fn start_listening(config: Config, listener: &Listener) -> Result<Self, StartError> {
        config.check()?;
        let hold = hold(&config)?;
        let store = azulejo_store::open(&config.database_url).await?;
        let mut server = Self::start_serving(config, store, Seams::default(), listener).await?;
        server.hold = hold;
        Ok(server)
    }

    /// Listens, with a store that is already open.
    ///
    /// # Errors
    /// If the server cannot start.
    pub async fn start_on(config: Config, store: Arc<dyn Store>) -> Result<Self, StartError> {
        config.check()?;
        let hold = hold(&config)?;
        let mut server = Self::start_with(config, store, Seams::default()).await?;
        server.hold = hold;
        Ok(server)
    }

    async fn start_with(
        config: Config,
        store: Arc<dyn Store>,
        seams: Seams,
    ) -> Result<Self, StartError> {
        let listener = Listener::bind(&config)?;
        Self::start_serving(config, store, seams, &listener).await
    }

    async fn start_serving(
        config: Config,
        store: Arc<dyn Store>,
        seams: Seams,
        listener: &Listener,
    ) -> Result<Self, StartError> {
        let address = listener.address();
        let listener = listener.share()?;
        let metrics_listener = config.metrics_listen.map(Listener::at).transpose()?;
        ops::metrics::install();
        let bots = BotPool::start(
            config.bot_threads,
            config.rate_limits,
            &config.test.bots_paused,
        )
        .map_err(StartError::Threads)?;
        let any_origin = seams.any_origin;
        let registry = Registry::start(Arc::clone(&store), bots, &config, seams).await?;
        let app = App::new(config, store, registry);
        let router = http::protect(http::routes::router(&app), app.clone(), any_origin);
        tokio::spawn(ops::metrics::keep_up(app.clone()));
        let serving = tokio::spawn(net::serve(listener, router, limits(&app), stopped(&app)));
        if let Some(listener) = metrics_listener {
            let address = listener.address();
            tracing::info!(%address, "serving metrics");
            let router = ops::metrics::router(&app);
            let (limits, stop) = (limits(&app), stopped(&app));
            tokio::spawn(net::serve(listener.share()?, router, limits, stop));
        }
        Ok(Self {
            address,
            app,
            serving,
            hold: None,
        })
    }

    /// The address that the server listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns true if the web client is embedded in this program.
    #[must_use]
    pub fn has_web_client(&self) -> bool {
        http::web_client::is_built()
    }

    /// Returns the reason once the store has failed for good.
    pub async fn failed(&self) -> String {
        loop {
            if let Some(reason) = self.app.store.failure() {
                return reason;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Shuts down gracefully: notifies clients, finishes open requests and closes the store, which may
    /// take long if the database does not answer.
    pub async fn stop(self) {
        // No move is accepted from now on, so the clocks stop.
        let stopped = self.app.registry.heartbeat.stop();
        self.app.stop();
        let abort = self.serving.abort_handle();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.serving)
            .await
            .is_err()
        {
            tracing::warn!("open requests and sockets were aborted");
            abort.abort();
        }
        self.app.registry.heartbeat.write_last(stopped).await;
        self.app.store.close().await;
        drop(self.hold);
    }
}

/// Returns new limits on the connections of a listener.
fn limits(app: &App) -> ConnectionLimits {
    let rate = Arc::clone(&app.limits);
    ConnectionLimits::new(app.config.rate_limits, rate, &app.config.proxies)
}

/// Waits until the server stops.
fn stopped(app: &App) -> impl Future<Output = ()> + use<> {
    let mut stopping = app.stopping();
    async move {
        // A dropped sender stops the server as well.
        let _stopped = stopping.wait_for(|stopping| *stopping).await;
    }
}

/// Locks the database file before anything is changed.
fn hold(config: &Config) -> Result<Option<DatabaseLock>, OpenError> {
    match Target::parse(&config.database_url)? {
        Target::Sqlite(path) => DatabaseLock::acquire(&path).map(Some),
        Target::Postgres(_) => Ok(None),
    }
}
