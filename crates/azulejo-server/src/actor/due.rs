//! What happens when nobody asks: flags, lapsed questions, absent players, rematches.

use azulejo_protocol::game::Status;

use super::{AWAY_LIMIT_MS, Actor};
use crate::table::decide::Command;

/// How long somebody who is connected to another node is not looked for again.
const ELSEWHERE_AGAIN_MS: i64 = 10_000;

impl Actor {
    pub(super) fn away_deadline(&self) -> Option<i64> {
        if self.table.status != Status::Running || !self.table.clocks.is_real_time() {
            return None;
        }
        let acting = self.away.iter().filter(|(person, _)| {
            self.table
                .seats
                .iter()
                .any(|seat| seat.acting_person() == Some(person))
        });
        acting.map(|(_, since)| since + AWAY_LIMIT_MS).min()
    }

    /// What is due: flags, lapsed questions, absent players, rematches.
    pub(super) async fn tick(&mut self) {
        let now = self.hub.now();
        if self.table.next_deadline().is_some_and(|at| at <= now) {
            let _nothing_due = self.carry_out(Command::Tick, None).await;
        }
        if self.away_deadline().is_some_and(|at| at <= now) {
            let gone: Vec<_> = self
                .table
                .seats
                .iter()
                .enumerate()
                .filter(|(_, seat)| {
                    seat.acting_person()
                        .and_then(|person| self.away.get(person))
                        .is_some_and(|since| since + AWAY_LIMIT_MS <= now)
                })
                .map(|(index, _)| index as u8 + 1)
                .collect();
            for seat in gone {
                if !self.hub.is_elsewhere(self.id, &self.table, seat).await {
                    let _ended = self.carry_out(Command::Left { seat }, None).await;
                } else if let Some(person) = self.table.seats[usize::from(seat) - 1].person() {
                    // At another node: look again in a while, not at once.
                    let since = now - AWAY_LIMIT_MS + ELSEWHERE_AGAIN_MS;
                    self.away.insert(person.to_owned(), since);
                }
            }
        }
        let lapsed = self
            .table
            .rematch
            .as_ref()
            .is_some_and(|rematch| rematch.game.is_none() && rematch.until <= now);
        if lapsed {
            self.make_rematch().await;
        }
        let host_here = self
            .watchers
            .values()
            .any(|w| w.player.as_ref() == Some(&self.table.host));
        if self.table.status == Status::Waiting && host_here && self.table.clocks.is_real_time() {
            let expires = crate::view::expiry(&self.table, now);
            if let Err(error) = self.hub.store().set_expiry(self.id, expires).await {
                tracing::warn!(game = %self.id, %error, "could not keep the game open");
            }
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
