//! Rate limits and quotas that handlers check: each is exceeded through its route.

use serde_json::json;

use crate::security::browser::credentials;
use crate::security::takeover::{from_address, limited_server};

#[tokio::test]
async fn every_rate_of_a_handler_is_enforced() {
    let server = limited_server().await;
    let seat = "/games/aaaaaaaa/seats/2";
    let recovery = json!({ "name": "Nobody", "code": "0000", "password": "tiles of cobalt" });
    for (number, (method, path, body, burst, action)) in [
        ("PATCH", "/me", Some(json!({ "name": "Row" })), 10, "rename"),
        (
            "POST",
            "/tokens",
            Some(json!({ "label": "x" })),
            10,
            "new_token",
        ),
        ("POST", "/second-factor", None, 10, "enrol"),
        ("GET", "/me/export", None, 3, "export"),
        ("POST", "/recover", Some(recovery), 5, "recover"),
        (
            "POST",
            "/games/aaaaaaaa/join",
            Some(json!({})),
            60,
            "change_seat",
        ),
        (
            "POST",
            "/games/aaaaaaaa/seats/2/bot",
            Some(json!({ "level": "beginner" })),
            60,
            "change_seat",
        ),
        ("DELETE", seat, None, 60, "change_seat"),
        ("GET", "/games/aaaaaaaa/hint?seat=1", None, 20, "hint"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut player = from_address(&server, &format!("203.0.113.{number}"));
        let account = credentials(&format!("Row {number}"));
        player.post("/signup", &account).await.expect(201);
        let mut sent = 0;
        let refused = loop {
            let answer = player.send(method, path, body.as_ref()).await;
            if answer.status == 429 {
                break answer.refused(429, "too_fast");
            }
            sent += 1;
            // On a slow machine the bucket is refilled in the meantime.
            assert!(sent < 10 * burst, "{method} {path} is not limited");
        };
        assert_eq!(refused["field"], action, "{method} {path}");
        assert!(sent >= burst, "{method} {path}: {sent}");
    }
}

#[tokio::test]
async fn password_checks_are_limited_per_address() {
    let server = limited_server().await;
    let mut refusals = Vec::new();
    for number in 0..80 {
        let mut browser = from_address(&server, "203.0.113.1");
        let guess = json!({ "name": format!("Member {number}"), "password": "not this one" });
        let answer = browser.post("/login", &guess).await;
        if answer.status == 429 {
            refusals.push(answer.refused(429, "too_fast")["field"].clone());
        }
    }
    assert!(refusals.contains(&json!("log_in")), "{refusals:?}");
}

#[tokio::test]
async fn player_offers_three_games_at_once() {
    let server = limited_server().await;
    let mut host = from_address(&server, "203.0.113.1");
    host.get("/me").await.expect(200);
    let seats = [json!({ "kind": "me" }), json!({ "kind": "open" })];
    let game = json!({ "seats": seats, "wall": "coloured", "public": true });
    let mut offered = Vec::new();
    for _ in 0..3 {
        let answer = host.post("/games", &game).await.expect(201);
        offered.push(answer["view"]["id"].as_str().expect("an id").to_owned());
    }
    host.post("/games", &game).await.refused(429, "too_many");
    let cancel = format!("/games/{}/cancel", offered[0]);
    host.send("POST", &cancel, None).await.expect(200);
    host.post("/games", &game).await.expect(201);
}
