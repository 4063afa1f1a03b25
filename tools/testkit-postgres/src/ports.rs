//! Ports for test servers that restart.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// Above well-known ports, and below the ephemeral range.
const FIRST: u16 = 20_000;
const COUNT: u32 = 10_000;

/// Returns a free port that stays free while its server is down.
///
/// An ephemeral port would not: a client connecting to the stopped server could be assigned that
/// very port. The server could not restart, or the client would connect to itself.
pub fn non_ephemeral_port() -> u16 {
    // Unique within a process; other processes start elsewhere.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let start = std::process::id().wrapping_mul(41);
    for _ in 0..COUNT {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + (start.wrapping_add(next) % COUNT) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no free port from {FIRST}");
}
