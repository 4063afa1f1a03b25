//! Generated names of guests, in the language of the request.

use azulejo_store::PlayerName;

use super::language::Language;
use super::names;
use crate::app::random_bytes;

const fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::Dutch => &DUTCH,
        Language::Norwegian => &NORWEGIAN,
        Language::Icelandic => &ICELANDIC,
        Language::Italian => &ITALIAN,
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

/// Generates a random name for a guest.
pub(crate) fn generate(language: Language) -> PlayerName {
    let bytes: [u8; 4] = random_bytes();
    let number = u16::from_le_bytes([bytes[2], bytes[3]]) % 900 + 100;
    names::unchecked(words(language).name(bytes[0], bytes[1], number))
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

    #[test]
    fn every_generated_name_is_valid() {
        for language in Language::ALL {
            let words = words(language);
            for first in 0..words.first.len() as u8 {
                for second in 0..words.second.len() as u8 {
                    for number in [100, 111, 999] {
                        let name = words.name(first, second, number);
                        assert_eq!(names::check(&name).expect(&name).shown, name);
                    }
                }
            }
            let name = generate(language);
            assert_eq!(names::check(&name.shown).expect("valid"), name);
        }
    }
}
