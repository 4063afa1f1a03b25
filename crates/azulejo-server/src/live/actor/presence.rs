//! Presence: whether each player is here, on another node, or away, and since when.
//!
//! Presence is not in the log. The start of an absence is stored beside the seats, so that it
//! survives a restart and nodes learn of it: the node that a player leaves writes it, the node that
//! a player joins clears it. If a node dies, its players' sessions are no longer used, which shows
//! that they are gone.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Status};
use azulejo_store::{Append, Appended, CommandKey, PlayerId};

use super::{AWAY_LIMIT_MS, Actor, VOTE_FROM_MS};
use crate::http::problem::store_problem;
use crate::live::rows::{REALTIME_EXPIRY_MS, seat_rows};
use azulejo_game::Table;
use azulejo_game::decide::Command;
use azulejo_game::view::SeatName;

/// A player whose session was used this recently, on any node, is present.
const SEEN_RECENTLY_MS: i64 = 45_000;
/// The interval at which players on other nodes are checked.
const CHECK_EVERY_MS: i64 = 10_000;

/// The location of a seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Location {
    /// Connected to the game on this node.
    Here,
    /// Connected on another node, as far as this one knows since `from`.
    Elsewhere { from: i64 },
    /// Not connected.
    Away { since: i64 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct SeatPresence {
    /// The player; a deleted one has an empty id.
    person: Option<String>,
    at: Location,
}

/// The presence of a table, by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Presence {
    seats: Vec<SeatPresence>,
    /// The time at which to check players on other nodes.
    next_check: i64,
}

impl Presence {
    /// Presence before anything is known.
    pub(super) fn new(seats: usize) -> Self {
        let nobody = SeatPresence {
            person: None,
            at: Location::Here,
        };
        Self {
            seats: vec![nobody; seats],
            next_check: 0,
        }
    }

    /// Returns whether the players are those of the table.
    fn knows(&self, table: &Table) -> bool {
        let mut seats = self.seats.iter().zip(&table.seats);
        seats.all(|(seat_presence, seat)| seat_presence.person.as_deref() == seat.person())
    }

    /// Follows the players of the table. Returns whether a seat changed hands.
    ///
    /// A newly loaded player has the stored presence. Without one the player may be on another node,
    /// or, on a single node, is away from now on.
    fn sync_presence(
        &mut self,
        table: &Table,
        names: &[SeatName],
        watches: impl Fn(&str) -> bool,
        shared: bool,
        now: i64,
    ) -> bool {
        let mut handed_over = false;
        for ((seat_presence, seat), name) in self.seats.iter_mut().zip(&table.seats).zip(names) {
            if seat_presence.person.as_deref() == seat.person() {
                continue;
            }
            let before =
                std::mem::replace(&mut seat_presence.person, seat.person().map(str::to_owned));
            let Some(person) = &seat_presence.person else {
                continue;
            };
            handed_over |= before.is_some();
            seat_presence.at = match name.away {
                _ if watches(person) => Location::Here,
                // The stored presence is that of another player.
                _ if before.is_some() => Location::Away { since: now },
                Some(since) => Location::Away { since },
                None if shared => Location::Elsewhere { from: now },
                None => Location::Away { since: now },
            };
            self.next_check = self.next_check.min(now);
        }
        handed_over
    }

    /// Merges what other nodes stored. Returns whether anything changed, and whether the stored
    /// presence is wrong because the player is here.
    fn adopt(&mut self, before: &[SeatName], names: &[SeatName], now: i64) -> (bool, bool) {
        let (mut changed, mut wrong) = (false, false);
        for ((seat_presence, before), name) in self.seats.iter_mut().zip(before).zip(names) {
            if before.away == name.away || seat_presence.person.is_none() {
                continue;
            }
            let at = match (name.away, seat_presence.at) {
                (Some(_), Location::Here) => {
                    wrong = true;
                    continue;
                }
                (Some(since), _) => Location::Away { since },
                (None, Location::Away { .. }) => {
                    self.next_check = self.next_check.min(now);
                    Location::Elsewhere { from: now }
                }
                (None, at) => at,
            };
            changed |= at != seat_presence.at;
            seat_presence.at = at;
        }
        (changed, wrong)
    }

    /// Sets the location of a player on all their seats. Returns whether it changed.
    fn set_location(&mut self, person: &str, at: Location) -> bool {
        let mut moved = false;
        for seat_presence in &mut self.seats {
            if seat_presence.person.as_deref() == Some(person) {
                moved |= seat_presence.at != at;
                seat_presence.at = at;
            }
        }
        moved
    }

    /// Takes the node's downtime off all absences. Returns whether there were any.
    pub(super) fn node_was_down(&mut self, from: i64, until: i64) -> bool {
        let mut any = false;
        for seat_presence in &mut self.seats {
            if let Location::Away { since } = &mut seat_presence.at {
                *since += (until - (*since).max(from)).max(0);
                any = true;
            }
        }
        any
    }

    /// The location of a seat's player; `None` for other seats.
    pub(super) fn of(&self, seat: usize) -> Option<Location> {
        let seat_presence = self.seats.get(seat)?;
        seat_presence.person.is_some().then_some(seat_presence.at)
    }

    fn away_since(&self, seat: usize) -> Option<i64> {
        match self.of(seat)? {
            Location::Away { since } => Some(since),
            Location::Here | Location::Elsewhere { .. } => None,
        }
    }

    /// The numbers of the seats whose players are away.
    fn absent(&self) -> Vec<u8> {
        (0..self.seats.len())
            .filter(|&seat| self.away_since(seat).is_some())
            .map(|seat| seat as u8 + 1)
            .collect()
    }

    /// The players on other nodes, each once, with the time since when.
    fn elsewhere(&self) -> Vec<(String, i64)> {
        let mut people: Vec<(String, i64)> = Vec::new();
        for seat_presence in &self.seats {
            if let (Some(person), Location::Elsewhere { from }) =
                (&seat_presence.person, seat_presence.at)
                && people.iter().all(|(known, _)| known != person)
            {
                people.push((person.clone(), from));
            }
        }
        people
    }

    /// The start of absence to store for each seat. That of players on other nodes stays.
    fn away_timestamps(&self, names: &[SeatName]) -> Vec<Option<i64>> {
        let seats = self.seats.iter().zip(names);
        seats
            .map(
                |(seat_presence, name)| match (&seat_presence.person, seat_presence.at) {
                    (None, _) | (_, Location::Here) => None,
                    (_, Location::Elsewhere { .. }) => name.away,
                    (_, Location::Away { since }) => Some(since),
                },
            )
            .collect()
    }
}

impl Actor {
    fn is_watched_by(&self, person: &str) -> bool {
        let mut watching = self.watchers.values().filter_map(|w| w.player.as_deref());
        watching.any(|player| player == person)
    }

    fn host_is_present(&self) -> bool {
        self.is_watched_by(&self.table.host)
    }

    /// Follows the players of the table.
    pub(super) fn sync_presence(&mut self) {
        if self.presence.knows(&self.table) {
            return;
        }
        let mut presence = self.presence.clone();
        let watches = |person: &str| self.is_watched_by(person);
        let (shared, now) = (self.registry.is_shared(), self.registry.now());
        let handed_over = presence.sync_presence(&self.table, &self.names, watches, shared, now);
        self.presence = presence;
        self.presence_changed = true;
        self.presence_unsaved |= handed_over;
    }

    /// Handles a new connection of a player.
    pub(super) fn player_connected(&mut self, player: &str) {
        self.presence_unsaved |= self.presence.set_location(player, Location::Here);
        self.host_presence_changed |= self.table.host == player;
        self.presence_changed = true;
    }

    /// Handles a lost connection of a player, who may have others.
    pub(super) fn player_disconnected(&mut self, player: &str) {
        if !self.is_watched_by(player) {
            let since = self.registry.now();
            self.presence_unsaved |= self.presence.set_location(player, Location::Away { since });
            self.host_presence_changed |= self.table.host == player;
        }
        self.presence_changed = true;
    }

    /// Merges the stored presence.
    pub(super) fn merge_presence(&mut self, before: &[SeatName]) {
        let (changed, wrong) = self
            .presence
            .adopt(before, &self.names, self.registry.now());
        self.presence_changed |= changed | wrong;
        self.presence_unsaved |= wrong;
        self.sync_presence();
    }

    /// Returns when an absence that began at `since` starts to count: neither time before the
    /// start nor the last downtime does.
    fn absence_counts_from(&self, since: i64) -> i64 {
        let from = since.max(self.table.absences_from);
        let down = self.registry.last_downtime();
        from + down.map_or(0, |down| (down.until_ms - down.since_ms.max(from)).max(0))
    }

    /// The time at which an absent player forfeits a real-time game.
    pub(super) fn forfeits_at(&self, seat: usize) -> Option<i64> {
        let counts = self.table.status == Status::Running
            && self.table.clocks.is_real_time()
            && self.table.seats[seat].acting_person().is_some();
        let since = self.presence.away_since(seat).filter(|_| counts)?;
        Some(self.absence_counts_from(since) + AWAY_LIMIT_MS)
    }

    /// The time from which the others may vote to let a bot play, in games without a clock.
    pub(super) fn vote_from(&self, seat: usize) -> Option<i64> {
        let counts = self.table.status == Status::Running
            && self.table.settings.clock == Clock::None
            && self.table.seats.get(seat)?.acting_person().is_some();
        let since = self.presence.away_since(seat).filter(|_| counts)?;
        Some(self.absence_counts_from(since) + VOTE_FROM_MS)
    }

    pub(super) fn away_deadline(&self) -> Option<i64> {
        (0..self.table.seats.len())
            .filter_map(|seat| self.forfeits_at(seat))
            .min()
    }

    /// The time of the next check of other nodes, while presence matters.
    pub(super) fn next_node_check(&self) -> Option<i64> {
        let wanted = !self.watchers.is_empty()
            || (self.table.status == Status::Running && self.table.clocks.is_real_time());
        let anybody = wanted && !self.presence.elsewhere().is_empty();
        anybody.then_some(self.presence.next_check)
    }

    /// Checks whether players on other nodes are still connected.
    async fn check_other_nodes(&mut self) {
        let now = self.registry.now();
        self.presence.next_check = now + CHECK_EVERY_MS;
        for (person, from) in self.presence.elsewhere() {
            let seen = match person.parse::<PlayerId>() {
                Ok(player) => match self.registry.last_seen(player).await {
                    Ok(seen) => seen,
                    Err(error) => {
                        // A database error must not make a player absent.
                        tracing::warn!(game = %self.id, %error, "cannot check a player");
                        continue;
                    }
                },
                Err(_) => None,
            };
            if seen.is_none_or(|at| now - at >= SEEN_RECENTLY_MS) {
                // Until then the player was present, or no node was up.
                let since = seen.map_or(now, |at| at.max(from));
                self.presence
                    .set_location(&person, Location::Away { since });
                self.presence_unsaved = true;
                self.presence_changed = true;
            }
        }
    }

    /// Updates votes, stored absences and watchers after a change of presence.
    pub(super) async fn update_presence(&mut self) {
        let now = self.registry.now();
        if self.next_node_check().is_some_and(|at| at <= now) {
            self.check_other_nodes().await;
        }
        let tell = std::mem::take(&mut self.presence_changed);
        self.lapse_votes().await;
        self.count_votes().await;
        if std::mem::take(&mut self.host_presence_changed) {
            self.extend_expiry().await;
        }
        if std::mem::take(&mut self.presence_unsaved) {
            self.persist_presence().await;
        }
        if tell {
            self.broadcast_presence();
        }
    }

    /// Clears the votes against players who have returned.
    async fn lapse_votes(&mut self) {
        for index in 0..self.table.seats.len() {
            if self.table.status != Status::Running || self.table.votes[index].is_empty() {
                continue;
            }
            if let Some(Location::Elsewhere { .. }) = self.presence.of(index) {
                self.check_other_nodes().await;
            }
            if self.presence.away_since(index).is_none() {
                let seat = index as u8 + 1;
                let _ = self.execute(Command::Returned { seat }, None).await;
            }
        }
    }

    /// Counts votes again: a vote may pass when a voter leaves.
    async fn count_votes(&mut self) {
        for index in 0..self.table.seats.len() {
            let absent = self.presence.absent();
            let open = self.vote_from(index).is_some() && self.table.vote_passes(index, &absent);
            if open {
                let away = index as u8 + 1;
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
        if self.registry.is_shared() {
            // The player may have just connected to another node.
            let caught_up = self.try_catch_up().await;
            caught_up.map_err(|error| store_problem(&error))?;
            self.refresh_seats().await;
            self.check_other_nodes().await;
        }
        if key.is_some_and(|key| self.completed_commands.contains_key(&key)) {
            // A retry gets the same answer, whatever the state of the seat.
            return Ok(());
        }
        let from = self.vote_from(usize::from(*away).wrapping_sub(1));
        if from.is_none_or(|from| from > self.registry.now()) {
            return Err(Problem::new(ProblemCode::Forbidden));
        }
        *absent = self.presence.absent();
        Ok(())
    }

    /// Removes players who were away from a real-time game for too long.
    pub(super) async fn remove_absent(&mut self) {
        let now = self.registry.now();
        if !self.is_due(self.away_deadline()) {
            return;
        }
        if self.registry.is_shared() {
            self.refresh_seats().await;
        }
        for index in 0..self.table.seats.len() {
            if self.forfeits_at(index).is_some_and(|at| at <= now) {
                let seat = index as u8 + 1;
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
            match self.registry.store().append(append).await {
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
        let expires = self.registry.now() + REALTIME_EXPIRY_MS;
        if let Err(error) = self.registry.store().set_expiry(self.id, expires).await {
            tracing::warn!(game = %self.id, %error, "cannot extend the expiry of a game");
        }
    }

    /// Extends the expiry while the host is here. Returns whether it did.
    pub(super) async fn extend_expiry_for_host(&self) -> bool {
        let waits = self.table.status == Status::Waiting && self.table.clocks.is_real_time();
        let keep = waits && self.host_is_present();
        if keep {
            self.extend_expiry().await;
        }
        keep
    }
}

#[cfg(test)]
mod tests;
