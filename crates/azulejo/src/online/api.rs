//! The server's HTTP interface: what is asked for, and what comes back.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{GameView, Level, OwnView, SeatKind, Status};
use azulejo_protocol::http::{
    ErrorAnswer, GameAnswer, GuestAnswer, HintAnswer, JoinGame, Me, MyGames, NewGame, NewGuest,
    Rename, SeatBot,
};
use azulejo_rules::record::Record;
use reqwest::{Method, RequestBuilder, StatusCode, redirect};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::random_hex;
use super::trouble::{Remark, Trouble};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a connection is kept for the next question: less than the server keeps a silent one,
/// or a question could be sent into a connection that is just being closed.
const KEPT_FOR: Duration = Duration::from_secs(10);

/// A question to the server.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    MyGames,
    Create(NewGame),
    /// Go to a game: sit down if there is a seat for us, look on otherwise.
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

/// What came of a question.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    MyGames(Result<MyGames, Trouble>),
    Entered(Result<Box<Entered>, Trouble>),
    /// Of [`Ask::SeatBot`], [`Ask::Unseat`] and [`Ask::Cancel`]; what changed is told to all.
    Room(Result<(), Trouble>),
    Record(String, Result<Box<Record>, Trouble>),
    Hint(String, Result<Box<HintAnswer>, Trouble>),
}

/// A game that we have gone to.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    pub(crate) view: GameView,
    pub(crate) own: OwnView,
    pub(crate) way: Way,
}

/// How we came to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// We have a seat.
    Seated,
    /// We look on, perhaps against our will.
    Watching(Option<Remark>),
}

/// A server, and who we are there.
#[derive(Clone)]
pub(crate) struct Api {
    http: reqwest::Client,
    origin: String,
    /// Shared by all copies, because it can be replaced.
    token: Arc<RwLock<Option<String>>>,
}

impl Api {
    pub(super) fn new(origin: &str) -> Result<Self, Trouble> {
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE / 2)
            .pool_idle_timeout(KEPT_FOR)
            .user_agent(concat!("azulejo/", env!("CARGO_PKG_VERSION")))
            // The socket goes straight to the server, so this does as well.
            .no_proxy()
            // A token is for one server only; whoever sends us on must be asked for by name.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| Trouble::Unreachable(innermost(&error)))?;
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

    /// Sends a request and gives the text of its answer.
    async fn text(request: RequestBuilder) -> Result<String, Trouble> {
        let answer = request
            .send()
            .await
            .map_err(|error| Trouble::Unreachable(innermost(&error)))?;
        let status = answer.status();
        let text = answer
            .text()
            .await
            .map_err(|error| Trouble::Unreachable(innermost(&error)))?;
        if status.is_success() {
            return Ok(text);
        }
        match serde_json::from_str::<ErrorAnswer>(&text) {
            Ok(refused) => Err(Trouble::Refused(refused.error)),
            // Something in front of the server speaks for it.
            Err(_) if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                Err(Trouble::Unreachable(status.to_string()))
            }
            Err(_) => Err(Trouble::NotAzulejo),
        }
    }

    async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Trouble> {
        let text = Self::text(request).await?;
        serde_json::from_str(&text).map_err(|_| Trouble::NotAzulejo)
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Trouble> {
        Self::answer(self.request(Method::GET, path)).await
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        Self::answer(self.request(Method::POST, path).json(body)).await
    }

    pub(super) async fn me(&self) -> Result<Me, Trouble> {
        self.get("/me").await
    }

    pub(super) async fn guest(&self, name: Option<String>) -> Result<GuestAnswer, Trouble> {
        self.post("/guest", &NewGuest { name }).await
    }

    pub(super) async fn rename(&self, name: &str) -> Result<Me, Trouble> {
        let name = name.to_owned();
        let request = self.request(Method::PATCH, "/me").json(&Rename { name });
        Self::answer(request).await
    }

    /// Answers a question.
    pub(super) async fn ask(&self, ask: Ask) -> Answer {
        match ask {
            Ask::MyGames => Answer::MyGames(self.get("/me/games").await),
            Ask::Create(new) => Answer::Entered(self.create(&new).await.map(Box::new)),
            Ask::Enter { game, invitation } => {
                Answer::Entered(self.enter(&game, invitation).await.map(Box::new))
            }
            Ask::SeatBot { game, seat, level } => {
                let path = format!("/games/{game}/seats/{seat}/bot");
                let answer = self.post::<GameAnswer>(&path, &SeatBot { level }).await;
                Answer::Room(answer.map(drop))
            }
            Ask::Unseat { game, seat } => {
                let path = format!("/games/{game}/seats/{seat}");
                let request = self.request(Method::DELETE, &path);
                Answer::Room(Self::answer::<GameAnswer>(request).await.map(drop))
            }
            Ask::Cancel { game } => {
                let request = self.request(Method::POST, &format!("/games/{game}/cancel"));
                Answer::Room(Self::answer::<GameAnswer>(request).await.map(drop))
            }
            Ask::Record { game } => {
                let record = self.record(&game).await.map(Box::new);
                Answer::Record(game, record)
            }
            Ask::Hint { game, seat } => {
                let path = format!("/games/{game}/hint?seat={seat}");
                let hint = self.get(&path).await.map(Box::new);
                Answer::Hint(game, hint)
            }
        }
    }

    async fn record(&self, game: &str) -> Result<Record, Trouble> {
        let request = self.request(Method::GET, &format!("/games/{game}/record"));
        let text = Self::text(request).await?;
        text.trim()
            .parse()
            .map_err(|error| Trouble::Strange(format!("{error}")))
    }

    /// Sets up a game. Where the answer is not heard, it is asked for once more under the same id,
    /// so that there is one game in any case.
    async fn create(&self, new: &NewGame) -> Result<Entered, Trouble> {
        let new = NewGame {
            id: Some(random_hex::<16>()?),
            ..new.clone()
        };
        let mut answer = self.post("/games", &new).await;
        let is_unheard = match &answer {
            Err(Trouble::Unreachable(_)) => true,
            Err(trouble) => trouble.code() == Some(ProblemCode::Unavailable),
            Ok(_) => false,
        };
        if is_unheard {
            answer = self.post("/games", &new).await;
        }
        let GameAnswer { view, own } = answer?;
        Ok(Entered {
            view,
            own,
            way: Way::Seated,
        })
    }

    pub(super) async fn enter(
        &self,
        game: &str,
        invitation: Option<String>,
    ) -> Result<Entered, Trouble> {
        let GameAnswer { view, own } = self.get(&format!("/games/{game}")).await?;
        let is_waiting = view.status == Status::Waiting;
        let watching = |view, own, remark| Entered {
            view,
            own,
            way: Way::Watching(remark),
        };
        if !own.seats.is_empty() {
            let way = Way::Seated;
            return Ok(Entered { view, own, way });
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
            nonce: Some(random_hex::<32>()?),
        };
        let joined: Result<GameAnswer, _> = self.post(&format!("/games/{game}/join"), &join).await;
        match joined {
            Ok(GameAnswer { view, own }) => Ok(Entered {
                view,
                own,
                way: Way::Seated,
            }),
            // Somebody was faster, or the link is an old one: the game can still be looked at.
            Err(trouble) => {
                let remark = match trouble.code() {
                    Some(ProblemCode::SeatTaken) => Remark::Full,
                    Some(ProblemCode::Started) => Remark::Begun,
                    Some(ProblemCode::BadInvitation) => Remark::BadInvitation,
                    _ => return Err(trouble),
                };
                Ok(watching(view, own, Some(remark)))
            }
        }
    }
}

/// The reason behind a failure, without the layers around it, which only name each other.
pub(super) fn innermost(error: &dyn std::error::Error) -> String {
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

    /// Takes requests, one a connection, and answers each so. Gives what was asked for.
    async fn serve(listener: TcpListener, answers: &[&str]) -> Vec<NewGame> {
        let mut asked = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let mut request = Vec::new();
            let body = loop {
                let text = String::from_utf8_lossy(&request);
                // A body is whole when it can be read.
                let body = text.split_once("\r\n\r\n").map(|(_, body)| body);
                if let Some(Ok(new)) = body.map(serde_json::from_str::<NewGame>) {
                    break new;
                }
                request.push(stream.read_u8().await.expect("more of the request"));
            };
            asked.push(body);
            stream.write_all(answer.as_bytes()).await.expect("sent");
        }
        asked
    }

    /// What a server was asked that gives these answers, and what we make of them.
    async fn create(answers: &[&str]) -> (Vec<NewGame>, Trouble) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let api = Api::new(&origin).expect("a client");
        let new = NewGame {
            seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
            wall: Wall::Grey,
            start: None,
            clock: None,
            public: None,
            undo: None,
            id: None,
        };
        let (asked, made) = tokio::join!(serve(listener, answers), api.create(&new));
        (asked, made.expect_err("no answer is a game"))
    }

    fn refusal(status: &str, code: &str) -> String {
        let body = format!(r#"{{"error":{{"code":"{code}","field":null,"detail":null}}}}"#);
        let length = body.len();
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
    }

    #[tokio::test]
    async fn an_answer_that_is_not_heard_is_asked_for_again_under_the_same_id() {
        let busy = refusal("503 Service Unavailable", "unavailable");
        let no = refusal("409 Conflict", "id_used");
        for unheard in [
            "",
            "HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{",
            &busy,
        ] {
            let (asked, trouble) = create(&[unheard, &no]).await;
            assert_eq!(asked[0], asked[1]);
            assert_eq!(asked[0].id.as_ref().map(String::len), Some(32));
            assert_eq!(trouble.code(), Some(ProblemCode::IdUsed));
        }
        // Once, and not for ever.
        let (_, trouble) = create(&[&busy, &busy]).await;
        assert_eq!(trouble.code(), Some(ProblemCode::Unavailable));
    }

    #[tokio::test]
    async fn a_refusal_is_not_asked_about_again_and_every_game_has_an_id_of_its_own() {
        let no = refusal("429 Too Many Requests", "too_fast");
        let (first, trouble) = create(&[&no]).await;
        assert_eq!(trouble.code(), Some(ProblemCode::TooFast));
        let (second, _) = create(&[&no]).await;
        assert_ne!(first[0].id, second[0].id);
    }
}
