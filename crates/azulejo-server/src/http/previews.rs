//! Link previews: the Open Graph and Twitter tags of a page, for chats in which its link is posted.
//!
//! The preview of a game is in the language of its host, and contains only what the game's public
//! card contains. Invitations are in the fragment of a link, which is never sent to the server.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::request::Parts;
use azulejo_protocol::game::Status;
use azulejo_protocol::table::Wall;
use azulejo_store::{GameId, PlayerId};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::Client;
use super::client::host_of;
use super::language::Language;
use super::origin::scheme;
use crate::app::App;
use crate::http::problem::ApiResult;
use crate::live::rows::card;

/// The place of the tags in a page.
pub(crate) const MARKER: &str = "<!-- link preview -->";

/// The picture, 1,200 by 630 pixels.
const PICTURE: &str = "/preview.png";

/// The texts of previews in one language.
struct Texts {
    /// The name of the language in Open Graph.
    locale: &'static str,
    messages: FluentBundle<FluentResource>,
}

/// The texts, in the order of [`Language::ALL`].
static TEXTS: LazyLock<[Texts; 6]> = LazyLock::new(|| {
    macro_rules! sources {
        ($tag:literal) => {
            [
                include_str!(concat!("../../../../locales/", $tag, "/pages.ftl")),
                include_str!(concat!("../../../../locales/", $tag, "/server.ftl")),
            ]
        };
    }
    Language::ALL.map(|language| {
        let (locale, sources) = match language {
            Language::English => ("en_GB", sources!("en")),
            Language::German => ("de_DE", sources!("de")),
            Language::Dutch => ("nl_NL", sources!("nl")),
            Language::Norwegian => ("nb_NO", sources!("nb")),
            Language::Icelandic => ("is_IS", sources!("is")),
            Language::Italian => ("it_IT", sources!("it")),
        };
        Texts::new(language, locale, sources)
    })
});

impl Texts {
    fn new(language: Language, locale: &'static str, sources: [&str; 2]) -> Self {
        let identifier: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut messages = FluentBundle::new_concurrent(vec![identifier]);
        messages.set_use_isolating(false);
        for source in sources {
            // The tests parse every file; a message that fails to parse is missing below.
            let resource = match FluentResource::try_new(source.to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            messages.add_resource_overriding(resource);
        }
        Self { locale, messages }
    }

    fn of(language: Language) -> &'static Self {
        &TEXTS[language as usize]
    }

    /// Returns a text; empty if it is missing.
    fn text(&self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        let pattern = self
            .messages
            .get_message(id)
            .and_then(|found| found.value());
        let Some(pattern) = pattern else {
            return String::new();
        };
        let text = self.messages.format_pattern(pattern, args, &mut Vec::new());
        text.into_owned()
    }
}

/// The preview of a page.
struct Preview {
    texts: &'static Texts,
    title: String,
    text: String,
}

impl Preview {
    fn of_any_page(texts: &'static Texts) -> Self {
        Self {
            texts,
            title: "Azulejo".to_owned(),
            text: texts.text("home-lead", None),
        }
    }

    /// Returns the preview of a game, or `None` if there is no such game.
    async fn of_game(app: &App, game: GameId) -> ApiResult<Option<Self>> {
        let Some(row) = app.store.game(game).await? else {
            return Ok(None);
        };
        let Some(card) = card(&row, row.host) else {
            return Ok(None);
        };
        let tag = match row.host {
            Some(host) => app.store.language(host).await?,
            None => None,
        };
        let language = tag.and_then(|tag| Language::from_tag(&tag));
        let texts = Texts::of(language.unwrap_or(Language::English));
        let mut args = FluentArgs::new();
        args.set("players", card.seats.len());
        args.set(
            "wall",
            match card.settings.wall {
                Wall::Coloured => "coloured",
                Wall::Grey => "grey",
            },
        );
        let mut host_seats = card
            .seats
            .iter()
            .filter(|seat| card.mine.contains(&seat.seat));
        let host = host_seats.find_map(|seat| seat.name.as_deref());
        let (title, text) = match (card.status, host) {
            (Status::Waiting, Some(host)) => {
                args.set("host", host);
                ("preview-invite-title", "preview-invite-text")
            }
            (Status::Waiting, None) => ("preview-invite-title-unnamed", "preview-invite-text"),
            _ => ("preview-game-title", "preview-game-text"),
        };
        Ok(Some(Self {
            texts,
            title: texts.text(title, Some(&args)),
            text: texts.text(text, Some(&args)),
        }))
    }

    /// Returns the tags of a page at `path` of the server at `base`.
    fn tags(&self, base: &str, path: &str) -> String {
        let picture = format!("{base}{PICTURE}");
        let picture_text = self.texts.text("preview-picture", None);
        let url = format!("{base}{path}");
        let mut tags = String::new();
        for (kind, name, content) in [
            ("name", "description", self.text.as_str()),
            ("property", "og:type", "website"),
            ("property", "og:site_name", "Azulejo"),
            ("property", "og:locale", self.texts.locale),
            ("property", "og:url", &url),
            ("property", "og:title", &self.title),
            ("property", "og:description", &self.text),
            ("property", "og:image", &picture),
            ("property", "og:image:type", "image/png"),
            ("property", "og:image:width", "1200"),
            ("property", "og:image:height", "630"),
            ("property", "og:image:alt", &picture_text),
            ("name", "twitter:card", "summary_large_image"),
            ("name", "twitter:title", &self.title),
            ("name", "twitter:description", &self.text),
            ("name", "twitter:image", &picture),
            ("name", "twitter:image:alt", &picture_text),
        ] {
            let content = escaped(content);
            let _infallible = write!(tags, "<meta {kind}=\"{name}\" content=\"{content}\" />");
        }
        tags
    }
}

/// Returns the tags for the page of a request.
pub(crate) async fn tags(app: &App, parts: &Parts) -> String {
    let path = parts.uri.path();
    let https = parts
        .extensions
        .get()
        .is_some_and(|client: &Client| client.https);
    let base = host_of(parts).map(|host| format!("{}://{host}", scheme(https)));
    let base = base.unwrap_or_default();
    let preview = match game_of(path) {
        Some(game) => Preview::of_game(app, game).await.unwrap_or_default(),
        None => None,
    };
    let preview = preview.unwrap_or_else(|| {
        let language = Language::preferred(&parts.headers);
        Preview::of_any_page(Texts::of(language.unwrap_or(Language::English)))
    });
    preview.tags(&base, path)
}

/// Returns the game of a path such as `/g/ID` or `/g/ID/replay`.
fn game_of(path: &str) -> Option<GameId> {
    let id = path.strip_prefix("/g/")?.split('/').next()?;
    id.parse().ok()
}

/// Stores the language of a player who creates a game, for the previews of its link.
pub(crate) async fn remember_language(
    app: &App,
    player: PlayerId,
    headers: &HeaderMap,
) -> ApiResult<()> {
    let Some(language) = Language::preferred(headers) else {
        return Ok(());
    };
    let tag = language.tag();
    if app.store.language(player).await?.as_deref() != Some(tag) {
        app.store.set_language(player, tag).await?;
    }
    Ok(())
}

/// Escapes text for an attribute in double quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_a_place_for_the_tags() {
        for page in [
            include_str!("../../../../web/index.html"),
            include_str!("without_client.html"),
        ] {
            assert_eq!(page.matches(MARKER).count(), 1);
        }
    }

    #[test]
    fn every_language_has_every_text() {
        for language in Language::ALL {
            for players in 2..=4 {
                for wall in ["coloured", "grey"] {
                    let mut args = FluentArgs::new();
                    args.set("host", "Ana");
                    args.set("players", players);
                    args.set("wall", wall);
                    for id in [
                        "home-lead",
                        "preview-invite-title",
                        "preview-invite-title-unnamed",
                        "preview-invite-text",
                        "preview-game-title",
                        "preview-game-text",
                        "preview-picture",
                    ] {
                        let text = Texts::of(language).text(id, Some(&args));
                        let complete = !text.is_empty() && !text.contains(['{', '$']);
                        assert!(complete, "{language:?} {id}: {text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn tags_are_escaped() {
        let hostile = r#""><script>alert('x')</script><meta content=""#;
        let preview = Preview {
            texts: Texts::of(Language::English),
            title: hostile.to_owned(),
            text: format!("{hostile} & more"),
        };
        let tags = preview.tags("http://[::1]:80", "/g/\"><b>");
        for tag in tags.split_inclusive(" />") {
            assert!(tag.starts_with("<meta ") && tag.ends_with("\" />"), "{tag}");
            assert_eq!(tag.matches(['<', '>']).count(), 2, "{tag}");
            assert_eq!(tag.matches('"').count(), 4, "{tag}");
        }
        assert!(tags.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)"));
        assert!(tags.contains("&amp; more"));
    }
}
