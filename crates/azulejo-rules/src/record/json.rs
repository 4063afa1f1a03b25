//! A strict reader of JSON text that knows where it is.
//!
//! Stricter than JSON itself, because a record has one canonical text: no spaces between tokens,
//! and nothing escaped that need not be. That is why this is not left to a general library: what it
//! accepts is kept as it stands, digits and unknown values included.

use core::fmt;

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordTextError {
    /// The place in the object, as `rounds[2].moves[5]` with numbers from 1; empty at the top.
    pub path: String,
    /// The place in the text, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
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
        Self { text, at: 0, path: Vec::new() }
    }

    /// Everything must have been read.
    pub(super) fn end(&self) -> Read<()> {
        if self.at == self.text.len() {
            Ok(())
        } else {
            self.fail("nothing may follow the record on its line")
        }
    }

    /// Reads an object. The keys in `known` come first and in that order, each at most once;
    /// `field` reads the value of one. Other keys follow and are kept.
    pub(super) fn object(
        &mut self,
        known: &[&str],
        mut field: impl FnMut(&mut Self, &str) -> Read<()>,
    ) -> Read<Vec<(String, String)>> {
        self.expect('{', "an object must start here with {")?;
        let mut extra: Vec<(String, String)> = Vec::new();
        let mut next_known = 0;
        if self.eat('}') {
            return Ok(extra);
        }
        loop {
            let key_at = self.at;
            let key = self.string()?;
            match known.iter().position(|&k| k == key) {
                Some(i) if i >= next_known && extra.is_empty() => {
                    next_known = i + 1;
                    self.expect(':', "a key must be followed by :")?;
                    self.within(key, |c, key| field(c, key))?;
                }
                Some(i) if i + 1 == next_known => {
                    return self.fail_at(key_at, format!("the key {key:?} is repeated"));
                }
                Some(_) => {
                    let order = known.join(", ");
                    return self.fail_at(
                        key_at,
                        format!("the key {key:?} is repeated or out of order ({order}, then others)"),
                    );
                }
                None if extra.iter().any(|(other, _)| *other == key) => {
                    return self.fail_at(key_at, format!("the key {key:?} is repeated"));
                }
                None => {
                    self.expect(':', "a key must be followed by :")?;
                    let start = self.at;
                    self.within(key.clone(), |c, _| c.skip_value(1))?;
                    extra.push((key, self.text[start..self.at].to_owned()));
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
        self.expect('[', "a list must start here with [")?;
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(items);
        }
        loop {
            let index = items.len() + 1;
            items.push(self.within(format!("[{index}]"), |c, _| item(c))?);
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
        parse(&text).or_else(|e| self.fail_at(start, format!("{text:?}: {e}")))
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
            _ => self.fail(format!("a whole number from {least} to {most} must stand here")),
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Read<String> {
        self.expect('"', "a string must start here with \"")?;
        let mut value = String::new();
        loop {
            let at = self.at;
            match self.next() {
                None => return self.fail("the string does not end"),
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.escaped(at)?),
                Some(c) if c < ' ' => {
                    return self.fail_at(at, "a control character must be escaped");
                }
                Some(c) => value.push(c),
            }
        }
    }

    /// Fails at a place that was read already.
    pub(super) fn fail_at<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        let path = self.path.concat().trim_start_matches('.').to_owned();
        let column = self.text[..at].chars().count() + 1;
        Err(RecordTextError { path, column, reason: reason.into() })
    }

    /// Fails here.
    pub(super) fn fail<T>(&self, reason: impl Into<String>) -> Read<T> {
        self.fail_at(self.at, reason)
    }

    /// Where the cursor is, for [`fail_at`](Self::fail_at).
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    /// What follows a backslash: only characters that JSON wants escaped.
    fn escaped(&mut self, at: usize) -> Read<char> {
        let value = match self.next() {
            Some(c @ ('"' | '\\')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
                let all_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
                match u32::from_str_radix(digits, 16) {
                    Ok(code) if all_hex && code < 0x20 => {
                        self.at += 4;
                        char::from_u32(code).unwrap_or_default()
                    }
                    Ok(_) if all_hex => {
                        return self.fail_at(at, "this character needs no escape");
                    }
                    _ => return self.fail_at(at, "\\u must be followed by four hex digits"),
                }
            }
            _ => return self.fail_at(at, "there is no such escape, or it is not needed"),
        };
        Ok(value)
    }

    /// Reads past any value.
    fn skip_value(&mut self, depth: usize) -> Read<()> {
        if depth > DEEPEST {
            return self.fail("values are nested too deeply");
        }
        let rest = &self.text[self.at..];
        match rest.chars().next() {
            Some('{') => {
                self.at += 1;
                let mut keys = Vec::new();
                if self.eat('}') {
                    return Ok(());
                }
                loop {
                    let key_at = self.at;
                    let key = self.string()?;
                    if keys.contains(&key) {
                        return self.fail_at(key_at, format!("the key {key:?} is repeated"));
                    }
                    keys.push(key);
                    self.expect(':', "a key must be followed by :")?;
                    self.skip_value(depth + 1)?;
                    if self.eat('}') {
                        return Ok(());
                    }
                    self.expect(',', "a comma or } must follow here")?;
                }
            }
            Some('[') => {
                self.at += 1;
                if self.eat(']') {
                    return Ok(());
                }
                loop {
                    self.skip_value(depth + 1)?;
                    if self.eat(']') {
                        return Ok(());
                    }
                    self.expect(',', "a comma or ] must follow here")?;
                }
            }
            Some('"') => self.string().map(|_| ()),
            Some('-' | '0'..='9') => self.skip_number(),
            _ => {
                for word in ["true", "false", "null"] {
                    if rest.starts_with(word) {
                        self.at += word.len();
                        return Ok(());
                    }
                }
                self.fail("a value must stand here")
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
        if good { Ok(()) } else { self.fail_at(start, "this is not a number") }
    }

    fn skip_digits(&mut self) -> usize {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        digits
    }

    /// Reads inside a key or list entry, so that an error can name it.
    fn within<T>(
        &mut self,
        segment: String,
        read: impl FnOnce(&mut Self, &str) -> Read<T>,
    ) -> Read<T> {
        let shown = if segment.starts_with('[') { segment.clone() } else { format!(".{segment}") };
        self.path.push(shown);
        let value = read(self, &segment)?;
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
        } else if self.text[self.at..].starts_with([' ', '\t', '\n', '\r']) {
            self.fail("a record has no spaces between its parts")
        } else if self.at == self.text.len() {
            self.fail(format!("the text ends here, but {reason}"))
        } else {
            self.fail(reason)
        }
    }
}

/// Writes a string with the escapes that JSON requires and no other.
pub(super) fn write_string(out: &mut String, value: &str) {
    use fmt::Write;
    out.push('"');
    for c in value.chars() {
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
    out.push('"');
}
