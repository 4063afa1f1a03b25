//! The security frame: every request passes through here before any route sees it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::ErrorAnswer;

use super::client::{Client, host_of};
use super::origin::{Asked, Fault, Origins};
use super::{headers, sessions};

use crate::app::App;
use crate::http::problem::Refusal;
use crate::http::rate_limits::Action;

/// How long a request may take altogether.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// Probes of the machine that runs this one; they say nothing about anybody.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Checks what was configured as this server's origins.
///
/// # Errors
/// The first that is none.
pub(crate) fn check_origins(origins: &[String]) -> Result<(), String> {
    Origins::new(origins).map(|_| ()).map_err(|bad| bad.given)
}

/// Puts the frame around all routes. The origins were checked when the server was started.
/// `any_origin` is for the control of the tests: a frame in which one part is missing.
pub(crate) fn protect(router: Router, app: App, any_origin: bool) -> Router {
    let origins = Origins::new(&app.config.origins).expect("the origins were checked");
    let frame = Frame {
        app,
        origins,
        any_origin,
    };
    router.layer(from_fn_with_state(Arc::new(frame), guard))
}

struct Frame {
    app: App,
    origins: Origins,
    any_origin: bool,
}

async fn guard(State(frame): State<Arc<Frame>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let host = host_of(&parts).map(str::to_owned);
    let own_host = host
        .as_deref()
        .filter(|host| frame.origins.is_own_host(host));
    let is_api = parts.uri.path().starts_with("/api/");
    let Some(peer) = peer_of(&parts) else {
        tracing::error!("a connection without its peer's address");
        return Refusal::from(ProblemCode::Unavailable).into_response();
    };
    let proxies = &frame.app.config.proxies;
    let client = Client::new(
        peer,
        &parts.headers,
        host.as_deref(),
        proxies,
        &frame.origins,
    );
    let mut answer = match frame.admit(&parts, &client, host.as_deref()) {
        Ok(()) => {
            parts.extensions.insert(client);
            let request = Request::from_parts(parts, body);
            let answer = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
            answer.unwrap_or_else(|_elapsed| {
                tracing::warn!("a request took too long");
                Refusal::from(ProblemCode::Unavailable).into_response()
            })
        }
        Err(refusal) => refusal,
    };
    headers::add(answer.headers_mut(), own_host, client.https, is_api);
    answer
}

fn peer_of(parts: &Parts) -> Option<IpAddr> {
    let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    info.map(|ConnectInfo(peer)| peer.ip())
}

impl Frame {
    #[expect(
        clippy::result_large_err,
        reason = "an answer is as large as axum makes it"
    )]
    fn admit(&self, parts: &Parts, client: &Client, host: Option<&str>) -> Result<(), Response> {
        if PROBES.contains(&parts.uri.path()) {
            return Ok(());
        }
        let origins: Vec<&[u8]> = parts
            .headers
            .get_all(header::ORIGIN)
            .into_iter()
            .map(HeaderValue::as_bytes)
            .collect();
        let asked = Asked {
            changes: changes_something(parts),
            cookie: sessions::has_cookie(&parts.headers, client.https),
            origins: &origins,
            host,
            https: client.https,
        };
        match self.origins.judge(&asked) {
            Err(fault) if !self.any_origin => return Err(forbidden(fault, parts)),
            _ => {}
        }
        let checked = self.app.limits.check(Action::Request, client.address);
        checked.map_err(|problem| Refusal::from(problem).into_response())
    }
}

/// Whether a request is more than a question. A socket is opened by a question, but what goes
/// through it is not.
fn changes_something(parts: &Parts) -> bool {
    let is_question = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    !is_question || parts.headers.contains_key(header::UPGRADE)
}

/// How a server opens that was called by a name it does not know.
const BY_NUMBER: &str = "<p>Until then it opens by the number of its machine, as in \
                         http://192.168.1.20:8080.</p>\n";

fn forbidden(fault: Fault, parts: &Parts) -> Response {
    let accept = parts
        .headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("text/html")) {
        let until_then = match fault {
            Fault::Host => BY_NUMBER,
            Fault::NoOrigin | Fault::Origin => "",
        };
        let page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>Azulejo: refused</title>\n<h1>Azulejo cannot be opened here</h1>\n<p>{}</p>\n\
             {until_then}</html>\n",
            sentence(&fault.to_string())
        );
        let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        return (StatusCode::FORBIDDEN, html, page).into_response();
    }
    let error = Problem::at(ProblemCode::BadOrigin, fault.field(), fault.to_string());
    (StatusCode::FORBIDDEN, Json(ErrorAnswer { error })).into_response()
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}
