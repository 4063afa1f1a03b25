//! Violations of the WebSocket protocol: each socket is closed with the right code, and other players
//! are not affected.

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, GameClient, TIMEOUT, TestDatabase};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::start;

const FINAL: u8 = 0x80;
const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

const MASK: [u8; 4] = [0x12, 0x34, 0x56, 0x78];

/// Returns a frame header with the given length.
fn head(first: u8, mask_bit: u8, length: u64) -> Vec<u8> {
    let mut head = vec![first];
    match length {
        0..126 => head.push(mask_bit | length as u8),
        126..0x1_0000 => {
            head.push(mask_bit | 126);
            head.extend((length as u16).to_be_bytes());
        }
        _ => {
            head.push(mask_bit | 127);
            head.extend(length.to_be_bytes());
        }
    }
    head
}

/// Returns a masked frame, as clients send.
fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head(first, 0x80, payload.len() as u64);
    frame.extend(MASK);
    let mask = MASK.iter().cycle();
    frame.extend(payload.iter().zip(mask).map(|(byte, mask)| byte ^ mask));
    frame
}

/// Returns an unmasked frame, as only servers may send.
fn unmasked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head(first, 0, payload.len() as u64);
    frame.extend(payload);
    frame
}

/// Returns the start of a frame that is never completed.
fn claimed(first: u8, length: u64) -> Vec<u8> {
    let mut frame = head(first, 0x80, length);
    frame.extend(MASK);
    frame
}

fn closing(code: u16, reason: &[u8]) -> Vec<u8> {
    masked(FINAL | CLOSE, &[&code.to_be_bytes(), reason].concat())
}

/// The end of a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// A close frame with a code.
    Code(u16),
    /// A close frame without a code.
    NoCode,
    /// No close frame.
    Silent,
}

const PING_FRAME: &[u8] = br#"{"t":"ping"}"#;

/// Bytes, and how the socket ends.
fn cases() -> Vec<(String, Vec<u8>, End)> {
    let broken = End::Code(1002);
    let not_utf8 = End::Code(1007);
    let too_long = End::Code(1009);
    let fragments = |lengths: &[usize]| {
        let last = lengths.len() - 1;
        let frame = |(index, length): (usize, &usize)| {
            let first = if index == 0 { TEXT } else { CONTINUATION };
            let fin = if index == last { FINAL } else { 0 };
            masked(fin | first, &vec![b' '; *length])
        };
        lengths.iter().enumerate().flat_map(frame).collect()
    };
    let named: Vec<(&str, Vec<u8>, End)> = vec![
        ("unmasked_text", unmasked(FINAL | TEXT, PING_FRAME), broken),
        ("unmasked_ping", unmasked(FINAL | PING, b""), broken),
        ("unmasked_close", unmasked(FINAL | CLOSE, b""), broken),
        (
            "reserved_bit_in_a_ping",
            masked(FINAL | 0x40 | PING, b""),
            broken,
        ),
        (
            "all_reserved_bits",
            masked(FINAL | 0x70 | TEXT, PING_FRAME),
            broken,
        ),
        (
            "frame_of_4097_bytes",
            masked(FINAL | TEXT, &[b' '; 4097]),
            too_long,
        ),
        ("claim_of_64_kib", claimed(FINAL | TEXT, 1 << 16), too_long),
        ("claim_of_2_to_62", claimed(FINAL | TEXT, 1 << 62), too_long),
        ("claim_of_2_to_63", claimed(FINAL | TEXT, 1 << 63), too_long),
        (
            "claim_of_all_bits",
            claimed(FINAL | TEXT, u64::MAX),
            too_long,
        ),
        (
            "ping_that_claims_2_to_63",
            claimed(FINAL | PING, 1 << 63),
            too_long,
        ),
        ("two_fragments_too_long", fragments(&[2048, 2049]), too_long),
        ("many_fragments_too_long", fragments(&[100; 42]), too_long),
        (
            "fragments_without_end_too_long",
            [masked(TEXT, &[b' '; 4096]), masked(CONTINUATION, b" ")].concat(),
            too_long,
        ),
        (
            "text_within_fragmented_text",
            [masked(TEXT, b"{"), masked(FINAL | TEXT, PING_FRAME)].concat(),
            broken,
        ),
        (
            "binary_within_fragmented_text",
            [masked(TEXT, b"{"), masked(FINAL | BINARY, b"}")].concat(),
            broken,
        ),
        (
            "first_fragment_after_first_fragment",
            [masked(TEXT, b"{"), masked(TEXT, b"}")].concat(),
            broken,
        ),
        (
            "continuation_without_start",
            masked(FINAL | CONTINUATION, PING_FRAME),
            broken,
        ),
        (
            "unfinished_continuation_without_start",
            masked(CONTINUATION, b"{"),
            broken,
        ),
        (
            "continuation_after_the_end",
            [
                masked(TEXT, b" "),
                masked(FINAL | CONTINUATION, b" "),
                masked(FINAL | CONTINUATION, b" "),
            ]
            .concat(),
            broken,
        ),
        ("invalid_byte", masked(FINAL | TEXT, b"\"\xff\""), not_utf8),
        (
            "overlong_slash",
            masked(FINAL | TEXT, b"\"\xc0\xaf\""),
            not_utf8,
        ),
        (
            "surrogate",
            masked(FINAL | TEXT, b"\"\xed\xa0\x80\""),
            not_utf8,
        ),
        (
            "beyond_unicode",
            masked(FINAL | TEXT, b"\"\xf4\x90\x80\x80\""),
            not_utf8,
        ),
        (
            "truncated_character",
            masked(FINAL | TEXT, b"\"\xe2\x82"),
            not_utf8,
        ),
        (
            "truncated_character_in_fragments",
            [
                masked(TEXT, b"\"\xe2"),
                masked(FINAL | CONTINUATION, b"\x82"),
            ]
            .concat(),
            not_utf8,
        ),
        (
            "invalid_byte_in_second_fragment",
            [masked(TEXT, b"\""), masked(FINAL | CONTINUATION, b"\xff\"")].concat(),
            not_utf8,
        ),
        ("ping_of_126_bytes", masked(FINAL | PING, &[0; 126]), broken),
        ("pong_of_126_bytes", masked(FINAL | PONG, &[0; 126]), broken),
        ("close_of_126_bytes", closing(1000, &[b'x'; 124]), broken),
        ("ping_in_fragments", masked(PING, b""), broken),
        ("pong_in_fragments", masked(PONG, b""), broken),
        ("close_in_fragments", masked(CLOSE, b""), broken),
        (
            "binary",
            masked(FINAL | BINARY, PING_FRAME),
            End::Code(1003),
        ),
        ("empty_binary", masked(FINAL | BINARY, b""), End::Code(1003)),
        (
            "binary_in_fragments",
            [masked(BINARY, b"{"), masked(FINAL | CONTINUATION, b"}")].concat(),
            End::Code(1003),
        ),
        ("close_of_one_byte", masked(FINAL | CLOSE, &[3]), broken),
        (
            "close_with_invalid_utf8_reason",
            closing(1000, b"\xff"),
            not_utf8,
        ),
        // Valid close frames are echoed.
        ("close", masked(FINAL | CLOSE, b""), End::NoCode),
        ("close_normally", closing(1000, b"bye"), End::Code(1000)),
        (
            "close_with_private_code",
            closing(4000, b""),
            End::Code(4000),
        ),
        (
            "frame_after_close",
            [closing(1000, b""), masked(FINAL | TEXT, PING_FRAME)].concat(),
            End::Code(1000),
        ),
    ];
    let mut cases: Vec<_> = named
        .into_iter()
        .map(|(name, bytes, end)| (name.to_owned(), bytes, end))
        .collect();
    for bit in [0x10, 0x20, 0x40] {
        let frame = masked(FINAL | bit | TEXT, PING_FRAME);
        cases.push((format!("reserved_bit_{bit:#x}"), frame, broken));
    }
    for opcode in [3, 4, 5, 6, 7, 0xb, 0xc, 0xd, 0xe, 0xf] {
        let frame = masked(FINAL | opcode, PING_FRAME);
        cases.push((format!("reserved_opcode_{opcode:#x}"), frame, broken));
    }
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535] {
        cases.push((format!("close_with_{code}"), closing(code, b""), broken));
    }
    cases
}

/// An upgraded connection that can send any bytes.
struct Raw(TcpStream);

impl Raw {
    /// Performs the WebSocket handshake.
    async fn upgraded(client: &Client) -> Self {
        let stream = TcpStream::connect(client.base).await;
        let mut raw = Self(stream.expect("a connection"));
        let request = format!(
            "GET /api/v1/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Bearer {}\r\n\r\n",
            client.base, client.token,
        );
        raw.send(request.as_bytes()).await;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(raw.byte().await.expect("a response"));
        }
        assert!(answer.starts_with(b"HTTP/1.1 101 "), "{answer:?}");
        raw
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0
            .write_all(bytes)
            .await
            .expect("the connection is open");
    }

    async fn send_frame(&mut self, frame: &ClientFrame) {
        let text = serde_json::to_string(frame).expect("a frame serialises");
        self.send(&masked(FINAL | TEXT, text.as_bytes())).await;
    }

    /// Returns the next byte, or `None` if the connection is closed or reset.
    async fn byte(&mut self) -> Option<u8> {
        let read = tokio::time::timeout(TIMEOUT, self.0.read_u8()).await;
        read.expect("data in time").ok()
    }

    async fn bytes(&mut self, number: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; number];
        let read = tokio::time::timeout(TIMEOUT, self.0.read_exact(&mut bytes)).await;
        read.expect("data in time").ok()?;
        Some(bytes)
    }

    /// Returns the opcode and payload of the server's next frame.
    async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = self.byte().await?;
        assert_eq!(first & 0xf0, FINAL, "the server sends whole frames");
        let length = match self.byte().await? {
            126 => u16::from_be_bytes(self.bytes(2).await?.try_into().expect("two bytes")).into(),
            127 => u64::from_be_bytes(self.bytes(8).await?.try_into().expect("eight bytes")),
            length @ 0..126 => length.into(),
            _ => panic!("servers must not mask frames"),
        };
        let payload = self
            .bytes(usize::try_from(length).expect("a length"))
            .await?;
        Some((first & 0x0f, payload))
    }

    async fn wait_for(&mut self, wanted: impl Fn(&ServerFrame) -> bool) {
        loop {
            let (opcode, payload) = self.frame().await.expect("the socket is open");
            if opcode == TEXT {
                let frame = serde_json::from_slice(&payload).expect("a valid frame");
                if wanted(&frame) {
                    return;
                }
            }
        }
    }

    /// Returns how the server closes the socket, after which nothing may follow.
    async fn end(mut self) -> End {
        let end = loop {
            match self.frame().await {
                Some((CLOSE, payload)) if payload.is_empty() => break End::NoCode,
                Some((CLOSE, payload)) => {
                    break End::Code(u16::from_be_bytes([payload[0], payload[1]]));
                }
                Some(_) => {}
                None => return End::Silent,
            }
        };
        // The connection may be closed already; if not, the server waits for the client.
        let _gone = self.0.shutdown().await;
        assert_eq!(self.byte().await, None, "nothing follows a close frame");
        end
    }
}

fn watch(game: &str) -> ClientFrame {
    ClientFrame::Watch {
        game: game.to_owned(),
        from: None,
        hash: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn protocol_violations_close_the_socket_with_the_right_code() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let game = NewGame {
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Me { name: None },
        ],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: None,
        id: None,
    };
    let game = ana.create(&game).await.view.id;
    ana.send_nonce(&game).await;
    let mut bystander = ana.follow(&game).await;
    assert!(bystander.wait_until(GameClient::must_act).await);
    for (name, bytes, end) in cases() {
        let mut raw = Raw::upgraded(&eve).await;
        raw.send_frame(&watch(&game)).await;
        raw.wait_for(|frame| matches!(frame, ServerFrame::Game { .. }))
            .await;
        raw.send(&bytes).await;
        assert_eq!(raw.end().await, end, "{name}");
        // The other socket in the game still works.
        bystander.socket.send(&ClientFrame::Ping).await;
        let pong = bystander.socket.wait_for(|frame| match frame {
            ServerFrame::Pong => Some(()),
            ServerFrame::Presence { .. } => None,
            other => panic!("{name}: {other:?}"),
        });
        pong.await;
    }
    bystander.act().await.expect("a move");
    server.stop().await;
}

/// The control: a server that closes every socket would pass the table above.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unusual_but_valid_frames_are_answered() {
    let database = TestDatabase::sqlite();
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let (begin, end) = PING_FRAME.split_at(5);
    let long = [PING_FRAME, &[b' '; 4096][PING_FRAME.len()..]].concat();
    let cases: [(&str, Vec<u8>); 5] = [
        ("whole", masked(FINAL | TEXT, PING_FRAME)),
        (
            "in_fragments",
            [masked(TEXT, begin), masked(FINAL | CONTINUATION, end)].concat(),
        ),
        (
            "in_fragments_with_a_ping_between",
            [
                masked(TEXT, begin),
                masked(FINAL | PING, &[0; 125]),
                masked(FINAL | CONTINUATION, end),
            ]
            .concat(),
        ),
        (
            "in_empty_fragments",
            [
                masked(TEXT, b""),
                masked(CONTINUATION, PING_FRAME),
                masked(FINAL | CONTINUATION, b""),
            ]
            .concat(),
        ),
        ("of_4096_bytes", masked(FINAL | TEXT, &long)),
    ];
    for (name, bytes) in cases {
        let mut raw = Raw::upgraded(&ana).await;
        raw.send(&bytes).await;
        raw.wait_for(|frame| matches!(frame, ServerFrame::Pong))
            .await;
        raw.send(&closing(1000, b"")).await;
        assert_eq!(raw.end().await, End::Code(1000), "{name}");
    }
    server.stop().await;
}
