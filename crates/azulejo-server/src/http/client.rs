//! The client behind a connection, directly or through trusted reverse proxies.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use azulejo_protocol::frame::ProblemCode;

use super::origin::Origins;
use crate::http::problem::ApiError;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The origin of a request on the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    /// The client's address: the peer, or what trusted proxies report.
    pub(crate) address: IpAddr,
    /// True if the client uses https.
    pub(crate) https: bool,
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        parts.extensions.get().copied().ok_or_else(|| {
            tracing::error!("route without security middleware");
            ProblemCode::Unavailable.into()
        })
    }
}

impl Client {
    /// Returns the peer itself or, if it is a trusted proxy, the client that the proxies report.
    pub(super) fn new(
        peer: IpAddr,
        headers: &HeaderMap,
        host: Option<&str>,
        proxies: &[IpAddr],
        origins: &Origins,
    ) -> Self {
        let is_proxy = |address: IpAddr| is_one_of(proxies, address);
        let mut client = Self {
            address: peer.to_canonical(),
            https: origins.is_https(host),
        };
        if !is_proxy(peer) {
            return client;
        }
        // Each proxy appends its peer. From the right, entries up to the first untrusted address were
        // written by trusted proxies; everything further left can be forged.
        let hops = headers.get_all(FORWARDED_FOR).into_iter().rev();
        let hops = hops.flat_map(|line| line.as_bytes().rsplit(|&byte| byte == b','));
        for hop in hops {
            let hop = std::str::from_utf8(hop).unwrap_or_default().trim();
            let Ok(hop) = hop.parse::<IpAddr>() else {
                break;
            };
            client.address = hop.to_canonical();
            if !is_proxy(hop) {
                break;
            }
        }
        let mut protocols = headers.get_all(FORWARDED_PROTO).into_iter();
        if let (Some(protocol), None) = (protocols.next(), protocols.next()) {
            match protocol.as_bytes() {
                b"https" => client.https = true,
                b"http" => client.https = false,
                _ => {}
            }
        }
        client
    }
}

/// Returns true if an address is one of these proxies.
pub(crate) fn is_one_of(proxies: &[IpAddr], address: IpAddr) -> bool {
    let address = address.to_canonical();
    proxies.iter().any(|proxy| proxy.to_canonical() == address)
}

/// Returns the host of a request, or `None` if it is missing or ambiguous.
pub(super) fn host_of(parts: &Parts) -> Option<&str> {
    let mut headers = parts.headers.get_all(header::HOST).into_iter();
    let from_header = match (headers.next().map(HeaderValue::to_str), headers.next()) {
        (Some(Ok(host)), None) => Some(host),
        (None, _) => None,
        _ => return None,
    };
    // A target in absolute form has a host as well.
    match (
        parts
            .uri
            .authority()
            .map(axum::http::uri::Authority::as_str),
        from_header,
    ) {
        (Some(target), Some(host)) if target != host => None,
        (Some(target), _) => Some(target),
        (None, host) => host,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    const PROXIES: [&str; 2] = ["10.0.0.1", "::1"];

    #[track_caller]
    fn check(case: &str, peer: &str, headers: &[(&str, &str)], address: &str, https: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a header");
            map.append(
                name,
                HeaderValue::from_bytes(value.as_bytes()).expect("a value"),
            );
        }
        let proxies = PROXIES.map(|text| text.parse().expect("an address"));
        let peer = peer.parse().expect("an address");
        let client = Client::new(peer, &map, None, &proxies, &Origins::default());
        let address = address.parse().expect("an address");
        assert_eq!(client, Client { address, https }, "{case}");
    }

    #[test]
    fn only_proxies_are_believed_and_only_as_far_as_they_wrote() {
        const FOR: &str = "x-forwarded-for";
        check("direct", "192.0.2.1", &[], "192.0.2.1", false);
        check(
            "a stranger's header",
            "192.0.2.1",
            &[(FOR, "203.0.113.9")],
            "192.0.2.1",
            false,
        );
        check(
            "one proxy",
            "10.0.0.1",
            &[(FOR, "203.0.113.9")],
            "203.0.113.9",
            false,
        );
        check(
            "made up before",
            "10.0.0.1",
            &[(FOR, "1.2.3.4, 203.0.113.9")],
            "203.0.113.9",
            false,
        );
        check(
            "two proxies",
            "10.0.0.1",
            &[(FOR, "203.0.113.9, ::1")],
            "203.0.113.9",
            false,
        );
        check("only proxies", "10.0.0.1", &[(FOR, "::1")], "::1", false);
        let lines = [(FOR, "1.2.3.4"), (FOR, "203.0.113.9")];
        check("two headers", "10.0.0.1", &lines, "203.0.113.9", false);
        check(
            "no address",
            "10.0.0.1",
            &[(FOR, "unknown")],
            "10.0.0.1",
            false,
        );
        check(
            "nonsense on the way",
            "10.0.0.1",
            &[(FOR, "1.2.3.4, x, ::1")],
            "::1",
            false,
        );
        check("empty", "10.0.0.1", &[(FOR, "")], "10.0.0.1", false);
        check(
            "not text",
            "10.0.0.1",
            &[(FOR, "\u{e9}")],
            "10.0.0.1",
            false,
        );
        check(
            "mapped peer",
            "::ffff:10.0.0.1",
            &[(FOR, "203.0.113.9")],
            "203.0.113.9",
            false,
        );
        check(
            "mapped hop",
            "10.0.0.1",
            &[(FOR, "::ffff:203.0.113.9")],
            "203.0.113.9",
            false,
        );
    }

    #[test]
    fn scheme_is_accepted_from_trusted_proxies_only() {
        const PROTO: &str = "x-forwarded-proto";
        check(
            "stranger",
            "192.0.2.1",
            &[(PROTO, "https")],
            "192.0.2.1",
            false,
        );
        check("proxy", "10.0.0.1", &[(PROTO, "https")], "10.0.0.1", true);
        check("plain", "10.0.0.1", &[(PROTO, "http")], "10.0.0.1", false);
        check("case", "10.0.0.1", &[(PROTO, "HTTPS")], "10.0.0.1", false);
        check(
            "two",
            "10.0.0.1",
            &[(PROTO, "https"), (PROTO, "http")],
            "10.0.0.1",
            false,
        );
    }

    #[test]
    fn host_must_be_unambiguous() {
        let host = |target: &str, hosts: &[&str]| {
            let mut request = Request::builder().uri(target);
            for host in hosts {
                request = request.header(header::HOST, *host);
            }
            let (parts, ()) = request.body(()).expect("a request").into_parts();
            host_of(&parts).map(str::to_owned)
        };
        assert_eq!(
            host("/", &["localhost:80"]).as_deref(),
            Some("localhost:80")
        );
        assert_eq!(host("/", &[]), None);
        assert_eq!(host("/", &["localhost", "evil.example"]), None);
        assert_eq!(host("http://localhost/", &[]).as_deref(), Some("localhost"));
        assert_eq!(
            host("http://localhost/", &["localhost"]).as_deref(),
            Some("localhost")
        );
        assert_eq!(host("http://evil.example/", &["localhost"]), None);
    }
}
