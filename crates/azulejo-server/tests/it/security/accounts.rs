//! Guests and accounts.

use azulejo_server::reset_account;
use serde_json::{Value, json};

use crate::security::browser::{PASSWORD, TestServer, credentials, database};

#[tokio::test]
async fn new_browser_becomes_a_guest_and_stays_logged_in() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let answer = browser.get("/me").await;
    let me = answer.expect(200);
    assert_eq!(me["guest"], true);
    assert!(me["since"].as_i64().is_some_and(|since| since > 0));
    let cookie = answer.header("set-cookie").expect("a cookie");
    let (pair, flags) = cookie.split_once("; ").expect("flags");
    assert_eq!(flags, "HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000");
    let token = pair.strip_prefix("azulejo=").expect("the name over http");
    assert_eq!(token.len(), 64, "256 bits");
    let again = browser.get("/me").await;
    assert_eq!(again.expect(200), me);
    assert_eq!(
        again.header("set-cookie"),
        Some(cookie),
        "the same token, renewed"
    );
}

#[tokio::test]
async fn routes_require_a_session() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    for (method, path) in [
        ("GET", "/sessions"),
        ("GET", "/me/games"),
        ("DELETE", "/me"),
    ] {
        let answer = browser.send(method, path, None).await;
        answer.refused(401, "no_session");
        assert_eq!(answer.header("set-cookie"), None);
    }
}

#[tokio::test]
async fn session_fixation_is_prevented() {
    let server = TestServer::start().await;
    for made_up in ["azulejo=0", &format!("azulejo={}", "ab".repeat(32))] {
        let mut browser = server.browser();
        browser.cookie = Some(made_up.to_owned());
        browser.get("/me/games").await.refused(401, "no_session");
        browser.get("/me").await.expect(200);
        assert_ne!(browser.cookie.as_deref(), Some(made_up));
        browser.get("/me/games").await.expect(200);
        browser.cookie = Some(made_up.to_owned());
        browser.get("/me/games").await.refused(401, "no_session");
    }
}

#[tokio::test]
async fn cross_site_image_creates_no_guest() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    browser.origin = None;
    browser
        .headers
        .push(("sec-fetch-site".to_owned(), "cross-site".to_owned()));
    let answer = browser.get("/me").await;
    answer.refused(401, "no_session");
    assert_eq!(answer.header("set-cookie"), None);
}

#[tokio::test]
async fn guest_name_must_not_be_an_accounts_or_a_bots() {
    let server = TestServer::start().await;
    server.account("Ána Lima").await;
    let mut guest = server.guest().await;
    let mut rename = async |name: &str| {
        let body = json!({ "name": name });
        guest.send("PATCH", "/me", Some(&body)).await
    };
    assert_eq!(rename("  Jón   Þór ").await.expect(200)["name"], "Jón Þór");
    for taken in ["Ána Lima", "ana lima", "AnaLima", "Аna Lima", "Ana L1ma"] {
        let error = rename(taken).await.refused(409, "name_taken");
        assert_eq!(error["field"], "name", "{taken}");
    }
    for bots in ["Tiler", "MEISTARI", "Legende 6", "bot"] {
        rename(bots).await.refused(409, "name_taken");
    }
    for bad in [
        "",
        "   ",
        "abcdefghijklmnopqrstuvwxyz",
        "a\u{202e}b",
        "a\u{200b}b",
        "bot:x",
        "a\nb",
    ] {
        let error = rename(bad).await.refused(400, "bad_name");
        assert_eq!(error["field"], "name", "{bad:?}");
        assert!(error["detail"].is_string());
    }
    assert_eq!(guest.get("/me").await.expect(200)["name"], "Jón Þór");
}

#[tokio::test]
async fn guest_is_renamed_if_an_account_takes_its_name() {
    let server = TestServer::start().await;
    let rename = json!({ "name": "Alice" });
    let mut guest = server.guest().await;
    guest.send("PATCH", "/me", Some(&rename)).await.expect(200);
    let mut alice = server.account("alice").await;
    let named = guest.get("/me").await.expect(200)["name"].clone();
    assert_ne!(named, "Alice");
    // The same when an account is renamed.
    let rename = json!({ "name": named });
    alice.send("PATCH", "/me", Some(&rename)).await.expect(200);
    assert_ne!(guest.get("/me").await.expect(200)["name"], named);
}

#[tokio::test]
async fn alias_in_a_public_game_must_not_be_an_accounts_name() {
    let server = TestServer::start().await;
    server.account("Alice").await;
    let mut host = server.account("Bea").await;
    let game = |others: Value, public: bool| {
        let mut seats = vec![json!({ "kind": "me", "name": "Alice" })];
        seats.push(others);
        json!({ "seats": seats, "wall": "coloured", "public": public })
    };
    let open = json!({ "kind": "open" });
    let bot = json!({ "kind": "bot", "level": "tiler" });
    let invited = json!({ "kind": "invited" });
    for (others, public) in [(&open, false), (&invited, false), (&bot, true)] {
        let refused = host.post("/games", &game(others.clone(), public)).await;
        assert_eq!(refused.refused(409, "name_taken")["field"], "seats.0.name");
    }
    // In a private game without other people any name is allowed; it carries the guest mark.
    let made = host.post("/games", &game(bot, false)).await.expect(201);
    let seat = &made["view"]["seats"][0];
    assert_eq!(
        (&seat["name"], &seat["guest"]),
        (&json!("Alice"), &json!(true))
    );
}

#[tokio::test]
async fn seats_of_guests_are_marked() {
    let server = TestServer::start().await;
    let mut account = server.account("Alice").await;
    let mut guest = server.guest().await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let game = json!({ "seats": seats, "wall": "coloured", "public": true });
    for (host, other, marks) in [
        (&mut account.clone(), &mut guest.clone(), [false, true]),
        (&mut guest, &mut account, [true, false]),
    ] {
        let made = host.post("/games", &game).await.expect(201);
        assert_eq!(made["view"]["seats"][0]["guest"], marks[0]);
        let id = made["view"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/games/{id}/join");
        let joined = other.post(&path, &json!({})).await.expect(200);
        // In the game, in the own history and in the lobby.
        let mine = host.get("/me/games").await.expect(200);
        let lobby = host.get("/lobby").await.expect(200);
        let listed = |games: &Value| {
            let mut cards = games.as_array().expect("a list").iter();
            cards.find(|card| card["id"] == id).expect("it").clone()
        };
        for shown in [
            joined["view"].clone(),
            listed(&mine["games"]),
            listed(&lobby["open"]),
        ] {
            let seats = shown["seats"].as_array().expect("seats").iter();
            let shown: Vec<_> = seats.map(|seat| seat["guest"].clone()).collect();
            assert_eq!(shown, [marks[0], marks[1], false], "an open seat has none");
        }
    }
}

#[tokio::test]
async fn sign_up_keeps_the_games_and_replaces_the_session() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let game = browser.new_game().await;
    let since = browser.get("/me").await.expect(200)["since"].clone();
    let mut old = browser.clone();
    let answer = browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    assert_eq!(
        answer["me"],
        json!({ "name": "Ana", "guest": false, "since": since })
    );
    let codes = answer["recovery_codes"].as_array().expect("codes");
    assert_eq!(codes.len(), 8);
    assert_ne!(browser.cookie, old.cookie);
    old.get("/me/games").await.refused(401, "no_session");
    let games = browser.get("/me/games").await.expect(200);
    assert_eq!(games["games"][0]["id"], game.as_str());
    assert_eq!(games["games"][0]["mine"], json!([1]));
}

#[tokio::test]
async fn sign_up_works_without_a_guest() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    assert_eq!(browser.get("/me").await.expect(200)["guest"], false);
}

#[tokio::test]
async fn refused_sign_up_names_the_field_and_changes_nothing() {
    let server = TestServer::start().await;
    server.account("Ana").await;
    let mut guest = server.guest().await;
    let cookie = guest.cookie.clone();
    let long = "x".repeat(257);
    for (body, status, code, field) in [
        (
            json!({ "name": "ANA", "password": PASSWORD }),
            409,
            "name_taken",
            "name",
        ),
        (
            json!({ "name": "Master", "password": PASSWORD }),
            409,
            "name_taken",
            "name",
        ),
        (
            json!({ "name": "a:b", "password": PASSWORD }),
            400,
            "bad_name",
            "name",
        ),
        (
            json!({ "name": "Bea", "password": "1234567" }),
            400,
            "bad_password",
            "password",
        ),
        (
            json!({ "name": "Bea", "password": long }),
            400,
            "bad_password",
            "password",
        ),
        (json!({ "name": "Bea" }), 400, "malformed", "password"),
        (
            json!({ "name": "Bea", "password": PASSWORD, "guest_games": "leave" }),
            400,
            "malformed",
            "guest_games",
        ),
    ] {
        let error = guest.post("/signup", &body).await.refused(status, code);
        assert_eq!(error["field"], field, "{body}");
    }
    assert_eq!(guest.get("/me").await.expect(200)["guest"], true);
    assert_eq!(guest.cookie, cookie);
    let mut account = server.account("Bea").await;
    account
        .post("/signup", &credentials("Cleo"))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn look_alikes_of_an_accounts_name_are_refused() {
    let server = TestServer::start().await;
    let mut emma = server.account("Emma").await;
    for name in ["Ernma", "Ꭼmma", "EMMA", "ᴇmma"] {
        let mut browser = server.guest().await;
        let sign_up = browser.post("/signup", &credentials(name)).await;
        sign_up.refused(409, "name_taken");
        let rename = json!({ "name": name });
        let renamed = browser.send("PATCH", "/me", Some(&rename)).await;
        renamed.refused(409, "name_taken");
        let guest = server.browser().post("/guest", &rename).await;
        guest.refused(409, "name_taken");
    }
    // The account itself may vary its own name.
    let own = json!({ "name": "Ernma" });
    emma.send("PATCH", "/me", Some(&own)).await.expect(200);
}

#[tokio::test]
async fn concurrent_sign_ups_with_one_name_yield_one_account() {
    let server = TestServer::start().await;
    let (mut one, mut other) = (server.guest().await, server.guest().await);
    let (ana, anna) = (credentials("Ana"), credentials("ana"));
    let (one, other) = tokio::join!(one.post("/signup", &ana), other.post("/signup", &anna));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn recovery_code_works_once_and_ends_every_session() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let answer = browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    let token = browser
        .post("/tokens", &json!({ "label": "x" }))
        .await
        .expect(201);
    let code = answer["recovery_codes"][3]
        .as_str()
        .expect("a code")
        .to_lowercase();
    let mut stranger = server.browser();
    let recovery =
        |code: &str, password: &str| json!({ "name": "ana", "code": code, "password": password });
    let wrong = stranger
        .post("/recover", &recovery("AAAA-AAAA-AAAA-AAAA", "a new one"))
        .await;
    wrong.refused(401, "bad_login");
    let nonsense = stranger.post("/recover", &recovery("?", "a new one")).await;
    nonsense.refused(401, "bad_login");
    let unknown = json!({ "name": "Unknown", "code": code, "password": "a new one" });
    stranger
        .post("/recover", &unknown)
        .await
        .refused(401, "bad_login");
    stranger
        .post("/recover", &recovery(&code, "short"))
        .await
        .refused(400, "bad_password");
    stranger
        .post("/recover", &recovery(&code, "a new one"))
        .await
        .expect(204);
    stranger
        .post("/recover", &recovery(&code, "another one"))
        .await
        .refused(401, "bad_login");
    browser.get("/sessions").await.refused(401, "no_session");
    let mut program = server.browser();
    program.bearer = token["token"].as_str().map(str::to_owned);
    program.get("/me").await.refused(401, "no_session");
    stranger
        .post("/login", &credentials("Ana"))
        .await
        .refused(401, "bad_login");
    let new = json!({ "name": "Ana", "password": "a new one" });
    assert_eq!(
        stranger.post("/login", &new).await.expect(200)["outcome"],
        "done"
    );
}

#[tokio::test]
async fn password_change_requires_the_old_one_and_ends_other_sessions() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let mut elsewhere = server.browser();
    elsewhere
        .post("/login", &credentials("Ana"))
        .await
        .expect(200);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let error = browser
        .post("/password", &change("wrong one", "a new one"))
        .await;
    assert_eq!(error.refused(401, "bad_login")["field"], "old");
    let error = browser.post("/password", &change(PASSWORD, "short")).await;
    assert_eq!(error.refused(400, "bad_password")["field"], "new");
    let old = browser.clone();
    browser
        .post("/password", &change(PASSWORD, "a new one"))
        .await
        .expect(204);
    browser.get("/sessions").await.expect(200);
    for mut ended in [old, elsewhere] {
        ended.get("/sessions").await.refused(401, "no_session");
    }
    let mut stranger = server.browser();
    stranger
        .post("/login", &credentials("Ana"))
        .await
        .refused(401, "bad_login");
    let new = json!({ "name": "Ana", "password": "a new one" });
    stranger.post("/login", &new).await.expect(200);
}

#[tokio::test]
async fn new_recovery_codes_require_the_password_and_revoke_the_old() {
    let server = TestServer::start().await;
    let mut ana = server.guest().await;
    let answer = ana.post("/signup", &credentials("Ana")).await.expect(201);
    let old = answer["recovery_codes"][0]
        .as_str()
        .expect("a code")
        .to_owned();
    let wrong = json!({ "password": "not this one" });
    let refused = ana.post("/recovery-codes", &wrong).await;
    assert_eq!(refused.refused(401, "bad_login")["field"], "password");
    let right = json!({ "password": credentials("Ana")["password"] });
    let answer = ana.post("/recovery-codes", &right).await.expect(200);
    let codes = answer["recovery_codes"].as_array().expect("codes").clone();
    assert_eq!(codes.len(), 8);
    assert!(codes.iter().all(|code| *code != old));
    // Sessions stay valid.
    assert_eq!(ana.get("/me").await.expect(200)["name"], "Ana");
    let recover =
        |code: &str| json!({ "name": "Ana", "code": code, "password": "another long one" });
    let mut browser = server.browser();
    browser
        .post("/recover", &recover(&old))
        .await
        .refused(401, "bad_login");
    let code = codes[0].as_str().expect("a code");
    browser.post("/recover", &recover(code)).await.expect(204);
}

#[tokio::test]
async fn operator_can_reset_an_account() {
    let data = tempfile::tempdir().expect("a temporary directory");
    let server = TestServer::with(|config| config.database_url = database(&data)).await;
    let old = server.account("Ána").await;
    server.stop().await;
    let store = azulejo_store::open(&database(&data))
        .await
        .expect("the data");
    assert!(reset_account(store.as_ref(), "Unknown").await.is_err());
    let reset = reset_account(store.as_ref(), "ana").await.expect("a reset");
    store.close().await;
    assert_eq!(reset.name, "Ána");
    assert_eq!(reset.recovery_codes.len(), 8);
    let server = TestServer::with(|config| config.database_url = database(&data)).await;
    let mut again = server.browser();
    again.cookie = old.cookie;
    again.get("/sessions").await.refused(401, "no_session");
    again
        .post("/login", &credentials("Ana"))
        .await
        .refused(401, "bad_login");
    let new = json!({ "name": "Ana", "password": reset.password });
    again.post("/login", &new).await.expect(200);
}

#[tokio::test]
async fn export_is_complete_and_contains_no_secrets() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let game = browser.new_game().await;
    let answer = browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    let token = browser
        .post("/tokens", &json!({ "label": "my bot" }))
        .await
        .expect(201);
    let reply = browser.get("/me/export").await;
    let disposition = reply.header("content-disposition").expect("a file");
    assert!(disposition.starts_with("attachment; "), "{disposition}");
    let data = reply.expect(200);
    assert_eq!(data["name"], "Ana");
    assert_eq!(data["account"], true);
    assert_eq!(data["recovery_codes_left"], 8);
    assert_eq!(data["games"][0]["id"], game.as_str());
    assert_eq!(data["games"][0]["host"], true);
    assert_eq!(data["games"][0]["seats"][0]["seat"], 1);
    assert!(data["games"][0]["settings"].is_object());
    let sessions = data["sessions"].as_array().expect("sessions");
    let kinds: Vec<&Value> = sessions.iter().map(|session| &session["kind"]).collect();
    assert!(kinds.contains(&&json!("cookie")) && kinds.contains(&&json!("bearer")));
    assert!(sessions.iter().any(|session| session["label"] == "my bot"));
    let mut secrets = vec![
        browser.token(),
        token["token"].as_str().expect("a token"),
        "argon2",
    ];
    let codes = answer["recovery_codes"].as_array().expect("codes");
    secrets.extend(codes.iter().filter_map(Value::as_str));
    for secret in secrets {
        assert!(!reply.body.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn deletion_removes_the_player_and_keeps_the_games() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let game = browser.new_game().await;
    let old = browser.clone();
    let password = json!({ "password": PASSWORD });
    let answer = browser.send("DELETE", "/me", Some(&password)).await;
    answer.expect(204);
    assert_eq!(browser.cookie, None, "the cookie was not removed");
    let mut gone = old;
    gone.get("/sessions").await.refused(401, "no_session");
    let mut stranger = server.browser();
    stranger
        .post("/login", &credentials("Ana"))
        .await
        .refused(401, "bad_login");
    let view = stranger.get(&format!("/games/{game}")).await.expect(200);
    assert!(!view.to_string().contains("Ana"), "{view}");
    // The name is free again.
    server.account("Ana").await;
}

#[tokio::test]
async fn tokens_passwords_and_codes_are_stored_as_hashes() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let answer = browser
        .post("/signup", &credentials("Ana"))
        .await
        .expect(201);
    let token = browser
        .post("/tokens", &json!({ "label": "my bot" }))
        .await
        .expect(201);
    let data = server.stop().await;
    let mut stored = Vec::new();
    for entry in std::fs::read_dir(data.path()).expect("the folder") {
        stored.extend(std::fs::read(entry.expect("an entry").path()).expect("a file"));
    }
    let holds = |bytes: &[u8]| stored.windows(bytes.len()).any(|window| window == bytes);
    assert!(
        holds(b"Ana") && holds(b"my bot") && holds(b"$argon2id$"),
        "the search works"
    );
    let token = token["token"].as_str().expect("a token");
    for text in [browser.token(), token, PASSWORD] {
        assert!(!holds(text.as_bytes()), "{text}");
    }
    for text in [browser.token(), token] {
        let digits: Vec<u8> = text.bytes().collect();
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("hex"), 16))
            .collect::<Result<_, _>>()
            .expect("hex");
        assert!(!holds(&bytes), "{text} as bytes");
    }
    for code in answer["recovery_codes"].as_array().expect("codes") {
        let code = code.as_str().expect("a code");
        assert!(
            !holds(code.as_bytes()) && !holds(code.replace('-', "").as_bytes()),
            "{code}"
        );
    }
}
