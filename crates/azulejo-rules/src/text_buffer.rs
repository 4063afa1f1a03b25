//! A stack buffer in front of a formatter.
//!
//! A position has about two hundred characters; passing each to the formatter separately would cost
//! ten times as much.

use core::fmt;

/// Longer than the text of most positions; the buffer is flushed whenever it is full.
const CAPACITY: usize = 384;

/// Buffers ASCII text for a formatter; [`finish`](Self::finish) writes the remainder.
pub(crate) struct TextBuffer<'a, 'f> {
    formatter: &'a mut fmt::Formatter<'f>,
    bytes: [u8; CAPACITY],
    len: usize,
}

impl<'a, 'f> TextBuffer<'a, 'f> {
    pub(crate) const fn new(formatter: &'a mut fmt::Formatter<'f>) -> Self {
        Self {
            formatter,
            bytes: [0; CAPACITY],
            len: 0,
        }
    }

    /// Appends an ASCII character.
    pub(crate) fn push(&mut self, letter: char) -> fmt::Result {
        debug_assert!(letter.is_ascii(), "{letter:?}");
        if self.len == CAPACITY {
            self.flush()?;
        }
        self.bytes[self.len] = letter as u8;
        self.len += 1;
        Ok(())
    }

    /// Appends a decimal number.
    pub(crate) fn push_number(&mut self, number: u16) -> fmt::Result {
        let mut unit = 10_000;
        while unit > 1 && number < unit {
            unit /= 10;
        }
        while unit > 0 {
            self.push(char::from(b'0' + (number / unit % 10) as u8))?;
            unit /= 10;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> fmt::Result {
        self.flush()
    }

    fn flush(&mut self) -> fmt::Result {
        let text = core::str::from_utf8(&self.bytes[..self.len]).map_err(|_| fmt::Error)?;
        self.len = 0;
        self.formatter.write_str(text)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    struct Numbers(u16);

    impl fmt::Display for Numbers {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut buffer = TextBuffer::new(f);
            for number in 0..=self.0 {
                buffer.push_number(number)?;
                buffer.push(' ')?;
            }
            buffer.finish()
        }
    }

    #[test]
    fn numbers_round_trip_beyond_the_buffer_capacity() {
        let text = Numbers(u16::MAX).to_string();
        let read: Vec<u16> = text
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        assert!(read.into_iter().eq(0..=u16::MAX));
        assert!(
            !text.contains(" 0") && text.starts_with("0 1 2 "),
            "no leading zeros"
        );
    }
}
