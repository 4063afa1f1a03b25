//! Coloured text with a known display width.

use azulejo_rules::Colour;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::sanitise::sanitise_line;

/// The colour mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// No colours: letters and brackets carry all information.
    Plain,
    /// ANSI escape codes.
    Colours,
}

/// The style of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Plain,
    /// Frames and empty spaces.
    Dim,
    /// Emphasised text.
    Strong,
    /// The pattern of the coloured wall.
    Plan(Colour),
    Tile(Colour),
    Marker,
}

impl Style {
    /// Returns true for the parameters of an escape code that a [`Strip`] contains.
    pub(crate) fn is_code(code: &str) -> bool {
        let tiles = Colour::ALL.into_iter();
        let mut coloured = tiles.flat_map(|colour| [Self::Plan(colour), Self::Tile(colour)]);
        [Self::Plain, Self::Dim, Self::Strong, Self::Marker]
            .iter()
            .any(|style| style.code() == code)
            || coloured.any(|style| style.code() == code)
    }

    /// The parameters of the ANSI escape code; colours are from the 256-colour palette.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Dim => "2",
            Self::Strong => "1",
            Self::Plan(Colour::Blue) => "38;5;68",
            Self::Plan(Colour::Yellow) => "38;5;136",
            Self::Plan(Colour::Red) => "38;5;131",
            Self::Plan(Colour::Black) => "38;5;242",
            Self::Plan(Colour::White) => "38;5;73",
            Self::Tile(Colour::Blue) => "1;38;5;231;48;5;25",
            Self::Tile(Colour::Yellow) => "1;38;5;16;48;5;220",
            Self::Tile(Colour::Red) => "1;38;5;231;48;5;160",
            Self::Tile(Colour::Black) => "1;38;5;231;48;5;239",
            Self::Tile(Colour::White) => "1;38;5;30;48;5;255",
            Self::Marker => "1;38;5;16;48;5;223",
        }
    }
}

/// A piece of a line with its display width.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    text: String,
    width: usize,
    paint: Paint,
}

impl Strip {
    /// An empty strip.
    pub(crate) const fn new(paint: Paint) -> Self {
        Self {
            text: String::new(),
            width: 0,
            paint,
        }
    }

    /// The display width.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The text, including escape codes.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Appends a text, without control characters.
    pub(crate) fn push(&mut self, style: Style, text: &str) -> &mut Self {
        let text = &sanitise_line(text);
        self.width += text.width();
        if self.paint == Paint::Plain || style == Style::Plain {
            self.text.push_str(text);
        } else {
            self.text.push_str("\x1b[");
            self.text.push_str(style.code());
            self.text.push('m');
            self.text.push_str(text);
            self.text.push_str("\x1b[0m");
        }
        self
    }

    /// Appends a tile, three characters wide.
    pub(crate) fn tile(&mut self, colour: Colour) -> &mut Self {
        self.block(Style::Tile(colour), colour.letter())
    }

    /// Appends the start marker, three characters wide.
    pub(crate) fn marker(&mut self) -> &mut Self {
        self.block(Style::Marker, '*')
    }

    fn block(&mut self, style: Style, letter: char) -> &mut Self {
        match self.paint {
            Paint::Plain => self.push(style, &format!("[{letter}]")),
            Paint::Colours => self.push(style, &format!(" {letter} ")),
        }
    }

    /// Appends another strip.
    pub(crate) fn append(&mut self, other: &Self) -> &mut Self {
        self.text.push_str(&other.text);
        self.width += other.width;
        self
    }

    /// Pads with a character up to a width.
    pub(crate) fn fill(&mut self, style: Style, with: char, width: usize) -> &mut Self {
        let missing = width.saturating_sub(self.width);
        if missing > 0 {
            self.push(style, &with.to_string().repeat(missing));
        }
        self
    }

    /// Pads with spaces up to a width.
    pub(crate) fn pad(&mut self, width: usize) -> &mut Self {
        self.fill(Style::Plain, ' ', width)
    }
}

/// Truncates a text to a display width, with an ellipsis if something is cut off.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        short.push(c);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_codes_have_no_width() {
        for paint in [Paint::Plain, Paint::Colours] {
            let mut strip = Strip::new(paint);
            strip
                .tile(Colour::Blue)
                .push(Style::Dim, " · ")
                .marker()
                .pad(12);
            assert_eq!(strip.width(), 12);
        }
    }

    #[test]
    fn long_names_are_truncated_by_display_width() {
        assert_eq!(shortened("Ana", 5), "Ana");
        assert_eq!(shortened("Annabella", 5), "Anna…");
        assert_eq!(shortened("磁磚磁磚", 5), "磁磚…");
    }
}
