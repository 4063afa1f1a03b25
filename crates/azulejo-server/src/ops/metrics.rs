//! Metrics for Prometheus. They contain nothing about players or games.
//!
//! Names follow the conventions: base units, `_total` for counters, and labels for kinds.
//! Series with known labels are registered at the start, so that queries over them are never empty.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use azulejo_game::event::Event;
use azulejo_protocol::frame::ProblemCode;
use azulejo_store::StoreError;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

use super::{health, ready};
use crate::app::App;
use crate::http::openapi::{OTHER_ROUTES, PAGES, ROUTES};
use crate::http::problem::ApiError;
use crate::net::REFUSALS;
use crate::ws;

/// The upper bounds of the buckets of all histograms, in seconds.
const BUCKETS: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// The interval at which samples of histograms are sorted into their buckets. Otherwise they would
/// pile up on a server that is not scraped.
const UPKEEP_EVERY: Duration = Duration::from_secs(10);

const COUNTERS: &[(&str, &str)] = &[
    (
        "azulejo_connections_refused_total",
        "Connections refused, by the limit that was exceeded.",
    ),
    ("azulejo_events_total", "Events appended to games, by kind."),
    (
        "azulejo_frames_received_total",
        "WebSocket frames received from clients.",
    ),
    ("azulejo_games_created_total", "Games created."),
    (
        "azulejo_http_requests_total",
        "HTTP requests, by method, route and class of the status.",
    ),
    (
        "azulejo_sockets_closed_total",
        "WebSockets closed by the server, by reason.",
    ),
    (
        "azulejo_sockets_refused_total",
        "WebSockets refused because an address had too many.",
    ),
    (
        "azulejo_store_appends_total",
        "Appends to games, with any outcome.",
    ),
    (
        "azulejo_store_batches_total",
        "Batches in which appends were committed.",
    ),
    (
        "azulejo_store_errors_total",
        "Errors of the database, by kind.",
    ),
    (
        "azulejo_store_split_batches_total",
        "Batches that were split because one of their appends was rejected.",
    ),
];

const GAUGES: &[(&str, &str)] = &[
    (
        "azulejo_bot_queue_length",
        "Requests that wait for a bot's thread.",
    ),
    ("azulejo_bot_threads", "Threads for bots."),
    (
        "azulejo_build_info",
        "The version of the program; always 1.",
    ),
    ("azulejo_live_games", "Games in memory."),
    ("azulejo_sockets", "Open WebSockets."),
    (
        "azulejo_store_queue_length",
        "Appends that wait for the writer.",
    ),
];

const HISTOGRAMS: &[(&str, &str)] = &[
    (
        "azulejo_bot_thinking_seconds",
        "Time that bots and hints searched, by kind.",
    ),
    (
        "azulejo_bot_wait_seconds",
        "Time that bots and hints waited for a thread.",
    ),
    (
        "azulejo_command_duration_seconds",
        "Time from the arrival of a command to its acknowledgement, by kind.",
    ),
    (
        "azulejo_http_request_duration_seconds",
        "Time to handle an HTTP request.",
    ),
    (
        "azulejo_store_write_duration_seconds",
        "Time of a durable write, including the wait for the writer, by kind.",
    ),
];

/// The kinds of writes to the store, as in its metrics.
const WRITES: [&str; 8] = [
    "admin",
    "append",
    "create_game",
    "expiry",
    "heartbeat",
    "player",
    "second_factor",
    "session",
];

struct Exporter {
    handle: PrometheusHandle,
    process: Collector,
}

static EXPORTER: OnceLock<Option<Exporter>> = OnceLock::new();

/// Installs the metrics recorder, once per process; several servers share it in tests.
pub(crate) fn install() {
    EXPORTER.get_or_init(|| {
        let handle = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .and_then(PrometheusBuilder::install_recorder)
            .inspect_err(|error| tracing::warn!(%error, "metrics recorder not installed"))
            .ok()?;
        let process = Collector::default();
        process.describe();
        describe();
        register();
        Some(Exporter { handle, process })
    });
}

fn describe() {
    for &(name, help) in COUNTERS {
        describe_counter!(name, help);
    }
    for &(name, help) in GAUGES {
        describe_gauge!(name, help);
    }
    for &(name, help) in HISTOGRAMS {
        describe_histogram!(name, Unit::Seconds, help);
    }
}

/// Registers counters and histograms with their known labels.
fn register() {
    gauge!("azulejo_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    gauge!("azulejo_sockets").set(0.0);
    for name in [
        "azulejo_frames_received_total",
        "azulejo_games_created_total",
        "azulejo_sockets_refused_total",
    ] {
        counter!(name).absolute(0);
    }
    for kind in Event::KINDS {
        counter!("azulejo_events_total", "kind" => kind).absolute(0);
    }
    for kind in StoreError::DATABASE_KINDS {
        counter!("azulejo_store_errors_total", "kind" => kind).absolute(0);
    }
    for limit in REFUSALS {
        counter!("azulejo_connections_refused_total", "limit" => limit).absolute(0);
    }
    for reason in ws::close_reasons() {
        counter!("azulejo_sockets_closed_total", "reason" => reason).absolute(0);
    }
    for route in ROUTES.iter().chain(OTHER_ROUTES) {
        for class in ["2xx", "4xx", "5xx"] {
            requests(route.method, route.path, class).absolute(0);
        }
    }
    for kind in WRITES {
        let _registered =
            metrics::histogram!("azulejo_store_write_duration_seconds", "kind" => kind);
    }
    let _registered = metrics::histogram!("azulejo_command_duration_seconds", "kind" => "move");
    let _registered = metrics::histogram!("azulejo_bot_wait_seconds");
    let _registered = metrics::histogram!("azulejo_http_request_duration_seconds");
}

fn requests(method: &'static str, route: &str, class: &'static str) -> metrics::Counter {
    let route = route.to_owned();
    counter!("azulejo_http_requests_total", "method" => method, "route" => route, "class" => class)
}

/// Counts a request. `route` is the pattern that matched, so that paths of clients add no labels.
pub(crate) fn count_request(
    method: &Method,
    route: Option<&str>,
    status: StatusCode,
    took: Duration,
) {
    // Clients can send any method, so unknown ones share a label.
    let method = match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    let class = match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    };
    requests(method, route.unwrap_or(PAGES.path), class).increment(1);
    metrics::histogram!("azulejo_http_request_duration_seconds").record(took);
}

/// Sorts samples into buckets until the server stops.
pub(crate) async fn keep_up(app: App) {
    let mut stopping = app.stopping();
    loop {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = tokio::time::sleep(UPKEEP_EVERY) => {}
        }
        if let Some(Some(exporter)) = EXPORTER.get() {
            exporter.handle.run_upkeep();
        }
    }
}

/// The routes of the metrics' own address, which is not for the public.
pub(crate) fn router(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(render))
        .with_state(app.clone())
}

/// The metrics on the public address, unless they have an address of their own.
pub(crate) async fn public(State(app): State<App>) -> Response {
    if app.config.metrics_listen.is_some() {
        return ApiError::from(ProblemCode::NotFound).into_response();
    }
    render(State(app)).await
}

async fn render(State(app): State<App>) -> Response {
    let stats = app.store.stats();
    counter!("azulejo_store_appends_total").absolute(stats.appends);
    counter!("azulejo_store_batches_total").absolute(stats.batches);
    counter!("azulejo_store_split_batches_total").absolute(stats.split_batches);
    gauge!("azulejo_store_queue_length").set(stats.queued as f64);
    gauge!("azulejo_live_games").set(app.registry.games.len() as f64);
    gauge!("azulejo_bot_queue_length").set(app.registry.bots.queue_length() as f64);
    gauge!("azulejo_bot_threads").set(app.config.bot_threads as f64);
    let exporter = EXPORTER.get().and_then(Option::as_ref);
    let text = exporter.map(|exporter| {
        exporter.process.collect();
        exporter.handle.render()
    });
    let content_type = "text/plain; version=0.0.4; charset=utf-8";
    let text = text.unwrap_or_default();
    ([(header::CONTENT_TYPE, content_type)], text).into_response()
}
