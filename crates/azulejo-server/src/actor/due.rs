//! What happens when nobody asks: flags, lapsed questions, absent players, rematches.

use tokio::time::Instant;

use super::{Actor, TICK_EVERY};
use crate::table::decide::Command;

impl Actor {
    /// What is due: flags, lapsed questions, absent players, rematches.
    pub(super) async fn tick(&mut self) {
        self.next_tick = Instant::now() + TICK_EVERY;
        if self.hub.is_stalled() {
            return;
        }
        if self.is_due(self.table.next_deadline()) {
            let _nothing_due = self.carry_out(Command::Tick, None).await;
        }
        self.let_absent_go().await;
        if self.is_due(self.table.rematch_until()) {
            self.settle_all().await;
        }
        if self.is_due(self.table.rematch_until()) {
            self.make_rematch().await;
        }
        self.keep_open_for_host().await;
        // What nobody has told is written down as well.
        self.presence_moved = true;
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
