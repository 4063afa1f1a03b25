//! The language of a request, for the few texts that the server itself writes.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

/// A language of `locales/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    English,
    German,
    Dutch,
    Norwegian,
    Icelandic,
    Italian,
}

/// Extracts the preferred language of a request, English if it names none of ours.
impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::preferred(&parts.headers).unwrap_or(Self::English))
    }
}

impl Language {
    /// All languages, in the order of their discriminants.
    pub(crate) const ALL: [Self; 6] = [
        Self::English,
        Self::German,
        Self::Dutch,
        Self::Norwegian,
        Self::Icelandic,
        Self::Italian,
    ];

    /// Returns the tag (BCP 47), which is also the folder in `locales/`.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Dutch => "nl",
            Self::Norwegian => "nb",
            Self::Icelandic => "is",
            Self::Italian => "it",
        }
    }

    /// Returns the language of a tag such as `de-AT`. All of Norwegian is Bokmål.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
        let primary = match primary.as_str() {
            "no" | "nn" => "nb",
            other => other,
        };
        Self::ALL
            .into_iter()
            .find(|language| language.tag() == primary)
    }

    /// Returns the language with the highest quality in `Accept-Language`, the first of equals;
    /// `None` if the header names none of ours.
    pub(crate) fn preferred(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers
            .get_all(header::ACCEPT_LANGUAGE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        let mut best = (0.0, None);
        for item in accepted {
            let mut parts = item.split(';').map(str::trim);
            let language = parts.next().and_then(Self::from_tag);
            let quality = parts.find_map(|part| part.strip_prefix("q="));
            let quality = quality.map_or(Ok(1.0), str::parse::<f32>).unwrap_or(0.0);
            if language.is_some() && quality > best.0 {
                best = (quality, language);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_with_the_highest_quality_is_preferred() {
        for (accepted, expected) in [
            ("de-AT", Some(Language::German)),
            ("de-AT,de;q=0.9,en;q=0.8", Some(Language::German)),
            ("fr, nn;q=0.5, it;q=0.9", Some(Language::Italian)),
            ("en; q=0.5, nl ; q=0.7", Some(Language::Dutch)),
            ("pt-BR, nn-NO;q=0.9, en;q=0.8", Some(Language::Norwegian)),
            ("NO", Some(Language::Norwegian)),
            ("is, en", Some(Language::Icelandic)),
            ("", None),
            ("fr", None),
            ("*", None),
            ("de;q=0", None),
            ("de;q=high", None),
        ] {
            let value = accepted.parse().expect("a header value");
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]);
            assert_eq!(Language::preferred(&headers), expected, "{accepted:?}");
        }
        assert_eq!(Language::preferred(&HeaderMap::new()), None);
    }

    #[test]
    fn tags_round_trip() {
        for (index, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language as usize, index);
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }
}
