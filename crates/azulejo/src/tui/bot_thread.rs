//! Bots on a separate thread, so that they never block the screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use azulejo_ai::{Bot, BotId, BotSpec, Decision};
use azulejo_rules::{Move, Phase, PlacementList, Position, Seat};

use crate::local::Seats;

/// The bot that gives hints.
pub(super) const ADVISER: BotId = BotId::Master;

/// A bot's answer.
#[derive(Clone, Debug)]
pub(super) enum BotAnswer {
    Move(Move),
    Columns(PlacementList),
    /// No answer, which is a bug.
    Nothing,
}

struct BotRequest {
    number: u64,
    /// The bot's seat; `None` for a hint.
    seat: Option<Seat>,
    position: Position,
    stop: Arc<AtomicBool>,
}

/// The bot thread and its latest request.
pub(super) struct BotThread {
    requests: Option<Sender<BotRequest>>,
    answers: Receiver<(u64, BotAnswer)>,
    thread: Option<JoinHandle<()>>,
    latest: u64,
    stop: Arc<AtomicBool>,
}

impl BotThread {
    pub(super) fn new(seats: &Seats, seed: u64) -> Self {
        let (requests, inbox) = channel();
        let (outbox, answers) = channel();
        let mut worker = Worker {
            bots: seats.create_bots(seed),
            adviser: Bot::new(ADVISER, seed),
        };
        let thread = thread::Builder::new()
            .name("bots".to_owned())
            .spawn(move || worker.run(&inbox, &outbox))
            .ok();
        Self {
            requests: Some(requests),
            answers,
            thread,
            latest: 0,
            stop: Arc::default(),
        }
    }

    pub(super) fn adviser() -> BotSpec {
        ADVISER.into()
    }

    /// Asks the bot of a seat, or for a hint; cancels the previous request.
    pub(super) fn ask(&mut self, seat: Option<Seat>, position: &Position) {
        self.cancel();
        let request = BotRequest {
            number: self.latest,
            seat,
            position: *position,
            stop: Arc::clone(&self.stop),
        };
        if let Some(requests) = &self.requests {
            // If the thread is gone, the next poll reports it.
            let _ignored = requests.send(request);
        }
    }

    /// Cancels the current request.
    pub(super) fn cancel(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        self.latest += 1;
    }

    /// The answer to the latest request, once available.
    pub(super) fn answer(&self) -> Option<BotAnswer> {
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) if number == self.latest => return Some(answer),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(BotAnswer::Nothing),
            }
        }
    }
}

impl Drop for BotThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A bot that panicked has already been reported as giving no answer.
            let _ignored = thread.join();
        }
    }
}

struct Worker {
    bots: Vec<Option<Bot>>,
    adviser: Bot,
}

impl Worker {
    fn run(&mut self, inbox: &Receiver<BotRequest>, outbox: &Sender<(u64, BotAnswer)>) {
        while let Ok(request) = inbox.recv() {
            let answer = self.think(&request);
            if outbox.send((request.number, answer)).is_err() {
                return;
            }
        }
    }

    fn think(&mut self, request: &BotRequest) -> BotAnswer {
        let BotRequest { seat, position, .. } = request;
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
        match bot.decide_until(position, &request.stop) {
            Ok(Decision::Move(m)) => BotAnswer::Move(m),
            Ok(Decision::Place(_)) | Err(_) => BotAnswer::Nothing,
        }
    }
}
