//! The security middleware: CSRF, DNS rebinding, proxies, security headers and rate limits.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::json;

use crate::security::browser::{Browser, TestServer, credentials};

/// Tries a mutation and a WebSocket handshake; returns which were accepted.
async fn tries(browser: &Browser) -> [bool; 2] {
    let mut changing = browser.clone();
    let answer = changing
        .send("PATCH", "/me", Some(&json!({ "name": "Ana" })))
        .await;
    let changed = match answer.status {
        200 => true,
        _ => {
            answer.refused(403, "bad_origin");
            false
        }
    };
    let opened = match browser.upgrade().await {
        101 => true,
        status => {
            assert_eq!(status, 403);
            false
        }
    };
    [changed, opened]
}

#[tokio::test]
async fn cookie_requires_the_servers_own_origin() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let port = server.address.port();
    let own = format!("http://127.0.0.1:{port}");
    for (case, origin, passes) in [
        ("its own", Some(own.clone()), true),
        ("absent", None, false),
        ("null", Some("null".to_owned()), false),
        ("empty", Some(String::new()), false),
        ("other", Some("http://evil.example".to_owned()), false),
        ("suffix-alike", Some(format!("{own}.evil.example")), false),
        (
            "other name of the machine",
            Some(format!("http://localhost:{port}")),
            false,
        ),
        ("case", Some(own.replace("http", "HTTP")), false),
        ("scheme", Some(own.replace("http", "https")), false),
        ("no port", Some("http://127.0.0.1".to_owned()), false),
        ("other port", Some("http://127.0.0.1:1".to_owned()), false),
        ("path", Some(format!("{own}/")), false),
    ] {
        let mut browser = guest.clone();
        browser.origin = origin;
        assert_eq!(tries(&browser).await, [passes, passes], "{case}");
    }
    let mut twice = guest.clone();
    twice
        .headers
        .push(("origin".to_owned(), "http://evil.example".to_owned()));
    assert_eq!(tries(&twice).await, [false, false], "two origins");
}

#[tokio::test]
async fn only_configured_origins_are_accepted() {
    let server = TestServer::with(|config| {
        config.origins = vec!["http://good.example".to_owned()];
    })
    .await;
    let mut guest = server.browser();
    guest.host = "good.example".to_owned();
    guest.origin = Some("http://good.example".to_owned());
    guest.get("/me").await.expect(200);
    for (case, origin, passes) in [
        ("listed", Some("http://good.example"), true),
        ("absent", None, false),
        ("null", Some("null"), false),
        ("suffix-alike", Some("http://good.example.evil"), false),
        ("prefix-alike", Some("http://evilgood.example"), false),
        ("subdomain", Some("http://www.good.example"), false),
        ("case", Some("http://Good.example"), false),
        ("port", Some("http://good.example:8080"), false),
        ("default port", Some("http://good.example:80"), false),
        ("scheme", Some("https://good.example"), false),
    ] {
        let mut browser = guest.clone();
        browser.origin = origin.map(str::to_owned);
        assert_eq!(tries(&browser).await, [passes, passes], "{case}");
    }
}

#[tokio::test]
async fn bearer_token_needs_no_origin_and_excludes_a_cookie() {
    let server = TestServer::start().await;
    let program = server.program().await;
    assert_eq!(tries(&program).await, [true, true]);
    let mut foreign = program.clone();
    foreign.origin = Some("http://evil.example".to_owned());
    assert_eq!(
        tries(&foreign).await,
        [false, false],
        "a page of another site"
    );
    let mut both = program.clone();
    both.cookie = server.guest().await.cookie;
    let rename = json!({ "name": "Ana" });
    both.send("PATCH", "/me", Some(&rename))
        .await
        .refused(403, "bad_origin");
    both.get("/me").await.refused(401, "two_credentials");
    both.origin = Some(format!("http://{}", server.address));
    both.send("PATCH", "/me", Some(&rename))
        .await
        .refused(401, "two_credentials");
    assert_eq!(both.upgrade().await, 401);
}

#[tokio::test]
async fn cross_site_reads_are_refused() {
    let server = TestServer::start().await;
    let mut guest = server.guest().await;
    guest.origin = Some("http://evil.example".to_owned());
    guest.get("/me").await.refused(403, "bad_origin");
    guest.origin = None;
    let answer = guest.get("/me").await;
    answer.expect(200);
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn dns_rebinding_is_refused_with_a_hint() {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
    ] {
        browser.host = host.to_owned();
        browser.origin = Some(format!("http://{host}"));
        let error = browser.get("/lobby").await.refused(403, "bad_origin");
        assert_eq!(error["field"], "host");
        assert!(
            error["detail"]
                .as_str()
                .is_some_and(|why| why.contains("--origin")),
            "{error}"
        );
    }
    browser
        .headers
        .push(("accept".to_owned(), "text/html,*/*".to_owned()));
    let page = browser.send_as("GET", "/", None).await;
    assert_eq!(page.status, 403);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(page.body.contains("--origin"), "{}", page.body);
    assert!(page.body.contains("IP address"), "{}", page.body);
    assert!(
        !page.body.contains("evil"),
        "the page echoes the host: {}",
        page.body
    );
    for name in [
        format!("localhost:{}", server.address.port()),
        "[::1]:80".to_owned(),
    ] {
        browser.origin = None;
        browser.host = name;
        browser.get("/lobby").await.expect(200);
    }
    // Health probes are accepted under any host.
    browser.host = "node-3.cluster".to_owned();
    assert_eq!(browser.send_as("GET", "/healthz", None).await.status, 200);
}

#[tokio::test]
async fn https_cookie_has_the_host_prefix() {
    let server = TestServer::with(|config| {
        config.origins = vec!["https://good.example".to_owned()];
    })
    .await;
    let mut browser = server.browser();
    browser.host = "good.example".to_owned();
    browser.origin = Some("https://good.example".to_owned());
    let answer = browser.get("/me").await;
    let me = answer.expect(200);
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("__Host-azulejo="), "{cookie}");
    let flags = "; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=31536000";
    assert!(cookie.ends_with(flags), "{cookie}");
    assert_eq!(
        answer.header("strict-transport-security"),
        Some("max-age=63072000")
    );
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(
        policy.contains("connect-src 'self' wss://good.example;"),
        "{policy}"
    );
    assert_eq!(browser.get("/me").await.expect(200), me);
    // The cookie without the prefix, which other hosts can set, is ignored.
    let mut tossed = browser.clone();
    tossed.cookie = Some(format!("azulejo={}", browser.token()));
    tossed.get("/me/games").await.refused(401, "no_session");
    let answer = browser.post("/logout", &json!({})).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert_eq!(
        cookie,
        "__Host-azulejo=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0"
    );
}

#[tokio::test]
async fn forwarded_headers_are_accepted_from_trusted_proxies_only() {
    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    for (proxies, name) in [(vec![LOCAL], "__Host-azulejo="), (vec![], "azulejo=")] {
        let server = TestServer::with(|config| config.proxies = proxies).await;
        let mut browser = server.browser();
        browser.origin = None;
        browser
            .headers
            .push(("x-forwarded-proto".to_owned(), "https".to_owned()));
        let answer = browser.get("/me").await;
        let cookie = answer.header("set-cookie").expect("a cookie");
        assert!(cookie.starts_with(name), "{cookie}");
    }
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = TestServer::start().await;
    let mut browser = server.guest().await;
    let mut answers = Vec::new();
    for (method, target) in [
        ("GET", "/"),
        ("GET", "/g/anything"),
        ("GET", "/assets/none.js"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
        ("GET", "/api/v1/me"),
        ("GET", "/api/v1/nothing"),
        ("GET", "/api/v1/openapi.json"),
        ("PUT", "/api/v1/me"),
        ("POST", "/api/v1/games"),
    ] {
        answers.push((target, browser.send_as(method, target, None).await));
    }
    browser.origin = Some("http://evil.example".to_owned());
    answers.push(("refused", browser.get("/me").await));
    for (target, answer) in answers {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name} of {target}");
        }
        assert!(answer.header("permissions-policy").is_some(), "{target}");
        assert_eq!(
            answer.header("strict-transport-security"),
            None,
            "{target} over http"
        );
        let policy = answer.header("content-security-policy").expect(target);
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval';",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{part} of {target}: {policy}");
        }
        let other_sources = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!other_sources.contains("unsafe"), "{target}: {policy}");
        if target.starts_with("/api/") {
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{target}");
        }
    }
}

#[tokio::test]
async fn sign_ups_are_rate_limited_by_peer_address() {
    let server = TestServer::with(|config| config.rate_limits = 1).await;
    server.account("Ana").await;
    let mut browser = server.browser();
    let mut statuses = Vec::new();
    for n in 0..60 {
        // The peer is no trusted proxy, so this is ignored.
        browser.headers = vec![("x-forwarded-for".to_owned(), format!("203.0.113.{n}"))];
        statuses.push(browser.post("/signup", &credentials("Ana")).await.status);
    }
    // Ana used one of twenty tokens. One is added per minute.
    assert!(statuses.starts_with(&[409; 19]), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    // Other actions are not affected.
    browser.get("/me").await.expect(200);
}

#[tokio::test]
async fn rate_limits_apply_per_client_behind_a_proxy() {
    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let server = TestServer::with(|config| {
        config.rate_limits = 1;
        config.proxies = vec![LOCAL];
    })
    .await;
    let mut program = server.browser();
    program.origin = None;
    let mut flood = async |address: &str, times: usize| {
        program.headers = vec![("x-forwarded-for".to_owned(), address.to_owned())];
        let mut refused = 0;
        for _ in 0..times {
            let answer = program.send_as("POST", "/api/v1/guest", None).await;
            refused += usize::from(answer.status == 429);
        }
        refused
    };
    assert!(flood("203.0.113.1", 100).await > 0, "the burst is sixty");
    assert!(
        flood("made up, 203.0.113.1", 20).await > 0,
        "forged entries do not count"
    );
    assert_eq!(flood("203.0.113.2", 10).await, 0, "another address");
}
