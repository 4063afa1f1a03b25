//! Text that is put together letter by letter and handed on in one piece: a position has some two
//! hundred letters, and a way through the formatter for each would cost ten times as much.

use core::fmt;

/// More than most positions take; longer ones are handed on in several pieces.
const ROOM: usize = 384;

/// Gathers letters for a formatter. [`finish`](Self::finish) hands on the last of them.
pub(crate) struct Letters<'a, 'f> {
    to: &'a mut fmt::Formatter<'f>,
    bytes: [u8; ROOM],
    len: usize,
}

impl<'a, 'f> Letters<'a, 'f> {
    pub(crate) const fn new(to: &'a mut fmt::Formatter<'f>) -> Self {
        Self {
            to,
            bytes: [0; ROOM],
            len: 0,
        }
    }

    /// Adds an ASCII letter.
    pub(crate) fn push(&mut self, letter: char) -> fmt::Result {
        debug_assert!(letter.is_ascii(), "{letter:?}");
        if self.len == ROOM {
            self.hand_on()?;
        }
        self.bytes[self.len] = letter as u8;
        self.len += 1;
        Ok(())
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: u16) -> fmt::Result {
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
        self.hand_on()
    }

    fn hand_on(&mut self) -> fmt::Result {
        let text = core::str::from_utf8(&self.bytes[..self.len]).map_err(|_| fmt::Error)?;
        self.len = 0;
        self.to.write_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbers(u16);

    impl fmt::Display for Numbers {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut letters = Letters::new(f);
            for number in 0..=self.0 {
                letters.number(number)?;
                letters.push(' ')?;
            }
            letters.finish()
        }
    }

    #[test]
    fn every_number_is_written_as_it_is_read_however_many_there_are() {
        let text = Numbers(u16::MAX).to_string();
        let read: Vec<u16> = text
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        assert!(read.into_iter().eq(0..=u16::MAX));
        assert!(
            !text.contains(" 0") && text.starts_with("0 1 2 "),
            "no zeros in front"
        );
    }
}
