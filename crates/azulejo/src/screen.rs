//! Standard output for text: its width and colours.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use unicode_width::UnicodeWidthStr as _;

use crate::args::ColourWhen;
use crate::paint::Paint;
use crate::sanitise::{sanitise, sanitise_line, sanitise_painted};

/// The width of files, pipes and terminals of unknown size.
const DEFAULT_WIDTH: usize = 80;

/// Buffered standard output.
pub(crate) struct Screen {
    out: BufWriter<Stdout>,
    is_terminal: bool,
    /// The width of a line in characters.
    pub(crate) width: usize,
    /// The colour mode.
    pub(crate) paint: Paint,
}

impl Screen {
    /// Opens standard output, whether a terminal, a file or a pipe.
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
        let width = size.map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0));
        Self {
            out: BufWriter::new(stdout),
            is_terminal,
            width,
            paint,
        }
    }

    /// Writes a text and a line feed, without control characters other than its own styles.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        let text = self.safe(text);
        writeln!(self.out, "{text}")
    }

    fn safe<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.paint {
            Paint::Plain => sanitise(text),
            Paint::Colours => sanitise_painted(text),
        }
    }

    /// Returns whether the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Shows a status text at once on a terminal, replacing the previous one.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            write!(self.out, "\r\x1b[K{}", sanitise_line(text))?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Writes a sentence, wrapped at the width of the screen, with a hanging indent.
    pub(crate) fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        let width = self.width;
        self.line(&wrap(text, width, indent))
    }
}

/// Writes data as it is, for files and pipes. A terminal gets no control characters.
impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.is_terminal => {
                let text = self.safe(text).into_owned();
                self.out.write_all(text.as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Wraps a plain text between words; leading spaces are kept.
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
    fn text_wraps_between_words() {
        assert_eq!(wrap("one two three", 80, 2), "one two three");
        assert_eq!(wrap("one two three", 8, 2), "one two\n  three");
        assert_eq!(wrap("  one two three", 9, 4), "  one two\n    three");
        assert_eq!(wrap("incomprehensibilities", 4, 2), "incomprehensibilities");
        assert_eq!(wrap("", 4, 2), "");
    }
}
