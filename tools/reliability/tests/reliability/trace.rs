//! What a process asked the system to do, as `strace` tells it.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// What matters about one call of the system.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// Bytes went to a file or a socket.
    Write { to: String, bytes: Vec<u8> },
    /// A file was synced to disk.
    Sync { file: String },
}

/// A call with the places in the trace at which it began and returned.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Traced {
    pub(crate) call: Call,
    pub(crate) begun: usize,
    pub(crate) returned: usize,
}

/// Reads a trace written with `-f -y -xx`. Calls appear when they return.
pub(crate) fn read(path: &Path, each: impl FnMut(Traced)) {
    let file = std::fs::File::open(path).expect("the trace");
    read_lines(BufReader::new(file), each);
}

fn read_lines(lines: impl BufRead, mut each: impl FnMut(Traced)) {
    // A thread's call that another thread's line interrupts is told in two parts.
    let mut unfinished: HashMap<String, (String, usize)> = HashMap::new();
    for (number, line) in lines.lines().enumerate() {
        let line = line.expect("text");
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        let rest = rest.trim_start();
        if let Some(start) = rest.strip_suffix(" <unfinished ...>") {
            unfinished.insert(thread.to_owned(), (start.to_owned(), number));
            continue;
        }
        let (whole, begun) = if rest.starts_with("<... ") {
            let (Some((start, begun)), Some((_, end))) =
                (unfinished.remove(thread), rest.split_once(" resumed>"))
            else {
                continue;
            };
            (start + end, begun)
        } else {
            (rest.to_owned(), number)
        };
        if let Some(call) = parse(&whole) {
            each(Traced {
                call,
                begun,
                returned: number,
            });
        }
    }
}

/// Reads one whole call that succeeded.
fn parse(line: &str) -> Option<Call> {
    let (name, arguments) = line.split_once('(')?;
    let (_, result) = line.rsplit_once("= ")?;
    if result.starts_with('-') {
        return None;
    }
    // The descriptor is followed by what it stands for: 7</data/azulejo.db-wal>.
    let (_, rest) = arguments.split_once('<')?;
    let (file, rest) = rest.split_once('>')?;
    let file = unhex(file);
    match name {
        "fsync" | "fdatasync" => Some(Call::Sync {
            file: String::from_utf8_lossy(&file).into_owned(),
        }),
        "write" | "pwrite64" | "sendto" | "writev" | "sendmsg" => {
            // All quoted parts are what was written, one after the other.
            let mut bytes = Vec::new();
            for part in rest.split('"').skip(1).step_by(2) {
                bytes.extend(unhex(part));
            }
            Some(Call::Write {
                to: String::from_utf8_lossy(&file).into_owned(),
                bytes,
            })
        }
        _ => None,
    }
}

/// Bytes written as `\x2f\x64`; other characters stand for themselves.
fn unhex(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let coded = rest
            .strip_prefix("\\x")
            .and_then(|hex| hex.get(..2))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(byte) = coded {
            bytes.push(byte);
            rest = &rest[4..];
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            bytes.extend(rest[..length].bytes());
            rest = &rest[length..];
        }
    }
    bytes
}

#[test]
fn a_trace_is_read() {
    let text = "\
12 pwrite64(9<\\x2f\\x61-wal>, \"\\x01\\x02\", 2, 0) = 2
13 fdatasync(9<\\x2f\\x61-wal> <unfinished ...>
12 sendto(11<socket:[5]>, \"\\x41\\x63\\x6b\", 3, MSG_NOSIGNAL, NULL, 0) = 3
13 <... fdatasync resumed>) = 0
12 fsync(9<\\x2f\\x61-wal>) = -1 EIO (Input/output error)
";
    let mut calls = Vec::new();
    read_lines(text.as_bytes(), |call| calls.push(call));
    let file = "/a-wal".to_owned();
    let traced = |call, begun, returned| Traced {
        call,
        begun,
        returned,
    };
    assert_eq!(
        calls,
        [
            traced(
                Call::Write {
                    to: file.clone(),
                    bytes: vec![1, 2]
                },
                0,
                0
            ),
            traced(
                Call::Write {
                    to: "socket:[5]".to_owned(),
                    bytes: b"Ack".to_vec()
                },
                2,
                2
            ),
            traced(Call::Sync { file }, 1, 3),
        ]
    );
}
