//! Setting up games.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
use azulejo_protocol::http::{NewGame as Request, SeatRequest};
use azulejo_rules::Players;
use azulejo_store::{GameId, NewEvent, NewGame, PlayerId, PlayerRow, Secret, StoreError};

use crate::app::random_bytes;
use crate::draw::{commitment, to_hex};
use crate::hub::Hub;
use crate::table::event::{Event, FirstHolder, RULES_VERSION};
use crate::table::{Holder, Table};
use crate::view::{SeatName, seat_rows, summary};

/// What a game is made from.
pub(crate) struct Plan {
    pub(crate) settings: Settings,
    pub(crate) seats: Vec<FirstHolder>,
    pub(crate) names: Vec<SeatName>,
    pub(crate) host: String,
}

fn malformed(field: &str, detail: &str) -> Problem {
    Problem::at(ProblemCode::Malformed, field, detail)
}

/// Checks a request for a new game.
pub(crate) fn plan(request: &Request, host: &PlayerRow) -> Result<Plan, Problem> {
    let count = request.seats.len();
    if Players::new(count).is_none() {
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
                let alias = alias.as_deref().map(crate::names::check).transpose();
                let alias = alias.map_err(|problem| Problem {
                    field: Some(format!("seats.{index}.name")),
                    ..problem
                })?;
                name = SeatName {
                    name: Some(host.name.clone()),
                    guest: !host.account,
                    alias: alias.map(|name| name.shown),
                };
                FirstHolder::Human {
                    player: host.id.to_string(),
                }
            }
            SeatRequest::Bot { level } => FirstHolder::Bot { level: *level },
            SeatRequest::Invited => FirstHolder::Invited,
            SeatRequest::Open => FirstHolder::Open,
        });
        names.push(name);
    }
    let has = |wanted: fn(&FirstHolder) -> bool| seats.iter().any(wanted);
    if !has(|seat| matches!(seat, FirstHolder::Human { .. })) {
        return Err(malformed("seats", "one seat at least must be your own"));
    }
    let others = has(|seat| matches!(seat, FirstHolder::Open | FirstHolder::Invited));
    let several = seats
        .iter()
        .filter(|seat| matches!(seat, FirstHolder::Human { .. }))
        .count()
        > 1;
    if others && several {
        return Err(malformed(
            "seats",
            "a game on one screen has no seats for others",
        ));
    }
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
        host: host.id.to_string(),
    })
}

impl Hub {
    /// Makes a game and gives its id.
    pub(crate) async fn create(&self, plan: Plan) -> Result<GameId, StoreError> {
        let now = self.now();
        let mut attempts = 0;
        loop {
            let id = self.new_game_id();
            let secret = Secret::new(&mut random_bytes());
            let promise = commitment(secret.expose(), id.as_str());
            let event = Event::Created {
                settings: plan.settings.clone(),
                seats: plan.seats.clone(),
                host: plan.host.clone(),
                invitation: new_invitation(),
                commitment: to_hex(&promise),
            };
            let table = Table::new(id.as_str(), &event, now)
                .map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let game = NewGame {
                id,
                host: plan.host.parse::<PlayerId>().ok(),
                created_ms: now,
                settings: serde_json::to_string(&plan.settings).expect("settings have JSON"),
                secret,
                commitment: promise,
                invitation: None,
                events: vec![NewEvent {
                    kind: event.kind().to_owned(),
                    body: serde_json::to_string(&event).expect("an event has a JSON form"),
                    rules_version: RULES_VERSION,
                    state_hash: table.hash().to_owned(),
                    at_ms: now,
                }],
                summary: summary(&table),
                seats: seat_rows(&table, &plan.names),
            };
            attempts += 1;
            match self.store().create_game(game).await {
                Ok(()) => {
                    metrics::counter!("azulejo_games_created_total").increment(1);
                    if plan.settings.public {
                        self.lobby_changed();
                    }
                    return Ok(id);
                }
                // Somebody has this id: with 58^8 of them that is luck, or a broken generator.
                Err(StoreError::GameExists(_)) if attempts < 3 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The same again, start one seat on; a seat whose person has not agreed becomes open.
    pub(crate) async fn create_rematch(
        &self,
        table: &Table,
        names: &[SeatName],
    ) -> Result<GameId, StoreError> {
        let agreed: Vec<&str> = table
            .rematch
            .iter()
            .flat_map(|rematch| &rematch.agreed)
            .filter_map(|&seat| table.seats[seat].person())
            .collect();
        let mut new_names = Vec::new();
        let seats: Vec<_> = table
            .seats
            .iter()
            .zip(names)
            .map(|(seat, name)| {
                let (holder, name) = match &seat.holder {
                    Holder::Human(player) if agreed.contains(&player.as_str()) => (
                        FirstHolder::Human {
                            player: player.clone(),
                        },
                        name.clone(),
                    ),
                    Holder::Bot(level) => (FirstHolder::Bot { level: *level }, name.clone()),
                    Holder::Human(_) | Holder::Open | Holder::Invited => {
                        (FirstHolder::Open, SeatName::default())
                    }
                };
                new_names.push(name);
                holder
            })
            .collect();
        let count = seats.len();
        let first_start = table.first_start().unwrap_or(0);
        let plan = Plan {
            settings: Settings {
                start: Some(((first_start + 1) % count) as u8 + 1),
                ..table.settings.clone()
            },
            seats,
            names: new_names,
            host: agreed
                .first()
                .map_or_else(|| table.host.clone(), |p| (*p).to_owned()),
        };
        self.create(plan).await
    }
}

/// An invitation: 128 random bits, as text for a link.
pub(crate) fn new_invitation() -> String {
    to_hex(&random_bytes::<16>())
}
