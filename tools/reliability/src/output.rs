//! Standard output: result lines, and a progress line on a terminal.

use std::io::{self, IsTerminal as _, Stdout, Write as _};

pub(crate) struct Output {
    stdout: Stdout,
    is_terminal: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        Self {
            is_terminal: stdout.is_terminal(),
            stdout,
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.stdout, "{text}")?;
        self.stdout.flush()
    }

    /// Replaces the progress line, if the output is a terminal.
    pub(crate) fn progress(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            write!(self.stdout, "\r\x1b[K{text}")?;
            self.stdout.flush()?;
        }
        Ok(())
    }
}
