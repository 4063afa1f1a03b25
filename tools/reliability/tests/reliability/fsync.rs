//! Durability order, observed with `strace`: acknowledgements and updates leave the server only
//! after the sync of the move's commit.
//!
//! A command's id appears in the bytes written to SQLite's WAL and in the acknowledgement. Between
//! these two writes, a sync of the WAL must begin and return. An update contains no command id, but
//! the ply of its move, which the acknowledgement contains too.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;

use crate::harness::{Load, NodePlan, check, count, rounds, tell};
use crate::trace::{Call, read};

/// The `strace` command line: logs complete pages and file names.
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

/// The number of announcements of moves in a trace, and of those sent before the sync.
#[derive(PartialEq, Eq, Default, Debug)]
struct SyncOrder {
    acknowledged: u64,
    /// Acknowledgements sent before the WAL was synced.
    acknowledged_early: u64,
    /// Updates that contain a move, one per receiving player.
    updates: u64,
    /// Updates sent before the WAL was synced.
    updates_early: u64,
}

/// An acknowledgement.
#[derive(PartialEq, Eq, Debug)]
struct Ack {
    game: String,
    id: [u8; 16],
    /// The number of events in the game's log, including this command's.
    next: u32,
}

fn strace_works() -> bool {
    let tried = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .output();
    let works = tried.is_ok_and(|output| output.status.success());
    if !works {
        assert!(
            std::env::var("AZULEJO_REQUIRE_STRACE").as_deref() != Ok("1"),
            "AZULEJO_REQUIRE_STRACE is set, but strace does not work"
        );
        tell("skipped: strace is not available");
    }
    works
}

/// Plays moves on a traced server and analyses the trace. Returns `None` without `strace`.
fn trace_moves(unsynced: Option<&'static str>, moves: u64) -> Option<SyncOrder> {
    if !strace_works() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("trace");
    let mut plan = NodePlan::on_folder(&folder.path().join("data"));
    plan.wrapper = STRACE.map(str::to_owned).to_vec();
    plan.wrapper
        .extend(["-o".to_owned(), trace.display().to_string()]);
    plan.unsynced = unsynced;
    let mut node = plan.start();
    let ledger = folder.path().join("ledger");
    let wanted = moves.to_string();
    let options = ["--games", "16", "--moves", &wanted];
    Load::start(&[plan.url()], &ledger, &options).finish();
    stop_traced(node.pid());
    node.wait();
    let order = order_of(&trace);
    // The trace contains every acknowledgement that arrived.
    let (found, _) = check(&ledger, &plan.database);
    assert!(
        order.acknowledged >= count(&found, "acknowledged"),
        "{order:?} {found}"
    );
    Some(order)
}

/// Kills the server under `strace`, which then exits.
fn stop_traced(strace: u32) {
    let children = format!("/proc/{strace}/task/{strace}/children");
    let children = std::fs::read_to_string(children).expect("the child processes of strace");
    for child in children.split_whitespace() {
        let signalled = Command::new("kill").args(["-KILL", child]).status();
        assert!(signalled.expect("kill runs").success());
    }
}

fn order_of(trace: &Path) -> SyncOrder {
    // First pass: the common prefix of all command ids, and the command of each move.
    let mut prefix: Option<[u8; 8]> = None;
    let mut commands: HashMap<String, BTreeMap<u32, [u8; 16]>> = HashMap::new();
    read(trace, |traced| {
        if let Call::Write { bytes, .. } = &traced.call {
            for ack in acks(bytes) {
                prefix.get_or_insert_with(|| first_half(&ack.id));
                commands
                    .entry(ack.game)
                    .or_default()
                    .insert(ack.next, ack.id);
            }
        }
    });
    let prefix = prefix.expect("acknowledgements in the trace");
    let mut written: HashMap<[u8; 16], usize> = HashMap::new();
    let mut synced: Vec<(usize, usize)> = Vec::new();
    let mut order = SyncOrder::default();
    read(trace, |traced| match &traced.call {
        Call::Write { to, bytes } if to.ends_with("-wal") => {
            for id in ids(bytes, &prefix) {
                written.entry(id).or_insert(traced.returned);
            }
        }
        Call::Write { bytes, .. } => {
            let durable = |id: &[u8; 16]| {
                written.get(id).is_some_and(|&at| {
                    synced
                        .iter()
                        .any(|&(begun, returned)| begun > at && returned < traced.begun)
                })
            };
            for ack in acks(bytes) {
                order.acknowledged += 1;
                order.acknowledged_early += u64::from(!durable(&ack.id));
            }
            for (game, ply) in updated_moves(bytes) {
                // The command of this event: the first whose acknowledged count exceeds the ply.
                let command = commands
                    .get(&game)
                    .and_then(|commands| commands.range(ply + 1..).next());
                // The last moves of a load may have no acknowledgement; these are skipped.
                if let Some((_, id)) = command {
                    order.updates += 1;
                    order.updates_early += u64::from(!durable(id));
                }
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

/// Returns the command ids in a page of the WAL.
fn ids(bytes: &[u8], prefix: &[u8; 8]) -> Vec<[u8; 16]> {
    bytes
        .windows(16)
        .filter(|window| window.starts_with(prefix))
        .filter_map(|window| window.try_into().ok())
        .collect()
}

/// Returns the acknowledgements in bytes sent over a socket.
fn acks(bytes: &[u8]) -> Vec<Ack> {
    let read = |frame: &[u8]| {
        let id = text_after(frame, b"\"id\":\"", |byte| byte != b'"')?;
        Some(Ack {
            game: text_after(frame, b"\"game\":\"", |byte| byte != b'"')?,
            id: u128::from_str_radix(&id, 16).ok()?.to_be_bytes(),
            next: number_after(frame, b"\"ply\":")?,
        })
    };
    let frames = frames(bytes, b"{\"t\":\"ack\"").into_iter();
    frames.filter_map(read).collect()
}

/// Returns the game and ply of each move in updates among bytes sent over a socket.
fn updated_moves(bytes: &[u8]) -> Vec<(String, u32)> {
    let read = |frame: &[u8]| {
        let game = text_after(frame, b"\"game\":\"", |byte| byte != b'"')?;
        // The first step is the player's action; its consequences follow.
        let steps = &frame[find(frame, b"\"steps\":[{")?..];
        let kind = text_after(steps, b"\"kind\":\"", |byte| byte != b'"')?;
        let ply = number_after(steps, b"\"ply\":")?;
        (kind == "moved").then_some((game, ply))
    };
    let frames = frames(bytes, b"{\"t\":\"update\"").into_iter();
    frames.filter_map(read).collect()
}

/// Returns, for each frame with this prefix, the bytes from its start on.
fn frames<'a>(bytes: &'a [u8], prefix: &[u8]) -> Vec<&'a [u8]> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, prefix) {
        found.push(&rest[at..]);
        rest = &rest[at + 1..];
    }
    found
}

fn text_after(bytes: &[u8], key: &[u8], accepts: fn(u8) -> bool) -> Option<String> {
    let value = &bytes[find(bytes, key)? + key.len()..];
    let end = value.iter().position(|&byte| !accepts(byte))?;
    String::from_utf8(value[..end].to_vec()).ok()
}

fn number_after(bytes: &[u8], key: &[u8]) -> Option<u32> {
    let digits = text_after(bytes, key, |byte| byte.is_ascii_digit())?;
    digits.parse().ok()
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes
        .windows(pattern.len())
        .position(|window| window == pattern)
}

#[test]
fn moves_are_announced_only_after_sync() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200);
    let Some(order) = trace_moves(None, moves) else {
        return;
    };
    tell(&format!(
        "sync before acknowledgement and update: {order:?}"
    ));
    assert_eq!(
        (order.acknowledged_early, order.updates_early),
        (0, 0),
        "{order:?}"
    );
    assert!(order.acknowledged >= moves, "{order:?}");
    // Each game has two players; the load exits without waiting for the last updates.
    assert!(order.updates >= order.acknowledged, "{order:?}");
}

/// Negative control: every announcement of a server that never syncs is early.
#[test]
fn detects_announcements_without_sync() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200).min(500);
    let Some(order) = trace_moves(Some("off"), moves) else {
        return;
    };
    tell(&format!("control without syncs: {order:?}"));
    assert!(
        order.acknowledged_early > 0,
        "the negative control detected nothing"
    );
    assert_eq!(order.acknowledged_early, order.acknowledged, "{order:?}");
    assert!(order.updates >= order.acknowledged, "{order:?}");
    assert_eq!(order.updates_early, order.updates, "{order:?}");
}

/// Negative control: a server that syncs before the acknowledgement, but after the update.
#[test]
fn detects_update_before_sync() {
    let id: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;
    let update =
        br#"{"t":"update","game":"abc","steps":[{"ply":7,"at":1,"what":{"kind":"moved"}}]}"#;
    let ack = format!(r#"{{"t":"ack","game":"abc","id":"{id:032x}","ply":8}}"#);
    let hex = |bytes: &[u8]| {
        let each = bytes.iter().map(|byte| format!("\\x{byte:02x}"));
        each.collect::<String>()
    };
    let log = "9</data/azulejo.db-wal>";
    let write = format!(
        "1 pwrite64({log}, \"{}\", 16, 0) = 16",
        hex(&id.to_be_bytes())
    );
    let sync = format!("1 fdatasync({log}) = 0");
    let send = |bytes: &[u8]| format!("1 sendto(11<socket:[5]>, \"{}\", 9, 0) = 9", hex(bytes));
    let (update, ack) = (send(update), send(ack.as_bytes()));
    let order = |lines: [&String; 4]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let trace = folder.path().join("trace");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&trace, text).expect("written");
        order_of(&trace)
    };
    let correct = SyncOrder {
        acknowledged: 1,
        updates: 1,
        ..SyncOrder::default()
    };
    assert_eq!(order([&write, &sync, &update, &ack]), correct);
    let early = SyncOrder {
        updates_early: 1,
        ..correct
    };
    assert_eq!(order([&write, &update, &sync, &ack]), early);
}
