//! The host and origin checks: protection against CSRF and DNS rebinding.
//!
//! CSRF: a browser attaches cookies to every request, whichever site sent it. It also attaches
//! `Origin`, which no page can forge, so a cookie counts only with one of this server's origins.
//! DNS rebinding: any site can point its own name at this machine, so only the hosts of configured
//! origins are accepted as `Host`; without origins, only IP addresses and `localhost`.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The parts of a request that the check depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OriginCheck<'a> {
    /// True if the request can change state, as a WebSocket handshake can.
    pub(crate) is_mutation: bool,
    /// True if it carries a session cookie.
    pub(crate) has_cookie: bool,
    /// All `Origin` headers.
    pub(crate) origins: &'a [&'a [u8]],
    /// The `Host`, with its port; `None` if it is missing or ambiguous.
    pub(crate) host: Option<&'a str>,
    /// True if the request came over https.
    pub(crate) https: bool,
}

/// The reason for which a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OriginError {
    /// The host is not known to be this server's (DNS rebinding).
    Host,
    /// A mutation with a cookie, but without an origin.
    NoOrigin,
    /// The request comes from another site (CSRF).
    Origin,
}

impl OriginError {
    /// The offending header.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::NoOrigin | Self::Origin => "origin",
        }
    }
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host => {
                "this server does not know this host name; start it with --origin and the address \
                 that people type, as in --origin https://azulejo.example"
            }
            Self::NoOrigin => {
                "a request with a cookie needs an Origin header; programs send a bearer token \
                 instead of a cookie"
            }
            Self::Origin => {
                "the request comes from another site; if that site is this server, start it with \
                 --origin and the address that people type, as in --origin https://azulejo.example"
            }
        })
    }
}

/// The configured origins of this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins(Vec<String>);

/// A configured value that is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not an origin: {why}")]
pub(crate) struct BadOrigin {
    pub(crate) given: String,
    why: &'static str,
}

impl Origins {
    /// Normalises origins as browsers do: lower case, no default port, no path.
    pub(crate) fn new(origins: &[String]) -> Result<Self, BadOrigin> {
        origins
            .iter()
            .map(|text| normal(text))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Checks the host and the origin of a request.
    pub(crate) fn check(&self, check: &OriginCheck<'_>) -> Result<(), OriginError> {
        // Any other name may be DNS rebinding.
        let host = check.host.filter(|host| self.is_own_host(host));
        let host = host.ok_or(OriginError::Host)?;
        match check.origins {
            [] if check.is_mutation && check.has_cookie => Err(OriginError::NoOrigin),
            [] => Ok(()),
            [origin] if self.is_own(origin, host, check.https) => Ok(()),
            _ => Err(OriginError::Origin),
        }
    }

    /// Returns true if origins were configured.
    pub(crate) fn are_configured(&self) -> bool {
        !self.0.is_empty()
    }

    fn is_own(&self, origin: &[u8], host: &str, https: bool) -> bool {
        if self.are_configured() {
            return self.0.iter().any(|listed| listed.as_bytes() == origin);
        }
        let scheme = scheme(https);
        format!("{scheme}://{host}").as_bytes() == origin
    }

    /// Returns true if this server is reached over https under a host.
    pub(crate) fn is_https(&self, host: Option<&str>) -> bool {
        let of_host = self
            .0
            .iter()
            .find(|origin| host.is_some_and(|host| has_host(origin, host)));
        match of_host {
            Some(origin) => origin.starts_with("https:"),
            None => !self.0.is_empty() && self.0.iter().all(|origin| origin.starts_with("https:")),
        }
    }

    /// Returns true if a host is this server's.
    pub(crate) fn is_own_host(&self, host: &str) -> bool {
        if !self.are_configured() {
            return is_literal(host);
        }
        self.0.iter().any(|origin| has_host(origin, host))
    }
}

/// Returns true if a `Host` is that of a normalised origin.
fn has_host(origin: &str, host: &str) -> bool {
    let scheme = origin.split_once("://").map_or("", |(scheme, _)| scheme);
    !host.contains(['/', ' ']) && normal(&format!("{scheme}://{host}")).as_deref() == Ok(origin)
}

pub(crate) const fn scheme(https: bool) -> &'static str {
    if https { "https" } else { "http" }
}

/// Returns true if a host, with or without a port, is an IP address or `localhost`: no DNS name that
/// someone else controls.
fn is_literal(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        // An IPv6 address is in brackets.
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    if !port.is_none_or(is_port) {
        return false;
    }
    match name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(v6) => v6.parse::<Ipv6Addr>().is_ok(),
        None => name == "localhost" || name.parse::<Ipv4Addr>().is_ok(),
    }
}

fn is_port(text: &str) -> bool {
    !text.starts_with(['0', '+']) && text.parse::<u16>().is_ok()
}

fn normal(text: &str) -> Result<String, BadOrigin> {
    let bad = |why| BadOrigin {
        given: text.to_owned(),
        why,
    };
    let lower = text.trim().to_ascii_lowercase();
    let (scheme, authority) = lower.split_once("://").ok_or(bad("it has no scheme"))?;
    let default_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return Err(bad("the scheme is neither http nor https")),
    };
    let authority = authority.strip_suffix('/').unwrap_or(authority);
    let authority = authority.strip_suffix(default_port).unwrap_or(authority);
    let is_name = |name: &str| {
        let is_label = |label: &str| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        };
        name.split('.').all(is_label)
    };
    let named = match authority.split_once(':') {
        Some((name, port)) => is_name(name) && is_port(port),
        None => is_name(authority),
    };
    if named || is_literal(authority) {
        Ok(format!("{scheme}://{authority}"))
    } else {
        Err(bad(
            "what follows the scheme is not a host with an optional port",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "https://good.example";

    fn listed() -> Origins {
        Origins::new(&[GOOD.to_owned(), "http://10.0.0.5:8080".to_owned()]).expect("origins")
    }

    #[track_caller]
    fn check(
        origins: &Origins,
        case: &str,
        host: Option<&str>,
        origin: &[&str],
        expected: Result<(), OriginError>,
    ) {
        let origin: Vec<&[u8]> = origin.iter().map(|text| text.as_bytes()).collect();
        for is_mutation in [false, true] {
            for has_cookie in [false, true] {
                let check = OriginCheck {
                    is_mutation,
                    has_cookie,
                    origins: &origin,
                    host,
                    https: false,
                };
                // Only a missing origin depends on the kind of request.
                let expected = match expected {
                    Err(OriginError::NoOrigin) if !(is_mutation && has_cookie) => Ok(()),
                    other => other,
                };
                assert_eq!(origins.check(&check), expected, "{case}: {check:?}");
            }
        }
    }

    #[test]
    fn only_configured_origins_pass() {
        let host = Some("good.example");
        for (case, origin, expected) in [
            ("listed", &[GOOD][..], Ok(())),
            ("the other listed", &["http://10.0.0.5:8080"], Ok(())),
            ("absent", &[], Err(OriginError::NoOrigin)),
            ("null", &["null"], Err(OriginError::Origin)),
            ("empty", &[""], Err(OriginError::Origin)),
            ("other", &["https://evil.example"], Err(OriginError::Origin)),
            (
                "suffix-alike",
                &["https://good.example.evil"],
                Err(OriginError::Origin),
            ),
            (
                "prefix-alike",
                &["https://evilgood.example"],
                Err(OriginError::Origin),
            ),
            (
                "subdomain",
                &["https://www.good.example"],
                Err(OriginError::Origin),
            ),
            (
                "parent domain",
                &["https://example"],
                Err(OriginError::Origin),
            ),
            ("case", &["https://Good.example"], Err(OriginError::Origin)),
            (
                "case of the scheme",
                &["HTTPS://good.example"],
                Err(OriginError::Origin),
            ),
            ("scheme", &["http://good.example"], Err(OriginError::Origin)),
            (
                "socket scheme",
                &["wss://good.example"],
                Err(OriginError::Origin),
            ),
            (
                "port",
                &["https://good.example:8443"],
                Err(OriginError::Origin),
            ),
            (
                "default port",
                &["https://good.example:443"],
                Err(OriginError::Origin),
            ),
            (
                "trailing slash",
                &["https://good.example/"],
                Err(OriginError::Origin),
            ),
            (
                "trailing dot",
                &["https://good.example."],
                Err(OriginError::Origin),
            ),
            (
                "path",
                &["https://good.example/x"],
                Err(OriginError::Origin),
            ),
            (
                "user",
                &["https://good.example@evil.example"],
                Err(OriginError::Origin),
            ),
            (
                "list in one header",
                &["https://good.example https://evil"],
                Err(OriginError::Origin),
            ),
            (
                "two headers",
                &[GOOD, "https://evil.example"],
                Err(OriginError::Origin),
            ),
            ("the same twice", &[GOOD, GOOD], Err(OriginError::Origin)),
            (
                "space",
                &[" https://good.example"],
                Err(OriginError::Origin),
            ),
            (
                "look-alike letter",
                &["https://gооd.example"],
                Err(OriginError::Origin),
            ),
            (
                "its own host, not listed",
                &["http://127.0.0.1:8080"],
                Err(OriginError::Origin),
            ),
        ] {
            check(&listed(), case, host, origin, expected);
        }
    }

    #[test]
    fn only_hosts_of_configured_origins_are_accepted() {
        for host in ["good.example", "Good.Example:443", "10.0.0.5:8080"] {
            let host = Some(host);
            check(&listed(), "listed", host, &[GOOD], Ok(()));
            check(&listed(), "absent", host, &[], Err(OriginError::NoOrigin));
        }
        for host in [
            None,
            Some(""),
            Some("good.example:80"),
            Some("good.example/"),
            Some("good.example."),
            Some("evil.example"),
            Some("10.0.0.5"),
            Some("127.0.0.1:8080"),
            Some("localhost"),
            Some("node-3"),
        ] {
            check(&listed(), "listed", host, &[GOOD], Err(OriginError::Host));
            check(&listed(), "absent", host, &[], Err(OriginError::Host));
        }
    }

    #[test]
    fn origin_must_match_an_ip_host_if_none_is_configured() {
        for (host, origin, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080", Ok(())),
            ("localhost:8080", "http://localhost:8080", Ok(())),
            ("localhost", "http://localhost", Ok(())),
            ("[::1]:8080", "http://[::1]:8080", Ok(())),
            ("192.168.1.7:9000", "http://192.168.1.7:9000", Ok(())),
            (
                "127.0.0.1:8080",
                "http://localhost:8080",
                Err(OriginError::Origin),
            ),
            (
                "127.0.0.1:8080",
                "http://127.0.0.1",
                Err(OriginError::Origin),
            ),
            (
                "127.0.0.1:8080",
                "http://127.0.0.1:8081",
                Err(OriginError::Origin),
            ),
            (
                "127.0.0.1:8080",
                "https://127.0.0.1:8080",
                Err(OriginError::Origin),
            ),
            (
                "127.0.0.1:8080",
                "http://127.0.0.1:8080.evil.example",
                Err(OriginError::Origin),
            ),
            (
                "localhost:8080",
                "http://Localhost:8080",
                Err(OriginError::Origin),
            ),
            ("localhost:8080", "null", Err(OriginError::Origin)),
            (
                "localhost:8080",
                "http://evil.example",
                Err(OriginError::Origin),
            ),
        ] {
            check(&Origins::default(), host, Some(host), &[origin], expected);
        }
        check(
            &Origins::default(),
            "absent",
            Some("localhost"),
            &[],
            Err(OriginError::NoOrigin),
        );
    }

    #[test]
    fn dns_rebinding_is_refused_if_no_origin_is_configured() {
        for host in [
            "evil.example",
            "localhost.evil.example",
            "evil.localhost",
            "localhost.",
            "LOCALHOST",
            "127.0.0.1.evil.example",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "127.0.0.1:",
            "127.0.0.1:080",
            "127.0.0.1:+80",
            "127.0.0.1:99999",
            "127.0.0.1:80:80",
            "[::1",
            "::1",
            "[::1]evil",
            "[evil]:80",
            "user@127.0.0.1",
            "",
            ":80",
        ] {
            let origin = format!("http://{host}");
            check(
                &Origins::default(),
                host,
                Some(host),
                &[&origin],
                Err(OriginError::Host),
            );
            check(
                &Origins::default(),
                host,
                Some(host),
                &[],
                Err(OriginError::Host),
            );
        }
        check(
            &Origins::default(),
            "no host",
            None,
            &["http://localhost"],
            Err(OriginError::Host),
        );
    }

    #[test]
    fn scheme_behind_a_tls_proxy_is_https() {
        let check = |origin: &str, https| {
            let origins = [origin.as_bytes()];
            let host = Some("10.0.0.5");
            let request = OriginCheck {
                is_mutation: true,
                has_cookie: true,
                origins: &origins,
                host,
                https,
            };
            Origins::default().check(&request)
        };
        assert_eq!(check("https://10.0.0.5", true), Ok(()));
        assert_eq!(check("https://10.0.0.5", false), Err(OriginError::Origin));
        assert_eq!(check("http://10.0.0.5", true), Err(OriginError::Origin));
    }

    #[test]
    fn origins_are_normalised_as_browsers_do() {
        for (given, kept) in [
            ("https://Good.Example", "https://good.example"),
            ("https://good.example/", "https://good.example"),
            ("https://good.example:443", "https://good.example"),
            ("http://good.example:80/", "http://good.example"),
            ("https://good.example:8443", "https://good.example:8443"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            (" http://club-pc:8080 ", "http://club-pc:8080"),
        ] {
            let origins = Origins::new(&[given.to_owned()]);
            assert_eq!(origins, Ok(Origins(vec![kept.to_owned()])), "{given}");
        }
    }

    #[test]
    fn invalid_origins_are_rejected_with_the_reason() {
        for given in [
            "",
            "good.example",
            "*",
            "null",
            "ftp://good.example",
            "https://",
            "https://a b",
            "https://good.example/path",
            "https://user@good.example",
            "https://good.example:0",
            "https://good.example:x",
            "https://good..example",
            "https://*.example",
            "https://gööd.example",
        ] {
            let error = Origins::new(&[given.to_owned()])
                .expect_err(given)
                .to_string();
            assert!(
                error.starts_with(&format!("{given:?} is not an origin: ")),
                "{error}"
            );
        }
    }

    #[test]
    fn https_follows_from_the_configured_origins() {
        let https_only = Origins::new(&[GOOD.to_owned()]).expect("origins");
        assert!(https_only.is_https(Some("good.example")));
        assert!(https_only.is_https(Some("127.0.0.1:8080")));
        assert!(listed().is_https(Some("good.example")));
        assert!(!listed().is_https(Some("10.0.0.5:8080")));
        assert!(!listed().is_https(None));
        assert!(!Origins::default().is_https(Some("localhost")));
    }
}
