//! Probes and metrics: names, types and help by the conventions of Prometheus.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::{ServerProcess, folder, free_address, request, value_of};

/// Returns the metrics of a server.
#[track_caller]
fn scrape(server: &ServerProcess) -> String {
    let (head, metrics) = server.get("/metrics");
    let head = head.to_lowercase();
    assert!(
        head.contains("content-type: text/plain; version=0.0.4"),
        "{head}"
    );
    metrics
}

/// Returns the value of a series, which must exist.
#[track_caller]
fn value(metrics: &str, series: &str) -> f64 {
    let mut lines = metrics.lines();
    let line = lines.find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("no {series}:\n{metrics}"));
    line.parse().unwrap_or_else(|e| panic!("{line}: {e}"))
}

#[test]
fn readiness_and_metrics_are_served() {
    let data = folder("watching");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    assert_eq!(server.get("/readyz").1, "ready\n");
    let before = scrape(&server);
    // Before the first event, so that a query over them is never empty.
    for series in [
        r#"azulejo_events_total{kind="moved"}"#,
        r#"azulejo_events_total{kind="rematch_made"}"#,
        r#"azulejo_store_errors_total{kind="unavailable"}"#,
        r#"azulejo_connections_refused_total{limit="rate"}"#,
        r#"azulejo_sockets_closed_total{reason="too slow"}"#,
        r#"azulejo_http_requests_total{method="POST",route="/api/v1/login",class="5xx"}"#,
        r#"azulejo_command_duration_seconds_count{kind="move"}"#,
        "azulejo_games_created_total",
        "azulejo_sockets",
        "azulejo_store_queue_length",
        "azulejo_bot_queue_length",
    ] {
        assert_eq!(value(&before, series), 0.0, "{series}");
    }
    let version = format!(
        r#"azulejo_build_info{{version="{}"}}"#,
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(value(&before, &version), 1.0);
    if cfg!(target_os = "linux") {
        assert!(value(&before, "process_resident_memory_bytes") > 0.0);
        assert!(value(&before, "process_open_fds") > 0.0);
    }

    let record = server.play_game(&data);
    let after = scrape(&server);
    for series in [
        "azulejo_store_appends_total",
        r#"azulejo_events_total{kind="moved"}"#,
        r#"azulejo_command_duration_seconds_count{kind="move"}"#,
        r#"azulejo_command_duration_seconds_count{kind="resign"}"#,
        r#"azulejo_store_write_duration_seconds_count{kind="append"}"#,
        r#"azulejo_bot_thinking_seconds_count{kind="beginner"}"#,
        "azulejo_bot_wait_seconds_count",
        r#"azulejo_http_requests_total{method="POST",route="/api/v1/games",class="2xx"}"#,
        r#"azulejo_http_requests_total{method="GET",route="/api/v1/socket",class="1xx"}"#,
    ] {
        assert!(value(&after, series) > 0.0, "{series} counted nothing");
    }
    // Metrics contain no ids of players or games.
    let game = value_of(&record, "game");
    assert!(!after.contains(game), "{after}");
}

#[test]
fn every_metric_has_a_type_and_help() {
    let data = folder("metric-help");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    server.play_game(&data);
    let metrics = scrape(&server);
    let comments = |kind: &str| -> BTreeMap<String, String> {
        let lines = metrics.lines().filter_map(|line| line.strip_prefix(kind));
        lines
            .filter_map(|line| line.split_once(' '))
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect()
    };
    let (help, types) = (comments("# HELP "), comments("# TYPE "));
    assert!(types.len() > 20, "{metrics}");
    for (name, kind) in &types {
        assert!(help.contains_key(name), "no help for {name}");
        assert_eq!(
            kind == "counter",
            name.ends_with("_total"),
            "{name}: {kind}"
        );
        assert_ne!(kind, "summary", "{name}");
        assert_eq!(
            kind == "histogram",
            name.starts_with("azulejo_") && name.ends_with("_seconds"),
            "{name}: {kind}"
        );
    }
    check_with_promtool(&metrics);
}

/// Checks the conventions with Prometheus' own tool, where it is installed.
fn check_with_promtool(metrics: &str) {
    let promtool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut promtool) = promtool else {
        return;
    };
    let mut input = promtool.stdin.take().unwrap();
    input.write_all(metrics.as_bytes()).unwrap();
    drop(input);
    let output = promtool.wait_with_output().unwrap();
    let findings = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{findings}\n{metrics}");
    assert_eq!(findings, "");
}

#[test]
fn metrics_with_an_address_of_their_own_are_served_only_there() {
    let data = folder("metrics-address");
    let metrics = free_address();
    let server = ServerProcess::start(
        &data,
        &[
            "--listen",
            "127.0.0.1:0",
            "--metrics-listen",
            &metrics.to_string(),
        ],
    );
    let (head, _) = server.request("GET", "/metrics", "");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    let (head, text) = request(metrics, "GET", "/metrics", "");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(text.contains("azulejo_live_games 0"), "{text}");
    assert_eq!(request(metrics, "GET", "/readyz", "").1, "ready\n");
    let (head, _) = request(metrics, "GET", "/api/v1/me", "");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}
