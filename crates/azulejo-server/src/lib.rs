//! The server: tables over HTTP and WebSocket.
//!
//! [`Server::start`] opens the store and listens. A game is a fold over a log of events (`table`),
//! held by one task while somebody watches (`actor`); the store decides who was first. Requests
//! come in through `routes` and `socket`, whoever asks is known by `auth`, and `security` keeps
//! others out. `draw` is the one place that knows what will be drawn.
#![forbid(unsafe_code)]

mod app;
mod cluster;
mod config;
pub mod draws;
mod http;
mod live;
mod net;
mod ops;
mod ws;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use azulejo_store::{Hold, OpenError, Store, Target};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

pub use crate::config::{Config, DEFAULT_PORT};
pub use crate::http::openapi;
pub use crate::http::passwords::reset_account;
pub use crate::ops::maintenance;
pub use crate::ws::frames;

use crate::app::App;
use crate::live::bot_pool::BotThreads;
use crate::live::registry::{Hub, Seams};
use crate::net::Crowd;

/// How many ports after the default one are tried.
const PORTS_TO_TRY: u16 = 50;
/// How many connections wait until they are accepted, if the system allows it. Whoever finds no room
/// there tries again after a second.
const NOT_YET_ACCEPTED: u32 = 4_096;
/// How long open requests may take when the server stops. Some time is left for the store then.
const REQUESTS_WITHIN: Duration = Duration::from_millis(3_000);

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database could not be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The database did not do its work.
    #[error("the database does not work: {0}")]
    StoreUse(#[from] azulejo_store::StoreError),
    /// The address could not be taken.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The threads of the bots, or the one that lets connections in, could not be started.
    #[error("cannot start the server's threads: {0}")]
    Threads(std::io::Error),
    /// An origin is not one.
    #[error("{0:?} is not an origin: write it as https://azulejo.example, without a path")]
    Origin(String),
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    app: App,
    serving: JoinHandle<()>,
    /// Keeps others away from the file of the database.
    hold: Option<Hold>,
}

impl Server {
    /// Opens the store and listens.
    ///
    /// # Errors
    /// Why it could not.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        http::check_origins(&config.origins).map_err(StartError::Origin)?;
        let hold = hold(&config)?;
        let store = azulejo_store::open(&config.database_url).await?;
        Self::start_held(config, store, hold).await
    }

    /// Listens, and keeps games in a store that was opened already.
    ///
    /// # Errors
    /// Why it could not.
    pub async fn start_on(config: Config, store: Arc<dyn Store>) -> Result<Self, StartError> {
        http::check_origins(&config.origins).map_err(StartError::Origin)?;
        let hold = hold(&config)?;
        Self::start_held(config, store, hold).await
    }

    async fn start_held(
        config: Config,
        store: Arc<dyn Store>,
        hold: Option<Hold>,
    ) -> Result<Self, StartError> {
        let mut server = Self::start_with(config, store, Seams::default()).await?;
        server.hold = hold;
        Ok(server)
    }

    async fn start_with(
        config: Config,
        store: Arc<dyn Store>,
        seams: Seams,
    ) -> Result<Self, StartError> {
        let listener = listen(config.listen)?;
        let address = listener.local_addr().map_err(|source| StartError::Listen {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)),
            source,
        })?;
        ops::install_metrics();
        let bots = BotThreads::start(config.bot_threads, &config.bots_held)
            .map_err(StartError::Threads)?;
        let any_origin = seams.any_origin;
        let hub = Hub::new(Arc::clone(&store), bots, &config, seams);
        hub.start().await?;
        let crowd = Crowd::new(config.rate_limits, &config.proxies);
        let app = App::new(config, store, hub);
        let router = http::protect(http::routes::router(&app), app.clone(), any_origin);
        let mut stopping = app.stopping();
        let stop = async move {
            // A sender that is gone stops the server as well.
            let _stopped = stopping.wait_for(|stopping| *stopping).await;
        };
        let limits = Arc::clone(&app.limits);
        let serving = net::serve(listener, router, crowd, limits, stop);
        let serving = tokio::spawn(serving.map_err(StartError::Threads)?);
        Ok(Self {
            address,
            app,
            serving,
            hold: None,
        })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether the web client is embedded in this program.
    #[must_use]
    pub fn has_web_client(&self) -> bool {
        http::web_client::is_built()
    }

    /// Returns when the server cannot go on, with the reason.
    pub async fn failed(&self) -> String {
        loop {
            if let Some(reason) = self.app.store.failure() {
                return reason;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Tells everybody, lets open requests end and lets go of the store, for which it waits: a
    /// database may take its time, or not answer at all.
    pub async fn stop(self) {
        // From now on nobody can move: the time of those who are to move stands still.
        let stopped = self.app.hub.stop_heartbeat();
        self.app.stop();
        let abort = self.serving.abort_handle();
        if tokio::time::timeout(REQUESTS_WITHIN, self.serving)
            .await
            .is_err()
        {
            tracing::warn!("requests and sockets that did not end were cut off");
            abort.abort();
        }
        self.app.hub.write_last_beat(stopped).await;
        self.app.store.close().await;
        drop(self.hold);
    }
}

/// Takes hold of the database's file, before anything there is changed.
fn hold(config: &Config) -> Result<Option<Hold>, OpenError> {
    match Target::parse(&config.database_url)? {
        Target::Sqlite(path) => azulejo_store::hold(&path).map(Some),
        Target::Postgres(_) => Ok(None),
    }
}

/// Takes the address that was asked for, or the default port or one of the next.
fn listen(wanted: Option<SocketAddr>) -> Result<TcpListener, StartError> {
    if let Some(address) = wanted {
        return listen_at(address).map_err(|source| StartError::Listen { address, source });
    }
    let mut port = DEFAULT_PORT;
    loop {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error)
                if error.kind() == std::io::ErrorKind::AddrInUse
                    && port < DEFAULT_PORT + PORTS_TO_TRY =>
            {
                port += 1;
            }
            Err(source) => return Err(StartError::Listen { address, source }),
        }
    }
}

fn listen_at(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Elsewhere than on Unix it would mean that two programs may share an address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(NOT_YET_ACCEPTED)
}
