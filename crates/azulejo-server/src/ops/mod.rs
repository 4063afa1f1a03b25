//! Operations: health, readiness and metrics; maintenance commands.

pub mod admin;
pub mod maintenance;
pub(crate) mod metrics;
pub mod migrate;
pub(crate) mod standby;

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use azulejo_store::StoreError;

use crate::app::App;

/// The time that the database has to answer a readiness probe. Orchestrators and proxies give up
/// after a few seconds.
const READY_TIMEOUT: Duration = Duration::from_millis(1_500);

/// Liveness probe.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Readiness probe: the database answers in time.
pub(crate) async fn ready(State(app): State<App>) -> Response {
    match readiness(app.store.check()).await {
        Ok(()) => "ready\n".into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, reason).into_response(),
    }
}

/// Waits for a check of the store. Returns the kind of failure; the log has its details.
async fn readiness(
    check: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), &'static str> {
    match tokio::time::timeout(READY_TIMEOUT, check).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            Err(match error {
                StoreError::Busy(_) => "the database is busy\n",
                StoreError::Failed(_) => "the database has failed\n",
                StoreError::Closed => "the server is shutting down\n",
                _ => "the database is unavailable\n",
            })
        }
        Err(_elapsed) => {
            tracing::warn!(timeout = ?READY_TIMEOUT, "not ready: the database does not answer");
            Err("the database does not answer\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn readiness_gives_up_on_a_hanging_store_within_two_seconds() {
        let begun = tokio::time::Instant::now();
        let hanging = readiness(std::future::pending()).await;
        assert_eq!(hanging, Err("the database does not answer\n"));
        assert!(begun.elapsed() < Duration::from_secs(2));
        assert_eq!(readiness(async { Ok(()) }).await, Ok(()));
        let away = StoreError::Unavailable("password hunter2 rejected".to_owned());
        let refused = readiness(async { Err(away) }).await;
        assert_eq!(refused, Err("the database is unavailable\n"));
    }
}
