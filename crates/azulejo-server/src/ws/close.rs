//! Why a socket is closed, and how its other side gets to know.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{SinkExt as _, Stream, StreamExt as _};
use tokio::sync::SetOnce;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tungstenite::Error as SocketError;
use tungstenite::error::ProtocolError;

/// How long the other side may take to read why it is closed. Whoever was too slow has a queue of
/// frames to read first.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// The same when the server stops, which must not take long.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the other side may take to close too. A connection that is dropped while something
/// from it is unread is reset, and a reset may overtake the close code.
const LINGER: Duration = Duration::from_secs(1);

/// How many bytes are read for that at most: whoever sends more is not closing but flooding, and
/// reading it all would take the time of others.
const LINGER_BYTES: usize = 64 * 1024;
/// What a frame counts at least, however short it is.
const LEAST_BYTES: usize = 128;

/// Set when a socket must be closed, whatever it is doing.
pub(crate) type Cut = SetOnce<CutReason>;

/// Why a socket is closed from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CutReason {
    /// Too many frames wait for it. A new socket will resync.
    TooSlow,
    /// Its session has ended.
    SessionEnded,
    /// The outcome of a command is unknown. The client repeats it on a new connection.
    Unknown,
}

/// Why a socket is closed, with its close code.
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

    const fn new(code: u16, reason: &'static str) -> Self {
        Self { code, reason }
    }

    const fn for_cut(reason: CutReason) -> Self {
        match reason {
            CutReason::TooSlow => Self::TOO_SLOW,
            CutReason::SessionEnded => Self::SESSION_ENDED,
            CutReason::Unknown => Self::UNKNOWN,
        }
    }

    /// For operators, who see how many sockets the server closed and why.
    pub(super) fn count(self) {
        metrics::counter!("azulejo_sockets_closed_total", "reason" => self.reason).increment(1);
    }

    /// What to say to somebody whose frames cannot be read any further. The library says nothing
    /// by itself, but lets us. Nothing where the connection is gone.
    pub(super) fn for_unreadable(error: axum::Error) -> Option<Self> {
        let inner = error.into_inner();
        let Some(error) = inner.downcast_ref::<SocketError>() else {
            // Another version of the library than the one we know.
            tracing::error!(error = %inner, "an error of a socket of an unknown kind");
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

/// Waits until a socket is cut.
pub(super) async fn when_cut(cut: &Cut) -> Close {
    Close::for_cut(*cut.wait().await)
}

/// Whether something was sent in time; if not, the other side is too slow, or gone.
pub(super) fn unless_sent(sent: &Result<Result<(), axum::Error>, Elapsed>) -> Result<(), Close> {
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Close::TOO_SLOW),
    }
}

/// Closes a socket, with a reason or in answer to the other side's closing.
pub(super) async fn say_goodbye(socket: &mut WebSocket, close: Option<Close>) {
    let Some(close) = close else {
        // The answer to a close frame waits to be sent. The other side may be gone already.
        let _gone = timeout(CLOSE_TIMEOUT, socket.flush()).await;
        return;
    };
    let frame = CloseFrame {
        code: close.code,
        reason: close.reason.into(),
    };
    let stops = close == Close::GOING_AWAY;
    let limit = if stops { STOP_TIMEOUT } else { CLOSE_TIMEOUT };
    // The other side may be gone already, which is what closing is for.
    let sent = timeout(limit, socket.send(Message::Close(Some(frame)))).await;
    if matches!(sent, Ok(Ok(()))) && !stops {
        let _impolite = timeout(LINGER, read_on(socket)).await;
    }
}

/// Reads until the other side closes too, or shows that it does not mean to.
async fn read_on(mut frames: impl Stream<Item = Result<Message, axum::Error>> + Unpin) {
    let mut left = LINGER_BYTES;
    while let Some(Ok(frame)) = frames.next().await {
        let counts = frame.into_data().len().max(LEAST_BYTES);
        let Some(rest) = left.checked_sub(counts) else {
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

    /// How many frames of one length are read on, of a flood that never ends.
    async fn read_of_a_flood(length: usize) -> usize {
        let taken = AtomicUsize::new(0);
        let flood = futures_util::stream::repeat_with(|| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(Message::Ping(Bytes::from(vec![0; length])))
        });
        read_on(flood).await;
        taken.into_inner()
    }

    #[tokio::test]
    async fn of_a_flood_little_is_read_on() {
        assert_eq!(read_of_a_flood(0).await, 513);
        assert_eq!(read_of_a_flood(125).await, 513);
        assert_eq!(read_of_a_flood(4096).await, 17);
    }

    #[tokio::test]
    async fn whoever_closes_is_read_to_the_end() {
        let frames = (0..500).map(|_| Ok(Message::Ping(Bytes::new())));
        let mut frames = futures_util::stream::iter(frames);
        read_on(&mut frames).await;
        assert!(frames.next().await.is_none());
    }
}
