//! Standard input on a separate thread, so that events are shown while waiting for input.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use super::super::input::{Lines, is_echoed};

/// An input event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Line(String),
    /// The end of the input.
    End,
}

pub(super) struct StdinReader {
    lines: Receiver<(u64, String)>,
    number: u64,
}

impl StdinReader {
    pub(super) fn start() -> Self {
        let (sender, lines) = channel();
        let read = move || {
            let mut lines = Lines::default();
            // A read error counts as the end of the input.
            while let Ok(Some(line)) = lines.next() {
                if sender.send((lines.number(), line)).is_err() {
                    return;
                }
            }
        };
        // If no thread can be spawned, the channel is closed and the input is empty.
        let _ignored = thread::Builder::new().name("stdin".to_owned()).spawn(read);
        Self { lines, number: 0 }
    }

    /// The next input, if any.
    pub(super) fn next(&mut self) -> Option<Input> {
        match self.lines.try_recv() {
            Ok((number, line)) => {
                self.number = number;
                Some(Input::Line(line))
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Input::End),
        }
    }

    /// The number of the last line returned.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Returns whether the input is a script, not a terminal.
    pub(super) fn is_script(&self) -> bool {
        !is_echoed()
    }
}
