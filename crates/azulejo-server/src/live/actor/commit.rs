//! How a game changes: decide, write, and only then tell.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::{Append, Appended, CommandKey, EventRow, NewEvent, StoreError};

use super::{Actor, Done, Failed};
use crate::http::problem::store_problem;
use crate::live::rows::{names_of, seat_rows, seats_mark, summary};
use azulejo_game::decide::Command;
use azulejo_game::event::{Event, RULES_VERSION};
use azulejo_game::view::SeatName;

impl Actor {
    /// Carries out what comes up now.
    pub(super) async fn carry_out(&mut self, command: Command, key: Option<CommandKey>) -> Done {
        let now = self.hub.now();
        self.carry_out_at(command, key, now).await
    }

    /// Decides, writes, and only then takes the new table and tells everybody.
    ///
    /// What counts is when a command came: it may have waited here, and writing may take a while.
    pub(super) async fn carry_out_at(
        &mut self,
        command: Command,
        key: Option<CommandKey>,
        at: i64,
    ) -> Done {
        // Another node may win the race for a ply: then judge again on what it wrote.
        for _ in 0..4 {
            // First of all: by now, what was carried out before may no longer be possible.
            if let Some(next) = key.and_then(|key| self.carried_out.get(&key)) {
                return Ok(*next);
            }
            if self.chance.is_none() {
                self.chance = Some(
                    self.hub
                        .chance(self.id)
                        .await
                        .map_err(|error| Failed::Refused(store_problem(&error)))?,
                );
            }
            let now = at.max(self.table.changed_at);
            let chance = self.chance.as_deref().expect("it was just made");
            let decided = match self.table.decide(&command, now, chance) {
                Ok(decided) => decided,
                Err(problem) => {
                    // This node may be behind another one: judge again on all that there is.
                    let before = self.table.ply();
                    if self.hub.is_shared() {
                        self.catch_up().await;
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
                self.name_newcomers(&decided.events, &mut names).await?;
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
                    .map(|(event, hash)| NewEvent {
                        kind: event.kind().to_owned(),
                        body: serde_json::to_string(event).expect("an event has a JSON form"),
                        rules_version: RULES_VERSION,
                        state_hash: hash.clone(),
                        at_ms: now,
                    })
                    .collect(),
                command: key,
                summary: Some(summary(&decided.table)),
                seats: names.as_ref().map(|names| seat_rows(&decided.table, names)),
            };
            match self.hub.store().append(append).await {
                Ok(Appended::Committed { .. }) => {
                    let before = self.table.ply();
                    self.table = decided.table;
                    if let Some(names) = names {
                        self.names = names;
                        self.know_seats();
                    }
                    self.carried_out.extend(key.map(|key| (key, next)));
                    self.tell_update(before);
                    self.after(&decided.events).await;
                    return Ok(next);
                }
                Ok(Appended::Stale { .. }) => self.catch_up().await,
                // A guest has become an account that sits here as well: judge again, knowing it.
                Err(StoreError::TwoSeats(_)) => self.refresh_seats().await,
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "an append failed");
                    self.hub.write_beat_soon();
                    let unknown = matches!(error, StoreError::Unknown(_));
                    self.catch_up().await;
                    return Err(if unknown {
                        Failed::Unknown
                    } else {
                        Failed::Refused(store_problem(&error))
                    });
                }
            }
        }
        Err(Problem::new(ProblemCode::Stale).into())
    }

    /// The log has no names: whoever sits down is looked up.
    async fn name_newcomers(
        &self,
        events: &[(Event, String)],
        names: &mut [SeatName],
    ) -> Result<(), Failed> {
        for (event, _) in events {
            let (seat, name) = match event {
                Event::Seated { seat, player } => {
                    let found = match player.parse() {
                        Ok(player) => self.hub.store().player(player).await,
                        Err(_) => Ok(None),
                    };
                    let found = found.map_err(|error| Failed::Refused(store_problem(&error)))?;
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
            names[usize::from(seat) - 1] = name;
        }
        Ok(())
    }

    /// What follows from events beyond the table.
    async fn after(&mut self, events: &[(Event, String)]) {
        for (event, _) in events {
            metrics::counter!("azulejo_events_total", "kind" => event.kind()).increment(1);
            self.presence_dirty |= changes_presence(event);
            if let Event::RematchAgreed { .. } = event {
                self.rematch_if_agreed().await;
            }
        }
        self.meet();
        if self.table.settings.public {
            self.hub.lobby_changed();
        }
    }

    /// Reads what other nodes wrote.
    pub(super) async fn catch_up(&mut self) {
        match self.hub.store().events(self.id, self.table.ply()).await {
            Ok(rows) => self.fold_in(rows).await,
            Err(error) => tracing::warn!(game = %self.id, %error, "could not read on"),
        }
    }

    /// Takes in what was read for this game, of which it may know the beginning by now.
    pub(super) async fn take_in(&mut self, mut rows: Vec<EventRow>) {
        rows.retain(|row| row.ply >= self.table.ply());
        match rows.first() {
            Some(first) if first.ply == self.table.ply() => self.fold_in(rows).await,
            // Something between is missing.
            Some(_) => self.catch_up().await,
            None => {}
        }
    }

    /// Folds in the next events and tells everybody.
    async fn fold_in(&mut self, rows: Vec<EventRow>) {
        let before = self.table.ply();
        let mut seats_changed = false;
        for row in rows {
            let folded = serde_json::from_str::<Event>(&row.body)
                .map_err(|error| error.to_string())
                .and_then(|event| {
                    seats_changed |= changes_seats(&event);
                    self.presence_dirty |= changes_presence(&event);
                    self.table
                        .apply(&event, row.at_ms)
                        .map_err(|error| error.to_string())
                });
            if let Err(error) = folded {
                tracing::error!(game = %self.id, %error, "the log does not fold");
                return;
            }
            self.carried_out.extend(carried_out(&row));
        }
        if seats_changed {
            self.reload_seats().await;
        }
        if self.table.ply() != before {
            self.tell_update(before);
        }
    }

    /// The seats are as this game has just written them: nobody has to read them again.
    pub(super) fn know_seats(&self) {
        let rows = seat_rows(&self.table, &self.names);
        self.known.set_seats(seats_mark(&rows, &self.names));
    }

    /// Reads who sits where under which name, and tells everybody if that has changed.
    pub(super) async fn refresh_seats(&mut self) {
        if self.reload_seats().await {
            self.tell_update(self.table.ply());
        }
    }

    /// Reads who sits where under which name, and gives whether that has changed.
    async fn reload_seats(&mut self) -> bool {
        let row = match self.hub.store().game(self.id).await {
            Ok(Some(row)) => row,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(game = %self.id, %error, "could not read the seats");
                return false;
            }
        };
        self.known.set_seats(row.seats_mark());
        let mut changed = false;
        for seat in &row.seats {
            let player = seat.row.player.map(|player| player.to_string());
            let index = usize::from(seat.row.seat);
            changed |= self.table.set_person(index, player.as_deref());
        }
        let before = std::mem::replace(&mut self.names, names_of(&row));
        let pairs = before.iter().zip(&self.names);
        changed |= pairs.clone().any(|(old, new)| !old.is_same_name(new));
        self.adopt_presence(&before);
        changed
    }
}

/// Whether who is there, or what follows from it, is to be told anew.
const fn changes_presence(event: &Event) -> bool {
    changes_seats(event)
        || matches!(
            event,
            Event::Started { .. } | Event::Resumed { .. } | Event::Ended { .. }
        )
}

/// The command that an event is the last of, and how it was answered.
pub(super) fn carried_out(row: &EventRow) -> Option<(CommandKey, u32)> {
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
