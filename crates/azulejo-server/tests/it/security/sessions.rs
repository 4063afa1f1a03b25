//! Sessions, bearer tokens, and the sockets that end with them.

use azulejo_testkit::TIMEOUT;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::security::browser::{Browser, TestServer, credentials};

pub(crate) type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Opens a socket with a browser's credentials and waits for its first frame.
pub(crate) async fn socket(of: &Browser) -> Socket {
    let url = format!("ws://{}/api/v1/socket", of.address);
    let mut request = url.into_client_request().expect("a request");
    let headers = request.headers_mut();
    let mut add = |name, value: &str| headers.insert(name, value.parse().expect("a header"));
    if let Some(origin) = &of.origin {
        add("origin", origin);
    }
    if let Some(cookie) = &of.cookie {
        add("cookie", cookie);
    }
    if let Some(bearer) = &of.bearer {
        add("authorization", &format!("Bearer {bearer}"));
    }
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let hello = socket.next().await.expect("a frame").expect("a frame");
    assert!(
        hello.to_text().expect("text").contains("\"hello\""),
        "{hello}"
    );
    socket
}

/// Waits until the server closes a socket because its session has ended.
async fn closed(mut socket: Socket) {
    let end = async {
        loop {
            let message = socket.next().await.expect("a close frame");
            if let Message::Close(frame) = message.expect("a frame") {
                break frame.map(|frame| u16::from(frame.code));
            }
        }
    };
    let in_time = tokio::time::timeout(TIMEOUT, end).await;
    let code = in_time.expect("the server closes the socket");
    assert_eq!(code, Some(1008));
}

fn ids(list: &Value) -> Vec<String> {
    let sessions = list.as_array().expect("a list").iter();
    sessions
        .map(|session| session["id"].as_str().expect("an id").to_owned())
        .collect()
}

#[tokio::test]
async fn sessions_can_be_listed_and_ended() {
    let server = TestServer::start().await;
    let mut here = server.account("Ana").await;
    let mut there = server.browser();
    there
        .headers
        .push(("user-agent".to_owned(), "Tablet/1.0".to_owned()));
    there.post("/login", &credentials("Ana")).await.expect(200);
    let list = here.get("/sessions").await.expect(200);
    let entries = list.as_array().expect("a list");
    assert_eq!(entries.len(), 2);
    let current: Vec<&Value> = entries
        .iter()
        .filter(|entry| entry["current"] == true)
        .collect();
    assert_eq!(current.len(), 1);
    let other = entries
        .iter()
        .find(|entry| entry["current"] == false)
        .expect("the other");
    assert_eq!(other["label"], "Tablet/1.0");
    assert_eq!(other["kind"], "cookie");
    for (browser, id) in [(&here, &current[0]["id"]), (&there, &other["id"])] {
        let id = id.as_str().expect("an id");
        assert!(
            !browser.token().contains(id),
            "the id reveals part of the token"
        );
    }
    let path = format!("/sessions/{}", other["id"].as_str().expect("an id"));
    here.delete(&path).await.expect(204);
    there.get("/sessions").await.refused(401, "no_session");
    here.delete(&path).await.refused(404, "not_found");
    let path = format!("/sessions/{}", current[0]["id"].as_str().expect("an id"));
    here.delete(&path).await.expect(204);
    assert_eq!(
        here.cookie, None,
        "ending the own session removes the cookie"
    );
}

#[tokio::test]
async fn sessions_of_others_are_not_found() {
    let server = TestServer::start().await;
    let mut ana = server.account("Ana").await;
    let mut bea = server.guest().await;
    let id = ids(&ana.get("/sessions").await.expect(200)).remove(0);
    let others = bea.delete(&format!("/sessions/{id}")).await;
    let none = bea.delete(&format!("/sessions/{}", "0".repeat(32))).await;
    let nonsense = bea.delete("/sessions/..%2f..").await;
    others.refused(404, "not_found");
    assert_eq!(others.body, none.body);
    assert_eq!(others.body, nonsense.body);
    ana.get("/sessions").await.expect(200);
}

#[tokio::test]
async fn all_other_sessions_can_be_ended() {
    let server = TestServer::start().await;
    let mut here = server.account("Ana").await;
    let mut others = vec![server.browser(), server.browser()];
    for other in &mut others {
        other.post("/login", &credentials("Ana")).await.expect(200);
    }
    let token = here
        .post("/tokens", &json!({ "label": "bot" }))
        .await
        .expect(201);
    let mut program = server.browser();
    program.bearer = token["token"].as_str().map(str::to_owned);
    program.get("/me").await.expect(200);
    others.push(program);
    here.delete("/sessions").await.expect(204);
    assert_eq!(
        here.get("/sessions")
            .await
            .expect(200)
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    for other in &mut others {
        other.get("/sessions").await.refused(401, "no_session");
    }
}

#[tokio::test]
async fn tokens_can_be_created_listed_and_ended() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let mut program = server.browser();
    program.origin = None;
    let token = browser
        .post("/tokens", &json!({ "label": " my bot " }))
        .await
        .expect(201);
    program.bearer = token["token"].as_str().map(str::to_owned);
    let answer = program.get("/me").await;
    assert_eq!(answer.expect(200)["name"], "Ana");
    assert_eq!(
        answer.header("set-cookie"),
        None,
        "a program gets no cookie"
    );
    program.new_game().await;
    let list = browser.get("/tokens").await.expect(200);
    assert_eq!(
        list.as_array().map(Vec::len),
        Some(1),
        "cookies are not among them"
    );
    assert_eq!(list[0]["label"], "my bot");
    assert_eq!(list[0]["kind"], "bearer");
    let own = ids(&browser.get("/sessions").await.expect(200));
    let token_id = ids(&list).remove(0);
    let cookies_id = own
        .iter()
        .find(|id| **id != token_id)
        .expect("the browser's own");
    browser
        .delete(&format!("/tokens/{cookies_id}"))
        .await
        .refused(404, "not_found");
    browser
        .delete(&format!("/tokens/{token_id}"))
        .await
        .expect(204);
    program.get("/me").await.refused(401, "no_session");
    for label in ["", "   ", "a\nb", &"x".repeat(41)] {
        let error = browser.post("/tokens", &json!({ "label": label })).await;
        assert_eq!(
            error.refused(400, "bad_name")["field"],
            "label",
            "{label:?}"
        );
    }
}

#[tokio::test]
async fn account_is_limited_to_twenty_tokens() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    for n in 0..20 {
        browser
            .post("/tokens", &json!({ "label": n.to_string() }))
            .await
            .expect(201);
    }
    browser
        .post("/tokens", &json!({ "label": "x" }))
        .await
        .refused(429, "too_many");
    let id = ids(&browser.get("/tokens").await.expect(200)).remove(0);
    browser.delete(&format!("/tokens/{id}")).await.expect(204);
    browser
        .post("/tokens", &json!({ "label": "x" }))
        .await
        .expect(201);
}

#[tokio::test]
async fn bearer_token_cannot_manage_the_account() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let token = browser
        .post("/tokens", &json!({ "label": "bot" }))
        .await
        .expect(201);
    let mut program = server.browser();
    program.bearer = token["token"].as_str().map(str::to_owned);
    let change = json!({ "old": "x", "new": "a new one" });
    for (method, path, body) in [
        ("PATCH", "/me", Some(json!({ "name": "Eve" }))),
        ("DELETE", "/me", None),
        ("GET", "/me/export", None),
        ("GET", "/sessions", None),
        ("DELETE", "/sessions", None),
        ("GET", "/tokens", None),
        ("POST", "/tokens", Some(json!({ "label": "more" }))),
        ("POST", "/password", Some(change)),
    ] {
        let answer = program.send(method, path, body.as_ref()).await;
        answer.refused(403, "forbidden");
    }
    // It can end itself.
    program.post("/logout", &json!({})).await.expect(204);
    program.get("/me").await.refused(401, "no_session");
}

#[tokio::test]
async fn cookie_and_bearer_tokens_are_not_interchangeable() {
    let server = TestServer::start().await;
    let browser = server.guest().await;
    let program = server.program().await;
    let mut cookie_as_bearer = server.browser();
    cookie_as_bearer.bearer = Some(browser.token().to_owned());
    cookie_as_bearer.get("/me").await.refused(401, "no_session");
    let mut bearer_as_cookie = server.browser();
    bearer_as_cookie.cookie = program.bearer.map(|token| format!("azulejo={token}"));
    bearer_as_cookie
        .get("/me/games")
        .await
        .refused(401, "no_session");
}

#[tokio::test]
async fn program_becomes_a_guest_with_or_without_a_name() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut program = server.browser();
    program.origin = None;
    let named = program
        .post("/guest", &json!({ "name": "Deep Teal" }))
        .await
        .expect(200);
    assert_eq!(named["me"]["name"], "Deep Teal");
    assert_eq!(named["me"]["guest"], true);
    let unnamed = program
        .send_as("POST", "/api/v1/guest", None)
        .await
        .expect(200);
    assert!(
        unnamed["me"]["name"]
            .as_str()
            .is_some_and(|name| !name.is_empty())
    );
    assert_ne!(unnamed["token"], named["token"]);
    let taken = program.post("/guest", &json!({ "name": "ana" })).await;
    assert_eq!(taken.refused(409, "name_taken")["field"], "name");
    program.bearer = named["token"].as_str().map(str::to_owned);
    assert_eq!(program.get("/me").await.expect(200), named["me"]);
    // A guest has no other credential, so its token may manage the identity.
    program
        .send("PATCH", "/me", Some(&json!({ "name": "Teal" })))
        .await
        .expect(200);
    program.get("/me/export").await.expect(200);
    program.delete("/me").await.expect(204);
    program.get("/me").await.refused(401, "no_session");
}

#[tokio::test]
async fn logout_closes_the_sockets_of_that_session_only() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let mut other = server.browser();
    other.post("/login", &credentials("Ana")).await.expect(200);
    let (first, second) = (socket(&browser).await, socket(&browser).await);
    let mut elsewhere = socket(&other).await;
    browser.post("/logout", &json!({})).await.expect(204);
    closed(first).await;
    closed(second).await;
    // The other session's socket stays open.
    use futures_util::SinkExt as _;
    elsewhere
        .send(Message::Text("{\"t\":\"ping\"}".into()))
        .await
        .expect("sent");
    let pong = elsewhere.next().await.expect("open").expect("a frame");
    assert_eq!(pong.to_text().expect("text"), "{\"t\":\"pong\"}");
}

#[tokio::test]
async fn every_way_to_end_a_session_closes_its_sockets() {
    let server = TestServer::start().await;
    for (name, end) in [
        ("Ana", "end others"),
        ("Bea", "end one"),
        ("Cleo", "password"),
        ("Dora", "delete"),
        ("Eva", "recover"),
    ] {
        let mut browser = server.guest().await;
        let answer = browser
            .post("/signup", &credentials(name))
            .await
            .expect(201);
        let mut other = server.browser();
        other.post("/login", &credentials(name)).await.expect(200);
        let socket = socket(&other).await;
        let sessions = browser.get("/sessions").await.expect(200);
        let entries = sessions.as_array().expect("a list").iter();
        let id = entries
            .clone()
            .find(|entry| entry["current"] == false)
            .expect("the other");
        let id = id["id"].as_str().expect("an id");
        let ended = match end {
            "end others" => browser.delete("/sessions").await,
            "end one" => browser.delete(&format!("/sessions/{id}")).await,
            "password" => {
                let change =
                    json!({ "old": crate::security::browser::PASSWORD, "new": "a new one" });
                browser.post("/password", &change).await
            }
            "delete" => {
                let password = json!({ "password": crate::security::browser::PASSWORD });
                browser.send("DELETE", "/me", Some(&password)).await
            }
            _ => {
                let code = &answer["recovery_codes"][0];
                let body = json!({ "name": name, "code": code, "password": "a new one" });
                browser.post("/recover", &body).await
            }
        };
        assert_eq!(ended.status, 204, "{end}: {ended:?}");
        closed(socket).await;
    }
}

#[tokio::test]
async fn sign_up_and_login_close_the_guests_sockets() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let guests = socket(&browser).await;
    browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    closed(guests).await;
    let mut browser = server.guest().await;
    browser.new_game().await;
    let guests = socket(&browser).await;
    let body = json!({
        "name": "Ana", "password": crate::security::browser::PASSWORD, "guest_games": "take_over",
    });
    browser.post("/login", &body).await.expect(200);
    closed(guests).await;
    socket(&browser).await;
}
