//! A stand-in that answers requests while the storage is unavailable.

use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use azulejo_protocol::frame::ProblemCode;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::health;
use crate::http::problem::ApiError;
use crate::http::rate_limits::RateLimits;
use crate::net::{self, ConnectionLimits};
use crate::{Config, Listener, StartError};

/// Seconds after which clients and proxies retry.
const RETRY_AFTER: &str = "2";

/// A running stand-in: `/healthz` is answered as usual, everything else with 503.
pub struct Standby {
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Standby {
    /// Answers the connections of a listener.
    ///
    /// # Errors
    /// [`StartError::Listen`].
    pub fn start(config: &Config, listener: &Listener) -> Result<Self, StartError> {
        let listener = listener.share()?;
        let rate = Arc::new(RateLimits::new(config.rate_limits));
        let limits = ConnectionLimits::new(config.rate_limits, rate, &config.proxies);
        let (stop, stopped) = oneshot::channel();
        let stopped = async move {
            // A dropped sender stops it as well.
            let _stopped = stopped.await;
        };
        let serving = tokio::spawn(net::serve(listener, router(), limits, stopped));
        Ok(Self { stop, serving })
    }

    /// Stops accepting connections, so that the server can take over the listener.
    pub async fn stop(self) {
        let _stopped_already = self.stop.send(());
        if let Err(error) = self.serving.await {
            tracing::error!(%error, "stand-in panicked");
        }
    }
}

fn router() -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(not_ready))
        .fallback(unavailable)
}

async fn not_ready() -> Response {
    let reason = "the storage is unavailable; the log has the reason\n";
    (StatusCode::SERVICE_UNAVAILABLE, reason).into_response()
}

async fn unavailable() -> Response {
    let retry = [(header::RETRY_AFTER, RETRY_AFTER)];
    (retry, ApiError::from(ProblemCode::Unavailable)).into_response()
}
