//! Where a request comes from: which pages may speak to this server in somebody's name.
//!
//! A browser adds cookies by itself, whoever wrote the page that sends the request. What it also
//! adds, and what no page can forge, is `Origin`. A cookie counts only together with an origin
//! that is known to be this server's own.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// What the decision looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// Whether the request may change something, or opens a socket through which things change.
    pub(crate) changes: bool,
    /// Whether it brings a cookie of ours.
    pub(crate) cookie: bool,
    /// All `Origin` headers.
    pub(crate) origins: &'a [&'a [u8]],
    /// The host that it is addressed to, with the port; nothing if there is none or more than one.
    pub(crate) host: Option<&'a str>,
    /// Whether it came over https.
    pub(crate) https: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It is addressed to a name that nobody said is this server's.
    Host,
    /// It has a cookie and changes something, but no origin.
    NoOrigin,
    /// It comes from another site.
    Origin,
}

impl Fault {
    /// The header that is wrong.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::NoOrigin | Self::Origin => "origin",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host => {
                "this server does not know the name it was called by; start it with --origin and \
                 the address that people type, as in --origin https://azulejo.example"
            }
            Self::NoOrigin => {
                "a request with a cookie needs an Origin header; programs send a bearer token \
                 instead of a cookie"
            }
            Self::Origin => {
                "the page that asks is not one of this server's; if it is, start the server with \
                 --origin and the address that people type, as in --origin https://azulejo.example"
            }
        })
    }
}

/// The origins that a server was told are its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins(Vec<String>);

/// Why something is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not an origin: {why}")]
pub(crate) struct BadOrigin {
    pub(crate) given: String,
    why: &'static str,
}

impl Origins {
    /// The origins as browsers write them: lower case, no default port, no path.
    pub(crate) fn new(origins: &[String]) -> Result<Self, BadOrigin> {
        origins
            .iter()
            .map(|text| normal(text))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether a request may be carried out.
    pub(crate) fn judge(&self, asked: &Asked<'_>) -> Result<(), Fault> {
        let own = match asked.host {
            // Without a list a name could be anybody's who points it at this machine.
            Some(host) if is_literal(host) => Some(host),
            _ if self.0.is_empty() => return Err(Fault::Host),
            _ => None,
        };
        match asked.origins {
            [] if asked.changes && asked.cookie => Err(Fault::NoOrigin),
            [] => Ok(()),
            [origin] if self.is_own(origin, own, asked.https) => Ok(()),
            _ => Err(Fault::Origin),
        }
    }

    fn is_own(&self, origin: &[u8], own: Option<&str>, https: bool) -> bool {
        if !self.0.is_empty() {
            return self.0.iter().any(|listed| listed.as_bytes() == origin);
        }
        let scheme = scheme(https);
        own.is_some_and(|host| format!("{scheme}://{host}").as_bytes() == origin)
    }

    /// Whether this server is meant to be reached over https under a host.
    pub(crate) fn is_https(&self, host: Option<&str>) -> bool {
        let of_host = self.0.iter().find(|origin| {
            origin
                .split_once("://")
                .is_some_and(|(_, authority)| Some(authority) == host)
        });
        match of_host {
            Some(origin) => origin.starts_with("https:"),
            None => !self.0.is_empty() && self.0.iter().all(|origin| origin.starts_with("https:")),
        }
    }

    /// Whether a host is one of this server's, so that it may be repeated in an answer.
    pub(crate) fn is_own_host(&self, host: &str) -> bool {
        if self.0.is_empty() {
            return is_literal(host);
        }
        let authorities = self.0.iter().filter_map(|origin| origin.split_once("://"));
        authorities
            .into_iter()
            .any(|(_, authority)| authority == host)
    }
}

pub(crate) const fn scheme(https: bool) -> &'static str {
    if https { "https" } else { "http" }
}

/// Whether a host with or without a port is an IP address or `localhost`: names that no one else
/// can point at this machine.
fn is_literal(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        // The colons of an IPv6 address stand in brackets.
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
        expected: Result<(), Fault>,
    ) {
        let origin: Vec<&[u8]> = origin.iter().map(|text| text.as_bytes()).collect();
        for changes in [false, true] {
            for cookie in [false, true] {
                let asked = Asked {
                    changes,
                    cookie,
                    origins: &origin,
                    host,
                    https: false,
                };
                // Only the lack of an origin depends on what is asked.
                let expected = match expected {
                    Err(Fault::NoOrigin) if !(changes && cookie) => Ok(()),
                    other => other,
                };
                assert_eq!(origins.judge(&asked), expected, "{case}: {asked:?}");
            }
        }
    }

    #[test]
    fn with_a_list_only_what_is_on_it_passes() {
        let host = Some("good.example");
        for (case, origin, expected) in [
            ("listed", &[GOOD][..], Ok(())),
            ("the other listed", &["http://10.0.0.5:8080"], Ok(())),
            ("absent", &[], Err(Fault::NoOrigin)),
            ("null", &["null"], Err(Fault::Origin)),
            ("empty", &[""], Err(Fault::Origin)),
            ("other", &["https://evil.example"], Err(Fault::Origin)),
            (
                "suffix-alike",
                &["https://good.example.evil"],
                Err(Fault::Origin),
            ),
            (
                "prefix-alike",
                &["https://evilgood.example"],
                Err(Fault::Origin),
            ),
            (
                "subdomain",
                &["https://www.good.example"],
                Err(Fault::Origin),
            ),
            ("parent domain", &["https://example"], Err(Fault::Origin)),
            ("case", &["https://Good.example"], Err(Fault::Origin)),
            (
                "case of the scheme",
                &["HTTPS://good.example"],
                Err(Fault::Origin),
            ),
            ("scheme", &["http://good.example"], Err(Fault::Origin)),
            ("socket scheme", &["wss://good.example"], Err(Fault::Origin)),
            ("port", &["https://good.example:8443"], Err(Fault::Origin)),
            (
                "default port",
                &["https://good.example:443"],
                Err(Fault::Origin),
            ),
            (
                "trailing slash",
                &["https://good.example/"],
                Err(Fault::Origin),
            ),
            (
                "trailing dot",
                &["https://good.example."],
                Err(Fault::Origin),
            ),
            ("path", &["https://good.example/x"], Err(Fault::Origin)),
            (
                "user",
                &["https://good.example@evil.example"],
                Err(Fault::Origin),
            ),
            (
                "list in one header",
                &["https://good.example https://evil"],
                Err(Fault::Origin),
            ),
            (
                "two headers",
                &[GOOD, "https://evil.example"],
                Err(Fault::Origin),
            ),
            ("the same twice", &[GOOD, GOOD], Err(Fault::Origin)),
            ("space", &[" https://good.example"], Err(Fault::Origin)),
            (
                "look-alike letter",
                &["https://gооd.example"],
                Err(Fault::Origin),
            ),
            (
                "its own host, not listed",
                &["http://127.0.0.1:8080"],
                Err(Fault::Origin),
            ),
        ] {
            check(&listed(), case, host, origin, expected);
        }
    }

    #[test]
    fn with_a_list_the_host_does_not_matter() {
        for host in [
            None,
            Some("good.example"),
            Some("127.0.0.1:8080"),
            Some("node-3"),
        ] {
            check(&listed(), "listed", host, &[GOOD], Ok(()));
            check(&listed(), "absent", host, &[], Err(Fault::NoOrigin));
        }
    }

    #[test]
    fn without_a_list_the_origin_is_the_literal_host() {
        for (host, origin, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080", Ok(())),
            ("localhost:8080", "http://localhost:8080", Ok(())),
            ("localhost", "http://localhost", Ok(())),
            ("[::1]:8080", "http://[::1]:8080", Ok(())),
            ("192.168.1.7:9000", "http://192.168.1.7:9000", Ok(())),
            (
                "127.0.0.1:8080",
                "http://localhost:8080",
                Err(Fault::Origin),
            ),
            ("127.0.0.1:8080", "http://127.0.0.1", Err(Fault::Origin)),
            (
                "127.0.0.1:8080",
                "http://127.0.0.1:8081",
                Err(Fault::Origin),
            ),
            (
                "127.0.0.1:8080",
                "https://127.0.0.1:8080",
                Err(Fault::Origin),
            ),
            (
                "127.0.0.1:8080",
                "http://127.0.0.1:8080.evil.example",
                Err(Fault::Origin),
            ),
            (
                "localhost:8080",
                "http://Localhost:8080",
                Err(Fault::Origin),
            ),
            ("localhost:8080", "null", Err(Fault::Origin)),
            ("localhost:8080", "http://evil.example", Err(Fault::Origin)),
        ] {
            check(&Origins::default(), host, Some(host), &[origin], expected);
        }
        check(
            &Origins::default(),
            "absent",
            Some("localhost"),
            &[],
            Err(Fault::NoOrigin),
        );
    }

    #[test]
    fn without_a_list_a_name_is_refused_even_for_reading() {
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
                Err(Fault::Host),
            );
            check(&Origins::default(), host, Some(host), &[], Err(Fault::Host));
        }
        check(
            &Origins::default(),
            "no host",
            None,
            &["http://localhost"],
            Err(Fault::Host),
        );
    }

    #[test]
    fn behind_a_proxy_with_tls_the_own_scheme_is_https() {
        let judge = |origin: &str, https| {
            let origins = [origin.as_bytes()];
            let host = Some("10.0.0.5");
            let asked = Asked {
                changes: true,
                cookie: true,
                origins: &origins,
                host,
                https,
            };
            Origins::default().judge(&asked)
        };
        assert_eq!(judge("https://10.0.0.5", true), Ok(()));
        assert_eq!(judge("https://10.0.0.5", false), Err(Fault::Origin));
        assert_eq!(judge("http://10.0.0.5", true), Err(Fault::Origin));
    }

    #[test]
    fn origins_are_kept_as_browsers_write_them() {
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
    fn what_is_no_origin_is_refused_with_the_reason() {
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
    fn a_server_that_is_meant_for_https_knows_it() {
        let https_only = Origins::new(&[GOOD.to_owned()]).expect("origins");
        assert!(https_only.is_https(Some("good.example")));
        assert!(https_only.is_https(Some("127.0.0.1:8080")));
        assert!(listed().is_https(Some("good.example")));
        assert!(!listed().is_https(Some("10.0.0.5:8080")));
        assert!(!listed().is_https(None));
        assert!(!Origins::default().is_https(Some("localhost")));
    }
}
