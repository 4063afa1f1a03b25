//! Strict parsing of client frames.

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, Problem, ProblemCode};

/// Parses a frame.
pub fn read(text: &str) -> Result<ClientFrame, Problem> {
    if text.len() > MAX_INBOUND_BYTES {
        return Err(Problem::at(ProblemCode::Malformed, "frame", "too long"));
    }
    // Also rejects duplicate keys.
    crate::http::strict::read_json(text.as_bytes())
}
