//! Operations: health, readiness and metrics; maintenance commands.

pub mod maintenance;
pub(crate) mod standby;

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_store::StoreError;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::app::App;

/// The time that the database has to answer a readiness probe. Orchestrators and proxies give up
/// after a few seconds.
const READY_TIMEOUT: Duration = Duration::from_millis(1_500);

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Installs the metrics recorder, once per process; several servers share it in tests.
pub(crate) fn install_metrics() {
    METRICS.get_or_init(|| {
        PrometheusBuilder::new()
            .install_recorder()
            .inspect_err(|error| tracing::warn!(%error, "metrics recorder not installed"))
            .ok()
    });
}

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

/// Metrics for Prometheus.
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let stats = app.store.stats();
    metrics::gauge!("azulejo_store_appends").set(stats.appends as f64);
    metrics::gauge!("azulejo_store_batches").set(stats.batches as f64);
    metrics::gauge!("azulejo_store_queued").set(stats.queued as f64);
    metrics::gauge!("azulejo_live_games").set(app.registry.games.len() as f64);
    let text = METRICS
        .get()
        .and_then(Option::as_ref)
        .map(PrometheusHandle::render)
        .unwrap_or_default();
    let content_type = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, content_type)], text).into_response()
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
