//! Every route in every role: who may not is refused, and who may is not.
//!
//! The rows come from the table of routes, which another test compares with the routers.

use azulejo_server::openapi::{Access, ROUTES, Route};
use serde_json::{Value, json};

use crate::browser::{Browser, Reply, TestServer, credentials};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Nobody: no cookie, no token.
    Nobody,
    /// A guest who has nothing to do with the game.
    Stranger,
    /// A guest who sits in the game.
    Seated,
    /// The guest who set up the game.
    Host,
    /// An account that has nothing to do with the game, in a browser.
    Account,
    /// A program with a guest's token.
    GuestProgram,
    /// A program with a token that an account made.
    AccountProgram,
}

const ROLES: [Role; 7] = [
    Role::Nobody,
    Role::Stranger,
    Role::Seated,
    Role::Host,
    Role::Account,
    Role::GuestProgram,
    Role::AccountProgram,
];

/// What a role gets to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Nothing about rights.
    Allowed,
    NoSession,
    Forbidden,
}

/// What the table of routes says.
fn expected(access: Access, role: Role) -> Verdict {
    let is_program = matches!(role, Role::GuestProgram | Role::AccountProgram);
    match (access, role) {
        (Access::Anyone, _) => Verdict::Allowed,
        (Access::Browser | Access::Newcomer, _) if is_program => Verdict::Forbidden,
        (Access::Newcomer, Role::Account) => Verdict::Forbidden,
        (Access::Browser | Access::Newcomer, _) => Verdict::Allowed,
        (_, Role::Nobody) => Verdict::NoSession,
        (Access::Session, _) => Verdict::Allowed,
        (Access::Owner, Role::AccountProgram) => Verdict::Forbidden,
        (Access::Owner, _) => Verdict::Allowed,
        (Access::Account, Role::Account) => Verdict::Allowed,
        (Access::Account, _) => Verdict::Forbidden,
        (Access::Seat, Role::Seated | Role::Host) => Verdict::Allowed,
        (Access::Host, Role::Host) => Verdict::Allowed,
        (Access::HostOrSeat, Role::Seated | Role::Host) => Verdict::Allowed,
        (Access::Seat | Access::Host | Access::HostOrSeat, _) => Verdict::Forbidden,
    }
}

fn verdict(answer: &Reply) -> Verdict {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    match body["error"]["code"].as_str() {
        Some("no_session") => Verdict::NoSession,
        Some("forbidden" | "not_your_seat") => Verdict::Forbidden,
        // A wrong password is one of the answers that somebody gets who may ask.
        _ => Verdict::Allowed,
    }
}

/// A body that the route can read; nothing for a route without one.
fn body(route: &Route) -> Option<Value> {
    let body = match (route.method, route.path) {
        ("PATCH", "/api/v1/me") => json!({ "name": "Somebody Else" }),
        ("POST", "/api/v1/signup") => credentials("Newcomer"),
        ("POST", "/api/v1/login") => json!({ "name": "Nobody", "password": "not this one" }),
        ("POST", "/api/v1/recover") => {
            json!({ "name": "x", "code": "x", "password": "long enough" })
        }
        ("POST", "/api/v1/password") => json!({ "old": "not this one", "new": "long enough" }),
        ("POST", "/api/v1/recovery-codes") => json!({ "password": "not this one" }),
        ("POST", "/api/v1/tokens") => json!({ "label": "bot" }),
        ("POST", "/api/v1/guest") => json!({}),
        ("POST", "/api/v1/replay") => json!({ "record": "x" }),
        ("POST", "/api/v1/games") => json!({
            "seats": [{ "kind": "me" }, { "kind": "bot", "level": "beginner" }],
            "wall": "coloured",
        }),
        ("POST", "/api/v1/games/{game}/join") => json!({ "seat": 3 }),
        ("POST", "/api/v1/games/{game}/nonce") => json!({ "nonce": "00".repeat(16) }),
        ("POST", "/api/v1/games/{game}/seats/{seat}/bot") => json!({ "level": "tiler" }),
        _ => return None,
    };
    Some(body)
}

/// A game with its host on seat 1, a guest on seat 2 and two more seats, in a fresh server's eyes.
async fn asker(server: &TestServer, role: Role) -> (Browser, String) {
    let mut host = server.guest().await;
    let game = json!({
        "seats": [{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }, { "kind": "open" }],
        "wall": "coloured",
        "public": true,
    });
    let answer = host.post("/games", &game).await.expect(201);
    let game = answer["view"]["id"].as_str().expect("an id").to_owned();
    let mut seated = server.guest().await;
    seated
        .post(&format!("/games/{game}/join"), &json!({ "seat": 2 }))
        .await
        .expect(200);
    let asker = match role {
        Role::Nobody => server.browser(),
        Role::Stranger => server.guest().await,
        Role::Seated => seated,
        Role::Host => host,
        Role::GuestProgram => server.program().await,
        Role::Account | Role::AccountProgram => {
            // The name is free again when its account was deleted by the route before.
            let mut browser = server.browser();
            let login = browser.post("/login", &credentials("Account")).await;
            if login.status != 200 {
                browser = server.account("Account").await;
            }
            if role == Role::AccountProgram {
                // An account may have so many tokens only; those of the routes before are done.
                browser.delete("/sessions").await.expect(204);
                let token = browser.post("/tokens", &json!({ "label": "bot" })).await;
                browser.bearer = token.expect(201)["token"].as_str().map(str::to_owned);
                browser.cookie = None;
            }
            browser
        }
    };
    (asker, game)
}

async fn ask(asker: &mut Browser, role: Role, route: &Route, game: &str) -> Reply {
    let mut path = route.path.replace("{game}", game).replace("{seat}", "2");
    path = path.replace("{id}", &"0".repeat(32));
    if path.ends_with("/hint") {
        path += if role == Role::Host {
            "?seat=1"
        } else {
            "?seat=2"
        };
    }
    let body = body(route).map(|body| body.to_string());
    let content = body.as_deref().map(|body| ("application/json", body));
    asker.send_as(route.method, &path, content).await
}

#[tokio::test]
async fn every_role_may_do_what_the_table_says_and_no_more() {
    let server = TestServer::start().await;
    let mut wrong = Vec::new();
    let mut n_asked = 0;
    for role in ROLES {
        for route in ROUTES {
            let (mut asker, game) = asker(&server, role).await;
            let answer = ask(&mut asker, role, route, &game).await;
            n_asked += 1;
            let (heard, expected) = (verdict(&answer), expected(route.access, role));
            let status_fits = match heard {
                Verdict::Allowed => answer.status < 500,
                Verdict::NoSession => answer.status == 401,
                Verdict::Forbidden => answer.status == 403,
            };
            if heard != expected || !status_fits {
                wrong.push(format!(
                    "{} {} as {role:?}: expected {expected:?}, got {} {}",
                    route.method, route.path, answer.status, answer.body
                ));
            }
        }
    }
    assert_eq!(n_asked, ROLES.len() * ROUTES.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
