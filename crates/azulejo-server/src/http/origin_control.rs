//! Control experiment for the CSRF tests: a server without the origin check accepts the same bytes,
//! so it is this check that refuses forged requests.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::live::registry::Seams;
use crate::{Config, Server};

async fn server(data: &tempfile::TempDir, any_origin: bool) -> Server {
    let path = data.path().join("azulejo.db");
    let mut config = Config::new(format!("sqlite:{}", path.display()));
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let store = azulejo_store::open(&config.database_url)
        .await
        .expect("a store");
    let seams = Seams {
        any_origin,
        ..Seams::default()
    };
    Server::start_with(config, store, seams)
        .await
        .expect("a server")
}

/// Sends a request and returns the head of the response; an upgrade has no end.
async fn response_head(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
        let byte = stream.read_u8().await.expect("an answer");
        answer.push(byte);
    }
    String::from_utf8(answer).expect("a head is text")
}

fn status(head: &str) -> &str {
    head.split(' ').nth(1).expect("a status")
}

/// Returns a new session cookie.
async fn cookie(address: SocketAddr) -> String {
    let request = format!("GET /api/v1/me HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let head = response_head(address, &request).await;
    let line = head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "))
        .expect("a cookie");
    line.split(';').next().expect("its value").to_owned()
}

/// Returns what another site makes a browser send: the victim's cookie with the site's origin.
async fn forged(address: SocketAddr) -> [String; 2] {
    let cookie = cookie(address).await;
    let body = r#"{"name":"Mallory"}"#;
    let length = body.len();
    let socket = format!(
        "GET /api/v1/socket HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\
         origin: http://evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let rename = format!(
        "PATCH /api/v1/me HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\
         origin: http://evil.example\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    [socket, rename]
}

#[tokio::test]
async fn origin_check_alone_refuses_csrf() {
    for (any_origin, socket, rename) in [(false, "403", "403"), (true, "101", "200")] {
        let data = tempfile::tempdir().expect("a folder");
        let server = server(&data, any_origin).await;
        let requests = forged(server.address()).await;
        let mut found = Vec::new();
        for request in &requests {
            let head = response_head(server.address(), request).await;
            found.push(status(&head).to_owned());
        }
        server.stop().await;
        assert_eq!(found, [socket, rename], "any origin: {any_origin}");
    }
}
