//! A game on this machine as a [`Host`]: people at the keyboard, bots on their thread.

use std::time::{Duration, Instant};

use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Position, Seat};

use super::thinker::{Answer, Thinker};
use crate::host::{Advice, Host, Told, Trouble, Update, Wish};
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
    held: Option<Answer>,
    /// How long a bot's move takes at least.
    pace: Duration,
    /// Steps taken before the screen came.
    before: Vec<(Position, Step)>,
    news: Vec<Update>,
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
            news: Vec::new(),
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
            self.news.push(told(Told {
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
            self.news.push(told(Told {
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
            (Asked::Bot(_), Answer::Move(m)) => self.take(Step::Move(m)),
            (Asked::Bot(seat), Answer::Columns(columns)) => {
                for &placement in &columns {
                    self.take(Step::Tile(seat, placement));
                }
            }
            (Asked::Bot(seat), Answer::Nothing) => {
                self.is_stuck = true;
                self.news.push(Update::Trouble(Trouble::BotFailed(seat)));
            }
            (Asked::Hint, answer) => {
                let failed = Trouble::BotFailed(self.game.position().to_move());
                let news = hint(answer).unwrap_or(Update::Trouble(failed));
                self.news.push(news);
            }
            (Asked::Nobody, _) => {}
        }
    }
}

fn told(told: Told) -> Update {
    Update::Told(Box::new(told))
}

fn hint(answer: Answer) -> Option<Update> {
    let advice = match answer {
        Answer::Move(m) => Advice::Move(m),
        Answer::Columns(columns) => Advice::Place(*columns.first()?),
        Answer::Nothing => return None,
    };
    let from = Thinker::adviser();
    Some(Update::Hint { from, advice })
}

impl Host for LocalHost {
    fn names(&self) -> &Names {
        &self.names
    }

    fn is_mine(&self, seat: Seat) -> bool {
        self.game.seats().bot(seat).is_none()
    }

    fn has_people(&self) -> bool {
        self.game.seats().has_people()
    }

    fn so_far(&mut self) -> (Vec<Told>, Position) {
        let steps = std::mem::take(&mut self.before);
        let told = steps
            .into_iter()
            .map(|(before, step)| Told::again(before, step))
            .collect();
        (told, *self.game.position())
    }

    fn poll(&mut self, now: Instant) -> Vec<Update> {
        self.listen(now);
        self.drive(now);
        if let Some(fault) = self.game.take_save_fault() {
            self.news.push(Update::Trouble(Trouble::NotSaved(fault)));
        }
        std::mem::take(&mut self.news)
    }

    fn wish(&mut self, wish: Wish) {
        // Whoever acts does not wait for a hint any more.
        if self.asked == Asked::Hint || wish == Wish::Undo {
            self.thinker.forget();
            self.asked = Asked::Nobody;
            self.held = None;
        }
        let before = *self.game.position();
        match wish {
            Wish::Move(m) => {
                if let Ok(events) = self.game.choose(Step::Move(m)) {
                    self.news.push(told(Told {
                        before,
                        step: Step::Move(m),
                        events,
                        after: *self.game.position(),
                    }));
                }
            }
            Wish::Columns(seat, placements) => {
                let mut at = before;
                let steps = self.game.choose_columns(seat, &placements);
                for (step, _) in steps.into_iter().flatten() {
                    let told = Told::again(at, step);
                    at = told.after;
                    self.news.push(Update::Told(Box::new(told)));
                }
            }
            Wish::Undo => {
                if self.game.undo() {
                    self.is_stuck = false;
                    self.news.push(Update::Undone {
                        position: *self.game.position(),
                        steps: self.game.steps(),
                    });
                }
            }
            Wish::Hint(position) => {
                let is_possible = matches!(self.game.waiting(), Waiting::Person(_));
                if is_possible && self.asked == Asked::Nobody {
                    self.thinker.ask(None, &position);
                    self.asked = Asked::Hint;
                }
            }
            Wish::NextRound if self.game.waiting() == Waiting::Deal => self.deal(),
            Wish::NextRound => {}
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

    fn place(&self) -> Option<String> {
        let path = self.game.save_file().filter(|_| self.game.is_started())?;
        Some(path.display().to_string())
    }
}
