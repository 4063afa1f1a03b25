//! Security headers: content security policy, HSTS, framing, sniffing and caching.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use tower_http::set_header::SetResponseHeaderLayer;

use super::origin::scheme;

/// HSTS for two years.
const STRICT_TRANSPORT: &str = "max-age=63072000";

type StaticHeader = SetResponseHeaderLayer<HeaderValue>;

/// Returns the layers that add the headers that are the same for every response.
pub(super) fn static_headers() -> [StaticHeader; 5] {
    let header = |name: HeaderName, value| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    [
        header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        header(header::REFERRER_POLICY, "same-origin"),
        header(header::X_FRAME_OPTIONS, "DENY"),
        header(
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        header(
            HeaderName::from_static("permissions-policy"),
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ]
}

/// Adds the headers that depend on the request. `own_host` is the host of the request if it is one of this server's.
pub(super) fn add(headers: &mut HeaderMap, own_host: Option<&str>, https: bool, api: bool) {
    let policy = content_policy(own_host, https);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if https || own_host.is_some_and(is_loopback) {
        let name = HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    if https {
        let value = HeaderValue::from_static(STRICT_TRANSPORT);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    // API responses are personal and current.
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Returns true for a loopback host, which browsers treat as a secure context. Over plain http to any
/// other host they ignore an opener policy and log a warning.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    name.is_some_and(|name| {
        name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

fn content_policy(own_host: Option<&str>, https: bool) -> HeaderValue {
    // Older browsers do not count a WebSocket to the same host as 'self'.
    let socket = own_host.map_or_else(String::new, |host| {
        let scheme = scheme(https).replace("http", "ws");
        format!(" {scheme}://{host}")
    });
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; media-src 'self'; connect-src 'self'{socket}; manifest-src 'self'; \
         worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    // This server's hosts contain only valid header characters.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(own_host: Option<&str>, https: bool, api: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        add(&mut headers, own_host, https, api);
        headers
    }

    #[test]
    fn content_security_policy_allows_own_resources_only() {
        let headers = added(Some("localhost:8080"), false, false);
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; "));
        assert!(policy.contains("connect-src 'self' ws://localhost:8080;"));
        // Permits compiling WebAssembly, and nothing else.
        let policy = policy.replace("'wasm-unsafe-eval'", "");
        for never in ["unsafe", "*", "http:", "https:", "blob:"] {
            assert!(!policy.contains(never), "{never} in {policy}");
        }
        let headers = added(Some("good.example"), true, false);
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("connect-src 'self' wss://good.example;"));
        let headers = added(None, true, false);
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("connect-src 'self';"));
    }

    #[test]
    fn opener_policy_is_sent_in_secure_contexts() {
        let coop = |host: Option<&str>, https| {
            added(host, https, false).contains_key("cross-origin-opener-policy")
        };
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
        ] {
            assert!(coop(Some(host), false), "{host}");
        }
        for host in ["club.local:8080", "192.0.2.7:8080", "[2001:db8::1]:8080"] {
            assert!(!coop(Some(host), false), "{host}");
            assert!(coop(Some(host), true), "{host}");
        }
        assert!(!coop(None, false));
        assert!(coop(None, true));
    }

    #[test]
    fn hsts_is_sent_only_over_https() {
        assert!(!added(None, false, true).contains_key("strict-transport-security"));
        assert_eq!(
            added(None, true, true)["strict-transport-security"],
            "max-age=63072000"
        );
    }

    #[test]
    fn api_responses_are_not_cached_by_default() {
        assert_eq!(added(None, false, true)["cache-control"], "no-store");
        assert!(!added(None, false, false).contains_key("cache-control"));
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("max-age=60"),
        );
        add(&mut headers, None, false, true);
        assert_eq!(headers["cache-control"], "max-age=60");
    }
}
