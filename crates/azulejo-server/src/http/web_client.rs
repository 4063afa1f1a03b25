//! The web client, embedded in the program and served with entity tags.
//!
//! The page is rendered: it has the link preview of its path.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_ai::eval::{Setting, shipped_network};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::http::previews;

/// The built `web/`; empty if the program was built without Node.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Files;

const INDEX: &str = "index.html";
/// The page of a program that was built without the client.
const WITHOUT_CLIENT: &str = include_str!("without_client.html");

/// Returns true if the web client is embedded.
pub(crate) fn is_built() -> bool {
    Files::get(INDEX).is_some()
}

/// Serves a file of the client, or its page for any other path: the client has its own router.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") {
        return crate::http::problem::ApiError::from(
            azulejo_protocol::frame::ProblemCode::NotFound,
        )
        .into_response();
    }
    let headers = request.headers();
    let is_file = !matches!(path, "" | INDEX) && !path.ends_with(".br") && !path.ends_with(".gz");
    if is_file {
        if let Some(answer) = file(path, headers) {
            return answer;
        }
        // A missing script must not be answered with HTML.
        if path.starts_with("assets/") {
            return StatusCode::NOT_FOUND.into_response();
        }
    }
    let (parts, _) = request.into_parts();
    page(&app, &parts).await
}

/// The page of the client, with the link preview of its path.
async fn page(app: &App, parts: &Parts) -> Response {
    let embedded = Files::get(INDEX);
    let page = embedded.as_ref().map_or(WITHOUT_CLIENT, |file| {
        std::str::from_utf8(&file.data).unwrap_or(WITHOUT_CLIENT)
    });
    let page = page.replacen(previews::MARKER, &previews::tags(app, parts).await, 1);
    let tag = etag(&Sha256::digest(&page));
    let fresh = is_fresh(&parts.headers, &tag);
    let mut answer = if fresh {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        page.into_response()
    };
    describe(&mut answer, INDEX, &tag);
    let vary = HeaderValue::from_static("Accept-Language");
    answer.headers_mut().insert(header::VARY, vary);
    answer
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = StaticFile::get(path)?;
    let tag = plain.etag;
    let mut answer = if is_fresh(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (encoding, body) = compressed(path, headers).unwrap_or((None, plain.body));
        let mut answer = body.into_response();
        if let Some(encoding) = encoding {
            let encoding = HeaderValue::from_static(encoding);
            answer
                .headers_mut()
                .insert(header::CONTENT_ENCODING, encoding);
        }
        answer
    };
    describe(&mut answer, path, &tag);
    let vary = HeaderValue::from_static("Accept-Encoding");
    answer.headers_mut().insert(header::VARY, vary);
    Some(answer)
}

fn is_fresh(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| known.as_bytes() == tag.as_bytes())
}

/// Adds the content type, the entity tag and the caching of a file.
fn describe(answer: &mut Response, path: &str, tag: &str) {
    let out = answer.headers_mut();
    out.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(path)),
    );
    if let Ok(tag) = HeaderValue::from_str(tag) {
        out.insert(header::ETAG, tag);
    }
    // File names under assets/ contain a content hash.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
}

/// A file without compression.
struct StaticFile {
    body: Bytes,
    etag: String,
}

impl StaticFile {
    fn get(path: &str) -> Option<Self> {
        if let Some(file) = Files::get(path) {
            return Some(Self {
                etag: etag(&file.metadata.sha256_hash()),
                body: bytes(file),
            });
        }
        let network = network(path)?;
        // The name of the file contains a hash of its content.
        Some(Self {
            etag: format!("\"{path}\""),
            body: Bytes::from_static(network),
        })
    }
}

/// Returns a network from the engine, which embeds it: of the client's copy, the server embeds only
/// the compressed form.
fn network(path: &str) -> Option<&'static [u8]> {
    Files::get(&format!("{path}.br"))?;
    let name = path.strip_prefix("assets/")?.strip_suffix(".net")?;
    let setting: Setting = name.split('-').next()?.parse().ok()?;
    Some(shipped_network(setting))
}

/// The content of a file. In release builds it is part of the program and is not copied, however
/// many clients are slow to read it.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

fn compressed(path: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, Bytes)> {
    let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts = |name| {
        accepted
            .split(',')
            .any(|item| item.trim().starts_with(name))
    };
    [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(name, _)| accepts(*name))
        .find_map(|(name, suffix)| {
            let file = Files::get(&format!("{path}{suffix}"))?;
            Some((Some(name), bytes(file)))
        })
}

fn etag(hash: &[u8]) -> String {
    format!("\"{}\"", crate::draws::to_hex(&hash[..12]))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "ftl" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
