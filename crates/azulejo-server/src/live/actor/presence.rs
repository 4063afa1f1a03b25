//! Presence: whether each player is here, on another node, or away, and since when.
//!
//! Presence is not in the log. The start of an absence is stored beside the seats, so that it
//! survives a restart and nodes learn of it: the node that a player leaves writes it, the node that
//! a player joins clears it. If a node dies, its players' sessions are no longer used, which shows
//! that they are gone.

use azulejo_game::view::SeatName;
use azulejo_game::{Millis, Person, SeatNumber, Table, Timestamp};
use azulejo_protocol::game::{AwayView, Clock, PresenceView, Status};
use azulejo_rules::Seat;

use crate::live::registry::Downtime;

/// The longest absence from a real-time game before the seat is forfeited.
const AWAY_LIMIT: Millis = Millis::from_minutes(1);
/// The absence after which the others may vote to let a bot play.
const VOTE_FROM: Millis = Millis::from_minutes(5);

/// The location of a seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Location {
    /// Connected to the game on this node.
    Here,
    /// Connected on another node, as far as this one knows since `from`.
    Elsewhere { from: Timestamp },
    /// Not connected.
    Away { since: Timestamp },
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct SeatPresence {
    person: Option<Person>,
    at: Location,
}

/// The presence of a table, by seat.
pub(super) struct Presence {
    seats: Vec<SeatPresence>,
    /// The time at which to check players on other nodes.
    pub(super) next_check: Timestamp,
    /// Watchers must be sent the presence.
    pub(super) changed: bool,
    /// Absences must be persisted.
    pub(super) unsaved: bool,
    /// The host has connected or disconnected.
    pub(super) host_changed: bool,
}

impl Presence {
    /// Presence before anything is known.
    pub(super) fn new(seats: usize) -> Self {
        let empty = SeatPresence {
            person: None,
            at: Location::Here,
        };
        Self {
            seats: vec![empty; seats],
            next_check: Timestamp::EPOCH,
            changed: false,
            unsaved: false,
            host_changed: false,
        }
    }

    /// Follows the players of the table.
    ///
    /// A newly loaded player has the stored presence. Without one the player may be on another node,
    /// or, on a single node, is away from now on.
    pub(super) fn sync(
        &mut self,
        table: &Table,
        names: &[SeatName],
        watches: impl Fn(Person) -> bool,
        shared: bool,
        now: Timestamp,
    ) {
        for ((seat_presence, seat), name) in self.seats.iter_mut().zip(&table.seats).zip(names) {
            if seat_presence.person == seat.person() {
                continue;
            }
            self.changed = true;
            let before = std::mem::replace(&mut seat_presence.person, seat.person());
            let Some(person) = seat_presence.person else {
                continue;
            };
            self.unsaved |= before.is_some();
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
    }

    /// Merges what other nodes stored. If a player is here, the stored absence is wrong.
    pub(super) fn adopt(&mut self, before: &[SeatName], names: &[SeatName], now: Timestamp) {
        for ((seat_presence, before), name) in self.seats.iter_mut().zip(before).zip(names) {
            if before.away == name.away || seat_presence.person.is_none() {
                continue;
            }
            let at = match (name.away, seat_presence.at) {
                (Some(_), Location::Here) => {
                    (self.changed, self.unsaved) = (true, true);
                    continue;
                }
                (Some(since), _) => Location::Away { since },
                (None, Location::Away { .. }) => {
                    self.next_check = self.next_check.min(now);
                    Location::Elsewhere { from: now }
                }
                (None, at) => at,
            };
            self.changed |= at != seat_presence.at;
            seat_presence.at = at;
        }
    }

    /// Sets the location of a player on all their seats.
    pub(super) fn set_location(&mut self, person: Person, at: Location, is_host: bool) {
        self.host_changed |= is_host;
        for seat_presence in &mut self.seats {
            if seat_presence.person == Some(person) {
                self.unsaved |= seat_presence.at != at;
                seat_presence.at = at;
            }
        }
    }

    /// Takes the node's downtime off all absences: players could not return meanwhile.
    pub(super) fn node_was_down(&mut self, downtime: Downtime) {
        self.changed = true;
        for seat_presence in &mut self.seats {
            if let Location::Away { since } = &mut seat_presence.at {
                *since += downtime.after(*since);
                self.unsaved = true;
            }
        }
    }

    /// The location of a seat's player; `None` for other seats.
    pub(super) fn of(&self, seat: Seat) -> Option<Location> {
        let seat_presence = self.seats.get(seat.index())?;
        seat_presence.person.is_some().then_some(seat_presence.at)
    }

    pub(super) fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        match self.of(seat)? {
            Location::Away { since } => Some(since),
            Location::Here | Location::Elsewhere { .. } => None,
        }
    }

    /// The seats whose players are away.
    pub(super) fn absent(&self) -> Vec<Seat> {
        let seats = Seat::ALL.into_iter();
        seats
            .filter(|&seat| self.away_since(seat).is_some())
            .collect()
    }

    /// The players on other nodes, each once, with the time since when.
    pub(super) fn elsewhere(&self) -> Vec<(Person, Timestamp)> {
        let mut people: Vec<(Person, Timestamp)> = Vec::new();
        for seat_presence in &self.seats {
            if let (Some(person), Location::Elsewhere { from }) =
                (seat_presence.person, seat_presence.at)
                && people.iter().all(|(known, _)| *known != person)
            {
                people.push((person, from));
            }
        }
        people
    }

    /// The start of absence to store for each seat. That of players on other nodes stays.
    pub(super) fn away_timestamps(&self, names: &[SeatName]) -> Vec<Option<Timestamp>> {
        let seats = self.seats.iter().zip(names);
        seats
            .map(
                |(seat_presence, name)| match (seat_presence.person, seat_presence.at) {
                    (None, _) | (_, Location::Here) => None,
                    (_, Location::Elsewhere { .. }) => name.away,
                    (_, Location::Away { since }) => Some(since),
                },
            )
            .collect()
    }

    /// Returns when the absence of a seat's player starts to count in a running game: neither time
    /// before the start nor the last downtime does.
    fn counts_from(&self, table: &Table, down: Option<Downtime>, seat: Seat) -> Option<Timestamp> {
        table.seats.get(seat.index())?.acting_person()?;
        let since = self.away_since(seat)?;
        let from = since.max(table.absences_from);
        let counts = from + down.map_or(Millis::ZERO, |down| down.after(from));
        (table.status == Status::Running).then_some(counts)
    }

    /// The time at which an absent player forfeits a real-time game.
    pub(super) fn forfeits_at(
        &self,
        table: &Table,
        down: Option<Downtime>,
        seat: Seat,
    ) -> Option<Timestamp> {
        let from = self.counts_from(table, down, seat)?;
        (table.clocks.is_real_time()).then_some(from + AWAY_LIMIT)
    }

    /// The time from which the others may vote to let a bot play, in games without a clock.
    pub(super) fn vote_from(
        &self,
        table: &Table,
        down: Option<Downtime>,
        seat: Seat,
    ) -> Option<Timestamp> {
        let from = self.counts_from(table, down, seat)?;
        (table.settings.clock == Clock::None).then_some(from + VOTE_FROM)
    }

    /// The presence as clients see it.
    pub(super) fn view(
        &self,
        table: &Table,
        down: Option<Downtime>,
        watchers: u32,
    ) -> PresenceView {
        let mut view = PresenceView {
            here: Vec::new(),
            away: Vec::new(),
            watchers,
        };
        for (seat, state) in table.all_seats().zip(&table.seats) {
            if state.person().is_none() {
                continue;
            }
            let number = SeatNumber::from(seat).get();
            let ms = |at: Option<Timestamp>| at.map(Timestamp::unix_ms);
            match self.away_since(seat) {
                Some(since) => view.away.push(AwayView {
                    seat: number,
                    since: since.unix_ms(),
                    until: ms(self.forfeits_at(table, down, seat)),
                    vote_from: ms(self.vote_from(table, down, seat)),
                }),
                None => view.here.push(number),
            }
        }
        view
    }
}

#[cfg(test)]
mod tests;
