//! Those who ask, and the game that they ask about.

use std::collections::BTreeMap;

use azulejo_protocol::frame::ClientFrame;
use azulejo_protocol::game::Status;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::table::{Role, State};
use crate::security::browser::{Browser, PATIENCE, TestServer, credentials};

/// An id as games have them, of a game that nobody made.
const NO_GAME: &str = "22222222";

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Everybody, with a game in one state. Whoever was changed by what they asked is replaced.
pub(super) struct Cast<'a> {
    server: &'a TestServer,
    state: State,
    people: BTreeMap<Role, Browser>,
    game: Option<Game>,
    /// The watcher's, open as long as the game is asked about.
    watching: Option<Socket>,
    n_accounts: usize,
}

/// A game, as it is before anybody asks.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) invitation: String,
    /// How far it is; nothing where there is none.
    pub(super) stand: Value,
}

impl<'a> Cast<'a> {
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

    /// Somebody in this role, and the game. What they are told changes neither, until it is said.
    pub(super) async fn asker(&mut self, role: Role) -> (Browser, Game) {
        let game = match self.game.take() {
            Some(game) => game,
            None => self.new_game().await,
        };
        self.game = Some(game.clone());
        (self.person(role).await, game)
    }

    /// The game is no longer what it was.
    pub(super) fn game_changed(&mut self) {
        self.game = None;
    }

    /// Somebody's identity is no longer what it was, and so may be what they had to do with the
    /// game.
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
            Role::Nobody => server.browser(),
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

    /// The host's game, with a guest on seat 2, that has come so far.
    async fn new_game(&mut self) -> Game {
        let wanted = match self.state {
            State::NoGame => {
                return Game {
                    id: NO_GAME.to_owned(),
                    invitation: "0".repeat(32),
                    stand: Value::Null,
                };
            }
            State::Waiting => Status::Waiting,
            State::Running => Status::Running,
            State::Finished => Status::Finished,
            State::Cancelled => Status::Cancelled,
        };
        let mut host = self.person(Role::Host).await;
        let mut seated = self.person(Role::Seated).await;
        // Of two players one is left and has won when the other resigns.
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
                heard(&mut socket, "ack").await;
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
            stand: stand(&shown),
        }
    }

    /// How far the game is now, as nobody in particular sees it.
    pub(super) async fn stand_now(&self, game: &Game) -> Value {
        let mut nobody = self.server.browser();
        let shown = nobody.get(&format!("/games/{}", game.id)).await;
        match self.state {
            State::NoGame => Value::Null,
            _ => stand(&shown.expect(200)),
        }
    }
}

/// What changes with every event.
fn stand(shown: &Value) -> Value {
    json!([shown["view"]["ply"], shown["view"]["hash"]])
}

/// A socket that follows a game.
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
    heard(&mut socket, "game").await;
    socket
}

async fn send(socket: &mut Socket, frame: &ClientFrame) {
    let text = serde_json::to_string(frame).expect("a frame has JSON");
    let sent = socket.send(Message::Text(text.into())).await;
    sent.expect("the socket is open");
}

/// Listens until a frame of this kind comes.
async fn heard(socket: &mut Socket, kind: &str) {
    loop {
        let received = tokio::time::timeout(PATIENCE, socket.next()).await;
        let received = received
            .expect("something happens")
            .expect("an open socket");
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
