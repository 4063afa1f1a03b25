//! Timers of a game: flags, expired questions, absent players, rematches.

use tokio::time::Instant;

use super::{Actor, TICK_EVERY};
use azulejo_game::decide::Command;

/// The time that other nodes have to create a rematch before it lapses.
const OTHER_NODE_MS: i64 = 30_000;

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
        if self.is_due(self.table.rematch_until()) {
            if self.rematch_is_awaited() {
                self.make_rematch().await;
            } else if self.is_due(self.rematch_lapses_at()) {
                // Everyone who wanted it has left.
                let _ = self.execute(Command::RematchLapsed, None).await;
            }
        }
        self.extend_expiry_for_host().await;
        // Also persist absences that no message reported.
        self.presence_unsaved = true;
    }

    /// The time at which a rematch lapses. Until then another node may create it.
    fn rematch_lapses_at(&self) -> Option<i64> {
        self.table
            .rematch_until()
            .map(|until| until + OTHER_NODE_MS)
    }

    /// Returns whether a player who agreed to a rematch is connected here.
    fn rematch_is_awaited(&self) -> bool {
        let agreed = self.table.rematch.iter().flat_map(|r| &r.agreed);
        let people = agreed.filter_map(|&seat| self.table.seats[seat].person());
        let mut watching = self.watchers.values().filter_map(|w| w.player.as_deref());
        let people: Vec<_> = people.collect();
        watching.any(|player| people.contains(&player))
    }

    /// The time of the next action on a proposed rematch.
    pub(super) fn rematch_deadline(&self) -> Option<i64> {
        if self.rematch_is_awaited() {
            self.table.rematch_until()
        } else {
            self.rematch_lapses_at()
        }
    }

    pub(super) async fn rematch_if_agreed(&mut self) {
        let Some(rematch) = &self.table.rematch else {
            return;
        };
        let all = self.table.people().iter().all(|person| {
            self.table
                .seats_of(person)
                .any(|seat| rematch.agreed.contains(&seat))
        });
        if all && rematch.game.is_none() {
            self.make_rematch().await;
        }
    }

    async fn make_rematch(&mut self) {
        if std::mem::replace(&mut self.creating_rematch, true) {
            return;
        }
        match self.registry.create_rematch(&self.table, &self.names).await {
            Ok(game) => {
                let made = Command::RematchMade {
                    game: game.to_string(),
                };
                let _ = Box::pin(self.execute(made, None)).await;
            }
            Err(error) => tracing::warn!(game = %self.id, %error, "cannot create a rematch"),
        }
        self.creating_rematch = false;
    }
}
