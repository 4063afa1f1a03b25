//! Standard input on a thread of its own, so that news are shown while nobody types.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use super::super::input::{Lines, is_echoed};

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Line(String),
    /// Nothing more will come.
    End,
}

pub(super) struct Typist {
    lines: Receiver<(u64, String)>,
    number: u64,
}

impl Typist {
    pub(super) fn start() -> Self {
        let (sender, lines) = channel();
        let read = move || {
            let mut lines = Lines::default();
            // An input that cannot be read any more has ended.
            while let Ok(Some(line)) = lines.next() {
                if sender.send((lines.number(), line)).is_err() {
                    return;
                }
            }
        };
        // Where there is no thread to be had, nothing is typed: the channel is closed.
        let _whether_started = thread::Builder::new().name("typist".to_owned()).spawn(read);
        Self { lines, number: 0 }
    }

    /// The next line, if there is one.
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

    /// The number of the line given last.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether a file or a program types, rather than a person.
    pub(super) fn is_script(&self) -> bool {
        !is_echoed()
    }
}
