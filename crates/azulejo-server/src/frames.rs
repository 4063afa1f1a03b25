//! Reading frames: exactly what the protocol says, or a reason why not.

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, Problem, ProblemCode};

/// Reads one frame.
pub fn read(text: &str) -> Result<ClientFrame, Problem> {
    if text.len() > MAX_INBOUND_BYTES {
        return Err(Problem::at(ProblemCode::Malformed, "frame", "too long"));
    }
    // The tag decides which fields there are; a key that is there twice would be read as either.
    serde_json::from_str(text)
        .map_err(|error| Problem::at(ProblemCode::Malformed, "frame", error.to_string()))
}
