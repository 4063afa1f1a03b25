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

/// Returns the kind of a frame, as in its JSON.
pub(crate) const fn kind(frame: &ClientFrame) -> &'static str {
    match frame {
        ClientFrame::Watch { .. } => "watch",
        ClientFrame::Unwatch { .. } => "unwatch",
        ClientFrame::Lobby { .. } => "lobby",
        ClientFrame::Move { .. } => "move",
        ClientFrame::Choose { .. } => "choose",
        ClientFrame::Undo { .. } => "undo",
        ClientFrame::AnswerUndo { .. } => "answer_undo",
        ClientFrame::Resign { .. } => "resign",
        ClientFrame::Vote { .. } => "vote",
        ClientFrame::TakeBack { .. } => "take_back",
        ClientFrame::Rematch { .. } => "rematch",
        ClientFrame::NonceCommitment { .. } => "nonce_commitment",
        ClientFrame::Nonce { .. } => "nonce",
        ClientFrame::Say { .. } => "say",
        ClientFrame::Ping => "ping",
    }
}
