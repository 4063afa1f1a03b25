//! Replay of a recorded game, step by step in both directions.

use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Event, Position};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::log::Log;
use super::scene::{Highlight, Panel, Scene, StyledText, Tone};
use crate::host::TakenStep;
use crate::i18n::Key;
use crate::words::{Names, Tally, Words};

pub(crate) struct ReplayScreen {
    record: Record,
    names: Names,
    first: Option<Position>,
    steps: Vec<TakenStep>,
    log: Log,
    /// The number of steps shown.
    at: usize,
    /// The error at which the record ends, if any.
    fault: Option<String>,
    pub(crate) help: Option<usize>,
}

impl ReplayScreen {
    pub(crate) fn new(record: &Record, names: Names, words: &Words) -> Self {
        let mut steps = Vec::new();
        let walked = record.walk(|before, step, _| steps.push(TakenStep::replayed(*before, step)));
        let mut log = Log::default();
        for taken in &steps {
            log.add(taken, words, &names);
        }
        let first = steps
            .first()
            .map(|taken| taken.before)
            .or_else(|| walked.as_ref().ok().map(|replayed| replayed.position));
        // Start after the first deal.
        let at = usize::from(!steps.is_empty());
        Self {
            record: record.clone(),
            names,
            first,
            steps,
            log,
            at,
            fault: walked.err().map(|fault| words.record_fault(&fault)),
            help: None,
        }
    }

    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The position on the screen; `None` for a record without a first deal.
    pub(crate) fn position(&self) -> Option<&Position> {
        match self.at {
            0 => self.first.as_ref(),
            n => self.steps.get(n - 1).map(|taken| &taken.after),
        }
    }

    /// Handles a key; returns whether to leave the screen.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        if let Some(scroll) = self.help {
            self.help = match key.code {
                KeyCode::Down | KeyCode::PageDown => Some(scroll.saturating_add(1)),
                KeyCode::Up | KeyCode::PageUp => Some(scroll.saturating_sub(1)),
                _ => None,
            };
            return false;
        }
        let n = self.steps.len();
        match key.code {
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => self.at = (self.at + 1).min(n),
            KeyCode::Left | KeyCode::Backspace => {
                self.at = self.at.saturating_sub(1).max(self.least());
            }
            KeyCode::Down | KeyCode::PageDown => self.at = self.next_deal(),
            KeyCode::Up | KeyCode::PageUp => self.at = self.deal_before(),
            KeyCode::Home => self.at = self.least(),
            KeyCode::End => self.at = n,
            KeyCode::Char('?') | KeyCode::F(1) => self.help = Some(0),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return true,
            _ => {}
        }
        false
    }

    fn least(&self) -> usize {
        usize::from(!self.steps.is_empty())
    }

    fn is_deal(&self, step: usize) -> bool {
        matches!(self.steps[step].step, Step::Deal(_))
    }

    /// The start of the next round, or the end.
    fn next_deal(&self) -> usize {
        let n = self.steps.len();
        (self.at..n)
            .find(|&step| self.is_deal(step))
            .map_or(n, |step| step + 1)
    }

    /// The start of this round, or of the previous one if this one is at its start.
    fn deal_before(&self) -> usize {
        (0..self.at.saturating_sub(1))
            .rev()
            .find(|&step| self.is_deal(step))
            .map_or(self.least(), |step| step + 1)
    }

    pub(crate) fn scene<'a>(&'a self, words: &Words) -> Option<Scene<'a>> {
        let position = self.position()?;
        let taken = self.at.checked_sub(1).and_then(|i| self.steps.get(i));
        let highlight = taken.and_then(|taken| {
            taken.events.iter().find_map(|event| match *event {
                Event::Tiled {
                    seat,
                    line,
                    column,
                    points,
                    ..
                } => Some(Highlight {
                    seat,
                    line,
                    column,
                    points,
                }),
                _ => None,
            })
        });
        let is_offer = position.phase() == azulejo_rules::Phase::Offer;
        Some(Scene {
            position,
            names: &self.names,
            active: is_offer.then_some(position.to_move()),
            picked: None,
            open_lines: [false; 6],
            ghost: None,
            choosing: None,
            highlight,
            panel: self.panel(words, position, taken),
            log: self.log.up_to(self.at),
            log_scroll: 0,
            prompt: format!("{}/{}", self.at, self.steps.len()),
            tags: Vec::new(),
            keys: vec![
                ("← →", words.text(Key("term-replay-step"))),
                ("↑ ↓", words.text(Key("term-replay-round"))),
                ("Home End", words.text(Key("term-replay-ends"))),
                ("?", words.text(Key("term-help"))),
                ("Q", words.text(Key("term-quit"))),
            ],
        })
    }

    fn panel(&self, words: &Words, position: &Position, taken: Option<&TakenStep>) -> Panel {
        let mut panel = Panel::default();
        let mut sentences = Vec::new();
        if let Some(taken) = taken {
            if let Step::Move(m) = taken.step {
                sentences.push(words.move_text(&self.names, m, &taken.events));
            }
            let happened = |event| words.event_text(&self.names, event);
            sentences.extend(taken.events.iter().filter_map(happened));
        }
        if !sentences.is_empty() {
            panel
                .messages
                .push(StyledText::new(Tone::Plain, sentences.join(" ")));
        }
        if self.at == self.steps.len() {
            let text = match &self.fault {
                Some(fault) => StyledText::new(Tone::Bad, fault.clone()),
                None => StyledText::new(
                    Tone::Strong,
                    words.ending(&self.names, &self.record, position),
                ),
            };
            panel.messages.push(text);
            if position.outcome().is_some() {
                let table = words.points_table(&self.names, &Tally::of(&self.record));
                for (i, line) in table.into_iter().enumerate() {
                    let tone = if i == 0 { Tone::Dim } else { Tone::Plain };
                    panel.fixed.push(StyledText::new(tone, line));
                }
                panel.is_large = true;
            }
        }
        panel
    }
}
