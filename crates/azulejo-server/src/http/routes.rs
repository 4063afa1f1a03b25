//! The routes of the server.

pub(crate) mod account;
pub(crate) mod games;
pub(crate) mod replays;
pub(crate) mod second_factor;
pub(crate) mod session;

use axum::Router;
use axum::routing::{MethodRouter, get};
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
    undocumented()
        .into_iter()
        .fold(crate::http::openapi::router(), |router, (path, handler)| {
            router.route(path, handler)
        })
}

/// The paths outside the API document, with their handlers.
fn undocumented() -> [(&'static str, MethodRouter<App>); 4] {
    [
        ("/api/v1/socket", get(crate::ws::open)),
        ("/healthz", get(crate::ops::health)),
        ("/readyz", get(crate::ops::ready)),
        ("/metrics", get(crate::ops::metrics::public)),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::openapi::{self, OTHER_ROUTES, PAGES};

    /// A test of the document covers the other routes, and the layer of the bounds asserts that
    /// every path it handles is listed.
    #[test]
    fn every_undocumented_path_is_listed() {
        let served = undocumented().map(|(path, _)| path);
        let served: BTreeSet<_> = served.into_iter().chain([openapi::PATH]).collect();
        let listed = OTHER_ROUTES.iter().filter(|&&row| row != PAGES);
        let listed: BTreeSet<_> = listed.map(|row| row.path).collect();
        assert_eq!(served, listed);
    }
}
