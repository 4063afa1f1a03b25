//! The outbox of a socket: outgoing frames, bounded in number and bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::http::bounds::SOCKET;
use crate::ws::{CloseSignal, ForcedClose};

/// The sending end of an outbox.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
    /// Closes the socket, for instance under backpressure.
    pub(crate) close: Arc<CloseSignal>,
}

/// The frames that wait to be sent.
pub(crate) struct QueuedFrames {
    frames: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

impl Outbox {
    /// Creates an outbox for one socket.
    pub(crate) fn new() -> (Self, QueuedFrames) {
        let (sender, receiver) = mpsc::channel(SOCKET.outbox_frames);
        let bytes = Arc::new(AtomicUsize::new(0));
        let outbox = Self {
            frames: sender,
            bytes: Arc::clone(&bytes),
            close: Arc::new(CloseSignal::new()),
        };
        let frames = receiver;
        (outbox, QueuedFrames { frames, bytes })
    }

    /// Queues a frame, or closes a socket that does not keep up. Returns whether it was queued.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        let length = frame.len();
        let queued = self.bytes.fetch_add(length, Ordering::AcqRel);
        let sent = queued + length <= SOCKET.outbox_bytes && self.frames.try_send(frame).is_ok();
        if !sent {
            self.bytes.fetch_sub(length, Ordering::AcqRel);
            self.close(ForcedClose::TooSlow);
        }
        sent
    }

    /// Closes the socket. The first reason counts.
    pub(super) fn close(&self, reason: ForcedClose) {
        let _ = self.close.set(reason);
    }
}

impl QueuedFrames {
    /// Waits for the next frame; `None` once every sender is gone.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let frame = self.frames.recv().await?;
        Some(self.taken(frame))
    }

    /// Returns the next frame, if one is queued.
    pub(crate) fn try_recv(&mut self) -> Option<Utf8Bytes> {
        let frame = self.frames.try_recv().ok()?;
        Some(self.taken(frame))
    }

    fn taken(&self, frame: Utf8Bytes) -> Utf8Bytes {
        self.bytes.fetch_sub(frame.len(), Ordering::AcqRel);
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn socket_is_closed_when_its_outbox_overflows() {
        let (outbox, mut waiting) = Outbox::new();
        let close = Arc::clone(&outbox.close);
        assert!((0..SOCKET.outbox_frames).all(|_| outbox.send("frame".into())));
        assert_eq!(close.get(), None);
        assert!(!outbox.send("frame".into()));
        assert_eq!(close.get(), Some(&ForcedClose::TooSlow));
        // It stays closed, with the first reason.
        assert!(waiting.try_recv().is_some());
        assert!(outbox.send("frame".into()));
        assert!(close.set(ForcedClose::SessionEnded).is_err());
        assert_eq!(close.get(), Some(&ForcedClose::TooSlow));
    }

    #[test]
    fn few_long_frames_overflow_the_outbox() {
        let (outbox, mut waiting) = Outbox::new();
        let half = || Utf8Bytes::from("x".repeat(SOCKET.outbox_bytes / 2));
        for _ in 0..10 {
            assert!(outbox.send(half()));
            assert!(outbox.send(half()));
            while waiting.try_recv().is_some() {}
        }
        assert!(outbox.send(half()));
        assert!(outbox.send(half()));
        assert_eq!(outbox.close.get(), None);
        assert!(!outbox.send("x".into()));
        assert_eq!(outbox.close.get(), Some(&ForcedClose::TooSlow));
    }
}
