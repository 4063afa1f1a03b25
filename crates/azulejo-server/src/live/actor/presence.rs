//! Who is at the table: here, at another node, or away, and since when.
//!
//! Presence is not in the log: a person who comes and goes changes nothing about the game. What
//! is kept, beside the seats, is since when somebody is away. So it outlives the memory of a node,
//! and nodes tell each other by it: whichever node a person leaves writes down when, and a node
//! that has them takes it back. A node that died has taken back nothing; that its people are gone
//! shows by their sessions, which nobody uses any more.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Status};
use azulejo_store::{Append, Appended, CommandKey, PlayerId};

use super::{AWAY_LIMIT_MS, Actor, VOTE_FROM_MS};
use crate::live::rows::{REALTIME_EXPIRY_MS, seat_rows};
use azulejo_game::Table;
use azulejo_game::decide::Command;
use azulejo_game::view::SeatName;

/// A session used so recently, on any node, belongs to somebody who is there.
const SEEN_RECENTLY_MS: i64 = 45_000;
/// How often people who are said to be at other nodes are looked for.
const LOOK_EVERY_MS: i64 = 10_000;

/// Where the person of a seat is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whereabouts {
    /// Follows the game on this node.
    Here,
    /// Follows it on another node, as far as this one has known from some time on.
    Elsewhere { from: i64 },
    /// Follows it nowhere.
    Away { since: i64 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sitter {
    /// Whom this is about. A deleted player has a seat, but no name.
    person: Option<String>,
    at: Whereabouts,
}

/// Where the people of a table are, by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Presence {
    sitters: Vec<Sitter>,
    /// When to look for those who are said to be at other nodes.
    look_at: i64,
}

impl Presence {
    /// A table of which nothing is known yet.
    pub(super) fn new(seats: usize) -> Self {
        let nobody = Sitter {
            person: None,
            at: Whereabouts::Here,
        };
        Self {
            sitters: vec![nobody; seats],
            look_at: 0,
        }
    }

    /// Whether this is about those who sit there.
    fn knows(&self, table: &Table) -> bool {
        let mut seats = self.sitters.iter().zip(&table.seats);
        seats.all(|(sitter, seat)| sitter.person.as_deref() == seat.person())
    }

    /// Follows who sits where. Gives whether a seat has gone from one person to another.
    ///
    /// Whoever comes from the store is as the store says. Where it says nothing, they may be at
    /// another node, if there are others; if not, they are away from now on.
    fn meet(
        &mut self,
        table: &Table,
        names: &[SeatName],
        watches: impl Fn(&str) -> bool,
        shared: bool,
        now: i64,
    ) -> bool {
        let mut handed_over = false;
        for ((sitter, seat), name) in self.sitters.iter_mut().zip(&table.seats).zip(names) {
            if sitter.person.as_deref() == seat.person() {
                continue;
            }
            let before = std::mem::replace(&mut sitter.person, seat.person().map(str::to_owned));
            let Some(person) = &sitter.person else {
                continue;
            };
            handed_over |= before.is_some();
            sitter.at = match name.away {
                _ if watches(person) => Whereabouts::Here,
                // What is written there is about another person.
                _ if before.is_some() => Whereabouts::Away { since: now },
                Some(since) => Whereabouts::Away { since },
                None if shared => Whereabouts::Elsewhere { from: now },
                None => Whereabouts::Away { since: now },
            };
            self.look_at = self.look_at.min(now);
        }
        handed_over
    }

    /// Takes over what other nodes wrote. Gives whether anything has changed, and whether what
    /// they wrote is wrong, because the person is here.
    fn adopt(&mut self, before: &[SeatName], names: &[SeatName], now: i64) -> (bool, bool) {
        let (mut changed, mut wrong) = (false, false);
        for ((sitter, before), name) in self.sitters.iter_mut().zip(before).zip(names) {
            if before.away == name.away || sitter.person.is_none() {
                continue;
            }
            let at = match (name.away, sitter.at) {
                (Some(_), Whereabouts::Here) => {
                    wrong = true;
                    continue;
                }
                (Some(since), _) => Whereabouts::Away { since },
                (None, Whereabouts::Away { .. }) => {
                    self.look_at = self.look_at.min(now);
                    Whereabouts::Elsewhere { from: now }
                }
                (None, at) => at,
            };
            changed |= at != sitter.at;
            sitter.at = at;
        }
        (changed, wrong)
    }

    /// Puts a person, on all their seats, somewhere else. Gives whether that is new.
    fn put(&mut self, person: &str, at: Whereabouts) -> bool {
        let mut moved = false;
        for sitter in &mut self.sitters {
            if sitter.person.as_deref() == Some(person) {
                moved |= sitter.at != at;
                sitter.at = at;
            }
        }
        moved
    }

    /// Takes the node's downtime off all absences. Returns whether there were any.
    pub(super) fn node_was_down(&mut self, from: i64, until: i64) -> bool {
        let mut any = false;
        for sitter in &mut self.sitters {
            if let Whereabouts::Away { since } = &mut sitter.at {
                *since += (until - (*since).max(from)).max(0);
                any = true;
            }
        }
        any
    }

    /// Where the person of a seat is; nothing where nobody sits.
    pub(super) fn of(&self, seat: usize) -> Option<Whereabouts> {
        let sitter = self.sitters.get(seat)?;
        sitter.person.is_some().then_some(sitter.at)
    }

    fn away_since(&self, seat: usize) -> Option<i64> {
        match self.of(seat)? {
            Whereabouts::Away { since } => Some(since),
            Whereabouts::Here | Whereabouts::Elsewhere { .. } => None,
        }
    }

    /// The seats whose people are away, as numbers.
    fn absent(&self) -> Vec<u8> {
        (0..self.sitters.len())
            .filter(|&seat| self.away_since(seat).is_some())
            .map(|seat| seat as u8 + 1)
            .collect()
    }

    /// The people who are said to be at other nodes, each once, and from when on.
    fn elsewhere(&self) -> Vec<(String, i64)> {
        let mut people: Vec<(String, i64)> = Vec::new();
        for sitter in &self.sitters {
            if let (Some(person), Whereabouts::Elsewhere { from }) = (&sitter.person, sitter.at)
                && people.iter().all(|(known, _)| known != person)
            {
                people.push((person.clone(), from));
            }
        }
        people
    }

    /// What is to be written down for each seat. What other nodes know better stays as it is.
    fn stamps(&self, names: &[SeatName]) -> Vec<Option<i64>> {
        let seats = self.sitters.iter().zip(names);
        seats
            .map(|(sitter, name)| match (&sitter.person, sitter.at) {
                (None, _) | (_, Whereabouts::Here) => None,
                (_, Whereabouts::Elsewhere { .. }) => name.away,
                (_, Whereabouts::Away { since }) => Some(since),
            })
            .collect()
    }
}

impl Actor {
    fn is_watched_by(&self, person: &str) -> bool {
        let mut watching = self.watchers.values().filter_map(|w| w.player.as_deref());
        watching.any(|player| player == person)
    }

    fn host_here(&self) -> bool {
        self.is_watched_by(&self.table.host)
    }

    /// Follows who sits where.
    pub(super) fn meet(&mut self) {
        if self.presence.knows(&self.table) {
            return;
        }
        let mut presence = self.presence.clone();
        let watches = |person: &str| self.is_watched_by(person);
        let (shared, now) = (self.hub.is_shared(), self.hub.now());
        let handed_over = presence.meet(&self.table, &self.names, watches, shared, now);
        self.presence = presence;
        self.presence_dirty = true;
        self.presence_moved |= handed_over;
    }

    /// Somebody follows the game from now on.
    pub(super) fn came(&mut self, player: &str) {
        self.presence_moved |= self.presence.put(player, Whereabouts::Here);
        self.host_moved |= self.table.host == player;
        self.presence_dirty = true;
    }

    /// A socket of somebody is gone. Perhaps they have another one.
    pub(super) fn went(&mut self, player: &str) {
        if !self.is_watched_by(player) {
            let since = self.hub.now();
            self.presence_moved |= self.presence.put(player, Whereabouts::Away { since });
            self.host_moved |= self.table.host == player;
        }
        self.presence_dirty = true;
    }

    /// Takes in what the store now says about the seats.
    pub(super) fn adopt_presence(&mut self, before: &[SeatName]) {
        let (changed, wrong) = self.presence.adopt(before, &self.names, self.hub.now());
        self.presence_dirty |= changed | wrong;
        self.presence_moved |= wrong;
        self.meet();
    }

    /// Returns when an absence that began at `since` starts to count: neither time before the
    /// start nor the last downtime does.
    fn counts_from(&self, since: i64) -> i64 {
        let from = since.max(self.table.absence_from);
        let down = self.hub.last_downtime();
        from + down.map_or(0, |down| (down.until_ms - down.since_ms.max(from)).max(0))
    }

    /// When a seat is lost because its person is away, in real time.
    pub(super) fn lost_at(&self, seat: usize) -> Option<i64> {
        let counts = self.table.status == Status::Running
            && self.table.clocks.is_real_time()
            && self.table.seats[seat].acting_person().is_some();
        let since = self.presence.away_since(seat).filter(|_| counts)?;
        Some(self.counts_from(since) + AWAY_LIMIT_MS)
    }

    /// From when on the others may vote to give a seat to a bot, without a clock: real time and
    /// days have deadlines of their own.
    pub(super) fn vote_from(&self, seat: usize) -> Option<i64> {
        let counts = self.table.status == Status::Running
            && self.table.settings.clock == Clock::None
            && self.table.seats.get(seat)?.acting_person().is_some();
        let since = self.presence.away_since(seat).filter(|_| counts)?;
        Some(self.counts_from(since) + VOTE_FROM_MS)
    }

    pub(super) fn away_deadline(&self) -> Option<i64> {
        (0..self.table.seats.len())
            .filter_map(|seat| self.lost_at(seat))
            .min()
    }

    /// When to look for people at other nodes, as long as somebody wants to know.
    pub(super) fn look_deadline(&self) -> Option<i64> {
        let wanted = !self.watchers.is_empty()
            || (self.table.status == Status::Running && self.table.clocks.is_real_time());
        let anybody = wanted && !self.presence.elsewhere().is_empty();
        anybody.then_some(self.presence.look_at)
    }

    /// Whether people who are said to be at other nodes still are.
    async fn look_elsewhere(&mut self) {
        let now = self.hub.now();
        self.presence.look_at = now + LOOK_EVERY_MS;
        for (person, from) in self.presence.elsewhere() {
            let seen = match person.parse::<PlayerId>() {
                Ok(player) => match self.hub.last_seen(player).await {
                    Ok(seen) => seen,
                    Err(error) => {
                        // Nobody is out because a database did not answer.
                        tracing::warn!(game = %self.id, %error, "could not look for a player");
                        continue;
                    }
                },
                Err(_) => None,
            };
            if seen.is_none_or(|at| now - at >= SEEN_RECENTLY_MS) {
                // Before that they were there, or no node was.
                let since = seen.map_or(now, |at| at.max(from));
                self.presence.put(&person, Whereabouts::Away { since });
                self.presence_moved = true;
                self.presence_dirty = true;
            }
        }
    }

    /// What follows when people come and go: votes, what is written down, what everybody is told.
    pub(super) async fn mind_presence(&mut self) {
        let now = self.hub.now();
        if self.look_deadline().is_some_and(|at| at <= now) {
            self.look_elsewhere().await;
        }
        let tell = std::mem::take(&mut self.presence_dirty);
        self.lapse_votes().await;
        self.count_votes().await;
        if std::mem::take(&mut self.host_moved) {
            self.keep_open().await;
        }
        if std::mem::take(&mut self.presence_moved) {
            self.write_presence().await;
        }
        if tell {
            self.tell_presence();
        }
    }

    /// Votes against somebody who has come back count for nothing when they leave again.
    async fn lapse_votes(&mut self) {
        for index in 0..self.table.seats.len() {
            if self.table.status != Status::Running || self.table.votes[index].is_empty() {
                continue;
            }
            if let Some(Whereabouts::Elsewhere { .. }) = self.presence.of(index) {
                self.look_elsewhere().await;
            }
            if self.presence.away_since(index).is_none() {
                let seat = index as u8 + 1;
                let _another_node_did = self.carry_out(Command::Returned { seat }, None).await;
            }
        }
    }

    /// Votes may suffice when somebody who has not voted leaves.
    async fn count_votes(&mut self) {
        for index in 0..self.table.seats.len() {
            let absent = self.presence.absent();
            let open = self.vote_from(index).is_some() && self.table.vote_passes(index, &absent);
            if open {
                let away = index as u8 + 1;
                let count = Command::CountVotes { away, absent };
                let _another_node_did = self.carry_out(count, None).await;
            }
        }
    }

    /// Says in a vote who cannot be asked, and refuses it where the person is not long away.
    pub(super) async fn prepare_vote(
        &mut self,
        command: &mut Command,
        key: Option<CommandKey>,
    ) -> Result<(), Problem> {
        let Command::Vote { away, absent, .. } = command else {
            return Ok(());
        };
        if self.hub.is_shared() {
            // They may have come to another node a moment ago.
            self.catch_up().await;
            self.refresh_seats().await;
            self.look_elsewhere().await;
        }
        if key.is_some_and(|key| self.carried_out.contains_key(&key)) {
            // A repetition gets the same answer, whatever has become of the seat.
            return Ok(());
        }
        let from = self.vote_from(usize::from(*away).wrapping_sub(1));
        if from.is_none_or(|from| from > self.hub.now()) {
            return Err(Problem::new(ProblemCode::Forbidden));
        }
        *absent = self.presence.absent();
        Ok(())
    }

    /// Those who were away from a real-time game for too long have left it.
    pub(super) async fn let_absent_go(&mut self) {
        let now = self.hub.now();
        if !self.is_due(self.away_deadline()) {
            return;
        }
        if self.hub.is_shared() {
            self.refresh_seats().await;
        }
        for index in 0..self.table.seats.len() {
            if self.lost_at(index).is_some_and(|at| at <= now) {
                let seat = index as u8 + 1;
                let _ended = self.carry_out(Command::Left { seat }, None).await;
            }
        }
    }

    /// Writes down since when people are away.
    pub(super) async fn write_presence(&mut self) {
        // Another node may go on with the game at the same time.
        for _ in 0..3 {
            let stamps = self.presence.stamps(&self.names);
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
            match self.hub.store().append(append).await {
                Ok(Appended::Committed { .. }) => {
                    self.names = names;
                    self.know_seats();
                    return;
                }
                Ok(Appended::Stale { .. }) => self.catch_up().await,
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "who is away was not written down");
                    return;
                }
            }
        }
    }

    /// An unstarted real-time game waits for its host, who is or was here just now.
    pub(super) async fn keep_open(&self) {
        if self.table.status != Status::Waiting || !self.table.clocks.is_real_time() {
            return;
        }
        let expires = self.hub.now() + REALTIME_EXPIRY_MS;
        if let Err(error) = self.hub.store().set_expiry(self.id, expires).await {
            tracing::warn!(game = %self.id, %error, "could not keep the game open");
        }
    }

    /// Keeps an unstarted real-time game open as long as its host is here, and says whether.
    pub(super) async fn keep_open_for_host(&self) -> bool {
        let waits = self.table.status == Status::Waiting && self.table.clocks.is_real_time();
        let keep = waits && self.host_here();
        if keep {
            self.keep_open().await;
        }
        keep
    }
}

#[cfg(test)]
mod tests;
