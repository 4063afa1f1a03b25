//! Every route in every role and every state of a game: what each gets to hear, word for word.
//!
//! The expectation is a table, `authorisation/rights.txt`, with a row for each route and state and
//! a column for each role. It must speak of exactly the routes that there are: those that the
//! interface's document describes and those beside it, which other tests compare with the routers.
//! Who is refused changes nothing, and nobody but the host is told the invitation.

mod cast;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use azulejo_server::openapi::{BESIDE, PAGES, ROUTES, Route};
use serde_json::{Value, json};

use crate::security::browser::{Browser, Reply, TestServer, credentials};
use cast::{Cast, Game};
use table::{Answers, Case, ROLES, Role, STATES, State};

const TABLE: &str = include_str!("authorisation/rights.txt");

fn all_routes() -> Vec<Route> {
    ROUTES.iter().chain(BESIDE).copied().collect()
}

/// A body that the route can read; nothing for a route without one.
fn body(case: &Case, role: Role, game: &Game) -> Option<Value> {
    let body = match (case.method.as_str(), case.path.as_str()) {
        ("PATCH", "/api/v1/me") => json!({ "name": format!("Some {role:?}") }),
        ("POST", "/api/v1/signup") => credentials(&format!("New {role:?}")),
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
        ("POST", "/api/v1/games/{game}/join") if role == Role::Invited => {
            json!({ "seat": case.seat, "invitation": game.invitation })
        }
        ("POST", "/api/v1/games/{game}/join") => json!({ "seat": case.seat }),
        ("POST", "/api/v1/games/{game}/nonce") => json!({ "nonce": "00".repeat(16) }),
        ("POST", "/api/v1/games/{game}/seats/{seat}/bot") => json!({ "level": "tiler" }),
        _ => return None,
    };
    Some(body)
}

async fn ask(asker: &mut Browser, role: Role, case: &Case, game: &Game) -> Reply {
    if case.path == "/api/v1/socket" {
        return asker.ask_for_socket().await;
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
    asker.send_as(&case.method, &path, content).await
}

/// An answer as the table says it; what has no word stays as it is and is found to be wrong.
fn said(reply: &Reply) -> String {
    if (200..300).contains(&reply.status) || reply.status == 101 {
        return "ok".to_owned();
    }
    let body: Value = serde_json::from_str(&reply.body).unwrap_or_default();
    let code = body["error"]["code"].as_str().unwrap_or_default();
    let answer = format!("{} {code}", reply.status);
    table::word(&answer).map_or(answer, str::to_owned)
}

/// Asks everything in one state.
async fn ask_all(server: &TestServer, state: State, cases: &BTreeSet<&Case>) -> Answers {
    let mut cast = Cast::new(server, state);
    let mut heard = Answers::new();
    let mut told_the_host = 0;
    for case in cases {
        for role in ROLES {
            let (mut asker, game) = cast.asker(role).await;
            let reply = ask(&mut asker, role, case, &game).await;
            let said = said(&reply);
            let at = format!("{case:?} {state:?} {role:?}: {reply:?}");
            let tells = reply.body.contains(&game.invitation);
            assert!(!tells || role == Role::Host, "the invitation: {at}");
            told_the_host += usize::from(tells);
            if case.method != "GET" {
                let about_game = case.path.contains("{game}");
                if said != "ok" {
                    assert_eq!(cast.stand_now(&game).await, game.stand, "changed: {at}");
                } else if about_game {
                    cast.game_changed();
                } else {
                    cast.person_changed(role);
                }
            }
            heard.insert(((*case).clone(), state, role), said);
        }
    }
    // Or the test would not see it in other answers either.
    assert_eq!(told_the_host > 0, state == State::Waiting, "{state:?}");
    heard
}

fn assert_none(what: &str, found: &[String]) {
    let n = found.len();
    assert!(found.is_empty(), "{n} {what}:\n{}", found.join("\n"));
}

#[tokio::test]
async fn every_role_hears_what_the_table_says_in_every_state() {
    let table = table::read(TABLE).unwrap_or_else(|why| panic!("rights.txt: {why}"));
    let cases: BTreeSet<&Case> = table.keys().map(|(case, ..)| case).collect();
    let mut heard = Answers::new();
    for state in STATES {
        let server = TestServer::start().await;
        heard.append(&mut ask_all(&server, state, &cases).await);
        server.stop().await;
    }
    assert_eq!(heard.len(), cases.len() * STATES.len() * ROLES.len());
    assert_none("wrong", &table::differences(&table, &heard));
    controls(&table, &heard);
}

/// Whatever is wrong in the table is found, and nothing else.
fn controls(table: &Answers, heard: &Answers) {
    let wrong = |said: &str| if said == "ok" { "no" } else { "ok" }.to_owned();
    let all = table.iter();
    let all = all.map(|(place, said)| (place.clone(), wrong(said)));
    assert_eq!(
        table::differences(&all.collect(), heard).len(),
        table.len(),
        "all are wrong"
    );
    // One at a time, in every column.
    for (place, said) in table.iter().step_by(ROLES.len() + 1) {
        let mut changed = table.clone();
        changed.insert(place.clone(), wrong(said));
        let found = table::differences(&changed, heard);
        assert_eq!(found.len(), 1, "{place:?}: {found:?}");
    }
    // A server that took every stranger for the host would not pass.
    let mut mistaken = heard.clone();
    for ((case, state, role), said) in heard {
        if *role == Role::Host {
            mistaken.insert((case.clone(), *state, Role::Stranger), said.clone());
        }
    }
    assert!(table::differences(table, &mistaken).len() > 10);
}

#[test]
fn the_table_speaks_of_every_route_and_no_other() {
    let table = table::read(TABLE).unwrap_or_else(|why| panic!("rights.txt: {why}"));
    let routes = all_routes();
    assert_none("gaps", &table::gaps(&table, &routes));
    assert_none("rights too many", &table::contradictions(&table, &routes));
    assert_eq!(table::unused_words(&table), [""; 0]);
    // A route that is new is missed, and one that is gone is noticed.
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
fn a_table_that_is_not_right_is_not_read() {
    let lines: Vec<&str> = TABLE.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("GET"));
    let first = first.expect("a row");
    for (wrong, why) in [
        (lines[first].replace("any", "Sometimes"), "a state"),
        (lines[first].replace("ok", "maybe"), "no word"),
        (format!("{} ok", lines[first]), "12 answers"),
        (format!("{0}\n{0}", lines[first]), "said twice"),
        ("GET".to_owned(), "method and path"),
    ] {
        let mut lines = lines.clone();
        lines[first] = &wrong;
        let found = table::read(&lines.join("\n")).expect_err("it is wrong");
        assert!(found.contains(why), "{found}");
    }
    let found = table::read("Nobody Everybody").expect_err("it is wrong");
    assert!(found.contains("the columns are"), "{found}");
}

#[tokio::test]
async fn every_path_answers_to_its_own_methods_only() {
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
    // Where no route is, there are pages, which are only read.
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
