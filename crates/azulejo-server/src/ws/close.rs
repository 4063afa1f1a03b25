//! Closing a socket: reasons, close codes and the closing handshake.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{SinkExt as _, Stream, StreamExt as _};
use tokio::sync::SetOnce;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tungstenite::Error as SocketError;
use tungstenite::error::ProtocolError;

/// The time limit for sending the close frame. A slow reader has queued frames to read first.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// The same during shutdown, which must be quick.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);
/// The time limit for the peer's close frame. A connection dropped with unread input is reset, and
/// the reset may overtake the close code.
const LINGER: Duration = Duration::from_secs(1);

/// The maximum number of bytes read while lingering: a peer that sends more is flooding.
const LINGER_BYTES: usize = 64 * 1024;
/// The minimum number of bytes that a frame counts as.
const MIN_FRAME_BYTES: usize = 128;

/// Set to close a socket from outside, at any time.
pub(crate) type CloseSignal = SetOnce<ForcedClose>;

/// A reason to close a socket from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForcedClose {
    /// Backpressure: its outbox is full. A new socket resyncs.
    TooSlow,
    /// Its session has ended.
    SessionEnded,
    /// The outcome of a command is unknown. The client repeats it on a new connection.
    Unknown,
}

/// A reason to close a socket, with its close code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Close {
    code: u16,
    reason: &'static str,
}

impl Close {
    pub(super) const SILENCE: Self = Self::new(1000, "silence");
    pub(super) const GOING_AWAY: Self = Self::new(1001, "the server restarts");
    pub(super) const BROKEN: Self = Self::new(1002, "not a frame of a client");
    pub(super) const NO_TEXT: Self = Self::new(1003, "frames are text");
    pub(super) const NOT_UTF8: Self = Self::new(1007, "not UTF-8");
    pub(super) const SESSION_ENDED: Self = Self::new(1008, "the session has ended");
    pub(super) const TOO_FAST: Self = Self::new(1008, "too fast");
    pub(super) const TOO_MALFORMED: Self = Self::new(1008, "too many malformed frames");
    pub(super) const TOO_LONG: Self = Self::new(1009, "the frame is too long");
    pub(super) const TOO_SLOW: Self = Self::new(1013, "too slow");
    pub(super) const UNKNOWN: Self = Self::new(1013, "ask again");

    const ALL: [Self; 11] = [
        Self::SILENCE,
        Self::GOING_AWAY,
        Self::BROKEN,
        Self::NO_TEXT,
        Self::NOT_UTF8,
        Self::SESSION_ENDED,
        Self::TOO_FAST,
        Self::TOO_MALFORMED,
        Self::TOO_LONG,
        Self::TOO_SLOW,
        Self::UNKNOWN,
    ];

    const fn new(code: u16, reason: &'static str) -> Self {
        Self { code, reason }
    }

    const fn forced(reason: ForcedClose) -> Self {
        match reason {
            ForcedClose::TooSlow => Self::TOO_SLOW,
            ForcedClose::SessionEnded => Self::SESSION_ENDED,
            ForcedClose::Unknown => Self::UNKNOWN,
        }
    }

    /// Counts the close in the metrics.
    pub(super) fn count(self) {
        metrics::counter!("azulejo_sockets_closed_total", "reason" => self.reason).increment(1);
    }

    /// The close for a read error; `None` if the connection is gone. The library sends none itself.
    pub(super) fn for_read_error(error: axum::Error) -> Option<Self> {
        let inner = error.into_inner();
        let Some(error) = inner.downcast_ref::<SocketError>() else {
            // An error type of another library version.
            tracing::error!(error = %inner, "unknown socket error");
            return Some(Self::BROKEN);
        };
        match error {
            SocketError::Capacity(_) => Some(Self::TOO_LONG),
            SocketError::Utf8(_) => Some(Self::NOT_UTF8),
            SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            SocketError::Protocol(_) => Some(Self::BROKEN),
            _ => None,
        }
    }
}

/// The reasons of all closes, as in the metrics.
pub(crate) fn reasons() -> impl Iterator<Item = &'static str> {
    Close::ALL.into_iter().map(|close| close.reason)
}

/// Waits until a socket must be closed.
pub(super) async fn signalled(signal: &CloseSignal) -> Close {
    Close::forced(*signal.wait().await)
}

/// Returns an error if a frame was not sent in time: the peer is too slow or gone.
pub(super) fn check_sent(sent: &Result<Result<(), axum::Error>, Elapsed>) -> Result<(), Close> {
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Close::TOO_SLOW),
    }
}

/// Performs the closing handshake, with a reason or in response to the peer's close frame.
pub(super) async fn handshake(socket: &mut WebSocket, close: Option<Close>) {
    let Some(close) = close else {
        // Flush the response to the peer's close frame. The peer may be gone.
        let _ = timeout(CLOSE_TIMEOUT, socket.flush()).await;
        return;
    };
    let frame = CloseFrame {
        code: close.code,
        reason: close.reason.into(),
    };
    let stops = close == Close::GOING_AWAY;
    let limit = if stops { STOP_TIMEOUT } else { CLOSE_TIMEOUT };
    // The peer may be gone.
    let sent = timeout(limit, socket.send(Message::Close(Some(frame)))).await;
    if matches!(sent, Ok(Ok(()))) && !stops {
        let _ = timeout(LINGER, drain(socket)).await;
    }
}

/// Reads until the peer closes or has sent too much.
async fn drain(mut frames: impl Stream<Item = Result<Message, axum::Error>> + Unpin) {
    let mut left = LINGER_BYTES;
    while let Some(Ok(frame)) = frames.next().await {
        let counted = frame.into_data().len().max(MIN_FRAME_BYTES);
        let Some(rest) = left.checked_sub(counted) else {
            return;
        };
        left = rest;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::Bytes;

    use super::*;

    /// Returns the number of frames of one length that are read of an endless flood.
    async fn frames_read_of_flood(length: usize) -> usize {
        let taken = AtomicUsize::new(0);
        let flood = futures_util::stream::repeat_with(|| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(Message::Ping(Bytes::from(vec![0; length])))
        });
        drain(flood).await;
        taken.into_inner()
    }

    #[tokio::test]
    async fn drain_stops_early_during_a_flood() {
        assert_eq!(frames_read_of_flood(0).await, 513);
        assert_eq!(frames_read_of_flood(125).await, 513);
        assert_eq!(frames_read_of_flood(4096).await, 17);
    }

    #[tokio::test]
    async fn drain_reads_until_the_peer_closes() {
        let frames = (0..500).map(|_| Ok(Message::Ping(Bytes::new())));
        let mut frames = futures_util::stream::iter(frames);
        drain(&mut frames).await;
        assert!(frames.next().await.is_none());
    }
}
