//! The HTTP client: requests and responses.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{GameView, Level, OwnView, SeatKind, Status};
use azulejo_protocol::http::{
    ErrorAnswer, GameAnswer, GameCard, GuestAnswer, HintAnswer, JoinGame, LobbyView, Me, MyGames,
    NewGame, NewGuest, Rename, SeatBot,
};
use azulejo_rules::record::Record;
use reqwest::header::{ACCEPT_LANGUAGE, HeaderMap, HeaderValue};
use reqwest::{Method, RequestBuilder, StatusCode, redirect};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{OnlineError, Remark};
use super::random_hex;
use crate::i18n::Lang;

/// The timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The idle timeout of pooled connections: less than the server's, or a request could be sent on a
/// connection that is just being closed.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// A list of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyList {
    Open,
    Live,
}

impl LobbyList {
    const fn cursor_parameter(self) -> &'static str {
        match self {
            Self::Open => "open_before",
            Self::Live => "live_before",
        }
    }

    /// Returns the games of this list and the cursor of its next page.
    pub(crate) fn of(self, view: &LobbyView) -> (&[GameCard], Option<&str>) {
        match self {
            Self::Open => (&view.open, view.next_open.as_deref()),
            Self::Live => (&view.live, view.next_live.as_deref()),
        }
    }
}

/// A request to the server.
#[derive(Clone, Debug)]
pub(crate) enum ApiRequest {
    MyGames,
    /// Fetch the page of a list of the lobby after a cursor.
    LobbyPage {
        list: LobbyList,
        after: String,
    },
    Create(NewGame),
    /// Enter a game: take a free seat if there is one, otherwise spectate.
    Enter {
        game: String,
        invitation: Option<String>,
    },
    SeatBot {
        game: String,
        seat: u8,
        level: Level,
    },
    Unseat {
        game: String,
        seat: u8,
    },
    Cancel {
        game: String,
    },
    Record {
        game: String,
    },
    Hint {
        game: String,
        seat: u8,
    },
}

/// The response to a request.
#[derive(Clone, Debug)]
pub(crate) enum ApiResponse {
    MyGames(Result<MyGames, OnlineError>),
    LobbyPage {
        list: LobbyList,
        after: String,
        page: Result<LobbyView, OnlineError>,
    },
    Entered(Result<Box<Entered>, OnlineError>),
    /// For [`ApiRequest::SeatBot`], [`ApiRequest::Unseat`] and [`ApiRequest::Cancel`]; the change
    /// itself is broadcast.
    Room(Result<(), OnlineError>),
    Record(String, Result<Box<Record>, OnlineError>),
    Hint(String, Result<Box<HintAnswer>, OnlineError>),
}

/// A game that was entered.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    pub(crate) view: GameView,
    pub(crate) own: OwnView,
    pub(crate) role: EntryRole,
}

/// The role in which a game was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EntryRole {
    /// With a seat.
    Seated,
    /// Spectating, with the reason if a seat was wanted.
    Watching(Option<Remark>),
}

/// A client of a server, with an identity.
#[derive(Clone)]
pub(crate) struct Api {
    http: reqwest::Client,
    origin: String,
    /// Shared by all clones, because it can be replaced.
    token: Arc<RwLock<Option<String>>>,
}

impl Api {
    /// Creates a client of a server. Links to games that it creates have previews in `lang`.
    pub(super) fn new(origin: &str, lang: Lang) -> Result<Self, OnlineError> {
        let language = HeaderValue::from_static(lang.tag());
        let http = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(REQUEST_TIMEOUT / 2)
            .pool_idle_timeout(POOL_IDLE_TIMEOUT)
            .user_agent(concat!("azulejo/", env!("CARGO_PKG_VERSION")))
            .default_headers(HeaderMap::from_iter([(ACCEPT_LANGUAGE, language)]))
            // The WebSocket bypasses proxies, so HTTP does too.
            .no_proxy()
            // A token is for one server only, so redirects are not followed.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| OnlineError::Unreachable(root_cause(&error)))?;
        Ok(Self {
            http,
            origin: origin.to_owned(),
            token: Arc::default(),
        })
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) fn token(&self) -> Option<String> {
        let token = self.token.read().unwrap_or_else(PoisonError::into_inner);
        token.clone()
    }

    pub(super) fn has_token(&self) -> bool {
        self.token().is_some()
    }

    pub(super) fn use_token(&self, token: Option<String>) {
        *self.token.write().unwrap_or_else(PoisonError::into_inner) = token;
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/v1{path}", self.origin);
        let request = self.http.request(method, url);
        match self.token() {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request and returns the body of the response.
    async fn text(request: RequestBuilder) -> Result<String, OnlineError> {
        let answer = request
            .send()
            .await
            .map_err(|error| OnlineError::Unreachable(root_cause(&error)))?;
        let status = answer.status();
        let text = answer
            .text()
            .await
            .map_err(|error| OnlineError::Unreachable(root_cause(&error)))?;
        if status.is_success() {
            return Ok(text);
        }
        match serde_json::from_str::<ErrorAnswer>(&text) {
            Ok(refused) => Err(OnlineError::Refused(refused.error)),
            // An error from a proxy in front of the server.
            Err(_) if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                Err(OnlineError::Unreachable(status.to_string()))
            }
            Err(_) => Err(OnlineError::NotAzulejo),
        }
    }

    async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, OnlineError> {
        let text = Self::text(request).await?;
        serde_json::from_str(&text).map_err(|_| OnlineError::NotAzulejo)
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, OnlineError> {
        Self::answer(self.request(Method::GET, path)).await
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, OnlineError> {
        Self::answer(self.request(Method::POST, path).json(body)).await
    }

    pub(super) async fn me(&self) -> Result<Me, OnlineError> {
        self.get("/me").await
    }

    pub(super) async fn guest(&self, name: Option<String>) -> Result<GuestAnswer, OnlineError> {
        self.post("/guest", &NewGuest { name }).await
    }

    pub(super) async fn rename(&self, name: &str) -> Result<Me, OnlineError> {
        let name = name.to_owned();
        let request = self.request(Method::PATCH, "/me").json(&Rename { name });
        Self::answer(request).await
    }

    /// Performs a request.
    pub(super) async fn perform(&self, request: ApiRequest) -> ApiResponse {
        match request {
            ApiRequest::MyGames => ApiResponse::MyGames(self.get("/me/games").await),
            ApiRequest::LobbyPage { list, after } => {
                let path = format!("/lobby?{}={after}", list.cursor_parameter());
                let page = self.get(&path).await;
                ApiResponse::LobbyPage { list, after, page }
            }
            ApiRequest::Create(new) => ApiResponse::Entered(self.create(&new).await.map(Box::new)),
            ApiRequest::Enter { game, invitation } => {
                ApiResponse::Entered(self.enter(&game, invitation).await.map(Box::new))
            }
            ApiRequest::SeatBot { game, seat, level } => {
                let path = format!("/games/{game}/seats/{seat}/bot");
                let answer = self.post::<GameAnswer>(&path, &SeatBot { level }).await;
                ApiResponse::Room(answer.map(drop))
            }
            ApiRequest::Unseat { game, seat } => {
                let path = format!("/games/{game}/seats/{seat}");
                let request = self.request(Method::DELETE, &path);
                ApiResponse::Room(Self::answer::<GameAnswer>(request).await.map(drop))
            }
            ApiRequest::Cancel { game } => {
                let request = self.request(Method::POST, &format!("/games/{game}/cancel"));
                ApiResponse::Room(Self::answer::<GameAnswer>(request).await.map(drop))
            }
            ApiRequest::Record { game } => {
                let record = self.record(&game).await.map(Box::new);
                ApiResponse::Record(game, record)
            }
            ApiRequest::Hint { game, seat } => {
                let path = format!("/games/{game}/hint?seat={seat}");
                let hint = self.get(&path).await.map(Box::new);
                ApiResponse::Hint(game, hint)
            }
        }
    }

    async fn record(&self, game: &str) -> Result<Record, OnlineError> {
        let request = self.request(Method::GET, &format!("/games/{game}/record"));
        let text = Self::text(request).await?;
        text.trim()
            .parse()
            .map_err(|error| OnlineError::InvalidResponse(format!("{error}")))
    }

    /// Creates a game. If the response is lost, retries once with the same idempotency key, so that
    /// only one game is created.
    async fn create(&self, new: &NewGame) -> Result<Entered, OnlineError> {
        let new = NewGame {
            id: Some(random_hex::<16>()?),
            ..new.clone()
        };
        let mut answer = self.post("/games", &new).await;
        let is_unheard = match &answer {
            Err(OnlineError::Unreachable(_)) => true,
            Err(error) => error.code() == Some(ProblemCode::Unavailable),
            Ok(_) => false,
        };
        if is_unheard {
            answer = self.post("/games", &new).await;
        }
        let GameAnswer { view, own } = answer?;
        Ok(Entered {
            view,
            own,
            role: EntryRole::Seated,
        })
    }

    pub(super) async fn enter(
        &self,
        game: &str,
        invitation: Option<String>,
    ) -> Result<Entered, OnlineError> {
        let GameAnswer { view, own } = self.get(&format!("/games/{game}")).await?;
        let is_waiting = view.status == Status::Waiting;
        let watching = |view, own, remark| Entered {
            view,
            own,
            role: EntryRole::Watching(remark),
        };
        if !own.seats.is_empty() {
            let role = EntryRole::Seated;
            return Ok(Entered { view, own, role });
        }
        if !is_waiting {
            let remark = invitation
                .filter(|_| view.status == Status::Running)
                .map(|_| Remark::Begun);
            return Ok(watching(view, own, remark));
        }
        let is_free = |kind| view.seats.iter().any(|seat| seat.kind == kind);
        let for_us =
            is_free(SeatKind::Open) || (is_free(SeatKind::Invited) && invitation.is_some());
        if !for_us {
            let remark = if is_free(SeatKind::Invited) {
                Remark::NeedsInvitation
            } else {
                Remark::Full
            };
            return Ok(watching(view, own, Some(remark)));
        }
        let join = JoinGame {
            seat: None,
            invitation,
            // The waiting room commits to one.
            nonce: None,
        };
        let joined: Result<GameAnswer, _> = self.post(&format!("/games/{game}/join"), &join).await;
        match joined {
            Ok(GameAnswer { view, own }) => Ok(Entered {
                view,
                own,
                role: EntryRole::Seated,
            }),
            // The seat was taken meanwhile, or the link is stale: fall back to spectating.
            Err(error) => {
                let remark = match error.code() {
                    Some(ProblemCode::SeatTaken) => Remark::Full,
                    Some(ProblemCode::Started) => Remark::Begun,
                    Some(ProblemCode::BadInvitation) => Remark::BadInvitation,
                    _ => return Err(error),
                };
                Ok(watching(view, own, Some(remark)))
            }
        }
    }
}

/// The root cause of an error, without its wrappers.
pub(super) fn root_cause(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::http::SeatRequest;
    use azulejo_protocol::table::Wall;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Accepts one request per connection and sends these responses; returns the request bodies.
    async fn serve(listener: TcpListener, answers: &[&str]) -> Vec<NewGame> {
        let mut requests = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let mut request = Vec::new();
            let body = loop {
                let text = String::from_utf8_lossy(&request);
                // The body is complete once it parses.
                let body = text.split_once("\r\n\r\n").map(|(_, body)| body);
                if let Some(Ok(new)) = body.map(serde_json::from_str::<NewGame>) {
                    break new;
                }
                request.push(stream.read_u8().await.expect("more of the request"));
            };
            requests.push(body);
            stream.write_all(answer.as_bytes()).await.expect("sent");
        }
        requests
    }

    /// Returns the requests that a server with these responses receives, and the resulting error.
    async fn create(answers: &[&str]) -> (Vec<NewGame>, OnlineError) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let api = Api::new(&origin, Lang::En).expect("a client");
        let new = NewGame {
            seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
            wall: Wall::Grey,
            start: None,
            clock: None,
            public: None,
            undo: None,
            id: None,
        };
        let (requests, made) = tokio::join!(serve(listener, answers), api.create(&new));
        (requests, made.expect_err("no answer is a game"))
    }

    fn refusal(status: &str, code: &str) -> String {
        let body = format!(r#"{{"error":{{"code":"{code}","field":null,"detail":null}}}}"#);
        let length = body.len();
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
    }

    #[tokio::test]
    async fn lost_response_is_retried_with_the_same_id() {
        let busy = refusal("503 Service Unavailable", "unavailable");
        let no = refusal("409 Conflict", "id_used");
        for lost in [
            "",
            "HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{",
            &busy,
        ] {
            let (requests, error) = create(&[lost, &no]).await;
            assert_eq!(requests[0], requests[1]);
            assert_eq!(requests[0].id.as_ref().map(String::len), Some(32));
            assert_eq!(error.code(), Some(ProblemCode::IdUsed));
        }
        // It is retried only once.
        let (_, error) = create(&[&busy, &busy]).await;
        assert_eq!(error.code(), Some(ProblemCode::Unavailable));
    }

    #[tokio::test]
    async fn refusal_is_not_retried_and_every_game_has_its_own_id() {
        let no = refusal("429 Too Many Requests", "too_fast");
        let (first, error) = create(&[&no]).await;
        assert_eq!(error.code(), Some(ProblemCode::TooFast));
        let (second, _) = create(&[&no]).await;
        assert_ne!(first[0].id, second[0].id);
    }
}
