//! The log of a game, with support for takebacks.

use azulejo_rules::Event;
use azulejo_rules::record::Step;

use super::scene::{StyledText, Tone};
use crate::host::TakenStep;
use crate::words::{Names, Words};

#[derive(Default)]
pub(crate) struct Log {
    entries: Vec<StyledText>,
    /// The number of entries after each step.
    ends: Vec<usize>,
}

impl Log {
    pub(crate) fn entries(&self) -> &[StyledText] {
        &self.entries
    }

    /// The entries of the first `steps` steps.
    pub(crate) fn up_to(&self, steps: usize) -> &[StyledText] {
        let end = match steps {
            0 => 0,
            n => self.ends.get(n - 1).copied().unwrap_or(self.entries.len()),
        };
        &self.entries[..end]
    }

    /// Removes all but the first `steps` steps.
    pub(crate) fn truncate(&mut self, steps: usize) {
        let end = self.up_to(steps).len();
        self.entries.truncate(end);
        self.ends.truncate(steps);
    }

    /// Adds an entry that is not a step. It belongs to the step before it.
    pub(crate) fn note(&mut self, message: StyledText) {
        self.entries.push(message);
        if let Some(end) = self.ends.last_mut() {
            *end = self.entries.len();
        }
    }

    /// Adds a step.
    pub(crate) fn add(&mut self, taken: &TakenStep, words: &Words, names: &Names) {
        if let Step::Move(m) = taken.step {
            let text = words.short_move_text(names, m, &taken.events);
            self.entries.push(StyledText::new(Tone::Plain, text));
        }
        for event in &taken.events {
            if matches!(event, Event::StartsNext { .. } | Event::GameEnded { .. }) {
                let scores = taken.after.boards().map(|(_, board)| board.score());
                let text = words.scores(names, scores);
                self.entries.push(StyledText::new(Tone::Strong, text));
            }
            let tone = match event {
                Event::RoundStarted { .. } | Event::GameEnded { .. } => Tone::Strong,
                Event::LineDropped { .. } | Event::FloorCharged { .. } => Tone::Bad,
                _ => Tone::Plain,
            };
            if let Some(text) = words.event_text(names, event) {
                self.entries.push(StyledText::new(tone, text));
            }
        }
        self.ends.push(self.entries.len());
    }
}
