//! Constraints that the types do not express: lengths, patterns and ranges of requests, and the errors
//! of each operation.

use serde_json::{Value, json};

use crate::http::names;
use crate::http::passwords::PASSWORD_CHARS;
use crate::http::routes::session::MAX_LABEL;

/// Letters, digits, combining marks and some punctuation, with at least one letter or digit.
const NAME: &str = r"^[\p{L}\p{N}\p{M} '’._·&+\-]*[\p{L}\p{N}][\p{L}\p{N}\p{M} '’._·&+\-]*$";
/// 16 to 32 bytes in hex.
const NONCE_COMMITMENT: &str = "^[0-9a-f]{64}$";
const NONCE: &str = "^([0-9a-f]{2}){16,32}$";
/// 16 bytes in hex.
const ID: &str = "^[0-9a-f]{32}$";
const LABEL: &str = r"^[^\p{Cc}]*[^\p{Cc}\p{Z}][^\p{Cc}]*$";
/// Text without NUL, which PostgreSQL cannot store.
const NO_NUL: &str = r"^[^\u0000]*$";
const HISTORY_CURSOR: &str = r"^[wo]\.[0-9]{1,15}\.[1-9A-HJ-NP-Za-km-z]{8}$";
const LOBBY_CURSOR: &str = r"^[0-9]{1,15}\.[1-9A-HJ-NP-Za-km-z]{8}$";

/// The errors of an operation besides those of every operation.
type Errors = (&'static str, &'static str, &'static [&'static str]);

const SESSION: &str = "401 `no_session`, `two_credentials`";
const OWNER: &str = "403 `forbidden` (bearer token of an account)";
const ACCOUNT: &str = "403 `forbidden` (not an account, or a bearer token)";
const BROWSER: &str = "403 `forbidden` (bearer token)";
const BODY: &str = "400 `malformed`, 408, 413 or 415 `malformed` (the body)";
const BAD_NAME: &str = "400 `bad_name`, 409 `name_taken` (by an account, a bot, or a look-alike)";
const NO_GAME: &str = "404 `not_found`";
const NOT_WAITING: &str = "409 `started`, `ended`";
const NOT_HOST: &str = "403 `forbidden` (not the host)";

const ERRORS: &[Errors] = &[
    (
        "get",
        "/api/v1/me",
        &["401 `no_session` (cross-site request), `two_credentials`"],
    ),
    ("patch", "/api/v1/me", &[SESSION, OWNER, BODY, BAD_NAME]),
    (
        "delete",
        "/api/v1/me",
        &[
            SESSION,
            OWNER,
            BODY,
            "401 `bad_login` (an account's password)",
        ],
    ),
    ("get", "/api/v1/me/export", &[SESSION, OWNER]),
    (
        "get",
        "/api/v1/me/games",
        &[SESSION, "400 `malformed` (the cursor)"],
    ),
    (
        "post",
        "/api/v1/signup",
        &[
            BROWSER,
            BODY,
            BAD_NAME,
            "400 `bad_password`, `common_password`",
            "403 `forbidden` (already an account)",
        ],
    ),
    (
        "post",
        "/api/v1/login",
        &[
            BROWSER,
            BODY,
            "401 `bad_login`, `code_required`, `bad_code`",
            "409 `same_game` (guest and account sit in one game)",
        ],
    ),
    ("post", "/api/v1/logout", &[SESSION]),
    (
        "post",
        "/api/v1/recover",
        &[
            BODY,
            "400 `bad_password`, `common_password`",
            "401 `bad_login`",
        ],
    ),
    (
        "post",
        "/api/v1/password",
        &[
            SESSION,
            ACCOUNT,
            BODY,
            "400 `bad_password`, `common_password`",
            "401 `bad_login` (the old password)",
        ],
    ),
    (
        "post",
        "/api/v1/recovery-codes",
        &[
            SESSION,
            ACCOUNT,
            BODY,
            "401 `bad_login` (the password), `code_required`, `bad_code`",
        ],
    ),
    ("get", "/api/v1/second-factor", &[SESSION, ACCOUNT]),
    (
        "post",
        "/api/v1/second-factor",
        &[SESSION, ACCOUNT, "403 `forbidden` (already enabled)"],
    ),
    (
        "delete",
        "/api/v1/second-factor",
        &[
            SESSION,
            ACCOUNT,
            BODY,
            "401 `bad_login` (the password), `bad_code`",
        ],
    ),
    (
        "post",
        "/api/v1/second-factor/confirm",
        &[
            SESSION,
            ACCOUNT,
            BODY,
            "401 `bad_login` (the password), `bad_code`",
            "403 `forbidden` (no secret was created, or already enabled)",
        ],
    ),
    ("get", "/api/v1/sessions", &[SESSION, OWNER]),
    ("delete", "/api/v1/sessions", &[SESSION, OWNER]),
    (
        "delete",
        "/api/v1/sessions/{id}",
        &[SESSION, OWNER, "404 `not_found`"],
    ),
    ("get", "/api/v1/tokens", &[SESSION, ACCOUNT]),
    (
        "post",
        "/api/v1/tokens",
        &[
            SESSION,
            ACCOUNT,
            BODY,
            "400 `bad_name` (the label)",
            "429 `too_many` (20 tokens)",
        ],
    ),
    (
        "delete",
        "/api/v1/tokens/{id}",
        &[SESSION, ACCOUNT, "404 `not_found`"],
    ),
    ("post", "/api/v1/guest", &[BODY, BAD_NAME]),
    ("get", "/api/v1/lobby", &["400 `malformed` (a cursor)"]),
    (
        "post",
        "/api/v1/replay",
        &[
            BODY,
            "400 `malformed` (the record; `error.record` says where and why)",
            "429 `too_many` (more than 4,096 steps)",
        ],
    ),
    (
        "post",
        "/api/v1/games",
        &[
            SESSION,
            BODY,
            BAD_NAME,
            "409 `id_used` (the id belongs to another request)",
            "429 `too_many` (unfinished games), `thinking_time`",
        ],
    ),
    ("get", "/api/v1/games/{game}", &[NO_GAME]),
    (
        "post",
        "/api/v1/games/{game}/join",
        &[
            SESSION,
            BODY,
            NO_GAME,
            NOT_WAITING,
            "403 `bad_invitation`",
            "409 `seat_taken`, `already_seated`",
        ],
    ),
    (
        "post",
        "/api/v1/games/{game}/nonce-commitment",
        &[
            SESSION,
            BODY,
            NO_GAME,
            NOT_WAITING,
            "403 `not_your_seat`",
            "409 `wrong_phase`",
        ],
    ),
    (
        "post",
        "/api/v1/games/{game}/nonce",
        &[
            SESSION,
            BODY,
            NO_GAME,
            NOT_WAITING,
            "403 `not_your_seat`",
            "409 `wrong_phase`",
        ],
    ),
    (
        "post",
        "/api/v1/games/{game}/cancel",
        &[SESSION, NO_GAME, NOT_WAITING, NOT_HOST],
    ),
    (
        "post",
        "/api/v1/games/{game}/invitation",
        &[SESSION, NO_GAME, NOT_WAITING, NOT_HOST],
    ),
    (
        "post",
        "/api/v1/games/{game}/seats/{seat}/bot",
        &[
            SESSION,
            BODY,
            NO_GAME,
            NOT_WAITING,
            NOT_HOST,
            "409 `seat_taken`",
            "429 `thinking_time`",
        ],
    ),
    (
        "delete",
        "/api/v1/games/{game}/seats/{seat}",
        &[
            SESSION,
            NO_GAME,
            NOT_WAITING,
            "403 `forbidden` (neither the host nor the seat's player)",
        ],
    ),
    (
        "get",
        "/api/v1/games/{game}/record",
        &[NO_GAME, "409 `not_started`"],
    ),
    (
        "get",
        "/api/v1/games/{game}/replay",
        &[
            NO_GAME,
            "409 `not_started`",
            "429 `too_many` (more than 4,096 steps)",
        ],
    ),
    (
        "get",
        "/api/v1/games/{game}/hint",
        &[
            SESSION,
            NO_GAME,
            "403 `not_your_seat`, `no_hints` (another person plays)",
            "429 `thinking_time`",
            "409 `not_started`, `ended`, `wrong_phase`",
        ],
    ),
];

/// Adds constraints and errors to the generated document.
pub(super) fn apply(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    for (schema, property, constraint) in constraints() {
        merge(&mut schemas[schema]["properties"][property], constraint);
    }
    for schema in ["SeatRequest", "Clock"] {
        for variant in schemas[schema]["oneOf"]
            .as_array_mut()
            .into_iter()
            .flatten()
        {
            // Serde does not reject unknown fields of variants without fields.
            let has_fields = variant["properties"]
                .as_object()
                .is_some_and(|all| all.len() > 1);
            if has_fields {
                variant["additionalProperties"] = json!(false);
            }
            for (property, constraint) in variant_constraints() {
                if let Some(field) = variant["properties"].get_mut(property) {
                    merge(field, constraint);
                }
            }
        }
    }
    // The start player is one of the seats.
    schemas["NewGame"]["allOf"] = [2, 3]
        .map(|seats| {
            json!({
                "if": { "properties": { "seats": { "maxItems": seats } } },
                "then": { "properties": { "start": { "maximum": seats } } },
            })
        })
        .into();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, operations) in paths {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let parameters = operation.get_mut("parameters");
            for parameter in parameters
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                match parameter["name"].as_str() {
                    Some("seat") => merge(&mut parameter["schema"], seat()),
                    Some("before") => {
                        merge(
                            &mut parameter["schema"],
                            json!({ "pattern": HISTORY_CURSOR }),
                        );
                    }
                    Some("open_before" | "live_before") => {
                        merge(&mut parameter["schema"], json!({ "pattern": LOBBY_CURSOR }));
                    }
                    _ => {}
                }
            }
            let mut errors = vec!["403 `bad_origin`, 429 `too_fast`"];
            let own = ERRORS.iter().find(|(m, p, _)| m == method && p == path);
            errors.extend(own.into_iter().flat_map(|(.., own)| own.iter().copied()));
            operation["responses"]["4XX"]["description"] = errors.join("; ").into();
        }
    }
    let sign_up = "/paths/~1api~1v1~1signup/post/requestBody/content/application~1json/schema";
    if let Some(schema) = document.pointer_mut(sign_up) {
        // A new account always takes over the guest's games, and has no second factor.
        let none = json!({ "type": "null" });
        schema["properties"] = json!({ "guest_games": none, "code": none });
    }
    let guest = "/paths/~1api~1v1~1guest/post/requestBody/content/application~1json/schema";
    if let Some(schema) = document.pointer_mut(guest) {
        // The body may be absent, but not `null`.
        *schema = json!({ "$ref": "#/components/schemas/NewGuest" });
    }
}

fn merge(schema: &mut Value, constraint: Value) {
    if let (Some(schema), Value::Object(constraint)) = (schema.as_object_mut(), constraint) {
        schema.extend(constraint);
    }
}

fn seat() -> Value {
    json!({ "minimum": 1, "maximum": 4 })
}

fn name() -> Value {
    json!({ "minLength": 1, "maxLength": names::MAX_CHARS, "pattern": NAME })
}

fn new_password() -> Value {
    json!({
        "minLength": PASSWORD_CHARS.start(),
        "maxLength": PASSWORD_CHARS.end(),
        "pattern": NO_NUL,
    })
}

fn text() -> Value {
    json!({ "pattern": NO_NUL })
}

fn constraints() -> Vec<(&'static str, &'static str, Value)> {
    let nonce = json!({ "pattern": NONCE });
    let has_own_seat = json!({
        "minItems": 2,
        "maxItems": 4,
        "contains": { "properties": { "kind": { "const": "me" } } },
    });
    vec![
        ("Credentials", "name", name()),
        ("Credentials", "password", new_password()),
        ("Rename", "name", name()),
        ("NewGuest", "name", name()),
        ("Recovery", "name", text()),
        ("Recovery", "code", text()),
        ("Recovery", "password", new_password()),
        ("ChangePassword", "old", text()),
        ("ChangePassword", "new", new_password()),
        ("Credentials", "code", text()),
        ("NewRecoveryCodes", "password", text()),
        ("NewRecoveryCodes", "code", text()),
        ("SecondFactorProof", "password", text()),
        ("SecondFactorProof", "code", text()),
        (
            "NewToken",
            "label",
            json!({ "minLength": 1, "maxLength": MAX_LABEL, "pattern": LABEL }),
        ),
        ("NewGame", "id", json!({ "pattern": ID })),
        ("NewGame", "seats", has_own_seat),
        ("NewGame", "start", seat()),
        ("JoinGame", "seat", seat()),
        ("JoinGame", "invitation", text()),
        ("JoinGame", "nonce", nonce.clone()),
        ("SendNonce", "nonce", nonce),
        (
            "CommitNonce",
            "commitment",
            json!({ "pattern": NONCE_COMMITMENT }),
        ),
        // The record's own grammar is beyond a schema.
        (
            "ReplayRequest",
            "record",
            json!({ "minLength": 2, "pattern": NO_NUL }),
        ),
    ]
}

/// Constraints by field, for the variants of seats and clocks.
fn variant_constraints() -> [(&'static str, Value); 4] {
    [
        ("name", name()),
        ("seconds", json!({ "minimum": 30, "maximum": 10_800 })),
        ("increment", json!({ "minimum": 0, "maximum": 60 })),
        ("days", json!({ "minimum": 1, "maximum": 14 })),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::http::openapi::{ROUTES, document};

    #[test]
    fn errors_are_documented_for_every_operation() {
        for route in ROUTES {
            let method = route.method.to_lowercase();
            let found = ERRORS
                .iter()
                .filter(|(m, p, _)| *m == method && *p == route.path);
            assert_eq!(found.count(), 1, "{method} {}", route.path);
        }
        assert_eq!(ERRORS.len(), ROUTES.len());
    }

    #[test]
    fn every_constraint_is_in_the_document() {
        let document: Value = serde_json::from_str(&document()).expect("JSON");
        for (schema, property, constraint) in constraints() {
            let found = &document["components"]["schemas"][schema]["properties"][property];
            for (key, value) in constraint.as_object().unwrap_or(&Map::new()) {
                assert_eq!(&found[key], value, "{schema}.{property}.{key}");
            }
            assert!(
                found["type"].is_string() || found["type"].is_array(),
                "{schema}.{property}"
            );
        }
    }
}
