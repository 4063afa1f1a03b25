//! Move throughput compared with baselines on the same machine, measured alternately. The baselines
//! use the same store and sockets, but neither rules nor JSON:
//!
//! - **single inserts**: each frame is one event in its own transaction, acknowledged when it is on
//!   disk. It is not sent to other players.
//! - **grouped inserts**: the same, but waiting frames share a transaction, as moves do.
//! - **a bare relay**: as many games as in the real load, with two players each, on as many nodes.
//!   Each frame is one event, is acknowledged when it is on disk, and is sent to the opponent, who
//!   replies with the next frame. This is the server's work for a move, without the game.
//!
//! `cargo xtask reliability speed --times SECONDS` measures the `dist` build. The suite only checks
//! that the benchmarks run; no assertion depends on the speed of the machine.

mod bare;
mod relay;

use std::time::Duration;

use azulejo_testkit_postgres::PostgresServer;

use self::bare::Inserts;
use crate::harness::{Load, NodePlan, assert_nothing_lost, rounds, tell};

/// The number of concurrent games, or of concurrent sockets of the inserts.
const CONCURRENCY: usize = 256;

/// A frame of the length of a move.
const FRAME: &str = r#"{"t":"move","game":"7hKq2mPd","id":"0123456789abcdef0123456789abcdef","ply":17,"seat":1,"move":"2B3"}"#;

/// The rate and latency of acknowledgements.
struct Speed {
    per_second: f64,
    p50: f64,
    p99: f64,
}

impl Speed {
    fn of(mut times: Vec<Duration>, elapsed: Duration) -> Self {
        times.sort_unstable();
        let at = |share: f64| {
            let rank = (times.len() as f64 * share) as usize;
            let time = times.get(rank.min(times.len().saturating_sub(1)));
            time.map_or(0.0, |time| 1e3 * time.as_secs_f64())
        };
        Self {
            per_second: times.len() as f64 / elapsed.as_secs_f64(),
            p50: at(0.5),
            p99: at(0.99),
        }
    }
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            per_second,
            p50,
            p99,
        } = self;
        write!(
            f,
            "{per_second:.0} per second, p50 {p50:.1} ms, p99 {p99:.1} ms"
        )
    }
}

/// Measures the server itself.
fn measure_server(plans: &[NodePlan], seconds: u64, folder: &std::path::Path) -> Speed {
    let nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let urls: Vec<_> = plans.iter().map(NodePlan::url).collect();
    let ledger = folder.join("ledger");
    let games = CONCURRENCY.to_string();
    let mut load = Load::start(&urls, &ledger, &["--games", &games]);
    load.wait_for_moves(1);
    std::thread::sleep(Duration::from_secs(seconds));
    let measured = load.stop();
    drop(nodes);
    assert_nothing_lost(&ledger, &plans[0].database);
    let number = |path: &str| {
        let found = measured.pointer(path).and_then(serde_json::Value::as_f64);
        found.unwrap_or_else(|| panic!("{path} is not a number in {measured}"))
    };
    Speed {
        per_second: number("/acked_per_second"),
        p50: number("/ack_ms/p50"),
        p99: number("/ack_ms/p99"),
    }
}

/// Measures the server and the baselines alternately, so that all see the same conditions.
fn compare(name: &str, url: &str, plans: &[NodePlan], folder: &std::path::Path) {
    const NAMES: [&str; 3] = ["single inserts", "grouped inserts", "a bare relay"];
    let seconds = rounds("AZULEJO_SPEED_SECONDS", 1);
    let (mut moves, mut baselines) = (0.0, [0.0; 3]);
    let turns = if seconds > 1 { 3 } else { 1 };
    for _ in 0..turns {
        let measured = [
            bare::insert_all(url, plans.len(), Inserts::Single, seconds),
            bare::insert_all(url, plans.len(), Inserts::Grouped, seconds),
            relay::measure(url, plans.len(), seconds),
        ];
        for ((speed, baseline), sum) in measured.iter().zip(NAMES).zip(&mut baselines) {
            tell(&format!("{name}: {baseline} {speed}"));
            assert!(speed.per_second > 0.0, "{baseline}");
            *sum += speed.per_second;
        }
        let speed = measure_server(plans, seconds, folder);
        tell(&format!("{name}: moves {speed}"));
        assert!(speed.per_second > 0.0);
        moves += speed.per_second;
    }
    for (baseline, sum) in NAMES.iter().zip(baselines) {
        let share = 100.0 * moves / sum;
        tell(&format!("{name}: moves reach {share:.0} % of {baseline}"));
    }
}

#[test]
fn move_throughput_against_baselines_on_sqlite() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let baseline_file = folder.path().join("bare.db");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let url = baseline_file.display().to_string();
    compare("SQLite", &url, &[plan], folder.path());
}

#[test]
fn move_throughput_against_baselines_on_postgresql() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    compare("PostgreSQL, two nodes", &url, &plans, folder.path());
}
