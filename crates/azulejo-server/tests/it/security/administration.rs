//! The host's acts on accounts, games, names and sign-up, beside a running server.

use azulejo_server::admin::{Admin, AdminError, GameStatus, NameRuleKind, SignUp};
use azulejo_testkit::Client;
use serde_json::json;

use crate::security::browser::{TestServer, credentials, database};

async fn admin(server: &TestServer) -> Admin {
    let admin = Admin::open(&database(&server.data), "root").await;
    admin.expect("the database opens beside the server")
}

#[tokio::test(flavor = "multi_thread")]
async fn suspension_is_enforced_at_once_with_its_reason_and_ends() {
    let server = TestServer::start().await;
    let mut ana = server.account("Ana").await;
    let token = ana.post("/tokens", &json!({ "label": "bot" })).await;
    let mut bot = server.browser();
    bot.origin = None;
    bot.bearer = token.expect(201)["token"].as_str().map(str::to_owned);
    let admin = admin(&server).await;
    let until = admin.now_ms().await.expect("a clock") + 86_400_000;
    let suspended = admin.suspend("ana", Some(until), "insults").await;
    suspended.expect("suspended");

    let reason = json!({ "reason": "insults", "until": until });
    let refused = bot.get("/me/games").await;
    assert_eq!(refused.refused(403, "suspended")["suspension"], reason);
    assert_eq!(bot.upgrade().await, 403);
    let refused = ana.get("/me/games").await;
    refused.refused(403, "suspended");
    // The wrong password reveals nothing.
    let wrong = json!({ "name": "Ana", "password": "not this one" });
    let refused = server.browser().post("/login", &wrong).await;
    assert!(refused.refused(401, "bad_login")["suspension"].is_null());
    let refused = server.browser().post("/login", &credentials("Ana")).await;
    assert_eq!(refused.refused(403, "suspended")["suspension"], reason);
    // The browser gets the reason once and continues as a guest.
    let mut browser = ana.clone();
    browser.get("/me").await.refused(403, "suspended");
    assert_eq!(browser.cookie, None);
    assert_eq!(browser.get("/me").await.expect(200)["guest"], true);

    admin.lift("Ana", "apologised").await.expect("lifted");
    ana.get("/me/games").await.expect(200);
    bot.get("/me/games").await.expect(200);
    let expired = admin.now_ms().await.expect("a clock") - 1;
    admin
        .suspend("Ana", Some(expired), "late")
        .await
        .expect("suspended");
    ana.get("/me/games").await.expect(200);
    admin.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_socket_of_a_suspended_account_closes() {
    let server = TestServer::start().await;
    let mut ana = server.account("Ana").await;
    let token = ana.post("/tokens", &json!({ "label": "bot" })).await;
    let mut bot = Client::guest(server.address, "Bot 7 of Ana").await;
    bot.token = token.expect(201)["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let mut socket = bot.socket().await;
    let admin = admin(&server).await;
    admin
        .suspend("Ana", None, "insults")
        .await
        .expect("suspended");
    assert_eq!(socket.close_code().await, Some(1008));
    admin.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_up_follows_the_policy() {
    let server = TestServer::start().await;
    let admin = admin(&server).await;
    admin
        .set_sign_up(SignUp::Closed, "full")
        .await
        .expect("closed");
    let mut browser = server.guest().await;
    let refused = browser.post("/signup", &credentials("Ana")).await;
    refused.refused(403, "signup_closed");
    // Guests play on.
    browser.new_game().await;

    admin
        .set_sign_up(SignUp::Invitation, "")
        .await
        .expect("set");
    let refused = browser.post("/signup", &credentials("Ana")).await;
    refused.refused(403, "invitation_required");
    let code = admin.invite("for Ana", 60_000).await.expect("a code");
    let with = |name: &str, code: &str| {
        let mut body = credentials(name);
        body["invitation"] = code.into();
        body
    };
    for wrong in ["", "ABCD", &code.replace('-', "")[1..]] {
        let refused = browser.post("/signup", &with("Ana", wrong)).await;
        refused.refused(403, "bad_invitation");
    }
    // A failed sign-up keeps the invitation.
    let refused = browser.post("/signup", &with("Admin", &code)).await;
    refused.refused(409, "name_taken");
    let spelled = code.to_lowercase().replace('-', " ");
    browser
        .post("/signup", &with("Ana", &spelled))
        .await
        .expect(201);
    let refused = server
        .guest()
        .await
        .post("/signup", &with("Bea", &code))
        .await;
    refused.refused(403, "bad_invitation");
    // Logging in needs none.
    let mut again = server.browser();
    again.post("/login", &credentials("Ana")).await.expect(200);

    let expired = admin.invite("late", -1).await.expect("a code");
    let refused = server
        .guest()
        .await
        .post("/signup", &with("Bea", &expired))
        .await;
    refused.refused(403, "bad_invitation");
    admin.set_sign_up(SignUp::Open, "").await.expect("open");
    server.account("Bea").await;
    admin.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reserved_names_and_refused_words_cannot_be_chosen() {
    let server = TestServer::start().await;
    let admin = admin(&server).await;
    let (reserved, refused) = (NameRuleKind::Reserved, NameRuleKind::Refused);
    admin
        .add_name_rule("Chair", reserved, "")
        .await
        .expect("added");
    admin
        .add_name_rule("Grmpf", refused, "rude")
        .await
        .expect("added");
    let mut browser = server.guest().await;
    for (name, code) in [
        ("Chair", "name_taken"),
        ("CHAÍR", "name_taken"),
        ("Сhair", "name_taken"),
        ("xX Grm-pf Xx", "bad_name"),
    ] {
        let body = json!({ "name": name });
        let problem = browser.send("PATCH", "/me", Some(&body)).await;
        assert_eq!(
            problem.expect(problem.status)["error"]["code"],
            code,
            "{name}"
        );
        let problem = server.browser().post("/guest", &body).await;
        assert_eq!(
            problem.expect(problem.status)["error"]["code"],
            code,
            "{name}"
        );
        let problem = browser.post("/signup", &credentials(name)).await;
        assert_eq!(
            problem.expect(problem.status)["error"]["code"],
            code,
            "{name}"
        );
    }
    browser
        .post("/signup", &credentials("Chairs"))
        .await
        .expect(201);
    // The host may give a reserved name away.
    let renamed = admin.rename("Chairs", "Chair", "elected").await;
    assert_eq!(renamed.expect("renamed"), "Chair");
    assert_eq!(browser.get("/me").await.expect(200)["name"], "Chair");
    admin.remove_name_rule("grmpf", "").await.expect("removed");
    let missing = admin.remove_name_rule("grmpf", "").await;
    assert!(matches!(missing, Err(AdminError::NoSuchRule(_))));
    let allowed = json!({ "name": "Grmpf" });
    server.browser().post("/guest", &allowed).await.expect(200);
    admin.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_act_is_in_the_audit_log_and_failures_too() {
    let server = TestServer::start().await;
    let mut ana = server.account("Ana").await;
    server.account("Bea").await;
    let admin = admin(&server).await;
    let taken = admin.rename("Ana", "Bea", "tidy").await;
    assert!(matches!(taken, Err(AdminError::BadName(..))));
    admin.reset("Ana", "lost everything").await.expect("reset");
    ana.get("/me/games").await.refused(401, "no_session");
    admin.delete("Ana", "asked for it").await.expect("deleted");
    let unknown = admin.delete("Ana", "again").await;
    assert!(matches!(unknown, Err(AdminError::NoSuchAccount(_))));
    let log = admin.audit_log(10).await.expect("a log");
    let log: Vec<_> = log
        .iter()
        .rev()
        .map(|entry| {
            (
                entry.actor.as_str(),
                entry.action.as_str(),
                entry.reason.as_str(),
            )
        })
        .collect();
    assert_eq!(
        log,
        [
            ("root", "rename", "to \"Bea\": tidy"),
            (
                "root",
                "rename",
                "failed: the name \"Bea\" cannot be used: it is taken"
            ),
            ("root", "reset", "lost everything"),
            ("root", "delete", "asked for it"),
        ]
    );
    let games = admin.games(Some(GameStatus::Running), 10).await;
    assert!(games.expect("a list").is_empty());
    admin.close().await;
}
