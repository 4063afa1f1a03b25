//! A live game: executes commands (decide, append to the store, then broadcast) and applies what
//! other nodes appended.

use std::collections::HashMap;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::{
    Append, Appended, CommandKey, EventRow, GameId, SeatsFingerprint, Store, StoreError,
};

use super::presence::{Absences, Presence};
use super::watchers::{self, Watchers};
use super::{CommandError, CommandResult, LoadError, catch_up, rematch};
use crate::live::registry::{Progress, Registry};
use crate::live::rows::{names_of, new_event, seat_rows, seats_mark, set_people, summary};
use azulejo_game::decide::{Chance, Command};
use azulejo_game::event::Event;
use azulejo_game::view::SeatName;
use azulejo_game::{Person, Table, Timestamp};

/// A game as the store has it.
pub(crate) struct LoadedGame {
    pub(crate) table: Table,
    pub(crate) names: Vec<SeatName>,
    pub(crate) seats: SeatsFingerprint,
    pub(crate) completed_commands: HashMap<CommandKey, u32>,
}

/// Loads a game from the store.
pub(super) async fn load(id: GameId, registry: &Registry) -> Result<LoadedGame, LoadError> {
    let store = &registry.store;
    let row = store.game(id).await?.ok_or(LoadError::NotFound)?;
    let rows = store.events(id, 0).await?;
    let mut table: Option<Table> = None;
    let completed_commands = rows.iter().filter_map(completed_commands).collect();
    #[cfg(test)]
    let completed_commands = match registry.seams.planted.forgets_keys {
        true => HashMap::new(),
        false => completed_commands,
    };
    for row in rows {
        let event: Event = serde_json::from_str(&row.body)?;
        let at = Timestamp::from_unix_ms(row.at_ms);
        match &mut table {
            None => table = Some(Table::new(id, &event, at)?),
            Some(table) => table.apply(&event, at)?,
        }
    }
    let mut table = table.ok_or(LoadError::NotFound)?;
    set_people(&mut table, &row);
    Ok(LoadedGame {
        table,
        names: names_of(&row),
        seats: row.seats_fingerprint(),
        completed_commands,
    })
}

/// A game in memory with its audience: everything that a commit changes.
pub(super) struct LiveGame {
    pub(super) id: GameId,
    pub(super) registry: Registry,
    /// The progress, shared with the registry.
    pub(super) progress: Progress,
    pub(super) table: Table,
    pub(super) names: Vec<SeatName>,
    /// The idempotency keys of completed commands, with the plies they were answered with.
    pub(super) completed_commands: HashMap<CommandKey, u32>,
    chance: Option<Box<dyn Chance + Send + Sync>>,
    pub(super) watchers: Watchers,
    pub(super) presence: Presence,
}

impl LiveGame {
    pub(super) fn new(
        id: GameId,
        loaded: LoadedGame,
        registry: Registry,
        progress: Progress,
    ) -> Self {
        progress.set_seats(loaded.seats);
        let mut game = Self {
            id,
            registry,
            progress,
            presence: Presence::new(loaded.table.seats.len()),
            table: loaded.table,
            names: loaded.names,
            completed_commands: loaded.completed_commands,
            chance: None,
            watchers: Watchers::default(),
        };
        game.publish_progress();
        game.sync_presence();
        game
    }

    /// Shares the number of applied events with the registry.
    pub(super) fn publish_progress(&self) {
        self.progress.set(self.table.ply());
    }

    /// Returns whether a command was completed before.
    pub(super) fn is_completed(&self, key: Option<CommandKey>) -> bool {
        key.is_some_and(|key| self.completed_commands.contains_key(&key))
    }

    /// The consequences of absences as of now.
    pub(super) fn absences(&self) -> Absences<'_> {
        Absences {
            presence: &self.presence,
            table: &self.table,
            down: self.registry.last_downtime.get(),
        }
    }

    /// Returns whether a deadline has passed and a heartbeat was written since: a move that came
    /// in time would have been stored.
    pub(super) fn is_due(&self, at: Option<Timestamp>) -> bool {
        at.is_some_and(|at| {
            at <= self.registry.clock.now() && self.registry.heartbeat.was_up_at(at)
        })
    }

    /// Executes a command that arises now.
    pub(super) async fn execute(
        &mut self,
        command: Command,
        key: Option<CommandKey>,
    ) -> CommandResult {
        let now = self.registry.clock.now();
        self.execute_at(command, key, now).await
    }

    /// Catches up with the other nodes and returns whether there was anything new, so that a command
    /// must be decided again.
    async fn was_behind(&mut self) -> Result<bool, CommandError> {
        if !self.registry.shared {
            return Ok(false);
        }
        let before = self.table.ply();
        catch_up::try_catch_up(self).await?;
        Ok(self.table.ply() != before)
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
                    if self.was_behind().await? {
                        continue;
                    }
                    return Err(problem.into());
                }
            };
            if decided.events.is_empty() {
                // A retry has no effect on a node that has not seen what the first attempt changed.
                if key.is_some() && self.was_behind().await? {
                    continue;
                }
                return Ok(self.table.ply());
            }
            let next = decided.table.ply();
            let changes_seats = decided.events.iter().any(|(event, _)| changes_seats(event));
            let names = if changes_seats {
                let mut names = self.names.clone();
                name_new_players(&*self.registry.store, &decided.events, &mut names).await?;
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
                    watchers::broadcast_update(self, before);
                    self.after(&decided.events).await;
                    return Ok(next);
                }
                Ok(Appended::Stale { .. }) => catch_up::try_catch_up(self).await?,
                // Two players of this game were merged into one account: reload and decide again.
                Err(StoreError::DuplicatePlayer(_)) => catch_up::refresh_seats(self).await,
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "append failed");
                    self.registry.heartbeat.write_soon();
                    let unknown = matches!(error, StoreError::Unknown(_));
                    catch_up::catch_up(self).await;
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

    /// Side effects of events beyond the table.
    async fn after(&mut self, events: &[(Event, String)]) {
        for (event, _) in events {
            metrics::counter!("azulejo_events_total", "kind" => event.kind()).increment(1);
            self.presence.changed |= changes_presence(event);
            if let Event::RematchAgreed { .. } = event {
                rematch::create_if_agreed(self).await;
            }
        }
        self.sync_presence();
        if self.table.settings.public {
            self.registry.lobby.changed();
        }
    }

    /// Follows the players of the table.
    pub(super) fn sync_presence(&mut self) {
        let watches = |person: Person| self.watchers.has(person);
        let (shared, now) = (self.registry.shared, self.registry.clock.now());
        self.presence
            .sync(&self.table, &self.names, watches, shared, now);
    }

    /// Records the seats just written as known, so that they are not read back.
    pub(super) fn know_seats(&self) {
        let rows = seat_rows(&self.table, &self.names);
        self.progress.set_seats(seats_mark(&rows, &self.names));
    }
}

/// Looks up the names of players who take a seat; the log has none.
async fn name_new_players(
    store: &dyn Store,
    events: &[(Event, String)],
    names: &mut [SeatName],
) -> Result<(), CommandError> {
    for (event, _) in events {
        let (seat, name) = match event {
            Event::Seated { seat, player } => {
                let found = store.player(*player).await?;
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

/// Returns whether an event changes presence.
pub(super) const fn changes_presence(event: &Event) -> bool {
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

pub(super) const fn changes_seats(event: &Event) -> bool {
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
