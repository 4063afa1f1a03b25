//! Captures a server's output: bytes of connections, lines of the log, metrics.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder,
    SharedString, Unit,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A buffer shared by several writers.
#[derive(Clone, Default)]
pub(super) struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    pub(super) fn add(&self, bytes: &[u8]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
    }

    /// Takes the bytes written so far.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A connection that captures every byte from the server.
pub(super) struct CapturedStream {
    pub(super) stream: TcpStream,
    pub(super) sink: Sink,
}

impl AsyncRead for CapturedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.sink.add(&buffer.filled()[before..]);
        polled
    }
}

impl AsyncWrite for CapturedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A metrics recorder that writes a line for every change.
pub(super) struct MetricLines(pub(super) Sink);

struct Line {
    sink: Sink,
    name: String,
}

impl Line {
    fn of(recorder: &MetricLines, key: &Key) -> Arc<Self> {
        Arc::new(Self {
            sink: recorder.0.clone(),
            name: key.to_string(),
        })
    }

    fn add(&self, what: &str) {
        self.sink.add(format!("{} {what}\n", self.name).as_bytes());
    }
}

impl CounterFn for Line {
    fn increment(&self, value: u64) {
        self.add(&format!("+{value}"));
    }

    fn absolute(&self, value: u64) {
        self.add(&value.to_string());
    }
}

impl GaugeFn for Line {
    fn increment(&self, value: f64) {
        self.add(&format!("+{value}"));
    }

    fn decrement(&self, value: f64) {
        self.add(&format!("-{value}"));
    }

    fn set(&self, value: f64) {
        self.add(&value.to_string());
    }
}

impl HistogramFn for Line {
    fn record(&self, _time: f64) {
        self.add("recorded");
    }
}

impl Recorder for MetricLines {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(Line::of(self, key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(Line::of(self, key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(Line::of(self, key))
    }
}
