//! A body with a bound on its bytes and its time.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use crate::net::ConcurrencyPermit;

/// The bound that a body has exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BoundExceeded {
    #[error("more than {0} bytes")]
    Bytes(usize),
    #[error("more than {} s", .0.as_secs())]
    Time(Duration),
}

impl BoundExceeded {
    /// Returns the exceeded bound that caused an error, if that is its cause.
    pub(crate) fn cause_of(error: &axum::Error) -> Option<Self> {
        let mut cause: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = cause {
            if let Some(exceeded) = error.downcast_ref() {
                return Some(*exceeded);
            }
            cause = error.source();
        }
        None
    }
}

/// A body that fails once it exceeds its bounds.
pub(super) struct BoundedBody {
    body: Body,
    most_bytes: usize,
    n_bytes: usize,
    time: Duration,
    deadline: Pin<Box<Sleep>>,
    /// Held until the body was sent or dropped.
    _permit: Option<ConcurrencyPermit>,
}

impl BoundedBody {
    pub(super) fn new(
        body: Body,
        most_bytes: usize,
        time: Duration,
        permit: Option<ConcurrencyPermit>,
    ) -> Self {
        Self {
            body,
            most_bytes,
            n_bytes: 0,
            time,
            deadline: Box::pin(sleep(time)),
            _permit: permit,
        }
    }
}

impl HttpBody for BoundedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.deadline.as_mut().poll(cx).is_ready() {
            let exceeded = BoundExceeded::Time(self.time);
            return Poll::Ready(Some(Err(axum::Error::new(exceeded))));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame {
            self.n_bytes += frame.data_ref().map_or(0, Bytes::len);
            if self.n_bytes > self.most_bytes {
                let exceeded = BoundExceeded::Bytes(self.most_bytes);
                return Poll::Ready(Some(Err(axum::Error::new(exceeded))));
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
