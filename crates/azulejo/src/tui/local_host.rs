//! A local game as a [`GameHost`]: people at the keyboard, bots on their own thread.

use std::time::{Duration, Instant};

use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Position, Seat};

use super::bot_thread::{BotAnswer, BotThread};
use crate::host::{Advice, GameHost, HostFailure, PlayerRequest, TakenStep, Update};
use crate::local::{LocalGame, NextAction};
use crate::words::{Names, Words};

/// The pending request to the bot thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingRequest {
    Idle,
    Bot(Seat),
    Hint,
}

pub(crate) struct LocalHost {
    game: LocalGame,
    names: Names,
    bots: BotThread,
    pending: PendingRequest,
    asked_at: Instant,
    /// An answer that is held back until the minimum time has passed.
    held_answer: Option<BotAnswer>,
    /// The minimum duration of a bot's move.
    pace: Duration,
    /// Steps taken before the screen was opened.
    before: Vec<(Position, Step)>,
    updates: Vec<Update>,
    /// Set after a bot failed to answer: it is not asked again.
    is_stuck: bool,
}

impl LocalHost {
    pub(crate) fn new(
        game: LocalGame,
        before: Vec<(Position, Step)>,
        words: &Words,
        pace: Duration,
    ) -> Self {
        let names = game.seats().names(words);
        let bots = BotThread::new(game.seats(), game.seed());
        Self {
            game,
            names,
            bots,
            pending: PendingRequest::Idle,
            asked_at: Instant::now(),
            held_answer: None,
            pace,
            before,
            updates: Vec::new(),
            is_stuck: false,
        }
    }

    /// Takes all forced steps, and asks the bot to move.
    fn drive(&mut self, now: Instant) {
        loop {
            match self.game.next_action() {
                NextAction::Forced(step) => self.take(step),
                // The first deal does not wait for a review of the previous round.
                NextAction::Deal if self.game.steps() == 0 => self.deal(),
                NextAction::Bot(seat) if self.pending == PendingRequest::Idle && !self.is_stuck => {
                    self.bots.ask(Some(seat), self.game.position());
                    self.pending = PendingRequest::Bot(seat);
                    self.asked_at = now;
                    return;
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, step: Step) {
        let before = *self.game.position();
        // An illegal step is not taken, which shows in the position.
        if let Ok(events) = self.game.step(step) {
            self.updates.push(step_update(TakenStep {
                before,
                step,
                events,
                after: *self.game.position(),
            }));
        }
    }

    fn deal(&mut self) {
        let before = *self.game.position();
        let Ok(events) = self.game.deal() else { return };
        let Some(round) = self.game.record().rounds.last() else {
            return;
        };
        let deal = azulejo_rules::Deal::new(before.players(), &round.deal);
        if let Some(deal) = deal.ok().filter(|_| !events.is_empty()) {
            self.updates.push(step_update(TakenStep {
                before,
                step: Step::Deal(deal),
                events,
                after: *self.game.position(),
            }));
        }
    }

    fn listen(&mut self, now: Instant) {
        if self.pending == PendingRequest::Idle {
            return;
        }
        if self.held_answer.is_none() {
            self.held_answer = self.bots.answer();
        }
        let is_natural = self.pending == PendingRequest::Hint || now >= self.asked_at + self.pace;
        let Some(answer) = self.held_answer.take_if(|_| is_natural) else {
            return;
        };
        let pending = std::mem::replace(&mut self.pending, PendingRequest::Idle);
        match (pending, answer) {
            (PendingRequest::Bot(_), BotAnswer::Move(m)) => self.take(Step::Move(m)),
            (PendingRequest::Bot(seat), BotAnswer::Columns(columns)) => {
                for &placement in &columns {
                    self.take(Step::Tile(seat, placement));
                }
            }
            (PendingRequest::Bot(seat), BotAnswer::Nothing) => {
                self.is_stuck = true;
                self.updates
                    .push(Update::Failure(HostFailure::BotFailed(seat)));
            }
            (PendingRequest::Hint, answer) => {
                let failed = HostFailure::BotFailed(self.game.position().to_move());
                let event = hint(answer).unwrap_or(Update::Failure(failed));
                self.updates.push(event);
            }
            (PendingRequest::Idle, _) => {}
        }
    }
}

fn step_update(taken: TakenStep) -> Update {
    Update::Step(Box::new(taken))
}

fn hint(answer: BotAnswer) -> Option<Update> {
    let advice = match answer {
        BotAnswer::Move(m) => Advice::Move(m),
        BotAnswer::Columns(columns) => Advice::Place(*columns.first()?),
        BotAnswer::Nothing => return None,
    };
    let from = BotThread::adviser();
    Some(Update::Hint { from, advice })
}

impl GameHost for LocalHost {
    fn names(&self) -> &Names {
        &self.names
    }

    fn is_mine(&self, seat: Seat) -> bool {
        self.game.seats().bot(seat).is_none()
    }

    fn has_people(&self) -> bool {
        self.game.seats().has_people()
    }

    fn history(&mut self) -> (Vec<TakenStep>, Position) {
        let steps = std::mem::take(&mut self.before);
        let taken = steps
            .into_iter()
            .map(|(before, step)| TakenStep::replayed(before, step))
            .collect();
        (taken, *self.game.position())
    }

    fn poll(&mut self, now: Instant) -> Vec<Update> {
        self.listen(now);
        self.drive(now);
        if let Some(fault) = self.game.take_save_fault() {
            self.updates
                .push(Update::Failure(HostFailure::NotSaved(fault)));
        }
        std::mem::take(&mut self.updates)
    }

    fn request(&mut self, request: PlayerRequest) {
        // Any request cancels a pending hint.
        if self.pending == PendingRequest::Hint || request == PlayerRequest::Undo {
            self.bots.cancel();
            self.pending = PendingRequest::Idle;
            self.held_answer = None;
        }
        let before = *self.game.position();
        match request {
            PlayerRequest::Move(m) => {
                if let Ok(events) = self.game.choose(Step::Move(m)) {
                    self.updates.push(step_update(TakenStep {
                        before,
                        step: Step::Move(m),
                        events,
                        after: *self.game.position(),
                    }));
                }
            }
            PlayerRequest::Columns(seat, placements) => {
                let mut at = before;
                let steps = self.game.choose_columns(seat, &placements);
                for (step, _) in steps.into_iter().flatten() {
                    let taken = TakenStep::replayed(at, step);
                    at = taken.after;
                    self.updates.push(Update::Step(Box::new(taken)));
                }
            }
            PlayerRequest::Undo => {
                if self.game.undo() {
                    self.is_stuck = false;
                    self.updates.push(Update::Undone {
                        position: *self.game.position(),
                        steps: self.game.steps(),
                    });
                }
            }
            PlayerRequest::Hint(position) => {
                let is_possible = matches!(self.game.next_action(), NextAction::Person(_));
                if is_possible && self.pending == PendingRequest::Idle {
                    self.bots.ask(None, &position);
                    self.pending = PendingRequest::Hint;
                }
            }
            PlayerRequest::NextRound if self.game.next_action() == NextAction::Deal => self.deal(),
            PlayerRequest::NextRound => {}
        }
    }

    fn can_undo(&self) -> bool {
        self.game.can_undo()
    }

    fn thinking(&self) -> Option<Seat> {
        match self.pending {
            PendingRequest::Bot(seat) => Some(seat),
            PendingRequest::Hint => Some(self.game.position().to_move()),
            PendingRequest::Idle => None,
        }
    }

    fn record(&self) -> &Record {
        self.game.record()
    }

    fn save_location(&self) -> Option<String> {
        let path = self.game.save_file().filter(|_| self.game.is_started())?;
        Some(path.display().to_string())
    }
}
