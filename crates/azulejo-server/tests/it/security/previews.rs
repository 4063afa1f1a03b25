//! Link previews: the tags of pages, and what they must not reveal.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::security::browser::{Browser, Reply, TestServer};

/// Returns the `og:` and `twitter:` tags of a page, and its description.
fn tags(reply: &Reply) -> BTreeMap<String, String> {
    assert_eq!(reply.status, 200, "{reply:?}");
    let (head, _) = reply.body.split_once("</head>").expect("a head");
    let metas = head.split("<meta ").skip(1);
    let metas = metas.filter_map(|meta| {
        let (meta, _) = meta.split_once(" />")?;
        let (name, content) = meta.split_once(" content=")?;
        let (_, name) = name.split_once('=')?;
        Some((name.trim_matches('"'), content.trim_matches('"')))
    });
    let previews = metas.filter(|(name, _)| name.contains(':') || *name == "description");
    previews
        .map(|(name, content)| (name.to_owned(), content.to_owned()))
        .collect()
}

async fn page(browser: &mut Browser, path: &str) -> BTreeMap<String, String> {
    tags(&browser.send_as("GET", path, None).await)
}

fn with_language(mut browser: Browser, language: &str) -> Browser {
    let header = ("accept-language".to_owned(), language.to_owned());
    browser.headers.push(header);
    browser
}

/// Creates a private game for three players and returns the response.
async fn private_game(host: &mut Browser, wall: &str) -> Value {
    let seats = json!([{ "kind": "me" }, { "kind": "invited" }, { "kind": "invited" }]);
    let game = json!({ "seats": seats, "wall": wall });
    host.post("/games", &game).await.expect(201)
}

fn id(game: &Value) -> &str {
    game["view"]["id"].as_str().expect("an id")
}

#[tokio::test]
async fn invitation_has_a_preview_in_the_hosts_language() {
    let server = TestServer::start().await;
    for (language, wall, title, text) in [
        (
            "en-GB,en;q=0.9",
            "coloured",
            "Ana 1 invites you to Azulejo",
            "3 players, coloured wall. Play in your browser, no account needed.",
        ),
        (
            "de-CH, en;q=0.5",
            "grey",
            "Ana 2 lädt dich zu Azulejo ein",
            "3 Personen, graue Wand. Direkt im Browser, ohne Konto.",
        ),
    ] {
        let number = if wall == "grey" { 2 } else { 1 };
        let host = server.account(&format!("Ana {number}")).await;
        let mut host = with_language(host, language);
        let game = private_game(&mut host, wall).await;
        let path = format!("/g/{}", id(&game));
        // The crawler's own language does not matter.
        let mut crawler = with_language(server.browser(), "it");
        let tags = page(&mut crawler, &path).await;
        let base = format!("http://{}", server.address);
        for (name, content) in [
            ("description", text),
            ("og:title", title),
            ("og:description", text),
            ("og:url", &format!("{base}{path}")),
            ("og:image", &format!("{base}/preview.png")),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("twitter:card", "summary_large_image"),
            ("twitter:title", title),
            ("twitter:description", text),
            ("twitter:image", &format!("{base}/preview.png")),
        ] {
            assert_eq!(tags[name], content, "{name}");
        }
    }
}

#[tokio::test]
async fn preview_contains_no_secret() {
    let server = TestServer::start().await;
    let mut host = server.account("Ana").await;
    let game = private_game(&mut host, "coloured").await;
    let invitation = game["own"]["invitation"].as_str().expect("an invitation");
    let token = host.token().to_owned();
    // A careless client sends the invitation in the query.
    let path = format!("/g/{}?i={invitation}", id(&game));
    for browser in [&mut host, &mut server.browser()] {
        let reply = browser.send_as("GET", &path, None).await;
        assert_eq!(reply.status, 200);
        for secret in [invitation, token.as_str(), "?i="] {
            assert!(!reply.body.contains(secret), "{secret}: {}", reply.body);
        }
    }
}

#[tokio::test]
async fn names_are_shown_only_in_invitations() {
    let server = TestServer::start().await;
    let mut host = server.account("Ana").await;
    let game = private_game(&mut host, "coloured").await;
    let path = format!("/g/{}", id(&game));
    host.post(&format!("/games/{}/cancel", id(&game)), &json!({}))
        .await
        .expect(200);
    let tags = page(&mut server.browser(), &path).await;
    assert_eq!(tags["og:title"], "A game of Azulejo");
    assert_eq!(tags["og:description"], "3 players, coloured wall.");
    assert!(tags.values().all(|content| !content.contains("Ana")));
}

#[tokio::test]
async fn hostile_names_are_escaped_in_previews() {
    let server = TestServer::start().await;
    // The apostrophe is the only character of names that HTML escapes.
    let mut host = server.account("D'Ana & Bea").await;
    let game = private_game(&mut host, "coloured").await;
    let path = format!("/g/{}", id(&game));
    let tags = page(&mut server.browser(), &path).await;
    let title = "D&#39;Ana &amp; Bea invites you to Azulejo";
    assert_eq!(tags["og:title"], title);
    // Names with markup are refused, and paths are escaped.
    for hostile in ["<script>", "a\"b", "a>b"] {
        let body = json!({ "name": hostile });
        let refused = host.send("PATCH", "/me", Some(&body)).await;
        refused.refused(400, "bad_name");
    }
    let path = "/g/'onload='alert(1)";
    let reply = server.browser().send_as("GET", path, None).await;
    assert!(!reply.body.contains(path), "{}", reply.body);
    assert!(tags_url(&reply).ends_with("/g/&#39;onload=&#39;alert(1)"));
}

fn tags_url(reply: &Reply) -> String {
    tags(reply)["og:url"].clone()
}

#[tokio::test]
async fn other_pages_have_a_preview_in_the_readers_language() {
    let server = TestServer::start().await;
    for (language, text) in [
        ("nl-BE", "Het tegelspel voor twee tot vier spelers"),
        ("fr", "The tile-drafting game for two to four players"),
    ] {
        let mut reader = with_language(server.browser(), language);
        for path in ["/", "/lobby", "/g/22222222", "/g/no-game", "/index.html"] {
            let tags = page(&mut reader, path).await;
            assert_eq!(tags["og:title"], "Azulejo");
            assert!(tags["og:description"].starts_with(text), "{tags:?}");
            let url = format!("http://{}{path}", server.address);
            assert_eq!(tags["og:url"], url);
        }
    }
}

#[tokio::test]
async fn addresses_are_those_of_the_configured_origin() {
    let server = TestServer::with(|config| {
        config.origins = vec!["https://good.example".to_owned()];
    })
    .await;
    let mut browser = server.browser();
    (browser.host, browser.origin) = ("good.example".to_owned(), None);
    let tags = page(&mut browser, "/learn").await;
    assert_eq!(tags["og:url"], "https://good.example/learn");
    assert_eq!(tags["og:image"], "https://good.example/preview.png");
    browser.host = "evil.example".to_owned();
    let reply = browser.send_as("GET", "/learn", None).await;
    assert_eq!(reply.status, 403);
}

#[tokio::test]
async fn pages_have_an_entity_tag_of_their_content() {
    let server = TestServer::start().await;
    let mut host = server.account("Ana").await;
    let game = private_game(&mut host, "coloured").await;
    let path = format!("/g/{}", id(&game));
    let mut browser = server.browser();
    let first = browser.send_as("GET", &path, None).await;
    let tag = first.header("etag").expect("an entity tag").to_owned();
    assert_eq!(first.header("vary"), Some("Accept-Language"));
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    browser.headers.push(("if-none-match".to_owned(), tag));
    let again = browser.send_as("GET", &path, None).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let other = browser.send_as("GET", "/", None).await;
    assert_eq!(other.status, 200);
}
