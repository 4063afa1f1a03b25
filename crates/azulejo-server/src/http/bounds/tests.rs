//! Exceeds every bound of every route, and the documentation.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use futures_util::stream;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde_json::Value;
use tokio::time::Instant;

use super::*;
use crate::http::openapi::{OTHER_ROUTES, ROUTES, Route};
use crate::http::rate_limits::RateLimits;
use crate::http::{Client, StrictJson};

fn routes() -> impl Iterator<Item = Route> {
    ROUTES.iter().chain(OTHER_ROUTES).copied()
}

/// Returns a server of all routes with the same handler behind the layer.
fn server<H, A>(times: u32, handler: H) -> Router
where
    H: axum::handler::Handler<A, ()> + Clone,
    A: 'static,
{
    let enforcer = Enforcer::new(times, Arc::new(RateLimits::new(times)));
    let client = Client {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        https: false,
    };
    let mut paths: Vec<_> = routes().map(|route| route.path).collect();
    paths.sort_unstable();
    paths.dedup();
    let router = paths
        .into_iter()
        .filter(|path| *path != PAGES.path)
        .fold(Router::new(), |router, path| {
            router.route(path, any(handler.clone()))
        });
    router
        .fallback(any(handler))
        .layer(from_fn_with_state(Arc::new(enforcer), enforce))
        .layer(Extension(client))
}

async fn send(server: &Router, route: Route, body: Body) -> Response {
    let path = route.path.replace(['{', '}', '*'], "");
    let request = Request::builder()
        .method(Method::from_bytes(route.method.as_bytes()).expect("a method"))
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .expect("a request");
    TowerToHyperService::new(server.clone())
        .call(request)
        .await
        .expect("no error")
}

async fn code(response: Response) -> Value {
    let body = to_bytes(response.into_body(), 1 << 16).await.expect("read");
    let answer: Value = serde_json::from_slice(&body).expect("JSON");
    answer["error"]["code"].clone()
}

/// Returns a stream of this many bytes, whose length is not announced.
fn streamed(length: usize) -> Body {
    const CHUNK: usize = 4_096;
    let chunks = (0..length.div_ceil(CHUNK)).map(move |n| {
        let length = CHUNK.min(length - n * CHUNK);
        Ok::<_, std::io::Error>(Bytes::from(vec![b' '; length]))
    });
    Body::from_stream(stream::iter(chunks))
}

fn endless() -> Body {
    Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>())
}

async fn echo_length(StrictJson(_): StrictJson<Value>) {}

#[tokio::test]
async fn longer_request_bodies_are_refused() {
    let server = server(0, echo_length);
    for route in routes() {
        let most = of_route(route.method, route.path).body_bytes;
        let text = |length: usize| format!("\"{}\"", "a".repeat(length - 2));
        let fits = send(&server, route, Body::from(text(most))).await;
        assert_eq!(fits.status(), StatusCode::OK, "{route:?}");
        for body in [Body::from(text(most + 1)), streamed(most + 1)] {
            let refused = send(&server, route, body).await;
            assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE, "{route:?}");
            assert_eq!(refused.headers()[header::CONNECTION], "close", "{route:?}");
            assert_eq!(code(refused).await, "malformed", "{route:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn slower_request_bodies_are_refused() {
    let server = server(0, echo_length);
    for route in routes() {
        let begun = Instant::now();
        let refused = send(&server, route, endless()).await;
        assert_eq!(refused.status(), StatusCode::REQUEST_TIMEOUT, "{route:?}");
        let most = of_route(route.method, route.path).body_time;
        assert!(begun.elapsed() >= most && begun.elapsed() < 2 * most);
    }
}

#[tokio::test(start_paused = true)]
async fn slow_handlers_are_abandoned() {
    let server = server(0, async || std::future::pending::<()>().await);
    for route in routes() {
        let begun = Instant::now();
        let answer = send(&server, route, Body::empty()).await;
        assert_eq!(
            answer.status(),
            StatusCode::SERVICE_UNAVAILABLE,
            "{route:?}"
        );
        assert_eq!(code(answer).await, "unavailable", "{route:?}");
        let most = of_route(route.method, route.path).handle_time;
        assert!(begun.elapsed() >= most && begun.elapsed() < 2 * most);
    }
}

#[tokio::test]
async fn longer_responses_are_replaced_or_cut_off() {
    for route in routes() {
        let most = of_route(route.method, route.path).response_bytes;
        let whole = |length: usize| server(0, async move || "x".repeat(length));
        let fits = send(&whole(most), route, Body::empty()).await;
        assert_eq!(fits.body().size_hint().exact(), Some(most as u64));
        let replaced = send(&whole(most + 1), route, Body::empty()).await;
        assert_eq!(replaced.status(), StatusCode::SERVICE_UNAVAILABLE);
        let parts = |length: usize| server(0, async move || streamed(length).into_response());
        for (length, is_sent) in [(most, true), (most + 1, false)] {
            let answer = send(&parts(length), route, Body::empty()).await;
            let read = to_bytes(answer.into_body(), usize::MAX).await;
            assert_eq!(read.is_ok(), is_sent, "{route:?} {length}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn slower_responses_are_cut_off() {
    let server = server(0, async || endless().into_response());
    for route in routes() {
        let begun = Instant::now();
        let answer = send(&server, route, Body::empty()).await;
        let error = to_bytes(answer.into_body(), usize::MAX).await;
        let most = of_route(route.method, route.path).read_time;
        let error = BoundExceeded::cause_of(&error.expect_err("cut off"));
        assert_eq!(error, Some(BoundExceeded::Time(most)), "{route:?}");
        assert!(begun.elapsed() >= most && begun.elapsed() < 2 * most);
    }
}

#[tokio::test]
async fn open_responses_are_bounded_until_they_are_read() {
    let ok = async || "read me";
    for route in routes() {
        let Some(pool) = of_route(route.method, route.path).open else {
            continue;
        };
        let server = server(1, ok);
        let mut open = Vec::new();
        for _ in 0..pool.per_address() {
            let answer = send(&server, route, Body::empty()).await;
            assert_eq!(answer.status(), StatusCode::OK, "{route:?}");
            open.push(answer);
        }
        let refused = send(&server, route, Body::empty()).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(refused.headers().contains_key(header::RETRY_AFTER));
        assert_eq!(code(refused).await, "too_fast", "{route:?}");
        open.pop();
        let answer = send(&server, route, Body::empty()).await;
        assert_eq!(answer.status(), StatusCode::OK, "{route:?}");
    }
}

/// The attack: a few addresses hold as many responses as they may, and read them slowly.
#[test]
fn few_addresses_cannot_hold_all_open_responses() {
    for (method, path, bounds) in EXCEPTIONS {
        let Some(pool) = bounds.open else {
            continue;
        };
        let enforcer = Enforcer::new(1, Arc::new(RateLimits::new(0)));
        let mut held = Vec::new();
        let mut addresses = 0_u32;
        while held.len() < pool.total() {
            addresses += 1;
            let client = Client {
                address: IpAddr::V4(Ipv4Addr::from(addresses)),
                https: false,
            };
            let admitted = std::iter::from_fn(|| enforcer.admit(bounds, client).ok());
            held.extend(admitted);
        }
        let least = pool.total() / 2 / pool.crowded_per_address();
        assert!(addresses as usize > least, "{method} {path}: {addresses}");
    }
}

#[tokio::test]
async fn rates_of_routes_are_bounded() {
    for route in routes() {
        let server = server(1, async || ());
        let Some(action) = of_route(route.method, route.path).rate else {
            continue;
        };
        let mut statuses = Vec::new();
        for _ in 0..2 * action.rate().0 {
            statuses.push(send(&server, route, Body::empty()).await.status());
        }
        assert_eq!(statuses[0], StatusCode::OK, "{route:?}");
        assert!(
            statuses.contains(&StatusCode::TOO_MANY_REQUESTS),
            "{route:?}"
        );
    }
}

#[test]
fn exceptions_are_routes() {
    for (method, path, bounds) in EXCEPTIONS {
        let mut all = routes();
        assert!(
            all.any(|route| route.method == *method && route.path == *path),
            "{method} {path}"
        );
        assert_ne!(*bounds, DEFAULT, "{method} {path}");
    }
}

#[test]
fn every_frame_kind_has_bounds() {
    let types = azulejo_protocol::typescript();
    let start = types.find("export type ClientFrame").expect("the type");
    let declared = &types[start..];
    let declared = &declared[..declared.find(';').expect("its end")];
    for kind in FrameKind::ALL {
        let tag = format!("\"t\": \"{}\"", kind.tag());
        assert!(declared.contains(&tag), "{tag}");
    }
    let n_declared = declared.matches("\"t\": ").count();
    assert_eq!(n_declared, FrameKind::ALL.len());
}
