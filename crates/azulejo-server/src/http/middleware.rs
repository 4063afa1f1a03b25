//! Security middleware: host and origin checks, the rate limit, the bounds of each route and
//! security headers, before any route sees a request.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::ErrorAnswer;

use super::bounds::{Enforcer, enforce};
use super::client::{Client, host_of};
use super::origin::{OriginCheck, OriginError, Origins};
use super::{headers, sessions};

use crate::app::App;
use crate::http::problem::ApiError;
use crate::http::rate_limits::Action;
use crate::ops::metrics::count_request;

/// Unauthenticated health probes, which orchestrators send to any address.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Validates the configured origins of this server.
///
/// # Errors
/// The first value that is not an origin.
pub(crate) fn check_origins(origins: &[String]) -> Result<(), String> {
    Origins::new(origins).map(|_| ()).map_err(|bad| bad.given)
}

/// Wraps all routes in the security middleware. The origins were validated at startup.
/// `any_origin` disables the origin check, for the control experiment in the tests.
pub(crate) fn protect(router: Router, app: App, any_origin: bool) -> Router {
    let origins = Origins::new(&app.config.origins).expect("the origins were validated");
    let bounds = Enforcer::new(app.config.rate_limits, Arc::clone(&app.limits));
    let layer = SecurityLayer {
        app,
        origins,
        any_origin,
    };
    let [sniffing, referrer, framing, sharing, permissions] = headers::static_headers();
    let static_headers = (sniffing, referrer, framing, sharing, permissions);
    router
        .layer(from_fn_with_state(Arc::new(bounds), enforce))
        .layer(from_fn_with_state(Arc::new(layer), guard))
        .layer(static_headers)
        .layer(from_fn(count))
}

struct SecurityLayer {
    app: App,
    origins: Origins,
    any_origin: bool,
}

/// Counts requests in the metrics, refused ones included.
async fn count(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map(MatchedPath::as_str);
    count_request(&method, route, response.status(), begun.elapsed());
    response
}

async fn guard(State(layer): State<Arc<SecurityLayer>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let host = host_of(&parts).map(str::to_owned);
    let own_host = host
        .as_deref()
        .filter(|host| layer.origins.is_own_host(host));
    let is_api = parts.uri.path().starts_with("/api/");
    let Some(peer) = peer_of(&parts) else {
        tracing::error!("connection without a peer address");
        return ApiError::from(ProblemCode::Unavailable).into_response();
    };
    let proxies = &layer.app.config.proxies;
    let client = Client::new(
        peer,
        &parts.headers,
        host.as_deref(),
        proxies,
        &layer.origins,
    );
    let mut response = match layer.admit(&parts, &client, host.as_deref()) {
        Ok(()) => {
            parts.extensions.insert(client);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refused) => refused,
    };
    headers::add(response.headers_mut(), own_host, client.https, is_api);
    response
}

fn peer_of(parts: &Parts) -> Option<IpAddr> {
    let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    info.map(|ConnectInfo(peer)| peer.ip())
}

impl SecurityLayer {
    #[expect(clippy::result_large_err, reason = "the size of a response is axum's")]
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
        let check = OriginCheck {
            is_mutation: is_mutation(parts),
            has_cookie: sessions::has_cookie(&parts.headers, client.https),
            origins: &origins,
            host,
            https: client.https,
        };
        match self.origins.check(&check) {
            Err(error) if !self.any_origin => {
                let by_address = !self.origins.are_configured();
                return Err(forbidden(error, by_address, parts));
            }
            _ => {}
        }
        let checked = self.app.limits.check(Action::Request, client.address);
        checked.map_err(|problem| ApiError::from(problem).into_response())
    }
}

/// Returns true if a request can change state. A WebSocket handshake is a GET, but the frames that
/// follow can.
fn is_mutation(parts: &Parts) -> bool {
    let is_safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    !is_safe || parts.headers.contains_key(header::UPGRADE)
}

/// A hint for people who opened the server by a host name that it does not know.
const USE_THE_ADDRESS: &str = "<p>Until then, open it by the machine's IP address, as in \
                               http://192.168.1.20:8080.</p>\n";

/// Refuses a request, with a page for people. `by_address` says that an IP address would do.
fn forbidden(error: OriginError, by_address: bool, parts: &Parts) -> Response {
    let accept = parts
        .headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("text/html")) {
        let hint = match error {
            OriginError::Host if by_address => USE_THE_ADDRESS,
            _ => "",
        };
        let page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>Azulejo: refused</title>\n<h1>Azulejo cannot be opened here</h1>\n<p>{}</p>\n\
             {hint}</html>\n",
            sentence(&error.to_string())
        );
        let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        return (StatusCode::FORBIDDEN, html, page).into_response();
    }
    let error = Problem::at(ProblemCode::BadOrigin, error.field(), error.to_string());
    (StatusCode::FORBIDDEN, Json(ErrorAnswer { error })).into_response()
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}
