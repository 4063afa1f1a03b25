//! Login and logout.

use serde_json::json;

use crate::security::browser::{PASSWORD, TestServer, credentials};

fn with_games(name: &str, guest_games: &str) -> serde_json::Value {
    json!({ "name": name, "password": PASSWORD, "guest_games": guest_games })
}

#[tokio::test]
async fn wrong_password_and_unknown_name_get_the_same_response() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.browser();
    let wrong = json!({ "name": "Ana", "password": "not this one" });
    let wrong = browser.post("/login", &wrong).await;
    let unknown = browser.post("/login", &credentials("Unknown")).await;
    let guests_name = browser
        .post("/login", &json!({ "name": "", "password": "" }))
        .await;
    wrong.refused(401, "bad_login");
    assert_eq!(wrong.body, unknown.body);
    assert_eq!(wrong.body, guests_name.body);
}

#[tokio::test]
async fn login_replaces_the_guests_session() {
    let server = TestServer::start().await;
    server.account("Ána Lima").await;
    let mut browser = server.guest().await;
    let mut before = browser.clone();
    let answer = browser.post("/login", &credentials("ana lima")).await;
    assert_eq!(answer.expect(200)["me"]["name"], "Ána Lima");
    assert_ne!(browser.cookie, before.cookie);
    before.get("/me/games").await.refused(401, "no_session");
    // A second login to the same account replaces it again.
    let mut before = browser.clone();
    browser
        .post("/login", &credentials("ana lima"))
        .await
        .expect(200);
    assert_ne!(browser.cookie, before.cookie);
    before.get("/me/games").await.refused(401, "no_session");
}

#[tokio::test]
async fn login_to_another_account_ends_the_first_session() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.account("Bea").await;
    let mut before = browser.clone();
    browser.new_game().await;
    let answer = browser
        .post("/login", &credentials("Ana"))
        .await
        .expect(200);
    assert_eq!(
        answer["outcome"], "done",
        "only a guest's games are asked about"
    );
    before.get("/me/games").await.refused(401, "no_session");
    assert_eq!(
        browser.get("/me/games").await.expect(200)["games"],
        json!([])
    );
}

#[tokio::test]
async fn guest_with_games_must_choose_first() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.guest().await;
    browser.new_game().await;
    browser.new_game().await;
    let cookie = browser.cookie.clone();
    let answer = browser.post("/login", &credentials("Ana")).await;
    assert_eq!(
        answer.expect(200),
        json!({ "outcome": "ask_guest_games", "games": 2 })
    );
    assert_eq!(answer.header("set-cookie"), None);
    assert_eq!(browser.cookie, cookie);
    assert_eq!(browser.get("/me").await.expect(200)["guest"], true);
}

#[tokio::test]
async fn guest_must_choose_only_after_the_right_password() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.guest().await;
    browser.new_game().await;
    for guest_games in ["take_over", "leave"] {
        let body = json!({ "name": "Ana", "password": "not this one", "guest_games": guest_games });
        browser
            .post("/login", &body)
            .await
            .refused(401, "bad_login");
    }
    let games = browser.get("/me/games").await.expect(200);
    assert_eq!(games["games"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn guests_games_can_be_taken_over() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.guest().await;
    let game = browser.new_game().await;
    let mut guest = browser.clone();
    let answer = browser
        .post("/login", &with_games("Ana", "take_over"))
        .await
        .expect(200);
    assert_eq!(answer["me"]["name"], "Ana");
    let games = browser.get("/me/games").await.expect(200);
    assert_eq!(games["games"][0]["id"], game.as_str());
    assert_eq!(games["games"][0]["seats"][0]["name"], "Ana");
    guest.get("/me/games").await.refused(401, "no_session");
    // The account is the host now.
    browser
        .post(&format!("/games/{game}/cancel"), &json!({}))
        .await
        .expect(200);
}

#[tokio::test]
async fn guests_games_can_be_left_behind() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut browser = server.guest().await;
    let own = browser.new_game().await;
    let mut host = server.guest().await;
    let joined = host.new_game().await;
    browser.join(&joined).await;
    let mut guest = browser.clone();
    browser
        .post("/login", &with_games("Ana", "leave"))
        .await
        .expect(200);
    assert_eq!(
        browser.get("/me/games").await.expect(200)["games"],
        json!([])
    );
    guest.get("/me/games").await.refused(401, "no_session");
    // The guest cannot return: seats are freed, and hosted games are cancelled.
    let shown = host.get(&format!("/games/{own}")).await.expect(200);
    assert_eq!(shown["view"]["status"], "cancelled");
    let shown = host.get(&format!("/games/{joined}")).await.expect(200);
    assert_eq!(shown["view"]["seats"][1]["kind"], "open");
}

#[tokio::test]
async fn merge_is_refused_if_both_sit_in_one_game() {
    let server = TestServer::start().await;
    let mut account = server.account("Ana").await;
    let game = account.new_game().await;
    let mut browser = server.guest().await;
    browser.join(&game).await;
    let answer = browser
        .post("/login", &with_games("Ana", "take_over"))
        .await;
    assert_eq!(answer.refused(409, "same_game")["detail"], game.as_str());
    // Nothing has changed: the guest still has its seat.
    let games = browser.get("/me/games").await.expect(200);
    assert_eq!(games["games"][0]["mine"], json!([2]));
    browser
        .post("/login", &with_games("Ana", "leave"))
        .await
        .expect(200);
}

#[tokio::test]
async fn logout_ends_the_session_and_removes_the_cookie() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let mut kept = browser.clone();
    let answer = browser.post("/logout", &json!({})).await;
    answer.expect(204);
    assert_eq!(
        answer.header("set-cookie"),
        Some("azulejo=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
    );
    kept.get("/me/games").await.refused(401, "no_session");
    kept.post("/logout", &json!({}))
        .await
        .refused(401, "no_session");
}

#[tokio::test]
async fn bearer_token_cannot_log_in_or_sign_up() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut program = server.program().await;
    program
        .post("/login", &credentials("Ana"))
        .await
        .refused(403, "forbidden");
    program
        .post("/signup", &credentials("Bea"))
        .await
        .refused(403, "forbidden");
}
