//! Unreachable and incompatible servers, invalid addresses, and full games.

use std::io::Write as _;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use tokio_tungstenite::tungstenite::{self, Message};

use super::support::{Plain, Server, folder, link_in};
use crate::check_failure;

#[test]
fn unreachable_and_foreign_servers_are_reported() {
    let folder = folder("troubles");
    // A port without a listener that no other test can get.
    let gone = SocketAddr::from(([127, 0, 0, 1], 1));
    let failure = |url: &str| {
        let (code, output, stderr) = Plain::start("Ana", &folder, &[url]).finish();
        assert_eq!(code, Some(1), "{output}");
        assert_eq!(output, "", "unexpected output");
        stderr
    };
    let stderr = failure(&format!("http://{gone}"));
    let reason = format!("azulejo: Can’t reach {gone}: ");
    assert!(stderr.starts_with(&reason), "{stderr}");

    let other = fake_server(|_| Some("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".into()));
    let stderr = failure(&format!("http://{other}"));
    assert!(
        stderr.contains("but it isn’t an Azulejo server"),
        "{stderr}"
    );

    let server = Server::start(&folder);
    let stderr = failure(&format!("{}/g/nosuchid", server.url()));
    assert!(
        stderr.contains("Not found, or you don’t have access."),
        "{stderr}"
    );
}

#[test]
fn invalid_addresses_are_usage_errors() {
    check_failure(
        &["play", "--online", "ftp://host"],
        b"",
        2,
        "azulejo: invalid value 'ftp://host' for '--online <URL>': ftp:// addresses are not \
         supported; use http:// or https://; azulejo play --help shows how it is used",
    );
    check_failure(
        &["play", "--name", "Ana"],
        b"",
        2,
        "azulejo: the following required arguments were not provided: --online <URL>; \
         azulejo play --help shows how it is used",
    );
}

#[test]
fn incompatible_protocol_version_is_reported() {
    let folder = folder("version");
    let guest = r#"{"me":{"name":"Ana","guest":true,"since":0},"token":"00"}"#;
    let other = fake_server(move |path| {
        (path == "/api/v1/guest").then(|| {
            let n = guest.len();
            format!("HTTP/1.1 200 OK\r\nContent-Length: {n}\r\nConnection: close\r\n\r\n{guest}")
        })
    });
    let url = format!("http://{other}");
    let (code, _, stderr) = Plain::start("Ana", &folder, &[&url]).finish();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains("uses version 99 of the protocol"),
        "{stderr}"
    );
}

#[test]
fn full_table_can_be_watched() {
    let folder = folder("full");
    let server = Server::start(&folder);
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    ana.wait_for(|s| s.ends_with("> "));
    ana.send("new me,invited");
    let link = link_in(&ana.wait_for_text("starts automatically"));
    // Without an invitation there is no seat.
    let bare = link.split('#').next().unwrap();
    let mut jon = Plain::start("Jon", &folder, &[bare]);
    jon.wait_for_text("The free seats are for people with the invite link.");
    // Nor with an invalid invitation.
    let wrong = format!("{bare}#invitation={}", "0".repeat(32));
    let mut eva = Plain::start("Eva", &folder, &[&wrong]);
    eva.wait_for_text("This invitation is no longer valid: you’re watching.");
    let mut rui = Plain::start("Rui", &folder, &[&link]);
    rui.wait_for_text("You");
    for watcher in [&mut jon, &mut eva] {
        watcher.wait_for_text("You’re watching");
    }
}

/// Starts a fake server that answers by path, and speaks protocol version 99 on a socket.
fn fake_server(answer: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            // One thread per connection, as clients keep connections open.
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || serve(stream, &*answer));
        }
    });
    address
}

fn serve(mut stream: TcpStream, answer: &impl Fn(&str) -> Option<String>) {
    let mut head = [0; 4096];
    // Peek, as the WebSocket handshake reads the request too.
    let n = stream.peek(&mut head).unwrap_or(0);
    let text = String::from_utf8_lossy(&head[..n]).into_owned();
    let path = text.split_whitespace().nth(1).unwrap_or_default();
    if let Some(answer) = answer(path) {
        let _closed = stream.write_all(answer.as_bytes());
        let _closed = stream.shutdown(Shutdown::Write);
        // Drain the request: closing with unread data resets the connection and loses the reply.
        let _drained = std::io::copy(&mut stream, &mut std::io::sink());
        return;
    }
    let Ok(mut socket) = tungstenite::accept(stream) else {
        return;
    };
    let hello = r#"{"t":"hello","version":99,"now":0}"#;
    let _closed = socket.send(Message::text(hello));
    let _closed = socket.read();
}
