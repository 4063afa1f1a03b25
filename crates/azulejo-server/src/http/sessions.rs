//! Who is asking: sessions by cookie or bearer token, never both.
//!
//! A token is 256 random bits that the server makes and never takes over from a client; the store
//! knows only its hash. Whoever logs in or signs up gets a new one, and the old one ends.

use std::convert::Infallible;
use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponseParts, ResponseParts};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::{PlayerId, PlayerRow, Renewal, SessionKind, SessionRow, TokenHash};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::app::{App, random_bytes, unix_ms};
use crate::draws::{from_hex, to_hex};
use crate::http::Client;
use crate::http::problem::{Answer, Refusal};

/// The cookie's name over https, where browsers guarantee that this host alone has set it.
const COOKIE_HTTPS: &str = "__Host-azulejo";
/// The cookie's name over plain http.
const COOKIE_HTTP: &str = "azulejo";

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a session lives after its last use; browsers keep no cookie for longer.
const LIFETIME_DAYS: i64 = 400;
const RENEWAL: Renewal = Renewal {
    every_ms: DAY_MS / 24,
    lifetime_ms: LIFETIME_DAYS * DAY_MS,
};
/// How often an open socket shows the other nodes that its person is there.
const PRESENCE: Renewal = Renewal {
    every_ms: 15_000,
    lifetime_ms: RENEWAL.lifetime_ms,
};
/// How many characters of what a browser calls itself are kept.
const MAX_LABEL: usize = 200;

/// A person, known by a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) player: PlayerId,
    pub(crate) session: TokenHash,
    pub(crate) kind: SessionKind,
}

impl FromRequestParts<App> for Identity {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let OptionalIdentity(identity) = OptionalIdentity::from_request_parts(parts, app).await?;
        identity.ok_or_else(|| ProblemCode::NoSession.into())
    }
}

/// Somebody, or nobody, where both may come in.
///
/// A cookie that is worth nothing is nobody's: a browser cannot help having it. A bearer token
/// that is worth nothing is refused: a program has to be told.
#[derive(Clone, Debug)]
pub(crate) struct OptionalIdentity(pub(crate) Option<Identity>);

impl FromRequestParts<App> for OptionalIdentity {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let Visitor { known, .. } = Visitor::from_request_parts(parts, app).await?;
        Ok(Self(known.map(|(identity, _)| identity)))
    }
}

/// Somebody or nobody, with the token that was shown and what the browser calls itself.
pub(crate) struct Visitor {
    pub(crate) known: Option<(Identity, Token)>,
    pub(crate) label: String,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let client = Client::from_request_parts(parts, app).await?;
        let label = label_of(&parts.headers);
        let Some((token, kind)) = shown_token(&parts.headers, client.https)? else {
            return Ok(Self { known: None, label });
        };
        let session = match &token {
            Some(token) => {
                app.store
                    .find_session(&token.hash(), unix_ms(), Some(RENEWAL))
                    .await?
            }
            None => None,
        };
        // A token is good only in the place that it was made for.
        let session = session.filter(|session| session.kind == kind);
        if session.is_none() && kind == SessionKind::Bearer {
            return Err(ProblemCode::NoSession.into());
        }
        let known = session.zip(token).map(|(session, token)| {
            let identity = Identity {
                player: session.player,
                session: session.token,
                kind,
            };
            (identity, token)
        });
        Ok(Self { known, label })
    }
}

/// Somebody who may manage the identity: who has its cookie, or a guest's only token. A token
/// that an account gave to a program is not enough to take the account away.
pub(crate) struct Owner {
    pub(crate) identity: Identity,
    pub(crate) player: PlayerRow,
}

impl FromRequestParts<App> for Owner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let identity = Identity::from_request_parts(parts, app).await?;
        let player = app.store.player(identity.player).await?;
        let player = player.ok_or(Refusal::from(ProblemCode::NoSession))?;
        if player.account && identity.kind == SessionKind::Bearer {
            return Err(forbidden("a program's token may not manage the account"));
        }
        Ok(Self { identity, player })
    }
}

/// Somebody who is logged in to an account with a browser.
pub(crate) struct AccountOwner {
    pub(crate) identity: Identity,
    pub(crate) player: PlayerRow,
}

impl FromRequestParts<App> for AccountOwner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let Owner { identity, player } = Owner::from_request_parts(parts, app).await?;
        if !player.account {
            return Err(forbidden("this needs an account"));
        }
        Ok(Self { identity, player })
    }
}

/// Refuses with a reason for developers.
pub(crate) fn forbidden(why: &str) -> Refusal {
    let mut problem = Problem::new(ProblemCode::Forbidden);
    problem.detail = Some(why.to_owned());
    problem.into()
}

/// Whether a session that was good once still is. When the store cannot say, it is taken to be.
///
/// A socket asks now and then. Where there are other nodes, they see by this that the person is
/// there; on a single node nobody needs to know, and nothing is written.
pub(crate) async fn still_valid(app: &App, identity: &Identity) -> bool {
    let renewal = app.hub.is_shared().then_some(PRESENCE);
    let session = app
        .store
        .find_session(&identity.session, app.hub.now(), renewal)
        .await;
    match session {
        Ok(session) => session.is_some_and(|session| session.player == identity.player),
        Err(error) => {
            tracing::warn!(%error, "a session could not be looked up");
            true
        }
    }
}

/// A session's token. It cannot be printed by accident, and wipes itself.
#[derive(Clone)]
pub(crate) struct Token(Zeroizing<[u8; 32]>);

impl Token {
    fn new() -> Self {
        Self(Zeroizing::new(random_bytes()))
    }

    fn read(text: &str) -> Option<Self> {
        let bytes = Zeroizing::new(from_hex(text)?);
        Some(Self(Zeroizing::new(bytes.as_slice().try_into().ok()?)))
    }

    /// What the store knows of it.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::new(Sha256::digest(self.0.as_slice()).into())
    }

    /// The token itself, for the one it belongs to.
    pub(crate) fn reveal(&self) -> String {
        to_hex(self.0.as_slice())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Begins a session.
pub(crate) async fn begin_session(
    app: &App,
    player: PlayerId,
    kind: SessionKind,
    label: String,
) -> Answer<Token> {
    let token = Token::new();
    let now = unix_ms();
    let session = SessionRow {
        token: token.hash(),
        player,
        kind,
        label,
        created_ms: now,
        used_ms: now,
        expires_ms: now.saturating_add(RENEWAL.lifetime_ms),
    };
    app.store.create_session(session).await?;
    Ok(token)
}

/// A cookie that an answer sets or takes away.
pub(crate) struct SetCookie(String);

impl SetCookie {
    /// The cookie of a session.
    pub(crate) fn of(token: &Token, client: Client) -> Self {
        Self::with(&token.reveal(), LIFETIME_DAYS * DAY_MS / 1000, client.https)
    }

    /// No cookie any more.
    pub(crate) fn none(client: Client) -> Self {
        Self::with("", 0, client.https)
    }

    fn with(value: &str, seconds: i64, https: bool) -> Self {
        let name = cookie_name(https);
        let secure = if https { "; Secure" } else { "" };
        Self(format!(
            "{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
        ))
    }
}

impl IntoResponseParts for SetCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        let value = HeaderValue::try_from(self.0).expect("a cookie is made of ASCII letters");
        parts.headers_mut().append(header::SET_COOKIE, value);
        Ok(parts)
    }
}

const fn cookie_name(https: bool) -> &'static str {
    if https { COOKIE_HTTPS } else { COOKIE_HTTP }
}

/// Whether a request brings a cookie of ours, good or not.
pub(crate) fn has_cookie(headers: &HeaderMap, https: bool) -> bool {
    shown_cookie(headers, https).is_some()
}

fn shown_cookie(headers: &HeaderMap, https: bool) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).into_iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    let mut named = pairs.filter_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == cookie_name(https)).then_some(value)
    });
    named.next()
}

/// The token that a request shows and how, or that it shows none. The token is missing where what
/// is shown cannot be one.
fn shown_token(headers: &HeaderMap, https: bool) -> Answer<Option<(Option<Token>, SessionKind)>> {
    // Other schemes are not ours: a proxy may ask for a password of its own.
    let mut bearers = headers
        .get_all(header::AUTHORIZATION)
        .into_iter()
        .filter_map(|value| {
            let mut words = value.as_bytes().splitn(2, |&byte| byte == b' ');
            let is_ours = words.next()?.eq_ignore_ascii_case(b"bearer");
            let token = words.next().unwrap_or_default();
            is_ours.then(|| std::str::from_utf8(token).unwrap_or_default())
        });
    match (bearers.next(), bearers.next(), shown_cookie(headers, https)) {
        (None, _, None) => Ok(None),
        (None, _, Some(cookie)) => Ok(Some((Token::read(cookie), SessionKind::Cookie))),
        (Some(bearer), None, None) => Ok(Some((Token::read(bearer), SessionKind::Bearer))),
        _ => Err(ProblemCode::TwoCredentials.into()),
    }
}

/// What a browser calls itself, as far as it can be shown.
fn label_of(headers: &HeaderMap) -> String {
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    agent.unwrap_or_default().chars().take(MAX_LABEL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "00000000000000000000000000000000000000000000000000000000000000aa";
    const B: &str = "00000000000000000000000000000000000000000000000000000000000000bb";

    fn client(https: bool) -> Client {
        Client {
            address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
            https,
        }
    }

    /// What is shown, as `kind token`.
    fn shown(headers: &[(&'static str, String)], https: bool) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).expect("a header"));
        }
        match shown_token(&map, https) {
            Ok(None) => "nobody".to_owned(),
            Ok(Some((token, kind))) => {
                let token = token.map_or_else(|| "nonsense".to_owned(), |token| token.reveal());
                format!("{kind:?} {token}")
            }
            Err(refusal) => format!("{:?}", refusal.problem().code),
        }
    }

    #[test]
    fn a_request_shows_one_credential_or_none() {
        let cookie = |text: &str| ("cookie", text.to_owned());
        let authorization = |text: &str| ("authorization", text.to_owned());
        for (case, headers, expected) in [
            ("nothing", vec![], "nobody".to_owned()),
            (
                "cookie",
                vec![cookie(&format!("azulejo={A}"))],
                format!("Cookie {A}"),
            ),
            (
                "among others",
                vec![cookie(&format!("x=1; azulejo={A}; y=2"))],
                format!("Cookie {A}"),
            ),
            (
                "in a second line",
                vec![cookie("x=1"), cookie(&format!("azulejo={A}"))],
                format!("Cookie {A}"),
            ),
            (
                "another's cookie",
                vec![cookie(&format!("xazulejo={A}"))],
                "nobody".to_owned(),
            ),
            (
                "the name of https",
                vec![cookie(&format!("__Host-azulejo={A}"))],
                "nobody".to_owned(),
            ),
            (
                "other case",
                vec![cookie(&format!("Azulejo={A}"))],
                "nobody".to_owned(),
            ),
            (
                "no token",
                vec![cookie("azulejo=abc")],
                "Cookie nonsense".to_owned(),
            ),
            (
                "upper case is no second spelling",
                vec![cookie(&format!("azulejo={}", A.to_uppercase()))],
                "Cookie nonsense".to_owned(),
            ),
            (
                "bearer",
                vec![authorization(&format!("Bearer {B}"))],
                format!("Bearer {B}"),
            ),
            (
                "scheme's case",
                vec![authorization(&format!("bearer {B}"))],
                format!("Bearer {B}"),
            ),
            (
                "bad bearer",
                vec![authorization("Bearer x")],
                "Bearer nonsense".to_owned(),
            ),
            (
                "empty bearer",
                vec![authorization("Bearer")],
                "Bearer nonsense".to_owned(),
            ),
            (
                "foreign letters",
                vec![authorization("Bearer \u{e9}")],
                "Bearer nonsense".to_owned(),
            ),
            (
                "a proxy's own",
                vec![authorization("Basic eDp5")],
                "nobody".to_owned(),
            ),
            (
                "both",
                vec![
                    cookie(&format!("azulejo={A}")),
                    authorization(&format!("Bearer {B}")),
                ],
                "TwoCredentials".to_owned(),
            ),
            (
                "two bearers",
                vec![
                    authorization(&format!("Bearer {A}")),
                    authorization(&format!("Bearer {B}")),
                ],
                "TwoCredentials".to_owned(),
            ),
            (
                "a cookie beside a proxy's password",
                vec![cookie(&format!("azulejo={A}")), authorization("Basic eDp5")],
                format!("Cookie {A}"),
            ),
        ] {
            assert_eq!(shown(&headers, false), expected, "{case}");
        }
    }

    #[test]
    fn over_https_only_the_cookie_with_the_prefix_counts() {
        let cookies = format!("azulejo={A}; __Host-azulejo={B}");
        assert_eq!(
            shown(&[("cookie", cookies.clone())], true),
            format!("Cookie {B}")
        );
        assert_eq!(shown(&[("cookie", cookies)], false), format!("Cookie {A}"));
        assert_eq!(shown(&[("cookie", format!("azulejo={A}"))], true), "nobody");
    }

    #[test]
    fn cookies_have_all_their_flags() {
        let token = Token::read(A).expect("a token");
        assert_eq!(
            SetCookie::of(&token, client(true)).0,
            format!("__Host-azulejo={A}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure")
        );
        assert_eq!(
            SetCookie::of(&token, client(false)).0,
            format!("azulejo={A}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
        );
        assert_eq!(
            SetCookie::none(client(true)).0,
            "__Host-azulejo=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
        );
    }

    #[test]
    fn tokens_are_new_each_time_read_back_and_stored_as_their_hash() {
        let token = Token::new();
        assert_ne!(token.hash(), Token::new().hash());
        let text = token.reveal();
        assert_eq!(text.len(), 64);
        let again = Token::read(&text).expect("its own text");
        assert_eq!(again.hash(), token.hash());
        assert_ne!(to_hex(token.hash().as_bytes()), text);
        assert_eq!(format!("{token:?}"), "Token(..)");
        for no_token in [
            "",
            "ab",
            &text[1..],
            &format!("{text}00"),
            &text.replace(&text[..1], "g"),
        ] {
            assert!(Token::read(no_token).is_none(), "{no_token}");
        }
    }
}
