//! The effects of presence: votes against absent players, forfeits, and stored absences.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_rules::Seat;
use azulejo_store::{Append, Appended, CommandKey};

use super::Actor;
use super::presence::Location;
use crate::http::problem::store_problem;
use crate::live::rows::{REALTIME_EXPIRY, seat_rows};
use azulejo_game::decide::Command;
use azulejo_game::view::SeatName;
use azulejo_game::{Millis, Person, Timestamp};

/// A player whose session was used this recently, on any node, is present.
const SEEN_RECENTLY: Millis = Millis::from_secs(45);
/// The interval at which players on other nodes are checked.
const CHECK_EVERY: Millis = Millis::from_secs(10);

impl Actor {
    /// Follows the players of the table.
    pub(super) fn sync_presence(&mut self) {
        let watches = |person: Person| self.watchers.has(person);
        let (shared, now) = (self.registry.shared, self.registry.clock.now());
        self.presence
            .sync(&self.table, &self.names, watches, shared, now);
    }

    /// Merges the stored presence.
    pub(super) fn merge_presence(&mut self, before: &[SeatName]) {
        let now = self.registry.clock.now();
        self.presence.adopt(before, &self.names, now);
        self.sync_presence();
    }

    fn forfeits_at(&self, seat: Seat) -> Option<Timestamp> {
        let down = self.registry.last_downtime.get();
        self.presence.forfeits_at(&self.table, down, seat)
    }

    fn vote_from(&self, seat: Seat) -> Option<Timestamp> {
        let down = self.registry.last_downtime.get();
        self.presence.vote_from(&self.table, down, seat)
    }

    pub(super) fn away_deadline(&self) -> Option<Timestamp> {
        self.table
            .all_seats()
            .filter_map(|seat| self.forfeits_at(seat))
            .min()
    }

    /// The time of the next check of other nodes, while presence matters.
    pub(super) fn next_node_check(&self) -> Option<Timestamp> {
        let wanted = !self.watchers.is_empty()
            || (self.table.status == Status::Running && self.table.clocks.is_real_time());
        let anybody = wanted && !self.presence.elsewhere().is_empty();
        anybody.then_some(self.presence.next_check)
    }

    /// Checks whether players on other nodes are still connected.
    async fn check_other_nodes(&mut self) {
        let now = self.registry.clock.now();
        self.presence.next_check = now + CHECK_EVERY;
        for (person, from) in self.presence.elsewhere() {
            let seen = match person {
                // The time at which any session of the player was last used, on any node.
                Person::Player(player) => {
                    match self.registry.store.sessions_of(player, now.unix_ms()).await {
                        Ok(sessions) => sessions.iter().map(|session| session.used_ms).max(),
                        Err(error) => {
                            // A database error must not make a player absent.
                            tracing::warn!(game = %self.id, %error, "cannot check a player");
                            continue;
                        }
                    }
                }
                Person::Deleted => None,
            };
            let seen = seen.map(Timestamp::from_unix_ms);
            if seen.is_none_or(|at| now - at >= SEEN_RECENTLY) {
                // Until then the player was present, or no node was up.
                let since = seen.map_or(now, |at| at.max(from));
                self.presence
                    .set_location(person, Location::Away { since }, false);
                (self.presence.changed, self.presence.unsaved) = (true, true);
            }
        }
    }

    /// Updates votes, stored absences and watchers after a change of presence.
    pub(super) async fn update_presence(&mut self) {
        let now = self.registry.clock.now();
        if self.next_node_check().is_some_and(|at| at <= now) {
            self.check_other_nodes().await;
        }
        let tell = std::mem::take(&mut self.presence.changed);
        self.lapse_votes().await;
        self.count_votes().await;
        if std::mem::take(&mut self.presence.host_changed) {
            self.extend_expiry().await;
        }
        if std::mem::take(&mut self.presence.unsaved) {
            self.persist_presence().await;
        }
        if tell {
            self.broadcast_presence();
        }
    }

    /// Clears the votes against players who have returned.
    async fn lapse_votes(&mut self) {
        for seat in self.table.all_seats() {
            if self.table.status != Status::Running || self.table.votes[seat.index()].is_empty() {
                continue;
            }
            if let Some(Location::Elsewhere { .. }) = self.presence.of(seat) {
                self.check_other_nodes().await;
            }
            if self.presence.away_since(seat).is_none() {
                let _ = self.execute(Command::Returned { seat }, None).await;
            }
        }
    }

    /// Counts votes again: a vote may pass when a voter leaves.
    async fn count_votes(&mut self) {
        for away in self.table.all_seats() {
            let absent = self.presence.absent();
            let open = self.vote_from(away).is_some() && self.table.vote_passes(away, &absent);
            if open {
                let count = Command::CountVotes { away, absent };
                let _ = self.execute(count, None).await;
            }
        }
    }

    /// Adds the absent seats to a vote, and refuses it if the player is not absent long enough.
    pub(super) async fn prepare_vote(
        &mut self,
        command: &mut Command,
        key: Option<CommandKey>,
    ) -> Result<(), Problem> {
        let Command::Vote { away, absent, .. } = command else {
            return Ok(());
        };
        if self.registry.shared {
            // The player may have just connected to another node.
            let caught_up = self.try_catch_up().await;
            caught_up.map_err(|error| store_problem(&error))?;
            self.refresh_seats().await;
            self.check_other_nodes().await;
        }
        if key.is_some_and(|key| self.completed_commands.contains_key(&key)) {
            // A retry gets the same answer regardless of the state of the seat.
            return Ok(());
        }
        let away = self.table.seat(*away);
        let from = away.and_then(|away| self.vote_from(away));
        if from.is_none_or(|from| from > self.registry.clock.now()) {
            return Err(Problem::new(ProblemCode::Forbidden));
        }
        *absent = self.presence.absent();
        Ok(())
    }

    /// Removes players who were away from a real-time game for too long.
    pub(super) async fn remove_absent(&mut self) {
        let now = self.registry.clock.now();
        if !self.is_due(self.away_deadline()) {
            return;
        }
        if self.registry.shared {
            self.refresh_seats().await;
        }
        for seat in self.table.all_seats() {
            if self.forfeits_at(seat).is_some_and(|at| at <= now) {
                let _ = self.execute(Command::Left { seat }, None).await;
            }
        }
    }

    /// Stores the start of each absence.
    pub(super) async fn persist_presence(&mut self) {
        // Another node may append at the same time.
        for _ in 0..3 {
            let stamps = self.presence.away_timestamps(&self.names);
            let mut names = self.names.clone();
            for (name, stamp) in names.iter_mut().zip(stamps) {
                name.away = stamp;
            }
            let over = matches!(self.table.status, Status::Finished | Status::Cancelled);
            if over || names == self.names {
                return;
            }
            let rows = seat_rows(&self.table, &names).into_iter();
            let seats = rows
                .zip(names.iter().zip(&self.names))
                .filter(|(_, (new, old))| new != old);
            let append = Append {
                game: self.id,
                expect: self.table.ply(),
                events: Vec::new(),
                command: None,
                summary: None,
                seats: Some(seats.map(|(row, _)| row).collect()),
            };
            match self.registry.store.append(append).await {
                Ok(Appended::Committed { .. }) => {
                    self.names = names;
                    self.know_seats();
                    return;
                }
                Ok(Appended::Stale { .. }) => self.catch_up().await,
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "cannot store presence");
                    return;
                }
            }
        }
    }

    /// Extends the expiry of an unstarted real-time game, whose host is or was just here.
    pub(super) async fn extend_expiry(&self) {
        if self.table.status != Status::Waiting || !self.table.clocks.is_real_time() {
            return;
        }
        let expires = self.registry.clock.now() + REALTIME_EXPIRY;
        let extended = (self.registry.store).set_expiry(self.id, expires.unix_ms());
        if let Err(error) = extended.await {
            tracing::warn!(game = %self.id, %error, "cannot extend the expiry of a game");
        }
    }

    /// Extends the expiry while the host is here. Returns whether it did.
    pub(super) async fn extend_expiry_for_host(&self) -> bool {
        let waits = self.table.status == Status::Waiting && self.table.clocks.is_real_time();
        let keep = waits && self.watchers.has(self.table.host);
        if keep {
            self.extend_expiry().await;
        }
        keep
    }
}
