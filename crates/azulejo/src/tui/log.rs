//! The log: what happened, in words, and how to forget what was taken back.

use azulejo_rules::Event;
use azulejo_rules::record::Step;

use super::scene::{Said, Tone};
use crate::host::Told;
use crate::words::{Names, Words};

#[derive(Default)]
pub(crate) struct Log {
    entries: Vec<Said>,
    /// How many entries there were after each step.
    ends: Vec<usize>,
}

impl Log {
    pub(crate) fn entries(&self) -> &[Said] {
        &self.entries
    }

    /// The entries of the first so many steps.
    pub(crate) fn up_to(&self, steps: usize) -> &[Said] {
        let end = match steps {
            0 => 0,
            n => self.ends.get(n - 1).copied().unwrap_or(self.entries.len()),
        };
        &self.entries[..end]
    }

    /// Forgets all but the first so many steps.
    pub(crate) fn truncate(&mut self, steps: usize) {
        let end = self.up_to(steps).len();
        self.entries.truncate(end);
        self.ends.truncate(steps);
    }

    /// Adds something that is no step. It stays with the step before it.
    pub(crate) fn note(&mut self, said: Said) {
        self.entries.push(said);
        if let Some(end) = self.ends.last_mut() {
            *end = self.entries.len();
        }
    }

    /// Adds a step.
    pub(crate) fn add(&mut self, told: &Told, words: &Words, names: &Names) {
        if let Step::Move(m) = told.step {
            let text = words.played_short(names, m, &told.events);
            self.entries.push(Said::new(Tone::Plain, text));
        }
        for event in &told.events {
            if matches!(event, Event::StartsNext { .. } | Event::GameEnded { .. }) {
                let scores = told.after.boards().map(|(_, board)| board.score());
                let text = words.scores(names, scores);
                self.entries.push(Said::new(Tone::Strong, text));
            }
            let tone = match event {
                Event::RoundStarted { .. } | Event::GameEnded { .. } => Tone::Strong,
                Event::LineDropped { .. } | Event::FloorCharged { .. } => Tone::Bad,
                _ => Tone::Plain,
            };
            if let Some(text) = words.happened(names, event) {
                self.entries.push(Said::new(tone, text));
            }
        }
        self.ends.push(self.entries.len());
    }
}
