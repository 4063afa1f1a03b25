//! All routes.

pub(crate) mod account;
pub(crate) mod games;
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
}

/// Everything that the server answers, before the security frame is put around it.
pub(crate) fn router(app: &App) -> Router {
    crate::openapi::router()
        .route("/api/v1/socket", get(crate::socket::open))
        .route("/healthz", get(crate::ops::health))
        .route("/readyz", get(crate::ops::ready))
        .route("/metrics", get(crate::ops::metrics))
        .fallback(crate::web::serve)
        .with_state(app.clone())
}
