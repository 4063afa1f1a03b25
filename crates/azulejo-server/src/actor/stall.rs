//! A node that was stopped, or whose database was away: nobody is late because of it.

use azulejo_protocol::game::Status;

use super::{Actor, Failed};
use crate::problem::store_problem;

impl Actor {
    /// Before a command is judged: gives back the time in which nobody could have sent it.
    ///
    /// The hub does the same in all games as soon as it notices; a command may come before.
    pub(super) async fn make_up(&mut self) -> Result<(), Failed> {
        let timed = self.table.status == Status::Running && self.table.clocks.is_used();
        if !timed || !self.hub.is_stalled() {
            return Ok(());
        }
        match self.hub.downtime().await {
            Ok(None) => Ok(()),
            Ok(Some(resumed)) => self.carry_out(resumed, None).await.map(|_| ()),
            Err(error) => Err(Failed::Refused(store_problem(&error))),
        }
    }

    /// Nobody could come back while this node slept: that time does not count as being away.
    pub(super) fn slept(&mut self, since: i64, until: i64) {
        self.presence_moved |= self.presence.slept(since, until);
        self.presence_dirty = true;
    }
}
