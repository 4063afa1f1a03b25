//! Write time-outs: a client that takes nothing of a response for a while, or has not taken all of it
//! in time, is disconnected (slow read attack).

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::app::lock;

/// The time at which the current response of a connection must have been written.
#[derive(Clone, Default)]
pub(crate) struct WriteDeadline(Arc<Mutex<Option<Instant>>>);

impl WriteDeadline {
    pub(crate) fn set(&self, at: Instant) {
        *lock(&self.0) = Some(at);
    }

    pub(super) fn clear(&self) {
        *lock(&self.0) = None;
    }

    fn get(&self) -> Option<Instant> {
        *lock(&self.0)
    }
}

/// A stream whose writes fail once the peer has accepted no byte for a while, or at a deadline.
pub(super) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    deadline: WriteDeadline,
    /// Runs while a write is blocked.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) const fn new(stream: S, limit: Duration, deadline: WriteDeadline) -> Self {
        Self {
            stream,
            limit,
            deadline,
            timer: None,
        }
    }

    fn check<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let (limit, deadline) = (self.limit, &self.deadline);
        let timer = self.timer.get_or_insert_with(|| {
            let idle = Instant::now() + limit;
            Box::pin(sleep_until(deadline.get().map_or(idle, |at| at.min(idle))))
        });
        timer
            .as_mut()
            .poll(cx)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.check(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.check(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
