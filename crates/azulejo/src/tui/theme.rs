//! Colours, depending on the terminal's capabilities and the user's preference.
//!
//! Tiles are always distinguished by letters; colours are optional.

use azulejo_rules::Colour;
use ratatui::style::{Color, Modifier, Style};

use crate::args::ColourWhen;

/// The colour depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    None,
    Sixteen,
    Palette,
    True,
}

impl Depth {
    /// Detects the terminal's colour depth from the environment.
    pub(crate) fn detect(when: ColourWhen) -> Self {
        Self::from_variables(when, |name| std::env::var(name).ok())
    }

    fn from_variables(when: ColourWhen, variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        match when {
            ColourWhen::Never => return Self::None,
            ColourWhen::Auto if is_set("NO_COLOR") || term == "dumb" => return Self::None,
            ColourWhen::Auto | ColourWhen::Always => {}
        }
        let claim = variable("COLORTERM").unwrap_or_default();
        if claim == "truecolor" || claim == "24bit" || term.ends_with("-direct") {
            Self::True
        } else if term.contains("256color") {
            Self::Palette
        } else {
            Self::Sixteen
        }
    }
}

/// The styles of all elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    depth: Depth,
}

/// A colour in three colour depths.
struct Shade(Color, u8, Color);

const fn shade(red: u8, green: u8, blue: u8, palette: u8, sixteen: Color) -> Shade {
    Shade(Color::Rgb(red, green, blue), palette, sixteen)
}

impl Theme {
    pub(crate) const fn new(depth: Depth) -> Self {
        Self { depth }
    }

    /// Returns whether colours distinguish tiles; if not, brackets do.
    pub(crate) fn has_colours(self) -> bool {
        self.depth != Depth::None
    }

    fn pick(self, shade: &Shade) -> Color {
        match self.depth {
            Depth::True => shade.0,
            Depth::Palette => Color::Indexed(shade.1),
            Depth::Sixteen | Depth::None => shade.2,
        }
    }

    fn on(self, ink: &Shade, ground: &Shade) -> Style {
        if !self.has_colours() {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        Style::new()
            .fg(self.pick(ink))
            .bg(self.pick(ground))
            .add_modifier(Modifier::BOLD)
    }

    fn ink(self, ink: &Shade) -> Style {
        if self.has_colours() {
            Style::new().fg(self.pick(ink))
        } else {
            Style::new()
        }
    }

    /// The style of a tile.
    pub(crate) fn tile(self, colour: Colour) -> Style {
        const LIGHT: Shade = shade(255, 255, 255, 231, Color::White);
        const DARK: Shade = shade(20, 18, 14, 16, Color::Black);
        match colour {
            Colour::Blue => self.on(&LIGHT, &shade(25, 86, 158, 25, Color::Blue)),
            Colour::Yellow => self.on(&DARK, &shade(242, 194, 48, 220, Color::Yellow)),
            Colour::Red => self.on(&LIGHT, &shade(190, 42, 42, 160, Color::Red)),
            Colour::Black => self.on(&LIGHT, &shade(72, 72, 78, 239, Color::DarkGray)),
            Colour::White => self.on(
                &shade(0, 112, 116, 30, Color::Cyan),
                &shade(238, 240, 236, 255, Color::White),
            ),
        }
    }

    /// The style of a colour without its tile: the wall pattern, or a preview.
    pub(crate) fn plan(self, colour: Colour) -> Style {
        self.ink(&match colour {
            Colour::Blue => shade(88, 140, 206, 68, Color::Blue),
            Colour::Yellow => shade(178, 138, 34, 136, Color::Yellow),
            Colour::Red => shade(194, 92, 88, 131, Color::Red),
            Colour::Black => shade(126, 126, 134, 243, Color::DarkGray),
            Colour::White => shade(70, 166, 168, 73, Color::Cyan),
        })
    }

    /// The style of a previewed tile.
    pub(crate) fn ghost(self, colour: Colour) -> Style {
        self.plan(colour).add_modifier(Modifier::BOLD)
    }

    /// The style of the start marker.
    pub(crate) fn marker(self) -> Style {
        self.on(
            &shade(20, 18, 14, 16, Color::Black),
            &shade(244, 212, 170, 223, Color::Magenta),
        )
    }

    /// Frames and empty spaces.
    pub(crate) fn dim(self) -> Style {
        if self.has_colours() {
            self.ink(&shade(128, 130, 136, 244, Color::DarkGray))
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    pub(crate) const fn plain() -> Style {
        Style::new()
    }

    /// Emphasised text.
    pub(crate) const fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The element that receives the next key.
    pub(crate) fn focus(self) -> Style {
        self.ink(&shade(70, 166, 168, 73, Color::Cyan))
            .add_modifier(Modifier::BOLD)
    }

    /// The selected item of a list.
    pub(crate) const fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Errors.
    pub(crate) fn bad(self) -> Style {
        self.ink(&shade(224, 108, 96, 167, Color::Red))
            .add_modifier(Modifier::BOLD)
    }

    /// Gained points.
    pub(crate) fn good(self) -> Style {
        self.ink(&shade(96, 170, 96, 71, Color::Green))
            .add_modifier(Modifier::BOLD)
    }

    /// The other tiles of a run that was just scored.
    pub(crate) fn run() -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD)
    }

    /// The tile that was just scored.
    pub(crate) fn scored() -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_depth_is_detected_from_environment() {
        let depth = |when, variables: &[(&str, &str)]| {
            Depth::from_variables(when, |name| {
                let found = variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let auto = ColourWhen::Auto;
        let colourful = ("TERM", "xterm-256color");
        assert_eq!(depth(auto, &[colourful]), Depth::Palette);
        assert_eq!(
            depth(auto, &[colourful, ("COLORTERM", "truecolor")]),
            Depth::True
        );
        assert_eq!(depth(auto, &[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(depth(auto, &[colourful, ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(auto, &[colourful, ("NO_COLOR", "")]), Depth::Palette);
        assert_eq!(depth(auto, &[("TERM", "dumb")]), Depth::None);
        assert_eq!(
            depth(ColourWhen::Always, &[colourful, ("NO_COLOR", "1")]),
            Depth::Palette
        );
        assert_eq!(depth(ColourWhen::Never, &[colourful]), Depth::None);
    }

    #[test]
    fn tiles_differ_in_every_colour_depth() {
        for depth in [Depth::Sixteen, Depth::Palette, Depth::True] {
            let theme = Theme::new(depth);
            for (i, a) in Colour::ALL.into_iter().enumerate() {
                for b in &Colour::ALL[..i] {
                    assert_ne!(theme.tile(a).bg, theme.tile(*b).bg);
                }
            }
        }
        let bare = Theme::new(Depth::None);
        assert_eq!(bare.tile(Colour::Red).bg, None);
        assert_eq!(bare.plan(Colour::Red).fg, None);
    }
}
