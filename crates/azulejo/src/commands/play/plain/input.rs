//! Parsing of typed lines, as far as possible without the rules.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use azulejo_rules::{Colour, Factory, Move, Source};

/// The length limit of a line.
const MAX_LINE_LENGTH: u64 = 1000;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::commands) enum Typed {
    Nothing,
    Help,
    Rules,
    Moves,
    Hint,
    Undo,
    Table,
    Position,
    Quit,
    /// The beginning of a move: a source only.
    Source(Source),
    /// The beginning of a move: a source and a colour.
    Group(Source, Colour),
    /// A colour only.
    Colour(Colour),
    Move(Move),
    /// Anything else, in capitals and without spaces.
    Other(String),
}

impl Typed {
    /// Parses a line.
    pub(in crate::commands) fn new(line: &str) -> Self {
        let text: String = line
            .chars()
            .filter(|c| !c.is_whitespace() && !c.is_control())
            .collect();
        let text = text.to_uppercase();
        match text.as_str() {
            "" => Self::Nothing,
            "?" | "HELP" => Self::Help,
            "RULES" => Self::Rules,
            "M" | "MOVES" => Self::Moves,
            "H" | "HINT" => Self::Hint,
            "U" | "UNDO" => Self::Undo,
            "T" | "TABLE" => Self::Table,
            "POSITION" => Self::Position,
            "Q" | "QUIT" | "EXIT" => Self::Quit,
            _ => Self::part_of_move(text),
        }
    }

    fn part_of_move(text: String) -> Self {
        let chars: Vec<_> = text.chars().take(3).collect();
        let source = chars.first().and_then(|&c| source(c));
        match (source, &chars[..]) {
            (Some(source), [_]) => Self::Source(source),
            (None, [c]) => match Colour::from_letter(*c) {
                Some(colour) => Self::Colour(colour),
                None => Self::other(text),
            },
            (Some(source), [_, c]) => match Colour::from_letter(*c) {
                Some(colour) => Self::Group(source, colour),
                None => Self::other(text),
            },
            _ => Self::other(text),
        }
    }

    fn other(text: String) -> Self {
        match text.parse::<Move>() {
            Ok(m) => Self::Move(m),
            Err(_) => Self::Other(text),
        }
    }
}

fn source(c: char) -> Option<Source> {
    match c {
        'C' => Some(Source::Centre),
        _ => Factory::new(c.to_digit(10)? as usize).map(Source::Factory),
    }
}

/// The lines of standard input, with line numbers.
#[derive(Default)]
pub(in crate::commands) struct Lines {
    number: u64,
}

impl Lines {
    /// Returns the next line, or `None` at the end. On a pipe, skips empty lines and comments
    /// starting with `#`.
    pub(in crate::commands) fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .take(MAX_LINE_LENGTH)
                .read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            let line = String::from_utf8_lossy(&bytes).into_owned();
            let is_blank = line.trim().is_empty() || line.trim_start().starts_with('#');
            if !is_blank || is_echoed() {
                return Ok(Some(line));
            }
        }
    }

    /// The number of the last line read.
    pub(in crate::commands) const fn number(&self) -> u64 {
        self.number
    }
}

/// Returns whether the terminal echoes the input, as opposed to a script.
pub(in crate::commands) fn is_echoed() -> bool {
    io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_spaces_are_ignored() {
        let typed = Typed::Move("2B3".parse().unwrap());
        for line in ["2B3", "2b3\n", " 2 b 3 \r\n", "\t2B 3"] {
            assert_eq!(Typed::new(line), typed, "{line:?}");
        }
    }

    #[test]
    fn partial_moves_are_parsed() {
        let two = Source::Factory(Factory::new(2).unwrap());
        assert_eq!(Typed::new("2"), Typed::Source(two));
        assert_eq!(Typed::new("c"), Typed::Source(Source::Centre));
        assert_eq!(
            Typed::new("cw"),
            Typed::Group(Source::Centre, Colour::White)
        );
        assert_eq!(Typed::new("r"), Typed::Colour(Colour::Red));
        assert_eq!(Typed::new(" "), Typed::Nothing);
        assert_eq!(Typed::new("Undo"), Typed::Undo);
    }

    #[test]
    fn other_input_is_not_a_move() {
        for line in [
            "0", "0B1", "2X", "2X1", "2B6", "2B33", "hello", "→", "ß", "2:1",
        ] {
            assert!(matches!(Typed::new(line), Typed::Other(..)), "{line:?}");
        }
    }
}
