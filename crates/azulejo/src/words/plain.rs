//! Texts of the plain interface only: greeting, help, responses to commands.

use azulejo_rules::{ByColour, Colour, Seat, Source, Wall};

use super::{Names, Words, colour_id, from};
use crate::i18n::Key;

/// The commands besides moves. They are the same in every language.
const PLAIN_COMMANDS: [(&str, Key); 8] = [
    ("moves", Key("term-command-moves")),
    ("hint", Key("term-command-hint")),
    ("undo", Key("term-command-undo")),
    ("table", Key("term-command-table")),
    ("position", Key("term-command-position")),
    ("rules", Key("term-command-rules")),
    ("quit", Key("term-command-quit")),
    ("?", Key("term-command-help")),
];

impl Words {
    /// The first lines of a game.
    pub(crate) fn greeting(&self, names: &Names, wall: Wall, seed: u64) -> [String; 3] {
        [
            self.format(
                Key("term-greeting"),
                &[
                    ("wall", wall.name().into()),
                    ("seed", seed.to_string().into()),
                    ("names", self.list(&names.shown).into()),
                ],
            ),
            self.text(Key("term-greeting-move")),
            self.text(Key("term-greeting-help")),
        ]
    }

    /// The prompt for a player.
    pub(crate) fn prompt(names: &Names, seat: Seat) -> String {
        if names.you == Some(seat) {
            "> ".to_owned()
        } else {
            format!("{} > ", names.of(seat))
        }
    }

    /// The paragraphs of `?`; those with leading spaces must not be rewrapped.
    pub(crate) fn help(&self) -> Vec<String> {
        let mut lines = vec![self.text(Key("term-help-move"))];
        let colours: Vec<_> = Colour::ALL
            .into_iter()
            .map(|colour| format!("{} {}", colour.letter(), self.colour(colour)))
            .collect();
        let parts = [
            ("1–9, C", self.text(Key("term-help-source"))),
            ("B Y R K W", colours.join(", ")),
            ("1–5, F", self.text(Key("term-help-line"))),
            ("2B3", self.text(Key("term-help-example"))),
        ];
        lines.extend(parts.map(|(what, about)| format!("  {what:<10} {about}")));
        lines.push(self.text(Key("term-help-part")));
        lines.extend(
            PLAIN_COMMANDS.map(|(command, about)| format!("  {command:<10} {}", self.text(about))),
        );
        lines.push(self.text(Key("term-help-table")));
        lines
    }

    /// The paragraphs of `rules`.
    pub(crate) fn rules(&self, wall: Wall) -> Vec<String> {
        let mut paragraphs = vec![
            self.text(Key("term-rules-turn")),
            self.text(Key("term-rules-lines")),
            self.text(Key("term-rules-scoring")),
            self.text(Key("term-rules-end")),
        ];
        if wall == Wall::Grey {
            paragraphs.push(self.text(Key("term-rules-grey")));
        }
        paragraphs
    }

    /// The tiles at a source, after a player has typed only the source.
    pub(crate) fn offered(&self, source: Source, tiles: &ByColour<u8>) -> String {
        if tiles.total() == 0 {
            return self.format(Key("term-source-empty"), &from(source));
        }
        let present = tiles.iter().filter(|(_, count)| **count > 0);
        let groups: Vec<_> = present
            .map(|(colour, &count)| {
                let args = [
                    ("colour", colour_id(colour).into()),
                    ("count", count.into()),
                ];
                format!("{source}{colour}: {}", self.format(Key("tiles-nom"), &args))
            })
            .collect();
        format!("{}. {}", groups.join(", "), self.text(Key("term-add-line")))
    }

    /// The sources of a colour, after a player has typed only the colour.
    pub(crate) fn found(&self, colour: Colour, sources: &[(Source, u8)]) -> String {
        if sources.is_empty() {
            let args = [("colour", colour_id(colour).into())];
            return self.format(Key("term-no-colour"), &args);
        }
        let each: Vec<_> = sources
            .iter()
            .map(|(source, n)| {
                let mut args = from(*source);
                args.push(("count", (*n).into()));
                let place = self.format(Key("term-found"), &args);
                format!("{place} ({source}{colour})")
            })
            .collect();
        format!("{}: {}.", self.colour(colour), each.join(", "))
    }

    /// The response to a line that is neither a move nor a command.
    pub(crate) fn not_understood(&self, typed: &str) -> String {
        self.format(Key("term-no-move"), &[("typed", typed.into())])
    }

    /// The response to anything but a column at the prompt for one.
    pub(crate) fn no_column(&self, typed: &str) -> String {
        self.format(Key("term-no-column"), &[("typed", typed.into())])
    }

    /// The location from which the game can be resumed.
    pub(crate) fn saved_in(&self, file: &str) -> String {
        self.format(Key("term-saved-in"), &[("file", file.into())])
    }

    /// The record was appended to a file of the player's choice.
    pub(crate) fn record_added(&self, file: &str) -> String {
        self.format(Key("term-record-added"), &[("file", file.into())])
    }

    /// The game could not be saved.
    pub(crate) fn not_saved(&self, reason: &str) -> String {
        self.format(Key("term-not-saved"), &[("reason", reason.into())])
    }
}
