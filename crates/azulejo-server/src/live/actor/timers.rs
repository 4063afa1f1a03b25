//! What happens when nobody asks: flags, lapsed questions, absent players, rematches.

use tokio::time::Instant;

use super::{Actor, TICK_EVERY};
use azulejo_game::decide::Command;

/// For how long a rematch is left to other nodes, where those who want it may be.
const OTHER_NODE_MS: i64 = 30_000;

impl Actor {
    /// What is due: flags, lapsed questions, absent players, rematches.
    pub(super) async fn tick(&mut self) {
        self.next_tick = Instant::now() + TICK_EVERY;
        if self.hub.has_heartbeat_gap() {
            return;
        }
        if self.is_due(self.table.next_deadline()) {
            let _nothing_due = self.carry_out(Command::Tick, None).await;
        }
        self.let_absent_go().await;
        if self.is_due(self.table.rematch_until()) {
            if self.somebody_waits_for_rematch() {
                self.make_rematch().await;
            } else if self.is_due(self.rematch_lapses()) {
                // Whoever wanted it has left, and a game that nobody waits for helps nobody.
                let _made_elsewhere = self.carry_out(Command::RematchLapsed, None).await;
            }
        }
        self.keep_open_for_host().await;
        // What nobody has told is written down as well.
        self.presence_moved = true;
    }

    /// When a rematch is given up: those who want it may be at another node, which makes it.
    fn rematch_lapses(&self) -> Option<i64> {
        self.table
            .rematch_until()
            .map(|until| until + OTHER_NODE_MS)
    }

    /// Whether somebody who has agreed to a rematch is here.
    fn somebody_waits_for_rematch(&self) -> bool {
        let agreed = self.table.rematch.iter().flat_map(|r| &r.agreed);
        let people = agreed.filter_map(|&seat| self.table.seats[seat].person());
        let mut watching = self.watchers.values().filter_map(|w| w.player.as_deref());
        let people: Vec<_> = people.collect();
        watching.any(|player| people.contains(&player))
    }

    /// When there is something to do about a rematch that somebody wants.
    pub(super) fn rematch_deadline(&self) -> Option<i64> {
        if self.somebody_waits_for_rematch() {
            self.table.rematch_until()
        } else {
            self.rematch_lapses()
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
        if std::mem::replace(&mut self.rematching, true) {
            return;
        }
        match self.hub.create_rematch(&self.table, &self.names).await {
            Ok(game) => {
                let made = Command::RematchMade {
                    game: game.to_string(),
                };
                let _two_nodes = Box::pin(self.carry_out(made, None)).await;
            }
            Err(error) => tracing::warn!(game = %self.id, %error, "no rematch"),
        }
        self.rematching = false;
    }
}
