//! Operations: health, readiness and metrics; maintenance commands.

pub mod maintenance;

use std::sync::OnceLock;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::app::App;

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

/// Readiness probe: the database answers.
pub(crate) async fn ready(State(app): State<App>) -> Response {
    match app.store.check().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the database does not answer\n",
            )
                .into_response()
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
