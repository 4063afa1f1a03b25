//! A game on this machine as a [`GameHost`]: people at the keyboard, bots on their thread.

use std::time::{Duration, Instant};

use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Position, Seat};

use super::thinker::{BotAnswer, Thinker};
use crate::host::{Advice, GameHost, HostFailure, PlayerRequest, TakenStep, Update};
use crate::local::{LocalGame, Waiting};
use crate::words::{Names, Words};

/// What the thinker was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Nobody,
    Bot(Seat),
    Hint,
}

pub(crate) struct LocalHost {
    game: LocalGame,
    names: Names,
    thinker: Thinker,
    asked: Asked,
    asked_at: Instant,
    /// An answer that came sooner than is natural.
    held: Option<BotAnswer>,
    /// How long a bot's move takes at least.
    pace: Duration,
    /// Steps taken before the screen came.
    before: Vec<(Position, Step)>,
    updates: Vec<Update>,
    /// A bot gave no answer: it is not asked again.
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
        let thinker = Thinker::new(game.seats(), game.seed());
        Self {
            game,
            names,
            thinker,
            asked: Asked::Nobody,
            asked_at: Instant::now(),
            held: None,
            pace,
            before,
            updates: Vec::new(),
            is_stuck: false,
        }
    }

    /// Takes every step that needs nobody, and asks the bot whose turn it is.
    fn drive(&mut self, now: Instant) {
        loop {
            match self.game.waiting() {
                Waiting::Forced(step) => self.take(step),
                // The first round needs no looking back at the one before.
                Waiting::Deal if self.game.steps() == 0 => self.deal(),
                Waiting::Bot(seat) if self.asked == Asked::Nobody && !self.is_stuck => {
                    self.thinker.ask(Some(seat), self.game.position());
                    self.asked = Asked::Bot(seat);
                    self.asked_at = now;
                    return;
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, step: Step) {
        let before = *self.game.position();
        // A step that is not legal is not taken, and the position says so.
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
        if self.asked == Asked::Nobody {
            return;
        }
        if self.held.is_none() {
            self.held = self.thinker.answer();
        }
        let is_natural = self.asked == Asked::Hint || now >= self.asked_at + self.pace;
        let Some(answer) = self.held.take_if(|_| is_natural) else {
            return;
        };
        let asked = std::mem::replace(&mut self.asked, Asked::Nobody);
        match (asked, answer) {
            (Asked::Bot(_), BotAnswer::Move(m)) => self.take(Step::Move(m)),
            (Asked::Bot(seat), BotAnswer::Columns(columns)) => {
                for &placement in &columns {
                    self.take(Step::Tile(seat, placement));
                }
            }
            (Asked::Bot(seat), BotAnswer::Nothing) => {
                self.is_stuck = true;
                self.updates
                    .push(Update::Failure(HostFailure::BotFailed(seat)));
            }
            (Asked::Hint, answer) => {
                let failed = HostFailure::BotFailed(self.game.position().to_move());
                let event = hint(answer).unwrap_or(Update::Failure(failed));
                self.updates.push(event);
            }
            (Asked::Nobody, _) => {}
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
    let from = Thinker::adviser();
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
        // Whoever acts does not wait for a hint any more.
        if self.asked == Asked::Hint || request == PlayerRequest::Undo {
            self.thinker.forget();
            self.asked = Asked::Nobody;
            self.held = None;
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
                let is_possible = matches!(self.game.waiting(), Waiting::Person(_));
                if is_possible && self.asked == Asked::Nobody {
                    self.thinker.ask(None, &position);
                    self.asked = Asked::Hint;
                }
            }
            PlayerRequest::NextRound if self.game.waiting() == Waiting::Deal => self.deal(),
            PlayerRequest::NextRound => {}
        }
    }

    fn can_undo(&self) -> bool {
        self.game.can_undo()
    }

    fn thinking(&self) -> Option<Seat> {
        match self.asked {
            Asked::Bot(seat) => Some(seat),
            Asked::Hint => Some(self.game.position().to_move()),
            Asked::Nobody => None,
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
