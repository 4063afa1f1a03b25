//! The OpenAPI document.
//!
//! `AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-server --test it openapi` regenerates it.

use std::collections::BTreeSet;
use std::path::Path;

use azulejo_server::openapi::{PATH, ROUTES, document};
use serde_json::Value;

use crate::security::browser::TestServer;

#[test]
fn committed_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openapi.json");
    let now = document();
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == now,
        "tests/openapi.json is outdated; review the difference after\n\
         AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-server --test it openapi"
    );
}

#[tokio::test]
async fn document_is_served() {
    let server = TestServer::start().await;
    let answer = server.browser().send_as("GET", PATH, None).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.body, document());
}

#[test]
fn every_route_has_one_row_in_the_access_table() {
    let rows: BTreeSet<(String, String)> = ROUTES
        .iter()
        .map(|row| (row.method.to_owned(), row.path.to_owned()))
        .collect();
    assert_eq!(rows.len(), ROUTES.len(), "duplicate row");
    assert_eq!(rows, routes());
}

#[test]
fn every_operation_has_a_summary_and_an_error_response() {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    for (method, path) in routes() {
        let route = &document["paths"][&path][method.to_lowercase()];
        assert!(route["summary"].is_string(), "{method} {path}");
        let error = &route["responses"]["4XX"]["content"]["application/json"]["schema"]["$ref"];
        assert_eq!(error, "#/components/schemas/ErrorAnswer", "{method} {path}");
    }
}

#[test]
fn every_reference_resolves() {
    let text = document();
    let document: Value = serde_json::from_str(&text).expect("JSON");
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("split gives something");
        assert!(
            document["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
}

/// Returns the operations of the document, as method and path.
fn routes() -> BTreeSet<(String, String)> {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let routes = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").keys();
        methods.map(move |method| (method.to_uppercase(), path.clone()))
    });
    routes.collect()
}
