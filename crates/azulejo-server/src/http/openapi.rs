//! One document that describes all routes, and one table that says who may use them.
//!
//! Routes enter both by being registered: the document is made from the very routers that serve
//! the requests, and a test compares the table with the document. The few routes that the document
//! leaves out are listed beside it, and a test compares both lists with what the server answers.

use axum::Router;
use axum::http::header;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::routes;

/// Who may use a route. Whoever may not is refused in every state of the game; the tests say with
/// which reason, for everybody and every state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Anybody.
    Anyone,
    /// Anybody but a program with a bearer token: the answer sets a cookie.
    Browser,
    /// As `Browser`, but not with an account.
    Newcomer,
    /// Any identity, by cookie or bearer token.
    Session,
    /// Whoever owns the identity: not the token that an account gave to a program.
    Owner,
    /// An account, by cookie.
    Account,
    /// Who sits in the game.
    Seat,
    /// Who set up the game.
    Host,
    /// Who set up the game, or sits on the seat that is meant.
    HostOrSeat,
}

/// One route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// The method, in capitals.
    pub method: &'static str,
    /// The path, with names in braces for its variable parts.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
}

const fn route(method: &'static str, path: &'static str, access: Access) -> Route {
    Route {
        method,
        path,
        access,
    }
}

/// All routes that the document describes. A route that is not here fails a test.
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

/// Where the document is served.
pub const PATH: &str = "/api/v1/openapi.json";

/// All routes that the document does not describe. Which frames somebody may send through the
/// socket is a matter of each frame. A route that is not here fails a test.
pub const BESIDE: &[Route] = &[
    route("GET", PATH, Access::Anyone),
    route("GET", "/api/v1/socket", Access::Anyone),
    route("GET", "/healthz", Access::Anyone),
    route("GET", "/readyz", Access::Anyone),
    route("GET", "/metrics", Access::Anyone),
    PAGES,
];

/// Every other path: the files of the web client, and its page for all that is no file.
pub const PAGES: Route = route("GET", "/{*page}", Access::Anyone);

#[derive(OpenApi)]
#[openapi(info(
    title = "Azulejo",
    version = "1",
    description = "Games, identities and sessions. What happens at a table goes through the \
                   socket at /api/v1/socket.",
    license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
))]
struct Document;

/// The routes of the interface, with the document that describes them.
pub(crate) fn router() -> Router<App> {
    let (router, document) = described();
    router.route(
        PATH,
        get(async move || ([(header::CONTENT_TYPE, "application/json")], document)),
    )
}

/// The document, as it is served.
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
    let mut text =
        serde_json::to_string_pretty(&document).expect("the document is made of maps and texts");
    text.push('\n');
    (router, text)
}
