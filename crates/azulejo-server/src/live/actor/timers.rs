//! Timers of a game: flags, expired questions, absent players, rematches.

use tokio::time::Instant;

use super::{Actor, TICK_EVERY};
use azulejo_game::decide::Command;
use azulejo_game::{Millis, Timestamp};

/// The time that other nodes have to create a rematch before it lapses.
const OTHER_NODE: Millis = Millis::from_secs(30);

impl Actor {
    /// Fires due timers.
    pub(super) async fn tick(&mut self) {
        self.next_tick = Instant::now() + TICK_EVERY;
        if self.registry.heartbeat.has_gap() {
            return;
        }
        if self.is_due(self.table.next_deadline()) {
            let _ = self.execute(Command::Tick, None).await;
        }
        self.remove_absent().await;
        if self.is_due(self.rematch_deadline()) {
            if self.rematch_is_awaited() {
                self.make_rematch().await;
            } else {
                // Everyone who wanted it has left.
                let _ = self.execute(Command::RematchLapsed, None).await;
            }
        }
        self.extend_expiry_for_host().await;
        // Also persist absences that no message reported.
        self.presence.unsaved = true;
    }

    /// Returns whether a player who agreed to a rematch is connected here.
    fn rematch_is_awaited(&self) -> bool {
        let agreed = self.table.rematch.iter().flat_map(|r| &r.agreed);
        let mut people = agreed.filter_map(|seat| self.table.seats[seat.index()].person());
        people.any(|player| self.watchers.has(player))
    }

    /// The time of the next action on a proposed rematch. If no player on this node awaits
    /// it, another node may create it before it lapses.
    pub(super) fn rematch_deadline(&self) -> Option<Timestamp> {
        let until = self.table.rematch_until()?;
        Some(if self.rematch_is_awaited() {
            until
        } else {
            until + OTHER_NODE
        })
    }

    pub(super) async fn rematch_if_agreed(&mut self) {
        let Some(rematch) = &self.table.rematch else {
            return;
        };
        let all = self.table.people().into_iter().all(|person| {
            self.table
                .seats_of(person)
                .any(|seat| rematch.agreed.contains(&seat))
        });
        if all && rematch.game.is_none() {
            self.make_rematch().await;
        }
    }

    async fn make_rematch(&mut self) {
        match self.registry.create_rematch(&self.table, &self.names).await {
            Ok(game) => {
                let made = Command::RematchMade { game };
                let _ = Box::pin(self.execute(made, None)).await;
            }
            Err(error) => tracing::warn!(game = %self.id, %error, "cannot create a rematch"),
        }
    }
}
