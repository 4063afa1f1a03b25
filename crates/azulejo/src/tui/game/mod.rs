//! The screen of a game: display, selection and keys.

mod actions;
mod columns;
mod keys;
mod pick;
mod show;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use azulejo_rules::record::Step;
use azulejo_rules::{Event, Move, Phase, Position};

pub(crate) use self::actions::{ActionMenu, PHRASES};
pub(crate) use self::columns::Columns;
pub(crate) use self::keys::GameExit;
use self::pick::Pick;
#[cfg(test)]
pub(crate) use self::pick::groups;
use super::field::Field;
use super::log::Log;
use super::scene::{Highlight, StyledText, Tone};
use crate::host::{Advice, GameHost, HostFailure, PlayerRequest, TakenStep, Update};
use crate::i18n::Key;
use crate::words::Words;

/// The stage of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// A local player selects tiles.
    Take,
    /// A local player chooses columns.
    Columns,
    /// Another player or a bot is to move.
    Wait,
    /// The next step of the scoring is shown on a key.
    Scoring,
    /// The scoring of a round has been shown.
    RoundOver,
    /// The game is over.
    Result,
}

/// The screen of a game.
pub(crate) struct GameScreen {
    host: Box<dyn GameHost>,
    /// The position on the screen; the game may be ahead of it.
    shown: Position,
    /// Steps that have not been shown yet.
    pending: VecDeque<TakenStep>,
    log: Log,
    /// Log messages, each with the number of pending steps that precede it.
    notes: Vec<(usize, StyledText)>,
    log_scroll: usize,
    pick: Pick,
    columns: Option<Columns>,
    /// The move that awaits confirmation because it ends the round.
    unconfirmed: Option<Move>,
    /// A message that is shown until the next key.
    notice: Option<StyledText>,
    /// The last move of another player, or the last step of the scoring, in sentences.
    caption: Option<String>,
    highlight: Option<Highlight>,
    /// Whether the scoring is shown step by step.
    stepwise: bool,
    /// Whether the rest of this round's scoring is shown at once.
    skips_scoring: bool,
    /// The time of the next step if no key is pressed.
    next_auto: Option<Instant>,
    pace: Duration,
    awaits_hint: bool,
    /// Whether the end of the round has been reviewed, so that the next one may start.
    has_reviewed_round: bool,
    /// The table menu, if it is open.
    pub(crate) actions: Option<ActionMenu>,
    pub(crate) help: Option<usize>,
    saving: Option<Field>,
    /// The file for the record once it is complete.
    to_save: Option<PathBuf>,
}

impl GameScreen {
    pub(crate) fn new(mut host: Box<dyn GameHost>, words: &Words, pace: Duration) -> Self {
        let (before, shown) = host.history();
        let mut log = Log::default();
        for taken in &before {
            log.add(taken, words, host.names());
        }
        Self {
            host,
            shown,
            pending: VecDeque::new(),
            log,
            notes: Vec::new(),
            log_scroll: 0,
            pick: Pick::default(),
            columns: None,
            unconfirmed: None,
            notice: None,
            caption: None,
            highlight: None,
            stepwise: true,
            skips_scoring: false,
            next_auto: None,
            pace,
            awaits_hint: false,
            has_reviewed_round: false,
            actions: None,
            help: None,
            saving: None,
            to_save: None,
        }
    }

    pub(crate) fn host(&self) -> &dyn GameHost {
        &*self.host
    }

    /// The current stage.
    pub(crate) fn stage(&self) -> Stage {
        let seat = self.shown.to_move();
        if self.is_between_rounds() {
            return Stage::RoundOver;
        }
        if !self.pending.is_empty() {
            return Stage::Scoring;
        }
        if self.host.has_ended() {
            return Stage::Result;
        }
        match self.shown.phase() {
            Phase::Over => Stage::Result,
            Phase::Refill => Stage::RoundOver,
            Phase::Offer if self.host.is_mine(seat) => Stage::Take,
            Phase::Tiling if self.host.to_tile(&self.shown).is_some() => Stage::Columns,
            Phase::Offer | Phase::Tiling => Stage::Wait,
        }
    }

    /// Returns whether the next round is dealt but not shown yet, as on a server, which deals at
    /// once.
    fn is_between_rounds(&self) -> bool {
        let is_deal =
            matches!(self.pending.front(), Some(next) if matches!(next.step, Step::Deal(_)));
        let is_after_a_round = self.shown.phase() == Phase::Refill && self.shown.round() > 1;
        is_deal && is_after_a_round && !self.has_reviewed_round
    }

    /// The player who chooses columns or is to move.
    pub(crate) fn active_seat(&self) -> azulejo_rules::Seat {
        let tiles = self.host.to_tile(&self.shown);
        tiles.unwrap_or_else(|| self.shown.to_move())
    }

    /// Returns whether the screen can change without a key, so that it is polled often.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.stage(), Stage::Wait)
            || self.awaits_hint
            || self.host.is_live()
            || self.next_auto.is_some()
    }

    /// Processes updates and pending steps; returns whether anything changed.
    pub(crate) fn tick(&mut self, now: Instant, words: &Words) -> bool {
        let mut changed = false;
        for update in self.host.poll(now) {
            changed = true;
            self.handle_update(update, words);
        }
        while self.advance(now, words) {
            changed = true;
            for update in self.host.poll(now) {
                self.handle_update(update, words);
            }
        }
        changed |= self.save_when_complete(words);
        let wanted = self.stage() == Stage::Columns;
        if wanted && self.columns.is_none() {
            self.columns = Some(Columns::new(&self.shown, self.active_seat()));
            changed = true;
        } else if !wanted {
            self.columns = None;
        }
        changed
    }

    fn handle_update(&mut self, update: Update, words: &Words) {
        match update {
            Update::Step(taken) => self.pending.push_back(*taken),
            Update::Undone { position, steps } => {
                self.pending.clear();
                self.shown = position;
                self.log.truncate(steps);
                for (_, message) in self.notes.drain(..) {
                    self.log.note(message);
                }
                self.clear_selection();
                self.caption = None;
                self.highlight = None;
                self.skips_scoring = false;
                self.notice = Some(StyledText::new(Tone::Plain, words.text(Key("term-undone"))));
            }
            Update::Hint { from, advice } => {
                self.awaits_hint = false;
                let text = match advice {
                    Advice::Move(m) => {
                        self.pick = Pick::of(m);
                        let hint = words.hint(from, &m.to_string());
                        let reasons = words.reasons(self.host.names(), &self.shown, m);
                        [vec![hint], reasons].concat().join(" ")
                    }
                    Advice::Place(placement) => {
                        let hint = words.hint(from, &placement.to_string());
                        let why = self.why_column(placement, words);
                        if let Some(columns) = &mut self.columns {
                            columns.point_at(placement);
                        }
                        format!("{hint} {why}")
                    }
                };
                self.notice = Some(StyledText::new(Tone::Good, text));
            }
            Update::Note(message) if self.pending.is_empty() => self.log.note(message),
            Update::Note(message) => self.notes.push((self.pending.len(), message)),
            Update::Notice(message) => {
                self.awaits_hint = false;
                self.notice = Some(message);
            }
            Update::Redraw => {}
            Update::Failure(HostFailure::NotSaved(fault)) => {
                self.notice = Some(StyledText::new(Tone::Bad, words.save_fault(&fault)));
            }
            Update::Failure(HostFailure::BotFailed(seat)) => {
                self.awaits_hint = false;
                let name = self.host.names().of(seat).to_owned();
                let text = words.format(Key("term-bot-failed"), &[("name", name.into())]);
                self.notice = Some(StyledText::new(Tone::Bad, text));
            }
        }
    }

    fn why_column(&self, placement: azulejo_rules::Placement, words: &Words) -> String {
        match placement.target {
            azulejo_rules::PlacementTarget::Column(column) => {
                let shown = self.shown.board(self.active_seat());
                let board = self.columns.as_ref().map_or(shown, Columns::board);
                words.why_column(board.points_at(placement.line, column), column.number())
            }
            azulejo_rules::PlacementTarget::Floor => String::new(),
        }
    }

    /// Shows the next step if it is due; returns whether anything changed.
    fn advance(&mut self, now: Instant, words: &Words) -> bool {
        let Some(next) = self.pending.front() else {
            let is_over = self.shown.phase() == Phase::Refill && self.stage() != Stage::Result;
            if is_over && self.may_advance(now) {
                self.skips_scoring = false;
                self.has_reviewed_round = true;
                self.host.request(PlayerRequest::NextRound);
                return !self.pending.is_empty() || self.stage() != Stage::RoundOver;
            }
            return false;
        };
        let is_scoring = matches!(next.step, Step::Tile(..) | Step::Settle);
        let is_pause = is_scoring || self.is_between_rounds();
        if is_pause && !self.may_advance(now) {
            return false;
        }
        self.show_next(words);
        true
    }

    /// Returns whether the scoring advances without a key.
    fn may_advance(&mut self, now: Instant) -> bool {
        if !self.host.is_paced() {
            // Skipping the steps does not skip the pause after a round.
            let is_step = !self.pending.is_empty() && !self.is_between_rounds();
            return !self.stepwise || (self.skips_scoring && is_step);
        }
        match self.next_auto {
            _ if !self.stepwise => true,
            None => {
                self.next_auto = Some(now + self.pace);
                false
            }
            Some(then) if now >= then => {
                self.next_auto = None;
                true
            }
            Some(_) => false,
        }
    }

    fn show_next(&mut self, words: &Words) {
        let Some(taken) = self.pending.pop_front() else {
            return;
        };
        self.clear_selection();
        if let Step::Deal(_) = taken.step {
            self.has_reviewed_round = false;
            self.skips_scoring = false;
        }
        let names = self.host.names();
        self.log.add(&taken, words, names);
        for (after, _) in &mut self.notes {
            *after -= 1;
        }
        for (_, message) in self.notes.extract_if(.., |(after, _)| *after == 0) {
            self.log.note(message);
        }
        self.shown = taken.after;
        self.highlight = taken.events.iter().find_map(|event| match *event {
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
        });
        self.caption = match taken.step {
            Step::Move(m) => Some(words.move_text(names, m, &taken.events)),
            Step::Deal(_) => None,
            Step::Tile(..) | Step::Settle => {
                let sentences: Vec<_> = taken
                    .events
                    .iter()
                    .filter(|event| !matches!(event, Event::GameEnded { .. }))
                    .filter_map(|event| words.event_text(names, event))
                    .collect();
                Some(sentences.join(" "))
            }
        };
    }

    fn clear_selection(&mut self) {
        self.pick = Pick::default();
        self.columns = None;
        self.unconfirmed = None;
        self.notice = None;
        self.awaits_hint = false;
        self.log_scroll = 0;
    }
}
