//! The HTTP and WebSocket client: creates guests, games and sockets.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{GameAnswer, GuestAnswer, JoinGame, NewGame, SeatRequest, SendNonce};
use azulejo_rules::Wall;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The request timeout, generous enough for a busy machine.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);
/// The idle timeout of pooled connections: shorter than the server's, so that no request is sent
/// over a connection that the server is closing.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// A guest account.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) token: String,
}

/// The servers under test, with an HTTP client.
pub(crate) struct Servers {
    urls: Vec<String>,
    http: reqwest::Client,
}

impl Servers {
    pub(crate) fn new(urls: &[String]) -> Result<Self> {
        let mut trimmed = Vec::new();
        for url in urls {
            if !url.starts_with("http://") && !url.starts_with("https://") {
                bail!(
                    "invalid server address {url:?}: expected a URL such as http://127.0.0.1:8080"
                );
            }
            trimmed.push(url.trim_end_matches('/').to_owned());
        }
        let http = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .pool_idle_timeout(POOL_IDLE_TIMEOUT)
            .tcp_nodelay(true)
            .build()
            .context("failed to create the HTTP client")?;
        Ok(Self {
            urls: trimmed,
            http,
        })
    }

    pub(crate) fn url(&self, number: usize) -> &str {
        &self.urls[number % self.urls.len()]
    }

    pub(crate) fn is_single(&self) -> bool {
        self.urls.len() == 1
    }

    async fn post<T: DeserializeOwned>(
        &self,
        server: usize,
        path: &str,
        guest: Option<&Guest>,
        body: &impl Serialize,
    ) -> Result<T> {
        let url = format!("{}/api/v1{path}", self.url(server));
        let mut request = self.http.post(&url).json(body);
        if let Some(guest) = guest {
            request = request.bearer_auth(&guest.token);
        }
        let response = request.send().await.with_context(|| url.clone())?;
        let status = response.status();
        let text = response.text().await.with_context(|| url.clone())?;
        if status == reqwest::StatusCode::TOO_MANY_REQUESTS {
            bail!("{url}: {text}; start the server with --rate-limits 0 for load tests");
        }
        if !status.is_success() {
            bail!("{url}: {status}: {text}");
        }
        serde_json::from_str(&text).with_context(|| format!("{url}: invalid response"))
    }

    pub(crate) async fn create_guest(&self, server: usize) -> Result<Guest> {
        let body = serde_json::json!({});
        let guest: GuestAnswer = self.post(server, "/guest", None, &body).await?;
        Ok(Guest { token: guest.token })
    }

    /// Creates a game, fills all seats so that it starts, and returns its id.
    pub(crate) async fn create_game(
        &self,
        server: usize,
        seats: &[&Guest],
        wall: Wall,
        nonce: &str,
    ) -> Result<String> {
        let (host, others) = seats
            .split_first()
            .ok_or_else(|| anyhow!("a game needs players"))?;
        let mut wanted = vec![SeatRequest::Me { name: None }];
        wanted.extend(others.iter().map(|_| SeatRequest::Invited));
        let new = NewGame {
            id: None,
            seats: wanted,
            wall: wall.into(),
            start: None,
            clock: None,
            public: Some(false),
            undo: Some(UndoPolicy::Off),
        };
        let created: GameAnswer = self.post(server, "/games", Some(host), &new).await?;
        let (game, invitation) = (created.view.id, created.own.invitation);
        // The nonces are sent in the open, like those of older clients, which saves round trips: no
        // one cheats here. The host's goes first: once the last seat is taken, the game waits only briefly for
        // missing nonces, which a slow machine might miss.
        let send = SendNonce {
            nonce: nonce.to_owned(),
        };
        let path = format!("/games/{game}/nonce");
        let _waiting: GameAnswer = self.post(server, &path, Some(host), &send).await?;
        for guest in others {
            let join = JoinGame {
                seat: None,
                invitation: invitation.clone(),
                nonce: Some(nonce.to_owned()),
            };
            let path = format!("/games/{game}/join");
            let _seated: GameAnswer = self.post(server, &path, Some(guest), &join).await?;
        }
        Ok(game)
    }

    pub(crate) async fn open_socket(&self, server: usize, guest: &Guest) -> Result<Socket> {
        let url = format!("{}/api/v1/socket", self.url(server)).replacen("http", "ws", 1);
        let mut request = url.as_str().into_client_request()?;
        let bearer = format!("Bearer {}", guest.token).parse()?;
        request.headers_mut().insert("authorization", bearer);
        // Small buffers: there are many sockets with little traffic each.
        let config = WebSocketConfig::default()
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0);
        let connecting = connect_async_with_config(request, Some(config), true);
        let (socket, _) = tokio::time::timeout(REQUEST_TIMEOUT, connecting)
            .await
            .with_context(|| format!("{url}: timed out"))?
            .with_context(|| url.clone())?;
        Ok(socket)
    }
}

/// Runs `count` tasks, at most `concurrency` of them concurrently, and returns all results in order.
pub(crate) async fn run_bounded<T: 'static, F>(
    count: usize,
    concurrency: usize,
    make: impl Fn(usize) -> F,
) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>> + 'static,
{
    let mut tasks = tokio::task::JoinSet::new();
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut next = 0;
    loop {
        while next < count && tasks.len() < concurrency {
            let (index, work) = (next, make(next));
            tasks.spawn_local(async move { (index, work.await) });
            next += 1;
        }
        let Some(done) = tasks.join_next().await else {
            break;
        };
        let (index, result) = done.context("a setup task failed")?;
        results[index] = Some(result?);
    }
    results
        .into_iter()
        .map(|result| result.ok_or_else(|| anyhow!("a setup task returned no result")))
        .collect()
}
