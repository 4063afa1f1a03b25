//! All routes.

pub(crate) mod account;
pub(crate) mod games;
pub(crate) mod replays;
pub(crate) mod session;

use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// The routes that the interface's description is made from.
pub(crate) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(account::router())
        .merge(session::router())
        .merge(games::router())
        .merge(replays::router())
}

/// Everything that the server answers, before the security frame is put around it.
pub(crate) fn router(app: &App) -> Router {
    paths()
        .fallback(crate::http::web_client::serve)
        .with_state(app.clone())
}

/// All paths that are something else than a page.
fn paths() -> Router<App> {
    crate::http::openapi::router()
        .route("/api/v1/socket", get(crate::ws::open))
        .route("/healthz", get(crate::ops::health))
        .route("/readyz", get(crate::ops::ready))
        .route("/metrics", get(crate::ops::metrics))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::openapi::{BESIDE, PAGES, ROUTES};

    /// What a router itself says that it serves.
    fn served(router: &Router<App>) -> BTreeSet<String> {
        let text = format!("{router:?}");
        let paths = text.split("paths: {").nth(1).expect("a router has paths");
        let paths = paths.split('"').skip(1).step_by(2);
        // The router of the fallback follows, with paths of its own.
        let own = paths.take_while(|path| !path.contains("__private__axum_fallback"));
        own.map(str::to_owned).collect()
    }

    /// What the two lists say, but for the pages, which are no path of their own.
    fn listed() -> BTreeSet<String> {
        let routes = ROUTES.iter().chain(BESIDE).filter(|&&row| row != PAGES);
        routes.map(|row| row.path.to_owned()).collect()
    }

    #[test]
    fn every_path_that_is_served_is_in_one_of_the_lists() {
        let listed = listed();
        assert_eq!(served(&paths()), listed);
        // Or it would be found.
        let more = paths().route("/hidden", get(crate::ops::health));
        let found = served(&more);
        let extra: Vec<_> = found.difference(&listed).collect();
        assert_eq!(extra, ["/hidden"]);
    }
}
