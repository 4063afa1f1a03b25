//! How fast moves are acknowledged, beside what is possible at all on the same machine in the same
//! minute, with the same store and sockets but neither rules nor JSON:
//!
//! - **single inserts**: every frame is one event in a transaction of its own, and is answered when
//!   it is on disk. Nobody else hears of it.
//! - **grouped inserts**: the same, but frames that wait together share a transaction, as moves do.
//! - **a bare relay**: as many games as in the real load, two players each, on as many nodes. Every
//!   frame is one event, is answered when it is on disk, and goes to the opponent, who then sends
//!   the next one. It does what the server does for a move, without knowing what a move is.
//!
//! `cargo xtask reliability speed --times SECONDS` measures the program as it is shipped. In the
//! suite it only shows that both still run; nothing here depends on the speed of a machine.

mod bare;
mod relay;

use std::time::Duration;

use self::bare::Inserts;
use crate::kill::postgres::PostgresServer;
use crate::rig::{Load, NodePlan, assert_nothing_lost, rounds, tell};

/// How many games are played, and how many bare sockets send, at once.
const AT_ONCE: usize = 256;

/// A frame as long as a move's.
const FRAME: &str = r#"{"t":"move","game":"7hKq2mPd","id":"0123456789abcdef0123456789abcdef","ply":17,"seat":1,"move":"2B3"}"#;

/// What was acknowledged.
struct Speed {
    a_second: f64,
    p50: f64,
    p99: f64,
}

impl Speed {
    fn of(mut times: Vec<Duration>, elapsed: Duration) -> Self {
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            let time = times.get(place.min(times.len().saturating_sub(1)));
            time.map_or(0.0, |time| 1e3 * time.as_secs_f64())
        };
        Self {
            a_second: times.len() as f64 / elapsed.as_secs_f64(),
            p50: at(0.5),
            p99: at(0.99),
        }
    }
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { a_second, p50, p99 } = self;
        write!(
            f,
            "{a_second:.0} a second, p50 {p50:.1} ms, p99 {p99:.1} ms"
        )
    }
}

/// The server itself: real rules, JSON, views and legal moves for both players.
fn real(plans: &[NodePlan], seconds: u64, folder: &std::path::Path) -> Speed {
    let nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let urls: Vec<_> = plans.iter().map(NodePlan::url).collect();
    let ledger = folder.join("ledger");
    let games = AT_ONCE.to_string();
    let mut load = Load::start(&urls, &ledger, &["--games", &games]);
    load.wait_for_moves(1);
    std::thread::sleep(Duration::from_secs(seconds));
    let measured = load.stop();
    drop(nodes);
    assert_nothing_lost(&ledger, &plans[0].database);
    let number = |path: &str| {
        let found = measured.pointer(path).and_then(serde_json::Value::as_f64);
        found.unwrap_or_else(|| panic!("{path} is no number in {measured}"))
    };
    Speed {
        a_second: number("/acked_per_second"),
        p50: number("/ack_ms/p50"),
        p99: number("/ack_ms/p99"),
    }
}

/// Measures all four by turns, so that none has the better minute.
fn compare(name: &str, url: &str, plans: &[NodePlan], folder: &std::path::Path) {
    const NAMES: [&str; 3] = ["single inserts", "grouped inserts", "a bare relay"];
    let seconds = rounds("AZULEJO_SPEED_SECONDS", 1);
    let (mut moves, mut others) = (0.0, [0.0; 3]);
    let turns = if seconds > 1 { 3 } else { 1 };
    for _ in 0..turns {
        let measured = [
            bare::insert_all(url, plans.len(), Inserts::Single, seconds),
            bare::insert_all(url, plans.len(), Inserts::Grouped, seconds),
            relay::frames(url, plans.len(), seconds),
        ];
        for ((speed, what), sum) in measured.iter().zip(NAMES).zip(&mut others) {
            tell(&format!("{name}: {what} {speed}"));
            assert!(speed.a_second > 0.0, "{what}");
            *sum += speed.a_second;
        }
        let speed = real(plans, seconds, folder);
        tell(&format!("{name}: moves {speed}"));
        assert!(speed.a_second > 0.0);
        moves += speed.a_second;
    }
    for (what, sum) in NAMES.iter().zip(others) {
        let share = 100.0 * moves / sum;
        tell(&format!("{name}: moves reach {share:.0} % of {what}"));
    }
}

#[test]
fn moves_beside_bare_inserts_on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let bare_file = folder.path().join("bare.db");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let url = bare_file.display().to_string();
    compare("SQLite", &url, &[plan], folder.path());
}

#[test]
fn moves_beside_bare_inserts_on_postgresql() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    compare("PostgreSQL, two nodes", &url, &plans, folder.path());
}
