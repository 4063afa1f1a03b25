//! Planning games: checked requests, and rematches.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_protocol::id::PlayerId;
use azulejo_rules::{PlayerCount, Seat};

use crate::event::SeatSetup;
use crate::view::SeatName;
use crate::{Occupant, Person, SeatNumber, Table};

/// The checked request for a new game.
pub struct Plan {
    /// The settings.
    pub settings: Settings,
    /// The seats in order.
    pub seats: Vec<SeatSetup>,
    /// The names of the seats.
    pub names: Vec<SeatName>,
    /// The host.
    pub host: Person,
}

fn malformed(field: &str, detail: &str) -> Problem {
    Problem::at(ProblemCode::Malformed, field, detail)
}

/// The player who creates a game.
pub struct Host {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Whether they are a guest.
    pub guest: bool,
}

/// Checks a request for a new game; `check_name` validates and normalises the name of a seat.
///
/// # Errors
/// If the request is invalid, with the field and the reason.
pub fn plan(
    request: &NewGame,
    host: &Host,
    check_name: impl Fn(&str) -> Result<String, Problem>,
) -> Result<Plan, Problem> {
    let count = request.seats.len();
    if PlayerCount::new(count).is_none() {
        return Err(malformed("seats", "a game has 2 to 4 seats"));
    }
    if let Some(start) = request.start
        && !(1..=count).contains(&usize::from(start))
    {
        return Err(malformed(
            "start",
            "the start player must be one of the seats",
        ));
    }
    let clock = request.clock.unwrap_or(Clock::None);
    match clock {
        Clock::None => {}
        Clock::RealTime { seconds, increment } => {
            if !(30..=10_800).contains(&seconds) {
                return Err(malformed("clock.seconds", "30 to 10800 seconds"));
            }
            if increment > 60 {
                return Err(malformed("clock.increment", "0 to 60 seconds"));
            }
        }
        Clock::Days { days } => {
            if !(1..=14).contains(&days) {
                return Err(malformed("clock.days", "1 to 14 days"));
            }
        }
    }
    let mut seats = Vec::with_capacity(count);
    let mut names = Vec::with_capacity(count);
    for (index, seat) in request.seats.iter().enumerate() {
        let mut name = SeatName::default();
        seats.push(match seat {
            SeatRequest::Me { name: alias } => {
                let alias = alias.as_deref().map(&check_name).transpose();
                let alias = alias.map_err(|problem| Problem {
                    field: Some(format!("seats.{index}.name")),
                    ..problem
                })?;
                name = SeatName {
                    name: Some(host.name.clone()),
                    guest: host.guest,
                    alias,
                    away: None,
                };
                SeatSetup::Human {
                    player: host.player.into(),
                }
            }
            SeatRequest::Bot { level } => SeatSetup::Bot { level: *level },
            SeatRequest::Invited => SeatSetup::Invited,
            SeatRequest::Open => SeatSetup::Open,
        });
        names.push(name);
    }
    let has = |wanted: fn(&SeatSetup) -> bool| seats.iter().any(wanted);
    if !has(|seat| matches!(seat, SeatSetup::Human { .. })) {
        return Err(malformed("seats", "one seat at least must be your own"));
    }
    let others = has(|seat| matches!(seat, SeatSetup::Open | SeatSetup::Invited));
    let undo = request.undo.unwrap_or(if others {
        UndoPolicy::Ask
    } else {
        UndoPolicy::Free
    });
    Ok(Plan {
        settings: Settings {
            wall: request.wall,
            clock,
            undo,
            public: request.public.unwrap_or(false),
            start: request.start,
        },
        seats,
        names,
        host: host.player.into(),
    })
}

impl Plan {
    /// The table names that people other than the host can see, with their 0-based seats.
    pub fn public_aliases(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.names.iter().enumerate();
        let has_guests = self
            .seats
            .iter()
            .any(|seat| matches!(seat, SeatSetup::Open | SeatSetup::Invited));
        names
            .filter(move |_| self.settings.public || has_guests)
            .filter_map(|(seat, name)| Some((seat, name.alias.as_deref()?)))
    }
}

/// Plans a rematch: the same settings, with the next seat as the start player. Seats of players who
/// have not agreed become open, as do those of guests who were merged with another player of the
/// game.
pub fn rematch(table: &Table, names: &[SeatName]) -> Plan {
    let agreed: Vec<Person> = table
        .rematch
        .iter()
        .flat_map(|rematch| &rematch.agreed)
        .filter_map(|seat| table.seats[seat.index()].person())
        .collect();
    let mut seats = Vec::with_capacity(table.seats.len());
    let mut new_names = Vec::with_capacity(table.seats.len());
    for (index, (seat, name)) in table.seats.iter().zip(names).enumerate() {
        let has_earlier_seat = || {
            let before = table.seats[..index].iter();
            let mut own = before.filter(|other| other.person() == seat.person());
            own.any(|other| !seat.is_hot_seat_with(other))
        };
        let (holder, name) = match seat.occupant {
            Occupant::Human(player) if agreed.contains(&player) && !has_earlier_seat() => {
                (SeatSetup::Human { player }, name.clone())
            }
            Occupant::Bot(level) => (SeatSetup::Bot { level }, name.clone()),
            Occupant::Human(_) | Occupant::Open | Occupant::Invited => {
                (SeatSetup::Open, SeatName::default())
            }
        };
        seats.push(holder);
        new_names.push(name);
    }
    let players = PlayerCount::new(seats.len()).expect("a table has two to four seats");
    let start = table.first_start().unwrap_or(Seat::ONE).next(players);
    Plan {
        settings: Settings {
            start: Some(SeatNumber::from(start).get()),
            ..table.settings.clone()
        },
        seats,
        names: new_names,
        host: agreed.first().copied().unwrap_or(table.host),
    }
}
