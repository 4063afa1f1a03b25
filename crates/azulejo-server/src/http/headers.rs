//! What every answer tells the browser about what it may do.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::origin::scheme;

const FIXED: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Two years, after which browsers forget that only https will do.
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// Adds the headers. `own_host` is the host of the request if it is one of this server's.
pub(super) fn add(headers: &mut HeaderMap, own_host: Option<&str>, https: bool, api: bool) {
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = content_policy(own_host, https);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if https || own_host.is_some_and(is_this_machine) {
        let name = HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    if https {
        let value = HeaderValue::from_static(STRICT_TRANSPORT);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    // Answers of the interface are about now and about one person.
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Whether a host is the browser's own machine, which it trusts as if there were https. Elsewhere
/// over plain http browsers ignore an opener policy, and complain about it in their log.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    name.is_some_and(|name| {
        name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

fn content_policy(own_host: Option<&str>, https: bool) -> HeaderValue {
    // Some browsers in use do not count a socket to the own host as 'self'.
    let socket = own_host.map_or_else(String::new, |host| {
        let scheme = scheme(https).replace("http", "ws");
        format!(" {scheme}://{host}")
    });
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; media-src 'self'; connect-src 'self'{socket}; manifest-src 'self'; \
         worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    // A host of this server's has only characters that a header may hold.
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
    fn the_content_policy_allows_only_what_is_our_own() {
        let headers = added(Some("localhost:8080"), false, false);
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; "));
        assert!(policy.contains("connect-src 'self' ws://localhost:8080;"));
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
    fn windows_are_kept_apart_where_browsers_listen() {
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
    fn https_is_remembered_only_over_https() {
        assert!(!added(None, false, true).contains_key("strict-transport-security"));
        assert_eq!(
            added(None, true, true)["strict-transport-security"],
            "max-age=63072000"
        );
    }

    #[test]
    fn answers_of_the_interface_are_not_kept_unless_they_say_so() {
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
