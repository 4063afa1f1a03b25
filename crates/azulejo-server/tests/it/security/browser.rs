//! A test server, and a browser that can misbehave.

use std::net::SocketAddr;

use azulejo_server::{Config, Server};
use azulejo_testkit::TIMEOUT;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The password of all accounts in these tests.
pub(crate) const PASSWORD: &str = "tiles of cobalt";

/// A server with its data, removed after the test.
pub(crate) struct TestServer {
    pub(crate) data: TempDir,
    pub(crate) address: SocketAddr,
    server: Server,
}

impl TestServer {
    /// Starts a server with the default configuration, without limits.
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(configure: impl FnOnce(&mut Config)) -> Self {
        let data = tempfile::tempdir().expect("a temporary directory");
        let mut config = Config::new(database(&data));
        config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
        config.rate_limits = 0;
        config.bot_delay_ms = 0;
        configure(&mut config);
        let server = Server::start(config).await.expect("the server starts");
        let address = server.address();
        Self {
            data,
            address,
            server,
        }
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser {
            address: self.address,
            host: self.address.to_string(),
            origin: Some(format!("http://{}", self.address)),
            cookie: None,
            bearer: None,
            headers: Vec::new(),
        }
    }

    /// Returns a browser with a guest session.
    pub(crate) async fn guest(&self) -> Browser {
        let mut browser = self.browser();
        browser.get("/me").await.expect(200);
        browser
    }

    /// Returns a browser logged in to a new account.
    pub(crate) async fn account(&self, name: &str) -> Browser {
        let mut browser = self.guest().await;
        let answer = browser.post("/signup", &credentials(name)).await;
        answer.expect(201);
        browser
    }

    /// Returns a program with a new guest's bearer token.
    pub(crate) async fn program(&self) -> Browser {
        let mut program = self.browser();
        program.origin = None;
        let token = program.post("/guest", &json!({})).await.expect(200)["token"].clone();
        program.bearer = token.as_str().map(str::to_owned);
        program
    }

    /// Stops the server and returns its data.
    pub(crate) async fn stop(self) -> TempDir {
        self.server.stop().await;
        self.data
    }
}

pub(crate) fn database(data: &TempDir) -> String {
    format!("sqlite:{}", data.path().join("azulejo.db").display())
}

pub(crate) fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

/// A client with a cookie, a bearer token, both or neither.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    pub(crate) host: String,
    pub(crate) origin: Option<String>,
    /// `name=value`, as the server set it.
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
    pub(crate) headers: Vec<(String, String)>,
}

impl Browser {
    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Reply {
        self.send("DELETE", path, None).await
    }

    /// Sends a request to the API and keeps the cookie that the response sets.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let body = body.map(Value::to_string);
        let content = body.as_deref().map(|body| ("application/json", body));
        self.send_as(method, &format!("/api/v1{path}"), content)
            .await
    }

    pub(crate) async fn send_as(
        &mut self,
        method: &str,
        target: &str,
        body: Option<(&str, &str)>,
    ) -> Reply {
        let mut head = self.head(method, target);
        let mut text = "";
        if let Some((content_type, body)) = body {
            head += &format!(
                "content-type: {content_type}\r\ncontent-length: {}\r\n",
                body.len()
            );
            text = body;
        } else if method != "GET" {
            head += "content-length: 0\r\n";
        }
        let reply = raw(self.address, format!("{head}\r\n{text}").as_bytes()).await;
        self.keep_cookie(&reply);
        reply
    }

    /// Requests a WebSocket and returns the status.
    pub(crate) async fn upgrade(&self) -> u16 {
        self.request_socket().await.status
    }

    /// Requests a WebSocket, which is closed at once if it is opened.
    pub(crate) async fn request_socket(&self) -> Reply {
        let mut head = self
            .head("GET", "/api/v1/socket")
            .replace("connection: close\r\n", "");
        head += "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let mut stream = TcpStream::connect(self.address)
            .await
            .expect("the server listens");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&answer);
            if text.contains("\r\n\r\n") {
                let reply = parse(&text);
                // An error has a body, after which the connection may stay open.
                let length = reply.header("content-length");
                let length = length.map_or(0, |length| length.parse().expect("a number"));
                if reply.status == 101 || reply.body.len() >= length {
                    return reply;
                }
            }
            let read = tokio::time::timeout(TIMEOUT, stream.read_u8()).await;
            answer.push(read.expect("an answer in time").expect("an answer"));
        }
    }

    /// Returns the start of a request, to which headers can be appended.
    pub(crate) fn head(&self, method: &str, target: &str) -> String {
        let mut head = format!("{method} {target} HTTP/1.1\r\nconnection: close\r\n");
        let mut add = |name: &str, value: &str| head += &format!("{name}: {value}\r\n");
        add("host", &self.host);
        if let Some(origin) = &self.origin {
            add("origin", origin);
        }
        if let Some(cookie) = &self.cookie {
            add("cookie", cookie);
        }
        if let Some(bearer) = &self.bearer {
            add("authorization", &format!("Bearer {bearer}"));
        }
        for (name, value) in &self.headers {
            add(name, value);
        }
        head
    }

    fn keep_cookie(&mut self, reply: &Reply) {
        let Some(cookie) = reply.header("set-cookie") else {
            return;
        };
        let pair = cookie.split(';').next().expect("split gives something");
        self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
    }

    /// The token in the cookie.
    pub(crate) fn token(&self) -> &str {
        let cookie = self.cookie.as_deref().expect("a cookie");
        cookie.split_once('=').expect("a value").1
    }

    /// Creates a public game with an open seat and returns its id.
    pub(crate) async fn new_game(&mut self) -> String {
        let game = json!({
            "seats": [{ "kind": "me" }, { "kind": "open" }, { "kind": "invited" }],
            "wall": "coloured",
            "public": true,
        });
        let answer = self.post("/games", &game).await.expect(201);
        answer["view"]["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn join(&mut self, game: &str) {
        self.post(&format!("/games/{game}/join"), &json!({}))
            .await
            .expect(200);
    }
}

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(header, _)| header == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "duplicate {name}: {self:?}");
        value
    }

    /// Returns the body of a response with this status.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        if self.body.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Returns the error of a response with this status and code.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let error = self.expect(status)["error"].clone();
        assert_eq!(error["code"], code, "{self:?}");
        error
    }
}

/// Sends bytes and reads until the server closes. Status 0 means no response.
pub(crate) async fn raw(address: SocketAddr, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(address)
        .await
        .expect("the server listens");
    // The server may respond and close before it has read everything.
    let _closed_early = stream.write_all(request).await;
    let mut answer = Vec::new();
    let mut chunk = [0; 8192];
    loop {
        let read = tokio::time::timeout(TIMEOUT, stream.read(&mut chunk)).await;
        match read.expect("the server closes in time") {
            Ok(0) => break,
            Ok(n) => answer.extend_from_slice(&chunk[..n]),
            // Reset with unread input; the response so far counts.
            Err(_reset) => break,
        }
    }
    parse(&String::from_utf8(answer).expect("text"))
}

fn parse(answer: &str) -> Reply {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let status = status.and_then(|status| status.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let is_chunked = headers.iter().any(|(_, value)| value == "chunked");
    let body = if is_chunked {
        decode_chunks(body)
    } else {
        body.to_owned()
    };
    Reply {
        status: status.unwrap_or(0),
        headers,
        body,
    }
}

/// Decodes the chunked transfer encoding of a complete body.
fn decode_chunks(mut body: &str) -> String {
    let mut decoded = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n").expect("a chunk has a length");
        let length = usize::from_str_radix(length, 16).expect("a length in hex");
        if length == 0 {
            return decoded;
        }
        let (chunk, rest) = rest.split_at(length);
        decoded += chunk;
        body = rest.strip_prefix("\r\n").expect("a chunk ends its line");
    }
}
