//! Requests under a host name that is not this server's (DNS rebinding).

use crate::security::browser::{Browser, TestServer};

async fn status(browser: &mut Browser, target: &str) -> u16 {
    browser.send_as("GET", target, None).await.status
}

#[tokio::test]
async fn foreign_hosts_are_refused_if_origins_are_configured() {
    let server = TestServer::with(|config| {
        config.origins = vec![
            "https://good.example".to_owned(),
            "http://10.0.0.5:8080".to_owned(),
        ];
    })
    .await;
    let mut browser = server.browser();
    browser.origin = None;
    let targets = [
        "/",
        "/metrics",
        "/api/v1/me",
        "/api/v1/lobby",
        "/api/v1/openapi.json",
    ];
    let address = server.address.to_string();
    for host in [
        "evil.example",
        "good.example.evil.example",
        "good.example:8443",
        "localhost:8080",
        address.as_str(),
        "",
    ] {
        browser.host = host.to_owned();
        for target in targets {
            assert_eq!(status(&mut browser, target).await, 403, "{host} {target}");
        }
        assert_eq!(browser.upgrade().await, 403, "{host}");
        // Orchestrators probe any address.
        for probe in ["/healthz", "/readyz"] {
            assert_eq!(status(&mut browser, probe).await, 200, "{host} {probe}");
        }
    }
    for host in [
        "good.example",
        "GOOD.example",
        "good.example:443",
        "10.0.0.5:8080",
    ] {
        browser.host = host.to_owned();
        for target in targets {
            assert_eq!(status(&mut browser, target).await, 200, "{host} {target}");
        }
    }
}
