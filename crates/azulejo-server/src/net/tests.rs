//! Connections over in-memory pipes, with a paused clock.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::time::Instant;

use super::*;
use crate::http::rate_limits::RateLimits;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
/// The length of the response to `/large`, much more than a pipe holds.
const LARGE: usize = 1 << 20;

/// Stands for a WebSocket: echoes bytes.
async fn echo(request: axum::extract::Request) -> impl IntoResponse {
    tokio::spawn(async move {
        let upgraded = hyper::upgrade::on(request).await.expect("an upgrade");
        let (mut from, mut to) = tokio::io::split(TokioIo::new(upgraded));
        let _ended = tokio::io::copy(&mut from, &mut to).await;
    });
    let headers = [("connection", "upgrade"), ("upgrade", "echo")];
    (StatusCode::SWITCHING_PROTOCOLS, headers)
}

/// Responds with a long body that must be read within a minute.
async fn bounded(Extension(deadline): Extension<WriteDeadline>) -> String {
    deadline.set(Instant::now() + Duration::from_secs(60));
    "x".repeat(LARGE)
}

fn router() -> Router {
    let peer = async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string();
    Router::new()
        .route("/", get(peer))
        .route("/body", post(async |body: Bytes| body.len().to_string()))
        .route("/echo", get(echo))
        .route("/large", get(async || "x".repeat(LARGE)))
        .route("/bounded", get(bounded))
}

/// A server without a network.
struct TestServer {
    permits: Arc<ConcurrencyLimit>,
    shutdown: watch::Sender<bool>,
}

impl TestServer {
    fn new() -> Self {
        Self {
            permits: ConcurrencyLimit::new(1, 1),
            shutdown: watch::Sender::new(false),
        }
    }

    fn connect(&self) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let peer = SocketAddr::from(([192, 0, 2, 1], 1234));
        let permit = self.permits.try_acquire(None).expect("a permit");
        let shutting_down = self.shutdown.subscribe();
        tokio::spawn(serve_http(theirs, peer, router(), permit, shutting_down));
        ours
    }
}

fn client() -> (TestServer, DuplexStream) {
    let server = TestServer::new();
    let client = server.connect();
    (server, client)
}

async fn read_all(client: &mut DuplexStream) -> String {
    let mut response = Vec::new();
    let read = client.read_to_end(&mut response).await;
    read.expect("a pipe does not fail");
    String::from_utf8(response).expect("text")
}

/// Reads the response to [`REQUEST`] from a connection that stays open.
async fn read_response(client: &mut DuplexStream) -> String {
    let mut response = Vec::new();
    while !response.ends_with(b":1234") {
        response.push(client.read_u8().await.expect("more of the response"));
    }
    String::from_utf8(response).expect("text")
}

#[tokio::test]
async fn silent_connection_is_small() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let stream = TcpStream::connect(address).await.expect("a connection");
    let server = TestServer::new();
    let permit = server.permits.try_acquire(None).expect("a permit");
    let silent = handle(
        stream,
        address,
        Router::new(),
        permit,
        server.shutdown.subscribe(),
    );
    let bytes = size_of_val(&silent);
    assert!(bytes <= 1024, "{bytes} bytes");
}

#[tokio::test]
async fn refused_connection_is_closed_and_the_address_is_free_after_shutdown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let limits = ConnectionLimits::new(1, Arc::new(RateLimits::new(0)), &[]);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = async move {
        let _dropped = stopped.await;
    };
    let serving = tokio::spawn(serve(listener, router(), limits, stopped));
    let mut admitted = Vec::new();
    for _ in 0..160 {
        admitted.push(TcpStream::connect(address).await.expect("a connection"));
    }
    let mut refused = TcpStream::connect(address).await.expect("a connection");
    let read = refused.read(&mut [0]).await;
    assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
    let first = &mut admitted[0];
    first.write_all(REQUEST).await.expect("sent");
    let mut start = [0; 12];
    first.read_exact(&mut start).await.expect("a response");
    assert_eq!(&start, b"HTTP/1.1 200");
    drop(stop);
    serving.await.expect("a graceful shutdown");
    TcpListener::bind(address).await.expect("it is free again");
}

// The paused clock jumps to the next timer when no task can run.

#[tokio::test(start_paused = true)]
async fn idle_connection_is_closed_after_the_header_timeout() {
    let (_server, mut client) = client();
    let start = Instant::now();
    client.write_all(REQUEST).await.expect("sent");
    let response = read_all(&mut client).await;
    assert!(response.starts_with("HTTP/1.1 200 OK"), "{response}");
    assert!(response.ends_with("192.0.2.1:1234"), "{response}");
    assert!(start.elapsed() >= HEADER_TIMEOUT);
    assert!(start.elapsed() < 2 * HEADER_TIMEOUT);
}

#[tokio::test(start_paused = true)]
async fn connection_without_a_request_is_closed() {
    let (_server, mut client) = client();
    let start = Instant::now();
    assert_eq!(read_all(&mut client).await, "");
    assert!(start.elapsed() >= HEADER_TIMEOUT);
    assert!(start.elapsed() < HEADER_TIMEOUT + Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn slowloris_header_is_cut_off() {
    let (_server, mut client) = client();
    let start = Instant::now();
    let mut sent = 0;
    // A byte every five seconds, so that the connection is never idle for long.
    for byte in REQUEST {
        if client.write_all(&[*byte]).await.is_err() {
            break;
        }
        sent += 1;
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    assert!(sent < REQUEST.len(), "the whole header was accepted");
    assert!(
        start.elapsed() < 2 * HEADER_TIMEOUT,
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn every_request_has_the_full_header_timeout() {
    let (_server, mut client) = client();
    for _ in 0..3 {
        tokio::time::sleep(HEADER_TIMEOUT * 3 / 4).await;
        client.write_all(REQUEST).await.expect("still open");
        let response = read_response(&mut client).await;
        assert!(response.starts_with("HTTP/1.1 200 OK"), "{response}");
    }
}

#[tokio::test(start_paused = true)]
async fn client_that_takes_nothing_of_a_response_is_disconnected() {
    let (server, mut client) = client();
    let request = b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n";
    client.write_all(request).await.expect("sent");
    tokio::time::sleep(WRITE_TIMEOUT + Duration::from_secs(1)).await;
    let response = read_all(&mut client).await;
    assert!(response.len() < LARGE / 2, "{} bytes", response.len());
    assert!(server.permits.try_acquire(None).is_ok(), "it still counts");
}

#[tokio::test(start_paused = true)]
async fn client_that_reads_slowly_gets_the_whole_response() {
    let (_server, mut client) = client();
    let request = b"GET /large HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    client.write_all(request).await.expect("sent");
    let mut n_read = 0;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        tokio::time::sleep(WRITE_TIMEOUT * 2 / 3).await;
        match client.read(&mut buffer).await.expect("a pipe") {
            0 => break,
            n => n_read += n,
        }
    }
    assert!(n_read > LARGE, "{n_read} bytes");
}

#[tokio::test(start_paused = true)]
async fn client_that_has_not_read_the_response_in_time_is_disconnected() {
    const READ_TIME: Duration = Duration::from_secs(60);
    let (server, mut client) = client();
    let request = b"GET /bounded HTTP/1.1\r\nhost: localhost\r\n\r\n";
    client.write_all(request).await.expect("sent");
    let begun = Instant::now();
    let mut n_read = 0;
    let mut buffer = vec![0; 1024];
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        match client.read(&mut buffer).await.expect("a pipe") {
            0 => break,
            n => n_read += n,
        }
        // What was written before the deadline can be read after it.
        if begun.elapsed() > READ_TIME {
            buffer.resize(LARGE, 0);
        }
    }
    assert!(n_read < LARGE / 2, "{n_read} bytes");
    assert!(begun.elapsed() >= READ_TIME, "{:?}", begun.elapsed());
    assert!(server.permits.try_acquire(None).is_ok(), "it still counts");
}

#[tokio::test(start_paused = true)]
async fn body_in_many_pieces_is_read() {
    let (_server, mut client) = client();
    let header = b"POST /body HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                   content-length: 100\r\n\r\n";
    client.write_all(header).await.expect("sent");
    for byte in [b'x'; 100] {
        client.write_all(&[byte]).await.expect("sent");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let response = read_all(&mut client).await;
    assert!(response.ends_with("\r\n\r\n100"), "{response}");
}

#[tokio::test(start_paused = true)]
async fn upgraded_connection_no_longer_counts_and_outlives_the_header_timeout() {
    let (server, mut client) = client();
    let header =
        b"GET /echo HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";
    client.write_all(header).await.expect("sent");
    let mut response = Vec::new();
    while !response.ends_with(b"\r\n\r\n") {
        response.push(client.read_u8().await.expect("more of the response"));
    }
    assert!(response.starts_with(b"HTTP/1.1 101"), "{response:?}");
    for byte in 0..3 {
        tokio::time::sleep(2 * HEADER_TIMEOUT).await;
        client.write_all(&[byte]).await.expect("sent");
        assert_eq!(client.read_u8().await.expect("an echo"), byte);
    }
    assert!(server.permits.try_acquire(None).is_ok(), "it still counts");
}

#[tokio::test(start_paused = true)]
async fn request_headers_are_bounded_in_bytes_and_in_number() {
    let long_target = "a".repeat(70_000);
    for (case, target, headers) in [
        (
            "a long header",
            "",
            format!("x: {}\r\n", "a".repeat(MAX_HEADER_BYTES)),
        ),
        ("many headers", "", "x: y\r\n".repeat(MAX_HEADERS + 1)),
        ("a long target", long_target.as_str(), String::new()),
    ] {
        let (_server, mut client) = client();
        let request = format!("GET /{target} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n");
        // The server may close before everything is sent.
        let _closed_early = client.write_all(request.as_bytes()).await;
        let response = read_all(&mut client).await;
        assert!(
            response.starts_with("HTTP/1.1 431") || response.starts_with("HTTP/1.1 414"),
            "{case}: {response}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn shutdown_closes_idle_connections_at_once() {
    let (server, mut client) = client();
    client.write_all(REQUEST).await.expect("sent");
    read_response(&mut client).await;
    let start = Instant::now();
    server.shutdown.send_replace(true);
    assert_eq!(read_all(&mut client).await, "");
    assert!(start.elapsed() < Duration::from_secs(1));
}
