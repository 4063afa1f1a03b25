//! The routes of the server.

pub(crate) mod account;
pub(crate) mod games;
pub(crate) mod replays;
pub(crate) mod second_factor;
pub(crate) mod session;

use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// The API routes, from which the OpenAPI document is generated.
pub(crate) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(account::router())
        .merge(second_factor::router())
        .merge(session::router())
        .merge(games::router())
        .merge(replays::router())
}

/// All routes, without the security middleware.
pub(crate) fn router(app: &App) -> Router {
    paths()
        .fallback(crate::http::web_client::serve)
        .with_state(app.clone())
}

/// All paths except the pages of the web client.
fn paths() -> Router<App> {
    crate::http::openapi::router()
        .route("/api/v1/socket", get(crate::ws::open))
        .route("/healthz", get(crate::ops::health))
        .route("/readyz", get(crate::ops::ready))
        .route("/metrics", get(crate::ops::metrics::public))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::openapi::{OTHER_ROUTES, PAGES, ROUTES};

    /// Returns the paths that a router serves.
    fn served(router: &Router<App>) -> BTreeSet<String> {
        let text = format!("{router:?}");
        let paths = text.split("paths: {").nth(1).expect("a router has paths");
        let paths = paths.split('"').skip(1).step_by(2);
        // The router of the fallback follows, with paths of its own.
        let own = paths.take_while(|path| !path.contains("__private__axum_fallback"));
        own.map(str::to_owned).collect()
    }

    /// Returns the paths in the two lists, without the pages, which have no path of their own.
    fn listed() -> BTreeSet<String> {
        let routes = ROUTES
            .iter()
            .chain(OTHER_ROUTES)
            .filter(|&&row| row != PAGES);
        routes.map(|row| row.path.to_owned()).collect()
    }

    #[test]
    fn every_served_path_is_listed() {
        let listed = listed();
        assert_eq!(served(&paths()), listed);
        // The control: an unlisted path is found.
        let more = paths().route("/hidden", get(crate::ops::health));
        let found = served(&more);
        let extra: Vec<_> = found.difference(&listed).collect();
        assert_eq!(extra, ["/hidden"]);
    }
}
