//! Connections: who sends nothing for a while is not waited for.

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
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long a client may take to send the head of a request, or to begin one.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// How many headers a request may have.
const MAX_HEADERS: usize = 64;
/// How many bytes of a request's head are held; a longer one is refused.
const HEAD_BYTES: usize = 16 * 1024;
/// How long requests that are under way may take once the server is to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(3);
/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);

/// Serves connections until `stop`, and lets the requests under way come to their end.
///
/// HTTP/1.1 only: a browser speaks nothing else without TLS, and a proxy need not.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let (stopping, is_stopping) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection was gone at once");
                    continue;
                }
                let connection = connection(stream, peer, router.clone());
                let mut is_stopping = is_stopping.clone();
                tokio::spawn(async move {
                    let mut connection = pin!(connection);
                    let ended = tokio::select! {
                        ended = connection.as_mut() => ended,
                        () = heard(&mut is_stopping) => {
                            connection.as_mut().graceful_shutdown();
                            connection.await
                        }
                    };
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection broke off");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(NO_ROOM).await;
            }
        }
    }
    drop((listener, is_stopping));
    stopping.send_replace(true);
    // Every connection listens as long as it lives.
    if tokio::time::timeout(LAST_REQUESTS, stopping.closed())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not come to their end");
    }
}

/// Waits until it is said that the server stops, or nobody is left to say so.
async fn heard(is_stopping: &mut watch::Receiver<bool>) {
    let _nobody_left = is_stopping.wait_for(|stopping| *stopping).await;
}

/// One connection, for a request after the other.
fn connection<I>(
    stream: I,
    peer: SocketAddr,
    router: Router,
) -> http1::UpgradeableConnection<
    TokioIo<I>,
    impl hyper::service::Service<
        hyper::Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    >,
>
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_headers(MAX_HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    fn client() -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let router = Router::new().route(
            "/",
            get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string()),
        );
        let peer = "192.0.2.1:1234".parse().expect("an address");
        let connection = connection(theirs, peer, router);
        tokio::spawn(async move {
            // How it ends is what the other side of the test looks at.
            let _ended = connection.await;
        });
        ours
    }

    async fn read_all(client: &mut DuplexStream) -> String {
        let mut answer = Vec::new();
        client
            .read_to_end(&mut answer)
            .await
            .expect("a pipe does not fail");
        String::from_utf8(answer).expect("text")
    }

    // The clock is the test's: it jumps to the next timer when nothing else is to be done.

    #[tokio::test(start_paused = true)]
    async fn the_peer_is_known_and_a_silent_connection_is_closed() {
        let mut client = client();
        let start = tokio::time::Instant::now();
        client.write_all(REQUEST).await.expect("sent");
        let answer = read_all(&mut client).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with("192.0.2.1:1234"), "{answer}");
        assert!(start.elapsed() >= HEAD_TIME);
        assert!(start.elapsed() < 2 * HEAD_TIME);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_asks_is_closed() {
        let mut client = client();
        assert_eq!(read_all(&mut client).await, "");
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_drips_is_not_waited_for() {
        let mut client = client();
        let start = tokio::time::Instant::now();
        let mut sent = 0;
        // One byte each five seconds never lets the connection fall silent.
        for byte in REQUEST {
            if client.write_all(&[*byte]).await.is_err() {
                break;
            }
            sent += 1;
            tokio::time::sleep(Duration::from_secs(5)).await;
        }
        assert!(sent < REQUEST.len(), "all of it was waited for");
        assert!(start.elapsed() < 2 * HEAD_TIME, "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn heads_are_bounded_in_bytes_and_in_headers() {
        for (case, head) in [
            (
                "a long header",
                format!("x: {}\r\n", "a".repeat(HEAD_BYTES)),
            ),
            ("many headers", "x: y\r\n".repeat(MAX_HEADERS + 1)),
            ("a long target", String::new()),
        ] {
            let mut client = client();
            let target = if head.is_empty() {
                "a".repeat(70_000)
            } else {
                String::new()
            };
            let request = format!("GET /{target} HTTP/1.1\r\nhost: localhost\r\n{head}\r\n");
            // The server may have closed before all of it was sent.
            let _closed_early = client.write_all(request.as_bytes()).await;
            let answer = read_all(&mut client).await;
            assert!(
                answer.starts_with("HTTP/1.1 431") || answer.starts_with("HTTP/1.1 414"),
                "{case}: {answer}"
            );
        }
    }
}
