//! Text from records, servers and the command line, made safe to print.
//!
//! Terminals interpret escape sequences in printed text, which could overwrite a verdict, set the
//! title or request input. Direction characters could reorder a line. Neither reaches a terminal.

use std::borrow::Cow;

use crate::paint::Style;

/// Takes the place of a character that must not be printed.
const REPLACEMENT: char = '\u{fffd}';

/// Returns a text of one or more lines without control and direction characters.
pub(crate) fn sanitise(text: &str) -> Cow<'_, str> {
    replace(text, |c| c != '\n' && is_unsafe(c))
}

/// Returns a text of one line without control and direction characters.
pub(crate) fn sanitise_line(text: &str) -> Cow<'_, str> {
    replace(text, is_unsafe)
}

/// Returns a text that may contain the escape codes of [`Style`], and no others.
pub(crate) fn sanitise_painted(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return sanitise(text);
    }
    let mut pieces = text.split('\x1b');
    let mut safe = sanitise(pieces.next().unwrap_or_default()).into_owned();
    for piece in pieces {
        let style = piece
            .strip_prefix('[')
            .and_then(|rest| rest.split_once('m'))
            .filter(|(code, _)| Style::is_code(code));
        match style {
            Some((code, rest)) => {
                safe.extend(["\x1b[", code, "m"]);
                safe.push_str(&sanitise(rest));
            }
            None => {
                safe.push(REPLACEMENT);
                safe.push_str(&sanitise(piece));
            }
        }
    }
    safe.into()
}

fn replace(text: &str, is_unsafe: impl Fn(char) -> bool + Copy) -> Cow<'_, str> {
    if text.contains(is_unsafe) {
        text.replace(is_unsafe, REPLACEMENT.encode_utf8(&mut [0; 4]))
            .into()
    } else {
        text.into()
    }
}

/// Returns true for control characters (C0, DEL and C1), line separators, and characters that change
/// the direction of text.
pub(crate) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use azulejo_rules::Colour;

    use super::*;
    use crate::paint::{Paint, Strip};

    #[test]
    fn every_character_is_kept_or_replaced() {
        for c in '\0'..=char::MAX {
            let text = format!("a{c}b");
            let line = sanitise_line(&text);
            match is_unsafe(c) {
                true => assert_eq!(line, "a\u{fffd}b", "{c:?}"),
                false => assert_eq!(line, text, "{c:?}"),
            }
            assert_eq!(sanitise(&text) == text, c == '\n' || !is_unsafe(c), "{c:?}");
        }
    }

    #[test]
    fn only_the_own_styles_pass() {
        let mut strip = Strip::new(Paint::Colours);
        strip.tile(Colour::Red).push(Style::Dim, "-").marker();
        assert_eq!(sanitise_painted(strip.text()), strip.text());
        for hostile in [
            "\x1b[2J",
            "\x1b[8mhidden\x1b[28m",
            "\x1b[1A\x1b[K",
            "\x1b]0;title\x07",
            "\x1b]52;c;aGk=\x1b\\",
            "\x1bP+q544e\x1b\\",
            "\x1bc",
            "\u{9b}2J",
            "\u{9d}0;t\u{9c}",
            "\x1b[",
            "\x1b",
            "\x1b[38;5;68",
            "\r\u{202e}",
            "\x08\x7f",
        ] {
            for text in [
                sanitise(hostile),
                sanitise_line(hostile),
                sanitise_painted(hostile),
            ] {
                assert!(!text.contains(is_unsafe), "{hostile:?}: {text:?}");
                assert!(text.contains(REPLACEMENT), "{hostile:?}: {text:?}");
            }
        }
    }

    #[test]
    fn names_in_a_strip_cannot_style_it() {
        let mut strip = Strip::new(Paint::Colours);
        strip.push(Style::Strong, "\x1b[2mAna\x1b[0m\u{202e}");
        let foreign = strip.text().replace("\x1b[1m", "").replace("\x1b[0m", "");
        assert!(!foreign.contains(is_unsafe), "{foreign:?}");
    }
}
