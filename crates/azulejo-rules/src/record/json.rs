//! A strict JSON parser that tracks its position.
//!
//! It is stricter than JSON, because a record has one canonical text: no whitespace between tokens and
//! no unnecessary escapes. A general JSON library would not preserve the accepted text exactly,
//! including numbers and unknown values.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The error for text that is not a [`Record`](super::Record).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseRecordError {
    /// The path in the object, such as `rounds[2].moves[5]` with numbers from 1; empty at the top.
    pub path: String,
    /// The character's position in the text, from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: ParseRecordErrorKind,
    /// The error message.
    pub reason: String,
}

/// The kind of a [`ParseRecordError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseRecordErrorKind {
    /// The text is not canonical JSON.
    Syntax,
    /// There is whitespace between two tokens.
    Whitespace,
    /// The text ends too early.
    UnexpectedEnd,
    /// There is text after the record.
    TrailingText,
    /// A key is missing, repeated, out of order or not allowed here.
    Key,
    /// The value is not allowed here.
    Value,
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}", self.column)?;
        if !self.path.is_empty() {
            write!(f, " ({})", self.path)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl core::error::Error for ParseRecordError {}

pub(super) type Read<T> = Result<T, ParseRecordError>;

/// The maximum nesting depth of unknown values, so that no text can overflow the stack.
const MAX_DEPTH: usize = 64;

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

    /// Fails unless the whole text has been read.
    pub(super) fn end(&self) -> Read<()> {
        if self.at == self.text.len() {
            Ok(())
        } else {
            self.fail_as(
                ParseRecordErrorKind::TrailingText,
                self.at,
                "unexpected text after the record",
            )
        }
    }

    /// Reads an object. The keys in `known` come first and in that order, each at most once; `field`
    /// reads their values. Unknown keys follow and are returned.
    pub(super) fn object(
        &mut self,
        known: &[&str],
        mut field: impl FnMut(&mut Self, &str) -> Read<()>,
    ) -> Read<Vec<(String, String)>> {
        self.expect('{', "expected an object")?;
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
                    let (name, order) = (quoted(&key.name), known.join(", "));
                    return self.fail_as(
                        ParseRecordErrorKind::Key,
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
            self.expect(',', "expected a comma or }")?;
        }
    }

    /// Reads an array; `item` reads each element.
    pub(super) fn array<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.expect('[', "expected a list")?;
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
            self.expect(',', "expected a comma or ]")?;
        }
    }

    /// Reads a string and parses it.
    pub(super) fn parsed<T, E: fmt::Display>(
        &mut self,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<T> {
        let start = self.at;
        let text = self.string()?;
        parse(&text).or_else(|e| self.fail_value(start, format!("{}: {e}", quoted(&text))))
    }

    /// Reads a whole number from `min` to `max`.
    pub(super) fn number(&mut self, min: u16, max: u16) -> Read<u16> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_integer = !rest[digits..].starts_with(['.', 'e', 'E']);
        let plain = digits == 1 || digits > 1 && !rest.starts_with('0');
        match rest[..digits].parse::<u16>() {
            Ok(n) if plain && is_integer && (min..=max).contains(&n) => {
                self.at += digits;
                Ok(n)
            }
            _ if min == max => self.fail_here_as(
                ParseRecordErrorKind::Value,
                format!("expected the number {min}"),
            ),
            _ => self.fail_here_as(
                ParseRecordErrorKind::Value,
                format!("expected a whole number from {min} to {max}"),
            ),
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Read<String> {
        self.expect('"', "expected a string")?;
        self.string_body()
    }

    /// Reads the rest of a string after the opening quote.
    fn string_body(&mut self) -> Read<String> {
        let mut value = String::new();
        loop {
            let at = self.at;
            match self.next() {
                None => return self.unterminated_string(),
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.escaped(at)?),
                Some(c) if c < ' ' => {
                    return self.fail_at(at, "a control character must be escaped");
                }
                Some(c) => value.push(c),
            }
        }
    }

    fn unterminated_string<T>(&self) -> Read<T> {
        self.fail_as(
            ParseRecordErrorKind::UnexpectedEnd,
            self.at,
            "unexpected end of text inside a string",
        )
    }

    /// Fails at an earlier offset because of missing, repeated or misplaced keys.
    pub(super) fn fail_keys<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(ParseRecordErrorKind::Key, at, reason)
    }

    /// Fails at an earlier offset because of an invalid value.
    pub(super) fn fail_value<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(ParseRecordErrorKind::Value, at, reason)
    }

    fn fail_as<T>(
        &self,
        kind: ParseRecordErrorKind,
        at: usize,
        reason: impl Into<String>,
    ) -> Read<T> {
        let path = self.path.concat();
        let path = path.strip_prefix('.').unwrap_or(&path).to_owned();
        let column = self.text[..at].chars().count() + 1;
        Err(ParseRecordError {
            path,
            column,
            kind,
            reason: reason.into(),
        })
    }

    /// Fails at an earlier offset because of a syntax error.
    fn fail_at<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        self.fail_as(ParseRecordErrorKind::Syntax, at, reason)
    }

    /// Returns the current offset, for [`fail_keys`](Self::fail_keys) and
    /// [`fail_value`](Self::fail_value).
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Reads a key and its colon; fails if the key is repeated in its object.
    fn new_key(&mut self, seen: &mut BTreeSet<String>) -> Read<Key> {
        let at = self.at;
        self.expect('"', "expected a key")?;
        let name = self.string_body()?;
        if !seen.insert(name.clone()) {
            return self.fail_keys(at, format!("the key {} is repeated", quoted(&name)));
        }
        self.expect(':', "expected : after the key")?;
        Ok(Key { name, at })
    }

    /// Reads the rest of an escape after the backslash; only the form of [`write_string`] is accepted.
    fn escaped(&mut self, at: usize) -> Read<char> {
        match self.next() {
            Some(c @ ('"' | '\\')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.escaped_code(at),
            Some(_) => self.fail_at(at, "unknown or unnecessary escape"),
            None => self.unterminated_string(),
        }
    }

    /// Reads the rest of an escape after `\u`: a control character that has no shorter escape.
    fn escaped_code(&mut self, at: usize) -> Read<char> {
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

    /// Skips a value of any kind.
    fn skip_value(&mut self, depth: usize) -> Read<()> {
        if depth > MAX_DEPTH {
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
                    self.expect(',', "expected a comma or }")?;
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
                self.fail_here("expected a value")
            }
        }
    }

    fn skip_number(&mut self) -> Read<()> {
        let start = self.at;
        self.eat('-');
        let leading_zero = self.text[self.at..].starts_with('0');
        let whole = self.skip_digits();
        let mut valid = whole == 1 || whole > 1 && !leading_zero;
        if self.eat('.') {
            valid &= self.skip_digits() > 0;
        }
        if self.eat('e') || self.eat('E') {
            let _sign = self.eat('+') || self.eat('-');
            valid &= self.skip_digits() > 0;
        }
        if valid {
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

    /// Reads within a key or list element, which errors then name in their path.
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

    fn eat(&mut self, expected: char) -> bool {
        let found = self.text[self.at..].starts_with(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn expect(&mut self, expected: char, reason: &str) -> Read<()> {
        if self.eat(expected) {
            Ok(())
        } else {
            self.fail_here(reason)
        }
    }

    /// Fails at the current offset; whitespace and the end of the text get their own messages.
    fn fail_here<T>(&self, reason: impl Into<String>) -> Read<T> {
        self.fail_here_as(ParseRecordErrorKind::Syntax, reason)
    }

    fn fail_here_as<T>(&self, kind: ParseRecordErrorKind, reason: impl Into<String>) -> Read<T> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            let reason = format!("unexpected end of text: {}", reason.into());
            self.fail_as(ParseRecordErrorKind::UnexpectedEnd, self.at, reason)
        } else if rest.starts_with([' ', '\t', '\n', '\r']) {
            let reason = "whitespace between tokens is not allowed";
            self.fail_as(ParseRecordErrorKind::Whitespace, self.at, reason)
        } else {
            self.fail_as(kind, self.at, reason)
        }
    }
}

/// A key and its offset.
struct Key {
    name: String,
    at: usize,
}

impl Key {
    /// Returns the key as a path segment: `.moves`, or `["a b"]` if it is not a plain word.
    fn segment(&self) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !self.name.is_empty()
            && self.name.len() <= MAX_QUOTE_LENGTH
            && self.name.chars().all(is_word)
        {
            format!(".{}", self.name)
        } else {
            format!("[{}]", quoted(&self.name))
        }
    }
}

/// The maximum number of characters of input quoted in an error message.
const MAX_QUOTE_LENGTH: usize = 40;

/// Returns the text in quotes, escaped, and truncated if it is long.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE_LENGTH) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Writes a string with only the escapes that JSON requires.
pub(super) fn write_string(out: &mut String, value: &str) {
    out.push('"');
    value.chars().for_each(|c| write_escaped(out, c));
    out.push('"');
}

/// Writes a character of a string, escaped if JSON requires it.
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
