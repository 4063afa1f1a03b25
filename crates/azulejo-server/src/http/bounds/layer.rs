//! Enforces the bounds of every route.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use tokio::time::{Instant, timeout};

use super::body::{BoundExceeded, BoundedBody};
use super::{RETRY_AFTER_SECONDS, ResponsePool, RouteBounds, of_route};
use crate::http::Client;
use crate::http::openapi::{OTHER_ROUTES, PAGES, ROUTES};
use crate::http::problem::{ApiError, ApiResult};
use crate::http::rate_limits::{RateLimited, RateLimits};
use crate::http::strict::Rejection;
use crate::net::{ConcurrencyLimit, ConcurrencyPermit, WriteDeadline};

/// The state of the layer: buckets and counters.
pub(crate) struct Enforcer {
    limits: Arc<RateLimits>,
    pools: [Arc<ConcurrencyLimit>; ResponsePool::ALL.len()],
}

impl Enforcer {
    /// Creates the counters, with the multiplier of all limits per address; 0 disables those.
    pub(crate) fn new(times: u32, limits: Arc<RateLimits>) -> Self {
        let pools = ResponsePool::ALL.map(|pool| {
            let total = pool.total();
            let scaled = |per_address: usize| match times {
                0 => total,
                times => per_address.saturating_mul(times as usize),
            };
            let crowded = scaled(pool.crowded_per_address());
            ConcurrencyLimit::elastic(crowded, total, scaled(pool.per_address()), total / 2)
        });
        Self { limits, pools }
    }

    /// Checks the rate limit and the number of open responses.
    pub(super) fn admit(
        &self,
        bounds: &RouteBounds,
        client: Client,
    ) -> ApiResult<Option<ConcurrencyPermit>> {
        if let Some(action) = bounds.rate {
            self.limits.check(action, client.address)?;
        }
        let Some(pool) = bounds.open else {
            return Ok(None);
        };
        let permit = self.pools[pool as usize].try_acquire(Some(client.address));
        let permit = permit.map_err(|_exceeded| {
            let detail = "too many responses are being read";
            RateLimited {
                problem: Problem::at(ProblemCode::TooFast, pool.name(), detail),
                seconds: RETRY_AFTER_SECONDS,
            }
        })?;
        Ok(Some(permit))
    }
}

/// Handles a request within the bounds of its route.
pub(crate) async fn enforce(
    State(enforcer): State<Arc<Enforcer>>,
    client: Client,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let path = path.as_ref().map_or(PAGES.path, MatchedPath::as_str);
    debug_assert!(is_listed(path), "{path} is served but not listed");
    let bounds = of_route(request.method().as_str(), path);
    let deadline = request.extensions().get::<WriteDeadline>().cloned();
    let response = handle(&enforcer, &bounds, client, request, next).await;
    if let Some(deadline) = deadline
        && response.status() != StatusCode::SWITCHING_PROTOCOLS
    {
        deadline.set(Instant::now() + bounds.read_time);
    }
    response
}

/// Returns whether a path is in the access table.
fn is_listed(path: &str) -> bool {
    let mut routes = ROUTES.iter().chain(OTHER_ROUTES);
    routes.any(|route| route.path == path)
}

async fn handle(
    enforcer: &Enforcer,
    bounds: &RouteBounds,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let request = match bound_request(bounds, request) {
        Ok(request) => request,
        Err(rejection) => return rejection.into_response(),
    };
    // Before the body is read: it may be slow to arrive.
    let permit = match enforcer.admit(bounds, client) {
        Ok(permit) => permit,
        Err(error) => return error.into_response(),
    };
    match timeout(bounds.handle_time, next.run(request)).await {
        Ok(response) => bound_response(bounds, response, permit),
        Err(_elapsed) => {
            tracing::warn!("request timed out");
            ApiError::from(ProblemCode::Unavailable).into_response()
        }
    }
}

/// Refuses a body that is announced as too long, and bounds one that is not announced.
fn bound_request(bounds: &RouteBounds, request: Request) -> Result<Request, Rejection> {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > bounds.body_bytes as u64) {
        return Err(BoundExceeded::Bytes(bounds.body_bytes).into());
    }
    if request.body().is_end_stream() {
        return Ok(request);
    }
    Ok(request.map(|body| {
        Body::new(BoundedBody::new(
            body,
            bounds.body_bytes,
            bounds.body_time,
            None,
        ))
    }))
}

/// Replaces a response that is known to be too long, and bounds one that is streamed.
fn bound_response(
    bounds: &RouteBounds,
    response: Response,
    permit: Option<ConcurrencyPermit>,
) -> Response {
    let length = response.body().size_hint();
    if length.lower() > bounds.response_bytes as u64 {
        let bytes = length.lower();
        tracing::error!(bytes, most = bounds.response_bytes, "response is too long");
        return ApiError::from(ProblemCode::Unavailable).into_response();
    }
    if length.exact().is_some() && permit.is_none() {
        return response;
    }
    response.map(|body| {
        let (bytes, time) = (bounds.response_bytes, bounds.read_time);
        Body::new(BoundedBody::new(body, bytes, time, permit))
    })
}
