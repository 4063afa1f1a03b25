//! Killed servers, concurrent moves for one ply, and retried commands: on SQLite, and on PostgreSQL
//! with two nodes.

use std::path::Path;
use std::time::{Duration, Instant};

use azulejo_testkit_postgres::PostgresServer;
use serde_json::Value;

use crate::harness::{Load, NodePlan, Random, assert_nothing_lost, check, count, rounds, tell};

/// The size of about forty moves in a ledger.
const MOVES: u64 = 5_000;

const PLAYERS: [&str; 3] = ["--games", "32", "--reconnect"];

fn two_nodes(database: &PostgresServer) -> [NodePlan; 2] {
    let url = database.url("postgres");
    [NodePlan::on_database(&url), NodePlan::on_database(&url)]
}

fn urls(plans: &[NodePlan]) -> Vec<String> {
    plans.iter().map(NodePlan::url).collect()
}

/// Repeatedly kills all nodes while games are played.
fn kill_all(name: &str, plans: &[NodePlan], kills: u64, folder: &Path) -> Value {
    let mut random = Random::new(kills);
    let mut nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let ledger = folder.join("ledger");
    let mut load = Load::start(&urls(plans), &ledger, &PLAYERS);
    for kill in 1..=kills {
        load.wait_for_moves(MOVES);
        random.wait(0, 400);
        for node in &mut nodes {
            node.kill();
        }
        nodes = plans.iter().map(NodePlan::start).collect();
        if kill % 20 == 0 {
            tell(&format!("{name}: {kill} of {kills} kills"));
        }
    }
    load.wait_for_moves(MOVES);
    let measured = load.stop();
    drop(nodes);
    assert_eq!(measured["went_back"], 0, "{measured}");
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!(
        "{name}: {kills} kills: {found}\n  load: {measured}"
    ));
    found
}

#[test]
fn killed_servers_lose_nothing_on_sqlite() {
    let kills = rounds("AZULEJO_KILLS", 3);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let found = kill_all("kill, SQLite", &[plan], kills, folder.path());
    assert!(count(&found, "acknowledged") >= 30 * kills, "{found}");
}

#[test]
fn killed_servers_lose_nothing_on_postgresql() {
    let kills = rounds("AZULEJO_KILLS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plans = two_nodes(&database);
    kill_all("kill, PostgreSQL, two nodes", &plans, kills, folder.path());
}

/// Kills each of two nodes in turn; players fail over to the other.
#[test]
fn surviving_node_continues_games() {
    let deaths = rounds("AZULEJO_NODE_DEATHS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plans = two_nodes(&database);
    let mut random = Random::new(deaths);
    let mut nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    for dying in [1, 0] {
        let times = (deaths + dying as u64) / 2;
        let ledger = folder.path().join(format!("ledger-{dying}"));
        let mut load = Load::start(&urls(&plans), &ledger, &PLAYERS);
        for death in 1..=times {
            load.wait_for_moves(MOVES);
            random.wait(0, 500);
            nodes[dying].kill();
            // Games continue on the other node.
            load.wait_for_moves(MOVES);
            nodes[dying] = plans[dying].start();
            if death % 10 == 0 {
                tell(&format!("node {dying} of two: {death} of {times} deaths"));
            }
        }
        let measured = load.stop();
        // Players on the surviving node keep their sockets.
        let lost_at = |node: usize| measured["lost_at"][plans[node].url()].as_u64();
        assert_eq!(lost_at(1 - dying), None, "{measured}");
        if times > 0 {
            assert!(lost_at(dying).is_some_and(|lost| lost > 0), "{measured}");
        }
        let found = assert_nothing_lost(&ledger, &plans[0].database);
        tell(&format!(
            "node {dying} of two: {times} deaths: {found}\n  load: {measured}"
        ));
    }
}

#[test]
fn killed_postgresql_loses_nothing_and_games_resume() {
    let kills = rounds("AZULEJO_DATABASE_KILLS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ledger = folder.path().join("ledger");
    let plans = two_nodes(&database);
    let mut random = Random::new(kills);
    let nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let mut load = Load::start(&urls(&plans), &ledger, &PLAYERS);
    let mut longest = Duration::ZERO;
    for kill in 1..=kills {
        load.wait_for_moves(MOVES);
        random.wait(0, 400);
        database.kill();
        database.restart();
        let restarted = Instant::now();
        load.wait_for_moves(MOVES);
        longest = longest.max(restarted.elapsed());
        if kill % 10 == 0 {
            tell(&format!("database: {kill} of {kills} kills"));
        }
    }
    let measured = load.stop();
    drop(nodes);
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!(
        "database: {kills} kills, play resumed within {:.1} s of a restart: {found}\n  load: \
         {measured}",
        longest.as_secs_f64()
    ));
}

/// Several tabs of a player send different moves for the same ply: exactly one is accepted.
fn race(name: &str, plans: &[NodePlan], races: u64, folder: &Path) {
    let nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let ledger = folder.join("ledger");
    let moves = races.to_string();
    let options = ["--games", "8", "--race", "8", "--moves", &moves];
    let measured = Load::start(&urls(plans), &ledger, &options).finish();
    drop(nodes);
    assert!(count(&measured, "races") >= races * 9 / 10, "{measured}");
    assert_eq!(measured["undecided_races"], 0, "{measured}");
    let refused = measured["refused"].as_object().expect("refusals by code");
    // Losing moves are refused with `stale`, which is not counted, or `ended`.
    assert!(refused.keys().all(|code| code == "ended"), "{measured}");
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!("{name}: {found}\n  load: {measured}"));
}

#[test]
fn concurrent_moves_for_one_ply_accept_one_on_sqlite() {
    let races = rounds("AZULEJO_RACES", 300);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    race("races, SQLite", &[plan], races, folder.path());
}

#[test]
fn concurrent_moves_for_one_ply_accept_one_on_two_nodes() {
    let races = rounds("AZULEJO_RACES", 300);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plans = two_nodes(&database);
    race("races, PostgreSQL, two nodes", &plans, races, folder.path());
}

/// Every command is sent five times over two sockets, and some again after the server was killed.
fn retry(name: &str, plans: &[NodePlan], retries: u64, folder: &Path) {
    let mut nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let ledger = folder.join("ledger");
    let options = ["--games", "8", "--repeat", "4", "--reconnect"];
    let mut load = Load::start(&urls(plans), &ledger, &options);
    // The number of restarts is independent of the number of retries.
    for _ in 0..3 {
        load.wait_for_moves(MOVES / 2);
        for node in &mut nodes {
            node.kill();
        }
        nodes = plans.iter().map(NodePlan::start).collect();
    }
    // Each command has four retries and takes less than 140 bytes in the ledger.
    load.wait_for_moves(retries / 4 * 140);
    let measured = load.stop();
    drop(nodes);
    assert!(count(&measured, "repeated") >= retries, "{measured}");
    assert!(count(&measured, "repeated_alike") > 0, "{measured}");
    assert_eq!(measured["repeated_otherwise"], 0, "{measured}");
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!("{name}: {found}\n  load: {measured}"));
}

#[test]
fn retried_commands_get_the_same_reply_on_sqlite() {
    let retries = rounds("AZULEJO_RETRIES", 2_400);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    retry("retries, SQLite", &[plan], retries, folder.path());
}

#[test]
fn retried_commands_get_the_same_reply_on_two_nodes() {
    let retries = rounds("AZULEJO_RETRIES", 2_400);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plans = two_nodes(&database);
    retry(
        "retries, PostgreSQL, two nodes",
        &plans,
        retries,
        folder.path(),
    );
}

/// Negative control: the check detects differences between the ledger and the database.
#[test]
fn check_detects_forged_ledger() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let ledger = folder.path().join("ledger");
    let node = plan.start();
    let options = ["--games", "4", "--moves", "100"];
    Load::start(&[plan.url()], &ledger, &options).finish();
    drop(node);
    assert_nothing_lost(&ledger, &plan.database);
    let text = std::fs::read_to_string(&ledger).expect("the ledger");
    let forged = |change: &dyn Fn(&str) -> Option<String>| {
        let mut changed = 0;
        let lines: Vec<_> = text
            .lines()
            .map(|line| match change(line).filter(|_| changed == 0) {
                Some(other) => {
                    changed += 1;
                    other
                }
                None => line.to_owned(),
            })
            .collect();
        assert_eq!(changed, 1, "no line to forge");
        let path = folder.path().join("forged");
        std::fs::write(&path, lines.join("\n") + "\n").expect("written");
        check(&path, &plan.database)
    };
    // A move at another ply.
    let (found, consistent) = forged(&|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let ply: u32 = fields
            .get(3)
            .filter(|_| fields[0] == "move")?
            .parse()
            .ok()?;
        Some(line.replacen(&format!("\t{ply}\t"), &format!("\t{}\t", ply + 1), 1))
    });
    assert!(
        !consistent && count(&found, "reordered") + count(&found, "lost") > 0,
        "{found}"
    );
    // A move that was never sent.
    let (found, consistent) = forged(&|line| {
        line.starts_with("move\t")
            .then(|| "refused\tg\ti\tx".to_owned())
    });
    assert!(!consistent && count(&found, "doubled") == 1, "{found}");
    // A move that was refused, but applied.
    let (found, consistent) = forged(&|line| {
        let rest = line.strip_prefix("ack\t")?;
        let (rest, _) = rest.rsplit_once('\t')?;
        Some(format!("refused\t{rest}\tillegal"))
    });
    assert!(
        !consistent && count(&found, "refused_but_done") == 1,
        "{found}"
    );
}
