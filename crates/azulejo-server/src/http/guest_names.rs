//! Made-up names for guests, in the language of the request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use azulejo_store::PlayerName;

use super::names;
use crate::app::random_bytes;

/// A language in which names are made up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    English,
    German,
    Dutch,
    Norwegian,
    Icelandic,
    Italian,
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::preferred(&parts.headers))
    }
}

impl Language {
    /// Returns the preferred supported language of `Accept-Language`, English if there is none.
    fn preferred(headers: &HeaderMap) -> Self {
        let accepted = headers
            .get_all(header::ACCEPT_LANGUAGE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        let mut best = (0.0, Self::English);
        for item in accepted {
            let (tag, quality) = item.split_once(";q=").unwrap_or((item, "1"));
            let quality = quality.trim().parse::<f32>().unwrap_or(0.0);
            if let Some(language) = Self::from_tag(tag.trim())
                && quality > best.0
            {
                best = (quality, language);
            }
        }
        best.1
    }

    fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or(tag);
        Some(match primary.to_ascii_lowercase().as_str() {
            "en" => Self::English,
            "de" => Self::German,
            "nl" => Self::Dutch,
            "nb" | "nn" | "no" => Self::Norwegian,
            "is" => Self::Icelandic,
            "it" => Self::Italian,
            _ => return None,
        })
    }

    const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::German => &GERMAN,
            Self::Dutch => &DUTCH,
            Self::Norwegian => &NORWEGIAN,
            Self::Icelandic => &ICELANDIC,
            Self::Italian => &ITALIAN,
        }
    }
}

/// The words of names. Any first word goes with any second one: they form compounds, or one of
/// them does not inflect.
struct Words {
    first: &'static [&'static str],
    second: &'static [&'static str],
    separator: &'static str,
}

impl Words {
    fn name(&self, first: u8, second: u8, number: u16) -> String {
        let first = self.first[usize::from(first) % self.first.len()];
        let second = self.second[usize::from(second) % self.second.len()];
        format!("{first}{}{second} {number}", self.separator)
    }
}

/// Makes up a name for a guest.
pub(crate) fn made_up(language: Language) -> PlayerName {
    let bytes: [u8; 4] = random_bytes();
    let number = u16::from_le_bytes([bytes[2], bytes[3]]) % 900 + 100;
    names::unchecked(language.words().name(bytes[0], bytes[1], number))
}

const ENGLISH: Words = Words {
    first: &[
        "Amber", "Azure", "Bisque", "Bright", "Cobalt", "Copper", "Coral", "Cream", "Crimson",
        "Flint", "Golden", "Indigo", "Ivory", "Jade", "Lemon", "Lilac", "Mint", "Mossy", "Ochre",
        "Olive", "Opal", "Pearl", "Rosy", "Rust", "Sandy", "Silver", "Smoky", "Snowy", "Sunny",
        "Teal", "Umber", "Violet",
    ],
    second: &[
        "Arch", "Basin", "Border", "Bowl", "Brick", "Chip", "Clay", "Corner", "Dome", "Fountain",
        "Frieze", "Garden", "Glaze", "Grout", "Hearth", "Jug", "Kiln", "Lattice", "Mosaic",
        "Patio", "Pattern", "Pitcher", "Plate", "Ribbon", "Rim", "Rosette", "Shard", "Sill",
        "Stripe", "Terrace", "Vase", "Wheel",
    ],
    separator: " ",
};

const GERMAN: Words = Words {
    first: &[
        "Bernstein",
        "Azur",
        "Kobalt",
        "Kupfer",
        "Korallen",
        "Elfenbein",
        "Jade",
        "Zitronen",
        "Flieder",
        "Minz",
        "Moos",
        "Ocker",
        "Oliven",
        "Perl",
        "Rost",
        "Silber",
    ],
    second: &[
        "bogen", "brunnen", "bordüre", "garten", "glasur", "herd", "becher", "krug", "kuppel",
        "mosaik", "muster", "ofen", "rosette", "schale", "terrasse", "vase",
    ],
    separator: "",
};

const DUTCH: Words = Words {
    first: &[
        "Amber", "Azuur", "Kobalt", "Koper", "Koraal", "Ivoor", "Jade", "Citroen", "Lila", "Munt",
        "Mos", "Oker", "Parel", "Roest", "Saffraan", "Zilver",
    ],
    second: &[
        "boog", "fontein", "tuin", "glazuur", "haard", "kruik", "koepel", "mozaïek", "patroon",
        "rand", "rozet", "schaal", "terras", "vaas", "kom", "beker",
    ],
    separator: "",
};

const NORWEGIAN: Words = Words {
    first: &[
        "Rav",
        "Asur",
        "Kobolt",
        "Kobber",
        "Korall",
        "Elfenbens",
        "Jade",
        "Sitron",
        "Syrin",
        "Mynte",
        "Mose",
        "Oker",
        "Oliven",
        "Perle",
        "Rust",
        "Sølv",
    ],
    second: &[
        "bue", "fontene", "hage", "glasur", "peis", "krukke", "kuppel", "mosaikk", "mønster",
        "ovn", "rosett", "skål", "terrasse", "vase", "kanne", "kant",
    ],
    separator: "",
};

const ICELANDIC: Words = Words {
    first: &[
        "Smaragðs",
        "Kóbalt",
        "Kopar",
        "Kóral",
        "Fílabeins",
        "Sítrónu",
        "Myntu",
        "Mosa",
        "Brons",
        "Ólífu",
        "Perlu",
        "Ryð",
        "Silfur",
        "Gull",
        "Indigó",
        "Leir",
    ],
    second: &[
        "bogi",
        "brunnur",
        "garður",
        "glerungur",
        "turn",
        "kanna",
        "hvelfing",
        "mósaík",
        "mynstur",
        "ofn",
        "rós",
        "skál",
        "verönd",
        "vasi",
        "krukka",
        "bikar",
    ],
    separator: "",
};

const ITALIAN: Words = Words {
    first: &[
        "Arco", "Bordo", "Brocca", "Camino", "Ciotola", "Cupola", "Fontana", "Fregio", "Giardino",
        "Mosaico", "Nastro", "Patio", "Piatto", "Rosone", "Terrazza", "Vaso",
    ],
    second: &[
        "ambra", "avorio", "cobalto", "corallo", "giada", "indaco", "lilla", "malva", "menta",
        "ocra", "oliva", "perla", "porpora", "rosa", "ruggine", "turchese",
    ],
    separator: " ",
};

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Language; 6] = [
        Language::English,
        Language::German,
        Language::Dutch,
        Language::Norwegian,
        Language::Icelandic,
        Language::Italian,
    ];

    #[test]
    fn every_made_up_name_is_valid() {
        for language in ALL {
            let words = language.words();
            for first in 0..words.first.len() as u8 {
                for second in 0..words.second.len() as u8 {
                    for number in [100, 111, 999] {
                        let name = words.name(first, second, number);
                        assert_eq!(names::check(&name).expect(&name).shown, name);
                    }
                }
            }
            let name = made_up(language);
            assert_eq!(names::check(&name.shown).expect("valid"), name);
        }
    }

    #[test]
    fn preferred_language_has_the_highest_quality() {
        let preferred = |value: &str| {
            let value = value.parse().expect("a header value");
            Language::preferred(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]))
        };
        assert_eq!(preferred("de-AT"), Language::German);
        assert_eq!(preferred("fr, nn;q=0.5, it;q=0.9"), Language::Italian);
        assert_eq!(preferred("NO"), Language::Norwegian);
        assert_eq!(preferred("is, en"), Language::Icelandic);
        for unknown in ["", "fr", "*", "de;q=0", "de;q=high"] {
            assert_eq!(preferred(unknown), Language::English, "{unknown:?}");
        }
        assert_eq!(Language::preferred(&HeaderMap::new()), Language::English);
    }
}
