//! The OpenAPI document, and the access table of the routes.
//!
//! The document is generated from the routers that serve the requests. Tests compare the table with
//! the document; a debug assertion of `bounds` finds a path that is served but in no table.

mod constraints;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::routes;

/// The access that a route requires. All others are refused in every state of a game; the authorisation tests
/// state the reason for every principal and state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everyone.
    Anyone,
    /// Everyone without a bearer token, because the response sets a cookie.
    Browser,
    /// Like `Browser`, but without an account.
    Newcomer,
    /// Any session, by cookie or bearer token.
    Session,
    /// The owner of the identity; not a bearer token of an account.
    Owner,
    /// An account, by cookie.
    Account,
    /// A player in the game.
    Seat,
    /// The host of the game.
    Host,
    /// The host of the game, or the player on the seat.
    HostOrSeat,
}

/// One route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// The method, in capitals.
    pub method: &'static str,
    /// The path, with names in braces for its variable parts.
    pub path: &'static str,
    /// The required access.
    pub access: Access,
}

const fn route(method: &'static str, path: &'static str, access: Access) -> Route {
    Route {
        method,
        path,
        access,
    }
}

/// The routes in the document. A test fails if one is missing here.
pub const ROUTES: &[Route] = &[
    route("GET", "/api/v1/me", Access::Anyone),
    route("PATCH", "/api/v1/me", Access::Owner),
    route("DELETE", "/api/v1/me", Access::Owner),
    route("GET", "/api/v1/me/export", Access::Owner),
    route("GET", "/api/v1/me/games", Access::Session),
    route("POST", "/api/v1/signup", Access::Newcomer),
    route("POST", "/api/v1/login", Access::Browser),
    route("POST", "/api/v1/logout", Access::Session),
    route("POST", "/api/v1/recover", Access::Anyone),
    route("POST", "/api/v1/password", Access::Account),
    route("POST", "/api/v1/recovery-codes", Access::Account),
    route("GET", "/api/v1/second-factor", Access::Account),
    route("POST", "/api/v1/second-factor", Access::Account),
    route("DELETE", "/api/v1/second-factor", Access::Account),
    route("POST", "/api/v1/second-factor/confirm", Access::Account),
    route("GET", "/api/v1/sessions", Access::Owner),
    route("DELETE", "/api/v1/sessions", Access::Owner),
    route("DELETE", "/api/v1/sessions/{id}", Access::Owner),
    route("GET", "/api/v1/tokens", Access::Account),
    route("POST", "/api/v1/tokens", Access::Account),
    route("DELETE", "/api/v1/tokens/{id}", Access::Account),
    route("POST", "/api/v1/guest", Access::Anyone),
    route("GET", "/api/v1/lobby", Access::Anyone),
    route("POST", "/api/v1/replay", Access::Anyone),
    route("POST", "/api/v1/games", Access::Session),
    route("GET", "/api/v1/games/{game}", Access::Anyone),
    route("POST", "/api/v1/games/{game}/join", Access::Session),
    route(
        "POST",
        "/api/v1/games/{game}/nonce-commitment",
        Access::Seat,
    ),
    route("POST", "/api/v1/games/{game}/nonce", Access::Seat),
    route("POST", "/api/v1/games/{game}/cancel", Access::Host),
    route("POST", "/api/v1/games/{game}/invitation", Access::Host),
    route(
        "POST",
        "/api/v1/games/{game}/seats/{seat}/bot",
        Access::Host,
    ),
    route(
        "DELETE",
        "/api/v1/games/{game}/seats/{seat}",
        Access::HostOrSeat,
    ),
    route("GET", "/api/v1/games/{game}/record", Access::Anyone),
    route("GET", "/api/v1/games/{game}/replay", Access::Anyone),
    route("GET", "/api/v1/games/{game}/hint", Access::Seat),
];

/// The path of the document.
pub const PATH: &str = "/api/v1/openapi.json";

/// The routes outside the document. The WebSocket checks access per frame. A test fails if one is
/// missing here.
pub const OTHER_ROUTES: &[Route] = &[
    route("GET", PATH, Access::Anyone),
    route("GET", "/api/v1/socket", Access::Anyone),
    route("GET", "/healthz", Access::Anyone),
    route("GET", "/readyz", Access::Anyone),
    route("GET", "/metrics", Access::Anyone),
    PAGES,
];

/// Every other path: the files of the web client, and its page for everything else.
pub const PAGES: Route = route("GET", "/{*page}", Access::Anyone);

#[derive(OpenApi)]
#[openapi(info(
    title = "Azulejo",
    version = "1",
    description = "Games, identities and sessions. Play itself uses the WebSocket at \
                   /api/v1/socket.",
    license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
))]
struct Document;

/// The API routes and the document.
pub(crate) fn router() -> Router<App> {
    let (router, document) = described();
    // Shared by all responses, which clients may be slow to read.
    let document = Bytes::from(document);
    router.route(
        PATH,
        get(async move || ([(header::CONTENT_TYPE, "application/json")], document)),
    )
}

/// Returns the document as served.
#[must_use]
pub fn document() -> String {
    described().1
}

fn described() -> (Router<App>, String) {
    let described = OpenApiRouter::with_openapi(Document::openapi()).merge(routes::api());
    let (router, mut document) = described.split_for_parts();
    let components = document.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(
        "azulejo",
        "A browser's session. Over https its name is `__Host-azulejo`.",
    );
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    components.add_security_scheme("bearer", bearer);
    let mut document = serde_json::to_value(&document).expect("the document is JSON");
    constraints::apply(&mut document);
    let mut text = serde_json::to_string_pretty(&document).expect("the document is JSON");
    text.push('\n');
    (router, text)
}
