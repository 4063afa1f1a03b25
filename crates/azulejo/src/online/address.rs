//! The argument of `--online`: a server, a game on it, or an invitation to one.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// The address of a server, and optionally of a game on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    /// `https://azulejo.example`, without a trailing slash.
    pub(crate) origin: String,
    pub(crate) game: Option<String>,
    pub(crate) invitation: Option<String>,
}

impl Address {
    /// The server without its scheme, for display.
    pub(crate) fn host(&self) -> &str {
        let at = self.origin.find("://").map_or(0, |at| at + 3);
        &self.origin[at..]
    }

    /// The URL of the WebSocket.
    pub(crate) fn socket(&self) -> String {
        let secure = self.origin.starts_with("https://");
        let scheme = if secure { "wss" } else { "ws" };
        format!("{scheme}://{}/api/v1/socket", self.host())
    }

    /// The link of a game, with an invitation if there is one.
    pub(crate) fn link(&self, game: &str, invitation: Option<&str>) -> String {
        let origin = &self.origin;
        match invitation {
            Some(invitation) => format!("{origin}/g/{game}#invitation={invitation}"),
            None => format!("{origin}/g/{game}"),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(game) => f.write_str(&self.link(game, self.invitation.as_deref())),
            None => f.write_str(&self.origin),
        }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
            None => (None, text),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let host = host.to_ascii_lowercase();
        check_host(&host)?;
        let scheme = match scheme.as_deref() {
            Some("http" | "https") => scheme.unwrap_or_default(),
            Some(other) => {
                return Err(format!(
                    "{other}:// addresses are not supported; use http:// or https://"
                ));
            }
            // Only local servers are likely to have no certificate.
            None if is_local(&host) => "http".to_owned(),
            None => "https".to_owned(),
        };
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let host = host.strip_suffix(default_port).unwrap_or(&host);
        let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
        let path = path.split('?').next().unwrap_or_default();
        let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = match parts[..] {
            [] | ["lobby" | "games" | "play"] => None,
            ["g", game, ..] if game.chars().all(|c| c.is_ascii_alphanumeric()) => {
                Some(game.to_owned())
            }
            _ => {
                return Err(format!(
                    "{path} is not the page of a game; write the server's address, or a game's link \
                     with /g/ and its letters"
                ));
            }
        };
        let invitation = fragment
            .split('&')
            .find_map(|pair| pair.strip_prefix("invitation="))
            .filter(|token| !token.is_empty() && game.is_some());
        if invitation.is_some_and(|token| !token.chars().all(is_token_char)) {
            return Err("the invitation in the link is damaged; copy the link again".to_owned());
        }
        Ok(Self {
            origin: format!("{scheme}://{host}"),
            game,
            invitation: invitation.map(ToOwned::to_owned),
        })
    }
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~')
}

fn check_host(host: &str) -> Result<(), String> {
    let (name, port) = parts(host);
    if name.is_empty() {
        return Err("the server's name is missing; write https://SERVER".to_owned());
    }
    if host.contains('@') {
        return Err("names and passwords do not belong in the address".to_owned());
    }
    let is_v6 = name.starts_with('[');
    let is_good = if is_v6 {
        let inner = name.trim_start_matches('[').trim_end_matches(']');
        inner.parse::<Ipv6Addr>().is_ok()
    } else {
        name.chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '_'))
    };
    if !is_good {
        return Err(format!("{name} is not a valid server name"));
    }
    match port {
        Some(port) if port.parse::<u16>().is_err() => Err(format!("{port} is not a port")),
        _ => Ok(()),
    }
}

/// Splits a host into name and port.
fn parts(host: &str) -> (&str, Option<&str>) {
    let after_v6 = host.rfind(']').map_or(0, |at| at + 1);
    match host[after_v6..].find(':') {
        Some(at) => {
            let (name, port) = host.split_at(after_v6 + at);
            (name, Some(&port[1..]))
        }
        None => (host, None),
    }
}

fn is_local(host: &str) -> bool {
    let (name, _) = parts(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Address {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn addresses_name_servers_games_or_invitations() {
        for (text, origin, game, invitation) in [
            (
                "https://azulejo.example",
                "https://azulejo.example",
                None,
                None,
            ),
            (
                "https://azulejo.example/",
                "https://azulejo.example",
                None,
                None,
            ),
            (
                "HTTPS://Azulejo.Example:443/lobby",
                "https://azulejo.example",
                None,
                None,
            ),
            ("azulejo.example", "https://azulejo.example", None, None),
            (
                "azulejo.example:8443",
                "https://azulejo.example:8443",
                None,
                None,
            ),
            ("localhost:8080", "http://localhost:8080", None, None),
            ("127.0.0.1:8080", "http://127.0.0.1:8080", None, None),
            ("[::1]:8080", "http://[::1]:8080", None, None),
            (
                "http://host/g/ab12cd34",
                "http://host",
                Some("ab12cd34"),
                None,
            ),
            (
                "http://host/g/ab12cd34/replay?at=3",
                "http://host",
                Some("ab12cd34"),
                None,
            ),
            (
                "https://host/g/ab12cd34#invitation=Zz-_9",
                "https://host",
                Some("ab12cd34"),
                Some("Zz-_9"),
            ),
        ] {
            let read = read(text);
            assert_eq!(read.origin, origin, "{text}");
            assert_eq!(read.game.as_deref(), game, "{text}");
            assert_eq!(read.invitation.as_deref(), invitation, "{text}");
        }
    }

    #[test]
    fn invalid_addresses_are_rejected_with_a_reason() {
        for (text, reason) in [
            ("", "the server's name is missing"),
            ("ftp://host", "ftp:// addresses are not supported"),
            ("https://", "the server's name is missing"),
            ("https://ana:secret@host", "do not belong"),
            ("https://ho st", "is not a valid server name"),
            ("https://[::g]", "is not a valid server name"),
            ("https://host:99999", "99999 is not a port"),
            ("https://host/settings", "is not the page of a game"),
            ("https://host/g/a%2e", "is not the page of a game"),
            ("https://host/g/ab#invitation=%00", "is damaged"),
        ] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn links_round_trip() {
        let server = read("https://host:8443");
        let link = server.link("ab12cd34", Some("token"));
        let again = read(&link);
        assert_eq!(again.to_string(), link);
        assert_eq!(again.socket(), "wss://host:8443/api/v1/socket");
        assert_eq!(
            read("localhost:1").socket(),
            "ws://localhost:1/api/v1/socket"
        );
    }
}
