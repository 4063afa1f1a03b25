//! A strict reader of JSON text that knows where it is.
//!
//! Stricter than JSON itself, because a record has one canonical text: no spaces between tokens,
//! and nothing escaped that need not be. That is why this is not left to a general library: what it
//! accepts is kept as it stands, digits and unknown values included.

use core::fmt;
use std::collections::BTreeSet;

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordTextError {
    /// The place in the object, as `rounds[2].moves[5]` with numbers from 1; empty at the top.
    pub path: String,
    /// The place in the text, in characters from 1.
    pub column: usize,
    /// What is wrong there, as one of a few kinds.
    pub kind: RecordTextKind,
    /// What is wrong there, in words.
    pub reason: String,
}

/// What kind of thing is wrong in a text, for programs that say it in their own words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordTextKind {
    /// The text is not JSON as records write it.
    Syntax,
    /// There is a space between two parts.
    Space,
    /// The text ends too early.
    EndsEarly,
    /// Something follows the record.
    GoesOn,
    /// A key is missing, repeated, out of order or not meant for this place.
    Key,
    /// The value is not one that may stand here.
    Value,
}

impl fmt::Display for RecordTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}", self.column)?;
        if !self.path.is_empty() {
            write!(f, " ({})", self.path)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl core::error::Error for RecordTextError {}

pub(super) type Read<T> = Result<T, RecordTextError>;

/// Values inside values inside values: deeper than this is refused, so that no text can exhaust the
/// stack.
const DEEPEST: usize = 64;

pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    path: Vec<String>,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            path: Vec::new(),
        }
    }

    /// Everything must have been read.
    pub(super) fn end(&self) -> Read<()> {
        if self.at == self.text.len() {
            Ok(())
        } else {
            self.fail_as(
                RecordTextKind::GoesOn,
                self.at,
                "nothing may follow the record on its line",
            )
        }
    }

    /// Reads an object. The keys in `known` come first and in that order, each at most once;
    /// `field` reads the value of one. Other keys follow and are kept.
    pub(super) fn object(
        &mut self,
        known: &[&str],
        mut field: impl FnMut(&mut Self, &str) -> Read<()>,
    ) -> Read<Vec<(String, String)>> {
        self.expect('{', "an object must stand here, starting with {")?;
        let mut extra: Vec<(String, String)> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next_known = 0;
        if self.eat('}') {
            return Ok(extra);
        }
        loop {
            let key = self.new_key(&mut seen)?;
            match known.iter().position(|&k| k == key.name) {
                Some(i) if i >= next_known && extra.is_empty() => {
                    next_known = i + 1;
                    self.within(key.segment(), |c| field(c, &key.name))?;
                }
                Some(_) => {
                    let (name, order) = (shortened(&key.name), known.join(", "));
                    return self.fail_as(
                        RecordTextKind::Key,
                        key.at,
                        format!(
                            "the key {name} is out of order; the order is {order}, then others"
                        ),
                    );
                }
                None => {
                    let start = self.at;
                    self.within(key.segment(), |c| c.skip_value(1))?;
                    extra.push((key.name, self.text[start..self.at].to_owned()));
                }
            }
            if self.eat('}') {
                return Ok(extra);
            }
            self.expect(',', "a comma or } must follow here")?;
        }
    }

    /// Reads an array, each entry by `item`.
    pub(super) fn array<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.expect('[', "a list must stand here, starting with [")?;
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(items);
        }
        loop {
            let index = items.len() + 1;
            items.push(self.within(format!("[{index}]"), |c| item(c))?);
            if self.eat(']') {
                return Ok(items);
            }
            self.expect(',', "a comma or ] must follow here")?;
        }
    }

    /// Reads a string and makes something of it.
    pub(super) fn parsed<T, E: fmt::Display>(
        &mut self,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<T> {
        let start = self.at;
        let text = self.string()?;
        parse(&text).or_else(|e| self.fail_value(start, format!("{}: {e}", shortened(&text))))
    }

    /// Reads a whole number from `least` to `most`.
    pub(super) fn number(&mut self, least: u16, most: u16) -> Read<u16> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let ends_well = !rest[digits..].starts_with(['.', 'e', 'E']);
        let plain = digits == 1 || digits > 1 && !rest.starts_with('0');
        match rest[..digits].parse::<u16>() {
            Ok(n) if plain && ends_well && (least..=most).contains(&n) => {
                self.at += digits;
                Ok(n)
            }
            _ if least == most => self.wrong_as(
                RecordTextKind::Value,
                format!("the number {least} must stand here"),
            ),
            _ => self.wrong_as(
                RecordTextKind::Value,
                format!("a whole number from {least} to {most} must stand here"),
            ),
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Read<String> {
        self.expect('"', "a string must stand here, starting with \"")?;
        self.string_body()
    }

    /// Reads what follows the first quote of a string.
    fn string_body(&mut self) -> Read<String> {
        let mut value = String::new();
        loop {
            let at = self.at;
            match self.next() {
                None => return self.string_without_end(),
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.escaped(at)?),
                Some(c) if c < ' ' => {
                    return self.fail_at(at, "a control character must be escaped");
                }
                Some(c) => value.push(c),
            }
        }
    }

    fn string_without_end<T>(&self) -> Read<T> {
        self.fail_as(
            RecordTextKind::EndsEarly,
            self.at,
            "the text ends inside a string",
        )
    }

    /// Fails at a place that was read already, because its keys are not those that are needed.
    pub(super) fn fail_keys<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(RecordTextKind::Key, at, reason)
    }

    /// Fails at a place that was read already, because its value may not stand there.
    pub(super) fn fail_value<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(RecordTextKind::Value, at, reason)
    }

    fn fail_as<T>(&self, kind: RecordTextKind, at: usize, reason: impl Into<String>) -> Read<T> {
        let path = self.path.concat();
        let path = path.strip_prefix('.').unwrap_or(&path).to_owned();
        let column = self.text[..at].chars().count() + 1;
        Err(RecordTextError {
            path,
            column,
            kind,
            reason: reason.into(),
        })
    }

    /// Fails at a place that was read already, because of how it is written.
    fn fail_at<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(RecordTextKind::Syntax, at, reason)
    }

    /// Where the cursor is, for [`fail_keys`](Self::fail_keys) and
    /// [`fail_value`](Self::fail_value).
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    /// Reads a key and its colon; the keys of one object must differ.
    fn new_key(&mut self, seen: &mut BTreeSet<String>) -> Read<Key> {
        let at = self.at;
        self.expect('"', "a key must stand here, starting with \"")?;
        let name = self.string_body()?;
        if !seen.insert(name.clone()) {
            return self.fail_keys(at, format!("the key {} is repeated", shortened(&name)));
        }
        self.expect(':', "a key must be followed by :")?;
        Ok(Key { name, at })
    }

    /// What follows a backslash, exactly as [`write_string`] writes it.
    fn escaped(&mut self, at: usize) -> Read<char> {
        match self.next() {
            Some(c @ ('"' | '\\')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.escaped_by_number(at),
            Some(_) => self.fail_at(at, "there is no such escape, or it is not needed"),
            None => self.string_without_end(),
        }
    }

    /// What follows `\u`: the number of a control character that has no shorter escape.
    fn escaped_by_number(&mut self, at: usize) -> Read<char> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        if digits.len() < 4 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return self.fail_at(at, "\\u must be followed by four hex digits");
        }
        let code = u32::from_str_radix(digits, 16).unwrap_or(u32::MAX);
        let Some(c) = char::from_u32(code) else {
            return self.fail_at(
                at,
                "surrogates are not characters; write the character itself",
            );
        };
        if c >= ' ' {
            return self.fail_at(at, "this character needs no escape");
        }
        let mut canonical = String::new();
        write_escaped(&mut canonical, c);
        if canonical.strip_prefix("\\u") != Some(digits) {
            return self.fail_at(at, format!("this character is written {canonical}"));
        }
        self.at += 4;
        Ok(c)
    }

    /// Reads past any value.
    fn skip_value(&mut self, depth: usize) -> Read<()> {
        if depth > DEEPEST {
            return self.fail_at(self.at, "values are nested too deeply");
        }
        let rest = &self.text[self.at..];
        match rest.chars().next() {
            Some('{') => {
                self.at += 1;
                let mut seen = BTreeSet::new();
                if self.eat('}') {
                    return Ok(());
                }
                loop {
                    let key = self.new_key(&mut seen)?;
                    self.within(key.segment(), |c| c.skip_value(depth + 1))?;
                    if self.eat('}') {
                        return Ok(());
                    }
                    self.expect(',', "a comma or } must follow here")?;
                }
            }
            Some('[') => self.array(|c| c.skip_value(depth + 1)).map(|_| ()),
            Some('"') => self.string().map(|_| ()),
            Some('-' | '0'..='9') => self.skip_number(),
            _ => {
                for word in ["true", "false", "null"] {
                    if rest.starts_with(word) {
                        self.at += word.len();
                        return Ok(());
                    }
                }
                self.wrong("a value must stand here")
            }
        }
    }

    fn skip_number(&mut self) -> Read<()> {
        let start = self.at;
        self.eat('-');
        let leading_zero = self.text[self.at..].starts_with('0');
        let whole = self.skip_digits();
        let mut good = whole == 1 || whole > 1 && !leading_zero;
        if self.eat('.') {
            good &= self.skip_digits() > 0;
        }
        if self.eat('e') || self.eat('E') {
            let _sign = self.eat('+') || self.eat('-');
            good &= self.skip_digits() > 0;
        }
        if good {
            Ok(())
        } else {
            self.fail_at(start, "this is not a number")
        }
    }

    fn skip_digits(&mut self) -> usize {
        let digits = self.text[self.at..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        self.at += digits;
        digits
    }

    /// Reads inside a key or list entry, so that an error can name it.
    fn within<T>(&mut self, segment: String, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.path.push(segment);
        let value = read(self)?;
        self.path.pop();
        Ok(value)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char, reason: &str) -> Read<()> {
        if self.eat(wanted) {
            Ok(())
        } else {
            self.wrong(reason)
        }
    }

    /// Fails here because something else must stand here; says so in better words where what is
    /// wrong is a space or the end of the text.
    fn wrong<T>(&self, reason: impl Into<String>) -> Read<T> {
        self.wrong_as(RecordTextKind::Syntax, reason)
    }

    fn wrong_as<T>(&self, kind: RecordTextKind, reason: impl Into<String>) -> Read<T> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            let reason = format!("the text ends too early: {}", reason.into());
            self.fail_as(RecordTextKind::EndsEarly, self.at, reason)
        } else if rest.starts_with([' ', '\t', '\n', '\r']) {
            let reason = "a record has no spaces between its parts";
            self.fail_as(RecordTextKind::Space, self.at, reason)
        } else {
            self.fail_as(kind, self.at, reason)
        }
    }
}

/// A key that was read, and where it stands.
struct Key {
    name: String,
    at: usize,
}

impl Key {
    /// The key as a part of a path: `.moves`, but `["a b"]` where that would be unclear.
    fn segment(&self) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !self.name.is_empty()
            && self.name.len() <= LONGEST_QUOTE
            && self.name.chars().all(is_word)
        {
            format!(".{}", self.name)
        } else {
            format!("[{}]", shortened(&self.name))
        }
    }
}

/// Texts from outside are quoted in messages up to this many characters.
const LONGEST_QUOTE: usize = 40;

/// A text in quotes, without control characters, and cut off where it is long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Writes a string with the escapes that JSON requires and no other.
pub(super) fn write_string(out: &mut String, value: &str) {
    out.push('"');
    value.chars().for_each(|c| write_escaped(out, c));
    out.push('"');
}

/// Writes a character of a string, escaped where JSON requires it.
fn write_escaped(out: &mut String, c: char) {
    use fmt::Write;
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c < ' ' => {
            let _infallible = write!(out, "\\u{:04x}", c as u32);
        }
        c => out.push(c),
    }
}
