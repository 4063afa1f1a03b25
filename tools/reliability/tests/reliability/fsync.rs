//! Whatever tells of a move leaves the server after the sync of its commit: the acknowledgement
//! to whoever made it, and the update to everybody at the table. Seen from outside.
//!
//! `strace` writes down what the server asks the system to do. The id of a command is in the
//! bytes that go to SQLite's log and in those of the acknowledgement; between the two there must
//! be a sync of that log that began after the first and returned before the second. An update
//! names no command, but the place of its move in the log, which the acknowledgement gives too.

use std::collections::{BTreeMap, HashMap};
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

/// What a trace says about moves and those who hear of them.
#[derive(PartialEq, Eq, Default, Debug)]
struct Order {
    acknowledged: u64,
    /// Acknowledged although the log had not been synced since the command was written to it.
    too_early: u64,
    /// How often somebody at a table was shown a move.
    told: u64,
    /// Shown before the log was synced.
    told_too_early: u64,
}

/// An acknowledgement.
#[derive(PartialEq, Eq, Debug)]
struct Ack {
    game: String,
    id: [u8; 16],
    /// How many events the game has with it.
    next: u32,
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
    // First the ids, of which all of one load begin alike, and which move of a game is whose.
    let mut beginning: Option<[u8; 8]> = None;
    let mut commands: HashMap<String, BTreeMap<u32, [u8; 16]>> = HashMap::new();
    read(trace, |traced| {
        if let Call::Write { bytes, .. } = &traced.call {
            for ack in acks(bytes) {
                beginning.get_or_insert_with(|| first_half(&ack.id));
                commands
                    .entry(ack.game)
                    .or_default()
                    .insert(ack.next, ack.id);
            }
        }
    });
    let beginning = beginning.expect("some acknowledgements");
    let mut written: HashMap<[u8; 16], usize> = HashMap::new();
    let mut synced: Vec<(usize, usize)> = Vec::new();
    let mut order = Order::default();
    read(trace, |traced| match &traced.call {
        Call::Write { to, bytes } if to.ends_with("-wal") => {
            for id in ids(bytes, &beginning) {
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
                order.too_early += u64::from(!durable(&ack.id));
            }
            for (game, ply) in shown_moves(bytes) {
                // The command whose events begin there: the first one with more events than that.
                let command = commands
                    .get(&game)
                    .and_then(|commands| commands.range(ply + 1..).next());
                // What was never acknowledged is no promise; the last moves of a load may be so.
                if let Some((_, id)) = command {
                    order.told += 1;
                    order.told_too_early += u64::from(!durable(id));
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

/// The ids in a page of SQLite's log.
fn ids(bytes: &[u8], beginning: &[u8; 8]) -> Vec<[u8; 16]> {
    bytes
        .windows(16)
        .filter(|window| window.starts_with(beginning))
        .filter_map(|window| window.try_into().ok())
        .collect()
}

/// The acknowledgements among bytes that went to a player.
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

/// The moves in updates among bytes that went to somebody at a table: game and place in the log.
fn shown_moves(bytes: &[u8]) -> Vec<(String, u32)> {
    let read = |frame: &[u8]| {
        let game = text_after(frame, b"\"game\":\"", |byte| byte != b'"')?;
        // The first step is what somebody did; what follows from it comes after.
        let steps = &frame[find(frame, b"\"steps\":[{")?..];
        let kind = text_after(steps, b"\"kind\":\"", |byte| byte != b'"')?;
        let ply = number_after(steps, b"\"ply\":")?;
        (kind == "moved").then_some((game, ply))
    };
    let frames = frames(bytes, b"{\"t\":\"update\"").into_iter();
    frames.filter_map(read).collect()
}

/// The rest of the bytes from each frame on that begins so.
fn frames<'a>(bytes: &'a [u8], beginning: &[u8]) -> Vec<&'a [u8]> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, beginning) {
        found.push(&rest[at..]);
        rest = &rest[at + 1..];
    }
    found
}

fn text_after(bytes: &[u8], key: &[u8], goes_on: fn(u8) -> bool) -> Option<String> {
    let value = &bytes[find(bytes, key)? + key.len()..];
    let end = value.iter().position(|&byte| !goes_on(byte))?;
    String::from_utf8(value[..end].to_vec()).ok()
}

fn number_after(bytes: &[u8], key: &[u8]) -> Option<u32> {
    let digits = text_after(bytes, key, |byte| byte.is_ascii_digit())?;
    digits.parse().ok()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[test]
fn nobody_hears_of_a_move_before_its_commit_is_synced() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200);
    let Some(order) = watch(None, moves) else {
        return;
    };
    tell(&format!(
        "sync before acknowledgement and update: {order:?}"
    ));
    assert_eq!((order.too_early, order.told_too_early), (0, 0), "{order:?}");
    assert!(order.acknowledged >= moves, "{order:?}");
    // Two are at each table; at the end the load goes without waiting for the last updates.
    assert!(order.told >= order.acknowledged, "{order:?}");
}

/// The control: a server that does not sync is found out with every word.
#[test]
fn words_without_a_sync_are_found_out() {
    let moves = rounds("AZULEJO_TRACED_MOVES", 200).min(500);
    let Some(order) = watch(Some("off"), moves) else {
        return;
    };
    tell(&format!("control without syncs: {order:?}"));
    assert!(order.too_early > 0, "a test that cannot fail shows nothing");
    assert_eq!(order.too_early, order.acknowledged, "{order:?}");
    assert!(order.told >= order.acknowledged, "{order:?}");
    assert_eq!(order.told_too_early, order.told, "{order:?}");
}

/// The control for those at the table alone: a server that syncs before it acknowledges, and shows
/// the move to the others a moment too early.
#[test]
fn an_update_before_the_sync_is_found_out() {
    let id: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;
    let shown =
        br#"{"t":"update","game":"abc","steps":[{"ply":7,"at":1,"what":{"kind":"moved"}}]}"#;
    let ack = format!(r#"{{"t":"ack","game":"abc","id":"{id:032x}","ply":8}}"#);
    let coded = |bytes: &[u8]| {
        let each = bytes.iter().map(|byte| format!("\\x{byte:02x}"));
        each.collect::<String>()
    };
    let log = "9</data/azulejo.db-wal>";
    let write = format!(
        "1 pwrite64({log}, \"{}\", 16, 0) = 16",
        coded(&id.to_be_bytes())
    );
    let sync = format!("1 fdatasync({log}) = 0");
    let send = |bytes: &[u8]| format!("1 sendto(11<socket:[5]>, \"{}\", 9, 0) = 9", coded(bytes));
    let (update, ack) = (send(shown), send(ack.as_bytes()));
    let order = |lines: [&String; 4]| {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = folder.path().join("trace");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&trace, text).expect("written");
        order_of(&trace)
    };
    let right = Order {
        acknowledged: 1,
        told: 1,
        ..Order::default()
    };
    assert_eq!(order([&write, &sync, &update, &ack]), right);
    let hasty = Order {
        told_too_early: 1,
        ..right
    };
    assert_eq!(order([&write, &update, &sync, &ack]), hasty);
}
