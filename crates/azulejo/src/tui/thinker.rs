//! Bots on a thread of their own, so that the screen never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use azulejo_ai::{Bot, BotId, BotSpec, Decision};
use azulejo_rules::{Move, Phase, PlacementList, Position, Seat};

use crate::local::Seats;

/// The bot that gives hints.
pub(super) const ADVISER: BotId = BotId::Master;

/// What a bot answered.
#[derive(Clone, Debug)]
pub(super) enum BotAnswer {
    Move(Move),
    Columns(PlacementList),
    /// It had nothing to say, which must not happen.
    Nothing,
}

struct Question {
    number: u64,
    /// Whose bot is asked; nobody's for a hint.
    seat: Option<Seat>,
    position: Position,
    stop: Arc<AtomicBool>,
}

/// The thread and what was asked last.
pub(super) struct Thinker {
    questions: Option<Sender<Question>>,
    answers: Receiver<(u64, BotAnswer)>,
    thread: Option<JoinHandle<()>>,
    asked: u64,
    stop: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new(seats: &Seats, seed: u64) -> Self {
        let (questions, inbox) = channel();
        let (outbox, answers) = channel();
        let mut mind = Mind {
            bots: seats.create_bots(seed),
            adviser: Bot::new(ADVISER, seed),
        };
        let thread = thread::Builder::new()
            .name("bots".to_owned())
            .spawn(move || mind.answer_all(&inbox, &outbox))
            .ok();
        Self {
            questions: Some(questions),
            answers,
            thread,
            asked: 0,
            stop: Arc::default(),
        }
    }

    pub(super) fn adviser() -> BotSpec {
        ADVISER.into()
    }

    /// Asks the bot of a seat, or for a hint; an answer to an earlier question is no longer wanted.
    pub(super) fn ask(&mut self, seat: Option<Seat>, position: &Position) {
        self.forget();
        let question = Question {
            number: self.asked,
            seat,
            position: *position,
            stop: Arc::clone(&self.stop),
        };
        if let Some(questions) = &self.questions {
            // Where the thread is gone, the next look for an answer says so.
            let _ignored = questions.send(question);
        }
    }

    /// Stops whatever is thought about.
    pub(super) fn forget(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        self.asked += 1;
    }

    /// The answer to the last question, once it is there.
    pub(super) fn answer(&self) -> Option<BotAnswer> {
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) if number == self.asked => return Some(answer),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(BotAnswer::Nothing),
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // A bot that panicked has been reported as one that gave no answer.
            let _ignored = thread.join();
        }
    }
}

struct Mind {
    bots: Vec<Option<Bot>>,
    adviser: Bot,
}

impl Mind {
    fn answer_all(&mut self, inbox: &Receiver<Question>, outbox: &Sender<(u64, BotAnswer)>) {
        while let Ok(question) = inbox.recv() {
            let answer = self.think(&question);
            if outbox.send((question.number, answer)).is_err() {
                return;
            }
        }
    }

    fn think(&mut self, question: &Question) -> BotAnswer {
        let Question { seat, position, .. } = question;
        let bot = match seat {
            Some(seat) => self.bots[seat.index()].as_mut(),
            None => Some(&mut self.adviser),
        };
        let Some(bot) = bot else {
            return BotAnswer::Nothing;
        };
        if position.phase() == Phase::Tiling {
            let columns = bot.tile(position, position.to_move());
            return if columns.is_empty() {
                BotAnswer::Nothing
            } else {
                BotAnswer::Columns(columns)
            };
        }
        match bot.decide_until(position, &question.stop) {
            Ok(Decision::Move(m)) => BotAnswer::Move(m),
            Ok(Decision::Place(_)) | Err(_) => BotAnswer::Nothing,
        }
    }
}
