//! Attacks on accounts: stale sessions, stolen cookies, weak passwords and password guessing.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::security::browser::{Browser, PASSWORD, TestServer, credentials};

const NEW_PASSWORD: &str = "tiles of vermilion";

/// Keeps logins with the old password in flight until `change` has finished.
async fn logins_during(server: &TestServer, change: impl Future<Output = ()>) -> Vec<Browser> {
    let mut logins = JoinSet::new();
    let mut browsers = Vec::new();
    tokio::pin!(change);
    loop {
        while logins.len() < 6 {
            let mut browser = server.browser();
            logins.spawn(async move {
                let answer = browser.post("/login", &credentials("Ana")).await;
                (answer.status == 200).then_some(browser)
            });
        }
        tokio::select! {
            () = &mut change => break,
            login = logins.join_next() => browsers.extend(login.expect("some").expect("no panic")),
        }
    }
    browsers.extend(logins.join_all().await.into_iter().flatten());
    browsers
}

/// Counts the browsers whose session is still valid.
async fn survivors(browsers: Vec<Browser>) -> usize {
    let mut survivors = 0;
    for mut browser in browsers {
        survivors += usize::from(browser.get("/sessions").await.status == 200);
    }
    survivors
}

#[tokio::test(flavor = "multi_thread")]
async fn login_overlapping_a_password_change_leaves_no_session() {
    let server = TestServer::start().await;
    let mut owner = server.account("Ana").await;
    let change = async {
        let change = json!({ "old": PASSWORD, "new": NEW_PASSWORD });
        owner.post("/password", &change).await.expect(204);
    };
    let browsers = logins_during(&server, change).await;
    assert_eq!(survivors(browsers).await, 0);
    owner.get("/sessions").await.expect(200);
}

/// A login that takes a guest's games over writes twice: the merge and the session.
#[tokio::test(flavor = "multi_thread")]
async fn takeover_overlapping_a_password_change_leaves_no_session() {
    let server = TestServer::start().await;
    let mut owner = server.account("Ana").await;
    let mut logins = JoinSet::new();
    for _ in 0..12 {
        let mut guest = server.guest().await;
        guest.new_game().await;
        let mut body = credentials("Ana");
        body["guest_games"] = json!("take_over");
        logins.spawn(async move {
            let answer = guest.post("/login", &body).await;
            // After the change the old password is wrong.
            assert!([200, 401].contains(&answer.status), "{answer:?}");
            (answer.status == 200).then_some(guest)
        });
    }
    let change = json!({ "old": PASSWORD, "new": NEW_PASSWORD });
    owner.post("/password", &change).await.expect(204);
    let browsers = logins.join_all().await.into_iter().flatten().collect();
    assert_eq!(survivors(browsers).await, 0);
    owner.get("/sessions").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn login_overlapping_a_recovery_leaves_no_session() {
    let server = TestServer::start().await;
    let mut owner = server.guest().await;
    let answer = owner.post("/signup", &credentials("Ana")).await;
    let code = answer.expect(201)["recovery_codes"][0].clone();
    let change = async {
        let recovery = json!({ "name": "Ana", "code": code, "password": NEW_PASSWORD });
        owner.post("/recover", &recovery).await.expect(204);
    };
    let browsers = logins_during(&server, change).await;
    assert_eq!(survivors(browsers).await, 0);
}

#[tokio::test]
async fn stolen_cookie_cannot_delete_the_account() {
    let server = TestServer::start().await;
    let mut thief = server.account("Ana").await;
    let attempts: [Option<Value>; 3] = [
        None,
        Some(json!({})),
        Some(json!({ "password": "not this one" })),
    ];
    for body in attempts {
        let answer = thief.send("DELETE", "/me", body.as_ref()).await;
        assert_eq!(answer.refused(401, "bad_login")["field"], "password");
    }
    let mut owner = server.browser();
    owner.post("/login", &credentials("Ana")).await.expect(200);
    let password = json!({ "password": PASSWORD });
    owner
        .send("DELETE", "/me", Some(&password))
        .await
        .expect(204);
    // A guest has no password, and deletes itself without one.
    server.guest().await.delete("/me").await.expect(204);
}

#[tokio::test]
async fn guessable_passwords_are_refused() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    for password in [
        "password",
        "12345678",
        "Password",
        "qwertyuiop",
        "Isabella",
        "ISABELLA2026!",
        "Azulejo1",
        "aaaaaaaaaaaa",
    ] {
        let body = json!({ "name": "Isabella", "password": password });
        let refused = browser.post("/signup", &body).await;
        let problem = refused.refused(400, "common_password");
        assert_eq!(problem["field"], "password", "{password}");
    }
    let mut owner = server.account("Isabella").await;
    let change = json!({ "old": PASSWORD, "new": "isabella1" });
    let refused = owner.post("/password", &change).await;
    assert_eq!(refused.refused(400, "common_password")["field"], "new");
    let recovery = json!({ "name": "Isabella", "code": "x", "password": "isabella" });
    let refused = browser.post("/recover", &recovery).await;
    refused.refused(400, "common_password");
}

/// Starts a server with its usual limits, to which the tests are a trusted proxy.
pub(crate) async fn limited_server() -> TestServer {
    TestServer::with(|config| {
        config.rate_limits = 1;
        config.proxies = vec![IpAddr::V4(Ipv4Addr::LOCALHOST)];
    })
    .await
}

pub(crate) fn from_address(server: &TestServer, address: &str) -> Browser {
    let mut browser = server.browser();
    browser.headers = vec![("x-forwarded-for".to_owned(), address.to_owned())];
    browser
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_logins_from_many_addresses_do_not_lock_the_owner_out() {
    let server = limited_server().await;
    server.account("Ana").await;
    let wrong = json!({ "name": "Ana", "password": "not this one" });
    let mut attackers = JoinSet::new();
    for address in 1..=8 {
        let mut attacker = from_address(&server, &format!("203.0.113.{address}"));
        let wrong = wrong.clone();
        attackers.spawn(async move {
            for _ in 0..10 {
                let answer = attacker.post("/login", &wrong).await;
                // Beyond a rate over all addresses, guesses take turns; if the queue is full, they
                // are refused.
                assert!([401, 429].contains(&answer.status), "{answer:?}");
            }
            let refused = attacker.post("/login", &wrong).await;
            refused.refused(429, "too_fast");
        });
    }
    attackers.join_all().await;
    let mut owner = from_address(&server, "198.51.100.1");
    owner.post("/login", &credentials("Ana")).await.expect(200);
}

/// The attack: one address starts as many checks at once as its rate limit allows.
#[tokio::test(flavor = "multi_thread")]
async fn password_checks_of_one_address_do_not_keep_others_out() {
    let server = limited_server().await;
    server.account("Ana").await;
    let mut attackers = JoinSet::new();
    for n in 0..60 {
        let mut attacker = from_address(&server, "203.0.113.1");
        let guess = json!({ "name": format!("Member {n}"), "password": "not this one" });
        attackers.spawn(async move { attacker.post("/login", &guess).await.status });
    }
    for _ in 0..5 {
        let mut owner = from_address(&server, "198.51.100.1");
        owner.post("/login", &credentials("Ana")).await.expect(200);
    }
    // Requests from the address of a club wait, but are not refused.
    assert_eq!(attackers.join_all().await, [401; 60]);
}

#[tokio::test]
async fn stolen_cookie_does_not_allow_guessing_the_password() {
    let server = limited_server().await;
    let mut thief = server.account("Ana").await;
    let guess = json!({ "password": "not this one" });
    let mut statuses = Vec::new();
    for path in ["/recovery-codes"].iter().cycle().take(12) {
        statuses.push(thief.post(path, &guess).await.status);
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[10..], [429; 2]);
    let answer = thief.send("DELETE", "/me", Some(&guess)).await;
    answer.refused(429, "too_fast");
}

#[tokio::test]
async fn sixty_members_of_a_club_can_log_in_at_once() {
    let server = limited_server().await;
    server.account("Ana").await;
    for member in 0..60 {
        let mut browser = from_address(&server, "198.51.100.1");
        let body = json!({ "name": format!("Member {member}"), "password": "not this one" });
        browser
            .post("/login", &body)
            .await
            .refused(401, "bad_login");
    }
}

#[tokio::test]
async fn sessions_expire_without_use() {
    const DAY_S: u64 = 24 * 60 * 60;
    let server = TestServer::start().await;
    let max_age = |answer: &crate::security::browser::Reply| {
        let cookie = answer.header("set-cookie").expect("a cookie");
        let (_, seconds) = cookie.split_once("Max-Age=").expect("a lifetime");
        seconds.parse::<u64>().expect("seconds") / DAY_S
    };
    let mut browser = server.browser();
    assert_eq!(max_age(&browser.get("/me").await), 365, "a guest's");
    let answer = browser.post("/signup", &credentials("Ana")).await;
    assert_eq!(max_age(&answer), 90, "an account's");
    let label = json!({ "label": "bot" });
    browser.post("/tokens", &label).await.expect(201);
    let data = browser.get("/me/export").await.expect(200);
    for session in data["sessions"].as_array().expect("sessions") {
        let days = session["expires"].as_i64().map(|expires| {
            (expires - session["created"].as_i64().expect("a time")) / (1_000 * DAY_S as i64)
        });
        let expected = (session["kind"] == "cookie").then_some(90);
        assert_eq!(days, expected, "{session}");
    }
}
