//! Connections over pipes, by a clock of the tests' own.

use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

use super::admission::Room;
use super::*;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
const BEGUN: &[u8] = b"GET / HTTP/1.1\r\nhost: lo";
const ROOM: Room = Room {
    of_one_address: 3,
    in_all: 5,
};
/// How long the answer to `/slow` takes.
const SLOW: Duration = Duration::from_secs(60);

/// The length of the answer to `/large`, much more than a pipe holds.
const LARGE: usize = 1 << 20;

/// A pipe that tells whether something has come, as a socket of the system does.
struct Pipe {
    pipe: DuplexStream,
    first: Option<u8>,
}

impl Stream for Pipe {
    fn poll_heard(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut byte = [0];
        let mut buffer = ReadBuf::new(&mut byte);
        let read = Pin::new(&mut self.pipe).poll_read(cx, &mut buffer);
        read.map_ok(|()| self.first = buffer.filled().first().copied())
    }
}

impl AsyncRead for Pipe {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(first) = self.first.take() {
            buffer.put_slice(&[first]);
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.pipe).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.pipe).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_shutdown(cx)
    }
}

/// What a socket is here: bytes that come back.
async fn echo(request: axum::extract::Request) -> impl IntoResponse {
    tokio::spawn(async move {
        let upgraded = hyper::upgrade::on(request).await.expect("a socket");
        let (mut from, mut to) = tokio::io::split(TokioIo::new(upgraded));
        // It lasts as long as its client.
        let _ended = tokio::io::copy(&mut from, &mut to).await;
    });
    let headers = [("connection", "upgrade"), ("upgrade", "echo")];
    (StatusCode::SWITCHING_PROTOCOLS, headers)
}

/// A server without a network.
struct Host {
    crowd: Arc<Crowd>,
    stopping: watch::Sender<bool>,
}

impl Host {
    fn new(room: Option<Room>) -> Self {
        Self {
            crowd: Crowd::with_room(room, &[]),
            stopping: watch::Sender::new(false),
        }
    }

    fn connect(&self, from: &str) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let pipe = Pipe {
            pipe: theirs,
            first: None,
        };
        let router = Router::new()
            .route(
                "/",
                get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string()),
            )
            .route(
                "/body",
                post(async |body: Bytes| format!("{}:1234", body.len())),
            )
            .route("/echo", get(echo))
            .route("/large", get(async || "x".repeat(LARGE)))
            .route(
                "/slow",
                get(async || {
                    tokio::time::sleep(SLOW).await;
                    "at last"
                }),
            );
        let peer = SocketAddr::new(from.parse().expect("an address"), 1234);
        let place = self.crowd.enter(peer.ip());
        tokio::spawn(attend(pipe, peer, router, place, self.stopping.subscribe()));
        ours
    }
}

/// A client of a server that lives as long.
fn client() -> (Host, DuplexStream) {
    let host = Host::new(None);
    let client = host.connect("192.0.2.1");
    (host, client)
}

async fn read_all(client: &mut DuplexStream) -> String {
    let mut answer = Vec::new();
    client
        .read_to_end(&mut answer)
        .await
        .expect("a pipe does not fail");
    String::from_utf8(answer).expect("text")
}

/// Reads one answer from a connection that stays open.
async fn read_answer(client: &mut DuplexStream) -> String {
    let mut answer = Vec::new();
    while !answer.ends_with(b":1234") {
        let byte = client.read_u8().await.expect("the answer goes on");
        answer.push(byte);
    }
    String::from_utf8(answer).expect("text")
}

/// After how many seconds each of these connections is closed.
async fn closed_after(clients: Vec<DuplexStream>) -> Vec<u64> {
    let start = Instant::now();
    let mut set = tokio::task::JoinSet::new();
    for (idx, mut client) in clients.into_iter().enumerate() {
        set.spawn(async move {
            read_all(&mut client).await;
            (idx, start.elapsed().as_secs())
        });
    }
    let mut all = set.join_all().await;
    all.sort_unstable();
    all.into_iter().map(|(_, seconds)| seconds).collect()
}

#[test]
fn a_silent_connection_is_small() {
    let host = Host::new(Some(ROOM));
    let peer = SocketAddr::from(([192, 0, 2, 1], 1234));
    let (_ours, pipe) = tokio::io::duplex(1);
    let pipe = Pipe { pipe, first: None };
    let place = host.crowd.enter(peer.ip());
    let silent = attend(pipe, peer, Router::new(), place, host.stopping.subscribe());
    let turn = Arc::new(Semaphore::new(1)).try_acquire_owned();
    let bytes = size_of_val(&silent) + size_of_val(&with_turn(turn.expect("a turn"), silent));
    assert!(bytes <= 1024, "{bytes} bytes");
}

#[tokio::test]
async fn a_socket_that_has_said_nothing_is_not_heard() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let mut client = TcpStream::connect(address).await.expect("a connection");
    let (mut stream, _peer) = listener.accept().await.expect("a connection");
    // The system's first word about it comes with the turns of the others.
    for _ in 0..100 {
        let heard = poll_fn(|cx| Poll::Ready(stream.poll_heard(cx))).await;
        assert!(heard.is_pending(), "{heard:?}");
        tokio::task::yield_now().await;
    }
    client.write_all(b"G").await.expect("sent");
    let heard = poll_fn(|cx| stream.poll_heard(cx)).await;
    heard.expect("it was heard");
    assert_eq!(stream.read_u8().await.expect("it is still there"), b'G');
}

// The clock is the test's: it jumps to the next timer when nothing else is to be done.

#[tokio::test(start_paused = true)]
async fn the_peer_is_known_and_a_silent_connection_is_closed() {
    let (_host, mut client) = client();
    let start = Instant::now();
    client.write_all(REQUEST).await.expect("sent");
    let answer = read_all(&mut client).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.ends_with("192.0.2.1:1234"), "{answer}");
    assert!(start.elapsed() >= HEAD_TIME);
    assert!(start.elapsed() < 2 * HEAD_TIME);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_never_asks_is_closed() {
    let (_host, mut client) = client();
    let start = Instant::now();
    assert_eq!(read_all(&mut client).await, "");
    assert!(start.elapsed() >= HEAD_TIME);
    assert!(start.elapsed() < HEAD_TIME + Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_head_that_drips_is_not_waited_for() {
    let (_host, mut client) = client();
    let start = Instant::now();
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
async fn client_that_takes_nothing_of_a_response_is_disconnected() {
    let host = Host::new(Some(ROOM));
    let mut client = host.connect("192.0.2.1");
    let request = b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n";
    client.write_all(request).await.expect("sent");
    tokio::time::sleep(WRITE_TIMEOUT + Duration::from_secs(1)).await;
    let answer = read_all(&mut client).await;
    assert!(answer.len() < LARGE / 2, "{} bytes", answer.len());
}

#[tokio::test(start_paused = true)]
async fn client_that_reads_slowly_gets_the_whole_response() {
    let (_host, mut client) = client();
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

/// Sends bytes one by one, a hundredth of a second apart, until the server no longer listens.
async fn drip(client: &mut DuplexStream, bytes: &[u8]) {
    for byte in bytes {
        if client.write_all(&[*byte]).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_in_many_pieces_is_answered_a_little_later_and_the_next_one_at_once() {
    let (_host, mut client) = client();
    for _ in 0..2 {
        drip(&mut client, REQUEST).await;
        let sent = Instant::now();
        let answer = read_answer(&mut client).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        let late = sent.elapsed();
        assert!(late > Duration::ZERO, "it was read as it came");
        assert!(late < Duration::from_secs(2), "{late:?}");
    }
    let sent = Instant::now();
    client.write_all(REQUEST).await.expect("sent");
    let answer = read_answer(&mut client).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert_eq!(sent.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_body_in_many_pieces_is_read_as_it_comes() {
    let (_host, mut client) = client();
    let head = b"POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n";
    client.write_all(head).await.expect("sent");
    drip(&mut client, &[b'x'; 99]).await;
    let sent = Instant::now();
    client.write_all(b"x").await.expect("sent");
    let answer = read_answer(&mut client).await;
    assert!(answer.ends_with("100:1234"), "{answer}");
    assert_eq!(sent.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn what_a_socket_sends_in_many_pieces_is_read_as_it_comes() {
    let (_host, mut client) = client();
    let head =
        b"GET /echo HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";
    client.write_all(head).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(client.read_u8().await.expect("the answer goes on"));
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{answer:?}");
    let begun = Instant::now();
    for byte in 0..100 {
        client.write_all(&[byte]).await.expect("sent");
        assert_eq!(client.read_u8().await.expect("it comes back"), byte);
    }
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn a_newcomer_s_turn_ends_with_the_first_look() {
    let turns = Arc::new(Semaphore::new(1));
    let turn = Arc::clone(&turns).try_acquire_owned().expect("a turn");
    let mut newcomer = pin!(with_turn(turn, std::future::pending()));
    assert_eq!(turns.available_permits(), 0, "nobody has looked yet");
    let looked = poll_fn(|cx| Poll::Ready(newcomer.as_mut().poll(cx))).await;
    assert!(looked.is_pending(), "it is still here");
    assert_eq!(turns.available_permits(), 1);
}

#[tokio::test(start_paused = true)]
async fn silence_counts_as_part_of_the_first_head() {
    let (_host, mut client) = client();
    let start = Instant::now();
    tokio::time::sleep(HEAD_TIME * 3 / 4).await;
    client.write_all(BEGUN).await.expect("sent");
    assert_eq!(read_all(&mut client).await, "");
    assert!(start.elapsed() >= HEAD_TIME);
    let spare = Duration::from_secs(1);
    assert!(start.elapsed() < HEAD_TIME + spare, "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn after_a_late_first_request_there_is_as_much_time_for_the_second() {
    let (_host, mut client) = client();
    for _ in 0..3 {
        tokio::time::sleep(HEAD_TIME * 3 / 4).await;
        client.write_all(REQUEST).await.expect("still open");
        let answer = read_answer(&mut client).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    }
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
        let (_host, mut client) = client();
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

#[tokio::test(start_paused = true)]
async fn when_the_server_stops_nobody_who_says_nothing_is_waited_for() {
    let host = Host::new(Some(ROOM));
    let silent = host.connect("192.0.2.1");
    let mut idle = host.connect("192.0.2.1");
    idle.write_all(REQUEST).await.expect("sent");
    read_answer(&mut idle).await;
    host.stopping.send_replace(true);
    assert_eq!(closed_after(vec![silent, idle]).await, [0, 0]);
}

#[tokio::test(start_paused = true)]
async fn of_a_silent_flood_only_as_many_stay_as_there_is_room_for() {
    for (room, expected) in [
        (Some(ROOM), [0, 0, 0, 0, 0, 20, 20, 20]),
        // The same without bounds: all of them stay.
        (None, [20; 8]),
    ] {
        let host = Host::new(room);
        let flood = (0..8).map(|_| host.connect("192.0.2.1")).collect();
        assert_eq!(closed_after(flood).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn heads_that_drip_and_idle_connections_count_as_silent_ones_do() {
    for (room, expected) in [(Some(ROOM), [0, 0, 0, 20, 20, 20]), (None, [20; 6])] {
        let host = Host::new(room);
        let mut flood = Vec::new();
        for number in 0..6 {
            let mut client = host.connect("192.0.2.1");
            match number % 3 {
                0 => client.write_all(BEGUN).await.expect("sent"),
                1 => {
                    client.write_all(REQUEST).await.expect("sent");
                    read_answer(&mut client).await;
                }
                _ => {}
            }
            flood.push(client);
        }
        assert_eq!(closed_after(flood).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn in_a_flood_a_newcomer_is_served_and_what_is_under_way_comes_to_its_end() {
    let host = Host::new(Some(ROOM));
    let mut slow = host.connect("192.0.2.1");
    let request = b"GET /slow HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    slow.write_all(request).await.expect("sent");
    // It has been read when the clock jumps.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut flood = Vec::new();
    for round in 0..10 {
        // From the same address, and from as many others as fill all there is.
        let others = (0..10).map(|n| host.connect(&format!("198.51.100.{n}")));
        flood.extend(others);
        flood.extend((0..10).map(|_| host.connect("192.0.2.1")));
        let mut newcomer = host.connect("192.0.2.1");
        newcomer.write_all(REQUEST).await.expect("sent");
        let answer = read_answer(&mut newcomer).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{round}: {answer}");
    }
    let answer = read_all(&mut slow).await;
    assert!(answer.ends_with("at last"), "{answer}");
}
