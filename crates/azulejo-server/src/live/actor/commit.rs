//! Executing commands: decide, append to the store, then broadcast.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::{Append, Appended, CommandKey, EventRow, StoreError};

use super::{Actor, CommandError, CommandResult};
use crate::live::rows::{names_of, new_event, seat_rows, seats_mark, set_people, summary};
use azulejo_game::Timestamp;
use azulejo_game::decide::Command;
use azulejo_game::event::Event;
use azulejo_game::view::SeatName;

impl Actor {
    /// Executes a command that arises now.
    pub(super) async fn execute(
        &mut self,
        command: Command,
        key: Option<CommandKey>,
    ) -> CommandResult {
        let now = self.registry.clock.now();
        self.execute_at(command, key, now).await
    }

    /// Decides, appends, and only after the commit applies the events and broadcasts them.
    ///
    /// `at` is the time of arrival: the command may have waited in the mailbox.
    pub(super) async fn execute_at(
        &mut self,
        command: Command,
        key: Option<CommandKey>,
        at: Timestamp,
    ) -> CommandResult {
        // If another node wins the race for the ply, catch up and decide again.
        for _ in 0..4 {
            // Check the idempotency key first: a completed command may no longer be legal.
            if let Some(next) = key.and_then(|key| self.completed_commands.get(&key)) {
                return Ok(*next);
            }
            if self.chance.is_none() {
                self.chance = Some(self.registry.chance(self.id).await?);
            }
            let now = at.max(self.table.changed_at);
            let chance = self.chance.as_deref().expect("it was just made");
            let decided = match self.table.decide(&command, now, chance) {
                Ok(decided) => decided,
                Err(problem) => {
                    // This node may be behind: catch up and decide again.
                    let before = self.table.ply();
                    if self.registry.shared {
                        self.try_catch_up().await?;
                    }
                    if self.table.ply() == before {
                        return Err(problem.into());
                    }
                    continue;
                }
            };
            if decided.events.is_empty() {
                return Ok(self.table.ply());
            }
            let next = decided.table.ply();
            let changes_seats = decided.events.iter().any(|(event, _)| changes_seats(event));
            let names = if changes_seats {
                let mut names = self.names.clone();
                self.name_new_players(&decided.events, &mut names).await?;
                Some(names)
            } else {
                None
            };
            let append = Append {
                game: self.id,
                expect: self.table.ply(),
                events: decided
                    .events
                    .iter()
                    .map(|(event, hash)| new_event(event, hash, now))
                    .collect(),
                command: key,
                summary: Some(summary(&decided.table)),
                seats: names.as_ref().map(|names| seat_rows(&decided.table, names)),
            };
            match self.registry.store.append(append).await {
                Ok(Appended::Committed { .. }) => {
                    let before = self.table.ply();
                    self.table = decided.table;
                    if let Some(names) = names {
                        self.names = names;
                        self.know_seats();
                    }
                    self.completed_commands.extend(key.map(|key| (key, next)));
                    self.broadcast_update(before);
                    self.after(&decided.events).await;
                    return Ok(next);
                }
                Ok(Appended::Stale { .. }) => self.try_catch_up().await?,
                // Two players of this game were merged into one account: reload and decide again.
                Err(StoreError::DuplicatePlayer(_)) => self.refresh_seats().await,
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "append failed");
                    self.registry.heartbeat.write_soon();
                    let unknown = matches!(error, StoreError::Unknown(_));
                    self.catch_up().await;
                    #[cfg(test)]
                    if self.registry.seams.planted.acknowledges_failed_appends {
                        return Ok(next);
                    }
                    return Err(if unknown {
                        CommandError::Unknown
                    } else {
                        error.into()
                    });
                }
            }
        }
        Err(Problem::new(ProblemCode::Stale).into())
    }

    /// Looks up the names of players who take a seat; the log has none.
    async fn name_new_players(
        &self,
        events: &[(Event, String)],
        names: &mut [SeatName],
    ) -> Result<(), CommandError> {
        for (event, _) in events {
            let (seat, name) = match event {
                Event::Seated { seat, player } => {
                    let found = self.registry.store.player(*player).await?;
                    let name = found.map_or_else(SeatName::default, |player| SeatName {
                        name: Some(player.name),
                        guest: !player.account,
                        alias: None,
                        away: None,
                    });
                    (*seat, name)
                }
                Event::Unseated { seat } | Event::BotSeated { seat, .. } => {
                    (*seat, SeatName::default())
                }
                _ => continue,
            };
            names[usize::from(seat.get()) - 1] = name;
        }
        Ok(())
    }

    /// Side effects of events beyond the table.
    async fn after(&mut self, events: &[(Event, String)]) {
        for (event, _) in events {
            metrics::counter!("azulejo_events_total", "kind" => event.kind()).increment(1);
            self.presence.changed |= changes_presence(event);
            if let Event::RematchAgreed { .. } = event {
                self.rematch_if_agreed().await;
            }
        }
        self.sync_presence();
        if self.table.settings.public {
            self.registry.lobby.changed();
        }
    }

    /// Reads and applies what other nodes appended, if the store answers.
    pub(super) async fn catch_up(&mut self) {
        if let Err(error) = self.try_catch_up().await {
            tracing::warn!(game = %self.id, %error, "cannot read events");
        }
    }

    /// Reads and applies what other nodes appended. Without an answer of the store a command must
    /// not be refused for good: it may be stored already.
    pub(super) async fn try_catch_up(&mut self) -> Result<(), StoreError> {
        let from = self.table.ply();
        let rows = self.registry.store.events(self.id, from).await?;
        self.apply_rows(rows).await;
        Ok(())
    }

    /// Applies events read elsewhere, skipping those already applied.
    pub(super) async fn apply_appended(&mut self, mut rows: Vec<EventRow>) {
        rows.retain(|row| row.ply >= self.table.ply());
        match rows.first() {
            Some(first) if first.ply == self.table.ply() => self.apply_rows(rows).await,
            // There is a gap.
            Some(_) => self.catch_up().await,
            None => {}
        }
    }

    /// Applies the next events and broadcasts them.
    async fn apply_rows(&mut self, rows: Vec<EventRow>) {
        let before = self.table.ply();
        let mut seats_changed = false;
        for row in rows {
            let folded = serde_json::from_str::<Event>(&row.body)
                .map_err(|error| error.to_string())
                .and_then(|event| {
                    seats_changed |= changes_seats(&event);
                    self.presence.changed |= changes_presence(&event);
                    self.table
                        .apply(&event, Timestamp::from_unix_ms(row.at_ms))
                        .map_err(|error| error.to_string())
                });
            if let Err(error) = folded {
                tracing::error!(game = %self.id, %error, "cannot apply an event of the log");
                return;
            }
            self.completed_commands.extend(completed_commands(&row));
        }
        if seats_changed {
            self.reload_seats().await;
        }
        if self.table.ply() != before {
            self.broadcast_update(before);
        }
    }

    /// Records the seats just written as known, so that they are not read back.
    pub(super) fn know_seats(&self) {
        let rows = seat_rows(&self.table, &self.names);
        self.progress.set_seats(seats_mark(&rows, &self.names));
    }

    /// Reloads players and names, and broadcasts changes.
    pub(super) async fn refresh_seats(&mut self) {
        if self.reload_seats().await {
            self.broadcast_update(self.table.ply());
        }
    }

    /// Reloads players and names. Returns whether anything changed.
    async fn reload_seats(&mut self) -> bool {
        let row = match self.registry.store.game(self.id).await {
            Ok(Some(row)) => row,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(game = %self.id, %error, "cannot read the seats");
                return false;
            }
        };
        self.progress.set_seats(row.seats_fingerprint());
        let mut changed = set_people(&mut self.table, &row);
        let before = std::mem::replace(&mut self.names, names_of(&row));
        let pairs = before.iter().zip(&self.names);
        changed |= pairs.clone().any(|(old, new)| !old.is_same_name(new));
        self.merge_presence(&before);
        changed
    }
}

/// Returns whether an event changes presence.
const fn changes_presence(event: &Event) -> bool {
    changes_seats(event)
        || matches!(
            event,
            Event::Started { .. } | Event::Resumed { .. } | Event::Ended { .. }
        )
}

/// Returns the idempotency key that an event completes, with its answer.
pub(super) fn completed_commands(row: &EventRow) -> Option<(CommandKey, u32)> {
    row.command.map(|command| (command, row.ply + 1))
}

const fn changes_seats(event: &Event) -> bool {
    matches!(
        event,
        Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::BotSeated { .. }
            | Event::Resigned { .. }
            | Event::Flagged { .. }
            | Event::Left { .. }
            | Event::TakenOver { .. }
            | Event::TakenBack { .. }
    )
}
