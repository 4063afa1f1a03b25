//! Where text for people goes: how wide it is, and whether it shows colours.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use unicode_width::UnicodeWidthStr as _;

use crate::args::ColourWhen;
use crate::paint::Paint;

/// The width that is assumed where nobody tells, as in a file or a pipe.
const COMMON_WIDTH: usize = 80;

/// Standard output, with a buffer.
pub(crate) struct Screen {
    out: BufWriter<Stdout>,
    is_terminal: bool,
    /// How many characters fit on a line.
    pub(crate) width: usize,
    /// How to colour.
    pub(crate) paint: Paint,
}

impl Screen {
    /// The screen, or the file or pipe in its place.
    pub(crate) fn new(when: ColourWhen) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let paint = match when {
            ColourWhen::Always => Paint::Colours,
            ColourWhen::Auto if is_terminal && !no_colour && !is_dumb => Paint::Colours,
            ColourWhen::Auto | ColourWhen::Never => Paint::Plain,
        };
        let size = terminal_size::terminal_size().filter(|_| is_terminal);
        let width = size.map_or(COMMON_WIDTH, |(width, _)| usize::from(width.0));
        Self {
            out: BufWriter::new(stdout),
            is_terminal,
            width,
            paint,
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Whether a person is likely to look on.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Shows a text at once, on a terminal, in the place of the one that was shown before.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            write!(self.out, "\r\x1b[K{text}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Writes a sentence, broken between words where the screen ends; what follows the first line
    /// is indented.
    pub(crate) fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        let width = self.width;
        self.line(&wrap(text, width, indent))
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Breaks a plain text between words; spaces at its beginning stay.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let body = text.trim_start_matches(' ');
    let mut wrapped = text[..text.len() - body.len()].to_owned();
    let mut used = wrapped.len();
    let mut starts_line = true;
    for word in body.split(' ') {
        let needs = word.width();
        if !starts_line && used + 1 + needs > width {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            used = indent;
        } else if !starts_line {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += needs;
        starts_line = false;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words() {
        assert_eq!(wrap("one two three", 80, 2), "one two three");
        assert_eq!(wrap("one two three", 8, 2), "one two\n  three");
        assert_eq!(wrap("  one two three", 9, 4), "  one two\n    three");
        assert_eq!(wrap("incomprehensibilities", 4, 2), "incomprehensibilities");
        assert_eq!(wrap("", 4, 2), "");
    }
}
