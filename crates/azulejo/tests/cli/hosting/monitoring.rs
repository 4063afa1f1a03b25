//! The alert rules and the dashboard in `packaging/`, evaluated by a real Prometheus where it is
//! installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::{ServerProcess, folder, free_address};

/// The maximum number of attempts at a query, half a second apart.
const ATTEMPTS: u32 = 240;

fn packaging() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging")
}

/// A running Prometheus, killed on drop.
struct Prometheus {
    child: Child,
    address: SocketAddr,
}

impl Prometheus {
    /// Starts a Prometheus that scrapes a server; `None` if it is not installed.
    fn start(data: &Path, target: SocketAddr) -> Option<Self> {
        let address = free_address();
        let rules = packaging().join("prometheus/alerts.yml");
        let rules = rules.canonicalize().unwrap();
        let config = format!(
            "global: {{scrape_interval: 500ms, evaluation_interval: 500ms}}\n\
             rule_files: [{rules:?}]\n\
             scrape_configs:\n\
             - job_name: azulejo\n  static_configs: [{{targets: [\"{target}\"]}}]\n"
        );
        let file = data.join("prometheus.yml");
        fs::write(&file, config).unwrap();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", file.display()))
            .arg(format!(
                "--storage.tsdb.path={}",
                data.join("tsdb").display()
            ))
            .arg(format!("--web.listen-address={address}"))
            .arg("--log.level=error")
            .stdout(Stdio::null())
            .spawn()
            .ok()?;
        Some(Self { child, address })
    }

    /// Returns the data of a response of the API; `None` if it does not answer yet.
    fn get(&self, path: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        // Version 1.0, so that the body is not sent in chunks.
        write!(stream, "GET /api/v1/{path} HTTP/1.0\r\n\r\n").ok()?;
        let mut response = String::new();
        stream.read_to_string(&mut response).ok()?;
        let (_, body) = response.split_once("\r\n\r\n")?;
        let mut body: Value = serde_json::from_str(body).ok()?;
        assert_eq!(body["status"], "success", "{path}: {body}");
        Some(body["data"].take())
    }

    /// Waits until a query has a result.
    #[track_caller]
    fn wait_for_result(&self, query: &str) {
        let path = format!("query?query={}", percent_encoded(query));
        self.wait(query, || {
            let data = self.get(&path)?;
            let result = data["result"].as_array()?;
            (!result.is_empty()).then_some(())
        });
    }

    #[track_caller]
    fn wait<T>(&self, what: &str, mut ready: impl FnMut() -> Option<T>) -> T {
        for _ in 0..ATTEMPTS {
            if let Some(ready) = ready() {
                return ready;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        panic!("no result: {what}");
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Returns the names of metrics in a query.
fn metrics_in(query: &str) -> BTreeSet<&str> {
    let words = query.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_metric =
        |word: &&str| *word == "up" || word.starts_with("azulejo_") || word.starts_with("process_");
    words.filter(is_metric).collect()
}

/// Returns the queries of the dashboard.
fn dashboard_queries() -> Vec<String> {
    let file = packaging().join("grafana/azulejo.json");
    let dashboard: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap());
    let queries = targets.map(|target| target["expr"].as_str().unwrap().to_owned());
    queries.collect()
}

#[test]
fn every_query_of_alerts_and_dashboard_has_results() {
    let data = folder("monitoring");
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
    let Some(prometheus) = Prometheus::start(&data, metrics) else {
        return;
    };
    server.play_game(&data);
    let queries = dashboard_queries();
    assert!(queries.len() > 20, "{queries:?}");
    for query in &queries {
        prometheus.wait_for_result(query);
    }
    let rules = prometheus.wait("evaluated rules", || {
        let data = prometheus.get("rules?type=alert")?;
        let rules = data["groups"][0]["rules"].as_array()?.clone();
        let evaluated = rules.iter().all(|rule| rule["health"] != "unknown");
        evaluated.then_some(rules)
    });
    assert!(rules.len() > 5, "{rules:?}");
    for rule in rules {
        assert_eq!(rule["health"], "ok", "{rule}");
        assert_eq!(rule["state"], "inactive", "{rule}");
        // An alert that does not fire has no result, but its metrics exist.
        let query = rule["query"].as_str().unwrap();
        let used = metrics_in(query);
        assert!(!used.is_empty(), "{query}");
        for metric in used {
            prometheus.wait_for_result(metric);
        }
    }
}

/// The rules fire as intended, by Prometheus' own test tool where it is installed.
#[test]
fn alert_rules_pass_their_tests() {
    let tested = Command::new("promtool")
        .args(["test", "rules", "alerts_test.yml"])
        .current_dir(packaging().join("prometheus"))
        .output();
    if let Ok(tested) = tested {
        assert!(tested.status.success(), "{tested:?}");
    }
}
