//! The principals of the authorisation tests, and the game that they request.

use std::collections::BTreeMap;

use azulejo_protocol::frame::ClientFrame;
use azulejo_protocol::game::Status;
use azulejo_testkit::TIMEOUT;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::table::{Role, State};
use crate::security::browser::{Browser, TestServer, credentials};

/// A valid id of a game that does not exist.
const NO_GAME: &str = "22222222";

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// All principals, with a game in one state. Those changed by a request are replaced.
pub(super) struct Principals<'a> {
    server: &'a TestServer,
    state: State,
    people: BTreeMap<Role, Browser>,
    game: Option<Game>,
    /// The watcher's socket, open during the requests.
    watching: Option<Socket>,
    n_accounts: usize,
}

/// A game before a request.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) invitation: String,
    /// Its ply and state hash; null if it does not exist.
    pub(super) state: Value,
}

impl<'a> Principals<'a> {
    pub(super) fn new(server: &'a TestServer, state: State) -> Self {
        Self {
            server,
            state,
            people: BTreeMap::new(),
            game: None,
            watching: None,
            n_accounts: 0,
        }
    }

    /// Returns the principal with a role, and the game.
    pub(super) async fn principal(&mut self, role: Role) -> (Browser, Game) {
        let game = match self.game.take() {
            Some(game) => game,
            None => self.new_game().await,
        };
        self.game = Some(game.clone());
        (self.person(role).await, game)
    }

    /// Replaces the game, which a request has changed.
    pub(super) fn game_changed(&mut self) {
        self.game = None;
    }

    /// Replaces a principal that a request has changed, and the game if it took part in it.
    pub(super) fn person_changed(&mut self, role: Role) {
        self.people.remove(&role);
        if matches!(role, Role::Host | Role::Seated | Role::Watcher) {
            self.game = None;
        }
    }

    async fn person(&mut self, role: Role) -> Browser {
        if let Some(person) = self.people.get(&role) {
            return person.clone();
        }
        let server = self.server;
        let person = match role {
            Role::Anonymous => server.browser(),
            Role::Stranger | Role::Watcher | Role::Invited | Role::Seated | Role::Host => {
                server.guest().await
            }
            Role::Account => self.account().await,
            Role::Program => server.program().await,
            Role::Token => {
                let mut browser = self.account().await;
                let token = browser.post("/tokens", &json!({ "label": "bot" })).await;
                browser.bearer = token.expect(201)["token"].as_str().map(str::to_owned);
                browser.cookie = None;
                browser
            }
            Role::OldCookie => {
                let mut browser = server.guest().await;
                let cookie = browser.cookie.clone();
                browser.post("/logout", &json!({})).await.expect(204);
                browser.cookie = cookie;
                browser
            }
            Role::OldToken => {
                let mut program = server.program().await;
                program.post("/logout", &json!({})).await.expect(204);
                program
            }
            Role::Both => {
                let mut both = server.guest().await;
                both.bearer = server.program().await.bearer;
                both
            }
        };
        self.people.insert(role, person.clone());
        person
    }

    async fn account(&mut self) -> Browser {
        self.n_accounts += 1;
        let name = format!("{:?} {}", self.state, self.n_accounts);
        let mut browser = self.server.guest().await;
        let signed_up = browser.post("/signup", &credentials(&name)).await;
        signed_up.expect(201);
        browser
    }

    /// Creates the host's game, with a guest on seat 2, in the required state.
    async fn new_game(&mut self) -> Game {
        let wanted = match self.state {
            State::NoGame => {
                return Game {
                    id: NO_GAME.to_owned(),
                    invitation: "0".repeat(32),
                    state: Value::Null,
                };
            }
            State::Waiting => Status::Waiting,
            State::Running => Status::Running,
            State::Finished => Status::Finished,
            State::Cancelled => Status::Cancelled,
        };
        let mut host = self.person(Role::Host).await;
        let mut seated = self.person(Role::Seated).await;
        // With two players, a resignation ends the game.
        let kinds: &[&str] = match wanted {
            Status::Finished => &["me", "open"],
            _ => &["me", "open", "open", "invited"],
        };
        let seats: Vec<_> = kinds.iter().map(|kind| json!({ "kind": kind })).collect();
        let new = json!({ "seats": seats, "wall": "coloured", "public": true, "start": 1 });
        let made = host.post("/games", &new).await.expect(201);
        let id = made["view"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/games/{id}");
        let nonce = "ab".repeat(16);
        let begins = matches!(wanted, Status::Running | Status::Finished);
        if begins {
            let sent = host
                .post(&format!("{path}/nonce"), &json!({ "nonce": nonce }))
                .await;
            sent.expect(200);
        }
        let join = json!({ "seat": 2, "nonce": nonce });
        seated
            .post(&format!("{path}/join"), &join)
            .await
            .expect(200);
        for seat in 3..=kinds.len() {
            if begins {
                let bot = host
                    .post(
                        &format!("{path}/seats/{seat}/bot"),
                        &json!({ "level": "beginner" }),
                    )
                    .await;
                bot.expect(200);
            }
        }
        match wanted {
            Status::Finished => {
                let mut socket = watch(&host, &id).await;
                let (game, id) = (id.clone(), "0".repeat(32));
                send(&mut socket, &ClientFrame::Resign { game, id, seat: 1 }).await;
                receive(&mut socket, "ack").await;
            }
            Status::Cancelled => {
                let cancelled = host.post(&format!("{path}/cancel"), &json!({})).await;
                cancelled.expect(200);
            }
            Status::Waiting | Status::Running => {}
        }
        let watcher = self.person(Role::Watcher).await;
        self.watching = Some(watch(&watcher, &id).await);
        let shown = host.get(&path).await.expect(200);
        let status = serde_json::to_value(wanted).expect("a status has JSON");
        assert_eq!(shown["view"]["status"], status, "{shown}");
        let invitation = made["own"]["invitation"].as_str();
        Game {
            id,
            invitation: invitation.expect("a host's invitation").to_owned(),
            state: state_of(&shown),
        }
    }

    /// Returns the current ply and state hash of the game.
    pub(super) async fn current_state(&self, game: &Game) -> Value {
        let mut anonymous = self.server.browser();
        let shown = anonymous.get(&format!("/games/{}", game.id)).await;
        match self.state {
            State::NoGame => Value::Null,
            _ => state_of(&shown.expect(200)),
        }
    }
}

/// Returns the ply and the state hash, which change with every event.
fn state_of(shown: &Value) -> Value {
    json!([shown["view"]["ply"], shown["view"]["hash"]])
}

/// Opens a socket that watches a game.
async fn watch(browser: &Browser, game: &str) -> Socket {
    let url = format!("ws://{}/api/v1/socket", browser.address);
    let mut request = url.into_client_request().expect("a request");
    let cookie = browser.cookie.as_deref().expect("a browser with a cookie");
    let origin = browser.origin.as_deref().expect("a browser's origin");
    for (name, value) in [("cookie", cookie), ("origin", origin)] {
        let value = value.parse().expect("a header");
        request.headers_mut().insert(name, value);
    }
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: None,
        hash: None,
    };
    send(&mut socket, &watch).await;
    receive(&mut socket, "game").await;
    socket
}

async fn send(socket: &mut Socket, frame: &ClientFrame) {
    let text = serde_json::to_string(frame).expect("a frame has JSON");
    let sent = socket.send(Message::Text(text.into())).await;
    sent.expect("the socket is open");
}

/// Receives frames until one of this kind.
async fn receive(socket: &mut Socket, kind: &str) {
    loop {
        let received = tokio::time::timeout(TIMEOUT, socket.next()).await;
        let received = received.expect("a frame in time").expect("an open socket");
        let Message::Text(text) = received.expect("an open socket") else {
            continue;
        };
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        assert_ne!(frame["t"], "refused", "{frame}");
        if frame["t"] == kind {
            return;
        }
    }
}
