//! Authorisation: the response to every route, for every principal and every state of a game.
//!
//! The expectation is a table, `authorisation/rights.txt`, with a row for each route and state and a
//! column for each role. It must cover exactly the existing routes: those in the OpenAPI document and
//! those outside it, which other tests compare with the routers. A refused request changes nothing,
//! and only the host receives the invitation.

mod principals;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use azulejo_server::openapi::{OTHER_ROUTES, PAGES, ROUTES, Route};
use serde_json::{Value, json};

use crate::security::browser::{Browser, PASSWORD, Reply, TestServer, credentials};
use principals::{Game, Principals};
use table::{Answers, Case, ROLES, Role, STATES, State};

const TABLE: &str = include_str!("authorisation/rights.txt");

fn all_routes() -> Vec<Route> {
    ROUTES.iter().chain(OTHER_ROUTES).copied().collect()
}

/// Returns a valid body for a route, or `None` if it has none.
fn body(case: &Case, role: Role, game: &Game) -> Option<Value> {
    let body = match (case.method.as_str(), case.path.as_str()) {
        ("PATCH", "/api/v1/me") => json!({ "name": format!("Some {role:?}") }),
        ("POST", "/api/v1/signup") => credentials(&format!("New {role:?}")),
        ("DELETE", "/api/v1/me") => json!({ "password": PASSWORD }),
        ("POST", "/api/v1/login") => json!({ "name": "Unknown", "password": "not this one" }),
        ("POST", "/api/v1/recover") => {
            json!({ "name": "x", "code": "x", "password": "long enough" })
        }
        ("POST", "/api/v1/password") => json!({ "old": "not this one", "new": "long enough" }),
        ("POST", "/api/v1/recovery-codes") => json!({ "password": "not this one" }),
        ("DELETE", "/api/v1/second-factor") | ("POST", "/api/v1/second-factor/confirm") => {
            json!({ "password": "not this one", "code": "000000" })
        }
        ("POST", "/api/v1/tokens") => json!({ "label": "bot" }),
        ("POST", "/api/v1/guest") => json!({}),
        ("POST", "/api/v1/replay") => json!({ "record": "x" }),
        ("POST", "/api/v1/games") => json!({
            "seats": [{ "kind": "me" }, { "kind": "bot", "level": "beginner" }],
            "wall": "coloured",
        }),
        ("POST", "/api/v1/games/{game}/join") if role == Role::Invited => {
            json!({ "seat": case.seat, "invitation": game.invitation })
        }
        ("POST", "/api/v1/games/{game}/join") => json!({ "seat": case.seat }),
        ("POST", "/api/v1/games/{game}/nonce-commitment") => {
            json!({ "commitment": "00".repeat(32) })
        }
        ("POST", "/api/v1/games/{game}/nonce") => json!({ "nonce": "00".repeat(16) }),
        ("POST", "/api/v1/games/{game}/seats/{seat}/bot") => json!({ "level": "tiler" }),
        _ => return None,
    };
    Some(body)
}

async fn request(browser: &mut Browser, role: Role, case: &Case, game: &Game) -> Reply {
    if case.path == "/api/v1/socket" {
        return browser.request_socket().await;
    }
    let mut path = case.path.replace("{game}", &game.id);
    path = path.replace("{id}", &"0".repeat(32));
    if case.path == PAGES.path {
        path = format!("/g/{}", game.id);
    }
    if let Some(seat) = case.seat {
        path = path.replace("{seat}", &seat.to_string());
        if path.ends_with("/hint") {
            path += &format!("?seat={seat}");
        }
    }
    let body = body(case, role, game).map(|body| body.to_string());
    let content = body.as_deref().map(|body| ("application/json", body));
    browser.send_as(&case.method, &path, content).await
}

/// Returns the table's word for a response; one without a word is returned as it is.
fn word_of(reply: &Reply) -> String {
    if (200..300).contains(&reply.status) || reply.status == 101 {
        return "ok".to_owned();
    }
    let body: Value = serde_json::from_str(&reply.body).unwrap_or_default();
    let code = body["error"]["code"].as_str().unwrap_or_default();
    let answer = format!("{} {code}", reply.status);
    table::word(&answer).map_or(answer, str::to_owned)
}

/// Sends all requests in one state of the game.
async fn request_all(server: &TestServer, state: State, cases: &BTreeSet<&Case>) -> Answers {
    let mut principals = Principals::new(server, state);
    let mut found = Answers::new();
    let mut n_invitations = 0;
    for case in cases {
        for role in ROLES {
            let (mut browser, game) = principals.principal(role).await;
            let reply = request(&mut browser, role, case, &game).await;
            let word = word_of(&reply);
            let at = format!("{case:?} {state:?} {role:?}: {reply:?}");
            let has_invitation = reply.body.contains(&game.invitation);
            assert!(
                !has_invitation || role == Role::Host,
                "the invitation leaked: {at}"
            );
            n_invitations += usize::from(has_invitation);
            if case.method != "GET" {
                let about_game = case.path.contains("{game}");
                if word != "ok" {
                    assert_eq!(
                        principals.current_state(&game).await,
                        game.state,
                        "changed: {at}"
                    );
                } else if about_game {
                    principals.game_changed();
                } else {
                    principals.person_changed(role);
                }
            }
            found.insert(((*case).clone(), state, role), word);
        }
    }
    // The control: the host receives it.
    assert_eq!(n_invitations > 0, state == State::Waiting, "{state:?}");
    found
}

fn assert_none(what: &str, found: &[String]) {
    let n = found.len();
    assert!(found.is_empty(), "{n} {what}:\n{}", found.join("\n"));
}

#[tokio::test]
async fn responses_match_the_table_for_every_role_and_state() {
    let table = table::read(TABLE).unwrap_or_else(|why| panic!("rights.txt: {why}"));
    let cases: BTreeSet<&Case> = table.keys().map(|(case, ..)| case).collect();
    let mut found = Answers::new();
    for state in STATES {
        let server = TestServer::start().await;
        found.append(&mut request_all(&server, state, &cases).await);
        server.stop().await;
    }
    assert_eq!(found.len(), cases.len() * STATES.len() * ROLES.len());
    assert_none("wrong", &table::differences(&table, &found));
    controls(&table, &found);
}

/// The control: every error in the table is found, and nothing else.
fn controls(table: &Answers, found: &Answers) {
    let wrong = |said: &str| if said == "ok" { "no" } else { "ok" }.to_owned();
    let all = table.iter();
    let all = all.map(|(place, said)| (place.clone(), wrong(said)));
    assert_eq!(
        table::differences(&all.collect(), found).len(),
        table.len(),
        "all are wrong"
    );
    // Single errors, in every column.
    for (place, said) in table.iter().step_by(ROLES.len() + 1) {
        let mut changed = table.clone();
        changed.insert(place.clone(), wrong(said));
        let found = table::differences(&changed, found);
        assert_eq!(found.len(), 1, "{place:?}: {found:?}");
    }
    // A server that treats strangers as hosts is found.
    let mut mistaken = found.clone();
    for ((case, state, role), said) in found {
        if *role == Role::Host {
            mistaken.insert((case.clone(), *state, Role::Stranger), said.clone());
        }
    }
    assert!(table::differences(table, &mistaken).len() > 10);
}

#[test]
fn table_covers_exactly_the_existing_routes() {
    let table = table::read(TABLE).unwrap_or_else(|why| panic!("rights.txt: {why}"));
    let routes = all_routes();
    assert_none("gaps", &table::gaps(&table, &routes));
    assert_none("excess rights", &table::contradictions(&table, &routes));
    assert_eq!(table::unused_words(&table), [""; 0]);
    // The control: a new route and a removed one are found.
    for left_out in 0..routes.len() {
        let mut fewer = routes.clone();
        let gone = fewer.remove(left_out);
        let found = table::gaps(&table, &fewer);
        assert!(!found.is_empty(), "{gone:?}");
        let of_others = |(case, ..): &&table::Place| !case.is_of(&gone);
        let rest: Answers = table
            .keys()
            .filter(of_others)
            .map(|place| (place.clone(), table[place].clone()))
            .collect();
        assert_eq!(table::gaps(&rest, &routes).len(), 1, "{gone:?}");
    }
}

#[test]
fn invalid_table_is_rejected() {
    let lines: Vec<&str> = TABLE.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("GET"));
    let first = first.expect("a row");
    for (wrong, why) in [
        (lines[first].replace("any", "Sometimes"), "a state"),
        (lines[first].replace("ok", "maybe"), "no word"),
        (format!("{} ok", lines[first]), "12 answers"),
        (format!("{0}\n{0}", lines[first]), "duplicate"),
        ("GET".to_owned(), "method and path"),
    ] {
        let mut lines = lines.clone();
        lines[first] = &wrong;
        let found = table::read(&lines.join("\n")).expect_err("it is wrong");
        assert!(found.contains(why), "{found}");
    }
    let found = table::read("Anonymous Everyone").expect_err("it is wrong");
    assert!(found.contains("the columns are"), "{found}");
}

#[tokio::test]
async fn other_methods_are_not_allowed() {
    let server = TestServer::start().await;
    let mut methods: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let routes = all_routes();
    for route in routes.iter().filter(|&&route| route != PAGES) {
        let known = methods.entry(route.path).or_default();
        known.insert(route.method);
        if route.method == "GET" {
            known.insert("HEAD");
        }
    }
    for (path, methods) in methods {
        let path = path.replace("{seat}", "1");
        let answer = server.browser().send_as("PUT", &path, None).await;
        let allowed = answer.header("allow").unwrap_or_default();
        assert_eq!(answer.status, 405, "{path}");
        assert_eq!(
            allowed.split(',').collect::<BTreeSet<_>>(),
            methods,
            "{path}"
        );
    }
    // All other paths are pages, which are read-only.
    for (method, path, status) in [
        ("GET", "/g/22222222", 200),
        ("POST", "/g/22222222", 405),
        ("GET", "/assets/none.js", 404),
        ("GET", "/api/v1/none", 404),
        ("GET", "/api/none", 404),
        ("POST", "/api/none", 405),
    ] {
        let answer = server.browser().send_as(method, path, None).await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
}
