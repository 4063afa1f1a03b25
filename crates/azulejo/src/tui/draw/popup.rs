//! The help: keys, and a summary of the rules.

use azulejo_rules::Wall;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::canvas::Canvas;
use crate::i18n::Key;
use crate::screen::wrap;
use crate::tui::theme::Theme;
use crate::words::Words;

/// The keys of a game, which are the same in every language.
const KEYS: [(&str, Key); 13] = [
    ("1–9 C", Key("term-key-source")),
    ("B Y R K W", Key("term-key-colour")),
    ("1–5 F", Key("term-key-line")),
    ("Enter", Key("term-key-enter")),
    ("← → ↑ ↓", Key("term-key-arrows")),
    ("U", Key("term-key-undo")),
    ("Esc", Key("term-key-escape")),
    ("H", Key("term-key-hint")),
    ("T", Key("term-key-scoring")),
    ("M", Key("term-key-menu")),
    ("PgUp PgDn", Key("term-key-log")),
    ("?", Key("term-key-help")),
    ("Q Ctrl-C", Key("term-key-quit")),
];

/// Draws the help over everything; `scroll` is the number of rows scrolled off the top.
pub(crate) fn draw_help(
    buffer: &mut Buffer,
    words: &Words,
    theme: Theme,
    wall: Wall,
    scroll: usize,
) {
    let window = buffer.area;
    let width = window.width.saturating_sub(4).min(90);
    let rows = help_rows(words, wall, usize::from(width.saturating_sub(2)));
    let height = (rows.len() as u16).min(window.height.saturating_sub(2));
    let inner = Rect::new(
        window.x + (window.width - width) / 2,
        window.y + (window.height - height) / 2,
        width,
        height,
    );
    if width < 10 || height < 2 {
        return;
    }
    let mut canvas = Canvas { buffer, theme };
    canvas.frame(inner);
    let style = canvas.theme.focus();
    let title = format!(" {} ", words.text(Key("term-help-title")));
    canvas.put_short(inner.x + 1, inner.y - 1, width, &title, style);
    let hidden = rows.len().saturating_sub(usize::from(height));
    let first = scroll.min(hidden);
    let close = if hidden > 0 {
        words.text(Key("term-help-scroll"))
    } else {
        words.text(Key("term-help-close"))
    };
    let dim = canvas.theme.dim();
    canvas.put_right(
        inner.right() - 1,
        inner.bottom(),
        &format!(" {close} "),
        dim,
    );
    for (i, (key, text)) in rows
        .iter()
        .skip(first)
        .take(usize::from(height))
        .enumerate()
    {
        let y = inner.y + i as u16;
        let style = canvas.theme.focus();
        let x = canvas.put(inner.x + 1, y, key, style);
        let room = inner.right().saturating_sub(x);
        canvas.put_short(x, y, room, text, Theme::plain());
    }
}

/// The rows of the help: a padded key and a text.
fn help_rows(words: &Words, wall: Wall, width: usize) -> Vec<(String, String)> {
    let key_width = KEYS.iter().map(|(key, _)| key.width()).max().unwrap_or(0) + 2;
    let mut rows = Vec::new();
    let mut add = |key: &str, text: &str| {
        let text_width = width.saturating_sub(key_width);
        for (i, line) in wrap(text, text_width, 0).lines().enumerate() {
            let key = if i == 0 { key } else { "" };
            let gap = key_width - key.width();
            rows.push((format!("{key}{}", " ".repeat(gap)), line.to_owned()));
        }
    };
    for (key, about) in KEYS {
        add(key, &words.text(about));
    }
    let mut paragraphs = vec![words.text(Key("term-help-screen"))];
    paragraphs.extend(words.rules(wall));
    for paragraph in paragraphs {
        rows.push((String::new(), String::new()));
        let text = wrap(&paragraph, width, 0);
        rows.extend(text.lines().map(|line| (String::new(), line.to_owned())));
    }
    rows
}
