//! Every text that the game shows to players.
//!
//! Contains no logic: turns events, previews and reasons into text in the reader's language. The
//! messages are in `locales/`.

mod analysis;
mod choices;
mod events;
mod failures;
mod online;
mod plain;
mod result;

#[cfg(test)]
mod tests;

use azulejo_ai::BotSpec;
use azulejo_rules::{ByColour, Colour, Seat, Source, TilePoints, Wall};
use fluent_bundle::FluentValue;

pub(crate) use self::result::Tally;
use crate::i18n::{Args, Key, Lang, Messages};

/// The texts of one language.
pub(crate) struct Words(Messages);

/// The players' names.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// By seat.
    pub(crate) shown: Vec<String>,
    /// The reader's seat, if there is only one reader.
    pub(crate) you: Option<Seat>,
}

impl Names {
    /// The names for display; equal names are distinguished by seat number.
    pub(crate) fn new(mut shown: Vec<String>, you: Option<Seat>) -> Self {
        let repeated: Vec<_> = shown
            .iter()
            .map(|name| shown.iter().filter(|other| *other == name).count() > 1)
            .collect();
        for (i, name) in shown.iter_mut().enumerate().filter(|(i, _)| repeated[*i]) {
            *name = format!("{name} #{}", i + 1);
        }
        Self { shown, you }
    }

    pub(crate) fn of(&self, seat: Seat) -> &str {
        &self.shown[seat.index()]
    }
}

/// The arguments of a message that is built step by step.
type MessageArgs<'a> = Vec<(&'static str, FluentValue<'a>)>;

impl Words {
    pub(crate) fn new(lang: Lang) -> Self {
        Self(Messages::new(lang))
    }

    /// The language of the messages.
    pub(crate) const fn lang(&self) -> Lang {
        self.0.lang()
    }

    /// A message without variables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.0.text(key)
    }

    /// A message with its variables.
    pub(crate) fn format(&self, key: Key, args: Args<'_>) -> String {
        self.0.format(key, args)
    }

    /// The name of the only person at the table.
    pub(crate) fn you(&self) -> String {
        self.text(Key("term-you"))
    }

    /// The name of an unnamed person.
    pub(crate) fn player(&self, number: usize) -> String {
        self.format(Key("term-player"), &[("seat", number.into())])
    }

    /// A bot's name with its level number and limit.
    pub(crate) fn bot(&self, spec: BotSpec) -> String {
        let name = self.format(Key("bot-numbered"), &[("level", spec.id.name().into())]);
        match spec.limit {
            None => name,
            // The limit is written the same way in every language.
            Some(_) => format!("{name} {}", &spec.to_string()[spec.id.name().len()..]),
        }
    }

    /// A bot's name and level, as introduced in menus.
    pub(crate) fn introduced(&self, id: &'static str) -> String {
        self.format(Key("bot-introduced"), &[("level", id.into())])
    }

    pub(crate) fn colour(&self, colour: Colour) -> String {
        self.format(Key("colour-label"), &[("colour", colour_id(colour).into())])
    }

    pub(crate) fn wall(&self, wall: Wall) -> String {
        self.format(Key("wall-name"), &[("wall", wall.name().into())])
    }

    /// The names in a record: bots in the reader's language, people unchanged.
    pub(crate) fn record_names(&self, players: &[String]) -> Names {
        let shown = players.iter().map(|name| {
            let bot = name.strip_prefix("bot:").and_then(|spec| spec.parse().ok());
            bot.map_or_else(|| name.clone(), |spec| self.bot(spec))
        });
        Names::new(shown.collect(), None)
    }

    /// `a`, `a and b`, `a, b and c`.
    pub(crate) fn list(&self, items: &[String]) -> String {
        let join = |key, first: &str, second: &str| {
            self.format(key, &[("first", first.into()), ("second", second.into())])
        };
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first, middle @ .., last] => {
                let start = middle.iter().fold(first.clone(), |list, item| {
                    join(Key("list-more"), &list, item)
                });
                join(Key("list-two"), &start, last)
            }
        }
    }

    /// `2 blue and 1 red`.
    pub(crate) fn tiles(&self, tiles: &ByColour<u8>) -> String {
        let present = tiles.iter().filter(|(_, count)| **count > 0);
        let items: Vec<_> = present
            .map(|(colour, &count)| {
                let args = [
                    ("colour", colour_id(colour).into()),
                    ("count", count.into()),
                ];
                self.format(Key("tiles-short-nom"), &args)
            })
            .collect();
        self.list(&items)
    }

    /// A change of a score.
    pub(crate) fn signed(&self, change: i32) -> String {
        let sign = match change {
            0 => "zero",
            1.. => "plus",
            _ => "minus",
        };
        let args = [("sign", sign.into()), ("points", change.abs().into())];
        self.format(Key("signed"), &args)
    }
}

/// `$who` and `$name`: a player as the subject.
fn who<'a>(names: &'a Names, seat: Seat) -> MessageArgs<'a> {
    let who = if names.you == Some(seat) {
        "you"
    } else {
        "name"
    };
    vec![("who", who.into()), ("name", names.of(seat).into())]
}

/// `$source` and `$factory`.
fn from<'a>(source: Source) -> MessageArgs<'a> {
    match source {
        Source::Factory(factory) => vec![
            ("source", "factory".into()),
            ("factory", factory.number().into()),
        ],
        Source::Centre => vec![("source", "centre".into()), ("factory", 0.into())],
    }
}

/// `$points`, `$across` and `$down`.
fn runs<'a>(points: TilePoints) -> MessageArgs<'a> {
    vec![
        ("points", points.total().into()),
        ("across", points.row().into()),
        ("down", points.column().into()),
    ]
}

const fn yes_no(whether: bool) -> &'static str {
    if whether { "yes" } else { "no" }
}

const fn colour_id(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Yellow => "yellow",
        Colour::Red => "red",
        Colour::Black => "black",
        Colour::White => "white",
    }
}
