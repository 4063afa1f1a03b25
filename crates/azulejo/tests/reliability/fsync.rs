//! Every acknowledgement leaves the server after the sync of its commit: seen from outside.
//!
//! `strace` writes down what the server asks the system to do. The id of a command is in the
//! bytes that go to SQLite's log and in those that go to the player; between the two there must
//! be a sync of that log that began after the first and returned before the second.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use crate::rig::{Load, NodePlan, check, count, rounds, tell};
use crate::trace::{Call, read};

/// How a trace is taken: with all bytes of a page, and with the files' names.
const STRACE: [&str; 8] = [
    "strace",
    "-f",
    "-y",
    "-xx",
    "-s",
    "70000",
    "-e",
    "trace=write,pwrite64,sendto,writev,sendmsg,fsync,fdatasync",
];

/// What a trace says about acknowledgements.
#[derive(Default, Debug)]
struct Order {
    acknowledged: u64,
    /// Acknowledged although the log had not been synced since the command was written to it.
    too_early: u64,
}

fn works() -> bool {
    let tried = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .output();
    let works = tried.is_ok_and(|output| output.status.success());
    if !works {
        assert!(
            std::env::var("AZULEJO_REQUIRE_STRACE").as_deref() != Ok("1"),
            "AZULEJO_REQUIRE_STRACE is set, and strace does not work"
        );
        tell("no strace here: the order of syncs and acknowledgements was not tested");
    }
    works
}

/// Plays some moves on a server that is watched, and looks at the order of what it did.
fn watch(forgetful: Option<&'static str>, moves: u64) -> Option<Order> {
    if !works() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace");
    let mut plan = NodePlan::on_folder(&folder.path().join("data"));
    plan.under = STRACE.map(str::to_owned).to_vec();
    plan.under
        .extend(["-o".to_owned(), trace.display().to_string()]);
    plan.forgetful = forgetful;
    let mut node = plan.start();
    let ledger = folder.path().join("ledger");
    let wanted = moves.to_string();
    let options = ["--games", "16", "--moves", &wanted];
    Load::start(&[plan.url()], &ledger, &options).finish();
    stop_traced(node.pid());
    node.wait();
    let order = order_of(&trace);
    // The trace saw every acknowledgement that arrived.
    let (found, _) = check(&ledger, &plan.database);
    assert!(
        order.acknowledged >= count(&found, "acknowledged"),
        "{order:?} {found}"
    );
    Some(order)
}

/// Ends the server below `strace`, which then ends by itself.
fn stop_traced(strace: u32) {
    let children = format!("/proc/{strace}/task/{strace}/children");
    let children = std::fs::read_to_string(children).expect("the processes below strace");
    for child in children.split_whitespace() {
        let told = Command::new("kill").args(["-KILL", child]).status();
        assert!(told.expect("kill runs").success());
    }
}

fn order_of(trace: &Path) -> Order {
    // First the ids: all of one load begin alike.
    let mut beginning: Option<[u8; 8]> = None;
    read(trace, |traced| {
        if let Call::Write { bytes, .. } = &traced.call
            && beginning.is_none()
        {
            beginning = acks(bytes).first().map(first_half);
        }
    });
    let beginning = beginning.expect("some acknowledgements");
    let mut written: HashMap<[u8; 16], usize> = HashMap::new();
    let mut synced = Vec::new();
    let mut order = Order::default();
    read(trace, |traced| match &traced.call {
        Call::Write { to, bytes } if to.ends_with("-wal") => {
            for id in ids(bytes, &beginning) {
                written.entry(id).or_insert(traced.returned);
            }
        }
        Call::Write { bytes, .. } => {
            for id in acks(bytes) {
                order.acknowledged += 1;
                let durable = written.get(&id).is_some_and(|&at| {
                    synced
                        .iter()
                        .any(|&(begun, returned)| begun > at && returned < traced.begun)
                });
                order.too_early += u64::from(!durable);
            }
        }
        Call::Sync { file } => {
            if file.ends_with("-wal") {
                synced.push((traced.begun, traced.returned));
            }
        }
    });
    order
}

fn first_half(id: &[u8; 16]) -> [u8; 8] {
    id[..8].try_into().expect("eight bytes")
}

/// The ids in a page of SQLite's log.
fn ids(bytes: &[u8], beginning: &[u8; 8]) -> Vec<[u8; 16]> {
    bytes
        .windows(16)
        .filter(|window| window.starts_with(beginning))
        .filter_map(|window| window.try_into().ok())
        .collect()
}

/// The ids in acknowledgements among bytes that went to a player.
fn acks(bytes: &[u8]) -> Vec<[u8; 16]> {
    const KEY: &[u8] = b"\"id\":\"";
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, b"{\"t\":\"ack\"") {
        rest = &rest[at + 1..];
        let id = find(rest, KEY)
            .and_then(|at| rest.get(at + KEY.len()..at + KEY.len() + 32))
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u128::from_str_radix(hex, 16).ok());
        found.extend(id.map(u128::to_be_bytes));
    }
    found
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[test]
fn no_acknowledgement_leaves_before_its_commit_is_synced() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200);
    let Some(order) = watch(None, moves) else {
        return;
    };
    tell(&format!("sync before acknowledgement: {order:?}"));
    assert_eq!(order.too_early, 0, "{order:?}");
    assert!(order.acknowledged >= moves, "{order:?}");
}

/// The control: a server that does not sync is found out with every acknowledgement.
#[test]
fn acknowledgements_without_a_sync_are_found_out() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200).min(500);
    let Some(order) = watch(Some("off"), moves) else {
        return;
    };
    tell(&format!("control without syncs: {order:?}"));
    assert!(order.too_early > 0, "a test that cannot fail shows nothing");
    assert_eq!(order.too_early, order.acknowledged, "{order:?}");
}
