//! A node that was stopped or slow, or whose database was: nobody is late because of it.

use azulejo_protocol::game::Status;

use super::presence::Location;
use super::{Actor, CommandError};
use crate::http::problem::store_problem;
use crate::live::registry::{ALIVE_WITHIN_MS, Registry, TOLD_FROM_MS};
use azulejo_game::decide::{Command, GRAIN_MS};
use azulejo_game::lost::{Span, covered};

impl Actor {
    /// Before a command is judged: gives back the time in which nobody could have sent it.
    ///
    /// The registry does the same in all games as soon as it notices; a command may come before.
    pub(super) async fn make_up(&mut self) -> Result<(), CommandError> {
        let real_time = self.table.status == Status::Running && self.table.clocks.is_real_time();
        let timed = real_time || self.table.waits_until().is_some();
        if !timed || !self.registry.is_stalled() {
            return Ok(());
        }
        match self.registry.downtime().await {
            Ok(None) => Ok(()),
            Ok(Some(resumed)) => self.execute(resumed, None).await.map(|_| ()),
            Err(error) => Err(CommandError::Refused(store_problem(&error))),
        }
    }

    /// Whether the clocks that run are those of people who can only play here.
    fn is_played_here(&self) -> bool {
        let here = |&seat: &usize| self.presence.of(seat) == Some(Location::Here);
        !self.registry.is_shared() || self.table.clocks.running().iter().any(here)
    }

    /// What happened before this game was read: who was away is written down, and where people
    /// play is not known yet.
    pub(super) fn lost_before(registry: &Registry, known: &mut u64) -> Vec<Span> {
        let stalls = registry.stalls_from(known).into_iter();
        let everywhere = stalls.filter(|stall| stall.everywhere);
        everywhere.map(|stall| stall.span).collect()
    }

    /// What people at this table lost since its last event, up to this moment.
    pub(super) fn lost_by_now(&mut self) -> Vec<Span> {
        let mut lost = std::mem::take(&mut self.lost);
        for stall in self.registry.stalls_from(&mut self.stalls_known) {
            if stall.everywhere || self.is_played_here() {
                lost.push(stall.span);
            }
            // The registry tells of long ones by itself.
            if stall.everywhere && stall.span.length() <= ALIVE_WITHIN_MS {
                self.slept(stall.span.since, stall.span.until);
            }
        }
        lost.retain(|span| span.until > self.table.changed_at);
        lost
    }

    /// Whoever is to move next could not know before now; those at other nodes hear of it there.
    pub(super) fn note_late_news(&mut self) {
        let span = Span {
            since: self.table.changed_at,
            until: self.registry.now(),
        };
        if span.length() > GRAIN_MS && self.is_played_here() {
            self.lost.push(span);
        }
    }

    /// Gives back at once what people would see missing. The rest waits for the next event: a
    /// server that is slow already is not to write even more.
    pub(super) async fn settle(&mut self) {
        self.settle_from(TOLD_FROM_MS).await;
    }

    /// Gives back all that is worth an event.
    pub(super) async fn settle_all(&mut self) {
        self.settle_from(GRAIN_MS).await;
    }

    async fn settle_from(&mut self, least: i64) {
        self.lost = self.lost_by_now();
        if self.registry.is_stalled() || self.lost.is_empty() || self.table.waits_until().is_none()
        {
            return;
        }
        let (settled, now) = (self.table.changed_at, self.registry.now());
        if covered(&self.lost, settled, now) >= least {
            // What was not written is given back with the next event.
            let _later = self.execute(Command::MakeUp, None).await;
        }
    }

    /// Whether a time has come, and the store was there since: a move that came in time would have
    /// been kept.
    pub(super) fn is_due(&self, at: Option<i64>) -> bool {
        at.is_some_and(|at| at <= self.registry.now() && self.registry.was_there_at(at))
    }

    /// Nobody could come back while this node slept: that time does not count as being away.
    pub(super) fn slept(&mut self, since: i64, until: i64) {
        self.presence_unsaved |= self.presence.slept(since, until);
        self.presence_changed = true;
    }
}
