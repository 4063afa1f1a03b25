//! The six languages: language detection and messages.
//!
//! Messages shared by the terminal and the web client are in `locales/*/game.ftl`,
//! `characters.ftl` and `puzzles.ftl`, those of the terminal alone in `terminal.ftl` and
//! `analysis.ftl`. Online games also use messages of the web client. All files are embedded in the
//! binary.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Lang {
    En,
    De,
    Nl,
    Nb,
    Is,
    It,
}

impl Lang {
    pub(crate) const ALL: [Self; 6] = [Self::En, Self::De, Self::Nl, Self::Nb, Self::Is, Self::It];

    /// The language tag, which is also the name of its folder.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Nl => "nl",
            Self::Nb => "nb",
            Self::Is => "is",
            Self::It => "it",
        }
    }

    /// The language from the environment, or English.
    pub(crate) fn from_environment() -> Self {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    /// The first of the three variables that is set decides, even if its language is not supported.
    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        wanted.map_or(Self::En, |locale| {
            Self::from_locale(&locale).unwrap_or(Self::En)
        })
    }

    /// Parses `de`, `de_AT.UTF-8`, `nn-NO` and the like.
    fn from_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['_', '-', '.', '@']).next()?;
        match language.to_ascii_lowercase().as_str() {
            // Both are Norwegian; the translation is Bokmål.
            "no" | "nn" => Some(Self::Nb),
            tag => Self::ALL.into_iter().find(|lang| lang.tag() == tag),
        }
    }

    const fn sources(self) -> [&'static str; 8] {
        macro_rules! embedded {
            ($tag:literal) => {
                [
                    include_str!(concat!("../../../../locales/", $tag, "/game.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/characters.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/terminal.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/analysis.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/web.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/pages.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/puzzles.ftl")),
                    include_str!(concat!("../../../../locales/", $tag, "/hosting.ftl")),
                ]
            };
        }
        match self {
            Self::En => embedded!("en"),
            Self::De => embedded!("de"),
            Self::Nl => embedded!("nl"),
            Self::Nb => embedded!("nb"),
            Self::Is => embedded!("is"),
            Self::It => embedded!("it"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_locale(text).ok_or_else(|| {
            let tags = Self::ALL.map(Self::tag).join(", ");
            format!("the languages are {tags}")
        })
    }
}

/// The ID of a message. Every ID in use is written as `Key("…")` in the source, where the tests
/// look for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key(pub(crate) &'static str);

/// The arguments of a message: names and values.
pub(crate) type Args<'a> = &'a [(&'static str, FluentValue<'a>)];

/// The messages of one language.
pub(crate) struct Messages {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    pub(crate) fn new(lang: Lang) -> Self {
        let identifier: LanguageIdentifier = lang.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![identifier]);
        // None of the languages is written right to left, and terminals show isolation marks as
        // boxes.
        bundle.set_use_isolating(false);
        for source in lang.sources() {
            // The tests parse every file; a message that fails to parse is missing below.
            let resource = match FluentResource::try_new(source.to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Self { lang, bundle }
    }

    pub(crate) const fn lang(&self) -> Lang {
        self.lang
    }

    /// A message without variables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.format(key, &[])
    }

    /// Formats a message with its arguments. A missing message, which the tests rule out, is shown
    /// as its ID.
    pub(crate) fn format(&self, key: Key, args: Args<'_>) -> String {
        let pattern = self.bundle.get_message(key.0).and_then(|m| m.value());
        let Some(pattern) = pattern else {
            return key.0.to_owned();
        };
        let args: FluentArgs<'_> = args.iter().cloned().collect();
        let mut faults = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&args), &mut faults);
        debug_assert!(faults.is_empty(), "{}: {faults:?}", key.0);
        text.into_owned()
    }
}
