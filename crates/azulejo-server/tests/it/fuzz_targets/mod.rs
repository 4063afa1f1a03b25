//! What is fuzzed: bytes come in, and nothing may panic. Also run on the kept inputs.

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, ProblemCode};
use azulejo_server::frames::read;

/// A frame of a client: read exactly or refused with a reason, and what was read is what was said.
pub(crate) fn client_frame(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match read(text) {
        Ok(frame) => {
            assert!(text.len() <= MAX_INBOUND_BYTES);
            let written = serde_json::to_string(&frame).expect("a frame has a JSON form");
            let again: Result<ClientFrame, _> = read(&written);
            assert_eq!(again, Ok(frame), "{written}");
        }
        Err(problem) => assert_eq!(problem.code, ProblemCode::Malformed, "{text}"),
    }
}
