//! Strict request parsing: bodies, paths and queries are exactly as documented, or rejected with the
//! field and the reason.

use std::fmt;

use axum::Json;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::ErrorAnswer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::http::bounds::BoundExceeded;

/// The deepest nesting of objects and arrays.
const MAX_DEPTH: u8 = 16;
/// The fields that hold a list. Elsewhere an array is refused, which serde would take for a struct.
const LISTS: [&str; 2] = ["seats", "placements"];

/// Parses JSON strictly: UTF-8, a single value, no duplicate keys, bounded depth, no NUL in texts,
/// no unknown fields, no array in place of an object.
///
/// The text is scanned once, into a value that has been checked, from which `T` is read.
///
/// # Errors
/// [`ProblemCode::Malformed`] with the path of the field.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let malformed = |field: Option<String>, detail: String| Problem {
        field,
        detail: Some(detail),
        ..Problem::new(ProblemCode::Malformed)
    };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| malformed(None, format!("not UTF-8: {error}")))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = StrictValue { depth: 0 }.deserialize(&mut json);
    let value = value.and_then(|value| json.end().map(|()| value));
    let value = value.map_err(|error| {
        let detail = error.to_string();
        malformed(named_field(&detail), detail)
    })?;
    check_arrays(None, &value).map_err(|field| {
        malformed(
            field.map(str::to_owned),
            "an array, not an object".to_owned(),
        )
    })?;
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let detail = error.inner().to_string();
        let path = (path != "." && path != "?").then_some(path);
        let field = match (path, named_field(&detail)) {
            // The path leads to the object in which the field is missing or unknown.
            (Some(path), Some(name)) if !is_last(&path, &name) => Some(format!("{path}.{name}")),
            (Some(path), _) => Some(path),
            (None, name) => name,
        };
        malformed(field, detail)
    })
}

/// Checks that only lists are arrays.
///
/// # Errors
/// The field with an array that is none, or `None` for the whole value.
fn check_arrays<'a>(field: Option<&'a str>, value: &'a Value) -> Result<(), Option<&'a str>> {
    match value {
        Value::Object(object) => {
            let mut fields = object.iter();
            fields.try_for_each(|(name, value)| check_arrays(Some(name), value))
        }
        Value::Array(items) if field.is_some_and(|field| LISTS.contains(&field)) => {
            let mut items = items.iter();
            items.try_for_each(|item| match item {
                Value::Array(_) => Err(field),
                _ => check_arrays(field, item),
            })
        }
        Value::Array(_) => Err(field),
        _ => Ok(()),
    }
}

fn is_last(path: &str, name: &str) -> bool {
    path.rsplit('.').next() == Some(name)
}

/// The field that an error message of serde names.
fn named_field(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("field `")?;
    let (name, _) = rest.split_once('`')?;
    Some(name.to_owned())
}

/// Reads a [`Value`], rejecting duplicate keys, deep nesting and NUL.
#[derive(Clone, Copy)]
struct StrictValue {
    depth: u8,
}

impl StrictValue {
    fn nested<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format!("deeper than {MAX_DEPTH} levels")));
        }
        Ok(Self {
            depth: self.depth + 1,
        })
    }
}

fn check_text<E: serde::de::Error>(text: &str) -> Result<(), E> {
    // PostgreSQL cannot store it.
    if text.contains('\0') {
        return Err(E::custom("a text contains NUL"));
    }
    Ok(())
}

impl<'de> DeserializeSeed<'de> for StrictValue {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StrictValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        check_text(text)?;
        Ok(text.into())
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Value, E> {
        check_text(&text)?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.nested()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.nested()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            check_text(&key)?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
            let value = entries.next_value_seed(inner)?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

/// The response to a request that cannot be parsed.
#[derive(Debug)]
pub(crate) struct Rejection {
    status: StatusCode,
    problem: Problem,
}

impl Rejection {
    fn new(status: StatusCode, field: &str, detail: impl Into<String>) -> Self {
        Self {
            status,
            problem: Problem::at(ProblemCode::Malformed, field, detail),
        }
    }
}

impl From<Problem> for Rejection {
    fn from(problem: Problem) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            problem,
        }
    }
}

impl From<BoundExceeded> for Rejection {
    fn from(exceeded: BoundExceeded) -> Self {
        let status = match exceeded {
            BoundExceeded::Bytes(_) => StatusCode::PAYLOAD_TOO_LARGE,
            BoundExceeded::Time(_) => StatusCode::REQUEST_TIMEOUT,
        };
        Self::new(status, "body", exceeded.to_string())
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let error = self.problem;
        let mut response = (self.status, Json(ErrorAnswer { error })).into_response();
        // The rest of the body must not be taken for the next request (request smuggling).
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    }
}

/// A JSON body.
#[derive(Debug)]
pub(crate) struct StrictJson<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for StrictJson<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Rejection> {
        check_content_type(request.headers())?;
        let bytes = read_body(request).await?;
        Ok(Self(read_json(&bytes)?))
    }
}

/// A JSON body, or the default for an empty body.
#[derive(Debug)]
pub(crate) struct OptionalJson<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJson<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Rejection> {
        let typed = check_content_type(request.headers());
        let bytes = read_body(request).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        typed?;
        Ok(Self(read_json(&bytes)?))
    }
}

/// Requires `application/json`, which a form on another site cannot send (CSRF).
fn check_content_type(headers: &HeaderMap) -> Result<(), Rejection> {
    let mut values = headers.get_all(header::CONTENT_TYPE).into_iter();
    let value = match (values.next().map(HeaderValue::to_str), values.next()) {
        (Some(Ok(value)), None) => value,
        _ => "",
    };
    let mut parts = value.split(';').map(str::trim);
    let is_json = parts
        .next()
        .is_some_and(|name| name.eq_ignore_ascii_case("application/json"));
    if is_json && parts.all(|part| part.eq_ignore_ascii_case("charset=utf-8")) {
        return Ok(());
    }
    Err(Rejection::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "content-type",
        "the body must be application/json",
    ))
}

/// Reads a body, whose size and time are bounded by the bounds of its route.
async fn read_body(request: Request) -> Result<Bytes, Rejection> {
    let read = to_bytes(request.into_body(), usize::MAX).await;
    read.map_err(|error| match BoundExceeded::cause_of(&error) {
        Some(exceeded) => exceeded.into(),
        None => {
            let detail = format!("the body broke off: {error}");
            Rejection::new(StatusCode::BAD_REQUEST, "body", detail)
        }
    })
}

/// The parameters of a path.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(error) => {
                let detail = error.body_text();
                Err(Rejection::new(StatusCode::BAD_REQUEST, "path", detail))
            }
        }
    }
}

/// The parameters of a query string.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Rejection> {
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(error) => {
                let detail = error.body_text();
                let field = named_field(&detail).unwrap_or_else(|| "query".to_owned());
                Err(Rejection::new(StatusCode::BAD_REQUEST, &field, detail))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use azulejo_protocol::http::{Credentials, NewGame, Rename};

    use super::*;

    #[track_caller]
    fn refused<T: DeserializeOwned + fmt::Debug>(text: &[u8], field: Option<&str>, why: &str) {
        let problem = read_json::<T>(text).expect_err("it is wrong");
        let shown = String::from_utf8_lossy(&text[..text.len().min(80)]);
        assert_eq!(problem.code, ProblemCode::Malformed, "{shown}");
        assert_eq!(problem.field.as_deref(), field, "{shown}: {problem:?}");
        let detail = problem.detail.expect("a reason");
        assert!(detail.contains(why), "{shown}: {detail}");
    }

    #[test]
    fn valid_json_is_accepted() {
        let rename: Rename = read_json(br#" {"name": "Ana"} "#).expect("right");
        assert_eq!(rename.name, "Ana");
        let game = br#"{"seats":[{"kind":"me"},{"kind":"bot","level":"tiler"}],"wall":"grey"}"#;
        assert_eq!(read_json::<NewGame>(game).expect("right").seats.len(), 2);
    }

    #[test]
    fn every_violation_has_its_reason() {
        refused::<Rename>(b"", None, "EOF");
        refused::<Rename>(b"null", None, "invalid type");
        refused::<Rename>(b"[]", None, "an array");
        refused::<Rename>(br#"["a"]"#, None, "an array");
        refused::<Rename>(br#"{"name":["a"]}"#, Some("name"), "an array");
        let seat = br#"{"seats":[["me"],["open"]],"wall":"grey"}"#;
        refused::<NewGame>(seat, Some("seats"), "an array");
        refused::<Rename>(b"{}", Some("name"), "missing field");
        refused::<Rename>(br#"{"name":1}"#, Some("name"), "invalid type");
        refused::<Rename>(br#"{"name":"a","x":1}"#, Some("x"), "unknown field");
        refused::<Rename>(
            br#"{"name":"a","name":"b"}"#,
            Some("name"),
            "duplicate field",
        );
        refused::<Rename>(br#"{"name":"a"}x"#, None, "trailing");
        refused::<Rename>(br#"{"name":"a"}{"name":"b"}"#, None, "trailing");
        refused::<Rename>(br#"{"name":"a",}"#, None, "trailing comma");
        refused::<Rename>(br#"{name:"a"}"#, None, "key must be a string");
        refused::<Rename>(br#"{"name":'a'}"#, None, "expected value");
        refused::<Rename>(br#"{"name":NaN}"#, None, "expected value");
        refused::<Rename>(b"{\"name\":\"a\nb\"}", None, "control character");
        refused::<Rename>(br#"{"name":"\ud800"}"#, None, "hex escape");
        refused::<Rename>(br#"{"name":"a\u0000"}"#, None, "NUL");
        refused::<Rename>(br#"{"\u0000":"a"}"#, None, "NUL");
        refused::<Rename>(b"{\"name\":\"\xff\"}", None, "not UTF-8");
        refused::<Rename>(b"\xef\xbb\xbf{\"name\":\"a\"}", None, "expected value");
        refused::<Rename>(br#"{"name":1e999}"#, None, "out of range");
    }

    #[test]
    fn nested_field_is_named_by_its_path() {
        let text = br#"{"seats":[{"kind":"me"},{"kind":"me"}],"wall":"pink"}"#;
        refused::<NewGame>(text, Some("wall"), "unknown variant");
        let text = br#"{"seats":[{"kind":"me"},{"kind":"king"}],"wall":"grey"}"#;
        refused::<NewGame>(text, Some("seats[1].kind"), "unknown variant");
        let text = br#"{"seats":[{"kind":"bot"}],"wall":"grey"}"#;
        refused::<NewGame>(text, Some("seats[0].level"), "missing field");
        let text = br#"{"seats":[],"wall":"grey","start":300}"#;
        refused::<NewGame>(text, Some("start"), "300");
        let text = br#"{"seats":[],"wall":"grey","start":9007199254740993}"#;
        refused::<NewGame>(text, Some("start"), "9007199254740993");
        let text = br#"{"name":"a","password":"b","guest_games":"keep"}"#;
        refused::<Credentials>(text, Some("guest_games"), "unknown variant");
    }

    #[test]
    fn duplicate_keys_are_rejected_at_any_depth() {
        let text = br#"{"seats":[{"kind":"me","kind":"open"}],"wall":"grey"}"#;
        refused::<NewGame>(text, Some("kind"), "duplicate field");
        // An escape makes no different key.
        refused::<Rename>(
            br#"{"name":"a","n\u0061me":"b"}"#,
            Some("name"),
            "duplicate field",
        );
    }

    #[test]
    fn deep_nesting_is_rejected_early() {
        let nested = |depth: usize| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
        assert!(read_json::<Value>(nested(16).as_bytes()).is_ok());
        refused::<Value>(nested(17).as_bytes(), None, "deeper than 16");
        refused::<Value>("[".repeat(100_000).as_bytes(), None, "deeper than 16");
        let objects = r#"{"a":"#.repeat(100_000);
        refused::<Value>(objects.as_bytes(), None, "deeper than 16");
    }

    async fn body(
        content_type: Option<&str>,
        body: impl Into<Body>,
    ) -> Result<Rename, (StatusCode, Problem)> {
        let mut request = Request::new(body.into());
        if let Some(value) = content_type {
            let value = HeaderValue::from_str(value).expect("a header");
            request.headers_mut().insert(header::CONTENT_TYPE, value);
        }
        match StrictJson::<Rename>::from_request(request, &()).await {
            Ok(StrictJson(rename)) => Ok(rename),
            Err(rejection) => Err((rejection.status, rejection.problem)),
        }
    }

    #[tokio::test]
    async fn content_type_must_be_json() {
        for (content_type, ok) in [
            (Some("application/json"), true),
            (Some("Application/JSON; charset=UTF-8"), true),
            (Some("application/json; charset=latin1"), false),
            (Some("application/jsonp"), false),
            (Some("text/plain"), false),
            (Some("application/x-www-form-urlencoded"), false),
            (Some("multipart/form-data; boundary=x"), false),
            (Some(""), false),
            (None, false),
        ] {
            match body(content_type, r#"{"name":"Ana"}"#).await {
                Ok(_) => assert!(ok, "{content_type:?}"),
                Err((status, problem)) => {
                    assert!(!ok, "{content_type:?}: {problem:?}");
                    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
                    assert_eq!(problem.field.as_deref(), Some("content-type"));
                }
            }
        }
    }

    #[tokio::test]
    async fn optional_body_may_be_missing_but_not_invalid() {
        use azulejo_protocol::http::NewGuest;
        let read = async |content_type: &'static str, body: &'static str| {
            let mut request = Request::new(Body::from(body));
            let value = HeaderValue::from_static(content_type);
            request.headers_mut().insert(header::CONTENT_TYPE, value);
            let read = OptionalJson::<NewGuest>::from_request(request, &()).await;
            read.map(|OptionalJson(guest)| guest.name)
                .map_err(|error| error.status)
        };
        assert_eq!(read("text/plain", "").await.ok(), Some(None));
        let named = read("application/json", r#"{"name":"Ana"}"#).await;
        assert_eq!(named.ok(), Some(Some("Ana".to_owned())));
        let form = read("text/plain", "name=Ana").await;
        assert_eq!(form.err(), Some(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        assert_eq!(
            read("application/json", "{").await.err(),
            Some(StatusCode::BAD_REQUEST)
        );
    }
}
