//! Network connections: the accept loop, connection limits and time-outs.
//!
//! The defence against connection floods and slowloris attacks: every address and the server as a
//! whole have a bounded number of connections, new connections of an address are rate limited, and
//! a connection that sends no complete request header in time, or takes nothing of a response, is
//! closed. A connection over a limit is refused; no other one is closed for it.

mod concurrency;
mod keyed;
mod limits;
mod listener;
mod write_timeout;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

pub(crate) use self::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
pub(crate) use self::keyed::KeyedSemaphore;
pub(crate) use self::limits::{ConnectionLimits, REFUSALS, SocketLimit};
pub use self::listener::Listener;
pub(crate) use self::write_timeout::WriteDeadline;
use self::write_timeout::WriteTimeout;

/// The time within which a client must send its first byte, and then a complete request header.
/// Idle time on a kept-alive connection counts as part of the next header.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// A client that accepts no byte of a response for so long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most header fields in a request.
const MAX_HEADERS: usize = 64;
/// The most bytes in a request header; a longer one is refused.
const MAX_HEADER_BYTES: usize = 16 * 1024;
/// The pause after a failed accept, which usually means that no file descriptor is left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The time that requests in flight have to finish during a graceful shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Accepts and serves connections until `stop` resolves, then shuts down gracefully.
///
/// HTTP/1.1 only: browsers speak HTTP/2 only over TLS, which is the business of a reverse proxy.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let (shutdown, shutting_down) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                if let Some(permit) = limits.admit(peer.ip()) {
                    let shutting_down = shutting_down.clone();
                    let router = router.clone();
                    tokio::spawn(handle(stream, peer, router, permit, shutting_down));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "accept failed");
                limits.count_refused("system");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop((listener, shutting_down));
    shutdown.send_replace(true);
    // Every connection holds a receiver while it is open.
    if timeout(SHUTDOWN_TIMEOUT, shutdown.closed()).await.is_err() {
        tracing::warn!("some requests did not finish before the shutdown");
    }
}

/// Serves one connection.
///
/// Nothing is allocated before its first byte: a silent connection costs less than 1 KiB.
async fn handle(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    permit: ConcurrencyPermit,
    mut shutting_down: watch::Receiver<bool>,
) {
    let mut byte = [0];
    let has_data = tokio::select! {
        peeked = timeout(HEADER_TIMEOUT, stream.peek(&mut byte)) => matches!(peeked, Ok(Ok(1))),
        () = wait_for_shutdown(&mut shutting_down) => false,
    };
    if has_data && stream.set_nodelay(true).is_ok() {
        Box::pin(serve_http(stream, peer, router, permit, shutting_down)).await;
    }
}

/// Serves HTTP requests one after another until the connection is closed or upgraded.
async fn serve_http(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    _permit: ConcurrencyPermit,
    mut shutting_down: watch::Receiver<bool>,
) {
    let router = TowerToHyperService::new(router);
    let deadline = WriteDeadline::default();
    let stream = TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT, deadline.clone()));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        // That of the previous response.
        deadline.clear();
        request.extensions_mut().insert(deadline.clone());
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(stream, service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        // A request that has arrived is answered before the shutdown.
        biased;
        ended = connection.as_mut() => ended,
        () = wait_for_shutdown(&mut shutting_down) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection closed with an error");
    }
}

/// Waits for the shutdown. A dropped sender counts as one.
async fn wait_for_shutdown(shutting_down: &mut watch::Receiver<bool>) {
    let _dropped = shutting_down
        .wait_for(|is_shutting_down| *is_shutting_down)
        .await;
}

#[cfg(test)]
mod tests;
