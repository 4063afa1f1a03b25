//! A parser for the output of `strace`.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A system call that is relevant to durability.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// A write to a file or a socket.
    Write { to: String, bytes: Vec<u8> },
    /// A sync of a file to disk.
    Sync { file: String },
}

/// A call with the line numbers of its start and its return.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Traced {
    pub(crate) call: Call,
    pub(crate) begun: usize,
    pub(crate) returned: usize,
}

/// Reads a trace written with `-f -y -xx`. Calls are passed on in the order of their returns.
pub(crate) fn read(path: &Path, each: impl FnMut(Traced)) {
    let file = std::fs::File::open(path).expect("the trace");
    read_lines(BufReader::new(file), each);
}

fn read_lines(lines: impl BufRead, mut each: impl FnMut(Traced)) {
    // A call interrupted by a line of another thread is split into two lines.
    let mut unfinished: HashMap<String, (String, usize)> = HashMap::new();
    for (number, line) in lines.lines().enumerate() {
        let line = line.expect("UTF-8 text");
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        let rest = rest.trim_start();
        if let Some(start) = rest.strip_suffix(" <unfinished ...>") {
            unfinished.insert(thread.to_owned(), (start.to_owned(), number));
            continue;
        }
        let (call, begun) = if rest.starts_with("<... ") {
            let (Some((start, begun)), Some((_, end))) =
                (unfinished.remove(thread), rest.split_once(" resumed>"))
            else {
                continue;
            };
            (start + end, begun)
        } else {
            (rest.to_owned(), number)
        };
        if let Some(call) = parse(&call) {
            each(Traced {
                call,
                begun,
                returned: number,
            });
        }
    }
}

/// Parses a complete call; `None` if it failed or is not relevant.
fn parse(line: &str) -> Option<Call> {
    let (name, arguments) = line.split_once('(')?;
    let (_, result) = line.rsplit_once("= ")?;
    if result.starts_with('-') {
        return None;
    }
    // The file descriptor is followed by its path: 7</data/azulejo.db-wal>.
    let (_, rest) = arguments.split_once('<')?;
    let (file, rest) = rest.split_once('>')?;
    let file = unhex(file);
    match name {
        "fsync" | "fdatasync" => Some(Call::Sync {
            file: String::from_utf8_lossy(&file).into_owned(),
        }),
        "write" | "pwrite64" | "sendto" | "writev" | "sendmsg" => {
            // The quoted strings are the buffers written, in order.
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

/// Decodes `\x2f\x64` escapes; other characters are literal.
fn unhex(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let escaped = rest
            .strip_prefix("\\x")
            .and_then(|hex| hex.get(..2))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(byte) = escaped {
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
fn parses_split_and_failed_calls() {
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
