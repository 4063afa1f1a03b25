//! The tables of `docs/hosting.md`.

use std::fmt::Write as _;
use std::time::Duration;

use super::{
    BOTS, DEFAULT, EXCEPTIONS, FrameKind, KIB, MIB, REPLAYS, ResponsePool, RouteBounds, SOCKET,
};
use crate::http::openapi::PAGES;
use crate::http::rate_limits::Action;

/// Returns the tables of all bounds in Markdown.
#[must_use]
pub fn documentation() -> String {
    [routes(), work(), rates(), sockets(), frames()].join("\n")
}

fn routes() -> String {
    let mut table = heading(&[
        "Request",
        "body",
        "time to send it",
        "time to respond",
        "response",
        "time to read it",
        "open at once",
    ]);
    row(&mut table, &route("every other route", &DEFAULT));
    for (method, path, bounds) in EXCEPTIONS {
        let name = match *path == PAGES.path {
            true => "pages and files of the web client".to_owned(),
            false => format!("`{method} {path}`"),
        };
        row(&mut table, &route(&name, bounds));
    }
    let exceeded = [
        "beyond the bound",
        "413 `malformed`",
        "408 `malformed`",
        "503 `unavailable`",
        "503 `unavailable`; a stream is cut off",
        "disconnected",
        "429 `too_fast`",
    ];
    row(&mut table, &exceeded.map(str::to_owned));
    table
}

fn route(name: &str, bounds: &RouteBounds) -> [String; 7] {
    let open = |pool: ResponsePool| {
        let (per_address, total) = (pool.per_address(), pool.total());
        let (crowded, half) = (pool.crowded_per_address(), total / 2);
        format!("{per_address} per address, {crowded} once {half} are open; {total} in total")
    };
    [
        name.to_owned(),
        bytes(bounds.body_bytes),
        time(bounds.body_time),
        time(bounds.handle_time),
        bytes(bounds.response_bytes),
        time(bounds.read_time),
        bounds.open.map_or("as connections".to_owned(), open),
    ]
}

fn work() -> String {
    let mut table = heading(&["Work", "at once", "each at most"]);
    let steps = format!(
        "{} steps, sent in chunks of {}",
        number(REPLAYS.steps as u64),
        bytes(REPLAYS.chunk_bytes)
    );
    row(
        &mut table,
        &["replay".to_owned(), REPLAYS.workers.to_string(), steps],
    );
    let search = format!(
        "{}; {} per player and minute",
        time(BOTS.search_time),
        time(BOTS.thinking_time)
    );
    row(
        &mut table,
        &[
            "move or hint of a bot".to_owned(),
            "one per processor, 4 at most".to_owned(),
            search,
        ],
    );
    let waiting = format!(
        "{} per player, {} per address, {} in total",
        BOTS.queue_per_player,
        BOTS.queue_per_address,
        number(BOTS.queue as u64)
    );
    row(
        &mut table,
        &[
            "waiting for a bot's thread".to_owned(),
            waiting,
            "–".to_owned(),
        ],
    );
    table
}

fn rates() -> String {
    let mut table = heading(&["Rate", "per", "at once", "then"]);
    for action in Action::ALL {
        let (burst, refill_ms) = action.rate();
        row(
            &mut table,
            &[
                action.words().to_owned(),
                action.owner().to_owned(),
                number(burst.into()),
                pace(refill_ms),
            ],
        );
    }
    table
}

fn sockets() -> String {
    let mut table = heading(&["WebSocket", "Limit", "beyond it"]);
    let rows = [
        (
            "frames from the client",
            format!("{} at once, then {}", SOCKET.burst, pace(SOCKET.refill_ms)),
            "closed, 1008",
        ),
        (
            "malformed frames",
            SOCKET.malformed.to_string(),
            "closed, 1008",
        ),
        (
            "games watched",
            SOCKET.watched.to_string(),
            "refused, `too_many`",
        ),
        (
            "unread frames",
            format!("{}, {}", SOCKET.outbox_frames, bytes(SOCKET.outbox_bytes)),
            "closed, 1013",
        ),
        (
            "time to write a frame",
            time(SOCKET.send_time),
            "closed, 1013",
        ),
        (
            "silence, pongs included",
            time(SOCKET.silence),
            "closed, 1000",
        ),
    ];
    for (name, limit, beyond) in rows {
        row(&mut table, &[name.to_owned(), limit, beyond.to_owned()]);
    }
    table
}

fn frames() -> String {
    let mut table = heading(&["Frame", "bytes", "rate"]);
    for kind in FrameKind::ALL {
        let bounds = kind.bounds();
        let rate = bounds.rate.map_or("that of the socket", Action::words);
        row(
            &mut table,
            &[
                format!("`{}`", kind.tag()),
                number(bounds.bytes as u64),
                rate.to_owned(),
            ],
        );
    }
    let beyond = ["beyond the bound", "closed, 1009", "refused, `too_fast`"];
    row(&mut table, &beyond.map(str::to_owned));
    table
}

fn heading(names: &[&str]) -> String {
    let mut table = format!("| {} |\n", names.join(" | "));
    let rules: Vec<_> = names.iter().map(|_| "---").collect();
    writeln!(table, "| {} |", rules.join(" | ")).expect("a string grows");
    table
}

fn row(table: &mut String, cells: &[String]) {
    writeln!(table, "| {} |", cells.join(" | ")).expect("a string grows");
}

fn bytes(bytes: usize) -> String {
    match bytes {
        _ if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        _ => format!("{} KiB", bytes / KIB),
    }
}

fn time(time: Duration) -> String {
    match time.as_secs() {
        60 => "1 minute".to_owned(),
        seconds if seconds > 60 && seconds.is_multiple_of(60) => {
            format!("{} minutes", seconds / 60)
        }
        seconds => format!("{seconds} s"),
    }
}

/// Returns a refill rate in words.
fn pace(refill_ms: u64) -> String {
    match refill_ms {
        1_000 => "one a second".to_owned(),
        60_000 => "one a minute".to_owned(),
        ms if ms < 1_000 => format!("{} a second", 1_000 / ms),
        ms if ms.is_multiple_of(60_000) => format!("one every {} minutes", ms / 60_000),
        ms => format!("one every {} s", ms / 1_000),
    }
}

/// Formats a number with thousands separators.
fn number(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}
