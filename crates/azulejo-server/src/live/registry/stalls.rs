//! Times in which this node stood still, or its store did not answer: nobody is charged for them.
//!
//! The node looks at its clock all the time. Where much more time passed between two looks than
//! between any others, it stood still, and nobody could be heard: the process was stopped, or the
//! machine had no time for it. What the store is asked every second, and what it is asked to keep,
//! tells whether it answers. Each game asks here before it judges anything.
//!
//! Among several nodes a pause of one counts in the games whose movers follow them there, and only
//! if it is short: after a longer one a node has been away, and its people went to another. That no
//! node was there is found by the signs of life (`heartbeat`).

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use azulejo_store::{Downtime, StoreError};

use super::Registry;
use super::heartbeat::ALIVE_WITHIN_MS;
use crate::live::actor::Message;
use crate::live::rows::REALTIME_EXPIRY_MS;
use azulejo_game::decide::GRAIN_MS;
use azulejo_game::lost::Span;

/// How often the node looks at its clock.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// What is shorter is given back with whatever happens next in a game, and not at once.
pub(crate) const TOLD_FROM_MS: i64 = 1_000;
/// How many stalls are remembered.
const REMEMBERED: usize = 256;

/// A time in which people could not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stall {
    pub(crate) span: Span,
    /// Nobody could, at whichever node.
    pub(crate) everywhere: bool,
}

/// What a node knows of such times.
#[derive(Default)]
pub(super) struct Stalls(Mutex<Noted>);

#[derive(Default)]
struct Noted {
    /// When the node last looked at its clock.
    looked: Option<i64>,
    /// Since when the store owes an answer.
    unanswered: Option<i64>,
    /// The number of the first stall that is remembered.
    first: u64,
    kept: VecDeque<Stall>,
    /// The last time in which no node was there.
    downtime: Option<Downtime>,
}

impl Noted {
    /// Looks at the clock, and gives for how long the node stood still before.
    fn look(&mut self, clock: i64) -> Option<Span> {
        let since = self.looked.replace(clock)?;
        let stood_still = clock - since > GRAIN_MS;
        stood_still.then_some(Span {
            since,
            until: clock,
        })
    }

    fn keep(&mut self, stall: Stall) {
        self.kept.push_back(stall);
        if self.kept.len() > REMEMBERED {
            self.kept.pop_front();
            self.first += 1;
        }
    }

    /// The stalls from a number on, and the number of the next one.
    fn from(&self, number: u64) -> (Vec<Stall>, u64) {
        let skip = usize::try_from(number.saturating_sub(self.first)).unwrap_or(usize::MAX);
        let stalls = self.kept.iter().skip(skip).copied().collect();
        (stalls, self.first + self.kept.len() as u64)
    }
}

impl Registry {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        let stalls = &self.0.stalls.0;
        stalls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A pause of this node or of its store, as games are to know it; nothing where other nodes
    /// may have been there, which the signs of life tell.
    fn stall(&self, span: Span) -> Option<Stall> {
        let everywhere = !self.0.shared;
        let counts = everywhere || span.length() <= ALIVE_WITHIN_MS;
        counts.then_some(Stall { span, everywhere })
    }

    /// Looks at the clock, and notes if this node stood still since the last look.
    fn look(&self, noted: &mut Noted) {
        let ahead = self.0.ahead_ms.load(Ordering::Relaxed);
        if let Some(span) = noted.look(self.clock()) {
            let span = Span {
                since: span.since + ahead,
                until: span.until + ahead,
            };
            tracing::debug!(ms = span.length(), "this node stood still");
            if let Some(stall) = self.stall(span) {
                noted.keep(stall);
            }
        }
    }

    /// All stalls up to this very moment from a number on, which moves on.
    pub(crate) fn stalls_from(&self, number: &mut u64) -> Vec<Stall> {
        let mut noted = self.noted();
        self.look(&mut noted);
        let (mut stalls, next) = noted.from(*number);
        *number = next;
        // One that has not ended yet is noted once more when it has.
        if let Some(since) = noted.unanswered {
            let until = self.now();
            if until - since > GRAIN_MS {
                stalls.extend(self.stall(Span { since, until }));
            }
        }
        stalls
    }

    /// From now on the store owes an answer.
    pub(super) fn ask_store(&self, now: i64) {
        self.noted().unanswered.get_or_insert(now);
    }

    /// The store has answered.
    pub(super) fn store_answered(&self) {
        let now = self.now();
        let mut noted = self.noted();
        let Some(since) = noted.unanswered.take() else {
            return;
        };
        let span = Span { since, until: now };
        if span.length() > GRAIN_MS
            && let Some(stall) = self.stall(span)
        {
            noted.keep(stall);
        }
    }

    /// The store did not do what it was asked at some time: sees whether it is there.
    pub(crate) fn store_failed(&self, asked: i64) {
        self.ask_store(asked);
        self.beat_soon();
    }

    /// Remembers that no node was there, here and, for other nodes, in the store.
    pub(super) async fn note_downtime(&self, downtime: Downtime) -> Result<(), StoreError> {
        self.remember_downtime(downtime);
        self.store().record_downtime(downtime).await
    }

    /// What another node may have found.
    pub(super) async fn read_downtime(&self) -> Result<(), StoreError> {
        if let Some(downtime) = self.store().last_downtime().await? {
            self.remember_downtime(downtime);
        }
        Ok(())
    }

    fn remember_downtime(&self, downtime: Downtime) {
        let mut noted = self.noted();
        if noted.downtime == Some(downtime) {
            return;
        }
        noted.downtime = Some(downtime);
        let span = Span {
            since: downtime.since_ms,
            until: downtime.until_ms,
        };
        noted.keep(Stall {
            span,
            everywhere: true,
        });
    }

    /// The last time in which no node was there.
    pub(crate) fn last_downtime(&self) -> Option<Downtime> {
        self.noted().downtime
    }

    /// The time as a game knows it that waits for its host and others: for as long as one in real
    /// time waits, the last downtime has not passed for it. Games from after it have later times.
    pub(super) fn without_downtime(&self, now: i64) -> i64 {
        match self.last_downtime() {
            Some(down) if now - down.until_ms < REALTIME_EXPIRY_MS => {
                now - (down.until_ms - down.since_ms)
            }
            _ => now,
        }
    }

    /// Looks at the clock all the time, and tells games of long stalls at once.
    pub(super) async fn watch_time(self) {
        let mut told = 0;
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let (stalls, next) = {
                let mut noted = self.noted();
                self.look(&mut noted);
                noted.from(told)
            };
            told = next;
            let long = |stall: &Stall| stall.span.length() >= TOLD_FROM_MS;
            if stalls.iter().any(long) {
                self.broadcast(|| Message::MakeUp).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stall(since: i64) -> Stall {
        Stall {
            span: Span {
                since,
                until: since + 1,
            },
            everywhere: true,
        }
    }

    #[test]
    fn only_much_time_between_two_looks_is_a_stall() {
        let mut noted = Noted::default();
        assert_eq!(noted.look(1_000_000), None, "nothing was before");
        assert_eq!(noted.look(1_000_050), None);
        assert_eq!(noted.look(1_000_050 + GRAIN_MS), None);
        let since = 1_000_050 + GRAIN_MS;
        let until = since + GRAIN_MS + 1;
        assert_eq!(noted.look(until), Some(Span { since, until }));
        // A clock that steps back is no stall, and what it makes up for later is not one either.
        assert_eq!(noted.look(5_000), None);
        assert_eq!(noted.look(5_050), None);
    }

    #[test]
    fn every_game_hears_of_each_stall_once() {
        let mut noted = Noted::default();
        assert_eq!(noted.from(0), (Vec::new(), 0));
        noted.keep(stall(1));
        noted.keep(stall(2));
        let (stalls, next) = noted.from(0);
        assert_eq!((stalls, next), (vec![stall(1), stall(2)], 2));
        assert_eq!(noted.from(next), (Vec::new(), 2));
        noted.keep(stall(3));
        assert_eq!(noted.from(next), (vec![stall(3)], 3));
        for since in 0..2 * REMEMBERED as i64 {
            noted.keep(stall(since));
        }
        let (stalls, next) = noted.from(1);
        assert_eq!(stalls.len(), REMEMBERED);
        assert_eq!(next, 3 + 2 * REMEMBERED as u64);
        assert_eq!(noted.from(next), (Vec::new(), next));
    }
}
