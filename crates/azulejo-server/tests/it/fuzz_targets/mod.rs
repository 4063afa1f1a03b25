//! Fuzz targets: no input may cause a panic. The tests run them on the corpus.

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES, ProblemCode};
use azulejo_server::frames::read;

/// A client frame is either parsed and survives a round trip, or refused as malformed.
pub(crate) fn client_frame(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match read(text) {
        Ok(frame) => {
            assert!(text.len() <= MAX_INBOUND_BYTES);
            let written = serde_json::to_string(&frame).expect("a frame serialises");
            let again: Result<ClientFrame, _> = read(&written);
            assert_eq!(again, Ok(frame), "{written}");
        }
        Err(problem) => assert_eq!(problem.code, ProblemCode::Malformed, "{text}"),
    }
}
