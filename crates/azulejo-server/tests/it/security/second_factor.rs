//! The second factor: enrolment, login, one-time use, guessing, and the ways to lose it.

use std::time::{SystemTime, UNIX_EPOCH};

use azulejo_server::reset_account;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha1::Sha1;

use crate::security::browser::{Browser, PASSWORD, TestServer, credentials, database};
use crate::security::takeover::{from_address, limited_server};

/// An account's authenticator. Every code has a later time step than the one before.
struct Authenticator {
    secret: Vec<u8>,
    last_step: u64,
}

impl Authenticator {
    fn new(secret: &str) -> Self {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let digits = secret.chars().map(|c| alphabet.find(c).expect("Base32"));
        let bits: String = digits.map(|digit| format!("{digit:05b}")).collect();
        let bytes = bits.as_bytes().chunks_exact(8);
        let bytes = bytes.map(|byte| std::str::from_utf8(byte).expect("bits"));
        Self {
            secret: bytes
                .map(|byte| u8::from_str_radix(byte, 2).expect("bits"))
                .collect(),
            last_step: 0,
        }
    }

    /// Returns the code of the current step, or of the next one if that was used.
    fn code(&mut self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.expect("after 1970").as_secs() / 30;
        self.last_step = now.max(self.last_step + 1);
        self.code_of_last_step()
    }

    /// Returns the codes of the current step and the next.
    fn two_codes(&mut self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        self.last_step = now.expect("after 1970").as_secs() / 30;
        let first = self.code_of_last_step();
        self.last_step += 1;
        first + &self.code_of_last_step()
    }

    fn code_of_last_step(&self) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.secret).expect("a key");
        mac.update(&self.last_step.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let at = usize::from(hash[19] & 15);
        let number = u32::from_be_bytes(hash[at..at + 4].try_into().expect("four bytes"));
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }
}

fn proof(code: &str) -> Value {
    json!({ "password": PASSWORD, "code": code })
}

fn login(code: &str) -> Value {
    json!({ "name": "Ana", "password": PASSWORD, "code": code })
}

/// Returns a browser logged in to the account "Ana" with a second factor, its authenticator and its
/// recovery codes.
async fn enrolled(server: &TestServer) -> (Browser, Authenticator, Vec<String>) {
    let mut browser = server.guest().await;
    let signed_up = browser.post("/signup", &credentials("Ana")).await;
    let codes = signed_up.expect(201)["recovery_codes"].clone();
    let secret = browser.post("/second-factor", &json!({})).await.expect(200);
    let secret = secret["secret"].as_str().expect("a secret");
    assert_eq!(secret.len(), 32, "160 bits");
    let mut authenticator = Authenticator::new(secret);
    let confirmation = proof(&authenticator.code());
    browser
        .post("/second-factor/confirm", &confirmation)
        .await
        .expect(204);
    let codes = serde_json::from_value(codes).expect("codes");
    (browser, authenticator, codes)
}

async fn state(browser: &mut Browser) -> Value {
    browser.get("/second-factor").await.expect(200)
}

#[tokio::test]
async fn enrolment_requires_password_and_code_of_the_latest_secret() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let off = json!({ "enabled": false, "recovery_codes_left": 8 });
    assert_eq!(state(&mut browser).await, off);
    let confirm = "/second-factor/confirm";
    let early = browser.post(confirm, &proof("000000")).await;
    early.refused(403, "forbidden");
    let first = browser.post("/second-factor", &json!({})).await.expect(200);
    let second = browser.post("/second-factor", &json!({})).await.expect(200);
    assert_ne!(first, second);
    let [mut old, mut new] =
        [first, second].map(|made| Authenticator::new(made["secret"].as_str().expect("a secret")));
    let wrong = json!({ "password": "not this one", "code": new.code() });
    let refused = browser.post(confirm, &wrong).await;
    assert_eq!(refused.refused(401, "bad_login")["field"], "password");
    let refused = browser.post(confirm, &proof(&old.code())).await;
    assert_eq!(refused.refused(401, "bad_code")["field"], "code");
    assert_eq!(state(&mut browser).await, off);
    browser.post(confirm, &proof(&new.code())).await.expect(204);
    assert_eq!(state(&mut browser).await["enabled"], true);
    // An enabled one is not replaced.
    let again = browser.post("/second-factor", &json!({})).await;
    again.refused(403, "forbidden");
    let again = browser.post(confirm, &proof(&new.code())).await;
    again.refused(403, "forbidden");
}

#[tokio::test]
async fn login_asks_for_a_code_after_the_password_and_accepts_it_once() {
    let server = TestServer::start().await;
    let (mut enrolled, mut authenticator, _) = enrolled(&server).await;
    let mut browser = server.browser();
    let wrong = json!({ "name": "Ana", "password": "not this one" });
    browser
        .post("/login", &wrong)
        .await
        .refused(401, "bad_login");
    let asked = browser.post("/login", &credentials("Ana")).await;
    asked.refused(401, "code_required");
    assert_eq!(asked.header("set-cookie"), None);
    let code = authenticator.code();
    // A wrong password does not consume the code.
    let wrong = json!({ "name": "Ana", "password": "not this one", "code": code });
    browser
        .post("/login", &wrong)
        .await
        .refused(401, "bad_login");
    browser.post("/login", &login(&code)).await.expect(200);
    browser.get("/sessions").await.expect(200);
    let mut replay = server.browser();
    let refused = replay.post("/login", &login(&code)).await;
    assert_eq!(refused.refused(401, "bad_code")["field"], "code");
    assert_eq!(refused.header("set-cookie"), None);
    for nonsense in ["", "12345", "abcdef", "1234567", "\u{0661}23456"] {
        let refused = replay.post("/login", &login(nonsense)).await;
        refused.refused(401, "bad_code");
    }
    // Sessions from before remain valid.
    enrolled.get("/sessions").await.expect(200);
}

#[tokio::test]
async fn guest_games_are_asked_about_before_the_code_is_consumed() {
    let server = TestServer::start().await;
    let (_, mut authenticator, _) = enrolled(&server).await;
    let mut browser = server.guest().await;
    let game = browser.new_game().await;
    let code = authenticator.code();
    let asked = browser.post("/login", &login(&code)).await.expect(200);
    assert_eq!(asked, json!({ "outcome": "ask_guest_games", "games": 1 }));
    let mut body = login("000000");
    body["guest_games"] = json!("take_over");
    browser.post("/login", &body).await.refused(401, "bad_code");
    assert_eq!(browser.get("/me").await.expect(200)["guest"], true);
    body["code"] = json!(code);
    let done = browser.post("/login", &body).await.expect(200);
    assert_eq!(done["outcome"], "done");
    let games = browser.get("/me/games").await.expect(200);
    assert_eq!(games["games"][0]["id"], game.as_str());
}

#[tokio::test]
async fn recovery_code_replaces_a_code_once() {
    let server = TestServer::start().await;
    let (_, _, codes) = enrolled(&server).await;
    let mut browser = server.browser();
    let sloppy = codes[0].to_lowercase().replace('-', " ");
    browser.post("/login", &login(&sloppy)).await.expect(200);
    assert_eq!(state(&mut browser).await["recovery_codes_left"], 7);
    let mut again = server.browser();
    let refused = again.post("/login", &login(&codes[0])).await;
    refused.refused(401, "bad_code");
    // A forgotten password takes one code, and the login after it another.
    let new = "a new password";
    let recovery = json!({ "name": "Ana", "code": codes[1], "password": new });
    again.post("/recover", &recovery).await.expect(204);
    let mut body = json!({ "name": "Ana", "password": new });
    again
        .post("/login", &body)
        .await
        .refused(401, "code_required");
    body["code"] = json!(codes[1]);
    again.post("/login", &body).await.refused(401, "bad_code");
    body["code"] = json!(codes[2]);
    again.post("/login", &body).await.expect(200);
}

#[tokio::test]
async fn disabling_and_new_recovery_codes_require_password_and_code() {
    let server = TestServer::start().await;
    let (mut thief, mut authenticator, codes) = enrolled(&server).await;
    let off = "/second-factor";
    let wrong = json!({ "password": "not this one", "code": codes[0] });
    let refused = thief.send("DELETE", off, Some(&wrong)).await;
    refused.refused(401, "bad_login");
    let refused = thief.send("DELETE", off, Some(&proof("000000"))).await;
    refused.refused(401, "bad_code");
    let password = json!({ "password": PASSWORD });
    let refused = thief.send("DELETE", off, Some(&password)).await;
    refused.refused(400, "malformed");
    let refused = thief.post("/recovery-codes", &password).await;
    refused.refused(401, "code_required");
    let refused = thief.post("/recovery-codes", &proof("000000")).await;
    refused.refused(401, "bad_code");
    assert_eq!(state(&mut thief).await["enabled"], true);
    let mut owner = thief;
    let code = authenticator.code();
    let fresh = owner.post("/recovery-codes", &proof(&code)).await;
    let fresh = fresh.expect(200)["recovery_codes"][0].clone();
    let refused = owner.send("DELETE", off, Some(&proof(&code))).await;
    refused.refused(401, "bad_code");
    let refused = owner.send("DELETE", off, Some(&proof(&codes[0]))).await;
    refused.refused(401, "bad_code");
    let fresh = fresh.as_str().expect("a code");
    let done = owner.send("DELETE", off, Some(&proof(fresh))).await;
    done.expect(204);
    assert_eq!(state(&mut owner).await["enabled"], false);
    let login = credentials("Ana");
    server.browser().post("/login", &login).await.expect(200);
}

#[tokio::test]
async fn tokens_of_programs_need_no_code() {
    let server = TestServer::start().await;
    let mut browser = server.account("Ana").await;
    let token = browser.post("/tokens", &json!({ "label": "bot" })).await;
    let token = token.expect(201)["token"].clone();
    let mut program = server.browser();
    (program.origin, program.bearer) = (None, token.as_str().map(str::to_owned));
    let secret = browser.post("/second-factor", &json!({})).await.expect(200);
    let mut authenticator = Authenticator::new(secret["secret"].as_str().expect("a secret"));
    let confirmation = proof(&authenticator.code());
    let confirmed = browser.post("/second-factor/confirm", &confirmation).await;
    confirmed.expect(204);
    program.get("/me/games").await.expect(200);
    program
        .get("/second-factor")
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn guessed_codes_are_limited_and_do_not_lock_the_owner_out() {
    let server = limited_server().await;
    let (_, mut authenticator, codes) = enrolled(&server).await;
    let mut statuses = Vec::new();
    for address in 1..=4 {
        let mut attacker = from_address(&server, &format!("203.0.113.{address}"));
        for _ in 0..5 {
            let answer = attacker.post("/login", &login("000000")).await;
            statuses.push(answer.status);
        }
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[10..], [429; 10]);
    let mut owner = from_address(&server, "198.51.100.1");
    let refused = owner.post("/login", &login(&authenticator.code())).await;
    assert_eq!(refused.refused(429, "too_fast")["field"], "guess_code");
    // Neither can two successive codes or a recovery code be guessed, so they are not limited.
    let two = authenticator.two_codes();
    let swapped = format!("{}{}", &two[6..], &two[..6]);
    let refused = owner.post("/login", &login(&swapped)).await;
    refused.refused(401, "bad_code");
    owner.post("/login", &login(&two)).await.expect(200);
    let again = owner.post("/login", &login(&two)).await;
    again.refused(401, "bad_code");
    owner.post("/login", &login(&codes[0])).await.expect(200);
}

#[tokio::test]
async fn account_reset_removes_the_second_factor() {
    let server = TestServer::start().await;
    enrolled(&server).await;
    let data = server.stop().await;
    let store = azulejo_store::open(&database(&data)).await;
    let store = store.expect("the store opens");
    let reset = reset_account(store.as_ref(), "Ana").await.expect("a reset");
    store.close().await;
    let server = TestServer::with(|config| config.database_url = database(&data)).await;
    let login = json!({ "name": "Ana", "password": reset.password });
    server.browser().post("/login", &login).await.expect(200);
}

#[tokio::test]
async fn sign_up_takes_no_code_and_export_reveals_no_secret() {
    let server = TestServer::start().await;
    let refused = server.guest().await.post("/signup", &login("000000")).await;
    assert_eq!(refused.refused(400, "malformed")["field"], "code");
    let (mut browser, ..) = enrolled(&server).await;
    let export = browser.get("/me/export").await.expect(200);
    assert_eq!(export["second_factor"], true);
    assert!(!export.to_string().contains("secret"), "{export}");
}
