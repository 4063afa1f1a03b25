//! Downtime of the node or its store: it makes no player late.

use azulejo_protocol::game::Status;

use super::{Actor, CommandError};
use azulejo_game::Timestamp;

impl Actor {
    /// Gives back current downtime before a command is judged: it could not have come earlier.
    ///
    /// The heartbeat does the same in all games; a command may come before it.
    pub(super) async fn give_back_downtime(&mut self) -> Result<(), CommandError> {
        let real_time = self.table.status == Status::Running && self.table.clocks.is_real_time();
        let timed = real_time || self.table.waits_until().is_some();
        if !timed || !self.registry.heartbeat.has_gap() {
            return Ok(());
        }
        if let Some(down) = self.registry.heartbeat.downtime().await? {
            self.execute(down.resumed(), None).await?;
        }
        Ok(())
    }

    /// Gives back the last downtime in a game that was not in memory when it was found. Where a
    /// clock runs, the heartbeat has done so, and nothing is left to give back.
    pub(super) async fn give_back_earlier_downtime(&mut self) {
        let Some(down) = self.registry.last_downtime.get() else {
            return;
        };
        if down.until <= self.table.changed_at {
            return;
        }
        // If it is not written now, the deadline is enforced without it.
        let _not_written = self.execute(down.resumed(), None).await;
    }

    /// Counts this game's clock among the node's running ones, for the heartbeat.
    pub(super) fn count_clock(&mut self) {
        let runs = self.table.status == Status::Running
            && self.table.clocks.is_real_time()
            && !self.table.clocks.running().is_empty();
        if !runs {
            self.running_clock = None;
        } else if self.running_clock.is_none() {
            self.running_clock = Some(self.registry.heartbeat.start_clock());
        }
    }

    /// Returns whether a deadline has passed and a heartbeat was written since: a move that came
    /// in time would have been stored.
    pub(super) fn is_due(&self, at: Option<Timestamp>) -> bool {
        at.is_some_and(|at| {
            at <= self.registry.clock.now() && self.registry.heartbeat.was_up_at(at)
        })
    }
}
