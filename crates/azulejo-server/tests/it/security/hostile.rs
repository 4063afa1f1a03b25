//! Hostile requests, one for each rule that can be broken, with the expected response.
//! Honest clients are not affected.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::security::browser::{Browser, TestServer, raw};

const RENAME: &str = r#"{"name":"Ana"}"#;

/// A body for a rename request.
struct Case {
    name: &'static str,
    content_type: &'static str,
    body: String,
    status: u16,
    field: Option<&'static str>,
}

fn case(name: &'static str, body: impl Into<String>, field: Option<&'static str>) -> Case {
    Case {
        name,
        content_type: "application/json",
        body: body.into(),
        status: 400,
        field,
    }
}

fn bodies() -> Vec<Case> {
    let mut cases = vec![
        case("empty body", "", None),
        case("not json", "name=Ana", None),
        case("half an object", r#"{"name":"#, None),
        case("an array", "[]", None),
        case("a string", r#""Ana""#, None),
        case("null", "null", None),
        case("a number", "7", None),
        case("missing field", "{}", Some("name")),
        case(
            "unknown field",
            r#"{"name":"Ana","admin":true}"#,
            Some("admin"),
        ),
        case(
            "proto field",
            r#"{"name":"Ana","__proto__":{}}"#,
            Some("__proto__"),
        ),
        case("field in wrong case", r#"{"Name":"Ana"}"#, Some("Name")),
        case(
            "duplicate field",
            r#"{"name":"Ana","name":"Bea"}"#,
            Some("name"),
        ),
        case(
            "duplicate by escape",
            r#"{"name":"Ana","n\u0061me":"Bea"}"#,
            Some("name"),
        ),
        case("null field", r#"{"name":null}"#, Some("name")),
        case(
            "number for a string",
            r#"{"name":9007199254740993}"#,
            Some("name"),
        ),
        case(
            "object for a string",
            r#"{"name":{"$ne":""}}"#,
            Some("name"),
        ),
        case("array for a string", r#"{"name":["Ana"]}"#, Some("name")),
        case("NaN", r#"{"name":NaN}"#, None),
        case("infinity", r#"{"name":1e999}"#, None),
        case("single quotes", "{'name':'Ana'}", None),
        case("comment", "{/**/\"name\":\"Ana\"}", None),
        case("trailing comma", r#"{"name":"Ana",}"#, None),
        case("trailing data", r#"{"name":"Ana"} x"#, None),
        case("two documents", r#"{"name":"Ana"}{"name":"Bea"}"#, None),
        case("byte order mark", "\u{feff}{\"name\":\"Ana\"}", None),
        case("raw newline in a string", "{\"name\":\"A\nna\"}", None),
        case("lone surrogate", r#"{"name":"\ud800"}"#, None),
        case("bad escape", r#"{"name":"\x41"}"#, None),
        case("NUL in a string", r#"{"name":"Ana\u0000"}"#, None),
        case(
            "deep arrays",
            format!(r#"{{"name":{}"#, "[".repeat(10_000)),
            None,
        ),
        case("deep objects", r#"{"name":"#.repeat(1_500), None),
        case(
            "right-to-left name",
            r#"{"name":"\u202eanA"}"#,
            Some("name"),
        ),
        case("invisible name", r#"{"name":"\u200b"}"#, Some("name")),
        case(
            "long name",
            format!(r#"{{"name":"{}"}}"#, "a".repeat(15_000)),
            Some("name"),
        ),
        case(
            "markup",
            r#"{"name":"<img src=x onerror=alert(1)>"}"#,
            Some("name"),
        ),
    ];
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
    ] {
        cases.push(Case {
            name: "content type",
            content_type,
            body: RENAME.to_owned(),
            status: 415,
            field: Some("content-type"),
        });
    }
    cases.push(Case {
        status: 413,
        ..case(
            "too long",
            format!(r#"{{"name":"{}"}}"#, "a".repeat(16 * 1024)),
            Some("body"),
        )
    });
    cases
}

#[tokio::test]
async fn invalid_bodies_are_refused_with_the_field() {
    let server = TestServer::start().await;
    let mut guest = server.guest().await;
    let before = guest.get("/me").await.expect(200);
    for case in bodies() {
        let body = Some((case.content_type, case.body.as_str()));
        let answer = guest.send_as("PATCH", "/api/v1/me", body).await;
        assert_eq!(answer.status, case.status, "{}: {answer:?}", case.name);
        let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
        let error = &answer["error"];
        assert_eq!(
            error["field"].as_str(),
            case.field,
            "{}: {error}",
            case.name
        );
        assert!(error["detail"].is_string(), "{}: {error}", case.name);
    }
    assert_eq!(guest.get("/me").await.expect(200), before);
}

#[tokio::test]
async fn invalid_utf_8_is_refused() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let body = b"{\"name\":\"\xff\xfe\"}";
    let mut request = guest.head("PATCH", "/api/v1/me");
    write!(
        request,
        "content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    )
    .expect("writing to a string");
    let answer = raw(server.address, &[request.as_bytes(), body].concat()).await;
    answer.refused(400, "malformed");
}

#[tokio::test]
async fn invalid_http_is_refused() {
    let server = TestServer::start().await;
    let host = format!("host: {}\r\n", server.address);
    let mut wrong = Vec::new();
    for (case, request, right) in [
        ("no request", "\r\n\r\nhello\r\n\r\n".to_owned(), &[400][..]),
        ("no version", format!("GET /\r\n{host}\r\n"), &[400]),
        (
            "unknown version",
            format!("GET / HTTP/7.0\r\n{host}\r\n"),
            &[400, 505],
        ),
        (
            "no host",
            "GET /api/v1/lobby HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(),
            &[400, 403],
        ),
        (
            "two hosts",
            format!(
                "GET /api/v1/lobby HTTP/1.1\r\n{host}host: evil.example\r\nconnection: close\r\n\r\n"
            ),
            &[400, 403],
        ),
        (
            "another host in the target",
            format!(
                "GET http://evil.example/api/v1/lobby HTTP/1.1\r\n{host}connection: close\r\n\r\n"
            ),
            &[403],
        ),
        (
            "space in a header's name",
            format!("GET / HTTP/1.1\r\n{host}x y: z\r\n\r\n"),
            &[400],
        ),
        (
            "control in a header",
            format!("GET / HTTP/1.1\r\n{host}x: \u{1}\r\n\r\n"),
            &[400],
        ),
        (
            "bad content length",
            format!("POST /api/v1/guest HTTP/1.1\r\n{host}content-length: x\r\n\r\n"),
            &[400],
        ),
        (
            "negative content length",
            format!("POST /api/v1/guest HTTP/1.1\r\n{host}content-length: -1\r\n\r\n"),
            &[400],
        ),
        (
            "two content lengths",
            format!(
                "POST /api/v1/guest HTTP/1.1\r\n{host}content-length: 0\r\ncontent-length: 9\r\n\r\n"
            ),
            &[400],
        ),
        (
            "bad chunk",
            format!(
                "POST /api/v1/guest HTTP/1.1\r\n{host}connection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"
            ),
            &[400],
        ),
        (
            "bad escape in the path",
            format!("GET /api/v1/games/%ff%fe HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            &[400],
        ),
        (
            "unknown query",
            format!(
                "GET /api/v1/games/aaaaaaaa/hint?seat=1&x=2 HTTP/1.1\r\n{host}connection: close\r\n\r\n"
            ),
            &[400, 401],
        ),
        (
            "NUL in the path",
            format!("GET /api/v1/games/%00 HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            &[404],
        ),
        (
            "path traversal",
            format!(
                "GET /assets/../../../../etc/passwd HTTP/1.1\r\n{host}connection: close\r\n\r\n"
            ),
            &[404],
        ),
        (
            "escaped path traversal",
            format!(
                "GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{host}connection: close\r\n\r\n"
            ),
            &[404],
        ),
        (
            "TRACE",
            format!("TRACE / HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            &[405],
        ),
        (
            "CONNECT",
            format!(
                "CONNECT {} HTTP/1.1\r\n{host}connection: close\r\n\r\n",
                server.address
            ),
            &[400, 403, 404, 405],
        ),
        (
            "unknown method",
            format!("BREW /api/v1/me HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            &[405],
        ),
        (
            "method by header",
            format!(
                "GET /api/v1/lobby HTTP/1.1\r\n{host}x-http-method-override: DELETE\r\nconnection: close\r\n\r\n"
            ),
            &[200],
        ),
        (
            "HTTP/2 with prior knowledge",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
            &[0, 400, 505],
        ),
        (
            "many headers",
            format!("GET / HTTP/1.1\r\n{host}{}\r\n", "x: y\r\n".repeat(200)),
            &[431],
        ),
        (
            "a megabyte of header",
            format!("GET / HTTP/1.1\r\n{host}x: {}\r\n\r\n", "a".repeat(1 << 20)),
            &[431],
        ),
        (
            "a long target",
            format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(1 << 17)),
            &[414, 431],
        ),
        (
            "unknown upgrade",
            format!(
                "GET /api/v1/socket HTTP/1.1\r\n{host}connection: upgrade, close\r\nupgrade: h2c\r\n\r\n"
            ),
            &[400, 426],
        ),
        (
            "unknown WebSocket version",
            format!(
                "GET /api/v1/socket HTTP/1.1\r\n{host}connection: upgrade, close\r\nupgrade: websocket\r\n\
                     sec-websocket-version: 8\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            ),
            &[400, 426],
        ),
        (
            "WebSocket by POST",
            format!(
                "POST /api/v1/socket HTTP/1.1\r\n{host}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n"
            ),
            &[405],
        ),
    ] {
        let answer = raw(server.address, request.as_bytes()).await;
        if !right.contains(&answer.status) {
            wrong.push(format!("{case}: {answer:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    server.guest().await;
}

#[tokio::test]
async fn request_smuggling_is_prevented() {
    let server = TestServer::start().await;
    let mut guest = server.guest().await;
    let hidden = format!(
        "{}content-length: 0\r\n\r\n",
        guest.head("DELETE", "/api/v1/me")
    );
    // Content-Length with chunks: whichever a proxy uses, the rest must not become a request.
    let head = guest
        .head("POST", "/api/v1/logout")
        .replace("connection: close\r\n", "");
    let request = format!(
        "{head}content-length: {}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        5 + hidden.len()
    );
    let head = guest
        .head("PATCH", "/api/v1/me")
        .replace("connection: close\r\n", "");
    // An unread body must not become a request either.
    let unread = format!("{head}content-type: text/plain\r\ncontent-length: 20000\r\n\r\n{hidden}");
    let mut other = server.guest().await;
    raw(server.address, unread.as_bytes()).await;
    guest.get("/me/games").await.expect(200);
    raw(server.address, request.as_bytes()).await;
    other.get("/me/games").await.expect(200);
}

#[tokio::test]
async fn malformed_credentials_are_anonymous_or_refused() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let token = guest.token();
    let cookie = |text: String| Browser {
        cookie: Some(text),
        ..server.browser()
    };
    for (case, mut browser) in [
        ("empty cookie", cookie("azulejo=".to_owned())),
        ("no value", cookie("azulejo".to_owned())),
        ("short", cookie(format!("azulejo={}", &token[1..]))),
        ("long", cookie(format!("azulejo={token}0"))),
        (
            "upper case",
            cookie(format!("azulejo={}", token.to_uppercase())),
        ),
        ("quoted", cookie(format!("azulejo=\"{token}\""))),
        ("under another name", cookie(format!("session={token}"))),
        ("SQL", cookie("azulejo=' or 1=1 --".to_owned())),
        ("many cookies", cookie("a=b; ".repeat(500) + "azulejo=x")),
    ] {
        let answer = browser.get("/me/games").await;
        assert_eq!(answer.status, 401, "{case}");
        answer.refused(401, "no_session");
    }
    for bearer in [
        "",
        "x",
        "null",
        "undefined",
        &"0".repeat(64),
        &"é".repeat(32),
    ] {
        let mut program = server.browser();
        program.bearer = Some(bearer.to_owned());
        program.get("/me").await.refused(401, "no_session");
    }
}

#[tokio::test]
async fn pasted_record_is_limited_to_256_kib() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let frame = json!({ "record": "" }).to_string().len();
    let fits = json!({ "record": "x".repeat(256 * 1024 - frame) });
    let error = browser
        .post("/replay", &fits)
        .await
        .refused(400, "malformed");
    assert_eq!(error["field"], "record", "it was parsed");
    let longer = json!({ "record": "x".repeat(256 * 1024 - frame + 1) });
    browser
        .post("/replay", &longer)
        .await
        .refused(413, "malformed");
}
