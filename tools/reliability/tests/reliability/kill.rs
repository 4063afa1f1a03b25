//! Servers that are killed in the middle, races for a ply and commands sent again and again:
//! on SQLite, and on PostgreSQL with two nodes.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::rig::{Load, NodePlan, Random, assert_nothing_lost, check, count, rounds, tell};

pub(crate) use crate::support::postgres;
use postgres::PostgresServer;

/// What a ledger grows by with some forty moves.
const MOVES: u64 = 5_000;

const PLAYERS: [&str; 3] = ["--games", "32", "--reconnect"];

fn two_nodes(database: &PostgresServer) -> [NodePlan; 2] {
    let url = database.url("postgres");
    [NodePlan::on_database(&url), NodePlan::on_database(&url)]
}

fn urls(plans: &[NodePlan]) -> Vec<String> {
    plans.iter().map(NodePlan::url).collect()
}

/// Kills all nodes at once, again and again, while games go on.
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
    let folder = tempfile::tempdir().expect("a folder");
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
    let folder = tempfile::tempdir().expect("a folder");
    let plans = two_nodes(&database);
    kill_all("kill, PostgreSQL, two nodes", &plans, kills, folder.path());
}

/// Of two nodes one dies, and then the other; players go to the one that is left.
#[test]
fn when_one_of_two_nodes_dies_the_other_goes_on() {
    let deaths = rounds("AZULEJO_NODE_DEATHS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
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
            // The games go on while it is gone.
            load.wait_for_moves(MOVES);
            nodes[dying] = plans[dying].start();
            if death % 10 == 0 {
                tell(&format!("node {dying} of two: {death} of {times} deaths"));
            }
        }
        let measured = load.stop();
        // Half of the players are at each node; those of the other one noticed nothing.
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

/// The database itself is killed and comes back.
#[test]
fn when_postgresql_is_killed_nothing_is_lost_and_games_go_on() {
    let kills = rounds("AZULEJO_DATABASE_KILLS", 2);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
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
        let back = Instant::now();
        load.wait_for_moves(MOVES);
        longest = longest.max(back.elapsed());
        if kill % 10 == 0 {
            tell(&format!("database: {kill} of {kills} kills"));
        }
    }
    let measured = load.stop();
    drop(nodes);
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!(
        "database: {kills} kills, moves again at most {:.1} s after it was back: {found}\n  load: \
         {measured}",
        longest.as_secs_f64()
    ));
}

/// Several tabs of a player send different moves for the same ply: one is accepted.
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
    // Losers are told `stale`, which is not counted, or that the game is over by then.
    assert!(refused.keys().all(|code| code == "ended"), "{measured}");
    let found = assert_nothing_lost(&ledger, &plans[0].database);
    tell(&format!("{name}: {found}\n  load: {measured}"));
}

#[test]
fn of_several_moves_for_one_ply_one_is_accepted_on_sqlite() {
    let races = rounds("AZULEJO_RACES", 300);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    race("races, SQLite", &[plan], races, folder.path());
}

#[test]
fn of_several_moves_for_one_ply_one_is_accepted_on_two_nodes() {
    let races = rounds("AZULEJO_RACES", 300);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let plans = two_nodes(&database);
    race("races, PostgreSQL, two nodes", &plans, races, folder.path());
}

/// Every command is sent five times, over two sockets, and some again after the server died.
fn repeat(name: &str, plans: &[NodePlan], retries: u64, folder: &Path) {
    let mut nodes: Vec<_> = plans.iter().map(NodePlan::start).collect();
    let ledger = folder.join("ledger");
    let options = ["--games", "8", "--repeat", "4", "--reconnect"];
    let mut load = Load::start(&urls(plans), &ledger, &options);
    // A few restarts in the middle, however many retries there are.
    for _ in 0..3 {
        load.wait_for_moves(MOVES / 2);
        for node in &mut nodes {
            node.kill();
        }
        nodes = plans.iter().map(NodePlan::start).collect();
    }
    // Each is sent four times more, and takes less than this in the ledger.
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
fn a_command_sent_again_is_answered_alike_on_sqlite() {
    let retries = rounds("AZULEJO_RETRIES", 2_400);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    repeat("retries, SQLite", &[plan], retries, folder.path());
}

#[test]
fn a_command_sent_again_is_answered_alike_on_two_nodes() {
    let retries = rounds("AZULEJO_RETRIES", 2_400);
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let plans = two_nodes(&database);
    repeat(
        "retries, PostgreSQL, two nodes",
        &plans,
        retries,
        folder.path(),
    );
}

/// The control: acknowledgements of moves that are not there are found out.
#[test]
fn a_ledger_that_promises_more_than_is_there_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
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
        assert_eq!(changed, 1, "nothing to change");
        let path = folder.path().join("forged");
        std::fs::write(&path, lines.join("\n") + "\n").expect("written");
        check(&path, &plan.database)
    };
    // A move that the server is said to have taken elsewhere than it did.
    let (found, good) = forged(&|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let ply: u32 = fields
            .get(3)
            .filter(|_| fields[0] == "move")?
            .parse()
            .ok()?;
        Some(line.replacen(&format!("\t{ply}\t"), &format!("\t{}\t", ply + 1), 1))
    });
    assert!(
        !good && count(&found, "reordered") + count(&found, "lost") > 0,
        "{found}"
    );
    // A move that nobody admits to have sent.
    let (found, good) = forged(&|line| {
        line.starts_with("move\t")
            .then(|| "refused\tg\ti\tx".to_owned())
    });
    assert!(!good && count(&found, "doubled") == 1, "{found}");
    // A move that was refused, and done all the same.
    let (found, good) = forged(&|line| {
        let rest = line.strip_prefix("ack\t")?;
        let (rest, _) = rest.rsplit_once('\t')?;
        Some(format!("refused\t{rest}\tillegal"))
    });
    assert!(!good && count(&found, "refused_but_done") == 1, "{found}");
}
