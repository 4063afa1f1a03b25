//! Heads that come in drips.
//!
//! Whenever more of a head has come it is read again from its beginning. Whoever sends one of full
//! length a byte at a time would let this server read a thousand times what they send, so that
//! after a few pieces it looks more and more rarely, and reads what has gathered by then.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// So many pieces of a head are read as they come: browsers and slow networks make a few. Whoever
/// makes some more loses a moment, and those who never come to an end lose most.
const PIECES: u32 = 8;
/// How long the next one waits, at least and at most; each waits twice as long as the one before.
const SHORTEST_REST: Duration = Duration::from_millis(50);
const LONGEST_REST: Duration = Duration::from_secs(2);

/// What is known about the next head of a connection.
#[derive(Debug)]
pub(super) struct NextHead {
    is_awaited: AtomicBool,
    has_become_socket: AtomicBool,
    pieces: AtomicU32,
}

impl NextHead {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            is_awaited: AtomicBool::new(true),
            has_become_socket: AtomicBool::new(false),
            pieces: AtomicU32::new(0),
        })
    }

    /// The head is there. Until what is given back is dropped, no other one is awaited.
    pub(super) fn has_come(self: &Arc<Self>) -> Complete {
        self.is_awaited.store(false, Ordering::Relaxed);
        self.pieces.store(0, Ordering::Relaxed);
        Complete(Arc::clone(self))
    }

    /// There will be no other head.
    pub(super) fn becomes_socket(&self) {
        self.has_become_socket.store(true, Ordering::Relaxed);
    }

    /// How long to rest after another piece.
    fn rest(&self) -> Option<Duration> {
        let before = self.pieces.fetch_add(1, Ordering::Relaxed);
        let doubled = (before + 1).checked_sub(PIECES)?;
        let factor = 2_u32.saturating_pow(doubled);
        Some(SHORTEST_REST.saturating_mul(factor).min(LONGEST_REST))
    }
}

/// A head that has come.
pub(super) struct Complete(Arc<NextHead>);

impl Drop for Complete {
    fn drop(&mut self) {
        let awaited = !self.0.has_become_socket.load(Ordering::Relaxed);
        self.0.is_awaited.store(awaited, Ordering::Relaxed);
    }
}

/// A stream that is read more and more rarely while a head does not come to its end.
pub(super) struct Unhurried<S> {
    stream: S,
    head: Arc<NextHead>,
    rest: Option<Pin<Box<Sleep>>>,
}

impl<S> Unhurried<S> {
    pub(super) const fn new(stream: S, head: Arc<NextHead>) -> Self {
        Self {
            stream,
            head,
            rest: None,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unhurried<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        if !me.head.is_awaited.load(Ordering::Relaxed) {
            me.rest = None;
            return Pin::new(&mut me.stream).poll_read(cx, buffer);
        }
        // After a head that has come the next one need not wait.
        let has_begun = me.head.pieces.load(Ordering::Relaxed) > 0;
        if let Some(rest) = me.rest.as_mut().filter(|_| has_begun) {
            ready!(rest.as_mut().poll(cx));
        }
        let read = ready!(Pin::new(&mut me.stream).poll_read(cx, buffer));
        me.rest = me.head.rest().map(|time| Box::pin(sleep(time)));
        Poll::Ready(read)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unhurried<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
    use tokio::time::Instant;

    use super::*;

    /// A client's end and ours.
    fn connection() -> (DuplexStream, Unhurried<DuplexStream>, Arc<NextHead>) {
        let (theirs, ours) = tokio::io::duplex(1 << 16);
        let head = NextHead::new();
        (theirs, Unhurried::new(ours, Arc::clone(&head)), head)
    }

    /// Sends a byte every ten milliseconds, and gives how many were read at each look within a time.
    async fn looks(
        mut theirs: DuplexStream,
        ours: &mut Unhurried<DuplexStream>,
        within: Duration,
    ) -> Vec<usize> {
        let drips = tokio::spawn(async move {
            while theirs.write_all(b"x").await.is_ok() {
                sleep(Duration::from_millis(10)).await;
            }
        });
        let end = Instant::now() + within;
        let mut looks = Vec::new();
        let mut buffer = [0; 4096];
        while let Ok(read) = tokio::time::timeout_at(end, ours.read(&mut buffer)).await {
            looks.push(read.expect("a pipe does not fail"));
        }
        drips.abort();
        looks
    }

    const TWENTY_SECONDS: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn a_head_in_drips_is_looked_at_more_and_more_rarely_and_nothing_of_it_is_lost() {
        let (theirs, mut ours, _head) = connection();
        let looks = looks(theirs, &mut ours, TWENTY_SECONDS).await;
        assert!((16..=24).contains(&looks.len()), "{looks:?}");
        assert!(looks[..8].iter().all(|&read| read <= 2), "{looks:?}");
        let all: usize = looks.iter().sum();
        assert!((1_700..=2_001).contains(&all), "{all}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_and_what_a_socket_sends_are_read_as_they_come() {
        for becomes_socket in [false, true] {
            let (theirs, mut ours, head) = connection();
            let complete = head.has_come();
            if becomes_socket {
                head.becomes_socket();
                drop(complete);
            } else {
                std::mem::forget(complete);
            }
            let looks = looks(theirs, &mut ours, TWENTY_SECONDS).await;
            assert!(looks.len() >= 1_900, "{}", looks.len());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn every_head_has_its_own_pieces() {
        let (mut theirs, mut ours, head) = connection();
        for _ in 0..10 {
            let begun = Instant::now();
            for _ in 0..PIECES {
                theirs.write_all(b"x").await.expect("sent");
                ours.read_u8().await.expect("it is there");
            }
            assert_eq!(begun.elapsed(), Duration::ZERO);
            drop(head.has_come());
        }
        // The control: one more of the same head waits.
        for _ in 0..=PIECES {
            theirs.write_all(b"x").await.expect("sent");
        }
        let begun = Instant::now();
        for _ in 0..=PIECES {
            ours.read_u8().await.expect("it is there");
        }
        assert!(begun.elapsed() >= SHORTEST_REST);
    }
}
