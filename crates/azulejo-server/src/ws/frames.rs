//! Reading frames: exactly what the protocol says, or a reason why not.

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, Problem, ProblemCode};

/// Reads one frame.
pub fn read(text: &str) -> Result<ClientFrame, Problem> {
    if text.len() > MAX_INBOUND_BYTES {
        return Err(Problem::at(ProblemCode::Malformed, "frame", "too long"));
    }
    // Also refuses a key that is there twice, which could be read as either.
    crate::http::strict::read_json(text.as_bytes())
}
