//! Ports that a test's server can come back to.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// Above the ports of services, and below those that a system hands out for connections.
const FIRST: u16 = 20_000;
const NUMBER: u32 = 10_000;

/// A port that nobody listens on, and that stays free while its server is down.
///
/// Were it one of those that the system hands out, a client that asks for the server that is down
/// could be given that very port for its own end: the server could not come back, or the client
/// would be connected with itself.
pub(crate) fn lasting_port() -> u16 {
    // The tests of one process never get the same one, and other processes begin elsewhere.
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let start = std::process::id().wrapping_mul(41);
    for _ in 0..NUMBER {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + (start.wrapping_add(asked) % NUMBER) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no port is free from {FIRST} on");
}
