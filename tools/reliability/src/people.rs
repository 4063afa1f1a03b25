//! The people of a load: guests that the server knows, and the games they set up, over HTTP.

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

/// How long a request may take: long enough for a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long a connection is kept for the next request: less than the server keeps a silent one,
/// or a request could be sent into a connection that is just being closed.
const KEPT_FOR: Duration = Duration::from_secs(10);

/// A guest.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) token: String,
}

/// The servers, and how they are asked.
pub(crate) struct Servers {
    urls: Vec<String>,
    http: reqwest::Client,
}

impl Servers {
    pub(crate) fn new(urls: &[String]) -> Result<Self> {
        let mut trimmed = Vec::new();
        for url in urls {
            if !url.starts_with("http://") && !url.starts_with("https://") {
                bail!("{url:?} is no address of a server: write it as http://127.0.0.1:8080");
            }
            trimmed.push(url.trim_end_matches('/').to_owned());
        }
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            .pool_idle_timeout(KEPT_FOR)
            .tcp_nodelay(true)
            .build()
            .context("the HTTP client could not be made")?;
        Ok(Self {
            urls: trimmed,
            http,
        })
    }

    pub(crate) fn url(&self, number: usize) -> &str {
        &self.urls[number % self.urls.len()]
    }

    pub(crate) fn is_one(&self) -> bool {
        self.urls.len() == 1
    }

    async fn post<T: DeserializeOwned>(
        &self,
        server: usize,
        path: &str,
        person: Option<&Person>,
        body: &impl Serialize,
    ) -> Result<T> {
        let url = format!("{}/api/v1{path}", self.url(server));
        let mut request = self.http.post(&url).json(body);
        if let Some(person) = person {
            request = request.bearer_auth(&person.token);
        }
        let answer = request.send().await.with_context(|| url.clone())?;
        let status = answer.status();
        let text = answer.text().await.with_context(|| url.clone())?;
        if status == reqwest::StatusCode::TOO_MANY_REQUESTS {
            bail!("{url}: {text}; start the server with --rate-limits 0 to measure it");
        }
        if !status.is_success() {
            bail!("{url}: {status}: {text}");
        }
        serde_json::from_str(&text).with_context(|| format!("{url}: an answer that does not read"))
    }

    pub(crate) async fn guest(&self, server: usize) -> Result<Person> {
        let body = serde_json::json!({});
        let guest: GuestAnswer = self.post(server, "/guest", None, &body).await?;
        Ok(Person { token: guest.token })
    }

    /// Sets up a game, seats everybody and lets it start; gives its id.
    pub(crate) async fn game(
        &self,
        server: usize,
        seats: &[&Person],
        wall: Wall,
        nonce: &str,
    ) -> Result<String> {
        let (host, others) = seats.split_first().ok_or_else(|| anyhow!("nobody plays"))?;
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
        let made: GameAnswer = self.post(server, "/games", Some(host), &new).await?;
        let (game, invitation) = (made.view.id, made.own.invitation);
        // Before the last seat is taken: the game would not wait long for it, and however slow this
        // machine is, it starts with what everybody sent.
        let send = SendNonce {
            nonce: nonce.to_owned(),
        };
        let path = format!("/games/{game}/nonce");
        let _waiting: GameAnswer = self.post(server, &path, Some(host), &send).await?;
        for person in others {
            let join = JoinGame {
                seat: None,
                invitation: invitation.clone(),
                nonce: Some(nonce.to_owned()),
            };
            let path = format!("/games/{game}/join");
            let _seated: GameAnswer = self.post(server, &path, Some(person), &join).await?;
        }
        Ok(game)
    }

    pub(crate) async fn socket(&self, server: usize, person: &Person) -> Result<Socket> {
        let url = format!("{}/api/v1/socket", self.url(server)).replacen("http", "ws", 1);
        let mut request = url.as_str().into_client_request()?;
        let bearer = format!("Bearer {}", person.token).parse()?;
        request.headers_mut().insert("authorization", bearer);
        // Many sockets, each with little to say.
        let config = WebSocketConfig::default()
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0);
        let connecting = connect_async_with_config(request, Some(config), true);
        let (socket, _) = tokio::time::timeout(PATIENCE, connecting)
            .await
            .with_context(|| format!("{url}: no answer"))?
            .with_context(|| url.clone())?;
        Ok(socket)
    }
}

/// Does `number` things, a few at a time, and gives all results in order.
pub(crate) async fn all<T: 'static, F>(
    number: usize,
    at_once: usize,
    make: impl Fn(usize) -> F,
) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>> + 'static,
{
    let mut tasks = tokio::task::JoinSet::new();
    let mut results: Vec<Option<T>> = (0..number).map(|_| None).collect();
    let mut next = 0;
    loop {
        while next < number && tasks.len() < at_once {
            let (index, work) = (next, make(next));
            tasks.spawn_local(async move { (index, work.await) });
            next += 1;
        }
        let Some(done) = tasks.join_next().await else {
            break;
        };
        let (index, result) = done.context("a task of the load broke off")?;
        results[index] = Some(result?);
    }
    results
        .into_iter()
        .map(|result| result.ok_or_else(|| anyhow!("a task of the load gave nothing")))
        .collect()
}
